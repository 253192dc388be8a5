"""What is put off until the first picture of the window is on the screen."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

_waiting: list[Callable[[], None]] | None = []
"""None once the first picture is there."""


def after_first_paint(do: Callable[[], None]) -> None:
    """Call something once the window stands; at the next turn of the loop if it stands already."""
    if _waiting is None:
        QTimer.singleShot(0, do)
    else:
        _waiting.append(do)


def painted() -> None:
    """Note that the window stands, and let everything come that was put off, one after another."""
    global _waiting
    if _waiting is None:
        return
    waiting, _waiting = _waiting, None
    for do in waiting:
        QTimer.singleShot(0, do)


def after_paint_of(widget: QWidget, do: Callable[[], None]) -> None:
    """Call something once what a widget shows now has been seen."""
    _Seen(widget, do)
    widget.update()


class _Seen(QObject):
    """Waits for a widget's next painting, and is gone after it."""

    def __init__(self, widget: QWidget, do: Callable[[], None]) -> None:
        super().__init__(widget)
        self._do = do
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let everything through."""
        if event.type() == event.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, watched, self._do)
            self.deleteLater()
        return False
