"""An action on its way to happening, and the table that answers what it asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop.core.play import HandTable, rolled
from desktop.core.rules.actions import Action
from desktop.core.rules.now import Resolved, Shown
from desktop.core.rules.questions import Answer, Asked, Question


@dataclass(frozen=True, slots=True)
class Exchange:
    """An action on its way: what was answered so far, and what is asked now.

    Nothing has happened yet; dropping it leaves no trace.
    """

    action: Action
    answers: Mapping[str, Answer] = field(default_factory=dict)
    words: Mapping[str, Answer] = field(default_factory=dict)
    question: Question | None = None
    """None: every answer is there, and `resolved` shows what will happen."""
    trace: tuple[Shown, ...] = ()
    resolved: Resolved | None = None
    roll_rest: bool = False
    """Whatever is still empty is rolled by the program."""
    hands: Mapping[str, bool] = field(default_factory=dict)
    """By the key of a die: whether it is rolled by hand, where that differs from its side."""
    index: int | None = None
    """The step that is taken again; None for a new one."""

    @property
    def given(self) -> str:
        """The key of the last answer that the table gave; empty where there is none."""
        keys = [key for key, answer in self.answers.items() if answer.by != "program"]
        return keys[-1] if keys else ""

    @property
    def holds_dice(self) -> bool:
        """Whether somebody answered already, or all the dice have fallen."""
        return bool(self.given) or (self.question is None and bool(self.answers))


@dataclass(slots=True)
class LiveTable(HandTable):
    """The table of the window, with each die by hand or not as the GM says."""

    hands: Mapping[str, bool] = field(default_factory=dict)

    def answer(self, question: Question) -> Answer:
        """Return the kept answer or a die. Raises Asked for what people roll or choose."""
        by_hand = self.hands.get(question.key)
        if by_hand is not None and question.kind == "roll" and question.key not in self.answers:
            if by_hand and not self.roll_rest:
                raise Asked(question)
            self.answers[question.key] = rolled(question, self.dice)
        return HandTable.answer(self, question)
