"""What one fighter differs in from its profile, each difference with its way back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.core.model.differences import Difference
from desktop.core.model.profile import Attack
from desktop.ui.menus.fields.field import SAID, SEVERAL, Field, empty
from desktop.ui.menus.fields.pairs import cross

WORDS = {"squares_figures": "squares", "squares": "footprint", "imperium": ""}


def path_words(path: str) -> str:
    """Return a path as one reads it: `imperium.skills.melee` is `skills melee`."""
    parts = [WORDS.get(part, part) for part in path.split(".")]
    return " ".join(part.replace("_", " ") for part in parts if part)


def value_words(value: object) -> str:
    """Return a figure as one reads it."""
    if value is None:
        return "unsaid"
    if isinstance(value, Attack):
        return f"{value.kind}, damage {value.damage}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)


class DifferencesField(Field):
    """A line for each difference; the cross takes it back."""

    taken_back = Signal(str)
    """The path of what shall be as the profile says."""

    def __init__(self) -> None:
        super().__init__()
        self._value: object = ()
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._line.addLayout(self._column, 1)
        self.rows: list[QWidget] = []

    def show_value(self, value: object) -> None:
        """Show the differences; of several fighters none."""
        if value == self._value:
            return
        self._value = value
        empty(self._column)
        found: Sequence[Difference] = value if isinstance(value, list) else ()
        self.rows = [self._row(each) for each in found]
        if not found:
            says = QLabel(SAID if value is SEVERAL else "Nothing: it is as its profile says.")
            says.setProperty("role", "muted")
            says.setWordWrap(True)
            self.rows = [says]
        for row in self.rows:
            self._column.addWidget(row)

    def _row(self, each: Difference) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        says = QLabel(f"{path_words(each.path)}: {value_words(each.value)}")
        says.setWordWrap(True)
        usual = value_words(each.usual)
        says.setToolTip(f"The profile says: {usual}")
        line.addWidget(says, 1)
        was = QLabel(f"was {usual}")
        was.setProperty("role", "muted")
        if len(usual) < 12:
            line.addWidget(was)
        off = cross(f"Back to what the profile says: {usual}")
        off.clicked.connect(lambda: self.taken_back.emit(each.path))
        line.addWidget(off)
        return row
