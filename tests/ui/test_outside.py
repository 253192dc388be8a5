"""What others do to a file, and disks that refuse: told where it is met, with a way on."""

import os
import shutil
import sys
import threading
from datetime import datetime

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QPushButton

from desktop.core import play
from desktop.core.rules.actions import Write
from desktop.core.store import fights, locks, places, recent, saving
from desktop.ui import app
from desktop.ui.app import Crash
from desktop.ui.fight import Fight
from desktop.ui.main_window.listing import unfinished
from tests.helpers import disk
from tests.ui.conftest import SMALL

OTHER = SMALL.replace("name: Yard", "name: Theirs")
SAME_SIZE = SMALL.replace("name: Yard", "name: Mill")


def rename(window, name="Court"):
    assert window.session.edit("rename", kind="zone", id="yard", name=name)


def activate(window):
    """Bring the window to the front, as far as it is asked."""
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))


def offers(window):
    QApplication.processEvents()  # buttons of a bar in view are shown with the next event
    found = window.notice.findChildren(QPushButton)
    return {each.text(): each for each in found if not each.isHidden()}


def press(window, text):
    offers(window)[text].click()


def says(window):
    return window.notice.says.text()


def type_file(path):
    """Type a path into the file dialog that opens next, and take it."""

    def act():
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QFileDialog):
            QTimer.singleShot(20, act)
            return
        dialog.findChild(QLineEdit, "fileNameEdit").setText(str(path))
        QTimer.singleShot(0, replace)
        dialog.accept()

    def replace():
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            box.button(QMessageBox.StandardButton.Yes).click()

    QTimer.singleShot(0, act)


def asked_when_closing(window, answer="Cancel"):
    """Close the window; return whether it asked what becomes of unsaved work."""
    asked = []

    def act():
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            asked.append(box.text())
            next(each for each in box.buttons() if each.text() == answer).click()

    timer = QTimer()
    timer.timeout.connect(act)
    timer.start(10)
    window.close()
    timer.stop()
    return bool(asked)


def begin(window):
    """Start the fight as the page before round 1 does."""
    window.actions_["fight.start"].trigger()
    combat = play.begin(window.session.encounter, stock=window.session.stock)
    window.bench.current_page.ready.emit(Fight(combat.book, combat, window.session))
    return window.session.fight


def in_file(window):
    return fights.read_fight(window.fights.keeper.path, play.vocabulary()).history()


# Changed by another program


def test_the_others_changes_can_be_loaded_in_one_step(shown, small):
    window = shown(small)
    rename(window)
    small.write_text(OTHER, "utf-8")
    activate(window)
    assert "Another program changed yard.yaml" in says(window)
    press(window, "Read it again")
    assert window.session.encounter.name == "Theirs"
    assert not window.isWindowModified()
    window.session.undo()
    assert window.session.encounter.board.zones["yard"].name == "Court"


def test_mine_can_be_kept_and_theirs_stays_beside_it(shown, small):
    window = shown(small)
    small.write_text(OTHER, "utf-8")
    activate(window)
    press(window, "Keep mine")
    assert window.isWindowModified()  # the disk holds something else
    assert window.files.save()
    assert "name: Yard" in small.read_text("utf-8")
    assert small.with_name("yard.yaml~").read_text("utf-8") == OTHER


def test_mine_can_be_saved_beside(shown, small):
    small.with_name("yard-2.yaml").write_text("taken", "utf-8")
    window = shown(small)
    rename(window)
    small.write_text(OTHER, "utf-8")
    activate(window)
    press(window, "Save beside")
    assert small.read_text("utf-8") == OTHER
    assert small.with_name("yard-2.yaml").read_text("utf-8") == "taken"
    assert window.document.path == small.with_name("yard-3.yaml")
    assert "name: Court" in window.document.path.read_text("utf-8")
    assert not window.isWindowModified()


