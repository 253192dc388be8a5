"""Adding to a fight file: each step is on the disk before one goes on."""

import contextlib
import errno
import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from desktop.core.errors import SaveError
from desktop.core.rules.now import Step
from desktop.core.store.fight_lines import SUFFIX, document_in, last_line, line_of
from desktop.core.store.fight_values import FIGHT_FORMAT, Header
from desktop.core.store.plain import Vocabulary
from desktop.core.store.saving import portable, remedy, sync_folder
from desktop.core.store.writing import bare_tree


class FightWriter:
    """Adds to one fight file; each call returns once its line is on the disk.

    Every method raises SaveError where the disk does not take it; what stood there stands.
    """

    def __init__(self, path: Path, vocabulary: Vocabulary, handle: IO[bytes]) -> None:
        self.path = path
        self._vocabulary = vocabulary
        self._handle = handle
        self._torn = False
        self._is_open_line = False
        """The last line is whole, but for its end."""

    def step(self, step: Step) -> None:
        """Add a step that was taken."""
        self._add({"step": _plain_step(step, self._vocabulary), "at": now()})

    def retaken(self, first: int, steps: Sequence[Step], cursor: int) -> None:
        """Add steps that were taken again and stand instead of all after the first so many."""
        again = [_plain_step(step, self._vocabulary) for step in steps]
        self._add({"again": again, "first": first, "cursor": cursor, "at": now()})

    def cursor(self, cursor: int) -> None:
        """Add that so many steps are in force: an undo or a redo."""
        self._add({"cursor": cursor, "at": now()})

    def end(self) -> None:
        """Add that the GM ended the fight."""
        self._add({"ended": True, "at": now()})

    def close(self) -> None:
        """Let go of the file."""
        self._handle.close()

    def __enter__(self) -> "FightWriter":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _add(self, document: Mapping[str, Any]) -> None:
        lines = line_of(document)
        if self._torn:
            lines = b"\n" + line_of({"torn": True}) + lines
        elif self._is_open_line:
            lines = b"\n" + lines
        self._is_open_line = False
        try:
            self._torn = True  # until the whole line is known to be there
            put_all(self._handle, lines)
            self._torn = False
        except OSError as error:
            says = f"the last step could not be added: {remedy(error)}"
            raise SaveError(self.path, says) from error
        except ValueError as error:
            says = "its file was closed. Go on with the fight from the list of unfinished ones."
            raise SaveError(self.path, says) from error
        if not self._is_still_there():
            says = "it is not in its folder any more: it was deleted, moved or renamed."
            raise SaveError(self.path, says)

    def _is_still_there(self) -> bool:
        """Whether what is added stands at the path; an open file outlives its name."""
        try:
            return os.path.samestat(self.path.stat(), os.fstat(self._handle.fileno()))
        except FileNotFoundError:
            return False
        except OSError:  # it was written, and the disk does not say where
            return True


def begin(
    folder: Path, name: str, header: Header, vocabulary: Vocabulary, *, when: datetime | None = None
) -> FightWriter:
    """Make a new fight file in a folder and return what adds to it.

    Raises SaveError where the folder cannot be written; then use `places.fights_folder`.
    """
    stamp = (when or datetime.now()).strftime("%Y-%m-%d-%H%M%S")
    for again in range(1, 1000):
        path = folder / f"{portable(name)}.{stamp}{f'-{again}' if again > 1 else ''}{SUFFIX}"
        try:
            handle = path.open("xb", buffering=0)
            break
        except FileExistsError:
            continue
        except OSError as error:
            raise SaveError(path, remedy(error)) from error
    else:
        raise SaveError(path, "there are a thousand fights of this second already.")
    writer = FightWriter(path, vocabulary, handle)
    try:
        writer._add(_plain_header(header))
    except SaveError:
        writer.close()
        with contextlib.suppress(OSError):  # half a header is no fight
            path.unlink()
        raise
    sync_folder(folder)
    return writer


def resume(path: Path, vocabulary: Vocabulary) -> FightWriter:
    """Return what adds to a fight file that is there. Raises SaveError where it cannot."""
    try:
        with path.open("rb") as existing:
            tail = last_line(existing)
        handle = path.open("ab", buffering=0)
    except OSError as error:
        says = f"it cannot be opened for adding ({error.strerror}). Go on with a copy of it."
        raise SaveError(path, says) from error
    writer = FightWriter(path, vocabulary, handle)
    if tail and not tail.endswith(b"\n"):
        writer._torn = document_in(tail) is None
        writer._is_open_line = not writer._torn
    return writer


def put_all(handle: IO[bytes], content: bytes) -> None:
    """Add to an open file until all of it is on the disk. Raises OSError.

    A disk that is nearly full takes a part, and tells only by a number.
    """
    rest = memoryview(content)
    while rest:
        taken = handle.write(rest)
        if not taken:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[taken:]
    handle.flush()
    os.fsync(handle.fileno())


def now() -> str:
    """Return the local date and time, for people."""
    return datetime.now().isoformat(sep=" ", timespec="seconds")


def _plain_header(header: Header) -> dict[str, Any]:
    return {
        "fight": FIGHT_FORMAT,
        "program": header.program,
        "catalogue": header.catalogue,
        "started": header.started or now(),
        "source": header.source,
        "name": header.encounter.name,
        "packs": list(header.packs),
        "slots": dict(header.slots),
        "rulings": dict(header.rulings),
        "encounter": bare_tree(header.encounter),
    }


def _plain_step(step: Step, vocabulary: Vocabulary) -> dict[str, Any]:
    whole: dict[str, Any] = vocabulary.to_plain(step, Step)
    whole["action"] = vocabulary.tagged(step.action, "action")
    whole["events"] = [vocabulary.tagged(event, "event") for event in step.events]
    return whole
