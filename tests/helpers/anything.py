"""Anything at all that one might do in a fight: actions made from their fields, sense or not."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le

from desktop.core import play
from desktop.core.model.edits import EDITS
from desktop.core.model.moments import Moment
from desktop.core.model.words import TRAITS, Point, Square
from desktop.core.rules.actions import Action, Begin, Change, Decree, Do, SetOrder
from desktop.core.rules.combat import Combat

ODD = 0.05
"""How often a name is of nothing, or a number far off."""
DEEPEST = 5
FEW = 3


class TooDeepError(Exception):
    """What was begun would be endless."""


class Anything:
    """Draws actions from what a fight holds now."""

    def __init__(self, combat: Combat, dice: Random) -> None:
        self.combat, self.dice = combat, dice
        state = combat.state
        place, encounter = state.encounter.board, state.encounter
        attacks = [
            id_
            for person in state.people.values()
            if person.profile.imperium is not None
            for id_ in person.profile.imperium.attacks or {}
        ]
        self.names: dict[str, list[str]] = {
            "LevelId": [*place.levels], "ZoneId": [*place.zones], "LinkId": [*place.links],
            "DoorId": [*place.doors], "FeatureId": [*place.features], "AttackId": attacks,
            "ProfileId": [*encounter.profiles], "FighterId": [*state.people],
            "GroupId": [*encounter.groups], "SideId": [*encounter.all_sides],
            "ClockId": [*encounter.clocks], "CueId": [*encounter.cues],
            "TraitWord": [*TRAITS, "foggy"], "KindWord": ["wall", "difficult", "void", "", "mud"],
            "RuleRef": ["IM-COVER-03"],
        }  # fmt: skip
        self.anything = [name for known in self.names.values() for name in known]

    def action(self) -> Action:
        """Return some action, the GM's more often than others."""
        kind = self.dice.choice([*play.actions(), *(Change, Do, Decree) * 3])
        if kind is SetOrder:
            order = list(self.combat.state.order)
            self.dice.shuffle(order)
            return SetOrder(order=tuple(order))
        if kind is Change:
            return self._change()
        if kind is Begin and self.combat.state.order:
            return self._change()
        try:
            made: Action = self._value(kind)
        except TooDeepError:
            return self.action()
        return replace(made, forced=self.dice.random() < 0.2)

    def _change(self) -> Change:
        spec = self.dice.choice([*EDITS.values()])
        arguments: dict[str, Any] = {}
        for name, hint in spec.arguments.items():
            if name in spec.needed or self.dice.random() < 0.5:
                try:
                    arguments[name] = self._value(hint, 2)
                except TooDeepError:
                    continue
        return Change(edit=spec.name, arguments=arguments)

    def _value(self, hint: Any, depth: int = 0) -> Any:
        dice = self.dice
        if isinstance(hint, NewType):
            known = self.names.get(hint.__name__)
            if known and dice.random() > ODD:
                return dice.choice(known)
            return dice.choice(["nothing", "", *self.anything[:3]])
        made = self._made_of(hint, depth)
        if made is not NotImplemented:
            return made
        return self._plain(hint, depth)

    def _made_of(self, hint: Any, depth: int) -> Any:
        origin, inside = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return _within(self._value(inside[0], depth), inside[1:])
        if origin is Literal:
            return self.dice.choice(inside)
        if origin in (Union, UnionType):
            if NoneType in inside and self.dice.random() < 0.4:
                return None
            kinds = [each for each in inside if each is not NoneType]
            return self._value(self.dice.choice(kinds), depth)
        if origin is tuple and inside[1:] == (...,):
            return tuple(self._value(inside[0], depth + 1) for _ in range(self.dice.randrange(FEW)))
        if origin is tuple:
            return tuple(self._value(each, depth + 1) for each in inside)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            key, own = inside
            several = range(self.dice.randrange(FEW))
            return {self._value(key, depth + 1): self._value(own, depth + 1) for _ in several}
        return NotImplemented

    def _plain(self, hint: Any, depth: int) -> Any:
        dice = self.dice
        if hint is Square:
            far = 10**9 if dice.random() < ODD else 30
            return Square(dice.randrange(far), dice.randrange(-1, 20))
        if hint is Point:
            return Point(dice.randrange(-1, 30), dice.randrange(-1, 20))
        if hint is bool:
            return dice.random() < 0.5
        if hint in (int, float):
            return dice.choice([0, 1, 2, 5, 40, -1, 10**6 if dice.random() < ODD else 3])
        if hint is Moment:
            whose = dice.choice(["", *self.names["FighterId"]])
            return Moment(dice.choice(["end of round", "start of turn"]), 2, True, whose)
        if isinstance(hint, type) and is_dataclass(hint):
            return self._record(hint, depth)
        return dice.choice(self.anything)

    def _record(self, kind: Any, depth: int) -> Any:
        if depth > DEEPEST:
            raise TooDeepError
        hints = get_type_hints(kind, include_extras=True)
        values = {}
        for item in fields(kind):
            needed = item.default is MISSING and item.default_factory is MISSING
            if needed or self.dice.random() < 0.5:
                values[item.name] = self._value(hints[item.name], depth + 1)
        return kind(**values)


def _within(value: Any, marks: tuple[Any, ...]) -> Any:
    for mark in marks:
        if isinstance(mark, Ge):
            value = max(value, mark.ge)
        if isinstance(mark, Le):
            value = min(value, mark.le)
    return value
