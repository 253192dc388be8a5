"""What lies under everything: the board itself, its grid, a veil, a level's picture."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform

from desktop.core.model.words import LevelId, Point
from desktop.ui.canvas import ink
from desktop.ui.canvas.coordinates import SQUARE_PX, rect_of, to_board, to_scene
from desktop.ui.canvas.item import BoardItem
from desktop.ui.pictures import KEPT
from desktop.ui.theme import colours, faded, mixed

FINE_FROM_PX, FULL_FROM_PX = 7.0, 22.0
"""The grid of single squares begins at the one size of a square, and is full at the other."""
BOLD_EVERY = 10


class BoardLook(NamedTuple):
    """The board, in squares."""

    size: tuple[int, int]


class Floor(BoardItem[BoardLook]):
    """The board's own ground, where nobody built anything."""

    def adopt(self, look: BoardLook) -> None:
        """Take over the size."""
        self._bounds = rect_of(0, 0, *look.size)

    def draw(self, painter: QPainter) -> None:
        """Paint the ground."""
        painter.fillRect(self._bounds, faded(colours().board, 1))


class Veil(BoardItem[BoardLook]):
    """What keeps the level below faint: the board's ground, a third over it."""

    def adopt(self, look: BoardLook) -> None:
        """Take over the size."""
        self._bounds = rect_of(0, 0, *look.size)

    def draw(self, painter: QPainter) -> None:
        """Paint the veil."""
        painter.fillRect(self._bounds, faded(colours().board, 0.35))


class Grid(BoardItem[BoardLook]):
    """The lines between squares, opaque, and only as strong as the zoom needs."""

    smooth = False

    def adopt(self, look: BoardLook) -> None:
        """Take over the size."""
        self._bounds = rect_of(0, 0, *look.size)

    def draw(self, painter: QPainter) -> None:
        """Paint the lines that cross what is painted now."""
        px, theme = self._screen.zoom * SQUARE_PX, colours()
        if px >= FINE_FROM_PX:
            share = min(1.0, (px - FINE_FROM_PX) / (FULL_FROM_PX - FINE_FROM_PX))
            painter.setPen(ink.cosmetic(mixed(theme.board, theme.grid, 0.35 + 0.65 * share), 1))
            painter.drawLines(self._lines(1))
        elif px * BOLD_EVERY >= FINE_FROM_PX:
            painter.setPen(ink.cosmetic(mixed(theme.board, theme.grid, 0.6), 1))
            painter.drawLines(self._lines(BOLD_EVERY))
        painter.setPen(ink.cosmetic(theme.grid, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self._bounds)

    def _lines(self, every: int) -> list[QLineF]:
        px, step = 1 / self._screen.zoom, every * SQUARE_PX
        parts = (part.adjusted(-px, -px, px, px) for part in self._screen.parts)
        clipped = (self._bounds.intersected(part) for part in parts)
        return [line for part in clipped if not part.isEmpty() for line in _lines_in(part, step)]


def _lines_in(part: QRectF, step: int) -> Iterator[QLineF]:
    """Yield the lines across a part of the board, each so far from the next."""
    left, top, right, bottom = part.left(), part.top(), part.right(), part.bottom()
    for x in range(ceil(left / step), floor(right / step) + 1):
        yield QLineF(x * step, top, x * step, bottom)
    for y in range(ceil(top / step), floor(bottom / step) + 1):
        yield QLineF(left, y * step, right, y * step)


class PictureLook(NamedTuple):
    """A level's picture; the file is a whole path, and empty where it cannot be shown."""

    level: LevelId
    file: str
    at: Point
    width: float
    turned: int
    faded: float
    stamp: int = 0
    """When the file was last written; another one is read anew."""
    fault: str = ""
    """Why there is no file to show, with its name."""


class Picture(BoardItem[PictureLook]):
    """A level's picture, placed in squares; where it cannot be shown the reason is."""

    def adopt(self, look: PictureLook) -> None:
        """Take over file and place."""
        self._pixmap = KEPT.pixmap(look.file, look.stamp) if look.file else QPixmap()
        self._says = look.fault or KEPT.fault(look.file, look.stamp)
        wide, high = self._pixmap.width() or 4, self._pixmap.height() or 3
        if look.turned % 2:
            wide, high = high, wide
        self.height = look.width * high / wide
        self._bounds = rect_of(look.at[0], look.at[1], look.width, self.height)
        self.faint = 1 - look.faded

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is on the picture."""
        return self._bounds.contains(to_scene(point))

    def corners(self) -> tuple[Point, Point]:
        """Return its upper left and lower right."""
        return to_board(self._bounds.topLeft()), to_board(self._bounds.bottomRight())

    def draw(self, painter: QPainter) -> None:
        """Paint the picture, turned by quarters."""
        if self._pixmap.isNull():
            painter.setPen(ink.cosmetic(colours().muted, 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self._bounds)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self._bounds, flags, self._says)
            return
        turned = self._look.turned % 4
        centre = self._bounds.center()
        size = self._bounds.size()
        upright = size.transposed() if turned % 2 else size
        before, hint = painter.worldTransform(), QPainter.RenderHint.SmoothPixmapTransform
        painter.setRenderHint(hint)
        painter.setWorldTransform(
            QTransform().translate(centre.x(), centre.y()).rotate(90 * turned) * before
        )
        target = QRectF(QPointF(-upright.width() / 2, -upright.height() / 2), upright)
        painter.drawPixmap(target, self._pixmap, QRectF(self._pixmap.rect()))
        painter.setWorldTransform(before)
        painter.setRenderHint(hint, False)
