"""The outline's tree: how its rows look, and what hand and keys do with them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import cast

from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from desktop.ui import theme
from desktop.ui.canvas.ink import elided, text_width
from desktop.ui.menus.keys import ENTER, is_override
from desktop.ui.panels.outline_model import (
    EYE,
    LOCK,
    NAME,
    Index,
    OutlineModel,
)
from desktop.ui.panels.outline_nodes import KIND_ROWS, Node

ROW_PX = 24
TOGGLE_PX = 22
INDENT_PX = 14
TOGGLES: dict[int, tuple[str, str]] = {
    EYE: ("eye-outline", "eye-off-outline"), LOCK: ("lock", "lock-open-variant-outline"),
}  # fmt: skip
"""The icons of an eye and a lock, on and off."""
ICON_PX = 14


class OutlineRow(QStyledItemDelegate):
    """Paints one cell: eye, lock, or name with its detail."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return one height for all."""
        return QSize(40, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell over the row's own ground."""
        model = cast("OutlineModel", index.model())  # asked without Qt between, for every cell
        node = model.node_of(index)
        if node is None:
            return
        column = index.column()
        on = model.is_on(node, column) if column != NAME else None
        if column != NAME and on is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if on is None:
            self._name(painter, option, model, node)
        else:
            self._toggle(painter, option, column, on)
        painter.restore()

    def _toggle(
        self, painter: QPainter, option: QStyleOptionViewItem, column: int, on: bool
    ) -> None:
        colours = theme.colours()
        is_usual = on is (column == EYE)
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        colour = colours.off if is_usual and not over else colours.text
        box = QRect(0, 0, ICON_PX, ICON_PX)
        box.moveCenter(option.rect.center())
        theme.paint_icon(painter, QRectF(box), TOGGLES[column][0 if on else 1], colour)

    def _name(
        self, painter: QPainter, option: QStyleOptionViewItem, model: OutlineModel, node: Node
    ) -> None:
        colours, area = theme.colours(), option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        dimmed = model.is_dimmed(node)
        left = area.left() + 2
        side = model.colour_of(node)
        if node.ref is None:
            box = QRectF(left, area.center().y() - 6, ICON_PX, ICON_PX)
            theme.paint_icon(painter, box, KIND_ROWS[node.kind].icon, colours.muted)
            left += ICON_PX + 6
        elif side:
            painter.setPen(QPen(QColor(side), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(left + 2, area.center().y() - 3.5, 8, 8))
            left += ICON_PX + 2
        badge = theme.badge_font(option.font)
        detail, right = model.detail_of(node), area.right() - 8
        if detail:
            wide = ceil(text_width(detail, badge))
            painter.setFont(badge)
            counted = node.ref is None and " of " in detail
            painter.setPen(QColor(colours.link if counted else colours.muted))
            box_of = QRect(right - wide, area.top(), wide + 1, area.height())
            painter.drawText(box_of, int(Qt.AlignmentFlag.AlignVCenter), detail)
            right -= wide + 8
        painter.setFont(option.font)
        plain = colours.muted if node.ref is None else colours.text
        painter.setPen(QColor(colours.off if dimmed else colours.link if chosen else plain))
        room = QRect(left, area.top(), max(right - left, 0), area.height())
        text = elided(model.text_of(node), painter.font(), room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), text)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Lay the field for a name over its row."""
        editor.setGeometry(option.rect.adjusted(-4, -1, -4, 1))


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
        self.setModel(model)
        self.setItemDelegate(OutlineRow(self))
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

    @property
    def outline(self) -> OutlineModel:
        """The model."""
        return cast("OutlineModel", self.model())

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Paint what shows of some rows again; Qt would look up each cell, shown or not."""
        parent = first.parent()
        if not self.isVisible() or (parent.isValid() and not self.isExpanded(parent)):
            return
        top, bottom = self.visualRect(first), self.visualRect(last)
        if self.state() == self.State.EditingState or top.isEmpty() or bottom.isEmpty():
            super().dataChanged(first, last, roles)
        else:
            rows = QRect(0, top.top(), self.viewport().width(), bottom.bottom() - top.top() + 1)
            self.viewport().update(rows)

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground of the whole row, then its cells."""
        colours = theme.colours()
        area = QRect(0, options.rect.top(), self.viewport().width(), options.rect.height())
        if self.selectionModel().isSelected(index):
            painter.fillRect(area, QColor(colours.hover))
            painter.fillRect(QRect(0, area.top(), 2, area.height()), QColor(colours.accent))
        elif options.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(colours.raised))
        super().drawRow(painter, options, index)
        if self.hasFocus() and index == self._current():
            painter.setPen(QPen(QColor(colours.accent), 1))
            painter.drawRect(area.adjusted(0, 0, -1, -1))

    def _current(self) -> QModelIndex:
        return self.currentIndex().siblingAtColumn(NAME)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint a chevron where there is something under a row."""
        node = self.outline.node_of(index)
        if node is None or not node.hasChildren():
            return
        box = QRectF(rect.right() - INDENT_PX + 1, rect.center().y() - 6, ICON_PX, ICON_PX)
        name = "chevron-down" if self.isExpanded(index) else "chevron-right"
        theme.paint_icon(painter, box, name, theme.colours().muted)

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
