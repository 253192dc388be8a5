"""The rows below the order: clocks, counters, cues, and those who are off the board."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from desktop.ui import theme
from desktop.ui.menus.one_line import OneLine
from desktop.ui.panels.order_lines import ClockLine, CounterLine, GoalLine
from desktop.ui.panels.small_fields import short

ROW_PX = 26
SEGMENT_GAP = 2
NAME_PX = 84
"""So much of a name is shown before the word beside it gives way."""


class HeadRow(QLabel):
    """What the rows below it are."""

    def __init__(self, text: str) -> None:
        super().__init__(text.upper())
        self.setProperty("role", "heading")
        self.setContentsMargins(8, 8, 8, 2)


class GoalRow(QLabel):
    """What the fight is about, whole, and how much time is left for it."""

    def __init__(self, line: GoalLine) -> None:
        super().__init__()
        self.setObjectName("goal")
        self.setWordWrap(True)
        self.setMinimumWidth(1)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setContentsMargins(8, 0, 8, 4)
        self.setText("\n".join(part for part in (line.text, line.when) if part))
        self.setToolTip(line.more)

    def fit(self, width: int) -> None:
        """Be as high as the text needs in a column."""
        self.setMinimumHeight(0)  # a label is never less high for a width than it must be
        self.setFixedHeight(self.heightForWidth(width))


def _step_button(text: str, tip: str, do: Callable[[], None]) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setProperty("role", "step")
    button.setFixedSize(20, 20)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.clicked.connect(lambda: do())
    return button


class Segments(QWidget):
    """A track of segments, some filled."""

    def __init__(self) -> None:
        super().__init__()
        self.filled, self.size_ = 0, 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_filled(self, filled: int, size: int) -> None:
        """Show so many of so many."""
        self.filled, self.size_ = filled, size
        self.setToolTip(f"{filled} of {size}")
        self.setAccessibleName(self.toolTip())
        self.update()

    def sizeHint(self) -> QSize:
        """Give way in a narrow panel."""
        return QSize(48, 12)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the segments."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = self.width() / self.size_
        gap = SEGMENT_GAP if wide > 5 else 0
        full = self.filled >= self.size_
        for number in range(self.size_):
            box = QRectF(number * wide, 2, wide - gap, self.height() - 4)
            lit = number < self.filled
            painter.setPen(QColor(colours.line))
            ink = colours.warning if full else colours.accent
            painter.setBrush(QColor(ink if lit else colours.field))
            painter.drawRoundedRect(box, 2, 2)


class ClockRow(QWidget):
    """A clock: its name, its segments, and a step either way."""

    def __init__(self, line: ClockLine, tick: Callable[[int], None]) -> None:
        super().__init__()
        self.setObjectName(f"clock {line.id}")
        self.setFixedHeight(ROW_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 6, 0)
        row.setSpacing(4)
        self.name = short(line.name, 88)
        self.track = Segments()
        row.addWidget(self.name)
        row.addWidget(self.track, 1)
        self.less = _step_button("−", "Empty a segment", lambda: tick(-1))
        self.more = _step_button("+", "Fill a segment", lambda: tick(1))
        row.addWidget(self.less)
        row.addWidget(self.more)
        self.show_line(line)

    def show_line(self, line: ClockLine | CounterLine) -> None:
        """Show other segments."""
        if isinstance(line, ClockLine):
            self.track.show_filled(line.filled, line.size)
            self.setToolTip(f"{line.name}: {line.filled} of {line.size}")


class CounterRow(QWidget):
    """A counter of a side, and a step either way."""

    def __init__(self, line: CounterLine, count: Callable[[CounterLine, int], None]) -> None:
        super().__init__()
        self.setObjectName(f"counter {line.side} {line.counter}")
        self.setFixedHeight(ROW_PX)
        self._line = line
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 6, 0)
        row.setSpacing(4)
        name = OneLine()
        name.say(line.name)
        self.value = QLabel()
        self.value.setProperty("role", "tally")
        row.addWidget(name, 1)
        row.addWidget(self.value)
        self.less = _step_button("−", "One less", lambda: count(self._line, -1))
        self.more = _step_button("+", "One more", lambda: count(self._line, 1))
        row.addWidget(self.less)
        row.addWidget(self.more)
        self.show_line(line)

    def show_line(self, line: ClockLine | CounterLine) -> None:
        """Show another value."""
        if isinstance(line, CounterLine):
            self._line = line
            self.value.setText(str(line.value))


class TagRow(QWidget):
    """A name with a word beside it, and one thing that can be done."""

    def __init__(
        self,
        name: str,
        text: str,
        tag: str,
        verb: str,
        do: Callable[[], None],
        *,
        chosen: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setFixedHeight(ROW_PX)
        self._chosen = chosen
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 6, 0)
        row.setSpacing(4)
        self.setToolTip(f"{text}: {tag}")
        label = OneLine(where=Qt.TextElideMode.ElideMiddle)
        label.say(text)
        label.ensurePolished()
        label.setMinimumWidth(min(NAME_PX, label.fontMetrics().horizontalAdvance(text) + 4))
        beside = OneLine()
        beside.setProperty("role", "muted")
        beside.say(tag)
        beside.ensurePolished()
        beside.setMaximumWidth(beside.fontMetrics().horizontalAdvance(tag) + 4)
        self.button = QToolButton()
        self.button.setText(verb)
        self.button.setProperty("role", "by")
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.clicked.connect(lambda: do())
        row.addWidget(label, 1)
        row.addWidget(beside, 100)  # as wide as its text, where the name leaves the room
        row.addWidget(self.button)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select it."""
        event.accept()
        if self._chosen is not None:
            self._chosen()
