"""Unsaved work outlives the program: copied while one works, and offered at the next start."""

import os
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QMessageBox, QPushButton

from desktop.core.errors import SaveError
from desktop.core.store import autosave, locks, places
from desktop.core.store.autosave import About, Sitting, leftovers
from desktop.ui.dialogs.recovery import RecoveryDialog
from desktop.ui.main_window import keeping
from tests.helpers import disk
from tests.ui.conftest import SMALL

CTRL = Qt.KeyboardModifier.ControlModifier


def rename(window, name="Court"):
    assert window.session.edit("rename", kind="zone", id="yard", name=name)


def copies():
    return sorted((places.state_folder() / "copies").glob("*/*.yaml"))


def copied(window, qtbot):
    """Have a copy made now, and wait until it is on the disk."""
    window.files.keeping.copy()
    qtbot.waitUntil(lambda: window.files.keeping._kept is window.session.encounter)


def left_behind(file="", names=("Gate", "Court"), text=SMALL):
    """Leave copies as a program that was killed does, a zone named otherwise in each."""
    sitting = Sitting()
    done = []
    for name in names:
        done.append(f"Rename Yard to {name}")
        changed = text.replace("yard: {at", f"yard: {{name: {name}, at")
        sitting.keep(changed, About(file=str(file), title="Yard", done=tuple(done)))
    sitting.end()
    return leftovers()[0]


def in_dialog(do):
    """Do something in the dialog that opens next."""

    def act():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, RecoveryDialog):
            do(dialog)
        else:
            QTimer.singleShot(20, act)

    QTimer.singleShot(0, act)


def press(text):
    return lambda dialog: button(dialog, text).click()


def button(widget, text):
    buttons = widget.findChildren(QPushButton)
    return next(each for each in buttons if each.text() == text and each.isVisible())


def lines(listed: QListWidget) -> list[str]:
    return [listed.item(row).text().strip() for row in range(listed.count())]


# Copies while one works


def test_a_copy_is_made_some_seconds_after_the_last_change(shown, small, qtbot, monkeypatch):
    monkeypatch.setattr(keeping, "QUIET_MS", 50)
    window = shown(small)
    before = small.read_bytes()
    rename(window)
    qtbot.waitUntil(lambda: len(copies()) == 1)
    assert "name: Court" in copies()[0].read_text("utf-8")
    assert '"Rename yard"' in copies()[0].read_text("utf-8")
    assert small.read_bytes() == before
    assert window.isWindowModified()


def test_whoever_never_rests_gets_copies_all_the_same(shown, small, qtbot, monkeypatch):
    monkeypatch.setattr(keeping, "QUIET_MS", 60_000)
    monkeypatch.setattr(keeping, "LONGEST_MS", 150)
    window = shown(small)
    for number in range(400):
        rename(window, f"Court {number}")
        qtbot.wait(10)
        if copies():
            break
    assert copies()
    assert number > 0, "not with the first change"


def test_nothing_is_copied_of_what_is_saved_and_nothing_twice(shown, small, qtbot):
    window = shown(small)
    window.files.keeping.copy()
    rename(window)
    copied(window, qtbot)
    window.files.keeping.copy()
    qtbot.wait(50)
    assert len(copies()) == 1


def test_an_encounter_without_a_file_is_copied_too(shown, qtbot):
    window = shown()
    window.command("new")
    window.session.edit("add_zone", at=[0, 0, 6, 6], name="Hall")
    copied(window, qtbot)
    assert "name: Hall" in copies()[0].read_text("utf-8")


def test_a_key_does_not_wait_for_the_disk(shown, small, qtbot, monkeypatch):
    waits = threading.Event()
    synced = os.fsync

    def slow(handle):
        assert threading.current_thread() is not threading.main_thread()
        waits.wait(10)
        synced(handle)

    window = shown(small)
    rename(window)
    monkeypatch.setattr(os, "fsync", slow)
    window.files.keeping.copy()
    began = time.perf_counter()
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_Z, CTRL)
    took = time.perf_counter() - began
    assert not window.isWindowModified()
    assert copies() == []
    waits.set()
    qtbot.waitUntil(lambda: len(copies()) == 1)
    assert took < 2


