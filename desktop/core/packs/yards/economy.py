"""What a round holds in this book: two actions; and how an action is paid for in any turn."""

from collections.abc import Iterator, Mapping

from desktop.core.model.words import FighterId
from desktop.core.packs.yards.figures import figures
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.events import BudgetSet
from desktop.core.rules.grid import not_now
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

TWO = RuleRef("INQ-CHECK-04")
PRICED = RuleRef("INQ-MOVEMENT-02")
ACTIONS = 2


class YardsEconomy:
    """Two actions a round, and the Reaction that Imperium Maledictum's defences cost."""

    def refreshed(self, state: CombatState, who: FighterId) -> Mapping[str, int]:
        """Return what a fighter has at the start of its turn."""
        own = figures(state, who).actions
        each = reads(state, "inq_actions_per_round", "own number") and own is not None
        return {"action": own if each and own is not None else ACTIONS, "reaction": 1}

    def told(self, cost: str) -> str:
        """Return what an offer costs in actions, for nobody has a Move."""
        return {"Move": "Action", "Move and Action": "2 Actions"}.get(cost, cost)


def payers(state: CombatState, who: FighterId, *, moving: bool) -> tuple[str, ...]:
    """Return what can pay for an action of this book: a Move too, where one only moves."""
    left = state.fighters[who].left
    kinds = ("move", "action") if moving else ("action",)
    return tuple(kind for kind in kinds for _ in range(left.get(kind, 0)))


def lacking(
    state: CombatState, who: FighterId, *, moving: bool, count: int = 1, rule: RuleRef = PRICED
) -> Iterator[Refusal]:
    """Yield why a fighter cannot pay for so many actions."""
    if len(payers(state, who, moving=moving)) < count:
        what = "action" if count == 1 else f"{count} actions"
        yield Refusal(f"{label_of(state, who)} has no {what} left.", rule)


def spend(now: Now, who: FighterId, rule: RuleRef, *, moving: bool, count: int = 1) -> None:
    """Spend actions; what is not there is not spent."""
    left = dict(now.state.fighters[who].left)
    for kind in payers(now.state, who, moving=moving)[:count]:
        left[kind] -= 1
    if left != now.state.fighters[who].left:
        now.happens(BudgetSet(who=who, left=left, rule=rule))


def spend_all(now: Now, who: FighterId, rule: RuleRef) -> None:
    """Spend whatever a fighter has left of its turn."""
    had = now.state.fighters[who].left
    left = {kind: 0 if kind in ("move", "action") else n for kind, n in had.items()}
    now.happens(BudgetSet(who=who, left=left, rule=rule))


def untouched(book: Rulebook, state: CombatState, who: FighterId) -> bool:
    """Whether a fighter has spent nothing of its turn yet."""
    left, full = state.fighters[who].left, book.economy.refreshed(state, who)
    return all(left.get(kind, 0) >= full.get(kind, 0) for kind in ("move", "action"))


def unable(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Refusal]:
    """Yield why a fighter cannot act now, whatever it would do."""
    yield from not_now(state, who)
    why = next((why for idle in book.all("idle") if (why := idle(book, state, who))), "")
    if why:
        yield Refusal(f"{label_of(state, who)} is {why} and can do nothing.", PRICED)


CHAPTER = Pack(name="yards", slots={"economy": YardsEconomy()})
