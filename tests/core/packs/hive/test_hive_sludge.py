"""Toxic sludge."""

import pytest

from desktop.core.model.board import GroundKind
from desktop.core.model.words import Square
from desktop.core.packs.hive.harm import toughness
from desktop.core.packs.hive.still import HitStill
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn, Settle, Walk
from desktop.core.rules.due import due
from tests.helpers.build import board, feature, zone
from tests.helpers.hive import SPACES, ganger, guest, hive, said

PRONE = {"conditions": {"prone": ""}}


def pool(*people, space="squares", rulings=None, things=(), **fields):
    sludge = {Square(x, y): "sludge" for x in (4, 5) for y in (2, 3)}
    on = board(zone("a", at=(0, 0, 10, 6)), *things, squares={"ground": sludge}, size=(10, 6),
               **fields)  # fmt: skip
    return hive(*people, on=on, space=space, rulings=rulings)


def tough(made, who):
    return sum(part.amount for part in toughness(made.state, who))


@pytest.mark.rule("ZM-SLUDGE-01")
@pytest.mark.parametrize("space", SPACES)
def test_standing_in_it_even_in_part_takes_a_point_of_toughness(space):
    made = pool(ganger("P", (3, 2), squares=2, side="heroes"), space=space).turn("P")
    assert tough(made, "P") == 2
    assert "in sludge" in made.state.fighters["P"].conditions
    made.take(Walk(who="P", to=Square(2, 2)))
    assert tough(made, "P") == 3
    assert "in sludge" not in made.state.fighters["P"].conditions


@pytest.mark.rule("ZM-SLUDGE-01")
def test_one_who_lies_in_it_keeps_its_toughness_or_not():
    assert tough(pool(ganger("P", (4, 2), starts=PRONE)), "P") == 3
    anyone = {"zm_sludge_who": "anyone in it"}
    assert tough(pool(ganger("P", (4, 2), starts=PRONE), rulings=anyone), "P") == 2


@pytest.mark.rule("ZM-SLUDGE-01")
def test_a_guest_withstands_things_worse_in_it():
    still = feature("still", (6, 2), kind="still")
    for rulings, target in (({}, 30), ({"hive_pip": "five"}, 35)):
        made = pool(guest("P", (5, 2), skills={"fortitude": 40}), things=(still,), rulings=rulings)
        made.take(HitStill(still="still", strength=8), 1, 5)
        (part,) = [each for each in made.tests[0].tally.parts if each.key == "sludge"]
        assert (made.tests[0].target, part.rule) == (target, "ZM-SLUDGE-01")


@pytest.mark.rule("ZM-SLUDGE-01")
def test_sludge_of_another_book_is_left_to_it():
    own = {"sludge": GroundKind(qualities=("toxic",), book="yards")}
    assert tough(pool(ganger("P", (4, 2)), kinds=own), "P") == 3


def end(made, *answers):
    number = made.state.round
    while made.state.round == number:
        if made.state.acting:
            made.take(EndTurn())
        done = len(made.state.acted) == len(made.state.order)
        made.take(BeginTurn(), *(answers if done else ()))
    return made


@pytest.mark.rule("ZM-SLUDGE-02")
@pytest.mark.parametrize("space", SPACES)
def test_in_the_end_phase_those_who_lie_in_it_roll(space):
    people = (ganger("P", (4, 2), starts=PRONE), ganger("Q", (5, 2), starts=PRONE),
              ganger("R", (5, 3)), ganger("S", (8, 3), starts=PRONE))  # fmt: skip
    made = end(pool(*people, space=space).turn("P"), 1, 2)
    assert [made.state.fighters[who].off for who in "PQRS"] == ["out", None, None, None]
    assert "P lies in sludge, 1 on d6: goes under" in said(made)


@pytest.mark.rule("ZM-SLUDGE-02")
def test_the_table_is_reminded_and_may_skip_it():
    made = pool(ganger("P", (4, 2), starts=PRONE), ganger("Q", (8, 2))).turn("P")
    (line,) = [line for line in due(made.book, made.state) if line.rule == "ZM-SLUDGE-02"]
    assert (line.who, line.when, line.number) == ("P", "end phase", "d6")
    made.take(Settle(due=line.key))
    end(made)
    assert made.state.on_board("P")
    assert made.state.fighters["P"].seat == (4, 2)


@pytest.mark.rule("ZM-SLUDGE-02")
def test_a_new_edge_of_it_counts_from_then_on():
    made = pool(ganger("P", (4, 2), starts=PRONE), ganger("Q", (8, 2))).turn("P")
    made.let(e.ConditionSet(who="P", condition="prone", now=None))
    end(made)
    assert made.state.on_board("P")


@pytest.mark.rule("ZM-SLUDGE-01")
def test_who_flies_over_it_is_not_in_it():
    made = pool(ganger("P", (4, 2)))
    made.let(e.Moved(who="P", how="put", level="ground", to=Square(4, 2), above=3))
    assert tough(made, "P") == 3
