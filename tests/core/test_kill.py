"""kill -9 at any moment: the file is one that was saved, the fight one that was played."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from desktop.core import play
from desktop.core.store import autosave, fights
from desktop.core.store.reading import read, read_file
from tests.helpers.killed import NAME, digest, marks_of

FEW, MANY = 25, 1_000
LONGEST_S = 0.12
"""A worker lives so long at the most, once it has begun."""
ENCOUNTER = """\
format: 1
name: Yard
board:
  zones:
    yard: {at: [0, 0, 8, 8], start: heroes}
    shed: {at: [8, 0, 8, 8], start: foes}
profiles:
  guard: {name: Guard, side: foes, imperium: {speed: normal, wounds: 8}}
fighters:
  ada: {name: Ada, profile: guard, side: heroes, at: yard}
  bo: {name: Bo, profile: guard, at: shed}
"""


@dataclass
class Told:
    """What one worker told before it died."""

    saves: list[str] = field(default_factory=list)
    """What was saved, the file that was there first included."""
    saving: str = ""
    """What was being saved."""
    copied: str = ""
    """A copy known to be on the disk, and of nothing that was saved since."""
    fight: dict[str, Any] = field(default_factory=dict)
    ready: bool = False

    def take(self, line: str) -> None:
        """Take one report."""
        told = json.loads(line)
        assert "error" not in told, told["error"]
        if "saving" in told:
            self.saving, self.copied = told["saving"], ""
        elif "saved" in told:
            if told["saved"] != self.saves[-1]:
                self.saves.append(told["saved"])
            self.saving = ""
        elif "copied" in told:
            self.copied = told["copied"]
        elif "fight" in told:
            self.fight = told
        self.ready = self.ready or "ready" in told


class Killer:
    """Has workers made and kills them."""

    def __init__(self, folder: Path, process: "subprocess.Popen[str]") -> None:
        self.folder = folder
        self._process = process
        self._reports = folder.parent / "reports"

    def kill_one(self, seed: int, dice: Random) -> Told:
        """Return what a worker told until it was killed."""
        self._reports.unlink(missing_ok=True)
        os.mkfifo(self._reports)
        pipe = os.open(self._reports, os.O_RDONLY | os.O_NONBLOCK)
        try:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            print(self.folder, self._reports, seed, file=self._process.stdin, flush=True)
            child = int(self._process.stdout.readline())
            told = Told([digest((self.folder / NAME).read_bytes())])
            rest = b""
            lives = LONGEST_S * dice.random()
            ends = time.monotonic() + (30 if dice.random() < 0.9 else lives)
            while (left := ends - time.monotonic()) > 0:
                if select.select([pipe], [], [], left)[0]:
                    was_ready = told.ready
                    rest = _taken(told, rest + os.read(pipe, 65536))
                    if told.ready and not was_ready:
                        ends = time.monotonic() + lives
            os.kill(child, signal.SIGKILL)
            while _lives(child):
                time.sleep(0.001)
            while chunk := os.read(pipe, 65536):
                rest = _taken(told, rest + chunk)
            assert not rest
            return told
        finally:
            os.close(pipe)


def _taken(told: Told, content: bytes) -> bytes:
    lines = content.split(b"\n")
    for line in lines[:-1]:
        told.take(line.decode())
    return lines[-1]


def _lives(child: int) -> bool:
    try:
        os.kill(child, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def killer(tmp_path: Path) -> Iterator[Killer]:
    folder = tmp_path / "encounters"
    folder.mkdir()
    (folder / NAME).write_text(ENCOUNTER, "utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.killed"], text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "warm\n"
        yield Killer(folder, process)
        process.kill()


def kept_beside(folder: Path) -> set[str]:
    """Return what the files before the last save hold, by whichever name they are kept."""
    names = (f"{NAME}~", f".{NAME}.*~")
    return {digest(path.read_bytes()) for name in names for path in folder.glob(name)}


def check_encounter(folder: Path, told: Told) -> None:
    """The file is what was saved last or was being saved, and the one before it is kept."""
    path = folder / NAME
    now = digest(path.read_bytes())
    assert now in {told.saves[-1], told.saving}, "the file holds what nobody saved"
    read_file(path)
    saves = told.saves if now == told.saves[-1] else [*told.saves, now]
    if len(saves) > 1:
        assert saves[-2] in kept_beside(folder), "the file before the last save is gone"


def check_fights(folder: Path, told: Told, before: dict[Path, bytes]) -> None:
    """The fight is at the last step or one beyond; of all others no byte is another."""
    for path, content in before.items():
        now = path.read_bytes()
        assert now.startswith(content), "something was taken out of a fight"
        assert now == content or path.name == told.fight.get("fight")
    if not told.fight:
        return
    file = fights.read_fight(folder / told.fight["fight"], play.vocabulary())
    assert file.damage == ()
    steps, cursor = marks_of(play.resumed(file))
    many, last, was = told.fight["many"], told.fight["steps"], told.fight["cursor"]
    is_same = len(steps) == many and steps[-3:] == last
    is_next = len(steps) == was + 1 == cursor
    # one press may begin a turn with the end of the one before, and one undo takes both back
    assert (is_same and abs(cursor - was) <= 2) or is_next, "the fight is somewhere else"
    if is_next and was == many:
        assert steps[:-1][-3:] == last


def check_copies(told: Told) -> None:
    """Every copy can be opened, and one that was on the disk is there."""
    found = set()
    for leftover in autosave.leftovers():
        for copy in leftover.copies:
            text = autosave.text_of(copy)
            read(text)
            found.add(digest(text))
    assert not told.copied or told.copied in found, "a copy of unsaved work is gone"


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a thing of POSIX")
@pytest.mark.timeout(7200)
def test_a_process_killed_at_any_moment_loses_nothing(killer: Killer, is_long: bool) -> None:
    folder, dice = killer.folder, Random(20_260)
    other = folder / f"other.2001-01-01-000000{fights.SUFFIX}"
    other.write_bytes(b"somebody else's\n")
    begun = saved = copied = fought = 0
    for seed in range(1, (MANY if is_long else FEW) + 1):
        before = {path: path.read_bytes() for path in folder.glob(f"*{fights.SUFFIX}")}
        told = killer.kill_one(seed, dice)
        try:
            check_encounter(folder, told)
            check_fights(folder, told, before)
            check_copies(told)
        except AssertionError as error:
            raise AssertionError(f"kill {seed}: {error}") from error
        begun += told.ready
        saved += len(told.saves) > 1
        copied += bool(told.copied)
        fought += bool(told.fight)
        if len(before) > 12:  # the folder of a long run stays small
            for path in sorted(before, key=lambda each: each.stat().st_mtime)[:6]:
                path.unlink()
    seen = (begun, saved, fought, *((copied,) if is_long else ()))  # few kills may miss a copy
    assert min(seen) > 0, (begun, saved, copied, fought)
    print(f"kills: {seed}, begun {begun}, saved {saved}, copied {copied}, fought {fought}")
