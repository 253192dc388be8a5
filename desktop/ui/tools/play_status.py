"""What the status line says while one plays, and what a second click on a refused way does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.core.model.words import FighterId, ZoneId
from desktop.core.rules.book import Offer
from desktop.ui.fight import Fight
from desktop.ui.menus.offers import offers_of, why_not
from desktop.ui.tools.play_aim import armed_says

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool

IDLE = (
    "Click a foe: attack · a place: the way, again: go · Shift+click: choose several"
    " · Ctrl: only select, no rules"
)


def status_of(tool: PlayTool) -> str:
    """Return what the hand can do now in a fight, while it carries nothing."""
    fight = tool.fight
    if fight.looking_back:
        return "The board shows an earlier point. Home returns to now."
    if tool.question.menu is not None:
        return tool.question.says
    if fight.exchange is not None or tool.choices.all():
        return tool.choices.status
    if fight.armed:
        return f"{armed_says(fight)}: click its target, Esc leaves it"
    return _shown_says(tool) or tool.chosen.says or IDLE


def _shown_says(tool: PlayTool) -> str:
    """Return what can be done with what is drawn; empty where nothing is, and somebody acts."""
    if tool.chain.push is not None:
        return tool.chain.says
    if tool.march.is_shown:
        return f"{tool.march.says}: click again or Enter: they go, one after another · Esc"
    if tool.walk is not None and tool.plan is not None:
        if not tool.plan.refusals:
            return f"{tool.plan.says}: click again or Enter goes · Shift+click: a corner · Esc"
        why, past = str(tool.plan.refusals[0]), tool.way_past
        return f"{why} Click again or Enter: {past.says}" if past is not None else why
    if tool.actor is None:
        return "Nobody acts. N: next turn. Click: select · right click: everything"
    return ""


def crossings(fight: Fight, actor: FighterId, zone: ZoneId) -> list[Offer]:
    """Return what gets past the links that lead straight into a zone, as past a barrier."""
    ends, links = {fight.state.zone_of(actor), zone}, fight.state.encounter.board.links
    between = {link.id for link in links.values() if {link.from_, link.to} == ends}
    return [
        offer
        for offer in offers_of(fight, actor)
        if offer.action is not None and not between.isdisjoint(offer.action.named)
    ]


def way_past(fight: Fight, actor: FighterId, zone: ZoneId | None) -> Offer | None:
    """Return the one thing that may be done now to get past what closes the way into a zone."""
    if zone is None:
        return None
    may_be = [
        offer
        for offer in crossings(fight, actor, zone)
        if offer.action is not None and not why_not(fight, offer.action)
    ]
    return may_be[0] if len(may_be) == 1 else None
