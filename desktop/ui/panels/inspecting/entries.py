"""A list of things in a form: each leads to its page, and may be taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.ui import theme
from desktop.ui.canvas.ink import elided
from desktop.ui.menus.captions import caption
from desktop.ui.menus.fields.field import Field, empty
from desktop.ui.menus.fields.pairs import cross
from desktop.ui.panels.small_fields import short

BESIDE_PX = 104
EDGES_PX, DOT_PX = 16, 18
"""What the edges of a line and the dot before its name take of its width."""


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
        empty(self._column)
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


class NameButton(QPushButton):
    """A button with a name that gives way at its end; the tip has it whole, above what it says."""

    def __init__(self, entry: Entry, parent: QWidget) -> None:
        super().__init__(parent)
        self._entry = entry
        self.setProperty("role", "entry")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._cut()

    def _cut(self) -> None:
        entry, aside = self._entry, EDGES_PX + (DOT_PX if self._entry.colour else 0)
        cut = elided(entry.text, self.font(), max(20, self.width() - aside))
        self.setText(caption(cut))
        whole = (entry.text if cut != entry.text or not entry.tip else "", entry.tip)
        self.setToolTip("\n".join(part for part in whole if part))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the name anew."""
        super().resizeEvent(event)
        self._cut()


class EntryRow(QWidget):
    """A line: what it is, a word beside it, a cross."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.button = NameButton(entry, self)
        if entry.colour:
            self.button.setIcon(theme.dot(entry.colour))
            self.button.setIconSize(QSize(12, 12))
        row.addWidget(self.button, 1)
        beside = short(entry.beside, BESIDE_PX)
        beside.setProperty("role", "muted")
        row.addWidget(beside)
        self.cross = cross() if entry.removable else None
        if self.cross is not None:
            row.addWidget(self.cross)
