"""A list of things in a form: each leads to its page, and may be taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.ui import theme
from desktop.ui.menus.fields.field import Field
from desktop.ui.menus.fields.pairs import cross


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a list."""

    kind: str
    id: str
    text: str
    beside: str = ""
    colour: str = ""
    """Of the dot before it; empty for none."""
    removable: bool = False
    tip: str = ""


class EntriesField(Field):
    """Lines that one clicks."""

    opened = Signal(str, str)
    """Kind and id."""
    removed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._value: object = None
        self.rows: list[EntryRow] = []
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._line.addLayout(self._column, 1)

    def show_value(self, value: object) -> None:
        """Show these lines."""
        if value == self._value:
            return
        self._value = value
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        entries: Sequence[Entry] = value if isinstance(value, list) else ()
        self.rows = [EntryRow(entry) for entry in entries]
        for row, entry in zip(self.rows, entries, strict=True):
            row.button.clicked.connect(
                lambda _=False, entry=entry: self.opened.emit(entry.kind, entry.id)
            )
            if row.cross is not None:
                row.cross.clicked.connect(
                    lambda _=False, entry=entry: self.removed.emit(entry.kind, entry.id)
                )
            self._column.addWidget(row)


class EntryRow(QWidget):
    """A line: what it is, a word beside it, a cross."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.button = QPushButton(entry.text.replace("&", "&&"), self)
        self.button.setProperty("role", "entry")
        self.button.setToolTip(entry.tip or entry.text)
        self.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if entry.colour:
            self.button.setIcon(theme.dot(entry.colour))
            self.button.setIconSize(QSize(12, 12))
        row.addWidget(self.button, 1)
        beside = QLabel(entry.beside, self)
        beside.setProperty("role", "muted")
        row.addWidget(beside)
        self.cross = cross() if entry.removable else None
        if self.cross is not None:
            row.addWidget(self.cross)
