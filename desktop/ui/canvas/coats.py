"""Coats: the things of the board in layers; of those under the tokens each view keeps pictures.

Where something changes above them they are not painted again, only shown; where something changes
on one of them, only that one is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import ceil
from typing import Protocol
from weakref import WeakSet

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap, QRegion, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.ui.canvas import ink
from desktop.ui.canvas.coordinates import CHUNK_PX, Chunks, chunks_of
from desktop.ui.canvas.item import DEPTHS, depth_of

GROUND = DEPTHS[: DEPTHS.index("frame")]
LINES = DEPTHS[DEPTHS.index("frame") : DEPTHS.index("token")]
"""The layers of the two that are kept."""
FRONT = DEPTHS[DEPTHS.index("token") : DEPTHS.index("selection")]
"""Those of the one over them."""
MOST_PARTS = 32
"""So many parts of the board are painted apart from each other; more are joined with others."""

SMOOTH = QPainter.RenderHint.Antialiasing


class Coated(Protocol):
    """What a coat is made of."""

    faint: float
    """How much of it shows, up to 1."""
    smooth: bool
    """Whether its edges are antialiased."""
    raised: float
    """How far it lies above others of its layer."""

    def covers(self) -> QRectF:
        """Return what of the scene it may paint on."""

    def draw(self, painter: QPainter) -> None:
        """Paint it. The painter's transform, hints and opacity are left as they were."""


Placed = tuple[Coated, QRectF, Chunks]
"""A thing with what it covers of the scene, and in which chunks that is."""
Rank = tuple[int, float, int]
"""Which layer, how far raised in it, and which of those."""


class Coat:
    """The things of some layers. They are painted one after another, without Qt in between."""

    def __init__(self, layers: Iterable[str], screen: ink.Screen, ground: QColor) -> None:
        self.ground = ground
        """What is where nothing is painted."""
        self._screen = screen
        self._layers: dict[str, dict[str, Placed]] = {layer: {} for layer in layers}
        self._numbers = {layer: number for number, layer in enumerate(self._layers)}
        self._ranks: dict[Coated, Rank] = {}
        self._in_chunk: defaultdict[tuple[int, int], set[Coated]] = defaultdict(set)
        self._spoilt: list[QRectF] = []
        self.kept: WeakSet[Kept] = WeakSet()
        """The pictures of it."""

    def __contains__(self, layer: str) -> bool:
        return layer in self._layers

    def holds(self, layer: str) -> bool:
        """Return whether anything of a layer is painted."""
        return bool(self._layers[layer])

    def ids(self, layer: str) -> list[str]:
        """Return what is painted of a layer, the lowest first."""
        things = self._layers[layer]
        return sorted(things, key=lambda id_: self._ranks[things[id_][0]])

    def show(self, layer: str, id_: str, thing: Coated) -> None:
        """Paint something from now on, or as it is now."""
        before, covers = self._layers[layer].get(id_), thing.covers()
        self._rank(layer, thing, self._ranks[thing][2] if before is not None else 0)
        if before is None or before[1] != covers:
            self.place(layer, id_, thing)
            self.spoil(covers)
        if before is not None:
            self.spoil(before[1])

    def drop(self, layer: str, id_: str) -> None:
        """Paint it no longer, if it was."""
        before = self._layers[layer].pop(id_, None)
        if before is not None:
            self.spoil(before[1])
            self._put(before[0], before[2], frozenset())
            del self._ranks[before[0]]

    def place(self, layer: str, id_: str, thing: Coated) -> None:
        """Take note of what something covers; what is seen of it is the same."""
        things, covers = self._layers[layer], thing.covers()
        before, chunks = things.get(id_), chunks_of(covers)
        things[id_] = thing, covers, chunks
        self._put(thing, before[2] if before is not None else frozenset(), chunks)

    def _put(self, thing: Coated, before: Chunks, chunks: Chunks) -> None:
        if chunks is before:
            return
        for chunk in before - chunks:
            self._in_chunk[chunk].discard(thing)
        for chunk in chunks - before:
            self._in_chunk[chunk].add(thing)

    def order(self, layer: str, ids: Iterable[str], *, anew: bool) -> None:
        """Paint a layer in this order; `anew` where that is another for those that stay."""
        things = self._layers[layer]
        for number, id_ in enumerate(ids):
            self._rank(layer, things[id_][0], number)
        if anew:
            self.spoil(*(covered for _, covered, _ in things.values()))

    def _rank(self, layer: str, thing: Coated, number: int) -> None:
        self._ranks[thing] = self._numbers[layer], thing.raised, number

    def spoil(self, *areas: QRectF) -> None:
        """Note that something else is to be seen in parts of the scene."""
        self._spoilt.extend(area for area in areas if not area.isEmpty())

    def spread(self) -> list[QRectF]:
        """Tell the pictures which parts of the scene are spoilt; return those."""
        areas, self._spoilt = _few(self._spoilt), []
        for picture in self.kept:
            picture.spoil(areas)
        return areas

    def forget(self) -> None:
        """Paint all of it anew the next time."""
        for picture in self.kept:
            picture.forget()

    def paint(self, painter: QPainter, parts: list[QRectF]) -> None:
        """Paint what lies in parts of the scene, the lowest first."""
        self._screen.parts = parts
        rests = not painter.testRenderHint(SMOOTH)
        smooth, faint = not rests, 1.0
        for thing in self._near(parts):
            if thing.smooth != smooth and not rests:
                smooth = thing.smooth
                painter.setRenderHint(SMOOTH, smooth)
            if thing.faint != faint:
                faint = thing.faint
                painter.setOpacity(faint)
            thing.draw(painter)
        painter.setOpacity(1)
        painter.setRenderHint(SMOOTH, not rests)

    def _near(self, parts: Iterable[QRectF]) -> list[Coated]:
        chunks = frozenset[tuple[int, int]]().union(*map(chunks_of, parts))
        near = set[Coated]().union(*(self._in_chunk.get(chunk, ()) for chunk in chunks))
        return sorted(near, key=self._ranks.__getitem__)


