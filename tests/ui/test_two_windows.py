"""Two windows on one file or one fight."""

from PySide6.QtCore import Qt

from desktop.core.rules.actions import Write
from desktop.core.store import locks, saving
from tests.ui.conftest import SMALL
from tests.ui.outside import OTHER, begin, in_file, offers, press, rename, says, type_file


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


def test_a_lock_of_a_window_that_was_killed_stops_nobody(shown, small):
    mark = locks._mark_of(small)
    mark.write_text('{"pid": 1, "since": "12:00"}')
    window = shown(small)
    rename(window)
    assert window.files.save()
    assert saving.stamp_of(small) == window.document.stamp
    assert not Qt.WindowState.WindowMinimized & window.windowState()
