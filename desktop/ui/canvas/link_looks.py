"""From links to their looks: where the border is crossed, or both ends of a way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import partial

from desktop.core.model.board import Level, Link
from desktop.core.model.borders import Border
from desktop.core.model.place import LinkSpot, Place
from desktop.core.model.words import LevelId, LinkId, Point
from desktop.ui.canvas.derived import Derived
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.layers import Layers, layers
from desktop.ui.canvas.link_item import LinkLook
from desktop.ui.canvas.link_texts import LinkTexts


class LinkLooks:
    """The looks of links, kept link by link; the place knows where each is drawn."""

    def __init__(self) -> None:
        self._looks: defaultdict[str, Derived[LinkId, LinkLook]] = defaultdict(Derived)
        self._texts = LinkTexts()

    def of(self, drawn: Drawn) -> Layers:
        """Return the links that have an end on a level that is drawn."""
        board, place = drawn.encounter.board, drawn.place
        used = {zone.level for zone in board.zones.values()}
        levels = {level: board.levels[level] for level in used}
        found: Layers = {}
        for layer, level, faint in layers(drawn, "link"):
            looks = self._looks[layer].of(
                partial(_look, place, level, faint, levels), board.links, place.borders,
                common=(level, faint, levels),
            )  # fmt: skip
            found[layer] = looks if faint < 1 else self._texts.placed(looks)
        return found


def _look(
    place: Place, level: LevelId, faint: float, levels: Mapping[LevelId, Level],
    link: Link, _border: Border,
) -> LinkLook | None:  # fmt: skip
    """Return how a link shows; its border decides about all that the place says of it."""
    zones = place.board.zones
    if level not in (zones[link.from_].level, zones[link.to].level):
        return None
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
    texts, line = list[str](), None
    if spot.along is not None:
        spots: tuple[Point, ...] = (spot.middle,)
    elif spot.first.level == spot.second.level:
        spots, line = (spot.middle,), (first, second)
    else:
        is_first = spot.first.level == level
        spots = (first if is_first else second,)
        there = levels[spot.second.level if is_first else spot.first.level]
        arrow = "▲" if there.height > levels[level].height else "▼"
        texts.append(f"{arrow} {there.label}")
        down = levels[spot.second.level].height < levels[spot.first.level].height
        aim = Point(0, 1 if down else -1)
    is_in_door = bool(link.through) and spot.along is not None  # which has no sign of its own
    if link.blocks_sight and link.kind != "sight" and not is_in_door:
        texts.append("no sight")
    text = ", ".join(texts) if faint == 1 else ""
    return LinkLook(
        link.id, link.label, link.kind, spot.along, spots, line, aim, text, bool(link.through),
        shut, faint,
    )  # fmt: skip