def _few(areas: list[QRectF]) -> list[QRectF]:
    """Return what spans those that lie together where they are many."""
    size = CHUNK_PX
    while len(areas) > MOST_PARTS:
        joined: dict[tuple[float, float], QRectF] = {}
        for area in areas:
            at = area.x() // size, area.y() // size
            joined[at] = joined[at].united(area) if at in joined else area
        areas, size = list(joined.values()), 2 * size
    return areas


class Kept:
    """A coat as one view shows it: a picture that is painted again only where it is spoilt."""

    def __init__(self, coat: Coat) -> None:
        self._coat = coat
        self._pixmap = QPixmap()
        self._to_dots = QTransform()
        self._shows: object = None
        """What it was painted for, its place apart."""
        self._spoilt: list[QRectF] = []
        coat.kept.add(self)

    def spoil(self, areas: Iterable[QRectF]) -> None:
        """Paint parts of the scene anew the next time."""
        self._spoilt = _few([*self._spoilt, *areas])

    def forget(self) -> None:
        """Paint all of it anew the next time."""
        self._pixmap, self._shows = QPixmap(), None

    def show(self, painter: QPainter, widget: QWidget) -> None:
        """Show it on a view's widget with a painter in coordinates of the scene."""
        view, density = painter.worldTransform(), widget.devicePixelRatioF()
        pixels = QTransform.fromScale(1 / density, 1 / density)
        size = QSize(ceil(widget.width() * density), ceil(widget.height() * density))
        hints = painter.renderHints()
        spoilt = self._follow(view * pixels.inverted()[0], size, hints)
        if not spoilt.isEmpty():
            self._pixmap.setDevicePixelRatio(density)
            onto = QPainter(self._pixmap)
            onto.setRenderHints(hints)
            onto.setWorldTransform(pixels)
            self._clear(onto, spoilt)
            onto.setWorldTransform(view)
            self._coat.paint(onto, self._parts(spoilt))
            onto.end()
        painter.setWorldTransform(pixels)  # dot on dot, which is fastest
        whole = QRectF(self._pixmap.rect())
        painter.drawPixmap(whole, self._pixmap, whole)
        painter.setWorldTransform(view)

    def _follow(self, to_dots: QTransform, size: QSize, hints: QPainter.RenderHint) -> QRegion:
        """Take note of what is looked at; return which dots are to be painted again."""
        across, down = to_dots.dx() - self._to_dots.dx(), to_dots.dy() - self._to_dots.dy()
        areas, self._spoilt, self._to_dots = self._spoilt, [], to_dots
        shows, whole = (size.toTuple(), to_dots.m11(), hints), QRect(QPoint(), size)
        if shows != self._shows or across % 1 or down % 1:
            self._shows = shows
            if size != self._pixmap.size():
                self._pixmap = QPixmap(size)
                self._pixmap.fill(self._coat.ground)
            return QRegion(whole)
        spoilt = QRegion()
        if across or down:
            self._pixmap.scroll(int(across), int(down), whole, spoilt)
        for area in areas:
            spoilt += to_dots.mapRect(area).toAlignedRect().adjusted(-1, -1, 1, 1)
        return _joined(spoilt & whole)

    def _clear(self, onto: QPainter, spoilt: QRegion) -> None:
        onto.setClipRegion(spoilt)
        onto.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        onto.fillRect(spoilt.boundingRect(), self._coat.ground)
        onto.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)

    def _parts(self, spoilt: QRegion) -> list[QRectF]:
        to_scene = self._to_dots.inverted()[0]
        return _few([to_scene.mapRect(QRectF(part)) for part in spoilt])  # type: ignore[attr-defined]  # Qt's stubs forget it


def _joined(region: QRegion) -> QRegion:
    """Return one rectangle where that is hardly more: it is painted much faster than a few."""
    around = region.boundingRect()
    covered = sum(part.width() * part.height() for part in region)  # type: ignore[attr-defined]  # as above
    return QRegion(around) if around.width() * around.height() <= 1.5 * covered else region


class Front(QGraphicsItem):
    """The item that paints the coat over the kept ones, as Qt asks for it."""

    def __init__(self, coat: Coat) -> None:
        super().__init__()
        self._coat = coat
        self._bounds = QRectF()
        self.setZValue(depth_of(FRONT[0]))
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def boundingRect(self) -> QRectF:
        """Return all that one can look at."""
        return self._bounds

    def cover(self, bounds: QRectF) -> None:
        """Take note of what one can look at."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def shape(self) -> QPainterPath:
        """Return nothing: it has no name to show."""
        return QPainterPath()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint where something is exposed, of which Qt tells items only what spans it."""
        exposed, dots = option.exposedRect, painter.paintEngine().systemClip()
        to_scene = painter.deviceTransform().inverted()[0]
        parts = [to_scene.mapRect(QRectF(part)) & exposed for part in dots]  # type: ignore[attr-defined]  # as above
        self._coat.paint(painter, _few(parts) or [exposed])
