"""The small fields that rows of panels are made of; what one types into them is told at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRegularExpression, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QRegularExpressionValidator,
    QResizeEvent,
    QStandardItemModel,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)

from desktop.ui.canvas.ink import elided
from desktop.ui.menus.captions import caption
from desktop.ui.menus.fields.field import dress
from desktop.ui.menus.keys import ENTER, digit_of, is_override
from desktop.ui.menus.one_line import OneLine

NUMBER_PX = 52
DIGITS = QRegularExpression("[-+]?[0-9]{0,4}")
"""Qt's own check of numbers lets `3,5` pass, as thirty-five with a mark between."""


def short(text: str, most: int) -> OneLine:
    """Return a label as wide as its text, or as much as there is room for."""
    label = OneLine()
    label.ensurePolished()
    label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    label.setFixedWidth(min(most, label.fontMetrics().horizontalAdvance(text) + 4))
    label.say(text)
    return label


class Tick(QCheckBox):
    """A check box as wide as its text; that gives way at its end, whole in the tool tip."""

    LEAST_PX = 80

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = text
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._cut()

    def _cut(self) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        cut = elided(self._whole, self.font(), max(20, box.width()))
        self.setText(caption(cut))
        self.setToolTip(self._whole if cut != self._whole else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text anew."""
        super().resizeEvent(event)
        self._cut()

    def sizeHint(self) -> QSize:
        """Return the room for the whole text."""
        usual, metrics = super().sizeHint(), self.fontMetrics()
        shown = self.text().replace("&&", "&")
        more = metrics.horizontalAdvance(self._whole) - metrics.horizontalAdvance(shown)
        return usual + QSize(max(0, more) + 2, 0)

    def minimumSizeHint(self) -> QSize:
        """Give way."""
        return QSize(min(self.LEAST_PX, self.sizeHint().width()), self.sizeHint().height())


def wrapped(text: str, font: QFont, room_px: int) -> list[str]:
    """Return a text on as many lines as it needs, broken between words."""
    metrics, lines = QFontMetrics(font), [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and metrics.horizontalAdvance(longer) > room_px:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class Wrapped(QLabel):
    """A label that takes as many lines as its text needs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMinimumWidth(40)

    def say(self, text: str) -> None:
        """Show a text."""
        self.setText(text)


def leaves_to_panel(event: QKeyEvent) -> bool:
    """Whether a key moves the focus or applies, which is the panel's to do."""
    return event.key() in (*ENTER, Qt.Key.Key_Up, Qt.Key.Key_Down)


class Switch(QCheckBox):
    """A check box on as many lines as it needs; leaves the arrows and Enter to the panel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def hitButton(self, pos: QPoint) -> bool:
        """Take a click anywhere in the row."""
        return self.rect().contains(pos)

    def say(self, text: str) -> None:
        """Show a text, whole in the tool tip."""
        self._whole = text
        self.setToolTip(text)
        self._wrap()

    def _wrap(self) -> None:
        """Break the text where the box has no room for it in one line."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        room = box.width()
        lines = wrapped(self._whole, self.font(), room) if room > 40 else [self._whole]
        text = caption("\n".join(lines))
        if text != self.text():
            self.setText(text)
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the text anew."""
        super().resizeEvent(event)
        self._wrap()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Switch with Space."""
        if leaves_to_panel(event):
            event.ignore()
        else:
            super().keyPressEvent(event)


class Choices(QComboBox):
    """A list that Space and the arrows to the sides step through; what cannot be is left out."""

    def allow(self, why_not: Sequence[str]) -> None:
        """Let the lines without a reason against them be chosen; the others say theirs."""
        model = self.model()
        assert isinstance(model, QStandardItemModel)
        for at, why in enumerate(why_not):
            model.item(at).setEnabled(not why)
            model.item(at).setToolTip(why)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step on with one key."""
        if leaves_to_panel(event):
            event.ignore()
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Left):
            by = -1 if event.key() == Qt.Key.Key_Left else 1
            at = self._next(by)
            self.setCurrentIndex(at)
            self.activated.emit(at)
        else:
            super().keyPressEvent(event)

    def _next(self, by: int) -> int:
        """Return the line that comes next, of those that can be."""
        for step in range(1, self.count()):
            at = (self.currentIndex() + by * step) % self.count()
            if self.model().index(at, 0).flags() & Qt.ItemFlag.ItemIsEnabled:
                return at
        return self.currentIndex()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the scrolling."""
        event.ignore()


def give_with_enter(field: QLineEdit, event: QKeyEvent) -> bool:
    """Give what was typed into a field, or leave the key to the panel; whether it was meant so."""
    if event.key() in ENTER and field.isModified():
        field.editingFinished.emit()
        return True
    if leaves_to_panel(event):
        event.ignore()
        return True
    return False


class NumberField(QLineEdit):
    """A number to type over; Enter or leaving it gives it, empty takes the GM's word back."""

    given = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(NUMBER_PX)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setValidator(QRegularExpressionValidator(DIGITS, self))
        self._shown = ""
        self._is_typed = False
        self.editingFinished.connect(self._give)

    def show_number(self, number: int, *, typed: bool) -> None:
        """Show a number; one that the GM typed stands out."""
        self._shown, self._is_typed = str(number), typed
        dress(self, typed, "typed")
        self.setToolTip("Typed by the GM; empty it to take that back" if typed else "Type over it")
        if not self.isModified() or not self.hasFocus() or self.text() == self._shown:
            self.setText(self._shown)

    def _give(self) -> None:
        if not self.isModified():
            return
        self.setModified(False)
        text = self.text().strip()
        if text in ("", "-", "+"):
            if self._is_typed:
                self.given.emit(None)
            else:
                self.setText(self._shown)
        elif text != self._shown:
            self.given.emit(int(text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the number with Enter; untouched, leave Enter to the panel."""
        if not give_with_enter(self, event):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the whole number, so that typing replaces it."""
        super().focusInEvent(event)
        self.selectAll()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Keep the whole number taken after the click that came in."""
        super().mouseReleaseEvent(event)
        if not self.isModified():
            self.selectAll()


class TextField(QLineEdit):
    """A text; Enter gives it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the text with Enter; untouched, leave Enter to the panel."""
        if not give_with_enter(self, event):
            super().keyPressEvent(event)


class Ways(QWidget):
    """A few ways side by side; Space or a number picks another."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.buttons: list[QToolButton] = []
        self._keys: tuple[str, ...] = ()
        self._value = ""

    def show_ways(self, options: tuple[Any, ...], value: str) -> None:
        """Show the ways with the one that holds."""
        self._value = value
        if tuple(each.key for each in options) != self._keys:
            self._keys = tuple(each.key for each in options)
            for button in self.buttons:
                self._row.removeWidget(button)
                button.deleteLater()
            self.buttons = [self._button(each.key, each.says) for each in options]
        for button, key in zip(self.buttons, self._keys, strict=True):
            button.setChecked(key == value)

    def _button(self, key: str, says: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(says)
        button.setCheckable(True)
        button.setProperty("role", "way")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.picked.emit(key))
        self._row.addWidget(button)
        return button

    def event(self, event: QEvent) -> bool:
        """Keep digits and Space from the window's shortcuts."""
        if is_override(event) and (
            event.key() == Qt.Key.Key_Space or self._meant(event) is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick by number, or the next with Space and the arrows."""
        meant = self._meant(event)
        if meant is not None:
            self.picked.emit(meant)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Right):
            self._step(1)
        elif event.key() == Qt.Key.Key_Left:
            self._step(-1)
        else:
            super().keyPressEvent(event)

    def _meant(self, event: QKeyEvent) -> str | None:
        number = int(digit_of(event) or 0)
        return self._keys[number - 1] if 1 <= number <= len(self._keys) else None

    def _step(self, by: int) -> None:
        at = self._keys.index(self._value) if self._value in self._keys else -1
        self.picked.emit(self._keys[(at + by) % len(self._keys)])

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that keys come here."""
        super().focusInEvent(event)
        self._mark(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that keys go elsewhere."""
        super().focusOutEvent(event)
        self._mark(False)

    def _mark(self, on: bool) -> None:
        for button in self.buttons:
            dress(button, on, "lit")


class Stack(Ways):
    """Ways below one another, each on as many lines as it needs."""

    MARGIN_PX = 20

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row.setDirection(QHBoxLayout.Direction.TopToBottom)
        self._row.setSpacing(4)

    def _button(self, key: str, says: str) -> QToolButton:
        button = super()._button(key, says)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setToolTip(says)
        self._wrap(button)
        return button

    def _wrap(self, button: QToolButton) -> None:
        room = self.width() - self.MARGIN_PX
        button.setText("\n".join(wrapped(button.toolTip(), button.font(), room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the texts anew."""
        super().resizeEvent(event)
        for button in self.buttons:
            self._wrap(button)
