"""A form: rows of fields for one thing or for several of a kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.core.errors import EditError
from desktop.core.model.encounter import Encounter
from desktop.ui.menus.fields.field import Field
from desktop.ui.menus.fields.fold import Fold
from desktop.ui.menus.fields.row import Row
from desktop.ui.menus.fields.text import TextField
from desktop.ui.menus.fields.values import shared_at

Edits = Sequence[tuple[str, Mapping[str, object]]]
Things = Sequence[Any]
Read = Callable[[Things], object]
Wrong = EditError | None
"""Why something was refused; None where it was not."""
Write = Callable[[Any], Wrong]
When = Callable[[Things], bool]

NOTHING_USUAL: Final = object()
"""For what differs from nothing."""


class Source(Protocol):
    """What a form is about."""

    @property
    def encounter(self) -> Encounter:
        """The encounter it is in."""
        ...

    def things(self) -> Things:
        """Return the things as they are now."""
        ...

    def set(self, noun: str, values: Mapping[str, object]) -> Wrong:
        """Set fields by their paths in one step. Returns why where that is refused."""
        ...

    def do(self, says: str, edits: Edits) -> Wrong:
        """Do some edits in one step. Returns why where that is refused."""
        ...

    def usual(self, path: str) -> object:
        """Return what stands under what the things say at a path, or NOTHING_USUAL."""
        ...


@dataclass(slots=True)
class Line:
    """A row and what it shows."""

    row: Row
    path: str
    noun: str
    read: Read | None
    write: Write | None
    when: When | None


class Sheet(QWidget):
    """Rows of fields. Each change is one step, and a refused one is explained below its field."""

    wants = Signal(str, object)
    """What it asks of the window."""
    goes = Signal(str, str)
    """Another thing, by kind and id, that somebody wants to see in its place."""

    LABEL = 72
    """How wide the names of the fields are."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.lines: list[Line] = []
        self._folds: list[tuple[Fold, Read | None, When | None]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 8, 8, 8)
        self._column.setSpacing(6)
        self._into = self._column

    def encounter(self) -> Encounter:
        """Return the encounter that the form is in."""
        return self.source.encounter

    # Building

    def add(
        self, label: str, field: Field, path: str = "", *, noun: str = "", above: bool = False,
        read: Read | None = None, write: Write | None = None, when: When | None = None,
        tip: str = "", beside: bool = False,
    ) -> Row:  # fmt: skip
        """Add a row; unsaid, it shows and sets what stands at the path.

        With `beside` it shares a line with the one before.
        """
        row = Row(label, field, width=self.LABEL, above=above, tip=tip)
        name = path or (noun or label).lower()
        field.setObjectName(name)
        line = Line(row, path, noun or label.lower() or name.replace("_", " "), read, write, when)
        field.committed.connect(lambda value: self._commit(line, value))
        row.taken_back.connect(lambda: self._take_back(line))
        if beside:
            self._share_line(row)
        else:
            self._into.addWidget(row)
        self.lines.append(line)
        return row

    def _share_line(self, row: Row) -> None:
        """Put a row into one line with the last."""
        last = self.lines[-1].row
        line = QHBoxLayout()
        line.setSpacing(8)
        self._into.removeWidget(last)
        line.addWidget(last, 1)
        line.addWidget(row, 1)
        self._into.addLayout(line)

    def put(self, widget: QWidget) -> None:
        """Add something that is no field."""
        self._into.addWidget(widget)

    def put_left(self, *widgets: QWidget) -> None:
        """Add what is no field, as wide as it needs."""
        line = QHBoxLayout()
        line.setSpacing(4)
        for widget in widgets:
            line.addWidget(widget)
        line.addStretch(1)
        self._into.addLayout(line)

    def heading(self, text: str) -> QLabel:
        """Add a heading."""
        label = QLabel(text)
        label.setProperty("role", "heading")
        self._into.addWidget(label)
        return label

    def fold(
        self, title: str, build: Callable[[], None], *, says: Read | None = None,
        open_when: When | None = None,
    ) -> Fold:  # fmt: skip
        """Add a part that folds away; it is made when it is first opened."""

        def fill(column: QVBoxLayout) -> None:
            outer, self._into = self._into, column
            before = len(self.lines)
            build()
            self._into = outer
            things = self.source.things()
            for line in self.lines[before:]:
                self._show(line, things)

        fold = Fold(title, fill)
        fold.setObjectName(f"fold.{title.lower()}")
        self._folds.append((fold, says, open_when))
        self._into.addWidget(fold)
        fold.opened.connect(self.unfolded)
        return fold

    def unfold(self, title: str) -> Fold:
        """Open a part by what its heading says, whatever case it is in."""
        fold = next(each for each, *_ in self._folds if each.objectName() == f"fold.{title}")
        fold.unfold()
        return fold

    def unfolded(self) -> None:
        """Show what a part holds that was just opened."""
        self.refresh()

    def finish(self) -> None:
        """Keep the rows at the top."""
        self._column.addStretch(1)

    def field(self, path: str) -> Any:
        """Return the field at a path, for those who look for it."""
        return next(line.row.field for line in self.lines if line.row.field.objectName() == path)

    def row(self, path: str) -> Row | None:
        """Return the row of the field at a path; None where there is none."""
        return next((line.row for line in self.lines if line.row.field.objectName() == path), None)

    # Showing

    def refresh(self) -> None:
        """Show the things as they are now."""
        things = self.source.things()
        if not things:
            return
        for line in self.lines:
            self._show(line, things)
            if not line.row.wrong.isHidden() and not getattr(line.row.field, "is_dirty", False):
                line.row.complain("")
        for fold, says, open_when in self._folds:
            fold.say(str(says(things) or "") if says is not None else "")
            if open_when is not None:
                fold.suggest(open_when(things))

    def _show(self, line: Line, things: Things) -> None:
        if line.when is not None:
            shown = line.when(things)
            line.row.setVisible(shown)
            if not shown:
                return
        value = line.read(things) if line.read is not None else shared_at(things, line.path)
        line.row.field.show_value(value)
        if not line.row.field.property("wrong"):
            self._mark(line, value)

    def _mark(self, line: Line, value: object) -> None:
        if not line.path:
            return
        usual = self.source.usual(line.path)
        if usual is not NOTHING_USUAL:
            line.row.set_differs((value or None) != (usual or None), _written(usual))

    # Changing

    def _commit(self, line: Line, value: object) -> None:
        if line.write is not None:
            wrong = line.write(value)
        else:
            wrong = self.source.set(line.noun, {line.path: value})
        self.complain(line, wrong)
        if wrong is not None and isinstance(line.row.field, TextField):
            return
        things = self.source.things()
        if things:
            self._show(line, things)

    def _take_back(self, line: Line) -> None:
        usual = {line.path: self.source.usual(line.path)}
        self.complain(line, self.source.set(line.noun, usual))
        self.refresh()

    def complain(self, line: Line, wrong: Wrong) -> None:
        """Say below a row why what it did was refused, or no longer."""
        line.row.complain(_said(wrong, line) if wrong is not None else "")

    def flush(self) -> None:
        """Commit what was typed and not yet committed."""
        for line in self.lines:
            line.row.field.flush()

    def settle(self) -> None:
        """Forget complaints, before other things are shown."""
        for line in self.lines:
            line.row.field.restore()
            line.row.complain("")


def _said(wrong: EditError, line: Line) -> str:
    """Return what is wrong with a field by the name that stands beside it, not that of the file."""
    if not line.path or wrong.path != line.path:
        return str(wrong)
    name = line.row.label.text() or line.noun
    return f"{name[:1].upper()}{name[1:]} {wrong.why}"


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {each}" for key, each in value.items() if not hasattr(each, "id"))
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
