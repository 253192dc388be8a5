"""Conditions that weigh on Tests, on Speed or on what a turn holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import BUILDS_ON, FighterId
from desktop.core.packs.imperium import bar, skills, wounds
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.grapple import holder_of
from desktop.core.packs.imperium.skills import DIFFICULTIES, title
from desktop.core.packs.imperium.speed import slowed
from desktop.core.packs.imperium.suffering import grade, has, recover
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Rulebook, Standing
from desktop.core.rules.events import BudgetSet, Condition, ConditionSet, MarkSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

DEAFENED = RuleRef("IM-CONDITIONS-04")
FATIGUED = RuleRef("IM-CONDITIONS-05")
OVERBURDENED = RuleRef("IM-CONDITIONS-08")
POISONED = RuleRef("IM-CONDITIONS-09")
RESTRAINED = RuleRef("IM-CONDITIONS-11")
STUNNED = RuleRef("IM-CONDITIONS-12")
LOADED = RuleRef("IM-CONDITIONS-16")

SURE = 5
"""The highest roll that still passes where a sense is gone."""
HELD = ("athletics", "dexterity", "melee", "reflexes", "ranged")
"""The skills that being Restrained hampers."""
LOAD = "load"
"""The mark on a fighter with what it carries, as the book counts it."""
BREAKING = "athletics (might)"
BREAKS_WITH = (BREAKING, "melee (brawling)", "reflexes (acrobatics)", "dexterity (sleight of hand)")


# Tests and Speed


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    conditions = state.fighters[wanted.who].conditions
    if not conditions:
        return
    if wanted.what == "speed" and "overburdened" in conditions:
        yield slowed("overburdened", "overburdened", OVERBURDENED)
    if wanted.what != "test":
        return
    yield from _weary(conditions)
    skill = skills.plain(wanted.skill)
    builds_on = BUILDS_ON.get(skill, skill)
    if wanted.skill == "awareness (hearing)" and "deafened" in conditions:
        yield Part(
            key="deafened", says="deafened: only 01 to 05", does="at most", amount=SURE,
            rule=DEAFENED,
        )  # fmt: skip
    if builds_on == "ag" and "overburdened" in conditions:
        yield Part(key="overburdened", says="overburdened", does="against", rule=OVERBURDENED)
    if skill in HELD and "restrained" in conditions:
        yield Part(key="restrained", says="restrained", does="against", rule=RESTRAINED)
    if builds_on in ("str", "tgh") and "poisoned" in conditions:
        yield from _poisoned(state, wanted.who)


def _weary(conditions: Mapping[str, Condition]) -> Iterator[Part]:
    """Yield what Fatigued and Stunned do to every Test; the worse Fatigued is in `difficulty`."""
    if "fatigued" in conditions and grade(conditions["fatigued"]) == "minor":
        yield Part(key="fatigued", says="fatigued", does="against", rule=FATIGUED)
    if "stunned" in conditions and grade(conditions["stunned"]) == "major":
        yield Part(key="stunned", says="badly stunned", does="against", rule=STUNNED)


def _poisoned(state: CombatState, who: FighterId) -> Iterator[Part]:
    yield Part(key="poisoned", says="poisoned", does="against", rule=POISONED)
    most = skills.bonus(state.people[who].profile, "tgh")
    if most is not None:
        says = f"poisoned: SL at most {most}"
        yield Part(key="poison limit", says=says, does="levels", amount=0, most=most, rule=POISONED)


# Moving and acting


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    if has(state, who, "restrained"):
        says = f"{label_of(state, who)} is Restrained and cannot Move."
        yield Refusal(says, RESTRAINED, "Break loose first.")


def _spent(now: Now, fact: BudgetSet) -> None:
    if has(now.state, fact.who, "stunned"):
        wounds.halve(now, fact.who, STUNNED)


def _conditioned(now: Now, fact: ConditionSet) -> None:
    if fact.condition == "stunned" and fact.now is not None and now.state.actor == fact.who:
        wounds.halve(now, fact.who, STUNNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakLoose(Doing):
    """Try to get out of whatever holds one."""


def _free_refusals(book: Rulebook, state: CombatState, action: BreakLoose) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if not has(state, action.who, "restrained"):
        yield Refusal(f"{label_of(state, action.who)} is not Restrained.", RESTRAINED)


def _free(now: Now, action: BreakLoose) -> None:
    who, name = action.who, label_of(now.state, action.who)
    spend(now, who, "action", RESTRAINED)
    options = [Option(skill, title(skill)) for skill in BREAKS_WITH]
    says = f"{name} breaks free with"
    skill = str(now.word(f"free skill|{who}", says, BREAKING, RESTRAINED, options))
    hard = [Option(str(by), f"{told} {by:+d}") for by, told in DIFFICULTIES.items()]
    by = int(now.word(f"free difficulty|{who}", "Difficulty of that", "0", RESTRAINED, hard))
    wanted = TallyFor(what="test", who=who, purpose="break free", skill=skill)
    if now.book.test.test(now, wanted, f"{title(skill)}, breaking free", by, RESTRAINED).passed:
        recover(now, who, "restrained", RESTRAINED)


# Load


@dataclass(frozen=True, slots=True, kw_only=True)
class Carry(Doing):
    """The GM says how much a fighter carries; None for nothing that matters."""

    deed: ClassVar[str] = "carries what the GM says"

    load: int | None


def _carry(now: Now, action: Carry) -> None:
    now.happens(MarkSet(subject=action.who, name=LOAD, value=action.load, rule=LOADED))


def bears(state: CombatState, who: FighterId) -> int | None:
    """Return how much a fighter carries with ease; None where its profile does not say."""
    profile = state.people[who].profile
    several = [skills.bonus(profile, short) for short in ("str", "tgh")]
    return None if None in several else sum(each or 0 for each in several)


def _standing(book: Rulebook, state: CombatState) -> Iterator[Standing]:
    for subject, name in state.marks:
        who = FighterId(subject)
        if name != LOAD or who not in state.fighters:
            continue
        load, ease = int(state.mark(who, LOAD) or 0), bears(state, who)
        if ease is None or load <= ease:
            continue
        yield Standing(who, "overburdened", Condition(source=LOAD), LOADED)
        if load > 2 * ease:
            yield Standing(who, "restrained", Condition(tier="minor", source=LOAD), LOADED)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if has(state, who, "restrained") and holder_of(state, who) is None:
        action = BreakLoose(who=who)
        yield Offer(
            about="movement",
            key="break loose", says="Break loose", cost="Action", action=action,
            refusals=tuple(_free_refusals(book, state, action)), place=bar.NEED,
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        BreakLoose: ActionRule(refusals=_free_refusals, resolve=_free),
        Carry: ActionRule(resolve=_carry),
    },
    parts=(_parts,),
    stops=(_stops,),
    follows={BudgetSet: (_spent,), ConditionSet: (_conditioned,)},
    standing=(_standing,),
    offers=(_offers,),
)
