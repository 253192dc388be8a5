"""An action names only what there is: its ids and squares, told by the types of its fields."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin

from desktop.core.model.plain import Hint, hints_of
from desktop.core.model.words import (
    ClockId,
    CueId,
    DoorId,
    FeatureId,
    FighterId,
    LevelId,
    LinkId,
    SideId,
    Square,
    ZoneId,
)
from desktop.core.rules.actions import Action
from desktop.core.rules.house import NAMES, no_such
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal

THINGS: Mapping[Hint, tuple[str, Callable[[CombatState], Mapping[Any, object]]]] = {
    FighterId: ("fighter", lambda state: state.fighters),
    SideId: ("side", lambda state: state.encounter.all_sides),
    ZoneId: ("zone", lambda state: state.encounter.board.zones),
    LevelId: ("level", lambda state: state.encounter.board.levels),
    LinkId: ("link", lambda state: state.encounter.board.links),
    DoorId: ("door", lambda state: state.encounter.board.doors),
    FeatureId: ("feature", lambda state: state.encounter.board.features),
    ClockId: ("clock", lambda state: state.encounter.clocks),
    CueId: ("cue", lambda state: state.encounter.cues),
}
"""What each type of id names, and where such things are kept."""


def strangers(state: CombatState, action: Action) -> tuple[Refusal, ...]:
    """Return a refusal for everything that an action names and that is not there.

    What is left as it is unless said names nothing. Only ids by their types are looked at: a text
    that may be of several kinds, and what is inside facts and effects, is for the action's own
    rule to judge.
    """
    kind: Any = type(action)
    hints = hints_of(kind)
    said = {each.name: getattr(action, each.name) for each in fields(action)}
    unsaid = {each.name: each.default for each in fields(action)}
    named = (
        each
        for name, value in said.items()
        if value != unsaid[name]
        for each in _named(hints[name], value)
    )
    found = (_refusal(state, hint, value) for hint, value in named)
    return tuple(dict.fromkeys(refusal for refusal in found if refusal is not None))


def _named(hint: Hint, value: object) -> Iterator[tuple[Hint, object]]:
    """Yield every id and square in a value, with its type."""
    origin: Any = get_origin(hint)
    inside: tuple[Hint, ...] = get_args(hint)
    if hint is Square or hint in THINGS:
        yield hint, value
    elif origin in (Union, UnionType):
        for each in inside:
            if _may_be(each, value):
                yield from _named(each, value)
    elif origin is tuple and isinstance(value, tuple):
        several = inside[:1] * len(value) if inside[1:] == (Ellipsis,) else inside
        for each, item in zip(several, value, strict=True):
            yield from _named(each, item)
    elif origin is Mapping and isinstance(value, Mapping):
        for key in value:
            yield from _named(inside[0], key)


def _may_be(hint: Hint, value: object) -> bool:
    """Whether a value may be of one of the types that a field allows."""
    if hint is Square:
        return isinstance(value, tuple)
    origin: Any = get_origin(hint)
    kind = hint.__supertype__ if isinstance(hint, NewType) else origin or hint
    return isinstance(kind, type) and isinstance(value, kind)


def _refusal(state: CombatState, hint: Hint, value: object) -> Refusal | None:
    if isinstance(value, tuple):
        square = Square(*value)
        return None if state.place.is_inside(square) else _outside(state, square)
    if not isinstance(value, str):
        return None
    what, things = THINGS[hint]
    return None if value in things(state) else no_such(what, value, things(state))


def _outside(state: CombatState, square: Square) -> Refusal:
    width, height = state.place.size
    says = f"Square {square.x}, {square.y} is not on the board."
    extent = f"Its squares go from 0, 0 to {width - 1}, {height - 1}."
    return Refusal(says, NAMES, extent, final=True)
