"""Textures: a trait or a kind of ground is a pattern first and a colour second.

A tile keeps its size on the screen at every zoom, so that it stays readable from far away.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from desktop.ui.canvas.ink import density_of, zoom_of

Draw = Callable[[QPainter, QColor], None]


def brush(painter: QPainter, name: str, colour: str, alpha: float = 1.0) -> QBrush:
    """Return a brush that fills with a pattern, of the same size on the screen at every zoom."""
    return brush_at(zoom_of(painter), density_of(painter), name, colour, alpha)


@lru_cache(maxsize=256)
def brush_at(zoom: float, density: float, name: str, colour: str, alpha: float = 1.0) -> QBrush:
    """Return the same for a zoom and dots of the device to a pixel. It is shared."""
    made = QBrush(tile(name, colour, alpha, density))
    scale = 1 / (zoom * density)
    made.setTransform(QTransform.fromScale(scale, scale))
    return made


@lru_cache(maxsize=256)
def tile(name: str, colour: str, alpha: float = 1.0, density: float = 1.0) -> QPixmap:
    """Return one tile of a pattern in dots of the device.

    Raises KeyError for a name that is not in `PATTERNS`.
    """
    size, draw = PATTERNS[name]
    pixmap = QPixmap(round(size * density), round(size * density))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(pixmap.width() / size, pixmap.height() / size)
    ink = QColor(colour)
    ink.setAlphaF(alpha)
    draw(painter, ink)
    painter.end()
    return pixmap


def _pen(painter: QPainter, ink: QColor, width: float) -> None:
    pen = QPen(ink, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _stripes(size: int, count: int, width: float, apart: float) -> Draw:
    """Slanted stripes in groups of one, two or three."""

    def draw(painter: QPainter, ink: QColor) -> None:
        pen = QPen(ink, width)
        pen.setCapStyle(Qt.PenCapStyle.SquareCap)
        painter.setPen(pen)
        for turn in (-1, 0, 1):
            for index in range(count):
                left = turn * size + index * apart
                painter.drawLine(QPointF(left, size), QPointF(left + size, 0))

    return draw


_PEBBLES = (
    (5, 6, 3.2), (17, 3.5, 1.8), (26, 9, 2.6), (12, 14, 1.7), (21, 19, 3.3), (5, 22, 2.2),
    (28.5, 27, 2.0), (13, 27.5, 2.7),
)  # fmt: skip


def _rubble(painter: QPainter, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for number, (x, y, radius) in enumerate(_PEBBLES):
        corners = [
            QPointF(
                x
                + radius * (1 if (number + corner) % 2 else 0.75) * cos(corner * pi / 2.5 + number),
                y
                + radius * (0.8 if (number + corner) % 3 else 1) * sin(corner * pi / 2.5 + number),
            )
            for corner in range(5)
        ]
        painter.drawPolygon(QPolygonF(corners))


def _wave(x: float, y: float, length: float, height: float) -> QPainterPath:
    path = QPainterPath(QPointF(x, y))
    quarter = length / 4
    path.cubicTo(x + quarter, y - height, x + quarter, y - height, x + 2 * quarter, y)
    path.cubicTo(x + 3 * quarter, y + height, x + 3 * quarter, y + height, x + length, y)
    return path


def _wisps(width: float, rows: tuple[tuple[float, float, float], ...]) -> Draw:
    def draw(painter: QPainter, ink: QColor) -> None:
        _pen(painter, ink, width)
        for x, y, length in rows:
            painter.drawPath(_wave(x, y, length, 3.2))

    return draw


def _spiral(painter: QPainter, ink: QColor) -> None:
    _pen(painter, ink, 1.5)
    for x, y, size in ((14.0, 14.0, 9.0), (42.0, 42.0, 9.0)):
        path = QPainterPath(QPointF(x, y))
        for step in range(1, 41):
            turn, reach = step / 40 * 2.25 * 2 * pi, step / 40 * size
            path.lineTo(x + reach * cos(turn), y + reach * sin(turn))
        painter.drawPath(path)


def _hatch(painter: QPainter, ink: QColor) -> None:
    painter.setPen(QPen(ink, 1.2))
    for left in (-8, 0, 8):
        painter.drawLine(QPointF(left, 8), QPointF(left + 8, 0))


def _boxes(painter: QPainter, ink: QColor) -> None:
    painter.setPen(QPen(ink, 1.3))
    for x, y in ((2, 2), (11, 11)):
        painter.drawRect(QRectF(x, y, 5, 5))


def _carets(painter: QPainter, ink: QColor) -> None:
    _pen(painter, ink, 1.3)
    for x, y in ((3, 7), (13, 17)):
        painter.drawPolyline(QPolygonF([QPointF(x, y), QPointF(x + 2.5, y - 4), QPointF(x + 5, y)]))


def _gloss(painter: QPainter, ink: QColor) -> None:
    _pen(painter, ink, 1.3)
    for x, y in ((3, 9), (13, 19)):
        painter.drawLine(QPointF(x, y), QPointF(x + 5, y - 5))
        painter.drawLine(QPointF(x + 3, y + 0.6), QPointF(x + 6.6, y - 3))


def _dots(painter: QPainter, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x, y in ((2.5, 2.5), (7.5, 7.5)):
        painter.drawEllipse(QPointF(x, y), 0.9, 0.9)


def _waves(rows: tuple[float, ...], width: float) -> Draw:
    def draw(painter: QPainter, ink: QColor) -> None:
        _pen(painter, ink, width)
        for number, y in enumerate(rows):
            for x in (-20, 0, 20):
                painter.drawPath(_wave(x + (5 if number % 2 else 0), y, 20, 3))

    return draw


def _gulls(painter: QPainter, ink: QColor) -> None:
    _pen(painter, ink, 1.4)
    for x, y, wing in ((12.0, 14.0, 7.0), (36.0, 38.0, 5.0)):
        path = QPainterPath(QPointF(x - wing, y - wing * 0.2))
        path.quadTo(x - wing * 0.4, y - wing * 0.9, x, y)
        path.quadTo(x + wing * 0.4, y - wing * 0.9, x + wing, y - wing * 0.2)
        painter.drawPath(path)


def _flames(painter: QPainter, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x, y in ((5, 9), (15, 19)):
        painter.drawPolygon(
            QPolygonF([QPointF(x - 3.4, y), QPointF(x, y - 7), QPointF(x + 3.4, y)])
        )


def _bubbles(painter: QPainter, ink: QColor) -> None:
    _pen(painter, ink, 1.2)
    for x, y, radius in ((5, 6, 2.6), (14, 4, 1.5), (16, 14, 3.0), (6, 16, 1.6)):
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _holes(painter: QPainter, ink: QColor) -> None:
    painter.setPen(QPen(ink, 1.2))
    painter.drawRect(QRectF(3, 3, 14, 14))
    painter.drawRect(QRectF(7, 7, 6, 6))


def _rails(painter: QPainter, ink: QColor) -> None:
    painter.setPen(QPen(ink, 1.2))
    for y in (3, 9):
        painter.drawLine(QPointF(0, y), QPointF(12, y))
    painter.drawLine(QPointF(6, 3), QPointF(6, 9))


def _crosses(painter: QPainter, ink: QColor) -> None:
    _pen(painter, ink, 1.3)
    for x, y in ((4, 4), (12, 12)):
        painter.drawLine(QPointF(x - 2.2, y), QPointF(x + 2.2, y))
        painter.drawLine(QPointF(x, y - 2.2), QPointF(x, y + 2.2))


def _chevrons(painter: QPainter, ink: QColor) -> None:
    _pen(painter, ink, 1.6)
    for x in (4, 12):
        painter.drawPolyline(QPolygonF([QPointF(x - 3, 4), QPointF(x, 8), QPointF(x + 3, 4)]))


def _spots(painter: QPainter, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x, y in ((3, 3), (9, 9)):
        painter.drawEllipse(QPointF(x, y), 1.5, 1.5)


def _nothing(painter: QPainter, ink: QColor) -> None:
    return None


PATTERNS: dict[str, tuple[int, Draw]] = {
    "hazard 1": (22, _stripes(22, 1, 2.0, 0)),
    "hazard 2": (30, _stripes(30, 2, 2.2, 8)),
    "hazard 3": (38, _stripes(38, 3, 2.6, 8)),
    "difficult": (32, _rubble),
    "obscured 1": (48, _wisps(1.2, ((4, 10, 24), (22, 24, 22), (6, 38, 20)))),
    "obscured 2": (36, _wisps(3.0, ((3, 7, 20), (14, 18, 20), (4, 29, 22)))),
    "warp": (56, _spiral),
    "sky": (48, _gulls),
    "wall": (8, _hatch),
    "obstacle": (18, _boxes),
    "rough": (20, _carets),
    "slippery": (20, _gloss),
    "void": (10, _dots),
    "water": (20, _waves((5, 15), 1.3)),
    "deep water": (20, _waves((3, 8, 13, 18), 1.5)),
    "damaging": (20, _flames),
    "sludge": (20, _bubbles),
    "pitfall": (20, _holes),
    "ductway": (12, _rails),
    "cloud 1": (48, _wisps(1.6, ((4, 8, 22), (20, 20, 24), (2, 32, 20), (22, 42, 20)))),
    "cloud 2": (30, _wisps(3.4, ((2, 6, 20), (8, 15, 20), (3, 24, 22)))),
    "own": (16, _crosses),
    "one way": (16, _chevrons),
    "reach free": (64, _nothing),
    "reach move": (12, _stripes(12, 1, 1.6, 0)),
    "reach run": (12, _spots),
}
"""Each pattern's size on the screen, a side of its square tile, and how it is drawn."""
