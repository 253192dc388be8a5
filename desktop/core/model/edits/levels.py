"""Levels, their pictures, and the size of the board."""

from typing import Any

from desktop.core.errors import EditError
from desktop.core.model.board import BOARD_LIMIT_SQ, Board, Height, Level, LevelPicture, Piece
from desktop.core.model.edits.common import (
    check_inside,
    found,
    free_name,
    fresh_id,
    name_for,
    on_board,
    pinned,
)
from desktop.core.model.edits.shift import Shift, carried
from desktop.core.model.encounter import Encounter
from desktop.core.model.geometry import bounds, translate
from desktop.core.model.moments import Bring, Effect, MoveFighters, PaintSquares
from desktop.core.model.place import Place
from desktop.core.model.references import mapped, redirected, with_effects, with_fields
from desktop.core.model.replacing import replace
from desktop.core.model.words import LevelId, Point, Square


def add_level(
    encounter: Encounter,
    *,
    name: str = "Level",
    height: Height | None = None,
    id: str = "",
    to: int | None = None,
) -> Encounter:
    """Add a storey, 3 metres above the highest unless its height is said."""
    board = encounter.board
    if height is None:
        height = min(max(level.height for level in board.levels.values()) + 3, 1000)
    name = free_name(name, (level.label for level in board.levels.values()))
    id_ = LevelId(fresh_id(encounter, id, name))
    levels = {**board.levels, id_: Level(id=id_, name=name_for(id_, name), height=height)}
    after = on_board(encounter, levels=levels)
    return after if to is None else reorder_level(after, id_, to)


def reorder_level(encounter: Encounter, level: LevelId, to: int) -> Encounter:
    """Give a level another place in the file; what was on the first stays on it."""
    board = encounter.board
    here = found(board.levels, level, "level")
    others = [each for each in board.levels.values() if each.id != level]
    order = [*others[: max(to, 0)], here, *others[max(to, 0) :]]
    levels = {each.id: each for each in order}
    if order[0].id == board.first_level:
        return on_board(encounter, levels=levels)
    return _renamed_first(encounter, levels)


def _renamed_first(encounter: Encounter, levels: dict[LevelId, Level]) -> Encounter:
    """Return an encounter with another first level, and everyone's level as it was."""
    old, new = encounter.board.first_level, next(iter(levels))

    def level(one: Any) -> Any:
        if not isinstance(one.at, tuple):
            return one
        was = one.level or old
        return with_fields(one, level=None if was == new else was)

    def group(one: Any) -> Any:
        return with_fields(level(one), members=mapped(one.members, level))

    def effect(one: Effect) -> Effect:
        if isinstance(one, (PaintSquares, Bring, MoveFighters)) and one.level is None:
            return replace(one, level=old)
        return one

    after = with_effects(encounter, effect)
    return replace(
        after,
        board=replace(after.board, levels=levels),
        fighters=mapped(after.fighters, level),
        groups=mapped(after.groups, group),
    )


