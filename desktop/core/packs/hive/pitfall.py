"""Pitfalls: nobody steps in; who is pushed in, or laid Prone beside one, may fall."""

from collections.abc import Iterator

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, Square
from desktop.core.packs.hive import checks, reclamator
from desktop.core.packs.hive.holes import IN_RECLAMATOR, Hole, beside, holes, over
from desktop.core.packs.hive.inches import rim, shift
from desktop.core.packs.hive.statuses import PRONE, is_standing, out_of_action, topple
from desktop.core.rules.book import Leg, Pack, Rulebook
from desktop.core.rules.events import ConditionSet, MarkSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import PUSHED
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.readings import reads
from desktop.core.rules.slots import FallSlot
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.walk import spot_of

SHUNNED = RuleRef("ZM-PITFALL-01")
FORCED = RuleRef("ZM-PITFALL-02")
LAID_LOW = RuleRef("ZM-PITFALL-03")
FALLS = RuleRef("ZM-PITFALL-04")
RIM = RuleRef("ZM-PITFALL-05")
RAISED = RuleRef("ZM-PITFALL-06")
OWN = (RIM, reclamator.FALLS_IN, reclamator.CLIMBED)
"""The rules by which a hole itself lays somebody low, which calls for no further check."""


# Nobody steps in


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    """Yield the hole that somebody would step into; where zones measure, only where it ends."""
    path = leg.path if book.space.on_squares else leg.path[-1:]
    leaps = "leap" in leg.gaits and not reads(state, "zm_pit_leap", "not allowed")
    for spot in path[-1:] if leaps else path:
        hole = over(state, who, spot) if state.fighters[who].above <= 0 else None
        if hole is not None and hole.id != state.mark(who, IN_RECLAMATOR):
            rule = SHUNNED if hole.kind == "pitfall" else reclamator.TRIGGERS
            says = f"{label_of(state, who)} would step into {hole.label}."
            yield Refusal(says, rule, "Go round it.")
            return


def _notable(book: Rulebook, state: CombatState, who: FighterId, spot: Spot) -> bool:
    """Whoever is moved over a hole stops there, or by one reading only where the move ends."""
    if reads(state, "zm_pit_forced_path", "end only"):
        return False
    return over(state, who, spot) is not None


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    here = spot_of(now.state, who)
    if here is None or now.state.fighters[who].above > 0 or is_out(now.state, who):
        return
    goes_on = leg.goes_on or now.state.mark(who, PUSHED)
    if goes_on and reads(now.state, "zm_pit_forced_path", "end only"):
        return
    _stands_over(now, who, here)


def _pushed(now: Now, fact: MarkSet) -> None:
    """By one reading only where a push ends counts, which is told when it is over."""
    if fact.name != PUSHED or fact.value or fact.subject not in now.state.fighters:
        return
    who = FighterId(fact.subject)
    here = spot_of(now.state, who)
    if here is None or now.state.fighters[who].above > 0 or is_out(now.state, who):
        return
    if reads(now.state, "zm_pit_forced_path", "end only"):
        _stands_over(now, who, here)


def _stands_over(now: Now, who: FighterId, here: Spot) -> None:
    hole = over(now.state, who, here)
    if hole is not None and now.state.mark(who, IN_RECLAMATOR) != hole.id:
        _check(now, who, hole, FORCED, moved_in=True)


# The check


def _laid_low(now: Now, fact: ConditionSet) -> None:
    """Whoever is made Prone beside a hole has its check, but not who chose to lie down."""
    who = fact.who
    if not went_down(now, fact) or now.state.mark(who, IN_RECLAMATOR):
        return
    again = reads(now.state, "zm_pit_recheck", "check again")
    if fact.rule in OWN and not again:
        return
    hole = beside(now.state, who) if any(holes(now.state)) else None
    if hole is not None and not chose(now, fact):
        _check(now, who, hole, LAID_LOW, moved_in=False)


