"""What one gesture of the hand did in a fight: the steps that come and go together."""

from __future__ import annotations

from desktop.core.rules.actions import Begin, BeginTurn, TakeOver
from desktop.core.rules.combat import Combat
from desktop.core.rules.now import Step

PASSED_ON = "the next of the group"
"""The note of a step that came by itself when a member had spent its Action."""
NEXT = "next, with the end of the turn before"
"""The note of a turn begun by the same press that ended the one before."""


class Retakes:
    """Which fight became which when a step was taken again, so that it can be taken back.

    Taking a step again leaves the cursor where it is; undo goes back to the fight before.
    """

    def __init__(self) -> None:
        self._done: list[tuple[Combat, Combat]] = []

    def add(self, before: Combat, after: Combat) -> None:
        """Note a change; what was changed since and taken back is forgotten."""
        self._done = [pair for pair in self._done if pair[0] is not before]
        self._done.append((before, after))

    def before(self, combat: Combat) -> Combat | None:
        """Return the fight before the change that made this one."""
        return next((one for one, other in self._done if other is combat), None)

    def after(self, combat: Combat) -> Combat | None:
        """Return the fight after the change that was made of this one and taken back."""
        return next((other for one, other in self._done if one is combat), None)


def gesture_before(combat: Combat) -> int:
    """Return where the cursor stands without the last gesture; -1 when there was none.

    The start of the fight is none: whatever were done without it, nobody would be in the order.
    """
    cursor = combat.cursor - 1
    while cursor > 0 and _follows(combat.steps[cursor]):
        cursor -= 1
    is_start = cursor >= 0 and isinstance(combat.steps[cursor].action, Begin)
    return -1 if is_start else cursor


def gesture_after(combat: Combat) -> int:
    """Return where the cursor stands with the gesture that was taken back last."""
    cursor = combat.cursor + 1
    while cursor < len(combat.steps) and _follows(combat.steps[cursor]):
        cursor += 1
    return cursor


def _follows(step: Step) -> bool:
    """Whether a step came with the one before it, so that it goes and comes back with that."""
    match step.action:
        case TakeOver(note=note):
            return note == PASSED_ON
        case BeginTurn(note=note):
            return note == NEXT
        case _:
            return False


def same_steps(old: tuple[Step, ...], new: tuple[Step, ...]) -> int:
    """Return how many steps at the beginning are the very same."""
    for index, (one, other) in enumerate(zip(old, new, strict=False)):
        if one is not other:
            return index
    return min(len(old), len(new))
