"""Levels and the pictures under them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from desktop.core.errors import EditError
from desktop.core.model.board import LevelPicture
from desktop.core.model.words import LevelId
from desktop.ui.menus.fields.choice import ChoiceField
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.points import PointsField
from desktop.ui.menus.fields.sheet import Things, Wrong
from desktop.ui.menus.fields.text import TextField
from desktop.ui.menus.fields.values import at_path, shared
from desktop.ui.menus.hanging import turned
from desktop.ui.panels.inspecting.buttons import add_button
from desktop.ui.panels.inspecting.page import Page
from desktop.ui.session import Ref

TURNS = [(0, "Upright"), (1, "A quarter right"), (2, "Upside down"), (3, "A quarter left")]


class LevelPage(Page):
    """A storey, with the picture under it and the one for players."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.add("Height", NumberField("0", unit="m", whole=False), "height",
                 write=lambda value: self.source.set("height", {"height": value or 0}))  # fmt: skip
        self.hidden_row()
        self.fold("Picture", lambda: self._picture("background"),
                  says=lambda things: _file_of(things, "background"),
                  open_when=lambda things: bool(_file_of(things, "background")))  # fmt: skip
        self.fold("Picture for players", lambda: self._picture("players_background"),
                  says=lambda things: _file_of(things, "players_background"))  # fmt: skip
        self.notes_rows()
        self.fold("Order and more", self._more)

    def _more(self) -> None:
        buttons = []
        for text, by in (("Earlier in the file", -1), ("Later", 1)):
            button = add_button(text, "The first level is the one meant where none is named")
            button.clicked.connect(lambda _=False, by=by: self._reorder(by))
            buttons.append(button)
        self.put_left(*buttons)
        self.tail_rows()

    def _reorder(self, by: int) -> None:
        levels = list(self.encounter().board.levels)
        if self.source.only in levels:
            to = levels.index(LevelId(self.source.only)) + by
            if 0 <= to < len(levels):
                edit = {"kind": "level", "id": self.source.only, "to": to}
                self.source.do(f"Move {self.source.names} in the order", [("reorder", edit)])

    def _picture(self, where: str) -> None:
        players = where == "players_background"
        field = TextField("no picture")
        if not players:
            choose = add_button("…", "Choose a file")
            choose.setFixedWidth(28)
            choose.clicked.connect(self._choose)
            field.put_beside(choose)
        noun = "picture for players" if players else "picture"
        self.add("File", field, f"{where}.file", noun=noun,
                 write=lambda value: self._set(where, file=value))  # fmt: skip

        def there(things: Things) -> bool:
            return all(at_path(each, where) for each in things)

        def add(label: str, made: Any, name: str) -> None:
            self.add(label, made, f"{where}.{name}", noun=noun, when=there,
                     write=lambda value: self._set(where, **{name: value}))  # fmt: skip

        add("Left, top", PointsField("0,0", single=True), "at")
        add("Width", NumberField("board", unit="squares", whole=False), "width")
        add("Turned", ChoiceField(TURNS), "turned")
        faded = f"{where}.faded"
        self.add("Fade", NumberField("0", unit="%"), faded, noun=noun, when=there,
                 read=lambda things: shared(_percent(at_path(each, faded)) for each in things),
                 write=lambda value: self._fade(where, value))  # fmt: skip

    def _fade(self, where: str, percent: float | None) -> Wrong:
        if percent is not None and not 0 <= percent <= 100:
            return EditError("must be from 0 to 100 %.", f"{where}.faded")
        return self._set(where, faded=(percent or 0) / 100)

    def _set(self, where: str, **values: Any) -> Wrong:
        players = where == "players_background"
        unsaid: dict[str, object] = {"at": (0, 0), "faded": 0}
        said = {name: unsaid.get(name) if each is None else each for name, each in values.items()}
        edits = []
        for level in self.source.things():
            old = at_path(level, where) or LevelPicture(file="")
            if "turned" in values:
                old = turned(self.source.session, old, values["turned"])
            new = {item.name: getattr(old, item.name) for item in fields(old)} | said
            edit = {"level": level.id, "picture": new if new["file"] else None, "players": players}
            edits.append(("set_background", edit))
        noun = "picture for players" if players else "picture"
        wrong = self.source.do(f"Change the {noun} of {self.source.names}", edits)
        of_edit = {f"picture.{name}": f"{where}.{name}" for name in values}
        if wrong is not None and wrong.path in of_edit:
            return EditError(wrong.why, of_edit[wrong.path])
        return wrong

    def _choose(self) -> None:
        if self.source.only:
            self.wants.emit("picture.choose", Ref("level", self.source.only))


def _percent(part: float) -> float:
    return round(part * 100, 1)


def _file_of(things: Things, where: str) -> str:
    files = [at_path(level, f"{where}.file") or "" for level in things]
    name = files[0].rpartition("/")[2] if len(set(files)) == 1 else "several"
    return name if len(name) < 20 else f"{name[:18]}…"
