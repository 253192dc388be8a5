"""Healing: treatment in the fight and out of it, and rest."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import reach, skills
from desktop.core.packs.imperium.acting import cannot_fight, unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.rules.actions import Action, Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import WoundsSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor

REST = RuleRef("IM-WOUNDS-09")
TREATED = RuleRef("IM-WOUNDS-10")
BLEEDS = RuleRef("IM-CONDITIONS-02")
SKILL = "medicae (human)"
ROUTINE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class TreatWounds(Doing):
    """Heal somebody within reach, or oneself, with Medicae."""

    deed: ClassVar[str] = "treats the wounds of {patient}"

    patient: FighterId


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Doing):
    """Let a fighter rest for a night, or for a whole day."""

    whole_day: bool = False


def _wounded(state: CombatState, who: FighterId, rule: RuleRef) -> Iterator[Refusal]:
    name = label_of(state, who)
    if not state.fighters[who].wounds:
        yield Refusal(f"{name} has no Wounds.", rule)
    if "bleeding" in state.fighters[who].conditions:
        says = f"{name} is Bleeding and does not heal."
        yield Refusal(says, BLEEDS, "Stop the Bleeding first.")


def _heal(now: Now, who: FighterId, says: str, by: int, rule: RuleRef) -> None:
    """Take Wounds off, as many as the rule says or the GM."""
    healed = now.count(now.unique(f"heals|{who}"), says, by, rule)
    had = now.state.fighters[who].wounds
    if healed > 0 and had:
        now.happens(WoundsSet(who=who, total=max(0, had - healed)))


# Treatment


def _treat_refusals(book: Rulebook, state: CombatState, action: TreatWounds) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    yield from _wounded(state, action.patient, TREATED)
    if action.patient != action.who and state.on_board(action.who):
        yield from reach.step_up_refusals(book, state, action.who, action.patient)


def _treat(now: Now, action: TreatWounds) -> None:
    who, patient = action.who, action.patient
    if who != patient and not reach.step_up(now, who, patient) and not action.forced:
        return
    if cannot_fight(now.state, who):
        return
    spend(now, who, "action", TREATED)
    difficulty = 0 if now.state.round > 0 else ROUTINE
    wanted = TallyFor(what="test", who=who, purpose="treat", skill=SKILL)
    name = label_of(now.state, patient)
    tested = now.book.test.test(
        now, wanted, f"{skills.title(SKILL)} for {name}", difficulty, TREATED
    )
    if tested.passed:
        bonus = skills.bonus(now.state.people[who].profile, "int") or 0
        _heal(now, patient, f"Wounds of {name} healed", max(0, tested.levels) + bonus, TREATED)


# Rest


def _rest_refusals(book: Rulebook, state: CombatState, action: Rest) -> Iterable[Refusal]:
    yield from _wounded(state, action.who, REST)


def _rest(now: Now, action: Rest) -> None:
    bonus = skills.bonus(now.state.people[action.who].profile, "tgh") or 0
    by = bonus * (2 if action.whole_day else 1)
    _heal(now, action.who, f"Wounds of {label_of(now.state, action.who)} healed", by, REST)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    yield Offer(
        about="guarding and helping",
        key="treat wounds", says="Treat Wounds", cost="Action", wants="fighter",
        aimed=_aimed(who), refusals=(*unable(state, who), *lacks(state, who, "action")),
    )  # fmt: skip


def _aimed(who: FighterId) -> Callable[[str], Action]:
    return lambda patient: TreatWounds(who=who, patient=FighterId(patient))


CHAPTER = Pack(
    name="imperium",
    actions={
        TreatWounds: ActionRule(refusals=_treat_refusals, resolve=_treat),
        Rest: ActionRule(refusals=_rest_refusals, resolve=_rest),
    },
    offers=(_offers,),
)
