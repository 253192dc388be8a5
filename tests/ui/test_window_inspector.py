"""The inspector in the real window: what a click on the board brings up, and its dialogs."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QPushButton

from desktop.ui.menus.fields.text import NotesField
from desktop.ui.menus.selection import everything
from desktop.ui.session import Ref
from tests.ui.conftest import SAMPLE

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)
CTRL = Qt.KeyboardModifier.ControlModifier


def type_name(qtbot, panel, text):
    edit = panel.page.field("name").edit
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    edit.selectAll()
    qtbot.keyClicks(edit, text)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    return edit


def in_dialog(qtbot, press, do):
    """Press something that opens a dialog, and do something to it while it stands."""
    seen = []

    def act():
        dialog = QApplication.activeModalWidget()
        seen.append(dialog.objectName())
        do(dialog)

    QTimer.singleShot(0, act)
    press()
    return seen


def test_a_click_on_a_zone_shows_it_and_the_canvas_shows_its_new_name(shown, small, qtbot):
    window = shown(small)
    view = window.canvas.view
    at = view.mapFromScene(5 * 32 + 16, 6 * 32 + 16)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    panel = window.bench.panels["inspector"]
    assert panel.who.text() == "yard"
    type_name(qtbot, panel, "Court")
    assert window.session.encounter.board.zones["yard"].name == "Court"
    assert window.status.text.text() == "Change the name of yard"


def test_undo_in_a_field_takes_the_step_back_once_nothing_is_typed(shown, small, qtbot):
    window = shown(small)
    window.session.select([Ref("zone", "yard")])
    edit = type_name(qtbot, window.bench.panels["inspector"], "Court")
    qtbot.keyClicks(edit, "x")
    qtbot.keyClick(edit, Qt.Key.Key_Z, CTRL)
    assert window.session.encounter.board.zones["yard"].name == "Court"
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    qtbot.keyClick(edit, Qt.Key.Key_Z, CTRL)
    assert window.session.encounter.board.zones["yard"].name == ""


def test_long_notes_are_committed_while_they_are_still_being_written(
    shown, small, qtbot, monkeypatch
):
    monkeypatch.setattr(NotesField, "LONGEST_MS", 50)
    window = shown(small)
    window.session.select([Ref("zone", "yard")])
    edit = window.bench.panels["inspector"].page.field("notes").edit
    edit.setFocus()
    qtbot.keyClicks(edit, "wet ")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "floor ")
    zones = window.session.encounter.board.zones
    qtbot.waitUntil(lambda: window.session.encounter.board.zones is not zones)
    assert edit.hasFocus()
    qtbot.keyClicks(edit, "here")
    assert edit.toPlainText() == "wet \nfloor here"
    window.session.select([])
    assert window.session.encounter.board.zones["yard"].notes == "wet \nfloor here"


def test_a_tool_taken_with_the_mouse_has_the_keys_that_a_field_had(shown, small, qtbot):
    window = shown(small)
    window.session.select([])
    panel = window.bench.panels["inspector"]
    edit = type_name(qtbot, panel, "The yard")
    assert edit.hasFocus()
    window.bench.rail.buttons["wall"].click()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_2)
    assert window.hand.choice("wall.kind", "") == "door"
    assert edit.text() == "The yard"


def test_this_one_only_opens_the_editor_and_saves(shown, small, qtbot):
    window = shown(small)
    window.session.select([Ref("fighter", "bo")])
    page = window.bench.panels["inspector"].page

    def change(dialog):
        dialog.draft.set("wounds", {"imperium.wounds": 12})
        qtbot.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)

    seen = in_dialog(
        qtbot, lambda: qtbot.mouseClick(page.edit_own, Qt.MouseButton.LeftButton), change
    )
    assert seen == ["profile_editor"]
    assert window.session.encounter.fighters["bo"].own.imperium.wounds == 12
    assert "wounds 12" in page.figures.text()


def test_beside_the_books_a_button_leads_to_what_the_fight_is_counted_in(shown, small, qtbot):
    window = shown(small)
    panel = window.bench.panels["inspector"]
    panel.reveal("rules/packs")
    button = panel.page.findChild(QPushButton, "zones, squares or measured")
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(panel.page.field("space").choice.box.hasFocus)


def test_f5_says_so_where_a_switch_of_the_space_waits_for_a_word(shown, small, qtbot):
    window = shown(small)
    panel = window.bench.panels["inspector"]
    panel.reveal("board/space")
    field = panel.page.field("space")
    field.choice.box.setFocus()
    qtbot.keyClick(field.choice.box, Qt.Key.Key_Down)
    qtbot.waitUntil(field.switch.hasFocus)
    qtbot.keyClick(field.switch, Qt.Key.Key_F5)
    assert window.page_open
    says = "The space is still Zones: press Switch in the inspector for Squares."
    assert window.status.text.text() == says
    qtbot.keyClick(window.bench.current_page, Qt.Key.Key_Escape)
    qtbot.mouseClick(field.switch, Qt.MouseButton.LeftButton)
    assert window.session.encounter.space == "squares"
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F5)
    assert window.page_open
    assert window.status.text.text() != says


def test_rosters_and_readings_open_from_the_window(shown, small, qtbot):
    window = shown(small)
    seen = in_dialog(qtbot, lambda: window.want("roster.bring"), lambda dialog: dialog.reject())
    assert seen == ["roster"]
    window.want("rulings.open", "barrier_cost")
    readings = next(
        each for each in QApplication.topLevelWidgets() if each.objectName() == "readings"
    )
    assert readings.chosen == "barrier_cost"
    readings.close()


def test_every_thing_of_a_sample_has_its_page(shown, qtbot):
    window = shown(SAMPLE)
    panel = window.bench.panels["inspector"]

    for ref in everything(window.session.encounter):
        window.session.select([ref])
        assert panel.page.source.things(), ref
    assert window.session.history == ()
