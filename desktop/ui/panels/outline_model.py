"""The outline as a model for a tree; it follows each change of the encounter narrowly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel

from desktop.core.model.crew import twins
from desktop.core.model.encounter import Encounter
from desktop.core.model.tables import SAME, Changed, stretches, things_changed
from desktop.core.model.words import GroupId, ZoneId
from desktop.ui.canvas.sides import UNKNOWN_SIDE, side_looks
from desktop.ui.menus.naming import label_of, told_apart
from desktop.ui.panels.outline_counts import headcount, how_many
from desktop.ui.panels.outline_nodes import (
    COLUMNS,
    KIND_ROWS,
    KINDS,
    Look,
    Node,
    Table,
    detail_of,
    differs,
    is_hidden,
    is_locked,
    members_of,
    search_text,
    side_of,
    tables_of,
    turn,
)
from desktop.ui.session import Kind, Ref, Session

Index = QModelIndex | QPersistentModelIndex
NAME, EYE, LOCK = 0, 1, 2
DETAIL = Qt.ItemDataRole.UserRole
"""What stands small at the right of a row; the tree asks for it and the rest without a role."""
MIME = "application/x-enfilade-outline"
NOWHERE = QModelIndex()


def _places(ids: list[str], some: Iterable[str]) -> Iterator[int]:
    """Yield where some of several ids stand, in whose order they come."""
    at = 0
    for id_ in some:
        at = ids.index(id_, at)
        yield at


class OutlineModel(QStandardItemModel):
    """Kinds, their things, and members under groups. It never changes a document by itself.

    Qt keeps the rows, for a tree asks where each of them stands whenever one comes or goes; what
    they say is read from the document when they are painted.
    """

    followed = Signal()
    """The rows are those of the document again."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.is_behind = False  # while rows stand for what the document has no more
        self._by_ref: dict[Ref, Node] = {}
        self._looks: dict[Ref | str, Look] = {}
        """What rows show, by kind or ref, kept until something else is told of them."""
        self.setColumnCount(COLUMNS)
        self.kinds = [Node(row.kind) for row in KINDS]
        self.invisibleRootItem().appendRows(self.kinds)
        for node in self.kinds:
            node.appendRows([self._made(node.kind, ref) for ref in self._refs(node.kind)])
        session.changed.connect(self._follow)
        session.selection_changed.connect(self._selected)
        session.view_changed.connect(self._view_changed)

    # Nodes

    def _refs(self, kind: str) -> Iterator[Ref]:
        """Yield what shall stand under a kind, row by row."""
        for each, table in tables_of(self.session.encounter, kind).items():
            yield from (Ref(each, id_) for id_ in table)

    def _made(self, kind: str, ref: Ref) -> Node:
        """Return a new row, with those under it."""
        node = self._by_ref[ref] = Node(kind, ref)
        if ref.kind == "group":
            members = members_of(self.session.encounter.groups[GroupId(ref.id)])
            node.appendRows([self._made(kind, Ref("fighter", id_)) for id_ in members])
        return node

    def node_of(self, index: Index) -> Node | None:
        """Return the node of a row."""
        if index.column() != NAME:
            index = index.sibling(index.row(), NAME)
        return cast("Node | None", self.itemFromIndex(index))

    def ref_of(self, index: Index) -> Ref | None:
        """Return the thing of a row; None for a kind."""
        node = self.node_of(index)
        return None if node is None else node.ref

    def index_of(self, ref: Ref) -> QModelIndex:
        """Return the row of a thing; an invalid one where it is not listed."""
        node = self._by_ref.get(ref)
        return NOWHERE if node is None else node.index()

    def kind_index(self, kind: str) -> QModelIndex:
        """Return the row of a kind."""
        return self._kind(kind).index()

    def _kind(self, kind: str) -> Node:
        return next(node for node in self.kinds if node.kind == kind)

    # Following

    def _follow(self, before: Encounter, after: Encounter) -> None:
        """Let rows come and go before it tells of others: a tree then looks at all but once."""
        self.is_behind = True
        changed: dict[Kind, Changed] = {}
        kinds = [node for node in self.kinds if differs(before, after, node.kind)]
        for node in kinds:
            changed |= self._fit_kind(node, before, after)
        groups = changed.get("group", SAME).changed
        for group in map(GroupId, groups):
            old, new = members_of(before.groups[group]), members_of(after.groups[group])
            self._fit(self._by_ref[Ref("group", group)], things_changed(old, new), "fighter", new)
        for kind, change in changed.items():
            self._tell_things(kind, change.changed)
        self._tell_beside(before, after, changed)
        for node in kinds:
            if how_many(before, node.kind) != how_many(after, node.kind):
                self._tell_kinds(node, node)
        self.is_behind = False
        self.followed.emit()

    def _fit_kind(self, node: Node, before: Encounter, after: Encounter) -> dict[Kind, Changed]:
        """Make the rows under a kind those of the document; return what became of its things."""
        olds, news = tables_of(before, node.kind), tables_of(after, node.kind)
        found = {kind: things_changed(old, news[kind]) for kind, old in olds.items()}
        first = 0
        for kind, new in news.items() if any(found.values()) else ():
            self._fit(node, found[kind], kind, new, first)
            first += len(new)
        if any(change.reordered for change in found.values()):
            for place, ref in enumerate(self._refs(node.kind)):
                self._by_ref[ref].place = place
            node.sortChildren(NAME)
        return found

    def _fit(self, parent: Node, change: Changed, kind: Kind, new: Table, first: int = 0) -> None:
        """Let the rows of a table, which begins at a row of its parent, go and come."""
        if change.removed:
            gone = sorted(self._by_ref[Ref(kind, id_)].row() for id_ in change.removed)
            for rows in reversed(stretches(gone)):
                self._take_out(parent, rows)
        if change.added:
            ids: list[str] = list(new)
            for rows in stretches(_places(ids, change.added)):
                come = [self._made(parent.kind, Ref(kind, ids[row])) for row in rows]
                parent.insertRows(first + rows.start, come)

    def _take_out(self, parent: Node, rows: range) -> None:
        for row in rows:
            node = cast("Node", parent.child(row))
            for gone in (node, *node.children):
                self._by_ref.pop(cast("Ref", gone.ref))
                self._looks.pop(cast("Ref", gone.ref), None)
        parent.removeRows(rows.start, len(rows))

    def _tell_things(self, kind: Kind, ids: Iterable[str]) -> None:
        """Tell of some things of a kind, and of all rows between: the tree sees which differ."""
        refs = [Ref(kind, id_) for id_ in ids]
        nodes = [node for ref in refs if (node := self._by_ref.get(ref))]
        for ref in refs:
            self._looks.pop(ref, None)
        if nodes:
            self._tell_from(min(nodes, key=Node.row), max(nodes, key=Node.row))

    def _tell_beside(
        self, before: Encounter, after: Encounter, changed: Mapping[Kind, Changed]
    ) -> None:
        """Tell of rows that show more than the thing they stand for."""
        old, new = before.board.zones, after.board.zones
        zones = map(ZoneId, changed.get("zone", SAME).changed)
        if any(old[zone].label != new[zone].label for zone in zones):
            self._tell_all(self._kind("link"))
        groups: Iterable[str] = changed.get("group", SAME).changed
        if before.sides is not after.sides or before.profiles is not after.profiles:
            self._tell_all(self._kind("fighter"))
            groups = after.groups
        for group in groups:
            self._tell_all(self._by_ref[Ref("group", group)])
        crowds, now = (headcount(each, self.session.stock) for each in (before, after))
        self._tell_things("zone", things_changed(crowds, now).all)
        letters, others = twins(before.fighters), twins(after.fighters)
        self._tell_things("fighter", things_changed(letters, others).all)

    def _tell_all(self, parent: Node) -> None:
        self._looks.clear()
        if parent.hasChildren():
            self._tell_from(parent.child(0), parent.child(parent.rowCount() - 1))

    def _tell_from(self, first: QStandardItem, last: QStandardItem) -> None:
        self.dataChanged.emit(first.index(), last.index().siblingAtColumn(LOCK))

    def _tell_kinds(self, first: Node, last: Node) -> None:
        for node in self.kinds[first.row() : last.row() + 1]:
            self._looks.pop(node.kind, None)
        self._tell_from(first, last)

    def _selected(self, _refs: object) -> None:
        self._tell_kinds(self.kinds[0], self.kinds[-1])

    def _view_changed(self) -> None:
        self._selected(None)
        for node in self.kinds:
            self._tell_all(node)
            for group in node.children if node.kind == "fighter" else ():
                self._tell_all(group)

    # What Qt asks

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        node = self.node_of(index)
        if node is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(node, index.column())
        if index.column() != NAME:
            return None
        if role == DETAIL:
            return self.detail_of(node)
        if role == Qt.ItemDataRole.EditRole and node.ref is not None:
            return label_of(self.session.encounter, node.ref)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self.text_of(node)
        return None

    def look_of(self, index: Index) -> Look:
        """Return what the row with a name shows."""
        node = cast("Node", self.itemFromIndex(index))
        which = node.ref or node.kind
        look = self._looks.get(which)
        if look is None:
            look = self._looks[which] = self._look_of(node)
        return look

    def _look_of(self, node: Node) -> Look:
        return Look(
            kind=node.kind,
            ref=node.ref,
            text=self.text_of(node),
            detail=self.detail_of(node),
            colour=self._colour_of(node),
            is_dimmed=self._is_dimmed(node),
            eye=self.is_on(node, EYE),
            lock=self.is_on(node, LOCK),
        )

    def _colour_of(self, node: Node) -> str:
        """Return the colour of a fighter's side; empty for anything else."""
        if node.ref is None or node.kind != "fighter":
            return ""
        encounter = self.session.encounter
        side = side_of(encounter, node.ref, self.session.stock)
        return side_looks(encounter).get(side, UNKNOWN_SIDE).colour

    def text_of(self, node: Node) -> str:
        """Return what a row is called."""
        if node.ref is None:
            return KIND_ROWS[node.kind].text
        return told_apart(self.session.encounter, node.ref)

    def detail_of(self, node: Node) -> str:
        """Return what stands small at the right of a row."""
        encounter = self.session.encounter
        if node.ref is None:
            return self._counted(node)
        if node.ref.kind == "zone":
            many = headcount(encounter, self.session.stock)[ZoneId(node.ref.id)]
            return str(many) if many else ""
        return detail_of(encounter, node.ref)

    def _counted(self, node: Node) -> str:
        many = how_many(self.session.encounter, node.kind)
        chosen = sum(
            each in self._by_ref and self._by_ref[each].kind == node.kind
            for each in self.session.selection
        )
        return f"{chosen} of {many}" if chosen else str(many or "")

    def _tip(self, node: Node, column: int) -> str:
        if column == NAME:
            return self.text_of(node)
        on = self.is_on(node, column)
        if on is None:
            return ""
        what = self.text_of(node)
        where = "" if node.ref is not None else ", on every level"
        if column == EYE:
            return f"{'Hide' if on else 'Show'} {what}{where}  (Space)"
        return f"{'Unlock' if on else 'Lock'} {what}{where}  (Shift+Space)"

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename a thing, as one step."""
        node, text = self.node_of(index), str(value).strip()
        if node is None or node.ref is None or role != Qt.ItemDataRole.EditRole:
            return False
        if text in ("", label_of(self.session.encounter, node.ref)):
            return False
        kind = "member" if node.is_member else node.ref.kind
        return self.session.edit("rename", kind=kind, id=node.ref.id, name=text)

    def removeRows(self, row: int, count: int, parent: Index = NOWHERE) -> bool:
        """Refuse: rows go with their things alone, not once more after each drag."""
        return False

    # Eye and lock

    def is_on(self, node: Node, column: int) -> bool | None:
        """Return whether an eye is open or a lock shut; None where there is none."""
        shown = self.session.shown
        if node.ref is not None and node.ref.kind == "level":
            if column == EYE:
                return node.ref.id not in shown.hidden_levels
            return node.ref.id in shown.locked_levels if column == LOCK else None
        row = KIND_ROWS[node.kind]
        if node.ref is not None or not row.words:
            return None
        if column == EYE:
            return not is_hidden(shown, row)
        return is_locked(shown, row) if row.has_lock else None

    def _is_dimmed(self, node: Node) -> bool:
        """Return whether something is not shown just now."""
        shown = self.session.shown
        if node.ref is not None and node.ref.kind == "level":
            return node.ref.id in shown.hidden_levels
        return is_hidden(shown, KIND_ROWS[node.kind])

    def toggle(self, index: Index, column: int) -> None:
        """Open or shut an eye or a lock. It belongs to the view and changes no document."""
        node = self.node_of(index)
        if node is None or self.is_on(node, column) is None:
            return
        shown = self.session.shown
        if node.ref is not None:
            turn(shown.hidden_levels if column == EYE else shown.locked_levels, [node.ref.id])
        else:
            words = shown.hidden_kinds if column == EYE else shown.locked_kinds
            turn(words, KIND_ROWS[node.kind].words)
        self.session.view_changed.emit()

    # Dragging

    def supportedDropActions(self) -> Qt.DropAction:
        """Move, and nothing else."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Return what a dragged row is called."""
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData | None:  # type: ignore[override]  # Qt takes none for no drag
        """Return the first row dragged that has a place of its own; one at a time has."""
        for node in map(self.node_of, indexes):
            if node is not None and node.ref is not None and node.is_ordered:
                mime = QMimeData()
                mime.setData(MIME, f"{node.ref.kind} {node.ref.id}".encode())
                return mime
        return None

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Return whether a row may be put there: among its own kind alone."""
        return self._landing(data, row, parent) is not None

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Give a thing another place in the file's order, as one step."""
        landing = self._landing(data, row, parent)
        return landing is not None and self.move(landing[0], landing[1])

    def _landing(self, data: QMimeData, row: int, parent: Index) -> tuple[Ref, int] | None:
        kind, _, id_ = bytes(data.data(MIME).data()).decode().partition(" ")
        node = self._by_ref.get(Ref(kind, id_))  # type: ignore[arg-type]  # or of nothing here
        onto = self.node_of(parent)
        if node is None or node.ref is None or onto is None:
            return None
        under, to = (onto, row - (node.row() < row)) if row >= 0 else (onto.parent(), onto.row())
        to -= self._first(node)
        return (node.ref, to) if under is node.parent() and self._may_be(node, to) else None

    def _first(self, node: Node) -> int:
        """Return the row at which the things of a node's very kind begin: groups after fighters."""
        is_group = node.ref is not None and node.ref.kind == "group"
        return len(self.session.encounter.fighters) if is_group else 0

    def _may_be(self, node: Node, to: int) -> bool:
        if node.ref is None or not node.is_ordered:
            return False
        return 0 <= to < len(tables_of(self.session.encounter, node.kind)[node.ref.kind])

    def move(self, ref: Ref, to: int) -> bool:
        """Give a thing another place among those of its kind."""
        node = self._by_ref.get(ref)
        if node is None or not self._may_be(node, to):
            return False
        return self.session.edit("reorder", kind=ref.kind, id=ref.id, to=to)

    def move_by(self, ref: Ref, step: int) -> bool:
        """Move a thing so many rows down."""
        node = self._by_ref.get(ref)
        return node is not None and self.move(ref, node.row() - self._first(node) + step)

    def matches(self, node: Node, words: Sequence[str]) -> bool:
        """Return whether everything typed into the find field is said by a row."""
        if node.ref is None:
            text = KIND_ROWS[node.kind].text.casefold()
        else:
            text = search_text(self.session.encounter, node.ref, self.session.stock)
        return all(word in text for word in words)
