"""The few questions that undo cannot answer: which file, and what of unsaved work."""

from pathlib import Path
from typing import Literal

from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

Loss = Literal["save", "discard", "cancel"]


def file_to_open(parent: QWidget, title: str, folder: Path, kinds: str) -> Path | None:
    """Ask for a file that is there; None when the GM thought better of it."""
    name, _ = QFileDialog.getOpenFileName(parent, title, str(folder), kinds)
    return Path(name) if name else None


def file_to_save(parent: QWidget, suggested: Path, kinds: str) -> Path | None:
    """Ask where to save; a name without an ending gets `.yaml`."""
    name, _ = QFileDialog.getSaveFileName(parent, "Save the encounter", str(suggested), kinds)
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_suffix(".yaml")


def what_of_unsaved(parent: QWidget, name: str) -> Loss:
    """Ask what becomes of changes that are nowhere but in the window."""
    box = QMessageBox(parent)
    box.setObjectName("unsaved")
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle("Unsaved changes")
    box.setText(f"“{name}” has changes that are not saved.")
    save = box.addButton("Save", QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton("Don't save", QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(save)
    box.setEscapeButton(cancel)
    box.exec()
    if box.clickedButton() is save:
        return "save"
    return "discard" if box.clickedButton() is discard else "cancel"


def number(parent: QWidget, title: str, says: str, unsaid: float) -> float | None:
    """Ask for a number; None when the GM thought better of it."""
    value, taken = QInputDialog.getDouble(parent, title, says, unsaid, -1000, 1000, 1)
    return value if taken else None
