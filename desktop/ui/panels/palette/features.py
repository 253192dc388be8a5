"""F: of which kind the next feature is."""

from __future__ import annotations

from typing import get_args

from desktop.core.model.words import FeatureKind
from desktop.ui.menus.occasions import CHOICE, LABELS, occasion_in
from desktop.ui.panels.palette.cells import Cell, Cells
from desktop.ui.panels.palette.kinds import KindLine, KindList
from desktop.ui.panels.palette.page import Page

KINDS: tuple[str, ...] = get_args(FeatureKind)
TEXTS = {"own": "Your own"}
TIPS = {
    "lift": "Hold the drag over another level to lead it there",
    "panel": "Drag from it to what it works",
    "hatch": "Hold the drag over another level to lead it there",
    "duct": "Hold the drag over another level to lead it there",
    "stairs": "Hold the drag over another level to lead it there",
    "own": "Say in the inspector what using or hitting it does",
}
ARROWS = (
    Cell("used", "Using", LABELS["used"]), Cell("hit", "Hitting", LABELS["hit"]),
    Cell("passed", "Test", LABELS["passed"]),
)  # fmt: skip


class FeaturePage(Page):
    """The kinds with their icons."""

    def fill(self) -> None:
        """Put the choices in."""
        self.heading("Kind")
        self.kinds = KindList("Kind of the next feature")
        self.kinds.chosen.connect(lambda kind: self.hand.choose("feature.kind", kind))
        self.column.addWidget(self.kinds)
        self.column.addSpacing(8)
        self.hint("Keys 1–9 choose")
        self.hint("Click a square, or drag a box")
        self.hint("From a panel drag to what it works")
        self.heading("An arrow adds to")
        self.occasion = Cells(ARROWS, "What an arrow adds to")
        self.occasion.chosen.connect(lambda value, _more: self.hand.choose(CHOICE, value))
        self.column.addWidget(self.occasion)
        self.hint("Shift+drag from a feature to what it changes")

    def refresh(self) -> None:
        """Show what is chosen."""
        lines = [
            KindLine(kind, TEXTS.get(kind, kind.capitalize()), "feature",
                     str(number) if number < 10 else "", TIPS.get(kind, ""))
            for number, kind in enumerate(KINDS, 1)
        ]  # fmt: skip
        self.kinds.show_lines(lines, self.board)
        self.occasion.show_value(occasion_in(self.hand))
        self.kinds.show_value(self.choice("feature.kind", "container"))
