"""Everything painted on the squares of a level: one item, painted from one picture a layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, cast

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from desktop.core.model.diff import words_changed
from desktop.core.model.words import KindWord, Square
from desktop.ui.canvas import ink, patterns
from desktop.ui.canvas.coats import MOST_PARTS
from desktop.ui.canvas.coordinates import SQUARE_PX, Corners, rect_of, rect_of_square
from desktop.ui.canvas.item import NO_PEN
from desktop.ui.theme import faded

CHUNK_SQ = 16
FEW_SQ = 250
"""Where no more than so many squares are exposed, those alone are painted."""
PATTERNS_FROM_PX = 5.0
"""A square smaller than this on the screen shows its colour alone."""


@dataclass(frozen=True, slots=True)
class SquareLook:
    """How a kind is painted: a tint and a pattern over it."""

    tint: str
    alpha: float
    pattern: str
    ink: str


Painted = tuple[Mapping[Square, KindWord], Mapping[KindWord, SquareLook]]
"""The word of each square, and how each word is painted."""
NOTHING: Painted = ({}, {})
NO_WORD = KindWord("")


class Sheet:
    """One layer of squares: a picture of a pixel a square, and stretches a pattern fills."""

    def __init__(self) -> None:
        self.size = (0, 0)
        self.words: Mapping[Square, KindWord] = {}
        self.looks: Mapping[KindWord, SquareLook] = {}
        self._image = QImage()
        self._runs: dict[tuple[int, int], dict[KindWord, list[QRectF]]] = {}

    def show(self, size: tuple[int, int], painted: Painted) -> set[Square]:
        """Show other squares; return those that changed."""
        words, looks = painted
        repainted = {word for word, look in looks.items() if self.looks.get(word, look) != look}
        if size != self.size:
            changed = {*self.words, *words}
            self.size = size
            self._image = QImage(
                max(1, size[0]), max(1, size[1]), QImage.Format.Format_ARGB32_Premultiplied
            )
            self._image.fill(Qt.GlobalColor.transparent)
            self._runs.clear()
        else:
            changed = set(words_changed(self.words, words))
            if repainted:
                changed.update(at for at, word in words.items() if word in repainted)
            for x, y in changed:
                self._runs.pop((x // CHUNK_SQ, y // CHUNK_SQ), None)
        self._set(words, looks, changed)
        self.words, self.looks = words, looks
        return changed

    def _set(
        self,
        words: Mapping[Square, KindWord],
        looks: Mapping[KindWord, SquareLook],
        squares: Iterable[Square],
    ) -> None:
        width, height = self.size
        clear = QColor(0, 0, 0, 0)
        known = {word: faded(look.tint, look.alpha) for word, look in looks.items()}
        for square in squares:
            if 0 <= square[0] < width and 0 <= square[1] < height:
                colour = known.get(words.get(square, NO_WORD), clear)
                self._image.setPixelColor(square[0], square[1], colour)

    def image(self) -> QImage:
        """Return the picture, a pixel a square."""
        return self._image

    def paint(
        self, painter: QPainter, screen: ink.Screen, exposed: list[QRectF], *, patterned: bool
    ) -> None:
        """Paint what lies in parts of the scene."""
        if not self.words:
            return
        chunks = dict.fromkeys(chunk for part in exposed for chunk in self._chunks(part))
        for column, row in chunks:
            left, top = column * CHUNK_SQ, row * CHUNK_SQ
            size = min(CHUNK_SQ, self.size[0] - left), min(CHUNK_SQ, self.size[1] - top)
            painter.drawImage(rect_of(left, top, *size), self._image, QRectF(left, top, *size))
        if not patterned:
            return
        brushes = {
            word: patterns.brush_at(screen.zoom, screen.density, look.pattern, look.ink)
            for word, look in self.looks.items()
            if look.pattern
        }
        painter.setPen(NO_PEN)
        for word, rects in self._stretches(exposed, chunks).items():
            if word in brushes:
                painter.setBrush(brushes[word])
                painter.drawRects(rects)

    def _stretches(
        self, exposed: list[QRectF], chunks: Iterable[tuple[int, int]]
    ) -> dict[KindWord, list[QRectF]]:
        """Return the stretches of each word: of few squares their own, else of whole chunks.

        No square is in two of them: patterns let through what is below.
        """
        found: dict[KindWord, list[QRectF]] = {}
        if sum(part.width() * part.height() for part in exposed) <= FEW_SQ * SQUARE_PX**2:
            squares = set[Square]().union(*map(_squares_in, exposed))
            for square in self.words.keys() & squares:
                found.setdefault(self.words[square], []).append(_rect(square))
            return found
        for chunk in chunks:
            for word, rects in self._runs_of(chunk).items():
                found.setdefault(word, []).extend(rects)
        return found

    def _chunks(self, exposed: QRectF) -> Iterator[tuple[int, int]]:
        step = CHUNK_SQ * SQUARE_PX
        columns = range(
            max(0, int(exposed.left() // step)),
            min((self.size[0] - 1) // CHUNK_SQ, int(exposed.right() // step)) + 1,
        )
        rows = range(
            max(0, int(exposed.top() // step)),
            min((self.size[1] - 1) // CHUNK_SQ, int(exposed.bottom() // step)) + 1,
        )
        return ((column, row) for row in rows for column in columns)

    def _runs_of(self, chunk: tuple[int, int]) -> Mapping[KindWord, list[QRectF]]:
        found = self._runs.get(chunk)
        if found is None:
            found = self._runs[chunk] = _runs(self.words, chunk)
        return found


def _squares_in(part: QRectF) -> Iterable[Any]:
    """Return the squares that a part of the scene touches, also those beside the board."""
    left, top, right, bottom = cast("Corners", part.getCoords())
    columns = range(int(left // SQUARE_PX), int(right // SQUARE_PX) + 1)
    rows = range(int(top // SQUARE_PX), int(bottom // SQUARE_PX) + 1)
    return product(columns, rows)  # as good keys as squares, and made in a tenth of the time


_rect = lru_cache(maxsize=2**14)(rect_of_square)


def _areas(squares: set[Square]) -> list[QRectF]:
    """Return what of the scene squares cover: each where they are few, else all that is between."""
    if len(squares) <= MOST_PARTS:
        return [rect_of(*square, 1, 1) for square in squares]
    left, right = min(x for x, _ in squares), max(x for x, _ in squares)
    top, bottom = min(y for _, y in squares), max(y for _, y in squares)
    return [rect_of(left, top, right - left + 1, bottom - top + 1)]


def _runs(words: Mapping[Square, KindWord], chunk: tuple[int, int]) -> dict[KindWord, list[QRectF]]:
    """Return the stretches of one word in a chunk, row by row, equal rows joined."""
    left, top = chunk[0] * CHUNK_SQ, chunk[1] * CHUNK_SQ
    open_runs: dict[tuple[int, int, KindWord], int] = {}
    found: dict[KindWord, list[QRectF]] = {}
    for y in range(top, top + CHUNK_SQ + 1):
        row = list(_row(words, left, y)) if y < top + CHUNK_SQ else []
        for run in [run for run in open_runs if run not in row]:
            first = open_runs.pop(run)
            rect = rect_of(run[0], first, run[1] - run[0], y - first)
            found.setdefault(run[2], []).append(rect)
        for run in row:
            open_runs.setdefault(run, y)
    return found


def _row(
    words: Mapping[Square, KindWord], left: int, y: int
) -> Iterator[tuple[int, int, KindWord]]:
    start, current = left, NO_WORD
    for x in range(left, left + CHUNK_SQ + 1):
        at: Any = x, y  # as good a key as a square, and made in a tenth of the time
        word = words.get(at, NO_WORD) if x < left + CHUNK_SQ else NO_WORD
        if word != current:
            if current:
                yield start, x, current
            start, current = x, word


@dataclass(frozen=True, slots=True, eq=False)
class SquaresLook:
    """All squares of a level: ground, fields and clouds, the lowest first."""

    size: tuple[int, int]
    layers: tuple[Painted, ...]
    faint: float = 1


class SquaresItem:
    """The one thing that paints every square of a level."""

    smooth, raised = False, 0.0

    def __init__(self, screen: ink.Screen) -> None:
        self._screen = screen
        self.sheets = (Sheet(), Sheet(), Sheet())
        self.faint = 1.0

    def show_look(self, look: SquaresLook) -> list[QRectF]:
        """Show other squares; return the parts of the scene where one sees it."""
        self.faint = look.faint
        changed: set[Square] = set()
        for sheet, painted in zip(self.sheets, look.layers, strict=True):
            changed |= sheet.show(look.size, painted)
        return _areas(changed)

    def covers(self) -> QRectF:
        """Return the board."""
        return rect_of(0, 0, *self.sheets[0].size)

    def draw(self, painter: QPainter) -> None:
        """Paint the layers where something is painted now."""
        patterned = self._screen.zoom * SQUARE_PX >= PATTERNS_FROM_PX
        for sheet in self.sheets:
            sheet.paint(painter, self._screen, self._screen.parts, patterned=patterned)
