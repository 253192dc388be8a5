"""The rows of the issues: headings with counts, and one row an issue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, count
from operator import attrgetter, not_
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.core.model.crew import twins
from desktop.core.model.diff import changes
from desktop.core.model.encounter import Encounter
from desktop.core.model.named import Named
from desktop.core.model.tables import Changed, things_changed
from desktop.core.model.words import LinkId
from desktop.core.rules.catalogue import Grade
from desktop.core.survey.issue import GRADES, Issue, Where, alike_ends, heard
from desktop.ui.menus.naming import name_of
from desktop.ui.session import Ref, exists

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
MANY: dict[Grade, str] = {"error": "errors", "warning": "warnings", "hint": "hints"}
MOST_PLACES = 3
SELECTABLE = ("level", "zone", "link", "wall", "door", "feature", "piece", "fighter", "group")


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


class _Made(NamedTuple):
    """The rows of issues, one for each."""

    issues: tuple[Issue, ...] = ()
    of: tuple[frozenset[tuple[str, str]], ...] = ()
    """Of each the things that its places are named after."""
    rows: tuple[Row, ...] = ()


class RowMaker:
    """Makes the rows, the very same as before where the issue and its things are the same."""

    def __init__(self) -> None:
        self._made = _Made()
        self._encounter: Encounter | None = None
        self._arranged: tuple[tuple[Row, ...], bool, tuple[Row, ...]] = (), True, ()

    def rows(
        self, issues: Sequence[Issue], encounter: Encounter, *, folded: bool
    ) -> tuple[Row, ...]:
        """Return every row: by grade, then those muted under their count, which folds them away.

        The gravest issues come first.
        """
        before = self._encounter
        touched = _touched(before, encounter) if before is not None else set()
        self._made, self._encounter = (
            _made(tuple(issues), encounter, self._made, touched),
            encounter,
        )
        rows, was_folded, arranged = self._arranged
        if self._made.rows != rows or folded != was_folded:
            rows, arranged = self._made.rows, _arranged(self._made, folded=folded)
            self._arranged = rows, folded, arranged
        return arranged


def _made(
    issues: tuple[Issue, ...], encounter: Encounter, before: _Made, touched: set[tuple[str, str]]
) -> _Made:
    """Return rows; those at both ends whose issues are the very same are taken over at once."""
    start, end = alike_ends(before.issues, issues)
    olds, news = slice(start, len(before.issues) - end), slice(start, len(issues) - end)
    pairs = zip(before.of[olds], before.rows[olds], strict=True)
    known = dict(zip(map(id, before.issues[olds]), pairs, strict=True))
    of, rows = list(before.of), list(before.rows)
    kept = [known.get(id(issue)) or _new(issue, encounter) for issue in issues[news]]
    of[olds], rows[olds] = [pair[0] for pair in kept], [pair[1] for pair in kept]
    for at in compress(count(), map(not_, map(touched.isdisjoint, of))) if touched else ():
        of[at], row = _new(issues[at], encounter)
        if row != rows[at]:
            rows[at] = row
    return _Made(issues, tuple(of), tuple(rows))


def _new(issue: Issue, encounter: Encounter) -> tuple[frozenset[tuple[str, str]], Row]:
    return frozenset(_things(issue.at, encounter)), _row(issue, encounter)


def _touched(before: Encounter, after: Encounter) -> set[tuple[str, str]]:
    """Return the things that came or went or may be called otherwise, by kind and id.

    Walls are counted as one, and so are fields and clouds.
    """
    found, old, new = changes(before, after), before.board, after.board
    by_label: tuple[tuple[str, Changed, Mapping[Any, Named], Mapping[Any, Named]], ...] = (
        ("level", found.levels, old.levels, new.levels),
        ("zone", found.zones, old.zones, new.zones),
        ("door", found.doors, old.doors, new.doors),
        ("feature", found.features, old.features, new.features),
        ("fighter", found.fighters, before.fighters, after.fighters),
    )
    touched = {
        (kind, id_)
        for kind, changed, olds, news in by_label
        for id_ in changed.all
        if id_ not in olds or id_ not in news or olds[id_].label != news[id_].label
    }
    letters = things_changed(twins(before.fighters), twins(after.fighters))
    of_all = {"link": found.links, "group": found.groups, "fighter": letters}
    touched |= {(kind, id_) for kind, changed in of_all.items() for id_ in changed.all}
    if found.walls:
        touched.add(("wall", ""))
    if found.fields or found.clouds:
        touched.add(("piece", ""))
    return touched


def _things(places: Iterable[Where], encounter: Encounter) -> Iterator[tuple[str, str]]:
    """Yield what the names of places are made from, by kind and id."""
    for kind, id_ in places:
        yield kind, id_
        link = encounter.board.links.get(LinkId(id_)) if kind == "link" else None
        if link is not None:
            yield "zone", link.from_
            yield "zone", link.to
        elif kind == "fighter":
            yield "group", id_.partition("/")[0]
        elif kind in ("wall", "piece"):
            yield kind, ""


def _arranged(made: _Made, *, folded: bool) -> tuple[Row, ...]:
    open_ones, begun, found = heard(made.issues), 0, list[Row]()
    rows, muted = made.rows, tuple[Row, ...]()
    if len(open_ones) < len(rows):
        muted = tuple([row for row in rows if row.issue and row.issue.muted is not None])
        rows = tuple([row for row in rows if row.issue and row.issue.muted is None])
    grades = list(map(attrgetter("grade"), open_ones))
    for grade in GRADES:
        many = grades.count(grade)
        if many:
            found.append(_heading(f"1 {grade}" if many == 1 else f"{many} {MANY[grade]}"))
            found += rows[begun : begun + many]
            begun += many
    if muted:
        found.append(_heading(f"{len(muted)} muted", folds=folded))
        found += () if folded else muted
    return tuple(found)


@lru_cache(maxsize=64)
def _heading(text: str, *, folds: bool | None = None) -> Row:
    return Row(text, folds=folds)


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


class IssueRows(QAbstractListModel):
    """The rows as a model. Another survey changes only the rows that differ."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def show(self, rows: Iterable[Row]) -> None:
        """Show other rows, those at both ends that are the very same left alone."""
        rows = tuple(rows)
        old = self.rows
        if rows is old:
            return
        start, end = alike_ends(old, rows)
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

    def issue_near(self, row: int) -> int | None:
        """Return the first issue from a row on, else the last before it; None without issues."""
        issues = [i for i, each in enumerate(self.rows) if each.issue is not None]
        return next((i for i in issues if i >= row), issues[-1] if issues else None)
