"""The rows of the page before round 1: who is in the fight, and at which initiative."""

from __future__ import annotations

from PySide6.QtCore import QRegularExpression, Qt
from PySide6.QtGui import QRegularExpressionValidator, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QSpinBox, QWidget

from desktop.ui.menus.one_line import OneLine
from desktop.ui.panels.small_fields import Tick
from desktop.ui.panels.start_lines import EntryLine

DIGITS = QRegularExpression("-?[0-9]{0,3}")
NUMBER_PX, FIELD_PX, GAP_PX = 64, 52, 8
SAYS_PX = 88
"""What stands beside a name gets so much room, or as much as it needs."""
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Counter(QSpinBox):
    """A small number; the wheel scrolls the page and changes no field."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()


class EntryRow(QWidget):
    """A fighter or group: in it or not, its initiative by the rules, and a field to type it."""

    def __init__(self, line: EntryLine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = line
        self.setObjectName(f"start {line.id}")
        self.here = Tick(line.name, self)
        self.here.setChecked(True)
        self.number = QLabel(str(line.initiative), self)
        self.number.setProperty("role", "muted")
        self.number.setToolTip("Initiative by the rules")
        self.field = QLineEdit(self)
        self.field.setValidator(QRegularExpressionValidator(DIGITS, self.field))
        self.field.setToolTip("Initiative as it was rolled; empty: by the rules")
        self.field.setPlaceholderText("–")
        self.says = OneLine(self)
        self.says.setProperty("role", "muted")
        self.says.setMinimumWidth(SAYS_PX if line.says else 0)
        self.says.say(line.says)
        _lay(self, self.here, self.says, self.number, self.field)

    @property
    def whole_px(self) -> int:
        """How wide it is with its name whole."""
        beside = self.says.minimumWidth() + NUMBER_PX + FIELD_PX
        return self.here.sizeHint().width() + beside + 3 * GAP_PX

    @property
    def typed(self) -> int | None:
        """The initiative that was typed."""
        text = self.field.text().strip()
        return int(text) if text.lstrip("-").isdigit() else None


class Captions(QWidget):
    """What stands over the columns of such rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        texts = [QLabel(text, self) for text in ("", "", "Initiative", "rolled")]
        for each in texts:
            each.setProperty("role", "muted")
        _lay(self, *texts)


def _lay(row: QWidget, name: QWidget, says: QWidget, number: QLabel, rolled: QWidget) -> None:
    """Put the parts of a row into its columns."""
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(GAP_PX)
    number.setMinimumWidth(NUMBER_PX)
    number.setAlignment(RIGHT)
    number.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    rolled.setFixedWidth(FIELD_PX)
    line.addWidget(name)
    line.addWidget(says, 1)
    line.addWidget(number)
    line.addWidget(rolled)
