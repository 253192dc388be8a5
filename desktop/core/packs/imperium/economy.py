"""What a turn holds: one Move, one Action, one Reaction, Free Actions at will."""

from collections.abc import Iterable, Mapping

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium.acting import TURN
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.book import Pack
from desktop.core.rules.events import BudgetSet, MomentCame
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

REACTION = RuleRef("IM-TURN-04")

KINDS = ("move", "action", "reaction")
OWN_NUMBER = "turn holds "
"""Before the kind, the name of a mark on a fighter: how many of it the GM gives it."""


class ImperiumEconomy:
    """One of each a turn; with the other reading as many as the GM marks on a fighter."""

    def refreshed(self, state: CombatState, who: FighterId) -> Mapping[str, int]:
        """Return what a fighter has at the start of its turn."""
        return {kind: _number(state, who, kind) for kind in KINDS}

    def told(self, cost: str) -> str:
        """Return what an offer costs, which is said in this book's own words."""
        return cost


def _number(state: CombatState, who: FighterId, kind: str) -> int:
    if reads(state, "action_economy", "set by gm"):
        own = state.mark(who, OWN_NUMBER + kind)
        if own is not None:
            return int(own)
    return 1


def has(state: CombatState, who: FighterId, kind: str, count: int = 1) -> bool:
    """Whether a fighter has so many of a kind left: `move`, `action` or `reaction`."""
    left = state.fighters[who].left
    return left.get(paid_by(left, kind), 0) >= count


def paid_by(left: Mapping[str, int], kind: str) -> str:
    """Return what pays for a Move: in a turn that holds nothing but actions, one of them."""
    return "action" if kind == "move" and kind not in left and "action" in left else kind


def lacking(state: CombatState, who: FighterId, kind: str) -> Refusal | None:
    """Return why a fighter cannot pay with a Move, an Action or a Reaction, or None."""
    if has(state, who, kind):
        return None
    kind = paid_by(state.fighters[who].left, kind)
    says = f"{label_of(state, who)} has no {kind.capitalize()} left."
    return Refusal(says, REACTION if kind == "reaction" else TURN)


def lacks(state: CombatState, who: FighterId, *kinds: str) -> Iterable[Refusal]:
    """Yield a refusal for every kind that a fighter cannot pay with."""
    for kind in kinds:
        refusal = lacking(state, who, kind)
        if refusal is not None:
            yield refusal


def spend(now: Now, who: FighterId, kind: str, rule: RuleRef | None = None, count: int = 1) -> None:
    """Spend a Move, an Action or a Reaction; what is not there is not spent."""
    left = dict(now.state.fighters[who].left)
    kind = paid_by(left, kind)
    if left.get(kind, 0) > 0:
        left[kind] = max(0, left[kind] - count)
        now.happens(BudgetSet(who=who, left=left, rule=rule))


def _ended(now: Now, fact: MomentCame) -> None:
    """What was not spent of a turn is lost at its end; the Reaction stays."""
    if fact.point != "end of turn" or fact.who is None:
        return
    had = now.state.fighters[fact.who].left
    left = {kind: 0 if kind in ("move", "action") else count for kind, count in had.items()}
    if left != had:
        now.happens(BudgetSet(who=fact.who, left=left, rule=TURN))


CHAPTER = Pack(
    name="imperium",
    slots={"economy": ImperiumEconomy()},
    follows={MomentCame: (_ended,)},
)
