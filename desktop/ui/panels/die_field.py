"""A die as it fell: one key a digit, and after the last one the next die is asked for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from desktop.core.rules.questions import SIDES, Die
from desktop.ui import theme
from desktop.ui.menus.keys import ENTER, digit_of, is_override

CELL = QSize(22, 26)
GAP = 2
TOLD_MS = 600
"""How long a digit that no face has is shown as wrong."""
TWO_DIGITS: frozenset[Die] = frozenset(("d100", "d20"))


def digits_of(face: int, die: Die) -> str:
    """Return a face as its digits: 00 for a hundred, 0 for the ten of a d10."""
    if die in TWO_DIGITS:
        return f"{face % 100:02d}"
    return str(face % 10)


def face_of(digits: str, die: Die) -> int | None:
    """Return the face that digits stand for, or None where the die has no such face."""
    number = int(digits)
    if number == 0 and die in ("d100", "d10"):
        number = SIDES[die]
    return number if 1 <= number <= SIDES[die] else None


class DieField(QWidget):
    """The digits of one die."""

    thrown = Signal(int)
    """A whole face was typed."""
    back = Signal()
    """Backspace in an empty field: the answer before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._die: Die = "d100"
        self._face: int | None = None
        self._typed = ""
        self._wanted = False
        self._wrong = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(self.sizePolicy().Policy.Fixed, self.sizePolicy().Policy.Fixed)

    def show_die(self, die: Die, face: int | None, *, wanted: bool) -> None:
        """Show a face, or an empty die; `wanted` marks what the rule needs now."""
        if (die, face, wanted) == (self._die, self._face, self._wanted) and not self._typed:
            return
        if die != self._die:
            self.updateGeometry()
        self._die, self._face, self._wanted, self._typed = die, face, wanted, ""
        self.setAccessibleName(f"{die}: {'empty' if face is None else digits_of(face, die)}")
        self.update()

    @property
    def text(self) -> str:
        """What stands in the cells."""
        if self._typed or self._face is None:
            return self._typed
        return digits_of(self._face, self._die)

    @property
    def cells(self) -> int:
        """How many digits the die has."""
        return 2 if self._die in TWO_DIGITS else 1

    def type_key(self, digit: str) -> None:
        """Take one digit; the last one throws the die."""
        self._wrong = False
        typed = self._typed + digit
        if len(typed) == self.cells:
            self._throw(typed)
            return
        if self._die == "d20" and digit not in "012":
            self._refuse()
            return
        self._typed = typed
        self.update()

    def _throw(self, typed: str) -> None:
        """Take what was typed as the whole face; a lone 0 may have been the start of any."""
        face = face_of(typed, self._die) if len(typed) == self.cells or int(typed) else None
        if face is None:
            self._refuse()
            return
        self._typed, self._face = "", face
        self.update()
        self.thrown.emit(face)

    def _refuse(self) -> None:
        self._typed, self._wrong = "", True
        self.setToolTip(f"A {self._die} has the faces 1 to {SIDES[self._die]}")
        self.update()
        QTimer.singleShot(TOLD_MS, self, self._forgive)

    def _forgive(self) -> None:
        self._wrong = False
        self.update()

    def erase(self) -> None:
        """Take the last digit back; from an empty field the answer before."""
        if self._typed:
            self._typed = ""
            self.update()
        else:
            self.back.emit()

    def sizeHint(self) -> QSize:
        """Return room for the digits."""
        return QSize(self.cells * (CELL.width() + GAP) - GAP, CELL.height())

    def minimumSizeHint(self) -> QSize:
        """Return room for the digits."""
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Keep digits from the window's shortcuts."""
        if is_override(event) and (digit_of(event) or event.key() == Qt.Key.Key_Backspace):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take digits and Backspace; Enter takes a digit of two for the whole face."""
        if digit := digit_of(event):
            self.type_key(digit)
        elif self._typed and event.key() in ENTER:
            self._throw(self._typed)
        elif event.key() == Qt.Key.Key_Backspace:
            self.erase()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget half a face, so that none is shown which was not thrown."""
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self._typed = ""
        self.update()
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus, to be typed over."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cells."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPixelSize(16)
        font.setBold(True)
        painter.setFont(font)
        line = colours.error if self._wrong else colours.line
        if self.hasFocus():
            line = colours.error if self._wrong else colours.accent
        for index in range(self.cells):
            left = index * (CELL.width() + GAP)
            cell = QRect(left, 0, CELL.width(), CELL.height())
            painter.setBrush(QColor(colours.field))
            painter.setPen(QPen(QColor(line), 2 if self.hasFocus() else 1))
            painter.drawRoundedRect(QRectF(cell).adjusted(1, 1, -1, -1), 4, 4)
            digit = self.text[index : index + 1]
            if digit:
                painter.setPen(QColor(colours.text))
                painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, digit)
            elif self.hasFocus() and index == len(self._typed):
                painter.setPen(QPen(QColor(colours.accent), 2))
                x = cell.center().x() + 1
                painter.drawLine(QPointF(x, cell.top() + 6), QPointF(x, cell.bottom() - 6))
