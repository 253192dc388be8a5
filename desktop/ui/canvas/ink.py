"""How things of a constant size on the screen are painted: text, plates, pictures painted once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from math import floor, inf

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPixmapCache

from desktop.ui.theme import faded

Pair = tuple[float, float]
"""Across and down."""
HALF = 0.5 + 1e-6
"""What lies in the middle of two dots goes to the same one wherever one has panned to."""
SMALL_CAPS = QFont.Capitalization.SmallCaps
MIXED_CASE = QFont.Capitalization.MixedCase


@lru_cache(maxsize=128)
def font(pixels: int, *, bold: bool = False, caps: QFont.Capitalization = MIXED_CASE) -> QFont:
    """Return the board's font at a size on the screen."""
    made = QFont()
    made.setPixelSize(max(pixels, 1))
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Medium)
    made.setCapitalization(caps)
    if caps == SMALL_CAPS:
        made.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.8)
    return made


@lru_cache(maxsize=4096)
def text_width(text: str, used: QFont) -> float:
    """Return how wide a text is on the screen."""
    return QFontMetricsF(used).horizontalAdvance(text)


@lru_cache(maxsize=4096)
def elided(
    text: str,
    used: QFont,
    width: float,
    where: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> str:
    """Return a text cut with an ellipsis to a width on the screen."""
    return QFontMetricsF(used).elidedText(text, where, width)


def forget_fonts() -> None:
    """Make every font anew: the program's own is another."""
    for known in (font, text_width, elided):
        known.cache_clear()
    QPixmapCache.clear()


def zoom_of(painter: QPainter) -> float:
    """Return how many pixels of the screen one of the scene is, whatever the screen's density."""
    transform = painter.worldTransform()
    return max(abs(transform.m11()), abs(transform.m12())) or 1e-6


def density_of(painter: QPainter) -> float:
    """Return how many dots of the device a pixel of the screen is."""
    return painter.device().devicePixelRatioF()


class Screen:
    """What a scene is painted on: a painter is asked once a picture, not for each of its items."""

    def __init__(self) -> None:
        self.zoom = self.density = 1.0
        """How many pixels of the screen one of the scene is, and how many dots one of those."""
        self.zooms: Pair = (0.25, inf)
        """Between which zooms it is looked at: in a view at one, without one at any usual one."""
        self.parts: list[QRectF] = []
        """Which parts of the scene are painted now."""
        self._origin: Pair = (0, 0)

    def look_at(self, painter: QPainter) -> None:
        """Take note of what is painted on next; the painter is in coordinates of the scene."""
        self.zoom, self.density = zoom_of(painter), density_of(painter)
        transform = painter.worldTransform()
        self._origin = transform.dx(), transform.dy()

    def dot(self, anchor: Pair, offset: Pair) -> tuple[int, int]:
        """Return the nearest dot to a place of the scene and so many pixels from it."""
        zoom, density = self.zoom, self.density
        x = anchor[0] * zoom + self._origin[0] + offset[0]
        y = anchor[1] * zoom + self._origin[1] + offset[1]
        return floor(x * density + HALF), floor(y * density + HALF)


@lru_cache(maxsize=512)
def cosmetic(
    colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine, alpha: float = 1
) -> QPen:
    """Return a pen of the same width at every zoom; it is shared, so copy it to change it."""
    pen = QPen(faded(colour, alpha), width, style)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen


def plate(painter: QPainter, rect: QRectF, fill: QColor, radius: float = 3) -> None:
    """Paint a rounded plate without a line."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(rect, radius, radius)


class Stamp:
    """A picture painted once for a size on the screen and reused until what it shows changes.

    While the canvas is panned or zoomed (antialiasing rests) an older one is stretched.
    """

    def __init__(self) -> None:
        self._key: Hashable = None
        self._pixmap = QPixmap()
        self._size: Pair = (0, 0)

    def draw(
        self,
        painter: QPainter,
        screen: Screen,
        anchor: Pair,
        offset: Pair,
        size: Pair,
        key: Hashable,
        paint: Callable[[QPainter], None],
        *,
        shared: bool = False,
    ) -> None:
        """Draw what `paint` paints into `size`, `offset` pixels of the screen from an anchor.

        `key` is what the picture shows; where it is `shared`, every stamp with it shows one.
        """
        whole = (key, *size, screen.density)
        if whole != self._key:
            resting = not painter.testRenderHint(QPainter.RenderHint.Antialiasing)
            if not (resting and self._same_thing(key)):
                self._pixmap = (
                    _shared(whole, paint) if shared else _painted(size, screen.density, paint)
                )
                self._key, self._size = whole, size
        x, y = screen.dot(anchor, offset)
        painter.setWorldMatrixEnabled(False)
        if self._size == size and screen.density == 1:
            painter.drawPixmap(x, y, self._pixmap)  # in less time than at a point
        elif self._size == size:
            painter.drawPixmap(QPointF(x, y) / screen.density, self._pixmap)
        else:
            target = QRectF(QPointF(x, y) / screen.density, QSizeF(*size))
            painter.drawPixmap(target, self._pixmap, QRectF(self._pixmap.rect()))
        painter.setWorldMatrixEnabled(True)

    def _same_thing(self, key: Hashable) -> bool:
        return isinstance(self._key, tuple) and self._key[0] == key


def _shared(
    whole: tuple[Hashable, float, float, float], paint: Callable[[QPainter], None]
) -> QPixmap:
    """Return a picture that may have been painted for another stamp already."""
    pixmap, name = QPixmap(), repr(whole)
    if not QPixmapCache.find(name, pixmap):
        _, wide, high, density = whole
        pixmap = _painted((wide, high), density, paint)
        QPixmapCache.insert(name, pixmap)
    return pixmap


def _painted(size: Pair, density: float, paint: Callable[[QPainter], None]) -> QPixmap:
    pixmap = QPixmap(
        max(1, round(size[0] * density + 0.5)),
        max(1, round(size[1] * density + 0.5)),
    )
    pixmap.setDevicePixelRatio(density)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    paint(painter)
    painter.end()
    return pixmap
