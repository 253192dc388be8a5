"""What stops a step or a line of sight, and where thin walls and doors do."""

from collections.abc import Mapping, Set
from typing import Literal, NamedTuple

from desktop.core.model.board import Board, Door
from desktop.core.model.geometry import Edge, edges_along
from desktop.core.model.words import DoorId, LevelId, Square

Why = Literal[
    "border", "wall", "door", "obstacle", "feature", "corner", "cloud", "floor", "footprint"
]

NO_DOORS: frozenset[DoorId] = frozenset()


class Stop(NamedTuple):
    """Why a step or a line ends."""

    why: Why
    what: str
    """Id of the door or feature; for ground and clouds the word of its kind."""
    says: str
    """As the end of a sentence: `a wall`, `the door Side door, which is locked`."""
    at: Square = Square(0, 0)
    """For a line: the last square that it reaches."""

    @property
    def in_the_way(self) -> str:
        """A sentence, as `The door Side door, which is locked, is in the way.`"""
        comma = "," if ", " in self.says else ""
        return f"{self.says[:1].upper()}{self.says[1:]}{comma} is in the way."


BORDER = Stop("border", "", "the edge of the board")
WALL = Stop("wall", "", "a wall")
CORNER = Stop("corner", "", "a corner that is closed on both sides")
CLOUD = Stop("cloud", "", "a cloud that nobody sees through")
FOOTPRINT = Stop("footprint", "", "too little room for its size")


def is_passable(door: Door) -> bool:
    """Return whether one can go through a door as it stands."""
    return door.state in ("open", "broken")


def lets_sight_through(door: Door) -> bool:
    """Return whether one can see through a door as it stands."""
    return is_passable(door) or door.kind in ("window", "grille")


def door_stop(door: Door) -> Stop:
    """Return how a door stops one that is shut."""
    return Stop("door", door.id, f"the {door.kind} {door.label}, which is {door.state}")


def thin_walls(
    board: Board, level: LevelId, unknown: Set[DoorId]
) -> tuple[Mapping[Edge, Stop], Mapping[Edge, Stop]]:
    """Return what stops steps and what stops sight along the edges of a level's squares.

    A door takes the place of the wall it stands in; one that is unknown is a wall.
    """
    steps = {
        edge: WALL
        for wall in board.walls
        if wall.level == level
        for edge in edges_along(wall.along)
    }
    sight = dict(steps)
    for door in board.doors.values():
        if door.level != level:
            continue
        hidden = door.id in unknown
        stop = WALL if hidden else door_stop(door)
        for edge in edges_along(door.on):
            for stops, free in (
                (steps, is_passable(door)),
                (sight, lets_sight_through(door)),
            ):
                if free and not hidden:
                    stops.pop(edge, None)
                else:
                    stops[edge] = stop
    return steps, sight
