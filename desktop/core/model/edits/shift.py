"""Things on squares carried along when what they stand on moves."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeVar

from desktop.core.model import geometry
from desktop.core.model.board import Board, Door, Feature, Link, Piece, Stop, Wall
from desktop.core.model.diff import note_words_changed
from desktop.core.model.encounter import Encounter, Fighter, Group, Member
from desktop.core.model.geometry import Edge
from desktop.core.model.references import mapped, with_fields, with_squares
from desktop.core.model.replacing import replace
from desktop.core.model.tables import with_things
from desktop.core.model.words import FighterId, KindWord, LevelId, Point, Square

Standing = TypeVar("Standing", Fighter, Group, Member)


@dataclass(frozen=True, slots=True)
class Shift:
    """A move of everything on some squares of a level, by whole squares."""

    first: LevelId
    """The level that is meant where none is named."""
    level: LevelId
    to_level: LevelId
    dx: int
    dy: int
    squares: frozenset[Square] | None
    """Those that go along; all where it is None."""
    stays: Callable[[Square], bool]
    """Whether a square belongs to something that stays; a wall along it stays too."""

    def square(self, square: Square) -> Square:
        """Return where a square that moves comes to lie."""
        return Square(square[0] + self.dx, square[1] + self.dy)

    def point(self, point: Point) -> Point:
        """Return where a point that moves comes to lie."""
        return Point(point[0] + self.dx, point[1] + self.dy)

    def moves(self, square: Square) -> bool:
        """Return whether what stands on a square goes along."""
        return self.squares is None or square in self.squares

    def takes(self, level: LevelId | None, square: Square) -> bool:
        """Return whether a square of a level goes along."""
        return (level or self.first) == self.level and self.moves(square)

    def takes_edge(self, edge: Edge) -> bool:
        """Return whether a stretch of wall goes along."""
        sides = geometry.beside(edge)
        return any(map(self.moves, sides)) and not any(map(self.stays, sides))

    @property
    def to_written(self) -> LevelId | None:
        """The level to write down where the first one may stay unsaid."""
        return None if self.to_level == self.first else self.to_level


def carried(encounter: Encounter, shift: Shift) -> Encounter:
    """Return an encounter in which all that stands on the moved squares has gone along."""

    def effect_square(level: str | None, square: Square) -> Square:
        return shift.square(square) if shift.takes(_level(level), square) else square

    if shift.level == shift.to_level:
        encounter = with_squares(encounter, effect_square)
    return with_fields(
        encounter,
        board=_board(encounter.board, shift),
        fighters=_fighters(encounter.fighters, shift),
        groups=mapped(encounter.groups, lambda one: _group(one, shift)),
    )


def _level(level: str | None) -> LevelId | None:
    return LevelId(level) if level else None


def _fighters(fighters: Mapping[FighterId, Fighter], shift: Shift) -> Mapping[FighterId, Fighter]:
    on = shift.squares
    moved = {who: _stood(one, shift) for who, one in fighters.items() if on is None or one.at in on}
    return with_things(fighters, moved)


def _stood(one: Standing, shift: Shift) -> Standing:
    if not isinstance(one.at, tuple) or not shift.takes(one.level, one.at):
        return one
    level = one.level if shift.level == shift.to_level else shift.to_written
    return replace(one, at=shift.square(one.at), level=level)


def _group(group: Group, shift: Shift) -> Group:
    moved = _stood(group, shift)
    return with_fields(moved, members=mapped(group.members, lambda one: _stood(one, shift)))


def _board(board: Board, shift: Shift) -> Board:
    zones = board.zones

    def moved(link: Link) -> Link:
        if link.ends is not None:
            levels = zones[link.from_].level, zones[link.to].level
            ends = tuple(
                shift.square(end) if shift.takes(level, end) else end
                for level, end in zip(levels, link.ends, strict=True)
            )
            link = with_fields(link, ends=link.ends if ends == link.ends else ends)
        if link.along is not None and zones[link.from_].level == shift.level:
            edges = geometry.edges_along(link.along)
            if edges and all(map(shift.takes_edge, edges)):
                link = replace(link, along=(shift.point(link.along[0]), shift.point(link.along[1])))
        return link

    tied = {id_: link for id_, link in board.links.items() if link.ends or link.along}
    shifted = mapped(tied, moved)
    walls = tuple(part for wall in board.walls for part in _wall(wall, shift))
    return with_fields(
        board,
        links=board.links if shifted is tied else with_things(board.links, shifted),
        walls=board.walls if walls == board.walls else walls,
        doors=mapped(board.doors, lambda door: _door(door, shift)),
        features=mapped(board.features, lambda feature: _feature(feature, shift)),
        squares=_painted(board.squares, shift),
        fields=_pieces(board.fields, shift),
        clouds=_pieces(board.clouds, shift),
    )


def _door(door: Door, shift: Shift) -> Door:
    edges = geometry.edges_along(door.on) if door.level == shift.level else ()
    if not edges or not all(map(shift.takes_edge, edges)):
        return door
    on = shift.point(door.on[0]), shift.point(door.on[1])
    return replace(door, on=on, level=shift.to_level)


def _feature(feature: Feature, shift: Shift) -> Feature:
    stops = tuple(
        Stop(level=shift.to_level, at=shift.square(stop.at))
        if shift.takes(stop.level, stop.at)
        else stop
        for stop in feature.stops
    )
    feature = with_fields(feature, stops=feature.stops if stops == feature.stops else stops)
    if not feature.squares or not shift.takes(feature.level, feature.squares[0]):
        return feature
    squares = tuple(map(shift.square, feature.squares))
    return replace(feature, squares=squares, level=shift.to_level)


def _wall(wall: Wall, shift: Shift) -> Iterator[Wall]:
    """Yield a wall in as many parts as it takes for some to go along and some to stay."""
    if wall.level != shift.level:
        yield wall
        return
    steps = list(pairwise(corners_of(wall.along)))
    runs = [(goes, list(run)) for goes, run in groupby(steps, lambda step: _goes(step, shift))]
    if not any(goes for goes, _ in runs):
        yield wall
        return
    for goes, run in runs:
        points = straightened([run[0][0], *(end for _, end in run)])
        if goes:
            along = tuple(map(shift.point, points))
            yield replace(wall, along=along, level=shift.to_level)
        else:
            yield replace(wall, along=points)


def _goes(step: tuple[Point, Point], shift: Shift) -> bool:
    return all(map(shift.takes_edge, geometry.edges_along(step)))


def corners_of(along: tuple[Point, ...]) -> Iterator[Point]:
    """Yield the grid points that a wall passes, one edge of a square after the other."""
    at: Point | None = None
    for start, end in pairwise(along):
        here = Point(round(start[0]), round(start[1]))
        if at is None:
            yield here
        for edge in geometry.edges_along((start, end)):
            one, other = geometry.ends_of(edge)
            here = other if one == here else one
            yield here
        at = here


def straightened(points: list[Point]) -> tuple[Point, ...]:
    """Return a line without the points at which it goes straight on."""
    kept = points[:1]
    for point, following in pairwise(points[1:]):
        before = kept[-1]
        turns = (point[0] - before[0]) * (following[1] - point[1]) != (point[1] - before[1]) * (
            following[0] - point[0]
        )
        if turns:
            kept.append(point)
    return (*kept, points[-1])


def _painted(
    squares: Mapping[LevelId, Mapping[Square, KindWord]], shift: Shift
) -> Mapping[LevelId, Mapping[Square, KindWord]]:
    here = squares.get(shift.level, {})
    taken = here.keys() if shift.squares is None else here.keys() & shift.squares
    if not taken:
        return squares
    dx, dy = shift.dx, shift.dy
    going = {Square(at[0] + dx, at[1] + dy): here[at] for at in taken}
    left = {} if len(taken) == len(here) else dict(here)
    if left:
        for at in taken:
            del left[at]
    after = {**squares, shift.level: left}
    if shift.level == shift.to_level:
        left.update(going)
        note_words_changed(here, left, (*taken, *going))
    else:
        after[shift.to_level] = {**squares.get(shift.to_level, {}), **going}
    return {level: painted for level, painted in after.items() if painted}


def _pieces(pieces: tuple[Piece, ...], shift: Shift) -> tuple[Piece, ...]:
    if not any(
        piece.level == shift.level and any(map(shift.moves, piece.squares)) for piece in pieces
    ):
        return pieces
    going: list[Piece] = []
    staying: list[Piece] = []
    for piece in pieces:
        taken = tuple(at for at in piece.squares if shift.takes(piece.level, at))
        left = tuple(at for at in piece.squares if not shift.takes(piece.level, at))
        if taken:
            moved = tuple(map(shift.square, taken))
            going.append(replace(piece, squares=moved, level=shift.to_level))
        if left:
            staying.append(replace(piece, squares=left))
    covered = {(piece.level, at) for piece in going for at in piece.squares}
    cleared = (
        replace(
            piece, squares=tuple(at for at in piece.squares if (piece.level, at) not in covered)
        )
        for piece in staying
    )
    return tuple(joined([*(piece for piece in cleared if piece.squares), *going]))


def joined(pieces: list[Piece]) -> list[Piece]:
    """Return pieces with those made one that differ in nothing but their squares."""
    found: list[Piece] = []
    for piece in pieces:
        twin = next(
            (i for i, other in enumerate(found) if replace(other, squares=piece.squares) == piece),
            None,
        )
        if twin is None:
            found.append(piece)
        else:
            squares = tuple(sorted({*found[twin].squares, *piece.squares}))
            found[twin] = replace(piece, squares=squares)
    return found
