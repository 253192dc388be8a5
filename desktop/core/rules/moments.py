"""Points of the fight as they come: what lapses there, what ticks, what is let off."""

from desktop.core.model.encounter import Clock, Cue
from desktop.core.model.moments import Moment, MomentPoint
from desktop.core.model.words import CueId, FighterId
from desktop.core.rules.effects import let
from desktop.core.rules.events import (
    BudgetSet,
    ClockSet,
    Event,
    MomentCame,
    Moved,
    Said,
)
from desktop.core.rules.fold import fold
from desktop.core.rules.house import MOMENT
from desktop.core.rules.marks import DUE, clock_key, cue_key
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out, own_turns
from desktop.core.rules.passing import gone, passing_at, passing_with
from desktop.core.rules.undone import comes_at, ending_with, lapsing

BEGINNINGS = ("start of round", "start of turn", "end phase")


def come(now: Now, point: MomentPoint, *, entry: str = "", who: FighterId | None = None) -> None:
    """Let a point of the fight come, with all that belongs to it.

    What lasts until a beginning lapses before all else there, until an ending after all else.
    """
    number = now.state.round + (1 if point == "start of round" else 0)
    came = MomentCame(point=point, round=number, entry=entry, who=who)
    if point in BEGINNINGS:
        lapses = _lapses(now, came)
        now.happens(came, *lapses, *_budget(now, came, lapses))
        _let_off(now, came)
    else:
        now.happens(came)
        _let_off(now, came)
        lapses = _lapses(now, came)
        if lapses:
            now.happens(*lapses)


def _lapses(now: Now, came: MomentCame) -> list[Event]:
    facts: list[Event] = []
    for key, whose, what, own in list(lapsing(now.state, came)):
        if key in _skippable(now) and now.skips(key, f"{whose}: {what} ends", MOMENT):
            continue
        facts += own
    state = now.state
    for each in list(passing_at(state, came)):
        if each.key in _skippable(now) and now.skips(each.key, each.says, MOMENT):
            continue
        facts.append(gone(state, each))
        state = fold(state, facts[-1])  # each goes from what the last one left
    return facts


def _skippable(now: Now) -> set[str]:
    """Return the keys that the GM has a word on; nothing else needs to be shown."""
    marked = {name for (subject, name) in now.state.marks if subject == DUE}
    return marked | set(now.table.words)


def _budget(now: Now, came: MomentCame, lapses: list[Event]) -> list[Event]:
    """Return what a fighter has at the start of its turn, as it is after what lapsed."""
    who = came.who
    if came.point != "start of turn" or who is None or is_out(now.state, who):
        return []
    state = now.state
    for fact in (came, *lapses):
        state = fold(state, fact)
    return [BudgetSet(who=who, left=dict(now.book.economy.refreshed(state, who)))]


# Cues and clocks


def _let_off(now: Now, came: MomentCame) -> None:
    for clock in tuple(now.state.encounter.clocks.values()):
        if is_due(now, clock, clock.ticks, came):
            key = clock_key(clock.id)
            if not _is_skipped(now, key, f"{clock.label} ticks"):
                tick(now, clock)
    for cue in tuple(now.state.encounter.cues.values()):
        if is_due(now, cue, cue.when, came):
            fire_due(now, cue)


def is_due(now: Now, thing: Clock | Cue, when: Moment, came: MomentCame) -> bool:
    """Whether a clock or cue comes due at a point, at its own entry where it has one."""
    if thing.id not in now.state.encounter.clocks and thing.id not in now.state.encounter.cues:
        return False
    if not own_turns(now.state, thing):
        return comes_at(when, came, now.state)
    its_turn = came.point == "start of turn" and came.entry == thing.id and came.who is None
    return its_turn and acts_in_round(when, came.round)


def acts_in_round(when: Moment, number: int) -> bool:
    """Whether a clock or cue with an entry of its own does something in a round."""
    return when.point == "by hand" or when.number is None or when.number == number


def _is_skipped(now: Now, key: str, says: str) -> bool:
    return key in _skippable(now) and now.skips(key, says, MOMENT)


def fire_due(now: Now, cue: Cue) -> None:
    """Let a cue happen that has come due, unless the GM skips it."""
    if not _is_skipped(now, cue_key(cue.id), cue.label):
        fire(now, cue.id)


def fire(now: Now, name: CueId) -> None:
    """Let a cue happen: its text is said, its effects follow."""
    cue = now.state.encounter.cues[name]
    now.happens(Said(text=cue.text or cue.label, rule=MOMENT))
    let(now, cue.do, cue.label)


def tick(now: Now, clock: Clock, by: int = 1) -> None:
    """Fill segments of a clock, or empty them; full, it stays so and brings nothing again."""
    had = now.state.clocks.get(clock.id, clock.filled)
    filled = max(0, min(clock.size, had + by))
    if filled != had:
        now.happens(ClockSet(clock=clock.id, filled=filled))


def trigger(now: Now, point: str, of: str) -> None:
    """Let off what waits for something to happen, as `entering shed` or `full alarm`."""
    ends = ending_with(now.state, f"{point} {of}")
    ends += passing_with(now.state, f"{point} {of}")
    if ends:
        now.happens(*ends)
    for cue in tuple(now.state.encounter.cues.values()):
        if cue.when.point == point and cue.when.of == of:
            fire_due(now, cue)


# What follows facts


def after_clock(now: Now, fact: ClockSet) -> None:
    """Let a clock that has just become full bring what it brings."""
    clock = now.state.encounter.clocks.get(fact.clock)
    before = now.before.clocks.get(fact.clock, 0)
    if clock is None or fact.filled < clock.size or before >= clock.size:
        return
    now.happens(Said(text=clock.text or f"{clock.label} is full", rule=MOMENT))
    let(now, clock.full, clock.label)
    trigger(now, "full", clock.id)


def after_move(now: Now, fact: Moved) -> None:
    """Let off what waits for somebody to leave or enter a zone; who is put enters nothing."""
    if fact.how == "put" or fact.who not in now.before.fighters:
        return
    left = now.before.zone_of(fact.who)
    entered = now.state.place.zone_at(fact.level, fact.to)
    if left == entered:
        return
    if left is not None:
        trigger(now, "leaving", left)
    if entered is not None:
        trigger(now, "entering", entered)
