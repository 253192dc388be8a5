"""Fields and clouds that last for a while: when they go, and what is told of it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from desktop.core.model.board import Board, Piece
from desktop.core.model.edits.terrain import Layer
from desktop.core.model.moments import RECURRING, Moment
from desktop.core.rules.events import MomentCame, PlaceChanged, PlaceParts, Until
from desktop.core.rules.fold import fold
from desktop.core.rules.house import MOMENT
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import lapse_key
from desktop.core.rules.state import CombatState
from desktop.core.rules.undone import lapses_at


class Passing(NamedTuple):
    """The fields or the clouds of one name that go at one moment."""

    of: Layer
    called: str
    until: Moment

    @property
    def key(self) -> str:
        """The key under which their end is due."""
        return lapse_key("board", f"{self.of} {self.called}, {self.until}")

    @property
    def says(self) -> str:
        """What happens then."""
        return f"{self.called} ends"

    @property
    def point(self) -> Until | None:
        """The point of a round or turn at which they go; None where something has to happen."""
        point = RECURRING.get(self.until.point)
        return None if point is None else Until(point, self.until.number, self.until.of)


def passing(board: Board) -> tuple[Passing, ...]:
    """Return what of the fields and clouds goes by itself."""
    found = [_passing("field", piece) for piece in board.fields]
    found += [_passing("cloud", piece) for piece in board.clouds]
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _passing(of: Layer, piece: Piece) -> Passing | None:
    if piece.until is None:
        return None
    source = f" ({piece.source})" if piece.source else ""
    return Passing(of, f"{piece.kind}{source}", piece.until)


def gone(state: CombatState, each: Passing) -> PlaceChanged:
    """Return the fact that fields or clouds are gone."""
    board, says = state.encounter.board, each.says[:1].upper() + each.says[1:]
    if each.of == "field":
        left = tuple(piece for piece in board.fields if _passing("field", piece) != each)
        return PlaceChanged(says=says, parts=PlaceParts(fields=left), rule=MOMENT)
    left = tuple(piece for piece in board.clouds if _passing("cloud", piece) != each)
    return PlaceChanged(says=says, parts=PlaceParts(clouds=left), rule=MOMENT)


def where(state: CombatState, each: Passing) -> str:
    """Return the zone that fields or clouds lie in, by its name; else the level."""
    board = state.encounter.board
    pieces = board.fields if each.of == "field" else board.clouds
    piece = next(piece for piece in pieces if _passing(each.of, piece) == each)
    zone = state.place.zone_at(piece.level, piece.squares[0]) if piece.squares else None
    return label_of(state, zone or piece.level)


def passing_at(state: CombatState, came: MomentCame) -> Iterator[Passing]:
    """Yield what goes at a point."""
    for each in passing(state.encounter.board):
        if each.point is not None and lapses_at(each.point, came, state):
            yield each


def passing_with(state: CombatState, happening: str) -> Iterator[PlaceChanged]:
    """Yield what goes when something happens, as `entering shed`."""
    for each in passing(state.encounter.board):
        if each.point is None and str(each.until) == happening:
            fact = gone(state, each)
            state = fold(state, fact)
            yield fact


def counted_from(number: int, had: tuple[Piece, ...], new: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return pieces with the moments of new ones, as `end of round +2`, counted from a round."""
    old = {replace(piece, squares=()) for piece in had}
    return tuple(
        piece if replace(piece, squares=()) in old else _from(number, piece) for piece in new
    )


def _from(number: int, piece: Piece) -> Piece:
    until = piece.until
    if until is None or until.number is None or not until.later:
        return piece
    return replace(piece, until=replace(until, number=until.number + number, later=False))
