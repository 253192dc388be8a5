"""Swimming, treading water, floundering, drowning, and doing something else in deep water."""

import pytest

from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.yards.climb import ClimbTo
from desktop.core.packs.yards.gaits import allowance
from desktop.core.packs.yards.water import TreadWater
from desktop.core.rules import events as e
from desktop.core.rules.actions import Put, Walk
from desktop.core.rules.now import Now
from desktop.core.rules.questions import ScriptedTable
from desktop.core.rules.tally import TallyFor
from desktop.core.rules.walk import planned
from tests.helpers.build import board, link, zone
from tests.helpers.moves import rules
from tests.helpers.yards import ground, kind, measured, native, plain

DEEP = {"d": kind("water", "deep")}
TREAD = TreadWater(who="P")
SHOOT = Shoot(who="P", target="Q", attack="rifle")


def lake(*people, rulings=None, **fields):
    on = plain(30, 5, **ground(DEEP, *["d" * 12] * 5))
    return measured(*people, on=on, rulings=rulings, **fields)


def shooter(**figures):
    """Return P in deep water and Q on land, 14 yards off."""
    return native(**figures), native("Q", (15, 1), side="foes")


def swim(made, to, *faces, **fields):
    return made.take(Walk(who="P", to=to), *faces, **fields)


@pytest.mark.rule("INQ-SWIM-01")
@pytest.mark.parametrize(("strength", "yards"), [(60, 3.0), (50, 2.5)])
def test_an_action_of_swimming_is_a_twentieth_of_strength(strength, yards):
    made = lake(native(strength=strength))
    assert allowance(made.book, made.state, "P", "swim") == yards
    way = planned(made.book, made.state, Walk(who="P", to=(4, 1), pay="move"))
    assert bool(way.consequences) == (yards < 3)
    assert swim(made, (3, 1), 30).at() == (3, 1)


@pytest.mark.rule("INQ-SWIM-01")
def test_fractions_are_rounded_down_to_a_tenth_or_to_the_half():
    made = lake(native(strength=47))
    assert allowance(made.book, made.state, "P", "swim") == 2.3
    made = lake(native(strength=47), rulings={"inq_yard_rounding": "nearest half"})
    assert allowance(made.book, made.state, "P", "swim") == 2.5


@pytest.mark.rule("INQ-SWIM-02")
def test_each_action_in_deep_water_begins_with_a_strength_check():
    made = swim(lake(), (3, 1), 30)
    assert (made.test_of("P").target, made.test_of("P").says) == (50, "Strength, swimming")
    made.take(TREAD, 41)
    assert made.test_of("P").target == 50
    assert made.left() == 0


@pytest.mark.rule("INQ-SWIM-02")
def test_a_swim_of_two_actions_is_checked_twice():
    made = swim(lake(), (5, 1), 30, 31)
    assert len(made.tests) == 2
    assert (made.at(), made.left()) == ((5, 1), 0)


@pytest.mark.rule("INQ-SWIM-03")
def test_the_swim_ability_spares_the_checks():
    made = swim(lake(native(strength=40, abilities=("Swim",))), (3, 1))
    assert (made.at(), made.tests) == ((3, 1), [])
    assert allowance(made.book, made.state, "P", "swim") == 2.0
    assert made.take(TREAD).tests == []
    assert made.left() == 0


@pytest.mark.rule("INQ-SWIM-03")
def test_by_one_reading_swimmers_tread_water_for_nothing():
    people = shooter(abilities=("swim",))
    made = lake(*people, rulings={"inq_swim_ability_tread": "free"})
    assert made.take(TREAD).left() == 2
    assert made.take(SHOOT, 31).test_of("P").target == 60


@pytest.mark.rule("INQ-SWIM-04")
def test_an_ordinary_failure_flounders_until_the_next_round():
    made = swim(lake(), (3, 1), 63)
    assert (made.at(), made.has("floundering"), made.has("drowning")) == ((1, 1), True, False)
    again = Walk(who="P", to=(3, 1))
    assert "INQ-SWIM-04" in rules(made.refused(again))
    assert "INQ-SWIM-04" in rules(made.refused(TREAD))
    assert rules(made.offers("P")["gait:swim"].refusals) == ["INQ-SWIM-04"]
    assert not made.book.space.reach(made.book, made.state, "P").squares
    made.turn("P")
    assert not made.has("floundering")
    assert made.refused(again) == ()


