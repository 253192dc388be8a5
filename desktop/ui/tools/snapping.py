"""Where a point under the pointer goes: to squares, to corners of zones first, or straight."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import atan2, cos, hypot, pi, sin

from desktop.core.model.geometry import Outline
from desktop.core.model.place import Place
from desktop.core.model.words import LevelId, Point, ZoneId

EIGHTH = pi / 4
SNAP_PX = 9
"""How near a corner catches the pointer."""


def corners_of(place: Place, level: LevelId, without: Collection[ZoneId] = ()) -> tuple[Point, ...]:
    """Return the corners of the zones of a level, each once."""
    zones = place.board.zones
    found: dict[Point, None] = {}
    for zone, outline in place.outlines.items():
        if zones[zone].level == level and zone not in without:
            found.update(dict.fromkeys(outline))
    return tuple(found)


def to_grid(point: Point) -> Point:
    """Return the corner of a square that is nearest."""
    return Point(int(_half_up(point[0])), int(_half_up(point[1])))


def _half_up(number: float) -> float:
    return (number + 0.5) // 1


def snapped(point: Point, corners: Iterable[Point], reach: float) -> Point:
    """Return the nearest corner within reach, else the nearest corner of a square."""
    near = min(corners, key=lambda corner: _far(corner, point), default=None)
    if near is not None and _far(near, point) <= reach:
        return near
    return to_grid(point)


def free(point: Point) -> Point:
    """Return a point to the hundredth of a square, for drawing without help."""
    return Point(round(point[0], 2), round(point[1], 2))


def straight(anchor: Point, point: Point, *, whole: bool = True) -> Point:
    """Return the point nearest to the pointer on one of the eight ways from an anchor.

    `whole`: so many whole squares away, counted along the axes.
    """
    dx, dy = point[0] - anchor[0], point[1] - anchor[1]
    way = round(atan2(dy, dx) / EIGHTH)
    along = hypot(dx, dy) * cos(atan2(dy, dx) - way * EIGHTH)
    right, down = _sign(cos(way * EIGHTH)), _sign(sin(way * EIGHTH))
    steps = along / hypot(right, down)
    if whole:
        steps = _half_up(steps)
    return Point(anchor[0] + right * steps, anchor[1] + down * steps)


def _sign(number: float) -> int:
    return (number > 1e-6) - (number < -1e-6)


def _far(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def nearest_on(outline: Outline, point: Point) -> tuple[Point, float]:
    """Return the point of a border that is nearest to another, and how far it is."""
    best, least = outline[0], float("inf")
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        length = (bx - ax) ** 2 + (by - ay) ** 2
        share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length
        share = min(max(share, 0.0), 1.0)
        at = Point(ax + share * (bx - ax), ay + share * (by - ay))
        far = _far(at, point)
        if far < least:
            best, least = at, far
    return best, least


def whole_steps(start: Point, now: Point) -> tuple[int, int]:
    """Return how many whole squares the pointer went to the right and down."""
    return int(_half_up(now[0] - start[0])), int(_half_up(now[1] - start[1]))


def one_axis(dx: float, dy: float) -> tuple[float, float]:
    """Return a way along the axis that it mostly follows."""
    return (dx, 0) if abs(dx) >= abs(dy) else (0, dy)
