"""Pictures for levels and people: chosen, dropped, and found again where one is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.core.errors import EncounterError
from desktop.core.model.board import LevelPicture
from desktop.core.model.pictures import pictures_of, with_pictures
from desktop.core.model.words import LevelId
from desktop.core.store import places, saving
from desktop.core.store.pictures import GONE, OUTSIDE, faults
from desktop.ui import pictures
from desktop.ui.dialogs import asking
from desktop.ui.main_window import files
from desktop.ui.menus import front, hanging
from desktop.ui.menus.front import encounter_of
from desktop.ui.session import Ref

if TYPE_CHECKING:
    from desktop.ui.main_window.window import MainWindow

MOST_NAMED = 3
OF_THINGS = ("fighter", "group", "profile", "zone", "feature")
NOT_TAKEN = "a picture that was not taken"
"""What a notice is about that the next picture takes back."""


class PictureCommands:
    """A picture is looked at before it is copied beside the encounter, and never fetched."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._last: Path | None = None

    def commands(self) -> Mapping[str, Callable[[object], object]]:
        """Return what the table may ask for, by name."""
        return {
            "file.picture": self.take, "choose_picture": self.choose, "picture.find": self.find,
            "picture.players": self.choose_players, "picture.notice": lambda _: self.notice(),
        }  # fmt: skip

    def choose(self, argument: object) -> None:
        """Ask for a picture: the portrait of a fighter, or else the background of the level."""
        session = self._window.session
        if session is None:
            return
        path = self._asked("Choose a picture")
        if path is not None:
            chosen = argument if isinstance(argument, Ref) else _only_person(session.selection)
            self.take((str(path), chosen))

    def take(self, argument: object) -> None:
        """Lay a picture under a level, or make it a portrait; it is copied beside the encounter."""
        session = self._window.session
        if session is None or not isinstance(argument, tuple):
            return
        source, ref = argument
        name = self.brought(Path(str(source)))
        if name is None:
            return
        if isinstance(ref, Ref) and ref.kind in OF_THINGS:
            kind = "member" if ref.kind == "fighter" and "/" in ref.id else ref.kind
            front.edit(session, "set_field", kind=kind, ids=[ref.id], field="picture", value=name)
            return
        level = ref.id if isinstance(ref, Ref) else session.level
        old = encounter_of(session).board.levels[LevelId(level)].background
        picture: dict[str, object] = {"file": name}
        if old is not None:
            picture |= {"at": old.at, "width": old.width, "turned": old.turned, "faded": old.faded}
        front.edit(session, "set_background", level=level, picture=picture)
        self._tell_size(Path(str(source)))

    def choose_players(self, argument: object) -> None:
        """Ask for the picture that players see under a level, laid where the GM's lies."""
        session = self._window.session
        path = self._asked("Choose a picture for the players")
        name = self.brought(path) if path is not None else None
        if session is None or name is None:
            return
        level = LevelId(argument) if isinstance(argument, str) else session.level
        mine = encounter_of(session).board.levels[level].background
        laid = LevelPicture(file=name) if mine is None else replace(mine, file=name)
        front.edit(session, "set_background", level=level, picture=laid, players=True)

    def brought(self, path: Path) -> str | None:
        """Return what an encounter calls a picture that is now beside it; None tells why not."""
        session = self._window.session
        if session is None:
            return None
        try:
            pictures.size_of(path)
            name = saving.bring_picture(path, hanging.pictures_of(session))
        except EncounterError as error:
            self._window.notice.tell(str(error), about=NOT_TAKEN)
            return None
        pictures.forget()
        if self._window.notice.about == NOT_TAKEN:
            self._window.notice.clear()
        return name

    def find(self, argument: object) -> None:
        """Ask where a picture is that cannot be read; who named it names the found one."""
        path = self._asked(f"Find {Path(str(argument)).name}")
        if path is not None:
            self._put_in_place(str(argument), path)

    def bring(self, picture: str) -> None:
        """Copy a picture from outside the encounter's folder beside it."""
        session = self._window.session
        if session is not None:
            self._put_in_place(picture, hanging.pictures_of(session) / picture)

    def _put_in_place(self, picture: str, found: Path) -> None:
        session = self._window.session
        name = self.brought(found)
        if session is None or name is None:
            return
        after = with_pictures(session.encounter, {picture: name})
        session.replace(f"Find the picture {name}", after)
        self._look_again()

    def _look_again(self) -> None:
        """Show what came back under its own name, of which no document tells."""
        canvas, bench = self._window.canvas, self._window.bench
        if canvas is None or bench is None:
            return
        canvas.sync.refresh()
        canvas.view.viewport().update()
        if bench.build_panels is not None:
            bench.build_panels.issues.look()

    def notice(self) -> None:
        """Tell once, after an encounter was opened, which of its pictures are not shown."""
        session = self._window.session
        if session is None or self._window.notice.says.text():
            return
        named = dict.fromkeys(each.file for each in pictures_of(session.encounter))
        wrong = faults(hanging.pictures_of(session), named)
        if not wrong:
            return
        first, fault = next(iter(wrong.items()))
        offer = ("Find it…", lambda: self.find(first))
        if fault == OUTSIDE and (hanging.pictures_of(session) / first).is_file():
            offer = ("Bring it here", lambda: self.bring(first))
        self._window.notice.tell(_sentence(wrong), offers=(offer,) if len(wrong) == 1 else ())

    def _asked(self, title: str) -> Path | None:
        session = self._window.session
        if session is None:
            return None
        beside = Path(session.path).parent if session.path else places.users_pictures()
        found = asking.file_to_open(self._window, title, self._last or beside, files.PICTURE_FILTER)
        self._last = found.parent if found is not None else self._last
        return found

    def _tell_size(self, path: Path) -> None:
        """Say where a picture is shown smaller than it is."""
        size = pictures.size_of(path)
        shown = pictures.shown_size(size)
        if shown != size:
            self._window.tell(
                f"{path.name} has {size.width():,} x {size.height():,} pixels; it is shown with "
                f"{shown.width():,} x {shown.height():,}."
            )


def _sentence(wrong: Mapping[str, str]) -> str:
    if len(wrong) == 1:
        picture, fault = next(iter(wrong.items()))
        return f"The picture {picture} {fault}; all else is open."
    why = set(wrong.values())
    fault = why.pop().replace("is", "are", 1) if why == {GONE} else "cannot be shown"
    names = list(wrong)
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    listed = ", ".join(names[:MOST_NAMED])
    return f"{len(names)} pictures {fault}; all else is open: {listed}{more}. See the issues."


def _only_person(selection: Iterable[Ref]) -> Ref | None:
    """Return the fighter or group selected alone: the picture is its portrait."""
    refs = tuple(selection)
    alone = len(refs) == 1 and refs[0].kind in ("fighter", "group")
    return refs[0] if alone else None
