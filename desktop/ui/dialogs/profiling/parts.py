"""The attacks or powers of a profile: a list, and the form of the one that is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.dialogs.profiling.draft import Draft, Part, PartDraft, Where
from desktop.ui.menus.fields.choice import CheckField
from desktop.ui.menus.fields.sheet import Sheet, Wrong
from desktop.ui.menus.fields.text import NotesField, TextField, WordsField

ID = Qt.ItemDataRole.UserRole


class PartsPage(QWidget):
    """Attacks or powers: made, copied, taken out, and changed at the right."""

    where: ClassVar[Where]
    makers: ClassVar[Mapping[str, tuple[str, Part]]]
    """The texts of the buttons that make one, its first name, and what it is like."""
    nothing: ClassVar[str]
    """What is said while there is none."""

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self.sheet: Sheet | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(8)
        column = QVBoxLayout()
        column.setSpacing(4)
        self.list = QListWidget(self)
        self.list.setObjectName(self.where)
        self.list.setMinimumWidth(200)
        column.addWidget(self.list, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        self.buttons: dict[str, QPushButton] = {}
        made = {text: partial(self._add, *maker) for text, maker in self.makers.items()}
        for text, do in {**made, "Copy": self._copy, "Delete": self._delete}.items():
            button = QPushButton(text, self)
            button.setProperty("role", "add")
            button.setAutoDefault(False)
            button.clicked.connect(lambda _on=False, do=do: do())
            buttons.addWidget(button)
            self.buttons[text.removeprefix("+ ").lower()] = button
        buttons.addStretch(1)
        column.addLayout(buttons)
        row.addLayout(column, 2)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        row.addWidget(self._area, 3)
        self.list.currentItemChanged.connect(lambda *_: self._choose())
        self.refresh()
        self.list.setCurrentRow(0)
        if self.sheet is None:
            self._choose()

    def beside(self, part: Any) -> str:
        """Return what stands beside the name of one in the list."""
        raise NotImplementedError

    def sheet_of(self, source: PartDraft) -> Sheet:
        """Return the form of one."""
        raise NotImplementedError

    @property
    def chosen(self) -> str | None:
        """The one whose form is shown."""
        row = self.list.currentRow()
        return str(self.list.item(row).data(ID)) if row >= 0 else None

    def refresh(self) -> None:
        """Show them as they are now."""
        kept, parts = self.chosen, self._draft.parts(self.where)
        self.list.blockSignals(True)
        self.list.clear()
        for id_, part in parts.items():
            item = QListWidgetItem(f"{part.label}   {self.beside(part)}")
            item.setData(ID, id_)
            self.list.addItem(item)
        ids = list(parts)
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
        part = self.chosen
        self.sheet = None
        if part is not None:
            self.sheet = self.sheet_of(PartDraft(self._draft, self.where, part))
        self._area.setWidget(self.sheet if self.sheet is not None else self._empty())

    def _empty(self) -> QLabel:
        label = QLabel(self.nothing)
        label.setProperty("role", "muted")
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setWordWrap(True)
        return label

    def _add(self, name: str, like: Part) -> None:
        self._go_to(self._draft.add_part(self.where, name, like))

    def _copy(self) -> None:
        part = self.chosen
        if part is not None:
            like = self._draft.parts(self.where)[part]
            self._go_to(self._draft.add_part(self.where, like.label, like))

    def _go_to(self, id_: str) -> None:
        self.refresh()
        self.list.setCurrentRow(list(self._draft.parts(self.where)).index(id_))
        if self.sheet is not None:
            self.sheet.field("name").setFocus()
            self.sheet.field("name").edit.selectAll()

    def _delete(self) -> None:
        gone, parts = self.chosen, self._draft.parts(self.where)
        self._draft.set_parts(self.where, {id_: each for id_, each in parts.items() if id_ != gone})
        self.refresh()

    def flush(self) -> None:
        """Commit what was typed."""
        if self.sheet is not None:
            self.sheet.flush()


class PartSheet(Sheet):
    """One attack or power."""

    LABEL = 92

    def tail(self) -> None:
        """Add what every named thing has, and show all rows."""
        self.add("Notes, GM only", NotesField(), "notes", above=True)
        self.fold("More", self._more)
        self.finish()
        self.refresh()

    def _more(self) -> None:
        self.add("Seen as", TextField("its name"), "seen_as")
        self.add("Picture", TextField("no picture"), "picture")
        self.add("Tags", WordsField("words, with commas"), "tags")
        self.add("", CheckField("hidden"), "hidden", write=self._hide)

    def _hide(self, hidden: bool) -> Wrong:
        return self.source.set("hiding", {"hidden": hidden or None})
