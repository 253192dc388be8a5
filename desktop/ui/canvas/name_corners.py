"""Where a zone's name stands: the corner that no token and no feature covers."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache
from itertools import takewhile
from math import ceil, floor

from desktop.core.model.geometry import Outline, bounds, rectangle_of, squares_in
from desktop.core.model.words import Point, Square

Corner = tuple[Point, bool, bool, tuple[float, float]]
"""The corner, whether it is on the right and at the bottom, and the room for the name."""
LETTER_SQ, BADGE_SQ = 0.3, 0.62
"""How wide a letter and a badge are at 100 %, in squares."""


def corner_for(outline: Outline, text: str, badges: int, taken: Set[Square]) -> Corner:
    """Return the first corner with the fewest taken squares under the name: upper ones first."""
    best: tuple[int, Corner] | None = None
    for squares, corner in _corners(outline, *_size(text, badges)):
        covered = len(squares & taken)
        if best is None or covered < best[0]:
            best = covered, corner
            if not covered:
                break
    if best is None:
        left, top, right, bottom = bounds(outline)
        return Point(left, top), False, False, (right - left, bottom - top)
    return best[1]


@lru_cache(maxsize=4096)
def squares_under(outline: Outline, text: str, badges: int) -> frozenset[Square]:
    """Return the squares that decide on the corner: those of every corner that it could be."""
    under = (squares for squares, _ in _corners(outline, *_size(text, badges)))
    return frozenset[Square]().union(*under)


@lru_cache(maxsize=4096)
def _size(text: str, badges: int) -> tuple[int, int]:
    wide = max(1, ceil(max(len(text) * LETTER_SQ + 0.4, badges * BADGE_SQ)))
    return wide, 2 if badges else 1


@lru_cache(maxsize=4096)
def _corners(
    outline: Outline, wide: int, high: int
) -> tuple[tuple[frozenset[Square], Corner], ...]:
    """Return the squares under a name and the corner it hangs from, for each of the four."""
    box = rectangle_of(outline)
    if box is not None:
        return tuple(_of_rectangle(box, wide, high))
    return tuple(_of_polygon(outline, wide, high))


def _of_rectangle(
    box: tuple[float, float, float, float], wide: int, high: int
) -> Iterator[tuple[frozenset[Square], Corner]]:
    left, top, width, height = box
    for bottom in (False, True):
        for right in (False, True):
            corner = Point(left + (width if right else 0), top + (height if bottom else 0))
            at_x = corner.x - min(wide, width) if right else corner.x
            at_y = corner.y - min(high, height) if bottom else corner.y
            squares = frozenset(
                Square(x, y)
                for x in range(floor(at_x), ceil(at_x + min(wide, width)))
                for y in range(floor(at_y), ceil(at_y + min(high, height)))
            )
            yield squares, (corner, right, bottom, (width, height))


def _of_polygon(
    outline: Outline, wide: int, high: int
) -> Iterator[tuple[frozenset[Square], Corner]]:
    """Find blocks of squares that lie wholly inside, nearest to each corner of the bounds."""
    inside = squares_in(outline)
    if not inside:
        return
    left, top, right, bottom = bounds(outline)
    for block_wide in sorted({wide, min(wide, 3), 2, 1}, reverse=True):
        blocks = [
            at
            for at in inside
            if all((at[0] + x, at[1] + y) in inside for x in range(block_wide) for y in range(high))
        ]
        if blocks:
            break
    else:
        return
    for at_bottom in (False, True):
        for at_right in (False, True):
            to_x, to_y = (right if at_right else left), (bottom if at_bottom else top)
            x, y = min(
                blocks,
                key=lambda at: (
                    abs((at[0] + (block_wide if at_right else 0)) - to_x)
                    + 1.5 * abs((at[1] + (high if at_bottom else 0)) - to_y),
                    at[1], at[0],
                ),
            )  # fmt: skip
            squares = frozenset(
                Square(x + dx, y + dy) for dx in range(block_wide) for dy in range(high)
            )
            corner = Point(x + (block_wide if at_right else 0), y + (high if at_bottom else 0))
            yield (
                squares,
                (
                    corner,
                    at_right,
                    at_bottom,
                    _room(inside, (x, y), block_wide, high, at_right, at_bottom),
                ),
            )


def _room(
    inside: frozenset[Square],
    at: tuple[int, int],
    wide: int,
    high: int,
    at_right: bool,
    at_bottom: bool,
) -> tuple[float, float]:
    """Return how far a block goes on inside, across and down, from the corner it hangs from."""
    x, y = at
    step = -1 if at_right else 1
    first = x + wide - 1 if at_right else x
    across = 0
    while all((first + across * step, y + row) in inside for row in range(high)):
        across += 1
    rows = range(y, y - 99, -1) if at_bottom else range(y + high - 1, y + 99)
    more = takewhile(lambda row: all((x + i, row) in inside for i in range(wide)), rows)
    return float(across), float(high - 1 + sum(1 for _ in more))
