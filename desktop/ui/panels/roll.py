"""The roll panel: everything that an action comes to, every number of it open to the GM's word."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget

from desktop.core.errors import AnswerError
from desktop.core.rules.questions import Question
from desktop.ui.exchange import Exchange
from desktop.ui.fight import Fight
from desktop.ui.menus.following import Following
from desktop.ui.menus.keys import ENTER, digit_of, is_override
from desktop.ui.menus.panel import Panel
from desktop.ui.panels import roll_lines, table_texts
from desktop.ui.panels.die_field import DieField
from desktop.ui.panels.roll_frame import Foot, Head
from desktop.ui.panels.roll_rows import (
    ChoiceRow,
    DieRow,
    NoteRow,
    NumberRow,
    PartRow,
    Row,
    TallyRow,
    TextRow,
    TotalRow,
    row_for,
)
from desktop.ui.panels.rule_texts import rule_tip
from desktop.ui.panels.small_fields import Choices, Switch, Ways
from desktop.ui.session import Session

OWN_KEYS = (*ENTER, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Backspace,
            Qt.Key.Key_Question, Qt.Key.Key_Space)  # fmt: skip
USUAL: dict[type[Row], int] = {
    TallyRow: 4, PartRow: 6, TotalRow: 3, DieRow: 4, ChoiceRow: 2, NumberRow: 1, TextRow: 1,
    NoteRow: 5,
}  # fmt: skip
"""How many rows of each kind an opposed attack with a critical takes."""


class RollPanel(Panel):
    """Shows the exchange under way, and afterwards what it came to, until the next click."""

    title: ClassVar[str] = ""
    showing_changed = Signal(bool)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setObjectName("roll")
        self._showing = False
        self._asked = ""
        """The key of the question that was open when the panel was shown last."""
        self._rows: dict[tuple[type[Row], str], Row] = {}
        self._spare: dict[type[Row], list[Row]] = {}
        """Rows out of use: making one costs more than filling it."""
        self.shown: list[Row] = []
        """The rows in view, from top to bottom."""
        self._frame()
        self._following = Following(session, self)
        self._following.other.connect(self._other_fight)
        self._following.exchanged.connect(self._refresh)
        self._following.typed.connect(self._type)
        self._other_fight()
        self._refresh()
        QTimer.singleShot(0, self, self._warm_up)

    def _frame(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head = Head(self)
        self.head.drop.clicked.connect(self.escape)
        self.head.action_chosen.connect(lambda action: self._do("change_action", action))
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sheet = QWidget()
        self.sheet.setObjectName("roll_sheet")
        self.column = QVBoxLayout(self.sheet)
        self.column.setContentsMargins(0, 4, 0, 8)
        self.column.setSpacing(0)
        self.column.addStretch(1)
        self.area.setWidget(self.sheet)
        self.foot = Foot(self)
        self.foot.apply.clicked.connect(self._enter)
        self.foot.back.clicked.connect(self._step_back)
        column.addWidget(self.head)
        column.addWidget(self.area, 1)
        column.addWidget(self.foot)

    # Following the fight

    def _other_fight(self) -> None:
        if self._fight is not None:
            self._fight.remembered = lambda word: table_texts.text_in(self.session.encounter, word)

    @property
    def _fight(self) -> Fight | None:
        return self._following.fight

    @property
    def fight(self) -> Fight:
        """The fight in the window."""
        assert self._fight is not None
        return self._fight

    @property
    def showing(self) -> bool:
        """Whether the panel is to be seen in the place of card and log."""
        return self._showing

    @property
    def exchange(self) -> Exchange | None:
        """What is in view."""
        return None if self._fight is None else self._fight.in_view

    def _refresh(self) -> None:
        exchange = self.exchange
        if exchange is not None:
            begins = not self._showing or not self._has_focus()
            under_way = self.fight.exchange is not None
            focus = QApplication.focusWidget()
            self._fill(exchange)
            self._set_showing(True)
            kept = isinstance(focus, Switch | Ways | Choices) and focus.isVisible()
            asked = exchange.question.key if exchange.question is not None else ""
            kept = kept and asked in ("", self._asked)  # another question takes the keys
            self._asked = asked
            if under_way and (begins or not kept):
                self._focus_on(exchange)
            elif under_way and kept and focus is not None:
                focus.setFocus()
            if exchange.question is None:
                self._show_outcome()
        else:
            self._set_showing(False)

    def _set_showing(self, showing: bool) -> None:
        if showing != self._showing:
            self._showing = showing
            self.showing_changed.emit(showing)

    def _fill(self, exchange: Exchange) -> None:
        """Show the lines; rows whose line is still there stay, with what is typed into them."""
        fight = self.fight
        under_way = fight.exchange is not None
        self.head.show_exchange(fight, exchange, under_way=under_way)
        self.foot.show_exchange(fight, exchange, under_way=under_way)
        self.sheet.setUpdatesEnabled(False)
        kept: dict[tuple[type[Row], str], Row] = {}
        self.shown = []
        for at, line in enumerate(roll_lines.lines(fight, exchange)):
            kind = row_for(line)
            row = kept.get((kind, line.key)) or self._rows.pop((kind, line.key), None)
            if row is None:
                row = self._make(kind)
            kept[kind, line.key] = row
            if row.line != line:
                row.show_line(line)
                row.show_why(rule_tip(row.rule, row.ruling, fight.state.rulings))
            if self.column.indexOf(row) != at:
                self.column.insertWidget(at, row)
            self.shown.append(row)
        for (kind, _), row in self._rows.items():
            self.column.removeWidget(row)
            row.put_away()
            self._spare.setdefault(kind, []).append(row)
        self._rows = kept
        self.sheet.setUpdatesEnabled(True)

    def _make(self, kind: type[Row]) -> Row:
        spare = self._spare.get(kind)
        row = spare.pop() if spare else self._made(kind)
        row.show()
        return row

    def _warm_up(self) -> None:
        """Make rows of each kind beforehand, so that the first key is answered at once."""
        for kind, many in USUAL.items():
            several = self._spare.setdefault(kind, [])
            while len(several) < many:
                several.append(self._made(kind))

    def _made(self, kind: type[Row]) -> Row:
        row = kind(self.sheet)
        row.hide()
        if not kind.grows:
            row.setFixedHeight(kind.height_px)
        else:
            row.setMinimumHeight(kind.height_px)
        row.said.connect(self._said)
        row.answered.connect(self._answered)
        row.rolled_by.connect(lambda key, hand: self._do("roll_by", key, hand=hand))
        row.back.connect(self._step_back)
        row.asked_why.connect(lambda rule: self.wants.emit("help.rule", rule))
        row.texted.connect(
            lambda table, result, text: table_texts.keep(self.session, table, result, text)
        )
        row.ensurePolished()
        return row

    # The focus

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and (focus is self or self.isAncestorOf(focus))

    def _focus_on(self, exchange: Exchange) -> None:
        """Give the focus to what is needed now, else to the button that applies.

        A switch or choice that was just changed keeps it; digits go to the open die all the same.
        """
        if exchange.question is not None:
            row = self.row(exchange.question.key)
            target = row.hand if row is not None else None
            if target is not None and row is not None:
                target.setFocus(Qt.FocusReason.OtherFocusReason)
                self.sheet.layout().activate()  # type: ignore[union-attr]  # it has one
                self.area.ensureWidgetVisible(row, 0, 40)
                return
        self.foot.apply.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_keys(self) -> None:
        """Give the keys to the first die, else to the first thing that can be changed."""
        hands = [row.hand for row in self.shown if row.hand is not None]
        dice = (hand for hand in hands if isinstance(hand, DieField))
        first = next(dice, next(iter(hands), self.foot.apply))
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_outcome(self) -> None:
        """Bring what it all comes to into view: the last lines."""
        focus = QApplication.focusWidget()
        if self.shown and not (focus is not None and self.sheet.isAncestorOf(focus)):
            self.column.activate()
            self.sheet.adjustSize()
            self.area.ensureWidgetVisible(self.shown[-1], 0, 16)

    def row(self, key: str) -> Row | None:
        """Return the row of a line in view."""
        return next((row for row in self.shown if row.line.key == key), None)

    def _step_focus(self, by: int) -> None:
        """Go to the next thing that can be changed, round and round."""
        hands = [row.hand for row in self.shown if row.hand is not None]
        hands.append(self.foot.apply)
        focus = QApplication.focusWidget()
        at = next((i for i, hand in enumerate(hands) if hand is focus), None)
        start = 0 if by > 0 else len(hands) - 1
        target = hands[start if at is None else (at + by) % len(hands)]
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(target, 0, 24)

    # What the hand does

    def _do(self, name: str, *arguments: object, **named: object) -> None:
        if self.exchange is not None:
            getattr(self.fight, name)(*arguments, **named)

    def _said(self, key: str, value: object) -> None:
        self._do("say", key, value)

    def _answered(self, key: str, value: object) -> None:
        exchange = self.exchange
        if exchange is None:
            return
        try:
            if exchange.question is not None and exchange.question.key == key:
                self._do("answer", value)
            else:
                self._do("change_answer", key, value)
        except AnswerError as error:
            self.session.told.emit(str(error))
            self._refresh()

    def _step_back(self) -> None:
        if self._fight is not None and self._fight.exchange is not None:
            self._fight.step_back()

    def _enter(self) -> None:
        """Roll what is empty and let it happen; put a result away, and go on to what waits."""
        if self._fight is None:
            return
        if self._fight.exchange is not None:
            self._fight.apply()
        elif (waiting := self._fight.next_waiting) is not None:
            self._fight.review(waiting)
        else:
            self._fight.drop()

    def escape(self) -> None:
        """Drop the exchange, or put the result away."""
        if self._fight is not None:
            self._fight.drop()

    def _type(self, key: str) -> None:
        """Take a key that was pressed on the board."""
        exchange = self.exchange
        if exchange is None:
            return
        if key == "enter":
            self._enter()
        elif key == "back":
            self._step_back()
        elif asked := self._meant_by_digits(exchange):
            row = self.row(asked)
            hand = row.hand if row is not None else None
            if hand is not None:
                hand.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(hand, DieField):
                hand.type_key(key)
        elif _dice(exchange):
            self.session.told.emit("Every die is typed. Click one to type over it; Enter applies.")

    def _meant_by_digits(self, exchange: Exchange) -> str:
        """Return the die that digits go to: the open one, else the first the program rolled.

        None is typed over by a key too many.
        """
        if exchange.question is not None:
            return exchange.question.key
        rolled = (key for key in _dice(exchange) if exchange.answers[key].by == "program")
        return next(rolled, "")

    # Qt

    def sizeHint(self) -> QSize:
        """Leave the size to the window."""
        return QSize(336, 570)

    def minimumSizeHint(self) -> QSize:
        """Give way; it scrolls inside."""
        return QSize(160, 80)

    def event(self, event: QEvent) -> bool:
        """Keep the panel's own keys from the window's shortcuts."""
        if is_override(event) and (event.key() in OWN_KEYS or self._open_digit(event)):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer Enter, Esc, the arrows and Backspace wherever the focus is in the panel."""
        key = event.key()
        if digit := self._open_digit(event):
            self._type(digit)
        elif key in ENTER:
            self._enter()
        elif key == Qt.Key.Key_Escape and self._showing:
            self.escape()
        elif key == Qt.Key.Key_Down:
            self._step_focus(1)
        elif key == Qt.Key.Key_Up:
            self._step_focus(-1)
        elif key == Qt.Key.Key_Backspace:
            self._step_back()
        else:
            super().keyPressEvent(event)

    def _open_digit(self, event: QKeyEvent) -> str:
        """Return the digit of a key while a die is open; empty otherwise."""
        under_way = self._fight is not None and self._fight.exchange is not None
        return digit_of(event) if under_way else ""

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through the rows as they stand, not as they were made."""
        self._step_focus(1 if next else -1)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep a press beside the rows from the window, which would take the focus."""
        event.accept()


def _dice(exchange: Exchange) -> list[str]:
    return [
        each.key for each in exchange.trace if isinstance(each, Question) and each.kind == "roll"
    ]
