"""Lines of sight between squares of any two levels."""

from collections.abc import Set

from desktop.core.model import geometry
from desktop.core.model.obstruction import USUAL, Looking
from desktop.core.model.place import Place, Spot
from desktop.core.model.stops import NO_DOORS, Stop
from desktop.core.model.words import DoorId, LevelId, Square


def stop(
    place: Place, a: Spot, b: Spot, *, unknown: Set[DoorId] = NO_DOORS, by: Looking = USUAL
) -> Stop | None:
    """Return what stops sight between two squares, or None; the same both ways.

    From the upper end the line runs on its level until the first open square, then on the next
    level below, and so on; it never reaches a floor from beneath. Between levels it always runs
    from centre to centre.
    """
    if a.level == b.level:
        return place.sight_stop(a.level, a.square, b.square, unknown=unknown, by=by)
    if place.levels.index(a.level) < place.levels.index(b.level):
        a, b = b, a
    below = list(place.levels[place.levels.index(b.level) : place.levels.index(a.level)])
    level, start, at = a.level, a.square, a.square
    for before, after, corner in geometry.line(a.square, b.square):
        level, start = _sunk(place, level, before, start, below)
        ground = place.ground(level, unknown)
        wall = ground.line_stop(before, after, corner, b.square)
        if wall is not None:
            return wall._replace(at=before)
        cloud = ground.cloud_stop(start, after, by)
        if cloud is not None:
            return cloud
        at = after
    level, _ = _sunk(place, level, at, start, below)
    return None if level == b.level else Stop("floor", level, "a floor", at)


def _sunk(
    place: Place, level: LevelId, at: Square, start: Square, below: list[LevelId]
) -> tuple[LevelId, Square]:
    """Return the level a line is on at a square, and the square where it came to that level."""
    while below and place.is_open(level, at):
        level, start = below.pop(), at
    return level, start
