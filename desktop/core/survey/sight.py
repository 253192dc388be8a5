"""Checks of what is seen from where, and of the way out of it (L15 to L17, L46)."""

from collections.abc import Iterator, Mapping

from desktop.core.model.words import ZoneId
from desktop.core.survey.facts import fact
from desktop.core.survey.issue import Found, graded
from desktop.core.survey.layout import Layout, percent
from desktop.core.survey.shape import at

MOST_FOR_VIEWS = 60
"""Beyond so many zones nobody asks what is seen from where, and asking would cost a frame."""

LANE = 2
"""How many links away one has to see for a weapon of Long Range to be worth its carrying."""


def _seen(layout: Layout, zone: ZoneId) -> dict[ZoneId, int]:
    """Return what is seen from a zone; thick smoke lets nobody see into it or through."""
    clear = [each for each in layout.zone_ids if "heavily obscured" not in layout.words(each)]
    if zone not in clear:
        return {}
    seen = layout.place.zones_seen(zone, through=clear)
    return {other: far for other, far in seen.items() if other in clear}


@fact
def _views(layout: Layout) -> Mapping[ZoneId, Mapping[ZoneId, int]]:
    """What is seen from each zone; empty where the board is too small or too large to ask."""
    if not 5 <= len(layout.zone_ids) <= MOST_FOR_VIEWS:
        return {}
    return {zone: _seen(layout, zone) for zone in layout.zone_ids}


@fact
def _overlooks(layout: Layout) -> dict[ZoneId, int]:
    """The zones that see more than 60 percent of the others."""
    views = _views(layout)
    shares = {zone: percent(len(seen), len(views) - 1) for zone, seen in views.items()}
    return {zone: share for zone, share in shares.items() if share > 60}


@fact
def with_a_lane(layout: Layout) -> frozenset[ZoneId]:
    """The zones from which one is seen that is two links away or more."""
    views = _views(layout).items()
    return frozenset(zone for zone, seen in views if any(far >= LANE for far in seen.values()))


def overlooks(layout: Layout) -> Iterator[Found]:
    """L15: no lane for long guns, or a spot that sees too much; in open ground it speaks once."""
    found = _overlooks(layout)
    if _views(layout) and not with_a_lane(layout):
        fields = {"zone": "No zone", "has": "one that is two links away"}
        yield Found(check="L15", grade="hint", fields=fields)
    if len(found) > len(layout.zone_ids) // 2:
        zone = max(found, key=lambda each: found[each])
        found = {zone: found[zone]}
    starts = {*layout.party, *layout.foe_starts}
    for zone, share in found.items():
        grave = len(found) > 1 or zone in starts
        fields = {"zone": layout.label(zone), "has": f"{share} % of the other zones"}
        grade = graded(grave=grave)
        yield Found(check="L15", grade=grade, at=at(zone), fields=fields)


def starts_in_view(layout: Layout) -> Iterator[Found]:
    """L16."""
    if len(layout.zone_ids) > MOST_FOR_VIEWS:
        return
    for one in layout.party:
        seen = _seen(layout, one)
        for other in layout.foe_starts:
            if seen.get(other, 99) > 2 or layout.has(one, "cover") or layout.has(other, "cover"):
                continue
            fields = {"zone": layout.label(one), "other": layout.label(other)}
            yield Found(check="L16", grade="warning", at=at(one, other), fields=fields)


def dominant(layout: Layout) -> Iterator[Found]:
    """L17."""
    for zone in _overlooks(layout):
        covered = any(word in ("medium cover", "heavy cover") for word in layout.words(zone))
        if covered and zone in layout.graph.ends:
            fields = {"zone": layout.label(zone)}
            yield Found(check="L17", grade="warning", at=at(zone), fields=fields)


def door_problem(layout: Layout) -> Iterator[Found]:
    """L46: a start that nothing draws or drives the party out of."""
    if len(layout.zone_ids) < 3:
        return
    goal = layout.goal
    pulled = bool(layout.goals) or (goal is not None and goal.by_round is not None)
    for start in () if pulled else filter(layout.graph.with_one_way.__contains__, layout.party):
        if layout.has(start, "hazard"):
            continue
        (other,) = layout.graph.ways(start)
        safer = _shelter(layout, start) > _shelter(layout, other)
        if safer:
            fields = {"zone": layout.label(start), "other": layout.label(other)}
            yield Found(check="L46", grade="warning", at=at(start, other), fields=fields)


SHELTER = {
    "light cover": 1, "medium cover": 2, "heavy cover": 3, "poorly lit": 1, "dark": 2,
}  # fmt: skip


def _shelter(layout: Layout, zone: ZoneId) -> int:
    return sum(SHELTER.get(word, 0) for word in layout.words(zone))


CHECKS = (overlooks, starts_in_view, dominant, door_problem)
