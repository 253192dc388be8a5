"""Staying on: a mount that is pushed, goes down, falls or bucks."""

import pytest

from desktop.core.packs.imperium import saddle
from desktop.core.packs.imperium.mounts import MountIs
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn, Force, Settle
from tests.helpers.attacks import Scene, someone
from tests.helpers.mounted import afresh, beast, flown, near, prone, ridden, rides, share_a_seat
from tests.helpers.moves import dues, left, with_traits, zone_of

# Pushed and brought down


@pytest.mark.rule("IM-MOUNTS-05")
@pytest.mark.parametrize(("face", "stays"), [(55, False), (33, True)])
def test_a_mount_that_is_pushed_may_throw_its_rider(face, stays):
    made = ridden().take(Force(who="M", to="b"), face)
    assert (rides(made), prone(made)) == (stays, not stays)
    assert (zone_of(made), zone_of(made, "M")) == ("b", "b")
    assert near(made)


@pytest.mark.rule("IM-MOUNTS-05")
def test_the_rider_rides_with_its_better_skill_or_the_gms():
    made = ridden(skills={"rapport (animals)": 60}).take(Force(who="M", to="b"), 55)
    assert made.test_of("P").says.startswith("Rapport")
    words = {"rides with|P": "athletics (riding)"}
    made = ridden(skills={"rapport (animals)": 60}).take(Force(who="M", to="b"), 55, words=words)
    assert not rides(made)
    made = ridden(skills={"rapport (animals)": 60}, rulings={"mount_test_pick": "gm picks"})
    assert made.take(Force(who="M", to="b"), 55).test_of("P").says.startswith("Athletics")


@pytest.mark.rule("IM-MOUNTS-06")
def test_a_secured_rider_is_pushed_along_without_a_roll():
    made = ridden(secured=True).take(Force(who="M", to="b"))
    assert made.tests == []
    assert rides(made)
    assert zone_of(made) == "b"


@pytest.mark.rule("IM-MOUNTS-05", "IM-HAZARD-05")
@pytest.mark.parametrize(
    ("reading", "faces", "burnt", "there"),
    [
        ({}, (7, 55, 7), ["M", "P"], "b"),
        ({"mount_forced_place": "old place"}, (55, 7), ["M"], "a"),
        ({"mount_zone_effects": "mount only"}, (7, 55, 7), ["M", "P"], "b"),
        ({"mount_zone_effects": "mount only"}, (7, 33), ["M"], "b"),
    ],
)
def test_a_rider_thrown_into_a_hazard_burns(reading, faces, burnt, there):
    made = ridden(on=with_traits(b="minor hazard"), rulings=reading)
    made.take(Force(who="M", to="b"), *faces)
    assert [harm.who for harm in made.facts(e.WoundsTaken)] == burnt
    assert zone_of(made) == there


@pytest.mark.rule("IM-MOUNTS-07")
@pytest.mark.parametrize(
    ("faces", "words", "lies"),
    [((40,), {}, False), ((60,), {}, True), ((), {"leaps|P": False}, True)],
)
@pytest.mark.parametrize("condition", ["prone", "dead"])
def test_a_mount_that_goes_down_lets_its_rider_leap_clear(condition, faces, words, lies):
    made = ridden().take(Suffer(who="M", condition=condition), *faces, words=words)
    assert (rides(made), prone(made), near(made)) == (False, lies, True)
    assert not share_a_seat(made)


@pytest.mark.rule("IM-MOUNTS-08")
@pytest.mark.parametrize(
    ("reading", "tied"), [({}, True), ({"mount_secured_prone": "thrown clear"}, False)]
)
def test_a_secured_rider_goes_down_with_its_mount(reading, tied):
    made = ridden(secured=True, rulings=reading).take(Suffer(who="M", condition="prone"))
    assert (made.tests, prone(made), rides(made)) == ([], True, tied)


@pytest.mark.rule("IM-MOUNTS-07", "IM-WOUNDS-07")
@pytest.mark.parametrize(("face", "lies"), [(40, False), (60, True)])
def test_a_mount_shot_from_under_its_rider(face, lies):
    foe = someone("Q", "b")
    made = ridden(beast(wounds=5, criticals=0), others=[foe]).turn("Q")
    made.take(Shoot(who="Q", target="M", attack="rifle"), 26, 4, face)
    assert made.only(e.LeftBoard).who == "M"
    assert (made.state.on_board("P"), rides(made), prone(made)) == (True, False, lies)


