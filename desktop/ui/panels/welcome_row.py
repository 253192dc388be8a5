"""A line of the welcome page."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from desktop.ui import theme
from desktop.ui.canvas.ink import elided
from desktop.ui.menus.keys import ENTER

ROW_HEIGHT = 48


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that can be opened."""

    path: str
    name: str
    beside: str = ""
    """What stands small under the name."""
    mark: str = ""
    """What stands at the right, as `Round 3`."""


class Row(QAbstractButton):
    """A line to open: its name, what it is, and a mark at the right."""

    def __init__(self, line: Line, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(ROW_HEIGHT)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.line = line
        self.show_line(line)

    def show_line(self, line: Line) -> None:
        """Show a line."""
        self.line = line
        self.setObjectName(f"row {line.path}")
        self.setAccessibleName(line.name)
        self.setToolTip(line.path)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter as well as with Space; leave the arrows to the page."""
        if event.key() in ENTER:
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Leave the width to the page."""
        return QSize(240, ROW_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw name, mark and what is beside them."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self.rect().adjusted(1, 1, -1, -1)
        fill = colours.hover if self.underMouse() or self.isDown() else colours.panel
        painter.setBrush(QColor(fill))
        painter.setPen(QColor(colours.accent if self.hasFocus() else fill))
        painter.drawRoundedRect(area, 4, 4)
        inside = area.adjusted(12, 6, -12, -6)
        half = inside.height() // 2
        upper = QRect(inside.left(), inside.top(), inside.width(), half)
        lower = QRect(inside.left(), inside.top() + half, inside.width(), half)
        middle = Qt.AlignmentFlag.AlignVCenter
        small = theme.badge_font(self.font())
        painter.setFont(small)
        painter.setPen(QColor(colours.muted))
        mark = self.line.mark
        width = painter.fontMetrics().horizontalAdvance(mark) + 12 if mark else 0
        painter.drawText(upper, middle | Qt.AlignmentFlag.AlignRight, mark)
        beside = elided(self.line.beside, painter.font(), lower.width())
        painter.drawText(lower, middle | Qt.AlignmentFlag.AlignLeft, beside)
        painter.setFont(self.font())
        painter.setPen(QColor(colours.text))
        if not beside:
            upper = inside
        upper = upper.adjusted(0, 0, -width, 0)
        name = elided(self.line.name, painter.font(), upper.width())
        painter.drawText(upper, middle | Qt.AlignmentFlag.AlignLeft, name)
