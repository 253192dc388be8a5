"""The zones as a walker's graph; kept for as long as the ways are the same."""

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from desktop.core.model.board import Link
from desktop.core.model.words import ZoneId

if TYPE_CHECKING:
    import networkx

MOST_WALKS = 2000
Walk = tuple[tuple[ZoneId, ...], frozenset[ZoneId], int | None]
"""From where, around what, and how far."""
Ways = tuple[tuple[ZoneId, tuple[ZoneId, ...]], ...]
Path = tuple[ZoneId, ZoneId, bool]
"""From where to where, and whether back too."""


def path_of(link: Link) -> Path | None:
    """Return what a link is to a walker, whatever is shut."""
    if link.kind == "sight" or link.from_ == link.to:
        return None
    return link.from_, link.to, link.kind != "ledge"


def ways_of(zones: Iterable[ZoneId], paths: Iterable[Path | None]) -> Ways:
    """Return the neighbours of every zone on foot."""
    near: dict[ZoneId, dict[ZoneId, None]] = {zone: {} for zone in zones}
    for one, other, back in filter(None, paths):
        near[one][other] = None
        if back:
            near[other][one] = None
    return tuple((zone, tuple(others)) for zone, others in near.items())


class Graph:
    """Who can walk where; everything that only the ways decide is worked out once."""

    def __init__(self, ways: Ways) -> None:
        self.ways: Mapping[ZoneId, tuple[ZoneId, ...]] = dict(ways)
        self._walks: dict[Walk, dict[ZoneId, int]] = {}
        self._back_walks: dict[frozenset[ZoneId], dict[ZoneId, int]] = {}
        self._within: dict[int, Mapping[ZoneId | None, tuple[ZoneId, ...]]] = {}

    @staticmethod
    @lru_cache(maxsize=8)
    def of(ways: Ways) -> "Graph":
        """Return the graph of these ways."""
        return Graph(ways)

    @cached_property
    def both_ways(self) -> Mapping[ZoneId, tuple[ZoneId, ...]]:
        """Neighbours, as if every way led both ways."""
        found: dict[ZoneId, dict[ZoneId, None]] = {zone: {} for zone in self.ways}
        for one, others in self.ways.items():
            for other in others:
                found[one][other] = None
                found[other][one] = None
        return {zone: tuple(others) for zone, others in found.items()}

    @cached_property
    def degrees(self) -> Mapping[ZoneId, int]:
        """How many neighbours each zone has, whichever way."""
        return {zone: len(others) for zone, others in self.both_ways.items()}

    @cached_property
    def edges(self) -> tuple[tuple[ZoneId, ZoneId], ...]:
        """Pairs of zones joined, whichever way, each once, in order."""
        pairs = {
            (min(one, other), max(one, other))
            for one, others in self.ways.items()
            for other in others
            if one != other
        }
        return tuple(sorted(pairs))

    @cached_property
    def parts(self) -> int:
        """How many pieces the graph falls into."""
        left, parts = set(self.ways), 0
        while left:
            parts += 1
            waiting = [left.pop()]
            while waiting:
                for other in self.both_ways[waiting.pop()]:
                    if other in left:
                        left.remove(other)
                        waiting.append(other)
        return parts

    @cached_property
    def longest(self) -> int:
        """Links between the two zones furthest apart that are joined at all."""
        names = {zone: number for number, zone in enumerate(self.ways)}
        near = [
            [names[other] for other in self.both_ways[zone]] for zone in self.ways
        ]  # fmt: skip
        reached = [1 << number for number in range(len(near))]
        rounds = 0
        while True:
            wider = []
            for number, others in enumerate(near):
                mask = reached[number]
                for other in others:
                    mask |= reached[other]
                wider.append(mask)
            if wider == reached:
                return rounds
            reached, rounds = wider, rounds + 1

    @cached_property
    def back_ways(self) -> Mapping[ZoneId, tuple[ZoneId, ...]]:
        """From where one comes to each zone."""
        found: dict[ZoneId, list[ZoneId]] = {zone: [] for zone in self.ways}
        for one, others in self.ways.items():
            for other in others:
                found[other].append(one)
        return {zone: tuple(others) for zone, others in found.items()}

    def walk(
        self, starts: Iterable[ZoneId], around: Iterable[ZoneId] = (), most: int | None = None
    ) -> dict[ZoneId, int]:
        """Return moves on foot from the nearest start to every zone reached.

        Never enters those of `around`, nor goes further than `most`.
        """
        key = (tuple(starts), frozenset(around), most)
        if key not in self._walks:
            if len(self._walks) >= MOST_WALKS:
                self._walks.clear()
            self._walks[key] = _spread(self.ways, key[0], key[1], most)
        return self._walks[key]

    def within(self, most: int) -> Mapping[ZoneId | None, tuple[ZoneId, ...]]:
        """Return the zones at most so many moves on foot from each, itself among them.

        There are none from nowhere.
        """
        if most not in self._within:
            shut = frozenset[ZoneId]()
            near: dict[ZoneId | None, tuple[ZoneId, ...]] = {None: ()}
            for zone in self.ways:
                near[zone] = tuple(_spread(self.ways, (zone,), shut, most))
            self._within[most] = near
        return self._within[most]

    def far_from(self, ends: Iterable[ZoneId]) -> dict[ZoneId, int]:
        """Return moves on foot from every zone to the nearest of some ends."""
        key = frozenset(ends)
        if key not in self._back_walks:
            self._back_walks[key] = _spread(self.back_ways, key, frozenset(), None)
        return self._back_walks[key]

    @cached_property
    def cut_zones(self) -> frozenset[ZoneId]:
        """Zones that split the board when they are blocked."""
        import networkx  # late: it takes as long to import as the rest of a start

        return frozenset(networkx.articulation_points(self._plain))

    @cached_property
    def shares(self) -> Mapping[ZoneId, float]:
        """What share of the shortest ways leads through each zone, 0 to 1."""
        import networkx

        return dict(networkx.betweenness_centrality(self._plain))

    @lru_cache(maxsize=16)  # noqa: B019 - a graph lives as long as the few that `of` keeps
    def routes(self, start: ZoneId, goal: ZoneId) -> int:
        """Return how many ways there are that share no zone between; three are counted as two."""
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
        graph.add_nodes_from(self.ways)
        graph.add_edges_from(self.edges)
        return graph


def _spread(
    ways: Mapping[ZoneId, tuple[ZoneId, ...]],
    starts: Iterable[ZoneId],
    shut: frozenset[ZoneId],
    most: int | None,
) -> dict[ZoneId, int]:
    reached = {zone: 0 for zone in starts if zone in ways}
    waiting = deque(reached)
    while waiting:
        zone = waiting.popleft()
        moves = reached[zone] + 1
        if most is not None and moves > most:
            break
        for other in ways[zone]:
            if other not in reached and other not in shut:
                reached[other] = moves
                waiting.append(other)
    return reached
