"""The texts of an overlay: what is said where, of one size at every zoom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from itertools import zip_longest
from math import floor
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from desktop.core.model.words import Square
from desktop.ui.canvas import ink
from desktop.ui.canvas.coordinates import path_of, to_scene
from desktop.ui.canvas.overlay import Beside, Mark, Ranges, Reach, Sight, Stretch, Style, Way
from desktop.ui.theme import colours, faded

TEXT_PX, LINE_PX, EDGE_PX, GAP_PX = 12, 17.0, 4, 2


class Text(NamedTuple):
    """A text on a plate."""

    at: QPointF
    says: str
    colour: str
    """Of the plate's line."""
    offset: QPointF
    """In pixels of the screen."""


def colour_of(style: Style) -> str:
    """Return the colour of a style."""
    theme = colours()
    return {
        "preview": theme.accent, "refused": theme.refused, "proposed": theme.way,
        "cut": theme.warning, "selected": theme.accent, "hint": theme.muted,
    }[style]  # fmt: skip


def paint_texts(painter: QPainter, texts: Iterable[Text]) -> None:
    """Paint texts on their plates, none over another."""
    used, before = ink.font(TEXT_PX, bold=True), painter.worldTransform()
    texts = tuple(texts)
    boxes = plates(texts, before, QRectF(painter.viewport()))
    painter.setWorldTransform(QTransform())
    for text, box in zip(texts, boxes, strict=True):
        painter.setPen(QPen(QColor(text.colour), 1))
        painter.setBrush(faded(colours().plate, 0.94))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setFont(used)
        painter.setPen(faded(colours().zone_text, 1))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text.says)
    painter.setWorldTransform(before)


def plates(texts: Iterable[Text], to_screen: QTransform, seen: QRectF) -> list[QRectF]:
    """Return where the plates of texts lie, in pixels of the screen."""
    return apart(_wanted(texts, to_screen), seen)


def moved_plates(
    texts: Iterable[Text], to_screen: QTransform, seen: QRectF, by: QPointF
) -> Iterator[QRectF]:
    """Yield where plates lie, and where they belong, that a scroll `by` so much left elsewhere."""
    wanted = _wanted(texts, to_screen)
    before = apart([box.translated(-by) for box in wanted], seen)
    for was, now in zip(before, apart(wanted, seen), strict=True):
        if was.translated(by) != now:
            yield from (was.translated(by), now)


def _wanted(texts: Iterable[Text], to_screen: QTransform) -> list[QRectF]:
    """Return where the plates of texts belong, on whole pixels, seen or not."""
    found = []
    for text in texts:
        corner = to_screen.map(text.at) + text.offset
        at = QPointF(floor(corner.x() + ink.HALF), floor(corner.y() + ink.HALF))
        found.append(QRectF(at, QSizeF(*_size(text))))
    return found


def _size(text: Text) -> tuple[float, float]:
    """Return how wide and high the plate of a text is, in pixels of the screen."""
    used, lines = ink.font(TEXT_PX, bold=True), text.says.split("\n")
    wide = max(ink.text_width(line, used) for line in lines) + 12
    return round(wide), LINE_PX * len(lines) + 2


def apart(wanted: Iterable[QRectF], seen: QRectF) -> list[QRectF]:
    """Return plates moved into view, each below those before it that it would cover."""
    found: list[QRectF] = []
    for wish in wanted:
        box = inside(wish, seen)
        for other in sorted(found, key=QRectF.top):
            if box.intersects(other):
                box.moveTop(other.bottom() + GAP_PX)
        found.append(box)
    return found


def inside(box: QRectF, seen: QRectF) -> QRectF:
    """Return a plate moved so far that what is seen holds it, its upper left first."""
    left = max(seen.left() + EDGE_PX, min(box.left(), seen.right() - EDGE_PX - box.width()))
    top = max(seen.top() + EDGE_PX, min(box.top(), seen.bottom() - EDGE_PX - box.height()))
    return QRectF(left, top, box.width(), box.height())


def reach_of(texts: Iterable[Text], zoom: float) -> QRectF:
    """Return what of the scene the plates of texts may cover that are about in view.

    Some are moved into view or apart.
    """
    reach = QRectF()
    sizes = [(text, *_size(text)) for text in texts]
    lower = sum(high + GAP_PX for _, _, high in sizes)
    for text, wide, high in sizes:
        box = QRectF(-wide, -high, 2 * wide, 2 * high + lower).translated(text.offset)
        box = box.adjusted(-EDGE_PX, -EDGE_PX, EDGE_PX, EDGE_PX)
        at = QRectF(box.topLeft() / zoom, box.size() / zoom).translated(text.at)
        reach = reach.united(at)
    return reach


def _centre(square: Square) -> QPointF:
    return to_scene((square[0] + 0.5, square[1] + 0.5))


@singledispatch
def texts_of(shape: object) -> Iterator[Text]:
    """Yield the texts of a shape; most have none."""
    return iter(())


@texts_of.register
def _(shape: Stretch) -> Iterator[Text]:
    if shape.text and shape.points:
        colour = colour_of(shape.style)
        yield Text(to_scene(shape.points[-1]), shape.text, colour, QPointF(10, 10))


@texts_of.register
def _(shape: Way) -> Iterator[Text]:
    theme = colours()
    for square, says in shape.notes:
        yield Text(_centre(square), says, theme.warning, QPointF(12, -24))
    if shape.text and shape.squares:
        colour = theme.reach if shape.refused_from is None else theme.refused
        yield Text(_centre(shape.squares[-1]), shape.text, colour, QPointF(14, 8))


@texts_of.register
def _(shape: Reach) -> Iterator[Text]:
    colour = colours().reach
    for part in shape.parts:
        if not part.label:
            continue
        for outline, at in zip_longest(part.outlines, part.outlines_at):
            corner = path_of(outline).boundingRect().bottomLeft()
            corner = corner if at is None else to_scene((at[0], at[1] + 1))
            yield Text(corner, part.label, colour, QPointF(6, -26))
        if part.squares and not part.outlines:
            low = part.label_at or min(part.squares, key=lambda at: (-at[1], at[0]))
            yield Text(to_scene((low[0], low[1] + 1)), part.label, colour, QPointF(3, -22))


@texts_of.register
def _(shape: Ranges) -> Iterator[Text]:
    colour = colours().hint
    for outline, at, says in shape.outlines:
        if at is None:
            corner = path_of(outline).boundingRect().bottomLeft()
            yield Text(corner, says, colour, QPointF(6, -26))
        else:
            yield Text(to_scene(at), says, colour, QPointF(-20, -10))


@texts_of.register
def _(shape: Sight) -> Iterator[Text]:
    if shape.why:
        colour = colours().good if shape.stop is None else colours().refused
        yield Text(to_scene(shape.stop or shape.b), shape.why, colour, QPointF(12, 8))


@texts_of.register
def _(shape: Beside) -> Iterator[Text]:
    colour = colours().refused if shape.style == "refusal" else colours().line
    yield Text(to_scene(shape.at), shape.text, colour, QPointF(16, 18))


@texts_of.register
def _(shape: Mark) -> Iterator[Text]:
    yield Text(to_scene(shape.square), shape.text, colour_of(shape.style), QPointF(-6, -8))
