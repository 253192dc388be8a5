"""The traits of zones, or of the whole board, as words side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QGridLayout, QMenu, QToolButton, QVBoxLayout

from desktop.core.model.board import Trait
from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import Encounter
from desktop.core.model.words import TRAIT_FAMILIES, Location, TraitWord
from desktop.ui.menus.captions import headed, menu_line
from desktop.ui.menus.fields.chips import Chip, Chips
from desktop.ui.menus.fields.choice import CheckField
from desktop.ui.menus.fields.field import Field
from desktop.ui.menus.fields.sheet import NOTHING_USUAL, Edits, Sheet, Wrong
from desktop.ui.menus.fields.text import TextField
from desktop.ui.menus.verbs import board

FAMILY_NAMES = {family: name for name, family in board.FAMILIES}
SHIFT = Qt.KeyboardModifier.ShiftModifier


@dataclass(frozen=True, slots=True)
class TraitChange:
    """What shall become of a trait."""

    trait: Trait
    off: bool = False
    beside: bool = False
    """Beside the others of its family."""
    anew: bool = False
    """It is there, and says something else now."""


class TraitsField(Field):
    """Traits that all have are solid, those that only some have are faint."""

    def __init__(
        self, encounter: Callable[[], Encounter], commit: Callable[[TraitChange], Wrong]
    ) -> None:
        super().__init__()
        self._encounter = encounter
        self._change = commit
        self._open: TraitWord | None = None
        self._details: _Details | None = None
        self._laid: Sequence[tuple[Trait, ...]] = ()
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._offer)
        self.add = QToolButton(self)
        self.add.setText("+")
        self.add.setAccessibleName("Add a trait")
        self.add.setFixedHeight(22)
        self.add.setProperty("role", "add")
        self.add.setToolTip("Add a trait; with Shift beside the others of its family")
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setMenu(self.menu)
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.chips = Chips(self)
        self._column.addWidget(self.chips)
        self._line.addLayout(self._column, 1)
        self.setFocusProxy(self.add)

    def show_value(self, value: object) -> None:
        """Show the traits of each of several things."""
        self._laid = value if isinstance(value, list) else []
        words = list(dict.fromkeys(trait.word for laid in self._laid for trait in laid))
        chips = []
        for word in words:
            having = sum(any(trait.word == word for trait in laid) for laid in self._laid)
            chip = self._chip(word, having)
            chip.set_opened(word == self._open)
            chips.append(chip)
        self.chips.show_chips(chips, after=self.add)
        if self._open not in words:
            self._show_details(None)
        elif self._details is not None and (trait := self._trait(self._open)) is not None:
            self._details.show_trait(trait)

    def _chip(self, word: TraitWord, having: int) -> Chip:
        many = len(self._laid)
        text = label_of(self._encounter(), word)
        trait = self._trait(word)
        marks = ""
        if trait is not None:
            marks = (", secret" if trait.secret else "") + (" *" if trait.sign else "")
        if having < many:
            chip = Chip(f"{text} {having}/{many}", key=word, faint=True, tip="Click: lay it on all")
            chip.clicked.connect(lambda: self._commit(TraitChange(Trait(word))))
        else:
            chip = Chip(f"{text}{marks}", key=word, tip=_tip(trait))
            chip.clicked.connect(lambda: self._toggle(word))
        chip.off.connect(lambda: self._commit(TraitChange(Trait(word), off=True)))
        return chip

    def _trait(self, word: TraitWord | None) -> Trait | None:
        every = (trait for laid in self._laid for trait in laid)
        return next((trait for trait in every if trait.word == word), None)

    def _commit(self, change: TraitChange) -> Wrong:
        wrong = self._change(change)
        self.complaint.emit(str(wrong or ""))
        return wrong

    def _toggle(self, word: TraitWord) -> None:
        self._show_details(None if word == self._open else word)
        for chip in self.chips.chips:
            chip.set_opened(chip.key == self._open)

    def _show_details(self, word: TraitWord | None) -> None:
        if self._details is not None:
            self._details.flush()
            self._column.removeWidget(self._details)
            self._details.hide()
            self._details.deleteLater()
        self._details, self._open = None, word
        trait = self._trait(word)
        if trait is not None:
            self._details = _Details(self._encounter, trait, self._change)
            self._column.addWidget(self._details)

    def restore(self) -> None:
        """Close the details."""
        self._show_details(None)

    def flush(self) -> None:
        """Commit what was typed in the details."""
        if self._details is not None:
            self._details.flush()

    def _offer(self) -> None:
        self.menu.clear()
        for family, words in TRAIT_FAMILIES.items():
            if len(words) > 1:
                headed(self.menu, FAMILY_NAMES[family])
            else:
                self.menu.addSeparator()
            for word in words:
                self._offer_word(word, f"{word[:1].upper()}{word[1:]}")
        own = self._encounter().traits
        if own:
            headed(self.menu, "Your own")
        for word, described in own.items():
            self._offer_word(word, described.label)

    def _offer_word(self, word: TraitWord, text: str) -> None:
        action = self.menu.addAction(menu_line(text))
        action.triggered.connect(
            lambda: self._commit(
                TraitChange(Trait(word), beside=bool(QGuiApplication.keyboardModifiers() & SHIFT))
            )
        )


def _tip(trait: Trait | None) -> str:
    if trait is None:
        return ""
    parts = [f"Sign: {trait.sign}" if trait.sign else "", "secret" if trait.secret else ""]
    parts += [f"shields only {', '.join(trait.only)}" if trait.only else ""]
    return ". ".join(part for part in parts if part) or "Click: its sign, whether it is secret"


class _OneTrait:
    """A trait as what a form is about."""

    def __init__(
        self,
        encounter: Callable[[], Encounter],
        trait: Trait,
        change: Callable[[TraitChange], Wrong],
    ) -> None:
        self._encounter = encounter
        self.trait = trait
        self._change = change

    @property
    def encounter(self) -> Encounter:
        """The encounter it is in."""
        return self._encounter()

    def things(self) -> Sequence[Any]:
        """Return the trait."""
        return (self.trait,)

    def set(self, noun: str, values: Mapping[str, object]) -> Wrong:
        """Let it say something else."""
        anew = replace(self.trait, **values)  # type: ignore[arg-type]  # values of its fields
        return self._change(TraitChange(anew, anew=True))

    def do(self, says: str, edits: Edits) -> Wrong:
        """Do nothing: a trait changes with the place that has it."""
        return None

    def usual(self, path: str) -> object:
        """Return nothing."""
        return NOTHING_USUAL


class _Details(Sheet):
    """What one can notice of a trait, whether it is secret, and whom a light cover shields."""

    LABEL = 48

    def __init__(
        self,
        encounter: Callable[[], Encounter],
        trait: Trait,
        change: Callable[[TraitChange], Wrong],
    ) -> None:
        self._one = _OneTrait(encounter, trait, change)
        super().__init__(self._one)
        self.setProperty("role", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setObjectName("trait.details")
        self._column.setContentsMargins(8, 4, 4, 4)
        self.add("Sign", TextField("what players notice"), "sign", above=True)
        self.add("", CheckField("secret"), "secret", tip="Meant to be unnoticed")
        if trait.word == "light cover":
            self.add("Shields", LocationsField(), "only", above=True)
        self.refresh()

    def show_trait(self, trait: Trait) -> None:
        """Show it as it is now."""
        self._one.trait = trait
        self.refresh()


class LocationsField(Field):
    """Hit locations; none ticked means all."""

    def __init__(self) -> None:
        super().__init__()
        self._value: tuple[str, ...] = ()
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        self.boxes: dict[str, QCheckBox] = {}
        for i, word in enumerate(get_args(Location)):
            box = QCheckBox(word, self)
            box.clicked.connect(self._clicked)
            self.boxes[word] = box
            grid.addWidget(box, i // 2, i % 2)
        self._line.addLayout(grid, 1)
        self.setToolTip("None ticked: all of them")

    def show_value(self, value: object) -> None:
        """Show which are shielded."""
        self._value = value if isinstance(value, tuple) else ()
        for word, box in self.boxes.items():
            box.setChecked(word in self._value)

    def _clicked(self) -> None:
        chosen = tuple(word for word, box in self.boxes.items() if box.isChecked())
        self.committed.emit(() if len(chosen) == len(self.boxes) else chosen)


def edits_of(change: TraitChange, zones: Mapping[str, tuple[Trait, ...]]) -> Edits:
    """Return the edits that make a change in zones; in none, that of the board's own traits."""
    ids = [zone for zone in zones if zone]
    if change.off:
        return [("set_traits", {"zones": ids, "off": (change.trait.word,)})]
    if not change.anew:
        add = {"zones": ids, "add": (change.trait,), "beside": change.beside}
        return [("set_traits", add)]
    edits: list[tuple[str, Mapping[str, object]]] = []
    for zone, laid in zones.items():
        after = tuple(change.trait if each.word == change.trait.word else each for each in laid)
        if after != laid:
            where: Mapping[str, object] = {"zones": [zone]} if zone else {}
            edits.append(("replace_traits", {**where, "traits": after}))
    return edits
