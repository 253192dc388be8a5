"""Why what this book lets one do cannot be done now, and the odd corners of a board."""

from dataclasses import replace

import pytest

from desktop.core.packs.imperium.falling import Fall
from desktop.core.packs.imperium.jump import Leap
from desktop.core.packs.imperium.using import WorkDoor
from desktop.core.packs.yards.breach import BreakDoor, HitDoor
from desktop.core.packs.yards.climb import ClimbTo
from desktop.core.packs.yards.door import HoldDoor
from desktop.core.packs.yards.rope import FixGear, HookOn
from desktop.core.packs.yards.water import TreadWater
from desktop.core.packs.yards.window import Dive
from desktop.core.rules import events as e
from desktop.core.rules.actions import Force, Put, Walk
from desktop.core.rules.walk import planned
from tests.helpers.build import board, door, feature, level, link, wall, zone
from tests.helpers.moves import rules
from tests.helpers.yards import YARD, ground, kind, measured, native, plain, rooms

PANE = door("w", ((6, 1), (6, 2)), kind="window")
GATE = door("d", ((6, 1), (6, 2)), toughness=40)
KINDS = {"l": kind("obstacle", yd=0.8), "m": kind("obstacle", yd=2), "h": kind("obstacle", yd=5)}


def says(made, action):
    return [refusal.says for refusal in made.refused(action)]


def away(made):
    return made.take(Put(who="P", at=None))


def dice_for(action):
    return (90,) if isinstance(action, BreakDoor) else ()


EVERYTHING = (
    Dive(who="P", door="w"), BreakDoor(who="P", door="w", attack="sword"), TreadWater(who="P"),
    ClimbTo(who="P", to=(3, 1)), FixGear(who="P", gear="climbing gear"),
    HookOn(who="P", gear="grapnel", to=(3, 1)), HoldDoor(who="P", door="w"),
    Leap(who="P", to=(3, 1)),
)  # fmt: skip


@pytest.mark.parametrize("action", EVERYTHING, ids=lambda each: type(each).__name__)
def test_nobody_does_anything_off_the_board_or_senseless(action):
    made = measured(native(at=(5, 1)), on=rooms(wall((6, 0), (6, 6)), PANE))
    assert away(made).refused(action)
    if not made.refused(action)[0].final:
        forced = made.take(replace(action, forced=True), *dice_for(action))
        assert not forced.state.on_board("P")
    if not isinstance(action, HoldDoor):
        made = measured(native(at=(5, 1)), on=rooms(wall((6, 0), (6, 6)), PANE))
        made.let(e.ConditionSet(who="P", condition="unconscious", now=e.Condition()))
        assert "P is unconscious and can do nothing." in says(made, action)


@pytest.mark.rule("INQ-DOORS-05")
def test_where_another_book_settles_a_door_this_one_keeps_out():
    other = replace(GATE, book="imperium"), replace(PANE, id="w", book="imperium")
    made = measured(native(at=(5, 1)), on=rooms(wall((6, 0), (6, 6)), *other[:1]), slots={})
    for action in (
        BreakDoor(who="P", door="d", attack="sword"), HitDoor(door="d", damage=3),
        HoldDoor(who="P", door="d"), Dive(who="P", door="d"),
    ):  # fmt: skip
        assert "Another book settles d." in says(made, action)


@pytest.mark.rule("INQ-DOORS-05")
def test_what_is_broken_or_out_of_reach_is_not_broken():
    made = measured(native(at=(2, 1)), on=rooms(wall((6, 0), (6, 6)), GATE))
    assert "d is out of the reach of P." in says(made, BreakDoor(who="P", door="d", attack="sword"))
    assert "P has no spoon." in says(made, BreakDoor(who="P", door="d", attack="spoon"))
    assert "d is out of the reach of P." in says(made, HoldDoor(who="P", door="d"))
    made.take(HitDoor(door="d", damage=40))
    assert "d is broken already." in says(made, HitDoor(door="d", damage=1))
    assert "d is broken." in says(made, HoldDoor(who="P", door="d"))
    beside = measured(native(at=(5, 1)), on=rooms(wall((6, 0), (6, 6)), GATE))
    beside.take(HitDoor(door="d", damage=40))
    assert "d is broken." in says(beside, WorkDoor(who="P", door="d"))
    assert "d is no window." in says(made, Dive(who="P", door="d"))
    assert made.offers("P").keys().isdisjoint({"break:d:door", "hold:d"})