@pytest.mark.rule("INQ-SWIM-04")
def test_who_flounders_does_other_things_only_by_leave_or_by_one_reading():
    made = swim(lake(*shooter()), (2, 1), 63)
    assert made.take(SHOOT).tests == []
    made = swim(lake(*shooter()), (2, 1), 63)
    assert made.take(SHOOT, 31, words={"flounder|P": True}).test_of("P").face == 31
    made = swim(lake(*shooter(), rulings={"inq_flounder_round": "that action only"}), (2, 1), 63)
    assert made.refused(TREAD) == ()
    made.take(SHOOT, 40, 31)
    assert next(each.rule for each in made.tests if each.who == "P") == "INQ-SWIM-09"


@pytest.mark.rule("INQ-SWIM-02", "INQ-SWIM-09")
def test_a_move_spent_on_getting_out_of_deep_water_is_an_action_like_any_other():
    on = plain(20, 3, **ground({**DEEP, "m": kind("obstacle", yd=2)}, *["ddm"] * 3))
    out = ClimbTo(who="P", to=(2, 1))
    slots = {"climb": "yards", "swim": "yards"}
    made = measured(on=on, slots=slots).take(out, 40)
    assert (made.at(), made.test_of("P").rule, made.left(kind="move")) == ((2, 1), "INQ-SWIM-09", 0)
    assert measured(on=on, slots=slots).take(out, 63).at() == (1, 1)


@pytest.mark.rule("INQ-SWIM-05")
def test_floundering_makes_one_loud_noise():
    made = swim(lake(), (3, 1), 63)
    assert made.only(e.MarkSet, lambda fact: fact.name == "loud noise").value == 1
    assert made.said() == ["P splashes loudly"]


@pytest.mark.rule("INQ-SWIM-06")
def test_a_matched_failure_begins_to_drown_instead():
    made = swim(lake(), (3, 1), 88)
    assert (made.at(), made.has("drowning"), made.has("floundering")) == ((1, 1), True, False)
    made = swim(lake(rulings={"inq_drowning": "flounders too"}), (3, 1), 88)
    assert made.has("drowning")
    assert made.has("floundering")


@pytest.mark.rule("INQ-SWIM-06")
def test_nobody_drowns_on_land():
    made = swim(lake(), (3, 1), 88)
    assert not made.take(Put(who="P", at=(20, 1))).has("drowning")


@pytest.mark.rule("INQ-SWIM-07")
@pytest.mark.parametrize(("face", "condition"), [(71, "floundering"), (99, "drowning")])
def test_treading_water_fails_in_the_same_two_ways(face, condition):
    assert lake(native(strength=45)).take(TREAD, face).has(condition)


@pytest.mark.rule("INQ-SWIM-07")
def test_on_land_nobody_treads_water():
    assert rules(measured().refused(TREAD)) == ["INQ-SWIM-07"]


@pytest.mark.rule("INQ-SWIM-08", "INQ-SWIM-09")
def test_a_shot_from_deep_water_has_half_its_chance_after_a_strength_check():
    made = lake(*shooter()).take(SHOOT, 40, 31)
    strength, shot = (each for each in made.tests if each.who == "P")
    assert (strength.target, strength.rule) == (50, "INQ-SWIM-09")
    assert (shot.target, shot.passed) == (30, False)
    assert lake(*shooter()).take(SHOOT, 40, 30).tests[1].passed


@pytest.mark.rule("INQ-SWIM-08")
@pytest.mark.parametrize(
    ("reading", "target"), [("modified target", 22), ("characteristic first", 21)]
)
def test_halves_are_rounded_down_and_may_come_before_what_is_added(reading, target):
    made = lake(rulings={"inq_halving_order": reading})
    now = Now(book=made.book, state=made.state, table=ScriptedTable(in_order=(50,)))
    wanted = TallyFor(what="test", who="P", skill="medicae")
    made.state.people["P"].profile.imperium.skills["medicae"] = 47
    assert now.book.test.test(now, wanted, "a stitch", -2, "INQ-SWIM-08").target == target


