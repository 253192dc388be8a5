"""Criticals: the doubles that cause them, and the Critical Wounds that they cause."""

from desktop.core.model.words import FighterId, Location
from desktop.core.packs.imperium import death, location, tables
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.events import CriticalsSet, TableRolled, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

WOUND = RuleRef("IM-WOUNDS-05")
HIT = RuleRef("IM-WOUNDS-06")


def is_double(state: CombatState, tested: Tested) -> bool:
    """Whether the roll of a Test is a double; 00 is one unless the table says otherwise."""
    if tested.final == 100:
        return not reads(state, "roll_00", "no double")
    return tested.final % 11 == 0


def is_critical(state: CombatState, tested: Tested) -> bool:
    """Whether a Melee or Ranged Test is a Critical, by its roll alone."""
    return tested.passed and is_double(state, tested)


def hit(
    now: Now, who: FighterId, by: Tested, rule: RuleRef, chosen: Location | None = None
) -> None:
    """Let a fighter suffer a Critical Hit on its own, without the Damage of a blow.

    `by` is the Test that brings it, `chosen` the location that it was aimed at.
    """
    place = location.of_attack(now, by, who, critical=True, chosen=chosen, rule=rule)
    wound(now, who, place, 0, HIT)


def wound(now: Now, who: FighterId, place: Location, bonus: int, rule: RuleRef) -> TableRolled:
    """Give a fighter a Critical Wound and see whether it survives that."""
    table = f"critical {place.rpartition(' ')[2]}"
    says = f"Severity of the Critical Wound of {label_of(now.state, who)}"
    rolled = tables.rolled(now, who, table, says, rule, bonus=bonus, location=place)
    had = now.state.fighters[who].criticals
    told = f"{place}: {rolled.text or rolled.result}"
    now.happens(CriticalsSet(who=who, criticals=(*had, told)))
    death.check(now, who)
    return rolled
