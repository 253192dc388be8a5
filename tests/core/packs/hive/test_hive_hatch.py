"""Hatches: going down, the checks of the End phase, and coming up."""

import pytest

from desktop.core.model.words import Square
from desktop.core.packs.hive.hatch import EnterHatch, is_out_at_the_end
from desktop.core.rules import events as e
from desktop.core.rules.actions import EndTurn, Settle, Walk
from desktop.core.rules.due import due
from tests.helpers.build import board, feature, zone
from tests.helpers.hive import SPACES, ganger, guest, hive, said

A, B, C = (
    feature(name, at, kind="hatch") for name, at in (("A", (3, 2)), ("B", (10, 2)), ("C", (17, 2)))
)
DOWN = EnterHatch(who="P", hatch="A")


def rules(refusals):
    return [refusal.rule for refusal in refusals]


def hatched(*people, things=(A, B, C), at=(1, 2), space="squares", rulings=None, **p):
    on = board(
        *(zone(name, at=(7 * x, 0, 7, 5)) for x, name in enumerate("xyz")), *things, size=(21, 5)
    )  # fmt: skip
    me = ganger("P", at, side="heroes", intelligence=8, **p)
    return hive(me, *people, on=on, space=space, rulings=rulings).turn("P")


def below(*people, **fields):
    """P has gone down A in round 1."""
    made = hatched(*people, **fields)
    return made.take(Walk(who="P", to=Square(2, 2))).take(DOWN)


def round_end(made, *answers):
    """End the round that is on, with what its End phase asks."""
    from desktop.core.rules.actions import BeginTurn

    number = made.state.round
    while made.state.round == number:
        if made.state.acting:
            made.take(EndTurn())
        if len(made.state.acted) == len(made.state.order):
            made.take(BeginTurn(), *answers)
        else:
            made.take(BeginTurn(), *(answers if _last(made) else ()))
    return made


def _last(made):
    """Whether nobody with a turn to have is left in this round."""
    left = [entry for entry in made.state.order if entry.id not in made.state.acted]
    return all(not made.state.on_board(who) for entry in left for who in entry.members)


def seat(made):
    return made.state.fighters["P"].seat


@pytest.mark.rule("ZM-HATCH-01")
@pytest.mark.parametrize("space", SPACES)
def test_a_move_that_ends_beside_a_hatch_may_go_down_it(space):
    made = hatched(space=space)
    assert "hatch:A" not in made.offers("P")
    made.take(Walk(who="P", to=Square(2, 3)))
    assert made.offers("P")["hatch:A"].refusals == ()
    made.take(DOWN)
    assert made.state.fighters["P"].off == "below a hatch"
    assert made.state.mark("P", "went down by") == "A"


@pytest.mark.rule("ZM-HATCH-01")
def test_not_from_further_away_and_not_after_a_charge():
    made = hatched(at=(0, 2)).take(Walk(who="P", to=Square(1, 2)))
    assert rules(made.refused(DOWN)) == ["ZM-HATCH-01"]
    made = hatched().take(Walk(who="P", to=Square(2, 2), pay="run"))
    assert rules(made.refused(DOWN)) == ["ZM-HATCH-01"]


@pytest.mark.rule("ZM-HATCH-01", "ZM-HATCH-03")
def test_a_single_hatch_warns_or_is_not_offered():
    made = hatched(things=(A,)).take(Walk(who="P", to=Square(2, 2))).take(DOWN)
    assert said(made) == ["P goes down A, and there is no other"]
    never = hatched(things=(A,), rulings={"zm_hatch_single": "not offered"})
    never.take(Walk(who="P", to=Square(2, 2)))
    assert rules(never.refused(DOWN)) == ["ZM-HATCH-01"]


