"""Doors and locks: an action each, hit points, plating, cover, and holding one shut."""

from dataclasses import replace

import pytest

from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.using import WorkDoor
from desktop.core.packs.yards.breach import BreakDoor, HitDoor
from desktop.core.packs.yards.door import HoldDoor, cover_of, lock_points, points_of
from desktop.core.rules.actions import Change, Walk
from desktop.core.survey.yards import USUAL_TOUGHNESS
from tests.helpers.attacks import sides_of
from tests.helpers.build import door, link, wall
from tests.helpers.moves import rules
from tests.helpers.yards import measured, native, rooms

OPEN = WorkDoor(who="P", door="d")
SHOOT = Shoot(who="P", target="Q", attack="rifle")


def at_a_door(state="closed", *people, rulings=None, space="measured", slots=None, **fields):
    """Return P beside a door in a wall across the board."""
    gate = door("d", ((6, 1), (6, 2)), state, **{"toughness": 40, **fields})
    on = rooms(wall((6, 0), (6, 6)), gate, link("in", "out", through="d"))
    people = people or (native(at=(5, 1)),)
    return measured(*people, on=on, rulings=rulings, space=space, slots=slots)


def behind(at=(6, 1), **figures):
    """Return P on one side of the door and Q on the other."""
    return native(at=(2, 1)), native("Q", at, side="foes", **figures)


def state_of(made, id="d"):
    return made.state.encounter.board.doors[id].state


def door_of(made):
    return made.state.encounter.board.doors["d"]


def hit(made, damage, *faces, **fields):
    return made.take(HitDoor(door="d", damage=damage, **fields), *faces)


def points(made):
    return points_of(made.state, door_of(made))


@pytest.mark.rule("INQ-DOORS-01")
@pytest.mark.parametrize("kind", ["door", "window"])
def test_opening_and_shutting_take_an_action_each(kind):
    made = at_a_door(kind=kind).take(OPEN)
    assert (state_of(made), made.left()) == ("open", 1)
    made.take(OPEN)
    assert (state_of(made), made.left()) == ("closed", 0)
    assert rules(made.refused(OPEN)) == ["INQ-DOORS-01"]
    assert made.offers("P")["door:d"].cost == "Action"


@pytest.mark.rule("INQ-DOORS-01")
def test_where_another_book_settles_doors_they_cost_nothing():
    made = at_a_door(slots={}).take(OPEN)
    assert made.state.fighters["P"].left["action"] == 1
    own = at_a_door(slots={}, book="yards").take(OPEN)
    assert own.state.fighters["P"].left["action"] == 0


@pytest.mark.rule("INQ-DOORS-02")
def test_trying_a_locked_door_spends_the_action_and_tells():
    made = at_a_door("locked").take(OPEN)
    assert (state_of(made), made.left()) == ("locked", 1)
    assert made.said() == ["d is locked"]
    assert made.state.mark("d", "known to be locked") is True


@pytest.mark.rule("INQ-DOORS-03")
def test_an_open_doorway_costs_nothing_extra():
    made = at_a_door("open", native(at=(4, 1)))
    made.take(Walk(who="P", to=(8, 1), gait="walk"))
    assert (made.at(), made.left()) == ((8, 1), 1)


@pytest.mark.rule("INQ-DOORS-04")
def test_a_door_has_as_many_hit_points_as_toughness():
    assert points(at_a_door()) == 40
    assert points(at_a_door(kind="window", toughness=30)) == 30
    assert points(at_a_door(kind="window", toughness=None)) is None


@pytest.mark.rule("INQ-DOORS-04")
def test_plain_glass_breaks_at_any_hit_or_by_one_reading_wants_a_toughness():
    plain = {"kind": "window", "toughness": None}
    assert state_of(hit(at_a_door(**plain), 1)) == "broken"
    assert state_of(hit(at_a_door(**plain), 0)) == "closed"
    made = at_a_door(rulings={"inq_plain_glass": "gm sets toughness"}, **plain)
    assert rules(made.refused(HitDoor(door="d", damage=1))) == ["INQ-DOORS-04"]


