"""The check of which side the ground favours (L53)."""

from collections.abc import Collection, Iterator

from desktop.core.model.encounter import HEROES
from desktop.core.model.words import ZoneId
from desktop.core.survey.issue import Found
from desktop.core.survey.layout import Layout
from desktop.core.survey.sight import MOST_FOR_VIEWS, with_a_lane

NEAR, WITHDRAWAL = 1, 2
"""Moves from the start within which cover and hazards count, and exits."""
MOST = 2
"""How many times as much as the other one side may have before it is worth a look."""


def uneven(layout: Layout) -> Iterator[Found]:
    """L53: counted are cover and exits near the start, height, a long lane, hazards of the other.

    Uneven ground is good practice, so it is told where one side has more than twice as much.
    """
    if not 5 <= len(layout.zone_ids) <= MOST_FOR_VIEWS:
        return
    heroes, foes = layout.party, layout.foe_starts
    if not heroes or not foes:
        return
    ours, theirs = _gains(layout, heroes, foes), _gains(layout, foes, heroes)
    ratio = max(ours, theirs) / min(ours, theirs)
    if ratio > MOST:
        side = HEROES if ours > theirs else layout.foes[0]
        fields = {"side": layout.side_label(side), "ratio": f"{round(ratio, 1):g}"}
        yield Found(check="L53", grade="hint", fields=fields)


def _gains(layout: Layout, starts: tuple[ZoneId, ...], other: tuple[ZoneId, ...]) -> int:
    """Return how many things the ground gives those who start there, and one for being there."""
    graph = layout.graph
    own, others = graph.walk(starts), graph.walk(other)
    return (
        1
        + (own.within(NEAR) & graph.bits(layout.covered)).bit_count()
        + (own.within(WITHDRAWAL) & graph.bits(layout.exits)).bit_count()
        + (others.within(NEAR) & graph.bits(tuple(layout.hazards))).bit_count()
        + (not with_a_lane(layout).isdisjoint(starts))
        + (_height(layout, starts) > _height(layout, other))
    )


def _height(layout: Layout, zones: Collection[ZoneId]) -> float:
    levels, level_of = layout.levels, layout.level_of.by_id
    return max(levels[level_of[zone]].height for zone in zones)


CHECKS = (uneven,)
