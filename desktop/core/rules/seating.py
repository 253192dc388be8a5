"""Where a fighter comes to stand that is put somewhere, the same every time."""

from collections.abc import Iterable

from desktop.core.model.encounter import start_zones
from desktop.core.model.footprint import are_foes, covered, free_seat, free_seat_on, side_of
from desktop.core.model.geometry import squares_around
from desktop.core.model.place import Spot
from desktop.core.model.words import At, FighterId, LevelId, Square, ZoneId
from desktop.core.rules.events import Moved
from desktop.core.rules.fold import fold
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

NEAR_SQ = 3
"""How far from a comrade a square is still beside it, where nothing nearer is free."""


def footprint_of(state: CombatState, who: FighterId) -> tuple[Square, ...]:
    """Return the squares that a fighter covers; none off the board."""
    fighter = state.fighters[who]
    if fighter.seat is None:
        return ()
    return covered(fighter.seat, side_of(state.people[who].profile))


def taken_on(
    state: CombatState, level: LevelId, *, but: FighterId | None = None
) -> frozenset[Square]:
    """Return the squares of a level that somebody covers."""
    return frozenset(
        square
        for who, fighter in state.fighters.items()
        if fighter.seat is not None and fighter.level == level and who != but
        for square in footprint_of(state, who)
    )


def seat_for(
    state: CombatState, who: FighterId, at: At | None, level: LevelId | None = None
) -> Spot | None:
    """Return where a fighter put at a zone or square stands; unsaid, where its side starts.

    None where there is no such zone and no start.
    """
    board = state.encounter.board
    if isinstance(at, tuple):
        return Spot(level or board.first_level, Square(*at))
    zones = (at,) if at is not None else start_zones(board, state.side_of(who))
    zone = next((each for each in zones if each in board.zones), None)
    return None if zone is None else _in_zone(state, who, zone)


def _in_zone(state: CombatState, who: FighterId, zone: ZoneId) -> Spot:
    level = state.encounter.board.zones[zone].level
    squares = state.place.squares_of(zone)
    foes = [
        square
        for other, fighter in state.fighters.items()
        if fighter.seat is not None
        and fighter.level == level
        and are_foes(state.encounter, state.side_of(who), state.side_of(other))
        for square in footprint_of(state, other)
        if square in squares
    ]
    seat = free_seat(
        state.place, zone,
        side=side_of(state.people[who].profile),
        taken=taken_on(state, level, but=who),
        away_from=foes,
    )  # fmt: skip
    return Spot(level, seat)


def seat_beside(state: CombatState, who: FighterId, other: FighterId) -> Spot:
    """Return a free square of the other's zone as near to it as may be."""
    there = state.fighters[other]
    seat = there.seat or Square(0, 0)
    zone = state.zone_of(other)
    near = frozenset(
        at
        for at in squares_around(seat, NEAR_SQ)
        if state.place.is_inside(at) and state.place.zone_at(there.level, at) == zone
    )
    found = free_seat_on(
        state.place, there.level, near,
        side=side_of(state.people[who].profile),
        taken=taken_on(state, there.level, but=who),
    )  # fmt: skip
    return Spot(there.level, found or seat)


def placed(
    state: CombatState,
    several: Iterable[tuple[FighterId, At | None, LevelId | None]],
    *,
    rule: RuleRef | None = None,
) -> list[Moved]:
    """Return the facts that put several somewhere, each aware of those before it."""
    facts: list[Moved] = []
    for who, at, level in several:
        found = seat_for(state, who, at, level)
        if found is None:
            continue
        above = state.fighters[who].above
        fact = Moved(who=who, how="put", level=found.level, to=found.square, above=above, rule=rule)
        state = fold(state, fact)
        facts.append(fact)
    return facts
