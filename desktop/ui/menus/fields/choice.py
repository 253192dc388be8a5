"""Fields with few possible values: yes or no, one of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from desktop.ui.canvas.ink import elided
from desktop.ui.menus.fields.field import SAID, SEVERAL, Field

TEXT_EDGES_PX = 2
Option = tuple[object, str]
Options = Sequence[Option] | Callable[[], Sequence[Option]]


def worded(words: Sequence[object]) -> list[Option]:
    """Return options that are called what they are, with a capital."""
    return [(word, f"{str(word)[:1].upper()}{str(word)[1:]}") for word in words]


class CheckField(Field):
    """Yes or no, and a dash where several differ."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.box = QCheckBox(text, self)
        self.box.clicked.connect(self._clicked)
        self.box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.box)
        self._line.addWidget(self.box, 1)

    def show_value(self, value: object) -> None:
        """Show whether it is so."""
        self.box.setTristate(value is SEVERAL)
        if value is SEVERAL:
            self.box.setCheckState(Qt.CheckState.PartiallyChecked)
        else:
            self.box.setChecked(bool(value))

    def _clicked(self) -> None:
        checked = self.box.checkState() == Qt.CheckState.Checked
        self.box.setTristate(False)
        self.box.setChecked(checked)
        self.committed.emit(checked)


class Combo(QComboBox):
    """A list that leaves the wheel to the panel and gives way when it is narrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        self.setMaxVisibleItems(16)
        self.currentTextChanged.connect(self.setToolTip)  # which may be longer than there is room

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change nothing."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the list shut, a text that is too long with dots."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        if self.currentIndex() < 0:
            option.currentText = self.placeholderText()
        painter, style = QStylePainter(self), self.style()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = style.subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width()
        option.currentText = elided(option.currentText, self.font(), room - TEXT_EDGES_PX)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class ChoiceField(Field):
    """One of a list."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self._options: Sequence[Option] = ()
        self._ask = options if callable(options) else lambda: options
        self._value: object = None
        self.box = Combo(self)
        self.box.setPlaceholderText(SAID)
        self.box.activated.connect(self._chosen)
        self.setFocusProxy(self.box)
        self._line.addWidget(self.box, 1)

    def show_value(self, value: object) -> None:
        """Show which it is."""
        self._value = value
        options = list(self._ask())
        if value is not SEVERAL and all(value != each for each, _ in options):
            options.append((value, "" if value is None else str(value)))
        if options != self._options:
            self._options = options
            self.box.clear()
            self.box.addItems([text for _, text in options])
        found = [i for i, (each, _) in enumerate(options) if each == value]
        self.box.setCurrentIndex(found[0] if found and value is not SEVERAL else -1)

    def _chosen(self, index: int) -> None:
        value = self._options[index][0]
        if self._value is SEVERAL or value != self._value:
            self._value = value
            self.committed.emit(value)

    def restore(self) -> None:
        """Show the committed choice again."""
        self.show_value(self._value)
