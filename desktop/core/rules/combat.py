"""A fight as a frozen value: where it began, its steps, and how far it has been played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Literal

from desktop.core.errors import EncounterError, MisfitError, ReplayError
from desktop.core.rules.actions import Action
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Event
from desktop.core.rules.fold import fold
from desktop.core.rules.now import Resolved, Shown, Step
from desktop.core.rules.questions import Answer, Asked, Question, Table
from desktop.core.rules.resolve import resolve
from desktop.core.rules.state import CombatState

NO_ANSWERS: Mapping[str, Answer] = {}


@dataclass(slots=True)
class KeptTable:
    """Answers kept by key; asks whoever is behind it for the rest, or waits."""

    kept: Mapping[str, Answer]
    behind: Table | None = None

    def answer(self, question: Question) -> Answer:
        """Return the kept answer, else that of the table behind. Raises Asked without one."""
        if question.key in self.kept:
            return self.kept[question.key]
        if self.behind is None:
            raise Asked(question)
        return self.behind.answer(question)

    @property
    def words(self) -> Mapping[str, Answer]:
        """Return the GM's words, kept ones and new ones."""
        return self.kept if self.behind is None else {**self.kept, **self.behind.words}


@dataclass(frozen=True, slots=True)
class Combat:
    """A fight. Every change gives another one; nothing of a step is ever lost but by a new one."""

    book: Rulebook
    start: CombatState
    """Before the first step."""
    steps: tuple[Step, ...] = ()
    """All of them, those beyond the cursor included."""
    cursor: int = 0
    """How many steps count now."""
    states: tuple[CombatState, ...] = ()
    """After each step."""
    traces: tuple[tuple[Shown, ...], ...] = field(default=(), repr=False, compare=False)
    """What each step showed; empty for steps that were replayed from a file."""

    @property
    def state(self) -> CombatState:
        """The fight as it is now."""
        return self.at(self.cursor)

    @property
    def waiting(self) -> Mapping[int, str]:
        """Steps that could not be taken again, by their index, and why."""
        return {index: step.waits for index, step in enumerate(self.steps) if step.waits}

    def at(self, index: int) -> CombatState:
        """Return the state after so many steps; 0 is before the first."""
        return self.start if index <= 0 else self.states[index - 1]

    # Playing

    def take(self, action: Action, table: Table) -> Combat:
        """Return the fight with one more step; what lies beyond the cursor is dropped.

        Raises what `resolve` raises; the fight is then as it was.
        """
        return self.added(resolve(self.book, self.state, action, table))

    def added(self, resolved: Resolved) -> Combat:
        """Return the fight with a step that was resolved from its state."""
        kept = self.cursor
        return replace(
            self,
            steps=(*self.steps[:kept], resolved.step),
            states=(*self.states[:kept], resolved.state),
            traces=(*self.traces[:kept], resolved.trace),
            cursor=kept + 1,
        )

    def moved(self, cursor: int) -> Combat:
        """Return the fight with so many steps counting, as many as there are at the most."""
        return replace(self, cursor=max(0, min(cursor, len(self.steps))))

    def back(self, n: int = 1) -> Combat:
        """Return the fight with the last steps taken back; `forward` takes them again."""
        return self.moved(self.cursor - n)

    def forward(self, n: int = 1) -> Combat:
        """Return the fight with steps that were taken back counting again."""
        return self.moved(self.cursor + n)

    # Taking again

    def retaken(
        self,
        index: int,
        answers: Mapping[str, Answer] = NO_ANSWERS,
        words: Mapping[str, Answer] = NO_ANSWERS,
        *,
        table: Table | None = None,
        action: Action | None = None,
    ) -> Combat:
        """Return the fight with a step taken again, its answers kept but for those given.

        An action is taken in the place of its own. The steps after it are resolved anew with
        their own answers; one that asks, is refused or has an answer left over waits, see
        `waiting`. Answers that this step needs no more are kept as its spare ones. Raises Asked
        where this step needs an answer that neither it nor the table has, IllegalActionError
        where it is refused.
        """
        old = self.steps[index]
        kept = {**old.spare, **old.answers, **answers, **words}
        again = resolve(self.book, self.at(index), action or old.action, KeptTable(kept, table))
        spare = {key: value for key, value in kept.items() if key not in again.step.answers}
        step = replace(again.step, spare=spare)
        return self._resumed(index, step, again.state, again.trace)

    def _resumed(
        self, index: int, step: Step, state: CombatState, trace: tuple[Shown, ...]
    ) -> Combat:
        """Return the fight with one step put in and all after it resolved anew."""
        steps, states = [*self.steps[:index], step], [*self.states[:index], state]
        traces = [*self.traces[:index], trace]
        for later in range(index + 1, len(self.steps)):
            if states[-1] == self.states[later - 1] and not self.steps[later].waits:
                steps += self.steps[later:]
                states += self.states[later:]
                traces += self.traces[later:]
                break
            step, state, trace = _taken_anew(self.book, states[-1], self.steps[later])
            steps.append(step)
            states.append(state)
            traces.append(trace)
        return replace(self, steps=tuple(steps), states=tuple(states), traces=tuple(traces))


