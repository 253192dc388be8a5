"""The page between Build and round 1: everything is filled in, and Enter starts."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from desktop.core.rules.actions import Begin
from desktop.ui.panels.start_page import StartPage
from desktop.ui.session import Session
from tests.helpers.build import encounter, group, profile, row
from tests.ui.play.players import duel, focus, someone


@pytest.fixture
def page(qtbot, dressed):
    """Return a way to open the page on an encounter."""

    def make(made=None):
        session = Session(made or duel())
        shown = StartPage(session)
        qtbot.addWidget(shown)
        shown.resize(900, 600)
        shown.begun, shown.left = [], []
        shown.ready.connect(shown.begun.append)
        shown.closed.connect(lambda: shown.left.append(True))
        with qtbot.waitActive(shown):
            shown.show()
            shown.activateWindow()
        shown.refresh()
        return shown

    return make


def row_of(page, name):
    return next(row for row in page.rows if row.line.id == name)


def test_enter_starts_with_everyone_and_the_rules_initiative(page, qtbot):
    shown = page()
    qtbot.keyClick(focus(), Qt.Key.Key_Return)
    (fight,) = shown.begun
    assert [entry.id for entry in fight.state.order] == ["ann", "bob", "cid"]
    assert fight.combat.steps[0].action == Begin()
    assert len(fight.combat.steps) == 1


def test_the_way_back_is_to_where_one_was(page, qtbot):
    shown = page()
    assert shown.leave.text() == "Back to Build   Esc"
    qtbot.keyClick(focus(), Qt.Key.Key_Return)
    shown.session.set_fight(shown.begun[0])
    shown.session.set_mode("play")
    shown.refresh()
    assert shown.leave.text() == "Back to the fight   Esc"


def test_initiative_is_typed_and_people_are_left_out(page, qtbot):
    shown = page()
    qtbot.keyClicks(row_of(shown, "cid").field, "12")
    row_of(shown, "bob").here.click()
    qtbot.keyClick(row_of(shown, "cid").field, Qt.Key.Key_Return)
    (fight,) = shown.begun
    assert [entry.id for entry in fight.state.order] == ["cid", "ann"]
    assert fight.state.order[0].initiative == 12
    assert fight.state.fighters["bob"].off == "not yet here"


def test_surprise_and_superiority_go_into_the_first_step(page):
    shown = page()
    shown.surprised.setCurrentIndex(shown.surprised.findData("foes"))
    shown.counters["heroes", "superiority"].setValue(3)
    shown.start.click()
    (fight,) = shown.begun
    assert fight.state.surprised == ("foes",)
    assert fight.state.counters["heroes"]["superiority"] == 3


def test_a_group_is_one_line_and_what_is_special_is_said(page):
    made = encounter(
        row("a", "b"), *someone("ann", "b", side="heroes"), profile("ganger", wounds=9),
        group("gang", 6, "a", profile="ganger", name="Gangers", hidden=True, seen_as="Shadows"),
    )  # fmt: skip
    shown = page(made)
    line = row_of(shown, "gang").line
    assert (line.name, line.says, len(line.members)) == (
        "Gangers A–F", "hidden, seen as Shadows", 6,
    )  # fmt: skip


def test_the_dice_of_a_side_change_hands_as_one_step_of_the_document(page):
    shown = page()
    assert shown.dice["foes"].text() == "dice by hand"
    shown.dice["foes"].click()
    assert shown.session.encounter.sides["foes"].dice == "program"
    assert shown.dice["foes"].text() == "program rolls"
    assert len(shown.session.history) == 1


def test_what_was_chosen_stays_when_the_page_is_opened_again(page):
    shown = page()
    row_of(shown, "bob").here.setChecked(False)
    row_of(shown, "ann").field.setText("9")
    shown.refresh()
    assert not row_of(shown, "bob").here.isChecked()
    assert row_of(shown, "ann").typed == 9


def test_errors_are_counted_and_lead_to_the_issues(page):
    wanted = []
    shown = page(replace(duel(), rulings={"barrier_cost": "no such reading"}))
    shown.wants.connect(lambda verb, _: wanted.append(verb))
    assert shown.issues.isVisible()
    assert shown.issues.text().startswith("1 error open")
    assert "1" in shown.readings.text()
    shown.issues.click()
    assert wanted == ["view.next_issue"]
    assert shown.left == [True]


def test_nobody_at_all_is_told_and_starts_nothing(page):
    shown = page()
    for entry in shown.rows:
        entry.here.setChecked(False)
    shown.start.click()
    assert shown.begun == []
    assert "Nobody is in the fight" in shown.wrong.text()


def test_escape_goes_back(page, qtbot):
    shown = page()
    qtbot.keyClick(focus(), Qt.Key.Key_Escape)
    assert shown.left == [True]


def test_tab_goes_down_the_initiatives_and_a_long_name_has_dots(page, qtbot):
    long = "Ossianphal of the Lower Reach " * 10
    shown = page(replace(duel(), name=long, fighters=renamed(duel(), "ann", long)))
    qtbot.waitUntil(lambda: all(each.field.isVisible() for each in shown.rows))
    shown.rows[0].field.setFocus()
    for entry in shown.rows[1:]:
        qtbot.keyClick(focus(), Qt.Key.Key_Tab)
        assert focus() is entry.field
    qtbot.keyClick(focus(), Qt.Key.Key_Tab)
    assert focus() is shown.rows[0].here
    ann = row_of(shown, "ann").here
    assert shown.name.shown.endswith("…")
    assert ann.text().endswith("…")
    assert (shown.name.toolTip(), ann.toolTip()) == (long, long)
    assert shown.width() == 900


@pytest.mark.parametrize("wide", [654, 900, 1538])
def test_a_name_is_whole_where_its_side_can_have_the_room_of_both(page, wide):
    names = {"ann": "Ossianphal of the Lower Reach", "bob": "Warder of the Lower Sluices"}
    people = {
        who: replace(one, name=names.get(who, one.name), seen_as="A shape in the dark")
        for who, one in duel().fighters.items()
    }
    shown = page(replace(duel(), fighters=people))
    shown.resize(wide, 460)
    QApplication.processEvents()
    assert {who: row_of(shown, who).here.text() for who in names} == names
    assert shown.area.horizontalScrollBar().maximum() == 0
    short = page()
    short.resize(wide, 460)
    QApplication.processEvents()
    ann, bob = (row_of(short, who) for who in ("ann", "bob"))
    assert ann.mapTo(short, QPoint()).x() != bob.mapTo(short, QPoint()).x(), "side by side"


def renamed(made, who, name):
    return {**made.fighters, who: replace(made.fighters[who], name=name)}
