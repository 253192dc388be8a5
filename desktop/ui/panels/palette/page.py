"""What every page of the palette is: a column of choices that follows hand and board."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter
from desktop.ui.menus import front
from desktop.ui.menus.hand import Hand
from desktop.ui.session import Session

T = TypeVar("T")
EDGE_PX = 8


class Page(QWidget):
    """One tool's page. `refresh` makes it true again; it is called for whatever may matter."""

    wants = Signal(str, object)

    def __init__(self, session: Session, hand: Hand, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.hand = hand
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(EDGE_PX, EDGE_PX, EDGE_PX, EDGE_PX)
        self.column.setSpacing(4)
        self.fill()
        if not self.fills:
            self.column.addStretch(1)

    fills = False
    """Whether something in it takes the room that is left."""

    def fill(self) -> None:
        """Put the choices in."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Show what is so now."""

    @property
    def encounter(self) -> Encounter:
        """The encounter whose board is in front."""
        return front.encounter_of(self.session)

    @property
    def board(self) -> Board:
        """The board in front."""
        return self.encounter.board

    def choice(self, name: str, unsaid: T) -> T:
        """Return what is chosen under a name."""
        return self.hand.choice(name, unsaid)

    def complain(self, says: str) -> None:
        """Say why what was typed is no value."""
        if says:
            self.session.told.emit(says)

    # Parts

    def heading(self, text: str) -> QLabel:
        """Put a heading in; all but the first have air above."""
        label = QLabel(text.upper(), self)
        label.setProperty("role", "heading")
        if self.column.count():
            self.column.addSpacing(8)
        self.column.addWidget(label)
        return label

    def hint(self, text: str) -> QLabel:
        """Put muted lines in, as on the keys of the tool."""
        label = QLabel(text, self)
        label.setProperty("role", "muted")
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.column.addWidget(label)
        return label

    def button(self, text: str, want: str, tip: str = "", argument: object = None) -> QPushButton:
        """Put a button in that asks the window for something."""
        made = self.plain_button(text, tip)
        made.clicked.connect(lambda: self.wants.emit(want, argument))
        self.column.addWidget(made)
        return made

    def plain_button(self, text: str, tip: str = "") -> QPushButton:
        """Return a button that gives way to a narrow palette."""
        made = QPushButton(text, self)
        made.setProperty("role", "add")
        made.setToolTip(tip)
        made.setMinimumWidth(20)
        return made

    def line(self, label: str, *widgets: QWidget) -> QLabel:
        """Put a line in: a word, and what it is about."""
        row = QHBoxLayout()
        row.setSpacing(4)
        word = QLabel(label, self)
        word.setProperty("role", "muted")
        word.setFixedWidth(52)
        row.addWidget(word)
        for widget in widgets:
            row.addWidget(widget, 1)
        self.column.addLayout(row)
        return word
