"""Issues that the GM means, each with the reason."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import Encounter, Muted
from desktop.ui.menus.fields.field import Field, empty
from desktop.ui.menus.fields.pairs import cross
from desktop.ui.menus.fields.text import TextField


class MutedField(Field):
    """A line for each: which, where, why; the cross lets it be heard again."""

    why_changed = Signal(str, str, str)
    heard = Signal(str, str)

    def __init__(self, encounter: Callable[[], Encounter]) -> None:
        super().__init__()
        self._encounter = encounter
        self._value: object = None
        self.rows: list[tuple[QWidget, TextField]] = []
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._line.addLayout(self._column, 1)

    def show_value(self, value: object) -> None:
        """Show the muted issues."""
        if value == self._value:
            return
        self._value = value
        empty(self._column)
        muted = value if isinstance(value, tuple) else ()
        self.rows = [self._row(each) for each in muted]

    def _row(self, muted: Muted) -> tuple[QWidget, TextField]:
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        line = QHBoxLayout()
        where = f" at {label_of(self._encounter(), muted.at)}" if muted.at else ""
        says = QLabel(f"{muted.issue}{where}")
        says.setWordWrap(True)
        line.addWidget(says, 1)
        off = cross("Hear it again")
        off.clicked.connect(lambda: self.heard.emit(muted.issue, muted.at))
        line.addWidget(off)
        column.addLayout(line)
        why = TextField("why")
        why.show_value(muted.why)
        why.committed.connect(lambda text: self.why_changed.emit(muted.issue, muted.at, str(text)))
        column.addWidget(why)
        self._column.addWidget(row)
        return row, why

    def flush(self) -> None:
        """Commit a reason that was typed."""
        for _, why in self.rows:
            why.flush()
