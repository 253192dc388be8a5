"""What is where: the zone of every square, and what lies on it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from desktop.core.model.board import GROUND
from desktop.core.model.geometry import outline_of
from desktop.core.model.place import Place
from desktop.core.model.words import Square
from desktop.core.model.zone_map import squares_of
from tests.helpers.build import board, feature, level, paint, piece, row, zone

# Zones and squares


def test_zones_and_squares_agree():
    place = Place.of(row("a", "b"))
    assert place.zone_at(GROUND, Square(7, 5)) == "a"
    assert place.zone_at(GROUND, Square(8, 0)) == "b"
    assert place.zone_at(GROUND, Square(16, 0)) is None
    assert len(place.squares_of("a")) == 48
    assert all(place.zone_at(GROUND, square) == "b" for square in place.squares_of("b"))


def test_the_first_in_the_file_has_a_square_that_two_zones_claim():
    place = Place.of(board(zone("a", (0, 0, 4, 4)), zone("b", (2, 0, 4, 4)), size=(8, 8)))
    assert place.zone_at(GROUND, Square(3, 0)) == "a"
    assert Square(3, 0) not in place.squares_of("b")
    assert place.squares_of("a").isdisjoint(place.squares_of("b"))


def test_a_square_on_a_slanting_border_belongs_to_one_zone_whichever_side_it_is():
    diamond = zone("d", outline=[(3.5, 0.5), (6.5, 3.5), (3.5, 6.5), (0.5, 3.5)])
    place = Place.of(board(diamond, size=(8, 8)))
    owners = place.zone_map(GROUND).owners
    assert {owners.get(each) for each in ((2, 1), (5, 2), (5, 5), (1, 4))} <= {"d", None}
    assert {owners.get(each) for each in ((3, 0), (6, 3), (3, 6), (0, 3))} == {"d"}


def test_the_same_board_has_the_same_place():
    here = row("a", "b")
    assert Place.of(here) is Place.of(here)
    assert Place.of(here) is not Place.of(replace(here, traits=()))


zones_moved = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=6
)


@given(zones_moved)
def test_a_map_made_from_the_last_one_equals_one_made_anew(moves):
    here = board(*(zone(f"z{i}", (4 * i, 0, 4, 4)) for i in range(6)), size=(30, 30))
    Place.of(here).zone_map(GROUND)
    for number, x, y in moves:
        moved = replace(here.zones[f"z{number}"], outline=outline_of(x, y, 4, 4))
        here = replace(here, zones={**here.zones, moved.id: moved})
        place = Place.of(here)
        for square in (Square(x, y) for x in range(30) for y in range(20)):
            first = next(
                (
                    each.id
                    for each in here.zones.values()
                    if each.outline[0].x <= square.x < each.outline[1].x
                    and each.outline[0].y <= square.y < each.outline[2].y
                ),
                None,
            )
            assert place.zone_at(GROUND, square) == first


def test_zones_of_different_levels_may_lie_above_each_other():
    place = Place.of(
        board(
            level("floor"),
            level("gantry", 5),
            zone("a", (0, 0, 4, 4)),
            zone("b", (0, 0, 4, 4), level="gantry"),
            size=(8, 8),
        )
    )
    assert place.zone_at("floor", Square(1, 1)) == "a"
    assert place.zone_at("gantry", Square(1, 1)) == "b"


def test_squares_without_a_zone_are_named():
    place = Place.of(board(zone("a", (0, 0, 4, 4)), size=(5, 4)))
    bare = squares_of(*place.size).difference(place.zone_map(GROUND).owners)
    assert bare == {(4, 0), (4, 1), (4, 2), (4, 3)}


# Underfoot


def test_what_is_at_a_square_comes_from_the_top():
    here = board(
        feature("valve", (1, 1)), size=(8, 8),
        squares={GROUND: {(1, 1): "difficult", (2, 2): "void"}},
        clouds=(piece("dark cloud", (1, 1)),), fields=(piece("damaging", (1, 1)),),
    )  # fmt: skip
    place = Place.of(here)
    assert [layer.of for layer in place.layers(GROUND, Square(1, 1))] == [
        "cloud", "field", "feature", "ground",
    ]  # fmt: skip
    assert place.qualities_at(GROUND, Square(1, 1)) == {"blinding", "damaging", "difficult"}
    assert place.layers(GROUND, Square(5, 5)) == ()
    assert place.is_open(GROUND, Square(2, 2))


def test_what_is_not_built_on_an_upper_level_is_open_air():
    place = Place.of(
        board(
            level("pit", -4),
            level("floor"),
            level("gantry", 5),
            zone("walk", (0, 0, 4, 1), level="gantry"),
            size=(8, 8),
            squares={"gantry": {(5, 5): "difficult"}},
        )
    )
    assert [layer.of for layer in place.layers("gantry", Square(6, 6))] == ["open air"]
    assert not place.is_open("gantry", Square(1, 0))
    assert not place.is_open("gantry", Square(5, 5))
    assert not place.is_open("floor", Square(6, 6))
    assert not place.is_open("pit", Square(6, 6))


def test_a_drawing_paints_squares():
    assert paint(".~", "#.", legend={"~": "difficult", "#": "wall"}, at=(1, 0)) == {
        (2, 0): "difficult", (1, 1): "wall",
    }  # fmt: skip
