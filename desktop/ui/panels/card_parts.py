"""The small parts of a fighter's card: wounds as a bar and as a field, what a turn holds, chips."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from desktop.ui import theme
from desktop.ui.menus.fields.field import dress

WOUND_DIGITS = 4
"""Nobody has wounds with more."""


class WoundsBar(QWidget):
    """How much of its wounds somebody has taken."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(8)
        self._share: float | None = None

    def show_wounds(self, wounds: int, most: int | None) -> None:
        """Show a share; without a maximum nothing."""
        self._share = None if most is None else min(1.0, wounds / most) if most else 1.0
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Let the wounds be typed."""
        event.accept()
        self.pressed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the bar."""
        if self._share is None:
            return
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF(0, 1, self.width(), 6)
        painter.setBrush(QColor(colours.field))
        painter.drawRoundedRect(box, 3, 3)
        if self._share:
            painter.setBrush(QColor(colours.wounds))
            painter.drawRoundedRect(QRectF(0, 1, max(6.0, box.width() * self._share), 6), 3, 3)


class Dot(QToolButton):
    """One kind of what a turn holds: there or spent; a click gives it back or takes it."""

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.setObjectName(f"dot {kind}")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setProperty("role", "dot")

    def show_left(self, left: int) -> None:
        """Show how many are left."""
        marks = "●" * left if left else "○"
        self.setText(f"{self.kind.capitalize()} {marks}")
        dress(self, "spent" if not left else "left", "holds")
        self.setToolTip("Spent; a click gives it back" if not left else "A click takes it away")


class WoundsEdit(QLineEdit):
    """The field for wounds; Esc leaves it, and so does whatever takes the keys."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave: what was typed for one must not wait on the card of the next."""
        super().focusOutEvent(event)
        if event.reason() not in (
            Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason
        ):  # fmt: skip
            self.left.emit()


def chip_saying(text: str) -> QToolButton:
    """Return a small button that never has the keys."""
    chip = QToolButton()
    chip.setText(text)
    chip.setProperty("role", "chip")
    chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return chip
