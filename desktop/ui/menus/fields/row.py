"""A field with its name beside or above it, and what is wrong with it below."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QWidget

from desktop.ui.menus.fields.field import Field, dress


class Row(QWidget):
    """A line of a form."""

    taken_back = Signal()
    """Its difference shall go."""

    def __init__(
        self, label: str, field: Field, *, width: int = 72, above: bool = False, tip: str = ""
    ) -> None:
        super().__init__()
        self.field = field
        self._text = label
        self.label = QLabel(label, self)
        self.label.setProperty("role", "muted")
        self.label.setBuddy(field)
        self.setToolTip(tip)
        self.wrong = QLabel(self)
        self.wrong.setProperty("role", "error")
        self.wrong.setWordWrap(True)
        self.wrong.hide()
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(4)
        self._back: QToolButton | None = None
        if not label and not above:
            self.label.hide()
            grid.addWidget(field, 0, 1)
            grid.addWidget(self.wrong, 1, 1)
        elif above:
            grid.addWidget(self.label, 0, 0, 1, 2)
            grid.addWidget(field, 1, 0, 1, 3)
            grid.addWidget(self.wrong, 2, 0, 1, 3)
            self.label.setVisible(bool(label))
            self.label.setWordWrap(True)
        else:
            self.label.setFixedWidth(width)
            self.label.setWordWrap(True)
            grid.addWidget(self.label, 0, 0, Qt.AlignmentFlag.AlignTop)
            self.label.setContentsMargins(0, 4, 0, 0)
            grid.addWidget(field, 0, 1)
            grid.addWidget(self.wrong, 1, 1)
        grid.setColumnStretch(1, 1)
        field.complaint.connect(self.complain)

    def complain(self, sentence: str) -> None:
        """Say what is wrong; nothing takes it back."""
        self.wrong.setText(sentence)
        self.wrong.setVisible(bool(sentence))
        if sentence:
            self.field.set_wrong(True)

    def set_differs(self, differs: bool, was: str) -> None:
        """Mark that it differs from what is usual, and offer to take that back."""
        if differs and self._back is None:
            self._back = back = QToolButton(self)
            back.setText("↶")
            back.setAccessibleName(f"Take {self._text} back")
            back.setFixedSize(24, 24)
            back.clicked.connect(self.taken_back)
            self._grid.addWidget(back, 0, 2, Qt.AlignmentFlag.AlignTop)
        if self._back is not None:
            self._back.setVisible(differs)
            self._back.setToolTip(f"Back to what the profile says: {was or 'nothing'}")
        dress(self.label, "differs" if differs else "muted")
