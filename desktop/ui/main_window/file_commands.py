"""Opening, saving and letting go of encounters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QDesktopServices

from desktop.core.errors import LoadError, SaveError
from desktop.core.model.words import Point
from desktop.core.store import fights, places, recent
from desktop.ui.canvas.coordinates import to_board
from desktop.ui.dialogs import asking
from desktop.ui.dialogs.times import when
from desktop.ui.main_window import files
from desktop.ui.main_window.files import Document
from desktop.ui.main_window.keeping import Keeping
from desktop.ui.main_window.listing import unfinished
from desktop.ui.main_window.outside import Outside
from desktop.ui.main_window.recovery import Recovery
from desktop.ui.main_window.typed import take_what_is_typed
from desktop.ui.menus import late
from desktop.ui.session import PICTURES, Shown

if TYPE_CHECKING:
    from desktop.ui.main_window.window import MainWindow

Offer = tuple[str, Callable[[], object]]
"""What can be done about something, and what does it."""
FITS = 0.02
"""A zoom so near to that of the whole board is not worth keeping."""
OTHER_FIGHT = "another fight"
"""What the notice speaks of until a fight begins: one to go on with, or how one ended."""


class FileCommands:
    """What the File menu does. An encounter is opened whole or not at all."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.keeping = Keeping(window)
        self.keeping.refused.connect(self._tell_no_copy)
        self.outside = Outside(window, self)
        self.recovery = Recovery(window, self)

    def commands(self) -> Mapping[str, Callable[[object], object]]:
        """Return what the table may ask for, by name."""
        return {
            "new": lambda _: self.new(), "file.show": lambda path: self.open_path(Path(str(path))),
            "open": lambda _: self.open(),
            "welcome": lambda _: self.close(), "close_file": lambda _: self.close(),
            "save": lambda _: self.save(), "save_as": lambda _: self.save_as(),
            "revert": lambda _: self.revert(), "show_folder": lambda _: self.show_folder(),
            "quit": lambda _: self._window.close(), "recover": lambda _: self.recovery.choose(),
        }  # fmt: skip

    # Opening

    def new(self) -> None:
        """Put an empty encounter on the bench."""
        if self.may_lose():
            self._window.show_document(files.fresh())
            self._window.hand.take("zone")
            self._window.tell("Drag out the first zone, then the next beside it.")

    def open(self) -> None:
        """Ask for a file and open it."""
        document = self._window.document
        folder = places.documents_folder()
        if document is not None and document.path is not None:
            folder = document.path.parent
        elif recent.recent_files():
            folder = recent.recent_files()[0].parent
        path = asking.file_to_open(self._window, "Open an encounter", folder, files.FILTER)
        if path is not None:
            self.open_path(path)

    def open_path(self, path: Path) -> bool:
        """Open a file; what cannot be read leaves everything as it was, and says why."""
        if path.name.endswith(fights.SUFFIX):
            return self._window.fights.resume(path)
        document = self._opened(path)
        if document is None or not self.may_lose():
            return False
        was = self._window.document
        if was is not None and was.path == document.path:  # which may just have been saved
            document = self._opened(path)
        if document is not None:
            self.show(document)
        return document is not None

    def _opened(self, path: Path) -> Document | None:
        """Return the document of a file; where it cannot be read, say why."""
        try:
            return files.opened(path)
        except LoadError as error:
            if not path.exists():
                recent.forget(path)
            self._window.stand()
            self._window.notice.tell(files.headline(error), files.problems_text(error))
            return None

    def show(self, document: Document) -> None:
        """Put a document that was read on the bench, as it was left."""
        path = document.path
        if path is not None:
            recent.remember(path)
            document.session.shown = _shown(recent.view_of(path), document)
        self._window.show_document(document)
        self.outside.forget()
        if path is not None:
            view = recent.view_of(path)
            late.after_first_paint(lambda: _look_again(self._window, document, view))
            late.after_first_paint(self._offer)
            canvas = self._window.canvas
            assert canvas is not None
            late.after_paint_of(
                canvas.view.viewport(), lambda: self._window.command("picture.notice")
            )

    def _offer(self) -> None:
        """Offer what goes with the file just opened: unsaved work, or a fight to go on with."""
        document = self._window.document
        if document is None or self._window.notice.says.text():
            return
        if document.is_elsewhere and document.path is not None:
            self._window.notice.tell(
                f"{files.elsewhere(document.path)} What you change here is saved under another "
                "name, unless it is closed there first.",
                offers=(("Save as…", self.save_as),),
            )
        elif not self.recovery.offer(document):
            self._offer_fights()

    def _offer_fights(self) -> None:
        """Offer the unfinished fights of what was just opened."""
        document = self._window.document
        if document is None or document.path is None or document.session.fight is not None:
            return
        from desktop.ui.main_window.fights import is_of

        own = [each for each in unfinished() if is_of(each, document.path)]
        if own and not self._window.notice.says.text():
            started = when(own[0].started)
            self._window.notice.tell(
                f"There is an unfinished fight of this encounter, begun {started}.",
                offers=(("Go on with it", lambda: self._window.fights.resume(own[0].path)),),
                about=OTHER_FIGHT,
            )

    def forget_other_fight(self) -> None:
        """Say no more of an unfinished fight, or of how one ended: another has begun."""
        if self._window.notice.about == OTHER_FIGHT:
            self._window.notice.clear()

    # Saving

    def save(self) -> bool:
        """Save where it came from; ask where when there is no such place."""
        document = self._window.document
        if document is None:
            return False
        take_what_is_typed()
        if document.path is None or document.sample:
            return self.save_as()
        return self._save(document, document.path)

    def save_as(self) -> bool:
        """Ask where, and save there."""
        document = self._window.document
        if document is None:
            return False
        take_what_is_typed()
        path = asking.file_to_save(self._window, files.suggested(document), files.FILTER)
        if path is None:
            return False
        if files.is_sample(path):
            self._window.notice.tell(
                "The samples that came with the program stay as they are. Save in another folder."
            )
            return False
        return self._save(document, path, force=True)

    def _save(
        self, document: Document, path: Path, *, force: bool = False, share: bool = False
    ) -> bool:
        window = self._window
        try:
            files.save(document, path, force=force, share=share)
        except SaveError as error:
            window.notice.tell(str(error), offers=self._ways_on(document, path))
            window.saved()
            return False
        recent.remember(path)
        self.keeping.saved()
        self.outside.forget()
        window.notice.clear()
        window.saved()
        window.tell(f"Saved {path.name}")
        return True

    def _ways_on(self, document: Document, path: Path) -> tuple[Offer, ...]:
        """Return what can be done where a file was not saved."""
        save_as: Offer = ("Save as…", self.save_as)
        if document.path != path:
            return (save_as,)
        if document.hold is None:
            return save_as, ("Save all the same", lambda: self._save(document, path, share=True))
        if document.outside() == "changed":
            return (
                ("Read it again", self.revert), self.beside_offer(document), save_as,
                ("Save all the same", lambda: self._save(document, path, force=True)),
            )  # fmt: skip
        return save_as, ("Try again", self.save)

    def beside_offer(self, document: Document) -> Offer:
        """Return what saves a document beside the file that it came from."""
        return ("Save beside", lambda: self._save_beside(document))

    def _save_beside(self, document: Document) -> bool:
        if document.path is None:
            return self.save_as()
        try:
            path = files.free_name(document.path)
        except SaveError as error:
            self._window.show_error(error)
            return False
        return self._save(document, path)

    def _tell_no_copy(self, error: SaveError) -> None:
        notice = self._window.notice
        says = f"No copy of your unsaved work could be made. {error} Save often until then."
        if notice.says.text():
            self._window.tell(says)
        else:
            notice.tell(says)

    def revert(self) -> None:
        """Read the file again; undo does not bring the changes back, so it asks like closing."""
        document = self._window.document
        if document is None or document.path is None:
            return
        try:
            fresh = files.opened(document.path)
        except LoadError as error:
            self._window.notice.tell(files.headline(error), files.problems_text(error))
            return
        document.kept, document.stamp, document.is_gone = fresh.kept, fresh.stamp, False
        document.session.odd_keys = fresh.session.odd_keys
        document.session.replace("Revert to the saved file", fresh.session.encounter)
        document.session.saved()
        self.outside.forget()
        self._window.saved()

    # Letting go

    def look_outside(self) -> None:
        """Say so when another program wrote or took the file; nothing is written over."""
        self.outside.look()

    def save_aside(self) -> Path | None:
        """Write a copy of unsaved work after an error inside the program. Raises SaveError."""
        return self.keeping.copy_after_error()

    def may_lose(self) -> bool:
        """Ask what becomes of unsaved work; whether what is open may be let go."""
        document = self._window.document
        if document is None:
            return True
        take_what_is_typed()
        self.outside.look()
        if not document.unsaved:
            return True
        wish = asking.what_of_unsaved(self._window, document.title, document.done)
        if wish == "save":
            return self.save()
        if wish == "discard":
            self.keeping.unwanted()
        return wish == "discard"

    def close(self) -> None:
        """Go back to the welcome page."""
        if self.may_lose():
            self._window.show_welcome()

    def keep_view(self) -> None:
        """Keep how one looked at the file, in the user's own folder."""
        document, bench = self._window.document, self._window.bench
        if document is None or document.path is None or bench is None:
            return
        shown, frame, view = document.session.shown, bench.build_frame, bench.canvas.view
        view.fit_board()
        where: dict[str, object] = {}
        if frame is not None and abs(view.zoom - frame.zoom) >= FITS * frame.zoom:
            centre = [round(at, 2) for at in to_board(frame.centre)]
            where = {"zoom": round(frame.zoom, 4), "centre": centre}
        recent.keep_view(
            document.path,
            {
                **where, "level": shown.level or "",
                "hidden_kinds": sorted(shown.hidden_kinds),
                "locked_kinds": sorted(shown.locked_kinds),
                "hidden_levels": sorted(shown.hidden_levels),
                "locked_levels": sorted(shown.locked_levels),
                "folds": sorted(shown.folds),
            },
        )  # fmt: skip

    def show_folder(self) -> None:
        """Open the folder of the file in the system's own window."""
        document = self._window.document
        if document is not None and document.path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(document.path.parent)))

    # Dropped things

    def wants_urls(self, urls: Iterable[QUrl]) -> bool:
        """Whether anything can be done with files that are dragged over the window."""
        return any(_is_encounter(path) or self._is_picture(path) for path in _paths(urls))

    def take_urls(self, urls: Iterable[QUrl]) -> None:
        """Open an encounter that was dropped, or lay a picture under the level in view."""
        for path in _paths(urls):
            if _is_encounter(path):
                self.open_path(path)
                return
            if self._is_picture(path):
                self._window.command("file.picture", (str(path), None))
                return

    def take_dropped(self, mime: object, _event: object) -> None:
        """Open an encounter that was dropped on the canvas; all else is the canvas's own."""
        if isinstance(mime, QMimeData) and mime.hasUrls():
            encounters = [path for path in _paths(mime.urls()) if _is_encounter(path)]
            if encounters:
                self.open_path(encounters[0])

    def _is_picture(self, path: Path) -> bool:
        return self._window.session is not None and path.suffix.lower() in PICTURES


