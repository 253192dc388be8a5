"""The readings of ambiguous rules: which ones there are, and which hold here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.core.rules.actions import Read
from desktop.core.rules.catalogue import RulingText
from desktop.core.store.catalogue import catalogue
from desktop.ui import theme
from desktop.ui.dialogs.sizing import fit
from desktop.ui.menus import front
from desktop.ui.menus.following import Following
from desktop.ui.session import Session

KEY = Qt.ItemDataRole.UserRole
WARNS = "No rule reads it yet: to choose another reading changes nothing so far."
NOT_READ = "not read yet"
DIFFERS = "Read otherwise here"
UNUSED = "not used here"
OF_ENCOUNTER = "What this encounter takes; fights begin with it."
OF_FIGHT = "What holds in this fight: another reading is a step, and holds from there on."


class Readings(QDialog):
    """A list to search, and at the right every reading of the one that is chosen.

    What differs stands first, then what the books in use say, by subject. A click on a reading
    is one step that undo takes back, in Play a step of the fight; the window stays usable beside.
    """

    wants = Signal(str, object)
    """What it asks of the window: a rule to be shown in the help."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readings")
        self.setWindowTitle("Readings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fit(self, QSize(820, 560))
        self.session = session
        self._rulings = catalogue().rulings
        self._radios: QButtonGroup | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(8)
        left = QVBoxLayout()
        left.setSpacing(4)
        self.whose = _text("", "muted")
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Find a reading")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _: self._list())
        self.only = QCheckBox("only those that differ here", self)
        self.only.toggled.connect(lambda _: self._list())
        self.list = QListWidget(self)
        self.list.setObjectName("rulings")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda *_: self._show())
        left.addWidget(self.whose)
        left.addWidget(self.search)
        left.addWidget(self.only)
        left.addWidget(self.list, 1)
        row.addLayout(left, 2)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        row.addWidget(self._area, 3)
        self._shown: object = None
        self._following = Following(session, self)
        self._following.moved.connect(self._changed)
        session.changed.connect(self._changed)
        session.mode_changed.connect(self._changed)
        self._changed()
        self.search.setFocus()

    # What holds

    @property
    def rulings(self) -> Mapping[str, str]:
        """The readings that are named: by the encounter, in Play by the fight."""
        fight = front.fight_of(self.session)
        return self.session.encounter.rulings if fight is None else fight.state.rulings

    def _reading(self, ruling: RulingText) -> str:
        return self.rulings.get(ruling.key, ruling.default)

    # The list

    def _list(self) -> None:
        kept = self.chosen
        wanted = self.search.text().casefold().split()
        self.list.blockSignals(True)
        self.list.clear()
        for heading, several in self._groups():
            found = [each for each in several if all(word in _searched(each) for word in wanted)]
            if not found or (self.only.isChecked() and heading != DIFFERS):
                continue
            head = QListWidgetItem(heading.upper())
            head.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(head)
            for ruling in found:
                item = self._item(ruling)
                self.list.addItem(item)
                if ruling.key == kept:
                    self.list.setCurrentItem(item)
        if self.chosen is None and self.list.count():
            self.list.setCurrentRow(1)  # below the first heading
        self.list.blockSignals(False)
        if self.chosen != kept or kept is None:
            self._show()

    def _item(self, ruling: RulingText) -> QListWidgetItem:
        item = QListWidgetItem(ruling.title if ruling.read else f"{ruling.title}  ({NOT_READ})")
        item.setData(KEY, ruling.key)
        item.setToolTip(ruling.question)
        if self._reading(ruling) != ruling.default:
            item.setText(f"• {item.text()}")
            item.setForeground(QColor(theme.colours().accent))
        elif not ruling.read:
            item.setForeground(QColor(theme.colours().muted))
        return item

    def _groups(self) -> Iterator[tuple[str, list[RulingText]]]:
        """Yield every ruling under its heading: what differs, then by book in use and subject."""
        every = list(self._rulings.values())
        differ = [each for each in every if self._reading(each) != each.default]
        yield DIFFERS, differ
        used = ("imperium", *self.session.front.packs)
        rest = sorted(
            (each for each in every if each not in differ),
            key=lambda each: used.index(each.book) if each.book in used else len(used),
        )
        headings: dict[str, list[RulingText]] = {}
        for each in rest:
            headings.setdefault(_heading(each, used), []).append(each)
        for heading, several in headings.items():
            yield heading, sorted(several, key=lambda each: not each.read)

    @property
    def chosen(self) -> str | None:
        """The ruling whose readings are shown."""
        row = self.list.currentRow()
        key = self.list.item(row).data(KEY) if row >= 0 else None
        return None if key is None else str(key)

    @property
    def listed(self) -> list[str]:
        """The texts of the rulings that are listed, without the headings."""
        items = [self.list.item(i) for i in range(self.list.count())]
        return [item.text() for item in items if item.data(KEY) is not None]

    def choose(self, key: str) -> None:
        """Show a ruling's readings."""
        for index in range(self.list.count()):
            item = self.list.item(index)
            if item.data(KEY) == key:
                self.list.setCurrentItem(item)
                self.list.scrollToItem(item, QListWidget.ScrollHint.PositionAtCenter)

    def _changed(self, *_: object) -> None:
        fight = front.fight_of(self.session)
        shown = (dict(self.rulings), self.session.front.packs, fight is None)
        if shown == self._shown:
            return
        self._shown = shown
        self.whose.setText(OF_ENCOUNTER if fight is None else OF_FIGHT)
        self._list()
        self._show()

    # One ruling

    def _show(self) -> None:
        key = self.chosen
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(8, 0, 8, 8)
        column.setSpacing(8)
        if key is None:
            column.addWidget(_text("No reading is called like that.", "muted"))
        else:
            self._fill(column, self._rulings[key])
        column.addStretch(1)
        self._area.setWidget(page)

    def _fill(self, column: QVBoxLayout, ruling: RulingText) -> None:
        column.addWidget(_text(f"<b>{escape(ruling.title)}</b>"))
        column.addWidget(_text(escape(ruling.question)))
        if not ruling.read:
            column.addWidget(_text(WARNS, "warning"))
        now = self._reading(ruling)
        self._radios = QButtonGroup(self)
        for reading, sentence in ruling.readings.items():
            usual = "  (as usual)" if reading == ruling.default else ""
            radio = QRadioButton(f"{reading[:1].upper()}{reading[1:]}{usual}")
            radio.setObjectName(f"reading.{reading}")
            radio.setChecked(reading == now)
            radio.clicked.connect(lambda _=False, reading=reading: self._take(ruling, reading))
            self._radios.addButton(radio)
            column.addWidget(radio)
            says = _text(escape(sentence), "muted")
            says.setContentsMargins(22, 0, 0, 0)
            column.addWidget(says)
        if ruling.at_the_table:
            column.addWidget(_text(f"At the table: {escape(ruling.at_the_table)}"))
        if ruling.rules:
            links = ", ".join(f'<a href="{rule}">{rule}</a>' for rule in ruling.rules)
            label = _text(f"Rules: {links}", "muted")
            label.linkActivated.connect(lambda rule: self.wants.emit("help.rule", rule))
            column.addWidget(label)

    def _take(self, ruling: RulingText, reading: str) -> None:
        fight = front.fight_of(self.session)
        if fight is not None:
            if not fight.take(Read(ruling=ruling.key, reading=reading)):
                self._show()  # the reading that holds, not the one that was clicked
            return
        rulings = dict(self.session.encounter.rulings)
        if reading == ruling.default:
            rulings.pop(ruling.key, None)
        else:
            rulings[ruling.key] = reading
        edit = {"kind": "encounter", "values": {"rulings": rulings}}
        self.session.edit_several(f"Read “{ruling.title}” as {reading}", [("set_fields", edit)])


def _heading(ruling: RulingText, used: tuple[str, ...]) -> str:
    """Return the subject of a ruling, by the first rule that hangs on it."""
    rule = ruling.rules[0] if ruling.rules else ruling.key
    subject = rule.partition("-")[2].rpartition("-")[0].replace("_", " ").lower()
    subject = f"{subject[:1].upper()}{subject[1:]}"
    if ruling.book in used[:1]:
        return subject
    book = ruling.book.capitalize()
    return f"{book}: {subject}" if ruling.book in used else f"{book} ({UNUSED}): {subject}"


def _searched(ruling: RulingText) -> str:
    parts = (
        ruling.key.replace("_", " "), ruling.title, ruling.question, *ruling.readings,
        *ruling.readings.values(), *ruling.rules,
    )  # fmt: skip
    return " ".join(parts).casefold()


def _text(html: str, role: str = "") -> QLabel:
    label = QLabel(html)
    label.setWordWrap(True)
    label.setProperty("rich", True)
    label.setProperty("role", role)
    return label
