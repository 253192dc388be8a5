"""Errors that nobody expected: shown, logged and survived, with the work put aside."""

import sys
import threading

import pytest

from desktop.core.store import places
from desktop.ui import app
from desktop.ui.app import Crash
from tests.helpers import disk
from tests.ui.conftest import SMALL
from tests.ui.outside import copies, rename, says


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
