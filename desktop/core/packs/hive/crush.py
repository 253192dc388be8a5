"""Caught by a lift or a shutting door: a check, a way out of it, or a wound."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, Square
from desktop.core.packs.hive import checks
from desktop.core.packs.hive.inches import FAR_IN, NOTHING, Room, pick, rooms, shift
from desktop.core.rules.events import Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

ESCAPE_IN = 2
"""How many inches one gets who passes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trap:
    """What catches people: its words, its rules, what it leaves free and what it does."""

    thing: str
    says: str
    """As `under the lift Hoist`."""
    check: RuleRef
    escapes: RuleRef
    hurts: RuleRef
    clears: RuleRef
    harm: Callable[[Now, FighterId], None]
    off: Callable[[FighterId], frozenset[Square]] = lambda who: NOTHING
    """The squares that somebody must clear."""
    side: Callable[[Now, FighterId, Sequence[Spot]], Sequence[Spot]] = lambda now, who, spots: spots
    """Which of the nearest places are on the side it is moved to."""


def catch(now: Now, caught: Sequence[FighterId], trap: Trap, by: FighterId | None) -> None:
    """Let everyone who is caught have its check and what comes of it."""
    if reads(now.state, "zm_crush_order", "checks first"):
        order = _priority(now.state, caught, by)
        passed = {who: _check(now, who, trap) for who in order}
        for who in order:
            _resolve(now, who, trap, passed=passed[who])
        return
    left = list(caught)
    while left:
        who = _next(now, left, trap) if len(left) > 1 else left[0]
        left.remove(who)
        if _is_there(now.state, who):
            _resolve(now, who, trap, passed=_check(now, who, trap))


def _priority(
    state: CombatState, caught: Iterable[FighterId], by: FighterId | None
) -> list[FighterId]:
    """Return those who are caught, the side of whoever did it first."""
    side = state.side_of(by) if by is not None else None
    return sorted(caught, key=lambda who: state.side_of(who) != side)


def _next(now: Now, left: Sequence[FighterId], trap: Trap) -> FighterId:
    options = [Option(who, label_of(now.state, who)) for who in left]
    key = now.unique(f"caught|{trap.thing}")
    word = now.word(key, f"Who is next, {trap.says}", left[0], trap.check, options)
    return next((who for who in left if who == word), left[0])


def _check(now: Now, who: FighterId, trap: Trap) -> bool:
    return _is_there(now.state, who) and checks.initiative(now, who, trap.says, trap.check).passed


def _is_there(state: CombatState, who: FighterId) -> bool:
    return state.on_board(who) and not is_out(state, who)


def _resolve(now: Now, who: FighterId, trap: Trap, *, passed: bool) -> None:
    if not _is_there(now.state, who):
        return
    off = trap.off(who)
    if passed:
        several = _ways_out(now, who, off)
        if several:
            says = f"{label_of(now.state, who)} gets clear to"
            shift(now, who, pick(now, who, several, says, trap.escapes, f"escape|{trap.thing}"))
            return
        text = f"{label_of(now.state, who)} has nowhere to get clear to"
        now.happens(Said(text=text, who=who, rule=trap.hurts))
    trap.harm(now, who)
    if _is_there(now.state, who):
        _clear(now, who, off, trap)


def _ways_out(now: Now, who: FighterId, off: frozenset[Square]) -> list[Spot]:
    """Return where one that passed may get to."""
    along = reads(now.state, "zm_escape_path", "whole path")
    found = rooms(now.book, now.state, who, Room(ESCAPE_IN, off, all_the_way=along))
    if not found and reads(now.state, "zm_escape_near_enemy", "limit waived"):
        found = rooms(now.book, now.state, who, Room(ESCAPE_IN, off, from_foes=False))
    return found


def _clear(now: Now, who: FighterId, off: frozenset[Square], trap: Trap) -> None:
    """Shift a survivor the least distance that clears it, near foes only if need be."""
    for from_foes in (True, False):
        found = rooms(now.book, now.state, who, Room(FAR_IN, off, from_foes=from_foes))
        several = trap.side(now, who, found) if found else found
        if several:
            shift(now, who, several[0])
            return
    text = f"There is no room to clear {label_of(now.state, who)}"
    now.happens(Said(text=text, who=who, rule=trap.clears))
