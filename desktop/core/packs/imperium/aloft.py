"""Who is in the air, by what means, and which traits of a zone reach it there."""

from typing import get_args

from desktop.core.model.words import FighterId, SpeedWord, ZoneId
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.events import MarkSet, Moved
from desktop.core.rules.fold import fold
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

TRAITS = RuleRef("IM-FLYING-04")

MEANS = "flies by"
"""The mark on a fighter with what keeps it up; an empty text takes its own wings from it."""
PACE = "flight speed"
"""The mark on a fighter with the Speed that its means of flight gives."""
FLYERS = "flyers and "
"""Before a family of traits, the mark on a zone or link: `escape` or `apply`, as the GM said."""
LOW = 5
"""Metres above the ground where nobody says how high a flyer is."""
SPARED = ("hazard", "obscured", "light", "warp")
"""Families of traits that a flyer escapes by one reading only."""


def means_of(state: CombatState, who: FighterId) -> str | None:
    """Return what a fighter flies by, empty where nobody noted it; None where it cannot fly."""
    mark = state.mark(who, MEANS)
    if mark is not None:
        return str(mark) or None
    flight = state.people[who].profile.flies
    return None if flight is None else flight.means


def can_fly(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter has anything to fly by."""
    return means_of(state, who) is not None


def is_sky(state: CombatState, zone: ZoneId | None) -> bool:
    """Whether a zone is open air."""
    here = state.encounter.board.zones.get(zone) if zone is not None else None
    return here is not None and here.sky


def is_up(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is above any ground, flying or not."""
    if not state.on_board(who):
        return False
    return state.fighters[who].above > 0 or is_sky(state, state.zone_of(who))


def is_flying(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is in the air on its own wings or what else carries it."""
    return is_up(state, who) and can_fly(state, who)


def flight_speed(state: CombatState, who: FighterId) -> SpeedWord | None:
    """Return the Speed of a fighter that is flying; None where that is its own."""
    if not is_flying(state, who):
        return None
    word = state.mark(who, PACE)
    speeds: tuple[SpeedWord, ...] = get_args(SpeedWord)
    if word is not None:
        return next((speed for speed in speeds if speed == word), None)
    flight = state.people[who].profile.flies
    return None if flight is None else flight.speed


def in_the_air(state: CombatState, who: FighterId) -> CombatState:
    """Return the state as if a fighter had taken off."""
    fighter = state.fighters[who]
    if fighter.above > 0 or fighter.seat is None:
        return state
    up = Moved(who=who, how="walked", level=fighter.level, to=fighter.seat, above=LOW)
    return fold(state, up)


# Traits from above


def escapes(state: CombatState, who: FighterId, zone: ZoneId | None, family: str) -> bool:
    """Whether a fighter, flying, has nothing to do with a zone's traits of one family.

    Difficult terrain leaves flyers alone and everything else reaches them, unless the GM has said
    otherwise for the zone or a reading does; what a sky zone has of its own is in the air.
    """
    if zone is None or not is_flying(state, who):
        return False
    said = state.mark(zone, FLYERS + family)
    if said is not None:
        return said == "escape"
    if family == "difficult":
        return True
    below = not is_sky(state, zone) or reads(state, "sky_zone_traits", "shared traits")
    return below and family in SPARED and reads(state, "flying_traits", "no traits")


def zone_for(state: CombatState, who: FighterId, family: str) -> ZoneId | None:
    """Return the zone whose traits of one family reach a fighter; None where it is above them."""
    zone = state.zone_of(who)
    return None if escapes(state, who, zone, family) else zone


def spared(now: Now, who: FighterId, zone: ZoneId, family: str, says: str) -> bool:
    """Whether a flyer escapes what a zone does to it; the GM's word is kept for that zone."""
    if not is_flying(now.state, who):
        return False
    if is_sky(now.state, zone) and not reads(now.state, "sky_zone_traits", "shared traits"):
        return escapes(now.state, who, zone, family)
    default = escapes(now.state, who, zone, family)
    told = f"{label_of(now.state, who)} flies above it unharmed: {says}"
    value = bool(now.word(f"flyer|{zone}|{family}", told, default, TRAITS))
    if value != default:
        word = "escape" if value else "apply"
        now.happens(MarkSet(subject=zone, name=FLYERS + family, value=word, rule=TRAITS))
    return value
