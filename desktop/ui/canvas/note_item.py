"""What is noted of a door, link, feature or square just now, as a small plate beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from desktop.core.model.place import Spot
from desktop.core.model.words import DoorId, FeatureId, LevelId, LinkId, Point
from desktop.ui.canvas import ink
from desktop.ui.canvas.coordinates import SQUARE_PX, to_scene
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.item import BoardItem
from desktop.ui.canvas.layers import Layers
from desktop.ui.canvas.thing_looks import squares_of
from desktop.ui.theme import BADGE_TEXT_PX, colours, faded

SHOWN_FROM = 0.45
"""Below this zoom notes would cover too much."""
HIGH_PX, BELOW_PX, SIDE_PX = 16.0, 7.0, 5.0
NAME_PX = 10.0
"""So much lower a plate is under the name of a feature."""


class NoteLook(NamedTuple):
    """What is noted of one thing."""

    at: Point
    text: str
    down: float = 0
    """How many pixels of the screen lower, where a name is under the place."""


class NoteItem(BoardItem[NoteLook]):
    """A plate under a place, of one size at every zoom."""

    def adopt(self, look: NoteLook) -> None:
        """Take over place and text."""
        self._stamp = ink.Stamp()
        wide = ink.text_width(look.text, ink.font(BADGE_TEXT_PX)) + 2 * SIDE_PX
        self._size = round(wide), HIGH_PX
        self._at = look.at[0] * SQUARE_PX, look.at[1] * SQUARE_PX
        at, high = to_scene(look.at), (HIGH_PX + BELOW_PX + look.down) / SHOWN_FROM
        half = wide / 2 / SHOWN_FROM
        self._bounds = QRectF(at.x() - half, at.y(), 2 * half, high)

    def draw(self, painter: QPainter) -> None:
        """Paint the plate."""
        if self._screen.zoom < SHOWN_FROM:
            return
        look, offset = self._look, (-self._size[0] / 2, BELOW_PX + self._look.down)
        self._stamp.draw(
            painter, self._screen, self._at, offset, self._size, look.text, self._paint_plate
        )

    def _paint_plate(self, onto: QPainter) -> None:
        theme, box = colours(), QRectF(0, 0, *self._size)
        onto.setPen(QPen(faded(theme.warning, 1), 1))
        onto.setBrush(faded(theme.plate, 0.94))
        onto.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        onto.setFont(ink.font(BADGE_TEXT_PX))
        onto.setPen(faded(theme.zone_text, 1))
        onto.drawText(box, Qt.AlignmentFlag.AlignCenter, self._look.text)


def note_looks(drawn: Drawn) -> Layers:
    """Return the notes of the level in view; a fighter has its own as badges."""
    features = drawn.encounter.board.features
    looks = {
        str(subject): NoteLook(at, text, NAME_PX if subject in features else 0)
        for subject, notes in drawn.notes.items()
        for at in _places(drawn, subject, drawn.level)
        if (text := ", ".join(note.says for note in notes))
    }
    return {"note": looks}


def _places(drawn: Drawn, subject: str | Spot, level: LevelId) -> Iterator[Point]:
    board = drawn.encounter.board
    if isinstance(subject, Spot):
        if subject.level == level:
            yield Point(subject.square[0] + 0.5, subject.square[1] + 0.5)
        return
    door, feature = board.doors.get(DoorId(subject)), board.features.get(FeatureId(subject))
    if door is not None and door.level == level:
        (ax, ay), (bx, by) = door.on
        yield Point((ax + bx) / 2, (ay + by) / 2)
    elif feature is not None:
        squares = squares_of(drawn, feature, level)
        if squares:
            left, right = min(x for x, _ in squares), max(x for x, _ in squares)
            yield Point((left + right + 1) / 2, max(y for _, y in squares) + 1.0)
    elif subject in board.links:
        yield from _at_link(drawn, LinkId(subject), level)


def _at_link(drawn: Drawn, link: LinkId, level: LevelId) -> Iterator[Point]:
    spot = drawn.place.link_spot(link)
    if spot is None:
        return
    if spot.first.level == spot.second.level == level:
        yield spot.middle
        return
    for end in (spot.first, spot.second):
        if end.level == level:
            yield Point(end.square[0] + 0.5, end.square[1] + 0.5)
