"""Lines of sight between those who stand on squares, by the readings of the fight."""

from collections.abc import Iterator

from desktop.core.model import sight
from desktop.core.model.footprint import are_foes
from desktop.core.model.geometry import distance
from desktop.core.model.obstruction import Looking
from desktop.core.model.place import Spot
from desktop.core.model.stops import Stop
from desktop.core.model.words import FighterId
from desktop.core.rules.near import spots_of
from desktop.core.rules.readings import Ruled, reads
from desktop.core.rules.state import CombatState

Pair = tuple[Spot, Spot]


def looking(by: Ruled) -> Looking:
    """Return how lines of sight are drawn."""
    return Looking(
        any_corner=reads(by, "grid_los_line", "any corner"),
        each_cloud=reads(by, "grid_threshold_merge", "each cloud"),
    )


def pairs(state: CombatState, one: FighterId, other: str) -> Iterator[Pair]:
    """Yield from which square to which one may look at another thing, the seats first."""
    for mine in _eyes(state, one, other):
        for theirs in _eyes(state, other, one):
            yield mine, theirs


def _eyes(state: CombatState, thing: str, other: str) -> tuple[Spot, ...]:
    """Return the squares that count for sight: all, or by one reading those of foes only."""
    spots = spots_of(state, thing)
    if len(spots) < 2 or not reads(state, "grid_massive_scope", "enemies only"):
        return spots
    folk = thing in state.people and other in state.people
    if not folk or are_foes(
        state.encounter, state.side_of(FighterId(thing)), state.side_of(FighterId(other))
    ):
        return spots
    return spots[:1]


def clear(state: CombatState, one: FighterId, other: str) -> Iterator[Pair]:
    """Yield the lines from one to another thing that nothing stops."""
    by, place = looking(state), state.place
    for mine, theirs in pairs(state, one, other):
        if mine.level == theirs.level:
            if place.ground(mine.level).sees(mine.square, theirs.square, by):
                yield mine, theirs
        elif sight.stop(place, mine, theirs, by=by) is None:
            yield mine, theirs


def stop_between(state: CombatState, one: FighterId, other: str) -> Stop | None:
    """Return what stops every line from one to another thing, or None; None as well for a zone."""
    if next(clear(state, one, other), None) is not None:
        return None
    first = next(pairs(state, one, other), None)
    if first is None or _is_beside_in_the_dark(state, one, other):
        return None
    return sight.stop(state.place, *first, by=looking(state))


def _is_beside_in_the_dark(state: CombatState, one: FighterId, other: str) -> bool:
    """Whether, by one reading, somebody large sees next to all of it what is in its own cloud."""
    if not reads(state, "grid_massive_adjacent", "any square"):
        return False
    mine, theirs = spots_of(state, one), spots_of(state, other)
    if max(len(mine), len(theirs)) < 2 or mine[0].level != theirs[0].level:
        return False
    ground, by = state.place.ground(mine[0].level), looking(state)
    shared = any(ground.in_one_cloud(a.square, b.square, by) for a in mine for b in theirs)
    return shared and any(distance(a.square, b.square) <= 1 for a in mine for b in theirs)
