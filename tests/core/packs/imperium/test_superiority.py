"""Superiority: how it comes and goes, and what it does to the foes' Resolve."""

import pytest

from desktop.core.packs.imperium.breaking import Break
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from desktop.core.rules.actions import Begin, BeginTurn, EndTurn, Settle
from desktop.core.rules.questions import Answer, ScriptedTable
from desktop.core.rules.resolve import resolve
from desktop.core.rules.start import begin_state
from tests.helpers.attacks import Scene, defaults, scene, sides_of, someone
from tests.helpers.build import encounter, row
from tests.helpers.moves import dues, rules

SHOOT = Shoot(who="P", target="Q", attack="rifle")


def value(made: Scene) -> int:
    return made.state.counters.get("heroes", {}).get("superiority", 0)


def fight(*foes, rulings=None, start=0, heroes=(), **p):
    """Return the turn of P, a hero; the heroes have some Superiority."""
    made = scene(someone("P", side="heroes", **p), *heroes, *foes, rulings=rulings).turn("P")
    if start:
        made.let(e.CounterSet(side="heroes", counter="superiority", value=start))
    return made


def doomed(id="Q", at="b", **figures):
    """Return a foe that the next wound takes out."""
    return someone(id, at, wounds=5, criticals=0, **figures)


def shoot(made, *faces, target="Q", **more):
    made.let(e.BudgetSet(who="P", left={"action": 1}))
    return made.take(Shoot(who="P", target=target, attack="rifle"), *faces, **more)


@pytest.mark.rule("IM-SUPERIORITY-01", "IM-SUPERIORITY-02")
def test_the_heroes_share_one_pool_and_the_foes_have_none():
    made = fight(someone("Q", "b"), heroes=[someone("H", "a", side="heroes")], start=2)
    words = {"test|P|Ranged (long guns) against Q:superiority": True}
    made.take(SHOOT, 21, words=words)
    assert made.test_of("P").levels == 4
    made.turn("H").take(Shoot(who="H", target="Q", attack="rifle"), 21)
    offered = [part.key for part in made.test_of("H").tally.parts if part.offered]
    assert "superiority" in offered
    made.turn("Q").take(Shoot(who="Q", target="P", attack="rifle"), 21)
    assert "superiority" not in [part.key for part in made.test_of("Q").tally.parts]


@pytest.mark.rule("IM-SUPERIORITY-03")
@pytest.mark.parametrize(("given", "kept"), [(2, 2), (3, 3), (5, 3)])
def test_before_the_fight_three_is_the_most(given, kept):
    made = encounter(row("a"), *someone("P", side="heroes"))
    book, state = scene(someone("P")).book, begin_state(made, defaults())
    begin = Begin(counters={"heroes": {"superiority": given}})
    state = resolve(book, state, begin, ScriptedTable()).state
    assert state.counters["heroes"]["superiority"] == kept


@pytest.mark.rule("IM-SUPERIORITY-03")
def test_what_was_carried_over_may_stay():
    made = encounter(row("a"), *someone("P", side="heroes"))
    book, state = scene(someone("P")).book, begin_state(made, defaults())
    begin = Begin(counters={"heroes": {"superiority": 5}})
    words = {"superiority|before": Answer(5, "gm")}
    state = resolve(book, state, begin, ScriptedTable(words=words)).state
    assert state.counters["heroes"]["superiority"] == 5


@pytest.mark.rule("IM-SURPRISE-01", "IM-SUPERIORITY-04")
@pytest.mark.parametrize(("surprised", "after"), [("foes", 1), ("heroes", 0)])
def test_the_end_of_a_surprise_round_brings_one(surprised, after):
    people = someone("P", side="heroes", initiative=9), someone("Q", initiative=1)
    made = scene(*people)
    book, state = made.book, begin_state(made.state.encounter, defaults())
    made.state = resolve(book, state, Begin(surprised=(surprised,)), ScriptedTable()).state
    made.take(BeginTurn())
    other = "Q" if surprised == "heroes" else "P"
    assert (made.state.actor, made.state.fighters[other].left["move"]) == (other, 1)
    assert value(made) == 0
    made.take(EndTurn()).take(BeginTurn())
    assert (made.state.round, value(made)) == (2, after)


@pytest.mark.rule("IM-SUPERIORITY-04")
@pytest.mark.parametrize(
    ("role", "after"), [("leader", 1), ("elite", 1), ("beast", 0), ("troop", 0), (None, 0)]
)
def test_a_leader_or_elite_defeated_brings_one(role, after):
    made = fight(doomed(role=role)).take(SHOOT, 21, 4)
    assert made.only(e.LeftBoard).who == "Q"
    assert value(made) == after


@pytest.mark.rule("IM-SUPERIORITY-04")
def test_the_unconscious_are_defeated_and_once_only():
    made = fight(someone("Q", "b", role="elite", wounds=9, skills={"fortitude (pain)": 10}))
    made.take(SHOOT, 21, 90)
    assert value(made) == 1
    made.let(e.LeftBoard(who="Q", why="out"))
    assert value(made) == 1


@pytest.mark.rule("IM-SUPERIORITY-04")
def test_the_gm_may_say_that_it_does_not_count():
    made = fight(doomed(role="leader")).take(SHOOT, 21, 4, words={"superiority|defeated Q": False})
    assert value(made) == 0


