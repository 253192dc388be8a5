"""Where a lift, hatch or duct comes out: squares, each with its level."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.core.model.board import Stop
from desktop.core.model.encounter import Encounter
from desktop.core.model.words import LevelId, Square
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import ChoiceField
from desktop.ui.menus.fields.field import Field, empty
from desktop.ui.menus.fields.pairs import cross
from desktop.ui.menus.fields.points import PointsField
from desktop.ui.panels.inspecting.buttons import add_button


class StopsField(Field):
    """Rows of a square and a level."""

    def __init__(self, encounter: Callable[[], Encounter]) -> None:
        super().__init__()
        self._encounter = encounter
        self._value: tuple[Stop, ...] = ()
        self.rows: list[_Row] = []
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        column.addLayout(self._rows)
        self.add = add_button("+ Stop")
        self.add.clicked.connect(self._add)
        line = QHBoxLayout()
        line.addWidget(self.add)
        line.addStretch(1)
        column.addLayout(line)
        self._line.addLayout(column, 1)

    def show_value(self, value: object) -> None:
        """Show the stops."""
        self._value = value if isinstance(value, tuple) else ()
        if len(self.rows) != len(self._value):
            empty(self._rows)
            self.rows = [self._row(index) for index in range(len(self._value))]
        for row, stop in zip(self.rows, self._value, strict=True):
            row.at.show_value(stop.at)
            row.level.show_value(stop.level)

    def _row(self, index: int) -> _Row:
        row = _Row(lambda: list(known.levels(self._encounter())))
        row.at.committed.connect(lambda at: self._change(index, at=at))
        row.at.complaint.connect(self.complaint)
        row.level.committed.connect(lambda level: self._change(index, level=level))
        row.cross.clicked.connect(lambda: self._remove(index))
        self._rows.addWidget(row)
        return row

    def _change(self, index: int, *, at: object = None, level: object = None) -> None:
        old = self._value[index]
        square = Square(*at) if isinstance(at, tuple) else old.at
        stop = Stop(level=LevelId(str(level)) if level else old.level, at=square)
        self.committed.emit((*self._value[:index], stop, *self._value[index + 1 :]))

    def _remove(self, index: int) -> None:
        self.committed.emit((*self._value[:index], *self._value[index + 1 :]))

    def _add(self) -> None:
        levels = self._encounter().board.levels
        self.committed.emit((*self._value, Stop(level=list(levels)[-1], at=Square(0, 0))))
        if self.rows:
            QTimer.singleShot(0, self.rows[-1].at, self.rows[-1].at.setFocus)

    def flush(self) -> None:
        """Commit what was typed."""
        for row in list(self.rows):
            row.at.flush()


class _Row(QWidget):
    def __init__(self, levels: Callable[[], list[tuple[object, str]]]) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        self.at = PointsField("3,4", whole=True, single=True)
        self.level = ChoiceField(levels)
        self.cross = cross()
        line.addWidget(self.at, 1)
        line.addWidget(self.level, 1)
        line.addWidget(self.cross)