@pytest.mark.parametrize("way", ["Read it again", "Save beside", "Save as…", "Save all the same"])
def test_saving_over_it_is_refused_with_every_way_on(shown, small, tmp_path, way):
    window = shown(small)
    rename(window)
    small.write_text(OTHER, "utf-8")
    assert not window.files.save()
    assert small.read_text("utf-8") == OTHER
    assert window.isWindowModified()
    assert "another program changed it meanwhile" in says(window)
    if way == "Save as…":
        type_file(tmp_path / "mine.yaml")
    press(window, way)
    assert not window.isWindowModified()
    if way == "Save all the same":
        assert small.with_name("yard.yaml~").read_text("utf-8") == OTHER
    else:
        assert small.read_text("utf-8") == OTHER


def test_a_change_that_neither_date_nor_size_shows_is_noticed(shown, small):
    window = shown(small)
    before = small.stat()
    small.write_text(SAME_SIZE, "utf-8")
    os.utime(small, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert small.stat().st_size == before.st_size
    rename(window)
    assert not window.files.save()
    assert small.read_text("utf-8") == SAME_SIZE


def test_each_change_is_told_once(shown, small):
    window = shown(small)
    small.write_text(OTHER, "utf-8")
    activate(window)
    window.notice.clear()
    activate(window)
    assert says(window) == ""
    small.write_text(OTHER + "\n", "utf-8")
    activate(window)
    assert "Another program changed" in says(window)


def test_a_change_that_cannot_be_read_leaves_mine_as_it_is(shown, small):
    window = shown(small)
    rename(window)
    small.write_text("format: 1\nboard: [", "utf-8")
    activate(window)
    press(window, "Read it again")
    assert "was not opened" in says(window)
    assert window.session.encounter.board.zones["yard"].name == "Court"
    assert window.isWindowModified()


# Deleted, moved, pulled out


def test_a_deleted_file_is_told_and_closing_asks(shown, small):
    window = shown(small)
    small.unlink()
    activate(window)
    assert "yard.yaml is not in its folder any more" in says(window)
    assert window.isWindowModified()
    assert asked_when_closing(window)
    press(window, "Save it again")
    assert small.read_text("utf-8") == SMALL
    assert not window.isWindowModified()
    assert not asked_when_closing(window)


def test_closing_asks_even_when_nobody_looked_since_it_was_deleted(shown, small):
    window = shown(small)
    small.unlink()
    assert asked_when_closing(window, "Save")
    assert small.is_file()


def test_a_stick_that_is_pulled_out_is_told_and_work_is_saved_elsewhere(shown, small, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    shutil.move(small, stick / "yard.yaml")
    window = shown(stick / "yard.yaml")
    rename(window)
    shutil.move(stick, tmp_path / "pocket")
    activate(window)
    assert f"The folder of yard.yaml is gone: {stick}" in says(window)
    assert set(offers(window)) == {"Try again", "Save as…"}
    press(window, "Try again")
    assert "Connect its disk or stick again, or choose another folder" in says(window)
    assert window.isWindowModified()
    type_file(tmp_path / "here.yaml")
    press(window, "Save as…")
    assert "name: Court" in (tmp_path / "here.yaml").read_text("utf-8")
    assert not window.isWindowModified()


def test_a_stick_that_comes_back_is_noticed(shown, small, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    shutil.move(small, stick / "yard.yaml")
    window = shown(stick / "yard.yaml")
    shutil.move(stick, tmp_path / "pocket")
    activate(window)
    assert window.isWindowModified()
    shutil.move(tmp_path / "pocket", stick)
    activate(window)
    assert says(window) == ""
    assert not window.isWindowModified()


# Disks that refuse


@pytest.mark.fault("L04")
def test_a_full_disk_leaves_the_old_file_and_offers_another_place(shown, small, tmp_path_factory):
    window = shown(small)
    rename(window)
    with disk.full(small.parent):
        assert not window.files.save()
    assert "the disk is full" in says(window)
    assert str(small) in says(window)
    assert small.read_text("utf-8") == SMALL
    assert sorted(each.name for each in small.parent.iterdir()) == ["yard.yaml"]
    assert window.isWindowModified()
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "yard.yaml"
    type_file(elsewhere)
    press(window, "Save as…")
    assert "name: Court" in elsewhere.read_text("utf-8")


@pytest.mark.fault("L04")
def test_a_disk_that_is_really_full_leaves_the_old_file(shown, small, tmp_path):
    with disk.small_disk(tmp_path / "disk") as at:
        path = at / "yard.yaml"
        path.write_text(SMALL, "utf-8")
        window = shown(path)
        rename(window)
        disk.fill(at)
        assert not window.files.save()
        assert "the disk is full" in says(window)
        assert path.read_text("utf-8") == SMALL
        assert window.isWindowModified()
        (at / "filler").unlink()
        press(window, "Try again")
        assert "name: Court" in path.read_text("utf-8")
        assert not window.isWindowModified()
        window.show_welcome()


@pytest.mark.fault("L04")
def test_a_folder_that_cannot_be_written_is_told_and_the_mark_stays(shown, small):
    window = shown(small)
    rename(window)
    with disk.write_protected(small.parent):
        window.actions_["file.save"].trigger()
        assert "its folder cannot be written to" in says(window)
        assert str(small) in says(window)
        assert "Save as…" in offers(window)
        assert window.isWindowModified()
        assert asked_when_closing(window)
        assert asked_when_closing(window, "Save")  # which fails, so it stays open
        assert window.isVisible()
    assert small.read_text("utf-8") == SMALL


@pytest.mark.fault("L03")
def test_the_path_of_save_belongs_to_the_document_on_the_screen(shown, small, tmp_path):
    """After a failed Open the old document has its path, after New there is none."""
    window = shown(small)
    broken = tmp_path / "broken.yaml"
    broken.write_text("format: 1\nboard: [", "utf-8")
    assert not window.files.open_path(broken)
    assert window.files.save()
    assert small.read_text("utf-8") == SMALL
    assert broken.read_text("utf-8") == "format: 1\nboard: ["
    window.command("new")
    assert window.document.path is None
    type_file(tmp_path / "new.yaml")
    assert window.files.save()
    assert (tmp_path / "new.yaml").is_file()
    assert small.read_text("utf-8") == SMALL


def test_a_file_that_cannot_be_read_costs_no_unsaved_work(shown, small, tmp_path):
    window = shown(small)
    rename(window)
    broken = tmp_path / "broken.yaml"
    broken.write_text("format: 1\nboard: [", "utf-8")
    assert not window.files.open_path(broken)  # without a question
    assert window.session.encounter.board.zones["yard"].name == "Court"
    assert window.isWindowModified()


# Two windows


def test_a_second_window_is_told_and_saves_under_another_name(shown, small, tmp_path, qtbot):
    first = shown(small)
    second = shown(small)
    qtbot.waitUntil(lambda: bool(says(second)))
    assert "yard.yaml is open in another window of Enfilade since" in says(second)
    rename(second)
    assert not second.files.save()
    assert small.read_text("utf-8") == SMALL
    assert second.isWindowModified()
    assert set(offers(second)) == {"Save as…", "Save all the same"}
    type_file(tmp_path / "mine.yaml")
    press(second, "Save as…")
    assert "name: Court" in (tmp_path / "mine.yaml").read_text("utf-8")
    assert first.files.save()
    third = shown(tmp_path / "mine.yaml")
    rename(third, "Third")
    assert not third.files.save()


def test_the_second_window_may_save_once_the_first_is_closed(shown, small):
    first = shown(small)
    second = shown(small)
    rename(second)
    assert not second.files.save()
    assert first.close()
    assert second.files.save()
    assert "name: Court" in small.read_text("utf-8")


def test_the_gm_may_save_all_the_same_and_the_other_window_notices(shown, small):
    first = shown(small)
    second = shown(small)
    rename(second)
    assert not second.files.save()
    press(second, "Save all the same")
    assert "name: Court" in small.read_text("utf-8")
    first.files.look_outside()
    assert "Another program changed yard.yaml" in says(first)


def test_saving_as_another_windows_file_is_refused(shown, small, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text(OTHER, "utf-8")
    first, second = shown(small), shown(other)
    type_file(small)
    assert not second.files.save_as()
    assert "is open in another window" in says(second)
    assert small.read_text("utf-8") == SMALL
    assert second.document.path == other
    assert first.files.save()


def test_one_fight_is_not_written_by_two_windows(shown, small):
    first = shown(small)
    fight = begin(first)
    path = first.fights.keeper.path
    second = shown()
    assert not second.fights.resume(path)
    assert "is open in another window" in says(second)
    press(second, "Go on with a copy of it")
    assert second.session.mode == "play"
    assert second.fights.keeper.path != path
    assert second.session.fight.take(Write(text="Here."))
    assert fight.take(Write(text="There."))
    assert [step.action for step in in_file(first)[0]][-1] == Write(text="There.")
    assert [step.action for step in in_file(second)[0]][-1] == Write(text="Here.")
    assert in_file(first)[0][:-1] == in_file(second)[0][:-1]


def test_going_on_with_the_fight_that_is_on_already_goes_to_it(shown, small):
    window = shown(small)
    fight = begin(window)
    window.session.set_mode("build")
    assert window.fights.resume(window.fights.keeper.path)
    assert window.session.mode == "play"
    assert window.session.fight is fight


# Fights on disks that refuse


def test_a_fight_whose_disk_is_full_goes_on_and_is_whole_when_there_is_room(shown, small):
    window = shown(small)
    fight = begin(window)
    with disk.full(small.parent):
        assert fight.take(Write(text="Rain."))
        assert "the last step could not be added: the disk is full" in says(window)
        assert "The fight itself goes on here." in says(window)
        assert fight.take(Write(text="Hail."))
    press(window, "Try again")
    assert in_file(window) == (fight.combat.steps, fight.combat.cursor)


def test_a_disk_that_takes_a_part_of_a_step_is_no_success(shown, small, tmp_path):
    with disk.small_disk(tmp_path / "disk", "96k") as at:
        path = at / "yard.yaml"
        path.write_text(SMALL, "utf-8")
        window = shown(path)
        fight = begin(window)
        disk.fill(at)
        for number in range(40):
            assert fight.take(Write(text=f"Line {number} " + "x" * 700))
            if says(window):
                break
        assert "the disk is full" in says(window)
        (at / "filler").unlink()
        press(window, "Try again")
        assert in_file(window) == (fight.combat.steps, fight.combat.cursor)
        window.show_welcome()


@pytest.mark.parametrize("how", ["deleted", "pulled out"])
def test_a_fight_whose_file_is_gone_is_told_and_written_anew(shown, small, tmp_path, how):
    window = shown(small)
    fight = begin(window)
    first = window.fights.keeper.path
    if how == "deleted":
        first.unlink()
    else:
        shutil.move(small.parent, tmp_path.with_name(f"{tmp_path.name}-pocket"))
    assert fight.take(Write(text="Rain."))
    assert "it is not in its folder any more" in says(window)
    press(window, "Write it anew")
    assert in_file(window) == (fight.combat.steps, fight.combat.cursor)
    if how == "pulled out":
        assert window.fights.keeper.path.parent == places.fights_folder()
    assert fight.take(Write(text="Hail."))
    assert in_file(window) == (fight.combat.steps, fight.combat.cursor)


def test_a_fight_in_a_folder_without_rights_goes_on_in_a_copy(shown, small):
    window = shown(small)
    fight = begin(window)
    fight.take(Write(text="Rain."))
    path, before = window.fights.keeper.path, window.fights.keeper.path.read_bytes()
    assert window.close()
    with disk.write_protected(small.parent):
        again = shown()
        assert again.fights.resume(path)
        assert again.fights.keeper.path.parent == places.fights_folder()
        assert "goes on in a copy" in says(again)
        again.session.fight.take(Write(text="Hail."))
        assert len(in_file(again)[0]) == 3
    assert path.read_bytes() == before


# A clock set back


def test_fights_come_in_the_order_in_which_they_were_played_whatever_the_clock_says(
    shown, small, monkeypatch
):
    recent.remember(small)
    window = shown(small)
    begin(window)
    first = window.fights.keeper.path
    window.command("leave_fight")
    os.utime(first, (4e9, 4e9))
    begin(window)
    second = window.fights.keeper.path
    assert second != first  # of the same second, perhaps
    window.command("leave_fight")
    os.utime(second, (1, 1))
    assert [each.path for each in unfinished()] == [second, first]


def test_a_clock_set_back_gives_a_fight_no_name_that_is_taken(shown, small, monkeypatch):
    class Stopped(datetime):
        @classmethod
        def now(cls, tz=None):
            return cls(2001, 1, 1)

    monkeypatch.setattr("desktop.core.store.fight_log.datetime", Stopped)
    window = shown(small)
    kept = []
    for _ in range(3):
        begin(window)
        kept.append((window.fights.keeper.path, window.fights.keeper.path.read_bytes()))
        window.command("leave_fight")
    assert len({path for path, _ in kept}) == 3
    assert all(path.read_bytes() == content for path, content in kept)


# Errors that nobody expected


def failing(_checked=False):
    raise RuntimeError("a screw is loose")


@pytest.fixture
def crash(monkeypatch):
    """Return a way to let the program's own hook take the errors of a window."""

    def install(window):
        made = Crash(window)
        monkeypatch.setattr(sys, "excepthook", made)
        monkeypatch.setattr(threading, "excepthook", made.in_thread)
        return made

    return install


def copies():
    return sorted((places.state_folder() / "copies").glob("*/*.yaml"))


def test_an_error_in_a_slot_is_shown_logged_and_survived(shown, small, crash, stray_logs):
    window = shown(small)
    crash(window)
    rename(window)
    window.notice.cross.clicked.connect(failing)
    window.notice.cross.click()
    assert "a screw is loose" in says(window)
    assert "You can go on" in says(window)
    assert "Traceback" in window.notice.details.toPlainText()
    (aside,) = copies()
    assert str(aside) in says(window)
    assert "name: Court" in aside.read_text("utf-8")
    assert small.read_text("utf-8") == SMALL
    assert window.isVisible()
    assert [record.getMessage() for record in stray_logs] == ["unexpected"]
    stray_logs.clear()
    rename(window, "Later")
    assert window.files.save()


def test_an_error_in_another_thread_is_shown_too(shown, small, crash, stray_logs, qtbot):
    window = shown(small)
    crash(window)
    thread = threading.Thread(target=failing)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: "a screw is loose" in says(window))
    stray_logs.clear()


def test_an_error_while_putting_work_aside_is_survived_and_said(
    shown, small, crash, stray_logs, monkeypatch
):
    window = shown(small)
    crash(window)
    rename(window)
    monkeypatch.setattr(window.files, "save_aside", failing)
    window.notice.cross.clicked.connect(failing)
    window.notice.cross.click()
    assert "No copy of your encounter could be made. Save it under another name" in says(window)
    assert {record.getMessage() for record in stray_logs} == {
        "unexpected", "while putting the work aside",
    }  # fmt: skip
    stray_logs.clear()


def test_an_error_with_a_full_disk_says_that_there_is_no_copy(shown, small, crash, stray_logs):
    window = shown(small)
    crash(window)
    rename(window)
    window.notice.cross.clicked.connect(failing)
    with disk.full(places.state_folder()):
        window.notice.cross.click()
    assert "No copy of your encounter could be made" in says(window)
    assert "the disk is full" in says(window)
    stray_logs.clear()


def test_an_error_while_telling_of_an_error_is_logged_only(
    shown, small, crash, stray_logs, monkeypatch
):
    window = shown(small)
    hook = crash(window)
    rename(window)
    monkeypatch.setattr(window, "show_crash", failing)
    hook(RuntimeError, RuntimeError("first"), None)
    assert [record.getMessage() for record in stray_logs] == ["unexpected", "while telling of it"]
    assert len(copies()) == 1
    stray_logs.clear()


def test_the_log_is_in_the_users_own_folder(shown, small, crash, stray_logs):
    window = shown(small)
    app._keep_log()
    hook = crash(window)
    hook(RuntimeError, RuntimeError("for the log"), None)
    log = (places.state_folder() / "enfilade.log").read_text("utf-8")
    assert "RuntimeError: for the log" in log
    stray_logs.clear()


# What is changed has its mark


@pytest.mark.fault("L06")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("set_field", {"kind": "zone", "ids": ["yard"], "field": "notes", "value": "wet"}),
        ("set_traits", {"zones": ["yard"], "add": ["difficult"]}),
        ("set_field", {"kind": "fighter", "ids": ["bo"], "field": "hidden", "value": True}),
        ("set_field", {"kind": "fighter", "ids": ["bo"], "field": "starts.wounds", "value": 3}),
        ("set_field", {"kind": "fighter", "ids": ["bo"], "field": "initiative", "value": 4}),
        ("set_field", {"kind": "fighter", "ids": ["bo"], "field": "starts.conditions",
                       "value": {"prone": ""}}),
        ("set_field", {"kind": "encounter", "ids": [""], "field": "square", "value": "yard"}),
        ("set_field", {"kind": "encounter", "ids": [""], "field": "name", "value": "Night"}),
        ("set_background", {"level": "ground", "picture": {"file": "map.png"}}),
        ("move_people", {"people": ["bo"], "dx": 1, "dy": 0}),
        ("paint", {"kind": "wall", "squares": [[3, 3]]}),
    ],
)  # fmt: skip
def test_every_change_marks_the_document_and_closing_asks(shown, small, name, arguments):
    window = shown(small)
    assert window.session.edit(name, **arguments)
    assert window.isWindowModified()
    assert asked_when_closing(window)
    window.files.keeping._stop()
    window.files.keeping.copy()
    window.files.keeping._stop()
    assert len(copies()) == 1


@pytest.mark.fault("L06")
def test_what_is_kept_elsewhere_marks_nothing_and_asks_nothing(shown, small):
    """The view is kept per file, the fight in its own file with every step."""
    window = shown(small)
    window.session.shown.hidden_kinds.add("grid")
    window.session.view_changed.emit()
    window.canvas.view.zoom_to(2)
    fight = begin(window)
    assert fight.take(Write(text="Bo bleeds."))
    assert not window.isWindowModified()
    steps = fight.combat.steps
    path = window.fights.keeper.path
    assert not asked_when_closing(window)
    assert fights.read_fight(path, play.vocabulary()).history()[0] == steps
    assert recent.view_of(small)["hidden_kinds"] == ["grid"]
    assert small.read_text("utf-8") == SMALL


@pytest.mark.fault("X02")
def test_only_the_state_at_the_last_save_is_clean(shown, small):
    window = shown(small)
    for number in range(2):
        rename(window, f"Name {number}")
    assert window.files.save()
    for number in range(2, 5):
        rename(window, f"Name {number}")
    marks = []
    for _ in range(4):
        window.session.undo()
        marks.append(window.isWindowModified())
    assert marks == [True, True, False, True]
    window.session.redo()
    assert not window.isWindowModified()


@pytest.mark.fault("X02")
def test_there_is_no_limit_of_undo_beyond_which_a_change_counts_as_saved(shown, small):
    """More steps than other programs keep, then all of them taken back."""
    window = shown(small)
    rename(window, "First")
    assert window.files.save()
    for number in range(1200):
        rename(window, f"Name {number}")
    for _ in range(1200):
        window.session.undo()
    assert not window.isWindowModified()
    window.session.undo()
    assert window.isWindowModified()
    assert window.session.encounter.board.zones["yard"].name == ""


def test_a_lock_of_a_window_that_was_killed_stops_nobody(shown, small):
    mark = locks._mark_of(small)
    mark.write_text('{"pid": 1, "since": "12:00"}')
    window = shown(small)
    rename(window)
    assert window.files.save()
    assert saving.stamp_of(small) == window.document.stamp
    assert not Qt.WindowState.WindowMinimized & window.windowState()
