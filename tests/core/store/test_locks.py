"""One window has a file; a process that dies has it no more."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.core.store import locks

HOLDS = """
import sys, time
from pathlib import Path
from desktop.core.store import locks
mine = locks.hold(Path(sys.argv[1]))
print(mine is not None, flush=True)
time.sleep(60)
"""


def test_one_has_a_file_until_it_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "dock.yaml"
    mine = locks.hold(path)
    assert mine is not None
    assert locks.hold(path) is None
    assert locks.holder_of(path).pid == os.getpid()
    other = locks.hold(tmp_path / "other.yaml")
    assert other is not None
    other.let_go()
    mine.let_go()
    mine.let_go()
    again = locks.hold(path)
    assert again is not None
    again.let_go()
    assert locks.holder_of(path).pid == 0


def test_a_file_is_the_same_by_any_of_its_paths(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    path = tmp_path / "dock.yaml"
    mine = locks.hold(path)
    assert mine is not None
    assert locks.hold(tmp_path / "a" / ".." / "dock.yaml") is None
    mine.let_go()


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a thing of POSIX")
def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "dock.yaml"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        assert locks.hold(path) is None
        assert locks.holder_of(path).pid == process.pid
        process.send_signal(signal.SIGKILL)
    mine = locks.hold(path)
    assert mine is not None
    mine.let_go()


def test_where_nobody_can_be_asked_a_file_is_everybodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(file: Path) -> Path:
        raise OSError("no room for marks")

    monkeypatch.setattr(locks, "_mark_of", refused)
    one, other = locks.hold(tmp_path / "a"), locks.hold(tmp_path / "a")
    assert one is not None
    assert other is not None
    one.let_go()
    assert locks.holder_of(tmp_path / "a").pid == 0


def test_a_hold_that_is_forgotten_or_cannot_be_marked_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "dock.yaml"
    forgotten = locks.hold(path)
    del forgotten
    assert locks.holder_of(path).pid == 0

    def full() -> dict[str, object]:
        raise OSError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(locks, "_me", full)
        unmarked = locks.hold(path)
    assert unmarked is not None  # nobody can be asked, and no open file is left behind
    mine = locks.hold(path)
    assert mine is not None
    mine.let_go()
