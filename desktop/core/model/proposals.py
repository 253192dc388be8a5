"""The links that the geometry suggests and the encounter lacks."""

from collections.abc import Iterator
from typing import NamedTuple

from desktop.core.model import crossing, geometry
from desktop.core.model.place import Place
from desktop.core.model.words import DoorId, LinkKind, Point, Square, ZoneId

WAYS_BETWEEN = ("lift", "hatch", "duct", "stairs")


class Proposal(NamedTuple):
    """A link that could be made."""

    from_: ZoneId
    to: ZoneId
    kind: LinkKind
    through: str
    """The door, lift, hatch or duct it would lead through."""
    along: tuple[Point, Point] | None
    """The stretch of border it would cross, for drawing."""
    ends: tuple[Square, Square] | None
    """The two squares it would join, for drawing."""


def proposals(place: Place) -> tuple[Proposal, ...]:
    """Return what is proposed: zones that touch, doors between zones, ways between levels.

    At most one for two zones; in the order of the zones in the file.
    """
    board = place.board
    joined = {frozenset((link.from_, link.to)) for link in board.links.values()}
    found: dict[frozenset[ZoneId], Proposal] = {}
    for proposal in (*_through_doors(place), *_across_borders(place), *_between_levels(place)):
        pair = frozenset((proposal.from_, proposal.to))
        if pair not in joined and len(pair) == 2:
            found.setdefault(pair, proposal)
    order = {zone: index for index, zone in enumerate(board.zones)}
    return tuple(sorted(found.values(), key=lambda one: (order[one.from_], order[one.to])))


def _touching(place: Place) -> Iterator[tuple[ZoneId, ZoneId]]:
    """Yield the pairs of zones that share a border, each once, in the order of the file."""
    order = {zone: index for index, zone in enumerate(place.board.zones)}
    found: set[tuple[ZoneId, ZoneId]] = set()
    for level in place.board.levels:
        owners = place.zone_map(level).owners
        for (x, y), zone in owners.items():
            for other in (owners.get(Square(x + 1, y)), owners.get(Square(x, y + 1))):
                if other is not None and other != zone:
                    first = order[zone] < order[other]
                    found.add((zone, other) if first else (other, zone))
    yield from sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))


def _across_borders(place: Place) -> Iterator[Proposal]:
    for one, other in _touching(place):
        along = _open_stretch(place, one, other)
        if along is not None:
            yield Proposal(one, other, "open", "", along, None)


def _open_stretch(place: Place, one: ZoneId, other: ZoneId) -> tuple[Point, Point] | None:
    """Return the longest stretch of the border of two zones that no wall closes."""
    zones = place.board.zones
    if zones[one].level != zones[other].level:
        return None
    ground = place.ground(zones[one].level)
    pairs = crossing.border(place.squares_of(one), place.squares_of(other))
    free = tuple(
        pair
        for pair in pairs
        if geometry.edge_between(*pair) not in ground.edges and ground.walls.keys().isdisjoint(pair)
    )
    if not free:
        return None
    run = crossing.longest_run(free)
    return crossing.stretch(run)


def way_through(place: Place, one: ZoneId, other: ZoneId) -> str:
    """Return the door or lift that a link between two zones leads through.

    Empty where their border is open somewhere, and where there is no such thing.
    """
    if _open_stretch(place, one, other) is not None:
        return ""
    ways = (*_through_doors(place), *_between_levels(place))
    return next((way.through for way in ways if {way.from_, way.to} == {one, other}), "")


def _through_doors(place: Place) -> Iterator[Proposal]:
    order = {zone: index for index, zone in enumerate(place.board.zones)}
    for door in place.board.doors.values():
        edges = geometry.edges_along(door.on)
        if not edges:
            continue
        a, b = geometry.beside(edges[len(edges) // 2])
        one, other = place.zone_at(door.level, a), place.zone_at(door.level, b)
        if one is None or other is None or one == other:
            continue
        if order[one] > order[other]:
            one, other = other, one
        yield Proposal(one, other, "open", DoorId(door.id), door.on, None)


def _between_levels(place: Place) -> Iterator[Proposal]:
    for feature in place.board.features.values():
        if feature.kind not in WAYS_BETWEEN or not feature.squares:
            continue
        here = feature.squares[0]
        one = place.zone_at(feature.level, here)
        for stop in feature.stops:
            other = place.zone_at(stop.level, stop.at)
            if one is not None and other is not None and one != other:
                kind: LinkKind = "stairs" if feature.kind == "stairs" else "open"
                yield Proposal(one, other, kind, feature.id, None, (here, stop.at))
