"""Thin walls and doors."""

from itertools import groupby, pairwise

from desktop.core.errors import EditError
from desktop.core.model import geometry
from desktop.core.model.board import Amount, Board, Door, LinkTest, Sill, Wall
from desktop.core.model.edits.common import (
    found,
    free_name,
    fresh_id,
    level_of,
    limits,
    name_for,
    on_board,
)
from desktop.core.model.edits.shift import corners_of, straightened
from desktop.core.model.encounter import Encounter
from desktop.core.model.geometry import Edge
from desktop.core.model.replacing import replace
from desktop.core.model.words import DoorId, DoorKind, DoorState, LevelId, PackName, Point


def add_wall(
    encounter: Encounter,
    *,
    along: tuple[Point, ...],
    level: LevelId | None = None,
    breakable: bool = False,
    notes: str = "",
) -> Encounter:
    """Build a thin wall from grid point to grid point."""
    board = encounter.board
    wall = Wall(
        level=level_of(board, level),
        along=grid_line(board, along),
        breakable=breakable,
        notes=notes,
    )
    return on_board(encounter, walls=(*board.walls, wall))


def wall_in(encounter: Encounter, *, level: LevelId | None = None) -> Encounter:
    """Build a ring of thin walls around the whole board, where none stands there yet."""
    board = encounter.board
    on, (width, height) = level_of(board, level), limits(board)
    ring = tuple(Point(x, y) for x, y in ((0, 0), (width, 0), (width, height), (0, height), (0, 0)))
    own = (wall.along for wall in board.walls if wall.level == on)
    stands = {edge for along in own for edge in geometry.edges_along(along)}
    new = _left(Wall(level=on, along=ring), stands)
    if not new:
        raise EditError("The board is walled in already.")
    return on_board(encounter, walls=(*board.walls, *new))


def grid_line(board: Board, along: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a line through grid points, straight or in steps, on the board."""
    points = list(corners_of(along))
    if len(points) < 2:
        raise EditError("A wall needs two different grid points.")
    width, height = limits(board)
    if any(not (0 <= x <= width and 0 <= y <= height) for x, y in points):
        raise EditError(f"The wall would leave the board, which is {width} by {height}.")
    return straightened(points)


def wall_at(board: Board, index: int) -> Wall:
    """Return a wall by its place in the file."""
    if not 0 <= index < len(board.walls):
        raise EditError(f"There is no wall {index}; there are {len(board.walls)}.")
    return board.walls[index]


def move_wall(
    encounter: Encounter, *, index: int, dx: int = 0, dy: int = 0, along: tuple[Point, ...] = ()
) -> Encounter:
    """Move a wall by whole squares, or lay it along another line."""
    board = encounter.board
    wall = wall_at(board, index)
    moved = grid_line(board, geometry.translate(along or wall.along, dx, dy))
    after = (*board.walls[:index], replace(wall, along=moved), *board.walls[index + 1 :])
    return on_board(encounter, walls=after)


def erase_walls(
    encounter: Encounter,
    *,
    level: LevelId | None = None,
    edges: tuple[tuple[int, int, str], ...] = (),
    along: tuple[Point, ...] = (),
) -> Encounter:
    """Take thin walls away along edges of squares; what is left of each stays."""
    board = encounter.board
    on = level_of(board, level)
    gone: set[Edge] = {Edge(x, y, "w" if side == "w" else "n") for x, y, side in edges}
    gone.update(geometry.edges_along(along))
    walls: list[Wall] = []
    for wall in board.walls:
        walls += _left(wall, gone) if wall.level == on else [wall]
    if tuple(walls) == board.walls:
        raise EditError("There is no wall to take away.")
    return on_board(encounter, walls=tuple(walls))


def _left(wall: Wall, gone: set[Edge]) -> list[Wall]:
    if gone.isdisjoint(geometry.edges_along(wall.along)):
        return [wall]
    steps = list(pairwise(corners_of(wall.along)))
    found_runs = groupby(steps, lambda step: gone.isdisjoint(geometry.edges_along(step)))
    return [
        replace(wall, along=straightened([run[0][0], *(end for _, end in run)]))
        for stays, group in found_runs
        if stays and (run := list(group))
    ]


def remove_walls(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    """Delete walls by their places in the file."""
    gone = indices(ids, len(encounter.board.walls), "wall")
    walls = tuple(wall for i, wall in enumerate(encounter.board.walls) if i not in gone)
    return on_board(encounter, walls=walls)


def indices(ids: tuple[str, ...], count: int, what: str) -> frozenset[int]:
    """Return the places in the file that texts name. Raises EditError for one that is not there."""
    for id_ in ids:
        if not id_.isdecimal() or int(id_) >= count:
            raise EditError(f"There is no {what} {id_}; there are {count}.")
    return frozenset(map(int, ids))


def add_door(
    encounter: Encounter,
    *,
    on: tuple[Point, Point],
    level: LevelId | None = None,
    kind: DoorKind = "door",
    state: DoorState = "closed",
    toughness: Amount | None = None,
    lock: LinkTest | None = None,
    metres: Sill | None = None,
    material: str = "",
    book: PackName | None = None,
    name: str = "",
    id: str = "",
) -> Encounter:
    """Put a door into a stretch of thin wall."""
    board = encounter.board
    name = free_name(name or kind, (door.label for door in board.doors.values()))
    id_ = DoorId(fresh_id(encounter, id, name))
    door = Door(
        id=id_, name=name_for(id_, name), level=level_of(board, level), on=door_stretch(board, on),
        kind=kind, state=state, toughness=toughness, lock=lock, metres=metres, material=material,
        book=book,
    )  # fmt: skip
    return on_board(encounter, doors={**board.doors, id_: door})


def door_stretch(board: Board, on: tuple[Point, Point]) -> tuple[Point, Point]:
    """Return the ends of a door, grid points on one line."""
    line = grid_line(board, on)
    if len(line) != 2:
        raise EditError("A door lies straight along the edges of squares.")
    return line[0], line[1]


def move_door(
    encounter: Encounter,
    *,
    door: DoorId,
    on: tuple[Point, Point],
    level: LevelId | None = None,
) -> Encounter:
    """Put a door elsewhere."""
    board = encounter.board
    here = found(board.doors, door, "door")
    to_level = level_of(board, level) if level else here.level
    after = replace(here, on=door_stretch(board, on), level=to_level)
    return on_board(encounter, doors={**board.doors, door: after})
