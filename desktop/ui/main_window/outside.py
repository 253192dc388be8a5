"""Another hand in the file: changed, deleted, or gone with its disk. Nothing is written over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.core.store import saving

if TYPE_CHECKING:
    from desktop.ui.main_window.file_commands import FileCommands, Offer
    from desktop.ui.main_window.files import Document
    from desktop.ui.main_window.window import MainWindow


class Outside:
    """Looks at the file when the window comes to the front, and says once what became of it."""

    def __init__(self, window: MainWindow, commands: FileCommands) -> None:
        self._window = window
        self._commands = commands
        self._told: object = None
        """What was said already: the stamp of the other's file."""

    def forget(self) -> None:
        """Note that the file is again as this window left it."""
        self._told = None

    def look(self) -> None:
        """Look at the file, and say so where it is not what it was."""
        document = self._window.document
        if document is None:
            return
        found = document.outside()
        if found == "gone":
            self._say_gone(document)
            return
        if document.is_gone:
            document.is_gone = False
            self._window.notice.clear()
            self._window.saved()
        if found == "changed":
            self._say_changed(document)

    def _say_changed(self, document: Document) -> None:
        assert document.path is not None
        theirs = saving.stamp_of(document.path)
        if theirs == self._told:
            return
        self._told = theirs
        offers: list[Offer] = [
            ("Read it again", self._commands.revert),
            ("Keep mine", lambda: self._keep_mine(document, theirs)),
        ]
        if document.unsaved:
            offers.append(self._commands.beside_offer(document))
        self._window.notice.tell(
            f"Another program changed {document.path.name} since it was opened here.",
            offers=tuple(offers),
        )

    def _keep_mine(self, document: Document, theirs: saving.Stamp | None) -> None:
        """Let the next save take the other's place; theirs is kept beside it then."""
        document.stamp = theirs
        if not document.session.unsaved:
            document.session.not_saved()
        self._window.saved()

    def _say_gone(self, document: Document) -> None:
        assert document.path is not None
        if document.is_gone:
            return
        document.is_gone = True
        self._window.saved()
        self._commands.keeping.copy()
        path = document.path
        if path.parent.is_dir():
            says = f"{path.name} is not in its folder any more: it was deleted, moved or renamed."
            again = "Save it again"
        else:
            says = f"The folder of {path.name} is gone: {path.parent}. Connect its disk again."
            again = "Try again"
        self._window.notice.tell(
            f"{says} Your encounter is still here, and nowhere else.",
            offers=((again, self._commands.save), ("Save as…", self._commands.save_as)),
        )
