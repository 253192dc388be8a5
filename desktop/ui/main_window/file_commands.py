"""Opening, saving and letting go of encounters, and the lists of what was open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu

from desktop.core.errors import EncounterError, LoadError, SaveError
from desktop.core.model.words import LevelId, Point
from desktop.core.store import fights, places, recent, saving
from desktop.ui.canvas.coordinates import to_board
from desktop.ui.dialogs import asking
from desktop.ui.main_window import files
from desktop.ui.main_window.files import Document
from desktop.ui.menus import front, late
from desktop.ui.menus.front import encounter_of
from desktop.ui.panels.welcome import Welcome
from desktop.ui.panels.welcome_row import Line
from desktop.ui.session import PICTURES, Ref, Shown

if TYPE_CHECKING:
    from desktop.ui.main_window.window import MainWindow

_HEAD_BYTES = 8192
FITS = 0.02
"""A zoom so near to that of the whole board is not worth keeping."""
_NAME = re.compile(r"^name:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_NOTES = re.compile(r"^notes:[ \t]*(?:[>|][-+]?[ \t]*\n[ \t]+)?(.+?)[ \t]*$", re.MULTILINE)


class FileCommands:
    """What the File menu does. An encounter is opened whole or not at all."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._told_outside = False

    def commands(self) -> Mapping[str, Callable[[object], object]]:
        """Return what the table may ask for, by name."""
        return {
            "new": lambda _: self.new(), "open": lambda _: self.open(),
            "welcome": lambda _: self.close(), "close_file": lambda _: self.close(),
            "save": lambda _: self.save(), "save_as": lambda _: self.save_as(),
            "revert": lambda _: self.revert(), "show_folder": lambda _: self.show_folder(),
            "quit": lambda _: self._window.close(), "file.picture": self.take_picture,
            "choose_picture": self.choose_picture,
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
        if not self.may_lose():
            return False
        try:
            document = files.opened(path)
        except LoadError as error:
            if not path.exists():
                recent.forget(path)
            self._window.stand()
            self._window.notice.tell(files.headline(error), files.problems_text(error))
            return False
        self.show(document)
        return True

    def show(self, document: Document) -> None:
        """Put a document that was read on the bench, as it was left."""
        path = document.path
        if path is not None:
            recent.remember(path)
            document.session.shown = _shown(recent.view_of(path), document)
        self._window.show_document(document)
        self._told_outside = False
        if path is not None:
            view = recent.view_of(path)
            late.after_first_paint(lambda: _look_again(self._window, document, view))
            late.after_first_paint(self._offer_fights)

    def _offer_fights(self) -> None:
        """Offer the unfinished fights of what was just opened."""
        document = self._window.document
        if document is None or document.path is None or document.session.fight is not None:
            return
        from desktop.ui.main_window.fights import is_of

        own = [each for each in unfinished() if is_of(each, document.path)]
        if own and not self._window.notice.says.text():
            started = _when(own[0].started)
            self._window.notice.tell(
                f"There is an unfinished fight of this encounter, begun {started}.",
                offers=(("Go on with it", lambda: self._window.fights.resume(own[0].path)),),
            )

    # Saving

    def save(self) -> bool:
        """Save where it came from; ask where when there is no such place."""
        document = self._window.document
        if document is None:
            return False
        if document.path is None or document.sample:
            return self.save_as()
        return self._save(document, document.path)

    def save_as(self) -> bool:
        """Ask where, and save there."""
        document = self._window.document
        if document is None:
            return False
        path = asking.file_to_save(self._window, files.suggested(document), files.FILTER)
        if path is None:
            return False
        if files.is_sample(path):
            self._window.notice.tell(
                "The samples that came with the program stay as they are. Save in another folder."
            )
            return False
        return self._save(document, path, force=True)

    def _save(self, document: Document, path: Path, *, force: bool = False) -> bool:
        window = self._window
        try:
            files.save(document, path, force=force)
        except SaveError as error:
            offers: list[tuple[str, Callable[[], object]]] = [("Save as…", self.save_as)]
            if document.changed_outside:
                offers.append(("Save all the same", lambda: self._save(document, path, force=True)))
            window.notice.tell(str(error), offers=tuple(offers))
            return False
        recent.remember(path)
        window.notice.clear()
        window.saved()
        window.tell(f"Saved {path.name}")
        return True

    def save_aside(self) -> Path | None:
        """Write a copy of unsaved work into the program's own folder."""
        document = self._window.document
        if document is None or not document.session.unsaved:
            return None
        return files.save_aside(document)

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
        document.kept, document.stamp = fresh.kept, fresh.stamp
        document.session.odd_keys = fresh.session.odd_keys
        document.session.replace("Revert to the saved file", fresh.session.encounter)
        document.session.saved()
        self._window.saved()

    # Letting go

    def may_lose(self) -> bool:
        """Ask what becomes of unsaved work; whether what is open may be let go."""
        document = self._window.document
        if document is None or not document.session.unsaved:
            return True
        wish = asking.what_of_unsaved(self._window, document.title)
        if wish == "save":
            return self.save()
        return wish == "discard"

    def close(self) -> None:
        """Go back to the welcome page."""
        if self.may_lose():
            self._window.show_welcome()

    def keep_view(self) -> None:
        """Keep how one looked at the file, in the user's own folder."""
        document, canvas = self._window.document, self._window.canvas
        if document is None or document.path is None or canvas is None:
            return
        shown = document.session.shown
        zoom, middle = canvas.view.zoom, canvas.view.viewport().rect().center()
        centre = to_board(canvas.view.mapToScene(middle))
        canvas.view.fit_board()
        fits = abs(canvas.view.zoom - zoom) < FITS * zoom
        where: dict[str, object] = {}
        if not fits:
            where = {"zoom": round(zoom, 4), "centre": [round(at, 2) for at in centre]}
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

    # Another hand

    def look_outside(self) -> None:
        """Say so when another program wrote the file; nothing is overwritten either way."""
        document = self._window.document
        if document is None or self._told_outside or not document.changed_outside:
            return
        self._told_outside = True
        name = document.path.name if document.path is not None else ""
        self._window.notice.tell(
            f"Another program changed {name} since it was opened here.",
            offers=(("Read it again", self._read_again), ("Keep mine", lambda: None)),
        )

    def _read_again(self) -> None:
        self._told_outside = False
        self.revert()

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
                self.take_picture((str(path), None))
                return

    def take_dropped(self, mime: object, _event: object) -> None:
        """Open an encounter that was dropped on the canvas; all else is the canvas's own."""
        if isinstance(mime, QMimeData) and mime.hasUrls():
            encounters = [path for path in _paths(mime.urls()) if _is_encounter(path)]
            if encounters:
                self.open_path(encounters[0])

    def _is_picture(self, path: Path) -> bool:
        return self._window.session is not None and path.suffix.lower() in PICTURES

    def choose_picture(self, argument: object) -> None:
        """Ask for a picture: the portrait of a fighter, or else the background of the level."""
        session = self._window.session
        if session is None:
            return
        folder = files.pictures_of(session)
        path = asking.file_to_open(self._window, "Choose a picture", folder, files.PICTURE_FILTER)
        if path is not None:
            chosen = argument if isinstance(argument, Ref) else _only_person(session.selection)
            self.take_picture((str(path), chosen))

    def take_picture(self, argument: object) -> None:
        """Lay a picture under a level, or make it a portrait; it is copied beside the encounter."""
        session = self._window.session
        if session is None or not isinstance(argument, tuple):
            return
        source, ref = argument
        try:
            name = saving.bring_picture(Path(str(source)), files.pictures_of(session))
        except EncounterError as error:
            self._window.show_error(error)
            return
        if isinstance(ref, Ref) and ref.kind in ("fighter", "group", "profile", "zone", "feature"):
            kind = "member" if ref.kind == "fighter" and "/" in ref.id else ref.kind
            front.edit(session, "set_field", kind=kind, ids=[ref.id], field="picture", value=name)
            return
        level = ref.id if isinstance(ref, Ref) else session.level
        old = encounter_of(session).board.levels[LevelId(level)].background
        picture: dict[str, object] = {"file": name}
        if old is not None:
            picture |= {"at": old.at, "width": old.width, "turned": old.turned, "faded": old.faded}
        front.edit(session, "set_background", level=level, picture=picture)

    # Lists

    def fill_list(self, menu: QMenu) -> None:
        """Fill the list of files used last, or that of the samples."""
        menu.clear()
        if menu.objectName() == "samples":
            for path in sample_files():
                self._add(menu, path, head_of(path)[0])
            return
        for path in recent.recent_files():
            self._add(menu, path, f"{path.stem}   {_short(path.parent)}")
        if menu.isEmpty():
            menu.addAction("Nothing was opened yet").setEnabled(False)

    def _add(self, menu: QMenu, path: Path, text: str) -> None:
        action = menu.addAction(text.replace("&", "&&"))
        action.setToolTip(str(path))
        action.triggered.connect(lambda: self.open_path(path))

    def fill_welcome(self, page: Welcome) -> None:
        """Show what there is to open; what needs reading whole comes after the first picture."""
        open_fights = unfinished()
        lines = [
            Line(str(each.path), each.name or each.path.stem, f"Begun {_when(each.started)}")
            for each in open_fights
        ]
        page.show_lines(
            lines,
            [Line(str(path), head_of(path)[0], _short(path)) for path in recent.recent_files()],
            [Line(str(path), *head_of(path)) for path in sample_files()],
        )
        late.after_first_paint(lambda: self._tell_more(page, lines))

    def _tell_more(self, page: Welcome, lines: list[Line]) -> None:
        if self._window.document is not None:
            return
        from desktop.ui.main_window.fights import where_it_stands

        more = []
        for line in lines[:5]:
            found = where_it_stands(Path(line.path))
            if found is not None:
                number, last = found
                beside = f"{line.beside}   {last}" if last else line.beside
                more.append(Line(line.path, line.name, beside, f"Round {number}"))
        page.show_fights(more)


def unfinished() -> list[fights.FightSummary]:
    """Return the fights that nobody ended, the last played first."""
    folders = dict.fromkeys(
        [places.fights_folder(), *(path.parent for path in recent.recent_files())]
    )
    return fights.unfinished(*folders)


def sample_files() -> tuple[Path, ...]:
    """Return the encounters that came with the program, the smallest first."""
    folder = places.samples()
    return tuple(sorted(folder.glob("*.yaml"), key=lambda path: path.stat().st_size))


def head_of(path: Path) -> tuple[str, str]:
    """Return name and notes of an encounter's file from its first lines, without reading it."""
    try:
        with path.open("rb") as file:
            text = file.read(_HEAD_BYTES).decode("utf-8", "replace")
    except OSError:
        return path.stem, "It is not there any more."
    name, notes = _NAME.search(text), _NOTES.search(text)
    return (
        name[1].strip("\"'") if name else path.stem,
        notes[1].strip("\"'") if notes else "",
    )


def _when(started: str) -> str:
    """Return when a fight began as people say it; what is no date stays as it is."""
    try:
        at = datetime.fromisoformat(started)
    except ValueError:
        return started
    return f"{at.day} {at:%B} at {at:%H:%M}"


def _short(path: Path) -> str:
    """Return a path as people write it."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except ValueError:
        return str(path)


def _paths(urls: Iterable[QUrl]) -> list[Path]:
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]


def _is_encounter(path: Path) -> bool:
    return path.suffix.lower() in files.SUFFIXES


def _only_person(selection: tuple[Ref, ...]) -> Ref | None:
    people = [ref for ref in selection if ref.kind in ("fighter", "group")]
    return people[0] if len(people) == 1 else None


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
    if window.document is not document or canvas is None:
        return
    if isinstance(zoom, int | float) and isinstance(centre, list) and len(centre) == 2:
        canvas.view.zoom_to(float(zoom))
        canvas.view.centre_on(Point(*centre))
