"""What a click in Play means: a choice, an attack, a way, or only what is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.core.model.words import FighterId
from desktop.core.rules.labels import label_of
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.menus.group_turn import hand_over
from desktop.ui.menus.offers import best_attack
from desktop.ui.tools.play_aim import aim
from desktop.ui.tools.play_goal import walk_to, way_at
from desktop.ui.tools.play_march import Goal

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool


def click(tool: PlayTool, event: PointerEvent) -> None:
    """Do for whoever acts what a click asks for; where nobody does or may, only select."""
    fight = tool.fight
    if event.ctrl or fight.exchange is not None or fight.looking_back:
        tool.chosen.select(event)
        return
    if fight.result is not None:
        fight.drop()
    if fight.armed:
        aim(tool, event)
        return
    target, actor = tool.fighter_at(event), tool.actor
    if actor is None or (event.shift and target is not None):
        tool.chosen.select(event)
    elif event.shift:
        tool.way.corner(event)
    elif target is not None and target != actor and fight.state.against(actor, target):
        _attack(tool, actor, target, event)
    elif target is not None:
        tool.chosen.select(event)
        hand_over(fight, target)
    elif tool.stopping_feature_at(event) is not None:
        tool.chosen.select(event)
    else:
        _go(tool, event)


def _attack(tool: PlayTool, actor: FighterId, target: FighterId, event: PointerEvent) -> None:
    offer = best_attack(tool.fight, actor, target)
    if offer is None or offer.aimed is None:
        tool.say(event, f"{label_of(tool.fight.state, actor)} has nothing to attack with.")
    else:
        tool.fight.begin(offer.aimed(target))


def _go(tool: PlayTool, event: PointerEvent) -> None:
    """Show the way, or go where it is shown already; outside the zones there is none."""
    walk, beyond, march = walk_to(tool, event.square, event), way_at(tool, event), tool.march
    goal = Goal(event.level, event.square, beyond)
    if tool.way.is_for(walk):
        tool.way.go()
    elif tool.zone_at(event) is None and not tool.on_squares and beyond is None:
        tool.forget()
        tool.chosen.select(event)
    elif march.is_for(goal):
        march.go()
    elif march.can_go(goal):
        tool.forget()
        march.show(goal)
    else:
        tool.way.show(walk)
