"""P: what is painted on squares, how large, and on which layer."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton

from desktop.core.model.ground import QUALITIES, kind_of
from desktop.core.model.words import KindWord
from desktop.ui.canvas.trait_looks import known_kinds
from desktop.ui.menus import front
from desktop.ui.panels.palette.cells import Cell, Cells
from desktop.ui.panels.palette.kinds import KindLine, KindList
from desktop.ui.panels.palette.making import Making
from desktop.ui.panels.palette.page import Page

LARGEST_SQ = 15
SHAPES = (
    Cell("brush", "Brush", "Drag to paint; Shift+click draws straight from the last point"),
    Cell("fill", "Fill", "Click: up to walls, zone borders and other ground"),
    Cell("box", "Box", "Drag out a box; Shift: as high as wide"),
)
LAYERS = (
    Cell("", "auto", "Clouds in the air, everything else on the ground"),
    Cell("ground", "ground", "What is underfoot"),
    Cell("field", "field", "Over the ground, with a source and an end"),
    Cell("cloud", "cloud", "In the air"),
)


class TerrainPage(Page):
    """Shape, size, layer and kind."""

    def fill(self) -> None:
        """Put the choices in."""
        self.shape = Cells(SHAPES, "How it is painted")
        self.shape.chosen.connect(lambda value, _more: self.hand.choose("terrain.shape", value))
        self.column.addWidget(self.shape)
        self._size_line()
        self.layer = Cells(LAYERS, "Where it goes")
        self.layer.chosen.connect(lambda value, _more: self.hand.choose("terrain.layer", value))
        self.column.addWidget(self.layer)
        self.heading("Kind")
        self.kinds = KindList("What is painted")
        self.kinds.chosen.connect(lambda kind: self.hand.choose("terrain.kind", kind))
        self.column.addWidget(self.kinds)
        self.making = Making("New kind…", (("Name", "e.g. broken glass"),))
        self.making.made.connect(self._describe)
        self._qualities: list[str] = []
        self.qualities = QToolButton(self)
        self.qualities.setProperty("role", "add")
        self.qualities.setText("What it does…")
        self.qualities.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        for word, says in QUALITIES.items():
            action = self.menu.addAction(word)
            action.setCheckable(True)
            action.setToolTip(says)
            action.toggled.connect(self._toggle_quality)
        self.qualities.setMenu(self.menu)
        self.making.put_in(self.qualities)
        self.column.addWidget(self.making)
        self.column.addSpacing(8)
        self.hint("Ctrl erases")
        self.hint("[ and ] change the size")

    def _size_line(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(4)
        label = QLabel("Size", self)
        label.setProperty("role", "muted")
        row.addWidget(label, 1)
        self.less = self._step("–", "Smaller  ([)", -1)
        self.size_says = QLabel("1", self)
        self.size_says.setFixedWidth(28)
        self.more = self._step("+", "Larger  (])", 1)
        for widget in (self.less, self.size_says, self.more):
            row.addWidget(widget)
        self.column.addLayout(row)

    def _step(self, text: str, tip: str, by: int) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFixedSize(24, 24)
        button.setProperty("role", "add")
        button.setAutoRepeat(True)
        button.clicked.connect(lambda: self._resize(by))
        return button

    def _resize(self, by: int) -> None:
        size = min(max(self.choice("terrain.size", 1) + by, 1), LARGEST_SQ)
        self.hand.choose("terrain.size", size)

    def refresh(self) -> None:
        """Show what is chosen."""
        board = self.board
        lines = [KindLine("", "Erase", None, tip="Take off what is there")]
        for word in known_kinds(board):
            kind = kind_of(board, word)
            tip = kind.says or "; ".join(QUALITIES.get(each, each) for each in kind.qualities)
            lines.append(KindLine(word, word.capitalize(), "ground", tip=tip))
        self.kinds.show_lines(lines, board)
        self.kinds.show_value(self.choice("terrain.kind", "difficult"))
        shape = self.choice("terrain.shape", "brush")
        self.shape.show_value(shape)
        self.layer.show_value(self.choice("terrain.layer", ""))
        size = self.choice("terrain.size", 1)
        self.size_says.setText(str(size))
        self.less.setEnabled(shape == "brush" and size > 1)
        self.more.setEnabled(shape == "brush" and size < LARGEST_SQ)

    def _toggle_quality(self, _on: bool) -> None:
        self._qualities = [each.text() for each in self.menu.actions() if each.isChecked()]
        said = ", ".join(self._qualities)
        self.qualities.setText(said if said else "What it does…")
        self.qualities.setToolTip(said)

    def _describe(self, said: object) -> None:
        """Describe a kind of the GM's own, and take it in hand."""
        name = said[0] if isinstance(said, tuple) else ""
        before = set(self.board.kinds)
        edit = {"word": name, "qualities": list(self._qualities)}
        if front.edit(self.session, "add_ground_kind", **edit):
            fresh = [word for word in self.board.kinds if word not in before]
            self.hand.choose("terrain.kind", fresh[0] if fresh else KindWord(name))
        for action in self.menu.actions():
            action.setChecked(False)
