"""The outline as a model for a tree; it follows each change of the encounter narrowly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from PySide6.QtCore import (
    QAbstractItemModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)  # fmt: skip

from desktop.core.model.crew import twins
from desktop.core.model.diff import Changed, changes
from desktop.core.model.encounter import Encounter
from desktop.ui.canvas.sides import UNKNOWN_SIDE, side_looks
from desktop.ui.menus.naming import NAMELESS, label_of, told_apart
from desktop.ui.panels.outline_counts import Headcount, how_many
from desktop.ui.panels.outline_nodes import (
    KIND_ROWS,
    KINDS,
    REORDERED,
    Node,
    detail_of,
    is_hidden,
    is_locked,
    members_of,
    refs_of,
    runs_of,
    search_text,
    side_of,
    stretches,
    turn,
    zone_labels,
)
from desktop.ui.session import Ref, Session

Index = QModelIndex | QPersistentModelIndex
NAME, EYE, LOCK = 0, 1, 2
DETAIL = Qt.ItemDataRole.UserRole
"""What stands small at the right of a row; the tree asks for it and the rest without a role."""
MIME = "application/x-enfilade-outline"
NOWHERE = QModelIndex()
MOST_RUNS, MOST_TOLD = 8, 64
"""Beyond so many stretches rows come and go, or are painted again, as one."""
FLAGS_OF_KIND = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDropEnabled
FLAGS = {
    (named, ordered): Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | (Qt.ItemFlag.ItemIsEditable if named else Qt.ItemFlag.NoItemFlags)
    | (Qt.ItemFlag.ItemIsDragEnabled if ordered else Qt.ItemFlag.NoItemFlags)
    for named in (False, True)
    for ordered in (False, True)
}
"""Of a thing that can be named, and given another place; joined once, for a tree asks a lot."""
UNNAMED = ("level", "wall", "square", "picture")
"""Kinds whose rows may be others where no thing came, went or moved."""


class OutlineModel(QAbstractItemModel):
    """Kinds, their things, and members under groups. It never changes a document by itself."""

    followed = Signal()
    """The rows are those of the document again."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.may_reorder = True
        """Not while only some of the rows are shown."""
        self.is_behind = False  # while rows stand for what the document has no more
        self._numbers = count(1)
        self._nodes: dict[int, Node] = {}
        self._by_ref: dict[Ref, Node] = {}
        self._headcount = Headcount()
        self.kinds = [self._node(row.kind, None, None, at) for at, row in enumerate(KINDS)]
        for node in self.kinds:
            node.children = self._things(node, refs_of(session.encounter, node.kind))
        session.changed.connect(self._follow)
        session.selection_changed.connect(self._selected)
        session.view_changed.connect(self._view_changed)

    # Nodes

    def _node(self, kind: str, ref: Ref | None, parent: Node | None, row: int) -> Node:
        node = Node(next(self._numbers), kind, ref, parent, row)
        self._nodes[node.number] = node
        if ref is not None:
            self._by_ref[ref] = node
        return node

    def _things(self, parent: Node, refs: Iterable[Ref]) -> list[Node]:
        made = [self._node(parent.kind, ref, parent, at) for at, ref in enumerate(refs)]
        for node in made:
            if node.ref is not None:
                members = members_of(self.session.encounter, node.ref)
                node.children = self._things(node, members) if members else []
        return made

    def _forget(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            for each in node.walk():
                self._nodes.pop(each.number, None)
                if each.ref is not None and self._by_ref.get(each.ref) is each:
                    del self._by_ref[each.ref]

    def node_of(self, index: Index) -> Node | None:
        """Return the node of a row."""
        return self._nodes.get(index.internalId()) if index.isValid() else None

    def ref_of(self, index: Index) -> Ref | None:
        """Return the thing of a row; None for a kind."""
        node = self.node_of(index)
        return None if node is None else node.ref

    def index_of(self, ref: Ref) -> QModelIndex:
        """Return the row of a thing; an invalid one where it is not listed."""
        node = self._by_ref.get(ref)
        return NOWHERE if node is None else self._index(node)

    def kind_index(self, kind: str) -> QModelIndex:
        """Return the row of a kind."""
        return self._index(self._kind(kind))

    def _kind(self, kind: str) -> Node:
        return next(node for node in self.kinds if node.kind == kind)

    def _index(self, node: Node, column: int = NAME) -> QModelIndex:
        return self.createIndex(node.row, column, node.number)

    # Following

    def _follow(self, before: Encounter, after: Encounter) -> None:
        self.is_behind = True
        crowds = self._headcount.of(before, self.session.stock)
        found = changes(before, after)
        changed: dict[str, Sequence[Changed]] = {
            "level": (found.levels,), "zone": (found.zones,), "link": (found.links,),
            "door": (found.doors,), "feature": (found.features,),
            "fighter": (found.fighters, found.groups), "picture": (found.levels,),
        }  # fmt: skip
        for node in self.kinds:
            parts = changed.get(node.kind, ())
            if node.kind in UNNAMED or any(
                part.added or part.removed or part.reordered for part in parts
            ):
                self._fit(node, refs_of(after, node.kind))
            self._tell_changed(node, (id_ for part in parts for id_ in part.changed))
        for group in found.groups.changed:
            node = self._by_ref[Ref("group", group)]
            assert node.ref is not None
            self._fit(node, members_of(after, node.ref))
            self._tell_all(node)
        self._tell_beside(before, after)
        self._tell_twins(before, after)
        now = self._headcount.of(after, self.session.stock)
        if now is not crowds:
            other = {zone for zone in {*crowds, *now} if crowds[zone] != now[zone]}
            self._tell_changed(self._kind("zone"), other)
        self.is_behind = False
        self.followed.emit()

    def _tell_beside(self, before: Encounter, after: Encounter) -> None:
        """Tell of rows that show more than the thing they stand for."""
        old, new = before.board, after.board
        for kind, told in (
            ("link", old.zones is not new.zones and zone_labels(old) != zone_labels(new)),
            ("fighter", before.sides is not after.sides or before.profiles is not after.profiles),
            ("wall", old.walls is not new.walls),
            ("square", old.fields is not new.fields or old.clouds is not new.clouds
             or old.squares is not new.squares),
        ):  # fmt: skip
            if told:
                self._tell_all(self._kind(kind))
        for kind in ("fighter", "square"):
            if how_many(before, kind) != how_many(after, kind):
                self._tell_from(self._kind(kind), self._kind(kind))

    def _tell_twins(self, before: Encounter, after: Encounter) -> None:
        """Tell of those whose letter came, went or is another."""
        if before.fighters is not after.fighters:
            old, new = twins(before.fighters), twins(after.fighters)
            other = [who for who in {*old, *new} if old.get(who) != new.get(who)]
            self._tell_changed(self._kind("fighter"), other)

    def _fit(self, parent: Node, wanted: list[Ref]) -> None:
        """Make the rows under a node those wanted: runs go, runs come, then the order is set.

        Many short runs go and come as one, for a tree looks at all its rows after each.
        """
        kept = set(wanted)
        gone = [ref for ref in self._listed(parent) if ref not in kept]
        runs = runs_of(parent.children, lambda node: node.ref not in kept)
        if len(runs) > MOST_RUNS:
            stay = [ref for ref in self._listed(parent) if ref in kept]
            self._reorder(parent, stay + gone)
            runs = [(len(stay), len(stay) + len(gone) - 1)]
        for first, last in reversed(runs):
            self._take_out(parent, first, last)
        there = {node.ref for node in parent.children}
        runs = runs_of(wanted, lambda ref: ref not in there)
        if len(runs) > MOST_RUNS:
            self._put_in(parent, len(parent.children), [ref for ref in wanted if ref not in there])
        else:
            for first, last in runs:
                self._put_in(parent, min(first, len(parent.children)), wanted[first : last + 1])
        if [node.ref for node in parent.children] != wanted:
            self._reorder(parent, wanted)

    def _listed(self, parent: Node) -> list[Ref]:
        return [node.ref for node in parent.children if node.ref is not None]

    def _take_out(self, parent: Node, first: int, last: int) -> None:
        self.beginRemoveRows(self._index(parent), first, last)
        gone = parent.children[first : last + 1]
        del parent.children[first : last + 1]
        self._number(parent)
        self.endRemoveRows()
        self._forget(gone)

    def _put_in(self, parent: Node, at: int, refs: list[Ref]) -> None:
        self.beginInsertRows(self._index(parent), at, at + len(refs) - 1)
        parent.children[at:at] = self._things(parent, refs)
        self._number(parent)
        self.endInsertRows()

    def _reorder(self, parent: Node, wanted: list[Ref]) -> None:
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        moved = [(index, self.node_of(index)) for index in before]
        by_ref = {node.ref: node for node in parent.children}
        parent.children = [by_ref[ref] for ref in wanted]
        self._number(parent)
        self.changePersistentIndexList(
            before,
            [
                index if node is None else self._index(node, index.column())
                for index, node in moved
            ],
        )  # fmt: skip
        self.layoutChanged.emit()

    def _number(self, parent: Node) -> None:
        for row, node in enumerate(parent.children):
            node.row = row

    def _tell_changed(self, parent: Node, ids: Iterable[str]) -> None:
        """Tell of the things of a kind that are named, in stretches of rows or all in one."""
        kinds = ("fighter", "group") if parent.kind == "fighter" else (parent.kind,)
        nodes = [self._by_ref.get(Ref(kind, id_)) for id_ in ids for kind in kinds]  # type: ignore[arg-type]  # kinds of things
        runs = stretches(sorted({node.row for node in nodes if node and node.parent is parent}))
        for first, last in runs if len(runs) <= MOST_TOLD else [(runs[0][0], runs[-1][1])]:
            self._tell_from(parent.children[first], parent.children[last])

    def _tell_all(self, parent: Node) -> None:
        if parent.children:
            self._tell_from(parent.children[0], parent.children[-1])

    def _tell_from(self, first: Node, last: Node) -> None:
        self.dataChanged.emit(self._index(first), self._index(last, LOCK))

    def _selected(self, _refs: object) -> None:
        self._tell_from(self.kinds[0], self.kinds[-1])

    def _view_changed(self) -> None:
        self._selected(None)
        for node in self.kinds:
            self._tell_all(node)

    # What Qt asks

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        """Return a row's index."""
        node = self.node_of(parent)
        rows = self.kinds if node is None else node.children
        if not (0 <= row < len(rows) and 0 <= column <= LOCK):
            return NOWHERE
        return self._index(rows[row], column)

    def parent(self, index: Index = NOWHERE) -> QModelIndex:  # type: ignore[override]  # Qt has two
        """Return the row that another is under."""
        node = self.node_of(index)
        return NOWHERE if node is None or node.parent is None else self._index(node.parent)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return how many rows are under another."""
        if parent.isValid() and parent.column() != NAME:
            return 0
        node = self.node_of(parent)
        return len(self.kinds) if node is None else len(node.children)

    def columnCount(self, _parent: Index = NOWHERE) -> int:
        """Return three: name, eye, lock."""
        return 3

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

    def colour_of(self, node: Node) -> str:
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
            many = self._headcount.of(encounter, self.session.stock)[node.ref.id]
            return str(many) if many else ""
        return detail_of(encounter, node.ref)

    def _counted(self, node: Node) -> str:
        many = how_many(self.session.encounter, node.kind, len(node.children))
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

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let things be selected, named and dragged among their own kind."""
        node = self.node_of(index)
        if node is None:
            return Qt.ItemFlag.NoItemFlags
        if node.ref is None:
            return FLAGS_OF_KIND
        is_named = node.ref.kind not in NAMELESS and index.column() == NAME
        return FLAGS[is_named, self.may_reorder and self._is_ordered(node)]

    def _is_ordered(self, node: Node) -> bool:
        is_member = node.parent is not None and node.parent.ref is not None
        return node.ref is not None and node.ref.kind in REORDERED and not is_member

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename a thing, as one step."""
        ref = self.ref_of(index)
        text = str(value).strip()
        if ref is None or role != Qt.ItemDataRole.EditRole or not text:
            return False
        if text == label_of(self.session.encounter, ref):
            return False
        kind = "member" if ref.kind == "fighter" and "/" in ref.id else ref.kind
        return self.session.edit("rename", kind=kind, id=ref.id, name=text)

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

    def is_dimmed(self, node: Node) -> bool:
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

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the first row dragged; one at a time has a place."""
        mime = QMimeData()
        ref = next((ref for index in indexes if (ref := self.ref_of(index)) is not None), None)
        if ref is not None:
            mime.setData(MIME, f"{ref.kind} {ref.id}".encode())
        return mime

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
        there = self.node_of(parent)
        if node is None or node.ref is None or there is not node.parent or row < 0:
            return None
        first = self._first(node)
        to = row - first - (1 if node.row < row else 0)
        return (node.ref, to) if 0 <= to < self._many(node) else None

    def _first(self, node: Node) -> int:
        """Return the row at which the things of a node's very kind begin: groups after fighters."""
        is_group = node.ref is not None and node.ref.kind == "group"
        return len(self.session.encounter.fighters) if is_group else 0

    def _many(self, node: Node) -> int:
        if node.ref is None or node.parent is None:
            return 0
        return sum(
            each.ref is not None and each.ref.kind == node.ref.kind for each in node.parent.children
        )

    def move(self, ref: Ref, to: int) -> bool:
        """Give a thing another place among those of its kind."""
        node = self._by_ref.get(ref)
        if node is None or not self._is_ordered(node) or not 0 <= to < self._many(node):
            return False
        return self.session.edit("reorder", kind=ref.kind, id=ref.id, to=to)

    def move_by(self, ref: Ref, step: int) -> bool:
        """Move a thing so many rows down."""
        node = self._by_ref.get(ref)
        return node is not None and self.move(ref, node.row - self._first(node) + step)

    def matches(self, node: Node, words: Sequence[str]) -> bool:
        """Return whether everything typed into the find field is said by a row."""
        if node.ref is None:
            text = KIND_ROWS[node.kind].text.casefold()
        else:
            text = search_text(self.session.encounter, node.ref, self.session.stock)
        return all(word in text for word in words)
