"""Control panels: who may use one, what it works, and what is shut down."""

import pytest

from desktop.core.model.moments import AddTrait
from desktop.core.model.words import Square
from desktop.core.packs.hive.hatch import EnterHatch
from desktop.core.packs.hive.lift import RideLift
from desktop.core.packs.hive.panel import AccessTerminal
from desktop.core.packs.hive.setup import AgreeOnPiece
from desktop.core.rules import events as e
from desktop.core.rules.actions import Settle, Walk
from desktop.core.rules.due import due
from desktop.core.rules.traits import has_trait
from tests.helpers.build import board, door, feature, level, link, wall, zone
from tests.helpers.hive import SPACES, ganger, guest, hive

HOIST = feature("hoist", (9, 1), kind="lift", stops=(("floor", (9, 1)), ("gantry", (9, 1))))
PANEL = feature("panel", (2, 2), kind="panel", works=("hoist",))
LIFT = AccessTerminal(who="P", panel="panel", thing="hoist")
DOWN = AccessTerminal(who="P", panel="panel", thing="hoist", does="shut down")
START = AccessTerminal(who="P", panel="panel", thing="hoist", does="start")


def rules(refusals):
    return [refusal.rule for refusal in refusals]


def at_panel(*people, things=(PANEL, HOIST), at=(3, 2), space="squares", rulings=None, **p):
    on = board(
        level("floor"), level("gantry", 4),
        zone("west", at=(0, 0, 6, 6), start="heroes"), zone("east", at=(6, 0, 6, 6)),
        zone("walk", at=(6, 0, 6, 6), level="gantry"), link("west", "east", through="gate"),
        wall((6, 0), (6, 2)), wall((6, 3), (6, 6)), door("gate", ((6, 2), (6, 3))),
        *things, size=(12, 6),
    )  # fmt: skip
    me = ganger("P", at, side="heroes", **p)
    return hive(me, *people, on=on, space=space, rulings=rulings).turn("P")


@pytest.mark.rule("ZM-PANEL-01")
def test_only_what_is_a_panel_offers_what_a_panel_does():
    others = (feature("desk", (2, 1)), feature("drum", (2, 3), kind="container"))
    made = at_panel(things=(PANEL, HOIST, *others))
    keys = [key for key in made.offers("P") if key.startswith("panel:")]
    assert keys == ["panel:panel:work:hoist:gantry", "panel:panel:shut down:hoist"]
    desk = AccessTerminal(who="P", panel="desk", thing="hoist")
    assert any(refusal.final for refusal in made.refused(desk))


@pytest.mark.rule("ZM-PANEL-02", "ZM-PANEL-05")
@pytest.mark.parametrize("space", SPACES)
def test_a_linked_lift_moves_with_nobody_on_it(space):
    made = at_panel(space=space).take(LIFT, 4, 5)
    assert made.state.encounter.board.features["hoist"].level == "gantry"
    assert made.state.fighters["P"].left["action"] == 0


@pytest.mark.rule("ZM-PANEL-02")
def test_a_panel_linked_to_nothing_or_to_something_else_is_refused():
    bare = feature("panel", (2, 2), kind="panel")
    assert "ZM-PANEL-02" in rules(at_panel(things=(bare, HOIST)).refused(LIFT))
    made = at_panel()
    other = AccessTerminal(who="P", panel="panel", thing="gate")
    assert [refusal.final for refusal in made.refused(other)] == [True]


@pytest.mark.rule("ZM-PANEL-03")
def test_within_an_inch_standing_and_active():
    assert at_panel(at=(3, 3)).refused(LIFT) == ()
    assert rules(at_panel(at=(4, 2)).refused(LIFT)) == ["ZM-PANEL-03"]
    made = at_panel().let(e.ConditionSet(who="P", condition="prone", now=e.Condition()))
    assert rules(made.refused(LIFT)) == ["ZM-PANEL-03"]
    pinned = at_panel().let(e.ConditionSet(who="P", condition="pinned", now=e.Condition()))
    assert rules(pinned.refused(LIFT)) == ["ZM-PANEL-03"]
    anyone = at_panel(rulings={"zm_terminal_status": "whoever can act"})
    anyone.let(e.ConditionSet(who="P", condition="prone", now=e.Condition()))
    assert anyone.refused(LIFT) == ()