@pytest.mark.rule("INQ-DOORS-05")
def test_a_door_at_zero_collapses_and_lets_one_through():
    made = hit(at_a_door(), 25, "no")
    assert (points(made), state_of(made)) == (15, "closed")
    assert made.refused(Walk(who="P", to=(7, 1)))
    hit(made, 15)
    assert (points(made), state_of(made)) == (0, "broken")
    assert not made.refused(Walk(who="P", to=(7, 1)))
    assert state_of(hit(at_a_door(kind="window", toughness=30), 30)) == "broken"


@pytest.mark.rule("INQ-DOORS-05")
def test_a_door_is_broken_down_with_a_weapon():
    made = at_a_door().take(BreakDoor(who="P", door="d", attack="sword"), 30)
    assert made.test_of("P").says == "Weapon skill, at d"
    assert (points(made), made.left()) == (30, 1)
    made.take(BreakDoor(who="P", door="d", attack="sword"), 90)
    assert points(made) == 30
    assert made.said() == ["sword misses d"]
    assert "break:d:door:sword" in made.offers("P")


@pytest.mark.rule("INQ-DOORS-06")
def test_the_usual_numbers_and_the_gms_own():
    assert USUAL_TOUGHNESS == 40
    made = at_a_door(toughness=USUAL_TOUGHNESS)
    for value in (20, 50, 75, 100):
        edit = {"kind": "door", "ids": ["d"], "field": "toughness", "value": value}
        assert points(made.take(Change(edit="set_field", arguments=edit))) == value


@pytest.mark.rule("INQ-DOORS-07")
def test_a_door_gives_a_tenth_of_its_toughness_as_cover_whatever_is_left():
    made = at_a_door("closed", *behind(), toughness=60, kind="grille")
    made.marked("d", "hit points", 20)
    made.take(SHOOT, 24)
    assert sides_of(made.wounds.armour, "adds") == ["behind d"]
    assert made.wounds.armour.total == 6
    opened = at_a_door("open", *behind(), toughness=60).take(SHOOT, 24)
    assert opened.wounds.armour.total == 0


@pytest.mark.rule("INQ-DOORS-07")
def test_where_zones_measure_the_link_tells_which_door_is_between():
    made = at_a_door("closed", *behind(), toughness=60, kind="grille", space="zones")
    assert made.take(SHOOT, 24).wounds.armour.total == 6


@pytest.mark.rule("INQ-DOORS-07")
def test_a_tenth_is_rounded_down_or_to_the_nearest():
    for reading, cover in (("round down", 4), ("to nearest", 5)):
        made = at_a_door(toughness=45, rulings={"inq_cover_rounding": reading})
        assert cover_of(made.state, door_of(made)) == cover
    made = at_a_door(toughness=4)
    assert lock_points(made.state, door_of(made)) == 1


@pytest.mark.rule("INQ-DOORS-08")
def test_plating_takes_off_each_hit_and_cover_does_not_but_by_one_reading():
    made = hit(at_a_door(toughness=80, armour=4), 18)
    assert points(made) == 66
    made = at_a_door(toughness=80, armour=4, rulings={"inq_door_own_cover": "cover too"})
    assert points(hit(made, 18)) == 74


def held(**fields):
    people = native(at=(2, 1)), native("Q", (6, 1), side="foes", injury=30, armour={"body": 2})
    made = at_a_door("closed", *people, toughness=60, armour=4, **fields)
    return made.take(HoldDoor(who="Q", door="d"))


