"""What a rule holds while a step is resolved: the state so far, the facts so far, the table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import TypeVar

from desktop.core.errors import RuleLoopError
from desktop.core.model.words import FighterId
from desktop.core.rules.actions import Action
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import ConditionSet, Event, MarkSet, Overridden
from desktop.core.rules.fold import fold
from desktop.core.rules.marks import DUE
from desktop.core.rules.questions import Answer, Asked, Die, Option, Question, Table, Value
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, Tally, TallyFor, parts_from

Fact = TypeVar("Fact", bound=Event)

MOST_FACTS = 2000
"""A step with more facts than this is a circle; everyone in the fight is good for some more."""
MOST_FACTS_EACH = 10
DEEPEST = 60
"""Facts that follow from facts more often than this in a row are a circle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discretion:
    """A default that was taken and that one key changes; shown, never asked."""

    key: str
    says: str
    default: Value
    value: Value
    rule: RuleRef
    options: tuple[Option, ...] = ()


class ActionLost(Exception):  # noqa: N818 - not an error: the action just comes to nothing
    """Raised by what follows the paying for an action that is lost; the step ends there."""


Shown = Question | Tally | Discretion | Event
"""What a step shows in the roll panel, in the order in which it came."""


@dataclass(slots=True)
class Now:
    """One step being resolved. `state` is the truth after every `happens`."""

    book: Rulebook
    state: CombatState
    table: Table
    action: Action | None = None
    """The one that is resolved; rules that follow facts read it."""
    events: list[Event] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    trace: list[Shown] = field(default_factory=list)
    before: CombatState = field(init=False)
    """While something follows a fact: the state before that fact, and those told with it."""
    _depth: int = 0
    _asked: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.before = self.state

    def happens(self, *facts: Event) -> None:
        """Let facts happen together and settle all that follows from them.

        Raises RuleLoopError when facts keep causing facts.
        """
        most = MOST_FACTS + MOST_FACTS_EACH * len(self.state.people)
        if len(self.events) + len(facts) > most or self._depth >= DEEPEST:
            raise RuleLoopError(self.events)
        outer, before = self.before, self.state
        for fact in facts:
            self.state = fold(self.state, fact)
            self.events.append(fact)
            self.trace.append(fact)
        self._depth += 1
        for fact in facts:
            for follow in self.book.follows(fact):
                self.before = before
                follow(self, fact)
        self._settle_conditions()
        self._depth -= 1
        self.before = outer  # what goes on following an outer fact asks of before that one

    def happened(self, kind: type[Fact], **fields: object) -> Fact | None:
        """Return the last fact of a kind in this step that holds these values; None: none did."""
        for fact in reversed(self.events):
            if isinstance(fact, kind) and all(
                getattr(fact, name) == value for name, value in fields.items()
            ):
                return fact
        return None

    def _settle_conditions(self) -> None:
        """Bring and take the conditions that hold for as long as something is so."""
        wanted = {
            (standing.who, standing.condition): standing
            for contribution in self.book.all("standing")
            for standing in contribution(self.book, self.state)
            if standing.who in self.state.fighters  # some are gone, their relations not yet
        }
        changes: list[Event] = []
        for who, fighter in self.state.fighters.items():
            for name, condition in fighter.conditions.items():
                if condition.source and (who, name) not in wanted:
                    changes.append(ConditionSet(who=who, condition=name, now=None))
        for (who, name), standing in wanted.items():
            if name not in self.state.fighters[who].conditions:
                changes.append(
                    ConditionSet(who=who, condition=name, now=standing.now, rule=standing.rule)
                )
        if changes:
            self.happens(*changes)

    def lost(self) -> None:
        """Settle what stands when an action has come to nothing."""
        self._depth = 0
        self._settle_conditions()

    def roll(self, die: Die, who: FighterId | None, why: str, rule: RuleRef) -> int:
        """Return the face of a die that somebody rolls. Raises Asked when it is not known yet."""
        question = Question(
            key=self._key(who, why, rule), kind="roll", says=why, rule=rule, who=who, die=die
        )
        return int(self._answer(question))

    def choose(
        self, options: Iterable[Option], who: FighterId | None, why: str, rule: RuleRef
    ) -> str:
        """Return the key of what somebody chooses; only where no default will do."""
        question = Question(
            key=self._key(who, why, rule), kind="choose", says=why, rule=rule, who=who,
            options=tuple(options),
        )  # fmt: skip
        return str(self._answer(question))

    def word(
        self,
        key: str,
        says: str,
        default: Value,
        rule: RuleRef,
        options: Iterable[Option] = (),
    ) -> Value:
        """Return the default of a discretion, or the GM's word on it; never asks."""
        word = self.table.words.get(key)
        value = default if word is None else word.value
        self.trace.append(
            Discretion(
                key=key, says=says, default=default, value=value, rule=rule, options=tuple(options)
            )
        )
        if word is not None:
            self.answers[key] = word
            if value != default:
                self.happens(Overridden(key=key, says=f"{says}: {_told(value)}", rule=rule))
        return value

    def amount(self, key: str, says: str, default: float, rule: RuleRef) -> float:
        """Return a number, or the one that the GM says; never below 0.

        What the GM says that is no number leaves the default.
        """
        shown = int(default) if default == int(default) else f"{round(default, 3):g}"
        given = self.word(key, says, shown, rule)
        try:
            number = default if given == shown else float(given)
        except ValueError:
            number = default
        return max(0.0, number if isfinite(number) else default)

    def count(self, key: str, says: str, default: int, rule: RuleRef) -> int:
        """Return a whole number, or the one that the GM says; never below 0."""
        return int(self.amount(key, says, default, rule))

    def skips(self, key: str, says: str, rule: RuleRef) -> bool:
        """Whether the GM skips something that falls due, beforehand or in this step."""
        marked = self.state.mark(DUE, key)
        if marked:
            self.happens(
                MarkSet(subject=DUE, name=key, value=None),
                Overridden(key=key, says=f"{says}: skipped", rule=rule),
            )
            return True
        return not self.word(key, says, True, rule)

    def tally(self, wanted: TallyFor, key: str, says: str, *own: Part) -> Tally:
        """Return a number with its own parts, what the packs add, and the GM's words on each."""
        found = (rule(self.book, self.state, wanted) for rule in self.book.all("parts"))
        return self.told(Tally(key=key, says=says, parts=parts_from([own, *found])))

    def told(self, bare: Tally) -> Tally:
        """Return a tally as the GM's words leave it; they are noted and the tally is shown."""
        tally = bare.told({key: answer.value for key, answer in self.table.words.items()})
        self._note_words(tally)
        self.trace.append(tally)
        return tally

    def _note_words(self, tally: Tally) -> None:
        told = {part.key: f"{tally.key}:{part.key}" for part in tally.parts}
        for key in [tally.key, *told.values()]:
            if key in self.table.words:
                self.answers[key] = self.table.words[key]
        for part in tally.parts:
            if told[part.key] in self.table.words:
                says = f"{tally.says}: {part.says} {'on' if part.on else 'off'}"
                self.happens(Overridden(key=told[part.key], says=says, rule=part.rule))
        if tally.typed is not None:
            self.happens(Overridden(key=tally.key, says=f"{tally.says}: {tally.typed}"))

    def unique(self, key: str) -> str:
        """Return the key of a tally or discretion, with its number where it was used before.

        So the GM's word on one thing touches no other.
        """
        before = sum(
            1
            for item in self.trace
            if isinstance(item, Tally | Discretion)
            and (item.key == key or item.key.startswith(f"{key}#"))
        )
        return f"{key}#{before + 1}" if before else key

    def _key(self, who: FighterId | None, why: str, rule: RuleRef) -> str:
        key = f"{who or 'gm'}|{why}|{rule}"
        self._asked[key] = self._asked.get(key, 0) + 1
        return key if self._asked[key] == 1 else f"{key}#{self._asked[key]}"

    def _answer(self, question: Question) -> Value:
        try:
            answer = self.table.answer(question)
        except Asked as asked:
            asked.trace = tuple(self.trace)
            raise
        value = question.accepted(answer.value)
        self.answers[question.key] = answer
        self.trace.append(question)
        return value


def _told(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@dataclass(frozen=True, slots=True)
class Step:
    """One action with its answers and the facts that followed: the unit of undo."""

    action: Action
    answers: Mapping[str, Answer]
    """All that the table said, the GM's words included, by key."""
    events: tuple[Event, ...]
    spare: Mapping[str, Answer] = field(default_factory=dict)
    """Answers of an earlier taking that this one did not need."""
    waits: str = ""
    """Why it could not be taken again, in a sentence; it then has no facts and changes nothing."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A step, the state after it, and what it showed on the way."""

    step: Step
    state: CombatState
    trace: tuple[Shown, ...]
