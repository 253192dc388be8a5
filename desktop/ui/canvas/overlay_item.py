"""Draws an overlay over the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import singledispatch
from typing import Protocol

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.core.model.words import Square
from desktop.ui.canvas import ink, patterns
from desktop.ui.canvas.coordinates import SQUARE_PX, path_of, rect_of_square, to_scene
from desktop.ui.canvas.item import depth_of
from desktop.ui.canvas.overlay import (
    Area,
    Band,
    Beside,
    Ghost,
    Grips,
    Mark,
    Overlay,
    Ranges,
    Reach,
    Sight,
    Stretch,
    Style,
    Way,
)
from desktop.ui.canvas.overlay_texts import (
    Text,
    colour_of,
    moved_plates,
    paint_texts,
    plates,
    reach_of,
    texts_of,
)
from desktop.ui.session import Ref
from desktop.ui.theme import colours, faded

GRIP_PX = 8.0
LINES_PX = 24.0
"""How far lines and grips may lie beside what they are of, in pixels of the screen."""
EMPTY = Overlay(())
REACH_ALPHA = {"free": 0.22, "move": 0.0, "run": 0.0}


class Things(Protocol):
    """Where an overlay finds what it draws again: the scene."""

    def outline_of(self, ref: Ref) -> QPainterPath:
        """Return a thing's outline in the scene; empty for what is not on this level."""

    def paint_ghost(self, painter: QPainter, ref: Ref, shift: QPointF) -> bool:
        """Paint a thing elsewhere, if it can be; return whether it was."""


class OverlayItem(QGraphicsItem):
    """The one item that paints an overlay."""

    def __init__(self, things: Things, layer: str) -> None:
        super().__init__()
        self._things = things
        self._overlay = EMPTY
        self._zoom = 1.0
        self._bounds = QRectF()
        self.setZValue(depth_of(layer))

    @property
    def overlay(self) -> Overlay:
        """What is shown."""
        return self._overlay

    def show_overlay(self, overlay: Overlay | None) -> None:
        """Show something else, or nothing."""
        overlay = overlay or EMPTY
        if overlay == self._overlay and not any(isinstance(each, Ghost) for each in overlay.shapes):
            return
        self._overlay = overlay
        self._measure()
        self.update()

    def zoomed(self, zoom: float) -> None:
        """Take note of the zoom: texts keep their size on the screen."""
        if zoom != self._zoom:
            self._zoom = zoom
            self._measure()

    def _measure(self) -> None:
        if not self._bounds.isEmpty():  # Qt forgets it where a box over the board is painted first
            self.scene().update(self._bounds)
        self.prepareGeometryChange()
        bounds = QRectF()
        for shape in self._overlay.shapes:
            bounds = bounds.united(extent_of(shape, self._things))
        if self._overlay.shapes:
            room = LINES_PX / self._zoom
            bounds = bounds.adjusted(-room, -room, room, room)
        texts = tuple(self._texts())
        self._bounds = bounds.united(reach_of(texts, self._zoom))
        for view in self.scene().views() if texts else ():
            to_screen, seen = view.viewportTransform(), QRectF(view.viewport().rect())
            for plate in plates(texts, to_screen, seen):  # of what is far beside the view too
                self._bounds |= _in_scene(plate, to_screen)

    def boundingRect(self) -> QRectF:
        """Return what the shapes and their texts cover."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint every shape, texts last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for shape in self._overlay.shapes:
            if isinstance(shape, Ghost):
                _ghost(painter, shape, self._things)
            else:
                draw(shape, painter)
        paint_texts(painter, self._texts())

    def _texts(self) -> Iterator[Text]:
        in_place = sorted(self._overlay.shapes, key=lambda shape: not isinstance(shape, Mark))
        return (text for shape in in_place for text in texts_of(shape))

    def left_behind(self, to_screen: QTransform, seen: QRectF, by: QPointF) -> Iterator[QRectF]:
        """Yield the pixels that are wrong after a scroll: texts keep in view and off each other."""
        moved = tuple(moved_plates(self._texts(), to_screen, seen, by))
        if not all(self._bounds.contains(_in_scene(plate, to_screen)) for plate in moved):
            self._measure()
        yield from moved


def _in_scene(plate: QRectF, to_screen: QTransform) -> QRectF:
    return to_screen.inverted()[0].mapRect(plate.adjusted(-1, -1, 1, 1))


def _pen(style: Style, width: float = 2) -> QPen:
    line = Qt.PenStyle.SolidLine if style == "selected" else Qt.PenStyle.DashLine
    pen = QPen(ink.cosmetic(colour_of(style), width, line))
    if line == Qt.PenStyle.DashLine:
        pen.setDashPattern([4, 3])
    return pen


def area_path(squares: Iterable[Square]) -> QPainterPath:
    """Return the outline of squares, joined."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for square in squares:
        path.addRect(rect_of_square(square))
    return path.simplified()


