"""Rings around a fighter: everything that is no further than so far, by the measure of a space."""

from collections.abc import Callable, Sequence
from math import floor

from desktop.core.model.geometry import Outline, holds
from desktop.core.model.words import Point, Square


def ring(squares: Sequence[Square], far: float, length: Callable[[int, int], float]) -> Outline:
    """Return the outline of all squares that are no further than this from a footprint.

    Clockwise from its upper left; empty where not even the nearest are.
    """
    wide: list[int] = []
    across = floor(far) + 1
    while across >= 0:
        while across >= 0 and length(across, len(wide)) > far:
            across -= 1
        if across >= 0:
            wide.append(across)
    if not wide:
        return ()
    left, right = min(x for x, _ in squares), max(x for x, _ in squares) + 1
    top, bottom = min(y for _, y in squares), max(y for _, y in squares) + 1
    rows = [(top - row, top - row + 1, wide[row]) for row in range(len(wide) - 1, 0, -1)]
    rows.append((top, bottom, wide[0]))
    rows += [(bottom + row - 1, bottom + row, wide[row]) for row in range(1, len(wide))]
    east = [Point(right + out, y) for upper, lower, out in rows for y in (upper, lower)]
    west = [Point(left - out, y) for upper, lower, out in rows for y in (upper, lower)]
    return (*east, *reversed(west))


def covers(outline: Outline, size: tuple[int, int]) -> bool:
    """Return whether all of a board lies within a ring."""
    corners = [(x + 0.5, y + 0.5) for x in (0, size[0] - 1) for y in (0, size[1] - 1)]
    return all(holds(outline, Point(*corner)) for corner in corners)
