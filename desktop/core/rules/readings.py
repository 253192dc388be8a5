"""Which reading of an ambiguous rule holds."""

from desktop.core.rules.state import CombatState


def reads(state: CombatState, ruling: str, reading: str) -> bool:
    """Whether a ruling is taken in this reading, which is not the catalogue's default."""
    return state.rulings.get(ruling) == reading
