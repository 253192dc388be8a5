"""Slippery squares: one Grace check a turn, and a fall that ends the movement."""

from collections.abc import Iterable, Iterator

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.squares.checks import grace
from desktop.core.packs.squares.entering import entered, spots_at
from desktop.core.packs.squares.ground import qualities
from desktop.core.packs.squares.toppled import topple
from desktop.core.rules.book import Leg, Pack, Plan, Rulebook
from desktop.core.rules.events import BudgetSet, MarkSet, Until
from desktop.core.rules.grid import left_of, set_left
from desktop.core.rules.labels import label_of
from desktop.core.rules.near import spots_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, RuleRef
from desktop.core.rules.walk import OVER

FIRST = RuleRef("GRID-SLIPPERY-01")
FAILS = RuleRef("GRID-SLIPPERY-02")
ONCE = RuleRef("GRID-SLIPPERY-03")
CHECKED = "kept its feet on slippery ground"
"""The mark on a fighter that has made its check of this turn."""
STOPPED = "slipped"
"""The mark on a fighter whose movement has ended by a slip, until it sets out anew."""
FROM_SLIPPERY = "comes from slippery ground"


def is_slippery(state: CombatState, who: FighterId, spots: Iterable[Spot]) -> bool:
    """Whether a fighter comes onto slippery ground on any of these squares."""
    return any("slippery" in layer.qualities for layer in qualities(state, who, spots))


def _set_out(now: Now, who: FighterId, plan: Plan) -> None:
    if now.state.mark(who, STOPPED):
        now.happens(MarkSet(subject=who, name=STOPPED, value=None, rule=FAILS))


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> bool | None:
    if now.state.mark(who, STOPPED) and not forced:
        return False
    if reads(now.state, "grid_slippery_inside", "firm ground only") and now.book.space.on_squares:
        here = is_slippery(now.state, who, spots_of(now.state, who)) or None
        if now.state.mark(who, FROM_SLIPPERY) != here:
            now.happens(MarkSet(subject=who, name=FROM_SLIPPERY, value=here, rule=FIRST))
    return None


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    if not leg.path or not now.book.space.on_squares or now.state.mark(who, CHECKED):
        return
    if not is_slippery(now.state, who, entered(now.state, who, leg)):
        return
    jumps = not OVER.isdisjoint(leg.gaits)
    if (forced or jumps) and reads(now.state, "grid_slippery_entry", "walking only"):
        return
    if now.state.mark(who, FROM_SLIPPERY):
        return
    anyone = reads(now.state, "grid_slippery_reset", "every turn")
    until = Until("start of turn") if anyone else Until("start of turn", who=who)
    now.happens(MarkSet(subject=who, name=CHECKED, value=True, until=until, rule=ONCE))
    if not grace(now, who, "on slippery ground", FIRST):
        _slip(now, who)


def _slip(now: Now, who: FighterId) -> None:
    """Topple a fighter where it is and take away all movement that it has left."""
    topple(now, who, FAILS)
    if not now.state.on_board(who):
        return
    left = now.state.fighters[who].left
    facts: list[MarkSet | BudgetSet] = [
        MarkSet(subject=who, name=STOPPED, value=True, until=Until("end of turn"), rule=FAILS)
    ]
    if left_of(now.state, who):
        facts.append(set_left(now.state, who, 0.0, FAILS))
    if left.get("move", 0):
        facts.append(BudgetSet(who=who, left={**left, "move": 0}, rule=FAILS))
    now.happens(*facts)


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    if not book.space.on_squares or state.mark(who, CHECKED):
        return
    for at, leg in enumerate(plan.legs):
        over = not OVER.isdisjoint(leg.gaits)
        for spot in leg.path[-1:] if over else leg.path:
            if is_slippery(state, who, spots_at(state, who, spot)):
                says = f"slippery: Grace check of {label_of(state, who)}"
                yield Consequence(who=who, says=says, rule=FIRST, at=at, grave=True)
                return


CHAPTER = Pack(
    name="squares",
    set_out=(_set_out,),
    leaving=(_leaving,),
    entering=(_entering,),
    foretells=(_foretells,),
)
