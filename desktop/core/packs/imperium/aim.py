"""Aim: a shot that reaches further and picks its location."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import bar
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet, Moved, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

RULE = RuleRef("IM-ACTIONS-06")
AIMED = "aimed"
"""The mark of a fighter that aims: the round in which it began to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim(Doing):
    """Take aim for the next turn's shot."""

    deed: ClassVar[str] = "takes aim"


def is_aimed(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter's shot now is an aimed one; only from the turn after it took aim."""
    since = state.mark(who, AIMED)
    return since is not None and int(since) < state.round


def lose(now: Now, who: FighterId) -> None:
    """Forget the aim, as moving and firing do."""
    if now.state.mark(who, AIMED) is not None:
        now.happens(MarkSet(subject=who, name=AIMED, value=None, rule=RULE))


def _moved(now: Now, moved: Moved) -> None:
    lose(now, moved.who)


def _refusals(book: Rulebook, state: CombatState, action: Aim) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if reads(state, "aim_move", "no move") and list(lacks(state, action.who, "move")):
        yield Refusal(f"{label_of(state, action.who)} has moved and cannot aim.", RULE)


def _resolve(now: Now, action: Aim) -> None:
    spend(now, action.who, "action", RULE)
    if reads(now.state, "aim_move", "no move"):
        spend(now, action.who, "move", RULE)
    now_round = now.state.round
    until = Until("end of turn", round=now_round + 1, who=action.who)
    now.happens(MarkSet(subject=action.who, name=AIMED, value=now_round, until=until, rule=RULE))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    action = Aim(who=who)
    yield Offer(
        about="attacks",
        key="aim", says="Aim", cost="Action", action=action,
        refusals=tuple(_refusals(book, state, action)), place=bar.AIM,
    )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={Aim: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    follows={Moved: (_moved,)},
)
