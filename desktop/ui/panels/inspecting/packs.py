"""Which books an encounter uses beside the one that is always on."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QCheckBox, QGridLayout

from desktop.core.model.words import PackName
from desktop.ui.menus.fields.field import Field


class PacksField(Field):
    """A box for each book; the first is always on."""

    def __init__(self, books: Mapping[PackName, str]) -> None:
        super().__init__()
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        self.boxes: dict[str, QCheckBox] = {}
        for i, (name, text) in enumerate(books.items()):
            box = QCheckBox(text, self)
            if name == "imperium":
                box.setChecked(True)
                box.setEnabled(False)
                box.setToolTip("Always on")
            else:
                self.boxes[name] = box
                box.clicked.connect(self._clicked)
            grid.addWidget(box, i // 2, i % 2)
        self._line.addLayout(grid, 1)

    def show_value(self, value: object) -> None:
        """Show which are on."""
        for name, box in self.boxes.items():
            box.setChecked(isinstance(value, tuple) and name in value)

    def _clicked(self) -> None:
        self.committed.emit(tuple(name for name, box in self.boxes.items() if box.isChecked()))
