"""Whether an outline is a simple polygon, reckoned exactly in thousandths of a square."""

from collections.abc import Sequence
from functools import lru_cache

from desktop.core.model.words import Point

MANY = 200
"""From so many corners on, shapely is worth the time that its import takes."""
REMEDY = "Put its corners in the order in which one would walk round it."

_Corner = tuple[int, int]


@lru_cache(maxsize=4096)
def fault_of(outline: tuple[Point, ...]) -> str | None:
    """Return why an outline is no simple polygon, as the end of a sentence, or None."""
    if len(outline) < 3:
        return f"needs at least three corners, not {len(outline)}"
    corners = [(round(x * 1000), round(y * 1000)) for x, y in outline]
    for index, corner in enumerate(corners):
        if corner == corners[index - 1]:
            return f"has the corner {_at(corner)} twice in a row"
    crossing = _crossing(corners) if len(corners) <= MANY else _crossing_of_many(corners)
    return None if crossing is None else f"crosses itself or touches itself near {_at(crossing)}"


def _at(corner: _Corner) -> str:
    return "[" + ", ".join(f"{part / 1000:g}" for part in corner) + "]"


def _turn(a: _Corner, b: _Corner, c: _Corner) -> int:
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def _within(a: _Corner, b: _Corner, c: _Corner) -> bool:
    """Whether `c`, which lies on the line through `a` and `b`, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _meeting(a: _Corner, b: _Corner, c: _Corner, d: _Corner) -> _Corner | None:
    """Return where two edges cross or touch, or None."""
    turns = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    for turn, corner, edge in zip(
        turns, (c, d, a, b), ((a, b), (a, b), (c, d), (c, d)), strict=True
    ):
        if turn == 0 and _within(*edge, corner):
            return corner
    if turns[0] * turns[1] >= 0 or turns[2] * turns[3] >= 0:
        return None
    across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across
    return round(a[0] + along * (b[0] - a[0])), round(a[1] + along * (b[1] - a[1]))


def _crossing(corners: Sequence[_Corner]) -> _Corner | None:
    """Return a corner beside which the ring meets itself, or None."""
    count = len(corners)
    for index in range(count):
        before, here, after = corners[index - 1], corners[index], corners[(index + 1) % count]
        if _turn(before, here, after) == 0 and (_within(here, after, before) or
                                                _within(before, here, after)):  # fmt: skip
            return here
    edges = [(corners[index - 1], corners[index]) for index in range(count)]
    for first in range(count):
        a, b = edges[first]
        low, high = min(a[0], b[0]), max(a[0], b[0])
        for second in range(first + 2, count - (first == 0)):
            c, d = edges[second]
            if max(c[0], d[0]) < low or min(c[0], d[0]) > high:
                continue
            found = _meeting(a, b, c, d)
            if found is not None:
                return found
    return None


def _crossing_of_many(corners: Sequence[_Corner]) -> _Corner | None:
    from shapely import LinearRing, Polygon
    from shapely.validation import explain_validity

    if LinearRing(corners).is_simple:
        return None
    numbers = explain_validity(Polygon(corners)).partition("[")[2].rstrip("]").split()
    if len(numbers) != 2:
        return corners[0]
    return round(float(numbers[0])), round(float(numbers[1]))
