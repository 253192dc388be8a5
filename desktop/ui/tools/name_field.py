"""A field over the board in which a name is typed on the spot."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from desktop.core.model.named import one_line
from desktop.core.model.words import Point
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.canvas.view import BoardView
from desktop.ui.menus.keys import ENTER

LEAST_PX = 120
HEIGHT_PX = 24


class NameField(QLineEdit):
    """Stands at a place of the board until Enter, Esc, or a click elsewhere.

    Enter and a click elsewhere give the text to `named`; Esc gives nothing.
    """

    def __init__(self, view: BoardView, at: Point, text: str, named: Callable[[str], None]) -> None:
        super().__init__(text, view.viewport())
        self.setObjectName("name on the spot")
        self._view, self._at, self._text, self._named = view, at, text, named
        self._done = False
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMaxLength(200)
        wide = self.fontMetrics().horizontalAdvance(text) + 40
        self.resize(max(LEAST_PX, wide), HEIGHT_PX)
        self._follow()
        view.horizontalScrollBar().valueChanged.connect(self._follow)
        view.verticalScrollBar().valueChanged.connect(self._follow)
        view.zoom_changed.connect(self._follow)
        self.selectAll()
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def finish(self) -> None:
        """Take what is typed and go."""
        if not self._done:
            self._close()
            text = one_line(self.text())
            if text and text != self._text:
                self._named(text)

    def drop(self) -> None:
        """Go, and change nothing."""
        if not self._done:
            self._close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Finish on Enter, drop on Esc."""
        if event.key() in ENTER:
            self.finish()
        elif event.key() == Qt.Key.Key_Escape:
            self.drop()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Finish when the hand goes elsewhere, but not for its own menu."""
        super().focusOutEvent(event)
        if event.reason() not in (
            Qt.FocusReason.PopupFocusReason,
            Qt.FocusReason.ActiveWindowFocusReason,
        ):
            self.finish()

    def _close(self) -> None:
        self._done = True
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            self._view.setFocus()
        self.deleteLater()

    def _follow(self) -> None:
        at = self._view.mapFromScene(to_scene(self._at))
        self.move(at - QPoint(self.width() // 2, self.height() // 2))
