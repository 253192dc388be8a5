"""The right click in Play as a menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from desktop.ui.menus.captions import NOT_NOW_SIGN, headed, menu_line, noted, refused
from desktop.ui.tools.play_lines import Below, Does, Gap, Head, Item, Line


class PlayMenu:
    """Makes a menu of what can be done; `do` does what the line that is taken says."""

    def __init__(self, parent: QWidget, do: Callable[[Does], object]) -> None:
        self._do = do
        self.menu = QMenu(parent)
        self.menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.menu.setToolTipsVisible(True)

    def fill(self, items: Iterable[Item]) -> QMenu:
        """Add lines, those behind others in menus of their own."""
        self._add(self.menu, items, NOT_NOW_SIGN)
        return self.menu

    def _add(self, menu: QMenu, items: Iterable[Item], sign: str) -> None:
        for item in items:
            match item:
                case Gap():
                    menu.addSeparator()
                case Head(says, is_subject=True):
                    headed(menu, says)
                case Head(says):
                    noted(menu, says)
                case Below(says, lines):
                    below = menu.addMenu(menu_line(says))
                    self._add(below, lines, "" if item.not_now else NOT_NOW_SIGN)
                case Line(says) if item.refusals:
                    self._all_the_same(refused(menu, f"{says}{sign}", item.refusals), item)
                case Line(says):
                    cost = f"\t{item.cost}" if item.cost else ""
                    self._line(menu, f"{says}{cost}", item.does)

    def _line(self, menu: QMenu, text: str, does: Does) -> None:
        menu.addAction(menu_line(text)).triggered.connect(lambda _on=False: self._do(does))

    def _all_the_same(self, menu: QMenu, line: Line) -> None:
        """Add doing something against its refusals, where that can be."""
        if line.all_the_same is not None:
            menu.addSeparator()
            self._line(menu, "Do it all the same", line.all_the_same)
