"""The fight's file: every step on disk before the next, resuming, and what the lists say of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from desktop.core import play
from desktop.core.errors import EncounterError, SaveError
from desktop.core.rules.combat import Combat
from desktop.core.rules.now import Step
from desktop.core.store import fights, locks, places, recent
from desktop.ui.fight import Fight
from desktop.ui.gestures import same_steps
from desktop.ui.main_window.files import Document


@dataclass(frozen=True, slots=True)
class Home:
    """Where a fight may be written, the best place first, and what its file begins with."""

    header: fights.Header
    name: str
    folders: tuple[Path, ...]

    def writer(self) -> fights.FightWriter:
        """Return what writes a new file. Raises SaveError where no folder takes it."""
        refused: SaveError | None = None
        for folder in self.folders:
            try:
                return fights.begin(folder, self.name, self.header, play.vocabulary())
            except SaveError as error:
                refused = refused or error
        assert refused is not None
        raise refused


class FightKeeper(QObject):
    """Writes down whatever happens to a fight. A disk that refuses loses nothing of it."""

    def __init__(
        self, fight: Fight, writer: fights.FightWriter, home: Home,
        told: Callable[[SaveError], object], *, written: Combat | None = None,
        hold: locks.Hold | None = None, parent: QObject | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.fight = fight
        self.path = writer.path
        self._writer = writer
        self._home = home
        self._told = told
        self._hold = hold or locks.hold(writer.path)
        recent.remember_fight(writer.path)
        self._steps: tuple[Step, ...] = written.steps if written is not None else ()
        """As they stand in the file."""
        self._cursor = written.cursor if written is not None else 0
        self._in_doubt = False
        """The disk refused a line that may be there all the same."""
        fight.changed.connect(self._keep)
        self.keep()

    def keep(self) -> bool:
        """Bring the file up to the fight; return whether it is now."""
        combat = self.fight.combat
        try:
            self._write(combat)
        except SaveError as error:
            self._in_doubt = True
            self._told(error)
            return False
        self._in_doubt = False
        self._steps, self._cursor = combat.steps, combat.cursor
        return True

    def anew(self) -> bool:
        """Write the whole fight into a new file, where a disk takes one; the old one stays."""
        try:
            writer = self._home.writer()
        except SaveError as error:
            self._told(error)
            return False
        self._let_go()
        self._writer, self.path = writer, writer.path
        self._hold = locks.hold(writer.path)
        recent.remember_fight(writer.path)
        self._steps, self._cursor, self._in_doubt = (), 0, False
        return self.keep()

    def end(self) -> None:
        """Note that the GM ended the fight, so that it is offered no more."""
        try:
            self._writer.end()
        except SaveError as error:
            self._told(error)

    def close(self) -> None:
        """Let go of the fight and of its file."""
        self.fight.changed.disconnect(self._keep)
        self._let_go()
        self.setParent(None)

    def _let_go(self) -> None:
        self._writer.close()
        if self._hold is not None:
            self._hold.let_go()

    def _keep(self, _before: object, _after: object) -> None:
        self.keep()

    def _write(self, combat: Combat) -> None:
        steps = combat.steps
        same = same_steps(self._steps, steps)
        if self._in_doubt:  # stands whether or not the refused line is there
            self._writer.retaken(same, steps[same:], combat.cursor)
        elif same == len(steps) == len(self._steps):
            if combat.cursor != self._cursor:
                self._writer.cursor(combat.cursor)
        elif same == self._cursor == len(steps) - 1 and combat.cursor == len(steps):
            self._writer.step(steps[-1])
        else:
            self._writer.retaken(same, steps[same:], combat.cursor)


def begun(
    fight: Fight, document: Document, told: Callable[[SaveError], object], parent: QObject
) -> FightKeeper:
    """Return the keeper of a fight that just began, its file made beside the encounter's.

    Raises SaveError where not even the program's own folder takes it.
    """
    combat, path = fight.combat, document.path
    header = play.header(combat, combat.start.encounter, path.name if path else "")
    beside = () if path is None or document.sample else (path.parent,)
    name = path.stem if path else document.title
    home = Home(header, name, (*beside, places.fights_folder()))
    return FightKeeper(fight, home.writer(), home, told, parent=parent)


def is_of(fight: fights.FightSummary, path: Path) -> bool:
    """Whether a fight was begun from an encounter's file."""
    return fight.source == path.name and fight.path.parent in (path.parent, places.fights_folder())


def source_of(fight: Path, name: str) -> Path | None:
    """Return the encounter's file that a fight was begun from, where it is still there."""
    places_to_look = (fight.parent, places.samples())
    found = [folder / name for folder in places_to_look if name and (folder / name).is_file()]
    return found[0] if found else None


def resumed(path: Path) -> tuple[Fight, fights.FightFile]:
    """Return the fight that a file tells. Raises LoadError or ReplayError with what is wrong."""
    file = fights.read_fight(path, play.vocabulary())
    combat = play.resumed(file)
    return Fight(combat.book, combat), file


def going_on(
    fight: Fight, file: fights.FightFile, hold: locks.Hold | None,
    told: Callable[[SaveError], object], parent: QObject,
) -> FightKeeper:  # fmt: skip
    """Return the keeper of a fight that was resumed.

    It goes on in its file where this window has a hold on that and the disk allows it, else in a
    new one that holds the whole fight. Raises SaveError where no folder takes that either.
    """
    name = file.path.name.removesuffix(fights.SUFFIX).partition(".")[0]
    home = Home(file.header, name, (file.path.parent, places.fights_folder()))
    if hold is not None:
        try:
            writer = fights.resume(file.path, play.vocabulary())
            if file.damage:  # what is added now stands instead of whatever follows the damage
                writer.retaken(len(fight.combat.steps), (), fight.combat.cursor)
        except SaveError:
            hold.let_go()
        else:
            return FightKeeper(
                fight, writer, home, told, written=fight.combat, hold=hold, parent=parent
            )
    return FightKeeper(fight, home.writer(), home, told, parent=parent)


def where_it_stands(path: Path) -> tuple[int, str] | None:
    """Return a fight's round and its last line, read whole; None where it cannot be read."""
    from desktop.ui.menus.headlines import headline

    try:
        fight, _ = resumed(path)
    except EncounterError:
        return None
    combat = fight.combat
    if not combat.cursor:
        return combat.state.round, ""
    before = combat.at(combat.cursor - 1)
    return combat.state.round, headline(before, combat.steps[combat.cursor - 1])
