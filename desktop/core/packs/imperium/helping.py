"""Help: Advantage on an ally's next Test."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Note, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

RULE = RuleRef("IM-ACTIONS-07")
HELPED = "helped"
"""The mark of a fighter that is helped, by whom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Help(Doing):
    """Help an ally with its next Test."""

    deed: ClassVar[str] = "helps {ally}"

    ally: FighterId


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    helper = state.mark(wanted.who, HELPED)
    if wanted.what == "test" and helper:
        says = f"helped by {label_of(state, str(helper))}"
        yield Part(key="helped", says=says, does="for", rule=RULE)


def _tested(now: Now, tested: Tested) -> None:
    if any(part.key == "helped" for part in tested.tally.parts):
        now.happens(MarkSet(subject=tested.who, name=HELPED, value=None, rule=RULE))


def _refusals(book: Rulebook, state: CombatState, action: Help) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if action.ally == action.who:
        yield Refusal("Nobody helps itself.", RULE)
    elif not state.on_board(action.ally):
        yield Refusal(f"{label_of(state, action.ally)} is not on the board.", RULE)


def _resolve(now: Now, action: Help) -> None:
    spend(now, action.who, "action", RULE)
    now.happens(MarkSet(subject=action.ally, name=HELPED, value=action.who, rule=RULE))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    yield Offer(
        about="guarding and helping",
        key="help", says="Help", cost="Action", wants="fighter",
        aimed=lambda ally: Help(who=who, ally=FighterId(ally)),
        refusals=(*unable(state, who), *lacks(state, who, "action")),
    )  # fmt: skip


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for (who, name), mark in state.marks.items():
        if name == HELPED:
            yield Note(who, f"helped by {label_of(state, str(mark.value))}")


CHAPTER = Pack(
    name="imperium",
    actions={Help: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    notes=(_notes,),
    parts=(_parts,),
    follows={Tested: (_tested,)},
)
