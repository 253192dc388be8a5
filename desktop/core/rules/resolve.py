"""From an action to a step: refused with every reason, or resolved into facts."""

from collections.abc import Iterable

from desktop.core.errors import IllegalActionError
from desktop.core.rules.actions import Action
from desktop.core.rules.book import ActionRule, Rulebook
from desktop.core.rules.events import Overridden
from desktop.core.rules.names import strangers
from desktop.core.rules.now import Now, Resolved, Step
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
    now = Now(book=book, state=state, table=table)
    for refusal in refused:
        key = f"refusal:{refusal.rule}"
        now.happens(Overridden(key=key, says=refusal.says, note=action.note, rule=refusal.rule))
    _rule_of(book, action).resolve(now, action)
    step = Step(action=action, answers=dict(now.answers), events=tuple(now.events))
    return Resolved(step=step, state=now.state, trace=tuple(now.trace))


def can_be_forced(refused: Iterable[Refusal]) -> bool:
    """Whether the GM may do all the same what is refused so."""
    return not any(refusal.final for refusal in refused)


def refusals(book: Rulebook, state: CombatState, action: Action) -> tuple[Refusal, ...]:
    """Return why an action is not allowed; empty where it is.

    Its rule is asked only where everything that it names is there.
    """
    rule = _rule_of(book, action)
    return strangers(state, action) or tuple(rule.refusals(book, state, action))


def _rule_of(book: Rulebook, action: Action) -> ActionRule:
    rule = book.rule_of(action)
    if rule is None:
        raise LookupError(f"no pack of this fight knows {type(action).__name__}")
    return rule