def test_saving_takes_the_copies_away(shown, small, qtbot):
    window = shown(small)
    rename(window)
    copied(window, qtbot)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_S, CTRL)
    assert copies() == []
    rename(window, "Again")
    copied(window, qtbot)
    assert len(copies()) == 1


def test_a_clean_end_leaves_no_copies_even_of_what_is_not_wanted(shown, small, qtbot):
    window = shown(small)
    rename(window)
    copied(window, qtbot)

    def discard():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        button(box, "Don't save").click()

    QTimer.singleShot(0, discard)
    assert window.close()
    assert leftovers() == ()
    assert list((places.state_folder() / "copies").iterdir()) == []
    assert list((places.state_folder() / "open").iterdir()) == []


def test_a_full_disk_is_told_once_and_work_goes_on(shown, small, qtbot):
    window = shown(small)
    with disk.full(places.state_folder()):
        rename(window)
        window.files.keeping.copy()
        qtbot.waitUntil(lambda: bool(window.notice.says.text()))
        assert "No copy of your unsaved work could be made" in window.notice.says.text()
        assert "the disk is full" in window.notice.says.text()
        window.notice.clear()
        rename(window, "Other")
        window.files.keeping.copy()
        qtbot.wait(100)
        assert window.notice.says.text() == ""
    copied(window, qtbot)


@pytest.mark.fault("L01")
def test_copies_of_before_an_error_in_the_program_stay(shown, small, qtbot):
    window = shown(small)
    rename(window, "Good")
    copied(window, qtbot)
    good = copies()
    rename(window, "Bad")
    window.files.save_aside()
    for number in range(30):
        rename(window, f"Bad {number}")
        copied(window, qtbot)
    assert good[0] in copies()
    window.files.keeping._sitting.end()
    (left,) = leftovers()
    assert [copy.about.shaken for copy in left.copies][-1] is False
    assert left.copies[0].about.shaken


# At the next start


def test_the_welcome_page_names_what_was_not_saved_first(shown, small, qtbot):
    left_behind(small)
    window = shown()
    row = window.welcome.rows[0]
    assert row.line.name == "Yard"
    assert row.line.mark == "Not saved"
    assert "2 copies" in row.line.beside
    assert str(small) in row.line.beside
    in_dialog(press("Open this copy"))
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert window.document.path == small
    assert window.session.encounter.board.zones["yard"].name == "Court"
    assert window.isWindowModified()


def test_the_file_itself_offers_what_was_kept_of_it(shown, small, qtbot):
    left_behind(small)
    window = shown(small)
    qtbot.waitUntil(lambda: "not saved when" in window.notice.says.text())
    assert "2 copies were kept" in window.notice.says.text()
    seen = []

    def look(dialog):
        seen.append((lines(dialog.list), lines(dialog.differs.list), lines(dialog.since.list)))
        seen.append((dialog.file.title.text(), dialog.copy.title.text()))
        looks = [each.scene.looks() for each in (dialog.file, dialog.copy)]
        seen.append([look[("name", "yard")] for look in looks])
        button(dialog, "Keep for later").click()

    in_dialog(look)
    button(window.notice, "Look at what was kept…").click()
    (listed, differs, done), (file, copy), (mine, theirs) = seen
    assert listed[0] == "Yard"
    assert len(listed) == 3
    assert differs == ["Rename yard to Court"]
    assert done == ["Rename Yard to Court", "Rename Yard to Gate"]
    assert file == "YARD.YAML AS IT IS NOW"
    assert copy.startswith("THE COPY OF ")
    assert mine != theirs
    assert len(leftovers()) == 1  # kept for later
    assert not window.isWindowModified()


