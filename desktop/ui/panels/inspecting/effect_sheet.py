"""The fields of one effect, by what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from PySide6.QtWidgets import QToolButton
from shiboken6 import isValid

from desktop.core.errors import EditError
from desktop.core.model.encounter import Encounter
from desktop.core.model.moments import (
    AddTrait,
    Bring,
    ClearTrait,
    Effect,
    Hide,
    Hurt,
    MoveFighters,
    PaintSquares,
    Remove,
    Say,
    SetDoor,
    SetLink,
    Show,
    Tick,
)
from desktop.core.model.plain import hints_of, value_of
from desktop.core.model.words import DoorState, LinkKind, Location, Off
from desktop.ui import theme
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import CheckField, ChoiceField, worded
from desktop.ui.menus.fields.known import Known
from desktop.ui.menus.fields.moment import MomentField
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.pick import PickField, PicksField, PlaceField
from desktop.ui.menus.fields.points import PointsField
from desktop.ui.menus.fields.sheet import NOTHING_USUAL, Edits, Sheet, Wrong
from desktop.ui.menus.fields.text import NotesField
from desktop.ui.session import Session, Wanted

Change = Callable[[Effect], Wrong]
ON_BOARD = (known.links, known.doors)
"""What a single field names that can be clicked on the board."""


class OneEffect:
    """An effect in a list, as what a form is about."""

    def __init__(self, encounter: Callable[[], Encounter], effect: Effect, change: Change) -> None:
        self._encounter = encounter
        self.effect = effect
        self._change = change

    @property
    def encounter(self) -> Encounter:
        """The encounter it is in."""
        return self._encounter()

    def things(self) -> Sequence[Any]:
        """Return the effect."""
        return (self.effect,)

    def set(self, noun: str, values: Mapping[str, object]) -> Wrong:
        """Put another effect in its place."""
        cls: type = type(self.effect)
        hints = hints_of(cls)
        try:
            read = {name: value_of(hints[name], value, name) for name, value in values.items()}
        except EditError as error:
            return error
        return self._change(replace(self.effect, **read))

    def do(self, says: str, edits: Edits) -> Wrong:
        """Do nothing: an effect changes with the thing that has it."""
        return None

    def usual(self, path: str) -> object:
        """Return nothing: an effect differs from nothing."""
        return NOTHING_USUAL


class EffectSheet(Sheet):
    """What, where, and until when."""

    LABEL = 56

    def __init__(
        self, source: OneEffect, looked: Callable[[str], None], session: Session | None = None
    ) -> None:
        super().__init__(source)
        self._looked = looked
        self._session = session
        self._column.setContentsMargins(8, 4, 4, 8)
        _BUILD[type(source.effect)](self)
        self.refresh()

    def _one(self, kind: known.Kind, what: str, unsaid: str = "") -> PickField:
        field = PickField(Known(self.encounter, kind, what), unsaid=unsaid, needed=not unsaid)
        if kind in ON_BOARD:
            self._pointed(field, what)
        return field

    def _pointed(
        self, field: PickField | PicksField | PointsField, what: str, *, squares: bool = False
    ) -> None:
        """Let a field be answered by a click on the board, too."""
        session = self._session
        if session is None:
            return

        def point() -> None:
            ids = () if isinstance(field, PointsField) else [id_ for id_, _ in field.known.items()]
            says = f"a{'n' if what[:1] in 'aeiou' else ''} {what}"
            session.want(Wanted(says=says, ids=ids, squares=squares, taken=taken))

        def taken(found: object) -> None:
            if isValid(field) and field.isVisible():  # the page may be another one by now
                field.take(found)

        button = QToolButton()
        button.setIcon(theme.icon("crosshairs"))
        button.setFixedSize(24, 24)
        button.setToolTip(f"Click the {what} on the board; with Shift several")
        button.setAccessibleName(f"Pick the {what} on the board")
        button.setProperty("role", "cross")
        button.setObjectName("point")
        button.clicked.connect(point)
        field.put_beside(button)

    def _many(self, label: str, path: str, kind: known.Kind, what: str) -> None:
        field = PicksField(Known(self.encounter, kind, what), needed=True)
        self._pointed(field, what)
        field.looked.connect(self._looked)
        self.add(label, field, path)

    def _until(self) -> None:
        self.add("Until", MomentField(self.encounter, never="For good"), "until")

    def _level(self) -> None:
        levels = self._one(known.levels, "level", "the first level")
        self.add("Level", levels, "level", when=lambda _: len(self.encounter().board.levels) > 1)

    def _add_trait(self) -> None:
        self.add("Trait", self._one(known.traits, "trait"), "add")
        self._many("To", "to", known.zones, "zone")
        self._until()

    def _clear_trait(self) -> None:
        self.add("Trait", self._one(known.traits, "trait"), "clear")
        self._many("Off", "off", known.zones, "zone")
        self._until()

    def _set_link(self) -> None:
        self.add("Link", self._one(known.links, "link"), "link")
        self.add("Is then", ChoiceField(worded(get_args(LinkKind))), "kind")
        self._until()

    def _set_door(self) -> None:
        self.add("Door", self._one(known.doors, "door"), "door")
        self.add("Is then", ChoiceField(worded(get_args(DoorState))), "state")
        self._until()

    def _paint(self) -> None:
        self.add("With", self._one(known.kinds, "kind", "nothing: clear them"), "paint",
                 write=lambda value: self.source.set("paint", {"paint": value or ""}))  # fmt: skip
        squares = PointsField("3,4  3,5", whole=True)
        self._pointed(squares, "square", squares=True)
        self.add("Squares", squares, "squares")
        self._level()
        self._until()

    def _bring(self) -> None:
        self._many("Who", "bring", known.people, "fighter")
        place = PlaceField(Known(self.encounter, known.zones, "zone"), unsaid="where they belong")
        self._pointed(place, "zone")
        self.add("At", place, "at")
        self._level()

    def _move(self) -> None:
        self._many("Who", "move", known.people, "fighter")
        place = PlaceField(Known(self.encounter, known.zones, "zone"), needed=True)
        self._pointed(place, "zone")
        self.add("To", place, "to")
        self._level()

    def _hurt(self) -> None:
        self._many("Whom", "hurt", known.people_and_zones, "fighter or zone")
        self.add("Damage", NumberField(needed=True), "damage")
        locations = [(None, "Rolled"), *worded(get_args(Location))]
        self.add("Where", ChoiceField(locations), "location")
        self.add("", CheckField("armour counts"), "armour")

    def _remove(self) -> None:
        self._many("Who", "remove", known.people, "fighter")
        self.add("Why", ChoiceField(worded(get_args(Off))), "why")

    def _tick(self) -> None:
        self.add("Clock", self._one(known.clocks, "clock"), "tick")
        self.add("By", NumberField(needed=True), "by", tip="A negative number empties it")

    def _tell(self) -> None:
        self._many("What", "show", known.shown_things, "thing")

    def _hide(self) -> None:
        self._many("What", "hide", known.shown_things, "thing")

    def _say(self) -> None:
        self.add("Text", NotesField(), "say")
        self.add("", CheckField("to the players"), "players")


_BUILD: Mapping[type, Callable[[Any], None]] = {
    AddTrait: EffectSheet._add_trait, ClearTrait: EffectSheet._clear_trait,
    SetLink: EffectSheet._set_link, SetDoor: EffectSheet._set_door,
    PaintSquares: EffectSheet._paint, Bring: EffectSheet._bring, MoveFighters: EffectSheet._move,
    Hurt: EffectSheet._hurt, Remove: EffectSheet._remove, Tick: EffectSheet._tick,
    Show: EffectSheet._tell, Hide: EffectSheet._hide, Say: EffectSheet._say,
}  # fmt: skip
