"""What the engine itself adds to every rulebook: its actions and what follows facts."""

from collections.abc import Iterable
from typing import Any

from desktop.core.errors import EditError, MisfitError
from desktop.core.model.edits.checks import check_effects
from desktop.core.model.words import FighterId
from desktop.core.rules.actions import (
    Action,
    Begin,
    Change,
    Decree,
    Do,
    FireCue,
    Force,
    Put,
    Read,
    SetOrder,
    Settle,
    TickClock,
    Walk,
    Write,
)
from desktop.core.rules.book import ActionRule, Pack, Rulebook
from desktop.core.rules.changes import CHANGE, check_parts
from desktop.core.rules.due import engine_due
from desktop.core.rules.effects import let
from desktop.core.rules.events import (
    BudgetSet,
    ClockSet,
    Entry,
    Event,
    FightBegan,
    MarkSet,
    MomentCame,
    Moved,
    OrderSet,
    Parted,
    PlaceChanged,
    RulingSet,
    Said,
    TurnPassed,
)
from desktop.core.rules.fold import fold
from desktop.core.rules.house import NAMES, ORDER, no_such
from desktop.core.rules.marks import DUE, cue_key
from desktop.core.rules.moments import after_clock, after_move, fire, tick
from desktop.core.rules.now import Now
from desktop.core.rules.order import first_able, with_newcomers, without_gone
from desktop.core.rules.start import BEGIN
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal
from desktop.core.rules.turns import TURNS
from desktop.core.rules.walk import FORCE, PUT, WALK

# The GM's word


def _decree_refusals(book: Rulebook, state: CombatState, action: Decree) -> Iterable[Refusal]:
    for fact in action.facts:
        stranger = next((who for who in _acting(fact) if who not in state.people), None)
        if stranger is not None:
            yield no_such("fighter", stranger, state.people)
            return
        try:
            state = fold(state, fact)
            if isinstance(fact, PlaceChanged):
                check_parts(state, fact.parts)
        except (MisfitError, EditError) as error:
            yield Refusal(str(error), NAMES, final=True)
            return


def _acting(fact: Event) -> Iterable[FighterId]:
    """Return whose turn a fact makes it, or will."""
    match fact:
        case TurnPassed(actor=str(who)) | MomentCame(who=str(who)):
            yield FighterId(who)
        case OrderSet() | FightBegan():
            for entry in fact.order:
                yield from entry.members


def _decree(now: Now, action: Decree) -> None:
    now.happens(*action.facts)


def _do_refusals(book: Rulebook, state: CombatState, action: Do) -> Iterable[Refusal]:
    try:
        check_effects(state.encounter, action.effects)
    except EditError as error:
        yield Refusal(str(error), NAMES)


def _do(now: Now, action: Do) -> None:
    let(now, action.effects, action.source)


def _write(now: Now, action: Write) -> None:
    now.happens(Said(text=action.text))


def _fire(now: Now, action: FireCue) -> None:
    cue = now.state.encounter.cues[action.cue]
    key = cue_key(cue.id)
    if cue.when.number is not None and key in [due.key for due in engine_due(now.book, now.state)]:
        now.happens(MarkSet(subject=DUE, name=key, value=True))  # it has come, and once will do
    fire(now, cue.id)


def _tick(now: Now, action: TickClock) -> None:
    tick(now, now.state.encounter.clocks[action.clock], action.by)


def _order_refusals(book: Rulebook, state: CombatState, action: SetOrder) -> Iterable[Refusal]:
    names = [entry.id for entry in action.order]
    if len(set(names)) < len(names):
        yield Refusal("An entry stands twice in the order.", ORDER)
    for entry in action.order:
        for who in entry.members:
            if who not in state.people:
                yield no_such("fighter", who, state.people)


def _set_order(now: Now, action: SetOrder) -> None:
    now.happens(OrderSet(order=tuple({entry.id: entry for entry in action.order}.values())))


def _read_refusals(book: Rulebook, state: CombatState, action: Read) -> Iterable[Refusal]:
    if action.ruling not in state.rulings:
        yield no_such("ruling", action.ruling, state.rulings)


def _read(now: Now, action: Read) -> None:
    now.happens(RulingSet(ruling=action.ruling, reading=action.reading))


def _settle(now: Now, action: Settle) -> None:
    value = True if action.skip else None
    now.happens(MarkSet(subject=DUE, name=action.due, value=value))


# What follows facts


def _newcomers(now: Now, fact: Moved) -> None:
    """Give whoever comes onto the board an entry in the order of a fight that is on."""
    if now.state.order and now.state.entry_of(fact.who) is None:
        order = with_newcomers(now.book, now.state, [fact.who])
        left = dict(now.book.economy.refreshed(now.state, fact.who))
        now.happens(OrderSet(order=order), BudgetSet(who=fact.who, left=left))


def _gone(now: Now, fact: PlaceChanged) -> None:
    """Forget those that a change took out of the fight, in the order and everywhere else."""
    gone = [who for who, person in fact.parts.people.items() if person is None]
    things = (fact.parts.clocks, fact.parts.cues)
    if not gone and not any(thing is None for table in things for thing in table.values()):
        return
    facts: list[Event] = [
        Parted(kind=each.kind, one=each.one, other=each.other)
        for each in now.state.relations
        if each.one in gone or each.other in gone
    ]
    facts += [
        MarkSet(subject=subject, name=name, value=None)
        for subject, name in now.state.marks
        if subject in gone
    ]
    order = without_gone(now.state)
    if order != now.state.order:
        facts += [OrderSet(order=order), *_turn_of_the_gone(now, order)]
    if facts:
        now.happens(*facts)


def _turn_of_the_gone(now: Now, order: tuple[Entry, ...]) -> Iterable[TurnPassed]:
    """Pass the turn of somebody who is gone to another of its entry, if there is one."""
    actor = now.state.actor
    if actor is None or actor in now.state.people:
        return
    entry = next((each for each in order if each.id == now.state.acting), None)
    if entry is None:
        yield TurnPassed(entry="", actor=None)
    else:
        yield TurnPassed(entry=entry.id, actor=first_able(now.book, now.state, entry))


ACTIONS: dict[type[Action], ActionRule] = {
    Begin: BEGIN,
    **TURNS,
    Walk: WALK,
    Force: FORCE,
    Put: PUT,
    Change: CHANGE,
    Decree: ActionRule(refusals=_decree_refusals, resolve=_decree),
    Do: ActionRule(refusals=_do_refusals, resolve=_do),
    FireCue: ActionRule(resolve=_fire),
    TickClock: ActionRule(resolve=_tick),
    SetOrder: ActionRule(refusals=_order_refusals, resolve=_set_order),
    Read: ActionRule(refusals=_read_refusals, resolve=_read),
    Settle: ActionRule(resolve=_settle),
    Write: ActionRule(resolve=_write),
}
FOLLOWS: dict[type[Any], tuple[Any, ...]] = {
    Moved: (_newcomers, after_move),
    ClockSet: (after_clock,),
    PlaceChanged: (_gone,),
}
ENGINE = Pack(name="engine", actions=ACTIONS, follows=FOLLOWS, due=(engine_due,))
"""The engine's own chapter, last in every rulebook."""
