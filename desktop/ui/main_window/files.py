"""The encounter's file: reading, writing, what stands beside it, and other hands in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from desktop.core.errors import LoadError, SaveError
from desktop.core.model import pictures
from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter
from desktop.core.store import locks, places, rosters, saving
from desktop.core.store.kept import NOTHING_KEPT, Kept
from desktop.core.store.reading import read_file
from desktop.core.store.writing import write
from desktop.ui.main_window.listing import UNTITLED
from desktop.ui.menus import hanging
from desktop.ui.session import PICTURES, Session

SUFFIXES = (".yaml", ".yml")
FILTER = "Encounters (*.yaml *.yml);;All files (*)"
PICTURE_FILTER = f"Pictures ({' '.join(f'*{suffix}' for suffix in PICTURES)})"
Outside = Literal["same", "changed", "gone"]
FRESH_SQ = (24, 16)
"""The board of a new encounter: room for a few zones, and squares large enough to hit."""


@dataclass(slots=True)
class Document:
    """A session and what its file holds beside the value."""

    session: Session
    kept: Kept = NOTHING_KEPT
    stamp: saving.Stamp | None = None
    """What the file was when it was last read or written here."""
    sample: bool = False
    """It came with the program: saving it asks for a place of the user's own."""
    hold: locks.Hold | None = None
    """While this window alone has the file."""
    is_elsewhere: bool = False
    """Another window had the file when it was opened here."""
    done_before: tuple[str, ...] = ()
    """What was done before the program ended, in a copy of unsaved work that was opened."""
    is_gone: bool = False
    """The file was there and is not any more, so that all of it is in the window only."""

    @property
    def path(self) -> Path | None:
        """The file; None while there is none yet."""
        return Path(self.session.path) if self.session.path else None

    @property
    def title(self) -> str:
        """What the window's title calls it."""
        if self.session.encounter.name:
            return self.session.encounter.name
        return UNTITLED if self.path is None else self.path.stem

    @property
    def done(self) -> tuple[str, ...]:
        """What was done since it was saved, in the words of undo, the latest last."""
        return (*self.done_before, *self.session.since_saved)

    @property
    def unsaved(self) -> bool:
        """Whether letting go of it would lose anything."""
        return self.session.unsaved or self.is_gone

    def outside(self) -> Outside:
        """Return what became of the file without our doing; the disk is asked."""
        if self.path is None or self.stamp is None:
            return "same"
        if not self.path.exists():
            return "gone"
        return "changed" if saving.was_changed(self.path, self.stamp) else "same"


def opened(path: Path) -> Document:
    """Return the document of a file. Raises LoadError with every problem; nothing is half open."""
    path = path.expanduser().absolute()
    stamp = saving.stamp_of(path)
    loaded = read_file(path, stock=rosters.stock())
    session = Session(loaded.encounter, path=str(path), stock=rosters.stock())
    session.odd_keys = tuple((each.line, each.key) for each in loaded.odd_keys)
    return Document(session, loaded.kept, stamp, sample=is_sample(path))


def fresh() -> Document:
    """Return a new encounter: an empty board, ready to be drawn on."""
    encounter = Encounter(board=Board(size=FRESH_SQ))
    return Document(Session(encounter, stock=rosters.stock()))


def is_sample(path: Path) -> bool:
    """Whether a file came with the program."""
    return path.resolve().parent == places.samples().resolve()


def save(document: Document, path: Path, *, force: bool = False, share: bool = False) -> None:
    """Write the document, and copy beside it the pictures that it names.

    `force` overwrites what another program wrote, `share` what another window has open.
    Raises SaveError; what stood there before still stands then, and the document is as it was.
    """
    hold = None if share else _hold(document, path)
    try:
        _write(document, path, force=force)
    except BaseException:
        if hold is not None:
            hold.let_go()
        raise
    if hold is not None:
        if document.hold is not None:
            document.hold.let_go()
        document.hold, document.is_elsewhere = hold, False


def _write(document: Document, path: Path, *, force: bool) -> None:
    session = document.session
    source = hanging.pictures_of(session)
    encounter = session.encounter
    if source.resolve() != path.parent.resolve():
        encounter = _with_pictures(encounter, source, path.parent)
    since = document.stamp if _is_file_of(document, path) else None
    text = write(encounter, document.kept)
    document.stamp = saving.save(path, text, since=since, force=force)
    if encounter is not session.encounter:
        session.replace("Bring the pictures along", encounter)
    session.path = str(path)
    session.saved()
    document.sample = is_sample(path)
    document.is_gone = False
    document.done_before = ()


def _hold(document: Document, path: Path) -> locks.Hold | None:
    """Return a hold on a file that is to be written; None where the document has it already.

    Raises SaveError where another window has it.
    """
    if _is_file_of(document, path) and document.hold is not None:
        return None
    hold = locks.hold(path)
    if hold is None:
        raise SaveError(path, f"{elsewhere(path)} Save under another name, or close it there.")
    return hold


def _is_file_of(document: Document, path: Path) -> bool:
    return document.path is not None and path.resolve() == document.path.resolve()


def elsewhere(path: Path) -> str:
    """Return a sentence about the other window that has a file."""
    since = locks.holder_of(path).since
    when = f" since {since}" if since else ""
    return f"{path.name} is open in another window of Enfilade{when}."


def free_name(path: Path) -> Path:
    """Return a name beside a file that is not taken, as `dock-2.yaml`."""
    for number in range(2, 10_000):
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
        if not found.exists():
            return found
    raise SaveError(path, "there are thousands of files beside it. Choose another folder.")


def _with_pictures(encounter: Encounter, source: Path, folder: Path) -> Encounter:
    """Return the encounter with its pictures in another folder, copied there where they exist."""
    brought: dict[str, str] = {}
    for name in {each.file for each in pictures.pictures_of(encounter)}:
        found = saving.picture_path(source, name)
        if name not in brought and found is not None and found.is_file():
            brought[name] = _brought(found, name, folder)
    renamed = {old: new for old, new in brought.items() if old != new}
    return pictures.with_pictures(encounter, renamed) if renamed else encounter


def _brought(picture: Path, name: str, folder: Path) -> str:
    """Copy a picture under its own relative name, or beside the encounter where that is taken."""
    target = saving.picture_path(folder, name)
    if target is not None and target.is_file() and target.read_bytes() == picture.read_bytes():
        return name
    return saving.bring_picture(picture, folder)


def problems_text(error: LoadError) -> str:
    """Return every problem of a file, a line each."""
    return "\n".join(str(problem) for problem in error.problems)


def headline(error: LoadError) -> str:
    """Return one sentence about a file that could not be read, with its first place."""
    name = Path(error.path).name
    more = len(error.problems) - 1
    others = f" There {'is' if more == 1 else 'are'} {more} more." if more > 0 else ""
    problem = error.problems[0] if error.problems else None
    first = "it cannot be read." if problem is None else str(problem)
    if problem is not None and not (problem.line or problem.path):
        return f"{name} was not opened. {problem.says}{others}"
    return f"{name} was not opened: {first}{others}"


def suggested(document: Document) -> Path:
    """Return where a file would be saved if nobody said otherwise."""
    if document.path is not None and not document.sample:
        return document.path
    folder = places.documents_folder()
    return folder / f"{saving.portable(document.title)}.yaml"
