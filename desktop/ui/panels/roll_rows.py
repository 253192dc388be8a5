"""The rows of the roll panel: each shows one line and says what the hand did to it."""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.ui import theme
from desktop.ui.menus.fields.field import dress
from desktop.ui.menus.one_line import OneLine
from desktop.ui.panels import roll_lines as r
from desktop.ui.panels.die_field import DieField
from desktop.ui.panels.small_fields import (
    NUMBER_PX,
    Choices,
    NumberField,
    Stack,
    Switch,
    TextField,
    Ways,
    Wrapped,
)

FEW = 3
"""So many ways stand side by side; more of them open as a list."""
ROOM_LETTERS = 42
"""So much text has room in a row of ways."""
UNBOUND_PX = (1 << 24) - 1
"""Qt's own width without a limit."""


class Row(QWidget):
    """One line of the panel."""

    said = Signal(str, object)
    """The GM's word: its key, and the value or None to take it back."""
    answered = Signal(str, object)
    """A face or choice: the key of its question, and the value."""
    rolled_by = Signal(str, bool)
    """A die shall be thrown by hand, or by the program."""
    back = Signal()
    asked_why = Signal(str)
    """The rule that `?` leads to."""
    texted = Signal(str, int, str)
    """What the GM typed for a table's row."""
    height_px: ClassVar[int] = 22
    grows: ClassVar[bool] = False
    """Whether a long text makes the row higher."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line: Any = None
        self.rule = self.ruling = ""
        self.why: QToolButton | None = None
        self.box = QHBoxLayout(self)
        self.box.setContentsMargins(8, 0, 8, 0)
        self.box.setSpacing(4)

    def show_line(self, line: Any) -> None:
        """Show another value of the line."""
        if line != self.line:
            self.line = line
            self.rule = getattr(line, "rule", "")
            self.ruling = getattr(line, "ruling", "")
            self.setObjectName(f"roll {line.key}")
            self.fill(line)

    def fill(self, line: Any) -> None:
        """Put the line's value into the parts of the row."""

    def put_away(self) -> None:
        """Go out of use, until another line needs such a row."""
        self.line = None
        self.hide()

    def show_why(self, tip: str) -> None:
        """Say beside the reason what its rule is."""
        if self.why is not None:
            self.why.setToolTip(tip)

    @property
    def hand(self) -> QWidget | None:
        """What takes the keys; None where there is nothing to change."""
        return None

    def _add_why(self) -> None:
        """Add the small button that leads to the rule."""
        self.why = why = QToolButton(self)
        why.setText("?")
        why.setAccessibleName("What the rule says")
        why.setFixedSize(16, 18)
        why.setProperty("role", "why")
        why.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        why.setAutoRaise(True)
        why.clicked.connect(lambda: self.asked_why.emit(self.rule))
        self.box.addWidget(why)

    def _dress_why(self) -> None:
        if self.why is not None:
            self.why.setVisible(bool(self.rule))
            self.why.setText("§" if self.ruling else "?")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Lead to the rule with `?`."""
        if event.text() == "?" and self.rule:
            self.asked_why.emit(self.rule)
        else:
            super().keyPressEvent(event)


class TallyRow(Row):
    """What a number is called and what it starts from; a line above parts it from the rest."""

    height_px = 30
    grows = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = Wrapped(self)
        self.says.setProperty("role", "tally")
        self.number = QLabel(self)
        self.number.setProperty("role", "tally")
        self.field = NumberField(self)
        self.field.given.connect(lambda value: self.said.emit(self.line.word, value))
        self.box.setContentsMargins(8, 4, 8, 2)
        self.box.addWidget(self.says, 1)
        self.box.addWidget(self.number)
        self.box.addWidget(self.field)
        self._add_why()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line above."""
        painter = QPainter(self)
        painter.setPen(QColor(theme.colours().line))
        painter.drawLine(0, 1, self.width(), 1)

    def fill(self, line: r.TallyLine) -> None:
        """Show the number."""
        self.says.say(line.says)
        self.number.setText(line.number)
        self.number.setVisible(not line.word)
        self.field.setVisible(bool(line.word))
        if line.word:
            self.field.show_number(int(line.number), typed=line.typed)
        self._dress_why()

    @property
    def hand(self) -> QWidget | None:
        """The number, where it is the total."""
        return self.field if self.line is not None and self.line.word else None


