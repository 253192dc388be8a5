"""The few questions that undo cannot answer: which file, and what of unsaved work."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QFileDialog,
    QGridLayout,
    QInputDialog,
    QMessageBox,
    QSizePolicy,
    QSpacerItem,
    QWidget,
)

from desktop.ui.menus.fields.sums import SumError, value_of_sum

Loss = Literal["save", "discard", "cancel"]
FURTHEST = 1000.0
MOST_SAID = 4
"""More changes than these are counted."""
FRAME_PX = 200
"""What a window manager's own buttons and margins leave less for a title."""


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


def what_of_unsaved(parent: QWidget, name: str, done: Sequence[str]) -> Loss:
    """Ask what becomes of changes that are nowhere but in the window, said in the words of undo."""
    box = QMessageBox(parent)
    box.setObjectName("unsaved")
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle("Unsaved changes")
    box.setText(f"“{name}” has changes that are not saved.")
    if done:
        rest = f"\nand {len(done) - MOST_SAID} before that" if len(done) > MOST_SAID else ""
        box.setInformativeText("\n".join(reversed(done[-MOST_SAID:])) + rest)
    save = box.addButton("Save", QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton("Don't save", QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(save)
    box.setEscapeButton(cancel)
    _wide_enough(box)
    box.exec()
    if box.clickedButton() is save:
        return "save"
    return "discard" if box.clickedButton() is discard else "cancel"


def number(parent: QWidget, title: str, says: str, unsaid: float) -> float | None:
    """Ask for a number; None when the GM thought better of it."""
    box = QInputDialog(parent)
    box.setObjectName("number")
    box.setWindowTitle(title)
    box.setLabelText(says)
    # no spin box: where the decimal sign is a comma it would read 3.5 as 35
    box.setInputMode(QInputDialog.InputMode.TextInput)
    box.setTextValue(f"{unsaid:g}")
    _wide_enough(box)
    while box.exec():
        try:
            return min(max(round(value_of_sum(box.textValue()), 1), -FURTHEST), FURTHEST)
        except SumError:
            box.setLabelText(f"{says} a number is needed here, as 3.5")
    return None


def _wide_enough(box: QDialog) -> None:
    """Let a small dialog be as wide as its title needs, which no layout counts."""
    wide = box.fontMetrics().horizontalAdvance(box.windowTitle()) + FRAME_PX
    box.setMinimumWidth(wide)
    box.sizeHint()  # which makes the layout of a question for a number
    grid = box.layout()
    spacer = QSpacerItem(wide, 0, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
    if isinstance(grid, QGridLayout):  # a message box takes its width from its grid alone
        grid.addItem(spacer, grid.rowCount(), 0, 1, grid.columnCount())
    elif isinstance(grid, QBoxLayout):  # and a question for a number is as wide as what it asks
        grid.addItem(spacer)
