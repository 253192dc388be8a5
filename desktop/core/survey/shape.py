"""Checks of the zones and the ways between them (L01 to L14)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import compress, repeat
from operator import is_not

from desktop.core.model.board import Link, Zone
from desktop.core.model.encounter import HEROES
from desktop.core.model.geometry import box, label_point
from desktop.core.model.moments import SetLink
from desktop.core.model.words import LinkId, ZoneId
from desktop.core.rules.lengths import METRES
from desktop.core.survey.facts import each_of, fact
from desktop.core.survey.graph import Graph, path_of
from desktop.core.survey.issue import Fix, Found, Where, graded
from desktop.core.survey.layout import Layout
from desktop.core.survey.places import first

MOST_FOR_HUBS = 60
"""Beyond so many zones nobody looks for one hub, and counting every shortest way costs a frame."""
USUAL_ROOM = 8


def at(*zones: ZoneId) -> tuple[Where, ...]:
    """Return zones as places of an issue."""
    return tuple(Where("zone", zone) for zone in zones)


def number_of_zones(layout: Layout) -> Iterator[Found]:
    """L01; the battlefield advice of IM-ZONES-05 is never an error."""
    n = len(layout.played)
    if n and not 5 <= n <= 10:
        yield Found(check="L01", grade="warning", fields={"n": n})


def out_of_reach(layout: Layout) -> Iterator[Found]:
    """L02; nobody is meant to walk into open air."""
    if not layout.party:
        return
    graph, reached = layout.graph, layout.reached
    left = _in_order(layout, graph.zones(graph.all & ~reached.all))
    for zone in left:
        marks = layout.marks_of(zone)
        if marks.scenery or marks.sky:
            continue
        other = layout.party[0]
        fields = {"zone": layout.label(zone), "other": layout.label(other)}
        fix = _linked(layout, zone, _in_order(layout, graph.zones(reached.all)))
        yield Found(check="L02", grade="error", at=at(zone), fields=fields, fix=fix)


def _linked(layout: Layout, zone: ZoneId, others: list[ZoneId]) -> Fix | None:
    """Return a link to the nearest of the others, by the middles of the zones."""
    outlines = layout.outlines
    here = label_point(outlines[zone])

    def far(other: ZoneId) -> float:
        middle = label_point(outlines[other])
        return (middle.x - here.x) ** 2 + (middle.y - here.y) ** 2

    others = [other for other in others if other != zone]
    if not others:
        return None
    near = min(others, key=far)
    says = f"Link {layout.label(zone)} with {layout.label(near)}"
    return Fix(says, (("add_link", {"from_": zone, "to": near}),))


def ways_round(layout: Layout) -> Iterator[Found]:
    """L03."""
    n = len(layout.played)
    loops = layout.graph.edges - len(layout.zone_ids) + len(layout.graph.parts)
    if (n >= 5 and loops == 0) or (8 <= n <= 10 and loops < 2):
        grade = graded(grave=loops == 0)
        yield Found(check="L03", grade=grade, fields={"loops": loops, "n": n})


def routes_to_the_goal(layout: Layout) -> Iterator[Found]:
    """L04; what a feature opens counts; fewer than five zones are let be, as for every shape."""
    if len(layout.played) < 5 or not layout.party:
        return
    start = layout.party[0]
    for goal in layout.goals:
        if goal == start or goal not in layout.graph.walk((start,)):
            continue
        routes = layout.graph.routes(start, goal)
        if routes < 2 and _with_opened(layout).routes(start, goal) < 2:
            fields = {"zone": layout.label(start), "other": layout.label(goal), "routes": routes}
            yield Found(check="L04", grade="warning", at=at(goal, start), fields=fields)


def _with_opened(layout: Layout) -> Graph:
    """Return the walker's graph as features can make it, by opening links that are no way yet."""
    opened = {
        effect.link
        for each in layout.features.values()
        for effect in each.effects
        if isinstance(effect, SetLink) and effect.kind != "sight"
    }
    links = [layout.links[id_] for id_ in opened if id_ in layout.links]
    return layout.graph.with_paths(path_of(replace(link, kind="open")) for link in links)


