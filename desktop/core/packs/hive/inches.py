"""Inches on the board: a square is one, and where zones measure nearness is a matter of zones."""

from collections.abc import Collection
from typing import NamedTuple

from desktop.core.model import paths
from desktop.core.model.board import Door
from desktop.core.model.footprint import apart, are_foes, covered
from desktop.core.model.geometry import distance
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, LevelId, Square
from desktop.core.packs.hive.holes import Hole, is_in, pits_of
from desktop.core.rules.book import Rulebook
from desktop.core.rules.doors import at_door, doorway
from desktop.core.rules.lengths import square_metres
from desktop.core.rules.near import covered_at, foot_side, height_of, touches
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import footprint_of, taken_on
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef
from desktop.core.rules.walk import go, leg_to, spot_of

SLANTING = 2**0.5
FAR_IN = 40
"""How far a place is looked for where the nearest will do."""
NOTHING: frozenset[Square] = frozenset()


def inches(state: CombatState, metres: float) -> float:
    """Return a height or length of the world in inches: one for each square's length."""
    return metres / square_metres(state)


def is_near(book: Rulebook, state: CombatState, who: FighterId, thing: str) -> bool:
    """Whether a fighter is within an inch of a feature: on it or beside it, no wall between.

    Where zones measure: in its zone, or by the other reading within arm's reach of it.
    """
    if book.space.on_squares:
        return touches(state, who, thing)
    if reads(state, "hive_in_zones", "in reach"):
        return book.space.in_reach(state, who, thing)
    zone = state.zone_of(who)
    return zone is not None and zone == state.zone_of_thing(thing)


def is_near_spot(book: Rulebook, state: CombatState, who: FighterId, spot: Spot) -> bool:
    """Whether a fighter is within an inch of a square, or where zones measure in its zone."""
    fighter = state.fighters[who]
    if fighter.seat is None:
        return False
    if not book.space.on_squares:
        return state.zone_of(who) == state.place.zone_at(*spot)
    near = apart(fighter.seat, foot_side(state, who), spot.square, 1) <= 1
    return near and fighter.level == spot.level


# Doors


def is_at_door(
    book: Rulebook, state: CombatState, who: FighterId, door: Door, *, contact: bool = False
) -> bool:
    """Whether a fighter is within an inch of a door, or in `contact` with it."""
    if at_door(book, state, who, door):
        return True
    fighter = state.fighters[who]
    if contact or not book.space.on_squares or fighter.seat is None or fighter.level != door.level:
        return False
    ground = state.place.ground(door.level)
    return any(
        distance(one, other) == 1 and ground.blocked(one, other, air=True) is None
        for one in footprint_of(state, who)
        for other in doorway(door)
    )


# Foes nearby, and room to go to


def crowded(state: CombatState, who: FighterId, level: LevelId, seat: Square) -> bool:
    """Whether a fighter on a seat would be within an inch of a foe."""
    side = foot_side(state, who)
    return any(
        apart(seat, side, fighter.seat, foot_side(state, other)) <= 1
        for other, fighter in state.fighters.items()
        if fighter.seat is not None
        and fighter.level == level
        and other != who
        and not is_out(state, other)
        and are_foes(state.encounter, state.side_of(who), state.side_of(other))
    )


class Room(NamedTuple):
    """What a place for somebody must be like."""

    far: float
    """How many inches away at most."""
    off: frozenset[Square] = NOTHING
    """Squares that its footprint may not touch."""
    from_foes: bool = True
    """Whether it must be more than an inch from every foe."""
    all_the_way: bool = False
    """Whether the way there must be so as well."""


def rooms(book: Rulebook, state: CombatState, who: FighterId, room: Room) -> list[Spot]:
    """Return where a fighter can shift to, the nearest first; nobody stands there.

    Neither the place nor the way there is a hole, but for one that it gets out of. Where zones
    measure it stays in its zone as long as that has room.
    """
    start = spot_of(state, who)
    if start is None:
        return []

    pits = pits_of(state) if state.fighters[who].above <= 0 else frozenset()

    def cost(step: paths.Step) -> float | None:
        level, square = step.after
        if step.after in pits and square not in room.off:
            return None
        if room.all_the_way and crowded(state, who, level, square):
            return None
        return SLANTING if step.slanting and book.space.in_lengths else 1.0

    side = foot_side(state, who)
    found = paths.Spread(state.place, start, cost, limit=room.far, side=side).whole()
    taken = taken_on(state, start.level, but=who)
    several = [
        spot
        for spot in found.costs
        if _is_free(state, who, spot, room, taken) and not is_in(state, who, spot, pits)
    ]
    if not book.space.on_squares:
        zone = state.zone_of(who)
        several = [spot for spot in several if state.place.zone_at(*spot) == zone] or several
    return several


def _is_free(
    state: CombatState, who: FighterId, spot: Spot, room: Room, taken: Collection[Square]
) -> bool:
    level, seat = spot
    squares = covered_at(state, who, seat)
    if any(at in room.off or at in taken for at in squares):
        return False
    if not state.place.fits(level, seat, foot_side(state, who)):
        return False
    if state.place.is_open(level, seat):
        return False
    return not (room.from_foes and crowded(state, who, level, seat))


def rim(book: Rulebook, state: CombatState, who: FighterId, hole: Hole) -> list[Spot]:
    """Return where a fighter may be put at the edge of a hole, the nearest first."""
    for from_foes in (True, False):
        room = Room(FAR_IN, hole.squares, from_foes=from_foes)
        near = [
            spot
            for spot in rooms(book, state, who, room)
            if any(
                distance(at, other) <= 1
                for at in covered(spot.square, foot_side(state, who))
                for other in hole.squares
            )
        ]
        if near:
            return near
    return []


def pick(now: Now, who: FighterId, several: list[Spot], says: str, rule: RuleRef, key: str) -> Spot:
    """Return the place that its player picks; the nearest unless the table says otherwise."""
    first = several[0]
    named = {_named(spot, first.level): spot for spot in several}
    options = [Option(name, name, spot) for name, spot in named.items()]
    word = now.word(now.unique(f"{key}|{who}"), says, next(iter(named)), rule, options)
    return named.get(str(word), first)


def _named(spot: Spot, usual: LevelId) -> str:
    """Return a square as a choice names it, with its level where that is another."""
    level = "" if spot.level == usual else f" {spot.level}"
    return f"{spot.square.x}, {spot.square.y}{level}"


def shift(now: Now, who: FighterId, to: Spot) -> None:
    """Move a fighter aside, with all that entering brings."""
    if spot_of(now.state, who) != to:
        go(now, who, (leg_to(now.state, who, to),), "forced")


def rise(state: CombatState, one: LevelId, other: LevelId) -> float:
    """Return how many inches one level lies above another, below 0 where it is lower."""
    levels = state.encounter.board.levels
    return inches(state, levels[one].height - levels[other].height)


def height_in(state: CombatState, who: FighterId) -> float:
    """Return how many inches above the ground of the scene a fighter stands."""
    return inches(state, height_of(state, who))
