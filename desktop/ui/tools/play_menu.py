"""The right click in Play as a menu, and the question at the pointer after a drag."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from desktop.core.rules.tally import Refusal
from desktop.ui.menus.offers import headed
from desktop.ui.tools.play_lines import Below, Does, Gap, Head, Item, Line

NOT_NOW = " (not now)"


class PlayMenu:
    """Makes a menu of what can be done; `do` does what the line that is taken says."""

    def __init__(self, parent: QWidget, do: Callable[[Does], object]) -> None:
        self._do = do
        self.menu = QMenu(parent)
        self.menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.menu.setToolTipsVisible(True)

    def fill(self, items: Iterable[Item]) -> QMenu:
        """Add lines, those behind others in menus of their own."""
        self._add(self.menu, items, NOT_NOW)
        return self.menu

    def _add(self, menu: QMenu, items: Iterable[Item], refused: str) -> None:
        for item in items:
            match item:
                case Gap():
                    menu.addSeparator()
                case Head(says, is_subject=True):
                    headed(menu, says)
                case Head(says):
                    menu.addAction(_plain(says)).setEnabled(False)
                case Below(says, lines):
                    below = menu.addMenu(_plain(says))
                    self._add(below, lines, "" if item.not_now else NOT_NOW)
                case Line(says) if item.refusals:
                    self._why_not(menu.addMenu(_plain(f"{says}{refused}")), item)
                case Line(says):
                    cost = f"\t{item.cost}" if item.cost else ""
                    self._line(menu, f"{says}{cost}", item.does)

    def _line(self, menu: QMenu, text: str, does: Does) -> None:
        menu.addAction(_plain(text)).triggered.connect(lambda _on=False: self._do(does))

    def _why_not(self, menu: QMenu, line: Line) -> None:
        """Add the reasons against something, and doing it all the same."""
        for refusal in line.refusals:
            menu.addAction(_plain(str(refusal))).setEnabled(False)
        if line.all_the_same is not None:
            menu.addSeparator()
            self._line(menu, "Do it all the same", line.all_the_same)


def _plain(text: str) -> str:
    return text.replace("&", "&&")


def drop_menu(
    parent: QWidget,
    lines: Iterable[tuple[str, str, Callable[[], object]]],
    why: Iterable[Refusal] = (),
) -> QMenu:
    """Return the question at the pointer after a drag; Enter takes the first line.

    Each of the others is taken by its letter, the first of a word in it.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for refusal in why:
        menu.addAction(_plain(str(refusal))).setEnabled(False)
    first = None
    for text, key, do in lines:
        at = text.find(key) if len(key) == 1 else -1
        plain = _plain(text) if at < 0 else f"{_plain(text[:at])}&{_plain(text[at:])}"
        action = menu.addAction(f"{plain}\t{key}")
        action.triggered.connect(lambda _on=False, do=do: do())
        first = first or action
    if first is not None:
        menu.setActiveAction(first)
    return menu
