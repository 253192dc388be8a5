"""The size of the board: both numbers, or squares added and cut on any side."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout

from desktop.ui.menus.fields.field import Field
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.panels.inspecting.buttons import add_button

SIDES = {"top": (0, 1), "left": (1, 0), "right": (1, 2), "bottom": (2, 1)}


class BoardSizeField(Field):
    """Two numbers, and a cross of four for the sides; what stands on the board keeps its place."""

    def __init__(self) -> None:
        super().__init__()
        self._size: tuple[int, int] = (0, 0)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.width_, self.height_ = NumberField(wide=True), NumberField(wide=True)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.width_, 1)
        row.addWidget(_muted("×"))
        row.addWidget(self.height_, 1)
        self.fits = add_button("Fit", "Unsay the size: the board is as large as its layout needs")
        self.fits.clicked.connect(lambda: self.committed.emit(None))
        row.addWidget(self.fits)
        column.addLayout(row)
        self.unsaid = _muted("as large as the layout needs")
        column.addWidget(self.unsaid)
        column.addWidget(_muted("Add squares at a side, or cut some off (−):"))
        grid = QGridLayout()
        grid.setSpacing(4)
        self.sides: dict[str, NumberField] = {}
        for side, (line, place) in SIDES.items():
            field = NumberField(side, wide=True)
            field.committed.connect(lambda value, side=side: self._side(side, value))
            field.complaint.connect(self.complaint)
            grid.addWidget(field, line, place)
            self.sides[side] = field
        for place in range(3):
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)
        self._line.addLayout(column, 1)
        for field in (self.width_, self.height_):
            field.committed.connect(lambda _: self._resize())
            field.complaint.connect(self.complaint)

    def show_value(self, value: object) -> None:
        """Show the size that is said, and the one that it is."""
        said, now = value if isinstance(value, tuple) else (None, (0, 0))
        self._size = now
        self.width_.show_value(now[0])
        self.height_.show_value(now[1])
        self.unsaid.setVisible(said is None)
        self.fits.setEnabled(said is not None)
        for field in self.sides.values():
            field.show_value(None)

    def _resize(self) -> None:
        width, height = (
            field.value_of(field.edit.text()) or old
            for field, old in zip((self.width_, self.height_), self._size, strict=True)
        )
        self.committed.emit((width, height))

    def _side(self, side: str, value: object) -> None:
        if value:
            self.committed.emit({side: value})
        self.sides[side].show_value(None)

    def flush(self) -> None:
        """Commit what was typed."""
        for field in (self.width_, self.height_, *self.sides.values()):
            field.flush()


def _muted(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "muted")
    label.setWordWrap(len(text) > 3)
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return label
