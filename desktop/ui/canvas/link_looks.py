"""From links to their looks: where the border is crossed, or both ends of a way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from desktop.core.model.board import Board, Level, Link
from desktop.core.model.crossing import border
from desktop.core.model.geometry import Edge, edge_between
from desktop.core.model.obstruction import Obstruction
from desktop.core.model.place import LinkSpot
from desktop.core.model.words import LevelId, LinkId, Point, Square, ZoneId
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.layers import Kept, Key, layers, same
from desktop.ui.canvas.link_item import LinkLook

NO_EDGES: frozenset[Edge] = frozenset()


class LinkLooks:
    """The looks of links. Where each is drawn is kept while nothing at its border changed."""

    def __init__(self) -> None:
        self._edges: Kept[frozenset[Edge]] = Kept()
        self._spots: Kept[tuple[LinkSpot | None, bool]] = Kept()
        self._looks: Kept[LinkLook] = Kept()
        self._last: tuple[tuple[object, ...], dict[Key, LinkLook]] | None = None

    def of(self, drawn: Drawn) -> dict[Key, LinkLook]:
        """Return the links that have an end on a level that is drawn."""
        parts = _parts(drawn)
        if self._last is not None and same(self._last[0], parts):
            return self._last[1]
        found = self._made(drawn)
        self._last = parts, found
        return found

    def _made(self, drawn: Drawn) -> dict[Key, LinkLook]:
        for kept in (self._edges, self._spots, self._looks):
            kept.turn()
        board, place = drawn.encounter.board, drawn.place
        squares: dict[ZoneId, frozenset[Square]] = {}
        for level in board.levels:
            squares.update(place.zone_map(level).squares)
        grounds = {level: place.ground(level) for level in board.levels}
        spots: dict[LinkId, tuple[LinkSpot | None, bool]] = {}
        found: dict[Key, LinkLook] = {}
        for layer, level, faint in layers(drawn, "link"):
            for link in _links_on(board, level):
                if link.id not in spots:
                    spots[link.id] = self._spot(drawn, link, squares, grounds)
                spot, shut = spots[link.id]
                if spot is not None:
                    parts = (link, spot, shut, level, faint, board.levels)
                    found[layer, link.id] = self._looks.get(
                        (layer, link.id), parts, partial(link_look, *parts)
                    )
        return found

    def _spot(
        self,
        drawn: Drawn,
        link: Link,
        squares: Mapping[ZoneId, frozenset[Square]],
        grounds: Mapping[LevelId, Obstruction],
    ) -> tuple[LinkSpot | None, bool]:
        board, place = drawn.encounter.board, drawn.place
        nothing: frozenset[Square] = frozenset()
        one, other = squares.get(link.from_, nothing), squares.get(link.to, nothing)
        levels = board.zones[link.from_].level, board.zones[link.to].level
        edges = self._edges.get(link.id, (one, other, levels), lambda: _edges(one, other, levels))
        ground = grounds[levels[0]]
        hit = tuple((edge, ground.edges[edge]) for edge in edges if edge in ground.edges)
        solid = _beside(edges, ground) if ground.walls else nothing
        through = board.doors.get(link.through) or board.features.get(link.through)  # type: ignore[call-overload]  # an id of either
        parts = (link, one, other, levels, hit, solid, through)

        def find() -> tuple[LinkSpot | None, bool]:
            stop = place.link_stop(link.id)
            return place.link_spot(link.id), stop is not None and stop.why != "door"

        return self._spots.get(link.id, parts, find)


def _parts(drawn: Drawn) -> tuple[object, ...]:
    """Return everything that the links of a drawing are made from."""
    board, place = drawn.encounter.board, drawn.place
    grounds = [place.ground(level) for level in board.levels]
    return (
        board.links, board.levels, board.doors, board.features, drawn.level, drawn.below,
        drawn.hidden_kinds, *(place.zone_map(level).squares for level in board.levels),
        *(ground.edges for ground in grounds), *(ground.walls for ground in grounds),
    )  # fmt: skip


def _links_on(board: Board, level: LevelId) -> Iterator[Link]:
    for link in board.links.values():
        first, second = board.zones.get(link.from_), board.zones.get(link.to)
        if first and second and level in (first.level, second.level):
            yield link


def _edges(
    one: frozenset[Square], other: frozenset[Square], levels: tuple[LevelId, LevelId]
) -> frozenset[Edge]:
    if levels[0] != levels[1]:
        return NO_EDGES
    return frozenset(edge_between(*pair) for pair in border(one, other))


def _beside(edges: frozenset[Edge], ground: Obstruction) -> frozenset[Square]:
    return frozenset(
        at
        for x, y, side in edges
        for at in (Square(x, y), Square(x, y - 1) if side == "n" else Square(x - 1, y))
        if at in ground.walls
    )


def link_look(
    link: Link,
    spot: LinkSpot,
    shut: bool,
    level: LevelId,
    faint: float,
    levels: Mapping[LevelId, Level],
) -> LinkLook:
    """Return how a link shows on one level."""
    first, second = (Point(x + 0.5, y + 0.5) for x, y in (spot.first.square, spot.second.square))
    aim = Point(second.x - first.x, second.y - first.y)
    text, line = "", None
    if spot.along is not None:
        spots: tuple[Point, ...] = (spot.middle,)
    elif spot.first.level == spot.second.level:
        spots, line = (spot.middle,), (first, second)
    else:
        is_first = spot.first.level == level
        spots = (first if is_first else second,)
        there = levels[spot.second.level if is_first else spot.first.level]
        arrow = "▲" if there.height > levels[level].height else "▼"
        text = f"{arrow} {there.label}" if faint == 1 else ""
        down = levels[spot.second.level].height < levels[spot.first.level].height
        aim = Point(0, 1 if down else -1)
    return LinkLook(
        link.id, link.label, link.kind, spot.along, spots, line, aim, text, bool(link.through),
        shut, faint,
    )  # fmt: skip
