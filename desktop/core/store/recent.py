"""What the program remembers of files without writing into them: recent ones, and their views.

Nothing here is precious: whatever cannot be read is forgotten, whatever cannot be written too.
"""

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from desktop.core.store.places import made, state_folder

MOST = 20
"""So many files are remembered."""
MOST_VIEWS = 200

View = Mapping[str, Any]
"""Plain JSON: what is shown, locked, folded, zoomed or chosen."""


def recent_files() -> tuple[Path, ...]:
    """Return the files opened last, the newest first, without those that are gone."""
    paths = [Path(name) for name in _names(_recent_path())]
    return tuple(path for path in paths if path.is_file())


def remember(path: Path) -> None:
    """Put a file at the head of the recent ones."""
    _to_head(_recent_path(), path)


def forget(path: Path) -> None:
    """Take a file off the recent ones."""
    name = str(path.absolute())
    _store(_recent_path(), [each for each in _names(_recent_path()) if each != name])


def fights_played() -> tuple[Path, ...]:
    """Return the fights played last, the last one first, whatever the clock said then."""
    return tuple(Path(name) for name in _names(_fights_path()))


def remember_fight(path: Path) -> None:
    """Put a fight at the head of those played last."""
    _to_head(_fights_path(), path)


def view_of(path: Path) -> View:
    """Return the view of a file as it was left; empty for one never seen."""
    found = _load(_view_path(path))
    view = found.get("view") if isinstance(found, dict) else None
    return view if isinstance(view, dict) else {}


def keep_view(path: Path, view: View) -> None:
    """Keep the view of a file for the next time it is opened."""
    target = _view_path(path)
    _store(target, {"file": str(path.absolute()), "view": dict(view)})
    _drop_oldest(target.parent)


def _recent_path() -> Path:
    return state_folder() / "recent.json"


def _fights_path() -> Path:
    return state_folder() / "fights.json"


def _names(path: Path) -> list[str]:
    found = _load(path)
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


def _to_head(lists: Path, path: Path) -> None:
    name = str(path.absolute())
    _store(lists, [name, *(each for each in _names(lists) if each != name)][:MOST])


def _view_path(path: Path) -> Path:
    digest = hashlib.sha256(os.fsencode(path.absolute())).hexdigest()[:24]
    return made(state_folder() / "views") / f"{digest}.json"


def _drop_oldest(folder: Path) -> None:
    with contextlib.suppress(OSError):
        views = sorted(folder.glob("*.json"), key=lambda each: each.stat().st_mtime)
        for old in views[:-MOST_VIEWS]:
            old.unlink(missing_ok=True)


def _load(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _store(path: Path, content: Any) -> None:
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(content, file, ensure_ascii=False)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
