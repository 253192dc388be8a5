"""Tokens: discs the size of their footprint, ringed in the colour of their side."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)

from desktop.core.model.words import FighterId, Notch, Point
from desktop.ui.canvas import ink
from desktop.ui.canvas.coordinates import SQUARE_PX, to_board
from desktop.ui.canvas.item import BoardItem
from desktop.ui.pictures import portrait_of
from desktop.ui.theme import colours, faded, mixed, paint_icon

REACHES, MARGIN_PX = 1.9, 12.0
"""How far a token's marks reach: times its radius, and pixels of the screen at any zoom."""
NOTCHED, RING_PX = 1.3, 3.0
"""The same of a token without marks: ring and notch alone."""
FILLS = 0.86
"""How much of its footprint a disc covers, side to side."""
DETAILS_FROM_PX = 7.0
"""A disc of a smaller radius on the screen shows its ring alone."""
BADGES_FROM_PX = 12.0
"""A smaller one shows by a dot that there are conditions."""
MOST_BADGES = 4
ON_TOP, IN_THE_SADDLE = 0.5, 0.6
"""How far above the other tokens the acting one lies, and a rider above its mount."""

CONDITION_ICONS: dict[str, str] = {
    "prone": "arrow-down-bold", "bleeding": "water", "ablaze": "fire",
    "stunned": "star-four-points", "restrained": "link-variant", "grappled": "handcuffs",
    "blinded": "eye-off", "deafened": "ear-hearing-off", "frightened": "exclamation-thick",
    "poisoned": "bottle-tonic-skull", "unconscious": "sleep", "incapacitated": "cancel",
    "fatigued": "battery-low", "surprised": "alert-octagram", "hidden": "incognito",
    "in cover": "shield-half-full", "overburdened": "weight", "engaged": "sword-cross",
    "secured to the mount": "seatbelt", "warp charge": "creation", "corruption": "biohazard",
    "at maximum wounds": "heart-half-full", "in sludge": "waves", "dying": "heart-broken",
    "dead": "skull", "overwatch": "eye",
}  # fmt: skip


class TokenLook(NamedTuple):
    """One fighter's token."""

    id: FighterId
    name: str
    initials: str
    letter: str
    colour: str
    notch: Notch
    centre: Point
    side_sq: int
    wounded: float | None = None
    """How much of its wounds are taken, from 0 to 1; None where nobody says how many it has."""
    conditions: tuple[str, ...] = ()
    acting: bool = False
    hidden: bool = False
    out: bool = False
    above: float = 0
    picture: str = ""
    stack: tuple[int, int] = (0, 1)
    """Which of how many that share the square."""
    mounted: bool = False
    faint: float = 1
    pointer: tuple[int, int] = (0, -1)
    """On which side of it the mark of the acting one points at it: squares across and down,
    none of either where it would hide somebody on every side."""