class PartRow(Row):
    """A reason with its switch."""

    grows = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.switch = Switch(self)
        self.switch.clicked.connect(self._switched)
        self.amount = QLabel(self)
        self.amount.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.box.addSpacing(8)
        self.box.addWidget(self.switch, 1)
        self.box.addWidget(self.amount)
        self._add_why()

    def fill(self, line: r.PartLine) -> None:
        """Show the reason."""
        self.switch.say(line.says)
        self.switch.setChecked(line.on)
        self.amount.setText(line.amount)
        self.amount.setProperty("role", "" if line.on else "muted")
        self.amount.setEnabled(line.on)
        self._dress_why()

    def _switched(self, on: bool) -> None:
        self.said.emit(self.line.key, None if on == self.line.default else on)

    @property
    def hand(self) -> QWidget | None:
        """The switch."""
        return self.switch


class TotalRow(Row):
    """What the reasons come to."""

    height_px = 28

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = OneLine(self)
        self.equals = QLabel("=", self)
        self.field = NumberField(self)
        self.field.given.connect(lambda value: self.said.emit(self.line.word, value))
        self.box.addWidget(self.says, 1)
        self.box.addWidget(self.equals)
        self.box.addWidget(self.field)
        self.box.addSpacing(20)

    def fill(self, line: r.TotalLine) -> None:
        """Show the total."""
        self.says.say(line.says)
        self.field.show_number(line.total, typed=line.typed)

    @property
    def hand(self) -> QWidget | None:
        """The total."""
        return self.field


class DieRow(Row):
    """Who rolls, the digits, and who throws the die."""

    height_px = 30
    grows = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = Wrapped(self)
        self.die = DieField(self)
        self.by = QToolButton(self)
        self.by.setProperty("role", "by")
        self.by.setFixedWidth(56)
        self.by.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.box.addWidget(self.says, 1)
        self.box.addWidget(self.die)
        self.box.addWidget(self.by)
        self.die.thrown.connect(lambda face: self.answered.emit(self.line.key, face))
        self.die.back.connect(self.back)
        self.by.clicked.connect(lambda: self.rolled_by.emit(self.line.key, not self.line.by_hand))

    def fill(self, line: r.DieLine) -> None:
        """Show the die."""
        self.says.say(line.says)
        self.die.show_die(line.die, line.face, wanted=line.open)
        self.by.setText("by hand" if line.by_hand else "program")
        self.by.setToolTip("Let the program roll it" if line.by_hand else "Roll it by hand")

    @property
    def hand(self) -> QWidget | None:
        """The digits."""
        return self.die


class SwitchRow(Row):
    """A discretion that is so or not."""

    grows = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.switch = Switch(self)
        self.switch.clicked.connect(
            lambda on: self.said.emit(self.line.key, None if on == self.line.default else on)
        )
        self.box.addWidget(self.switch, 1)
        self._add_why()

    def fill(self, line: r.SwitchLine) -> None:
        """Show whether it is so."""
        self.switch.say(line.says)
        self.switch.setChecked(line.on)

    @property
    def hand(self) -> QWidget | None:
        """The switch."""
        return self.switch


class ChoiceRow(Row):
    """Several ways: the default stands until another is picked."""

    height_px = 30
    grows = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = Wrapped(self)
        self.ways = Ways(self)
        self.list = Choices(self)
        self.list.setMaximumWidth(180)
        self.list.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.box.addWidget(self.says, 1)
        self.box.addWidget(self.ways)
        self.box.addWidget(self.list)
        self._add_why()
        self.ways.picked.connect(self._pick)
        self.list.activated.connect(lambda at: self._pick(self.line.options[at].key))

    def fill(self, line: r.ChoiceLine) -> None:
        """Show the ways."""
        self.says.say(line.says)
        few = self._is_few(line)
        self.ways.setVisible(few)
        self.list.setVisible(not few)
        if few:
            self.ways.show_ways(line.options, line.value)
        else:
            shown = [self.list.itemText(at) for at in range(self.list.count())]
            if shown != [each.says for each in line.options]:
                self.list.clear()
                self.list.addItems([each.says for each in line.options])
            keys = [each.key for each in line.options]
            self.list.setCurrentIndex(keys.index(line.value) if line.value in keys else -1)

    def _is_few(self, line: r.ChoiceLine) -> bool:
        letters = len(line.says) + sum(len(each.says) + 4 for each in line.options)
        return len(line.options) <= FEW and letters <= ROOM_LETTERS

    def _pick(self, key: str) -> None:
        line: r.ChoiceLine = self.line
        if line.asked:
            self.answered.emit(line.key, key)
        else:
            self.said.emit(line.key, None if key == line.default else key)

    @property
    def hand(self) -> QWidget | None:
        """The ways."""
        if self.line is None:
            return None
        return self.ways if self._is_few(self.line) else self.list


