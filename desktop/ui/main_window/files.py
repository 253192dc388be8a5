"""The encounter's file: reading, writing, what stands beside it, and other hands in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from desktop.core.errors import LoadError, SaveError
from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter
from desktop.core.model.named import Named
from desktop.core.store import places, rosters, saving
from desktop.core.store.kept import NOTHING_KEPT, Kept
from desktop.core.store.reading import read_file
from desktop.core.store.writing import write
from desktop.ui.session import PICTURES, Session

SUFFIXES = (".yaml", ".yml")
FILTER = "Encounters (*.yaml *.yml);;All files (*)"
PICTURE_FILTER = f"Pictures ({' '.join(f'*{suffix}' for suffix in PICTURES)})"
UNTITLED = "Untitled"
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
    def changed_outside(self) -> bool:
        """Whether another program wrote the file since."""
        if self.path is None or self.stamp is None:
            return False
        return saving.was_changed(self.path, self.stamp)


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


def save(document: Document, path: Path, *, force: bool = False) -> None:
    """Write the document, and copy beside it the pictures that it names.

    Raises SaveError; what stood there before still stands then, and the document is as it was.
    """
    session = document.session
    source = pictures_of(session)
    encounter = session.encounter
    if source.resolve() != path.parent.resolve():
        encounter = _with_pictures(encounter, source, path.parent)
    same = document.path is not None and path.resolve() == document.path.resolve()
    since = document.stamp if same else None
    text = write(encounter, document.kept)
    document.stamp = saving.save(path, text, since=since, force=force)
    if encounter is not session.encounter:
        session.replace("Bring the pictures along", encounter)
    session.path = str(path)
    session.saved()
    document.sample = is_sample(path)


def save_aside(document: Document) -> Path | None:
    """Write a copy of the document into the program's own folder, touching nothing else."""
    folder = places.made(places.state_folder() / "rescued")
    path = folder / f"{saving.portable(document.title)}.yaml"
    try:
        saving.save(path, write(document.session.encounter, document.kept), force=True)
    except (SaveError, OSError):
        return None
    return path


def pictures_of(session: Session) -> Path:
    """Return the folder that the pictures of an encounter are relative to."""
    return Path(session.path).parent if session.path else places.pictures_folder()


def _with_pictures(encounter: Encounter, source: Path, folder: Path) -> Encounter:
    """Return the encounter with its pictures in another folder, copied there where they exist."""
    brought: dict[str, str] = {}
    for name in _pictures(encounter):
        found = saving.picture_path(source, name)
        if name not in brought and found is not None and found.is_file():
            brought[name] = _brought(found, name, folder)
    renamed = {old: new for old, new in brought.items() if old != new}
    return _renamed(encounter, renamed) if renamed else encounter


def _brought(picture: Path, name: str, folder: Path) -> str:
    """Copy a picture under its own relative name, or beside the encounter where that is taken."""
    target = saving.picture_path(folder, name)
    if target is not None and target.is_file() and target.read_bytes() == picture.read_bytes():
        return name
    return saving.bring_picture(picture, folder)


def _pictures(encounter: Encounter) -> Iterator[str]:
    board = encounter.board
    for level in board.levels.values():
        for background in (level.background, level.players_background):
            if background is not None:
                yield background.file
    named = (
        *board.levels.values(), *board.zones.values(), *board.features.values(),
        *encounter.profiles.values(), *encounter.fighters.values(), *encounter.groups.values(),
    )  # fmt: skip
    yield from (thing.picture for thing in named if thing.picture)


def _renamed(encounter: Encounter, names: dict[str, str]) -> Encounter:
    board = encounter.board
    levels = {}
    for key, level in board.levels.items():
        changes = {
            field: replace(background, file=names.get(background.file, background.file))
            for field, background in (
                ("background", level.background),
                ("players_background", level.players_background),
            )
            if background is not None
        }
        levels[key] = replace(level, picture=names.get(level.picture, level.picture), **changes)  # type: ignore[arg-type]  # by field
    return replace(
        encounter,
        board=replace(
            board, levels=levels,
            zones={key: _one(each, names) for key, each in board.zones.items()},
            features={key: _one(each, names) for key, each in board.features.items()},
        ),
        profiles={key: _one(each, names) for key, each in encounter.profiles.items()},
        fighters={key: _one(each, names) for key, each in encounter.fighters.items()},
        groups={key: _one(each, names) for key, each in encounter.groups.items()},
    )  # fmt: skip


N = TypeVar("N", bound=Named)


def _one(thing: N, names: dict[str, str]) -> N:
    """Return a thing with its picture under another name, if that is meant."""
    return replace(thing, picture=names[thing.picture]) if thing.picture in names else thing


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
