"""A text in one line that shows by dots what there is no room for."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop.ui.canvas.ink import elided


class OneLine(QLabel):
    """A label that takes whatever width it gets; its text and tool tip stay whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much of it as there is room for."""
        painter, room = QPainter(self), self.contentsRect()
        cut = elided(" ".join(self.text().split()), self.font(), room.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, cut)
