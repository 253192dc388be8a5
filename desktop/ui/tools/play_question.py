"""What is asked at the pointer after a drag, with what is meant still drawn behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from desktop.core.rules.tally import Refusal
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.menus.captions import caption, noted

Line = tuple[str, str, Callable[[], object]]
"""What can be answered: its text, the key that takes it, and what it does."""


class AtPointer:
    """A menu that asks, while it is open."""

    def __init__(self, view: QWidget, changed: Callable[[], None]) -> None:
        self._view = view
        self._changed = changed
        self.menu: QMenu | None = None
        self.says = ""
        """The question, for the status line."""
        self.overlay: Overlay | None = None

    def ask(
        self,
        says: str,
        lines: Iterable[Line],
        event: PointerEvent,
        overlay: Overlay | None = None,
        *,
        why: Iterable[Refusal] = (),
    ) -> None:
        """Ask something, below the reasons why; one of the lines answers, Esc none.

        Enter takes the first line, and its letter each of the others.
        """
        self.menu, self.says, self.overlay = _menu(self._view, lines, why), says, overlay
        self.menu.aboutToHide.connect(self._answered)
        self.menu.popup(event.global_)
        self._changed()

    def _answered(self) -> None:
        self.menu, self.says, self.overlay = None, "", None
        self._changed()


def _menu(view: QWidget, lines: Iterable[Line], why: Iterable[Refusal]) -> QMenu:
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for refusal in why:
        noted(menu, str(refusal))
    first = None
    for text, key, do in lines:
        action = menu.addAction(f"{_with_letter(text, key)}\t{key}")
        action.triggered.connect(lambda _on=False, do=do: do())
        first = first or action
    if first is not None:
        menu.setActiveAction(first)
    return menu


def _with_letter(text: str, key: str) -> str:
    """Return the caption of a line, with its letter marked where the text has it."""
    at = text.find(key) if len(key) == 1 else -1
    return caption(text) if at < 0 else f"{caption(text[:at])}&{caption(text[at:])}"
