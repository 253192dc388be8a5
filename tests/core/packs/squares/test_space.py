"""The space of squares: points, steps, reach, bands, who is in the way, leaving step by step."""

from dataclasses import replace
from typing import Any

import pytest

from desktop.core.model import edits
from desktop.core.model.board import GroundKind
from desktop.core.model.geometry import edges_along, holds
from desktop.core.model.profile import Flight
from desktop.core.model.words import Point, Square
from desktop.core.packs.imperium.melee import Strike
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from tests.helpers.attacks import SWORD
from tests.helpers.build import board, door, encounter, level, link, piece, wall, zone
from tests.helpers.on_squares import GROUND, Squares, grid, native, painted, person


def one(at: tuple[int, int] = (0, 0), **fields: Any) -> Squares:
    """Return A's turn, with 6 points a Move."""
    figures = fields.pop("figures", {"speed": 6})
    people = [native("A", at, **figures), native("Z", (11, 7), side="heroes")]
    return grid(*fields.pop("things", ()), people=people, turn="A", **fields)


# Points


@pytest.mark.rule("GRID-STEP-06")
def test_a_move_gives_points_by_speed_and_run_as_many_again():
    for speed, points in (("slow", 4), ("normal", 6), ("fast", 8)):
        people = [person("A", (0, 0), speed=speed)]
        made = grid(people=people, size=(30, 3), turn="A")
        assert made.plan("A", (points, 0)).pays == {"move": 1}
        assert made.plan("A", (points + 1, 0)).pays == {"move": 1, "action": 1}
        assert made.plan("A", (2 * points + 1, 0)).refusals
        assert made.plan("A", (points, 0), pay="run").pays == {"action": 1}


@pytest.mark.rule("GRID-STEP-06", "IM-SPEED-01")
def test_by_the_reading_with_more_speeds_swift_has_more_points_and_none_never_moves():
    more = {"speed_extra_tiers": "none and swift"}
    swift = grid(people=[person("A", (0, 0), speed="swift")], size=(30, 3), turn="A", rulings=more)
    assert swift.plan("A", (10, 0)).pays == {"move": 1}
    assert swift.plan("A", (11, 0)).pays == {"move": 1, "action": 1}
    turret = grid(people=[person("A", (0, 0), speed="none")], size=(30, 3), turn="A", rulings=more)
    assert [str(each) for each in turret.plan("A", (1, 0)).refusals] == [
        "A has no Speed and never moves."
    ]


@pytest.mark.rule("GRID-STEP-06")
def test_a_profile_with_this_books_figures_uses_them_and_readings_change_the_rest():
    assert one(figures={"speed": 9}).plan("A", (9, 0)).pays == {"move": 1}
    zones = grid(
        people=[person("A", (0, 0), speed="fast")], size=(30, 3), turn="A",
        rulings={"grid_points": "three six twelve", "grid_run_points": "no run"},
    )  # fmt: skip
    assert zones.plan("A", (12, 0)).pays == {"move": 1}
    assert zones.plan("A", (13, 0)).refusals


@pytest.mark.rule("GRID-STEP-06")
def test_what_is_left_of_a_move_lasts_for_the_turn():
    made = one().walk("A", (2, 0))
    assert (made.left("A"), dict(made.state.fighters["A"].left)["move"]) == (4, 0)
    assert made.plan("A", (6, 0)).pays == {}
    made.walk("A", (5, 0))
    assert made.left("A") == 1
    assert made.plan("A", (7, 0)).pays == {"action": 1}
    made.turn("Z").turn("A")
    assert made.left("A") == 0


@pytest.mark.rule("GRID-STEP-01", "GRID-DIFFICULT-02")
def test_a_step_costs_a_point_and_difficult_ground_one_more():
    made = one(squares=painted(difficult=[(3, 0), (4, 0)]), size=(12, 1))
    assert made.plan("A", (4, 0)).says == "Move: 6 squares"
    made.walk("A", (4, 0))
    assert made.left("A") == 0


