"""Lines of sight over squares, through doors and clouds, and between levels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.core.model import sight
from desktop.core.model.board import GROUND
from desktop.core.model.place import Place
from desktop.core.model.words import Square
from tests.helpers.build import board, door, feature, level, link, piece, wall, zone
from tests.helpers.spots import at, some_edges, some_squares, walls_on

SHOTS = [((2, 3),), ((3, 2),), ((2, 3), (3, 2)), ((3, 3),)]


@pytest.mark.parametrize("walls", SHOTS)
def test_a_shot_past_a_corner_is_the_same_in_all_eight_mirrors_and_both_ways(walls):
    results = set()
    for turn in (lambda x, y: (x, y), lambda x, y: (y, x)):
        for flip_x in (False, True):
            for flip_y in (False, True):

                def mirror(x, y, turn=turn, flip_x=flip_x, flip_y=flip_y):
                    x, y = turn(x, y)
                    return Square(5 - x if flip_x else x, 5 - y if flip_y else y)

                place = Place.of(
                    board(size=(6, 6), squares={GROUND: {mirror(*each): "wall" for each in walls}})
                )
                a, b = mirror(0, 0), mirror(5, 5)
                results.add(place.sight_stop(GROUND, a, b) is None)
                results.add(place.sight_stop(GROUND, b, a) is None)
    assert results == {len(walls) == 1 and walls != ((3, 3),)}


@given(
    st.dictionaries(some_squares, st.sampled_from(["wall", "obstacle", "void"]), max_size=20),
    st.sets(some_squares, max_size=12),
    st.lists(some_edges, max_size=8),
    some_squares,
    some_squares,
)
def test_sight_is_the_same_both_ways(painted, smoke, edges, a, b):
    clouds = (piece("dark cloud", *smoke),) if smoke else ()
    place = Place.of(board(*walls_on(edges), size=(8, 8), squares={GROUND: painted}, clouds=clouds))
    assert (place.sight_stop(GROUND, a, b) is None) == (place.sight_stop(GROUND, b, a) is None)


def test_windows_and_grilles_let_sight_through_and_shutters_do_not():
    for kind, sees in (("window", True), ("grille", True), ("door", False), ("shutter", False)):
        place = Place.of(board(door("d", ((2, 0), (2, 1)), kind=kind), size=(4, 1)))
        assert (place.sight_stop(GROUND, Square(0, 0), Square(3, 0)) is None) == sees
        assert place.blocked(GROUND, Square(1, 0), Square(2, 0)).why == "door"


def test_features_may_stop_sight_and_links_may_block_it():
    here = board(
        feature("statue", (2, 0), blocks_sight=True),
        feature("duct", (0, 0), kind="duct"),
        zone("a", (0, 0, 2, 1)),
        zone("b", (3, 0, 2, 1)),
        link("a", "b", id="curtain", blocks_sight=True),
        link("a", "b", id="crawl", through="duct"),
        size=(5, 1),
    )
    place = Place.of(here)
    assert place.sight_stop(GROUND, Square(0, 0), Square(4, 0)).what == "statue"
    assert place.blocked(GROUND, Square(1, 0), Square(2, 0)) is None
    assert place.neighbours("a", "sight") == ()
    assert place.neighbours("a", "any") == ("b",)
    assert place.zone_of_feature("duct") == "a"
    assert place.zone_of_feature("statue") is None


def test_sight_tells_where_it_ends():
    place = Place.of(board(size=(8, 1), squares={GROUND: {(5, 0): "wall"}}))
    assert place.sight_stop(GROUND, Square(0, 0), Square(7, 0)).at == (4, 0)


def test_a_blinding_cloud_stops_every_line_but_one_to_a_neighbour_inside_it():
    smoke = piece("dark cloud", *((x, 2) for x in range(2, 6)))
    place = Place.of(board(size=(8, 5), clouds=(smoke,)))

    def sees(a, b):
        return place.sight_stop(GROUND, Square(*a), Square(*b)) is None

    assert not sees((1, 2), (2, 2))
    assert not sees((2, 2), (1, 2))
    assert sees((2, 2), (3, 2))
    assert not sees((2, 2), (5, 2))
    assert not sees((0, 2), (7, 2))
    assert sees((0, 1), (7, 1))


def test_sight_between_levels_follows_the_upper_walls_until_the_first_open_square():
    def storeys(*walls, **fields):
        return Place.of(
            board(
                level("floor"),
                level("gantry", 5),
                zone("walk", (0, 0, 3, 1), level="gantry"),
                *walls,
                size=(8, 1),
                **fields,
            )
        )

    up, down, beneath = at(2, 0, "gantry"), at(6, 0, "floor"), at(1, 0, "floor")
    assert sight.stop(storeys(), up, down) is None
    assert sight.stop(storeys(), down, up) is None
    assert sight.stop(storeys(), up, beneath).why == "floor"
    railing = wall((3, 0), (3, 1), level="gantry")
    assert sight.stop(storeys(railing), up, down).why == "wall"
    assert sight.stop(storeys(wall((3, 0), (3, 1), level="floor")), up, down) is None
    assert sight.stop(storeys(wall((5, 0), (5, 1), level="floor")), down, up).why == "wall"


def test_a_cloud_on_the_upper_level_stops_sight_down():
    here = board(
        level("floor"),
        level("up", 5),
        zone("walk", (0, 0, 3, 1), level="up"),
        size=(8, 1),
        clouds=(piece("dark cloud", (1, 0), level="up"),),
    )
    place = Place.of(here)
    assert sight.stop(place, at(0, 0, "up"), at(6, 0, "floor")).why == "cloud"
    assert sight.stop(place, at(2, 0, "up"), at(6, 0, "floor")) is None
    assert sight.stop(place, at(0, 0, "floor"), at(6, 0, "floor")) is None