def went_down(now: Now, fact: ConditionSet) -> bool:
    """Whether a fact lays somebody low who stood before, in the fight itself."""
    if fact.condition != PRONE or fact.now is None or now.state.round == 0:
        return False
    before = now.before.fighters.get(fact.who)
    return now.state.on_board(fact.who) and before is not None and PRONE not in before.conditions


def chose(now: Now, fact: ConditionSet) -> bool:
    """Whether somebody lay down because it wanted to: nothing else had happened in its turn."""
    alone = now.events[0] is fact and now.state.actor == fact.who
    says = f"{label_of(now.state, fact.who)} lay down by choice"
    return bool(now.word(f"chose|{fact.who}", says, alone, LAID_LOW))


def _check(now: Now, who: FighterId, hole: Hole, rule: RuleRef, *, moved_in: bool) -> None:
    own = rule if hole.kind == "pitfall" else reclamator.TRIGGERS
    stood = is_standing(now.state, who)
    checked = checks.initiative(now, who, f"beside {hole.label}", own)
    one = checked.natural == 1 and reads(now.state, "zm_pit_trigger", "half an inch")
    if not checked.passed or one:
        _fall_in(now, who, hole)
        return
    if moved_in or reads(now.state, "zm_pit_rim_shift", "both"):
        several = rim(now.book, now.state, who, hole)
        if several:
            shift(now, who, several[0])
    if stood:
        topple(now, who, RIM)


def _fall_in(now: Now, who: FighterId, hole: Hole) -> None:
    if hole.kind == "reclamator":
        reclamator.tumble(now, who, hole)
        return
    lower = _below(now.state, who, hole)
    if lower is None:
        out_of_action(now, who, FALLS)
        return
    spot, metres = lower
    slot: FallSlot = now.book.provider("fall", hole.book)
    slot.fall(now, who, metres, rule=RAISED, to=spot)


def _below(state: CombatState, who: FighterId, hole: Hole) -> tuple[Spot, float] | None:
    """Return where one lands who falls through a raised pitfall; None where it is the end."""
    seat = state.fighters[who].seat
    levels = state.encounter.board.levels
    here = levels[hole.level].height
    lower = [level for level in state.place.levels if levels[level].height < here]
    if seat is None or not lower:
        return None
    middle = min(hole.squares, key=lambda at: (abs(at[0] - seat[0]) + abs(at[1] - seat[1]), at))
    through = seat if seat in hole.squares else middle
    for level in reversed(lower):
        if not state.place.is_open(level, through) and state.place.fits(level, through):
            return Spot(level, through), here - levels[level].height
    if reads(state, "zm_pit_no_floor", "out of action"):
        return None
    for level in reversed(lower):
        spot = _nearest_floor(state, who, Spot(level, through))
        if spot is not None:
            return spot, here - levels[level].height
    return None


def _nearest_floor(state: CombatState, who: FighterId, under: Spot) -> Spot | None:
    """Return the nearest square of a level that has a floor."""
    wide, deep = state.place.size
    several = (Square(x, y) for y in range(deep) for x in range(wide))
    free = (
        at for at in several
        if state.place.fits(under.level, at) and not state.place.is_open(under.level, at)
    )  # fmt: skip
    x, y = under.square
    at = min(free, key=lambda to: ((to[0] - x) ** 2 + (to[1] - y) ** 2, to[1], to[0]), default=None)
    return None if at is None else Spot(under.level, at)


def _is_hole(state: CombatState, spot: Spot) -> bool:
    return any(hole.level == spot.level and spot.square in hole.squares for hole in holes(state))


CHAPTER = Pack(
    name="hive",
    holes=(_is_hole,),
    stops=(_stops,),
    notable=(_notable,),
    entering=(_entering,),
    follows={ConditionSet: (_laid_low,), MarkSet: (_pushed,)},
)