@pytest.mark.rule("INQ-WINDOWS-03")
def test_a_window_out_of_reach_is_not_dived_through():
    made = measured(native(at=(2, 1)), on=rooms(wall((6, 0), (6, 6)), PANE))
    assert says(made, Dive(who="P", door="w")) == ["w is out of the reach of P."]


@pytest.mark.rule("INQ-WINDOWS-03")
def test_where_zones_measure_a_window_without_a_link_opens_on_the_next_zone():
    made = measured(native(at="in"), on=rooms(wall((6, 0), (6, 6)), PANE), space="zones")
    assert made.take(Dive(who="P", door="w"), 30).state.zone_of("P") == "out"
    alone = board(zone("in", at=(0, 0, 6, 6)), PANE, size=(12, 6))
    made = measured(native(at="in"), on=alone, space="zones")
    assert says(made, Dive(who="P", door="w")) == ["w is out of the reach of P."]


# Climbing


@pytest.mark.rule("INQ-CLIMB-01")
@pytest.mark.parametrize(
    ("to", "sentence"),
    [
        ((3, 1), "There is nothing to climb for P."), ((8, 1), "That is not beside P."),
        ((1, 2), "A wall is in the way."),
    ],
)  # fmt: skip
def test_there_must_be_something_to_climb_within_reach(to, sentence):
    on = plain(12, 4, wall((1, 2), (2, 2)), **ground(KINDS, "m", at=(1, 2)))
    made = measured(native(at=(2, 1) if to == (3, 1) else (1, 1)), on=on)
    assert sentence in says(made, ClimbTo(who="P", to=to))


@pytest.mark.rule("INQ-CLIMB-01")
def test_the_prone_do_not_climb_nor_leap_and_nobody_climbs_onto_another():
    on = plain(12, 4, **ground(KINDS, "m", at=(2, 1)))
    foe = native("Q", (2, 1), side="foes", starts={"above": 2 * YARD})
    made = measured(native(starts={"conditions": {"prone": ""}}), foe, on=on)
    assert says(made, ClimbTo(who="P", to=(2, 1))) == ["P is Prone.", "Somebody stands there."]
    assert "P is Prone." in says(made, Leap(who="P", to=(4, 1)))
    assert planned(made.book, made.state, Walk(who="P", to=(1, 3))).says == "Crawl: 2 yd, 1 action"


@pytest.mark.rule("INQ-CLIMB-01")
def test_where_zones_measure_one_climbs_over_links_only():
    on = rooms(**ground(KINDS, "m", at=(2, 1)))
    made = measured(native(at=(1, 1)), on=on, space="zones")
    assert "Where zones measure, one climbs over links." in says(made, ClimbTo(who="P", to=(2, 1)))
    assert not any(key.startswith("climb") for key in made.offers("P"))


@pytest.mark.rule("INQ-CLIMB-02")
def test_one_stays_on_a_low_obstacle_with_nothing_behind_it():
    on = plain(12, 4, wall((3, 0), (3, 4)), **ground(KINDS, "l", at=(2, 1)))
    made = measured(on=on).take(ClimbTo(who="P", to=(2, 1)))
    assert (made.at(), made.above()) == ((2, 1), 0.8)
    taken = plain(12, 4, **ground(KINDS, "l", at=(2, 1)))
    made = measured(native(), native("Q", (3, 1), side="foes"), on=taken)
    assert made.take(ClimbTo(who="P", to=(2, 1))).at() == (2, 1)


@pytest.mark.rule("INQ-CLIMB-07")
def test_who_is_halfway_up_neither_walks_nor_keeps_its_hold_when_pushed():
    on = plain(12, 4, **ground(KINDS, "h", at=(2, 1)))
    slots = {"climb": "yards", "fall": "yards", "economy": "yards"}
    made = measured(on=on, slots=slots).take(ClimbTo(who="P", to=(2, 1)), 40)
    assert "P is climbing." in says(made, Walk(who="P", to=(1, 3)))
    made.take(Force(who="P", to=(1, 3)))
    assert (made.state.mark("P", "climbing"), made.above()) == (None, 0)


def house(*, upper=True, **fields):
    """Return a street and the roof of a house three yards up, beside it."""
    things = [level("street"), level("roof", 3 * YARD)]
    if upper:
        things.append(zone("top", at=(2, 0, 6, 4), level="roof"))
    return board(*things, size=(10, 4), **fields)


