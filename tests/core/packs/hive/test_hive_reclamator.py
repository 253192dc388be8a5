"""Protein reclamators: falling in, climbing out, and being cycled."""

import pytest

from desktop.core.model.words import Square
from desktop.core.packs.hive.panel import AccessTerminal
from desktop.core.packs.hive.reclamator import ClimbOut, CycleReclamator
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules import events as e
from desktop.core.rules.actions import EndTurn, Force, Walk
from desktop.core.rules.due import due
from tests.helpers.build import board, feature, zone
from tests.helpers.hive import SPACES, ganger, guest, hive, said

PUSH = Force(who="P", to=Square(4, 2))
CLIMB = ClimbOut(who="P")
CYCLE = CycleReclamator(who="Q", reclamator="vat")
LAY = Suffer(who="P", condition="prone")
INSIDE = "in the reclamator"


def rules(refusals):
    return [refusal.rule for refusal in refusals]


def vat(*people, at=(3, 2), space="squares", rulings=None, **p):
    on = board(
        zone("a", at=(0, 0, 12, 6), start="heroes"),
        feature("vat", (4, 2), (5, 2), kind="reclamator"),
        feature("panel", (9, 2), kind="panel", works=("vat",)), size=(12, 6),
    )  # fmt: skip
    me = ganger("P", at, side="heroes", **p)
    return hive(me, *people, on=on, space=space, rulings=rulings).turn("P")


def fallen(*people, **fields):
    return vat(*people, **fields).take(PUSH, 3)


def seat(made, who="P"):
    return made.state.fighters[who].seat


@pytest.mark.rule("ZM-RECLAMATOR-01")
@pytest.mark.parametrize("space", SPACES)
def test_it_is_shunned_and_calls_for_the_checks_of_a_pitfall(space):
    made = vat(space=space)
    assert "ZM-RECLAMATOR-01" in rules(made.refused(Walk(who="P", to=Square(4, 2))))
    made.take(PUSH, 4)
    assert [test.rule for test in made.tests] == ["ZM-RECLAMATOR-01"]
    assert made.state.mark("P", INSIDE) is None
    assert "prone" in made.state.fighters["P"].conditions


@pytest.mark.rule("ZM-RECLAMATOR-01", "ZM-PITFALL-02")
def test_laid_low_beside_it_one_stays_out_or_falls_in():
    words = {"chose|P": False}
    out = vat().take(LAY, 4, words=words)
    assert (seat(out), out.state.mark("P", INSIDE)) == ((3, 2), None)
    into = vat().take(LAY, 3, words=words)
    assert (seat(into), into.state.mark("P", INSIDE)) == ((4, 2), "vat")


@pytest.mark.rule("ZM-RECLAMATOR-01", "ZM-PANEL-07")
def test_shut_down_it_is_a_hole_still_or_none():
    for rulings, tests in (({}, 1), ({"zm_shutdown_passive": "everything stops"}, 0)):
        made = vat(rulings=rulings).marked("vat", "shut down").take(PUSH, *([5] * tests))
        assert len(made.tests) == tests


@pytest.mark.rule("ZM-RECLAMATOR-02")
def test_one_who_falls_in_stays_in_play_prone_with_nothing_left():
    made = fallen()
    fighter = made.state.fighters["P"]
    assert (fighter.seat, fighter.off) == ((4, 2), None)
    assert {"prone", "pinned"} <= fighter.conditions.keys()
    assert (fighter.left["move"], fighter.left["action"]) == (0, 0)
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("ZM-RECLAMATOR-03", "ZM-RECLAMATOR-04")
@pytest.mark.parametrize("space", SPACES)
def test_its_next_activation_goes_on_climbing_out(space):
    made = fallen(ganger("Q", (11, 5)), space=space).turn("P")
    assert made.state.fighters["P"].left["climb"] == 2
    assert made.state.fighters["P"].left["action"] == 0
    assert "ZM-RECLAMATOR-03" in rules(made.refused(Walk(who="P", to=Square(8, 4))))
    assert made.offers("P")["climb out"].refusals == ()
    made.take(CLIMB).take(CLIMB)
    assert rules(made.refused(CLIMB)) == ["ZM-RECLAMATOR-03"]
    made.take(EndTurn())
    assert made.state.mark("P", INSIDE) is None
    assert seat(made) not in {(4, 2), (5, 2)}
    assert {"prone", "pinned"} <= made.state.fighters["P"].conditions.keys()


@pytest.mark.rule("ZM-RECLAMATOR-03")
def test_the_table_is_reminded_of_who_is_inside():
    made = fallen(ganger("Q", (11, 5)))
    (line,) = [line for line in due(made.book, made.state) if line.rule == "ZM-RECLAMATOR-03"]
    assert (line.who, line.when) == ("P", "round 2")


@pytest.mark.rule("ZM-RECLAMATOR-03")
def test_one_move_is_too_few_unless_they_add_up():
    made = fallen(ganger("Q", (11, 5))).turn("P").take(CLIMB).turn("P")
    assert made.state.mark("P", INSIDE) == "vat"
    assert made.state.mark("P", "has climbed") is None
    spread = {"zm_reclaim_short": "spread over turns"}
    made = fallen(ganger("Q", (11, 5)), rulings=spread).turn("P").take(CLIMB).turn("P")
    made.take(CLIMB).take(EndTurn())
    assert made.state.mark("P", INSIDE) is None


