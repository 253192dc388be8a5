"""A menu in which one types what one looks for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QWidget, QWidgetAction

from desktop.ui.menus.captions import menu_line
from desktop.ui.menus.keys import ENTER, is_override

HINT = "Type to find"


class TypedMenu(QMenu):
    """Shows the lines that begin with, else contain, what is typed; Enter takes the one in view.

    It keeps every key to itself, so that none of them falls to the board behind it.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.typed = ""
        self.stands_on_foot = False
        """Opened above what opened it: its foot stays there while what is found gets less."""
        self._says = QLabel(HINT, self)
        self._says.setObjectName("typed")
        self._says.setTextFormat(Qt.TextFormat.PlainText)
        self._head = QWidgetAction(self)
        self._head.setDefaultWidget(self._says)
        self._head.setEnabled(False)
        self.addAction(self._head)
        self._lines: list[tuple[str, QAction]] = []

    def add_line(self, name: str, text: str) -> QAction:
        """Add a line that is found by its name."""
        action = self.addAction(menu_line(text))
        self.find_by(name, action)
        return action

    def find_by(self, name: str, action: QAction) -> None:
        """Let a line of it be found by a name; all others are there until something is typed."""
        self._lines.append((name.lower(), action))

    def event(self, event: QEvent) -> bool:
        """Take every key before a shortcut of the window does."""
        if is_override(event):
            event.accept()
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep its foot where it is."""
        super().resizeEvent(event)
        if self.stands_on_foot and self.isVisible():
            self.move(self.x(), self.y() + event.oldSize().height() - event.size().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Find with letters and Backspace, take with Enter."""
        text = event.text().lower()
        if event.key() in ENTER:
            if self.activeAction() is None:
                self._find(self.typed)
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Backspace:
            self._find(self.typed[:-1])
        elif text.isprintable() and (text.strip() or (text and self.typed)):
            self._find(self.typed + text)
        else:
            super().keyPressEvent(event)
        event.accept()

    def _find(self, typed: str) -> None:
        """Show what fits and make the first of it the one that Enter takes."""
        fits = [action for name, action in self._lines if name.startswith(typed)]
        fits = fits or [action for name, action in self._lines if typed in name]
        if not fits:
            return  # a letter too many is left out, so that what was found stays found
        self.typed = typed
        self._says.setText(typed or HINT)
        self._says.setProperty("role", "typed" if typed else "")
        self._says.style().polish(self._says)
        found = {action for _, action in self._lines}
        for action in self.actions():
            if action is not self._head:
                action.setVisible(action in fits if action in found else not typed)
        self.setActiveAction(fits[0])
