"""Where a zone's name stands: the corner that no token and no feature covers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import count, takewhile
from math import ceil, floor

from desktop.core.model.geometry import Outline, bounds, rectangle_of, square_at, squares_in
from desktop.core.model.tables import stretches
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
                square_at(x, y)
                for x in range(floor(at_x), ceil(at_x + min(wide, width)))
                for y in range(floor(at_y), ceil(at_y + min(high, height)))
            )
            yield squares, (corner, right, bottom, (width, height))


def _of_polygon(
    outline: Outline, wide: int, high: int
) -> Iterator[tuple[frozenset[Square], Corner]]:
    """Find blocks of squares that lie wholly inside, nearest to each corner of the bounds."""
    rows = _rows(squares_in(outline), high)
    left, top, right, bottom = bounds(outline)
    for block_wide in sorted({wide, min(wide, 3), 2, 1}, reverse=True):
        blocks = [
            (y, range(run.start, run.stop - block_wide + 1))
            for y, runs in rows.items()
            for run in runs
            if len(run) >= block_wide
        ]
        if blocks:
            break
    else:
        return
    for at_bottom in (False, True):
        for at_right in (False, True):
            over, down = block_wide if at_right else 0, high if at_bottom else 0
            to_x, to_y = (right if at_right else left) - over, (bottom if at_bottom else top) - down
            _, y, x, begins = min(_nearest(to_x, to_y, *block) for block in blocks)
            squares = frozenset(
                square_at(x + dx, y + dy) for dx in range(block_wide) for dy in range(high)
            )
            across = block_wide + (x - begins[0] if at_right else begins[-1] - x)
            free = {row for row, others in blocks if x in others}
            further = takewhile(free.__contains__, count(y, -1 if at_bottom else 1))
            room = float(across), float(high - 1 + len([*further]))
            yield squares, (Point(x + over, y + down), at_right, at_bottom, room)


def _nearest(to_x: float, to_y: float, y: int, begins: range) -> tuple[float, int, int, range]:
    """Return how far off the nearest block of a stretch is, where it begins, and the stretch."""
    x = min(max(ceil(to_x - 0.5), begins[0]), begins[-1])
    return abs(x - to_x) + 1.5 * abs(y - to_y), y, x, begins


def _rows(inside: frozenset[Square], high: int) -> Mapping[int, Sequence[range]]:
    """Return the stretches of columns in which so many rows lie inside, by the upper row."""
    rows: dict[int, set[int]] = {}
    for x, y in inside:
        rows.setdefault(y, set()).add(x)
    for _ in range(1, high):
        rows = {y: columns & rows.get(y + 1, set()) for y, columns in rows.items()}
    return {y: stretches(sorted(columns)) for y, columns in rows.items()}
