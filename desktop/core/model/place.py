"""What can be derived from a board: zones and squares as one truth, links, steps and sight."""

from collections.abc import Callable, Collection, Hashable, Mapping, Set
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar

from desktop.core.model import crossing, geometry, layout, stops
from desktop.core.model.board import Board, Door, Link
from desktop.core.model.borders import Border, Borders, LinkSpot, Spot
from desktop.core.model.geometry import Outline
from desktop.core.model.memo import Memo
from desktop.core.model.obstruction import USUAL, Looking, Obstruction
from desktop.core.model.stops import NO_DOORS, Stop
from desktop.core.model.underfoot import OPEN_AIR, PERILS, Layer, Underfoot
from desktop.core.model.words import (
    DoorId,
    FeatureId,
    LevelId,
    LinkId,
    Point,
    Square,
    ZoneId,
)
from desktop.core.model.zone_map import NO_SQUARES, Areas, ZoneMap

__all__ = ["By", "LinkSpot", "Place", "Spot", "Way"]

T = TypeVar("T")

By = Literal["foot", "plan", "sight", "any"]
"""Which links join neighbours: those one can go through now; the same whatever is shut; those
that let sight through; every one, both ways."""

SHUT = Stop("wall", "", "a wall along the whole border")


class Way(NamedTuple):
    """A link as seen from one of its zones."""

    link: Link
    to: ZoneId
    forward: bool
    """Whether it leads the way that the link says, from its first zone to its second."""