@pytest.mark.rule("INQ-SWIM-09")
def test_a_shot_is_lost_with_the_action_where_the_check_fails():
    made = lake(*shooter()).take(SHOOT, 63)
    assert [each.rule for each in made.tests] == ["INQ-SWIM-09"]
    assert made.has("floundering")
    assert made.left() == 1


@pytest.mark.rule("INQ-SWIM-09")
def test_by_one_reading_the_check_is_halved_too():
    made = lake(*shooter(), rulings={"inq_halving_both": "treading too"}).take(SHOOT, 26)
    assert made.tests[0].target == 25
    assert not made.tests[0].passed
    alone = lake(*shooter(), rulings={"inq_halving_both": "treading too"}).take(TREAD, 50)
    assert alone.test_of("P").target == 50


@pytest.mark.rule("INQ-SWIM-09")
def test_where_zones_measure_a_tag_says_that_the_water_is_deep():
    on = board(zone("a", at=(0, 0, 8, 6), tags=("deep water",)), size=(8, 6))
    made = measured(native("P", "a"), native("Q", "a", side="foes"), on=on, space="zones")
    made.take(SHOOT, 40, 31)
    assert made.tests[1].target == 30


@pytest.mark.rule("INQ-SWIM-02", "INQ-SWIM-04")
def test_where_zones_or_squares_measure_whoever_goes_in_deep_water_is_checked_for_each_action():
    deep = zone("a", at=(0, 0, 8, 6), tags=("deep water",))
    on = board(deep, zone("b", at=(8, 0, 8, 6)), link("a", "b"), size=(16, 6))
    made = measured(native("P", "a"), on=on, space="zones", slots={"swim": "yards"})
    assert made.take(Walk(who="P", to=(2, 2))).tests == []
    assert made.take(Walk(who="P", to="b"), 50).test_of("P").rule == "INQ-SWIM-02"
    assert made.state.zone_of("P") == "b"
    made = measured(native("P", "a"), on=on, space="zones", slots={"swim": "yards"})
    made.take(Walk(who="P", to="b"), 63)
    assert (made.state.zone_of("P"), made.has("floundering"), made.left()) == ("a", True, 1)
    assert "INQ-SWIM-04" in rules(made.refused(Walk(who="P", to="b")))
    lake = {"space": "squares", "slots": {"swim": "yards"}, "packs": ("squares", "yards")}
    on = plain(30, 5, **ground(DEEP, *["d" * 20] * 5))
    made = measured(on=on, **lake).take(Walk(who="P", to=(12, 1)), 50, 49)
    assert (made.at(), len(made.tests)) == ((12, 1), 2)
    made = measured(on=on, **lake).take(Walk(who="P", to=(12, 1)), 50, 63)
    assert (made.at(), made.has("floundering"), made.left()) == ((7, 1), True, 0)
    assert made.take(Walk(who="P", to=(9, 1), forced=True)).tests == []  # of the Move, tried for
    on = plain(30, 5, **ground(DEEP, *["...." + "d" * 20] * 5))
    made = measured(on=on, **lake).take(Walk(who="P", to=(6, 1)), 63)
    assert (made.at(), made.has("floundering")) == ((4, 1), True)
    on = plain(30, 5, **ground(DEEP, *["d" * 20] * 5))
    assert (
        measured(native(abilities=("swim",)), on=on, **lake).take(Walk(who="P", to=(12, 1))).tests
        == []
    )


@pytest.mark.rule("INQ-SWIM-09")
def test_a_rider_does_not_swim_for_its_mount():
    made = lake(*shooter()[::-1], native("M", (1, 1)))
    made.let(e.Related(kind="riding", one="P", other="M", mutual=False))
    made.turn("P").take(SHOOT, 31)
    assert [each.target for each in made.tests] == [60]