# How far each shape reaches, without its texts


@singledispatch
def _extent(shape: object) -> QRectF:
    raise TypeError(shape)


@_extent.register
def _(shape: Stretch) -> QRectF:
    return path_of(shape.points).boundingRect().adjusted(-1, -1, 1, 1)


@_extent.register
def _(shape: Area) -> QRectF:
    return _squares_rect(shape.squares)


@_extent.register
def _(shape: Band) -> QRectF:
    return QRectF(to_scene(shape.a), to_scene(shape.b)).normalized()


@_extent.register
def _(shape: Way) -> QRectF:
    reach = shape.side_sq * SQUARE_PX
    return _squares_rect(shape.squares).adjusted(-reach, -reach, reach, reach)


@_extent.register
def _(shape: Reach) -> QRectF:
    bounds = QRectF()
    for part in shape.parts:
        bounds = bounds.united(_squares_rect(part.squares))
        for outline in part.outlines:
            bounds = bounds.united(path_of(outline).boundingRect())
    return bounds


@_extent.register
def _(shape: Ranges) -> QRectF:
    bounds = QRectF()
    for outline, _, _ in shape.outlines:
        bounds = bounds.united(path_of(outline).boundingRect())
    return bounds if shape.within is None else bounds.intersected(_board_rect(shape.within))


@_extent.register
def _(shape: Sight) -> QRectF:
    return QRectF(to_scene(shape.a), to_scene(shape.b)).normalized().adjusted(-2, -2, 2, 2)


@_extent.register
def _(shape: Beside) -> QRectF:
    at = to_scene(shape.at)
    return QRectF(at.x(), at.y(), 1, 1)


@_extent.register
def _(shape: Grips) -> QRectF:
    return path_of(shape.points).boundingRect().adjusted(-1, -1, 1, 1)


@_extent.register
def _(shape: Mark) -> QRectF:
    return rect_of_square(shape.square)


def extent_of(shape: object, things: Things) -> QRectF:
    """Return what a shape covers of the scene, its texts apart."""
    if not isinstance(shape, Ghost):
        return _extent(shape)
    bounds = QRectF()
    for ref in shape.refs:
        own = things.outline_of(ref).boundingRect()
        bounds = bounds.united(own.translated(shape.dx * SQUARE_PX, shape.dy * SQUARE_PX))
    return bounds.adjusted(-SQUARE_PX, -SQUARE_PX, SQUARE_PX, SQUARE_PX)


def _board_rect(size: tuple[int, int]) -> QRectF:
    return QRectF(0, 0, size[0] * SQUARE_PX, size[1] * SQUARE_PX)


def _squares_rect(squares: Iterable[Square]) -> QRectF:
    bounds = QRectF()
    for square in squares:
        bounds = bounds.united(rect_of_square(square))
    return bounds


# How each shape is painted


def _ghost(painter: QPainter, shape: Ghost, things: Things) -> None:
    shift = QPointF(shape.dx * SQUARE_PX, shape.dy * SQUARE_PX)
    for ref in shape.refs:
        painter.setOpacity(0.65)
        painted = things.paint_ghost(painter, ref, shift)
        painter.setOpacity(1)
        if not painted or shape.style != "preview":
            painter.setPen(_pen(shape.style))
            painter.setBrush(faded(colour_of(shape.style), 0.12))
            painter.drawPath(things.outline_of(ref).translated(shift))


@singledispatch
def draw(shape: object, painter: QPainter) -> None:
    """Paint a shape without its texts."""
    raise TypeError(shape)


@draw.register
def _(shape: Stretch, painter: QPainter) -> None:
    path = path_of(shape.points, closed=shape.closed)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if shape.style == "selected":
        painter.setPen(ink.cosmetic(colours().wall_edge, 5, alpha=0.8))
        painter.drawPath(path)
    if shape.filled:
        painter.setBrush(faded(colour_of(shape.style), 0.16))
    painter.setPen(_pen(shape.style, 2.4 if shape.style == "selected" else 2))
    painter.drawPath(path)


@draw.register
def _(shape: Area, painter: QPainter) -> None:
    path = area_path(shape.squares)
    painter.setPen(_pen(shape.style, 1.6))
    painter.setBrush(faded(colour_of(shape.style), 0.28))
    painter.drawPath(path)


