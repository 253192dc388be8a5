"""What every panel beside the canvas is."""

from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.ui.session import Session


class Panel(QWidget):
    """A view of a session's value and selection; what it cannot do itself it asks the window."""

    wants = Signal(str, object)
    """The id of a verb, and what it shall be done with, or None."""
    title_changed = Signal(str)
    """The strip above it shall say something else."""
    title: ClassVar[str] = ""
    """What the strip above it says; empty for none."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
