"""The zones as a walker's graph, taken over from another where only some ways differ.

Each zone has a number, and several zones are an integer with a bit for each. The numbers mean no
order: who wants one zone of several looks for it in the order of the file.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache, partial, reduce
from itertools import compress
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, cast

from desktop.core.model.board import Link
from desktop.core.model.words import LinkId, ZoneId
from desktop.core.survey.cuts import Cuts, cuts_after, cuts_of
from desktop.core.survey.places import flags, picked
from desktop.core.survey.spreading import (
    FEW,
    Across,
    Near,
    Spreads,
    each,
    number_of,
    spread,
    union,
)
from desktop.core.survey.table import Ids, Table, exchanged, shift

if TYPE_CHECKING:
    import networkx

Path = tuple[ZoneId, ZoneId, bool]
"""From where to where, and whether back too."""
Paths = Table[LinkId, Path | None]
Zones = tuple[ZoneId, ...] | frozenset[ZoneId]
NO_IDS: Ids[ZoneId] = Ids(())
NO_PATHS: Paths = Table(Ids(()), ())


def path_of(link: Link) -> Path | None:
    """Return what a link is to a walker, whatever is shut."""
    if link.kind == "sight" or link.from_ == link.to:
        return None
    return link.from_, link.to, link.kind != "ledge"


class Walk:
    """The zones reached with no move, with one, and so on, as bits."""

    def __init__(self, graph: "Graph", layers: tuple[int, ...]) -> None:
        self._graph = graph
        self.layers = layers
        self.all = reduce(or_, layers, 0)

    def __contains__(self, zone: ZoneId) -> bool:
        return bool(self.all & self._graph.bit[zone])

    def moves(self, zone: ZoneId) -> int | None:
        """Return with how many moves a zone is reached."""
        bit = self._graph.bit[zone]
        return next((many for many, layer in enumerate(self.layers) if layer & bit), None)

    def within(self, most: int) -> int:
        """Return the bits of the zones reached with at most so many moves."""
        return reduce(or_, self.layers[: most + 1], 0)

    def beyond(self, most: int) -> dict[ZoneId, int]:
        """Return the moves to every zone that is reached with more."""
        zones, layers = self._graph.zones, self.layers
        return {zone: many for many in range(most + 1, len(layers)) for zone in zones(layers[many])}


class Graph:
    """Who can walk where; everything that only the ways decide is worked out once."""

    def __init__(self, order: tuple[ZoneId, ...], ways: "Ways") -> None:
        self._order = order
        self.names, self.near, self.links, self.ledges = ways
        self.bit = {zone: 1 << number for number, zone in enumerate(self.names) if zone is not None}
        self._on = Spreads(self.near)
        self._back = Spreads(self.back_ways) if self.ledges else self._on
        self._joined = Spreads(self.both_ways) if self.ledges else self._on
        self.hub = 0
        """A zone in the middle, as far as one was looked for."""
        self._find_cuts: Callable[[Near, int], Cuts] = cuts_of
        self._bits: dict[Zones, int] = {}
        self._within: dict[tuple[ZoneId, int], tuple[int, frozenset[ZoneId]]] = {}
        self._routes: dict[tuple[ZoneId, ZoneId], int] = {}

    @staticmethod
    @lru_cache(maxsize=8)
    def _of(order: tuple[ZoneId, ...], ways: "Ways") -> "Graph":
        """Return the graph of these ways, the same one when an edit is undone."""
        return Graph(order, ways)

    @staticmethod
    def of(zones: Ids[ZoneId], paths: Paths) -> "Graph":
        """Return the graph of these zones and paths."""
        return Graph((), NO_WAYS).followed((NO_IDS, NO_PATHS), (zones, paths))

    def followed(self, was: tuple[Ids[ZoneId], Paths], now: tuple[Ids[ZoneId], Paths]) -> "Graph":
        """Return the graph of other zones and paths; this one where they come to the same."""
        (old_zones, old_paths), (zones, paths) = was, now
        by, (gone, come) = shift(old_zones, zones), exchanged(old_paths, paths)
        if not (by or gone or come):
            return self
        ways = _Change(self)
        came = by.new(zones.names)
        ways.take_in(came)
        for path in filter(None, gone):
            ways.count(path, -1)
        for path in filter(None, come):
            ways.count(path, 1)
        ways.leave_out(frozenset(by.lost(old_zones.names)).difference(came))
        made = Graph._of(zones.names, ways.made())
        made._take_over(self, ways.changed)
        return made

    def _take_over(self, before: "Graph", changed: int) -> None:
        """Keep what was worked out before and has no zone that changed."""
        self.hub = self.hub or before.hub
        # Where no way leads one way only the three are one.
        self._on.follow(before._on, changed)
        self._back.follow(before._back, changed)
        self._joined.follow(before._joined, changed)
        self._find_cuts = partial(cuts_after, before._cuts, changed)
        kept = before._within.items()
        self._within |= {key: within for key, within in kept if not within[0] & changed}

    def with_paths(self, paths: Iterable[Path | None]) -> "Graph":
        """Return the graph with more paths."""
        ways = _Change(self)
        for path in filter(None, paths):
            ways.count(path, 1)
        return Graph(self._order, ways.made())

    # Zones as bits

    def bits(self, zones: Zones) -> int:
        """Return the bits of zones; of the same ones they are asked for often."""
        known = self._bits.get(zones)
        if known is None:
            known = self._bits[zones] = reduce(or_, map(self.bit.__getitem__, zones), 0)
        return known

    def zones(self, bits: int) -> frozenset[ZoneId]:
        """Return the zones of some bits."""
        names = cast("tuple[ZoneId, ...]", self.names)
        if bits.bit_count() < FEW:
            return frozenset(map(names.__getitem__, each(bits)))
        return frozenset(picked(names, bits))

    @cached_property
    def all(self) -> int:
        """The bits of every zone."""
        return sum(self.bit.values())

    # What is joined

    @cached_property
    def both_ways(self) -> Near:
        """Neighbours, as if every way led both ways."""
        if not self.ledges:
            return self.near
        return tuple(map(or_, self.near, self.back_ways))

    @cached_property
    def back_ways(self) -> Near:
        """From where one comes to each zone."""
        if not self.ledges:
            return self.near
        found = [0] * len(self.near)
        for number, near in enumerate(self.near):
            for other in each(near):
                found[other] |= 1 << number
        return found

    def beside(self, zone: ZoneId) -> frozenset[ZoneId]:
        """Return the neighbours of a zone, as if every way led both ways."""
        return self.zones(self.both_ways[number_of(self.bit[zone])])

    def ways(self, zone: ZoneId) -> frozenset[ZoneId]:
        """Return where one walks from a zone."""
        return self.zones(self.near[number_of(self.bit[zone])])

    @cached_property
    def with_one_way(self) -> frozenset[ZoneId]:
        """The zones from which one walks to one zone only."""
        return self._with_one(self.near) if self.ledges else self.ends

    @cached_property
    def ends(self) -> frozenset[ZoneId]:
        """The zones with one neighbour, whichever way."""
        return self._with_one(self.both_ways)

    def _with_one(self, near: Near) -> frozenset[ZoneId]:
        pairs = zip(cast("tuple[ZoneId, ...]", self.names), near, strict=True)
        return frozenset([zone for zone, beside in pairs if beside.bit_count() == 1])

    def fewest(self, bits: int) -> int:
        """Return the bits of those of some zones that have the fewest neighbours."""
        many = tuple(map(int.bit_count, self.both_ways))
        least = min(compress(many, flags(bits)))
        return bits & sum(1 << number for number, beside in enumerate(many) if beside == least)

    @cached_property
    def edges(self) -> int:
        """How many pairs of zones are joined, whichever way."""
        return sum(map(int.bit_count, self.both_ways)) // 2

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The pieces that the graph falls into, each by moves from one of its zones."""
        found, left = [], self.all
        while left:
            found.append(self._joined.reached(left & -left))
            left &= ~reduce(or_, found[-1])
        return tuple(found)

    @cached_property
    def longest(self) -> int:
        """Links between the two zones furthest apart that are joined at all."""
        found = 0
        for part in self.parts:
            across = Across(self._joined.reached, part, self.hub)
            if across.longest > found:
                found, self.hub = across.longest, across.hub
        return found

    # Walks

    def walk(self, starts: Zones, around: Zones = ()) -> Walk:
        """Return the walk from the nearest start to every zone, never into those of `around`."""
        return Walk(self, self._on.reached(self.bits(starts), self.bits(around)))

    def walk_back(self, ends: Zones) -> Walk:
        """Return the walk from every zone to the nearest of some ends, from its end on."""
        return Walk(self, self._back.reached(self.bits(ends)))

    def within(self, zone: ZoneId, most: int) -> frozenset[ZoneId]:
        """Return the zones at most so many moves on foot from one, itself among them."""
        key = zone, most
        if key not in self._within:
            bits = reduce(or_, spread(self.near, (self.bit[zone],), most=most))
            self._within[key] = bits, self.zones(bits)
        return self._within[key][1]

    def on_short_ways(self, starts: Zones, ends: Zones) -> frozenset[ZoneId]:
        """Return the zones on a shortest way from the nearest start to one of some ends."""
        wanted, back, found, used = self.bits(ends), self.back_ways, 0, 0
        for layer in reversed(self.walk(starts).layers):
            used = layer & (wanted | union(back, used))
            found |= used
        return self.zones(found)

    @cached_property
    def cut_zones(self) -> frozenset[ZoneId]:
        """Zones that split the board when they are blocked."""
        return self.zones(self._cuts.found)

    @cached_property
    def _cuts(self) -> Cuts:
        return self._find_cuts(self.both_ways, self.all)

    def may_part(self, zone: ZoneId) -> bool:
        """Whether some zones may be reached only through one, whoever goes where."""
        return bool(self.ledges) or zone in self.cut_zones

    # What is worked out with networkx, late: it takes as long to import as the rest of a start

    @cached_property
    def shares(self) -> Mapping[ZoneId, float]:
        """What share of the shortest ways leads through each zone, 0 to 1."""
        import networkx

        found = networkx.betweenness_centrality(self._plain)
        # The order in which zones and ways came shows in the last digits.
        return {zone: round(share, 9) for zone, share in found.items()}

    def routes(self, start: ZoneId, goal: ZoneId) -> int:
        """Return how many ways there are that share no zone between; three are counted as two."""
        key = start, goal
        if key not in self._routes:
            self._routes[key] = self._count_routes(start, goal)
        return self._routes[key]

    def _count_routes(self, start: ZoneId, goal: ZoneId) -> int:
        from networkx.algorithms.connectivity import local_node_connectivity

        graph = self._plain.copy()
        beside = graph.has_edge(start, goal)
        if beside:
            graph.remove_edge(start, goal)
        return int(beside) + int(local_node_connectivity(graph, start, goal, cutoff=2))

    @cached_property
    def _plain(self) -> "networkx.Graph[ZoneId]":
        import networkx

        graph: networkx.Graph[ZoneId] = networkx.Graph()
        graph.add_nodes_from(self._order)
        names, near = cast("tuple[ZoneId, ...]", self.names), enumerate(self.both_ways)
        pairs = ((one, other) for one, bits in near for other in each(bits >> one << one))
        graph.add_edges_from((names[one], names[other]) for one, other in pairs)
        return graph


