"""From an action to a step: refused with every reason, or resolved into facts."""

from collections.abc import Iterable

from desktop.core.errors import IllegalActionError
from desktop.core.rules.actions import Action
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Overridden
from desktop.core.rules.house import NAMES
from desktop.core.rules.names import strangers
from desktop.core.rules.now import ActionLost, Now, Resolved, Step
from desktop.core.rules.questions import Table
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal


def resolve(book: Rulebook, state: CombatState, action: Action, table: Table) -> Resolved:
    """Return the step that an action comes to. Pure: the same arguments give the same step.

    Raises IllegalActionError with every refusal unless the action is forced and none is final,
    Asked when the table has no answer yet, AnswerError for an answer that its question cannot
    take, EditError for a change of the place that cannot be made.
    """
    refused = refusals(book, state, action)
    if refused and not (action.forced and can_be_forced(refused)):
        raise IllegalActionError(refused)
    rule = book.rule_of(action)
    assert rule is not None  # else it was refused
    now = Now(book=book, state=state, table=table, action=action)
    for refusal in refused:
        key = f"refusal:{refusal.rule}"
        now.happens(Overridden(key=key, says=refusal.says, note=action.note, rule=refusal.rule))
    try:
        rule.resolve(now, action)
    except ActionLost:
        now.lost()
    step = Step(action=action, answers=dict(now.answers), events=tuple(now.events))
    return Resolved(step=step, state=now.state, trace=tuple(now.trace))


def can_be_forced(refused: Iterable[Refusal]) -> bool:
    """Whether the GM may do all the same what is refused so."""
    return not any(refusal.final for refusal in refused)


def refusals(book: Rulebook, state: CombatState, action: Action) -> tuple[Refusal, ...]:
    """Return why an action is not allowed; empty where it is.

    Its rule is asked only where everything that it names is there.
    """
    rule = book.rule_of(action)
    if rule is None:
        says = f"No pack of this fight knows how to {_told(action)}."
        return (Refusal(says, NAMES, "Add its pack to the encounter.", final=True),)
    return strangers(state, action) or tuple(rule.refusals(book, state, action))


def _told(action: Action) -> str:
    """Return the name of an action in words, as `ride lift`."""
    return "".join(f" {c.lower()}" if c.isupper() else c for c in type(action).__name__).strip()
