"""Heights, drops and lines over the squares of a board, as climbing and leaping ask for them."""

from collections.abc import Collection, Iterator

from desktop.core.model.geometry import line
from desktop.core.model.ground import kind_of
from desktop.core.model.place import Place, Spot
from desktop.core.model.stops import Stop
from desktop.core.model.underfoot import Layer
from desktop.core.model.words import FighterId, Square
from desktop.core.rules.events import Moved
from desktop.core.rules.near import floor_at, height_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef
from desktop.core.rules.walk import arrive, leg_to, spot_of

WATER = frozenset(("water", "deep"))
EVEN = 0.05
"""Metres that make no difference."""


def metres_of(place: Place, layer: Layer) -> float | None:
    """Return how high something at a square is; None where it does not say."""
    if layer.of == "feature":
        return getattr(layer.thing, "metres", None)
    return kind_of(place.board, layer.kind).metres


def surface(place: Place, spot: Spot) -> float:
    """Return the height of what one stands on at a square, on top of whatever is there."""
    height = place.board.levels[spot.level].height
    for layer in place.layers(*spot):
        if layer.of in ("ground", "feature") and WATER.isdisjoint(layer.qualities):
            height += metres_of(place, layer) or 0.0
    return height


def above_at(place: Place, spot: Spot) -> float:
    """Return how far above its floor somebody is that stands on top of what is at a square."""
    return round(max(0.0, surface(place, spot) - floor_at(place, *spot)), 6)


def floor_below(state: CombatState, spot: Spot) -> tuple[Spot, float] | None:
    """Return the first floor under a square that has none, and its height."""
    place, levels = state.place, state.place.levels
    for level in reversed(levels[: levels.index(spot.level)]):
        under = Spot(level, spot.square)
        if not place.is_open(*under):
            return under, surface(place, under)
    return None


def drop_at(state: CombatState, who: FighterId, spot: Spot) -> tuple[Spot, float] | None:
    """Return where one comes down that steps off onto a square, and how many metres that is.

    None where it would not fall.
    """
    here = height_of(state, who)
    if not state.place.is_open(*spot):
        lower = here - surface(state.place, spot)
        return (spot, lower) if lower > EVEN else None
    below = floor_below(state, spot)
    return None if below is None else (below[0], here - below[1])


def neighbours(place: Place, spot: Spot) -> Iterator[Spot]:
    """Yield the squares of the board beside one, on its level."""
    x, y = spot.square
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            at = Square(x + dx, y + dy)
            if (dx or dy) and place.is_inside(at):
                yield Spot(spot.level, at)


def level_with(place: Place, start: Spot, among: Collection[Spot]) -> frozenset[Spot]:
    """Return those of some squares that one gets to from a square without going up or down."""
    high = surface(place, start)
    found, waiting = {start}, [start]
    for at in waiting:
        for near in neighbours(place, at):
            if near in among and near not in found and abs(surface(place, near) - high) <= EVEN:
                found.add(near)
                waiting.append(near)
    return frozenset(found)


def in_the_way(place: Place, one: Spot, other: Spot, air: bool = True) -> Stop | None:
    """Return the first wall or closed door between two squares, on the higher one's level."""
    if one.level == other.level:
        levels = [one.level]
    else:
        levels = [max((one.level, other.level), key=lambda each: place.board.levels[each].height)]
    for level in levels:
        ground = place.ground(level)
        for before, after, _ in line(one.square, other.square):
            stop = ground.blocked(before, after, air=air)
            if stop is not None:
                return stop
    return None


def get_onto(now: Now, who: FighterId, spot: Spot, rule: RuleRef, link: str = "") -> bool:
    """Bring a fighter onto a square, on top of what is there, past whatever lies between.

    Whether it stands there then: a foe that it leaves may have struck it down.
    """
    start = spot_of(now.state, who)
    leg = leg_to(now.state, who, spot, link, gaits=("leap",))
    for leaving in now.book.all("leaving"):
        if leaving(now, who, leg, False) is False or spot_of(now.state, who) != start:
            return False
    if not arrive(now, who, leg, "walked"):
        return False
    place = now.state.place
    above = 0.0 if place.is_open(*spot) else above_at(place, spot)
    if abs(now.state.fighters[who].above - above) > EVEN:
        now.happens(
            Moved(who=who, how="walked", level=spot.level, to=spot.square, above=above, rule=rule)
        )
    return spot_of(now.state, who) == spot
