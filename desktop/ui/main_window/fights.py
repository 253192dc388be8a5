"""The fight's file: every step on disk before the next, resuming, and what the lists say of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from desktop.core import play
from desktop.core.errors import EncounterError, SaveError
from desktop.core.rules.combat import Combat
from desktop.core.rules.now import Step
from desktop.core.store import fights, places
from desktop.ui.fight import Fight, same_steps
from desktop.ui.main_window.files import Document


class FightKeeper(QObject):
    """Writes down whatever happens to a fight. A disk that refuses loses nothing of it."""

    def __init__(
        self, fight: Fight, writer: fights.FightWriter, told: Callable[[SaveError], object],
        *, written: Combat | None = None, parent: QObject | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.fight = fight
        self.path = writer.path
        self._writer = writer
        self._told = told
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

    def end(self) -> None:
        """Note that the GM ended the fight, so that it is offered no more."""
        try:
            self._writer.end()
        except SaveError as error:
            self._told(error)

    def close(self) -> None:
        """Let go of the fight and of its file."""
        self.fight.changed.disconnect(self._keep)
        self._writer.close()
        self.setParent(None)

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
    beside = None if path is None or document.sample else path.parent
    folder = beside if beside is not None and places.can_write(beside) else places.fights_folder()
    name = path.stem if path else document.title
    writer = fights.begin(folder, name, header, play.vocabulary())
    return FightKeeper(fight, writer, told, parent=parent)


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
    fight: Fight, file: fights.FightFile, told: Callable[[SaveError], object], parent: QObject
) -> FightKeeper:
    """Return the keeper of a fight that was resumed. Raises SaveError."""
    writer = fights.resume(file.path, play.vocabulary())
    if file.damage:  # what is added now stands instead of whatever follows the damage
        writer.retaken(len(fight.combat.steps), (), fight.combat.cursor)
    return FightKeeper(fight, writer, told, written=fight.combat, parent=parent)


def where_it_stands(path: Path) -> tuple[int, str] | None:
    """Return a fight's round and its last line, read whole; None where it cannot be read."""
    from desktop.ui.menus.sentences import step_says

    try:
        fight, _ = resumed(path)
    except EncounterError:
        return None
    combat = fight.combat
    last = step_says(combat.steps[combat.cursor - 1], combat.state) if combat.cursor else ""
    return combat.state.round, last
