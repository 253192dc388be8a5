"""The way that a click shows, with its corners and its price; a second click or Enter goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from desktop.core.model.words import FighterId, LevelId, Square, ZoneId
from desktop.core.rules.actions import Walk
from desktop.core.rules.book import Offer, Plan
from desktop.core.rules.walk import planned
from desktop.ui.canvas.overlay import Shape
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.fight import Fight
from desktop.ui.menus.offers import offers_of, why_not
from desktop.ui.tools import play_view
from desktop.ui.tools.play_goal import walk_to

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool


class _Shown(NamedTuple):
    walk: Walk
    plan: Plan


class ShownWay:
    """The way of whoever acts that is in view, if there is one."""

    def __init__(self, tool: PlayTool) -> None:
        self._tool = tool
        self._shown: _Shown | None = None
        self.corners: tuple[tuple[LevelId, Square], ...] = ()
        """Set with Shift, for the way to lead over."""

    @property
    def is_shown(self) -> bool:
        """Whether there is a way in view."""
        return self._shown is not None

    def is_for(self, walk: Walk) -> bool:
        """Whether the way in view leads where a walk does."""
        shown = self._shown
        return shown is not None and (shown.walk.to, shown.walk.level) == (walk.to, walk.level)

    def show(self, walk: Walk) -> None:
        """Show the way of a walk, and say why it cannot be gone."""
        fight = self._tool.fight
        self._shown = _Shown(walk, planned(fight.book, fight.state, walk))
        self._tell()

    def corner(self, event: PointerEvent) -> None:
        """Set a corner, and show the way up to it."""
        self.corners = (*self.corners, (event.level, event.square))
        self.show(walk_to(self._tool, event.square, event))

    def go(self) -> None:
        """Go it; where it is refused, do the one thing that gets past what closes it."""
        shown, past = self._shown, self._past
        if shown is None:
            return
        if past is not None and past.action is not None:
            self._tool.forget()
            self._tool.fight.propose(past.action)
        elif shown.plan.refusals:
            self._tell()
        else:
            self._tool.forget()
            self._tool.take(shown.walk)

    def forget(self) -> bool:
        """Show no way; return whether there was one."""
        had, self._shown, self.corners = self.is_shown, None, ()
        return had

    def _tell(self) -> None:
        if self._shown is not None and self._shown.plan.refusals:
            self._tool.desk.tell(" ".join(str(each) for each in self._shown.plan.refusals))

    @property
    def _past(self) -> Offer | None:
        """What a second click does where the way is refused, as past a barrier."""
        shown, actor, state = self._shown, self._tool.actor, self._tool.fight.state
        if shown is None or not shown.plan.refusals or actor is None:
            return None
        to = shown.walk.to
        if isinstance(to, tuple):
            level = shown.walk.level or state.fighters[actor].level
            zone = state.place.zone_at(level, Square(*to))
        else:
            zone = to
        return _way_past(self._tool.fight, actor, zone)

    # Shown

    @property
    def says(self) -> str:
        """What the way costs and what a second click does, or why not; empty without one."""
        if self._shown is None:
            return ""
        plan, past = self._shown.plan, self._past
        if not plan.refusals:
            return f"{plan.says}: click again or Enter goes · Shift+click: a corner · Esc"
        why = str(plan.refusals[0])
        return f"{why} Click again or Enter: {past.says}" if past is not None else why

    def shapes(self, level: LevelId) -> list[Shape]:
        """Return the way on a level, and beside the pointer why it cannot be gone."""
        if self._shown is None:
            return []
        plan, hover = self._shown.plan, self._tool.hover
        shapes = play_view.way_shapes(self._tool.fight.state, plan, level, self.corners)
        if plan.refusals and hover is not None:
            shapes.append(play_view.beside(hover.point, str(plan.refusals[0]), refused=True))
        return shapes


def crossings(fight: Fight, actor: FighterId, zone: ZoneId) -> list[Offer]:
    """Return what gets past the links that lead straight into a zone, as past a barrier."""
    ends, links = {fight.state.zone_of(actor), zone}, fight.state.encounter.board.links
    between = {link.id for link in links.values() if {link.from_, link.to} == ends}
    return [
        offer
        for offer in offers_of(fight, actor)
        if offer.action is not None and not between.isdisjoint(offer.action.named)
    ]


def _way_past(fight: Fight, actor: FighterId, zone: ZoneId | None) -> Offer | None:
    """Return the one thing that may be done now to get past what closes the way into a zone."""
    if zone is None:
        return None
    may_be = [
        offer
        for offer in crossings(fight, actor, zone)
        if offer.action is not None and not why_not(fight, offer.action)
    ]
    return may_be[0] if len(may_be) == 1 else None
