"""B: the picture under the level in view, and the players' own."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop.core.model.board import LevelPicture
from desktop.ui.menus import front
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.hanging import turned
from desktop.ui.panels.palette.cells import Cell, Cells
from desktop.ui.panels.palette.page import Page
from desktop.ui.session import Ref

DOINGS = (
    Cell("move", "Move", "Drag it; its corners make it larger"),
    Cell("align", "Align", "Drag a box over three drawn squares by three"),
)
TURNS = tuple(Cell(str(turn), f"{turn * 90}°", "Clockwise") for turn in range(4))


class PicturePage(Page):
    """File, what the hand does, and numbers."""

    def fill(self) -> None:
        """Put the choices in."""
        self.level_name = self.heading("Picture")
        self.file = self._file_label()
        self.choose = self.plain_button("Choose…", "A PNG or JPEG file; or drop one on the board")
        self.choose.clicked.connect(self._choose_file)
        self.column.addWidget(self.choose)
        self.doing_heading = self.heading("A drag")
        self.doing = Cells(DOINGS, "What a drag does")
        self.doing.chosen.connect(lambda value, _more: self.hand.choose("picture.op", value))
        self.column.addWidget(self.doing)
        self.align_hint = self.hint("Drag a box over three drawn squares by three")
        self.column.addSpacing(4)
        self.fields: dict[str, NumberField] = {}
        for key, word, unit in (
            ("left", "Left", "sq"), ("top", "Top", "sq"), ("width", "Width", "sq"),
            ("faded", "Fade", "%"),
        ):  # fmt: skip
            field = NumberField(unit=unit, whole=key == "faded", needed=True)
            field.edit.setAccessibleName(word)
            field.committed.connect(lambda value, key=key: self._set(key, value))
            field.complaint.connect(self.complain)
            self.fields[key] = field
            self.line(word, field)
        self.turn = Cells(TURNS, "How it is turned")
        self.turn.chosen.connect(lambda value, _more: self._turn(int(value)))
        self.column.addWidget(self.turn)
        self.column.addSpacing(4)
        self.fit = self.button("Board gets its size", "picture.fit_board",
                               "The board becomes as large as the picture lies")  # fmt: skip
        self.off = self.plain_button("Take it off", "The file stays where it is")
        self.off.clicked.connect(lambda: self._lay(None))
        self.column.addWidget(self.off)
        self.heading("For the players")
        self.players_file = self._file_label()
        self.players = self.plain_button("Choose another…", "What players see in its place")
        self.players.clicked.connect(
            lambda: self.wants.emit("picture.players", self.session.level)
        )  # fmt: skip
        self.column.addWidget(self.players)
        self.same = self.plain_button("The same again", "Players see the picture above")
        self.same.clicked.connect(self._same_for_players)
        self.column.addWidget(self.same)
        self.column.addSpacing(8)
        self.hint("Arrows nudge by a pixel of the picture")

    def _file_label(self) -> QLabel:
        label = QLabel(self)
        label.setMinimumWidth(20)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.column.addWidget(label)
        return label

    @property
    def picture(self) -> LevelPicture | None:
        """The picture under the level in view."""
        level = self.board.levels.get(self.session.level)
        return None if level is None else level.background

    def refresh(self) -> None:
        """Show where the picture lies."""
        level = self.board.levels.get(self.session.level)
        picture = self.picture
        players = None if level is None else level.players_background
        self._name(self.level_name, f"Under {level.label}".upper() if level is not None else "")
        self._name(self.file, picture.file if picture else "No picture yet")
        self.choose.setText("Choose another…" if picture else "Choose…")
        aligns = self.choice("picture.op", "move") == "align"
        self.doing.show_value("align" if aligns else "move")
        self.align_hint.setVisible(aligns)
        for widget in (self.doing, self.turn, self.fit, self.off, *self.fields.values()):
            widget.setEnabled(picture is not None)
        if picture is not None:
            wide = picture.width
            if wide is None:
                wide = float(front.place_of(self.session).size[0])
            values = {
                "left": picture.at.x, "top": picture.at.y, "width": wide,
                "faded": round(picture.faded * 100),
            }  # fmt: skip
            for key, field in self.fields.items():
                field.show_value(values[key])
            self.turn.show_value(str(picture.turned))
        else:
            for field in self.fields.values():
                field.show_value(None)
        self._name(self.players_file, players.file if players else "The same picture")
        self.same.setVisible(players is not None)

    def _name(self, label: QLabel, text: str) -> None:
        room = max(self.width() - 16, 40)
        label.setText(
            label.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, room)
        )  # fmt: skip
        label.setToolTip(text)

    def _choose_file(self) -> None:
        self.wants.emit("picture.choose", Ref("picture", self.session.level))

    def _set(self, key: str, value: object) -> None:
        picture = self.picture
        if picture is None or not isinstance(value, (int, float)):
            return
        values: dict[str, dict[str, object]] = {
            "left": {"at": (value, picture.at.y)}, "top": {"at": (picture.at.x, value)},
            "width": {"width": value}, "faded": {"faded": value / 100},
        }  # fmt: skip
        self._lay({**_plain(picture), **values[key]})

    def _turn(self, quarters: int) -> None:
        if self.picture is not None:
            self._lay(_plain(turned(self.session, self.picture, quarters)))

    def _lay(self, picture: dict[str, object] | None) -> None:
        front.edit(self.session, "set_background", level=self.session.level, picture=picture)
        self.refresh()

    def _same_for_players(self) -> None:
        front.edit(
            self.session, "set_background", level=self.session.level, picture=None, players=True
        )  # fmt: skip


def _plain(picture: LevelPicture) -> dict[str, object]:
    """Return a picture as plain values, which an edit looks through once more."""
    return {
        "file": picture.file, "at": picture.at, "width": picture.width, "turned": picture.turned,
        "faded": picture.faded,
    }  # fmt: skip
