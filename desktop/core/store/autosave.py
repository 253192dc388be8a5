"""Copies of what is not saved yet: dated, several, and in the program's own folder.

Each document that is changed has a sitting, a folder of copies which its process holds while it
lives. A folder that nobody holds was left by a program that did not end as it should; it is
offered, and stays until somebody saves what it holds or throws it away. Copies are counted as well
as dated, so that a clock set back neither mixes them up nor lets one take another's place.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.core.errors import LoadError, LoadProblem, SaveError
from desktop.core.store import locks, saving
from desktop.core.store.places import made, state_folder

if TYPE_CHECKING:  # whether there is anything to read is known without it
    from desktop.core.store.checks import Stock
    from desktop.core.store.reading import Loaded

MARK = "# enfilade copy "
"""Begins a copy's first line; what stands behind it is JSON. All other lines are the encounter."""
MOST = 30
"""So many documents are kept for, the newest; of those thrown away fewer."""
MOST_THROWN = 5
OLDEST_DAYS = 90
"""Older ones go, but never the newest: a clock that is wrong loses nothing."""
NEVER_TOO_OLD = 10
STEPS_TOLD = 200
_THROWN = "thrown"
_SUFFIX = ".yaml"
_NEWEST = 4
"""So many of the newest copies stay; of the older ones fewer the older they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a copy tells beside the encounter."""

    file: str = ""
    """The encounter's own file; empty while it had none."""
    title: str = ""
    at: str = ""
    """When it was made: local date and time."""
    done: tuple[str, ...] = ()
    """What was done since the file was saved, in the words of undo, the latest last."""
    shaken: bool = False
    """It was made after an error inside the program, and may hold what that left."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy on disk."""

    path: Path
    about: About

    @property
    def number(self) -> int:
        """Its place among all copies; later ones have greater numbers."""
        return _number(self.path)


@dataclass(frozen=True, slots=True)
class Leftover:
    """The copies of one document that was not saved when its program ended, the latest first."""

    folder: Path
    copies: tuple[Copy, ...]
    thrown: bool = False
    """Thrown away, and not yet gone."""

    @property
    def about(self) -> About:
        """What the latest copy tells."""
        return self.copies[0].about


class Sitting:
    """The copies of one open document. The disk is touched with the first."""

    def __init__(self) -> None:
        self.shaken = False
        """Something failed inside the program: the copies of before stay whatever comes."""
        self._folder: Path | None = None
        self._hold: locks.Hold | None = None
        self._taken: list[tuple[Path, locks.Hold]] = []
        self._last = 0

    def keep(self, text: str, about: About) -> Path:
        """Write a copy, let go of older ones that are too many, and return where it is.

        Raises SaveError; the copies of before stand then.
        """
        try:
            folder = self._folder or self._begin()
            self._last += 1
            about = replace(about, at=about.at or now(), shaken=self.shaken)
            name = f"{self._last:08d}.{datetime.now():%Y-%m-%d-%H%M%S}{_SUFFIX}"
            path = folder / name
            saving.put_whole(path, f"{_head(about)}\n{text}".encode("utf-8", "replace"))
        except OSError as error:
            raise SaveError(state_folder() / "copies", saving.remedy(error)) from error
        self._thin(folder)
        return path

    def take_over(self, leftover: Leftover) -> bool:
        """Make the copies of an earlier sitting those of this one; False if another has them."""
        with contextlib.suppress(OSError):
            hold = locks.hold_mark(_lock(leftover.folder))
            if hold is not None:
                (leftover.folder / _THROWN).unlink(missing_ok=True)
                self._taken.append((leftover.folder, hold))
                return True
        return False

    def clear(self) -> None:
        """Take all copies away, for the document is on disk or is not wanted.

        After an error inside the program they are only put where nobody is asked about them.
        """
        self._clear_taken()
        self.clear_own()

    def _clear_taken(self) -> None:
        for taken, hold in self._taken:
            _throw(taken) if self.shaken else _remove(taken)
            hold.let_go()
        self._taken.clear()

    def clear_own(self) -> None:
        """Take the copies away that were made here; what was taken over stays."""
        if self._folder is None:
            return
        if self.shaken:
            _throw(self._folder)
            self._let_go()
            self.shaken = False
        else:
            for path in _paths(self._folder):
                _unlink(path)

    def end(self) -> None:
        """Let go; whatever was not cleared is offered at the next start."""
        for _, hold in self._taken:
            hold.let_go()
        self._taken.clear()
        if self._folder is not None and not _paths(self._folder):
            _remove(self._folder)
        self._let_go()

    def _let_go(self) -> None:
        if self._hold is not None:
            self._hold.let_go()
        self._folder = self._hold = None

    def _begin(self) -> Path:
        home = _home()
        self._last = max((_number(path) for each in _folders() for path in _paths(each)), default=0)
        while True:
            folder = home / f"{self._last + 1:08d}-{os.urandom(4).hex()}"
            self._hold = locks.hold_mark(_lock(folder))
            if self._hold is not None and not folder.exists():
                folder.mkdir()
                self._folder = folder
                return folder

    def _thin(self, folder: Path) -> None:
        """Of older copies keep fewer; those from before an error all, whatever came since."""
        paths = _paths(folder)
        if self.shaken:
            paths = [path for path in paths if _about(path).shaken]
        for path in paths:
            if not _stays(_number(path), self._last):
                _unlink(path)


