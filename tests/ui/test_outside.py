"""What others do to a file: told where it is met, with a way on."""

import os
import shutil

import pytest

from tests.ui.conftest import SMALL
from tests.ui.outside import (
    OTHER,
    SAME_SIZE,
    activate,
    asked_when_closing,
    offers,
    press,
    rename,
    says,
    type_file,
)

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
