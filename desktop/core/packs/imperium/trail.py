"""The squares of a way from zone to zone: what is drawn, and where a fighter stands on it.

Zones measure, so walls, doors and obstacles inside a zone are walked round where a way leads
round them and are no hindrance where none does; a footprint never forbids.
"""

from collections.abc import Callable, Collection, Sequence
from heapq import heappop, heappush

from desktop.core.model import paths
from desktop.core.model.board import Link
from desktop.core.model.footprint import side_of
from desktop.core.model.geometry import distance
from desktop.core.model.paths import Step
from desktop.core.model.place import Place, Spot
from desktop.core.model.remaining import Terms, remaining
from desktop.core.model.words import FighterId, LevelId, LinkId, Square, ZoneId
from desktop.core.rules.state import CombatState

SLANTING = 1.01
"""What a slanting step costs: of ways with as many steps the straighter one is drawn."""

LONG_SQ = 40
"""A way between squares further apart is led past walls; it is as long as any other."""

Allowed = Callable[[Square], bool]


def side(state: CombatState, who: FighterId) -> int:
    """Return how many squares a side a fighter covers."""
    return side_of(state.people[who].profile)


def inside(place: Place, start: Spot, goal: Spot, zone: ZoneId, size: int) -> tuple[Spot, ...]:
    """Return the squares from one place in a zone to another, without the first."""
    if start == goal:
        return ()
    squares = place.squares_of(zone)
    way = _way(place, start, (goal.square,), squares.__contains__, size)
    return way if way is not None else (goal,)


def across(
    place: Place, start: Spot, link: Link, from_: ZoneId, to: ZoneId, size: int, goal: Spot
) -> tuple[Spot, ...]:
    """Return the squares from a place in a zone over a link to the first in the next zone.

    Of the squares where the link is crossed it takes those on the shortest way to `goal`.
    """
    pairs = _pairs(place, link, from_, to)
    if not pairs:
        level = place.board.zones[to].level
        x, y = place.middle_of(to)
        return (Spot(level, place.on_board(Square(int(x), int(y)))),)
    pairs.sort(key=lambda pair: _length(start, pair, goal))
    squares = place.squares_of(from_)
    near, far = pairs[0]
    way = _way(place, start, (near.square,), squares.__contains__, size)
    if way is None:
        others = {pair[0].square: pair for pair in reversed(pairs)}
        way = _way(place, start, others, squares.__contains__, size)
        if way is not None:
            near, far = others[way[-1].square if way else start.square]
    if way is None:
        way = (near,)
    return (*way, *_gap(place, near, far, from_, to))


def _gap(place: Place, near: Spot, far: Spot, from_: ZoneId, to: ZoneId) -> tuple[Spot, ...]:
    """Return the squares over a border, and over ground without a zone between two zones."""
    if near.level != far.level or distance(near.square, far.square) <= 1:
        return (far,)
    level = near.level

    def allowed(square: Square) -> bool:
        return place.zone_at(level, square) in (None, from_, to)

    return _way(place, near, (far.square,), allowed, 1) or (far,)


def _way(
    place: Place, start: Spot, goals: Collection[Square], allowed: Allowed, size: int
) -> tuple[Spot, ...] | None:
    """Return the way for the whole footprint, or for its seat alone; None where there is none."""
    is_long = all(distance(start.square, goal) > LONG_SQ for goal in goals)
    for each in dict.fromkeys((size, 1)):
        find = _led if is_long else _shortest
        found = find(place, start.level, start.square, goals, allowed, each)
        if found is not None:
            return tuple(Spot(start.level, square) for square in found)
    return None


def _led(
    place: Place,
    level: LevelId,
    start: Square,
    goals: Collection[Square],
    allowed: Allowed,
    size: int,
) -> Sequence[Square] | None:
    """Return what `_shortest` does, faster where it is far; of equal ways it may take another."""
    ends, moves = [Spot(level, goal) for goal in goals], place.ground(level).moves

    def cost(step: Step) -> float | None:
        before, after = step.before.square, step.after.square
        if step.after.level != level or not allowed(after) or after not in moves(before, size):
            return None
        return SLANTING if step.slanting else 1.0

    def toll(spot: Spot) -> float | None:
        return 0.0 if allowed(spot.square) else None

    ahead = remaining(place, Spot(level, start), ends, Terms(1.0, SLANTING, toll, None), side=size)
    if ahead is None:
        return None
    spread = paths.Spread(place, Spot(level, start), cost, side=size, least=1.0, ahead=ahead)
    way = spread.path_to(ends)
    return [spot.square for spot in way.spots] if way is not None else None


def _shortest(
    place: Place,
    level: LevelId,
    start: Square,
    goals: Collection[Square],
    allowed: Allowed,
    size: int,
) -> Sequence[Square] | None:
    if start in goals:
        return []
    moves = place.ground(level).moves
    only = next(iter(goals)) if len(goals) == 1 else None
    came: dict[Square, Square] = {start: start}
    costs: dict[Square, float] = {start: 0.0}
    waiting: list[tuple[float, int, Square]] = [(0.0, 0, start)]
    order = 0
    while waiting:
        _, _, here = heappop(waiting)
        if here in goals:
            return _back(came, here)
        for there in moves(here, size):
            if not allowed(there):
                continue
            slanting = there[0] != here[0] and there[1] != here[1]
            cost = costs[here] + (SLANTING if slanting else 1.0)
            if cost >= costs.get(there, float("inf")):
                continue
            costs[there], came[there] = cost, here
            order += 1
            ahead = distance(there, only) if only is not None else 0
            heappush(waiting, (cost + ahead, order, there))
    return None


def _back(came: dict[Square, Square], end: Square) -> list[Square]:
    way = []
    while came[end] != end:
        way.append(end)
        end = came[end]
    return way[::-1]


def _pairs(place: Place, link: Link, from_: ZoneId, to: ZoneId) -> list[tuple[Spot, Spot]]:
    """Return where a link is crossed as seen from a zone; of a border what walls leave free."""
    forward = link.from_ == from_ and link.to == to
    zones = place.board.zones
    here, there = zones[from_].level, zones[to].level
    pairs = [
        (Spot(here, a if forward else b), Spot(there, b if forward else a))
        for a, b in place.crossings(LinkId(link.id))
    ]
    if not place.is_border(link):
        return pairs
    ground = place.ground(here)
    free = [pair for pair in pairs if ground.blocked(pair[0].square, pair[1].square) is None]
    return free or pairs


def _length(start: Spot, pair: tuple[Spot, Spot], goal: Spot) -> tuple[int, int]:
    """Return how long a way over a pair of squares is at least, and how straight it is."""
    near, far = pair[0].square, pair[1].square
    steps = distance(start.square, near) + distance(far, goal.square)
    bend = abs(start.square[0] - near[0]) + abs(start.square[1] - near[1])
    return steps, bend
