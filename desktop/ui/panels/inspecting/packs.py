"""Which books an encounter uses beside the one that is always on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QCheckBox, QGridLayout

from desktop.core.model.words import PackName
from desktop.ui.menus.fields.field import Field


class PacksField(Field):
    """A box for each book; the first is always on, and one that something else names is, too."""

    def __init__(self, books: Mapping[PackName, str], named: Callable[[], frozenset[str]]) -> None:
        super().__init__()
        self._named = named
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
        own = value if isinstance(value, tuple) else ()
        named = self._named()
        for name, box in self.boxes.items():
            box.setChecked(name in own or name in named)
            by_itself = name in named and name not in own
            box.setEnabled(not by_itself)
            box.setToolTip("On since the space, a slot or a thing names it" if by_itself else "")

    def _clicked(self) -> None:
        wanted = (name for name, box in self.boxes.items() if box.isChecked() and box.isEnabled())
        self.committed.emit(tuple(wanted))
