"""An inspector on a small yard, and hands for its fields."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.core.store.reading import read
from desktop.ui.menus.fields.fold import Fold
from desktop.ui.panels.inspector import Inspector
from desktop.ui.session import Ref, Session

YARD = """\
format: 1
name: Yard
notes: Nobody is here.
goal: {text: Hold the gate, by_round: 4}
sides:
  heroes: {dice: hand}
  gang: {name: The gang, colour: red}
board:
  size: [24, 12]
  levels: {ground: {}, roof: {height: 4}}
  zones:
    yard: {name: Yard, at: [0, 0, 8, 8], start: heroes, exit: true, traits: [light cover]}
    shed: {name: Shed, at: [8, 0, 8, 8], start: gang, traits: [light cover, dark]}
    attic: {level: roof, at: [8, 0, 8, 8]}
  links:
    yard-shed: {from: yard, to: shed, kind: barrier}
    shed-attic: {from: shed, to: attic, kind: ladder}
  walls: [{along: [[8, 0], [8, 3]]}]
  doors: {gate: {on: [[8, 3], [8, 5]]}}
  features:
    valve: {at: [2, 2], used: [{add: minor hazard, to: yard, until: end of round +1}]}
    lift: {kind: lift, at: [9, 9]}
  fields: [{kind: damaging, at: [[1, 1]]}]
  clouds: [{kind: light cloud, at: [[3, 1]]}]
  kinds: {ash: {qualities: [difficult]}}
traits: {humming: {says: It hums.}}
profiles:
  guard:
    name: Guard
    side: gang
    size: medium
    imperium:
      speed: normal
      wounds: 8
      skills: {melee: 40, ranged: 30}
      attacks: {club: {damage: 5}}
fighters:
  ada: {name: Ada, profile: guard, side: heroes, at: yard}
  bo: {name: Bo, profile: guard, at: shed, starts: {wounds: 2}}
groups:
  dogs: {name: Dog, profile: guard, count: 3, at: shed, starts: {conditions: {prone: ""}}}
clocks: {alarm: {name: Alarm, size: 6, ticks: end of round}}
cues: {bell: {when: start of round 2, text: It tolls., do: [{say: Dong}]}}
tables: {critical head: {1: A bruise}}
muted: [{issue: L31, at: yard, why: they can}]
"""


class Desk:
    """The inspector in a test, with the session that it shows."""

    def __init__(self, qtbot: QtBot, text: str = YARD) -> None:
        self.qtbot = qtbot
        self.session = Session(read(text).encounter)
        self.panel = Inspector(self.session)
        qtbot.addWidget(self.panel)
        self.panel.resize(264, 700)
        self.panel.show()
        qtbot.waitExposed(self.panel)
        self.wanted: list[tuple[str, object]] = []
        self.panel.wants.connect(lambda name, what: self.wanted.append((name, what)))

    @property
    def encounter(self):
        return self.session.encounter

    @property
    def page(self):
        return self.panel.page

    def select(self, *refs: tuple[str, str]) -> None:
        self.session.select(Ref(kind, id_) for kind, id_ in refs)  # type: ignore[arg-type]

    def unfold(self) -> None:
        """Open every part of the page."""
        for _ in range(2):
            for fold in self.page.findChildren(Fold):
                if not fold.is_open:
                    self.qtbot.waitUntil(lambda fold=fold: fold.button.height() > 0)
                    self.qtbot.mouseClick(fold.button, Qt.MouseButton.LeftButton)

    def field(self, path: str):
        return self.page.field(path)

    def row(self, path: str):
        return next(line.row for line in self.page.lines if line.row.field.objectName() == path)

    def type(self, path: str, text: str, key: Qt.Key = Qt.Key.Key_Return) -> None:
        """Write something over what stands in a field."""
        edit = self.field(path).edit
        write(self.qtbot, edit, text)
        self.qtbot.keyClick(edit, key)

    def click(self, widget: QWidget) -> None:
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def tick(self, path: str) -> None:
        """Click a box where its mark is."""
        box = self.field(path).box
        self.qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(7, box.height() // 2))

    def choose(self, path: str, text: str) -> None:
        """Choose from a list, by keys."""
        choose(self.qtbot, self.field(path).box, text)


def write(qtbot: QtBot, edit: QLineEdit, text: str) -> None:
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    edit.selectAll()
    if text:
        qtbot.keyClicks(edit, text)
    else:
        qtbot.keyClick(edit, Qt.Key.Key_Delete)


def choose(qtbot: QtBot, box, text: str) -> None:
    box.setFocus()
    box.showPopup()
    index = box.findText(text)
    assert index >= 0, [box.itemText(i) for i in range(box.count())]
    view = box.view()
    view.setCurrentIndex(box.model().index(index, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)


def wheel(widget: QWidget) -> None:
    """Turn the wheel one notch down over a widget."""
    window = widget.window()
    middle = widget.mapTo(window, widget.rect().center())
    QTest.wheelEvent(window.windowHandle(), QPointF(middle), QPoint(0, -120))
    QApplication.processEvents()
