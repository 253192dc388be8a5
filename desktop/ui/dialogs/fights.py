"""The fights that can be gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.core.store.fights import FightSummary
from desktop.ui.dialogs.sizing import fit
from desktop.ui.dialogs.times import when

PATH = Qt.ItemDataRole.UserRole


class FightsDialog(QDialog):
    """A list with the last played on top; Enter goes on with it."""

    def __init__(self, fights: Sequence[FightSummary], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fights")
        self.setWindowTitle("Unfinished fights")
        fit(self, QSize(520, 320))
        self.chosen: Path | None = None
        column = QVBoxLayout(self)
        column.addWidget(QLabel("Choose the fight to go on with.", self))
        self.list = QListWidget(self)
        for fight in fights:
            item = QListWidgetItem(f"{fight.name or fight.path.stem}   begun {when(fight.started)}")
            item.setData(PATH, str(fight.path))
            item.setToolTip(str(fight.path))
            self.list.addItem(item)
        self.list.itemActivated.connect(self.accept)
        column.addWidget(self.list, 1)
        buttons = QDialogButtonBox(self)
        self.go = buttons.addButton("Go on with it", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.go.setDefault(True)
        self.list.setCurrentRow(0)

    def accept(self) -> None:
        """Take the fight in focus."""
        item = self.list.currentItem()
        if item is not None:
            self.chosen = Path(item.data(PATH))
            super().accept()
