"""The rows of the issues: headings with counts, and one row an issue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import is_
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.core.model.board import Link
from desktop.core.model.encounter import Encounter
from desktop.core.rules.catalogue import Grade
from desktop.core.survey.issue import GRADES, Issue, Where
from desktop.ui.menus.naming import name_of
from desktop.ui.session import Ref, exists

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
MANY: dict[Grade, str] = {"error": "errors", "warning": "warnings", "hint": "hints"}
MOST_PLACES = 3
SELECTABLE = ("level", "zone", "link", "wall", "door", "feature", "fighter", "group")


@dataclass(frozen=True, slots=True)
class Row:
    """A heading, or an issue with the names of its places."""

    text: str
    issue: Issue | None = None
    places: str = ""
    folds: bool | None = None
    """For the heading of those muted: whether it is folded."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What an issue is known by from one survey to the next."""
        return (self.issue.check, self.issue.place, self.text) if self.issue else ("", "", "")


Parts = tuple[object, ...]


class RowMaker:
    """Makes the rows, the very same as before where the issue and its things are the same."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Issue, Parts, Row]] = {}

    def rows(
        self, issues: Sequence[Issue], encounter: Encounter, *, folded: bool
    ) -> tuple[Row, ...]:
        """Return every row: by grade, then those muted under their count, which folds them away."""
        rows = self._rows(issues, encounter)
        return tuple(_arranged(issues, rows, folded=folded))

    def _rows(self, issues: Sequence[Issue], encounter: Encounter) -> Mapping[int, Row]:
        tables = _tables(encounter)
        made: dict[int, tuple[Issue, Parts, Row]] = {}
        for issue in issues:
            known = self._known.get(id(issue))
            parts = tuple(_things(issue.at, tables, len(encounter.board.walls)))
            if known is None or known[0] is not issue or not _are_same(known[1], parts):
                known = issue, parts, _row(issue, encounter)
            made[id(issue)] = known
        self._known = made
        return {key: row for key, (_, _, row) in made.items()}


def _are_same(one: Parts, other: Parts) -> bool:
    return len(one) == len(other) and all(map(is_, one, other))


def _tables(encounter: Encounter) -> Mapping[str, Mapping[Any, object]]:
    board = encounter.board
    return {
        "level": board.levels, "zone": board.zones, "link": board.links, "door": board.doors,
        "feature": board.features, "fighter": encounter.fighters, "group": encounter.groups,
    }  # fmt: skip


def _things(
    places: Iterable[Where], tables: Mapping[str, Mapping[Any, object]], walls: int
) -> Iterator[object]:
    """Yield what the names of places are made from."""
    for kind, id_ in places:
        thing = tables[kind].get(id_) if kind in tables else None
        if isinstance(thing, Link):
            yield tables["zone"].get(thing.from_)
            yield tables["zone"].get(thing.to)
        elif thing is None and kind == "fighter":
            thing = tables["group"].get(id_.partition("/")[0])
        elif kind == "wall":
            yield walls
        yield thing


def _arranged(issues: Sequence[Issue], rows: Mapping[int, Row], *, folded: bool) -> Iterator[Row]:
    for grade in GRADES:
        found = [each for each in issues if each.grade == grade and each.muted is None]
        if found:
            yield Row(f"1 {grade}" if len(found) == 1 else f"{len(found)} {MANY[grade]}")
            yield from (rows[id(each)] for each in found)
    muted = [each for each in issues if each.muted is not None]
    if muted:
        yield Row(f"{len(muted)} muted", folds=folded)
        if not folded:
            yield from (rows[id(each)] for each in muted)


def _row(issue: Issue, encounter: Encounter) -> Row:
    refs = [ref for place in issue.at if (ref := ref_of(place, encounter)) is not None]
    names = [name_of(encounter, ref) for ref in refs[:MOST_PLACES]]
    more = f" and {len(refs) - MOST_PLACES} more" if len(refs) > MOST_PLACES else ""
    return Row(issue.says, issue, ", ".join(names) + more)


def ref_of(place: Where, encounter: Encounter) -> Ref | None:
    """Return the thing at a place; None where it is nothing that can be selected."""
    if place.kind not in SELECTABLE:
        return None
    ref = Ref(place.kind, place.id)  # type: ignore[arg-type]  # one of the kinds, as just tested
    return ref if exists(encounter, ref) else None


def _differ(one: Row, other: Row) -> bool:
    return one is not other and one != other


class IssueRows(QAbstractListModel):
    """The rows as a model. Another survey changes only the rows that differ."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def show(self, rows: Iterable[Row]) -> None:
        """Show other rows, those at both ends that are the same left alone."""
        rows = tuple(rows)
        old = self.rows
        most = min(len(old), len(rows))
        start = next((i for i in range(most) if _differ(old[i], rows[i])), most)
        end = next(
            (i for i in range(most - start) if _differ(old[-1 - i], rows[-1 - i])), most - start
        )  # fmt: skip
        gone, come = len(old) - start - end, len(rows) - start - end
        if gone:
            self.beginRemoveRows(QModelIndex(), start, start + gone - 1)
            self.rows = old[:start] + old[start + gone :]
            self.endRemoveRows()
        if come:
            self.beginInsertRows(QModelIndex(), start, start + come - 1)
            self.rows = rows
            self.endInsertRows()
        self.rows = rows

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many rows there are."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row, or its text."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.text if row.issue is None else f"{row.issue.grade}: {row.text}"
        if role == Qt.ItemDataRole.EditRole:
            return ""
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let everything but plain headings be chosen; what is heard can be muted in place."""
        row = self.rows[index.row()] if index.isValid() else None
        if row is None or (row.issue is None and row.folds is None):
            return Qt.ItemFlag.ItemIsEnabled
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if row.issue is not None and row.issue.muted is None:
            return usable | Qt.ItemFlag.ItemIsEditable
        return usable

    def row_of(self, key: tuple[str, str, str]) -> int | None:
        """Return where an issue is now."""
        return next((i for i, row in enumerate(self.rows) if row.issue and row.key == key), None)
