"""Conditions: how they come, worsen and last, and what one brings with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Action, Doing
from desktop.core.rules.book import ActionRule, Pack, Rulebook
from desktop.core.rules.events import Condition, ConditionSet, MarkSet, Said, Until
from desktop.core.rules.house import no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Die
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

TIERS = RuleRef("IM-CONDITIONS-15")
DEAF = RuleRef("IM-CONDITIONS-04")
TIRED = RuleRef("IM-CONDITIONS-05")
ASLEEP = RuleRef("IM-CONDITIONS-13")
POISON = RuleRef("IM-CONDITIONS-09")

Tier = Literal["", "minor", "major"]
TIERED = ("ablaze", "bleeding", "fatigued", "frightened", "poisoned", "restrained", "stunned")
"""Conditions of two grades."""
UNTIERED = (
    "blinded", "deafened", "incapacitated", "overburdened", "prone", "unconscious", "dead",
)  # fmt: skip
CONDITIONS = (*TIERED, *UNTIERED)
ROUNDS: dict[str, Die] = {"blinded": "d10", "stunned": "d5"}
"""How many rounds a condition lasts that has a length of its own."""
AFRAID_OF = "frightened of"
"""The mark on a Frightened fighter with the id of what frightens it."""
PASSING_OUT = "passes out in minutes"
"""The mark on a fighter that was Fatigued beyond the worst: how many minutes it still acts."""


def has(state: CombatState, who: FighterId, condition: str, tier: Tier = "") -> bool:
    """Whether a fighter has a condition, in the grade named where one is named."""
    found = state.fighters[who].conditions.get(condition)
    return found is not None and (not tier or grade(found) == tier)


def grade(condition: Condition) -> Tier:
    """Return the grade of one of the conditions that have any; unsaid, it is minor."""
    return condition.tier or "minor"


# How they come


def suffer(
    now: Now,
    who: FighterId,
    condition: str,
    *,
    rule: RuleRef,
    tier: Tier = "",
    until: Until | None = None,
    of: FighterId | None = None,
) -> None:
    """Let a fighter suffer a condition, in its worse grade where it has it already.

    How long it lasts is rolled where the book says so and `until` does not. `of` is what
    frightens it.
    """
    had = now.state.fighters[who].conditions.get(condition)
    if had is not None and condition == "fatigued" and grade(had) == "major":
        _exhausted(now, who)
        return
    if until is None:
        until = _lasting(now, who, condition, rule)
    new = Condition(tier=_tier(now.state, condition, had, tier), until=_later(had, until))
    if of is not None:
        now.happens(MarkSet(subject=who, name=AFRAID_OF, value=of, rule=rule))
    if new != had:
        now.happens(ConditionSet(who=who, condition=condition, now=new, rule=rule))


def recover(now: Now, who: FighterId, condition: str, rule: RuleRef) -> None:
    """Rid a fighter of a condition, whatever its grade."""
    if condition in now.state.fighters[who].conditions:
        now.happens(ConditionSet(who=who, condition=condition, now=None, rule=rule))


def _tier(state: CombatState, condition: str, had: Condition | None, said: Tier) -> Tier:
    if condition not in TIERED or reads(state, "condition_tiers", "one grade"):
        return ""
    if had is not None and not had.source:
        return "major"
    return said or "minor"


def _later(had: Condition | None, until: Until | None) -> Until | None:
    """Return the later of two ends; one that never comes is the latest."""
    if had is None or had.source or until is None:
        return until
    if had.until is None:
        return None
    return max((until, had.until), key=lambda each: each.round or 0)


def rounds_on(state: CombatState, who: FighterId, rounds: int) -> Until:
    """Return when so many rounds are over: at the end of as many turns of the fighter to come."""
    entry = state.entry_of(who)
    over = entry is not None and (entry.id in state.acted or entry.id == state.acting)
    return Until("end of turn", state.round + rounds - (0 if over else 1), who)


def _lasting(now: Now, who: FighterId, condition: str, rule: RuleRef) -> Until | None:
    name = label_of(now.state, who)
    die = ROUNDS.get(condition)
    if condition == "deafened":
        in_rounds = reads(now.state, "deafened_length", "rounds")
        what = "rounds" if in_rounds else "minutes"
        count = now.roll("d10", who, f"For how many {what} {name} is Deafened", DEAF)
        if not in_rounds:
            now.happens(Said(text=f"{name} is Deafened for {count} minutes.", who=who, rule=DEAF))
            return None
        return rounds_on(now.state, who, count)
    if die is None:
        return None
    says = f"For how many rounds {name} is {condition.capitalize()}"
    return rounds_on(now.state, who, now.roll(die, who, says, rule))


def _exhausted(now: Now, who: FighterId) -> None:
    """Fatigued once more: it keeps going for some minutes and then passes out."""
    minutes = skills.bonus(now.state.people[who].profile, "tgh") or 0
    says = f"{label_of(now.state, who)} passes out in {minutes} minutes."
    now.happens(
        MarkSet(subject=who, name=PASSING_OUT, value=minutes, rule=TIRED),
        Said(text=says, who=who, rule=TIRED),
    )


# What one brings with it


def _set(now: Now, fact: ConditionSet) -> None:
    who, fighter = fact.who, now.state.fighters[fact.who]
    if fact.now is None:
        if fact.condition == "frightened" and now.state.mark(who, AFRAID_OF) is not None:
            now.happens(MarkSet(subject=who, name=AFRAID_OF, value=None, rule=fact.rule))
        return
    lays_low = fact.condition == "unconscious" or (
        fact.condition == "poisoned" and fact.now.tier == "major"
    )
    if lays_low and "prone" not in fighter.conditions and now.state.on_board(who):
        rule = ASLEEP if fact.condition == "unconscious" else POISON
        suffer(now, who, "prone", rule=rule)


# The GM's own


@dataclass(frozen=True, slots=True, kw_only=True)
class Suffer(Doing):
    """Let a fighter suffer a condition, as a blow or a power would."""

    deed: ClassVar[str] = "is {condition}"

    condition: str
    tier: Tier = ""
    of: FighterId | None = None
    """Whom a Frightened one fears."""
    also: tuple[FighterId, ...] = ()
    """Who else suffers it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover(Doing):
    """Rid a fighter of a condition."""

    deed: ClassVar[str] = "is {condition} no more"

    condition: str
    also: tuple[FighterId, ...] = ()
    """Who else is rid of it."""