@pytest.mark.rule("INQ-CLIMB-07", "INQ-GEAR-03")
def test_a_house_is_climbed_from_one_level_to_the_next():
    made = measured(native(gear=("grappling hook",)), on=house())
    offer = made.offers("P")["climb:roof:2:1"]
    assert offer.says == "Climb up at 2, 1, 3 yd"
    made.take(offer.action, 40)
    assert (made.state.fighters["P"].level, made.above()) == ("street", 2)
    made.take(offer.action, 40)
    assert (made.state.fighters["P"].level, made.at(), made.above()) == ("roof", (2, 1), 0)
    made.turn("P")
    down = made.offers("P")["climb:street:1:1"]
    assert down.says == "Climb down at 1, 1, 3 yd"
    made = measured(on=house(upper=False))
    assert "There is nothing to stand on." in says(made, ClimbTo(who="P", to=(2, 1), level="roof"))


@pytest.mark.rule("INQ-CLIMB-01")
def test_a_crate_is_a_feature_that_is_climbed_onto():
    crate = feature("crate", (2, 1), blocks=True, metres=2.0)
    made = measured(on=plain(12, 4, crate)).take(ClimbTo(who="P", to=(2, 1)))
    assert (made.at(), round(made.state.fighters["P"].above, 2)) == ((2, 1), 2.0)


@pytest.mark.rule("INQ-CLIMB-08")
def test_a_link_without_a_height_is_just_gone_and_one_moved_off_it_begins_anew():
    zones = zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6))
    flat = board(*zones, link("a", "b", kind="climb"), size=(12, 6))
    slots = {"climb": "yards", "fall": "yards"}
    made = measured(native(at="a"), on=flat, space="zones", slots=slots)
    assert made.take(Walk(who="P", to="b")).state.zone_of("P") == "b"
    high = board(*zones, link("a", "b", kind="climb", metres=3), size=(12, 6))
    made = measured(native(at="a"), on=high, space="zones", slots=slots)
    made.take(Walk(who="P", to="b"), 40)
    assert made.state.mark("P", "climbed a-b") is not None
    made.take(Force(who="P", to=(0, 0)))
    assert made.state.mark("P", "climbed a-b") is None
    for elsewhere in (Walk(who="P", to=(0, 3)), Put(who="P", at=(0, 3))):
        made = measured(native(at="a"), on=high, space="zones", slots=slots)
        made.take(Walk(who="P", to="b"), 40).take(elsewhere)
        assert made.state.mark("P", "climbed a-b") is None
    back = measured(native(at="b"), on=high, space="zones", slots=slots)
    assert back.take(Walk(who="P", to="a"), 40).said() == [
        "P is 1.3 yd up the climb between a and b"
    ]


# Gear


@pytest.mark.rule("INQ-GEAR-01", "INQ-GEAR-03")
def test_gear_that_one_has_not_or_points_at_nothing_is_refused():
    made = measured()
    assert says(made, FixGear(who="P", gear="grapnel")) == ["P has no grapnel."]
    made = measured(native(gear=("grapnel",)))
    assert says(made, HookOn(who="P", gear="grapnel")) == ["Say what it is to hold on."]
    assert says(made, HookOn(who="P", gear="grapnel", to=(2, 1))) == ["That is not above."]


@pytest.mark.rule("INQ-GEAR-04", "INQ-GEAR-06")
def test_where_zones_measure_gear_is_for_a_link():
    zones = zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6))
    on = board(*zones, link("a", "b", kind="climb", metres=4, tags=("metal",)), size=(12, 6))
    made = measured(native(at="a", gear=("grapnel",)), on=on, space="zones")
    fix = FixGear(who="P", gear="grapnel", link="a-b")
    assert says(made, fix) == ["P is not at the top of the climb between a and b."]
    assert says(made, FixGear(who="P", gear="grapnel")) == ["Say which climb it is for."]
    made.take(made.offers("P")["hook:grapnel"].aimed("a-b"), 5)
    assert made.state.mark("a-b", "gear tied") == "grapnel"


# Leaps, falls, gaits, water


@pytest.mark.rule("INQ-LEAP-01")
def test_where_zones_measure_a_leap_wants_a_link_or_a_gap():
    zones = zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6))
    on = board(*zones, size=(12, 6))
    made = measured(native(at="a"), on=on, space="zones")
    sentence = "No link leads there to leap over."
    assert sentence in says(made, Leap(who="P", to="b"))
    assert sentence in says(made, Leap(who="P", to=(3, 3)))
    made.take(Leap(who="P", to=(3, 3), gap=2.0), 40)
    assert made.at() == (3, 3)


