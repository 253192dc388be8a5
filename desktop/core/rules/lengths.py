"""Lengths of the world in the unit of a board's squares: as one reads them, and as one asks."""

from collections.abc import Mapping

from desktop.core.model.words import SquareUnit
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

METRES: Mapping[SquareUnit, float] = {"metre": 1.0, "yard": 0.9144, "inch": 1.0}
"""How long a square is in the world."""
UNITS: Mapping[SquareUnit, str] = {"metre": "m", "yard": "yd", "inch": "in"}
SEVERAL: Mapping[SquareUnit, str] = {"metre": "metres", "yard": "yards", "inch": "inches"}


def square_metres(state: CombatState) -> float:
    """Return how long a square is."""
    return METRES[state.encounter.square]


def length_told(state: CombatState, metres: float) -> str:
    """Return metres as one reads them on a board."""
    return f"{round(metres / square_metres(state), 1):g} {UNITS[state.encounter.square]}"


def length_asked(now: Now, key: str, says: str, metres: float, rule: RuleRef) -> float:
    """Return the metres that the table gives, in the unit of the board; by default so many.

    `says` ends before the number, as `Ilse falls so many`.
    """
    square = square_metres(now.state)
    unit = SEVERAL[now.state.encounter.square]
    return now.amount(key, f"{says} {unit}", metres / square, rule) * square