class AskRow(Row):
    """Something that has no default: each way is a button of its own."""

    grows = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout()
        self._column.setSpacing(4)
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        self.says.setProperty("role", "asked")
        self._column.addWidget(self.says)
        self.ways = Stack(self)
        self._column.addWidget(self.ways)
        self.box.setContentsMargins(8, 4, 8, 4)
        self.box.addLayout(self._column, 1)
        self.ways.picked.connect(lambda key: self.answered.emit(self.line.key, key))

    def fill(self, line: r.ChoiceLine) -> None:
        """Show the ways."""
        self.says.setText(line.says)
        self.ways.show_ways(
            tuple(
                type(each)(each.key, f"{number}  {each.says}")
                for number, each in enumerate(line.options, 1)
            ),
            line.value,
        )

    @property
    def hand(self) -> QWidget | None:
        """The ways."""
        return self.ways


class NumberRow(Row):
    """A number that may be typed over."""

    height_px = 28

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = Wrapped(self)
        self.says.setProperty("role", "tally")
        self.field = NumberField(self)
        self.field.given.connect(
            lambda value: self.said.emit(self.line.key, None if value == self._default() else value)
        )
        self.box.addWidget(self.says, 1)
        self.box.addWidget(self.field)
        self._add_why()

    def _default(self) -> int:
        return int(self.line.default)

    def fill(self, line: r.NumberLine) -> None:
        """Show the number."""
        self.says.say(line.says)
        self.field.show_number(line.value, typed=line.value != line.default)

    @property
    def hand(self) -> QWidget | None:
        """The number."""
        return self.field


class TextRow(Row):
    """What the book's table says, typed once and kept; or a number with a fraction."""

    height_px = 30
    grows = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = Wrapped(self)
        self.field = TextField(self)
        self.field.editingFinished.connect(self._give)
        self.box.addWidget(self.says)
        self.box.addWidget(self.field)

    def fill(self, line: r.TextLine) -> None:
        """Show the text; what a number is takes the room that a text would have."""
        is_text = bool(line.table)
        self.says.say(line.says)
        self.says.setWordWrap(not is_text)
        self.box.setStretch(0, int(not is_text))
        self.box.setStretch(1, int(is_text))
        self.field.setMaximumWidth(UNBOUND_PX if is_text else NUMBER_PX)
        self.field.setPlaceholderText("What the book says" if is_text else "")
        if not self.field.isModified():
            self.field.setText(line.text)

    def _give(self) -> None:
        if not self.field.isModified():
            return
        self.field.setModified(False)
        text, line = self.field.text().strip(), self.line
        if text == line.text:
            return
        self.said.emit(line.key, text or None)
        if line.table and text:
            self.texted.emit(line.table, line.result, text)

    @property
    def hand(self) -> QWidget | None:
        """The field."""
        return self.field


class NoteRow(Row):
    """What it comes to."""

    grows = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.box.setContentsMargins(8, 2, 8, 2)
        self.box.addWidget(self.says, 1)

    def fill(self, line: r.NoteLine) -> None:
        """Show it."""
        self.says.setText(line.says)
        dress(self.says, "grave" if line.grave else "outcome")


ROWS: dict[type[r.Line], type[Row]] = {
    r.TallyLine: TallyRow,
    r.PartLine: PartRow,
    r.TotalLine: TotalRow,
    r.DieLine: DieRow,
    r.SwitchLine: SwitchRow,
    r.NumberLine: NumberRow,
    r.TextLine: TextRow,
    r.NoteLine: NoteRow,
}


def row_for(line: r.Line) -> type[Row]:
    """Return the kind of row that shows a line."""
    if isinstance(line, r.ChoiceLine):
        return AskRow if line.asked else ChoiceRow
    return ROWS[type(line)]
