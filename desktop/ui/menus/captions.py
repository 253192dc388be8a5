"""What stands on buttons and in menus: texts in which names may hold anything."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu


def caption(text: str) -> str:
    """Return a text as buttons and menus take it; Qt reads a single `&` as the mark of a key."""
    return text.replace("&", "&&")


def headed(menu: QMenu, text: str) -> None:
    """Begin a part of a menu; Qt leaves out the text of its own sections under a style sheet."""
    if not menu.isEmpty():
        menu.addSeparator()
    noted(menu, text.upper())


def noted(menu: QMenu, text: str) -> None:
    """Add a line to a menu that says something and cannot be taken."""
    menu.addAction(caption(text)).setEnabled(False)
