"""Zones: a light tint with patterns, a firm border with teeth for cover, and a name."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, log2
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPolygonF

from desktop.core.model.geometry import Outline, bounds, holds, rectangle_of
from desktop.core.model.words import Point, ZoneId
from desktop.ui.canvas import ink, patterns
from desktop.ui.canvas.coordinates import SQUARE_PX, path_of, rect_of, to_board, to_scene
from desktop.ui.canvas.item import BoardItem
from desktop.ui.theme import BADGE_TEXT_PX, colours, faded

TOOTH_PX, TOOTH_APART_PX, TOOTH_HIGH_PX, GROUP_APART_PX = 8.0, 4.0, 7.0, 76.0
TOOTHLESS_PX = 40.0
"""A side that is hardly longer than its teeth has none."""
NAME_PX, FAR_NAME_PX = 13, 11
FAR = 0.55
"""Below this zoom names are smaller and stand without badges."""
LEAST_LETTERS = 4
LEAST_ROOM_PX = 26
"""A zone narrower than this on the screen shows no name."""


class Fill(NamedTuple):
    """A pattern laid over a zone."""

    pattern: str
    colour: str
    alpha: float


class ZoneGroundLook(NamedTuple):
    """The inside of a zone."""

    outline: Outline
    tint: str
    alpha: float
    floor: float = 0
    """How much of what is below is hidden, from 0 to 1."""
    dim: float = 0
    fills: tuple[Fill, ...] = ()
    faint: float = 1


class ZoneFrameLook(NamedTuple):
    """The border of a zone."""

    outline: Outline
    colour: str
    style: Qt.PenStyle = Qt.PenStyle.SolidLine
    teeth: int = 0
    faint: float = 1


class Badge(NamedTuple):
    """One letter or word in a zone's row of badges."""

    text: str
    fill: str
    ink: str


class ZoneNameLook(NamedTuple):
    """The name and badges of a zone in one of its corners."""

    id: ZoneId
    text: str
    badges: tuple[Badge, ...]
    corner: Point
    right: bool
    """The corner is to the right of the name."""
    bottom: bool
    room: tuple[float, float]
    """Squares across and down that the name may take up."""


def outline_distance(outline: Outline, point: Point) -> float:
    """Return how many squares a place is from an outline's border."""
    return min(
        segment_distance(a, b, point)
        for a, b in zip(outline, outline[1:] + outline[:1], strict=True)
    )


def segment_distance(a: Point, b: Point, point: Point) -> float:
    """Return how many squares a place is from a stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy)


class ZoneGround(BoardItem[ZoneGroundLook]):
    """The inside of a zone: what it is like there."""

    smooth = False  # its edge lies under the frame's line; a smooth one takes eight times as long
    _outline: Outline = ()

    def adopt(self, look: ZoneGroundLook) -> None:
        """Take over outline and fills."""
        if look.outline != self._outline:
            self._outline = look.outline
            box = rectangle_of(look.outline)
            self._rect = rect_of(*box) if box else None
            self._path = path_of(look.outline)
            self._bounds = self._rect or self._path.boundingRect()
        self.faint = look.faint

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is inside the zone."""
        left, top, right, bottom = bounds(self._look.outline)
        if not (left <= point[0] <= right and top <= point[1] <= bottom):
            return False
        return holds(self._look.outline, point)

    def draw(self, painter: QPainter) -> None:
        """Paint tint, patterns and dimming."""
        look, theme = self._look, colours()
        if look.floor:
            self._fill(painter, faded(theme.board, look.floor))
        self._fill(painter, faded(look.tint, look.alpha))
        if look.dim:
            self._fill(painter, faded(theme.dim, look.dim))
        zoom, density = self._screen.zoom, self._screen.density
        for fill in look.fills:
            pattern = patterns.brush_at(zoom, density, fill.pattern, fill.colour, fill.alpha)
            self._fill(painter, pattern)

    def _fill(self, painter: QPainter, brush: object) -> None:
        if self._rect is not None:
            painter.fillRect(self._rect, brush)
        else:
            painter.fillPath(self._path, brush)  # type: ignore[arg-type]  # as above


