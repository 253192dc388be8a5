"""What is asked at the pointer after a drag, with what is meant still drawn behind it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu

from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import PointerEvent


class AtPointer:
    """A menu that asks, while it is open."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self.menu: QMenu | None = None
        self.says = ""
        """The question, for the status line."""
        self.overlay: Overlay | None = None

    def ask(
        self, menu: QMenu, event: PointerEvent, says: str, overlay: Overlay | None = None
    ) -> None:
        """Ask something; one of the menu's lines answers, Esc none."""
        self.menu, self.says, self.overlay = menu, says, overlay
        menu.aboutToHide.connect(self._answered)
        menu.popup(event.global_)
        self._changed()

    def _answered(self) -> None:
        self.menu, self.says, self.overlay = None, "", None
        self._changed()
