"""Holes in the floor: pitfalls, painted or placed, and reclamators; who is over one, or beside."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Literal

from desktop.core.model.footprint import covered
from desktop.core.model.geometry import distance
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, KindWord, LevelId, PackName, Square
from desktop.core.packs.hive import pieces
from desktop.core.rules.near import foot_side
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState

PAINTED = KindWord("pitfall")
IN_RECLAMATOR = "in the reclamator"
"""The mark on a fighter that is in a reclamator: which."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole in the floor of a level."""

    id: str
    """The feature's, or `pitfall` for what is painted."""
    label: str
    kind: Literal["pitfall", "reclamator"]
    level: LevelId
    squares: frozenset[Square]
    book: PackName | None = None


def holes(state: CombatState) -> Iterator[Hole]:
    """Yield the holes of the board that are not shut down."""
    for kind in ("pitfall", "reclamator"):
        for feature in pieces.of_kind(state, kind):
            if feature.squares:
                squares = frozenset(feature.squares)
                yield Hole(feature.id, feature.label, kind, feature.level, squares, feature.book)
    own = state.encounter.board.kinds.get(PAINTED)
    if own is not None and own.book not in (None, pieces.BOOK):
        return
    for level, painted in state.encounter.board.squares.items():
        squares = frozenset(at for at, word in painted.items() if word == PAINTED)
        if squares:
            yield Hole(PAINTED, "the pitfall", "pitfall", level, squares)


def pits_of(state: CombatState) -> frozenset[Spot]:
    """Return every square of every hole."""
    return frozenset(Spot(hole.level, at) for hole in holes(state) for at in hole.squares)


def is_in(state: CombatState, who: FighterId, spot: Spot, pits: Container[Spot]) -> bool:
    """Whether a fighter on a seat is in one of these holes: by its centre, or at any overlap."""
    if reads(state, "zm_pit_overlap", "any overlap"):
        squares = covered(spot.square, foot_side(state, who))
        return any(Spot(spot.level, at) in pits for at in squares)
    return spot in pits


def over(state: CombatState, who: FighterId, spot: Spot) -> Hole | None:
    """Return the hole that a fighter on a seat is in: by its centre, or at any overlap."""
    for hole in holes(state):
        if is_in(state, who, spot, {Spot(hole.level, at) for at in hole.squares}):
            return hole
    return None


def beside(state: CombatState, who: FighterId) -> Hole | None:
    """Return the hole that a fighter is within an inch of, or by one reading half an inch."""
    fighter = state.fighters[who]
    if fighter.seat is None:
        return None
    half = reads(state, "zm_pit_trigger", "half an inch")
    mine = footprint_of(state, who)
    for hole in holes(state):
        if hole.level == fighter.level and any(
            _touch(one, other, half=half) for one in mine for other in hole.squares
        ):
            return hole
    return None


def _touch(one: Square, other: Square, *, half: bool) -> bool:
    """Whether two squares are within an inch, or share an edge where half an inch is meant."""
    if half:
        return abs(one[0] - other[0]) + abs(one[1] - other[1]) <= 1
    return distance(one, other) <= 1
