"""Fumbles: the doubles that cause them, and the roll on their table."""

from desktop.core.model.profile import Attack
from desktop.core.packs.imperium import criticals, tables, unstable, weapons
from desktop.core.rules.events import Said, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

RULE = RuleRef("IM-FUMBLES-04")
RELIABLE = RuleRef("IM-WEAPONS-18")
RELIABLE_FROM = 4


def is_fumble(state: CombatState, tested: Tested) -> bool:
    """Whether a Melee or Ranged Test is a Fumble, by its roll alone."""
    return not tested.passed and criticals.is_double(state, tested)


def fumble(now: Now, tested: Tested, attack: Attack, kind: str) -> None:
    """Roll on the Fumble Table of a kind, `melee` or `ranged`, unless the weapon is reliable."""
    who = tested.who
    name = label_of(now.state, who)
    if weapons.has(attack, "reliable"):
        face = now.roll("d10", who, f"{name} fumbles with a reliable weapon", RELIABLE)
        if face >= RELIABLE_FROM:
            now.happens(Said(text=f"{name} does not fumble: {face}", who=who, rule=RELIABLE))
            return
    rolled = tables.rolled(now, who, f"fumble {kind}", f"Fumble of {name}", RULE)
    unstable.breaks(now, who, attack, rolled)
