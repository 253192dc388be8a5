"""Seize the Initiative: to the top of the order for the rest of the fight."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import OrderSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

RULE = RuleRef("IM-ACTIONS-09")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeizeInitiative(Doing):
    """Stand at the top of the order from the next round on; a group comes along."""

    deed: ClassVar[str] = "seizes the Initiative"


def _refusals(book: Rulebook, state: CombatState, action: SeizeInitiative) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    entry = state.entry_of(action.who)
    name = label_of(state, action.who)
    if entry is None:
        yield Refusal(f"{name} has no place in the order.", RULE)
    elif state.order[0] == entry:
        yield Refusal(f"{name} stands at the top already.", RULE)


def _resolve(now: Now, action: SeizeInitiative) -> None:
    spend(now, action.who, "action", RULE)
    entry = now.state.entry_of(action.who)
    if entry is None:
        return
    top = max(each.initiative for each in now.state.order) + 1
    rest = tuple(each for each in now.state.order if each.id != entry.id)
    now.happens(OrderSet(order=(replace(entry, initiative=top), *rest)))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    action = SeizeInitiative(who=who)
    yield Offer(
        about="guarding and helping",
        key="seize", says="Seize the Initiative", cost="Action", action=action,
        refusals=tuple(_refusals(book, state, action)),
    )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={SeizeInitiative: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
)
