"""What an action would come to, as far as that is known before any die falls."""

from dataclasses import dataclass

from desktop.core.rules.actions import Action
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Event
from desktop.core.rules.fold import fold
from desktop.core.rules.questions import Asked, Question, ScriptedTable
from desktop.core.rules.resolve import refusals, resolve
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, Tally


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The facts up to the first thing that the table would be asked."""

    action: Action
    facts: tuple[Event, ...]
    state: CombatState
    """After those facts."""
    asks: Question | None = None
    refused: tuple[Refusal, ...] = ()
    numbers: tuple[Tally, ...] = ()
    """Where it asks: what is reckoned by then, as the damage of which it asks where it hits."""


def foreseen(book: Rulebook, state: CombatState, action: Action) -> Foreseen:
    """Return what an action would come to; nothing happens. One that is refused changes nothing."""
    refused = refusals(book, state, action)
    if refused and not action.forced:
        return Foreseen(action, (), state, refused=refused)
    try:
        resolved = resolve(book, state, action, ScriptedTable())
    except Asked as asked:
        facts = tuple(item for item in asked.trace if isinstance(item, Event))
        after = state
        for fact in facts:
            after = fold(after, fact)
        numbers = tuple(item for item in asked.trace if isinstance(item, Tally))
        return Foreseen(action, facts, after, asked.question, numbers=numbers)
    return Foreseen(action, resolved.step.events, resolved.state)
