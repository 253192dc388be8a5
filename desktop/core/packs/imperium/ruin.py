"""Zones lost and merged in the middle of a fight: where their people go, what traits are left."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from desktop.core.model.board import Trait
from desktop.core.model.words import FighterId, GroupId, ZoneId
from desktop.core.packs.imperium import hazard
from desktop.core.packs.imperium.aloft import can_fly
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.space import NOWHERE
from desktop.core.rules.book import Pack
from desktop.core.rules.changes import heir_of
from desktop.core.rules.events import LeftBoard, Moved, PlaceChanged, PlaceParts
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_asked
from desktop.core.rules.marks import RIDING
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.seating import seat_for
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

LOST = RuleRef("IM-ZONES-07")
MERGED = RuleRef("IM-ZONES-08")
FALLS = RuleRef("IM-FALLING-01")

AWAY = "off the board"
"""The answer that takes somebody off the board."""


def _changed(now: Now, fact: PlaceChanged) -> None:
    if now.book.space.on_squares:
        return
    before = now.before
    zones = before.encounter.board.zones
    gone = [zone for zone, after in fact.parts.zones.items() if after is None and zone in zones]
    for zone in gone:
        _place_people(now, before, zone)
    _sort_traits(now, before, gone)


# The people of a destroyed zone


def _place_people(now: Now, before: CombatState, zone: ZoneId) -> None:
    """Find everyone of a destroyed zone another place; riders go where their mounts go.

    The GM is asked once for each group: what is said of one holds for the others, each of whom
    can be sent elsewhere.
    """
    said: dict[GroupId, str] = {}
    people = before.in_zone(zone)
    on_foot = [who for who in people if not any(before.related(RIDING, who))]
    for who in (*on_foot, *(rider for rider in people if rider not in on_foot)):
        if who in now.state.fighters and now.state.on_board(who) and not now.state.zone_of(who):
            _place(now, before, zone, who, said)


def _place(
    now: Now, before: CombatState, zone: ZoneId, who: FighterId, said: dict[GroupId, str]
) -> None:
    near = _nearest_first(now.state, before, zone)
    linked = [each for each in near if _steps(before, zone)[each] != NOWHERE]
    if linked and reads(now.state, "occupants_destroyed", "nearest zone"):
        _stand(now, who, linked[0])
        return
    board = now.state.encounter.board
    options = [*(Option(each, board.zones[each].label) for each in near), Option(AWAY, AWAY)]
    label = before.encounter.board.zones[zone].label
    says = f"{label} is gone: where {label_of(now.state, who)} goes"
    group = now.state.people[who].group
    if group is not None and group in said:
        chosen = str(now.word(f"goes|{who}|{zone}", says, said[group], LOST, options))
    else:
        chosen = now.choose(options, None, says, LOST)
    if group is not None:
        said.setdefault(group, chosen)
    if chosen == AWAY:
        now.happens(LeftBoard(who=who, why="away"))
        return
    _come_to(now, who, ZoneId(chosen), _drop(before, now.state, zone, ZoneId(chosen)))


def _come_to(now: Now, who: FighterId, zone: ZoneId, metres: float) -> None:
    """Bring somebody to a zone, by a fall where the GM does not say otherwise."""
    name, label = label_of(now.state, who), label_of(now.state, zone)
    default = metres if not can_fly(now.state, who) else 0
    far = length_asked(now, f"fall|{who}", f"{name} falls so many", default, FALLS)
    seat = seat_for(now.state, who, zone)
    if far and seat is not None:
        now.book.fall.fall(now, who, far, rule=FALLS, to=seat)
        return
    _stand(now, who, zone)
    if hazard.damage_in(now.state, zone):
        enters = reads(now.state, "relocate_is_enter", "counts as entering")
        says = f"{name} enters {label}: {hazard.told(now.state, zone)}"
        if now.word(f"enters|{who}|{zone}", says, enters, LOST):
            hazard.enter(now, who, zone, hazard.APPEARED)


def _stand(now: Now, who: FighterId, zone: ZoneId) -> None:
    seat = seat_for(now.state, who, zone)
    assert seat is not None  # the zone is there
    level, to, above = *seat, now.state.fighters[who].above
    now.happens(Moved(who=who, how="put", level=level, to=to, above=above, rule=LOST))


def _drop(before: CombatState, after: CombatState, lost: ZoneId, zone: ZoneId) -> float:
    """Return how many metres lower another zone lies than a lost one did."""
    boards = before.encounter.board, after.encounter.board
    heights = [
        board.levels[board.zones[each].level].height
        for board, each in zip(boards, (lost, zone), strict=True)
    ]
    return max(0.0, heights[0] - heights[1])


def _nearest_first(after: CombatState, before: CombatState, zone: ZoneId) -> list[ZoneId]:
    """Return the zones that are left, those first that the fewest links lay between."""
    steps = _steps(before, zone)
    left = after.encounter.board.zones
    return sorted(left, key=lambda each: steps.get(each, NOWHERE))


def _steps(before: CombatState, zone: ZoneId) -> dict[ZoneId, float]:
    """Return how many links lay between a zone and each other one before it was lost."""
    found: dict[ZoneId, float] = {zone: 0}
    waiting = [zone]
    for each in waiting:
        for near in before.place.neighbours(each, "any"):
            if near not in found:
                found[near] = found[each] + 1
                waiting.append(near)
    return {**dict.fromkeys(before.encounter.board.zones, NOWHERE), **found}


# The traits of a merged one


def _sort_traits(now: Now, before: CombatState, gone: Iterable[ZoneId]) -> None:
    """Let the GM strike traits from a zone that has taken others in."""
    merged: dict[ZoneId, list[ZoneId]] = {}
    for zone in gone:
        heir = heir_of(before, now.state, zone)
        if heir is not None and heir in before.encounter.board.zones:
            merged.setdefault(heir, [heir]).append(zone)
    for heir, several in merged.items():
        _sort(now, before, heir, several)


def _sort(now: Now, before: CombatState, heir: ZoneId, several: list[ZoneId]) -> None:
    here = now.state.encounter.board.zones[heir]
    larger = max(several, key=lambda zone: len(before.place.squares_of(zone)))
    of_larger = before.encounter.board.zones[larger].traits
    only_larger = reads(now.state, "merge_traits", "larger zone")
    kept = tuple(
        trait
        for trait in _each_once((*here.traits, *of_larger) if only_larger else here.traits)
        if now.word(
            f"merged|{heir}|{trait.word}", f"{here.label} has {trait.word}",
            not only_larger or trait in of_larger, MERGED,
        )
    )  # fmt: skip
    if kept != here.traits:
        says = f"{here.label}: {', '.join(trait.word for trait in kept) or 'no traits'}"
        parts = PlaceParts(zones={heir: replace(here, traits=kept)})
        now.happens(PlaceChanged(says=says, parts=parts, rule=MERGED))


def _each_once(traits: Iterable[Trait]) -> Iterator[Trait]:
    yield from dict.fromkeys(traits)


CHAPTER = Pack(name="imperium", follows={PlaceChanged: (_changed,)})
