"""H: moves the view, never the board."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QPoint, Qt

from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.tools.build_tool import BuildTool, Gesture
from desktop.ui.tools.desk import Desk


class Pan(Gesture):
    """The view follows the hand."""

    says = "Let go where it suits"

    def __init__(self, desk: Desk, start: QPoint) -> None:
        self.desk, self.at = desk, start

    def move(self, event: PointerEvent) -> None:
        """Scroll by as much as the hand went."""
        went, self.at = event.screen - self.at, event.screen
        across = self.desk.view.horizontalScrollBar()
        down = self.desk.view.verticalScrollBar()
        across.setValue(across.value() - went.x())
        down.setValue(down.value() - went.y())


class HandTool(BuildTool):
    """Moves the view."""

    id = "hand"
    text = "Hand"
    shortcut = "H"
    cursor = Qt.CursorShape.OpenHandCursor
    builds: ClassVar[bool] = False
    idle: ClassVar[str] = "Hand: drag to move the view, the wheel zooms"

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Take hold of the view."""
        return Pan(self.desk, start.screen)

    def click(self, event: PointerEvent) -> None:
        """Select what is there."""
        self.session.select(self.desk.view.under(event.point)[:1])
