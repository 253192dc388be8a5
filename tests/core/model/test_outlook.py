"""One rule of sight, square by square and all at once: symmetric, right along walls and corners."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core.model.obstruction import Looking, Obstruction
from desktop.core.model.place import Place
from desktop.core.model.words import Square
from tests.helpers.build import board, piece, wall

SIZE = 9
CELLS = [Square(x, y) for y in range(SIZE) for x in range(SIZE)]
READINGS = [Looking(), Looking(each_cloud=True), Looking(any_corner=True)]


def ground(solid: Any = (), walls: Any = (), clouds: Any = (), size: int = SIZE) -> Obstruction:
    """Return a level with walls on squares, thin walls as pairs of points, and dark clouds."""
    on = board(
        *(wall(a, b) for a, b in walls),
        squares={"ground": {at: "wall" for at in solid}},
        clouds=tuple(piece("dark cloud", *each) for each in clouds if each),
        size=(size, size),
    )
    return Place.of(on).ground("ground")  # type: ignore[arg-type]


cells = st.sets(st.sampled_from(CELLS), max_size=24)
points = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
edges = st.builds(
    lambda at, upright: (at, (at[0], at[1] + 1) if upright else (at[0] + 1, at[1])),
    points, st.booleans(),
)  # fmt: skip
grounds = st.builds(
    ground, cells, st.lists(edges, max_size=14),
    st.tuples(st.sets(st.sampled_from(CELLS), max_size=6), cells),
)  # fmt: skip


@pytest.mark.rule("GRID-SIGHT-01")
@settings(max_examples=60, deadline=None)
@given(grounds, st.sampled_from(CELLS), st.sampled_from(READINGS))
def test_all_at_once_is_square_by_square_and_the_same_both_ways(
    level: Obstruction, eye: Square, by: Looking
) -> None:
    seen = level.seen_from(eye, by)
    for at in CELLS:
        stopped = level.sight_stop(eye, at, by)
        assert (at in seen) == (stopped is None) == level.sees(eye, at, by), at
        assert (level.sight_stop(at, eye, by) is None) == (stopped is None), at
        assert level.sees(at, eye, by) == (at in seen), at


def test_lines_over_open_ground_are_walked_in_parts_by_the_same_rule() -> None:
    walls = [((9, 4), (9, 12)), ((20, 20), (28, 20)), ((31, 6), (31, 8)), ((5, 30), (6, 30))]
    level = ground([Square(15, 14), Square(16, 15), Square(16, 13)], walls, size=40)
    every = [Square(x, y) for x in range(0, 40, 3) for y in range(0, 40, 3)]
    wrong = [
        (a, b) for a in every[::4] for b in every
        if level.sees(a, b) != (level.sight_stop(a, b) is None)
    ]  # fmt: skip
    assert not wrong


OFF = [Square(x, y) for x in (-9, -2, 4, 8, 12) for y in (-3, 4, 9, 11)]
"""Where somebody large at the edge, or decreed beyond it, may stand; one is on the board."""


@pytest.mark.parametrize("walls", [(), [((5, 0), (5, 6))]])
def test_whoever_stands_over_the_edge_of_the_board_sees_by_the_same_rule(walls: Any) -> None:
    level = ground([Square(3, 3)], walls)
    for eye in OFF:
        seen = level.seen_from(eye)
        for at in [*CELLS, *OFF]:
            free = level.sight_stop(eye, at) is None
            assert level.sees(eye, at) == free == level.sees(at, eye), (eye, at)
            assert not level.is_inside(at) or (at in seen) == free, (eye, at)


def turned(at: tuple[int, int], way: int) -> Square:
    """Return a square of a board of six turned and mirrored in one of eight ways."""
    x, y = at
    x, y = (5 - x, y) if way & 1 else (x, y)
    x, y = (x, 5 - y) if way & 2 else (x, y)
    return Square(y, x) if way & 4 else Square(x, y)


@pytest.mark.rule("GRID-SIGHT-01", "GRID-THIN-02")
@pytest.mark.parametrize(
    ("solid", "free"),
    [(((2, 3),), True), (((3, 2),), True), (((2, 3), (3, 2)), False), (((3, 3),), False)],
)
def test_a_diagonal_shot_is_stopped_by_what_is_on_it_or_by_both_sides_of_a_corner(
    solid: tuple[tuple[int, int], ...], free: bool
) -> None:
    for way in range(8):
        level = ground({turned(at, way) for at in solid}, size=6)
        a, b = turned((0, 0), way), turned((5, 5), way)
        assert level.sees(a, b) is free
        assert level.sees(b, a) is free
        assert (b in level.seen_from(a)) is free


@pytest.mark.rule("GRID-THIN-02")
def test_past_the_end_of_a_thin_wall_one_sees_and_through_a_corner_of_two_not() -> None:
    end = ground(walls=[((3, 0), (3, 3))])
    assert end.sees(Square(2, 2), Square(3, 3))
    cross = ground(walls=[((3, 0), (3, 3)), ((3, 3), (6, 3))])
    assert cross.sees(Square(2, 2), Square(3, 3))
    shut = ground(walls=[((3, 0), (3, 6))])
    assert not shut.sees(Square(2, 2), Square(3, 3))
    assert not ground(walls=[((0, 3), (3, 3)), ((3, 3), (3, 6))]).sees(Square(3, 2), Square(2, 3))


def test_a_wall_is_seen_itself_and_along_a_wall_one_sees_to_its_end() -> None:
    row = {Square(x, 4) for x in range(2, 7)}
    seen = ground(row).seen_from(Square(0, 3))
    assert row & seen
    assert all(Square(x, 3) in seen for x in range(SIZE))
    assert Square(4, 6) not in seen


def test_of_one_square_with_nothing_in_the_way_everything_is_seen() -> None:
    assert ground().seen_from(Square(8, 0)) == frozenset(CELLS)
    assert ground(size=1).seen_from(Square(0, 0)) == {Square(0, 0)}


def test_the_corners_of_a_square_see_more_than_its_centre() -> None:
    level = ground({Square(2, 1)})
    corners = Looking(any_corner=True)
    assert not level.sees(Square(0, 1), Square(4, 2))
    assert level.sees(Square(0, 1), Square(4, 2), corners)
    for a, b in product(CELLS[::5], CELLS[::7]):
        assert level.sees(a, b, corners) or not level.sees(a, b)


def test_what_is_seen_is_kept_for_each_square() -> None:
    level = ground({Square(2, 1)})
    assert level.eyes.seen_from(Square(0, 0)) is level.eyes.seen_from(Square(0, 0))
