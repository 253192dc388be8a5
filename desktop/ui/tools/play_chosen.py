"""Who is chosen in Play, in the order of clicking: several are hurt, or moved, together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.core.model.words import FighterId
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Shape
from desktop.ui.canvas.tool import PointerEvent

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool


class Chosen:
    """The fighters of the selection; Shift takes one more, or one less."""

    def __init__(self, tool: PlayTool) -> None:
        self._tool = tool

    @property
    def fighters(self) -> tuple[FighterId, ...]:
        """Those who stand on the board, in the order of clicking."""
        state, chosen = self._tool.fight.state, self._tool.desk.session.selection
        ids = [FighterId(ref.id) for ref in chosen if ref.kind == "fighter"]
        return tuple(id for id in ids if id in state.people and state.on_board(id))

    def select(self, event: PointerEvent) -> None:
        """Select what lies uppermost, with Shift besides what is selected already."""
        session = self._tool.desk.session
        under = self._tool.desk.view.under(event.point)[:1]
        if event.shift and under:
            gone = set(under) & set(session.selection)
            session.select([ref for ref in (*session.selection, *under) if ref not in gone])
        else:
            session.select(under)

    def shapes(self) -> list[Shape]:
        """Return the number of each, where there are several."""
        fighters, state = self.fighters, self._tool.fight.state
        if len(fighters) < 2:
            return []
        level = self._tool.desk.level
        return [
            ink.Mark(seat, str(number))
            for number, who in enumerate(fighters, start=1)
            if (seat := state.fighters[who].seat) and state.fighters[who].level == level
        ]

    @property
    def says(self) -> str:
        """What can be done with several, for the status line; empty for one."""
        count = len(self.fighters)
        if count < 2:
            return ""
        if self._tool.march.walkers:
            return (
                f"{count} chosen: click a place or drag one there: all walk, one after another"
                " · Shift+click: one more or less · -7 or +3: wounds · C: conditions"
            )
        return (
            f"{count} chosen: drag one, all are moved in this order · Shift+click: one more or less"
            " · -7 or +3: wounds · C: conditions"
        )
