"""Z: what a drag draws."""

from __future__ import annotations

from desktop.ui.panels.palette.cells import Cell, Cells
from desktop.ui.panels.palette.page import Page

SHAPES = (
    Cell("rectangle", "Rectangle", "A drag makes a rectangle, clicks set corners"),
    Cell("outline", "Outline", "Drags and clicks set corners; Enter or a double click closes"),
)
DOINGS = (
    Cell("draw", "Draw", "Draw new zones"),
    Cell("split", "Split", "Draw a line across a zone: it becomes two"),
)


class ZonePage(Page):
    """Rectangle or outline, drawing or splitting."""

    def fill(self) -> None:
        """Put the choices in."""
        self.heading("Do")
        self.doing = Cells(DOINGS, "What a drag does")
        self.doing.chosen.connect(lambda value, _more: self.hand.choose("zone.op", value))
        self.column.addWidget(self.doing)
        self.heading("Shape")
        self.shape = Cells(SHAPES, "What a drag draws")
        self.shape.chosen.connect(lambda value, _more: self.hand.choose("zone.shape", value))
        self.column.addWidget(self.shape)
        self.heading("Selected zones")
        self.merge = self.button("Merge", "edit.merge", "Make one zone of them  (Ctrl+M)")
        self.column.addSpacing(8)
        self.hint("Ctrl: no snapping, no cutting back")
        self.hint("Shift: 45°")
        self.hint("Backspace takes a corner back")

    def refresh(self) -> None:
        """Show what is chosen."""
        splits = self.choice("zone.op", "draw") == "split"
        self.doing.show_value("split" if splits else "draw")
        self.shape.show_value(self.choice("zone.shape", "rectangle"))
        self.shape.setEnabled(not splits)
        many = len(self.session.selected("zone"))
        self.merge.setEnabled(many > 1)
        self.merge.setText(f"Merge {many}" if many > 1 else "Merge")
