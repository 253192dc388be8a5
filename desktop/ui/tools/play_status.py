"""What the status line says while one plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    if tool.way.is_shown:
        return tool.way.says
    if tool.actor is None:
        return "Nobody acts. N: next turn. Click: select · right click: everything"
    return ""
