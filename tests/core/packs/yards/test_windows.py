"""Windows: through an open one, and through the glass of a shut one."""

import pytest

from desktop.core.packs.yards.window import Dive
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from desktop.core.rules.walk import planned
from tests.helpers.build import board, door, level, link, wall, zone
from tests.helpers.moves import rules
from tests.helpers.yards import YARD, measured, native, rooms

DIVE = Dive(who="P", door="w")
ALL = {"economy": "yards", "door": "yards", "fall": "yards"}


def at_a_window(state="closed", *, who=None, rulings=None, space="measured", **fields):
    pane = door("w", ((6, 1), (6, 2)), state, kind="window", **fields)
    on = rooms(wall((6, 0), (6, 6)), pane, link("in", "out", through="w"))
    return measured(who or native(at=(5, 1)), on=on, rulings=rulings, slots=ALL, space=space)


def upstairs(state="closed", *, rulings=None, **figures):
    """Return P in a room four yards above the street, at a window over it."""
    pane = door("w", ((6, 1), (6, 2)), state, kind="window", level="first")
    on = board(
        level("street"), level("first", 4 * YARD), zone("room", at=(0, 0, 6, 6), level="first"),
        wall((6, 0), (6, 6), level="first"), pane, size=(12, 6),
    )  # fmt: skip
    fighter, profile = native(at=(5, 1), **figures)
    from dataclasses import replace

    return measured((replace(fighter, level="first"), profile), on=on, rulings=rulings, slots=ALL)


def dive(made, *faces, words=None):
    return made.take(DIVE, *faces, words=words)


def pane_of(made):
    return made.state.encounter.board.doors["w"].state


@pytest.mark.rule("INQ-WINDOWS-01")
def test_a_small_open_window_takes_an_action():
    made = at_a_window("open", takes_action=True)
    way = planned(made.book, made.state, Walk(who="P", to=(7, 1)))
    assert [each.says for each in way.consequences] == ["w takes an action"]
    made.take(Walk(who="P", to=(7, 1)))
    assert (made.at(), made.left()) == ((7, 1), 0)
    made = at_a_window("open", takes_action=True).let(e.BudgetSet(who="P", left={"action": 1}))
    made.take(Walk(who="P", to=(7, 1)))
    assert made.at() == (5, 1)
    assert made.said() == ["P has no action left to get through w"]


@pytest.mark.rule("INQ-WINDOWS-01")
def test_getting_through_is_all_that_the_action_does():
    made = at_a_window("open", takes_action=True)
    reach = made.book.space.reach(made.book, made.state, "P")
    assert reach.says[reach.squares["ground", (6, 1)]] == "1 action: 6 yd"
    way = planned(made.book, made.state, Walk(who="P", to=(6, 1)))
    assert (way.says, way.pays) == ("Steps to out, w takes an action", {})
    made.take(Walk(who="P", to=(6, 1)))
    assert (made.at(), made.left()) == ((6, 1), 1)
    spent = at_a_window("open", takes_action=True).let(e.BudgetSet(who="P", left={"action": 0}))
    assert rules(spent.refused(Walk(who="P", to=(6, 1)))) == ["INQ-MOVEMENT-02"]


@pytest.mark.rule("INQ-WINDOWS-01")
def test_a_sill_makes_a_window_small_where_zones_measure_as_well():
    made = at_a_window("open", metres=1, space="zones", who=native(at="in"))
    made.take(Walk(who="P", to="out", pay="run"))
    assert (made.state.zone_of("P"), made.left()) == ("out", 0)


@pytest.mark.rule("INQ-WINDOWS-02")
@pytest.mark.parametrize("fields", [{}, {"metres": 1, "takes_action": False}])
def test_a_window_to_the_floor_costs_nothing_unless_the_gm_says_otherwise(fields):
    made = at_a_window("open", **fields)
    made.take(Walk(who="P", to=(9, 1), gait="walk"))
    assert (made.at(), made.left()) == ((9, 1), 1)


@pytest.mark.rule("INQ-WINDOWS-03")
def test_a_passed_dive_gets_through_unhurt():
    made = dive(at_a_window(), 44)
    assert (made.at(), made.state.fighters["P"].wounds, made.left()) == ((6, 1), 0, 1)
    assert pane_of(made) == "broken"
    assert dive(at_a_window(rulings={"inq_dive_cost": "within a move"}), 44).left() == 2


@pytest.mark.rule("INQ-WINDOWS-03")
def test_bulletproof_glass_is_not_dived_through_and_by_one_reading_no_reinforced_one():
    made = at_a_window(material="bulletproof glass")
    assert rules(made.refused(DIVE)) == ["INQ-WINDOWS-03"]
    assert not at_a_window(toughness=30).refused(DIVE)
    made = at_a_window(toughness=30, rulings={"inq_dive_reinforced": "any reinforced"})
    assert rules(made.refused(DIVE)) == ["INQ-WINDOWS-03"]
    assert rules(at_a_window("open").refused(DIVE)) == ["INQ-WINDOWS-03"]
    assert "dive:w" in at_a_window().offers("P")


