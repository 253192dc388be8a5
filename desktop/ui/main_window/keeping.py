"""That no work is lost: copies of what is not saved, and who has which file open."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from desktop.core.errors import SaveError
from desktop.core.model.encounter import Encounter
from desktop.core.store import locks
from desktop.core.store.autosave import About, Leftover, Sitting
from desktop.core.store.kept import Kept
from desktop.core.store.writing import write
from desktop.ui.main_window.files import Document

QUIET_MS = 3_000
"""A copy is made so long after the last change."""
LONGEST_MS = 60_000
"""Nobody changes things for longer than this without a copy."""


class Keeping(QObject):
    """Keeps copies of the open document while it is not saved, and its file for this window.

    A copy is written beside the program's work: the disk may take its time, keys do not wait.
    """

    refused = Signal(object)
    """A copy could not be written: the SaveError, once until one could."""
    _written = Signal(object, object)
    """From the other thread: what was written, and the SaveError or None."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self._sitting = Sitting()
        self._kept: Encounter | None = None
        self._thread: Thread | None = None
        self._is_unwanted = False
        self._was_refused = False
        self._quiet, self._longest = QTimer(self), QTimer(self)
        for timer, after in ((self._quiet, QUIET_MS), (self._longest, LONGEST_MS)):
            timer.setSingleShot(True)
            timer.setInterval(after)
            timer.timeout.connect(self.copy)
        self._written.connect(self._note, Qt.ConnectionType.QueuedConnection)

    # From opening to letting go

    def begin(self, document: Document) -> None:
        """Take care of a document that was opened, with its file for this window alone."""
        self.let_go()
        self._document = document
        self._is_unwanted = self._was_refused = False
        self._kept = None
        document.session.changed.connect(self._changed)
        if document.path is not None and not document.sample:
            document.hold = locks.hold(document.path)
            document.is_elsewhere = document.hold is None
        if document.unsaved:
            self._changed()

    def let_go(self) -> None:
        """Let go of the document: its copies go, but those that it took over and never saved."""
        document, self._document = self._document, None
        if document is None:
            return
        self._stop()
        document.session.changed.disconnect(self._changed)
        if self._is_unwanted:
            self._sitting.clear()
        self._sitting.clear_own()
        self._sitting.end()
        self._sitting = Sitting()
        if document.hold is not None:
            document.hold.let_go()

    def saved(self) -> None:
        """Note that the document is on disk: its copies are not wanted any more."""
        self._stop()
        self._sitting.clear()
        self._kept = None

    def unwanted(self) -> None:
        """Note that whoever lets go of the document now does not want its changes."""
        self._is_unwanted = True

    def take_over(self, leftover: Leftover) -> bool:
        """Make copies that were left those of this document; False if another window has them."""
        return self._sitting.take_over(leftover)

    # Copies

    def copy(self) -> None:
        """Begin to write a copy of what is not saved, unless there is one already."""
        document = self._document
        if document is None or not document.unsaved:
            return
        if self._thread is not None and self._thread.is_alive():
            self._quiet.start()
            return
        encounter = document.session.encounter
        if encounter is not self._kept:
            self._quiet.stop()
            self._longest.stop()
            self._thread = Thread(
                target=self._write, name="safety copy",
                args=(self._sitting, encounter, document.kept, _about(document)),
            )  # fmt: skip
            self._thread.start()

    def copy_after_error(self) -> Path | None:
        """Write a copy now, after an error inside the program; those of before stay.

        Returns where it is, None where there is nothing unsaved. Raises SaveError.
        """
        document = self._document
        if document is None:
            return None
        self._stop()
        self._sitting.shaken = True
        if not document.unsaved:
            return None
        text = write(document.session.encounter, document.kept)
        return self._sitting.keep(text, _about(document))

    def _changed(self, _before: object = None, _after: object = None) -> None:
        self._is_unwanted = False
        self._quiet.start()
        if not self._longest.isActive():
            self._longest.start()

    def _write(self, sitting: Sitting, encounter: Encounter, kept: Kept, about: About) -> None:
        """Write a copy; this alone runs in the other thread, and touches values and files only."""
        refused: SaveError | None = None
        try:
            sitting.keep(write(encounter, kept), about)
        except SaveError as error:
            refused = error
        self._written.emit(encounter, refused)

    def _note(self, encounter: Encounter, refused: SaveError | None) -> None:
        if refused is None:
            self._kept = encounter
            self._was_refused = False
        elif not self._was_refused:
            self._was_refused = True
            self.refused.emit(refused)

    def _stop(self) -> None:
        self._quiet.stop()
        self._longest.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None


def _about(document: Document) -> About:
    path = document.path
    return About(
        file="" if path is None or document.sample else str(path.absolute()),
        title=document.title, done=document.done,
    )  # fmt: skip
