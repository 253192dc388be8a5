"""Opening, saving and letting go: nothing half open, nothing lost, and asked only when needed."""

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop.core.store import places, recent
from desktop.ui import app, theme
from desktop.ui.app import Crash
from desktop.ui.main_window import MainWindow
from desktop.ui.main_window.listing import sample_files
from desktop.ui.session import Ref
from tests.ui.conftest import SAMPLE
from tests.ui.outside import rename, type_file

CTRL = Qt.KeyboardModifier.ControlModifier


def answer(button_text):
    """Press a button of the question that opens next."""

    def press():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox), box
        next(each for each in box.buttons() if each.text() == button_text).click()

    QTimer.singleShot(0, press)


def drop(window, path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    none, left, copy = (
        Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction,
    )  # fmt: skip
    enter = QDragEnterEvent(QPoint(300, 300), copy, mime, left, none)
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), copy, mime, left, none))
    return enter.isAccepted()


def test_the_title_marks_what_is_not_saved_and_undo_takes_the_mark_away(shown, small, qtbot):
    window = shown(small)
    assert window.windowTitle() == "Yard[*] – Enfilade"
    assert not window.isWindowModified()
    rename(window)
    assert window.isWindowModified()
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_Z, CTRL)
    assert not window.isWindowModified()


def test_saving_writes_the_file_and_keeps_the_one_before(shown, small, qtbot):
    window = shown(small)
    before = small.read_text("utf-8")
    rename(window)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_S, CTRL)
    assert "name: Court" in small.read_text("utf-8")
    assert small.with_name("yard.yaml~").read_text("utf-8") == before
    assert not window.isWindowModified()
    assert window.status.text.text() == "Saved yard.yaml"


@pytest.mark.parametrize("do", ["key", "menu"])
def test_what_is_being_typed_is_saved_too(shown, small, qtbot, do):
    window = shown(small)
    window.session.select([Ref("zone", "yard")])
    edit = window.bench.panels["inspector"].page.field("notes").edit
    edit.setFocus()
    qtbot.keyClicks(edit, "wet floor")
    if do == "key":
        qtbot.keyClick(edit, Qt.Key.Key_S, CTRL)
    else:
        window.actions_["file.save"].trigger()
    assert "notes: wet floor" in small.read_text("utf-8")
    assert not window.isWindowModified()
    assert edit.hasFocus()


def test_a_name_that_is_typed_in_the_outline_is_saved_too(shown, small, qtbot):
    window = shown(small)
    window.session.select([Ref("zone", "yard")])
    tree = window.bench.panels["outline"].tree
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_F2)
    field = QApplication.focusWidget()
    assert tree.isAncestorOf(field)
    qtbot.keyClicks(field, "Court")
    qtbot.keyClick(field, Qt.Key.Key_S, CTRL)
    assert "name: Court" in small.read_text("utf-8")


def test_closing_asks_about_what_is_being_typed(shown, small, qtbot):
    window = shown(small)
    window.session.select([Ref("zone", "yard")])
    edit = window.bench.panels["inspector"].page.field("name").edit
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "Court")
    answer("Save")
    qtbot.keyClick(edit, Qt.Key.Key_Q, CTRL)
    assert "name: Court" in small.read_text("utf-8")


def test_a_name_that_is_typed_on_the_board_is_saved_too(shown, small, qtbot):
    window = shown(small)
    window.session.select([Ref("zone", "yard")])
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F2)
    field = QApplication.focusWidget()
    qtbot.keyClicks(field, "Court")
    qtbot.keyClick(field, Qt.Key.Key_S, CTRL)
    assert "name: Court" in small.read_text("utf-8")


def test_a_new_encounter_is_saved_where_one_says(shown, tmp_path, qtbot):
    window = shown()
    qtbot.keyClick(window, Qt.Key.Key_N, CTRL)
    assert window.windowTitle() == "Untitled[*] – Enfilade"
    assert window.hand.tool == "zone"
    window.session.edit("add_zone", at=[0, 0, 6, 6], name="Hall")
    type_file(tmp_path / "hall")
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_S, CTRL)
    assert (tmp_path / "hall.yaml").is_file()
    assert window.document.path == tmp_path / "hall.yaml"
    assert recent.recent_files() == (tmp_path / "hall.yaml",)


