"""Links: a mark where the border is crossed, or at both ends of a way between squares."""

from __future__ import annotations

from math import hypot, inf
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from desktop.core.model.words import LinkId, LinkKind, Point
from desktop.ui.canvas import ink
from desktop.ui.canvas.coordinates import SQUARE_PX, path_of, to_scene
from desktop.ui.canvas.item import BoardItem
from desktop.ui.canvas.tool import GRIP_PX
from desktop.ui.canvas.zone_item import segment_distance
from desktop.ui.theme import colours, faded

SIGN_PX = 20.0
STACKED_PX = 22.0
"""How much lower the next sign on the same spot stands."""
TEXT_EDGE_PX = 9.0
SIGN_FROM, TEXT_FROM = 0.35, 0.55
"""Below these zooms signs, and what is written beside them, would cover too much."""
PLAIN: tuple[LinkKind, ...] = ("open", "barrier")
"""Kinds that the border alone shows, without a sign."""
AROUND_PX = 3.0
"""How far around a sign the line goes that says it is selected."""
LINE_PX, TICKS_PX = 4.0, 8.0
"""How far a border's own line shows beside its stretch, and the ticks at its ends."""


class LinkLook(NamedTuple):
    """One link, as it is seen from one level."""

    id: LinkId
    name: str
    kind: LinkKind
    along: tuple[Point, Point] | None
    """The stretch of border, for a link that crosses one."""
    spots: tuple[Point, ...]
    """Where its sign stands: the middle of the stretch, or its ends on this level."""
    line: tuple[Point, Point] | None = None
    """Drawn where the zones do not touch."""
    aim: Point = Point(1, 0)
    """Which way the link leads, as a direction on the plan."""
    text: str = ""
    """As `Gantry`, beside the sign: where one comes out."""
    through: bool = False
    """A door or feature shows it already."""
    shut: bool = False
    faint: float = 1
    turned: bool = False
    """The text stands at the left of the sign."""
    room: float = inf
    """Squares to the next sign on that side: a text that needs more is left out."""
    below: int = 0
    """How many signs of other links stand on the same spot above this one."""

    @property
    def is_bare(self) -> bool:
        """Whether the border alone shows it."""
        return self.kind in PLAIN and not self.text and not self.shut and self.line is None

    @property
    def has_sign(self) -> bool:
        """Whether it has a sign, and no door or feature shows it already."""
        return not self.is_bare and not (self.through and self.along is not None)


