"""Improvise: whatever else a fighter does with its Action; the GM says how it goes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor

RULE = RuleRef("IM-ACTIONS-28")


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvise(Doing):
    """Spend the Action on something that no rule names, with a Test if the GM wants one."""

    what: str = ""
    skill: str = ""
    """Unsaid: no Test."""
    difficulty: int = 0


def _refusals(book: Rulebook, state: CombatState, action: Improvise) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")


def _resolve(now: Now, action: Improvise) -> None:
    who, what = action.who, action.what or "improvises"
    spend(now, who, "action", RULE)
    now.happens(Said(text=f"{label_of(now.state, who)}: {what}", who=who, rule=RULE))
    if action.skill:
        wanted = TallyFor(what="test", who=who, purpose="improvise", skill=action.skill)
        says = f"{skills.title(action.skill)}: {what}"
        now.book.test.test(now, wanted, says, action.difficulty, RULE)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    action = Improvise(who=who)
    yield Offer(
        key="improvise", says="Improvise", cost="Action", action=action,
        refusals=tuple(_refusals(book, state, action)),
    )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={Improvise: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
)