def test_a_sample_is_never_written_over(shown, tmp_path, qtbot):
    before = SAMPLE.read_bytes()
    window = shown(SAMPLE)
    window.session.edit("set_field", kind="encounter", id="", field="name", value="Mine")
    type_file(tmp_path / "mine.yaml")
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_S, CTRL)
    assert (tmp_path / "mine.yaml").is_file()
    assert SAMPLE.read_bytes() == before


def test_a_disk_that_refuses_is_told_with_a_way_out_and_nothing_is_lost(shown, small, monkeypatch):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    window = shown(small)
    rename(window)
    before = small.read_bytes()
    monkeypatch.setattr(os, "replace", refuse)
    assert not window.files.save()
    assert small.read_bytes() == before
    assert window.isWindowModified()
    assert "No space left" in window.notice.says.text()
    assert window.notice.isVisible()


@pytest.mark.parametrize(
    ("button", "closed", "saved"),
    [("Save", True, True), ("Don't save", True, False), ("Cancel", False, False)],
)
def test_closing_asks_only_when_work_would_be_lost(shown, small, button, closed, saved):
    window = shown(small)
    rename(window)
    answer(button)
    assert window.close() is closed
    assert ("Court" in small.read_text("utf-8")) is saved


def test_closing_without_changes_asks_nothing(shown, small):
    window = shown(small)
    rename(window)
    window.session.undo()
    assert window.close()


def test_a_file_that_cannot_be_read_leaves_everything_as_it_was(shown, small, tmp_path):
    window = shown(small)
    document, bench = window.document, window.bench
    broken = tmp_path / "broken.yaml"
    broken.write_text(
        "format: 1\nboard:\n  zones:\n    a: {at: [0, 0, x, 4]}\n    a: {}\n", "utf-8"
    )
    assert not window.files.open_path(broken)
    assert window.document is document
    assert window.bench is bench
    assert window.notice.isVisible()
    assert window.notice.says.text().startswith("broken.yaml was not opened: line ")
    assert not window.notice.details.isVisible()
    window.notice.fold.click()
    assert window.notice.details.isVisible()
    assert window.notice.details.toPlainText().count("line ") >= 2
    window.notice.cross.click()
    assert not window.notice.isVisible()


def test_a_broken_file_at_the_start_gives_the_welcome_page_and_the_reason(shown, tmp_path):
    window = shown()
    assert not window.files.open_path(tmp_path / "nowhere.yaml")
    assert window.document is None
    assert "There is no such file" in window.notice.says.text()


def test_another_hand_in_the_file_is_noticed_and_nothing_written_over(shown, small):
    window = shown(small)
    text = small.read_text("utf-8").replace("name: Yard", "name: Other")
    small.write_text(text, "utf-8")
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    assert "Another program changed yard.yaml" in window.notice.says.text()
    rename(window)
    assert not window.files.save()
    assert small.read_text("utf-8") == text
    assert "another program changed it" in window.notice.says.text()


def test_reading_again_takes_over_what_the_other_hand_wrote_as_one_step(shown, small, qtbot):
    window = shown(small)
    small.write_text(small.read_text("utf-8").replace("name: Yard", "name: Other"), "utf-8")
    window.files.look_outside()
    qtbot.mouseClick(_offer(window, "Read it again"), Qt.MouseButton.LeftButton)
    assert window.session.encounter.name == "Other"
    assert not window.isWindowModified()
    window.session.undo()
    assert window.session.encounter.name == "Yard"


def _offer(window, text):
    from PySide6.QtWidgets import QPushButton

    buttons = window.notice.findChildren(QPushButton)
    return next(each for each in buttons if each.text() == text and each.isVisible())


def test_an_encounter_dropped_on_the_window_is_opened(shown, small):
    window = shown()
    assert drop(window, small)
    assert window.document.path == small


