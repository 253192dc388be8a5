"""An action on its way to happening, the table that answers it, and one that has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import cast

from desktop.core.errors import EncounterError
from desktop.core.play import HandTable, rolled, rolls_by_hand
from desktop.core.rules.actions import Action
from desktop.core.rules.book import Rulebook
from desktop.core.rules.combat import Combat, KeptTable
from desktop.core.rules.now import Discretion, Resolved, Shown
from desktop.core.rules.questions import Answer, Asked, Question
from desktop.core.rules.resolve import resolve
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Tally


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
    def has_numbers(self) -> bool:
        """Whether there is a number in it to look at before it happens."""
        return any(isinstance(each, Tally) for each in self.trace)

    @property
    def shows_more(self) -> bool:
        """Whether there is anything in it to look at besides what happened."""
        return any(isinstance(each, Question | Tally | Discretion) for each in self.trace)

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


def tried_from(book: Rulebook, state: CombatState, exchange: Exchange, dice: Random) -> Exchange:
    """Return an exchange resolved from a state as far as its answers go.

    Raises IllegalActionError with every refusal, and EncounterError for what cannot be at all.
    """
    table = LiveTable(
        answers=dict(exchange.answers), words=exchange.words, by_hand=rolls_by_hand(state),
        roll_rest=exchange.roll_rest, dice=dice, hands=exchange.hands,
    )  # fmt: skip
    try:
        resolved = resolve(book, state, exchange.action, table)
    except Asked as asked:
        return replace(
            exchange, answers=dict(table.answers), question=asked.question,
            trace=cast("tuple[Shown, ...]", asked.trace), resolved=None,
        )  # fmt: skip
    return replace(
        exchange, answers=dict(table.answers), question=None, trace=resolved.trace,
        resolved=resolved,
    )  # fmt: skip


def taken(book: Rulebook, combat: Combat, index: int) -> Exchange:
    """Return a step that was taken as the panel shows it."""
    step = combat.steps[index]
    trace = combat.traces[index] if index < len(combat.traces) else ()
    trace = trace or _shown_by(book, combat, index)
    asked = {each.key for each in trace if isinstance(each, Question)}
    known = {**step.spare, **step.answers}
    given = {key for key, answer in known.items() if key in asked or answer.by != "gm"}
    return Exchange(
        action=step.action, trace=trace, index=index,
        answers={key: value for key, value in known.items() if key in given},
        words={key: value for key, value in known.items() if key not in given},
        resolved=Resolved(step, combat.at(index + 1), trace),
    )  # fmt: skip


def _shown_by(book: Rulebook, combat: Combat, index: int) -> tuple[Shown, ...]:
    """Return what a step that was read from a file shows, by resolving it once more."""
    step = combat.steps[index]
    table = KeptTable({**step.spare, **step.answers})
    try:
        return resolve(book, combat.at(index), step.action, table).trace
    except (Asked, EncounterError):
        return step.events
