"""What there is of fights, from the first and the last line of their files; no rule is needed."""

from dataclasses import dataclass
from pathlib import Path

from desktop.core.store.fight_lines import SUFFIX, document_in, last_line
from desktop.core.store.opening import opened


@dataclass(frozen=True, slots=True, kw_only=True)
class FightSummary:
    """What a list of fights shows without reading them whole."""

    path: Path
    name: str
    """Of its encounter."""
    started: str
    saved: float
    """When its file was written last, in seconds as the system counts."""
    ended: bool
    source: str = ""


def fights_in(*folders: Path) -> list[FightSummary]:
    """Return the fights of some folders, the one written last first; odd files are left out."""
    found = {}
    for folder in folders:
        for path in folder.glob(f"*{SUFFIX}"):
            summary = _summary(path)
            if summary is not None:
                found[path.resolve()] = summary
    return sorted(found.values(), key=lambda each: -each.saved)


def unfinished(*folders: Path) -> list[FightSummary]:
    """Return the fights of some folders that nobody ended, the one written last first."""
    return [each for each in fights_in(*folders) if not each.ended]


def _summary(path: Path) -> FightSummary | None:
    try:
        with opened(path) as handle:
            first = document_in(handle.readline())
            last = document_in(last_line(handle))
        saved = path.stat().st_mtime
    except OSError:
        return None
    if first is None or "fight" not in first:
        return None
    return FightSummary(
        path=path,
        name=str(first.get("name", "")) or path.name,
        started=str(first.get("started", "")),
        saved=saved,
        ended=last is not None and "ended" in last,
        source=str(first.get("source", "")),
    )
