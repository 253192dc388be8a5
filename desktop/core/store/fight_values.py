"""What fight files hold, as values: the header, what was added line by line, the fight it tells."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from desktop.core.model.encounter import Encounter
from desktop.core.rules.now import Step

FIGHT_FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a fight began from, whole: nothing outside its file is needed to replay it."""

    program: str
    """The version that began it."""
    catalogue: str
    """The digest of the catalogue."""
    packs: tuple[str, ...]
    slots: Mapping[str, str]
    """Every slot with the pack that fills it."""
    rulings: Mapping[str, str]
    """Every ruling with its reading, the defaults too."""
    encounter: Encounter
    """With every profile that it uses written out."""
    source: str = ""
    """The file name of the encounter."""
    started: str = ""
    """Local date and time; for people."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken, after whatever the cursor stood at."""

    step: Step
    at: str = ""
    """The clock time; for people."""


@dataclass(frozen=True, slots=True)
class Retaken:
    """Steps from a place on were taken again; they stand instead of all that stood there."""

    first: int
    """How many steps before them hold on."""
    steps: tuple[Step, ...]
    cursor: int
    at: str = ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """So many steps are in force: an undo or a redo."""

    cursor: int
    at: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The GM ended the fight; anything after it takes it up again."""

    at: str = ""


Document = Taken | Retaken | Cursor | Ended


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that cannot be read, other than one cut off by a crash."""

    line: int
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FightFile:
    """A fight as its file tells it."""

    path: Path
    header: Header
    documents: tuple[Document, ...] = ()
    damage: tuple[Damage, ...] = ()
    """Reading ends at the first of these: what comes after would not fit."""
    torn: int = 0
    """Lines cut off by a crash, the last one included."""

    @property
    def ended(self) -> bool:
        """Whether the GM ended it."""
        return bool(self.documents) and isinstance(self.documents[-1], Ended)

    def history(self) -> tuple[tuple[Step, ...], int]:
        """Return the steps as they stand in the end, and how many of them are in force."""
        steps: list[Step] = []
        cursor = 0
        for document in self.documents:
            match document:
                case Taken(step):
                    steps[cursor:] = [step]
                    cursor += 1
                case Retaken(first, again, at):
                    steps[first:] = again
                    cursor = at
                case Cursor(at):
                    cursor = at
                case Ended():
                    pass
            cursor = min(cursor, len(steps))
        return tuple(steps), cursor