class LinkItem(BoardItem[LinkLook]):
    """The mark of a link."""

    def adopt(self, look: LinkLook) -> None:
        """Take over the place."""
        self._stamps = [ink.Stamp() for _ in look.spots]
        stretch = look.along or look.line
        self._path = path_of(stretch, closed=False) if stretch else QPainterPath()
        self._line = QLineF(*map(to_scene, look.along)) if look.along else QLineF()
        place = self._path.boundingRect() if stretch else QRectF()
        for spot in look.spots:
            at = to_scene(spot)
            place = place.united(QRectF(at.x() - 1, at.y() - 1, 2, 2))
        self._place = place
        self._bounds = self._covered()
        self.faint = look.faint
        self.tip = look.name

    def shown(self) -> object:
        """Return what of it shows at the zoom in view: far away there are no signs."""
        look, (_, high) = self._look, self._screen.zooms
        if high >= SIGN_FROM:
            return look
        drawn = look.kind if look.kind in ("barrier", "sight") else "open"
        return drawn, look.along, look.line, look.shut

    def zoomed(self) -> bool:
        """Cover what line and sign reach at the zoom in view: they keep their size there."""
        self._bounds = self._covered()
        return True

    def _covered(self) -> QRectF:
        look, (low, high) = self._look, self._screen.zooms
        ticked = high >= SIGN_FROM or look.kind == "barrier"
        reach = (TICKS_PX if ticked else LINE_PX) / low
        left = right = down = 0.0
        if high >= SIGN_FROM and look.has_sign:
            px = 1 / max(low, SIGN_FROM)
            reach = max(reach, SIGN_PX * px)
            down = look.below * STACKED_PX * px
            wide = len(look.text) * 9 / max(low, TEXT_FROM) if high >= TEXT_FROM else 0
            left, right = (wide, 0.0) if look.turned else (0.0, wide)
        return self._place.adjusted(-reach - left, -reach, reach + right, reach + down)

    def shape(self) -> QPainterPath:
        """Return its signs, so that only they show its name."""
        path = QPainterPath()
        for spot in self._look.spots:
            path.addEllipse(to_scene(spot), SIGN_PX / 2, SIGN_PX / 2)
        return path

    def outline(self) -> QPainterPath:
        """Return its stretch and what goes around its signs, as big as they are now."""
        path, look, (_, zoom) = QPainterPath(self._path), self._look, self._screen.zooms
        for spot in look.spots:
            at = to_scene(spot)
            if zoom >= SIGN_FROM and look.has_sign:
                box = self._box_px(self._told(zoom)).adjusted(
                    -AROUND_PX, -AROUND_PX, AROUND_PX, AROUND_PX
                )
                round_px = box.height() / 2 / zoom
                box = QRectF(box.topLeft() / zoom + at, box.size() / zoom)
                path.addRoundedRect(box, round_px, round_px)
            else:
                path.addEllipse(at, SQUARE_PX * 0.4, SQUARE_PX * 0.4)
        return path

    def _told(self, zoom: float) -> str:
        """Return what is written beside its signs at a zoom."""
        return self._look.text if zoom >= TEXT_FROM and self._has_room(zoom * SQUARE_PX) else ""

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is at the link's stretch or one of its signs."""
        look = self._look
        near = max(reach * 1.5, 0.15)
        if (look.text or look.below) and self._is_on_label(point, reach * 2 / GRIP_PX):
            return True
        if any(hypot(point[0] - x, point[1] - y) <= near for x, y in look.spots):
            return True
        return any(
            stretch is not None and segment_distance(*stretch, point) <= reach
            for stretch in (look.along, look.line)
        )

    def _is_on_label(self, point: Point, px: float) -> bool:
        """Whether a place is on what is written beside a sign; `px` is a pixel in squares."""
        look = self._look
        box = self._box_px(look.text if self._has_room(1 / px) else "")
        return any(box.contains(QPointF(point[0] - x, point[1] - y) / px) for x, y in look.spots)

    def _has_room(self, square_px: float) -> bool:
        """Whether the text covers no other sign, at so many pixels to the square."""
        return self._box_px(self._look.text).width() <= self._look.room * square_px

    def _box_px(self, text: str) -> QRectF:
        """Return what a sign with its text covers on the screen, from the spot it stands on."""
        wide, high = self._sign_px(text)
        left = SIGN_PX / 2 - wide if self._look.turned else -SIGN_PX / 2
        return QRectF(left, self._look.below * STACKED_PX - high / 2, wide, high)

    @staticmethod
    def _sign_px(text: str) -> tuple[float, float]:
        """Return how big a sign is on the screen with what is written beside it."""
        used = ink.font(11, bold=True)
        return SIGN_PX + (ink.text_width(text, used) + 8 if text else 0), SIGN_PX

    def draw(self, painter: QPainter) -> None:
        """Paint the stretch of border, then the sign."""
        look = self._look
        zoom = self._screen.zoom
        if look.along and look.kind != "sight":
            self._gap(painter, zoom)
        elif look.line:
            colour = colours().refused if look.shut else colours().way
            painter.setPen(ink.cosmetic(colour, 1.6, Qt.PenStyle.DashLine))
            painter.drawPath(self._path)
        if zoom >= SIGN_FROM and look.has_sign:
            self._sign(painter, self._told(zoom))

    def _gap(self, painter: QPainter, zoom: float) -> None:
        look, theme = self._look, colours()
        line = self._line
        painter.setPen(ink.cosmetic(theme.board, 4))
        painter.drawLine(line)
        if zoom < SIGN_FROM and look.kind != "barrier":
            painter.setPen(
                ink.cosmetic(theme.refused if look.shut else theme.way, 1.2, Qt.PenStyle.DotLine)
            )
            painter.drawLine(line)
            return
        px = 1 / zoom
        unit = QPointF(line.dx(), line.dy()) / (line.length() or 1)
        normal = QPointF(-unit.y(), unit.x())
        colour = theme.refused if look.shut else theme.way
        painter.setPen(ink.cosmetic(colour, 2.4))
        tick = normal * 5 * px
        for end in (line.p1() + unit * px, line.p2() - unit * px):
            painter.drawLine(QLineF(end - tick, end + tick))
        if look.kind == "barrier":
            self._bars(painter, line, unit, normal, px)
        else:
            painter.setPen(ink.cosmetic(colour, 1.2, Qt.PenStyle.DotLine))
            painter.drawLine(line)

    def _bars(
        self, painter: QPainter, line: QLineF, unit: QPointF, normal: QPointF, px: float
    ) -> None:
        """Two rails with bars between, as a fence seen from above."""
        theme = colours()
        painter.setPen(ink.cosmetic(theme.wall_edge, 5))
        painter.drawLine(line)
        painter.setPen(ink.cosmetic(theme.way, 2.2))
        painter.drawLine(line)
        count = max(2, int(line.length() / (9 * px)))
        reach = normal * 4.5 * px
        bars = []
        for number in range(1, count):
            at = line.p1() + unit * line.length() * number / count
            bars.append(QLineF(at - reach, at + reach))
        painter.drawLines(bars)

    def _sign(self, painter: QPainter, text: str) -> None:
        look = self._look
        box = self._box_px(text)
        offset, size = (box.left(), box.top()), (box.width(), box.height())
        key = (look.kind, text, look.aim, look.shut, look.turned)
        for (x, y), stamp in zip(look.spots, self._stamps, strict=True):
            stamp.draw(
                painter, self._screen, (x * SQUARE_PX, y * SQUARE_PX), offset, size, key,
                lambda onto: self._paint_sign(onto, text, size[0]),
            )  # fmt: skip

    def _paint_sign(self, painter: QPainter, text: str, width: float) -> None:
        look, theme = self._look, colours()
        line = QPen(faded(theme.refused if look.shut else theme.way, 1), 1.2)
        painter.setPen(line)
        painter.setBrush(faded(theme.plate, 0.92))
        painter.drawRoundedRect(QRectF(0.8, 0.8, width - 1.6, SIGN_PX - 1.6), 9, 9)
        sign_at = width - SIGN_PX if look.turned else 0.0
        painter.translate(sign_at, 0)
        paint_link_sign(painter, look.kind, look.aim, theme.refused if look.shut else theme.way)
        painter.translate(-sign_at, 0)
        if text:
            painter.setFont(ink.font(11, bold=True))
            painter.setPen(faded(theme.zone_text, 1))
            left = TEXT_EDGE_PX if look.turned else SIGN_PX - 1
            box = QRectF(left, 0, width - SIGN_PX, SIGN_PX)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)


