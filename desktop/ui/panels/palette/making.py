"""A button that opens a few fields in its place, for something new."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop.ui.menus.keys import ENTER


class Making(QWidget):
    """Enter makes it, Esc thinks better of it; the first field must say something."""

    made = Signal(object)
    """The texts typed, a tuple."""

    def __init__(
        self, text: str, fields: Sequence[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.opener = QPushButton(text, self)
        self.opener.setProperty("role", "add")
        self.opener.clicked.connect(self.open)
        column.addWidget(self.opener)
        self._form = QWidget(self)
        self._form.hide()
        column.addWidget(self._form)
        self._rows = QVBoxLayout(self._form)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(4)
        self.fields: list[QLineEdit] = []
        for name, hint in fields:
            field = QLineEdit(self._form)
            field.setPlaceholderText(hint or name)
            field.setAccessibleName(name)
            field.setToolTip(name)
            field.installEventFilter(self)
            self._rows.addWidget(field)
            self.fields.append(field)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        self.make = QPushButton("Make", self._form)
        self.make.setProperty("role", "add")
        self.make.clicked.connect(self._make)
        cancel = QPushButton("Cancel", self._form)
        cancel.setProperty("role", "add")
        cancel.clicked.connect(self.close_form)
        buttons.addWidget(self.make)
        buttons.addWidget(cancel)
        self._rows.addLayout(buttons)

    def put_in(self, widget: QWidget) -> None:
        """Put one more thing to say under the fields."""
        self._rows.insertWidget(len(self.fields), widget)

    def open(self) -> None:
        """Show the fields."""
        for field in self.fields:
            field.clear()
        self.opener.hide()
        self._form.show()
        self.fields[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def close_form(self) -> None:
        """Show the button again."""
        self._form.hide()
        self.opener.show()
        self.opener.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make(self) -> None:
        texts = tuple(field.text().strip() for field in self.fields)
        if not texts[0]:
            self.fields[0].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.close_form()
        self.made.emit(texts)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make with Enter, leave with Esc."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in ENTER:
                self._make()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_form()
                return True
        return super().eventFilter(watched, event)
