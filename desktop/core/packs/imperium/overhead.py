"""The open air over a zone: which zone it is, and how a way there is made during a fight."""

from desktop.core.model.edits import apply
from desktop.core.model.encounter import Encounter
from desktop.core.model.words import FighterId, LevelId, ZoneId
from desktop.core.packs.imperium.aloft import is_sky
from desktop.core.rules.changes import as_encounter, parts_between
from desktop.core.rules.events import PlaceChanged
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

OVERHEAD = RuleRef("IM-FLYING-06")


def sky_over(state: CombatState, who: FighterId) -> ZoneId | None:
    """Return the open air that leads up from where a fighter is; None where there is none.

    What is drawn straight above needs no link.
    """
    zone = state.zone_of(who)
    if zone is None:
        return None
    board = state.encounter.board
    here = board.levels[board.zones[zone].level].height
    for way in state.place.links_of(zone):
        height = board.levels[board.zones[way.to].level].height
        if is_sky(state, way.to) and (height > here or not is_sky(state, zone)):
            return way.to
    return _drawn_over(state, who)


def _drawn_over(state: CombatState, who: FighterId) -> ZoneId | None:
    """Return the first zone straight above a fighter, where that is open air."""
    fighter, levels = state.fighters[who], state.encounter.board.levels
    if fighter.seat is None:
        return None
    here = levels[fighter.level].height
    higher = [level for level in levels.values() if level.height > here]
    for level in sorted(higher, key=lambda level: level.height):
        zone = state.place.zone_at(level.id, fighter.seat)
        if zone is not None:
            return zone if is_sky(state, zone) else None
    return None


def way_made(state: CombatState, who: FighterId, to: ZoneId) -> PlaceChanged | None:
    """Return the fact that links a fighter's zone with one straight above or below it.

    None where a link is there already, or the zone is not above or below.
    """
    zone, seat = state.zone_of(who), state.fighters[who].seat
    if zone is None or seat is None or state.place.links_between(zone, to):
        return None
    level = state.encounter.board.zones[to].level
    if zone == to or state.place.zone_at(level, seat) != to:
        return None
    before = as_encounter(state)
    parts = parts_between(before, apply(before, "add_link", from_=zone, to=to))
    label = before.board.zones[to].label
    return PlaceChanged(says=f"Link to {label}", parts=parts, rule=OVERHEAD)


def with_sky(state: CombatState, who: FighterId, metres: float) -> tuple[PlaceChanged, ZoneId]:
    """Return the fact that makes open air over a fighter's zone, and the new zone.

    It is linked to the zone below it and to the open air over the neighbours.
    """
    below = state.zone_of(who)
    assert below is not None  # whoever flies up is in a zone
    before = as_encounter(state)
    label = before.board.zones[below].label
    encounter, level = _level_above(state, before, below, metres)
    known = set(encounter.board.zones)
    encounter = apply(
        encounter, "add_zone", outline=state.place.outlines[below], level=level,
        name=f"Sky over {label}",
    )  # fmt: skip
    zone = next(each for each in encounter.board.zones if each not in known)
    encounter = apply(encounter, "set_field", kind="zone", id=zone, field="sky", value=True)
    encounter = apply(encounter, "add_link", from_=below, to=zone, metres=metres)
    for other in state.place.neighbours(below, "any"):
        for way in state.place.links_of(other):
            if is_sky(state, way.to) and not is_sky(state, other) and way.to != zone:
                encounter = apply(encounter, "add_link", from_=zone, to=way.to)
    parts = parts_between(before, encounter)
    return PlaceChanged(says=f"Sky over {label}", parts=parts, rule=OVERHEAD), zone


def _level_above(
    state: CombatState, encounter: Encounter, zone: ZoneId, metres: float
) -> tuple[Encounter, LevelId]:
    """Return an encounter with a level of open air so high above a zone, made where need be.

    One that holds air over some of the zone already is left as it is.
    """
    board, squares = encounter.board, state.place.squares_of(zone)
    height = board.levels[board.zones[zone].level].height + metres
    for level in board.levels.values():
        own = [each for each in board.zones.values() if each.level == level.id]
        free = all(each.sky and squares.isdisjoint(state.place.squares_of(each.id)) for each in own)
        if level.height == height and own and free:
            return encounter, level.id
    known = set(board.levels)
    encounter = apply(encounter, "add_level", name="Sky", height=height)
    return encounter, next(each for each in encounter.board.levels if each not in known)