def paint_link_sign(painter: QPainter, kind: LinkKind, aim: Point, colour: str) -> None:
    """Paint the sign of a kind of link into the upper left square of 20 pixels."""
    pen = QPen(faded(colour, 1), 1.7)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if kind == "stairs":
        steps = [QPointF(4, 15), QPointF(4, 12), QPointF(8, 12), QPointF(8, 9), QPointF(12, 9)]
        steps += [QPointF(12, 6), QPointF(16, 6)]
        painter.drawPolyline(QPolygonF(steps))
    elif kind in ("ladder", "climb"):
        _paint_rungs(painter, rails=kind == "ladder")
    elif kind == "ledge":
        _paint_arrow(painter, aim)
    elif kind == "sight":
        _paint_eye(painter)
    elif kind == "barrier":
        painter.drawLine(QLineF(4, 10, 16, 10))
        painter.drawLines([QLineF(x, 6, x, 14) for x in (6.5, 10, 13.5)])
    else:
        painter.drawLine(QLineF(4, 10, 16, 10))
        painter.drawPolyline(QPolygonF([QPointF(13, 7), QPointF(16, 10), QPointF(13, 13)]))
        painter.drawPolyline(QPolygonF([QPointF(7, 7), QPointF(4, 10), QPointF(7, 13)]))


def _paint_rungs(painter: QPainter, *, rails: bool) -> None:
    if rails:
        painter.drawLines([QLineF(7, 3.5, 7, 16.5), QLineF(13, 3.5, 13, 16.5)])
        painter.drawLines([QLineF(7, y, 13, y) for y in (6, 10, 14)])
        return
    holds = ((6.5, 15), (12, 12), (7.5, 9), (13, 6))
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in holds]))
    painter.setBrush(painter.pen().color())
    for x, y in holds:
        painter.drawEllipse(QPointF(x, y), 1.3, 1.3)


def _paint_arrow(painter: QPainter, aim: Point) -> None:
    length = hypot(aim[0], aim[1]) or 1
    unit = QPointF(aim[0] / length, aim[1] / length)
    normal = QPointF(-unit.y(), unit.x())
    centre = QPointF(10, 10)
    tip = centre + unit * 6
    painter.drawLine(QLineF(centre - unit * 6, tip))
    painter.drawPolyline(QPolygonF([tip - unit * 4 + normal * 4, tip, tip - unit * 4 - normal * 4]))


def _paint_eye(painter: QPainter) -> None:
    path = QPainterPath(QPointF(3.5, 10))
    path.quadTo(10, 3.5, 16.5, 10)
    path.quadTo(10, 16.5, 3.5, 10)
    painter.drawPath(path)
    painter.setBrush(painter.pen().color())
    painter.drawEllipse(QPointF(10, 10), 2.1, 2.1)
