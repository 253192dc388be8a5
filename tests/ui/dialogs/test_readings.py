"""The readings of ambiguous rules, chosen for an encounter."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QRadioButton

from desktop.core import play
from desktop.core.rules.actions import Read
from desktop.core.store.catalogue import catalogue
from desktop.core.store.reading import read
from desktop.ui.dialogs.readings import (
    DIFFERS,
    KEY,
    NOT_READ,
    OF_ENCOUNTER,
    OF_FIGHT,
    UNUSED,
    WARNS,
    Readings,
)
from desktop.ui.fight import Fight
from desktop.ui.session import Session
from tests.ui.panels.inspecting import YARD


@pytest.fixture
def readings(qtbot):
    return shown(qtbot)


def shown(qtbot):
    dialog = Readings(Session(read(YARD).encounter))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def take(qtbot, dialog, reading):
    radio = dialog.findChild(QRadioButton, f"reading.{reading}")
    qtbot.mouseClick(radio, Qt.MouseButton.LeftButton, pos=QPoint(7, radio.height() // 2))


def test_all_are_listed_and_found_by_what_they_say(readings, qtbot):
    assert len(readings.listed) == len(catalogue().rulings)
    qtbot.keyClicks(readings.search, "barrier cost")
    titles = readings.listed
    assert "What passing a barrier costs" in titles
    assert len(titles) < 10


def test_another_reading_is_one_step_and_the_usual_one_is_not_written(readings, qtbot):
    readings.choose("barrier_cost")
    take(qtbot, readings, "move too")
    assert readings.session.encounter.rulings == {"barrier_cost": "move too"}
    assert len(readings.session.history) == 1
    take(qtbot, readings, "action only")
    assert readings.session.encounter.rulings == {}


def test_those_that_differ_can_be_listed_alone_and_follow_undo(readings, qtbot):
    readings.choose("barrier_cost")
    take(qtbot, readings, "move too")
    box = readings.only
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(7, box.height() // 2))
    assert readings.listed == ["• What passing a barrier costs"]
    readings.session.undo()
    assert readings.list.count() == 0


def test_a_reading_that_no_rule_reads_is_marked(qtbot, monkeypatch):
    usual = catalogue()
    unread = replace(usual.rulings["barrier_cost"], read=False)
    known = replace(usual, rulings={**usual.rulings, unread.key: unread})
    monkeypatch.setattr("desktop.ui.dialogs.readings.catalogue", lambda: known)
    readings = shown(qtbot)
    readings.choose(unread.key)
    assert NOT_READ in readings.list.currentItem().text()
    assert WARNS in [label.text() for label in readings.findChildren(QLabel)]


def test_a_rule_is_looked_up_in_the_help(readings):
    wanted = []
    readings.wants.connect(lambda name, what: wanted.append((name, what)))
    readings.choose("barrier_cost")
    link = next(label for label in readings.findChildren(QLabel) if "IM-BARRIER-02" in label.text())
    link.linkActivated.emit("IM-BARRIER-02")
    assert wanted == [("help.rule", "IM-BARRIER-02")]


def headings(dialog):
    items = [dialog.list.item(i) for i in range(dialog.list.count())]
    return [item.text() for item in items if item.data(KEY) is None]


def test_what_differs_stands_first_then_the_books_in_use_by_subject(readings, qtbot):
    assert headings(readings)[0] == "MOVEMENT"
    assert all(UNUSED.upper() in each for each in headings(readings) if ":" in each)
    readings.choose("barrier_cost")
    take(qtbot, readings, "move too")
    assert headings(readings)[0] == DIFFERS.upper()
    assert readings.listed[0] == "• What passing a barrier costs"
    readings.session.edit("set_field", kind="encounter", field="packs", value=("squares",))
    books = [each for each in headings(readings) if ":" in each]
    assert books[0].startswith("SQUARES: ")


def test_in_a_fight_another_reading_is_a_step_that_holds_from_there_on(readings, qtbot):
    session = readings.session
    combat = play.begin(session.encounter)
    fight = Fight(combat.book, combat, session)
    session.set_fight(fight)
    session.set_mode("play")
    assert readings.whose.text() == OF_FIGHT
    readings.choose("barrier_cost")
    take(qtbot, readings, "move too")
    assert fight.state.rulings["barrier_cost"] == "move too"
    assert fight.combat.steps[-1].action == Read(ruling="barrier_cost", reading="move too")
    assert session.encounter.rulings == {}
    assert readings.listed[0] == "• What passing a barrier costs"
    fight.undo()
    assert not readings.findChild(QRadioButton, "reading.move too").isChecked()
    session.set_mode("build")
    assert readings.whose.text() == OF_ENCOUNTER


def test_the_point_that_is_looked_back_at_keeps_its_readings(readings, qtbot):
    session = readings.session
    combat = play.begin(session.encounter)
    fight = Fight(combat.book, combat, session)
    session.set_fight(fight)
    session.set_mode("play")
    fight.look_at(0)
    readings.choose("barrier_cost")
    take(qtbot, readings, "move too")
    assert len(fight.combat.steps) == 1
    assert readings.findChild(QRadioButton, "reading.action only").isChecked()
