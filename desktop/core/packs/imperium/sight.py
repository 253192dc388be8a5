"""Sight between fighters, zones and features, where walls, doors and links stop it."""

from collections.abc import Iterator

from desktop.core.model.place import Way
from desktop.core.model.words import FighterId, ZoneId
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.space import zones_between
from desktop.core.rules.barred import barrier_on
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.lines import stop_between
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


def lets_sight(state: CombatState, here: ZoneId, there: ZoneId) -> bool:
    """Whether the nearest ways from zone to zone let one see through."""
    links = zones_in_sight(state, here).get(there)
    return links is not None and links <= zones_between(state, here, there)


def _shut(state: CombatState, way: Way) -> bool:
    barred = barrier_on(state, way.link) is not None
    return barred and reads(state, "barrier_ranged", "blocks sight")


def _sight(book: Rulebook, state: CombatState, who: FighterId, target: str) -> Iterator[Refusal]:
    if book.space.on_squares:
        yield from _by_lines(state, who, target)
    else:
        yield from _by_links(state, who, target)


def _by_links(state: CombatState, who: FighterId, target: str) -> Iterator[Refusal]:
    """Places within a zone mean nothing: the links between the zones decide."""
    here, there = state.zone_of(who), state.zone_of_thing(target)
    if here is None or there is None or here == there:
        return
    if not lets_sight(state, here, there):
        names = label_of(state, who), label_of(state, target)
        yield Refusal(f"{names[0]} does not see {names[1]}: no link lets sight through.", RULE)


def _by_lines(state: CombatState, who: FighterId, target: str) -> Iterator[Refusal]:
    if target in state.encounter.board.zones:
        return
    stop = stop_between(state, who, target)
    if stop is not None:
        names = label_of(state, who), label_of(state, target)
        yield Refusal(f"{names[0]} does not see {names[1]}: {stop.says} is between.", RULE)


CHAPTER = Pack(name="imperium", sight=(_sight,))
