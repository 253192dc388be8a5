"""The list under Ctrl+K's field."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.ui import theme
from desktop.ui.canvas.ink import elided, text_width
from desktop.ui.panels.finding import Found

ROW_HEIGHT = 28
FOUND = Qt.ItemDataRole.UserRole
"""Where a row keeps what it stands for."""


GAP_PX = 16
"""Between what a row is and what stands at its right."""


def room_aside(aside: str, font: QFont, room: int) -> int:
    """Return how wide the right of a row is with the gap before it, in so much room."""
    return min(ceil(text_width(aside, font)) + GAP_PX, room * 6 // 10) if aside else 0


def made_list(window: QWidget) -> QListWidget:
    """Return an empty list that floats over a window and never takes the focus."""
    rows = QListWidget(window)
    rows.setObjectName("finder_list")
    rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    rows.setFrameShape(QFrame.Shape.NoFrame)
    rows.setUniformItemSizes(True)
    rows.setMouseTracking(True)
    rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    rows.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    rows.setItemDelegate(_Rows(rows))
    return rows


class _Rows(QStyledItemDelegate):
    """A row: what it is at the left, its kind or its keys small at the right."""

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(100, ROW_HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        found: Found = index.data(FOUND)
        colours = theme.colours()
        area: QRect = option.rect
        state = option.state
        font = option.font
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, QColor(colours.hover))
            painter.fillRect(
                QRect(area.left(), area.top(), 3, area.height()), QColor(colours.accent)
            )
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(colours.raised))
        area = area.adjusted(12, 0, -12, 0)
        aside = found.why_not or found.beside
        if aside == found.text:
            aside = ""
        if found.verb is not None and not found.why_not:
            aside = QKeySequence(aside).toString(QKeySequence.SequenceFormat.NativeText)
        painter.setFont(font)
        width = room_aside(aside, painter.font(), area.width())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(colours.off if found.why_not else colours.text))
        left = area.adjusted(0, 0, -width, 0)
        text = found.text or "Nothing is called that."
        painter.drawText(
            left,
            middle | Qt.AlignmentFlag.AlignLeft,
            elided(text, painter.font(), left.width()),
        )
        painter.setPen(QColor(colours.muted))
        if aside and found.text:
            right = area.adjusted(area.width() - width + GAP_PX, 0, 0, 0)
            painter.drawText(
                right,
                middle | Qt.AlignmentFlag.AlignRight,
                elided(aside, painter.font(), right.width()),
            )
        painter.restore()
