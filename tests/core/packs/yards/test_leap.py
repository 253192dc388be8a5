"""Leaps: the check and what changes it, how far and high, tripping and the brink."""

import pytest

from desktop.core.packs.imperium.jump import Leap
from desktop.core.rules import events as e
from tests.helpers.attacks import sides_of
from tests.helpers.build import board, level, link, zone
from tests.helpers.moves import rules
from tests.helpers.yards import YARD, ground, kind, measured, native, plain, rooms

FAR = (15, 1)


def leap(made, to=FAR, *faces, words=None, **fields):
    return made.take(Leap(who="P", to=to, **fields), *faces, words=words)


def yards(made):
    return made.at()[0] - 1


@pytest.mark.rule("INQ-LEAP-01")
def test_a_leap_either_way_is_a_strength_check():
    made = leap(measured(), FAR, 50)
    assert (made.test_of("P").target, made.test_of("P").says) == (50, "Strength, leaping 14 yd")
    wall = {"w": kind("obstacle", yd=3)}
    made = leap(measured(on=plain(**ground(wall, "w", at=(2, 1)))), (2, 1), 50)
    assert (made.test_of("P").target, made.test_of("P").says) == (50, "Strength, leaping up 3 yd")


@pytest.mark.rule("INQ-LEAP-02")
def test_acrobatic_adds_ten():
    made = leap(measured(native(abilities=("Acrobatic",))), FAR, 50, high=True)
    assert made.test_of("P").target == 60


@pytest.mark.rule("INQ-LEAP-03")
def test_each_level_of_injury_to_a_leg_takes_off_ten():
    made = measured().marked("P", "injury level left leg", 1)
    made.marked("P", "injury level right leg", 2)
    made = leap(made, FAR, 19)
    assert made.test_of("P").target == 20
    worse = measured(rulings={"inq_leap_leg_levels": "worse leg"})
    worse.marked("P", "injury level left leg", 1).marked("P", "injury level right leg", 2)
    assert leap(worse, FAR, 19).test_of("P").target == 30


@pytest.mark.rule("INQ-LEAP-04")
def test_a_run_up_adds_twenty_across_and_nothing_up():
    assert leap(measured(), FAR, 50, run_up=True).test_of("P").target == 70
    assert leap(measured(), FAR, 50, run_up=True, high=True).test_of("P").target == 50


@pytest.mark.rule("INQ-LEAP-05")
def test_the_gm_judges_a_run_up():
    made = leap(measured(), FAR, 50, run_up=True, words={"run-up|P": False})
    assert made.test_of("P").target == 50
    assert made.words()["run-up|P"].default is True


@pytest.mark.rule("INQ-LEAP-06")
def test_a_leap_with_its_run_up_is_one_action():
    assert leap(measured(), FAR, 50, run_up=True).left() == 1
    spent = measured().let(e.BudgetSet(who="P", left={"action": 0}))
    assert rules(spent.refused(Leap(who="P", to=FAR))) == ["INQ-LEAP-06"]


@pytest.mark.rule("INQ-LEAP-07")
@pytest.mark.parametrize(("height", "lands"), [(2.0, (2, 1)), (2.1, (1, 1))])
def test_a_leap_up_is_a_fiftieth_of_strength_and_a_twentieth_of_the_margin(height, lands):
    wall = {"w": kind("obstacle", yd=height)}
    made = leap(measured(on=plain(**ground(wall, "w", at=(2, 1)))), (2, 1), 30)
    assert made.said()[0].startswith("P leaps 2 yd up")
    assert made.at() == lands
    assert made.above() == (height if lands == (2, 1) else 0)


@pytest.mark.rule("INQ-LEAP-08")
def test_a_leap_across_is_a_twentieth_of_strength_and_a_tenth_of_the_margin():
    made = leap(measured(), FAR, 30, run_up=True)
    assert made.said() == ["P leaps 6.5 yd across, 14 yd needed"]
    assert yards(made) == 6


@pytest.mark.rule("INQ-LEAP-08", "INQ-CHECK-01")
def test_by_one_reading_the_margin_is_measured_from_plain_strength():
    made = measured(rulings={"inq_margin_base": "plain characteristic"})
    assert leap(made, FAR, 30, run_up=True).said() == ["P leaps 4.5 yd across, 14 yd needed"]


@pytest.mark.rule("INQ-LEAP-09")
def test_an_ordinary_failure_leaps_the_least_distance():
    made = leap(measured(), FAR, 63)
    assert made.said() == ["P leaps 2.5 yd across, 14 yd needed"]
    assert (yards(made), made.has("prone")) == (2, False)


@pytest.mark.rule("INQ-LEAP-10")
@pytest.mark.parametrize("high", [False, True])
def test_a_matched_failure_goes_down_at_the_take_off(high):
    made = leap(measured(), FAR, 66, high=high)
    assert (made.at(), made.has("prone")) == ((1, 1), True)


