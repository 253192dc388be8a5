"""What dragging a handle makes of outlines: corners at one point move together."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.core.model.geometry import Outline, outline_of, rectangle_of, tidy
from desktop.core.model.place import Place
from desktop.core.model.words import Point, ZoneId

LEAST_SQ = 1.0
"""A rectangle's sides stop shrinking here, so that it does not turn inside out."""


def resized(
    place: Place, zone: ZoneId, handle: str, to: Point, *, alone: bool, square: bool = False
) -> dict[ZoneId, Outline]:
    """Return the outlines that change when a rectangle's handle is taken to a point.

    `handle` is `nw`, `n`, ... `w`. Zones with a corner where one of its corners was go along,
    rectangles as rectangles; with `alone` they stay. `square` keeps the sides' proportion.
    """
    before = place.outlines[zone]
    rectangle = rectangle_of(before)
    if rectangle is None:
        return {}
    left, top, right, bottom = _stretched(rectangle, handle, to)
    if square and len(handle) == 2:
        left, top, right, bottom = _in_proportion(rectangle, handle, left, top, right, bottom)
    after = _reordered(rectangle, before, (left, top, right, bottom))
    moved = {old: new for old, new in zip(before, after, strict=True) if old != new}
    if not moved:
        return {}
    changed = {zone: tidy(after)}
    if not alone:
        changed.update(followers(place, zone, moved))
    return changed


def _stretched(
    rectangle: tuple[float, float, float, float], handle: str, to: Point
) -> tuple[float, float, float, float]:
    left, top, width, height = rectangle
    right, bottom = left + width, top + height
    if "w" in handle:
        left = min(to[0], right - min(LEAST_SQ, width))
    if "e" in handle:
        right = max(to[0], left + min(LEAST_SQ, width))
    if "n" in handle:
        top = min(to[1], bottom - min(LEAST_SQ, height))
    if "s" in handle:
        bottom = max(to[1], top + min(LEAST_SQ, height))
    return left, top, right, bottom


def _in_proportion(
    rectangle: tuple[float, float, float, float],
    handle: str,
    left: float,
    top: float,
    right: float,
    bottom: float,
) -> tuple[float, float, float, float]:
    _, _, width, height = rectangle
    scale = max((right - left) / width, (bottom - top) / height)
    wide, high = width * scale, height * scale
    if "w" in handle:
        left = right - wide
    else:
        right = left + wide
    if "n" in handle:
        top = bottom - high
    else:
        bottom = top + high
    return left, top, right, bottom


def _reordered(
    rectangle: tuple[float, float, float, float],
    outline: Outline,
    box: tuple[float, float, float, float],
) -> Outline:
    """Return the new rectangle with its corners in the order of the old one's."""
    left, top, _, _ = rectangle
    return tuple(
        Point(box[0] if x == left else box[2], box[1] if y == top else box[3]) for x, y in outline
    )


def corner_moved(
    place: Place, zone: ZoneId, index: int, to: Point, *, alone: bool
) -> dict[ZoneId, Outline]:
    """Return the outlines that change when a corner is taken to a point."""
    before = place.outlines[zone]
    old = before[index]
    if old == to:
        return {}
    changed = {zone: _with(before, {old: to})}
    if not alone:
        changed.update(followers(place, zone, {old: to}))
    return changed


def corner_added(
    place: Place, zone: ZoneId, index: int, at: Point, *, alone: bool
) -> dict[ZoneId, Outline]:
    """Return the outlines that change when the side after a corner is bent to a point.

    A zone that has the very same side is bent with it.
    """
    before = place.outlines[zone]
    a, b = before[index], before[(index + 1) % len(before)]
    changed = {zone: _bent(before, a, b, at)}
    if not alone:
        for other, outline in _others(place, zone):
            bent = _bent(outline, b, a, at)
            if bent != outline:
                changed[other] = bent
    return changed


def _bent(outline: Outline, a: Point, b: Point, at: Point) -> Outline:
    for i, corner in enumerate(outline):
        if corner == a and outline[(i + 1) % len(outline)] == b:
            return tidy((*outline[: i + 1], at, *outline[i + 1 :]))
    return outline


def corner_removed(place: Place, zone: ZoneId, index: int) -> dict[ZoneId, Outline]:
    """Return the outline without a corner."""
    outline = place.outlines[zone]
    return {zone: outline[:index] + outline[index + 1 :]}


def followers(place: Place, zone: ZoneId, moved: Mapping[Point, Point]) -> dict[ZoneId, Outline]:
    """Return the other zones of the level that have a corner where one was moved away."""
    changed: dict[ZoneId, Outline] = {}
    for other, outline in _others(place, zone):
        if not any(corner in moved for corner in outline):
            continue
        rectangle = rectangle_of(outline)
        after = _with(outline, moved) if rectangle is None else _dragged(rectangle, outline, moved)
        if after != outline:
            changed[other] = after
    return changed


def _dragged(
    rectangle: tuple[float, float, float, float], outline: Outline, moved: Mapping[Point, Point]
) -> Outline:
    """Return a rectangle, still one, with the sides moved that meet at the moved corners."""
    left, top, width, height = rectangle
    sides = {"left": left, "top": top, "right": left + width, "bottom": top + height}
    before = dict(sides)
    for old in outline:
        new = moved.get(old)
        if new is not None:
            sides["left" if old[0] == left else "right"] = new[0]
            sides["top" if old[1] == top else "bottom"] = new[1]
    if sides["right"] <= sides["left"] or sides["bottom"] <= sides["top"]:
        return _with(outline, moved)
    if sides == before:
        return outline
    return tidy(
        outline_of(
            sides["left"], sides["top"],
            sides["right"] - sides["left"], sides["bottom"] - sides["top"],
        )
    )  # fmt: skip


def _with(outline: Outline, moved: Mapping[Point, Point]) -> Outline:
    return tidy(moved.get(corner, corner) for corner in outline)


def _others(place: Place, zone: ZoneId) -> list[tuple[ZoneId, Outline]]:
    zones = place.board.zones
    level = zones[zone].level
    return [
        (other, outline)
        for other, outline in place.outlines.items()
        if other != zone and zones[other].level == level and zones[other].outline
    ]
