"""What a fighter has done of its activation: nothing yet, or a Move just now."""

from desktop.core.model.words import FighterId
from desktop.core.rules.actions import Walk
from desktop.core.rules.book import Pack, Plan
from desktop.core.rules.events import BudgetSet, MarkSet, Moved, Until
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

MOVED = "has just moved"
"""The mark on a fighter whose last deed in this turn was a Move, not a run or a charge."""
BEGUN = "activation begun"
"""The mark on a fighter that has declared something in this turn."""
ONTO = RuleRef("ZM-LIFT-01")
AHEAD = RuleRef("ZM-LIFT-04")


def has_just_moved(state: CombatState, who: FighterId) -> bool:
    """Whether what a fighter did last in its turn was a Move."""
    return bool(state.mark(who, MOVED))


def has_begun(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter has declared anything in its turn."""
    return bool(state.mark(who, BEGUN) or state.mark(who, MOVED))


def _set_out(now: Now, who: FighterId, plan: Plan) -> None:
    """Note that somebody goes: by a Move, or by something that is none."""
    until = Until("end of turn", who=who)
    moves = True if isinstance(now.action, Walk) and "run" not in plan.pay else None
    now.happens(
        MarkSet(subject=who, name=BEGUN, value=True, until=until, rule=AHEAD),
        MarkSet(subject=who, name=MOVED, value=moves, until=until, rule=ONTO),
    )


def _spent(now: Now, fact: BudgetSet) -> None:
    """Whoever spends anything has begun; whoever spends an Action has not just moved."""
    had = now.before.fighters[fact.who].left if fact.who in now.before.fighters else {}
    less = {kind for kind in had if fact.left.get(kind, 0) < had[kind]}
    if now.state.actor != fact.who or not less & {"move", "action"}:
        return
    until = Until("end of turn", who=fact.who)
    if not now.state.mark(fact.who, BEGUN):
        now.happens(MarkSet(subject=fact.who, name=BEGUN, value=True, until=until, rule=AHEAD))
    if "action" in less and now.state.mark(fact.who, MOVED):
        now.happens(MarkSet(subject=fact.who, name=MOVED, value=None, rule=ONTO))


def _moved(now: Now, fact: Moved) -> None:
    if fact.how not in ("walked", "carried") and now.state.mark(fact.who, MOVED):
        now.happens(MarkSet(subject=fact.who, name=MOVED, value=None, rule=ONTO))


CHAPTER = Pack(
    name="hive",
    set_out=(_set_out,),
    follows={BudgetSet: (_spent,), Moved: (_moved,)},
)
