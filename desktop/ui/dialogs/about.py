"""What this program is."""

import platform

import PySide6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

import desktop


class About(QDialog):
    """Name, version, licence, and what it runs on, to be copied into a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("about")
        self.setWindowTitle("About Enfilade")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(8)
        title = QLabel("Enfilade", self)
        title.setObjectName("welcome_title")
        column.addWidget(title)
        says = QLabel(
            "Builds tabletop encounters and runs them.\n"
            "Works without a network, keeps everything in files that you can read, "
            "and tells nobody anything.",
            self,
        )
        says.setWordWrap(True)
        column.addWidget(says)
        self.versions = QLabel(
            f"Version {desktop.__version__}\n"
            f"Python {platform.python_version()}, PySide6 {PySide6.__version__}, "
            f"{platform.system()} {platform.release()}\nMIT licence",
            self,
        )
        self.versions.setProperty("role", "muted")
        self.versions.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.versions)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.setFixedWidth(420)
