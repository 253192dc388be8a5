"""From links to their looks: where the border is crossed, or both ends of a way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from desktop.core.model.board import Board, Level, Link
from desktop.core.model.borders import Border
from desktop.core.model.place import LinkSpot, Place
from desktop.core.model.words import LevelId, Point
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.layers import Kept, Key, layers
from desktop.ui.canvas.link_item import LinkLook
from desktop.ui.canvas.link_texts import LinkTexts


class LinkLooks:
    """The looks of links, kept link by link; the place knows where each is drawn."""

    def __init__(self) -> None:
        self._looks: Kept[LinkLook | None] = Kept()
        self._levels: dict[LevelId, Level] = {}
        """Those with zones, the same object while they are the same."""
        self._texts = LinkTexts()

    def of(self, drawn: Drawn) -> dict[Key, LinkLook]:
        """Return the links that have an end on a level that is drawn."""
        self._looks.turn()
        board, place = drawn.encounter.board, drawn.place
        borders, make = place.borders, partial(_look, place)
        used = {zone.level for zone in board.zones.values()}
        levels = {level: board.levels[level] for level in used}
        if levels != self._levels:
            self._levels = levels
        found: dict[Key, LinkLook] = {}
        for layer, level, faint in layers(drawn, "link"):
            for link in _links_on(board, level):
                key, border = (layer, link.id), borders[link.id]
                look = self._looks.get(key, make, link, border, level, faint, self._levels)
                if look is not None:
                    found[key] = look
        return self._texts.placed(found)


def _links_on(board: Board, level: LevelId) -> Iterator[Link]:
    for link in board.links.values():
        first, second = board.zones.get(link.from_), board.zones.get(link.to)
        if first and second and level in (first.level, second.level):
            yield link


def _look(
    place: Place,
    link: Link,
    _border: Border,
    level: LevelId,
    faint: float,
    levels: Mapping[LevelId, Level],
) -> LinkLook | None:
    """Return how a link shows; its border decides about all that the place says of it."""
    spot = place.link_spot(link.id)
    if spot is None:
        return None
    stop = place.link_stop(link.id)
    shut = stop is not None and stop.why != "door"
    return link_look(link, spot, shut, level, faint, levels)


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
