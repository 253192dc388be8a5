"""Bringing people in from a roster: the stock, the GM's own, or any file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.core.errors import EditError, LoadError
from desktop.core.model.encounter import Encounter
from desktop.core.model.named import Named
from desktop.core.model.words import ProfileId
from desktop.core.store.rosters import Roster, read_roster_file, rosters_in
from desktop.ui.dialogs.sizing import fit
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import ChoiceField, Option
from desktop.ui.menus.fields.known import Known
from desktop.ui.menus.fields.pick import PlaceField
from desktop.ui.session import Ref, Session

KEY = Qt.ItemDataRole.UserRole
PARTS = (("fighters", "Fighters"), ("groups", "Groups"), ("profiles", "Profiles"))
BOX_PX = 18
"""What the box before a name takes; Qt leaves it out of the width that a styled line needs."""
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class RosterDialog(QDialog):
    """Rosters at the left, what is in the chosen one at the right; ticked ones are copied in."""

    def __init__(self, session: Session, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("roster")
        self.setWindowTitle("Bring in from a roster")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fit(self, QSize(680, 520))
        self.session = session
        self._folder = folder
        self._rosters: list[Roster] = [Roster(name="Stock", profiles=session.stock)]
        self.brought: tuple[Ref, ...] = ()
        """Who came, once it is closed."""
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        middle = QHBoxLayout()
        middle.setSpacing(8)
        left = QVBoxLayout()
        left.setSpacing(4)
        self.list = QListWidget(self)
        self.list.setObjectName("rosters")
        self.list.currentRowChanged.connect(lambda _: self._show())
        other = QPushButton("Another file…", self)
        other.setAutoDefault(False)
        other.clicked.connect(self._ask)
        left.addWidget(self.list, 1)
        left.addWidget(other)
        middle.addLayout(left, 2)
        self.tree = QTreeWidget(self)
        self.tree.setHeaderHidden(True)
        self.tree.setColumnCount(2)
        self.tree.itemChanged.connect(lambda *_: self._count())
        middle.addWidget(self.tree, 3)
        column.addLayout(middle, 1)
        column.addLayout(self._where())
        column.addLayout(self._foot())
        self.list.addItem("Stock")
        self._look_around()
        self.list.setCurrentRow(1 if len(self._rosters) > 1 else 0)

    def _where(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        zones = Known(self._encounter, known.zones, "zone")
        self.side = ChoiceField(self._sides)
        self.side.show_value(None)
        self.side.committed.connect(self.side.show_value)
        self._side: object = None
        self.side.committed.connect(self._take_side)
        self.at = PlaceField(zones, unsaid="where their side starts")
        self._at: object = None
        self.at.committed.connect(self._take_place)
        self.at.complaint.connect(self._complain)
        for text, field in (("Side", self.side), ("At", self.at)):
            label = QLabel(text, self)
            label.setProperty("role", "muted")
            row.addWidget(label)
            row.addWidget(field, 1)
        return row

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        self.says.setProperty("role", "error")
        cancel = QPushButton("Cancel", self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.bring = QPushButton("Bring in", self)
        self.bring.setDefault(True)
        self.bring.clicked.connect(self._bring)
        foot.addWidget(self.says, 1)
        foot.addWidget(cancel)
        foot.addWidget(self.bring)
        return foot

    def _encounter(self) -> Encounter:
        return self.session.encounter

    def _sides(self) -> list[Option]:
        return [(None, "As in the roster"), *known.sides(self._encounter())]

    def _take_side(self, side: object) -> None:
        self._side = side

    def _take_place(self, place: object) -> None:
        self._at = place

    def _complain(self, text: str) -> None:
        self.says.setText(text)

    # Rosters

    def _look_around(self) -> None:
        if not self._folder.is_dir():
            return
        for path, found in rosters_in(self._folder):
            if isinstance(found, LoadError):
                item = QListWidgetItem(f"{path.stem} (cannot be read)")
                item.setToolTip(str(found))
                item.setFlags(Qt.ItemFlag.NoItemFlags)
                self._rosters.append(Roster())
                self.list.addItem(item)
            else:
                self._add(found.roster, path)

    def _add(self, roster: Roster, path: Path) -> None:
        self._rosters.append(roster)
        item = QListWidgetItem(roster.name or path.stem)
        item.setToolTip(str(path))
        self.list.addItem(item)

    def _ask(self) -> None:
        kinds = "Rosters (*.yaml *.yml);;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self, "A roster", str(self._folder), kinds)
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:  # type: ignore[override]  # a file, not the dialog
        """Take a roster from elsewhere into the list, and show it."""
        try:
            roster = read_roster_file(path).roster
        except LoadError as error:
            problem = error.problems[0] if error.problems else None
            self._complain(f"{path.name} cannot be read: {problem}" if problem else str(error))
            return
        self._complain("")
        self._add(roster, path)
        self.list.setCurrentRow(len(self._rosters) - 1)

    @property
    def roster(self) -> Roster:
        """The roster that is shown."""
        return self._rosters[max(self.list.currentRow(), 0)]

    def _show(self) -> None:
        roster = self.roster
        self.tree.blockSignals(True)
        self.tree.clear()
        for name, title in PARTS:
            things: Mapping[str, Named] = getattr(roster, name)
            if not things:
                continue
            head = QTreeWidgetItem([title])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable
                          | Qt.ItemFlag.ItemIsAutoTristate)  # fmt: skip
            ticked = name != "profiles" and self.list.currentRow() > 0
            self.tree.addTopLevelItem(head)
            for key, thing in things.items():
                item = QTreeWidgetItem([thing.label, _beside(thing)])
                item.setData(0, KEY, key)
                item.setCheckState(0, CHECKED if ticked else UNCHECKED)
                head.addChild(item)
            if not head.data(0, KEY):
                head.setCheckState(0, CHECKED if ticked else UNCHECKED)
            head.setExpanded(True)
        self.tree.setColumnWidth(0, self.tree.sizeHintForColumn(0) + BOX_PX)
        self.tree.blockSignals(False)
        self._count()

    def ticked(self, name: str) -> list[str]:
        """Return the ids that are ticked among fighters, groups or profiles."""
        title = dict(PARTS)[name]
        heads = filter(None, map(self.tree.topLevelItem, range(self.tree.topLevelItemCount())))
        rows = [
            head.child(i) for head in heads if head.text(0) == title
            for i in range(head.childCount())
        ]  # fmt: skip
        return [str(row.data(0, KEY)) for row in rows if row and row.checkState(0) == CHECKED]

    def _count(self) -> None:
        many = sum(len(self.ticked(name)) for name, _ in PARTS)
        self.bring.setEnabled(many > 0)
        self.bring.setText(f"Bring in {many}" if many else "Bring in")

    # Bringing in

    def _profiles(self, who: Iterable[Named]) -> list[str]:
        """Return the profiles that come: those ticked, and those that people have."""
        found = dict.fromkeys(self.ticked("profiles"))
        for one in who:
            profile = getattr(one, "profile", "")
            if profile in self.roster.profiles:
                found[profile] = None
        return list(found)

    def _bring(self) -> None:
        self.at.flush()
        roster = self.roster
        fighters = [each for key, each in roster.fighters.items() if key in self.ticked("fighters")]
        groups = [each for key, each in roster.groups.items() if key in self.ticked("groups")]
        profiles = self._profiles([*fighters, *groups])
        arguments: dict[str, object] = {
            "profiles": [roster.profiles[ProfileId(key)] for key in profiles],
            "fighters": fighters, "groups": groups, "side": self._side,
        }  # fmt: skip
        if self._at is not None:
            arguments |= {"at": self._at, "level": self.session.level}
        tried = self.session.tried("bring_in", **arguments)
        if isinstance(tried, EditError):
            self._complain(str(tried))
            return
        before = self.session.encounter
        if tried == before:
            self._complain("The encounter has these profiles already.")
            return
        name = roster.name or "a roster"
        self.session.edit_several(f"Bring in from {name}", [("bring_in", arguments)])
        after = self.session.encounter
        self.brought = (
            *(Ref("fighter", key) for key in after.fighters if key not in before.fighters),
            *(Ref("group", key) for key in after.groups if key not in before.groups),
        )
        self.session.select(self.brought)
        self.accept()


def _beside(thing: Named) -> str:
    count = getattr(thing, "count", None)
    profile = getattr(thing, "profile", "") or getattr(thing, "role", "") or ""
    return f"{count} × {profile}" if count else str(profile)
