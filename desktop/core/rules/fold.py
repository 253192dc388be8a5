"""Applying facts to a state. Knows no rule and rolls nothing."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import singledispatch
from typing import Any, TypeVar

from desktop.core.errors import MisfitError
from desktop.core.model.crew import alone, lettered
from desktop.core.model.words import FighterId
from desktop.core.rules import events as e
from desktop.core.rules.state import CombatState, FighterState, Known, Mark, Relation

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S", CombatState, FighterState)


def fold(state: CombatState, event: e.Event) -> CombatState:
    """Return the state after one fact. Raises MisfitError where the fact does not fit the state."""
    try:
        return _apply(event, state)
    except (KeyError, TypeError, AttributeError) as error:
        why = f"nobody is called {error.args[0]}" if isinstance(error, KeyError) else str(error)
        raise MisfitError(f"{type(event).__name__} does not fit the fight: {why}.") from error


def with_entry(table: Mapping[K, V], key: K, value: V | None) -> dict[K, V]:
    """Return a copy with one key set or, with None, taken out."""
    changed = dict(table)
    if value is None:
        changed.pop(key, None)
    else:
        changed[key] = value
    return changed


def _changed(value: S, **changes: Any) -> S:
    """Return a frozen value with some fields changed.

    As `dataclasses.replace`, which takes six times as long and would be most of a replay.
    """
    new = object.__new__(type(value))
    for name in value.__slots__:
        object.__setattr__(new, name, changes[name] if name in changes else getattr(value, name))
    return new


def _fighter(state: CombatState, who: FighterId, **changes: Any) -> CombatState:
    fighter = _changed(state.fighters[who], **changes)
    return _changed(state, fighters={**state.fighters, who: fighter})


@singledispatch
def _apply(event: object, state: CombatState) -> CombatState:
    raise TypeError("it is no fact")


def _on(kind: type) -> Callable[[Callable[..., CombatState]], Callable[..., CombatState]]:
    return _apply.register(kind)


@_on(e.Tested)
@_on(e.Contested)
@_on(e.TableRolled)
@_on(e.Overridden)
@_on(e.Said)
def _only_told(event: e.Event, state: CombatState) -> CombatState:
    return state


@_on(e.FightBegan)
def _began(event: e.FightBegan, state: CombatState) -> CombatState:
    return _changed(state, order=event.order, surprised=event.surprised)


@_on(e.MomentCame)
def _moment(event: e.MomentCame, state: CombatState) -> CombatState:
    state = _changed(state, point=event.point, round=event.round)
    if event.point == "start of round":
        return _changed(state, acted=(), acting="", actor=None)
    if event.point == "end of turn" and event.who is None:
        acted = (*(entry for entry in state.acted if entry != event.entry), event.entry)
        acting = "" if state.acting == event.entry else state.acting
        return _changed(
            state, acted=acted, acting=acting, actor=None if not acting else state.actor
        )
    return state


@_on(e.TurnPassed)
def _turn(event: e.TurnPassed, state: CombatState) -> CombatState:
    return _changed(state, acting=event.entry, actor=event.actor)


@_on(e.OrderSet)
def _order(event: e.OrderSet, state: CombatState) -> CombatState:
    return _changed(state, order=event.order)


@_on(e.Moved)
def _moved(event: e.Moved, state: CombatState) -> CombatState:
    if event.level not in state.encounter.board.levels:
        raise TypeError(f"there is no level {event.level}")
    return _fighter(state, event.who, level=event.level, seat=event.to, above=event.above, off=None)


@_on(e.LeftBoard)
def _left(event: e.LeftBoard, state: CombatState) -> CombatState:
    return _fighter(state, event.who, seat=None, off=event.why, above=0)


@_on(e.WoundsTaken)
@_on(e.WoundsSet)
def _wounds(event: e.WoundsTaken | e.WoundsSet, state: CombatState) -> CombatState:
    return _fighter(state, event.who, wounds=event.total)


@_on(e.CriticalsSet)
def _criticals(event: e.CriticalsSet, state: CombatState) -> CombatState:
    return _fighter(state, event.who, criticals=event.criticals)


@_on(e.ConditionSet)
def _condition(event: e.ConditionSet, state: CombatState) -> CombatState:
    had = state.fighters[event.who].conditions
    return _fighter(state, event.who, conditions=with_entry(had, event.condition, event.now))


@_on(e.MarkSet)
def _mark(event: e.MarkSet, state: CombatState) -> CombatState:
    mark = None if event.value is None else Mark(event.value, event.until)
    return _changed(state, marks=with_entry(state.marks, (event.subject, event.name), mark))


def _without(state: CombatState, kind: str, one: str, other: str) -> tuple[Relation, ...]:
    return tuple(
        relation
        for relation in state.relations
        if not (
            relation.joins(kind, one, other)
            or (relation.mutual and relation.joins(kind, other, one))
        )
    )


@_on(e.Related)
def _related(event: e.Related, state: CombatState) -> CombatState:
    relation = Relation(event.kind, event.one, event.other, event.mutual, event.until)
    kept = _without(state, event.kind, event.one, event.other)
    return _changed(state, relations=(*kept, relation))


@_on(e.Parted)
def _parted(event: e.Parted, state: CombatState) -> CombatState:
    return _changed(state, relations=_without(state, event.kind, event.one, event.other))


@_on(e.BudgetSet)
def _budget(event: e.BudgetSet, state: CombatState) -> CombatState:
    return _fighter(state, event.who, left=dict(event.left))


@_on(e.AmmunitionSet)
def _ammunition(event: e.AmmunitionSet, state: CombatState) -> CombatState:
    had = state.fighters[event.who].ammunition
    return _fighter(state, event.who, ammunition={**had, event.attack: event.left})


@_on(e.PlaceChanged)
def _place(event: e.PlaceChanged, state: CombatState) -> CombatState:
    parts = event.parts
    board = state.encounter.board
    changes: dict[str, Any] = {
        item.name: _joined(getattr(board, item.name), getattr(parts, item.name))
        for item in fields(board)
        if getattr(parts, item.name) not in (None, {})
    }
    encounter = replace(
        state.encounter,
        board=replace(board, **changes) if changes else board,
        traits=_joined(state.encounter.traits, parts.own_traits),
        sides=_joined(state.encounter.sides, parts.sides),
        clocks=_joined(state.encounter.clocks, parts.clocks),
        cues=_joined(state.encounter.cues, parts.cues),
        fighters=_joined(state.encounter.fighters, parts.fighters),
        groups=_joined(state.encounter.groups, parts.groups),
        profiles=_joined(state.encounter.profiles, parts.profiles),
    )
    people = _joined(state.people, parts.people)
    fighters = {
        who: state.fighters.get(who)
        or FighterState(id=who, level=board.first_level, off="not yet here")
        for who in people
    }
    letters = state.letters
    if parts.people:
        known = {
            who: mark
            for who, mark in state.letters.items()
            if who in people and people[who].name == state.people[who].name
        }
        letters = lettered(alone(people), known)
    return _changed(
        state, encounter=encounter, people=people, fighters=fighters, letters=letters
    )  # fmt: skip


def _joined(had: Any, new: Any) -> Any:
    """Return a mapping with new values laid over and None taken out; anything else is replaced."""
    if not isinstance(had, Mapping) or not isinstance(new, Mapping):
        return new
    joined = {**had, **new}
    return {key: value for key, value in joined.items() if value is not None}


@_on(e.ClockSet)
def _clock(event: e.ClockSet, state: CombatState) -> CombatState:
    return _changed(state, clocks={**state.clocks, event.clock: event.filled})


@_on(e.CounterSet)
def _counter(event: e.CounterSet, state: CombatState) -> CombatState:
    side = {**state.counters.get(event.side, {}), event.counter: event.value}
    return _changed(state, counters={**state.counters, event.side: side})


@_on(e.KnowledgeSet)
def _knowledge(event: e.KnowledgeSet, state: CombatState) -> CombatState:
    known = Known(event.shown, event.level, event.at, event.round)
    return _changed(state, knows={**state.knows, event.subject: known})


@_on(e.RulingSet)
def _ruling(event: e.RulingSet, state: CombatState) -> CombatState:
    return _changed(state, rulings={**state.rulings, event.ruling: event.reading})
