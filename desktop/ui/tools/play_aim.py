"""An offer that waits for its target: what it means at what lies under the pointer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from desktop.core.model.words import FighterId
from desktop.core.rules.actions import Action, Put, Walk
from desktop.core.rules.book import Offer
from desktop.core.rules.labels import label_of
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.fight import Fight
from desktop.ui.menus.keys import ENTER
from desktop.ui.menus.offers import PUT, aimed_at, gm_offers, offer_named, offers_of, square_target
from desktop.ui.tools.play_goal import walk_to

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool


def offer_armed(fight: Fight) -> Offer | None:
    """Return the offer that waits; None where somebody is to be put, or nothing waits."""
    offers = [*offers_of(fight, fight.state.actor), *gm_offers(fight)]
    return offer_named(offers, fight.armed)


def armed_says(fight: Fight) -> str:
    """Return what waits, in a few words."""
    if fight.armed.startswith(PUT):
        return f"Put {label_of(fight.state, fight.armed.removeprefix(PUT))}"
    offer = offer_armed(fight)
    return offer.says if offer is not None else ""


def action_at(tool: PlayTool, event: PointerEvent) -> Action | None:
    """Return the waiting offer's action at what is under the pointer, if that fits."""
    armed = tool.fight.armed
    if armed.startswith(PUT):
        who = FighterId(armed.removeprefix(PUT))
        return Put(who=who, at=event.square, level=event.level)
    offer = offer_armed(tool.fight)
    return aimed_at(offer, _wanted(tool, offer.wants, event)) if offer is not None else None


def _wanted(tool: PlayTool, wants: str, event: PointerEvent) -> str:
    if wants in ("foe", "fighter"):
        return tool.fighter_at(event, but=tool.actor) or ""
    if wants == "zone":
        return tool.zone_at(event) or ""
    if wants == "square":
        return square_target(event.square, event.level)
    under = tool.desk.view.under(event.point)
    return next((ref.id for ref in under if ref.kind == wants), "")


def typed(press: KeyPress) -> str:
    """Return what a key is to a roll: a digit, `enter` or `back`; empty for none."""
    if press.key in ENTER:
        return "enter"
    if press.key == Qt.Key.Key_Backspace:
        return "back"
    text = press.text
    return text if len(text) == 1 and text.isascii() and text.isdigit() else ""


def aim(tool: PlayTool, event: PointerEvent) -> None:
    """Do what is armed with what was clicked; a walk only shows its way."""
    fight, offer, action = tool.fight, offer_armed(tool.fight), action_at(tool, event)
    if action is None:
        wants = offer.wants if offer is not None else "place"
        tool.say(event, f"That is no {wants}. Esc leaves it.")
    elif isinstance(action, Walk):
        fight.arm("")
        if action.to == tool.zone_at(event):
            there = walk_to(tool, event.square, event)
            action = replace(action, to=there.to, level=there.level)
        tool.way.show(action)
    elif offer is None:
        tool.take(action)
    else:
        fight.propose(action)