@pytest.mark.rule("ZM-PANEL-03")
def test_where_zones_measure_the_same_zone_is_near_enough_or_not():
    assert at_panel(at=(5, 5), space="zones").refused(LIFT) == ()
    assert rules(at_panel(at=(7, 5), space="zones").refused(LIFT)) == ["ZM-PANEL-03"]
    reach = {"hive_in_zones": "in reach"}
    made = at_panel(at=(5, 5), space="zones", rulings=reach)
    assert rules(made.refused(LIFT)) == ["ZM-PANEL-03"]
    made.let(e.Related(kind="reach", one="P", other="panel"))
    assert made.refused(LIFT) == ()


@pytest.mark.rule("ZM-PANEL-04")
@pytest.mark.parametrize(("dice", "passed"), [((4, 5), True), ((4, 4), False)])
def test_the_check_is_at_minus_two(dice, passed):
    made = at_panel().take(LIFT, *dice)
    assert (made.tests[0].dice, made.tests[0].target, made.tests[0].passed) == ("2d6", 9, passed)
    assert (made.state.encounter.board.features["hoist"].level == "gantry") is passed
    assert rules(made.refused(LIFT)) == (["ZM-PANEL-03", "ZM-PANEL-03", "ZM-LIFT-05"]
                                         if passed else ["ZM-PANEL-03"] * 2)  # fmt: skip


@pytest.mark.rule("ZM-PANEL-04")
def test_a_guest_makes_a_hard_test_of_tech_or_logic():
    on = at_panel().state.encounter.board
    skilled = guest("P", (3, 2), side="heroes", skills={"tech": 50, "logic": 70})
    for rulings, target in (({}, 30), ({"hive_intelligence_test": "logic"}, 50),
                            ({"hive_pip": "five"}, 40)):  # fmt: skip
        made = hive(skilled, on=on, space="squares", rulings=rulings).turn("P").take(LIFT, 12)
        assert made.tests[0].target == target


@pytest.mark.rule("ZM-PANEL-05")
def test_the_round_of_a_lift_is_spent_or_not():
    on = at_panel().state.encounter.board
    people = ganger("R", (9, 1), side="heroes"), ganger("P", (3, 2), side="heroes")
    ride = RideLift(who="R", lift="hoist", to="gantry")
    made = hive(*people, on=on, space="squares").turn("R").take(ride).turn("P")
    assert made.state.round == 1
    assert rules(made.refused(LIFT)) == ["ZM-LIFT-05"]
    extra = {"zm_lift_panel_limit": "panels extra"}
    made = hive(*people, on=on, space="squares", rulings=extra).turn("R").take(ride).turn("P")
    assert made.refused(LIFT) == ()


@pytest.mark.rule("ZM-PANEL-05")
def test_a_feature_does_by_a_panel_what_it_does_when_used():
    fan = feature("fan", (9, 4), used=(AddTrait(add="dark", to=("east",)),))
    panel = feature("panel", (2, 2), kind="panel", works=("fan",))
    made = at_panel(things=(fan, panel))
    made.take(AccessTerminal(who="P", panel="panel"), 6, 6)
    assert has_trait(made.state, "east", "dark")


@pytest.mark.rule("ZM-PANEL-06", "ZM-PANEL-07")
def test_shut_down_until_the_end_phase_of_the_next_round():
    made = at_panel(ganger("R", (9, 1), side="heroes")).take(DOWN, 6, 6)
    ride = RideLift(who="R", lift="hoist", to="gantry")
    assert made.state.round == 1
    made.turn("R")
    assert rules(made.refused(ride)) == ["ZM-PANEL-07"]
    assert not any(key.startswith("lift:") for key in made.offers("R"))
    made.turn("P")
    assert (made.state.round, made.refused(START)) == (2, ())
    lines = [line for line in due(made.book, made.state) if line.says == "starts again"]
    assert [(line.who, line.when) for line in lines] == [("hoist", "end phase")]
    made.turn("R").turn("P")
    assert (made.state.round, made.state.mark("hoist", "shut down")) == (3, None)