@pytest.mark.rule("GRID-STEP-01")
def test_a_diagonal_is_one_square_or_every_second_one_two():
    made = one((0, 0))
    assert made.plan("A", (4, 4)).says == "Move: 4 squares"
    dear = one((0, 0), rulings={"grid_diagonal_cost": "every second double"})
    assert dear.plan("A", (4, 4)).says == "Move: 6 squares"
    assert dear.plan("A", (5, 5)).pays == {"move": 1, "action": 1}
    assert dear.plan("A", (3, 3)).says == "Move: 4 squares"


@pytest.mark.rule("GRID-DIFFICULT-02")
def test_a_square_difficult_twice_over_costs_once_more_or_for_every_source():
    bog = {"squares": painted(difficult=[(1, 0)]), "fields": (piece("rubble", (1, 0)),)}
    made = one(size=(12, 1), **bog)
    assert made.plan("A", (1, 0)).says == "Move: 2 squares"
    each = one(size=(12, 1), rulings={"grid_difficult_stack": "each source"}, **bog)
    assert each.plan("A", (1, 0)).says == "Move: 3 squares"


def test_a_flyer_is_not_slowed_by_what_lies_on_the_ground():
    people = [person("A", (0, 0))]
    made = grid(people=people, squares=painted(difficult=[(1, 0)]), size=(12, 1), turn="A")
    profile = replace(made.state.people["A"].profile, flies=Flight(means="wings"))
    who = replace(made.state.people["A"], profile=profile)
    made.let(e.PlaceChanged(says="", parts=e.PlaceParts(people={"A": who})))
    made.let(e.Moved(who="A", how="put", level=GROUND, to=Square(0, 0), above=5))
    assert made.plan("A", (1, 0)).says == "Move: 1 square"


@pytest.mark.rule("GRID-WALL-02")
def test_between_two_walls_corner_to_corner_nobody_slips_but_by_one_reading():
    walls = painted(wall=[(1, 0), (0, 1)])
    assert one(squares=walls).plan("A", (1, 1)).refusals
    assert (
        not one(squares=walls, rulings={"grid_diagonal_gap": "may pass"}).plan("A", (1, 1)).refusals
    )


# Reach


def test_reach_holds_every_square_with_its_price_and_none_that_is_taken():
    people = [native("A", (1, 1), speed=2), native("B", (2, 1)), native("Z", (1, 2), side="heroes")]
    made = grid(people=people, squares=painted(wall=[(0, 0)]), size=(9, 9), turn="A")
    reach = {spot.square: pay for spot, pay in _reach(made, "A").items()}
    assert Square(1, 1) not in reach
    assert reach[Square(3, 1)] == "move"
    assert reach[Square(5, 1)] == "move and run"
    assert not {Square(2, 1), Square(1, 2), Square(0, 0)} & reach.keys()
    assert _reach(made, "B") == {}


def _reach(made: Squares, who: str) -> Any:
    return made.book.space.reach(made.book, made.state, who).squares


@pytest.mark.rule("GRID-STEP-02")
def test_nobody_ends_on_a_taken_square_and_foes_let_nobody_pass():
    people = [native("A", (0, 0)), native("B", (1, 0)), native("Z", (3, 0), side="heroes")]
    made = grid(people=people, size=(12, 1), turn="A")
    (refusal,) = made.plan("A", (1, 0)).refusals
    assert str(refusal) == "B stands there. Go beside it."
    assert not made.plan("A", (2, 0)).refusals
    assert [r.says for r in made.plan("A", (4, 0)).refusals] == ["Z is in the way."]
    strict = grid(people=people, size=(12, 1), turn="A", rulings={"grid_pass_creatures": "nobody"})
    assert strict.plan("A", (2, 0)).refusals


@pytest.mark.rule("GRID-STEP-04")
def test_where_every_way_is_barred_the_first_bar_is_told():
    closed = one(things=[door("gate", ((2, 0), (2, 1)))], size=(12, 1))
    (refusal,) = closed.plan("A", (4, 0)).refusals
    assert str(refusal) == "The door gate, which is closed, is in the way. Open it first."
    assert one(things=[wall((2, 0), (2, 8))]).plan("A", (4, 0)).refusals


@pytest.mark.rule("GRID-STEP-05")
def test_too_far_is_refused_with_what_it_costs_and_what_is_left():
    made = one(size=(30, 1))
    (refusal,) = made.plan("A", (20, 0)).refusals
    assert refusal.says == "That takes 20 squares; A has 12 left."
    made.take(Walk(who="A", to=Square(20, 0), forced=True))
    assert made.seat("A") == (20, 0)


