"""The page without a file: fights to go on with, files used last, samples, New and Open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.menus.fields.field import empty

if TYPE_CHECKING:  # the lists come after the first picture
    from PySide6.QtGui import QKeyEvent

    from desktop.ui.panels.welcome_row import Line, Row

WIDTH = 960
FIGHTS_SHOWN = 5
RECENT_SHOWN = 8


class Welcome(QWidget):
    """Everything on it can be reached with Tab and the arrows, and opened with Enter."""

    file_wanted = Signal(str)
    fight_wanted = Signal(str)
    unsaved_wanted = Signal(str)
    new_wanted = Signal()
    open_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self._rows: list[Row] = []
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        self.notices = QVBoxLayout()
        outer.addLayout(self.notices)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer.addWidget(scroll, 1)
        holder = QWidget()
        scroll.setWidget(holder)
        middle = QHBoxLayout(holder)
        middle.setContentsMargins(32, 48, 32, 32)
        middle.addStretch(1)
        page = QWidget(holder)
        page.setMaximumWidth(WIDTH)
        page.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        middle.addWidget(page, 100)
        middle.addStretch(1)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._head(column)
        columns = QHBoxLayout()
        columns.setSpacing(32)
        column.addSpacing(24)
        column.addLayout(columns)
        left = QVBoxLayout()
        left.setSpacing(0)
        self._unsaved, self._left = QVBoxLayout(), QVBoxLayout()
        for lists in (self._unsaved, self._left):
            lists.setSpacing(2)
            left.addLayout(lists)
        left.addStretch(1)
        self._right = QVBoxLayout()
        self._right.setSpacing(2)
        columns.addLayout(left, 1)
        columns.addLayout(self._right, 1)
        column.addSpacing(24)
        hint = QLabel("An encounter file can also be dropped anywhere in this window.", page)
        hint.setProperty("role", "muted")
        column.addWidget(hint)
        column.addStretch(1)

    def _head(self, column: QVBoxLayout) -> None:
        title = QLabel("Enfilade", self)
        title.setObjectName("welcome_title")
        column.addWidget(title)
        says = QLabel("Build an encounter, then run it at the table.", self)
        says.setProperty("role", "muted")
        column.addWidget(says)
        column.addSpacing(16)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.new = QPushButton("New encounter", self)
        self.new.setObjectName("welcome_new")
        self.new.setDefault(True)
        self.new.setToolTip("New encounter  Ctrl+N")
        self.new.clicked.connect(self.new_wanted)
        self.open = QPushButton("Open…", self)
        self.open.setObjectName("welcome_open")
        self.open.setToolTip("Open…  Ctrl+O")
        self.open.clicked.connect(self.open_wanted)
        for button in (self.new, self.open):
            button.setAutoDefault(True)
            button.setMinimumHeight(32)
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)

    def show_lines(
        self, fights: Sequence[Line], recent: Sequence[Line], samples: Sequence[Line]
    ) -> None:
        """Show what there is; a list without lines has no heading either."""
        self._rows = [row for row in self._rows if self._unsaved.indexOf(row) >= 0]
        for layout in (self._left, self._right):
            empty(layout)
        self._list(self._left, "Unfinished fights", fights[:FIGHTS_SHOWN], self.fight_wanted)
        self._list(self._left, "Recent", recent[:RECENT_SHOWN], self.file_wanted)
        if not fights and not recent:
            nothing = QLabel("What you build and play shows up here.", self)
            nothing.setProperty("role", "muted")
            self._left.addWidget(_heading("Recent", self))
            self._left.addWidget(nothing)
        self._list(self._right, "Samples", samples, self.file_wanted)
        for layout in (self._left, self._right):
            layout.addStretch(1)

    def show_unsaved(self, unsaved: Sequence[Line]) -> None:
        """Show above all else what was not saved when the program ended."""
        self._rows = [row for row in self._rows if self._unsaved.indexOf(row) < 0]
        empty(self._unsaved)
        others, self._rows = self._rows, []
        self._list(self._unsaved, "Not saved when the program ended", unsaved, self.unsaved_wanted)
        self._rows += others

    def show_fights(self, fights: Iterable[Line]) -> None:
        """Tell more about fights that are listed: their round and last line."""
        known = {fight.path: fight for fight in fights}
        for row in self.rows:
            if row.line.path in known:
                row.show_line(known[row.line.path])

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every line that can be opened, in their order."""
        return tuple(self._rows)

    def _list(
        self, layout: QVBoxLayout, heading: str, lines: Sequence[Line], wanted: SignalInstance
    ) -> None:
        if not lines:
            return
        from desktop.ui.panels.welcome_row import Row

        layout.addWidget(_heading(heading, self))
        for line in lines:
            row = Row(line, self)
            row.clicked.connect(lambda _checked=False, path=line.path: wanted.emit(path))
            layout.addWidget(row)
            self._rows.append(row)
        layout.addSpacing(16)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Up and Down go from line to line."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Right):
            self.focusNextChild()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Left):
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)


def _heading(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text.upper(), parent)
    label.setProperty("role", "heading")
    label.setContentsMargins(0, 0, 0, 4)
    return label
