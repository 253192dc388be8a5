"""Checks of what the board says against itself (F03, F04)."""

from collections.abc import Iterator

from desktop.core.model.board import Link
from desktop.core.model.proposals import way_through
from desktop.core.model.words import DoorId, FeatureId, LevelId, LinkId, Square
from desktop.core.survey.facts import fact
from desktop.core.survey.issue import Fix, Found, Where
from desktop.core.survey.layout import Layout
from desktop.core.survey.shape import at

BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
MOST_SQUARES_NAMED = 400
"""More squares without a zone than this are meant to be no zone."""


def shut_links(layout: Layout) -> Iterator[Found]:
    """F03: an open link that is walled off along its whole border."""
    for link_id in _shut(layout):
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
def _shut(layout: Layout) -> tuple[LinkId, ...]:
    """The links without a door that walls close."""
    place, links = layout.place, layout.links.values()
    stops = ((link.id, place.link_stop(link.id)) for link in links if not link.through)
    return tuple(link for link, stop in stops if stop is not None and stop.why == "wall")


def squares_without_zone(layout: Layout) -> Iterator[Found]:
    """F04: squares between zones that belong to none, where they are few enough to be a slip."""
    zoned, bare_by_level = layout.zoned, _bare(layout)
    for level in layout.upwards:
        bare = bare_by_level.get(level, ())
        if zoned.get(level, 0) >= 2 and 0 < len(bare) <= MOST_SQUARES_NAMED:
            first = min(bare)
            fields = {"n": len(bare), "square": f"{first.x}, {first.y}"}
            yield Found(check="F04", grade="hint", at=(Where("level", level),), fields=fields)


@fact
def _bare(layout: Layout) -> dict[LevelId, tuple[Square, ...]]:
    """The squares that belong to no zone and lie beside three that do, by level."""
    return {
        level: tuple(
            square
            for square in squares.bare(layout.size)
            if sum((square[0] + dx, square[1] + dy) in squares.owners for dx, dy in BESIDE) >= 3
        )
        for level, squares in layout.zone_maps.items()
    }


CHECKS = (shut_links, squares_without_zone)
