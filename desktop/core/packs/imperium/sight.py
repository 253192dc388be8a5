"""Sight between fighters, zones and features, where walls, doors and links stop it."""

from collections.abc import Iterator

from desktop.core.model import sight as lines
from desktop.core.model.place import Spot, Way
from desktop.core.model.words import FeatureId, FighterId, ZoneId
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

RULE = RuleRef("IM-RANGED-02")


def stacked(state: CombatState, key: str) -> str:
    """Return the key of a part that bad sight or range brings to a Ranged Test.

    With the other reading they all have one, so that only the first counts.
    """
    return "sight and range" if reads(state, "sight_stack", "count as one") else key


def zones_in_sight(state: CombatState, start: ZoneId) -> dict[ZoneId, int]:
    """Return the zones that links let one see from a zone, with the links in between."""
    seen = {start: 0}
    waiting = [start]
    for zone in waiting:
        for way in state.place.ways(zone, "sight"):
            if way.to not in seen and not _shut(state, way):
                seen[way.to] = seen[zone] + 1
                waiting.append(way.to)
    return seen


def _shut(state: CombatState, way: Way) -> bool:
    return way.link.kind == "barrier" and reads(state, "barrier_ranged", "blocks sight")


def _sight(book: Rulebook, state: CombatState, who: FighterId, target: str) -> Iterator[Refusal]:
    if book.space.name == "zones":
        yield from _by_links(book, state, who, target)
    else:
        yield from _by_lines(state, who, target)


def _by_links(book: Rulebook, state: CombatState, who: FighterId, target: str) -> Iterator[Refusal]:
    """Places within a zone mean nothing: the links between the zones decide."""
    here, there = state.zone_of(who), state.zone_of_thing(target)
    if here is None or there is None or here == there:
        return
    links = zones_in_sight(state, here).get(there)
    if links is None or links > book.space.distance(state, who, target).steps:
        names = label_of(state, who), label_of(state, target)
        yield Refusal(f"{names[0]} does not see {names[1]}: no link lets sight through.", RULE)


def _by_lines(state: CombatState, who: FighterId, target: str) -> Iterator[Refusal]:
    mine = _spots(state, who)
    theirs = _spots(state, target)
    if not mine or not theirs:
        return
    stop = None
    for one, other in [*((mine[0], spot) for spot in theirs), *((s, theirs[0]) for s in mine)]:
        stop = lines.stop(state.place, one, other)
        if stop is None:
            return
    if stop is not None:
        names = label_of(state, who), label_of(state, target)
        yield Refusal(f"{names[0]} does not see {names[1]}: {stop.says} is between.", RULE)


def _spots(state: CombatState, thing: str) -> list[Spot]:
    """Return the squares of a fighter, its seat first, or of a feature; none for a zone."""
    if thing in state.fighters:
        fighter = state.fighters[FighterId(thing)]
        if fighter.seat is None:
            return []
        rest = [at for at in footprint_of(state, FighterId(thing)) if at != fighter.seat]
        return [Spot(fighter.level, at) for at in (fighter.seat, *rest)]
    feature = state.encounter.board.features.get(FeatureId(thing))
    return [] if feature is None else [Spot(feature.level, at) for at in feature.squares]


CHAPTER = Pack(name="imperium", sight=(_sight,))
