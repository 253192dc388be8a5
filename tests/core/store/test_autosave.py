"""Copies of unsaved work: several, dated, counted, and there until saved or thrown away."""

import itertools
import os
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from desktop.core.errors import SaveError
from desktop.core.store import autosave, places, saving
from desktop.core.store.autosave import About, Sitting, leftovers, of_file, text_of


def kept(number: int = 1, *, file: str = "/e/dock.yaml", sitting: Sitting | None = None) -> Sitting:
    sitting = sitting or Sitting()
    for each in range(1, number + 1):
        sitting.keep(
            f"format: 1\nname: N{each}\n", About(file=file, title="Dock", done=(f"{each}",))
        )
    return sitting


def names_of(copies: tuple[autosave.Copy, ...]) -> list[str]:
    return [text_of(copy).splitlines()[-1].removeprefix("name: N") for copy in copies]


def test_what_a_process_left_is_offered_with_what_was_done() -> None:
    sitting = kept(3)
    assert leftovers() == ()  # its process lives
    sitting.end()
    (left,) = leftovers()
    assert names_of(left.copies) == ["3", "2", "1"]
    assert left.about.title == "Dock"
    assert left.about.done == ("3",)
    assert text_of(left.copies[0]) == "format: 1\nname: N3\n"
    assert of_file(Path("/e/dock.yaml"), leftovers()) == (left,)
    assert of_file(Path("/e/other.yaml"), leftovers()) == ()


@pytest.mark.parametrize("cleared", [True, False])
def test_nothing_is_left_of_what_was_saved(cleared: bool) -> None:
    sitting = kept(2 if cleared else 0)
    sitting.clear()
    sitting.end()
    assert leftovers() == ()
    home = places.state_folder() / "copies"
    assert not home.exists() or list(home.iterdir()) == []


def test_many_copies_become_few_the_older_they_are() -> None:
    sitting = kept(300)
    sitting.end()
    (left,) = leftovers()
    numbers = [int(name) for name in names_of(left.copies)]
    assert numbers[:4] == [300, 299, 298, 297]
    assert len(numbers) <= 20
    assert numbers[-1] <= 64  # the longest ago is still there
    gaps = [one - other for one, other in itertools.pairwise(numbers)]
    assert sorted(gaps) == gaps


def test_copies_of_before_an_error_stay_whatever_comes_after() -> None:
    sitting = kept(5)
    sitting.shaken = True
    before = {"1", "2", "3", "4", "5"}
    kept(100, sitting=sitting)
    sitting.end()
    (left,) = leftovers()
    healthy = [copy for copy in left.copies if not copy.about.shaken]
    assert set(names_of(tuple(healthy))) <= before
    assert names_of(tuple(healthy))[:4] == ["5", "4", "3", "2"]
    assert left.copies[0].about.shaken


def test_after_an_error_even_saving_only_puts_them_aside() -> None:
    sitting = kept(2)
    sitting.shaken = True
    sitting.clear()
    sitting.end()
    (left,) = leftovers()
    assert left.thrown
    assert of_file(Path("/e/dock.yaml"), leftovers()) == ()
    assert not sitting.shaken


def test_what_was_thrown_away_can_be_taken_back() -> None:
    kept().end()
    (left,) = leftovers()
    autosave.throw_away(left)
    assert leftovers()[0].thrown
    autosave.take_back(left)
    assert not leftovers()[0].thrown


def test_one_window_takes_copies_over_and_clears_them_when_it_saves() -> None:
    kept().end()
    (left,) = leftovers()
    mine = Sitting()
    assert mine.take_over(left)
    assert not Sitting().take_over(left)
    assert leftovers() == ()
    mine.end()  # not saved, so it is offered again
    assert len(leftovers()) == 1
    assert mine.take_over(left)
    mine.clear()
    mine.end()
    assert leftovers() == ()


class SetBack(datetime):
    """A clock that was set back by years."""

    @classmethod
    def now(cls, tz: object = None) -> "SetBack":
        return cls(2001, 1, 1)


def test_a_clock_set_back_mixes_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = kept(2)
    monkeypatch.setattr(autosave, "datetime", SetBack)
    kept(2, sitting=sitting)
    sitting.end()
    other = kept(1, file="/e/other.yaml")
    other.end()
    first, second = leftovers()
    assert first.about.file == "/e/other.yaml"
    assert names_of(second.copies) == ["2", "1", "2", "1"]
    assert "2001-01-01" in second.copies[0].path.name
    numbers = [copy.number for each in (first, second) for copy in each.copies]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) == len(numbers)


def test_a_clock_put_forward_by_years_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept().end()
    monkeypatch.setattr(autosave.time, "time", lambda: 10.0**11)
    assert len(leftovers()) == 1


def test_too_many_and_too_old_ones_go(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(autosave.MOST + 3):
        kept(file=f"/e/{number}.yaml").end()
    found = leftovers()
    assert len(found) == autosave.MOST
    assert found[0].about.file == f"/e/{autosave.MOST + 2}.yaml"
    for each in found:
        os.utime(each.folder, (0, 0))
    assert len(leftovers()) == autosave.NEVER_TOO_OLD


def test_a_full_disk_leaves_the_copies_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = kept(2)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(SaveError, match="the disk is full"):
            kept(1, sitting=sitting)
    sitting.end()
    assert names_of(leftovers()[0].copies) == ["2", "1"]


@pytest.mark.parametrize(
    "head", ["", "# enfilade copy {", '# enfilade copy {"done": 3}\n', "# e\n"]
)
def test_a_copy_that_was_written_to_by_hand_is_offered_all_the_same(head: str) -> None:
    sitting = kept()
    sitting.end()
    path = leftovers()[0].copies[0].path
    path.write_text(f"{head}format: 1\n", encoding="utf-8")
    (left,) = leftovers()
    assert left.about.file == ""
    assert text_of(left.copies[0]).endswith("format: 1\n") or head.endswith("{")


KILLED = """
from desktop.core.store.autosave import About, Sitting
sitting = Sitting()
number = 0
while True:
    number += 1
    sitting.keep(f"name: N{number}" + " " * 20000, About(file="/e/dock.yaml"))
    if number == 3:
        print("three", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a thing of POSIX")
def test_a_killed_process_leaves_whole_copies() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "three\n"
        assert leftovers() == ()
        process.send_signal(signal.SIGKILL)
    (left,) = leftovers()
    assert len(left.copies) >= 3
    for copy in left.copies:
        assert len(text_of(copy)) > 20000
        assert copy.about.file == "/e/dock.yaml"


def test_the_disk_is_not_touched_before_there_is_something_to_keep() -> None:
    Sitting().end()
    assert not (places.state_folder() / "copies").exists()
    assert saving.PREVIOUS == "~"
