"""Whether an outline is a simple polygon."""

from math import cos, pi, sin

import pytest

from desktop.core.model.outlines import MANY, fault_of
from desktop.core.model.words import Point


def points(*corners: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(*corner) for corner in corners)


def wheel(count: int) -> list[Point]:
    turns = [2 * pi * index / count for index in range(count)]
    return [Point(round(50 + 40 * cos(turn), 3), round(50 + 40 * sin(turn), 3)) for turn in turns]


@pytest.mark.parametrize(
    "outline",
    [
        points((0, 0), (5, 0), (0, 4)),
        points((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)),
        points((0, 0), (2, 0), (4, 0), (4, 4), (0, 4)),  # a corner on a straight line
        tuple(wheel(30)),
        tuple(wheel(MANY + 50)),
    ],
)
def test_a_simple_polygon_has_no_problem(outline: tuple[Point, ...]) -> None:
    assert fault_of(outline) is None
    assert fault_of(tuple(reversed(outline))) is None


@pytest.mark.parametrize(
    ("outline", "says"),
    [
        (points((0, 0), (1, 1)), "at least three corners, not 2"),
        (points((0, 0), (4, 4), (4, 0), (0, 4)), "crosses itself or touches itself near [2, 2]"),
        (points((0, 0), (4, 0), (4, 0), (0, 4)), "the corner [4, 0] twice"),
        (points((0, 0), (4, 0), (0, 4), (0, 0)), "the corner [0, 0] twice"),
        (points((0, 0), (4, 0), (2, 0)), "crosses itself or touches itself"),  # no ground inside
        (points((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)), "near [2, 0]"),  # touches an edge
        (points((0, 0), (2, 2), (4, 0), (4, 4), (2, 2), (0, 4)), "near [2, 2]"),  # a corner twice
        (
            points((0, 0), (4, 0), (4, 4), (4, 2), (0, 2)),
            "crosses itself or touches itself",
        ),  # a spike
        ((*wheel(MANY), Point(50, 50), Point(120, 51)), "crosses itself or touches itself"),
    ],
)
def test_any_other_outline_says_what_is_wrong_and_where(
    outline: tuple[Point, ...], says: str
) -> None:
    assert says in (fault_of(outline) or "")
