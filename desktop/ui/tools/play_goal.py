"""Where a click on a place sends whoever acts."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from desktop.core.model.footprint import covered, side_of
from desktop.core.model.geometry import squares_around
from desktop.core.model.words import At, FighterId, LevelId, LinkId, Square, ZoneId
from desktop.core.rules.actions import Walk
from desktop.core.rules.riders import mover_of
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState
from desktop.ui.canvas.tool import PointerEvent

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool


NEAR_SQ = 3
"""How far off a square may be that stands for the one that was clicked."""


def goal_in(state: CombatState, who: FighterId, zone: ZoneId, square: Square, level: LevelId) -> At:
    """Return the free square of a zone that is nearest to the one that was clicked, else the zone.

    Next to somebody is within their reach, which a click on the ground does not mean.
    """
    mover = mover_of(state, who)
    side = side_of(state.people[mover].profile)
    place = state.place
    within_reach = {
        beside
        for other, fighter in state.fighters.items()
        if other not in (who, mover) and fighter.level == level
        for seat in footprint_of(state, other)
        for beside in squares_around(seat, 1)
    }
    nearest = sorted(squares_around(square, NEAR_SQ), key=lambda at: (dist(at, square), at))
    for near in nearest:
        seat = covered(near, side)
        if (
            within_reach.isdisjoint(seat)
            and place.fits(level, near, side)
            and all(place.zone_at(level, each) == zone for each in seat)
        ):
            return near
    return zone


def walk_to(tool: PlayTool, square: Square, event: PointerEvent) -> Walk:
    """Return going to a square; where zones measure to one near it that is free, or its zone."""
    state, via = tool.fight.state, tool.way.corners
    actor = state.actor
    assert actor is not None  # asked for only where somebody acts
    dragged = tool.gesture is not None
    beyond = None if dragged else way_at(tool, event)
    if beyond is not None:
        return Walk(who=actor, to=beyond, via=via)
    zone = state.place.zone_at(event.level, square)
    if tool.on_squares or dragged or zone is None or zone == state.zone_of(actor):
        return Walk(who=actor, to=square, level=event.level, via=via)
    to = goal_in(state, actor, zone, square, event.level)
    return Walk(who=actor, to=to, level=None if to == zone else event.level, via=via)


def way_at(tool: PlayTool, event: PointerEvent) -> ZoneId | None:
    """Return where the stairs or ladder under the pointer leads on another level, if one is there.

    Seen from a level, that is the end on the other one, unless who acts stands there.
    """
    under, actor = tool.desk.view.under(event.point), tool.actor
    board = tool.fight.state.encounter.board
    if actor is None or not under or under[0].kind != "link":
        return None
    link = board.links[LinkId(under[0].id)]
    ends = (link.from_, link.to)
    if link.kind == "sight" or len({board.zones[end].level for end in ends}) < 2:
        return None
    there = [end for end in ends if end != tool.fight.state.zone_of(actor)]
    return next((end for end in there if board.zones[end].level != event.level), there[0])