def roof():
    """Return a roof 6 yd up that ends beside P, over a street."""
    return board(
        level("ground"), level("roofs", 6 * YARD), zone("roof", at=(0, 0, 2, 4), level="roofs"),
        size=(20, 4),
    )  # fmt: skip


@pytest.mark.rule("INQ-LEAP-11")
@pytest.mark.parametrize("slot", ["imperium", "yards"])
def test_who_trips_at_a_brink_falls_unless_the_gm_says_otherwise(slot):
    fields = {"on": roof(), "slots": {"leap": "yards", "economy": "yards", "fall": slot}}
    faces = (77, 5, 4) if slot == "imperium" else (77,)
    made = measured(*up_there(), **fields)
    made = leap(made, (8, 1), *faces)
    assert made.state.fighters["P"].level == "ground"
    assert made.words()["brink|P"].says == "P stumbles over the edge, 6 yd down"
    assert made.words()["metres|P"].default == 6
    made = leap(measured(*up_there(), **fields), (8, 1), 77, words={"brink|P": False})
    assert (made.state.fighters["P"].level, made.has("prone")) == ("roofs", True)


def up_there():
    fighter, profile = native(at=(1, 1))
    from dataclasses import replace

    return ((replace(fighter, level="roofs"), profile),)


@pytest.mark.rule("INQ-LEAP-11")
def test_by_one_reading_nobody_goes_over():
    made = measured(*up_there(), on=roof(), rulings={"inq_leap_brink": "nobody goes over"})
    made = leap(made, (8, 1), 77)
    assert made.state.fighters["P"].level == "roofs"


@pytest.mark.rule("INQ-LEAP-08", "INQ-HARM-03")
def test_a_leap_that_falls_short_over_a_street_falls_into_it():
    slots = {"leap": "yards", "economy": "yards", "fall": "yards"}
    made = measured(*up_there(), on=roof(), slots=slots)
    made = leap(made, (8, 1), 63, 5, words={"fall damage|P": 5})
    fighter = made.state.fighters["P"]
    assert (fighter.level, fighter.seat, made.has("prone")) == ("ground", (3, 1), True)
    assert made.wounds.damage.total == 5


@pytest.mark.rule("INQ-LEAP-12")
def test_everything_that_changes_the_check_changes_the_margin_but_not_the_least():
    made = measured(native(abilities=("acrobatic",))).marked("P", "injury level left leg", 2)
    made = leap(made, FAR, 40, run_up=True)
    tested = made.test_of("P")
    assert tested.target == 60
    assert sides_of(tested.tally, "adds") == ["Acrobatic", "run-up", "injured legs"]
    assert made.said() == ["P leaps 4.5 yd across, 14 yd needed"]
    other = measured(rulings={"inq_leap_minimum": "modified strength"})
    assert leap(other, FAR, 83, run_up=True).said() == ["P leaps 3.5 yd across, 14 yd needed"]


@pytest.mark.rule("INQ-LEAP-08")
def test_where_zones_measure_a_leap_goes_over_a_link_or_stays():
    zones = zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6))
    on = board(*zones, link("a", "b", metres=4 * YARD), size=(12, 6))
    for face, lands in ((30, "b"), (51, "a")):
        made = measured(native(at="a"), on=on, space="zones")
        made = leap(made, "b", face)
        assert made.state.zone_of("P") == lands
    made = measured(native(at="a"), on=on, space="zones")
    made = leap(made, "b", 51, 5, 4, words={"leap falls|P": True, "deep|P": 3})
    assert made.has("prone")


@pytest.mark.rule("INQ-LEAP-01")
def test_a_wall_is_not_leapt_through():
    from tests.helpers.build import wall

    made = measured(on=plain(20, 4, wall((5, 0), (5, 4))))
    assert rules(made.refused(Leap(who="P", to=(8, 1)))) == ["INQ-LEAP-01"]


@pytest.mark.rule("INQ-CHECK-03")
def test_without_figures_a_leap_is_a_test_of_athletics_or_of_strength():
    fighter, profile = native()
    from dataclasses import replace

    figures = replace(profile.imperium, skills={"athletics": 44}, characteristics={"str": 36})
    plain_one = replace(profile, yards=None, imperium=figures)
    made = leap(measured((fighter, plain_one)), FAR, 34, run_up=True)
    tested = made.test_of("P")
    assert (tested.says, tested.target) == ("Athletics for Strength, leaping 14 yd", 64)
    assert made.said() == ["P leaps 4.8 yd across, 14 yd needed"]
    made = measured((fighter, plain_one), rulings={"inq_checks": "characteristics"})
    assert leap(made, FAR, 34).test_of("P").target == 36
    assert leap(measured((fighter, plain_one)), FAR, 66).has("prone")


@pytest.mark.rule("INQ-LEAP-05")
def test_a_leap_is_offered_over_squares_where_they_measure():
    offer = measured().offers("P")["leap"]
    assert (offer.wants, offer.aimed("6, 1")) == ("square", Leap(who="P", to=(6, 1), run_up=True))
    made = measured(native(at="in"), on=rooms(), space="zones")
    assert made.offers("P")["leap"].wants == "zone"
