"""Defend: standing before an ally, so that what is meant for it hits oneself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import reach
from desktop.core.packs.imperium.acting import cannot_fight, unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import Related, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DEFENDS
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

RULE = RuleRef("IM-ACTIONS-18")


@dataclass(frozen=True, slots=True, kw_only=True)
class Defend(Doing):
    """Take the attacks on an ally within reach upon oneself, until the own next turn."""

    deed: ClassVar[str] = "defends {ally}"

    ally: FighterId


def instead_of(now: Now, attacker: FighterId, target: FighterId) -> FighterId:
    """Return whom an attack hits: whoever defends its target, else the target itself."""
    for each in now.state.relations:
        who = FighterId(each.one)
        if each.kind != DEFENDS or each.other != target or who == attacker:
            continue
        if cannot_fight(now.state, who) or not now.book.space.in_reach(now.state, who, target):
            continue
        says = f"{label_of(now.state, who)} is hit in the place of {label_of(now.state, target)}"
        if now.word(now.unique(f"defends|{who}|{target}"), says, True, RULE):
            return who
    return target


def _refusals(book: Rulebook, state: CombatState, action: Defend) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    ally = label_of(state, action.ally)
    if action.ally == action.who:
        yield Refusal("Nobody needs an Action to be hit in its own place.", RULE, "Dodge instead.")
    elif not state.on_board(action.ally):
        yield Refusal(f"{ally} is not on the board.", RULE)
    elif state.on_board(action.who):
        yield from reach.step_up_refusals(book, state, action.who, action.ally)
    if state.against(action.who, action.ally):
        yield Refusal(f"{ally} is no ally.", RULE)


def _resolve(now: Now, action: Defend) -> None:
    who = action.who
    if not reach.step_up(now, who, action.ally) and not action.forced:
        return
    if cannot_fight(now.state, who):
        return
    spend(now, who, "action", RULE)
    until = Until("start of turn", who=who)
    now.happens(
        Related(kind=DEFENDS, one=who, other=action.ally, mutual=False, until=until, rule=RULE)
    )


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    yield Offer(
        about="guarding and helping",
        key="defend", says="Defend an ally", cost="Action", wants="fighter",
        aimed=lambda ally: Defend(who=who, ally=FighterId(ally)),
        refusals=(*unable(state, who), *lacks(state, who, "action")),
    )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={Defend: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
)
