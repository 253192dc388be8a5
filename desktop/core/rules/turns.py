"""Rounds and turns: one entry of the order after the other, each turn begun in its own step."""

from collections.abc import Iterable

from desktop.core.model.moments import MomentPoint
from desktop.core.rules.actions import BeginTurn, EndTurn, TakeOver
from desktop.core.rules.book import ActionRule, Rulebook
from desktop.core.rules.events import Entry, Said, TurnPassed
from desktop.core.rules.house import FIGHT, ORDER, SKIPPED, no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.moments import acts_in_round, come
from desktop.core.rules.now import Now
from desktop.core.rules.order import (
    entry_named,
    first_able,
    idle_because,
    next_entry,
)
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal

NOT_BEGUN = Refusal(
    "The fight has not begun, or nobody is in its order.", FIGHT,
    "Start it, or bring somebody onto the board.", final=True,
)  # fmt: skip


# Beginning a turn


def _begin_refusals(book: Rulebook, state: CombatState, action: BeginTurn) -> Iterable[Refusal]:
    if not state.order:
        yield NOT_BEGUN
        return
    if state.acting:
        says = f"It is still the turn of {label_of(state, state.acting)}."
        yield Refusal(says, ORDER, "End it first.")
    if not action.entry:
        if all(idle_because(book, state, entry) not in ("", "surprised") for entry in state.order):
            yield Refusal("Nobody is left who can act.", ORDER)
        return
    entry = entry_named(state, action.entry)
    if entry is None:
        yield no_such("entry", action.entry, (entry.id for entry in state.order))
        return
    if entry.id in state.acted:
        yield Refusal(f"{label_of(state, entry.id)} has had its turn in this round.", ORDER)
    why = idle_because(book, state, entry)
    if why:
        yield Refusal(f"{label_of(state, entry.id)} is {why} and does not act.", SKIPPED)


def _begin(now: Now, action: BeginTurn) -> None:
    if now.state.acting:
        end_turn(now)
    if now.state.round == 0:
        come(now, "start of round")
    entry = entry_named(now.state, action.entry)
    if entry is not None:
        _give(now, entry)
    else:
        _pass_on(now)


def _pass_on(now: Now) -> None:
    """Give the turn to the next who can act, over the end of one round if need be."""
    last = now.state.round + 2
    while True:
        entry = next_entry(now.state)
        if entry is not None:
            if _taken_by(now, entry):
                return
        elif now.state.round >= last:
            return
        else:
            _next_round(now)


def _taken_by(now: Now, entry: Entry) -> bool:
    """Let an entry have its turn; a skipped one has its moments. Whether anything was done."""
    if not entry.members:
        _whole_turn(now, entry)
        return _does_something(now.state, entry)
    why = idle_because(now.book, now.state, entry)
    if not why:
        _give(now, entry)
        return True
    says = f"{label_of(now.state, entry.id)} is {why} and does not act"
    now.happens(Said(text=says, rule=SKIPPED))
    _whole_turn(now, entry)
    return False


def _does_something(state: CombatState, entry: Entry) -> bool:
    for clock in state.encounter.clocks.values():
        if clock.id == entry.id:
            return acts_in_round(clock.ticks, state.round)
    return any(
        cue.id == entry.id and acts_in_round(cue.when, state.round)
        for cue in state.encounter.cues.values()
    )


def _whole_turn(now: Now, entry: Entry) -> None:
    _moments(now, "start of turn", entry)
    _moments(now, "end of turn", entry)


def _give(now: Now, entry: Entry) -> None:
    now.happens(TurnPassed(entry=entry.id, actor=first_able(now.book, now.state, entry)))
    if not entry.members:
        _whole_turn(now, entry)
        return
    _moments(now, "start of turn", entry)
    actor = now.state.actor
    other = first_able(now.book, now.state, entry_named(now.state, entry.id) or entry)
    if other is not None and other != actor:
        now.happens(TurnPassed(entry=entry.id, actor=other))  # the first fell at its beginning


def _moments(now: Now, point: MomentPoint, entry: Entry) -> None:
    """Let a point of a turn come for each member, and then for the entry."""
    for who in entry.members:
        if who in now.state.people:
            come(now, point, entry=entry.id, who=who)
    come(now, point, entry=entry.id)


def _next_round(now: Now) -> None:
    come(now, "end phase")
    come(now, "end of round")
    come(now, "start of round")


# Ending one, and acting out of order


def end_turn(now: Now) -> None:
    """End the turn that is on; an entry that is gone just has it no more."""
    entry = entry_named(now.state, now.state.acting)
    if entry is None:
        now.happens(TurnPassed(entry="", actor=None))
        return
    _moments(now, "end of turn", entry)


def _end_refusals(book: Rulebook, state: CombatState, action: EndTurn) -> Iterable[Refusal]:
    if not state.acting:
        yield Refusal("It is nobody's turn.", ORDER, "Begin one.", final=True)


def _end(now: Now, action: EndTurn) -> None:
    end_turn(now)


def _take_over(now: Now, action: TakeOver) -> None:
    now.happens(TurnPassed(entry=now.state.acting, actor=action.who))


TURNS = {
    BeginTurn: ActionRule(refusals=_begin_refusals, resolve=_begin),
    EndTurn: ActionRule(refusals=_end_refusals, resolve=_end),
    TakeOver: ActionRule(resolve=_take_over),
}
