"""Who knows of whom."""

from collections.abc import Iterator

from desktop.core.model.words import FighterId
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import UNAWARE, UNAWARE_OF
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

HIDDEN = "hidden"
"""The mark of a fighter in hiding: the Success Levels it hid with."""
FOUND = RuleRef("IM-ACTIONS-14")


def is_aware(state: CombatState, who: FighterId, of: FighterId) -> bool:
    """Whether a fighter knows of another, and so can look out for it."""
    asleep = "unconscious" in state.fighters[who].conditions
    return not asleep and not state.mark(who, UNAWARE) and not state.holds(UNAWARE_OF, who, of)


def is_hidden(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is in hiding."""
    return state.mark(who, HIDDEN) is not None


def unfound(state: CombatState, who: FighterId, target: FighterId) -> Iterator[Refusal]:
    """Yield why a fighter cannot pick one in hiding as its target."""
    if is_hidden(state, target) and state.holds(UNAWARE_OF, who, target):
        says = f"{label_of(state, target)} hides from {label_of(state, who)}."
        yield Refusal(says, FOUND, "Search for it.")
