"""Dodging: the Dodge Action, and getting out of the way of a shot."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import aware, bar, skills
from desktop.core.packs.imperium.acting import helpless, unable
from desktop.core.packs.imperium.economy import has, lacks, spend
from desktop.core.packs.imperium.purposes import DEFENCES, DODGE
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet, Tested, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

ACTION = RuleRef("IM-ACTIONS-04")
SHOT = RuleRef("IM-DODGE-01")
OPPOSES = RuleRef("IM-DODGE-02")
KEEN = RuleRef("IM-DODGE-06")
DODGING = "dodging"
"""The mark of a fighter that took the Dodge Action."""
EDGE = "dodge edge"
"""The mark for the Advantage it has on its next defence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dodge(Doing):
    """Be on the watch: dodge shots without a Reaction until the own next turn."""

    deed: ClassVar[str] = "is ready to dodge"


def declared(now: Now, who: FighterId, shooter: FighterId, *, default: bool) -> bool:
    """Whether a fighter dodges a shot, paying with its Reaction where it must.

    The default is to dodge for free and never to spend a Reaction unasked.
    """
    state = now.state
    if helpless(state, who) or not _knows(now, who, shooter):
        return False
    free = bool(state.mark(who, DODGING))
    if not free and not has(state, who, "reaction"):
        return False
    how = "dodges" if free else "spends its Reaction to dodge"
    says = f"{label_of(state, who)} {how}"
    if not now.word(now.unique(f"dodge|{who}|{shooter}"), says, free and default, SHOT):
        return False
    if not free:
        spend(now, who, "reaction", SHOT)
    elif reads(state, "dodge_circumstances", "one shot"):
        now.happens(MarkSet(subject=who, name=DODGING, value=None, rule=SHOT))
    return True


def test(now: Now, who: FighterId, shooter: FighterId) -> Tested:
    """Roll the dodge."""
    wanted = TallyFor(
        what="test", who=who, purpose=DODGE, skill=skills.DODGE, against=shooter, ranged=True
    )
    says = f"{skills.title(skills.DODGE)} against {label_of(now.state, shooter)}"
    return now.book.test.test(now, wanted, says, 0, OPPOSES)


def _knows(now: Now, who: FighterId, shooter: FighterId) -> bool:
    """Whether a fighter can dodge a shot from this one at all; the keen-sensed may still."""
    if aware.is_aware(now.state, who, shooter):
        return True
    if not skills.figures(now.state.people[who].profile).keen_senses:
        return False
    says = f"{label_of(now.state, who)} may dodge a shot from someone it does not know of"
    return bool(now.word(now.unique(f"keen|{who}|{shooter}"), says, True, KEEN))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    defending = wanted.what == "test" and wanted.purpose in DEFENCES
    if defending and state.mark(wanted.who, EDGE):
        yield Part(key="dodging", says="Dodge Action", does="for", rule=ACTION)


def _tested(now: Now, tested: Tested) -> None:
    """Use up the Advantage of the Dodge Action with the first defence."""
    if any(part.key == "dodging" for part in tested.tally.live("for")):
        now.happens(MarkSet(subject=tested.who, name=EDGE, value=None, rule=ACTION))


def _refusals(book: Rulebook, state: CombatState, action: Dodge) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if state.mark(action.who, DODGING):
        yield Refusal(f"{label_of(state, action.who)} dodges already.", ACTION)


def _resolve(now: Now, action: Dodge) -> None:
    spend(now, action.who, "action", ACTION)
    until = Until("start of turn", who=action.who)
    now.happens(
        MarkSet(subject=action.who, name=DODGING, value=True, until=until, rule=ACTION),
        MarkSet(subject=action.who, name=EDGE, value=True, until=until, rule=ACTION),
    )


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    action = Dodge(who=who)
    yield Offer(
        about="guarding and helping",
        key="dodge", says="Dodge", cost="Action", action=action,
        refusals=tuple(_refusals(book, state, action)), place=bar.DODGE,
    )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={Dodge: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    parts=(_parts,),
    follows={Tested: (_tested,)},
)
