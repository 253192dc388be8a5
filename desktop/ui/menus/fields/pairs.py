"""Fields of pairs: a word and what it comes to, as skills, counters and conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.menus.fields.field import SAID, SEVERAL, Field, empty
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.text import TextField, Words

Plus = Callable[[str, int], int | None]
"""What a word comes to that stands so many steps above what it builds on; None: nothing is said."""
PLUS_DIGITS = 2


class PairsField(Field):
    """Rows of a word and a number, or a text; each change hands over all of them.

    A word whose number is not typed yet is none of them: no number is not 0.
    """

    def __init__(
        self, add: str, *, words: Words | None = None, numbers: bool = True, hint: str = "",
        plus: Plus | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self._plus = plus
        self._words = words
        self._numbers = numbers
        self._hint = hint
        self._value: object = {}
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._said = QLabel(SAID, self)
        self._said.setProperty("role", "muted")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self.rows: list[_Pair] = []
        self.add = QPushButton(add, self)
        self.add.setProperty("role", "add")
        self.add.clicked.connect(self._add)
        column.addWidget(self._said)
        column.addLayout(self._rows)
        line = QHBoxLayout()
        line.addWidget(self.add)
        line.addStretch(1)
        column.addLayout(line)
        self._line.addLayout(column, 1)
        self._said.hide()

    def show_value(self, value: object) -> None:
        """Show the pairs, keeping the row that is being typed into."""
        self._said.setVisible(value is SEVERAL)
        pairs: Mapping[str, object] = value if isinstance(value, Mapping) else {}
        self._value = value
        whole = [row for row in self.rows if row.is_whole]
        if [row.name for row in whole] == list(pairs):
            for row, (key, amount) in zip(whole, pairs.items(), strict=True):
                row.key.show_value(key)
                row.value.show_value(amount)
            return
        self._clear()
        for key, amount in pairs.items():
            self._row(key, amount)

    @property
    def is_dirty(self) -> bool:
        """Whether a word waits for its number."""
        return any(row.name and not row.is_whole for row in self.rows)

    def restore(self) -> None:
        """Forget rows that were begun and not finished."""
        for row in [row for row in self.rows if not row.is_whole]:
            self._remove(row)

    def _clear(self) -> None:
        empty(self._rows)
        self.rows = []

    def _row(self, key: str, amount: object) -> _Pair:
        row = _Pair(self._words, self._numbers, self._hint, self._plus)
        row.key.show_value(key)
        row.value.show_value(amount)
        row.key.committed.connect(lambda _: self._commit())
        row.value.committed.connect(lambda _: self._commit())
        row.value.complaint.connect(self.complaint)
        row.cross.clicked.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._rows.addWidget(row)
        return row

    def _add(self) -> None:
        row = next((row for row in self.rows if not row.name), None) or self._row("", None)
        QTimer.singleShot(0, row.key, row.key.setFocus)

    def _remove(self, row: _Pair) -> None:
        self.rows.remove(row)
        self._rows.removeWidget(row)
        row.hide()
        row.deleteLater()
        self._commit()
        if not self.is_dirty:
            self.complaint.emit("")

    def _commit(self) -> None:
        pairs = {row.name: row.amount for row in self.rows if row.is_whole}
        if pairs != (self._value if isinstance(self._value, Mapping) else {}):
            self._value = pairs
            self.committed.emit(pairs)

    def flush(self) -> None:
        """Commit what was typed in any row, and ask for a number that is not there."""
        for row in list(self.rows):
            row.key.flush()
            row.value.flush()
        if (begun := next((row for row in self.rows if row.waits), None)) is not None:
            self.complaint.emit(f"{begun.name} has no number yet. Type it, or take the line away.")


class _Pair(QWidget):
    """A word, what it comes to, and a cross."""

    def __init__(
        self, words: Words | None, numbers: bool, hint: str, plus: Plus | None = None
    ) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.key = TextField(words=words)
        row.addWidget(self.key, 3)
        self.value: TextField = TextField(hint)
        if plus is not None:
            self.value = _PlusField(hint, lambda count: plus(self.name, count))
        elif numbers:
            self.value = NumberField(hint)
        if numbers:
            self.value.setFixedWidth(56)
            self.value.edit.setFixedWidth(56)
        row.addWidget(self.value, 0 if numbers else 2)
        self.cross = cross()
        row.addWidget(self.cross)

    @property
    def name(self) -> str:
        """The word."""
        return self.key.edit.text().strip()

    @property
    def amount(self) -> object:
        """The number, or None where none was typed; or the text."""
        try:
            return self.value.value_of(self.value.edit.text())
        except ValueError:
            return None

    @property
    def is_whole(self) -> bool:
        """Whether it says something."""
        return bool(self.name) and self.amount is not None

    @property
    def waits(self) -> bool:
        """Whether it has a word and nothing where its number stands."""
        return bool(self.name) and not self.value.edit.text().strip() and not self.is_whole


class _PlusField(NumberField):
    """A number; with a plus before it, so many steps above what it builds on."""

    def __init__(self, hint: str, plus: Callable[[int], int | None]) -> None:
        super().__init__(hint)
        self._plus = plus

    def value_of(self, text: str) -> object:
        """Return the number, or what the steps come to. Raises ValueError where there is none."""
        steps = text.strip().removeprefix("+")
        if not text.strip().startswith("+") or not steps.isdecimal() or len(steps) > PLUS_DIGITS:
            return super().value_of(text)
        found = self._plus(int(steps))
        if found is None:
            raise ValueError("What it builds on has no number yet. Type the total.")
        return found


def cross(tip: str = "Take it away") -> QToolButton:
    """Return a button with a cross."""
    button = QToolButton()
    button.setText("×")
    button.setFixedSize(20, 24)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setProperty("role", "cross")
    return button


class FiguresField(Field):
    """Numbers of a fixed list of words, in a grid: characteristics, armour by location."""

    def __init__(
        self, words: Sequence[tuple[str, str]], *, columns: int, all_of: bool = False,
        whole: bool = True,
    ) -> None:  # fmt: skip
        super().__init__()
        self._value: object = {}
        self._keys = [key for key, _ in words]
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        self.numbers: dict[str, NumberField] = {}
        for i, (key, label) in enumerate(words):
            number = NumberField("–", wide=True, whole=whole)
            number.edit.setMinimumWidth(36)
            number.committed.connect(lambda value, key=key: self._commit(key, value))
            number.complaint.connect(self.complaint)
            name = QLabel(label)
            name.setProperty("role", "muted")
            name.setBuddy(number.edit)
            row, column = divmod(i, columns)
            grid.addWidget(name, row, 2 * column)
            grid.addWidget(number, row, 2 * column + 1)
            grid.setColumnStretch(2 * column + 1, 1)
            self.numbers[key] = number
        if all_of:
            every = NumberField("–", wide=True)
            every.setToolTip("One number for all of them")
            every.committed.connect(self._commit_all)
            every.complaint.connect(self.complaint)
            self.every = every
            row = (len(words) + columns - 1) // columns
            name = QLabel("All")
            name.setProperty("role", "muted")
            grid.addWidget(name, row, 0)
            grid.addWidget(every, row, 1)
        self._line.addLayout(grid, 1)

    def show_value(self, value: object) -> None:
        """Show the numbers that are there."""
        self._value = value
        pairs: Mapping[str, object] = value if isinstance(value, Mapping) else {}
        for key, number in self.numbers.items():
            number.show_value(SEVERAL if value is SEVERAL else pairs.get(key))

    def _commit(self, key: str, value: object) -> None:
        pairs = dict(self._value) if isinstance(self._value, Mapping) else {}
        pairs[key] = value
        self._emit({each: pairs[each] for each in self._keys if pairs.get(each) is not None})

    def _commit_all(self, value: object) -> None:
        self._emit({} if value is None else dict.fromkeys(self._keys, value))
        self.every.show_value(None)

    def _emit(self, pairs: dict[str, object]) -> None:
        self._value = pairs
        self.committed.emit(pairs or None)

    def flush(self) -> None:
        """Commit what was typed."""
        for number in self.numbers.values():
            number.flush()