@pytest.mark.rule("ZM-PANEL-06")
def test_a_pass_starts_it_again_before_that():
    made = at_panel().take(DOWN, 6, 6)
    assert rules(made.turn("P").refused(DOWN)) == ["ZM-PANEL-06"]
    made.take(START, 5, 4)
    assert made.state.mark("hoist", "shut down") is None
    assert rules(made.turn("P").refused(START)) == ["ZM-PANEL-06"]


@pytest.mark.rule("ZM-PANEL-06")
def test_the_gm_may_keep_it_shut_down_for_longer():
    made = at_panel().take(DOWN, 6, 6).take(Settle(due="lapse:hoist:shut down"))
    made.turn("P").turn("P")
    assert (made.state.round, made.state.mark("hoist", "shut down")) == (3, True)


@pytest.mark.rule("ZM-PANEL-06")
def test_a_shutdown_ends_as_the_phase_begins_or_when_it_is_over():
    for rulings, point in (({}, "end phase"), ({"zm_shutdown_end": "when it ends"},
                                               "end of round")):  # fmt: skip
        made = at_panel(rulings=rulings).take(DOWN, 6, 6)
        until = made.state.marks["hoist", "shut down"].until
        assert until == e.Until(point, 2)


@pytest.mark.rule("ZM-PANEL-07")
def test_shut_down_while_its_door_is_open_the_door_stays_so():
    from desktop.core.packs.hive.door import OperateDoor

    panel = feature("panel", (5, 1), kind="panel", works=("gate",))
    made = at_panel(things=(panel,), at=(5, 2))
    opens = AccessTerminal(who="P", panel="panel", thing="gate")
    stops = AccessTerminal(who="P", panel="panel", thing="gate", does="shut down")
    made.take(opens, 6, 5).turn("P").take(stops, 6, 5)
    operate = OperateDoor(who="P", door="gate")
    assert made.state.encounter.board.doors["gate"].state == "open"
    assert rules(made.refused(operate)) == ["ZM-PANEL-07"]
    made.take(Walk(who="P", to=Square(7, 2)))
    assert made.state.fighters["P"].seat == (7, 2)
    made.turn("P").turn("P")
    assert made.state.round == 4
    assert made.refused(operate) == ()


@pytest.mark.rule("ZM-PANEL-07")
def test_a_hatch_is_a_mechanism_too():
    hatch = feature("hatch", (3, 3), kind="hatch")
    panel = feature("panel", (2, 2), kind="panel", works=("hatch",))
    made = at_panel(things=(hatch, panel))
    made.take(AccessTerminal(who="P", panel="panel", thing="hatch", does="shut down"), 6, 6)
    assert "ZM-PANEL-07" in rules(made.refused(EnterHatch(who="P", hatch="hatch")))


@pytest.mark.rule("ZM-PANEL-08")
def test_a_panel_beside_a_door_works_that_door():
    panel = feature("panel", (5, 1), kind="panel")
    made = at_panel(things=(panel, HOIST), at=(5, 2))
    keys = [key for key in made.offers("P") if key.startswith("panel:")]
    assert keys == ["panel:panel:work:gate", "panel:panel:shut down:gate"]
    made.take(AccessTerminal(who="P", panel="panel"), 6, 3)
    assert made.state.encounter.board.doors["gate"].state == "open"


@pytest.mark.rule("ZM-PANEL-01", "ZM-SETUP-07")
def test_a_panel_in_dispute_is_plain():
    made = at_panel().take(AgreeOnPiece(thing="panel", special=False))
    assert "ZM-SETUP-07" in rules(made.refused(LIFT))
    assert not any(key.startswith("panel:") for key in made.offers("P"))
    assert made.take(AgreeOnPiece(thing="panel")).refused(LIFT) == ()
