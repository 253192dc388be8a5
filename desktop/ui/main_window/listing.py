"""What the welcome page and the File menu list, read no further than a list needs."""

from __future__ import annotations

import re
from pathlib import Path

from desktop.core.store import autosave, fight_lists, places, recent
from desktop.core.store.opening import opened

UNTITLED = "Untitled"
_HEAD_BYTES = 8192
_NAME = re.compile(r"^name:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_NOTES = re.compile(r"^notes:[ \t]*(?:[>|][-+]?[ \t]*\n[ \t]+)?(.+?)[ \t]*$", re.MULTILINE)


def unfinished() -> list[fight_lists.FightSummary]:
    """Return the fights that nobody ended, the last played first.

    Those played here come in that order, whatever the clock said; others by their date.
    """
    folders = dict.fromkeys(
        [places.fights_folder(), *(path.parent for path in recent.recent_files())]
    )
    played = {path: place for place, path in enumerate(recent.fights_played())}
    found = fight_lists.unfinished(*folders)
    return sorted(found, key=lambda each: played.get(each.path.absolute(), len(played)))


def unsaved() -> list[tuple[autosave.Leftover, ...]]:
    """Return what was left unsaved, by document: one may have been left so time and again."""
    found: dict[str | Path, list[autosave.Leftover]] = {}
    for each in autosave.leftovers():
        if not each.thrown:
            found.setdefault(each.about.file or each.folder, []).append(each)
    return list(map(tuple, found.values()))


def sample_files() -> tuple[Path, ...]:
    """Return the encounters that came with the program, the smallest first."""
    folder = places.samples()
    return tuple(sorted(folder.glob("*.yaml"), key=lambda path: path.stat().st_size))


def head_of(path: Path) -> tuple[str, str]:
    """Return name and notes of an encounter's file from its first lines, without reading it."""
    try:
        with opened(path) as file:
            text = file.read(_HEAD_BYTES).decode("utf-8", "replace")
    except OSError:
        return path.stem, "It is not there any more."
    name, notes = _NAME.search(text), _NOTES.search(text)
    return (
        name[1].strip("\"'") if name else path.stem,
        notes[1].strip("\"'") if notes else "",
    )


def short(path: Path) -> str:
    """Return a path as people write it."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except ValueError:
        return str(path)