@pytest.mark.rule("GRID-STEP-03")
def test_nobody_walks_over_a_hole_or_up_a_cliff():
    made = one(squares=painted(void=[(2, 0)]), size=(12, 1))
    assert made.plan("A", (2, 0)).refusals
    kinds = {"cliff": GroundKind(metres=3)}
    high = one(squares=painted(cliff=[(x, 0) for x in range(2, 12)]), kinds=kinds, size=(12, 1))
    assert high.plan("A", (3, 0)).refusals


def test_of_two_ways_of_a_price_the_one_is_gone_that_does_no_harm():
    kinds = {"embers": GroundKind(qualities=("damaging",), damage=2)}
    made = one((0, 1), squares=painted(embers=[(1, 1), (1, 0)]), kinds=kinds, size=(12, 3))
    plan = made.plan("A", (2, 1))
    assert [spot.square for leg in plan.legs for spot in leg.path] == [(1, 2), (2, 1)]
    assert plan.says == "Move: 2 squares"


def test_corners_of_a_path_are_gone_by():
    plan = one().plan("A", (4, 0), via=((GROUND, Square(2, 2)),))
    assert plan.legs[0].path[1].square == (2, 2)
    assert plan.says == "Move: 4 squares"


def test_a_zone_is_an_aim_and_its_nearest_square_is_taken():
    things = zone("a", at=(0, 0, 3, 8)), zone("b", at=(5, 0, 4, 8), name="Nave")
    made = one((1, 1), things=things)
    plan = made.plan("A", "b")
    assert plan.legs[-1].path[-1].square == (5, 1)
    assert plan.says == "Move to Nave: 4 squares"
    assert [leg.enters for leg in plan.legs] == ["b"]
    assert made.plan("A", "a").legs == ()


def test_a_barrier_is_not_walked_over_and_no_link_is_needed_elsewhere():
    zones = zone("a", at=(0, 0, 3, 1)), zone("b", at=(3, 0, 3, 1))
    free = one(things=zones, size=(6, 1))
    assert not free.plan("A", (3, 0)).refusals
    barred = one(things=(*zones, link("a", "b", "barrier")), size=(6, 1))
    (refusal,) = barred.plan("A", (3, 0)).refusals
    assert refusal.rule == "IM-BARRIER-02"


def test_stairs_lead_to_another_level_for_the_price_of_their_height():
    things = (
        level("low"), level("up", 3), zone("a", at=(0, 0, 4, 4), level="low"),
        zone("b", at=(0, 0, 4, 4), level="up"), link("a", "b", "stairs", ends=((1, 0), (1, 0))),
    )  # fmt: skip
    made = grid(*things, people=[native("A", (0, 0), speed=6)], turn="A")
    plan = made.plan("A", (2, 0), level="up")
    assert plan.says == "Move to b: 5 squares"
    made.walk("A", (2, 0), level="up")
    assert made.state.fighters["A"].level == "up"


def test_the_large_go_only_where_all_of_them_fits():
    made = one((1, 1), figures={"speed": 6, "size": "large"}, squares=painted(wall=[(4, 2)]))
    assert made.plan("A", (3, 1)).legs[-1].path[-1].square == (3, 1)
    assert made.plan("A", (3, 1)).refusals
    assert not made.plan("A", (2, 1)).refusals


# Distance and reach


@pytest.mark.rule("GRID-STEP-07")
def test_bands_go_by_metres_or_by_zones():
    zones = zone("a", at=(0, 0, 30, 4)), zone("b", at=(30, 0, 30, 4)), link("a", "b")
    people = [native("A", (0, 0)), native("B", (1, 0)), native("Z", (10, 0), side="heroes")]
    made = grid(*zones, people=people, size=(60, 4))
    space = made.book.space
    assert space.distance(made.state, "A", "B").says == "Immediate: within arm's reach"
    for x, band in ((10, "short"), (20, "medium"), (40, "long"), (41, "extreme")):
        made.let(e.Moved(who="Z", how="put", level=GROUND, to=Square(x, 0)))
        assert space.distance(made.state, "A", "Z").band == band
    assert space.distance(made.state, "A", "b").steps == 30
    made.state = replace(made.state, rulings={**made.state.rulings, "grid_bands": "by zones"})
    assert space.distance(made.state, "A", "Z").band == "medium"