def choke_points(layout: Layout) -> Iterator[Found]:
    """L05; with five zones only too many are told."""
    n = len(layout.zone_ids)
    if n < 5 or layout.graph.edges < n - 1:
        return
    cuts = _in_order(layout, layout.graph.cut_zones)
    if 1 <= len(cuts) < 3 or (not cuts and n == 5):
        return
    names = "".join(f", {layout.label(zone)}" for zone in cuts).replace(",", ":", 1)
    grade = graded(grave=bool(cuts))
    yield Found(check="L05", grade=grade, at=at(*cuts), fields={"n": len(cuts), "zones": names})


def hub(layout: Layout) -> Iterator[Found]:
    """L06."""
    if not 5 <= len(layout.zone_ids) <= MOST_FOR_HUBS:
        return
    shares = layout.graph.shares
    zone = max(layout.zone_ids, key=shares.__getitem__)
    if shares[zone] > 0.7:
        fields = {"zone": layout.label(zone), "share": round(100 * shares[zone])}
        yield Found(check="L06", grade="warning", at=at(zone), fields=fields)


def dead_ends(layout: Layout) -> Iterator[Found]:
    """L07."""
    if len(layout.zone_ids) < 5:
        return
    ends = [
        zone
        for zone in _in_order(layout, layout.graph.ends)
        if zone not in layout.words_laid and not _has_a_reason(layout, zone)
    ]
    grade = graded(grave=len(ends) > len(layout.zone_ids) / 4)
    for zone in ends:
        yield Found(check="L07", grade=grade, at=at(zone), fields={"zone": layout.label(zone)})


def _has_a_reason(layout: Layout, zone: ZoneId) -> bool:
    own = layout.marks_of(zone)
    if own.exit or own.goal or own.start or own.scenery:
        return True
    return zone in layout.with_feature


def _in_order(layout: Layout, zones: Collection[ZoneId]) -> list[ZoneId]:
    """Return zones in the order of the file."""
    return [zone for zone in layout.zone_ids if zone in zones] if zones else []


def exits(layout: Layout) -> Iterator[Found]:
    """L08; never an error."""
    if not layout.zone_ids:
        return
    out = layout.exits
    foes = frozenset(layout.foe_starts).difference(layout.party)
    graph = layout.graph
    near = (graph.walk(layout.party, around=foes).within(2) & graph.bits(out)).bit_count()
    if len(out) > 1 and near:
        return
    grade = graded(grave=not (len(out) == 1 and near))
    fields = {"n": len(out), "near": near, "side": layout.side_label(HEROES)}
    yield Found(check="L08", grade=grade, at=at(*out), fields=fields, fix=_way_out(layout, out))


def _way_out(layout: Layout, out: tuple[ZoneId, ...]) -> Fix | None:
    """Return the marking of the nearest zone with the fewest ways as an exit."""
    graph = layout.graph
    walk = graph.walk(layout.party, around=layout.foe_starts)
    left = ~graph.bits(out)
    open_ones = walk.within(2) & left or walk.all & left
    if not open_ones:
        return None
    fewest = graph.fewest(open_ones)
    nearest = next(filter(None, (layer & fewest for layer in walk.layers)))
    zone = _in_order(layout, graph.zones(nearest))[0]
    edit = ("set_field", {"kind": "zone", "ids": [zone], "field": "exit", "value": True})
    return Fix(f"Mark {layout.label(zone)} as an exit", (edit,))


def span(layout: Layout) -> Iterator[Found]:
    """L09."""
    if len(layout.zone_ids) < 6:
        return
    longest = layout.graph.longest
    if longest <= 2 or longest >= 6:
        grade = graded(grave=longest >= 6)
        yield Found(check="L09", grade=grade, fields={"n": longest})


@each_of(Layout.every_zone)
def _across(_layout: Layout) -> Callable[[Zone], float | None]:
    """The width of every zone that is drawn, in squares."""
    return _across_one


@each_of(_across)
def _odd_metres(layout: Layout) -> Callable[[float | None], int | None]:
    """The width in metres of every zone that is drawn too narrow or too wide."""
    metres = METRES[layout.square]

    def odd(across: float | None) -> int | None:
        size = round(across * metres) if across is not None else None
        return None if size is None or 3 <= size <= 20 else size

    return odd


def _across_one(zone: Zone) -> float | None:
    if not zone.outline:
        return None
    left, top, right, bottom = box(zone.outline)
    return float(((right - left) * (bottom - top)) ** 0.5)


