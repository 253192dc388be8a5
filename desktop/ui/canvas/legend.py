"""The legend: what the signs of this board mean, and of no other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter
from desktop.core.model.geometry import outline_of
from desktop.core.model.words import (
    TRAITS,
    DoorKind,
    FeatureKind,
    KindWord,
    LinkKind,
    Point,
    SideId,
    TraitWord,
    family_of,
)
from desktop.ui.canvas import ink, patterns
from desktop.ui.canvas.feature_item import ICONS
from desktop.ui.canvas.link_item import SIGN_PX, paint_link_sign
from desktop.ui.canvas.sides import SideLook, side_looks
from desktop.ui.canvas.token_item import TokenLook, paint_token
from desktop.ui.canvas.trait_looks import (
    DIMMED,
    LETTERS,
    SKY_LETTERS,
    cover_grade,
    ground_look,
    sky_fill,
    trait_badge,
    trait_fill,
)
from desktop.ui.canvas.wall_items import DoorItem, DoorLook
from desktop.ui.canvas.zone_item import Fill, teeth
from desktop.ui.theme import BADGE_TEXT_PX, colours, faded, paint_icon

SWATCH = QSize(32, 20)
BOX = QRectF(0, 0, SWATCH.width(), SWATCH.height())
Paint = Callable[[QPainter], None]
Signed = Literal["trait", "ground", "link", "wall", "door", "feature"]

LINKS: dict[LinkKind, str] = {
    "open": "open way", "barrier": "barrier", "stairs": "stairs", "ladder": "ladder",
    "climb": "climb", "ledge": "ledge, one way", "sight": "sight only",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LegendLine:
    """One sign and what it means."""

    swatch: QPixmap
    text: str


def legend(
    encounter: Encounter, density: float = 1, fighting: Collection[SideId] = ()
) -> list[LegendLine]:
    """Return what this board uses: traits, ground, links, doors, features, sides.

    `density` is the screen's: how many dots a pixel is. `fighting` names the sides to explain.
    """
    lines = _lines(encounter, fighting)
    return [LegendLine(_swatch(paint, density), text) for paint, text in lines]


def sign(kind: Signed, word: str, board: Board, density: float = 1) -> QPixmap:
    """Return the sign of one word of a kind, as the legend would show it."""
    paints: dict[Signed, Callable[[Any, QPainter], None]] = {
        "trait": _trait, "ground": partial(_ground, board), "link": _link, "wall": _wall,
        "door": _door, "feature": _feature,
    }  # fmt: skip
    return _swatch(partial(paints[kind], word), density)


def _swatch(paint: Paint, density: float) -> QPixmap:
    pixmap = QPixmap(SWATCH * density)
    pixmap.setDevicePixelRatio(density)
    pixmap.fill(QColor(colours().board))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(BOX, faded(colours().zone, 0.22))
    paint(painter)
    painter.end()
    return pixmap


def _lines(encounter: Encounter, fighting: Collection[SideId]) -> Iterator[tuple[Paint, str]]:
    board = encounter.board
    for word in _traits(board):
        letters = trait_badge(word).text
        yield partial(_trait, word), f"{letters}  {word}"
    if any(zone.sky for zone in board.zones.values()):
        yield _sky, f"{SKY_LETTERS}  open air"
    for kind in _kinds(board):
        yield partial(_ground, board, kind), kind
    for way in dict.fromkeys(link.kind for link in board.links.values()):
        yield partial(_link, way), LINKS[way]
    for door in dict.fromkeys(each.kind for each in board.doors.values()):
        yield partial(_door, door), door
    for feature in dict.fromkeys(each.kind for each in board.features.values()):
        yield partial(_feature, feature), "something to use" if feature == "own" else feature
    for name, look in side_looks(encounter).items():
        if name in fighting:
            yield partial(_side, look), look.name


def _traits(board: Board) -> tuple[TraitWord, ...]:
    used = {trait.word for trait in board.traits}
    used.update(trait.word for zone in board.zones.values() for trait in zone.traits)
    return (
        *(word for word in TRAITS if word in used),
        *sorted(word for word in used if word not in TRAITS),
    )


def _kinds(board: Board) -> Iterable[KindWord]:
    found: dict[KindWord, None] = {}
    for squares in board.squares.values():
        found.update(dict.fromkeys(sorted(set(squares.values()))))
    found.update(dict.fromkeys(piece.kind for piece in (*board.fields, *board.clouds)))
    return found


def _trait(word: TraitWord, painter: QPainter) -> None:
    theme = colours()
    if word in DIMMED:
        painter.fillRect(BOX, faded(theme.dim, DIMMED[word]))
    elif (fill := trait_fill(word)) is not None:
        _filled(fill, painter)
    elif family_of(word) == "cover":
        painter.setPen(ink.cosmetic(theme.zone_line, 2))
        painter.drawLine(QPointF(0, 1), QPointF(SWATCH.width(), 1))
        wide = SWATCH.width() / 32
        outline = outline_of(-0.8, 0, wide + 1.6, 9)
        painter.fillPath(teeth(outline, cover_grade((word,)), 1), faded(theme.zone_line, 1))
    if word not in LETTERS:
        painter.setFont(ink.font(BADGE_TEXT_PX, bold=True))
        painter.setPen(faded(theme.zone_text, 1))
        painter.drawText(BOX, Qt.AlignmentFlag.AlignCenter, trait_badge(word).text)


def _filled(fill: Fill, painter: QPainter) -> None:
    painter.fillRect(BOX, patterns.brush(painter, fill.pattern, fill.colour, fill.alpha))


def _sky(painter: QPainter) -> None:
    painter.fillRect(BOX, faded(colours().sky, 0.22))
    _filled(sky_fill(), painter)


def _ground(board: Board, kind: KindWord, painter: QPainter) -> None:
    look = ground_look(board, kind)
    painter.fillRect(BOX, faded(look.tint, look.alpha))
    if look.pattern:
        painter.fillRect(BOX, patterns.brush(painter, look.pattern, look.ink))


def _link(kind: LinkKind, painter: QPainter) -> None:
    painter.translate((SWATCH.width() - SIGN_PX) / 2, (SWATCH.height() - SIGN_PX) / 2)
    paint_link_sign(painter, kind, Point(1, 0), colours().way)


def _wall(_word: str, painter: QPainter) -> None:
    theme = colours()
    painter.setPen(ink.cosmetic(theme.wall_edge, 6))
    painter.drawLine(QPointF(3, 10), QPointF(SWATCH.width() - 3, 10))
    painter.setPen(ink.cosmetic(theme.wall, 3.5))
    painter.drawLine(QPointF(4, 10), QPointF(SWATCH.width() - 4, 10))


def _door(kind: DoorKind, painter: QPainter) -> None:
    theme = colours()
    painter.setPen(ink.cosmetic(theme.wall, 4))
    painter.drawLine(QPointF(0, 10), QPointF(SWATCH.width(), 10))
    painter.translate(4, 10)
    painter.scale(0.75, 0.75)
    look = DoorLook("", "", (Point(0, 0), Point(1, 0)), kind, "closed", hidden=False)  # type: ignore[arg-type]  # of no door
    screen = ink.Screen()
    screen.look_at(painter)
    DoorItem(look, screen).draw(painter)


def _feature(kind: FeatureKind, painter: QPainter) -> None:
    paint_icon(painter, BOX.adjusted(7, 1, -7, -1), ICONS[kind], colours().way)


def _side(side: SideLook, painter: QPainter) -> None:
    look = TokenLook("", "", "", "", side.colour, side.notch, Point(0, 0), 1)  # type: ignore[arg-type]  # of nobody
    paint_token(painter, look, BOX.center(), 6.5)
