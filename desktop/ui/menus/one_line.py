"""A text in one line that shows by dots what there is no room for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop.ui.canvas.ink import elided


class OneLine(QLabel):
    """A label that takes whatever width it gets; its text stays whole, only what is painted not."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        where: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._text = ""
        self._where = where
        self._tells = False
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Show another text in the same room; Qt's label would lay out the window anew for it."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.update()

    def say(self, text: str) -> None:
        """Show a text, which is in the tool tip too for as long as it is cut."""
        self._tells = True
        self.setText(text)
        self._tell_whole()

    @property
    def shown(self) -> str:
        """As much of the text as there is room for."""
        flat = " ".join(self._text.split())
        return elided(flat, self.font(), self.contentsRect().width(), self._where)

    @property
    def is_cut(self) -> bool:
        """Whether some of the text is not shown."""
        return self.shown != " ".join(self._text.split())

    def _tell_whole(self) -> None:
        if self._tells:
            self.setToolTip(self._text if self.is_cut else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell what is cut now."""
        super().resizeEvent(event)
        self._tell_whole()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much of it as there is room for."""
        painter = QPainter(self)
        self.drawFrame(painter)
        self.style().drawItemText(
            painter, self.contentsRect(), int(self.alignment()), self.palette(), self.isEnabled(),
            self.shown, self.foregroundRole(),
        )  # fmt: skip
