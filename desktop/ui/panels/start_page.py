"""The page between Build and round 1, with everything filled in: Enter starts."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.core import play
from desktop.core.errors import EncounterError
from desktop.core.model.words import FighterId, SideId
from desktop.core.rules.actions import Begin
from desktop.core.store.catalogue import catalogue
from desktop.ui import theme
from desktop.ui.fight import Fight
from desktop.ui.menus.fields.choice import Combo
from desktop.ui.menus.fields.field import empty
from desktop.ui.menus.front import fight_of
from desktop.ui.menus.keys import ENTER
from desktop.ui.menus.one_line import OneLine
from desktop.ui.menus.panel import Panel
from desktop.ui.panels.small_fields import short
from desktop.ui.panels.start_lines import SideLine, side_lines
from desktop.ui.panels.start_rows import Captions, Counter, EntryRow
from desktop.ui.session import Session

WIDE_PX, MARGIN_PX, BETWEEN_PX = 760, 24, 32
"""How wide it gets at most, what is left around it, and between two sides."""
COUNTERS_A_ROW, COUNTER_PX = 3, 140
MOST_COUNTER = 99
NOBODY = "nobody"


class StartPage(Panel):
    """Everything that a fight begins with."""

    title: ClassVar[str] = "Start"
    ready = Signal(object)
    """The fight, begun."""
    closed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setObjectName("start page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.rows: list[EntryRow] = []
        self.counters: dict[tuple[SideId, str], QSpinBox] = {}
        self.dice: dict[SideId, QToolButton] = {}
        self._boxes: list[QWidget] = []
        """What shows a side each."""
        self._kept: dict[str, tuple[bool, str]] = {}
        """What was chosen for an entry, while the page is filled anew."""
        self._frame()
        session.changed.connect(self._changed)

    def _frame(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer.addWidget(self.area)
        sheet = QWidget()
        self.area.setWidget(sheet)
        centred = QHBoxLayout(sheet)
        centred.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        self.column = QVBoxLayout()
        self.column.setSpacing(16)
        centred.addStretch(1)
        middle = QWidget()
        middle.setMaximumWidth(WIDE_PX)
        middle.setMinimumWidth(420)
        middle.setLayout(self.column)
        centred.addWidget(middle, 100)
        centred.addStretch(1)
        self.column.addLayout(self._head())
        self.sides = QGridLayout()
        self.sides.setVerticalSpacing(16)
        self.column.addLayout(self.sides)
        self.column.addWidget(_rule())
        self.column.addLayout(self._choices())
        self.wrong = QLabel()
        self.wrong.setProperty("role", "error")
        self.wrong.setWordWrap(True)
        self.wrong.hide()
        self.column.addWidget(self.wrong)
        foot = QHBoxLayout()
        foot.addStretch(1)
        self.start = QPushButton("Start   Enter")
        self.start.setObjectName("start fight")
        self.start.setDefault(True)
        self.start.setMinimumWidth(200)
        self.start.clicked.connect(self.begin)
        self.leave = QPushButton()
        self.leave.setFlat(True)
        self.leave.clicked.connect(self.closed)
        foot.addWidget(self.leave)
        foot.addWidget(self.start)
        self.column.addLayout(foot)
        self.column.addStretch(1)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.name = OneLine()
        self.name.setObjectName("start_title")
        self.issues = QToolButton()
        self.issues.setObjectName("start issues")
        self.issues.setProperty("role", "by")
        self.issues.clicked.connect(self._show_issues)
        row.addWidget(self.name, 1)
        row.addWidget(self.issues)
        return row

    def _choices(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        self.surprised = Combo()
        self.surprised.setObjectName("start surprise")
        grid.addWidget(QLabel("Surprised"), 0, 0)
        grid.addWidget(self.surprised, 0, 1)
        self.counter_box = QWidget()
        self.counter_grid = QGridLayout(self.counter_box)
        self.counter_grid.setContentsMargins(0, 0, 0, 0)
        self.counter_grid.setHorizontalSpacing(8)
        self.choices = grid
        self.readings = QToolButton()
        self.readings.setProperty("role", "by")
        self.readings.clicked.connect(self._show_readings)
        grid.addWidget(self.readings, 0, 4)
        grid.setColumnStretch(3, 1)
        return grid

    # Filling in

    def refresh(self) -> None:
        """Fill the page in anew, as the encounter is now; what was chosen stays chosen."""
        self._keep()
        encounter, stock = self.session.encounter, self.session.stock
        self.name.say(encounter.name or "Untitled")
        there = "Build" if fight_of(self.session) is None else "the fight"
        self.leave.setText(f"Back to {there}   Esc")
        self.wrong.hide()
        try:
            book = play.rulebook(encounter)
            lines = side_lines(book, play.begin_state(encounter, stock))
        except EncounterError as error:
            self._tell(error)
            lines = []
        self._show_sides(lines)
        self._show_choices(lines)
        self._show_issues_count()
        self._chain()
        self.start.setEnabled(bool(lines))
        self.start.setFocus()

    def _chain(self) -> None:
        """Let Tab go down the initiatives, then over all the rest."""
        fields: list[QWidget] = [row.field for row in self.rows]
        boxes = [row.here for row in self.rows]
        rest = (*self.dice.values(), self.surprised, *self.counters.values(), self.readings)
        chain = [self, *fields, *boxes, self.issues, *rest, self.leave, self.start]
        for one, other in pairwise(chain):
            self.setTabOrder(one, other)

    def _keep(self) -> None:
        for row in self.rows:
            self._kept[row.line.id] = (row.here.isChecked(), row.field.text())

    def _show_sides(self, lines: list[SideLine]) -> None:
        empty(self.sides)
        self.rows, self.dice = [], {}
        self._boxes = [self._side(line) for line in lines]
        self._place_sides()

    def _place_sides(self) -> None:
        """Stand the sides in two columns, or in one where that would cut a name."""
        needs = [0, 0]
        for number, box in enumerate(self._boxes):
            rows = (row.whole_px for row in self.rows if box.isAncestorOf(row))
            needs[number % 2] = max(needs[number % 2], *rows, 0)
        room = min(WIDE_PX, self.width() - 2 * MARGIN_PX - self.area.verticalScrollBar().width())
        columns = 2 if sum(needs) + BETWEEN_PX <= room else 1
        for number, box in enumerate(self._boxes):
            row, at = divmod(number, columns)
            self.sides.addWidget(box, row, at, Qt.AlignmentFlag.AlignTop)
        for at in (0, 1):
            self.sides.setColumnStretch(at, int(at < columns))
            self.sides.setColumnMinimumWidth(at, needs[at] if columns > 1 else 0)
        self.sides.setHorizontalSpacing(BETWEEN_PX if columns > 1 else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand the sides as there is room for them now."""
        super().resizeEvent(event)
        self._place_sides()

    def _side(self, line: SideLine) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        head = QHBoxLayout()
        dot = QLabel()
        dot.setPixmap(theme.dot(line.colour).pixmap(12, 12))
        name = OneLine()
        name.setProperty("role", "title")
        name.say(line.name)
        dice = QToolButton()
        dice.setObjectName(f"start dice {line.id}")
        dice.setProperty("role", "by")
        dice.setFixedWidth(120)
        dice.setText("dice by hand" if line.dice == "hand" else "program rolls")
        dice.setToolTip("Who rolls for this side; any single roll can differ")
        other = "program" if line.dice == "hand" else "hand"
        dice.clicked.connect(partial(self._set_dice, line.id, other))
        self.dice[line.id] = dice
        head.addWidget(dot)
        head.addWidget(name, 1)
        head.addWidget(dice)
        column.addLayout(head)
        if line.entries:
            column.addWidget(Captions())
        for entry in line.entries:
            row = EntryRow(entry)
            here, typed = self._kept.get(entry.id, (True, ""))
            row.here.setChecked(here)
            row.field.setText(typed)
            self.rows.append(row)
            column.addWidget(row)
        if not line.entries:
            nobody = QLabel("Nobody is on this side yet.")
            nobody.setProperty("role", "muted")
            column.addWidget(nobody)
        return box

    def _show_choices(self, lines: list[SideLine]) -> None:
        chosen = self.surprised.currentData()
        self.surprised.clear()
        self.surprised.addItem(NOBODY, "")
        for line in lines:
            self.surprised.addItem(line.name, line.id)
        self.surprised.setCurrentIndex(max(0, self.surprised.findData(chosen)))
        had = {key: box.value() for key, box in self.counters.items()}
        empty(self.counter_grid)
        self.counters = {}
        several = sum(len(line.counters) for line in lines) > 1
        place = (1, 0, 1, 5) if several else (0, 2, 1, 1)
        self.choices.addWidget(self.counter_box, *place, Qt.AlignmentFlag.AlignLeft)
        for line in lines:
            for counter, value in line.counters.items():
                name = counter.capitalize() + (f", {line.name}" if several else "")
                box = Counter()
                box.setObjectName(f"start {line.id} {counter}")
                box.setRange(0, MOST_COUNTER)
                box.setValue(had.get((line.id, counter), value))
                self.counters[line.id, counter] = box
                row, at = divmod(len(self.counters) - 1, COUNTERS_A_ROW)
                self.counter_grid.setColumnMinimumWidth(3 * at, 8 if at or not several else 0)
                self.counter_grid.addWidget(short(name, COUNTER_PX), row, 3 * at + 1)
                self.counter_grid.addWidget(box, row, 3 * at + 2)
        self._show_differing()

    def _show_differing(self) -> None:
        differ = len(self.session.encounter.rulings)
        self.readings.setText(f"Readings that differ: {differ}")
        self.readings.setToolTip(
            "\n".join(f"{key}: {value}" for key, value in self.session.encounter.rulings.items())
            or "All ambiguous rules are read as the catalogue does. Click to read some otherwise."
        )

    def _show_issues_count(self) -> None:
        from desktop.core.survey import counts, survey  # costs more than the page itself

        issues = survey(self.session.encounter, catalogue(), self.session.stock)
        errors = counts(issues)["error"]
        plural = "" if errors == 1 else "s"
        self.issues.setText(f"{errors} error{plural} open: show")
        self.issues.setVisible(errors > 0)

    def _changed(self, *_: object) -> None:
        """Follow what is changed beside the page, in the readings."""
        if self.isVisible():
            self._show_differing()

    def _show_readings(self) -> None:
        self.wants.emit("rulings.open", None)

    def _show_issues(self) -> None:
        self.closed.emit()
        self.wants.emit("view.next_issue", None)

    def _set_dice(self, side: SideId, dice: str) -> None:
        if self.session.edit("set_field", kind="side", id=side, field="dice", value=dice):
            self.refresh()

    # Starting

    @property
    def action(self) -> Begin:
        """What the page comes to."""
        present = tuple(
            FighterId(who) for row in self.rows if row.here.isChecked() for who in row.line.members
        )
        everyone = sum(len(row.line.members) for row in self.rows)
        typed = {row.line.id: row.typed for row in self.rows if row.here.isChecked()}
        surprised = self.surprised.currentData()
        counters: dict[SideId, dict[str, int]] = {}
        for (side, counter), box in self.counters.items():
            if box.value() or counter in self._written(side):
                counters.setdefault(side, {})[counter] = box.value()
        return Begin(
            present=None if len(present) == everyone else present,
            initiatives={name: number for name, number in typed.items() if number is not None},
            surprised=(SideId(surprised),) if surprised else (),
            counters=counters,
        )

    def _written(self, side: SideId) -> dict[str, int]:
        return dict(self.session.encounter.all_sides[side].counters)

    def begin(self) -> None:
        """Begin the fight."""
        encounter, stock = self.session.encounter, self.session.stock
        if not any(row.here.isChecked() for row in self.rows):
            self.wrong.setText("Nobody is in the fight. Tick somebody, or bring people in.")
            self.wrong.show()
            return
        try:
            combat = play.begin(encounter, self.action, stock=stock)
        except EncounterError as error:
            self._tell(error)
            return
        self.ready.emit(Fight(combat.book, combat, self.session))

    def _tell(self, error: EncounterError) -> None:
        self.wrong.setText(str(error))
        self.wrong.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start with Enter, go back with Esc."""
        if event.key() in ENTER and self.start.isEnabled():
            self.begin()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def _rule() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    return line
