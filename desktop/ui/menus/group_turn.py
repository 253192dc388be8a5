"""The group whose turn it is: who of it acts, and letting another of it go on."""

from __future__ import annotations

from desktop.core.model.words import FighterId
from desktop.core.rules.actions import TakeOver
from desktop.core.rules.order import entry_named, is_out
from desktop.ui.fight import Fight


def able_members(fight: Fight) -> tuple[FighterId, ...]:
    """Return who of the group that acts may act; nobody where a single fighter does."""
    state = fight.state
    entry = entry_named(state, state.acting)
    if entry is None or entry.kind != "group":
        return ()
    return tuple(
        who for who in entry.members if state.on_board(who) and not is_out(state, who)
    )  # fmt: skip


def hand_over(fight: Fight, other: FighterId) -> bool:
    """Let another member of the group that acts go on, where it is one; whether it does now."""
    if fight.looking_back or fight.exchange is not None or other == fight.state.actor:
        return False
    return other in able_members(fight) and fight.take(TakeOver(who=other))