@pytest.mark.parametrize("asked", [None, SAMPLE])
def test_an_encounter_dropped_on_the_empty_frame_stays_open(qtbot, small, monkeypatch, asked):
    monkeypatch.setattr(theme, "apply", lambda _: None)
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    assert drop(window, small)
    app.fill(window, asked)
    assert window.document.path == small
    qtbot.waitUntil(window.canvas.isVisible)


def test_a_picture_dropped_on_the_frame_lies_under_the_level_in_view(
    shown, small, tmp_path_factory
):
    window = shown(small)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkGreen)
    assert image.save(str(elsewhere / "floor.png"))
    assert drop(window, elsewhere / "floor.png")
    background = window.session.encounter.board.levels["ground"].background
    assert background.file == "floor.png"
    assert (small.parent / "floor.png").is_file()


def test_a_text_file_is_not_taken(shown, tmp_path):
    window = shown()
    other = tmp_path / "notes.txt"
    other.write_text("", "utf-8")
    assert not drop(window, other)


def test_a_picture_of_an_unsaved_encounter_comes_along_at_its_first_save(shown, tmp_path, qtbot):
    window = shown()
    window.command("new")
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    source = tmp_path / "a" / "map.png"
    source.parent.mkdir()
    image.save(str(source))
    window.want("file.picture", (str(source), None))
    folder = tmp_path / "b"
    folder.mkdir()
    type_file(folder / "hall.yaml")
    assert window.files.save()
    assert (folder / "map.png").read_bytes() == source.read_bytes()
    assert "map.png" in (folder / "hall.yaml").read_text("utf-8")


def test_a_portrait_goes_to_the_fighter(shown, small, tmp_path):
    window = shown(small)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.blue)
    image.save(str(tmp_path / "ada.png"))
    window.want("file.picture", (str(tmp_path / "ada.png"), Ref("fighter", "ada")))
    assert window.session.encounter.fighters["ada"].picture == "ada.png"


def test_how_one_looked_at_a_file_is_kept_in_the_users_own_folder(shown, small):
    window = shown(small)
    before = small.read_bytes()
    window.session.shown.locked_kinds.add("zone")
    window.canvas.view.zoom_to(1.75)
    assert window.close()
    assert small.read_bytes() == before
    again = shown(small)
    assert again.session.shown.locked_kinds == {"zone"}
    assert again.canvas.view.zoom == pytest.approx(1.75)
    assert not again.isWindowModified()


def test_the_welcome_page_lists_recent_files_and_samples_and_opens_them_by_key(shown, small, qtbot):
    recent.remember(small)
    window = shown()
    rows = window.welcome.rows
    assert rows[0].line.name == "Yard"
    assert {Path(row.line.path).stem for row in rows} >= {"dock-nine", "first-blood", "reliquary"}
    assert window.welcome.new.hasFocus()
    for _ in range(4):
        if rows[0].hasFocus():
            break
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert rows[0].hasFocus()
    qtbot.keyClick(rows[0], Qt.Key.Key_Return)
    assert window.document.path == small


def test_open_recent_and_samples_are_in_the_file_menu(shown, small):
    recent.remember(small)
    window = shown()
    lists = {each.menu().objectName(): each.menu() for each in window.menus["file"].actions()
             if each.menu() is not None}  # fmt: skip
    lists["recent"].aboutToShow.emit()
    assert lists["recent"].actions()[0].text().startswith("yard")
    lists["samples"].aboutToShow.emit()
    assert len(lists["samples"].actions()) == len(sample_files())


def test_an_error_nobody_expected_is_shown_and_the_work_put_aside(shown, small, stray_logs):
    window = shown(small)
    rename(window)
    crash = Crash(window)
    try:
        raise RuntimeError("a screw is loose")
    except RuntimeError:
        crash(*sys.exc_info())
    assert "a screw is loose" in window.notice.says.text()
    (aside,) = (places.state_folder() / "copies").glob("*/*.yaml")
    assert str(aside) in window.notice.says.text()
    assert "name: Court" in aside.read_text("utf-8")
    assert "name: Court" not in small.read_text("utf-8")
    assert "Traceback" in window.notice.details.toPlainText()
    assert window.isVisible()
    assert [record.getMessage() for record in stray_logs] == ["unexpected"]
    stray_logs.clear()
