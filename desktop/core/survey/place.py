"""Checks of what the board says against itself (F03, F04)."""

from collections.abc import Iterator

from desktop.core.model.memo import Memo
from desktop.core.model.words import LinkId, Square
from desktop.core.survey.issue import Found, Where
from desktop.core.survey.layout import Layout
from desktop.core.survey.shape import at

_MEMO = Memo()
MOST_SQUARES_NAMED = 400
"""More squares without a zone than this are meant to be no zone."""


def shut_links(layout: Layout) -> Iterator[Found]:
    """F03: an open link that is walled off along its whole border."""
    board, place = layout.encounter.board, layout.place
    parts = (
        board.links, board.walls, board.doors, board.features, board.squares, board.kinds,
        *(place.zone_map(level).squares for level in board.levels),
    )  # fmt: skip
    for link_id in _MEMO.get("shut links", parts, lambda: _shut(layout)):
        link = board.links[link_id]
        fields = {"zone": layout.label(link.from_), "other": layout.label(link.to)}
        places = (Where("link", link.id), *at(link.from_, link.to))
        yield Found(check="F03", grade="warning", at=places, fields=fields)


def _shut(layout: Layout) -> tuple[LinkId, ...]:
    stops = {
        link.id: layout.place.link_stop(link.id)
        for link in layout.encounter.board.links.values()
        if not link.through
    }
    return tuple(link for link, stop in stops.items() if stop is not None and stop.why == "wall")


def squares_without_zone(layout: Layout) -> Iterator[Found]:
    """F04: squares between zones that belong to none, where they are few enough to be a slip."""
    for level in layout.place.levels:
        zoned = [zone for zone in layout.zones.values() if zone.level == level]
        wide, high = layout.place.size
        if len(zoned) < 2 or len(layout.place.zone_map(level).owners) == wide * high:
            continue
        bare = [
            square
            for square in layout.place.unzoned(level)
            if sum(
                layout.place.zone_at(level, Square(square.x + dx, square.y + dy)) is not None
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            )
            >= 3
        ]
        if 0 < len(bare) <= MOST_SQUARES_NAMED:
            first = min(bare)
            fields = {"n": len(bare), "square": f"{first.x}, {first.y}"}
            yield Found(check="F04", grade="hint", at=(Where("level", level),), fields=fields)


CHECKS = (shut_links, squares_without_zone)