@pytest.mark.rule("ZM-HATCH-02")
def test_the_check_comes_in_the_end_phase_of_the_next_round():
    made = below(ganger("Q", (20, 4)))
    lines = [line for line in due(made.book, made.state) if line.key == "hatch|P"]
    assert [(line.when, line.number) for line in lines] == [("round 2", "2d6")]
    round_end(made)
    assert (made.state.round, made.tests) == (2, [])
    round_end(made, 4, 4, "B")
    assert [(test.dice, test.face, test.target, test.rule) for test in made.tests] == [
        ("2d6", 8, 8, "ZM-HATCH-02")
    ]
    assert made.state.round == 3


@pytest.mark.rule("ZM-HATCH-02")
def test_its_turn_is_skipped_while_it_is_below():
    made = round_end(below(ganger("Q", (20, 4))))
    assert (made.state.round, made.state.acting) == (2, "Q")
    assert "P is below a hatch and does not act" in said(made)


@pytest.mark.rule("ZM-HATCH-02")
def test_a_check_may_be_skipped_and_then_comes_a_round_later():
    made = round_end(below(ganger("Q", (20, 4)))).take(Settle(due="hatch|P"))
    round_end(made)
    assert made.state.round == 3
    round_end(made, 6, 6, "C")
    assert made.state.fighters["P"].off is None


@pytest.mark.rule("ZM-HATCH-02")
def test_a_guest_makes_a_test():
    on = hatched().state.encounter.board
    people = guest("P", (1, 2), side="heroes", skills={"tech": 30}), ganger("Q", (20, 4))
    made = hive(*people, on=on, space="squares").turn("P")
    made.take(Walk(who="P", to=Square(2, 2))).take(DOWN)
    round_end(round_end(made), 30, "B")
    assert (made.tests[0].target, seat(made)) == (30, (10, 2))


@pytest.mark.rule("ZM-HATCH-03")
@pytest.mark.parametrize("space", SPACES)
def test_a_pass_comes_up_by_another_hatch(space):
    made = round_end(round_end(below(ganger("Q", (20, 4)), space=space)), 6, 6, "C")
    assert made.state.zone_of("P") == "z"
    assert max(abs(seat(made).x - 17), abs(seat(made).y - 2)) <= 1
    assert made.state.mark("P", "went down by") is None


@pytest.mark.rule("ZM-HATCH-03")
def test_it_comes_up_standing():
    made = below(ganger("Q", (20, 4)))
    made.let(e.ConditionSet(who="P", condition="prone", now=e.Condition()))
    round_end(round_end(made), 6, 6, "B")
    assert "prone" not in made.state.fighters["P"].conditions


@pytest.mark.rule("ZM-HATCH-03", "ZM-HATCH-05")
def test_its_player_has_the_others_and_the_foe_has_all_and_none():
    from desktop.core.rules.questions import Asked

    for dice, keys in (((6, 6), ["B", "C"]), ((2, 3), ["A", "B", "C", "stay off"])):
        made = round_end(below(ganger("Q", (20, 4))))
        with pytest.raises(Asked) as asked:
            round_end(made, *dice)
        assert [option.key for option in asked.value.question.options] == keys


@pytest.mark.rule("ZM-HATCH-04")
def test_it_comes_up_away_from_foes_and_on_nobody():
    people = ganger("Q", (20, 4)), ganger("R", (11, 1)), ganger("F", (9, 3), side="heroes")
    made = round_end(round_end(below(*people)), 6, 6, "C")
    assert seat(made) == (17, 2)
    made = round_end(below(*people))
    with pytest.raises(Exception, match="comes up"):
        round_end(made, 6, 6)
    friend = ganger("F", (10, 2), side="heroes")
    made = round_end(round_end(below(ganger("Q", (20, 4)), friend)), 6, 6, "B")
    assert seat(made) != (10, 2)