def _suffer_refusals(book: Rulebook, state: CombatState, action: Suffer) -> Iterator[Refusal]:
    if action.condition not in CONDITIONS:
        yield no_such("condition", action.condition, CONDITIONS)


def _suffer(now: Now, action: Suffer) -> None:
    for who in (action.who, *action.also):
        suffer(now, who, action.condition, rule=TIERS, tier=action.tier, of=action.of)


def _recover_refusals(book: Rulebook, state: CombatState, action: Recover) -> Iterator[Refusal]:
    for who in (action.who, *action.also):
        if action.condition not in state.fighters[who].conditions:
            says = f"{label_of(state, who)} is not {action.condition}."
            yield Refusal(says, TIERS, final=True)


def _recover(now: Now, action: Recover) -> None:
    for who in (action.who, *action.also):
        recover(now, who, action.condition, TIERS)


def _suffering(who: tuple[FighterId, ...], condition: str) -> Action | None:
    if condition not in CONDITIONS:
        return None
    return Suffer(who=who[0], condition=condition, also=who[1:])


def _recovering(who: tuple[FighterId, ...], condition: str) -> Action | None:
    if condition not in CONDITIONS:
        return None
    return Recover(who=who[0], condition=condition, also=who[1:])


CHAPTER = Pack(
    name="imperium",
    actions={
        Suffer: ActionRule(refusals=_suffer_refusals, resolve=_suffer),
        Recover: ActionRule(refusals=_recover_refusals, resolve=_recover),
    },
    follows={ConditionSet: (_set,)},
    suffers=(_suffering,),
    recovers=(_recovering,),
)
