"""How large a dialog is: as it likes, as far as the screen has room for it."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(16, 44)
"""What a window manager adds around a dialog: edges and a title."""


def fit(dialog: QWidget, size: QSize) -> None:
    """Give a dialog its size, or less where the screen is smaller: its buttons stay in reach."""
    above = dialog.parentWidget()
    screen = (dialog if above is None else above).screen()
    dialog.resize(size.boundedTo(screen.availableGeometry().size() - FRAME))