def troops(rulings=None, resolve=2):
    foes = [doomed(id, role="troop", resolve=resolve) for id in ("Q", "R", "S")]
    return fight(*foes, rulings=rulings)


@pytest.mark.rule("IM-SUPERIORITY-04")
def test_as_many_troops_as_their_resolve_in_a_round_bring_one():
    made = shoot(troops(), 21, 4)
    assert value(made) == 0
    shoot(made, 21, 4, target="R")
    assert value(made) == 1
    shoot(made, 21, 4, target="S")
    assert value(made) == 1


@pytest.mark.rule("IM-SUPERIORITY-04")
def test_in_different_rounds_they_do_not_add_up():
    made = shoot(troops(), 21, 4).turn("P")
    assert value(shoot(made, 21, 4, target="R")) == 0


@pytest.mark.rule("IM-SUPERIORITY-04")
def test_by_the_other_reading_it_takes_one_turn():
    for rulings, after in (({}, 1), ({"superiority_troops": "one turn"}, 0)):
        made = shoot(troops(rulings), 21, 4).turn("S")
        made.let(e.LeftBoard(who="R", why="out"))
        assert value(made) == after


@pytest.mark.rule("IM-SUPERIORITY-04")
@pytest.mark.parametrize(("rulings", "after"), [({}, 4), ({"superiority_cap": "cap three"}, 3)])
def test_there_is_no_upper_limit_unless_read_otherwise(rulings, after):
    made = fight(doomed(role="leader"), rulings=rulings, start=3).take(SHOOT, 21, 4)
    assert value(made) == after


@pytest.mark.rule("IM-SUPERIORITY-05")
def test_the_first_critical_wound_of_the_party_costs_one_and_no_other_does():
    made = fight(someone("Q", "b"), start=3).turn("Q")
    shot = Shoot(who="Q", target="P", attack="rifle")
    made.take(shot, 22, 6, 3)
    assert value(made) == 2
    made.let(e.BudgetSet(who="Q", left={"action": 1})).take(shot, 22, 6, 3)
    assert value(made) == 2
    made.turn("P").take(SHOOT, 22, 6, 3)
    assert value(made) == 2


@pytest.mark.rule("IM-SUPERIORITY-05")
def test_a_hero_defeated_costs_one_and_it_never_falls_below_nothing():
    made = fight(someone("Q", "b"), start=1, wounds=5, criticals=0).turn("Q")
    made.take(Shoot(who="Q", target="P", attack="rifle"), 21, 4)
    assert made.only(e.LeftBoard).who == "P"
    assert value(made) == 0


# Resolve


@pytest.mark.rule("IM-SUPERIORITY-06")
@pytest.mark.parametrize(("rulings", "at"), [({}, 2), ({"resolve_break": "strictly above"}, 3)])
def test_a_foe_breaks_when_superiority_reaches_its_resolve(rulings, at):
    made = fight(someone("Q", "b", resolve=2), rulings=rulings, start=at - 1)
    assert "breaks|Q" not in dues(made)
    assert rules(made.refused(Break(who="Q"))) == ["IM-SUPERIORITY-06"]
    made.let(e.CounterSet(side="heroes", counter="superiority", value=at))
    assert dues(made)["breaks|Q"].by_hand == Break(who="Q")


@pytest.mark.rule("IM-SUPERIORITY-06")
def test_it_flees_surrenders_or_charges():
    for how, gone, out in (
        ("flees", True, False),
        ("surrenders", False, True),
        ("charges", False, False),
    ):
        made = fight(someone("Q", "b", resolve=2), start=2).take(Break(who="Q", how=how))
        assert made.state.mark("Q", "broken") == how
        assert made.state.on_board("Q") is not gone
        assert bool(made.state.mark("Q", "out")) is out
        assert "breaks|Q" not in dues(made)


@pytest.mark.rule("IM-SUPERIORITY-06")
def test_heroes_and_those_without_resolve_never_break_and_it_can_be_skipped():
    hero = someone("H", "a", side="heroes", resolve=1)
    made = fight(someone("Q", "b", resolve=2), someone("R", "b"), heroes=[hero], start=5)
    assert [key for key in dues(made) if key.startswith("breaks")] == ["breaks|Q"]
    made.take(Settle(due="breaks|Q"))
    assert dues(made)["breaks|Q"].skipped


@pytest.mark.rule("IM-SUPERIORITY-04", "IM-SUPERIORITY-06", "IM-CRITICALS-03")
def test_a_leader_felled_by_a_lost_critical_breaks_its_guards():
    """The blow loses its contest, its Critical kills all the same, and the guard's nerve goes."""
    from desktop.core.packs.imperium.melee import Strike

    leader, guard = doomed(at="a", role="leader", melee=60), someone("G", "a", resolve=1)
    made = fight(leader, guard).close("P", "Q")
    made.take(Strike(who="P", target="Q"), 33, 12, 8, 5)
    assert made.only(e.Contested).winner == "Q"
    assert value(made) == 1
    assert "breaks|G" in dues(made)


@pytest.mark.rule("IM-SUPERIORITY-02")
def test_superiority_is_offered_not_asked_for():
    made = fight(someone("Q", "b"), start=2).take(SHOOT, 21)
    assert sides_of(made.test_of("P").tally, "levels") == []
