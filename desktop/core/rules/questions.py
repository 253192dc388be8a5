"""What a rule needs to know, and who answers."""

from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from typing import Literal, Protocol

from desktop.core.errors import AnswerError
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.rules.tally import RuleRef

Die = Literal["d100", "d20", "d10", "d6", "d5", "d3", "d2"]
SIDES: dict[Die, int] = {"d100": 100, "d20": 20, "d10": 10, "d6": 6, "d5": 5, "d3": 3, "d2": 2}

Value = int | str | bool
AnsweredBy = Literal["hand", "program", "gm"]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice."""

    key: str
    says: str
    at: Spot | None = None
    """The square that it means, so that a click there answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A face, a choice or the GM's word that a rule needs now.

    `key` is who, what and the rule that asks, so that the same question keeps its answer.
    """

    key: str
    kind: Literal["roll", "choose"]
    says: str
    rule: RuleRef
    who: FighterId | None = None
    """Who rolls or chooses; None for the GM."""
    die: Die | None = None
    options: tuple[Option, ...] = ()

    def accepted(self, value: Value) -> Value:
        """Return the value as this question keeps it.

        Raises AnswerError, naming what would do.
        """
        if self.kind == "roll":
            sides = SIDES[self.die or "d100"]
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= sides:
                raise AnswerError(
                    f"{self.says}: {value!r} is not a face of a {self.die}; 1 to {sides}."
                )
            return value
        if value not in [option.key for option in self.options]:
            known = ", ".join(option.key for option in self.options)
            raise AnswerError(f"{self.says}: {value!r} is no choice here; choose one of {known}.")
        return value


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table said."""

    value: Value
    by: AnsweredBy = "hand"


class Asked(Exception):  # noqa: N818 - not an error: the table is being waited for
    """Raised by a table that has no answer yet; not an error.

    `trace` holds what the rule has shown so far, for the roll panel.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.trace: tuple[object, ...] = ()
        super().__init__(question.says)


class Table(Protocol):
    """Who sits at the table: it answers what is asked, and may have a word on anything."""

    def answer(self, question: Question) -> Answer:
        """Return the answer. Raises Asked when there is none yet."""

    @property
    def words(self) -> Mapping[str, Answer]:
        """The GM's words on tallies, stops and reminders, by key; looked up, never asked for."""


@dataclass(slots=True)
class ScriptedTable:
    """Answers by key, then in the order given; raises Asked when both run out."""

    by_key: Mapping[str, Answer] = field(default_factory=dict)
    in_order: InitVar[Iterable[Value]] = ()
    words: Mapping[str, Answer] = field(default_factory=dict)
    by: AnsweredBy = "hand"
    left: list[Value] = field(init=False)
    """Of the answers in order, those that nobody has asked for yet."""

    def __post_init__(self, in_order: Iterable[Value]) -> None:
        self.left = list(in_order)

    def answer(self, question: Question) -> Answer:
        """Return the answer kept under the question's key, else the next in order."""
        if question.key in self.by_key:
            return self.by_key[question.key]
        if self.left:
            return Answer(self.left.pop(0), self.by)
        raise Asked(question)