@pytest.mark.rule("ZM-HATCH-04", "ZM-HATCH-03")
def test_with_no_room_it_stays_below_or_comes_up_further_off():
    foes = ganger("Q", (10, 2)), ganger("R", (17, 2))
    made = round_end(round_end(below(*foes)), 6, 6)
    assert made.state.fighters["P"].off == "below a hatch"
    assert made.state.mark("P", "below since round") == 2
    near = {"zm_hatch_no_spot": "nearest legal spot"}
    made = round_end(round_end(below(*foes, rulings=near)), 6, 6)
    assert made.state.fighters["P"].off is None
    assert min(abs(seat(made).x - 10), abs(seat(made).x - 17)) == 2


@pytest.mark.rule("ZM-HATCH-05")
def test_on_a_failure_the_other_side_sets_it_up_anywhere():
    made = round_end(round_end(below(ganger("Q", (20, 4)))), 2, 3, "A")
    assert max(abs(seat(made).x - 3), abs(seat(made).y - 2)) <= 1


@pytest.mark.rule("ZM-HATCH-05", "ZM-HATCH-04")
def test_the_other_side_keeps_the_limits_or_not():
    foe = ganger("Q", (3, 2))
    made = round_end(below(foe))
    with pytest.raises(Exception, match="is no choice here"):
        round_end(made, 2, 3, "A")
    free = {"zm_hatch_opponent": "anywhere within one"}
    made = round_end(round_end(below(foe, rulings=free)), 2, 3, "A")
    assert max(abs(seat(made).x - 3), abs(seat(made).y - 2)) <= 1


@pytest.mark.rule("ZM-HATCH-06")
def test_left_below_it_checks_again_a_round_later():
    made = round_end(round_end(below(ganger("Q", (20, 4)))), 2, 3, "stay off")
    assert made.state.round == 3
    round_end(made, 4, 5, "B")
    assert [test.rule for test in made.tests] == ["ZM-HATCH-06"]
    assert seat(made) == (10, 2)


@pytest.mark.rule("ZM-HATCH-06")
def test_a_second_failure_is_the_same_choice_or_none():
    made = round_end(round_end(below(ganger("Q", (20, 4)))), 2, 3, "stay off")
    assert seat(round_end(made, 1, 1, "C")) is not None
    stays = {"zm_hatch_refail": "stays below"}
    made = round_end(round_end(below(ganger("Q", (20, 4)), rulings=stays)), 2, 3, "stay off")
    assert seat(round_end(made, 1, 1)) is None


@pytest.mark.rule("ZM-HATCH-02", "ZM-HATCH-06")
def test_below_at_the_end_is_off_the_board_or_out():
    assert not is_out_at_the_end(below().state, "P")
    lost = below(rulings={"zm_hatch_battle_end": "out of action"})
    assert is_out_at_the_end(lost.state, "P")
    (line,) = [line for line in due(lost.book, lost.state) if line.key == "hatch|P"]
    assert line.says.endswith("Out of Action if the fight ends")


@pytest.mark.rule("ZM-HATCH-02", "ZM-SLUDGE-02")
@pytest.mark.parametrize(
    ("rulings", "first"), [({}, "Q"), ({"zm_hatch_order": "with the sludge"}, "P")]
)
def test_hatches_come_after_the_sludge_or_before(rulings, first):
    on = hatched().state.encounter.board
    from dataclasses import replace

    on = replace(on, squares={"ground": {Square(20, 4): "sludge"}})
    lies = ganger("Q", (20, 4), starts={"conditions": {"prone": ""}})
    people = ganger("P", (1, 2), side="heroes"), lies, ganger("R", (14, 4))
    made = hive(*people, on=on, space="squares", rulings=rulings).turn("P")
    made.take(Walk(who="P", to=Square(2, 2))).take(DOWN)
    round_end(made, 5)
    answers = [5, 6, 6, "B"] if not rulings else [6, 6, "B", 5]
    round_end(made, *answers)
    told = [
        fact.who
        for fact in made.last.step.events
        if isinstance(fact, e.Tested) or (isinstance(fact, e.Said) and "sludge" in fact.text)
    ]
    assert told[0] == first
