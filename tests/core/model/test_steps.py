"""Steps from square to square: what stops them, and the paths they make."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from desktop.core.model import paths
from desktop.core.model.board import GROUND
from desktop.core.model.place import Place
from desktop.core.model.words import Square
from tests.helpers.build import board, door, feature, level, link, row, wall, zone
from tests.helpers.spots import at, some_edges, some_squares, walls_on


def test_walls_and_closed_doors_stop_a_step():
    shut = board(wall((2, 0), (2, 4)), door("d", ((2, 1), (2, 2))), size=(4, 4))
    place = Place.of(shut)
    assert place.blocked(GROUND, Square(1, 0), Square(2, 0)).why == "wall"
    stop = place.blocked(GROUND, Square(1, 1), Square(2, 1))
    assert (stop.why, stop.what, stop.says) == ("door", "d", "the door d, which is closed")
    for state in ("open", "broken"):
        opened = replace(shut, doors={"d": replace(shut.doors["d"], state=state)})
        assert Place.of(opened).blocked(GROUND, Square(1, 1), Square(2, 1)) is None
    assert place.blocked(GROUND, Square(0, 0), Square(-1, 0)).why == "border"


def test_an_unknown_door_is_a_wall():
    place = Place.of(board(door("d", ((2, 1), (2, 2)), "open"), size=(4, 4)))
    assert place.blocked(GROUND, Square(1, 1), Square(2, 1)) is None
    assert place.blocked(GROUND, Square(1, 1), Square(2, 1), unknown={"d"}).why == "wall"
    assert place.sight_stop(GROUND, Square(1, 1), Square(2, 1), unknown={"d"}).says == "a wall"


def test_a_step_through_a_corner_is_stopped_when_both_ways_round_are():
    one = Place.of(board(size=(4, 4), squares={GROUND: {(2, 1): "wall"}}))
    both = Place.of(board(size=(4, 4), squares={GROUND: {(2, 1): "wall", (1, 2): "wall"}}))
    assert one.blocked(GROUND, Square(1, 1), Square(2, 2)) is None
    assert both.blocked(GROUND, Square(1, 1), Square(2, 2)).why == "corner"
    edges = Place.of(board(wall((2, 0), (2, 2)), size=(4, 4)))
    assert edges.blocked(GROUND, Square(1, 1), Square(2, 2)) is None
    bent = Place.of(board(wall((2, 0), (2, 2), (0, 2)), size=(4, 4)))
    assert bent.blocked(GROUND, Square(1, 1), Square(2, 2)).why == "corner"


def test_obstacles_stop_walkers_only():
    here = board(
        feature("crate", (2, 2), blocks=True), size=(4, 4), squares={GROUND: {(1, 1): "obstacle"}}
    )
    place = Place.of(here)
    assert place.blocked(GROUND, Square(0, 1), Square(1, 1)).why == "obstacle"
    assert place.blocked(GROUND, Square(2, 1), Square(2, 2)).what == "crate"
    assert place.blocked(GROUND, Square(0, 1), Square(1, 1), air=True) is None
    assert place.sight_stop(GROUND, Square(0, 1), Square(3, 1)) is None


@given(
    st.dictionaries(some_squares, st.sampled_from(["wall", "obstacle"]), max_size=20),
    st.lists(some_edges, max_size=20),
    some_squares,
    st.booleans(),
)
def test_the_moves_of_a_square_are_the_steps_that_nothing_blocks(painted, edges, seat, air):
    place = Place.of(board(*walls_on(edges), size=(8, 8), squares={GROUND: painted}))
    ground = place.ground(GROUND)
    around = {
        Square(seat.x + dx, seat.y + dy)
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (dx, dy) != (0, 0)
    }
    free = {to for to in around if ground.blocked(seat, to, air=air) is None}
    assert set(ground.moves(seat, air=air)) == free
    assert set(ground._moves_from(seat, 1, air)) == free


def test_a_footprint_passes_only_where_all_of_it_fits():
    place = Place.of(board(wall((0, 2), (2, 2)), wall((3, 2), (6, 2)), size=(6, 6)))
    start = at(2, 0)
    assert paths.Spread(place, start).path_to([at(2, 3)]) is not None
    assert paths.Spread(place, start, side=2).path_to([at(2, 3)]) is None
    wide = Place.of(board(wall((0, 2), (2, 2)), wall((4, 2), (6, 2)), size=(6, 6)))
    assert paths.Spread(wide, start, side=2).path_to([at(2, 3)]).cost == 3
    assert paths.Spread(wide, start, side=3).path_to([at(2, 3)]) is None


def test_no_footprint_straddles_a_thin_wall():
    place = Place.of(board(wall((3, 1), (5, 1)), size=(6, 2)))
    assert place.fits(GROUND, Square(0, 0), 2)
    assert not place.fits(GROUND, Square(3, 0), 2)
    assert not place.fits(GROUND, Square(2, 0), 4)
    assert paths.Spread(place, at(0, 0), side=2).path_to([at(4, 0)]) is None


def test_a_footprint_is_told_what_stops_it():
    ground = Place.of(board(wall((0, 2), (2, 2)), wall((3, 2), (6, 2)), size=(6, 6))).ground(GROUND)
    assert ground.step_stop(Square(2, 1), Square(2, 2)) is None
    assert ground.step_stop(Square(0, 0), Square(0, 1), 2).why == "footprint"
    assert ground.step_stop(Square(4, 4), Square(5, 4), 2).why == "footprint"
    assert ground.step_stop(Square(0, 1), Square(0, 2)).why == "wall"


def test_the_cheapest_path_is_found_and_told_step_by_step():
    here = row("a", "b", "c")
    place = Place.of(here)
    found = paths.Spread(place, at(0, 0)).path_to([at(16, 0)])
    assert found.cost == 16
    assert [step.enters for step in found.steps if step.enters] == ["b", "c"]
    assert [step.link for step in found.steps if step.enters] == ["a-b", "b-c"]
    assert found.spots[-1] == at(16, 0)
    dear = paths.Spread(place, at(0, 0), lambda step: None if step.enters else 1).path_to(
        [at(16, 0)]
    )
    assert dear is None


def test_a_path_over_ground_without_a_zone_is_priced_where_it_enters_the_next_zone():
    here = board(
        zone("a", (0, 0, 4, 4)), zone("b", (8, 0, 4, 4)), link("a", "b", "barrier"), size=(12, 4)
    )
    found = paths.Spread(Place.of(here), at(0, 0)).path_to([at(8, 0)])
    entering = [step for step in found.steps if step.enters]
    assert [(step.leaves, step.enters, step.link) for step in entering] == [("a", "b", "a-b")]


def test_reach_is_limited_by_cost():
    found = paths.Spread(Place.of(row("a")), at(0, 0), limit=2).whole()
    assert set(found.costs) == {at(x, y) for x in range(3) for y in range(3)}


def test_what_is_out_of_reach_has_no_path():
    place = Place.of(board(wall((2, 0), (2, 4)), size=(4, 4)))
    found = paths.Spread(place, at(0, 0)).whole()
    assert found.path_to(at(3, 3)) is None
    assert found.path_to(at(0, 0)).steps == ()


def test_two_ended_links_are_steps_both_ways_but_a_ledge():
    def storeys(kind):
        return Place.of(
            board(
                level("floor"),
                level("gantry", 5),
                zone("a", (0, 0, 4, 4)),
                zone("b", (0, 0, 4, 4), level="gantry"),
                link("b", "a", kind, ends=[(1, 1), (2, 1)]),
                size=(4, 4),
            )
        )

    ladder, ledge = storeys("ladder"), storeys("ledge")
    up, down = at(2, 1, "floor"), at(1, 1, "gantry")
    assert paths.Spread(ladder, up).path_to([down]).steps[0].link == "b-a"
    assert paths.Spread(ladder, down).path_to([up]).cost == 1
    assert paths.Spread(ledge, down).path_to([up]).cost == 1
    assert paths.Spread(ledge, up).path_to([down]) is None
    assert ladder.ways("a", "foot")[0].to == "b"
    assert ledge.ways("a", "foot") == ()
