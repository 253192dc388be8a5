"""Who has a file open: a mark that the system takes away when its process ends, however it ends.

The marks lie in the program's own folder. A file that is open from two computers, or a disk that
knows no locks, goes unnoticed here; saving then still notices that the file has changed.
"""

import contextlib
import hashlib
import json
import os
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO
from weakref import finalize

from desktop.core.store.places import made, state_folder

_AT = 1 << 20
"""The byte that is locked: behind whatever stands in the file, so that others can read that."""
_RETRIES = 5


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a file open."""

    pid: int
    since: str
    """Local time, for people; empty where it is not known."""


class Hold:
    """A file held for this process alone: until it is let go, or forgotten, or the process ends."""

    def __init__(self, mark: Path, handle: IO[bytes] | None) -> None:
        self.let_go = finalize(self, _let_go, mark, handle)
        """Let others have it; to do so twice does nothing."""


def _let_go(mark: Path, handle: IO[bytes] | None) -> None:
    if handle is None:
        return
    if os.name == "posix":  # while it is still ours, or another's fresh mark would go
        mark.unlink(missing_ok=True)
    handle.close()
    with contextlib.suppress(OSError):
        if os.name != "posix":
            mark.unlink(missing_ok=True)


def hold(file: Path) -> Hold | None:
    """Return a hold on a file, or None while another window has it."""
    try:
        return hold_mark(_mark_of(file))
    except OSError:  # nobody can be asked: better open twice than not at all
        return Hold(file, None)


def holder_of(file: Path) -> Holder:
    """Return who has a file open, as far as it is known."""
    try:
        known = json.loads(_mark_of(file).read_text(encoding="utf-8"))
        return Holder(int(known["pid"]), str(known["since"]))
    except (OSError, ValueError, TypeError, KeyError):
        return Holder(0, "")


def hold_mark(mark: Path) -> Hold | None:
    """Return a hold on a mark, made if need be; None while another has it. Raises OSError."""
    for _ in range(_RETRIES):
        with contextlib.ExitStack() as otherwise:
            handle = otherwise.enter_context(mark.open("ab"))
            if not _locked(handle):
                return None
            if _is_still(mark, handle):  # else another let it go, and took it away, just now
                handle.truncate(0)
                handle.write(json.dumps(_me()).encode())
                handle.flush()
                otherwise.pop_all()
                return Hold(mark, handle)
    return None


def _me() -> dict[str, object]:
    return {"pid": os.getpid(), "since": f"{datetime.now():%H:%M}"}


def _is_still(mark: Path, handle: IO[bytes]) -> bool:
    try:
        return os.path.samestat(mark.stat(), os.fstat(handle.fileno()))
    except FileNotFoundError:
        return False


def _locked(handle: IO[bytes]) -> bool:
    """Lock an open file if nobody has; a disk without locks is everybody's."""
    if sys.platform == "win32":
        import msvcrt

        handle.seek(_AT)
        try:
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _mark_of(file: Path) -> Path:
    name = os.path.normcase(os.path.realpath(file))
    digest = hashlib.sha256(os.fsencode(name)).hexdigest()[:24]
    return made(state_folder() / "open") / f"{digest}.lock"