@pytest.mark.rule("INQ-WINDOWS-03")
def test_where_zones_measure_a_dive_goes_over_the_link():
    made = at_a_window(space="zones", who=native(at="in"))
    assert dive(made, 44).state.zone_of("P") == "out"


@pytest.mark.rule("INQ-WINDOWS-04", "INQ-HARM-01")
def test_an_ordinary_failure_is_cut_but_through():
    made = dive(at_a_window(who=native(at=(5, 1), injury=20, armour={"body": 9})), 68, 3)
    assert (made.at(), made.wounds.wounds, made.wounds.location) == ((6, 1), 3, None)
    assert not [name for who, name in made.state.marks if "injury level" in name]


@pytest.mark.rule("INQ-WINDOWS-04", "INQ-HARM-02")
def test_without_injury_points_the_cuts_are_wounds():
    made = dive(at_a_window(), 68, 3)
    assert (made.wounds.wounds, made.wounds.armour.total) == (3, 0)


@pytest.mark.rule("INQ-WINDOWS-05")
@pytest.mark.parametrize(("allowed", "taken"), [(2, 3), (0, 5)])
def test_armour_takes_off_the_cuts_what_the_gm_allows(allowed, taken):
    made = at_a_window(who=native(at=(5, 1), injury=20))
    dive(made, 68, 5, words={"cuts armour|P": allowed})
    assert made.wounds.wounds == taken


@pytest.mark.rule("INQ-WINDOWS-06")
def test_a_failed_dive_upstairs_is_a_fall_too():
    made = dive(upstairs(injury=20), 68, 3, 95, words={"fall damage|P": 4})
    assert [taken.wounds for taken in made.facts(e.WoundsTaken)] == [3, 4]
    fighter = made.state.fighters["P"]
    assert (fighter.level, fighter.seat, made.has("prone")) == ("street", (6, 1), True)
    assert "P falls 4 yd" in made.said()


@pytest.mark.rule("INQ-WINDOWS-06", "INQ-WINDOWS-03")
def test_after_a_passed_dive_upstairs_the_gm_says():
    made = dive(upstairs(), 44)
    assert made.words()["dive falls|P"].default is True
    assert made.state.fighters["P"].level == "street"
    assert made.has("prone")
    no_fall = upstairs(rulings={"inq_dive_pass_upstairs": "no fall"})
    for made in (dive(upstairs(), 44, words={"dive falls|P": False}), dive(no_fall, 44)):
        assert (made.state.fighters["P"].level, made.has("prone")) == ("street", False)
        assert made.said()[-1] == "P lands 4 yd below the window, unhurt"


@pytest.mark.rule("INQ-WINDOWS-07")
def test_a_matched_failure_breaks_the_pane_and_stays():
    made = dive(at_a_window(who=native(at=(5, 1), injury=40)), 77, 1, 95, 2)
    assert (made.at(), pane_of(made), made.has("prone")) == ((5, 1), "broken", True)


@pytest.mark.rule("INQ-WINDOWS-08")
def test_shards_hit_several_locations_each_less_its_armour():
    armour = dict.fromkeys(("head", "body", "left arm", "right arm", "left leg", "right leg"), 1)
    who = native(at=(5, 1), injury=40, armour=armour)
    made = dive(at_a_window(who=who), 77, 2, 95, 96, 30, 5, 2)
    taken = made.facts(e.WoundsTaken)
    assert [(each.location, each.wounds) for each in taken] == [("head", 4), ("body", 1)]
    assert made.state.mark("P", "injury level head") == 1
    made = at_a_window(who=who, rulings={"inq_shards_dice": "one for all"})
    assert [each.wounds for each in dive(made, 77, 2, 95, 30, 5).facts(e.WoundsTaken)] == [4, 4]
    made = at_a_window(who=who, rulings={"inq_shards_repeat": "repeats allowed"})
    taken = dive(made, 77, 2, 95, 96, 5, 2).facts(e.WoundsTaken)
    assert [each.location for each in taken] == ["head", "head"]


@pytest.mark.rule("INQ-HARM-02")
def test_without_injury_points_shards_are_wounds_past_armour_or_not():
    from dataclasses import replace

    fighter, profile = native(at=(5, 1))
    worn = replace(profile, imperium=replace(profile.imperium, armour={"head": 2}))
    made = dive(at_a_window(who=(fighter, worn)), 77, 1, 95, 5)
    assert (made.wounds.wounds, made.wounds.armour.total) == (3, 2)
    made = at_a_window(who=(fighter, worn), rulings={"inq_harm": "past armour"})
    assert dive(made, 77, 1, 95, 5).wounds.wounds == 5


@pytest.mark.rule("INQ-WINDOWS-09")
def test_a_matched_failure_stuns_for_a_round():
    made = dive(at_a_window(who=native(at=(5, 1), injury=40)), 77, 1, 95, 2)
    stunned = made.state.fighters["P"].conditions["stunned"]
    assert (stunned.until.round, stunned.until.point) == (made.state.round + 1, "end of turn")
    made.turn("P")
    assert made.has("stunned")
    made.take(__import__("desktop.core.rules.actions", fromlist=["EndTurn"]).EndTurn())
    assert not made.has("stunned")
