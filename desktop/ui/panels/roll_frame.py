"""Head and foot of the roll panel: who does what to whom and with what; applying and going back."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.core.model.words import FighterId, Location
from desktop.core.rules.actions import Action, AimedAssault, Assault
from desktop.core.rules.book import Offer
from desktop.core.rules.deeds import deed, done_to
from desktop.core.rules.now import Discretion
from desktop.core.rules.order import is_out
from desktop.core.rules.questions import Question
from desktop.core.rules.resolve import refusals
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Tally
from desktop.core.rules.telling import name
from desktop.ui.exchange import Exchange
from desktop.ui.fight import Fight
from desktop.ui.menus.offers import another_way, attacks, is_same_way, offers_of
from desktop.ui.menus.one_line import OneLine
from desktop.ui.panels.small_fields import Choices

WAYS_PX = 190


ANYWHERE = "Anywhere"


class Head(QWidget):
    """Who does what to whom; the weapon can be changed, and where its target is to be hit."""

    action_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("roll_head")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(4)
        upper = QHBoxLayout()
        self.says = QLabel(self)
        self.says.setProperty("role", "title")
        self.says.setWordWrap(True)
        self.drop = QToolButton(self)
        self.drop.setText("Esc")
        self.drop.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.drop.setProperty("role", "by")
        upper.addWidget(self.says, 1)
        upper.addWidget(self.drop, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(upper)
        lower = QHBoxLayout()
        self.ways = Choices(self)
        self.ways.setObjectName("roll_ways")
        self.ways.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.ways.activated.connect(self._choose)
        self.ways.setMaximumWidth(WAYS_PX)
        self.aim = Choices(self)
        self.aim.setObjectName("roll_location")
        self.aim.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.aim.setToolTip("Target Location: where this attack is to hit")
        self.aim.addItems([ANYWHERE, *(word.capitalize() for word in get_args(Location))])
        self.aim.activated.connect(self._aim_at)
        self.where = OneLine(self)
        self.where.setProperty("role", "muted")
        lower.addWidget(self.ways)
        lower.addWidget(self.aim)
        lower.addStretch(1)
        column.addLayout(lower)
        column.addWidget(self.where)
        self._offers: list[Offer] = []
        self._action: Action | None = None

    def show_exchange(self, fight: Fight, exchange: Exchange, *, under_way: bool) -> None:
        """Show what is done."""
        state, action = fight.state_of(exchange), exchange.action
        self._action = action
        self.says.setText(deed(action, state))
        self.drop.setToolTip("Drop it, nothing has happened" if under_way else "Put it away")
        self._offers = []
        if isinstance(action, Assault):
            can_act = replace(state, actor=action.who)
            self._offers = attacks(offers_of(fight, action.who, can_act))
        at = next((i for i, offer in enumerate(self._offers) if is_same_way(offer, action)), None)
        self.ways.setVisible(at is not None)
        if at is not None:
            says = [offer.says for offer in self._offers]
            if says != [self.ways.itemText(i) for i in range(self.ways.count())]:
                self.ways.clear()
                self.ways.addItems(says)
            self.ways.setCurrentIndex(at)
            self.ways.allow([self._why_not(fight, can_act, i) if i != at else ""
                             for i in range(len(says))])  # fmt: skip
        location = action.location if isinstance(action, AimedAssault) else None
        self.aim.setVisible(at is not None and isinstance(action, AimedAssault))
        self.aim.setCurrentIndex(get_args(Location).index(location) + 1 if location else 0)
        where = _where(fight, state, action)
        self.where.say(where)
        self.where.setVisible(bool(where))

    def _choose(self, at: int) -> None:
        made = self._instead(at)
        if made is not None:
            self.action_chosen.emit(made)

    def _instead(self, at: int) -> Action | None:
        """Return what would be done in another way, with the same target."""
        if not isinstance(self._action, Assault) or at >= len(self._offers):
            return None
        return another_way(self._offers[at], self._action)

    def _why_not(self, fight: Fight, state: CombatState, at: int) -> str:
        """Return why another way is refused; empty where it is not."""
        made = self._instead(at)
        if made is None or made.forced:
            return ""
        return " ".join(each.says for each in refusals(fight.book, state, made))

    def _aim_at(self, at: int) -> None:
        location = get_args(Location)[at - 1] if at else None
        if isinstance(self._action, AimedAssault):
            self.action_chosen.emit(replace(self._action, location=location))


def _where(fight: Fight, state: CombatState, action: Action) -> str:
    """Return how far it is and between which zones, as `Medium, Quay – Nave`."""
    who, target = FighterId(action.doer or ""), done_to(action, state)
    if target is None or not (state.on_board(who) and state.on_board(target)):
        return ""
    if is_out(state, target) and state.fighters[target].seat is None:
        return ""
    distance = fight.book.space.distance(state, who, target)
    band = distance.band.capitalize() or distance.says
    zones = [state.zone_of(who), state.zone_of(target)]
    names = list(dict.fromkeys(name(state, zone) for zone in zones if zone is not None))
    return f"{band}, {' – '.join(names)}" if names else band


class Foot(QWidget):
    """Applying, and one answer back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("roll_foot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(4)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setProperty("role", "muted")
        column.addWidget(self.note)
        row = QHBoxLayout()
        self.apply = QPushButton(self)
        self.apply.setObjectName("roll_apply")
        self.apply.setDefault(True)
        self.back = QPushButton("Step back", self)
        self.back.setFlat(True)
        self.back.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.back.setToolTip("Take the last answer back  Backspace")
        row.addWidget(self.apply, 1)
        row.addWidget(self.back)
        column.addLayout(row)

    def show_exchange(self, fight: Fight, exchange: Exchange, *, under_way: bool) -> None:
        """Show what Enter does now."""
        choosing = exchange.question is not None and exchange.question.kind == "choose"
        if not under_way:
            waits = fight.next_waiting is not None
            text = "Answer what waits   Enter" if waits else "Done   Enter"
        elif choosing:
            text = "Choose first"
        elif exchange.question is not None:
            text = "Roll the rest and apply   Enter"
        else:
            text = "Apply   Enter"
        self.apply.setText(text)
        self.apply.setEnabled(not choosing)
        self.back.setVisible(under_way)
        self.back.setEnabled(bool(exchange.given))
        note = _note(fight, exchange, under_way=under_way)
        self.note.setText(note)
        self.note.setVisible(bool(note))


def _note(fight: Fight, exchange: Exchange, *, under_way: bool) -> str:
    if exchange.index is None:
        return ""
    if under_way:
        return f"Step {exchange.index + 1} is taken again; what came after it follows."
    if not any(isinstance(each, Question | Tally | Discretion) for each in exchange.trace):
        return "It has happened. There is no number in it to change."
    waiting = [index for index in fight.combat.waiting if index > exchange.index]
    if waiting:
        many = "1 later step waits" if len(waiting) == 1 else f"{len(waiting)} later steps wait"
        return f"It has happened. {many}: see the log."
    return "It has happened. Any number can still be typed over."
