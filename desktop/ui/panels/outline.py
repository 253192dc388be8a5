"""Everything of the encounter by name: found, selected, renamed, shown, locked, put in order."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QMenu, QVBoxLayout, QWidget

from desktop.core.model.words import LevelId
from desktop.ui.menus.keys import ENTER
from desktop.ui.menus.panel import Panel
from desktop.ui.menus.table import VERBS
from desktop.ui.panels.outline_model import EYE, LOCK, NAME, NOWHERE, OutlineModel
from desktop.ui.panels.outline_nodes import Node
from desktop.ui.panels.outline_tree import OutlineTree
from desktop.ui.session import Ref, Session

UNFOLDED = ("zone", "fighter")
"""Kinds that are open at the start; levels too, where there are several."""
FOR_THINGS = (
    "edit.duplicate", "edit.copy", "edit.cut", "edit.delete", "edit.select_like",
)  # fmt: skip
FOR_PEOPLE = ("edit.group", "edit.ungroup", "profile.edit", "picture.choose")


class Outline(Panel):
    """A tree of the encounter under a field that finds."""

    title: ClassVar[str] = "Outline"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._following = False
        self._leading = False
        self._folds: dict[str, bool] | None = None
        """What was unfolded before something was searched for."""
        self.model = OutlineModel(session)
        self.model.setParent(self)
        self.finding = QLineEdit(self)
        self.finding.setObjectName("outline.find")
        self.finding.setPlaceholderText("Find")
        self.finding.setClearButtonEnabled(True)
        self.finding.textChanged.connect(self._filter)
        self.finding.installEventFilter(self)
        self.tree = OutlineTree(self.model, self)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._offer)
        self.tree.shown.connect(self._show)
        self.tree.deleted.connect(lambda: self.wants.emit("edit.delete", None))
        self.tree.moved.connect(self._move)
        self.tree.selectionModel().selectionChanged.connect(self._picked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        around = QVBoxLayout()
        around.setContentsMargins(8, 0, 8, 0)
        around.addWidget(self.finding)
        column.addLayout(around)
        column.addWidget(self.tree, 1)
        several = len(session.encounter.board.levels) > 1
        self._at_first = {*UNFOLDED, *(("level",) if several else ())}
        for node in self.model.kinds:
            turned = f"outline {node.kind}" in session.shown.folds
            self.tree.setExpanded(node.index(), (node.kind in self._at_first) != turned)
        self.tree.expanded.connect(partial(self._fold, unfolded=True))
        self.tree.collapsed.connect(partial(self._fold, unfolded=False))
        session.selection_changed.connect(self._follow)
        self.model.followed.connect(self._filter_again)
        self._follow(session.selection)

    # Selection

    def _picked(self, *_: object) -> None:
        """Let the canvas follow what is chosen here."""
        if self._following or self.model.is_behind:
            return
        rows = self.tree.selectionModel().selectedRows(NAME)
        picked = [ref for index in rows if (ref := self.model.ref_of(index)) is not None]
        kept = [ref for ref in self.session.selection if ref in set(picked)]
        refs = (*kept, *(ref for ref in picked if ref not in kept))
        self._leading = True
        self.session.select(refs)
        if len(refs) == 1:
            if refs[0].kind == "level":
                self.session.show_level(LevelId(refs[0].id))
            self.wants.emit("view.show", refs[0])
        self._leading = False

    def _follow(self, refs: object) -> None:
        """Choose here what is selected elsewhere; what is folded away stays so."""
        if self._leading:
            return
        chosen = QItemSelection()
        last = NOWHERE
        for ref in self.session.selection:
            index = self.model.index_of(ref)
            if index.isValid():
                chosen.select(index, index)
                last = index
        self._following = True
        flags = QItemSelectionModel.SelectionFlag
        model = self.tree.selectionModel()
        model.select(chosen, flags.ClearAndSelect | flags.Rows)
        if last.isValid() and self._is_unfolded(last):
            model.setCurrentIndex(last, flags.NoUpdate)
            self.tree.scrollTo(last)
        self._following = False

    def _is_unfolded(self, index: QModelIndex) -> bool:
        parent = index.parent()
        while parent.isValid():
            if not self.tree.isExpanded(parent):
                return False
            parent = parent.parent()
        return True

    def _show(self, index: QModelIndex) -> None:
        ref = self.model.ref_of(index)
        if ref is not None:
            self.wants.emit("view.show", ref)

    def _move(self, index: QModelIndex, step: int) -> None:
        ref = self.model.ref_of(index)
        if ref is not None:
            self.move_thing(ref, step)

    def move_thing(self, ref: Ref, step: int) -> None:
        """Give a thing another place in the file."""
        if not self.model.move_by(ref, step):
            self.session.told.emit("It cannot be moved further, or its order does not count.")

    def _fold(self, index: QModelIndex, *, unfolded: bool) -> None:
        """Keep what is folded with the view; what a search unfolds does not count."""
        node = self.model.node_of(index)
        if node is None or node.ref is not None or self._folds is not None:
            return
        folds, name = self.session.shown.folds, f"outline {node.kind}"
        if unfolded == (node.kind in self._at_first):
            folds.discard(name)
        else:
            folds.add(name)

    # Finding

    def _words(self) -> list[str]:
        return self.finding.text().casefold().split()

    def _filter(self, *_: object) -> None:
        words = self._words()
        self.tree.setDragEnabled(not words)  # not while only some of the rows are shown
        if words and self._folds is None:
            self._folds = {
                node.kind: self.tree.isExpanded(node.index()) for node in self.model.kinds
            }
        for row, node in enumerate(self.model.kinds):
            found = self._filter_under(node, words, whole=self._says(node, words))
            self.tree.setRowHidden(row, NOWHERE, bool(words) and not found)
            if words:
                self.tree.setExpanded(node.index(), found)
        if not words and self._folds is not None:
            folds, self._folds = self._folds, None
            for kind, unfolded in folds.items():
                self.tree.setExpanded(self.model.kind_index(kind), unfolded)

    def _filter_again(self) -> None:
        if self._folds is not None and not self.model.is_behind:
            self._filter()

    def _says(self, node: Node, words: list[str]) -> bool:
        return not words or self.model.matches(node, words)

    def _filter_under(self, parent: Node, words: list[str], *, whole: bool) -> bool:
        """Hide what does not match under a row; return whether anything is left of it."""
        index, is_found = parent.index(), whole
        for row, node in enumerate(parent.children):
            says = whole or self._says(node, words)
            if node.hasChildren():
                says = self._filter_under(node, words, whole=says) or says
            self.tree.setRowHidden(row, index, not says)
            is_found = is_found or says
        return is_found

    def first_found(self) -> QModelIndex:
        """Return the first thing that the find field left."""
        for node in self.model.kinds:
            if self.tree.isRowHidden(node.row(), NOWHERE):
                continue
            for child in node.children:
                if not self.tree.isRowHidden(child.row(), node.index()):
                    return child.index()
        return NOWHERE

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lead from the find field to what it found; Esc empties it first."""
        if watched is self.finding and isinstance(event, QKeyEvent):
            pressed, key = event.type() == QEvent.Type.KeyPress, event.key()
            if pressed and key in (*ENTER, Qt.Key.Key_Down):
                index = self.first_found()
                if index.isValid():
                    self.tree.setCurrentIndex(index)
                    self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
            if pressed and key == Qt.Key.Key_Escape and self.finding.text():
                self.finding.clear()
                return True
        return super().eventFilter(watched, event)

    # The menu

    def _offer(self, at: QPoint) -> None:
        index = self.tree.indexAt(at).siblingAtColumn(NAME)
        if not index.isValid():
            return
        ref = self.model.ref_of(index)
        if ref is not None and ref not in self.session.selection:
            self.tree.setCurrentIndex(index)
        self.menu_of(index).popup(self.tree.viewport().mapToGlobal(at))

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Return what a right click on a row offers."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        node = self.model.node_of(index)
        if node is None:
            return menu
        if node.ref is not None:
            self._offer_thing(menu, index, node.ref)
        elif node.hasChildren():
            menu.addAction("Select all of these", partial(self._select_all, node))
        self._offer_toggles(menu, index, node)
        return menu

    def _offer_thing(self, menu: QMenu, index: QModelIndex, ref: Ref) -> None:
        menu.addAction("Show on the board\tEnter", partial(self._show, index))
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            menu.addAction("Rename\tF2", partial(self._rename, index))
        names = [*FOR_THINGS]
        names += FOR_PEOPLE if ref.kind in ("fighter", "group") else ()
        names += ("level.add", "picture.choose") if ref.kind in ("level", "picture") else ()
        for name in names:
            verb = VERBS[name]
            keys = QKeySequence(verb.keys[0]).toString() if verb.keys else ""
            text = f"{verb.text}\t{keys}" if keys else verb.text
            argument = ref if name == "picture.choose" else None
            menu.addAction(text, partial(self.wants.emit, name, argument))
        if self.tree.dragEnabled() and index.flags() & Qt.ItemFlag.ItemIsDragEnabled:
            menu.addSeparator()
            menu.addAction("Move up in the file\tAlt+Up", partial(self._move, index, -1))
            menu.addAction("Move down in the file\tAlt+Down", partial(self._move, index, 1))

    def _offer_toggles(self, menu: QMenu, index: QModelIndex, node: Node) -> None:
        eye, lock = self.model.is_on(node, EYE), self.model.is_on(node, LOCK)
        if eye is not None:
            menu.addSeparator()
            text = "Hide\tSpace" if eye else "Show\tSpace"
            menu.addAction(text, partial(self.model.toggle, index, EYE))
        if lock is not None:
            text = "Unlock\tShift+Space" if lock else "Lock\tShift+Space"
            menu.addAction(text, partial(self.model.toggle, index, LOCK))

    def _rename(self, index: QModelIndex) -> None:
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tree.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        self.tree.edit(index)

    def _select_all(self, node: Node) -> None:
        self.session.select(child.ref for child in node.children if child.ref is not None)
