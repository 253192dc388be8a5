"""A fight in the hands of a test: the board, the play tool, and every panel of Play."""

from random import Random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.core import play
from desktop.core.model.encounter import Side
from desktop.core.rules import events as e
from desktop.core.rules.actions import Begin, BeginTurn, Decree
from desktop.ui.fight import Fight
from desktop.ui.panels.action_bar import ActionBar
from desktop.ui.panels.card import Card
from desktop.ui.panels.due import DueList
from desktop.ui.panels.log import Log
from desktop.ui.panels.order import Order
from desktop.ui.panels.roll import RollPanel
from desktop.ui.tools.play import PlayTool
from tests.helpers.attacks import RIFLE, SWORD, someone
from tests.helpers.build import encounter, row
from tests.ui.tools.hands import Hands

BY_HAND = {
    "heroes": Side(id="heroes", dice="hand"),
    "foes": Side(id="foes", dice="hand"),
}


class Players(Hands):
    """A canvas with the play tool in hand, and the panels beside it."""

    def __init__(self, qtbot, made, *, begin=None, seed=1):
        super().__init__(qtbot, made)
        self.qtbot = qtbot
        self.wanted = []
        combat = play.begin(made, begin or Begin())
        self.fight = Fight(combat.book, combat, self.session, dice=Random(seed))
        self.refusals = []
        self.fight.refused.connect(lambda _, found: self.refusals.extend(found))
        self.session.set_fight(self.fight)
        self.session.set_mode("play")
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(1720, 1000)
        self.canvas.setParent(self.window)
        self.canvas.setGeometry(190, 0, 850, 680)
        self.roll = self.panel(RollPanel, (1040, 0, 336, 570))
        self.order = self.panel(Order, (0, 0, 184, 600))
        self.card = self.panel(Card, (1380, 0, 336, 300))
        self.log = self.panel(Log, (1380, 300, 336, 280))
        self.due = self.panel(DueList, (1040, 580, 336, 120))
        self.bar = self.panel(ActionBar, (190, 690, 846, 46))
        with qtbot.waitActive(self.window):
            self.window.show()
            self.canvas.show()
            self.window.activateWindow()
        self.view.fit_board()
        self.tool = PlayTool(self.canvas, self.session, self.hand)
        self.tool.wants.connect(lambda verb, thing: self.wanted.append((verb, thing)))
        self.view.set_tool(self.tool)
        self.settle()
        self.view.setFocus()

    def panel(self, kind, place):
        panel = kind(self.session, self.window)
        panel.setGeometry(*place)
        panel.wants.connect(lambda verb, thing: self.wanted.append((verb, thing)))
        return panel

    def settle(self):
        for _ in range(3):
            QApplication.processEvents()

    # Short ways

    @property
    def state(self):
        return self.fight.state

    @property
    def steps(self):
        return self.fight.combat.steps[: self.fight.combat.cursor]

    @property
    def last(self):
        return self.steps[-1]

    def facts(self, kind):
        return [fact for fact in self.last.events if isinstance(fact, kind)]

    @property
    def tests(self):
        return self.facts(e.Tested)

    @property
    def wounds(self):
        return self.facts(e.WoundsTaken)

    def turn(self, who):
        """Begin somebody's turn."""
        assert self.fight.take(BeginTurn(entry=who)), self.refusals
        return self

    def close(self, one, other):
        """Put two within reach of each other."""
        assert self.fight.take(Decree(facts=(e.Related(kind="reach", one=one, other=other),)))
        return self

    def at(self, who):
        """Return the middle of a token."""
        seat = self.state.fighters[who].seat
        return seat.x + 0.5, seat.y + 0.5

    def in_zone(self, zone):
        """Return a bare place of a zone, away from its middle."""
        outline = self.state.place.outlines[zone]
        left, top = min(x for x, _ in outline), min(y for _, y in outline)
        return left + 1.5, top + 4.5

    def type(self, text):
        """Press keys one by one, wherever the focus is; returns how many."""
        for letter in text:
            QTest.keyClick(focus(), letter)
            self.settle()
        return len(text)

    def press_key(self, key, held=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(focus(), key, held)
        self.settle()
        return 1

    def enter(self):
        return self.press_key(Qt.Key.Key_Return)

    def hand_of(self, key):
        """Return what takes the keys in a row of the roll panel."""
        row = self.roll.row(key)
        assert row is not None, [each.line.key for each in self.roll.shown]
        return row.hand

    def lines(self, kind):
        return [row.line for row in self.roll.shown if isinstance(row.line, kind)]

    def press_widget(self, widget):
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.settle()

    def press_at(self, widget, at: QPoint, held=Qt.KeyboardModifier.NoModifier):
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, held, at)
        self.settle()


def focus():
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def duel(**fields):
    """Return two in a zone, and a third in the zone next to it."""
    hero = {"melee": 45, "armour": 0} | fields.pop("hero", {})
    foe = {"melee": 50, "armour": 2} | fields.pop("foe", {})
    things = [
        thing
        for pair in (
            someone("ann", "a", side="heroes", **hero),
            someone("bob", "a", **foe),
            someone("cid", "b", **foe),
        )
        for thing in pair
    ]
    sides = fields.pop("sides", BY_HAND).values()
    return encounter(row("a", "b", "c"), *things, *sides, *fields.pop("also", ()), **fields)


__all__ = ["BY_HAND", "RIFLE", "SWORD", "Players", "duel", "encounter", "focus", "row", "someone"]
