"""Who stands next to whom on the squares, where that means arm's reach."""

from collections.abc import Iterator

from desktop.core.model.footprint import apart, side_of
from desktop.core.model.place import Spot
from desktop.core.model.words import FeatureId, FighterId, ZoneId
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.state import CombatState


def touches(state: CombatState, who: FighterId, seat: Spot, other: FighterId) -> bool:
    """Return whether a fighter on a seat stands on or next to another one."""
    there = state.fighters[other]
    if there.seat is None or there.level != seat.level:
        return False
    own, others = (side_of(state.people[each].profile) for each in (who, other))
    return apart(seat.square, own, there.seat, others) <= 1


def beside(state: CombatState, who: FighterId, seat: Spot, zone: ZoneId) -> tuple[str, ...]:
    """Return the fighters and features of a zone that one on a seat is next to."""
    return (*_fighters(state, who, seat, zone), *_features(state, who, seat, zone))


def _fighters(state: CombatState, who: FighterId, seat: Spot, zone: ZoneId) -> Iterator[str]:
    for other in state.fighters:
        if other != who and touches(state, who, seat, other) and state.zone_of(other) == zone:
            yield other


def _features(state: CombatState, who: FighterId, seat: Spot, zone: ZoneId) -> Iterator[str]:
    size = side_of(state.people[who].profile)
    for feature in state.encounter.board.features.values():
        if feature.level == seat.level and any(
            apart(seat.square, size, square, 1) <= 1 for square in feature.squares
        ):
            name = FeatureId(feature.id)
            if state.place.zone_of_feature(name) == zone:
                yield name


def is_near(state: CombatState, one: FighterId, other: str) -> bool:
    """Return whether two touch across a border, by the reading that this is arm's reach."""
    if not reads(state, "immediate_across_border", "touching tokens"):
        return False
    if one not in state.fighters or other not in state.fighters:
        return False
    fighter = state.fighters[one]
    if fighter.seat is None or state.zone_of(one) == state.zone_of(FighterId(other)):
        return False
    return touches(state, one, Spot(fighter.level, fighter.seat), FighterId(other))
