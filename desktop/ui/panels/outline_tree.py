"""The outline's tree: what of it is painted anew, and what hand and keys do with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from desktop.ui.menus.fields.field import let_nothing_through
from desktop.ui.menus.keys import ENTER, is_override
from desktop.ui.panels.outline_model import EYE, LOCK, NAME, Index, OutlineModel
from desktop.ui.panels.outline_nodes import Look
from desktop.ui.panels.outline_row import INDENT_PX, ROW_PX, TOGGLE_PX, OutlineRow

Painted = tuple[Look, bool | None]
"""What a row shows, and whether it is unfolded; None where nothing is under it."""
BESIDE = QPoint(-1, -1)
"""Where the pointer is that is over no row."""


class OutlineTree(QTreeView):
    """The tree. Eyes and locks are pressed without selecting anything."""

    shown = Signal(object)
    """A row whose thing shall be brought into view."""
    deleted = Signal()
    """What is selected shall go."""
    moved = Signal(object, int)
    """A row that shall go so many rows down."""

    def __init__(self, model: OutlineModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("outline.tree")
        self._painted: dict[int, Painted] = {}
        """What each row shows on the screen, by its top."""
        self._knows_all = False
        """Whether there is nothing on the screen but those."""
        self._bands: list[tuple[int, int]] = []
        """From where to where all of the screen is being painted."""
        self._high = 0
        """How high the screen is that is being painted."""
        self._hand_at = BESIDE
        self._is_late = False
        """Whether rows found their places while some stood for what is gone."""
        self.row = OutlineRow(self)
        self.outline = model
        model.followed.connect(self._followed)
        self.setModel(model)
        self.setItemDelegate(self.row)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT_PX)
        self.setMouseTracking(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)
        self.setDropIndicatorShown(True)
        header = self.header()
        header.setMinimumSectionSize(TOGGLE_PX)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column in (EYE, LOCK):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, TOGGLE_PX)
        header.moveSection(header.visualIndex(NAME), LOCK)

    # Painting

    def showEvent(self, event: QShowEvent) -> None:
        """Let nothing under it be painted with its rows, or with its bar when some come or go."""
        super().showEvent(event)
        for part in (self.viewport(), self.verticalScrollBar()):
            let_nothing_through(part)

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Paint what shows of some rows again; Qt would look up each cell, shown or not."""
        parent = first.parent()
        if not self.isVisible() or (parent.isValid() and not self.isExpanded(parent)):
            return
        top = self.visualRect(first)
        if top.top() > self.viewport().height():
            return
        bottom = self.visualRect(last)
        if self.state() == self.State.EditingState or top.isEmpty() or bottom.isEmpty():
            super().dataChanged(first, last, roles)
        else:
            self._paint_again(top.top(), bottom.bottom())

    def doItemsLayout(self) -> None:
        """Find a place for every row, without painting all in view again as Qt would."""
        if self.state() != self.State.NoState:
            super().doItemsLayout()
            return
        viewport = self.viewport()
        viewport.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled)
        super().doItemsLayout()
        viewport.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, False)
        self._paint_all_again()

    def _paint_all_again(self) -> None:
        """Paint all rows that show something else, once none stands for what is gone."""
        self._is_late = self.outline.is_behind
        if not self._is_late:
            self._paint_again(0, self.viewport().height())

    def _followed(self) -> None:
        if self._is_late:
            self._paint_all_again()

    def _paint_again(self, top: int, bottom: int) -> None:
        """Paint those rows between two heights again that show something else now."""
        viewport = self.viewport()
        if not self._knows_all:
            viewport.update()
            return
        wide, high = viewport.width(), viewport.height()
        index = self.indexAt(QPoint(0, max(top, 0))).siblingAtColumn(NAME)
        top = self.visualRect(index).top() if index.isValid() else top
        painted, look_of, below = self._painted, self._look_of, self.indexBelow
        while index.isValid():
            if top > min(bottom, high):
                return
            if painted.get(top) != look_of(index):
                viewport.update(0, top, wide, ROW_PX)
            top += ROW_PX
            index = below(index)
        if any(row >= top for row in painted):
            viewport.update(0, top, wide, high - top)

    def _look_of(self, index: Index) -> Painted:
        look = self.outline.look_of(index)
        may_fold = look.ref is None or look.ref.kind == "group"
        has_more = may_fold and self.outline.hasChildren(index)
        return look, self.isExpanded(index) if has_more else None

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll; where the rows are on the screen is not known until they all are painted."""
        self._painted.clear()
        self._knows_all = False
        super().scrollContentsBy(dx, dy)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint rows, and keep what they show."""
        self.executeDelayedItemsLayout()
        viewport, region, left = self.viewport(), event.region(), self._hand_at
        wide, self._high = viewport.width(), viewport.height()
        boxes = cast("Iterable[QRect]", region)
        self._bands = [(box.top(), box.bottom()) for box in boxes if box.width() >= wide]
        self._knows_all = self._knows_all or (0, self._high - 1) in self._bands
        self._painted = {at: look for at, look in self._painted.items() if not self._is_whole(at)}
        self._hand_at = viewport.mapFromGlobal(QCursor.pos()) if viewport.underMouse() else BESIDE
        if left not in (self._hand_at, BESIDE) and not region.contains(left):
            viewport.update(0, left.y() - ROW_PX, wide, 2 * ROW_PX)
        super().paintEvent(event)

    def _is_whole(self, top: int) -> bool:
        """Return whether all that can be seen of a row is being painted."""
        first, last = max(top, 0), min(top + ROW_PX, self._high) - 1
        return first > last or any(above <= first and last <= below for above, below in self._bands)

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row whole: Qt would go through its style for each cell."""
        area = QRect(0, options.rect.top(), self.viewport().width(), options.rect.height())
        (look, unfolded), over = self._look_of(index), area.contains(self._hand_at)
        if self._is_whole(area.top()):
            self._painted[area.top()] = look, unfolded
        chosen = self.selectionModel().isSelected(index)
        painter.save()
        self.row.paint_ground(painter, area, chosen=chosen, over=over)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for column in (EYE, LOCK):
            start = self.header().sectionViewportPosition(column)
            box = QRect(start, area.top(), TOGGLE_PX, area.height())
            self.row.paint_toggle(painter, box, look, column, over=over)
        name = self.visualRect(index)
        if unfolded is not None:
            self.row.paint_chevron(painter, name, unfolded=unfolded)
        self.row.paint_name(painter, name, look, self.font(), chosen=chosen)
        painter.restore()
        if self.hasFocus() and index == self._current():
            self.row.paint_focus(painter, area)

    def _current(self) -> QModelIndex:
        return self.currentIndex().siblingAtColumn(NAME)

    # Hand

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle an eye or a lock, fold a kind; anything else selects."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        node = self.outline.node_of(index)
        left = event.button() == Qt.MouseButton.LeftButton
        if node is None or not left:
            super().mousePressEvent(event)
        elif self.outline.is_on(node, index.column()) is not None and index.column() != NAME:
            self.outline.toggle(index, index.column())
        elif node.ref is None:
            self._stay_at(index)
            self.setExpanded(index.siblingAtColumn(NAME), not self.isExpanded(self._current()))
        else:
            super().mousePressEvent(event)

    def _stay_at(self, index: QModelIndex) -> None:
        """Make a row current and leave the selection alone."""
        model = self.selectionModel()
        model.setCurrentIndex(index.siblingAtColumn(NAME), model.SelectionFlag.NoUpdate)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Rename things; a second press on an eye or a kind counts as one more."""
        index = self.indexAt(event.position().toPoint())
        node = self.outline.node_of(index)
        if node is not None and (node.ref is None or index.column() != NAME):
            self.mousePressEvent(event)
        else:
            super().mouseDoubleClickEvent(event)

    # Keys

    def event(self, event: QEvent) -> bool:
        """Claim the keys of the outline before the window's."""
        if is_override(event) and self._means(event):
            event.accept()
            return True
        return super().event(event)

    def _means(self, event: QKeyEvent) -> str:
        """Return what a key does here; empty for nothing."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        none, shift, alt = (
            Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier,
            Qt.KeyboardModifier.AltModifier,
        )  # fmt: skip
        if key in ENTER and held == none:
            return "show"
        if key == Qt.Key.Key_Space and held in (none, shift):
            return "lock" if held == shift else "eye"
        if key == Qt.Key.Key_Delete and held == none:
            return "delete"
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and held == alt:
            return "up" if key == Qt.Key.Key_Up else "down"
        return "rename" if key == Qt.Key.Key_F2 and held == none else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show with Enter, rename with F2, toggle with Space, delete, move with Alt."""
        index, means = self._current(), self._means(event)
        if not means or not index.isValid():
            super().keyPressEvent(event)
        elif means == "rename":
            self.edit(index, self.EditTrigger.EditKeyPressed, event)
        elif means == "show":
            self.show_row(index)
        elif means in ("eye", "lock"):
            self.outline.toggle(index, EYE if means == "eye" else LOCK)
        elif means == "delete":
            self.deleted.emit()
        else:
            self.moved.emit(index, -1 if means == "up" else 1)

    def show_row(self, index: QModelIndex) -> None:
        """Bring a thing into view; a kind folds or unfolds."""
        if self.outline.ref_of(index) is None:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.shown.emit(index)
