"""Checks of what the board says against itself (F03, F04)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress

from desktop.core.model.board import Link
from desktop.core.model.proposals import way_through
from desktop.core.model.words import DoorId, FeatureId, LinkId, Square
from desktop.core.model.zone_map import ZoneMap
from desktop.core.survey.facts import fact
from desktop.core.survey.issue import Fix, Found, Where
from desktop.core.survey.layout import Layout
from desktop.core.survey.shape import at

BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
MOST_SQUARES_NAMED = 400
"""More squares without a zone than this are meant to be no zone."""


def shut_links(layout: Layout) -> Iterator[Found]:
    """F03: an open link that is walled off along its whole border."""
    for link_id in _walled(layout):
        link = layout.links[link_id]
        fields = {"zone": layout.label(link.from_), "other": layout.label(link.to)}
        places = (Where("link", link.id), *at(link.from_, link.to))
        fix = _led_through(layout, link)
        yield Found(check="F03", grade="warning", at=places, fields=fields, fix=fix)


def _led_through(layout: Layout, link: Link) -> Fix | None:
    """Return how a link is led through the door that stands in its border, if one does."""
    through = way_through(layout.place, link.from_, link.to)
    if not through:
        return None
    door = layout.doors.get(DoorId(through))
    name = door.label if door is not None else layout.features[FeatureId(through)].label
    edit = ("set_fields", {"kind": "link", "ids": (link.id,), "values": {"through": through}})
    return Fix(f"Lead it through {name}", (edit,))


@fact
def _walled(layout: Layout) -> tuple[LinkId, ...]:
    """The links without a door that walls close."""
    return tuple(compress(layout.walled.ids.names, layout.walled.column))


def squares_without_zone(layout: Layout) -> Iterator[Found]:
    """F04: squares between zones that belong to none, where they are few enough to be a slip."""
    zoned, maps = layout.zoned, layout.zone_maps
    for level in layout.upwards:
        bare = _between(maps[level], layout.size) if zoned.get(level, 0) >= 2 else ()
        if 0 < len(bare) <= MOST_SQUARES_NAMED:
            first = min(bare)
            fields = {"n": len(bare), "square": f"{first.x}, {first.y}"}
            yield Found(check="F04", grade="hint", at=(Where("level", level),), fields=fields)


@lru_cache(maxsize=16)
def _between(zones: ZoneMap, size: tuple[int, int]) -> tuple[Square, ...]:
    """Return the squares of a level that belong to no zone and lie beside three that do."""
    return tuple(
        square
        for square in zones.bare(size)
        if sum((square[0] + dx, square[1] + dy) in zones.owners for dx, dy in BESIDE) >= 3
    )


CHECKS = (shut_links, squares_without_zone)
