"""Disks that refuse and clocks set back: nothing is lost, and a sentence says what to do."""

import os
import shutil
from datetime import datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.core.rules.actions import Write
from desktop.core.store import places, recent
from desktop.ui.main_window.listing import unfinished
from tests.helpers import disk
from tests.ui.conftest import SMALL
from tests.ui.outside import (
    asked_when_closing,
    begin,
    in_file,
    offers,
    press,
    rename,
    says,
    type_file,
)

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
        window.canvas.view.setFocus()
        QTest.mouseClick(offers(window)["Try again"], Qt.MouseButton.LeftButton)
        assert window.focusWidget() is window.canvas.view, "keys go on meaning what they meant"
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