@pytest.mark.rule("INQ-LEAP-11")
def test_where_zones_measure_a_ledge_is_a_brink():
    lower, upper = zone("low", at=(6, 0, 6, 6)), zone("up", at=(0, 0, 6, 6))
    on = board(upper, lower, link("up", "low", kind="ledge", metres=4), size=(12, 6))
    slots = {"leap": "yards", "fall": "yards"}
    made = measured(native(at="up"), on=on, space="zones", slots=slots)
    made.take(Leap(who="P", to="low"), 66)
    assert (made.state.zone_of("P"), made.has("prone")) == ("low", True)
    none = board(upper, lower, link("up", "low"), size=(12, 6))
    made = measured(native(at="up"), on=none, space="zones", slots=slots)
    assert made.take(Leap(who="P", to="low"), 66).state.zone_of("P") == "up"


@pytest.mark.rule("INQ-LEAP-09")
def test_a_leap_shorter_than_a_square_stays():
    made = measured(native(strength=10))
    assert made.take(Leap(who="P", to=(6, 1)), 90).at() == (1, 1)


@pytest.mark.rule("INQ-HARM-03")
def test_a_flyer_does_not_fall_off_an_edge_and_a_word_may_be_no_number():
    from desktop.core.model.profile import Flight

    fighter, profile = native(at=(3, 1))
    winged = replace(profile, flies=Flight(means="wings"))
    up = replace(fighter, level="roof", starts=replace(fighter.starts, above=2))
    made = measured((up, winged), on=house(), slots={"fall": "yards"})
    made.take(Force(who="P", to=(9, 1), level="roof"))
    assert made.state.fighters["P"].level == "roof"
    made = measured(slots={"fall": "yards"})
    made.take(Fall(who="P", metres=3), words={"fall damage|P": "plenty"})
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("INQ-MOVEMENT-03")
def test_a_gait_that_nobody_knows_is_refused():
    refusals = planned(
        measured().book, measured().state, Walk(who="P", to=(3, 1), gait="sprnt")
    ).refusals
    assert refusals[0].says == "There is no gait sprnt."
    assert "sprint" in refusals[0].instead


@pytest.mark.rule("INQ-MOVEMENT-07", "INQ-MOVEMENT-06")
def test_stairs_are_rough_and_a_pool_may_be_a_feature():
    steps = feature("steps", (3, 1), kind="stairs")
    made = measured(on=plain(20, 4, steps))
    made.take(Walk(who="P", to=(8, 1), gait="sprint"), 20)
    assert made.test_of("P").rule == "INQ-MOVEMENT-07"
    on = plain(6, 3, **ground({"d": kind("water", "deep")}, *["d" * 6] * 3))
    made = measured(on=on)
    assert {"gait:swim", "tread water"} <= made.offers("P").keys()
    assert made.refused(TreadWater(who="P")) == ()


@pytest.mark.rule("INQ-DOORS-07")
def test_a_door_covers_nobody_on_its_own_side_or_on_another_level():
    from desktop.core.packs.yards.door import doors_between

    on = board(
        level("ground"), level("roof", 3), zone("in", at=(0, 0, 6, 6)),
        zone("out", at=(6, 0, 6, 6)), GATE, link("in", "out"), size=(12, 6),
    )  # fmt: skip
    people = native(at=(2, 1)), native("Q", (3, 1), side="foes")
    made = measured(*people, on=on)
    assert doors_between(made.state, made.book, "P", "Q") == []
    zones = measured(*people, on=on, space="zones")
    assert doors_between(zones.state, zones.book, "P", "Q") == []
    fighter, profile = native("Q", (8, 1), side="foes")
    above = measured(people[0], (replace(fighter, level="roof"), profile), on=on)
    assert doors_between(above.state, above.book, "P", "Q") == []


@pytest.mark.rule("INQ-CHECK-03")
def test_rules_cited_are_those_of_the_refusals():
    made = measured(native(at=(2, 1)), on=rooms(wall((6, 0), (6, 6)), GATE))
    assert rules(made.refused(Dive(who="P", door="d"))) == ["INQ-WINDOWS-03", "INQ-WINDOWS-03"]


@pytest.mark.rule("INQ-CLIMB-01")
def test_nobody_climbs_through_a_ceiling():
    made = measured(native(at=(3, 1)), on=house())
    assert "A floor is in the way." in says(made, ClimbTo(who="P", to=(3, 2), level="roof"))
    assert not any(key.startswith("climb:roof") for key in made.offers("P"))