@pytest.mark.rule("INQ-DOORS-09", "INQ-HARM-01")
def test_who_holds_a_door_is_hurt_past_plating_and_cover_and_so_is_the_door():
    made = hit(held(), 18, 40)
    assert points(made) == 46
    assert (made.wounds.damage.total, made.wounds.armour.total, made.wounds.wounds) == (8, 2, 6)
    assert made.state.mark("Q", "injury level body") == 1
    made = hit(held(rulings={"inq_holder_own_armour": "door only"}), 18, 40)
    assert (made.wounds.wounds, made.wounds.armour.total) == (8, 0)
    assert made.state.mark("Q", "injury level body") == 1


@pytest.mark.rule("INQ-DOORS-09")
def test_a_door_is_held_until_one_moves_and_cannot_be_opened_meanwhile():
    made = held()
    beside = replace(OPEN, who="P")
    assert "INQ-DOORS-09" in rules(made.refused(beside))
    made.turn("Q").take(Walk(who="Q", to=(8, 1)))
    assert not made.state.relations


@pytest.mark.rule("INQ-DOORS-10")
def test_bulletproof_glass_has_ten_and_covers_with_five():
    made = at_a_door(
        "closed", *behind(), kind="window", material="Bulletproof glass", toughness=None
    )
    assert points(made) == 10
    assert cover_of(made.state, door_of(made)) == 5
    made.take(SHOOT, 24)
    assert made.wounds.armour.total == 5


@pytest.mark.rule("INQ-DOORS-11")
def test_below_half_the_gm_is_asked_about_gaps():
    made = hit(at_a_door("closed", *behind(), toughness=40), 20)
    assert rules(made.refused(SHOOT)) == ["IM-RANGED-02"]
    hit(made, 1, "yes")
    assert not made.refused(SHOOT)
    assert made.refused(Walk(who="P", to=(7, 1)))
    assert made.take(SHOOT, 24).wounds.armour.total == 4
    again = hit(hit(at_a_door(), 21, "no"), 1)
    assert points(again) == 18


@pytest.mark.rule("INQ-DOORS-12")
def test_a_lock_is_a_tenth_of_its_door_or_what_the_gm_says():
    made = at_a_door("locked", toughness=60)
    assert lock_points(made.state, door_of(made)) == 6
    own = at_a_door("locked", toughness=60, lock_toughness=8)
    assert lock_points(own.state, door_of(own)) == 8
    hit(made, 4, lock=True)
    assert lock_points(made.state, door_of(made)) == 2
    assert points(made) == 60


@pytest.mark.rule("INQ-DOORS-13")
def test_a_blast_against_the_door_reaches_its_lock():
    made = hit(at_a_door("locked", toughness=60), 9, blast=True)
    assert (lock_points(made.state, door_of(made)), points(made)) == (0, 51)
    made = at_a_door("locked", toughness=60, rulings={"inq_lock_blast": "gm splits"})
    made.take(HitDoor(door="d", damage=9, blast=True), words={"split|d": 3})
    assert (lock_points(made.state, door_of(made)), points(made)) == (3, 54)


@pytest.mark.rule("INQ-DOORS-13")
def test_a_lock_is_attacked_on_purpose_and_plating_covers_it_by_one_reading_only():
    made = at_a_door("locked", toughness=60, armour=4)
    made.take(BreakDoor(who="P", door="d", attack="sword", lock=True), 30)
    assert (lock_points(made.state, door_of(made)), points(made)) == (0, 60)
    made = at_a_door("locked", toughness=60, armour=4, rulings={"inq_lock_armour": "lock too"})
    assert lock_points(hit(made, 9, lock=True).state, door_of(made)) == 1


@pytest.mark.rule("INQ-DOORS-14")
def test_a_door_with_a_broken_lock_is_pushed_open():
    made = hit(at_a_door("locked", toughness=60), 6, lock=True)
    made.take(OPEN)
    assert (state_of(made), points(made), made.left()) == ("open", 60, 1)
    free = hit(at_a_door("locked", rulings={"inq_broken_lock_push": "free"}), 6, lock=True)
    assert free.take(OPEN).left() == 2
