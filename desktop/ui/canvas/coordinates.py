"""The one conversion between squares, in which everybody speaks, and the scene's pixels."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import floor
from typing import cast

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from desktop.core.model.words import Point, Square

SQUARE_PX = 32
"""A square is so many pixels wide in the scene, and on the screen at 100 %."""

CHUNK_PX = 4 * SQUARE_PX
"""The scene is looked through in chunks of this size."""

Corners = tuple[float, float, float, float]
Chunks = frozenset[tuple[int, int]]
"""Which chunks, across and down."""


def to_scene(point: Sequence[float]) -> QPointF:
    """Return a place of the plan in the scene."""
    return QPointF(point[0] * SQUARE_PX, point[1] * SQUARE_PX)


def to_board(point: QPointF) -> Point:
    """Return a place of the scene in squares and fractions."""
    return Point(point.x() / SQUARE_PX, point.y() / SQUARE_PX)


def square_of(point: Sequence[float]) -> Square:
    """Return the square that a place lies in; it may be beside the board."""
    return Square(floor(point[0]), floor(point[1]))


def rect_of(left: float, top: float, width: float, height: float) -> QRectF:
    """Return a rectangle given in squares, in the scene."""
    return QRectF(left * SQUARE_PX, top * SQUARE_PX, width * SQUARE_PX, height * SQUARE_PX)


def rect_of_square(square: Square) -> QRectF:
    """Return a square in the scene."""
    return rect_of(square[0], square[1], 1, 1)


def polygon_of(outline: Iterable[Point]) -> QPolygonF:
    """Return an outline in the scene."""
    return QPolygonF([to_scene(point) for point in outline])


def path_of(outline: Iterable[Point], *, closed: bool = True) -> QPainterPath:
    """Return an outline in the scene as a path."""
    path = QPainterPath()
    path.addPolygon(polygon_of(outline))
    if closed:
        path.closeSubpath()
    return path


def chunks_of(area: QRectF) -> Chunks:
    """Return which chunks a part of the scene lies in."""
    if area.isEmpty():
        return frozenset()
    left, top, right, bottom = cast("Corners", area.getCoords())
    is_large = max(right - left, bottom - top) > LARGE_PX
    return (_large if is_large else _small)(
        int(left // CHUNK_PX), int(top // CHUNK_PX),
        int(right // CHUNK_PX), int(bottom // CHUNK_PX),
    )  # fmt: skip


def _chunks(left: int, top: int, right: int, bottom: int) -> Chunks:
    return frozenset((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


LARGE_PX = 8 * CHUNK_PX
_small = lru_cache(maxsize=4096)(_chunks)
_large = lru_cache(maxsize=64)(_chunks)
"""Fewer are kept: one pans and zooms over ever other ones, and those of a board are many."""
