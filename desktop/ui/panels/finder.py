"""The field for everything, Ctrl+K: a name jumps, a verb does, a line places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.ui.menus.keys import ENTER
from desktop.ui.menus.verb import Context, Verb

if TYPE_CHECKING:  # the list and what fills it come after the first picture
    from PySide6.QtGui import QFocusEvent, QKeyEvent
    from PySide6.QtWidgets import QListWidget

    from desktop.ui.panels.finding import Found
    from desktop.ui.panels.finding_parts import Part

LEAST_WIDTH = 460
MOST_RECENT = 20


class Finder(QLineEdit):
    """A field with a list under it. Up and Down choose, Enter takes, Esc goes back."""

    chosen = Signal(object)
    """What was taken, a `Found`."""
    left = Signal()
    """Gone without taking anything; the focus belongs to the canvas again."""

    def __init__(
        self,
        context: Callable[[], Context],
        verbs: Iterable[Verb],
        parent: QWidget | None = None,
        *,
        files: Callable[[], Iterable[Part]] = tuple,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("finder")
        self.setPlaceholderText("Find or do   Ctrl+K")
        self.setAccessibleName("Find or do")
        self._context = context
        self._verbs = tuple(verbs)
        self._files = files
        self._listed: tuple[Part, ...] = ()
        """The files that can be opened, as they were when the field was entered; help pages too."""
        self.recent: list[str] = []
        """Keys of what was taken, the latest first."""
        self._list: QListWidget | None = None
        self.textEdited.connect(lambda _text: self._offer())

    def open(self, text: str = "") -> None:
        """Take the focus and show what a text finds."""
        self.setText(text)
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()
        self._offer()

    def close_list(self) -> None:
        """Hide the list and empty the field."""
        if self._list is not None:
            self._list.hide()
        self.clear()

    @property
    def offered(self) -> tuple[Found, ...]:
        """What the list shows now, in its order."""
        if self._list is None or self._list.isHidden():
            return ()
        return tuple(
            self._list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self._list.count())
        )

    @property
    def list(self) -> QListWidget:
        """The list under the field, made when it is first wanted."""
        if self._list is None:
            from desktop.ui.panels.finder_list import made_list

            self._list = made_list(self.window())
            self._list.itemClicked.connect(
                lambda item: self._take(item.data(Qt.ItemDataRole.UserRole))
            )
        return self._list

    def _offer(self) -> None:
        from PySide6.QtWidgets import QListWidgetItem

        from desktop.ui.panels.finder_list import FOUND
        from desktop.ui.panels.finding import Found, find

        rows = self.list
        rows.clear()
        for found in find(self.text(), self._context(), self._verbs, self.recent, self._listed):
            item = QListWidgetItem(found.text)
            item.setData(FOUND, found)
            item.setToolTip(found.why_not)
            rows.addItem(item)
        if not rows.count():
            nothing = QListWidgetItem("Nothing is called that.")
            nothing.setData(FOUND, Found("thing", "", "", "", why_not="Nothing is called that."))
            rows.addItem(nothing)
        rows.setCurrentRow(0)
        self._place(rows)
        rows.show()
        rows.raise_()

    def _place(self, rows: QListWidget) -> None:
        window = self.window()
        corner = self.mapTo(window, QPoint(0, self.height() + 2))
        width = max(self.width(), LEAST_WIDTH)
        left = max(4, min(corner.x(), window.width() - width - 4))
        height = rows.count() * rows.sizeHintForRow(0) + 10
        rows.setGeometry(left, corner.y(), width, min(height, window.height() - corner.y() - 8))

    def _take(self, found: Found) -> None:
        if found.why_not:
            return
        if found.key:
            self.recent = [found.key, *(key for key in self.recent if key != found.key)]
            del self.recent[MOST_RECENT:]
        self.close_list()
        self.left.emit()
        self.chosen.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Up, Down, Enter and Esc work on the list."""
        rows = self.list
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.close_list()
            self.left.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and rows.count():
            if rows.isHidden():
                self._offer()
            step = 1 if key == Qt.Key.Key_Down else -1
            rows.setCurrentRow((rows.currentRow() + step) % rows.count())
        elif key in ENTER:
            if not rows.isHidden() and rows.currentItem() is not None:
                self._take(rows.currentItem().data(Qt.ItemDataRole.UserRole))
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Tab in the field while the list is open, for it chooses too."""
        if (
            event.type() == QEvent.Type.KeyPress
            and self._list is not None
            and not self._list.isHidden()
            and (key := cast("QKeyEvent", event).key()) in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        ):
            step = 1 if key == Qt.Key.Key_Tab else -1
            self._list.setCurrentRow((self._list.currentRow() + step) % self._list.count())
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Look which files there are, once for all that is typed."""
        super().focusInEvent(event)
        self._listed = tuple(self._files())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Close the list when the field is left."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason and self._list is not None:
            self.close_list()