class ZoneFrame(BoardItem[ZoneFrameLook]):
    """The border of a zone; cover shows as teeth along its inside, one to three at a time."""

    _outline: Outline = ()

    def adopt(self, look: ZoneFrameLook) -> None:
        """Take over outline and teeth."""
        if look.outline != self._outline:
            self._outline = look.outline
            box = rectangle_of(look.outline)
            self._rect = rect_of(*box) if box else None
            self._path = path_of(look.outline)
            self._bounds = self._path.boundingRect().adjusted(-4, -4, 4, 4)
            self.smooth = box is None  # else crisp, and in less than half the time
        self._teeth = QPainterPath()
        self._teeth_for: float | None = None
        self.faint = look.faint

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is at the border."""
        left, top, right, bottom = bounds(self._look.outline)
        if not (
            left - reach <= point[0] <= right + reach and top - reach <= point[1] <= bottom + reach
        ):
            return False
        return outline_distance(self._look.outline, point) <= reach

    def draw(self, painter: QPainter) -> None:
        """Paint the line, and the teeth where there is cover."""
        look = self._look
        zoom = self._screen.zoom
        width = 2.0 if zoom >= 0.5 else 1.4
        pen = ink.cosmetic(look.colour, width, look.style)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._rect is not None:
            painter.drawRect(self._rect)
        else:
            painter.drawPath(self._path)
        if look.teeth:
            smooth = QPainter.RenderHint.Antialiasing
            before = painter.testRenderHint(smooth)  # edges are rough while one zooms
            painter.setRenderHint(smooth)
            painter.fillPath(self._teeth_at(zoom), faded(look.colour, 1))
            painter.setRenderHint(smooth, before)

    def _teeth_at(self, zoom: float) -> QPainterPath:
        """Return the teeth, made anew only where the zoom differs by half as much again."""
        step = round(log2(zoom) * 2) / 2
        if step != self._teeth_for:
            self._teeth_for = step
            self._teeth = teeth(self._look.outline, self._look.teeth, 1 / 2**step)
        return self._teeth


def teeth(outline: Outline, count: int, px: float) -> QPainterPath:
    """Return groups of teeth along the inside of an outline; `px`: a screen pixel in the scene."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for a, b in zip(outline, outline[1:] + outline[:1], strict=True):
        start, end = to_scene(a), to_scene(b)
        along = end - start
        length = hypot(along.x(), along.y())
        group = (count * TOOTH_PX + (count - 1) * TOOTH_APART_PX) * px
        if length < group + TOOTHLESS_PX * px:
            continue
        unit = along / length
        inward = _inward(outline, (start + end) / 2, unit)
        groups = max(1, round(length / (GROUP_APART_PX * px)))
        for number in range(groups):
            first = (number + 0.5) * length / groups - group / 2
            for tooth in range(count):
                at = first + tooth * (TOOTH_PX + TOOTH_APART_PX) * px
                foot = start + unit * at
                side, high = unit * TOOTH_PX * px, inward * TOOTH_HIGH_PX * px
                path.addPolygon(
                    QPolygonF([foot, foot + side, foot + side + high, foot + high, foot])
                )
    return path


def _inward(outline: Outline, middle: QPointF, unit: QPointF) -> QPointF:
    normal = QPointF(-unit.y(), unit.x())
    return normal if holds(outline, to_board(middle + normal * 0.5)) else -normal


