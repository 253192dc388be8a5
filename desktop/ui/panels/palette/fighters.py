"""G: which profile is stamped, for which side, how many at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit

from desktop.core.model.profile import Profile
from desktop.core.model.words import ProfileId, SideId
from desktop.ui import theme
from desktop.ui.canvas.sides import UNKNOWN_SIDE, side_looks
from desktop.ui.menus import front
from desktop.ui.menus.fields.choice import Combo
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.keys import ENTER
from desktop.ui.panels.palette.page import Page
from desktop.ui.panels.palette.profile_list import ProfileLine, ProfileList
from desktop.ui.panels.palette.profiles import Shelf, search_text, second_line, side_of
from desktop.ui.pictures import path_in

MOST = 99


class FighterPage(Page):
    """A field that finds, the profiles, and how they are placed."""

    fills = True

    def fill(self) -> None:
        """Put the choices in."""
        self.shelf = Shelf(self.session)
        self.finding = QLineEdit(self)
        self.finding.setObjectName("fighter.find")
        self.finding.setPlaceholderText("Find a profile")
        self.finding.setClearButtonEnabled(True)
        self.finding.textChanged.connect(lambda _text: self._list())
        self.finding.installEventFilter(self)
        self.column.addWidget(self.finding)
        self.profiles = ProfileList(self.shelf.armed, self)
        self.profiles.armed.connect(self._arm)
        self.column.addWidget(self.profiles, 1)
        self.side = Combo(self)
        self.side.setObjectName("fighter.side")
        self.side.setIconSize(QSize(12, 12))
        self.side.setAccessibleName("Side of the next fighter")
        self.side.activated.connect(self._choose_side)
        self._sides: list[tuple[str, str, str]] = []
        self.line("Side", self.side)
        self.number = NumberField(needed=True)
        self.number.edit.setFixedWidth(40)
        self.number.edit.setAccessibleName("How many at once")
        self.number.edit.setToolTip("A digit typed on the board says it for one click")
        self.number.committed.connect(self._choose_number)
        self.number.complaint.connect(self.complain)
        self.group = QCheckBox("group", self)
        self.group.setToolTip(
            "One group with letters, one entry in the order; the clicks after it add to it"
        )
        self.group.clicked.connect(lambda on: self.hand.choose("fighter.group", on))
        self.line("Number", self.number, self.group)
        self._buttons()
        self.hint("Click the board, or drag one there")
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._look)

    def _buttons(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(4)
        self.new = self.plain_button("New…", "A profile of your own")
        self.edit = self.plain_button("Edit…", "Change the profile in hand")
        self.copy = self.plain_button("Copy", "Another profile like the one in hand")
        self.bring = self.plain_button("Roster…", "Bring the people of a roster's file in")
        self.new.clicked.connect(lambda: self.wants.emit("profile.new", None))
        self.edit.clicked.connect(self._edit)
        self.copy.clicked.connect(self._copy)
        self.bring.clicked.connect(lambda: self.wants.emit("roster.bring", None))
        for at, button in enumerate((self.new, self.edit, self.copy, self.bring)):
            grid.addWidget(button, at // 2, at % 2)
        self.column.addLayout(grid)

    # Following

    def showEvent(self, event: QShowEvent) -> None:
        """Look for rosters once the page stands there."""
        super().showEvent(event)
        self._soon.start()

    def _look(self) -> None:
        if self.shelf.look(self.encounter):
            self._list()

    def refresh(self) -> None:
        """Show profiles, sides and what is in hand."""
        self._list()
        self._show_sides()
        self.number.show_value(self.choice("fighter.count", 1))
        self.group.setChecked(self.choice("fighter.group", False))
        profile = self._profile()
        self.profiles.show_in_hand(profile)
        self.edit.setEnabled(profile is not None)
        self.copy.setEnabled(profile is not None)

    def _profile(self) -> Profile | None:
        """Return the profile in hand."""
        id_ = ProfileId(self.choice("fighter.profile", ""))
        return self.encounter.profiles.get(id_) or self.session.stock.get(id_)

    def _list(self) -> None:
        self.profiles.show_lines(list(self._lines()))

    def _lines(self) -> Iterator[ProfileLine]:
        words = self.finding.text().casefold().split()
        encounter, chosen = self.encounter, self.choice("fighter.side", "")
        looks = side_looks(encounter)
        folder = Path(self.session.path).parent if self.session.path else None
        for source in self.shelf.sources(encounter):
            if source.fault:
                yield ProfileLine(f"{source.text} cannot be read", tip=source.fault)
                continue
            found = [
                each for each in source.profiles
                if all(word in search_text(each, source.text) for word in words)
            ]  # fmt: skip
            if not found and not (source.people and not words):
                continue
            yield ProfileLine(source.text, tip=source.path)
            if source.people and not words:
                text, tip = f"Bring in {source.people}", "With their profiles, as they are"
                yield ProfileLine(text, roster=source.path, tip=tip)
            for each in found:
                side = SideId(side_of(encounter, each, chosen))
                file = path_in(folder, each.picture)
                tip = f"{each.label}\n{second_line(each)}\n{each.notes}".strip()
                yield ProfileLine(each.label, each, looks.get(side, UNKNOWN_SIDE), file, tip=tip)

    def _show_sides(self) -> None:
        looks = side_looks(self.encounter)
        sides = [("", "Its own", "")]
        sides += [(key, look.name, look.colour) for key, look in looks.items()]
        if sides != self._sides:
            self._sides = sides
            self.side.clear()
            for key, name, colour in sides:
                sign = theme.dot(colour) if colour else QIcon()
                self.side.addItem(sign, name.capitalize() if name == key else name, key)
        chosen = self.choice("fighter.side", "")
        at = next((at for at, side in enumerate(sides) if side[0] == chosen), 0)
        self.side.setCurrentIndex(at)

    # Choosing

    def _arm(self, line: ProfileLine) -> None:
        """Take a profile in hand and give the keys to the board, or bring a roster in."""
        if line.roster:
            self.wants.emit("roster.bring", line.roster)
        elif line.profile is not None:
            self.hand.choose("fighter.profile", self.shelf.armed(line.profile))
            self.wants.emit("view.escape", None)

    def _choose_side(self, at: int) -> None:
        self.hand.choose("fighter.side", self._sides[at][0])

    def _choose_number(self, value: object) -> None:
        if isinstance(value, int) and 1 <= value <= MOST:
            self.hand.choose("fighter.count", value)
        else:
            self.complain(f"From 1 to {MOST} can be placed at once.")
            self.refresh()

    def _edit(self) -> None:
        self.wants.emit("profile.edit", self.choice("fighter.profile", ""))

    def _copy(self) -> None:
        profile = self._profile()
        if profile is None:
            return
        before = set(self.encounter.profiles)
        if profile.id in before:
            is_made = front.edit(self.session, "copy_profile", profile=profile.id)
        else:
            is_made = front.edit(
                self.session, "add_profile", name=f"{profile.label} 2", copy=profile
            )  # fmt: skip
        fresh = [key for key in self.encounter.profiles if key not in before]
        if is_made and fresh:
            self.hand.choose("fighter.profile", fresh[0])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go through what was found with the arrows, arm it with Enter, empty the field on Esc."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -6,
                     Qt.Key.Key_PageDown: 6}  # fmt: skip
            if event.key() in steps:
                self.profiles.step(steps[Qt.Key(event.key())])
                return True
            if event.key() in ENTER:
                self.profiles.arm_current()
                return True
            if event.key() == Qt.Key.Key_Escape and self.finding.text():
                self.finding.clear()
                return True
        return super().eventFilter(watched, event)