class Place:
    """A board's derived, immutable view. Ask `Place.of`; what is not asked for costs nothing."""

    _memo = Memo()

    def __init__(self, board: Board) -> None:
        self.board = board
        self._maps: dict[LevelId, ZoneMap] = {}
        self._grounds: dict[tuple[LevelId, frozenset[DoorId]], Obstruction] = {}
        self._sight: dict[LinkId, bool] = {}
        self.steps: dict[object, tuple[object, ...]] = {}
        """What `paths` keeps of the steps from each seat."""
        self._crossings: dict[LinkId, tuple[tuple[Square, Square], ...]] = {}
        self._followed: dict[Hashable, tuple[object, ...]] = {}
        """By name, the parts of what was made from that of another board."""

    @classmethod
    def of(cls, board: Board) -> "Place":
        """Return the place of a board, the same one for the same board."""
        last: Place | None = cls._memo.last("place")
        if last is not None and last.board is board:
            return last
        place = cls._memo.get("place", (board,), lambda: cls(board))
        for name, parts in place._followed.items():  # the next is made from these
            cls._memo.come_back(name, parts)
        return place

    def _follow(self, name: Hashable, parts: tuple[object, ...], make: Callable[[Any], T]) -> T:
        """Return what is made of parts of the board, from that of the board asked for last."""
        self._followed[name] = parts
        return self._memo.get(name, parts, lambda: make(self._memo.last(name)))

    # Extent

    @cached_property
    def outlines(self) -> Mapping[ZoneId, Outline]:
        """The outline of each zone, laid out ones included, in the file's order."""
        return self._areas.outlines

    @cached_property
    def _areas(self) -> Areas:
        board = self.board
        return self._follow(
            ("areas", board.size), (board.zones, board.links, board.levels),
            lambda before: Areas(board, before),
        )  # fmt: skip

    @cached_property
    def size(self) -> tuple[int, int]:
        """Squares across and down."""
        board = self.board
        if board.size is not None and all([zone.outline for zone in board.zones.values()]):
            return board.size
        return layout.size_for(board, self.outlines)

    @cached_property
    def levels(self) -> tuple[LevelId, ...]:
        """The levels from the lowest to the highest, of one height in the file's order."""
        return tuple(sorted(self.board.levels, key=lambda level: self.board.levels[level].height))

    def is_inside(self, square: Square) -> bool:
        """Return whether a square is on the board."""
        width, height = self.size
        return 0 <= square[0] < width and 0 <= square[1] < height

    def on_board(self, square: Square) -> Square:
        """Return the square of the board that is nearest to one that may be beside it."""
        width, height = self.size
        return Square(min(max(square[0], 0), width - 1), min(max(square[1], 0), height - 1))

    # Zones and squares

    def zone_map(self, level: LevelId) -> ZoneMap:
        """Return which zones the squares of a level belong to."""
        known = self._maps.get(level)
        if known is None:
            known = self._maps[level] = self._zone_map(level)
        return known

    def _zone_map(self, level: LevelId) -> ZoneMap:
        own = self._areas.of(level)
        return self._follow(("zones", level), (own,), lambda before: ZoneMap.of(own, before))

    @cached_property
    def _owners(self) -> Mapping[LevelId, Mapping[Square, ZoneId]]:
        return {level: self.zone_map(level).owners for level in self.board.levels}

    def zone_at(self, level: LevelId, square: Square) -> ZoneId | None:
        """Return the zone that a square belongs to; the first in the file on a tie."""
        owners = self._owners.get(level)
        return owners.get(square) if owners else None

    def squares_of(self, zone: ZoneId) -> frozenset[Square]:
        """Return the squares whose centres a zone holds."""
        return self.zone_map(self.board.zones[zone].level).squares.get(zone, NO_SQUARES)

    def middle_of(self, zone: ZoneId) -> Point:
        """Return a point well inside a zone."""
        return geometry.label_point(self.outlines[zone])

    # What is underfoot or in the air

    @cached_property
    def underfoot(self) -> Underfoot:
        """What is on the squares, apart from zones."""
        board = self.board
        parts = (
            board.levels, board.squares, board.kinds, board.fields, board.clouds, board.features
        )  # fmt: skip
        return self._memo.get("underfoot", parts, lambda: Underfoot(board))

    def layers(self, level: LevelId, square: Square) -> tuple[Layer, ...]:
        """Return what is at a square from the top: cloud, field, features, ground, open air."""
        found = self.underfoot.layers(level, square)
        built = any(layer.of != "cloud" for layer in found)
        if built or not self.underfoot.is_aloft(level) or self.zone_at(level, square) is not None:
            return found
        return (*found, OPEN_AIR)

    def qualities_at(self, level: LevelId, square: Square) -> frozenset[str]:
        """Return the qualities of everything at a square."""
        return frozenset().union(*(layer.qualities for layer in self.layers(level, square)))

    def is_open(self, level: LevelId, square: Square) -> bool:
        """Return whether there is no floor at a square: open air, or ground that is void.

        A lift that stands there is a floor.
        """
        layers = self.layers(level, square)
        if not any("void" in layer.qualities for layer in layers):
            return False
        return not any(layer.of == "feature" and layer.kind == "lift" for layer in layers)

    def is_perilous(self, level: LevelId, square: Square) -> bool:
        """Return whether standing on a square does harm."""
        if not self.underfoot.may_be_perilous:
            return False
        return not PERILS.isdisjoint(self.qualities_at(level, square))

    def zone_of_feature(self, feature: FeatureId) -> ZoneId | None:
        """Return the zone that a feature stands in: that said, else that of its first square."""
        thing = self.board.features[feature]
        first = next(iter(thing.squares), None)
        return self.zone_at(thing.level, first) if first is not None else thing.zone

    # Steps and sight on one level

    def ground(self, level: LevelId, unknown: Set[DoorId] = NO_DOORS) -> Obstruction:
        """Return what stops steps and sight on a level; `unknown` doors are walls."""
        hidden = frozenset(unknown) if unknown else NO_DOORS
        known = self._grounds.get((level, hidden))
        if known is None:
            known = self._grounds[level, hidden] = self._ground(level, hidden)
        return known

    def _ground(self, level: LevelId, hidden: frozenset[DoorId]) -> Obstruction:
        board = self.board
        edges = self._memo.get(
            ("edges", level, hidden), (board.walls, board.doors),
            lambda: stops.thin_walls(board, level, hidden),
        )  # fmt: skip
        parts = (
            edges, board.squares.get(level), board.kinds, board.fields, board.clouds,
            board.features,
        )  # fmt: skip
        return self._follow(
            ("ground", level, hidden, self.size), parts,
            lambda before: Obstruction(board, level, self.size, edges, before),
        )  # fmt: skip

    def blocked(
        self, level: LevelId, a: Square, b: Square, *, air: bool = False,
        unknown: Set[DoorId] = NO_DOORS,
    ) -> Stop | None:  # fmt: skip
        """Return what stops a step between neighbouring squares, or None."""
        return self.ground(level, unknown).blocked(a, b, air=air)

    def fits(self, level: LevelId, seat: Square, side: int = 1, *, air: bool = False) -> bool:
        """Return whether a footprint can stand with its seat on a square."""
        return self.ground(level).fits(seat, side, air=air)

    def sight_stop(
        self, level: LevelId, a: Square, b: Square, *, unknown: Set[DoorId] = NO_DOORS,
        by: Looking = USUAL,
    ) -> Stop | None:  # fmt: skip
        """Return what stops sight between two centres of a level, or None; the same both ways.

        Walls, thin walls, doors, features and blinding clouds count; `Stop.at` is where it ends.
        """
        return self.ground(level, unknown).sight_stop(a, b, by)

    # Links

    @cached_property
    def _links(self) -> Mapping[ZoneId, tuple[Way, ...]]:
        links = self.board.links

        def make() -> dict[ZoneId, tuple[Way, ...]]:
            found: dict[ZoneId, list[Way]] = {}
            for link in links.values():
                found.setdefault(link.from_, []).append(Way(link, link.to, True))
                if link.from_ != link.to:
                    found.setdefault(link.to, []).append(Way(link, link.from_, False))
            return {zone: tuple(ways) for zone, ways in found.items()}

        return self._memo.get("links", (links,), make)

    def links_of(self, zone: ZoneId) -> tuple[Way, ...]:
        """Return every link of a zone as seen from it, in the file's order."""
        return self._links.get(zone, ())

    def ways(self, zone: ZoneId, by: By = "foot") -> tuple[Way, ...]:
        """Return the links of a zone that one can take `by` this, as seen from it."""
        return tuple(way for way in self.links_of(zone) if self._leads(way, by))

    def _leads(self, way: Way, by: By) -> bool:
        link = way.link
        if by == "any":
            return True
        if by == "sight":
            return self.lets_sight(link)
        if link.kind == "sight" or (link.kind == "ledge" and not way.forward):
            return False
        return by == "plan" or self.link_stop(link.id) is None

    def neighbours(self, zone: ZoneId, by: By = "foot") -> tuple[ZoneId, ...]:
        """Return the zones one link away, each once, in the order of the links."""
        return tuple(dict.fromkeys(way.to for way in self.ways(zone, by) if way.to != zone))

    def links_between(self, a: ZoneId, b: ZoneId) -> tuple[Way, ...]:
        """Return the links that join two zones, as seen from the first."""
        return tuple(way for way in self.links_of(a) if way.to == b)

    @cached_property
    def borders(self) -> Mapping[LinkId, Border]:
        """What is known of each link; the same mapping while nothing at any border differs."""
        board, size = self.board, self.size
        grounds = {level: self.ground(level) for level in board.levels}
        squares = {level: self.zone_map(level).squares for level in board.levels}
        parts = (board.links, board.doors, board.features, *grounds.values(), *squares.values())
        return self._follow(
            "borders", parts, lambda before: Borders(board, size, squares, grounds, before)
        ).by_link

    def door_of(self, link: Link) -> Door | None:
        """Return the door that a link leads through."""
        return self.board.doors.get(DoorId(link.through)) if link.through else None

    def crossings(self, link_id: LinkId) -> tuple[tuple[Square, Square], ...]:
        """Return the pairs of squares between which a link is crossed, from its first zone.

        Those of a border lie side by side; a link with two ends has one pair, and so has one
        whose zones do not touch. Empty where a zone has no square.
        """
        if link_id not in self._crossings:
            self._crossings[link_id] = self._crossings_of(self.board.links[link_id])
        return self._crossings[link_id]

    def is_border(self, link: Link) -> bool:
        """Return whether a link is crossed along a border, not from end to end."""
        if self.has_ends(link):
            return False
        return bool(crossing.border(self.squares_of(link.from_), self.squares_of(link.to)))

    def has_ends(self, link: Link) -> bool:
        """Return whether a link goes from one square to another, as a ladder or a lift does."""
        zones = self.board.zones
        return (
            self._stated_ends(link) is not None or zones[link.from_].level != zones[link.to].level
        )

    @cached_property
    def ends(self) -> Mapping[Spot, tuple[tuple[LinkId, Spot], ...]]:
        """From a square to the other ends of the links that start there and are not shut."""
        zones = self.board.zones
        found: dict[Spot, list[tuple[LinkId, Spot]]] = {}
        for link in self.board.links.values():
            if link.kind == "sight" or not self.has_ends(link) or self.link_stop(link.id):
                continue
            for a, b in self.crossings(link.id):
                first, second = Spot(zones[link.from_].level, a), Spot(zones[link.to].level, b)
                found.setdefault(first, []).append((link.id, second))
                if link.kind != "ledge":
                    found.setdefault(second, []).append((link.id, first))
        return {spot: tuple(others) for spot, others in found.items()}

    def _stated_ends(self, link: Link) -> tuple[Square, Square] | None:
        if link.ends is not None:
            return link.ends
        feature = self.board.features.get(FeatureId(link.through)) if link.through else None
        if feature is None:
            return None
        spots = [(feature.level, square) for square in feature.squares]
        spots += [(stop.level, stop.at) for stop in feature.stops]
        first, second = (
            next((square for level, square in spots if self.zone_at(level, square) == zone), None)
            for zone in (link.from_, link.to)
        )
        return (first, second) if first is not None and second is not None else None

    def _crossings_of(self, link: Link) -> tuple[tuple[Square, Square], ...]:
        ends = self._stated_ends(link)
        if ends is not None:
            return (ends,)
        a, b = self.squares_of(link.from_), self.squares_of(link.to)
        if self.is_border(link):
            pairs = crossing.border(a, b)
            door = self.door_of(link)
            for stretch in (link.along, door.on if door else None):
                if stretch is not None:
                    return crossing.pairs_along(pairs, stretch) or pairs
            return pairs
        pair = crossing.closest(a, b)
        return (pair,) if pair else ()

    def link_spot(self, link_id: LinkId) -> LinkSpot | None:
        """Return where a link is drawn: the stretch it states, or the longest that is free.

        None where one of its zones has no square.
        """
        known = self.borders[link_id]
        if not known.is_spot_known:
            known.spot, known.is_spot_known = self._link_spot(self.board.links[link_id]), True
        return known.spot

    def _link_spot(self, link: Link) -> LinkSpot | None:
        pairs = self.crossings(link.id)
        if not pairs:
            return None
        zones = self.board.zones
        levels = zones[link.from_].level, zones[link.to].level
        if not self.is_border(link):
            a, b = pairs[0]
            middle = Point((a[0] + b[0] + 1) / 2, (a[1] + b[1] + 1) / 2)
            return LinkSpot(middle, Spot(levels[0], a), Spot(levels[1], b), None)
        edges = self.ground(levels[0]).edges
        free = pairs
        if edges:
            free = tuple(pair for pair in pairs if geometry.edge_between(*pair) not in edges)
        run = crossing.longest_run(free or pairs)
        a, b = run[len(run) // 2]
        along = crossing.stretch(run)
        middle = Point((along[0].x + along[1].x) / 2, (along[0].y + along[1].y) / 2)
        return LinkSpot(middle, Spot(levels[0], a), Spot(levels[1], b), along)

    def link_stop(self, link_id: LinkId) -> Stop | None:
        """Return why nobody gets through a link now: its door is shut, or walls close it."""
        known = self.borders[link_id]
        if not known.is_stop_known:
            known.stop, known.is_stop_known = self._link_stop(self.board.links[link_id]), True
        return known.stop

    def _link_stop(self, link: Link) -> Stop | None:
        door = self.door_of(link)
        if door is not None and not stops.is_passable(door):
            return stops.door_stop(door)
        return self._walled(link)

    def _walled(self, link: Link) -> Stop | None:
        if not self.is_border(link):
            return None
        ground = self.ground(self.board.zones[link.from_].level)
        if not ground.edges and not ground.walls:
            return None
        stop = None
        for a, b in self.crossings(link.id):
            stop = ground.blocked(a, b, air=True)
            if stop is None and a not in ground.walls:
                return None
        return stop if stop is not None and stop.why == "door" else SHUT

    def lets_sight(self, link: Link) -> bool:
        """Return whether one can see through a link now."""
        if link.id not in self._sight:
            self._sight[link.id] = self._lets_sight(link)
        return self._sight[link.id]

    def _lets_sight(self, link: Link) -> bool:
        if link.blocks_sight:
            return False
        if link.kind == "sight":
            return True
        door = self.door_of(link)
        if door is not None and not stops.lets_sight_through(door):
            return False
        if link.through and door is None:
            return False
        if not self.is_border(link):
            return True
        ground = self.ground(self.board.zones[link.from_].level)
        if not ground.sight_edges and not ground.opaque:
            return True
        return any(
            geometry.edge_between(a, b) not in ground.sight_edges
            and a not in ground.opaque
            and b not in ground.opaque
            for a, b in self.crossings(link.id)
        )

    def link_at(self, a: Spot, b: Spot) -> LinkId | None:
        """Return the link that a step between two squares of different zones takes, or None.

        One whose stretch, door or ends they are comes first; then the first in the file that
        states none.
        """
        one, other = self.zone_at(*a), self.zone_at(*b)
        if one is None or other is None or one == other:
            return None
        return self.link_for(one, other, a, b)

    def link_for(self, one: ZoneId, other: ZoneId, a: Spot, b: Spot) -> LinkId | None:
        """Return the link from zone to zone that a step between two squares takes, or None.

        The squares need not lie in the zones: between them may be ground without a zone. A ledge
        is named against its direction too, where no other link serves; whether it may be climbed
        is for the rules to say.
        """
        found = upward = None
        for way in self.links_between(one, other):
            link = way.link
            if link.kind == "sight":
                continue
            if link.kind == "ledge" and not way.forward:
                upward = upward or link.id
                continue
            stated = link.along is not None or link.ends is not None or bool(link.through)
            pairs = self.crossings(link.id)
            pair = (a.square, b.square) if way.forward else (b.square, a.square)
            if stated and (pair in pairs or crossing.slips_by(pair, pairs)):
                return link.id
            if found is None and not self.has_ends(link) and not (stated and self.is_border(link)):
                found = link.id
        return found or upward

    def zones_seen(
        self, a: ZoneId, *, through: Collection[ZoneId] | None = None
    ) -> dict[ZoneId, int]:
        """Return the zones that are seen from one, with the links in between, the nearest first.

        `through` holds the zones that may lie in between; unsaid, any.
        """
        seen = {a: 0}
        waiting: list[ZoneId] = [a]
        for zone in waiting:
            if zone != a and through is not None and zone not in through:
                continue
            for other in self.neighbours(zone, "sight"):
                if other not in seen:
                    seen[other] = seen[zone] + 1
                    waiting.append(other)
        del seen[a]
        return seen