@pytest.mark.fault("L01")
def test_whoever_opens_another_file_is_offered_it_once(shown, small):
    left_behind()
    window = shown(small)
    says = "Another encounter, Yard, had changes that were not saved when the program ended"
    assert window.notice.says.text().startswith(says)
    window.notice.clear()
    assert window.files.open_path(small)
    assert says not in window.notice.says.text(), "told once in a window"


def test_whoever_saw_it_on_the_welcome_page_is_not_told_with_another_file(shown, small, qtbot):
    left_behind()
    window = shown()
    assert window.welcome.rows[0].line.mark == "Not saved"
    assert window.files.open_path(small)
    qtbot.wait(200)  # it would be told once the board is painted
    assert not window.notice.isVisible()


def test_more_than_one_time_is_listed_and_the_older_one_holds_what_the_later_lost(
    shown, tmp_path, qtbot
):
    """Three zones, a copy, two deleted, a copy, and the process ends by force."""
    window = shown()
    window.command("new")
    for number in range(3):
        window.session.edit("add_zone", at=[number * 6, 0, 6, 6], name=f"Zone {number}")
    copied(window, qtbot)
    window.session.edit("remove", things=[["zone", "zone 1"], ["zone", "zone 2"]])
    assert len(window.session.encounter.board.zones) == 1
    copied(window, qtbot)
    window.files.keeping._sitting.end()  # as the system lets go of what a dead process held
    window.document.session.saved()

    other = shown()
    found = []

    def older(dialog):
        listed = lines(dialog.list)
        found.append(len(listed))
        QTest.keyClick(dialog.list, Qt.Key.Key_Down)
        button(dialog, "Open this copy").click()

    in_dialog(older)
    other.command("recover")
    assert found == [3]  # a heading and two times
    assert len(other.session.encounter.board.zones) == 3
    assert other.document.path is None
    assert other.isWindowModified()


def test_a_copy_is_a_step_on_top_of_the_file_and_saving_keeps_the_file_before(shown, small, qtbot):
    before = small.read_bytes()
    left_behind(small)
    window = shown(small)
    in_dialog(press("Open this copy"))
    window.command("recover")
    assert small.read_bytes() == before
    window.session.undo()
    assert not window.isWindowModified()
    window.session.redo()
    assert window.session.undo_says.startswith("Open the copy of ")
    window.actions_["file.save"].trigger()
    assert "name: Court" in small.read_text("utf-8")
    assert small.with_name("yard.yaml~").read_bytes() == before
    assert leftovers() == ()


def test_one_who_is_cut_off_twice_finds_one_line_with_all_that_was_done(shown, small, qtbot):
    left_behind(small)
    window = shown()
    in_dialog(press("Open this copy"))
    window.welcome.rows[0].click()
    assert window.session.edit("rename", kind="zone", id="shed", name="Barn")
    copied(window, qtbot)
    window.files.keeping._sitting.end()  # as the system lets go of what a dead process held
    window.document.hold.let_go()
    window.document.session.saved()

    other = shown()
    line, after = (row.line for row in other.welcome.rows[:2])
    assert (line.mark, "3 copies" in line.beside) == ("Not saved", True)
    assert after.mark != "Not saved"
    seen = []

    def look(dialog):
        seen.extend(lines(dialog.since.list))
        button(dialog, "Open this copy").click()

    in_dialog(look)
    other.welcome.rows[0].click()
    assert seen[0] == "Rename shed"
    assert seen[2:] == ["Rename Yard to Court", "Rename Yard to Gate"]
    assert other.files.save()
    assert leftovers() == (), "all that was left of it is saved now"


def test_what_was_opened_and_not_saved_is_offered_again(shown, small, qtbot):
    left_behind(small)
    window = shown(small)
    in_dialog(press("Open this copy"))
    window.command("recover")
    assert leftovers() == ()  # this window has them
    window.session.undo()
    assert window.close()
    assert len(leftovers()) == 1