@draw.register
def _(shape: Band, painter: QPainter) -> None:
    painter.setPen(ink.cosmetic(colours().accent, 1))
    painter.setBrush(faded(colours().accent, 0.14))
    painter.drawRect(QRectF(to_scene(shape.a), to_scene(shape.b)).normalized())


@draw.register
def _(shape: Way, painter: QPainter) -> None:
    theme = colours()
    shift = (shape.side_sq - 1) % 2 * 0.5
    points = [to_scene((x + 0.5 + shift, y + 0.5 + shift)) for x, y in shape.squares]
    free = len(points) if shape.refused_from is None else max(1, shape.refused_from)
    good, bad = points[:free], points[free - 1 :]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line, colour in ((good, theme.reach), (bad, theme.refused)):
        if len(line) > 1:
            for width, ink_colour in ((6.0, theme.wall_edge), (3.0, colour)):
                pen = QPen(ink.cosmetic(ink_colour, width))
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.setPen(pen)
                painter.drawPolyline(QPolygonF(line))
    painter.setPen(ink.cosmetic(theme.wall_edge, 1))
    zoom = ink.zoom_of(painter)
    for number, at in enumerate(points):
        corner = shape.squares[number] in shape.corners
        last = number == len(points) - 1
        painter.setBrush(QColor(theme.reach if number < free else theme.refused))
        if shape.pointed and last and number:
            painter.drawPolygon(_head(points[-2], at, 13 / zoom))
            continue
        radius = (6.5 if last or corner else 2.6) / zoom
        painter.drawEllipse(at, radius, radius)


def _head(before: QPointF, at: QPointF, size: float) -> QPolygonF:
    """Return the head of an arrow that ends at a point."""
    back = QLineF(at, before)
    back.setLength(size)
    low, high = QLineF(back), QLineF(back)
    low.setAngle(back.angle() - 32)
    high.setAngle(back.angle() + 32)
    return QPolygonF([at, low.p2(), high.p2()])


@draw.register
def _(shape: Reach, painter: QPainter) -> None:
    hue = colours().reach
    for part in shape.parts:
        path = area_path(part.squares)
        for outline in part.outlines:
            path.addPath(path_of(outline))
        painter.fillPath(path, patterns.brush(painter, f"reach {part.kind}", hue, 0.62))
        alpha = REACH_ALPHA[part.kind]
        if alpha:
            painter.fillPath(path, faded(hue, alpha))
        painter.setPen(ink.cosmetic(hue, 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)


@draw.register
def _(shape: Ranges, painter: QPainter) -> None:
    hue = colours().hint
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(ink.cosmetic(hue, 1.6, Qt.PenStyle.DashDotLine))
    if shape.within is not None:
        painter.save()
        painter.setClipRect(_board_rect(shape.within), Qt.ClipOperation.IntersectClip)
    for outline, _, _ in shape.outlines:
        painter.drawPath(path_of(outline))
    if shape.within is not None:
        painter.restore()


@draw.register
def _(shape: Sight, painter: QPainter) -> None:
    theme = colours()
    start, goal = to_scene(shape.a), to_scene(shape.b)
    end = goal if shape.stop is None else to_scene(shape.stop)
    for width, colour in ((4.5, theme.wall_edge), (2.4, theme.good)):
        painter.setPen(ink.cosmetic(colour, width))
        painter.drawLine(QLineF(start, end))
    if shape.stop is None:
        return
    painter.setPen(ink.cosmetic(theme.refused, 2.4, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(end, goal))
    reach = 6 / ink.zoom_of(painter)
    painter.setPen(ink.cosmetic(theme.refused, 3))
    for turn in (1, -1):
        painter.drawLine(
            QLineF(end + QPointF(-reach, -reach * turn), end + QPointF(reach, reach * turn))
        )


@draw.register
def _(shape: Beside, painter: QPainter) -> None:
    """Its text is all there is."""


@draw.register
def _(shape: Mark, painter: QPainter) -> None:
    painter.setPen(_pen(shape.style, 1.6))
    painter.setBrush(faded(colour_of(shape.style), 0.2))
    painter.drawRect(rect_of_square(shape.square))


@draw.register
def _(shape: Grips, painter: QPainter) -> None:
    theme = colours()
    half = GRIP_PX / 2 / ink.zoom_of(painter)
    paint: Callable[[QRectF], None] = painter.drawEllipse if shape.round else painter.drawRect
    for number, point in enumerate(shape.points):
        at = to_scene(point)
        size = half * (1.4 if number == shape.chosen else 0.75 if shape.round else 1)
        painter.setPen(ink.cosmetic(theme.wall_edge, 1.4))
        painter.setBrush(QColor(theme.accent if number == shape.chosen else theme.paper))
        paint(QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size))
