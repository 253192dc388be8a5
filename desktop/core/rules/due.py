"""What will fall due by itself, soonest first."""

from collections.abc import Iterator

from desktop.core.model.encounter import Clock, Cue
from desktop.core.model.moments import RECURRING, Moment
from desktop.core.rules.actions import Action, Decree, FireCue
from desktop.core.rules.book import Due, Rulebook
from desktop.core.rules.events import ConditionSet, Until
from desktop.core.rules.house import MOMENT
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE, clock_key, cue_key, lapse_key
from desktop.core.rules.order import own_turns
from desktop.core.rules.passing import gone, passing, where
from desktop.core.rules.state import CombatState
from desktop.core.rules.traits import LAID, LIFTED
from desktop.core.rules.undone import BACK, TURN_POINTS, ended, spoken

PLACES: dict[str, int] = {"start of round": 0, "end phase": 9_998, "end of round": 9_999}
"""Where a point stands within its round; turns stand between, in their order."""


def due(book: Rulebook, state: CombatState) -> tuple[Due, ...]:
    """Return everything that will fall due, packs' and the engine's, soonest first."""
    found = (each for contribution in book.all("due") for each in contribution(book, state))
    return tuple(sorted(found, key=lambda each: each.order))


def engine_due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    """Yield cues and clocks of coming rounds, and what lasts for a while and ends then."""
    if not state.order:
        return
    yield from _cues(state)
    yield from _clocks(state)
    yield from _lapses(state)
    yield from _passing(state)


def _cues(state: CombatState) -> Iterator[Due]:
    for cue in state.encounter.cues.values():
        when = _next(state, cue, cue.when)
        if when is not None:
            yield _due(
                state, cue_key(cue.id), when, cue.label, cue.text or cue.label, FireCue(cue=cue.id)
            )


def _clocks(state: CombatState) -> Iterator[Due]:
    for clock in state.encounter.clocks.values():
        filled = state.clocks.get(clock.id, clock.filled)
        when = _next(state, clock, clock.ticks)
        if when is not None and filled < clock.size:
            says, number = f"{clock.label} ticks", f"{filled + 1}/{clock.size}"
            yield _due(state, clock_key(clock.id), when, clock.label, says, None, number)


def _lapses(state: CombatState) -> Iterator[Due]:
    for (subject, name), mark in state.marks.items():
        if mark.until is not None and name.startswith((LAID, LIFTED, BACK)):
            act = Decree(facts=tuple(ended(state, subject, name)))
            key = lapse_key(subject, name)
            whose = label_of(state, subject)
            yield _due(state, key, mark.until, whose, f"{spoken(name)} ends", act)
    for who, fighter in state.fighters.items():
        for name, condition in fighter.conditions.items():
            if condition.until is not None:
                gone = Decree(facts=(ConditionSet(who=who, condition=name, now=None),))
                key = lapse_key(who, name)
                says = f"no longer {name}"
                yield _due(state, key, condition.until, label_of(state, who), says, gone)


def _passing(state: CombatState) -> Iterator[Due]:
    for each in passing(state.encounter.board):
        if each.point is not None:
            act = Decree(facts=(gone(state, each),))
            yield _due(state, each.key, each.point, where(state, each), each.says, act)


def _due(
    state: CombatState,
    key: str,
    when: Until,
    who: str,
    says: str,
    by_hand: Action | None,
    number: str = "",
) -> Due:
    at = order_in_time(state, when)
    return Due(
        key=key, when=_told(state, when, at[0]), order=at, who=who, says=says, number=number,
        rule=MOMENT, skipped=bool(state.mark(DUE, key)), by_hand=by_hand,
    )  # fmt: skip


def is_over(state: CombatState, cue: Cue) -> bool:
    """Return whether the round of a cue is past, so that it comes by hand only."""
    return cue.when.number is not None and _next(state, cue, cue.when) is None


def _next(state: CombatState, thing: Clock | Cue, when: Moment) -> Until | None:
    """Return when a clock or cue comes due next; None where that is not known beforehand."""
    if own_turns(state, thing):
        at = Until("start of turn", when.number, thing.id)
        return None if _is_past(state, at) else at
    point = RECURRING.get(when.point)
    if point is None:
        return None
    at = Until(point, when.number, when.of)
    return None if when.number is not None and _is_past(state, at) else at


def _is_past(state: CombatState, at: Until) -> bool:
    if at.round is None or at.round > state.round:
        return False
    return at.round < state.round or _has_come(state, at)


def _has_come(state: CombatState, at: Until) -> bool:
    """Whether a point has come already in the round that is on."""
    if at.point == "start of round":
        return state.round > 0
    if at.point in TURN_POINTS and at.who:
        entry = _entry_of(state, at.who)
        return entry in state.acted or (at.point == "start of turn" and entry == state.acting)
    return state.point == "end of round" or (at.point == state.point == "end phase")


def order_in_time(state: CombatState, at: Until) -> tuple[int, int]:
    """Return the round in which a point comes next and its place in it."""
    earliest = max(state.round, 1)
    number = at.round if at.round is not None else earliest
    if number < earliest or (number == state.round and _has_come(state, at)):
        number = max(earliest, state.round + 1 if _has_come(state, at) else earliest)
    return number, _place(state, at)


def _place(state: CombatState, at: Until) -> int:
    if at.point not in TURN_POINTS:
        return PLACES[at.point]
    entry = _entry_of(state, at.who) if at.who else state.acting
    index = next((i for i, each in enumerate(state.order) if each.id == entry), 0)
    return 1 + 2 * index + (1 if at.point == "end of turn" else 0)


def _entry_of(state: CombatState, who: str) -> str:
    return next((each.id for each in state.order if who == each.id or who in each.members), who)


def _told(state: CombatState, at: Until, number: int) -> str:
    if number != max(state.round, 1):
        return f"round {number}"
    if at.point in TURN_POINTS and at.who and at.who not in (state.acting, state.actor):
        return f"{at.point} {label_of(state, at.who)}"
    return at.point