@pytest.mark.rule("ZM-RECLAMATOR-03")
def test_one_who_lies_seriously_injured_stays_inside():
    made = fallen(ganger("Q", (11, 5)))
    made.let(e.ConditionSet(who="P", condition="seriously injured", now=e.Condition())).turn("P")
    assert rules(made.refused(CLIMB)) == ["ZM-RECLAMATOR-03"]


@pytest.mark.rule("ZM-RECLAMATOR-03", "ZM-RECLAMATOR-04")
def test_by_one_reading_it_must_stand_up_first():
    first = {"zm_reclaim_prone": "stand up first"}
    made = fallen(ganger("Q", (11, 5)), rulings=first).turn("P")
    assert made.state.fighters["P"].left["climb"] == 0
    assert "prone" not in made.state.fighters["P"].conditions
    made.turn("P").take(CLIMB).take(CLIMB).take(EndTurn())
    assert made.state.mark("P", INSIDE) is None
    assert "prone" in made.state.fighters["P"].conditions


@pytest.mark.rule("ZM-RECLAMATOR-05")
def test_it_is_cycled_from_its_panel_standing_active_and_outside():
    made = fallen(ganger("Q", (8, 2))).turn("Q")
    assert made.refused(CYCLE) == ()
    assert made.offers("Q")["cycle:vat"].refusals == ()
    for at in ((7, 2), (4, 2)):
        far = fallen(ganger("Q", (8, 2)))
        far.let(e.Moved(who="Q", how="put", level="ground", to=Square(*at))).turn("Q")
        assert "ZM-RECLAMATOR-05" in rules(far.refused(CYCLE))
    made.let(e.ConditionSet(who="Q", condition="prone", now=e.Condition()))
    assert rules(made.refused(CYCLE)) == ["ZM-RECLAMATOR-05"]
    inside = fallen(ganger("Q", (8, 2))).marked("Q", INSIDE, "vat").turn("Q")
    assert "ZM-RECLAMATOR-05" in rules(inside.refused(CYCLE))


@pytest.mark.rule("ZM-RECLAMATOR-05", "ZM-RECLAMATOR-06")
def test_shut_down_it_does_not_cycle_unless_read_so():
    made = fallen(ganger("Q", (8, 2))).turn("Q").marked("vat", "shut down")
    assert rules(made.refused(CYCLE)) == ["ZM-PANEL-07"]
    still = {"zm_cycle_shutdown": "still cycles"}
    made = fallen(ganger("Q", (8, 2)), rulings=still).turn("Q").marked("vat", "shut down")
    assert made.refused(CYCLE) == ()


@pytest.mark.rule("ZM-RECLAMATOR-06", "ZM-RECLAMATOR-07")
@pytest.mark.parametrize("space", SPACES)
def test_a_pass_takes_everyone_inside_out_of_whatever_side(space):
    friend = ganger("F", (6, 2))
    made = fallen(ganger("Q", (8, 2), intelligence=8), friend, space=space)
    made.take(Force(who="F", to=Square(5, 2)), 1).turn("Q").take(CYCLE, 4, 4)
    assert (made.tests[0].target, made.tests[0].face) == (8, 8)
    assert [made.state.fighters[who].off for who in "PFQ"] == ["out", "out", None]
    assert [made.state.mark(who, "lasting injury") for who in "PF"] == [
        "Critical Injury (61-65)"
    ] * 2
    assert "F: Critical Injury (61-65), which is not rolled for" in said(made)


@pytest.mark.rule("ZM-RECLAMATOR-06")
def test_a_failure_does_nothing_and_the_panel_may_make_it_harder():
    made = fallen(ganger("Q", (8, 2), intelligence=8)).turn("Q").take(CYCLE, 4, 3)
    assert made.state.on_board("P")
    assert made.state.fighters["Q"].left["action"] == 0
    harder = {"zm_cycle_modifier": "as any panel"}
    made = fallen(ganger("Q", (8, 2), intelligence=8), rulings=harder).turn("Q")
    made.take(CYCLE, 5, 4)
    assert (made.tests[0].target, made.state.on_board("P")) == (10, True)


@pytest.mark.rule("ZM-RECLAMATOR-05", "ZM-PANEL-05")
def test_a_panel_does_not_cycle_it_by_its_own_action():
    made = fallen(ganger("Q", (8, 2))).turn("Q")
    work = AccessTerminal(who="Q", panel="panel", thing="vat")
    assert rules(made.refused(work)) == ["ZM-PANEL-05"]
    stops = AccessTerminal(who="Q", panel="panel", thing="vat", does="shut down")
    assert made.refused(stops) == ()


@pytest.mark.rule("ZM-RECLAMATOR-02")
def test_whoever_is_pulled_out_is_inside_no_more():
    made = fallen().let(e.Moved(who="P", how="put", level="ground", to=Square(2, 2)))
    assert made.state.mark("P", INSIDE) is None


@pytest.mark.rule("ZM-RECLAMATOR-06")
def test_a_guest_cycles_it_by_a_test():
    on = vat().state.encounter.board
    people = ganger("P", (3, 2), side="heroes"), guest("Q", (8, 2), skills={"tech": 45})
    made = hive(*people, on=on, space="squares").turn("P").take(PUSH, 2).turn("Q").take(CYCLE, 45)
    assert (made.tests[0].target, made.state.fighters["P"].off) == (45, "out")
