"""Which squares a token that is put down covers, and where the nearest free ones are."""

from __future__ import annotations

from collections.abc import Collection, Container

from desktop.core.model.footprint import covered, seat_from
from desktop.core.model.geometry import distance, squares_around
from desktop.core.model.place import Place
from desktop.core.model.words import FighterId, LevelId, Point, Square
from desktop.ui.canvas.drawn import Drawn

FAR_SQ = 12
"""How far from the pointer a free square is looked for."""


def seat_at(point: Point, side: int) -> Square:
    """Return the seat of a token whose middle is nearest to a point."""
    left = int((point[0] - side / 2 + 0.5) // 1)
    top = int((point[1] - side / 2 + 0.5) // 1)
    return seat_from(Square(left, top), side)


def taken_squares(drawn: Drawn, level: LevelId, without: Collection[FighterId] = ()) -> set[Square]:
    """Return the squares of a level that tokens cover, those of some fighters left out."""
    return {
        square
        for stand in drawn.on_level(level)
        if stand.id not in without
        for square in covered(stand.seat, stand.side_sq)
    }


def nearest_free(
    place: Place, level: LevelId, seat: Square, side: int, taken: Container[Square]
) -> Square:
    """Return the free seat that is nearest to one; that one itself where there is none.

    In the zone of the wanted seat where one is free there.
    """
    zone = place.zone_at(level, seat)

    def stands(at: Square) -> bool:
        squares = covered(at, side)
        if any(square in taken or not place.is_inside(square) for square in squares):
            return False
        return place.fits(level, at, side)

    free = [at for at in around(seat) if stands(at)]
    inside = [at for at in free if place.zone_at(level, at) == zone]
    return next(iter(inside or free), seat)


def around(seat: Square) -> list[Square]:
    """Return the squares round one, the nearest first; the same order every time."""
    x, y = seat
    return sorted(
        squares_around(seat, FAR_SQ),
        key=lambda at: (
            distance(at, seat), (at[0] - x) ** 2 + (at[1] - y) ** 2, at[1], at[0],
        ),
    )  # fmt: skip


def is_on_board(place: Place, seat: Square, side: int) -> bool:
    """Whether all of a footprint is on the board."""
    return all(place.is_inside(square) for square in covered(seat, side))