@pytest.mark.parametrize("diagonals", ["one", "every second double"])
def test_rings_are_drawn_where_range_bands_end(diagonals):
    people = [person("A", (3, 20), size="large"), person("B", (30, 20))]
    made = grid(people=people, size=(44, 40), rulings={"grid_diagonal_cost": diagonals})
    rings = made.book.space.bands(made.state, "A", GROUND)
    assert [ring.says for ring in rings] == ["Short: 10 squares", "Medium: 20 squares"] + (
        ["Long: 40 squares"] if diagonals != "one" else []
    )
    for at in [(x, y) for x in range(0, 44, 3) for y in range(0, 40, 3)]:
        made.let(e.Moved(who="B", how="put", level=GROUND, to=Square(*at)))
        band = made.book.space.distance(made.state, "A", "B").band
        middle = Point(at[0] + 0.5, at[1] + 0.5)
        first = next((ring.says for ring in rings if holds(ring.outline, middle)), "beyond")
        named = first.partition(":")[0].lower()
        assert band in (named, "immediate") or (named == "beyond" and band in ("long", "extreme"))


def test_arms_reach_is_beside_one_with_no_wall_between_and_not_far_above():
    made = grid(wall((1, 0), (1, 1)), people=[native("A", (0, 0)), native("B", (1, 0))])
    space = made.book.space
    assert not space.in_reach(made.state, "A", "B")
    made = grid(people=[native("A", (0, 0)), native("B", (1, 1))])
    assert space.in_reach(made.state, "A", "B")
    made.let(e.Moved(who="B", how="put", level=GROUND, to=Square(1, 1), above=5))
    assert not space.in_reach(made.state, "A", "B")


# Leaving step by step


@pytest.mark.rule("IM-ENGAGED-02")
def test_a_foe_strikes_where_its_reach_is_left_and_not_before():
    people = [person("A", (4, 2)), person("Z", (5, 2), side="heroes")]
    made = grid(people=people, turn="A")
    made.take(Strike(who="A", target="Z", attack=SWORD.id), 85, 72)
    assert made.state.holds("engaged", "A", "Z")
    plan = made.plan("A", (8, 3))
    assert [(c.at, c.says) for c in plan.consequences] == [(1, "Z strikes")]
    made.walk("A", (8, 3), 85, 72)
    moved = [fact for fact in made.facts(e.Moved) if fact.who == "A"]
    told = [type(fact).__name__ for fact in made.last.step.events]  # type: ignore[union-attr]
    first = told.index("Moved")
    assert moved[0].to == plan.legs[0].path[-1].square
    assert first < told.index("Tested") < len(told) - 1 - told[::-1].index("Moved")
    assert not made.state.holds("engaged", "A", "Z")


def test_around_a_foe_nobody_strikes():
    people = [person("A", (4, 2)), person("Z", (5, 2), side="heroes")]
    made = grid(people=people, turn="A")
    made.take(Strike(who="A", target="Z", attack=SWORD.id), 85, 72)
    made.walk("A", (5, 3))
    assert made.tests == []


# The outer wall


@pytest.mark.rule("GRID-WALL-05")
def test_an_indoor_map_is_walled_in_and_each_piece_can_be_taken_away():
    bare = encounter(board(size=(10, 8)))
    walled = edits.apply(bare, "wall_in")
    edges = {edge for each in walled.board.walls for edge in edges_along(each.along)}
    assert len(edges) == 2 * (10 + 8)
    opened = edits.apply(walled, "erase_walls", edges=((3, 0, "n"),))
    left = {edge for each in opened.board.walls for edge in edges_along(each.along)}
    assert len(edges - left) == 1
    again = edits.apply(opened, "wall_in")
    whole = {edge for each in again.board.walls for edge in edges_along(each.along)}
    assert whole == edges


def test_pushed_against_the_outer_wall_it_hurts():
    made = grid(wall((0, 0), (0, 8)), people=[native("A", (2, 0))]).push("A", (0, 0), squares=5)
    assert (made.seat("A"), made.harm("A")) == ((0, 0), [6])