def test_thrown_away_copies_can_be_taken_back(shown, small, qtbot):
    left_behind(small)
    window = shown()
    in_dialog(press("Throw away"))
    window.welcome.rows[0].click()
    assert leftovers()[0].thrown
    assert window.welcome.rows[0].line.mark != "Not saved"
    button(window.notice, "Take them back").click()
    assert not leftovers()[0].thrown
    assert window.welcome.rows[0].line.mark == "Not saved"


@pytest.mark.parametrize("gone", [True, False])
def test_a_copy_opens_where_the_file_is_gone_or_broken(shown, small, qtbot, gone):
    left = left_behind(small)
    if gone:
        small.unlink()
    else:
        small.write_text("format: 1\nboard: [", "utf-8")
    window = shown()
    says = []

    def look(dialog):
        says.append(dialog.file.nothing.text())
        button(dialog, "Open this copy").click()

    in_dialog(look)
    window.files.recovery.show(str(left.folder))
    assert "There is no such file" in says[0] or not gone
    assert window.document.path == small
    assert window.session.encounter.board.zones["yard"].name == "Court"
    assert window.isWindowModified()
    assert window.files.save()
    assert "name: Court" in small.read_text("utf-8")


def test_a_copy_that_cannot_be_read_says_so_and_an_older_one_can_be_taken(shown, small, qtbot):
    left = left_behind(small)
    left.copies[0].path.write_text("format: 1\nboard: [", "utf-8")
    window = shown()

    def look(dialog):
        row = next(r for r in range(dialog.list.count())
                   if dialog.list.item(r).toolTip() == str(left.copies[0].path))  # fmt: skip
        dialog.list.setCurrentRow(row)
        assert "line " in dialog.copy.nothing.text()
        assert not button(dialog, "Open this copy").isEnabled()
        QTest.keyClick(dialog.list, Qt.Key.Key_Return)
        assert dialog.isVisible()
        dialog.list.setCurrentRow(row + 1)
        button(dialog, "Open this copy").click()

    in_dialog(look)
    window.command("recover")
    assert window.session.encounter.board.zones["yard"].name == "Gate"


def test_where_nothing_is_left_the_dialog_says_so(shown):
    window = shown()

    def look(dialog):
        assert not button(dialog, "Open this copy").isEnabled()
        assert not button(dialog, "Throw away").isEnabled()
        button(dialog, "Keep for later").click()

    in_dialog(look)
    window.command("recover")
    assert window.document is None


def test_a_living_window_is_not_offered(shown, small, qtbot):
    window = shown(small)
    rename(window)
    copied(window, qtbot)
    other = shown()
    assert other.welcome.rows[0].line.mark != "Not saved"


def test_copies_another_window_has_taken_open_all_the_same_and_stay_its(shown, small, qtbot):
    left = left_behind(small)
    mine = locks.hold_mark(left.folder.with_name(f"{left.folder.name}.lock"))
    assert mine is not None
    window = shown()
    assert window.files.recovery.open(left, left.copies[0])
    assert "Another window" in window.status.text.text() or window.isWindowModified()
    assert window.files.save()
    mine.let_go()
    assert len(leftovers()) == 1


def test_the_copies_are_in_the_menu_and_under_its_name_in_the_finder(shown):
    window = shown()
    action = window.actions_["file.recover"]
    assert action in window.menus["file"].actions()
    assert action.isEnabled()


def test_a_home_that_cannot_be_asked_stops_nobody(shown, small, monkeypatch):
    def refused(*_args, **_more):
        raise SaveError(Path("copies"), "the disk is full.")

    monkeypatch.setattr(autosave.Sitting, "keep", refused)
    window = shown(small)
    rename(window)
    window.files.keeping.copy()
    assert window.files.save()
    assert "name: Court" in small.read_text("utf-8")
