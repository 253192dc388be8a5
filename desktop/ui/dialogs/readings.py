"""The readings of ambiguous rules: which ones there are, and which this encounter takes."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
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

from desktop.core.rules.catalogue import RulingText
from desktop.core.store.catalogue import catalogue
from desktop.ui import theme
from desktop.ui.session import Session

KEY = Qt.ItemDataRole.UserRole
WARNS = "No rule reads it yet: to choose another reading changes nothing so far."
NOT_READ = "not read yet"


class Readings(QDialog):
    """A list to search, and at the right every reading of the one that is chosen.

    A click on a reading is one step that undo takes back; the window stays usable beside it.
    """

    wants = Signal(str, object)
    """What it asks of the window: a rule to be shown in the help."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readings")
        self.setWindowTitle("Readings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(820, 560)
        self.session = session
        self._rulings = catalogue().rulings
        self._radios: QButtonGroup | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(8)
        left = QVBoxLayout()
        left.setSpacing(4)
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
        left.addWidget(self.search)
        left.addWidget(self.only)
        left.addWidget(self.list, 1)
        row.addLayout(left, 2)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        row.addWidget(self._area, 3)
        session.changed.connect(self._changed)
        self._list()
        self.search.setFocus()

    # The list

    def _list(self) -> None:
        kept = self.chosen
        chosen = self.session.encounter.rulings
        wanted = self.search.text().casefold().split()
        self.list.blockSignals(True)
        self.list.clear()
        for key, ruling in self._rulings.items():
            differs = key in chosen
            if self.only.isChecked() and not differs:
                continue
            if not all(word in _searched(ruling) for word in wanted):
                continue
            item = QListWidgetItem(ruling.title if ruling.read else f"{ruling.title}  ({NOT_READ})")
            item.setData(KEY, key)
            item.setToolTip(ruling.question)
            if differs:
                item.setText(f"• {item.text()}")
                item.setForeground(QColor(theme.colours().accent))
            elif not ruling.read:
                item.setForeground(QColor(theme.colours().muted))
            self.list.addItem(item)
            if key == kept:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        if self.chosen != kept or kept is None:
            self._show()

    @property
    def chosen(self) -> str | None:
        """The ruling whose readings are shown."""
        row = self.list.currentRow()
        return str(self.list.item(row).data(KEY)) if row >= 0 else None

    def choose(self, key: str) -> None:
        """Show a ruling's readings."""
        for index in range(self.list.count()):
            item = self.list.item(index)
            if item.data(KEY) == key:
                self.list.setCurrentItem(item)
                self.list.scrollToItem(item, QListWidget.ScrollHint.PositionAtCenter)

    def _changed(self, before: object, after: object) -> None:
        if getattr(before, "rulings", None) != getattr(after, "rulings", None):
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
        now = self.session.encounter.rulings.get(ruling.key, ruling.default)
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
        rulings = dict(self.session.encounter.rulings)
        if reading == ruling.default:
            rulings.pop(ruling.key, None)
        else:
            rulings[ruling.key] = reading
        edit = {"kind": "encounter", "values": {"rulings": rulings}}
        self.session.edit_several(f"Read “{ruling.title}” as {reading}", [("set_fields", edit)])


def _searched(ruling: RulingText) -> str:
    parts = (
        ruling.key.replace("_", " "), ruling.title, ruling.question, *ruling.readings,
        *ruling.readings.values(), *ruling.rules,
    )  # fmt: skip
    return " ".join(parts).casefold()


def _text(html: str, role: str = "") -> QLabel:
    label = QLabel(html)
    label.setWordWrap(True)
    label.setProperty("role", role)
    return label
