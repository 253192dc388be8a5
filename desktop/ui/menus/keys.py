"""Keys by what they mean, and how a panel keeps one that the window has a shortcut for."""

from __future__ import annotations

from typing import TypeGuard

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PRESSES = (*ENTER, Qt.Key.Key_Space)
"""Keys that press what has the focus."""


def is_override(event: QEvent) -> TypeGuard[QKeyEvent]:
    """Whether Qt asks who wants a key before the shortcuts have it; accepting it keeps the key."""
    return event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)


def digit_of(event: QKeyEvent) -> str:
    """Return the digit of a key, also of the number pad; empty for any other."""
    text = event.text()
    return text if len(text) == 1 and text.isascii() and text.isdigit() else ""
