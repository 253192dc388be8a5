"""L: of which kind the next link is."""

from __future__ import annotations

from desktop.core.model.words import LinkKind
from desktop.ui.canvas.legend import LINKS
from desktop.ui.menus import link_kind
from desktop.ui.menus.link_kind import KINDS
from desktop.ui.panels.palette.kinds import KindLine, KindList
from desktop.ui.panels.palette.page import Page

TIPS: dict[LinkKind, str] = {
    "open": "Walked through freely",
    "barrier": "Crossed with a Test, or by going round",
    "climb": "Up or down without rungs, with a Test",
    "ledge": "One way, from the first zone to the second",
    "sight": "Seen across, not walked",
}


class LinkPage(Page):
    """The kinds, and all that the geometry proposes."""

    def fill(self) -> None:
        """Put the choices in."""
        self.heading("Kind")
        self.kinds = KindList("Kind of the next link")
        self.kinds.chosen.connect(self._choose)
        self.column.addWidget(self.kinds)
        self.column.addSpacing(8)
        self.accept = self.button(
            "Take all up", "link.accept_all",
            "Make every link that the geometry proposes  (Enter)",
        )  # fmt: skip
        self.column.addSpacing(8)
        self.hint("Keys 1–7 choose, and change the selected links")
        self.hint("Click a dashed link to take it up")
        self.hint("Ctrl: from square to square")

    def refresh(self) -> None:
        """Show what is chosen."""
        lines = [
            KindLine(kind, LINKS[kind].partition(",")[0].capitalize(), "link", str(number),
                     TIPS.get(kind, ""))
            for number, kind in enumerate(KINDS, 1)
        ]  # fmt: skip
        self.kinds.show_lines(lines, self.board)
        self.kinds.show_value(link_kind.kind_in_hand(self.hand))

    def _choose(self, kind: str) -> None:
        link_kind.choose(self.session, self.hand, next(each for each in KINDS if each == kind))
