"""Ways over squares: steps, the shortest path, and everything within reach."""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Set
from functools import partial
from heapq import heappop, heappush
from typing import NamedTuple, cast

from desktop.core.model.place import Place, Spot
from desktop.core.model.stops import NO_DOORS
from desktop.core.model.words import DoorId, LinkId, ZoneId


class Step(NamedTuple):
    """One step of a footprint from seat to seat."""

    before: Spot
    after: Spot
    leaves: ZoneId | None
    """The zone it comes from, the last one where it stands on ground without a zone."""
    enters: ZoneId | None
    """The zone it comes to where that is another, else None."""
    link: LinkId | None
    """The link that it takes where it enters a zone or goes from end to end."""
    slanting: bool
    """Whether it goes from corner to corner."""


class Path(NamedTuple):
    """A way and what it costs."""

    steps: tuple[Step, ...]
    cost: float

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The seats that it enters, in order."""
        return tuple(step.after for step in self.steps)


KEPT = 20_000
"""Of how many seats of a board the steps are kept."""
Cost = Callable[[Step], float | None]
"""What a step costs, never less than 0; None forbids it."""
Ahead = Callable[[Spot], float]
"""What is left from a seat to the goals, never more than there is."""
Node = tuple[Spot, ZoneId | None]
NOT_YET = float("inf")
FINENESS = 1e-8
"""Ways that differ by less are as good as each other where a search is led."""


class Search(NamedTuple):
    """What can be reached, with how."""

    start: Spot
    costs: dict[Spot, float]
    """The least that each seat costs, in the order in which they are reached."""
    came: dict[Node, tuple[Step, Node]]
    best: dict[Spot, Node]

    def path_to(self, spot: Spot) -> Path | None:
        """Return the cheapest path to a seat, or None where it is out of reach."""
        if spot not in self.costs:
            return None
        steps: list[Step] = []
        node = self.best[spot]
        while node in self.came:
            step, node = self.came[node]
            steps.append(step)
        return Path(tuple(reversed(steps)), self.costs[spot])


def joined(several: Collection[Path]) -> Path:
    """Return several paths as one."""
    gone = tuple(step for path in several for step in path.steps)
    return Path(gone, sum(path.cost for path in several))


def every_step(step: Step) -> float:
    """Charge one for each step."""
    return 1.0


def steps(
    place: Place,
    spot: Spot,
    *,
    side: int = 1,
    air: bool = False,
    zone: ZoneId | None = None,
    unknown: Set[DoorId] = NO_DOORS,
    gaps: bool = False,
) -> tuple[Step, ...]:
    """Return the steps that a footprint can take from a seat, straight ones first.

    What links forbid or cost is for the rules to say; walls and what is solid never give a step.
    `zone` is the last one it was in, for a seat on ground without a zone.
    """
    key = (spot, side, air, zone, frozenset(unknown) if unknown else NO_DOORS, gaps)
    known = place.steps.get(key)
    if known is None:
        known = tuple(_steps(place, spot, side, air, zone, unknown, gaps))
        if len(place.steps) < KEPT:
            place.steps[key] = known
    return cast("tuple[Step, ...]", known)


def _steps(
    place: Place,
    spot: Spot,
    side: int,
    air: bool,
    zone: ZoneId | None,
    unknown: Set[DoorId],
    gaps: bool,
) -> Iterator[Step]:
    level, (x, y) = spot
    owners = place.zone_map(level).owners
    here = owners.get(spot.square) or zone
    for square in place.ground(level, unknown).moves(spot.square, side, air=air, gaps=gaps):
        after = Spot(level, square)
        there = owners.get(square)
        slanting = square[0] != x and square[1] != y
        if there is None or there == here:
            yield Step(spot, after, here, None, None, slanting)
        else:
            link = place.link_for(here, there, spot, after) if here is not None else None
            yield Step(spot, after, here, there, link, slanting)
    for link_id, after in ends_at(place, spot):
        if place.fits(after.level, after.square, side, air=air):
            there = place.zone_at(after.level, after.square)
            yield Step(spot, after, here, there if there != here else None, link_id, False)


def ends_at(place: Place, spot: Spot) -> tuple[tuple[LinkId, Spot], ...]:
    """Return the links that have one of two ends on a seat, with the other end."""
    return place.ends.get(spot, ())


class Spread:
    """A search that spreads from a seat to the next nearest, gone through once.

    It finds all seats that a footprint reaches for at most `limit`, the cheapest way to each; equal
    costs give the same way every time. With `gaps` it slips between squares that touch at a
    corner. Told what a step costs at the `least`, it asks no price that could not matter. Led by
    what is `ahead`, it looks only where the way to a goal may lead, and finds the cheapest way for
    that goal alone.
    """

    def __init__(
        self,
        place: Place,
        start: Spot,
        cost: Cost = every_step,
        *,
        limit: float = float("inf"),
        side: int = 1,
        air: bool = False,
        gaps: bool = False,
        least: float = 0.0,
        ahead: Ahead | None = None,
    ) -> None:
        self._found = Search(start, {}, {}, {})
        begin: Node = (start, place.zone_at(*start))
        leads_on = partial(steps, place, side=side, air=air, gaps=gaps)
        self._settling = self._settle(begin, leads_on, cost, limit, least, ahead)

    def path_to(self, goals: Collection[Spot]) -> Path | None:
        """Return the cheapest path to the nearest of several goals; None where none is in reach."""
        wanted = frozenset(goals)
        goal = next((spot for spot in self._settling if spot in wanted), None)
        return self._found.path_to(goal) if goal is not None else None

    def whole(self) -> Search:
        """Return everything in reach."""
        deque(self._settling, maxlen=0)
        return self._found

    def _settle(
        self,
        begin: Node,
        leads_on: Callable[..., tuple[Step, ...]],
        cost: Cost,
        limit: float,
        least: float,
        ahead: Ahead | None,
    ) -> Iterator[Spot]:
        found, known = self._found, {begin: 0.0}
        waiting: list[tuple[float, float, int, float, Node]] = [(0.0, 0.0, 0, 0.0, begin)]
        begins = ahead(found.start) - FINENESS / 4 if ahead is not None else 0.0
        order = 0
        while waiting:
            _, _, _, so_far, node = heappop(waiting)
            if so_far > known[node]:
                continue
            spot, last = node
            if spot not in found.costs:
                found.costs[spot], found.best[spot] = so_far, node
                yield spot
            for step in leads_on(spot, zone=last):
                after: Node = (step.after, step.enters or step.leaves)
                before = known.get(after, NOT_YET)
                if before <= so_far + least:
                    continue
                price = cost(step)
                if price is None or so_far + price > limit:
                    continue
                total = so_far + price
                if total < before:
                    known[after] = total
                    found.came[after] = step, node
                    order += 1
                    left = 0.0 if ahead is None else ahead(step.after)
                    rank = total if ahead is None else (total + left - begins) // FINENESS
                    heappush(waiting, (rank, left, order, total, after))
