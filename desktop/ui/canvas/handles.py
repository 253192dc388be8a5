"""The handles of what is selected: where one takes hold to change a shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import hypot
from typing import Literal

from PySide6.QtCore import Qt

from desktop.core.model.geometry import rectangle_of
from desktop.core.model.words import Point
from desktop.ui.canvas.coordinates import to_board
from desktop.ui.canvas.ground_items import Picture
from desktop.ui.canvas.link_item import LinkItem
from desktop.ui.canvas.overlay import Grips, Overlay, Shape, Stretch
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.canvas.wall_items import DoorItem, WallItem
from desktop.ui.canvas.zone_item import ZoneGround
from desktop.ui.session import Ref

HandleName = Literal["nw", "n", "ne", "e", "se", "s", "sw", "w", "corner", "between", "end"]
BETWEEN_FROM_PX = 36.0
"""A side shorter than this on the screen has no handle in its middle."""

_AROUND: tuple[tuple[HandleName, float, float], ...] = (
    ("nw", 0, 0), ("n", 0.5, 0), ("ne", 1, 0), ("e", 1, 0.5),
    ("se", 1, 1), ("s", 0.5, 1), ("sw", 0, 1), ("w", 0, 0.5),
)  # fmt: skip

CURSORS: dict[HandleName, Qt.CursorShape] = {
    "nw": Qt.CursorShape.SizeFDiagCursor, "se": Qt.CursorShape.SizeFDiagCursor,
    "ne": Qt.CursorShape.SizeBDiagCursor, "sw": Qt.CursorShape.SizeBDiagCursor,
    "n": Qt.CursorShape.SizeVerCursor, "s": Qt.CursorShape.SizeVerCursor,
    "e": Qt.CursorShape.SizeHorCursor, "w": Qt.CursorShape.SizeHorCursor,
    "corner": Qt.CursorShape.SizeAllCursor, "between": Qt.CursorShape.CrossCursor,
    "end": Qt.CursorShape.SizeAllCursor,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Handle:
    """One place to take hold of."""

    ref: Ref
    name: HandleName
    index: int
    """Which corner or end; for `between` the corner before it."""
    point: Point

    @property
    def cursor(self) -> Qt.CursorShape:
        """What the pointer looks like over it."""
        return CURSORS[self.name]


def handles_of(scene: BoardScene, refs: Iterable[Ref], px_per_square: float) -> tuple[Handle, ...]:
    """Return the handles of what is selected; several things at once have none."""
    refs = tuple(refs)
    if len(refs) != 1:
        return ()
    item = scene.item_of(refs[0])
    if isinstance(item, ZoneGround):
        return tuple(_zone_handles(refs[0], item.look.outline, px_per_square))
    if isinstance(item, Picture):
        (left, top), (right, bottom) = item.corners()
        return tuple(_box_handles(refs[0], left, top, right - left, bottom - top, (0, 2, 4, 6)))
    return tuple(Handle(refs[0], "end", index, point) for index, point in enumerate(_ends_of(item)))


def _ends_of(item: object) -> tuple[Point, ...]:
    if isinstance(item, DoorItem):
        return item.look.on
    if isinstance(item, WallItem):
        return item.look.along
    if isinstance(item, LinkItem):
        return item.look.along or ()
    return ()


def _box_handles(
    ref: Ref, left: float, top: float, width: float, height: float, which: Iterable[int]
) -> Iterator[Handle]:
    for index in which:
        name, x, y = _AROUND[index]
        yield Handle(ref, name, index, Point(left + x * width, top + y * height))


def _zone_handles(ref: Ref, outline: tuple[Point, ...], px_per_square: float) -> Iterator[Handle]:
    box = rectangle_of(outline)
    if box is not None:
        narrow = min(box[2], box[3]) * px_per_square < BETWEEN_FROM_PX
        yield from _box_handles(ref, *box, (0, 2, 4, 6) if narrow else range(8))
        return
    for index, point in enumerate(outline):
        yield Handle(ref, "corner", index, point)
    for index, point in enumerate(outline):
        after = outline[(index + 1) % len(outline)]
        if hypot(after[0] - point[0], after[1] - point[1]) * px_per_square >= BETWEEN_FROM_PX:
            middle = Point((point[0] + after[0]) / 2, (point[1] + after[1]) / 2)
            yield Handle(ref, "between", index, middle)


def handle_at(handles: Iterable[Handle], point: Point, reach: float) -> Handle | None:
    """Return the handle under a point; a corner goes before what lies between."""
    found: list[tuple[bool, float, int, Handle]] = []
    for number, handle in enumerate(handles):
        away = hypot(handle.point[0] - point[0], handle.point[1] - point[1])
        if away <= reach:
            found.append((handle.name == "between", away, number, handle))
    return min(found)[3] if found else None


def selection_overlay(scene: BoardScene, refs: Iterable[Ref], handles: Iterable[Handle]) -> Overlay:
    """Return the outlines and handles that show what is selected."""
    shapes: list[Shape] = []
    for ref in refs:
        for polygon in scene.outline_of(ref).toSubpathPolygons():
            points = tuple(to_board(at) for at in polygon.toList())
            if points:
                closed = ref.kind not in ("wall", "door")
                shapes.append(Stretch(points, "selected", closed=closed))
    corners = tuple(each.point for each in handles if each.name != "between")
    between = tuple(each.point for each in handles if each.name == "between")
    if between:
        shapes.append(Grips(between, round=True))
    if corners:
        shapes.append(Grips(corners))
    return Overlay(tuple(shapes))
