"""The line at the foot: what the hand can do, where the pointer is, how near one looks."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop.ui.menus.fields.field import empty, let_nothing_through
from desktop.ui.menus.one_line import OneLine

HEIGHT = 24
WHERE_PX = 320
"""A zone and a level with long names take no more room than this."""
TOLD_MS = 6000
"""So long news stands before the tool's hint comes back."""


class StatusLine(QWidget):
    """A hint that is always there; news takes its place for a while."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setObjectName("status_line")
        self.setFixedHeight(HEIGHT)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(16)
        self._hint = ""
        self._under_way = False
        self.text = OneLine(self)
        self.text.setObjectName("status_text")
        row.addWidget(self.text, 1)
        self.where = QLabel(self)
        self.where.setObjectName("status_place")
        self.where.setProperty("role", "muted")
        self.where.setTextFormat(Qt.TextFormat.PlainText)
        row.addWidget(self.where)
        self._zoom = QHBoxLayout()
        row.addLayout(self._zoom)
        self._back = QTimer(self)
        self._back.setSingleShot(True)
        self._back.setInterval(TOLD_MS)
        self._back.timeout.connect(self._show_hint)

    def showEvent(self, event: QShowEvent) -> None:
        """Let nothing under it be painted with it."""
        super().showEvent(event)
        let_nothing_through(self)

    def hint(self, text: str, under_way: bool = False) -> None:
        """Say what the hand can do now, in the place of news but for those of a drag's end."""
        ended, self._under_way = self._under_way and not under_way, under_way
        if text != self._hint:
            self._hint = text
            if not (ended and self._back.isActive()):
                self._show_hint()

    def tell(self, text: str) -> None:
        """Say what was done, or why not, for a while."""
        if text:
            self._show(text)
            self._back.start()

    def show_place(self, text: str) -> None:
        """Say where the pointer is, and on which level."""
        metrics = self.where.fontMetrics()
        flat = "   ".join(" ".join(part.split()) for part in text.split("   "))
        self.where.setText(metrics.elidedText(flat, Qt.TextElideMode.ElideRight, WHERE_PX))
        self.where.setToolTip(text)

    def set_zoom_box(self, box: QWidget | None) -> None:
        """Put the zoom's buttons at the right end, in the place of the former ones."""
        empty(self._zoom)
        if box is not None:
            self._zoom.addWidget(box)

    def _show_hint(self) -> None:
        self._back.stop()
        self._show(self._hint)

    def _show(self, text: str) -> None:
        self.text.setText(text)
        self.text.setToolTip(text)
