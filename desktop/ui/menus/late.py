"""What is put off until the first picture of the window is on the screen."""

from collections.abc import Callable

from PySide6.QtCore import QTimer

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
