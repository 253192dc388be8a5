"""What is due: one line each, soonest first; A lets it come, S skips it."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop.core.rules.actions import Settle
from desktop.core.rules.book import Due
from desktop.core.rules.due import due
from desktop.ui import theme
from desktop.ui.canvas.ink import elided
from desktop.ui.fight import Fight
from desktop.ui.menus.following import Following
from desktop.ui.menus.keys import PRESSES, is_override
from desktop.ui.menus.panel import Panel
from desktop.ui.session import Session

ROW_PX = 24
WHEN_PX = 62
BUTTON_PX = 22
SHORT = {
    "start of turn": "start", "end of turn": "end", "start of round": "round",
    "end of round": "round", "end phase": "phase",
}  # fmt: skip
"""What stands for a moment where there is little room; the tip says it whole."""
NOTHING = "Nothing is due."


class DueRow(QWidget):
    """One line: when, who and what, its number, and the two keys."""

    chosen = Signal()
    settled = Signal(bool)
    """Applied (True) or skipped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(ROW_PX)
        self.setMouseTracking(True)
        self.line: Due | None = None
        self._current = False

    def show_line(self, line: Due, *, current: bool) -> None:
        """Show another line; `current` is the one that the keys mean."""
        if line != self.line or current != self._current:
            self.line, self._current = line, current
            self.setObjectName(f"due {line.key}")
            skipped = " (skipped)" if line.skipped else ""
            self.setToolTip(f"{line.when}: {line.who}, {line.says}{skipped}")
            self.setAccessibleName(self.toolTip())
            self.update()

    def _button(self, number: int) -> QRect:
        right = self.width() - 6 - (2 - number) * BUTTON_PX
        return QRect(right, 3, BUTTON_PX - 2, ROW_PX - 6)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the line, or press one of its keys."""
        at = event.position().toPoint()
        self.chosen.emit()
        for number, applied in ((0, True), (1, False)):
            if self._button(number).contains(at):
                self.settled.emit(applied)

    def sizeHint(self) -> QSize:
        """Leave the width to the list."""
        return QSize(200, ROW_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line."""
        line = self.line
        if line is None:
            return
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._current:
            painter.fillRect(self.rect(), QColor(colours.raised))
            painter.fillRect(QRect(0, 0, 2, self.height()), QColor(colours.accent))
        small = theme.badge_font(self.font())
        painter.setFont(small)
        painter.setPen(QColor(colours.muted))
        middle = Qt.AlignmentFlag.AlignVCenter
        when = elided(SHORT.get(line.when, line.when), painter.font(), WHEN_PX - 12)
        painter.drawText(QRect(8, 0, WHEN_PX, ROW_PX), middle, when)
        self._paint_keys(painter)
        own = QFont(self.font())
        own.setStrikeOut(line.skipped)
        painter.setFont(own)
        painter.setPen(QColor(colours.off if line.skipped else colours.text))
        room = self._button(0).left() - WHEN_PX - 8
        number = f"  {line.number}" if line.number and line.number not in line.says else ""
        says = f"{line.who}: {line.says}" if line.who not in line.says else line.says
        text = elided(f"{says}{number}", painter.font(), room)
        painter.drawText(QRect(WHEN_PX, 0, room, ROW_PX), middle, text)

    def _paint_keys(self, painter: QPainter) -> None:
        colours = theme.colours()
        assert self.line is not None
        for number, key in ((0, "A"), (1, "S")):
            box = self._button(number)
            lit = (number == 1) == self.line.skipped
            painter.setPen(QColor(colours.line))
            painter.setBrush(QColor(colours.raised if self._current else colours.panel))
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(QColor(colours.text if lit or self._current else colours.off))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, key)


