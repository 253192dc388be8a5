"""Adding to a fight file: each step is on the disk before one goes on."""

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from desktop.core.errors import SaveError
from desktop.core.rules.now import Step
from desktop.core.store.fight_lines import document_in, last_line, line_of
from desktop.core.store.fight_values import FIGHT_FORMAT, SUFFIX, Header
from desktop.core.store.plain import Vocabulary
from desktop.core.store.saving import portable, sync_folder
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
        try:
            self._torn = True  # until the whole line is known to be there
            self._handle.write(lines)
            self._handle.flush()
            os.fsync(self._handle.fileno())
            self._torn = False
        except (OSError, ValueError) as error:
            says = f"the step could not be added ({error}). Free some space, then undo and redo it."
            raise SaveError(self.path, says) from error


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
            raise SaveError(path, f"the folder cannot be written ({error.strerror}).") from error
    else:
        raise SaveError(path, "there are a thousand fights of this second already.")
    writer = FightWriter(path, vocabulary, handle)
    writer._add(_plain_header(header))
    sync_folder(folder)
    return writer


def resume(path: Path, vocabulary: Vocabulary) -> FightWriter:
    """Return what adds to a fight file that is there. Raises SaveError where it cannot."""
    try:
        with path.open("rb") as existing:
            tail = last_line(existing)
        handle = path.open("ab", buffering=0)
    except OSError as error:
        raise SaveError(path, f"it cannot be opened for adding ({error.strerror}).") from error
    writer = FightWriter(path, vocabulary, handle)
    if tail and not tail.endswith(b"\n"):
        if document_in(tail) is None:
            writer._torn = True
        else:
            handle.write(b"\n")
    return writer


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
