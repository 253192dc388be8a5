"""The segments of a clock, to click on."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.ui import theme
from desktop.ui.menus.fields.field import Field
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.values import shared

MOST_DRAWN = 12


class TicksField(Field):
    """How many segments are filled: a click fills up to there, on the last filled empties it."""

    def __init__(self) -> None:
        super().__init__()
        self.bar = _Bar(self)
        self.bar.clicked.connect(self.committed)
        self.number = NumberField("0", wide=True)
        self.number.edit.setMaximumWidth(48)
        self.number.committed.connect(lambda value: self.committed.emit(value or 0))
        self.number.complaint.connect(self.complaint)
        self._line.addWidget(self.bar, 1)
        self._line.addWidget(self.number)

    def show_value(self, value: object) -> None:
        """Show pairs of segments and how many are filled."""
        pairs = value if isinstance(value, list) else []
        self.number.show_value(shared(filled for _, filled in pairs))
        alike = len(pairs) == 1 and pairs[0][0] <= MOST_DRAWN
        self.bar.setVisible(alike)
        if alike:
            self.bar.show_clock(*pairs[0])

    def flush(self) -> None:
        """Commit a number that was typed."""
        self.number.flush()


class _Bar(QWidget):
    clicked = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._size, self._filled = 1, 0
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Click fills up to there; Left and Right by one")

    def show_clock(self, size: int, filled: int) -> None:
        self._size, self._filled = size, filled
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, 24)

    def _cell(self, index: int) -> QRect:
        width = min(24, max(4, (self.width() - 2) // self._size))
        return QRect(index * width + 1, 4, width - 2, 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setPen(QColor(colours.accent if self.hasFocus() else colours.off))
        for index in range(self._size):
            filled = index < self._filled
            painter.setBrush(QColor(colours.accent if filled else colours.field))
            painter.drawRect(self._cell(index))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for index in range(self._size):
            if self._cell(index).adjusted(-1, -4, 1, 4).contains(event.position().toPoint()):
                self.clicked.emit(index if index + 1 == self._filled else index + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.clicked.emit(min(max(self._filled + step, 0), self._size))
        else:
            super().keyPressEvent(event)
