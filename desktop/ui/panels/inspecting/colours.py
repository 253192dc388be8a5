"""The colour of a side, as dots to click."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QGridLayout, QToolButton

from desktop.core.model.words import Colour
from desktop.ui import theme
from desktop.ui.menus.fields.field import Field


class ColourField(Field):
    """One of the colours that everybody can tell apart; none chosen takes the next free one."""

    def __init__(self) -> None:
        super().__init__()
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        self.dots: dict[str, QToolButton] = {}
        self._value: object = None
        for i, word in enumerate(get_args(Colour)):
            button = QToolButton(self)
            button.setIcon(theme.dot(theme.SIDE_COLOURS[word]))
            button.setIconSize(QSize(14, 14))
            button.setCheckable(True)
            button.setAccessibleName(word)
            button.setToolTip(f"{word}; once more for the next free one")
            button.clicked.connect(lambda _=False, word=word: self._chosen(word))
            self.dots[word] = button
            grid.addWidget(button, i // 4, i % 4)
        self._line.addLayout(grid)
        self._line.addStretch(1)

    def show_value(self, value: object) -> None:
        """Show which it is."""
        self._value = value
        for word, button in self.dots.items():
            button.setChecked(word == value)

    def _chosen(self, word: str) -> None:
        self.committed.emit(None if word == self._value else word)
