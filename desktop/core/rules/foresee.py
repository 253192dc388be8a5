"""What an action would come to, as far as that is known before any die falls."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from desktop.core.model.words import FighterId
from desktop.core.rules.actions import Action
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Event, WoundsTaken
from desktop.core.rules.fold import fold
from desktop.core.rules.questions import SIDES, Answer, Asked, Question, ScriptedTable, Table, Value
from desktop.core.rules.resolve import refusals, resolve
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal

TESTED = ("d100", "d20")
"""Dice of Tests and checks, each of which is a roll by itself."""
MOST_ENDS = 48
"""What may end in more ways is not looked through, and nothing is said of its endings."""
MOST_ASKED = 60
"""Nor is what asks for more on one way."""


@dataclass(frozen=True, slots=True)
class Harm:
    """What may be dealt to one fighter, from the mildest ending to the worst."""

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
    """All the facts of each ending; one where nothing is asked, none where there are too many."""

    def sure(self) -> list[Event]:
        """Return the facts that come about in every ending."""
        first, *others = self.ends or (self.facts,)
        return [fact for fact in first if all(fact in end for end in others)]

    def harms(self) -> list[Harm]:
        """Return what is dealt to whom, those first that are hurt first; none without endings."""
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


def begun(book: Rulebook, state: CombatState, action: Action) -> Foreseen:
    """Return what an action comes to before the table is asked anything, without endings.

    Nothing happens. One that is refused changes nothing.
    """
    refused = refusals(book, state, action)
    if refused and not action.forced:
        return Foreseen(action, (), state, refused=refused)
    facts, asks = _facts(book, state, action, ScriptedTable())
    after = state
    for fact in facts:
        after = fold(after, fact)
    return Foreseen(action, facts, after, asks)


def foreseen(book: Rulebook, state: CombatState, action: Action) -> Foreseen:
    """Return what an action would come to; nothing happens. One that is refused changes nothing."""
    seen = begun(book, state, action)
    if seen.refused:
        return seen
    ends = (seen.facts,) if seen.asks is None else _endings(book, state, action)
    return replace(seen, ends=ends)


def _endings(book: Rulebook, state: CombatState, action: Action) -> tuple[tuple[Event, ...], ...]:
    """Return the facts of every ending, or nothing where there are too many.

    Each choice is made in every way, and each roll falls as low and as high as it can.
    """
    ends: list[tuple[Event, ...]] = []
    ahead: list[tuple[Value, ...]] = [()]
    while ahead:
        if len(ends) + len(ahead) > MOST_ENDS:
            return ()
        table = _Fork(ahead.pop())
        facts, asks = _facts(book, state, action, table)
        if asks is not None:
            return ()
        ends.append(facts)
        ahead += table.untaken
    return tuple(ends)


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
class _Fork:
    """A table that answers as it is told, then goes the first way at every fork.

    `untaken` are the other ways that it has passed, each with all that leads there.
    """

    told: tuple[Value, ...]
    words: Mapping[str, Answer] = field(default_factory=dict)
    untaken: list[tuple[Value, ...]] = field(default_factory=list)
    _gone: tuple[Value, ...] = ()
    _before: Question | None = None
    _asked: int = 0

    def answer(self, question: Question) -> Answer:
        """Return one of the ways; dice of one roll, asked for in a row, all fall alike."""
        self._asked += 1
        if self._asked > MOST_ASKED:
            raise Asked(question)
        if not _is_one_roll(self._before, question):
            at = len(self._gone)
            first, *others = self.told[at : at + 1] or _ways(question)
            self.untaken += [(*self._gone, other) for other in others]
            self._gone = (*self._gone, first)
        self._before = question
        return Answer(self._gone[-1])


def _is_one_roll(before: Question | None, question: Question) -> bool:
    """Whether a die belongs to the roll of the one before, whose sum is what counts."""
    if before is None or question.kind != "roll" or question.die in TESTED:
        return False
    own = (question.who, question.says, question.rule, question.die)
    return own == (before.who, before.says, before.rule, before.die)


def _ways(question: Question) -> tuple[Value, ...]:
    """Return every choice, or the lowest and the highest face."""
    if question.kind == "choose":
        return tuple(option.key for option in question.options)
    return 1, SIDES[question.die or "d100"]