class TokenItem(BoardItem[TokenLook]):
    """A fighter on the board."""

    def adopt(self, look: TokenLook) -> None:
        """Take over place and picture."""
        if not hasattr(self, "_stamp"):
            self._stamp = ink.Stamp()
            self._fan: ink.Pair = 0, 0
        self.radius = look.side_sq * SQUARE_PX * FILLS / 2
        self._disc = (
            "disc", look.colour, look.notch, look.acting, look.pointer, look.hidden, look.picture,
        )  # fmt: skip
        self._key = (
            "token", self._disc, look.initials, look.letter, look.wounded, look.conditions,
            look.out, look.above,
        )  # fmt: skip
        self.faint = look.faint
        self.raised = IN_THE_SADDLE if look.mounted else ON_TOP if look.acting else 0.0
        self.tip = look.name
        self._place()

    def shown(self) -> object:
        """Return what its picture shows at the zoom in view: far away, the disc alone."""
        _, high = self._screen.zooms
        return self._disc if self.radius * high < DETAILS_FROM_PX else self._key

    def zoomed(self) -> bool:
        """Cover what its marks reach at the zoom in view."""
        self._place()
        return True

    def fan_out(self, shift: QPointF) -> bool:
        """Stand beside its square, in pixels of the scene; return whether it did not before."""
        before, self._fan = self._fan, (shift.x(), shift.y())
        if self._fan == before:
            return False
        self._place()
        return True

    def _place(self) -> None:
        """Take note of where its middle is drawn, and of what it covers there."""
        x, y = self._look.centre
        index, count = self._look.stack
        lean = (index - (count - 1) / 2) * 5 if count > 1 else 0, 0
        across, down = self._fan if any(self._fan) else lean
        self._at = x, y = x * SQUARE_PX + across, y * SQUARE_PX + down
        reach = self._reach()
        self._bounds = QRectF(x - reach, y - reach, 2 * reach, 2 * reach)

    def _reach(self) -> float:
        low, high = self._screen.zooms
        # Marks begin where the disc is large enough; only who acts is marked at every zoom.
        marked_from = 0.0 if self._look.acting else DETAILS_FROM_PX / self.radius
        reach = 0.0
        if low < marked_from:
            reach = self.radius * NOTCHED + RING_PX / low
        if high >= marked_from:
            reach = max(reach, self.radius * REACHES + MARGIN_PX / max(low, marked_from))
        return reach

    @property
    def at(self) -> QPointF:
        """Where its middle is drawn now in the scene."""
        return QPointF(*self._at)

    @property
    def centre(self) -> Point:
        """Where its middle is drawn now."""
        return to_board(self.at)

    def shape(self) -> QPainterPath:
        """Return the disc, so that only it shows its name."""
        path = QPainterPath()
        path.addEllipse(self.at, self.radius, self.radius)
        return path

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is on the disc."""
        x, y = self.centre
        return hypot(point[0] - x, point[1] - y) <= max(self.radius / SQUARE_PX, reach)

    def draw(self, painter: QPainter) -> None:
        """Paint the disc at its size on the screen."""
        radius = self.radius * self._screen.zoom
        small = radius < DETAILS_FROM_PX
        plain = small and not self._look.acting
        reach = radius * NOTCHED + RING_PX if plain else radius * REACHES + MARGIN_PX
        self._stamp.draw(
            painter, self._screen, self._at, (-reach, -reach), (2 * reach, 2 * reach),
            self._disc if small else self._key,
            lambda onto: paint_token(onto, self._look, QPointF(reach, reach), radius),
            shared=not self._look.picture,
        )  # fmt: skip


def paint_token(painter: QPainter, look: TokenLook, centre: QPointF, radius: float) -> None:
    """Paint a token of a radius on the screen."""
    if look.acting:
        _paint_acting(painter, centre, radius, QPointF(*look.pointer))
    _paint_disc(painter, look, centre, radius)
    if radius < DETAILS_FROM_PX:
        return
    if look.wounded is not None:
        _paint_wounds(painter, look.wounded, centre, radius)
    if not look.picture or portrait_of(look.picture).isNull():
        _paint_initials(painter, look, centre, radius)
    if look.out:
        _paint_cross(painter, centre, radius)
    if look.letter:
        at = centre + QPointF(radius * 0.74, -radius * 0.74)
        _paint_tag(painter, look.letter, at, max(6.5, radius * 0.4), colours().paper)
    if look.above:
        at = centre + QPointF(-radius * 0.74, -radius * 0.74)
        _paint_tag(painter, f"{look.above:g}", at, max(6.5, radius * 0.4), colours().hint)
    _paint_conditions(painter, look, centre, radius)


def _paint_acting(painter: QPainter, centre: QPointF, radius: float, out: QPointF) -> None:
    bright = colours().acting
    reach = radius * REACHES + MARGIN_PX
    halo = QRadialGradient(centre, reach)
    halo.setColorAt(0.45, faded(bright, 0.75))
    halo.setColorAt(1, faded(bright, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(halo))
    painter.drawEllipse(centre, reach, reach)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    wide = max(3.0, radius * 0.2)
    for colour, width in ((colours().ink, wide + 2.5), (bright, wide)):
        painter.setPen(QPen(faded(colour, 1), width))
        painter.drawEllipse(centre, radius + wide / 2 + 1, radius + wide / 2 + 1)
    if out.isNull():
        return
    foot = centre + out * (radius + wide + 2)
    high = reach - radius - wide - 3
    base, half = foot + out * high, QPointF(-out.y(), out.x()) * high * 0.62
    painter.setPen(QPen(faded(colours().ink, 1), 1.4))
    painter.setBrush(faded(bright, 1))
    painter.drawPolygon(QPolygonF([foot, base - half, base + half]))


def _paint_disc(painter: QPainter, look: TokenLook, centre: QPointF, radius: float) -> None:
    theme = colours()
    ring = min(max(2.0, radius * 0.17), 7.0)
    inner = radius - ring / 2
    portrait = portrait_of(look.picture) if look.picture else QPixmap()
    painter.setPen(Qt.PenStyle.NoPen)
    if not look.hidden:
        painter.setBrush(faded(theme.ink, 1))
        painter.drawEllipse(centre, radius + 1.2, radius + 1.2)
        painter.setBrush(faded(mixed(theme.plate, look.colour, 0.3), 1))
        painter.drawEllipse(centre, inner, inner)
    elif look.acting:  # hollow, but not so that its letters stand on the light of its turn
        painter.setBrush(faded(theme.board, 1))
        painter.drawEllipse(centre, inner, inner)
    if not portrait.isNull():
        _paint_portrait(painter, portrait, centre, inner)
    _paint_notch(painter, look, centre, radius)
    pen = QPen(QColor(look.colour), ring)
    if look.hidden:
        pen = QPen(QColor(look.colour), max(1.6, ring * 0.6), Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(centre, inner, inner)


_NOTCHES: dict[Notch, tuple[tuple[int, int], ...]] = {
    "none": (), "top": ((0, -1),), "right": ((1, 0),), "bottom": ((0, 1),), "left": ((-1, 0),),
    "double": ((-1, 0), (1, 0)),
}  # fmt: skip


def _paint_notch(painter: QPainter, look: TokenLook, centre: QPointF, radius: float) -> None:
    painter.setPen(QPen(faded(colours().ink, 1), 1))
    painter.setBrush(QColor(look.colour))
    high, half = max(3.0, radius * 0.3), max(3.0, radius * 0.34)
    for x, y in _NOTCHES[look.notch]:
        out, side = QPointF(x, y), QPointF(-y, x)
        foot = centre + out * (radius - 1)
        painter.drawPolygon(QPolygonF([foot + side * half, foot + out * high, foot - side * half]))


def _paint_portrait(painter: QPainter, portrait: QPixmap, centre: QPointF, radius: float) -> None:
    circle = QPainterPath()
    circle.addEllipse(centre, radius, radius)
    painter.save()
    painter.setClipPath(circle)
    box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    painter.drawPixmap(box, portrait, QRectF(portrait.rect()))
    painter.restore()


def _paint_wounds(painter: QPainter, share: float, centre: QPointF, radius: float) -> None:
    if share <= 0:
        return
    theme = colours()
    wide = min(max(2.2, radius * 0.17), 7.0)
    inner = radius - min(max(2.0, radius * 0.17), 7.0) - wide / 2
    box = QRectF(centre.x() - inner, centre.y() - inner, 2 * inner, 2 * inner)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(faded(theme.ink, 0.9), wide + 1))
    painter.drawEllipse(centre, inner, inner)
    pen = QPen(faded(theme.wounds, 1), wide)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawArc(box, 90 * 16, -round(360 * 16 * min(share, 1.0)))


def _paint_initials(painter: QPainter, look: TokenLook, centre: QPointF, radius: float) -> None:
    theme = colours()
    size = round(radius * (0.8 if len(look.initials) < 3 else 0.62))
    painter.setFont(ink.font(max(8, size), bold=True))
    painter.setPen(faded(look.colour if look.hidden else theme.paper, 1))
    box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, look.initials)


def _paint_cross(painter: QPainter, centre: QPointF, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(colours().ink, 0.55))
    painter.drawEllipse(centre, radius, radius)
    pen = QPen(faded(colours().wounds, 1), max(2.5, radius * 0.18))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    reach = radius * 0.55
    for turn in (1, -1):
        painter.drawLine(
            centre + QPointF(-reach, -reach * turn), centre + QPointF(reach, reach * turn)
        )


def _paint_tag(painter: QPainter, text: str, at: QPointF, radius: float, fill: str) -> None:
    theme = colours()
    used = ink.font(max(9, round(radius * 1.35)), bold=True)
    wide = max(radius, ink.text_width(text, used) / 2 + 3)
    box = QRectF(at.x() - wide, at.y() - radius, 2 * wide, 2 * radius)
    painter.setPen(QPen(faded(theme.ink, 1), 1.4))
    painter.setBrush(faded(fill, 1))
    painter.drawRoundedRect(box, radius, radius)
    painter.setFont(used)
    painter.setPen(faded(theme.ink, 1))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _paint_conditions(painter: QPainter, look: TokenLook, centre: QPointF, radius: float) -> None:
    """Paint at most four badges under the disc; the last one counts the others."""
    if not look.conditions:
        return
    theme = colours()
    if radius < BADGES_FROM_PX:
        painter.setPen(QPen(faded(theme.ink, 1), 1))
        painter.setBrush(faded(theme.warning, 1))
        painter.drawEllipse(centre + QPointF(0, radius), 3.2, 3.2)
        return
    shown: list[str] = list(look.conditions[:MOST_BADGES])
    if len(look.conditions) > MOST_BADGES:
        shown.append(f"+{len(look.conditions) - MOST_BADGES}")
    badge = min(max(6.5, radius * 0.34), 13.0)
    step = 2 * badge / (radius + 1) * 0.95
    for number, word in enumerate(shown):
        turn = pi / 2 - (number - (len(shown) - 1) / 2) * step
        at = centre + QPointF(cos(turn), sin(turn)) * (radius + 1)
        painter.setPen(QPen(faded(theme.warning, 1), 1.1))
        painter.setBrush(faded(theme.plate, 1))
        painter.drawEllipse(at, badge, badge)
        box = QRectF(at.x() - badge, at.y() - badge, 2 * badge, 2 * badge)
        icon = CONDITION_ICONS.get(word)
        if icon is not None:
            paint_icon(painter, box.adjusted(2, 2, -2, -2), icon, theme.paper)
        else:
            painter.setFont(ink.font(max(8, round(badge * 1.2)), bold=True))
            painter.setPen(faded(theme.paper, 1))
            text = word if word.startswith("+") else word[:1].upper()
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