class Ways(NamedTuple):
    """Who can walk where, by the numbers of zones."""

    names: tuple[ZoneId | None, ...]
    """The zone of each number; None for one that no zone has."""
    near: tuple[int, ...]
    links: frozenset[tuple[tuple[int, int], int]]
    """From zone to zone how many links lead, where they are more than one."""
    ledges: int
    """How many links lead one way only."""


NO_WAYS = Ways((), (), frozenset(), 0)


class _Change:
    """A change of ways."""

    def __init__(self, graph: Graph) -> None:
        self._bit = graph.bit.copy()
        self._names = list(graph.names)
        self._near = list(graph.near)
        self._links = dict(graph.links)
        self._ledges = graph.ledges
        self.changed = 0
        """The bits of zones that are others now, or have other neighbours."""

    def made(self) -> Ways:
        """Return what came of it."""
        links = frozenset(self._links.items())
        return Ways(tuple(self._names), tuple(self._near), links, self._ledges)

    def take_in(self, zones: Iterable[ZoneId]) -> None:
        """Give a number to every zone that has none."""
        for zone in zones:
            if zone not in self._bit:
                if None in self._names:
                    number = self._names.index(None)
                else:
                    number = len(self._names)
                    self._names.append(None)
                    self._near.append(0)
                self._bit[zone] = 1 << number
                self._names[number] = zone
                self.changed |= 1 << number

    def leave_out(self, zones: Iterable[ZoneId]) -> None:
        """Forget zones that no path leads to."""
        for zone in zones:
            bit = self._bit.pop(zone)
            self._names[number_of(bit)] = None
            self.changed |= bit

    def count(self, path: Path, many: int) -> None:
        """Count a path in, or out."""
        one, other = (number_of(self._bit[zone]) for zone in path[:2])
        self._count(one, other, many)
        if path[2]:
            self._count(other, one, many)
        else:
            self._ledges += many

    def _count(self, one: int, other: int, many: int) -> None:
        before = self._links.pop((one, other), 1) if self._near[one] >> other & 1 else 0
        if bool(before) != bool(before + many):
            self._near[one] ^= 1 << other
            self.changed |= 1 << one | 1 << other
        if before + many > 1:
            self._links[one, other] = before + many