def width(layout: Layout) -> Iterator[Found]:
    """L10; drawn size is advice only (IM-ZONES-05)."""
    metres = _odd_metres(layout)
    for zone, size in compress(metres.pairs(), map(is_not, metres.column, repeat(None))):
        if not layout.marks_of(zone).scenery:
            fields = {"zone": layout.label(zone), "metres": size}
            yield Found(check="L10", grade="hint", at=at(zone), fields=fields)


def crowds(layout: Layout) -> Iterator[Found]:
    """L11."""
    small = [marks.capacity for marks in layout.marks.values() if marks.capacity is not None]
    most, in_zone = min((USUAL_ROOM, *small)), layout.in_zone
    if max(map(int.bit_count, in_zone.values()), default=0) <= most:
        return
    full = [those for zone, those in in_zone.items() if zone and those.bit_count() > most]
    for those in sorted(full, key=first):
        zone, n = layout.where.column[first(those)], those.bit_count()
        room = layout.marks_of(zone).capacity if zone else None
        if zone and n > (USUAL_ROOM if room is None else room):
            grade = graded(grave=room is not None)
            fields = {"n": n, "zone": layout.label(zone)}
            yield Found(check="L11", grade=grade, at=at(zone), fields=fields)


UPRIGHT = frozenset(("stairs", "ladder", "climb", "ledge"))


@fact
def _upright(layout: Layout) -> tuple[LinkId, ...]:
    """The links that lead up or down."""
    kinds = layout.link_kinds
    return tuple(compress(kinds.ids.names, map(UPRIGHT.__contains__, kinds.column)))


def heights(layout: Layout) -> Iterator[Found]:
    """L12: six zones want two heights, links up or down metres, a high zone two ways or a prize."""
    upright, levels = _upright(layout), layout.levels
    if not upright and len({levels[level].height for level in layout.zoned}) < 2:
        if len(layout.zone_ids) >= 6:
            fields = {"zone": "The board", "ways": 0, "unmeasured": 0}
            yield Found(check="L12", grade="hint", fields=fields)
        return
    ways_of: dict[ZoneId, list[Link]] = {}
    for id_ in upright:
        link = layout.links[id_]
        for zone in {link.from_, link.to}:
            ways_of.setdefault(zone, []).append(link)
    level_of = layout.level_of.by_id
    for zone in layout.played:
        ways = ways_of.get(zone, [])
        unmeasured = [link for link in ways if link.metres is None and link.from_ == zone]
        marks = layout.marks_of(zone)
        high = levels[level_of[zone]].height > 0 and not marks.sky
        lone = high and len(ways) < 2 and not marks.goal
        if unmeasured or (lone and len(layout.zone_ids) >= 6):
            fields = {
                "zone": layout.label(zone), "ways": len(ways), "unmeasured": len(unmeasured),
            }  # fmt: skip
            places = (*at(zone), *(Where("link", link.id) for link in unmeasured))
            grade, fix = graded(grave=bool(unmeasured)), _measured(layout, unmeasured)
            yield Found(check="L12", grade=grade, at=places, fields=fields, fix=fix)


def _measured(layout: Layout, links: Iterable[Link]) -> Fix | None:
    """Return what gives links between levels the metres that lie between those."""
    levels, level_of = layout.levels, layout.level_of.by_id
    edits: list[tuple[str, Mapping[str, object]]] = []
    for link in links:
        metres = abs(levels[level_of[link.from_]].height - levels[level_of[link.to]].height)
        if metres:
            field = {"kind": "link", "ids": [link.id], "field": "metres", "value": metres}
            edits.append(("set_field", field))
    return Fix("Set the metres between the levels", tuple(edits)) if edits else None


@each_of(Layout.every_link)
def _told_kinds(layout: Layout) -> Callable[[Link], str]:
    """The kind of every link; one through a door is a kind of its own."""
    doors = layout.doors
    return lambda link: "door" if link.through in doors else link.kind


def kinds_of_link(layout: Layout) -> Iterator[Found]:
    """L14."""
    if len(layout.zone_ids) < 5:
        return
    n = len(frozenset(_told_kinds(layout).column))
    if not 3 <= n <= 6:
        yield Found(check="L14", grade=graded(grave=n == 1), fields={"n": n})


CHECKS = (
    number_of_zones, out_of_reach, ways_round, routes_to_the_goal, choke_points, hub, dead_ends,
    exits, span, width, crowds, heights, kinds_of_link,
)  # fmt: skip
