"""A part of a form under a heading that folds it away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget


class Fold(QWidget):
    """A heading, and below it what is made when it is first opened."""

    opened = Signal()

    def __init__(self, title: str, build: Callable[[QVBoxLayout], None]) -> None:
        super().__init__()
        self._build: Callable[[QVBoxLayout], None] | None = build
        self._touched = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(4)
        self.button = QToolButton(self)
        self.button.setText(title)
        self.button.setProperty("role", "fold")
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setArrowType(Qt.ArrowType.RightArrow)
        self.button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.button.setCheckable(True)
        self.button.clicked.connect(self._clicked)
        self.says = QLabel(self)
        self.says.setProperty("role", "muted")
        head.addWidget(self.button, 1)
        head.addWidget(self.says)
        self.head = head
        column.addLayout(head)
        self.body = QWidget(self)
        self.body.hide()
        self._inner = QVBoxLayout(self.body)
        self._inner.setContentsMargins(0, 0, 0, 4)
        self._inner.setSpacing(6)
        column.addWidget(self.body)

    @property
    def is_open(self) -> bool:
        """Whether what is in it shows."""
        return not self.body.isHidden()

    def _clicked(self) -> None:
        self._touched = True
        self.set_open(self.button.isChecked())

    def unfold(self) -> None:
        """Unfold, and stay so."""
        self._touched = True
        self.set_open(True)

    def set_open(self, wanted: bool) -> None:
        """Unfold or fold."""
        self.button.setChecked(wanted)
        arrow = Qt.ArrowType.DownArrow if wanted else Qt.ArrowType.RightArrow
        self.button.setArrowType(arrow)
        if wanted and self._build is not None:
            build, self._build = self._build, None
            build(self._inner)
        if wanted == self.is_open:
            return
        self.body.setVisible(wanted)
        if wanted:
            self.opened.emit()

    def suggest(self, wanted: bool) -> None:
        """Unfold or fold, unless somebody did so by hand."""
        if not self._touched and wanted != self.is_open:
            self.set_open(wanted)

    def say(self, text: str) -> None:
        """Say in a word what is in it."""
        self.says.setText(text)
