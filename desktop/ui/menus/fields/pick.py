"""Fields that name things: one of them, or several."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QVBoxLayout, QWidget

from desktop.ui.menus.fields.chips import Chip, Chips
from desktop.ui.menus.fields.choice import Combo
from desktop.ui.menus.fields.field import SAID, SEVERAL, Field, dress, leaves_undo
from desktop.ui.menus.fields.known import Known
from desktop.ui.menus.keys import ENTER


class PickField(Field):
    """One thing by its name; the list is there to choose from, or to type into."""

    def __init__(self, known: Known, *, unsaid: str = "", needed: bool = False) -> None:
        super().__init__()
        self._known = known
        self._unsaid = unsaid
        self._needed = needed
        self._value: object = None
        self._ids: list[str] = []
        self.box = _Pick(self)
        self.edit = self.box.edit
        self.edit.setPlaceholderText(unsaid)
        self.box.wanted.connect(self._fill)
        self.box.activated.connect(self._chosen)
        self.box.entered.connect(self.flush)
        self.edit.installEventFilter(self)
        self.setFocusProxy(self.box)
        self._line.addWidget(self.box, 1)

    @property
    def known(self) -> Known:
        """What it may name."""
        return self._known

    def take(self, found: object) -> None:
        """Take what was clicked elsewhere, as if it had been typed."""
        self._commit(found)

    @property
    def _text(self) -> str:
        known = self._value is not SEVERAL and self._value
        return self._known.name(str(self._value)) if known else ""

    @property
    def is_dirty(self) -> bool:
        """Whether something was typed that is not committed."""
        return self.edit.text() != self._text

    def show_value(self, value: object) -> None:
        """Show which thing it is."""
        if value == self._value and self.is_dirty and self.edit.hasFocus():
            return
        self._value = value or None
        self.edit.setPlaceholderText(SAID if value is SEVERAL else self._unsaid)
        self.box.setEditText(self._text)
        self.edit.setCursorPosition(0)
        self.set_wrong(False)

    def _fill(self) -> None:
        items = self._known.items()
        text = self.edit.text()
        self._ids = [id_ for id_, _ in items]
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItems([label for _, label in items])
        self.box.setCurrentIndex(
            self._ids.index(str(self._value)) if self._value in self._ids else -1
        )
        self.box.setEditText(text)
        self.box.blockSignals(False)

    def _chosen(self, index: int) -> None:
        if 0 <= index < len(self._ids):
            self._commit(self._ids[index])

    def _commit(self, id_: object) -> None:
        self.complaint.emit("")
        self.set_wrong(False)
        if id_ != self._value:
            self._value = id_
            self.committed.emit(id_)
        self.box.setEditText(self._text)

    def flush(self) -> None:
        """Commit what was typed, if anything was."""
        if not self.is_dirty:
            return
        text = self.edit.text().strip()
        if not text and not self._needed:
            self._commit(None)
            return
        try:
            self._commit(self._known.named(text))
        except ValueError as error:
            self.set_wrong(True)
            self.complaint.emit(str(error) if text else f"Name a {self._known.what}.")

    def restore(self) -> None:
        """Bring the committed name back."""
        self.box.setEditText(self._text)
        self.set_wrong(False)
        self.complaint.emit("")

    def set_wrong(self, wrong: bool) -> None:
        """Draw the border of something that will not do."""
        dress(self.edit, wrong, "wrong")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Commit and restore by keys, and commit when the focus goes."""
        if leaves_undo(event, self.is_dirty):
            return True
        if event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent):
            if event.reason() != Qt.FocusReason.PopupFocusReason:
                self.flush()
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in ENTER:
                self.flush()
                self.edit.selectAll()
                return True
            if event.key() == Qt.Key.Key_Escape and self.is_dirty:
                self.restore()
                return True
        return super().eventFilter(watched, event)


class _Pick(Combo):
    """A list to type into, filled when somebody is about to look at it."""

    wanted = Signal()
    entered = Signal()
    """Enter or Tab while completions are offered and none of them is chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setEditable(True)
        edit = self.lineEdit()
        assert edit is not None, "it is editable"
        self.edit: QLineEdit = edit
        self.setInsertPolicy(Combo.InsertPolicy.NoInsert)
        completer = QCompleter(self.model(), self)
        self.setCompleter(completer)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        offered = completer.popup()
        assert offered is not None, "made when it is asked for"
        self._offered = offered
        self._offered.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self._offered
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (*ENTER, Qt.Key.Key_Tab)
            and not self._offered.currentIndex().isValid()
        ):
            self._offered.hide()
            self.entered.emit()
            return True
        return super().eventFilter(watched, event)

    def showPopup(self) -> None:
        self.wanted.emit()
        super().showPopup()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.wanted.emit()
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            QTimer.singleShot(0, self.edit, self.edit.selectAll)  # what is typed replaces it


class PicksField(Field):
    """Several things by their names, each with a cross to take it off."""

    looked = Signal(str)
    """The id of a thing that was clicked, to be looked at."""

    def __init__(
        self, known: Known, *, add: str = "", needed: bool = False, unsaid: str = ""
    ) -> None:
        super().__init__()
        self._known = known
        self._unsaid = unsaid
        self._needed = needed
        self._value: object = ()
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.chips = Chips()
        self.pick = PickField(known, unsaid=add or f"+ {known.what}")
        self.pick.committed.connect(self._add)
        self.pick.complaint.connect(self.complaint)
        column.addWidget(self.chips)
        column.addWidget(self.pick)
        self._line.addLayout(column, 1)
        self.setFocusProxy(self.pick)

    @property
    def known(self) -> Known:
        """What it may name."""
        return self._known

    def take(self, found: object) -> None:
        """Take what was clicked elsewhere, beside those that are there."""
        self._add(found)

    def show_value(self, value: object) -> None:
        """Show which things they are."""
        self._value = value
        ids = value if isinstance(value, tuple) else ()
        made = []
        for id_ in ids:
            chip = Chip(self._known.name(id_))
            chip.off.connect(lambda id_=id_: self._remove(id_))
            chip.clicked.connect(lambda id_=id_: self.looked.emit(id_))
            made.append(chip)
        said = self._unsaid if value is None else SAID if value is SEVERAL else ""
        self.chips.show_chips(made, said)
        self.pick.show_value(None)

    def _add(self, id_: object) -> None:
        if not isinstance(id_, str):
            return
        ids = self._value if isinstance(self._value, tuple) else ()
        self.committed.emit(tuple(dict.fromkeys((*ids, id_))))
        self.pick.show_value(None)

    def _remove(self, id_: str) -> None:
        ids = self._value if isinstance(self._value, tuple) else ()
        left = tuple(each for each in ids if each != id_)
        if not left and self._needed:
            self.complaint.emit(f"At least one {self._known.what} is needed.")
        else:
            self.committed.emit(left)

    def flush(self) -> None:
        """Commit a name that was typed."""
        self.pick.flush()


class PlaceField(PickField):
    """Where something stands: a zone by its name, or a square as `12,7`."""

    @property
    def _text(self) -> str:
        if isinstance(self._value, tuple):
            return f"{self._value[0]}, {self._value[1]}"
        return super()._text

    def flush(self) -> None:
        """Commit a square or a zone."""
        text = self.edit.text().replace(";", ",")
        parts = text.replace(",", " ").split()
        if self.is_dirty and len(parts) == 2 and all(map(_is_number, parts)):
            self._commit((int(parts[0]), int(parts[1])))
            return
        super().flush()


def _is_number(part: str) -> bool:
    return part.isdecimal() and len(part) < 6
