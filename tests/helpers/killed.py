"""A process that edits, saves and fights as the window does, until somebody kills it.

    python -m tests.helpers.killed

Reads `FOLDER REPORTS SEED` from each line of its input and forks a worker for it, whose id it
prints. The worker tells through the pipe REPORTS what it is about to do and what is done, so that
whoever kills it knows what the disk must hold.
"""

import hashlib
import json
import os
import signal
import sys
import traceback
from pathlib import Path
from random import Random
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop.core import play
from desktop.core.rules.actions import Write
from desktop.core.rules.combat import Combat
from desktop.core.store import fights
from desktop.core.store.writing import write
from desktop.ui.fight import Fight
from desktop.ui.main_window import fights as keeping_fights
from desktop.ui.main_window import files
from desktop.ui.main_window.keeping import Keeping

NAME = "yard.yaml"


def digest(content: bytes | str) -> str:
    """Return a short name of a content."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def marks_of(combat: Combat) -> tuple[list[str], int]:
    """Return a name for each step of a fight, and how many are in force."""
    return [digest(repr(step)) for step in combat.steps], combat.cursor


class Worker:
    """Does random things to one encounter and its fights."""

    def __init__(self, folder: Path, reports: int, seed: int) -> None:
        self._reports = reports
        self._any = Random(seed)
        self._number = seed * 1_000_000
        self.app = QCoreApplication.instance() or QCoreApplication([])
        self._document = files.opened(folder / NAME)
        self._keeping = Keeping()
        self._keeping.begin(self._document)
        self._keeper: keeping_fights.FightKeeper | None = None
        self._resume(folder)

    def report(self, **what: Any) -> None:
        """Tell one thing, in one piece."""
        os.write(self._reports, f"{json.dumps(what)}\n".encode())

    def run(self) -> None:
        """Go on until killed."""
        self.report(ready=True)
        does = (self._edit, self._edit, self._save, self._copy, self._fight, self._fight)
        while True:
            self._any.choice(does)()
            self.app.processEvents()

    def _edit(self) -> None:
        session, kind = self._document.session, self._any.randrange(4)
        self._number += 1
        if kind == 0:
            session.edit("rename", kind="zone", id="yard", name=f"Yard {self._number}")
        elif kind == 1:
            at = [self._any.randrange(16), self._any.randrange(8)]
            session.edit("paint", kind=self._any.choice(("wall", "difficult")), squares=[at])
        elif kind == 2:
            notes = f"Note {self._number} " * self._any.randrange(1, 2000)
            session.edit("set_field", kind="zone", ids=["shed"], field="notes", value=notes)
        else:
            session.undo()

    def _save(self) -> None:
        text = write(self._document.session.encounter, self._document.kept)
        path = self._document.path
        assert path is not None
        self.report(saving=digest(text))
        files.save(self._document, path)
        self._keeping.saved()
        self.report(saved=digest(text))

    def _copy(self) -> None:
        self._keeping.copy()
        if self._document.unsaved and self._any.random() < 0.3:
            text = write(self._document.session.encounter, self._document.kept)
            thread = self._keeping._thread
            if thread is not None:
                thread.join()
                self.app.processEvents()
                if self._keeping._kept is self._document.session.encounter:
                    self.report(copied=digest(text))

    def _resume(self, folder: Path) -> None:
        known = fights.unfinished(folder)
        if known and self._any.random() < 0.6:
            fight, file = keeping_fights.resumed(known[0].path)
            hold = keeping_fights.locks.hold(known[0].path)
            assert hold is not None
            self._keeper = keeping_fights.going_on(fight, file, hold, self._refused, self._keeping)
            self._follow(fight)

    def _fight(self) -> None:
        if self._keeper is None:
            combat = play.begin(self._document.session.encounter)
            fight = Fight(combat.book, combat, self._keeping, dice=Random(self._number))
            self._keeper = keeping_fights.begun(fight, self._document, self._refused, self._keeping)
            self._follow(fight)
            return
        fight = self._keeper.fight
        kind = self._any.randrange(8)
        if kind == 0 and fight.combat.cursor > 1:
            fight.undo()
        elif kind == 1:
            fight.redo()
        elif kind == 2:
            fight.next_turn()
        else:
            self._number += 1
            fight.take(Write(text=f"Line {self._number} " * self._any.randrange(1, 400)))

    def _follow(self, fight: Fight) -> None:
        """Tell of the fight after each change, which its keeper has written down before."""
        fight.changed.connect(lambda _before, _after: self._tell_fight())
        self._tell_fight()

    def _tell_fight(self) -> None:
        assert self._keeper is not None
        steps, cursor = marks_of(self._keeper.fight.combat)
        self.report(fight=self._keeper.path.name, steps=steps[-3:], many=len(steps), cursor=cursor)

    def _refused(self, error: Exception) -> None:
        self.report(error=str(error))


def work(folder: Path, reports: Path, seed: int) -> None:
    """Be a worker; what it fails of is reported."""
    pipe = os.open(reports, os.O_WRONLY)
    try:
        Worker(folder, pipe, seed).run()
    except BaseException:
        os.write(pipe, f"{json.dumps({'error': traceback.format_exc()})}\n".encode())
    os._exit(1)


def main() -> None:
    """Fork a worker for each line of the input."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    play.begin(files.fresh().session.encounter)  # so that no worker has to read the packs
    print("warm", flush=True)
    for line in sys.stdin:
        folder, reports, seed = line.split()
        child = os.fork()
        if child == 0:
            work(Path(folder), Path(reports), int(seed))
        print(child, flush=True)


if __name__ == "__main__":
    main()