@pytest.mark.rule("IM-MOUNTS-08", "IM-WOUNDS-07")
def test_a_strapped_rider_goes_down_with_a_mount_that_is_shot():
    made = ridden(beast(wounds=5, criticals=0), secured=True, others=[someone("Q", "b")]).turn("Q")
    made.take(Shoot(who="Q", target="M", attack="rifle"), 26, 4)
    assert (prone(made), rides(made), made.state.mark("P", saddle.SECURED)) == (True, False, None)


@pytest.mark.rule("IM-MOUNTS-09", "IM-FALLING-04")
@pytest.mark.parametrize("secured", [False, True])
@pytest.mark.parametrize("reading", [{}, {"fall_prone_flying": "keeps flying"}])
def test_a_flying_mount_falls_with_its_rider(secured, reading):
    made = flown(secured=secured, rulings=reading)
    made.take(Suffer(who="M", condition="prone"), 3, 5, 3, 5)
    assert [each.bonus for each in made.criticals_of("M")] == [2]
    assert [each.bonus for each in made.criticals_of("P")] == [2]
    assert (prone(made), prone(made, "M"), rides(made)) == (True, True, secured)
    assert made.state.fighters["P"].above == 0


@pytest.mark.rule("IM-MOUNTS-09", "IM-MOUNTS-07")
@pytest.mark.parametrize(("face", "hurt"), [(40, 0), (60, 1)])
def test_by_one_reading_a_rider_may_leap_off_in_the_air(face, hurt):
    made = flown(rulings={"mount_secured_fall": "may leap"})
    made.take(Suffer(who="M", condition="prone"), face, 3, 5, *([3, 5] * hurt))
    assert (len(made.criticals_of("P")), prone(made), rides(made)) == (hurt, bool(hurt), False)


# Staying on


def wild(**fields) -> Scene:
    return ridden(beast(tags=("untrained",), skills={"athletics (might)": 50}), **fields)


@pytest.mark.rule("IM-MOUNTS-15")
def test_an_untrained_mount_is_to_be_stayed_on_every_turn():
    made, count = wild(), 0
    for _ in range(3):
        afresh(made, 20)
        count += len([t for t in made.tests if t.rule == "IM-MOUNTS-15" and t.target == 40])
    assert (count, rides(made)) == (3, True)
    assert dues(made)["stay on|P"].when.startswith("round")


@pytest.mark.rule("IM-MOVEMENT-06", "IM-MOUNTS-15")
def test_a_riders_turn_starts_with_slowing_hazard_and_staying_on_in_that_order():
    made = wild().traits("a", "minor hazard", "difficult").take(EndTurn())
    made.take(BeginTurn(), 7).take(EndTurn()).take(BeginTurn(), 7, 20)
    assert made.state.acting == "P"
    slowed = made.only(e.MarkSet, lambda mark: mark.name == "started in difficult terrain")
    facts = made.last.step.events
    order = [facts.index(fact) for fact in (slowed, made.wounds, made.test_of("P"))]
    assert order == sorted(order)
    assert (made.wounds.wounds, made.test_of("P").target, rides(made)) == (5, 40, True)


@pytest.mark.rule("IM-MOUNTS-15")
def test_whoever_fails_to_stay_on_is_thrown():
    made = afresh(wild(), 77)
    assert (rides(made), prone(made), near(made)) == (False, True, True)
    made = afresh(wild(rulings={"mount_stay_fail": "loses action"}), 77)
    assert (rides(made), left(made, "action")) == (True, 0)
    made = wild().take(Settle(due="stay on|P"))
    assert rides(afresh(made))


@pytest.mark.rule("IM-MOUNTS-15")
def test_by_one_reading_the_test_comes_at_the_mounts_turn():
    made = wild(rulings={"mount_stay_turn": "mount turn"}).take(EndTurn())
    made.take(BeginTurn(entry="M"), 77)
    assert not rides(made)


@pytest.mark.rule("IM-MOUNTS-16")
@pytest.mark.parametrize(
    ("mount", "rider", "riding", "stays"),
    [
        (33, 31, 40, False), (33, 11, 40, True), (33, 21, 40, False), (33, 31, 55, True),
    ],
)  # fmt: skip
def test_a_mount_that_bucks_is_opposed(mount, rider, riding, stays):
    made = wild(skills={"athletics (riding)": riding}).take(MountIs(who="M", wants_off=True))
    afresh(made, mount, rider)
    assert made.only(e.Contested).rule == "IM-MOUNTS-16"
    assert rides(made) == stays


@pytest.mark.rule("IM-MOUNTS-18")
@pytest.mark.parametrize(
    ("reading", "faces"), [({}, (20,)), ({"mount_secured_stay": "passes"}, ())]
)
def test_straps_do_not_spare_the_test_to_stay_on(reading, faces):
    made = afresh(wild(secured=True, rulings=reading), *faces)
    assert len(made.tests) == len(faces)
    assert rides(made)