def remove_levels(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    """Delete levels with all that is on them; people who stood there are on no square."""
    for id_ in ids:
        found(encounter.board.levels, id_, "level")
    if len(set(ids)) == len(encounter.board.levels):
        raise EditError("A board has at least one level.")
    encounter = replace(encounter, board=pinned(encounter.board))
    for id_ in dict.fromkeys(ids):
        encounter = _without_level(encounter, LevelId(id_))
    return encounter


def _without_level(encounter: Encounter, level: LevelId) -> Encounter:
    board = encounter.board
    left = {id_: each for id_, each in board.levels.items() if id_ != level}
    if board.first_level == level:
        encounter = _renamed_first(encounter, {**left, level: board.levels[level]})
        board = encounter.board

    def lifted(one: Any) -> Any:
        on_it = isinstance(one.at, tuple) and one.level == level
        return with_fields(one, at=None, level=None) if on_it else one

    def group(one: Any) -> Any:
        return with_fields(lifted(one), members=mapped(one.members, lifted))

    def effect(one: Effect) -> Effect | None:
        if not isinstance(one, (PaintSquares, Bring, MoveFighters)) or one.level != level:
            return one
        return replace(one, at=None, level=None) if isinstance(one, Bring) else None

    gone = [
        thing.id
        for things in (board.zones, board.doors, board.features)
        for thing in things.values()
        if thing.level == level
    ]
    after = with_effects(encounter, effect)
    after = replace(
        after, fighters=mapped(after.fighters, lifted), groups=mapped(after.groups, group)
    )
    after = redirected(after, {id_: () for id_ in (level, *gone)})
    return replace(after, board=_without_things(after.board, level, frozenset(gone)))


def _without_things(board: Board, level: LevelId, gone: frozenset[str]) -> Board:
    features = {
        id_: with_fields(
            feature,
            stops=tuple(stop for stop in feature.stops if stop.level != level) or (),
        )
        for id_, feature in board.features.items()
        if id_ not in gone
    }
    return replace(
        board,
        levels={id_: each for id_, each in board.levels.items() if id_ != level},
        zones={id_: zone for id_, zone in board.zones.items() if id_ not in gone},
        doors={id_: door for id_, door in board.doors.items() if id_ not in gone},
        features=features,
        walls=tuple(wall for wall in board.walls if wall.level != level),
        fields=tuple(piece for piece in board.fields if piece.level != level),
        clouds=tuple(piece for piece in board.clouds if piece.level != level),
        squares={on: painted for on, painted in board.squares.items() if on != level},
    )


def set_background(
    encounter: Encounter,
    *,
    level: LevelId,
    picture: LevelPicture | None = None,
    players: bool = False,
) -> Encounter:
    """Lay a picture under a level, or take it away; the players may have one of their own."""
    board = encounter.board
    here = found(board.levels, level, "level")
    if picture is not None and not picture.file:
        raise EditError("Name the file of the picture.")
    name = "players_background" if players else "background"
    return on_board(encounter, levels={**board.levels, level: with_fields(here, **{name: picture})})


def set_size(encounter: Encounter, *, width: int, height: int) -> Encounter:
    """Give the board a size, changed at its right and lower side."""
    now = Place.of(encounter.board).size
    return resize_board(encounter, right=width - now[0], bottom=height - now[1])


def resize_board(
    encounter: Encounter, *, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0
) -> Encounter:
    """Add squares at each side of the board, or cut some off with a negative number.

    Everything keeps its place in the scene. Zones, people, doors and features that would lie
    outside are refused; walls and painted squares out there go.
    """
    board = pinned(encounter.board)
    width, height = Place.of(board).size
    size = width + left + right, height + top + bottom
    if not (1 <= size[0] <= BOARD_LIMIT_SQ and 1 <= size[1] <= BOARD_LIMIT_SQ):
        raise EditError(
            f"A board has 1 to {BOARD_LIMIT_SQ} squares a side, not {size[0]} by {size[1]}."
        )
    after = replace(encounter, board=replace(board, size=size))
    if left or top:
        after = _shifted(after, left, top)
    check_inside(after)
    if min(left, top, right, bottom) >= 0:
        return after
    return replace(after, board=_cropped(after.board, size))


def _shifted(encounter: Encounter, dx: int, dy: int) -> Encounter:
    board = encounter.board
    for level in board.levels:
        shift = Shift(
            first=board.first_level, level=level, to_level=level, dx=dx, dy=dy,
            squares=None, stays=lambda square: False,
        )  # fmt: skip
        encounter = carried(encounter, shift)
    zones = {
        zone.id: replace(zone, outline=translate(zone.outline, dx, dy))
        for zone in encounter.board.zones.values()
    }
    levels = {level.id: _picture_shifted(level, dx, dy) for level in board.levels.values()}
    return on_board(encounter, zones=zones, levels=levels)


def _picture_shifted(level: Level, dx: int, dy: int) -> Level:
    def moved(picture: LevelPicture | None) -> LevelPicture | None:
        if picture is None:
            return None
        return replace(picture, at=Point(picture.at[0] + dx, picture.at[1] + dy))

    return replace(
        level,
        background=moved(level.background),
        players_background=moved(level.players_background),
    )


def _cropped(board: Board, size: tuple[int, int]) -> Board:
    def inside(square: Square) -> bool:
        return 0 <= square[0] < size[0] and 0 <= square[1] < size[1]

    def on_it(points: tuple[Point, ...]) -> bool:
        left, top, right, bottom = bounds(points)
        return left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]

    squares = {
        level: kept
        for level, painted in board.squares.items()
        if (kept := {at: kind for at, kind in painted.items() if inside(at)})
    }

    def on_the_board(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        cropped = (replace(each, squares=tuple(filter(inside, each.squares))) for each in pieces)
        return tuple(piece for piece in cropped if piece.squares)

    walls = tuple(wall for wall in board.walls if wall.along and on_it(wall.along))
    return replace(
        board, squares=squares, walls=walls, fields=on_the_board(board.fields),
        clouds=on_the_board(board.clouds),
    )  # fmt: skip
