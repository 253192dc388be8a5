"""What an action would come to, as far as that is known before any die falls."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from desktop.core.model.words import FighterId
from desktop.core.rules.actions import Action
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Event, WoundsTaken
from desktop.core.rules.fold import fold
from desktop.core.rules.questions import SIDES, Answer, Asked, Question, ScriptedTable, Table
from desktop.core.rules.resolve import refusals, resolve
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal

TESTED = ("d100", "d20")
"""Dice of Tests and checks; what the others say is an amount."""
MOST_ASKED = 60
"""An ending that asks for more is cut off there."""


@dataclass(frozen=True, slots=True)
class Harm:
    """What may be dealt to one fighter, from the lowest dice to the highest."""

    who: FighterId
    least: int
    most: int
    armoured: bool = False
    """Whether its armour takes some of it yet."""
    reasons: tuple[Part, ...] = ()
    """What the most of it is made of."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The facts up to the first thing that the table would be asked, and how it may end."""

    action: Action
    facts: tuple[Event, ...]
    state: CombatState
    """After those facts."""
    asks: Question | None = None
    refused: tuple[Refusal, ...] = ()
    ends: tuple[tuple[Event, ...], ...] = ()
    """All the facts of each ending, dice low and high; one ending where nothing is asked."""

    def sure(self) -> list[Event]:
        """Return the facts that come about however the dice fall."""
        first, *others = self.ends or ((),)
        return [fact for fact in first if all(fact in end for end in others)]

    def harms(self) -> list[Harm]:
        """Return what is dealt to whom, those first that are hurt first."""
        hurt = dict.fromkeys(fact.who for end in self.ends for fact in _wounds(end))
        found: list[Harm] = []
        for who in hurt:
            several = [[fact for fact in _wounds(end) if fact.who == who] for end in self.ends]
            totals = [sum(fact.damage.total for fact in end) for end in several]
            most = several[totals.index(max(totals))]
            found.append(
                Harm(
                    who, min(totals), max(totals),
                    armoured=any(f.wounds != f.damage.total for end in several for f in end),
                    reasons=tuple(part for f in most for part in f.damage.live("base", "adds")),
                )
            )  # fmt: skip
        return found


def _wounds(facts: tuple[Event, ...]) -> Iterator[WoundsTaken]:
    return (fact for fact in facts if isinstance(fact, WoundsTaken))


def foreseen(book: Rulebook, state: CombatState, action: Action) -> Foreseen:
    """Return what an action would come to; nothing happens. One that is refused changes nothing."""
    refused = refusals(book, state, action)
    if refused and not action.forced:
        return Foreseen(action, (), state, refused=refused)
    facts, asks = _facts(book, state, action, ScriptedTable())
    after = state
    for fact in facts:
        after = fold(after, fact)
    if asks is None:
        return Foreseen(action, facts, after, ends=(facts,))
    tables = [_Extreme(tests, amounts) for tests, amounts in product((True, False), repeat=2)]
    ends = tuple(_facts(book, state, action, table)[0] for table in tables)
    return Foreseen(action, facts, after, asks, ends=ends)


def _facts(
    book: Rulebook, state: CombatState, action: Action, table: Table
) -> tuple[tuple[Event, ...], Question | None]:
    """Return the facts of an action, and what the table has no answer to."""
    try:
        return resolve(book, state, action, table).step.events, None
    except Asked as asked:
        facts = tuple(item for item in asked.trace if isinstance(item, Event))
        return facts, asked.question


@dataclass(slots=True)
class _Extreme:
    """A table where every die falls as high or as low as it can."""

    tests: bool
    """Whether those of Tests are high."""
    amounts: bool
    """Whether all others are."""
    words: Mapping[str, Answer] = field(default_factory=dict)
    _asked: int = 0

    def answer(self, question: Question) -> Answer:
        """Return the highest or lowest face, the last or first choice."""
        self._asked += 1
        if self._asked > MOST_ASKED:
            raise Asked(question)
        if question.kind == "choose":
            return Answer(question.options[-1 if self.tests else 0].key)
        die = question.die or "d100"
        high = self.tests if die in TESTED else self.amounts
        return Answer(SIDES[die] if high else 1)
