"""What is known of each link, taken over from board to board while its border stays the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, starmap
from typing import NamedTuple, cast

from desktop.core.model.board import Board, Feature, Link
from desktop.core.model.crossing import border
from desktop.core.model.geometry import beside, edge_between
from desktop.core.model.obstruction import Obstruction
from desktop.core.model.stops import Stop
from desktop.core.model.tables import renewed, things_changed
from desktop.core.model.words import LevelId, LinkId, Point, Square, ZoneId
from desktop.core.model.zone_map import NO_SQUARES


class Spot(NamedTuple):
    """A square of a level."""

    level: LevelId
    square: Square


class LinkSpot(NamedTuple):
    """Where a link is drawn and crossed."""

    middle: Point
    first: Spot
    """The square on the side of the zone that it leads from."""
    second: Spot
    along: tuple[Point, Point] | None
    """The stretch of border, for a link that crosses one."""


@dataclass(slots=True, eq=False)
class Border:
    """One link with what decides where it is crossed; a place fills in the answers when asked."""

    parts: tuple[object, ...]
    beside: frozenset[Square] = NO_SQUARES
    """The squares on both sides of it; none where its zones are not on one level."""
    stop: Stop | None = None
    is_stop_known: bool = False
    spot: LinkSpot | None = None
    is_spot_known: bool = False

    @property
    def link(self) -> Link:
        """The link itself."""
        return cast("Link", self.parts[0])


class Borders:
    """The border of every link, taken over from another board's where nothing there differs."""

    def __init__(
        self,
        board: Board,
        size: tuple[int, int],
        squares: Mapping[LevelId, Mapping[ZoneId, frozenset[Square]]],
        grounds: Mapping[LevelId, Obstruction],
        before: "Borders | None" = None,
    ) -> None:
        self.size = size
        self.squares = squares
        self.grounds = grounds
        self._board = board
        if before is not None and before.size != size:
            before = None
        self.links = board.links
        self.by_link = self._followed(before) if before is not None else self._new()
        """The same mapping as before where every border is."""

    def _new(self) -> Mapping[LinkId, Border]:
        return {id_: self._made(link) for id_, link in self.links.items()}

    def _followed(self, before: "Borders") -> Mapping[LinkId, Border]:
        known, change = before.by_link, things_changed(before.links, self.links)
        asked = {*map(LinkId, (*change.added, *change.changed)), *_Stirred(self, before).links()}
        fresh = {
            id_: self._border(known.get(id_), self.links[id_])
            for id_ in filter(asked.__contains__, self.links if asked else ())
        }
        return renewed(known, fresh, self.links, change)

    def _border(self, known: Border | None, link: Link) -> Border:
        made = self._made(link)
        return known if known is not None and known.parts == made.parts else made

    def _made(self, link: Link) -> Border:
        board = self._board
        first, second = board.zones[link.from_].level, board.zones[link.to].level
        one = self.squares[first].get(link.from_, NO_SQUARES)
        other = self.squares[second].get(link.to, NO_SQUARES)
        through: object = None
        if link.through:
            through = board.doors.get(link.through) or board.features.get(link.through)  # type: ignore[call-overload]  # an id of either
        parts: tuple[object, ...] = (link, first, second, through)
        pairs = border(one, other) if first == second else ()
        if not pairs or isinstance(through, Feature):  # all of the zones matters
            parts = (*parts, one, other)
        ground = self.grounds[first]
        stops: tuple[object, ...] = ()
        if ground.edges:
            edges = starmap(edge_between, pairs)
            stops = tuple((edge, ground.edges[edge]) for edge in edges if edge in ground.edges)
        squares = frozenset(chain.from_iterable(pairs))
        return Border((*parts, pairs, stops, squares & ground.walls.keys()), squares)


class _Stirred:
    """Where one board differs from another, as far as that matters to borders."""

    def __init__(self, now: Borders, before: Borders) -> None:
        self._links = now.links
        self._known = before.by_link
        self.zones: set[ZoneId] = set()
        self.squares: set[Square] = set()
        """Those that became solid or open, or came to have another edge."""
        for level, squares in now.squares.items():
            had = before.squares.get(level, {})
            if squares is not had:
                self.zones.update(map(ZoneId, things_changed(had, squares).all))
        for level, ground in now.grounds.items():
            old = before.grounds.get(level)
            if old is ground or old is None:
                continue
            if old.walls is not ground.walls:
                self.squares |= old.walls.keys() ^ ground.walls.keys()
            if old.edges is not ground.edges:
                for edge in (*old.edges, *ground.edges):
                    if old.edges.get(edge) != ground.edges.get(edge):
                        self.squares.update(beside(edge))

    def links(self) -> Iterator[LinkId]:
        """Yield the links at whose borders anything may differ."""
        for id_, link in self._links.items():
            if link.through or (link.from_ in self.zones or link.to in self.zones):
                yield id_
        for id_, known in self._known.items() if self.squares else ():
            if id_ in self._links and not self.squares.isdisjoint(known.beside):
                yield id_