class DueList(Panel):
    """The list, and the line that A and S mean."""

    title: ClassVar[str] = "Due"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setObjectName("due")
        self.lines: tuple[Due, ...] = ()
        self._key = ""
        """The line chosen with Up and Down; empty: the first."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setSizeAdjustPolicy(QAbstractScrollArea.SizeAdjustPolicy.AdjustIgnored)
        sheet = QWidget()
        self._rows_box = QVBoxLayout(sheet)
        self._rows_box.setContentsMargins(0, 2, 0, 2)
        self._rows_box.setSpacing(0)
        self.nothing = QLabel(NOTHING)
        self.nothing.setProperty("role", "muted")
        self.nothing.setContentsMargins(8, 4, 8, 4)
        self._rows_box.addWidget(self.nothing)
        self._rows_box.addStretch(1)
        self.area.setWidget(sheet)
        column.addWidget(self.area)
        self.rows: list[DueRow] = []
        self._following = Following(session, self)
        self._following.moved.connect(self._refresh)
        self._refresh()

    @property
    def _fight(self) -> Fight | None:
        return self._following.fight

    def _refresh(self) -> None:
        fight = self._fight
        self.lines = () if fight is None else due(fight.book, fight.state)
        if self._key not in [line.key for line in self.lines]:
            self._key = ""
        while len(self.rows) < len(self.lines):
            row = DueRow(self)
            row.chosen.connect(lambda row=row: self._choose(row))
            row.settled.connect(self._settle)
            self._rows_box.insertWidget(len(self.rows), row)
            self.rows.append(row)
        current = self.current
        for row, line in zip(self.rows, self.lines, strict=False):
            row.show_line(line, current=line is current)
        for at, row in enumerate(self.rows):
            row.setVisible(at < len(self.lines))
        self.nothing.setVisible(not self.lines)

    @property
    def current(self) -> Due | None:
        """The line that the keys mean: the chosen one, else the first that is not skipped."""
        chosen = (line for line in self.lines if line.key == self._key)
        open_ = (line for line in self.lines if not line.skipped)
        first = next(iter(self.lines), None)
        return next(chosen, None) or next(open_, first)

    def _choose(self, row: DueRow) -> None:
        if row.line is not None:
            self._key = row.line.key
            self._refresh()

    def _settle(self, applied: bool) -> None:
        if applied:
            self.apply_current()
        else:
            self.skip_current()

    def apply_current(self) -> None:
        """Let the line in focus come: now where that can be, else in its time."""
        line, fight = self.current, self._fight
        if line is None or fight is None:
            self.session.told.emit(NOTHING)
        elif line.by_hand is not None and not line.skipped:
            fight.take(line.by_hand)
        elif line.skipped:
            fight.take(Settle(due=line.key, skip=False))
        else:
            self.session.told.emit(f"{line.says} comes by itself: {line.when}.")
            self._step(1)

    def skip_current(self) -> None:
        """Skip the line in focus; it stays in the log."""
        line, fight = self.current, self._fight
        if line is None or fight is None:
            self.session.told.emit(NOTHING)
            return
        if not line.skipped and fight.take(Settle(due=line.key)):
            self.session.told.emit(f"Skipped: {line.who}, {line.says}")

    def sizeHint(self) -> QSize:
        """Leave the size to the window."""
        return QSize(336, 96)

    def minimumSizeHint(self) -> QSize:
        """Give way; it scrolls inside."""
        return QSize(160, 48)

    def _step(self, by: int) -> None:
        keys = [line.key for line in self.lines]
        current = self.current
        if current is None:
            return
        at = max(0, min(len(keys) - 1, keys.index(current.key) + by))
        self._key = keys[at]
        self._refresh()
        self.area.ensureWidgetVisible(self.rows[at], 0, 0)

    def event(self, event: QEvent) -> bool:
        """Keep Up and Down while the list has the focus."""
        if is_override(event) and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a line with Up and Down; Enter and Space let it come, Delete skips it."""
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(1 if key == Qt.Key.Key_Down else -1)
        elif key in PRESSES:
            self.apply_current()
        elif key == Qt.Key.Key_Delete:
            self.skip_current()
        else:
            super().keyPressEvent(event)
