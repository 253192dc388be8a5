"""W: wall or door, and how the next door stands."""

from __future__ import annotations

from typing import get_args

from desktop.core.model.words import DoorKind, DoorState
from desktop.ui.panels.palette.cells import Cell, Cells
from desktop.ui.panels.palette.kinds import KindLine, KindList
from desktop.ui.panels.palette.page import Page

KINDS: tuple[str, ...] = ("wall", *get_args(DoorKind))
STATES: tuple[str, ...] = get_args(DoorState)
TIPS = {
    "wall": "Drag along the lines of the grid, or click corner by corner",
    "window": "Seen through, climbed through",
    "shutter": "A leaf that rolls",
    "grille": "Seen through, not walked through",
}


class WallPage(Page):
    """The kinds with their signs, and the state of doors."""

    def fill(self) -> None:
        """Put the choices in."""
        self.heading("Kind")
        self.kinds = KindList("Wall, or kind of the next door")
        self.kinds.chosen.connect(lambda kind: self.hand.choose("wall.kind", kind))
        self.column.addWidget(self.kinds)
        self.state_heading = self.heading("The next door is")
        self.state = Cells([Cell(state, state) for state in STATES], "State of the next door")
        self.state.chosen.connect(lambda value, _more: self.hand.choose("wall.state", value))
        self.column.addWidget(self.state)
        self.column.addSpacing(8)
        self.hint("Keys 1–5 choose")
        self.hint("Ctrl erases, Shift: straight")
        self.hint("Enter ends a wall that is clicked")

    def refresh(self) -> None:
        """Show what is chosen."""
        lines = [
            KindLine(kind, kind.capitalize(), "wall" if kind == "wall" else "door", str(number),
                     TIPS.get(kind, ""))
            for number, kind in enumerate(KINDS, 1)
        ]  # fmt: skip
        self.kinds.show_lines(lines, self.board)
        kind = self.choice("wall.kind", "wall")
        self.kinds.show_value(kind)
        self.state.show_value(self.choice("wall.state", "closed"))
        self.state.setEnabled(kind != "wall")
        self.state_heading.setEnabled(kind != "wall")
