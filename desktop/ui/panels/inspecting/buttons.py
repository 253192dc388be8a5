"""Small buttons that stand in a form."""

from PySide6.QtWidgets import QPushButton


def add_button(text: str, tip: str = "") -> QPushButton:
    """Return a button that adds something, or leads somewhere."""
    made = QPushButton(text)
    made.setProperty("role", "add")
    made.setToolTip(tip)
    return made
