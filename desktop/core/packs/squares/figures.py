"""A fighter's own figures in this book."""

from desktop.core.model.profile import SquaresFigures
from desktop.core.model.words import FighterId
from desktop.core.rules.state import CombatState

NONE = SquaresFigures()


def figures(state: CombatState, who: FighterId) -> SquaresFigures:
    """Return what a fighter's profile says in this book; empty where it says nothing."""
    return state.people[who].profile.squares_figures or NONE