class ZoneName(BoardItem[ZoneNameLook]):
    """A zone's name in small capitals with a row of badges, of one size at every zoom."""

    def adopt(self, look: ZoneNameLook) -> None:
        """Take over text and corner."""
        self._stamp = ink.Stamp()
        wide, high = look.room
        left = look.corner[0] - (wide if look.right else 0)
        top = look.corner[1] - (high if look.bottom else 0)
        self._bounds = rect_of(left, top, wide, high)
        self._drawn = QRectF()

    def zoomed(self) -> bool:
        """Cover nothing where there is no room for a name."""
        if not self._has_room(self._screen.zooms[1]):
            self._drawn = QRectF()
        return True

    def covers(self) -> QRectF:
        """Return what of the scene it may paint on."""
        return self._bounds if self._has_room(self._screen.zooms[1]) else QRectF()

    def _has_room(self, zoom: float) -> bool:
        wide, high = self._room_px(zoom)
        return wide >= LEAST_ROOM_PX and high >= NAME_PX + 4

    def _room_px(self, zoom: float) -> tuple[float, float]:
        wide, high = self._look.room
        return wide * SQUARE_PX * zoom - 8, high * SQUARE_PX * zoom - 6

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is on the name as it was last painted."""
        return self._drawn.contains(to_scene(point))

    def size_at(self, zoom: float) -> QSizeF:
        """Return how big the name is on the screen at a zoom; empty where it is not shown."""
        look = self._look
        if not self._has_room(zoom):
            return QSizeF()
        room = self._room_px(zoom)
        first = ink.text_width(look.text[:LEAST_LETTERS], _name_font(zoom))
        if len(look.text) > LEAST_LETTERS and room[0] < first + 18:
            return QSizeF()
        if zoom < FAR:
            return QSizeF(min(ink.text_width(look.text, _name_font(zoom)) + 8, room[0]), 16)
        name = ink.text_width(look.text, _name_font(zoom)) + 10
        badges = sum(_badge_width(badge) + 3 for badge in look.badges)
        high = 18.0 + (17 if badges and room[1] >= 40 else 0)
        wide = max(name, badges + 5 if high > 18 else 0)
        return QSizeF(min(wide, room[0]), high)

    def draw(self, painter: QPainter) -> None:
        """Paint name and badges into the chosen corner."""
        look = self._look
        zoom = self._screen.zoom
        size = self.size_at(zoom)
        self._drawn = QRectF()
        if size.isEmpty():
            return
        wide, high = size.width(), size.height()
        offset = -wide - 4 if look.right else 4, -high - 3 if look.bottom else 3
        anchor = to_scene(look.corner)
        self._drawn = QRectF(anchor + QPointF(*offset) / zoom, size / zoom)
        self._stamp.draw(
            painter, self._screen, (anchor.x(), anchor.y()), offset, (wide, high),
            (look, zoom < FAR), self._paint_on(size, _name_font(zoom)),
        )  # fmt: skip

    def _paint_on(self, size: QSizeF, used: QFont) -> Callable[[QPainter], None]:
        def paint(painter: QPainter) -> None:
            look, theme = self._look, colours()
            text = ink.elided(look.text, used, size.width() - 8)
            high = min(size.height(), 18.0)
            width = min(ink.text_width(text, used) + 10, size.width())
            left = size.width() - width if look.right else 0.0
            top = size.height() - high if look.bottom else 0.0
            ink.plate(painter, QRectF(left, top, width, high), faded(theme.plate, 0.82))
            painter.setFont(used)
            painter.setPen(faded(theme.zone_text, 1))
            box = QRectF(left, top, width, high - 1)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            if size.height() > 18:
                _paint_badges(painter, look, size, 0.0 if look.bottom else 20.0)

        return paint


def _name_font(zoom: float) -> QFont:
    size = FAR_NAME_PX if zoom < FAR else NAME_PX
    return ink.font(size, bold=True, caps=ink.SMALL_CAPS)


def _badge_width(badge: Badge) -> float:
    return max(15.0, ink.text_width(badge.text, ink.font(BADGE_TEXT_PX, bold=True)) + 7)


def _paint_badges(painter: QPainter, look: ZoneNameLook, size: QSizeF, top: float) -> None:
    painter.setFont(ink.font(BADGE_TEXT_PX, bold=True))
    total = sum(_badge_width(badge) + 3 for badge in look.badges) - 3
    left = max(0.0, size.width() - total) if look.right else 0.0
    for badge in look.badges:
        width = _badge_width(badge)
        if left + width > size.width() + 0.5:
            break
        box = QRectF(left, top, width, 15)
        ink.plate(painter, box, faded(badge.fill, 1))
        painter.setPen(faded(badge.ink, 1))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, badge.text)
        left += width + 3
