"""Which squares a brush covers: a dab, a stroke, a box, a fill."""

from __future__ import annotations

from desktop.core.model.edits.terrain import filled
from desktop.core.model.geometry import line
from desktop.core.model.place import Place
from desktop.core.model.words import LevelId, Point, Square


def square_at(point: Point) -> Square:
    """Return the square that holds a point."""
    return Square(int(point[0] // 1), int(point[1] // 1))


def dab(point: Point, size: int) -> frozenset[Square]:
    """Return the squares of a brush held over a point, so many squares a side."""
    if size == 1:
        return frozenset((square_at(point),))
    left = int((point[0] - size / 2 + 0.5) // 1)
    top = int((point[1] - size / 2 + 0.5) // 1)
    return frozenset(Square(x, y) for y in range(top, top + size) for x in range(left, left + size))


def stroke(a: Point, b: Point, size: int) -> frozenset[Square]:
    """Return the squares that a brush covers on its straight way from a point to another."""
    start, end = square_at(a), square_at(b)
    found = set(dab(a, size)) | dab(b, size)
    for crossing in line(start, end):
        at = crossing.after
        found |= dab(Point(at.x + 0.5, at.y + 0.5), size)
    return frozenset(found)


def box(a: Point, b: Point) -> frozenset[Square]:
    """Return every square between the square of a point and that of another."""
    (ax, ay), (bx, by) = square_at(a), square_at(b)
    return frozenset(
        Square(x, y)
        for y in range(min(ay, by), max(ay, by) + 1)
        for x in range(min(ax, bx), max(ax, bx) + 1)
    )


def on_board(place: Place, squares: frozenset[Square]) -> frozenset[Square]:
    """Return those of the squares that the board has."""
    width, height = place.size
    return frozenset(at for at in squares if 0 <= at[0] < width and 0 <= at[1] < height)


def fill(place: Place, level: LevelId, start: Square) -> frozenset[Square]:
    """Return what a fill covers: it stops at walls, doors, zone borders and other ground."""
    return frozenset(filled(place, level, start)) if place.is_inside(start) else frozenset()
