"""Words side by side, each in a frame of its own, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from desktop.ui.menus.fields.field import dress
from desktop.ui.menus.keys import PRESSES

GAP = 4


class Flow(QLayout):
    """Lays widgets out in rows, like words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        """Take one more."""
        self._items.append(item)
        self.invalidate()  # one that shows already asks for no place by itself

    def count(self) -> int:
        """Return how many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return one of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take one out."""
        if not 0 <= index < len(self._items):
            return None
        self.invalidate()
        return self._items.pop(index)

    def expandingDirections(self) -> Qt.Orientation:
        """Return none: it is as high as it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return yes."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return how high the rows are."""
        return self._lay(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put everything into its place."""
        super().setGeometry(rect)
        self._lay(rect, move=True)

    def sizeHint(self) -> QSize:
        """Return the least size."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest; words that are longer are cut."""
        sizes = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def _lay(self, rect: QRect, *, move: bool) -> int:
        x, y, high = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue  # it does not show
            size = item.sizeHint().boundedTo(QSize(max(rect.width(), 1), 10_000))
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, high = rect.x(), y + high + GAP, 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + GAP
            high = max(high, size.height())
        return y + high - rect.y()


class Chip(QFrame):
    """A word with a cross that takes it off. Enter looks closer, Delete takes off."""

    off = Signal()
    clicked = Signal()

    def __init__(self, text: str, *, key: str = "", faint: bool = False, tip: str = "") -> None:
        super().__init__()
        self.key = key
        """What it stands for, where its text does not say so."""
        self.setProperty("role", "chip")
        self.setProperty("faint", faint)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tip)
        self.text = text
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 0, 0)
        row.setSpacing(0)
        label = QLabel(text, self)
        label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        label.setMinimumWidth(16)
        row.addWidget(label)
        self.cross = QToolButton(self)
        self.cross.setText("×")
        self.cross.setFixedSize(20, 20)
        self.cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cross.setToolTip(f"Take {text} off")
        self.cross.setAccessibleName(f"Take {text} off")
        self.cross.setProperty("role", "cross")
        self.cross.clicked.connect(self.off)
        row.addWidget(self.cross)

    def set_opened(self, opened: bool) -> None:
        """Draw the frame of the one that is being looked at."""
        dress(self, opened, "opened")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Look closer."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Look closer, or take it off."""
        if event.key() in PRESSES:
            self.clicked.emit()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.off.emit()
        else:
            super().keyPressEvent(event)


class Chips(QWidget):
    """A row or more of chips; hidden while there is nothing to show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = Flow(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def shown(self) -> list[QWidget]:
        """What it holds, in order."""
        items = [self._flow.itemAt(i) for i in range(self._flow.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if widget is not None]

    @property
    def chips(self) -> list[Chip]:
        """The chips among what it holds."""
        return [widget for widget in self.shown if isinstance(widget, Chip)]

    def show_chips(
        self, chips: Sequence[QWidget], said: str = "", after: QWidget | None = None
    ) -> None:
        """Show these in the place of the others, with a muted word or a button behind them."""
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not after:
                widget.hide()
                widget.deleteLater()
        shown: list[QWidget] = list(chips)
        if said:
            label = QLabel(said)
            label.setProperty("role", "muted")
            shown.append(label)
        if after is not None:
            shown.append(after)
        for widget in shown:
            widget.setParent(self)
            self._flow.addWidget(widget)
            widget.show()
        self.setVisible(bool(shown))
        self.updateGeometry()
