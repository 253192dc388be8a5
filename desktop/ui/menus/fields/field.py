"""What every field is: it shows a value and hands over another, once a gesture."""

from __future__ import annotations

from enum import Enum
from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLayout, QWidget


class Several(Enum):
    """What things that differ have in common."""

    VALUE = "several"


SEVERAL: Final = Several.VALUE
"""Shown where the things selected differ."""
SAID = "several"


class Field(QWidget):
    """A value one can change. It never commits what it was only shown."""

    committed = Signal(object)
    """The new value; whoever hears it says whether it will do."""
    complaint = Signal(str)
    """Why what was typed is no value; empty once it is one."""
    asks = ""
    """What it waits to be told before it changes anything, as a sentence; empty for nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(4)

    def put_beside(self, widget: QWidget) -> None:
        """Put a button into the line of the field."""
        self._line.addWidget(widget)

    def show_value(self, value: object) -> None:
        """Show a value, or SEVERAL."""
        raise NotImplementedError

    def flush(self) -> None:
        """Hand over what was typed and not committed yet."""

    def restore(self) -> None:
        """Forget what was typed and not committed."""

    def set_wrong(self, wrong: bool) -> None:
        """Mark what was typed as no value."""


def empty(layout: QLayout) -> None:
    """Take out and drop all the widgets of a layout.

    They are hidden at once: they die only when Qt comes back to its events.
    """
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def leaves_undo(event: QEvent, dirty: bool) -> bool:
    """Let undo and redo go to the window while nothing is being typed; True if it did."""
    if dirty or event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    keys = QKeySequence.StandardKey
    if not (event.matches(keys.Undo) or event.matches(keys.Redo)):
        return False
    event.ignore()
    return True


def repolish(widget: QWidget) -> None:
    """Let the style sheet look at a widget's properties again."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)


def dress(widget: QWidget, value: object, name: str = "role") -> None:
    """Let the style sheet see another property of a widget; costs nothing where it is the same."""
    if (widget.property(name) or None) != (value or None):
        widget.setProperty(name, value)
        repolish(widget)


def let_nothing_through(widget: QWidget) -> None:
    """Paint a widget without all that it stands in, where its style sheet gives it a background.

    To be called whenever it was dressed, as on being shown: the style sheet then takes it back.
    """
    widget.setAutoFillBackground(True)
