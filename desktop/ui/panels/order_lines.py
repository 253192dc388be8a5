"""What the order shows: one line an entry, and what stands below it."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.core.model.words import FighterId
from desktop.core.rules.book import Rulebook
from desktop.core.rules.due import is_over
from desktop.core.rules.events import Entry, EntryKind
from desktop.core.rules.labels import label_of
from desktop.core.rules.order import has_action, idle_because, next_entry, yet_to_act
from desktop.core.rules.outcome import time_left
from desktop.core.rules.state import CombatState
from desktop.ui.canvas.sides import UNKNOWN_SIDE, side_looks

GONE = ("out", "away", "not yet here")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """One of a group."""

    id: FighterId
    letter: str
    wounds: int
    most: int | None
    out: bool
    acting: bool
    acted: bool = False
    """Has spent its Action while its group's turn is on, or had its turn with the group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLine:
    """One entry."""

    id: str
    kind: EntryKind
    initiative: int
    name: str
    colour: str = ""
    acting: bool = False
    acted: bool = False
    mark: str = ""
    """As `next`, `out`, `cue`."""
    struck: bool = False
    wounds: int = 0
    most: int | None = None
    members: tuple[MemberLine, ...] = ()
    """Of a group only."""


def order_lines(book: Rulebook, state: CombatState) -> list[OrderLine]:
    """Return a line for each entry, in the order of the fight."""
    looks = side_looks(state.encounter)
    following = _following(book, state)
    return [_line(book, state, entry, looks, following) for entry in state.order]


def _following(book: Rulebook, state: CombatState) -> str:
    """Return whose turn comes next, as far as one can tell; empty where nobody's does."""
    for entry in state.order:
        waits = entry.id not in state.acted and entry.id != state.acting
        if waits and not idle_because(book, state, entry):
            return entry.id
    first = next((each for each in state.order if not idle_because(book, state, each)), None)
    if next_entry(state) is None or first is None:
        return "" if first is None else first.id
    return first.id if first.id != state.acting else ""


def _line(
    book: Rulebook, state: CombatState, entry: Entry, looks: object, following: str
) -> OrderLine:
    first = next((who for who in entry.members if who in state.people), None)
    colour = ""
    if first is not None and isinstance(looks, dict):
        colour = looks.get(state.side_of(first), UNKNOWN_SIDE).colour
    why = idle_because(book, state, entry) if entry.members else ""
    mark = why or ("next" if entry.id == following else "")
    if not entry.members:
        mark = "next" if entry.id == following else entry.kind
    acted = _acted(book, state, entry)
    members = tuple(
        _member(book, state, who, acted=who in acted)
        for who in entry.members
        if who in state.people
    )
    single = members[0] if entry.kind == "fighter" and members else None
    return OrderLine(
        id=entry.id, kind=entry.kind, initiative=entry.initiative,
        name=label_of(state, entry.id), colour=colour, acting=entry.id == state.acting,
        acted=entry.id in state.acted, mark=mark, struck=bool(why) and why != "surprised",
        wounds=single.wounds if single is not None else 0,
        most=single.most if single is not None else None,
        members=members if entry.kind == "group" else (),
    )  # fmt: skip


def _acted(book: Rulebook, state: CombatState, entry: Entry) -> frozenset[FighterId]:
    """Return who of a group has acted in this round."""
    if entry.kind != "group":
        return frozenset()
    if entry.id in state.acted and entry.id != state.acting:
        return frozenset(entry.members)
    if entry.id != state.acting:
        return frozenset()
    waiting = yet_to_act(book, state)
    spent = (who for who in entry.members if who not in waiting and who in state.fighters)
    return frozenset(who for who in spent if not has_action(state, who))


def _member(book: Rulebook, state: CombatState, who: FighterId, *, acted: bool) -> MemberLine:
    person, fighter = state.people[who], state.fighters[who]
    return MemberLine(
        id=who, letter=person.letter or person.name, wounds=fighter.wounds,
        most=book.most(state, who),
        out=fighter.off in GONE or bool(state.mark(who, "out")), acting=who == state.actor,
        acted=acted,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalLine:
    """What the fight is about."""

    text: str
    when: str
    """As `round 3 of 6`."""
    more: str
    """What else is said of it, a line each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockLine:
    """A clock with its segments."""

    id: str
    name: str
    filled: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterLine:
    """A counter of a side."""

    side: str
    counter: str
    name: str
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OffLine:
    """Somebody who is not on the board, and why."""

    id: FighterId
    name: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CueLine:
    """A cue and when it comes by itself."""

    id: str
    name: str
    when: str


def goal_line(state: CombatState) -> GoalLine | None:
    """Return the goal, where there is one."""
    goal = state.encounter.goal
    if goal is None or not (goal.text or goal.by_round):
        return None
    others = (("In part", goal.partial), ("Failure", goal.failure), ("Ends", goal.ends))
    more = "\n".join(f"{head}: {text}" for head, text in others if text)
    return GoalLine(text=goal.text, when=time_left(state), more=more)


def clock_lines(state: CombatState) -> list[ClockLine]:
    """Return every clock."""
    return [
        ClockLine(
            id=clock.id, name=clock.label, size=clock.size,
            filled=state.clocks.get(clock.id, clock.filled),
        )
        for clock in state.encounter.clocks.values()
    ]  # fmt: skip


def counter_lines(state: CombatState) -> list[CounterLine]:
    """Return every counter of every side; a side's name is said where several have one."""
    found = [
        (side, counter, value)
        for side, counters in state.counters.items()
        for counter, value in counters.items()
    ]
    sides = state.encounter.all_sides
    several = len({side for side, _, _ in found}) > 1
    return [
        CounterLine(
            side=side, counter=counter, value=value,
            name=f"{counter.capitalize()}, {sides[side].label}" if several and side in sides
            else counter.capitalize(),
        )
        for side, counter, value in found
    ]  # fmt: skip


def off_lines(state: CombatState) -> list[OffLine]:
    """Return everyone who is off the board, with the reason."""
    return [
        OffLine(id=who, name=label_of(state, who), why=fighter.off or "away")
        for who, fighter in state.fighters.items()
        if fighter.seat is None
    ]


def cue_lines(state: CombatState) -> list[CueLine]:
    """Return every cue."""
    return [
        CueLine(
            id=cue.id, name=cue.label,
            when="past" if is_over(state, cue) else str(cue.when).removeprefix("start of "),
        )
        for cue in state.encounter.cues.values()
    ]  # fmt: skip