def leftovers() -> tuple[Leftover, ...]:
    """Return what was left unsaved, the latest first, those thrown away at the end.

    What is too old, or too many, goes.
    """
    found = []
    for folder in _folders():
        with contextlib.suppress(OSError):
            hold = locks.hold_mark(_lock(folder))
            if hold is None:
                continue
            copies = _copies(folder)
            if copies:
                found.append(Leftover(folder, copies, (folder / _THROWN).exists()))
            else:
                _remove(folder)
            hold.let_go()
    found.sort(key=lambda each: (each.thrown, -each.copies[0].number))
    kept = [each for each in found if not each.thrown]
    thrown = [each for each in found if each.thrown]
    return (*_tidied(kept, MOST, NEVER_TOO_OLD), *_tidied(thrown, MOST_THROWN, 1))


def of_file(path: Path, among: Iterable[Leftover]) -> tuple[Leftover, ...]:
    """Return those that belong to a file and were not thrown away, the latest first."""
    name = str(path.absolute())
    return tuple(each for each in among if each.about.file == name and not each.thrown)


def text_of(copy: Copy) -> str:
    """Return the encounter's text that a copy holds. Raises OSError or UnicodeDecodeError."""
    text = copy.path.read_text(encoding="utf-8")
    return text.partition("\n")[2] if text.startswith(MARK) else text


def read_copy(copy: Copy, stock: Stock) -> Loaded:
    """Return what a copy holds. Raises LoadError."""
    from desktop.core.store.reading import read

    try:
        text = text_of(copy)
    except (OSError, UnicodeDecodeError) as error:
        says = f"The copy cannot be read ({error}). Take an older one."
        raise LoadError(copy.path, [LoadProblem(0, 0, "", says)]) from error
    return read(text, copy.path, stock=stock)


def throw_away(leftover: Leftover) -> None:
    """Put copies where nobody is asked about them; `take_back` brings them back for a while."""
    _throw(leftover.folder)


def take_back(leftover: Leftover) -> None:
    """Offer copies again that were thrown away."""
    with contextlib.suppress(OSError):
        (leftover.folder / _THROWN).unlink(missing_ok=True)


def now() -> str:
    """Return the local date and time, for people."""
    return datetime.now().isoformat(sep=" ", timespec="seconds")


def _stays(number: int, last: int) -> bool:
    """Whether a copy is kept that has so many younger ones: all of the newest, then ever fewer."""
    step = 1
    while last - number >= _NEWEST * step:
        step *= _NEWEST
    return number % step == 0


def _tidied(found: list[Leftover], most: int, safe: int) -> list[Leftover]:
    kept = []
    for place, each in enumerate(found):
        if place >= most or (place >= safe and _days(each.folder) > OLDEST_DAYS):
            _remove(each.folder)
        else:
            kept.append(each)
    return kept


def _days(folder: Path) -> float:
    try:
        return (time.time() - folder.stat().st_mtime) / 86_400
    except OSError:
        return 0


def _home() -> Path:
    return made(state_folder() / "copies")


def _folders() -> list[Path]:
    try:
        return sorted(path for path in _home().iterdir() if path.is_dir())
    except OSError:
        return []


def _paths(folder: Path) -> list[Path]:
    """Return the copies in a folder, the latest last."""
    try:
        found = [each for each in folder.glob(f"[0-9]*{_SUFFIX}") if _number(each)]
    except OSError:
        return []
    return sorted(found, key=_number)


def _copies(folder: Path) -> tuple[Copy, ...]:
    return tuple(Copy(path, _about(path)) for path in reversed(_paths(folder)))


def _number(path: Path) -> int:
    number = path.name.partition(".")[0]
    return int(number) if number.isdecimal() else 0


def _head(about: About) -> str:
    told = [step[:STEPS_TOLD] for step in about.done[-STEPS_TOLD:]]
    return f"{MARK}{json.dumps({**asdict(about), 'done': told})}"


def _about(path: Path) -> About:
    """Return what a copy's first line tells; of one that was written to by hand what it can."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.readline()
        told = json.loads(head.removeprefix(MARK)) if head.startswith(MARK) else {}
        known = {item.name for item in fields(About)} & told.keys()
        about = About(**{**{name: told[name] for name in known}, "done": tuple(told["done"])})
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return About(title=path.stem)
    texts = (about.file, about.title, about.at, *about.done)
    return about if all(isinstance(text, str) for text in texts) else About(title=path.stem)


def _lock(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.lock")


def _throw(folder: Path) -> None:
    with contextlib.suppress(OSError):
        (folder / _THROWN).touch()


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
