"""Where a click on a place sends whoever acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.core.model.footprint import covered, side_of
from desktop.core.model.words import At, FighterId, LevelId, LinkId, Square, ZoneId
from desktop.core.rules.actions import Walk
from desktop.core.rules.riders import mover_of
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState
from desktop.ui.canvas.tool import PointerEvent

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool


def goal_in(state: CombatState, who: FighterId, zone: ZoneId, square: Square, level: LevelId) -> At:
    """Return the square that was clicked, or its zone where the fighter cannot just stand there.

    Next to somebody is within their reach, which a click on the ground does not mean.
    """
    mover = mover_of(state, who)
    side = side_of(state.people[mover].profile)
    place = state.place
    seat = covered(square, side)
    if not place.fits(level, square, side):
        return zone
    if any(place.zone_at(level, each) != zone for each in seat):
        return zone
    near = {
        Square(x, y)
        for x in range(square.x - 1, square.x + side + 1)
        for y in range(square.y - 1, square.y + side + 1)
    }
    for other, fighter in state.fighters.items():
        if other in (who, mover) or fighter.level != level:
            continue
        if not near.isdisjoint(footprint_of(state, other)):
            return zone
    return square


def walk_to(tool: PlayTool, square: Square, event: PointerEvent) -> Walk:
    """Return going to a square; where zones measure to its zone if it is not free there."""
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
