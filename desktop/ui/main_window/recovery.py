"""What was not saved when the program ended: offered, compared with the file, and opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.core.errors import LoadError
from desktop.core.store import autosave, rosters
from desktop.core.store.autosave import Copy, Leftover, read_copy
from desktop.ui.dialogs.times import when
from desktop.ui.main_window import files
from desktop.ui.main_window.file_lists import unsaved_lines
from desktop.ui.main_window.files import Document
from desktop.ui.main_window.listing import UNTITLED, unsaved
from desktop.ui.session import Session

if TYPE_CHECKING:
    from desktop.ui.main_window.file_commands import FileCommands
    from desktop.ui.main_window.window import MainWindow


class Recovery:
    """Offers copies where they are looked for; they stay until saved or thrown away."""

    def __init__(self, window: MainWindow, commands: FileCommands) -> None:
        self._window = window
        self._commands = commands
        self._others_told = False
        """Whether work on other documents was offered already; once a window is enough."""

    def offer(self, document: Document) -> bool:
        """Offer the copies of a document that was opened; return whether there are any.

        Where it has none, those of other documents are offered, once, and not to somebody who has
        had the welcome page before them, which offers them above all else.
        """
        if document.path is None:
            return False
        everything = autosave.leftovers()
        found = list(autosave.of_file(document.path, everything))
        name = document.path.name
        if not found and not self._others_told and self._window.welcome is None:
            self._others_told = True
            found = [each for each in everything if not each.thrown]
            names = list(dict.fromkeys(map(_name, found[:2])))
            another = "Another encounter" if len(names) == 1 else "Other encounters"
            name = f"{another}, {' and '.join(names)},"
        if not found:
            return False
        many = sum(len(each.copies) for each in found)
        copies = "a copy was kept" if many == 1 else f"{many} copies were kept"
        self._window.notice.tell(
            f"{name} had changes that were not saved when the program ended; {copies}, "
            f"the last of {when(found[0].about.at)}.",
            offers=(("Look at what was kept…", lambda: self.choose(found)),),
        )
        return True

    def show(self, folder: str) -> None:
        """Show the copies of one line of the welcome page."""
        documents = unsaved()
        self.choose(next((each for each in documents if str(each[0].folder) == folder), ()))

    def choose(self, among: Sequence[Leftover] | None = None) -> None:
        """Show copies beside their files, those thrown away too where all are asked for."""
        from desktop.ui.dialogs.recovery import RecoveryDialog

        among = tuple(autosave.leftovers()) if among is None else among
        if not among:
            self._window.tell("Nothing is left unsaved: whenever the program ended, all was saved.")
            return
        dialog = RecoveryDialog(among, self._window)
        dialog.exec()
        chosen, thrown = dialog.chosen, dialog.thrown
        dialog.deleteLater()
        if thrown or self._window.document is None:
            self._refresh()
        if thrown:
            self._window.notice.tell(
                "The copies are thrown away.",
                offers=(("Take them back", lambda: self._take_back(thrown)),),
            )
        if chosen is not None:
            self.open(*chosen)

    def open(self, leftover: Leftover, copy: Copy) -> bool:
        """Put a copy on the bench as unsaved work at its old path."""
        if not self._commands.may_lose():
            return False
        try:
            document = opened(copy)
        except LoadError as error:
            self._window.notice.tell(files.headline(error), files.problems_text(error))
            return False
        self._commands.show(document)
        of_it = next((e for e in unsaved() if leftover in e), (leftover,))
        if not all([self._commands.keeping.take_over(each) for each in of_it]):
            self._window.tell("Another window of Enfilade has opened these copies as well.")
        self._window.notice.clear()
        self._window.saved()
        self._window.tell(f"This is the copy of {when(copy.about.at)}. Save it to keep it.")
        return True

    def _take_back(self, thrown: Sequence[Leftover]) -> None:
        for each in thrown:
            autosave.take_back(each)
        self._refresh()

    def _refresh(self) -> None:
        if self._window.document is None and self._window.welcome is not None:
            self._window.welcome.show_unsaved(unsaved_lines())


def _name(leftover: Leftover) -> str:
    about = leftover.about
    return Path(about.file).name if about.file else about.title or UNTITLED


def opened(copy: Copy) -> Document:
    """Return the document of a copy: a change of its file, or on no disk. Raises LoadError."""
    loaded = read_copy(copy, rosters.stock())
    file = Path(copy.about.file) if copy.about.file else None
    if file is not None:
        try:
            document = files.opened(file)
        except LoadError:
            pass  # deleted since, or damaged: the copy is all there is
        else:
            document.kept, document.done_before = loaded.kept, copy.about.done
            if document.session.encounter == loaded.encounter:
                document.session.not_saved()  # it may differ in its comments
            document.session.replace(f"Open the copy of {when(copy.about.at)}", loaded.encounter)
            return document
    session = Session(loaded.encounter, path=str(file or ""), stock=rosters.stock())
    session.odd_keys = tuple((each.line, each.key) for each in loaded.odd_keys)
    session.not_saved()
    return Document(session, loaded.kept, done_before=copy.about.done)
