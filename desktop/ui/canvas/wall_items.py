"""Thin walls, and doors as leaves in their wall."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF, QTransform

from desktop.core.model.words import DoorId, DoorKind, DoorState, Point
from desktop.ui.canvas import ink
from desktop.ui.canvas.coordinates import SQUARE_PX, path_of, to_scene
from desktop.ui.canvas.item import BoardItem
from desktop.ui.canvas.zone_item import segment_distance
from desktop.ui.theme import colours, faded, mixed

WALL_PX = 5.0
"""A wall's thickness in the scene; on the screen never less than half of it."""


class WallLook(NamedTuple):
    """One wall."""

    along: tuple[Point, ...]
    breakable: bool
    faint: float = 1


class DoorLook(NamedTuple):
    """One door."""

    id: DoorId
    name: str
    on: tuple[Point, Point]
    kind: DoorKind
    state: DoorState
    hidden: bool
    faint: float = 1


def _thickness(zoom: float) -> float:
    return max(WALL_PX, 2.5 / zoom)


class WallItem(BoardItem[WallLook]):
    """A thin wall from grid point to grid point."""

    def adopt(self, look: WallLook) -> None:
        """Take over its points."""
        self._path = path_of(look.along, closed=False)
        self._bounds = self._path.boundingRect().adjusted(-16, -16, 16, 16)
        self.faint = look.faint

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is at the wall."""
        along = self._look.along
        return any(segment_distance(a, b, point) <= max(reach, 0.12) for a, b in pairwise(along))

    def draw(self, painter: QPainter) -> None:
        """Paint a light line with a dark edge; a breakable one is cracked."""
        theme, width = colours(), _thickness(self._screen.zoom)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, wide in ((theme.wall_edge, width + 2), (theme.wall, width - 1.5)):
            pen = QPen(faded(colour, 1), wide)
            pen.setCapStyle(Qt.PenCapStyle.SquareCap)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            if self._look.breakable and colour == theme.wall:
                pen.setDashPattern([2.4, 1.2])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawPath(self._path)


class DoorItem(BoardItem[DoorLook]):
    """A door, window, shutter or grille as its state shows it."""

    def adopt(self, look: DoorLook) -> None:
        """Take over place and state."""
        start, end = to_scene(look.on[0]), to_scene(look.on[1])
        self._length = hypot((end - start).x(), (end - start).y()) or float(SQUARE_PX)
        line = QLineF(start, end)
        self._turn = QTransform().translate(start.x(), start.y()).rotate(-line.angle())
        reach = self._length if look.state == "open" else 8.0
        self._bounds = self._turn.mapRect(QRectF(-12, -reach - 8, self._length + 24, reach + 24))
        self.faint = look.faint
        self.tip = f"{look.name}: {look.state}"

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is at the door."""
        return segment_distance(*self._look.on, point) <= max(reach, 0.2)

    def draw(self, painter: QPainter) -> None:
        """Paint the opening, then what fills it."""
        look, theme = self._look, colours()
        width = _thickness(self._screen.zoom) + 1
        upright = painter.worldTransform()
        painter.setTransform(self._turn, combine=True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(theme.board, 1))
        painter.drawRect(QRectF(0, -width / 2 - 1, self._length, width + 2))
        self._jambs(painter, width)
        if look.kind == "window":
            self._window(painter, width)
        elif look.state == "open":
            self._open(painter, width)
        elif look.state == "broken":
            self._broken(painter, width)
        elif look.kind == "grille":
            self._grille(painter, width)
        else:
            self._closed(painter, width)
        if look.state == "locked":
            painter.setWorldTransform(upright)
            self._lock(painter, self._turn.map(QPointF(self._length / 2, 0)))
        painter.setWorldTransform(upright)

    def _jambs(self, painter: QPainter, width: float) -> None:
        theme = colours()
        painter.setBrush(faded(theme.wall, 1))
        painter.setPen(QPen(faded(theme.wall_edge, 1), 1))
        for x in (-1.5, self._length - 1.5):
            painter.drawRect(QRectF(x, -width / 2 - 1.5, 3, width + 3))

    def _leaf_pen(self) -> QPen:
        pen = QPen(faded(colours().wall_edge, 1), 1.2)
        if self._look.hidden:
            pen.setStyle(Qt.PenStyle.DotLine)
        return pen

    def _leaves(self) -> list[tuple[float, float]]:
        """Return where each leaf hangs and how long it is; a wide door has two."""
        inner = self._length - 3
        if self._length >= 2 * SQUARE_PX - 1:
            return [(1.5, inner / 2), (self._length - 1.5, -inner / 2)]
        return [(1.5, inner)]

    def _closed(self, painter: QPainter, width: float) -> None:
        theme = colours()
        painter.setPen(self._leaf_pen())
        painter.setBrush(faded(theme.door, 1))
        for hinge, long in self._leaves():
            painter.drawRect(QRectF(hinge, -width / 2, long, width).normalized())
        if self._look.kind == "shutter":
            painter.setPen(QPen(faded(theme.wall_edge, 1), 1))
            for number in range(1, round(self._length / 5)):
                painter.drawLine(QLineF(number * 5, -width / 2, number * 5, width / 2))

    def _open(self, painter: QPainter, width: float) -> None:
        theme = colours()
        thick = max(3.0, width * 0.6)
        if self._look.kind == "shutter":
            painter.setPen(self._leaf_pen())
            painter.setBrush(faded(theme.door, 1))
            painter.drawRect(QRectF(1.5, -thick / 2, 4, thick))
            painter.drawRect(QRectF(self._length - 5.5, -thick / 2, 4, thick))
            return
        for hinge, long in self._leaves():
            painter.setPen(
                ink.cosmetic(mixed(theme.door, theme.board, 0.35), 1, Qt.PenStyle.DotLine)
            )
            painter.setBrush(Qt.BrushStyle.NoBrush)
            reach = abs(long)
            start = 0 if long > 0 else 90
            painter.drawArc(
                QRectF(hinge - reach, -reach, 2 * reach, 2 * reach), start * 16, 90 * 16
            )
            painter.setPen(self._leaf_pen())
            painter.setBrush(faded(theme.door, 1))
            painter.drawRect(QRectF(hinge - thick / 2, -reach, thick, reach))

    def _broken(self, painter: QPainter, width: float) -> None:
        painter.setPen(self._leaf_pen())
        painter.setBrush(faded(colours().door, 1))
        half, third = width / 2, self._length / 3
        for side in (1, -1):
            foot = 1.5 if side > 0 else self._length - 1.5
            painter.drawPolygon(
                QPolygonF(
                    [
                        QPointF(foot, -half), QPointF(foot + side * third * 0.7, -half),
                        QPointF(foot + side * third * 0.4, 0),
                        QPointF(foot + side * third, half), QPointF(foot, half),
                    ]
                )
            )  # fmt: skip

    def _grille(self, painter: QPainter, width: float) -> None:
        theme = colours()
        painter.setPen(QPen(faded(theme.door, 1), 1.4))
        painter.drawLine(QLineF(0, 0, self._length, 0))
        painter.setPen(QPen(faded(theme.door, 1), 2.2))
        for number in range(1, max(2, round(self._length / 6))):
            x = number * self._length / max(2, round(self._length / 6))
            painter.drawLine(QLineF(x, -width / 2, x, width / 2))

    def _window(self, painter: QPainter, width: float) -> None:
        theme, state = colours(), self._look.state
        if state == "open":
            painter.setPen(QPen(faded(theme.glass, 1), 1.6, Qt.PenStyle.DashLine))
            painter.drawLine(QLineF(2, 0, self._length - 2, 0))
            return
        if state == "broken":
            painter.setPen(QPen(faded(theme.glass, 1), 1.6))
            count = max(3, round(self._length / 8))
            painter.drawPolyline(
                QPolygonF(
                    [
                        QPointF(x * self._length / count, width / 2 if x % 2 else -width / 2)
                        for x in range(count + 1)
                    ]
                )
            )
            return
        painter.setPen(QPen(faded(theme.glass, 1), 1.6))
        painter.setBrush(faded(theme.glass, 0.35))
        painter.drawRect(QRectF(1.5, -width / 2 + 1, self._length - 3, width - 2))

    def _lock(self, painter: QPainter, at: QPointF) -> None:
        theme = colours()
        painter.translate(at)
        middle = 0.0
        painter.setPen(QPen(faded(theme.acting, 1), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawArc(QRectF(middle - 4, -10.5, 8, 11), 0, 180 * 16)
        painter.setPen(QPen(faded(theme.wall_edge, 1), 1))
        painter.setBrush(faded(theme.acting, 1))
        painter.drawRoundedRect(QRectF(middle - 6, -5.5, 12, 11), 2, 2)
        painter.setBrush(faded(theme.wall_edge, 1))
        painter.drawRect(QRectF(middle - 1, -2, 2, 5))