def _taken_anew(
    book: Rulebook, state: CombatState, step: Step
) -> tuple[Step, CombatState, tuple[Shown, ...]]:
    """Return a step resolved from another state with its own answers, or waiting."""
    kept = {**step.spare, **step.answers}
    try:
        again = resolve(book, state, step.action, KeptTable(kept))
    except Asked as asked:
        return _waiting(step, f"It asks: {asked.question.says}"), state, ()
    except EncounterError as error:
        return _waiting(step, str(error)), state, ()
    left = [key for key in step.answers if key not in again.step.answers]
    if left:
        says = f"An answer is left over: {', '.join(map(_spoken, left))}"
        return _waiting(step, says), state, ()
    spare = {key: value for key, value in kept.items() if key not in again.step.answers}
    return replace(again.step, spare=spare), again.state, again.trace


def _waiting(step: Step, why: str) -> Step:
    return replace(step, events=(), waits=why)


def _spoken(key: str) -> str:
    """Return what an answer's key is called to people."""
    parts = key.split("|")
    return " ".join(parts[1:-1]) if len(parts) > 2 else key


# From a file


def replayed(
    book: Rulebook, start: CombatState, steps: Iterable[Step], cursor: int | None = None
) -> Combat:
    """Return a fight from steps by folding their facts alone; nothing is resolved.

    Raises ReplayError with the step whose facts do not fit.
    """
    states: list[CombatState] = []
    taken = tuple(steps)
    state = start
    for index, step in enumerate(taken):
        state = folded(state, step, index)
        states.append(state)
    return Combat(
        book=book, start=start, steps=taken, states=tuple(states), traces=((),) * len(taken),
        cursor=len(taken) if cursor is None else cursor,
    )  # fmt: skip


def folded(state: CombatState, step: Step, index: int) -> CombatState:
    """Return the state after the facts of a step. Raises ReplayError where one does not fit."""
    for event in step.events:
        try:
            state = fold(state, event)
        except MisfitError as error:
            raise ReplayError(index + 1, str(error)) from error
    return state


Finding = Literal["same", "rules changed", "damaged", "no longer fits"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What resolving a step again showed."""

    step: int
    """Counted from 1."""
    found: Finding
    says: str = ""


def verify(
    book: Rulebook, start: CombatState, steps: Iterable[Step], *, same_rules: bool = False
) -> tuple[Verdict, ...]:
    """Return a verdict on each step, resolved again from the folded state before it.

    `same_rules` says that the program and its catalogue are those that wrote the fight: other
    facts then mean damage. After a step whose facts do not fold nothing more is looked at.
    """
    verdicts: list[Verdict] = []
    state = start
    for index, step in enumerate(steps):
        try:
            after = folded(state, step, index)
        except ReplayError as error:
            verdicts.append(Verdict(index + 1, "damaged", str(error)))
            break
        verdicts.append(_verdict(book, state, step, index + 1, same_rules))
        state = after
    return tuple(verdicts)


def _verdict(
    book: Rulebook, state: CombatState, step: Step, number: int, same_rules: bool
) -> Verdict:
    if step.waits:
        return Verdict(number, "same", "it waits")
    try:
        again = resolve(book, state, step.action, KeptTable({**step.spare, **step.answers}))
    except Asked as asked:
        return Verdict(number, "no longer fits", f"it asks: {asked.question.says}")
    except EncounterError as error:
        return Verdict(number, "no longer fits", str(error))
    left = [key for key in step.answers if key not in again.step.answers]
    if left:
        says = f"an answer is left over: {', '.join(map(_spoken, left))}"
        return Verdict(number, "no longer fits", says)
    if again.step.events == step.events:
        return Verdict(number, "same")
    says = _first_difference(step, again.step)
    return Verdict(number, "damaged" if same_rules else "rules changed", says)


def _first_difference(old: Step, new: Step) -> str:
    for index, (had, now) in enumerate(zip(old.events, new.events, strict=False)):
        if had != now:
            return f"fact {index + 1} was {_unlike(had, now)}"
    many = len(old.events)
    return f"{many} fact{'' if many == 1 else 's'}, now {len(new.events)}"


def _unlike(had: Event, now: Event) -> str:
    """Return one fact against another: what they are, or what of them differs."""
    kind = type(had).__name__
    if type(had) is not type(now):
        return f"{kind}, now {type(now).__name__}"
    pairs = [(item.name, getattr(had, item.name), getattr(now, item.name)) for item in fields(had)]
    told = [
        f"{name} {one}, now {other}" if isinstance(one, str | int) else f"another {name}"
        for name, one, other in pairs
        if one != other
    ]
    return f"{kind} with {'; '.join(told)}"
