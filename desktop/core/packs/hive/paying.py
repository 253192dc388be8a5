"""What Simple, Basic and Double actions take of a turn, whatever book says what it holds.

A Simple action takes the Move where it is left, else an Action; a Basic one an Action, once a
turn; a Double one the Move and the Action, or two Actions.
"""

from collections.abc import Iterator
from typing import Literal

from desktop.core.model.words import FighterId
from desktop.core.rules.events import BudgetSet, MarkSet, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

Price = Literal["simple", "basic", "double"]
DONE = "has done "
"""Before the name of a Basic action, the mark on a fighter that took it in this turn."""


def lacks(
    state: CombatState, who: FighterId, price: Price, rule: RuleRef, what: str = ""
) -> Iterator[Refusal]:
    """Yield why a fighter cannot pay; `what` names a Basic action, which is taken once a turn."""
    left, name = state.fighters[who].left, label_of(state, who)
    move, action = left.get("move", 0), left.get("action", 0)
    if price == "simple" and not move + action:
        yield Refusal(f"{name} has no Move and no Action left.", rule)
    if price == "basic" and not action:
        yield Refusal(f"{name} has no Action left.", rule)
    if price == "double" and (move + action < 2 or not action):
        yield Refusal(f"{name} needs its Move and its Action for that.", rule)
    if what and state.mark(who, DONE + what):
        yield Refusal(f"{name} has done that in this turn.", rule)


def pay(now: Now, who: FighterId, price: Price, rule: RuleRef, what: str = "") -> None:
    """Spend what an action takes; what is not there is not spent."""
    had = now.state.fighters[who].left
    left = dict(had)
    units = 2 if price == "double" else 1
    for kind in ("action", "move") if price == "basic" else ("move", "action"):
        taken = min(units, left.get(kind, 0))
        if taken and not (price == "basic" and kind == "move"):
            left[kind] -= taken
            units -= taken
    if left != had:
        now.happens(BudgetSet(who=who, left=left, rule=rule))
    if what:
        until = Until("end of turn", who=who)
        now.happens(MarkSet(subject=who, name=DONE + what, value=True, until=until, rule=rule))


def cost(state: CombatState, who: FighterId, price: Price) -> str:
    """Return a price as an offer names it."""
    if price == "simple":
        return "Move" if state.fighters[who].left.get("move", 0) else "Action"
    return "Action" if price == "basic" else "Move and Action"
