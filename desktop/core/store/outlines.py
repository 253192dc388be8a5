"""What is wrong with an outline, a wall or a door of a file, in a sentence with its remedy."""

from collections.abc import Sequence
from itertools import pairwise

from desktop.core.model.outlines import REMEDY, fault_of
from desktop.core.model.words import Point


def outline_problem(outline: tuple[Point, ...]) -> str:
    """Return the sentence about an outline that is no simple polygon, or nothing."""
    fault = fault_of(outline)
    if fault is None:
        return ""
    return f"The outline {fault}. {REMEDY}"


def stretch_problem(points: Sequence[Point], what: str) -> str:
    """Return the sentence about a wall or door that does not run along edges of squares."""
    if len(points) < 2:
        return f"{what} needs two points or more, [x, y] each, not {len(points)}."
    for before, point in pairwise(points):
        if any(part != int(part) for part in (*before, *point)):
            return f"{what} runs along the edges of squares: its points are whole numbers."
        if before == point or (before.x != point.x and before.y != point.y):
            at = [f"[{int(x)}, {int(y)}]" for x, y in (before, point)]
            return (
                f"{what} runs along the edges of squares, so {at[0]} and "
                f"{at[1]} must differ in x or in y, not in both or neither."
            )
    return ""
