"""What stands on buttons and in menus: texts in which names may hold anything."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QMenu

MOST_LETTERS, ENDING = 150, 40
"""A longer line of a menu has dots in its middle, and so many letters behind them."""
NOT_NOW_SIGN = " (not now)"
"""What is said behind a line that cannot be taken, where others beside it can."""


def caption(text: str) -> str:
    """Return a text as buttons and menus take it; Qt reads a single `&` as the mark of a key."""
    return text.replace("&", "&&")


def menu_line(text: str) -> str:
    """Return a text as a menu takes it, which is as wide as its widest line.

    One that holds a very long name is cut in the middle.
    """
    if len(text) > MOST_LETTERS:
        text = f"{text[: MOST_LETTERS - ENDING].rstrip()}…{text[-ENDING:]}"
    return caption(text)


def headed(menu: QMenu, text: str) -> None:
    """Begin a part of a menu; Qt leaves out the text of its own sections under a style sheet."""
    if not menu.isEmpty():
        menu.addSeparator()
    noted(menu, text.upper())


def noted(menu: QMenu, text: str) -> None:
    """Add a line to a menu that says something and cannot be taken."""
    menu.addAction(menu_line(text)).setEnabled(False)


def refused(menu: QMenu, text: str, why: Iterable[object]) -> QMenu:
    """Add a line that cannot be taken to a menu; return the menu behind it, of the reasons."""
    below = menu.addMenu(menu_line(text))
    for reason in why:
        noted(below, str(reason))
    return below
