"""The attacks of a profile: a list, and the form of the one that is chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.core.model.words import AttackId, AttackKind, BandWord
from desktop.ui.dialogs.profiling.draft import AttackDraft, Draft
from desktop.ui.dialogs.profiling.words import SKILLS
from desktop.ui.menus.fields.choice import CheckField, ChoiceField, worded
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.sheet import Sheet
from desktop.ui.menus.fields.text import NotesField, TextField, WordsField

ID = Qt.ItemDataRole.UserRole
ATTACK_SKILLS = tuple(skill for skill in SKILLS if skill.startswith(("melee", "ranged")))


class AttacksPage(QWidget):
    """Made, copied, taken out, and changed at the right."""

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self.sheet: AttackSheet | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(8)
        column = QVBoxLayout()
        column.setSpacing(4)
        self.list = QListWidget(self)
        self.list.setObjectName("attacks")
        self.list.setMinimumWidth(200)
        column.addWidget(self.list, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        self.buttons: dict[str, QPushButton] = {}
        for name, text, do in (
            ("melee", "+ Melee", lambda: self._add("melee")),
            ("ranged", "+ Ranged", lambda: self._add("ranged")),
            ("copy", "Copy", self._copy),
            ("delete", "Delete", self._delete),
        ):
            button = QPushButton(text, self)
            button.setProperty("role", "add")
            button.setAutoDefault(False)
            button.clicked.connect(do)
            buttons.addWidget(button)
            self.buttons[name] = button
        buttons.addStretch(1)
        column.addLayout(buttons)
        row.addLayout(column, 2)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        row.addWidget(self._area, 3)
        self.list.currentItemChanged.connect(lambda *_: self._choose())
        self.refresh()
        self.list.setCurrentRow(0)

    @property
    def chosen(self) -> AttackId | None:
        """The attack whose form is shown."""
        row = self.list.currentRow()
        return AttackId(self.list.item(row).data(ID)) if row >= 0 else None

    def refresh(self) -> None:
        """Show the attacks as they are now."""
        kept = self.chosen
        self.list.blockSignals(True)
        self.list.clear()
        for id_, attack in self._draft.attacks.items():
            reach = attack.range or attack.kind
            item = QListWidgetItem(f"{attack.label}   {attack.damage}, {reach}")
            item.setData(ID, id_)
            self.list.addItem(item)
        ids = list(self._draft.attacks)
        self.list.setCurrentRow(ids.index(kept) if kept in ids else len(ids) - 1)
        self.list.blockSignals(False)
        if self.sheet is None or self.chosen != kept:
            self._choose()
        else:
            self.sheet.refresh()
        for name in ("copy", "delete"):
            self.buttons[name].setEnabled(self.chosen is not None)

    def _choose(self) -> None:
        if self.sheet is not None and self.sheet.source.things():
            self.sheet.flush()
        attack = self.chosen
        self.sheet = None if attack is None else AttackSheet(AttackDraft(self._draft, attack))
        self._area.setWidget(self.sheet if self.sheet is not None else QWidget())

    def _add(self, kind: AttackKind) -> None:
        id_ = self._draft.add_attack("Blade" if kind == "melee" else "Gun")
        made = replace(
            self._draft.attacks[id_], kind=kind, range="medium" if kind == "ranged" else None
        )
        self._draft.set_attacks({**self._draft.attacks, id_: made})
        self._go_to(id_)

    def _copy(self) -> None:
        attack = self.chosen
        if attack is not None:
            like = self._draft.attacks[attack]
            self._go_to(self._draft.add_attack(like.label, like))

    def _go_to(self, id_: AttackId) -> None:
        self.refresh()
        self.list.setCurrentRow(list(self._draft.attacks).index(id_))
        if self.sheet is not None:
            self.sheet.field("name").setFocus()
            self.sheet.field("name").edit.selectAll()

    def _delete(self) -> None:
        gone = self.chosen
        left = {id_: each for id_, each in self._draft.attacks.items() if id_ != gone}
        self._draft.set_attacks(left)
        self.refresh()

    def flush(self) -> None:
        """Commit what was typed."""
        if self.sheet is not None:
            self.sheet.flush()


class AttackSheet(Sheet):
    """One attack."""

    LABEL = 92

    def __init__(self, source: AttackDraft) -> None:
        super().__init__(source)
        self.add("Name", TextField(source.id), "name")
        self.add("Kind", ChoiceField(worded(get_args(AttackKind))), "kind")
        self.add("Skill", TextField("the plain skill of its kind", words=lambda: ATTACK_SKILLS),
                 "skill")  # fmt: skip
        self.add("Damage", NumberField(needed=True), "damage")
        bands = [(None, "Unsaid"), *worded(get_args(BandWord))]
        self.add("Range", ChoiceField(bands), "range",
                 when=lambda things: things[0].kind == "ranged")  # fmt: skip
        self.add("Magazine", NumberField("not counted", unit="shots", whole=True), "magazine",
                 when=lambda things: things[0].kind == "ranged")  # fmt: skip
        self.add("Traits", WordsField("close, penetrating 4, shield 2"), "traits")
        self.add("Hands", ChoiceField([(1, "One"), (2, "Two")]), "hands")
        self.add("", CheckField("natural: part of its body"), "natural")
        self.add("Notes, GM only", NotesField(), "notes", above=True)
        self.fold("More", self._more)
        self.finish()
        self.refresh()

    def _more(self) -> None:
        self.add("Seen as", TextField("its name"), "seen_as")
        self.add("Picture", TextField("no picture"), "picture")
        self.add("Tags", WordsField("words, with commas"), "tags")
        self.add("", CheckField("hidden"), "hidden", write=self._hide)

    def _hide(self, hidden: bool) -> str:
        return self.source.set("hiding", {"hidden": hidden or None})
