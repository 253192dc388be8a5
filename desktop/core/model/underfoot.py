"""What is underfoot or in the air at a square: clouds, fields, features and ground."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from desktop.core.model.board import Board, Feature, Piece
from desktop.core.model.ground import kind_of
from desktop.core.model.words import KindWord, LevelId, Square

PERILS = frozenset(("void", "damaging", "deep", "hot", "toxic"))
"""Qualities of squares on which nobody is put down unasked."""


class Layer(NamedTuple):
    """One thing at a square."""

    of: Literal["cloud", "field", "feature", "ground", "open air"]
    kind: str
    """The word of its kind."""
    qualities: frozenset[str]
    thing: Piece | Feature | None = None


OPEN_AIR = Layer("open air", "", frozenset(("void",)))


def qualities_of(board: Board, word: str) -> frozenset[str]:
    """Return the qualities of a kind; none for a word that nobody describes."""
    return frozenset(kind_of(board, word).qualities)


class Underfoot:
    """What is on the squares of a board, apart from its zones."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._painted: dict[KindWord, tuple[Layer, ...]] = {}
        """The ground of each kind, one value for all its squares."""

    def layers(self, level: LevelId, square: Square) -> tuple[Layer, ...]:
        """Return what is at a square from the top: cloud, field, features, ground."""
        painted = self._board.squares.get(level)
        kind = painted.get(square) if painted else None
        ground = self.ground(kind) if kind is not None else ()
        return (*self._things(level, square), *ground) if self._has_things else ground

    def ground(self, kind: KindWord) -> tuple[Layer, ...]:
        """Return what painted ground of a kind is at a square."""
        known = self._painted.get(kind)
        if known is None:
            known = self._painted[kind] = (Layer("ground", kind, qualities_of(self._board, kind)),)
        return known

    @cached_property
    def _has_things(self) -> bool:
        return bool(self._clouds or self._fields or self.features)

    def _things(self, level: LevelId, square: Square) -> list[Layer]:
        board = self._board
        found: list[Layer] = []
        cloud, patch = self._clouds.get((level, square)), self._fields.get((level, square))
        if cloud is not None:
            found.append(Layer("cloud", cloud.kind, qualities_of(board, cloud.kind), cloud))
        if patch is not None:
            found.append(Layer("field", patch.kind, qualities_of(board, patch.kind), patch))
        for feature in self.features.get((level, square), ()):
            found.append(Layer("feature", feature.kind, self._qualities_of(feature), feature))
        return found

    def _qualities_of(self, feature: Feature) -> frozenset[str]:
        own = qualities_of(self._board, feature.kind)
        return own | {"obstacle"} if feature.blocks else own

    def is_aloft(self, level: LevelId) -> bool:
        """Return whether what is not built on a level is open air."""
        levels = self._board.levels
        own = levels[level].height
        return own > 0 and any(other.height < own for other in levels.values())

    @cached_property
    def may_be_perilous(self) -> bool:
        """Whether asking square by square can find a peril; most boards have none."""
        board = self._board
        words: set[str] = {piece.kind for piece in (*board.fields, *board.clouds)}
        words |= {feature.kind for feature in board.features.values()}
        for painted in board.squares.values():
            words.update(painted.values())
        return any(not PERILS.isdisjoint(qualities_of(board, word)) for word in words) or any(
            map(self.is_aloft, board.levels)
        )

    @cached_property
    def _clouds(self) -> Mapping[tuple[LevelId, Square], Piece]:
        return _spread(self._board.clouds)

    @cached_property
    def _fields(self) -> Mapping[tuple[LevelId, Square], Piece]:
        return _spread(self._board.fields)

    @cached_property
    def features(self) -> Mapping[tuple[LevelId, Square], tuple[Feature, ...]]:
        """The features that stand on each square, in the file's order."""
        found: dict[tuple[LevelId, Square], tuple[Feature, ...]] = {}
        for feature in self._board.features.values():
            for square in feature.squares:
                key = feature.level, square
                found[key] = (*found.get(key, ()), feature)
        return found


def _spread(pieces: Iterable[Piece]) -> dict[tuple[LevelId, Square], Piece]:
    return {(piece.level, square): piece for piece in pieces for square in piece.squares}