def _paths(urls: Iterable[QUrl]) -> list[Path]:
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]


def _is_encounter(path: Path) -> bool:
    return path.suffix.lower() in files.SUFFIXES


def _shown(view: Mapping[str, object], document: Document) -> Shown:
    """Return how the file was looked at last, as far as it still fits."""
    levels = document.session.encounter.board.levels
    level = next((each for each in levels if each == view.get("level")), None)

    def words(name: str) -> set[str]:
        found = view.get(name)
        return {str(each) for each in found} if isinstance(found, list | tuple) else set()

    return Shown(
        level=level, hidden_kinds=words("hidden_kinds"), locked_kinds=words("locked_kinds"),
        hidden_levels=words("hidden_levels"), locked_levels=words("locked_levels"),
        folds=words("folds"),
    )  # fmt: skip


def _look_again(window: MainWindow, document: Document, view: Mapping[str, object]) -> None:
    """Zoom and move to where the file was looked at last, if it was not shown whole."""
    zoom, centre, canvas = view.get("zoom"), view.get("centre"), window.canvas
    if window.document is not document or canvas is None or document.session.mode == "play":
        return
    if isinstance(zoom, int | float) and isinstance(centre, list) and len(centre) == 2:
        canvas.view.zoom_to(float(zoom))
        canvas.view.centre_on(Point(*centre))
