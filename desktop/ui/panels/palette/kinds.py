"""A list of kinds, each with its sign as the board draws it and the key that chooses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.core.model.board import Board
from desktop.ui import theme
from desktop.ui.canvas.ink import elided
from desktop.ui.canvas.legend import Signed, sign
from desktop.ui.menus.keys import PRESSES, is_override

ROW_PX = 26
VALUE = Qt.ItemDataRole.UserRole
KIND = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class KindLine:
    """One kind."""

    value: str
    text: str
    signed: Signed | None
    """What its sign is one of; None for none."""
    key: str = ""
    tip: str = ""


class KindList(QListWidget):
    """As high as its rows; going up and down chooses."""

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[KindLine, ...] = ()
        self.board = Board()
        self._signs: dict[tuple[Signed, str, float], QPixmap] = {}
        self.setAccessibleName(name)
        self.setItemDelegate(_Row(self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.currentRowChanged.connect(self._choose)
        self.itemClicked.connect(lambda item: self.chosen.emit(item.data(VALUE)))

    def show_lines(self, lines: Sequence[KindLine], board: Board) -> None:
        """Show other kinds, if they are others."""
        if board.kinds is not self.board.kinds:
            self._signs.clear()
            self.viewport().update()
        self.board = board
        lines = tuple(lines)
        if lines == self.lines:
            return
        self.lines = lines
        self.blockSignals(True)
        self.clear()
        for line in lines:
            item = QListWidgetItem(line.text)
            item.setData(VALUE, line.value)
            item.setData(KIND, line)
            item.setToolTip(line.tip)
            self.addItem(item)
        self.blockSignals(False)
        self.setFixedHeight(ROW_PX * len(lines) + 2)

    def show_value(self, value: str) -> None:
        """Show which is chosen."""
        row = next((i for i, line in enumerate(self.lines) if line.value == value), -1)
        if row != self.currentRow():
            self.blockSignals(True)
            self.setCurrentRow(row)
            self.blockSignals(False)

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.lines) and self.hasFocus():
            self.chosen.emit(self.lines[row].value)

    def event(self, event: QEvent) -> bool:
        """Claim the arrows before the window's."""
        if is_override(event) and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current one again with Enter or Space."""
        item = self.currentItem()
        chooses = event.key() in PRESSES
        if chooses and self.currentRow() >= 0:
            self.chosen.emit(item.data(VALUE))
        else:
            super().keyPressEvent(event)

    def sign_of(self, line: KindLine) -> QPixmap | None:
        """Return the sign of a kind, drawn once."""
        if line.signed is None:
            return None
        key = (line.signed, line.value, self.devicePixelRatioF())
        if key not in self._signs:
            self._signs[key] = sign(line.signed, line.value, self.board, key[2])
        return self._signs[key]


class _Row(QStyledItemDelegate):
    """Paints a sign, a name, and the key at the right."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(40, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        kinds = self.parent()
        assert isinstance(kinds, KindList)
        line: KindLine = index.data(KIND)
        colours, area = theme.colours(), option.rect
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QColor(colours.accent) if is_chosen else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.hover if is_chosen else colours.raised))
            painter.drawRoundedRect(area.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        made = kinds.sign_of(line)
        left = area.left() + 6
        if made is not None:
            painter.drawPixmap(left, area.top() + 3, made)
        left += 32 + 8
        right = area.right() - 6
        if line.key:
            painter.setFont(theme.badge_font(option.font))
            painter.setPen(QColor(colours.muted))
            painter.drawText(QRect(right - 10, area.top(), 12, area.height()),
                             int(Qt.AlignmentFlag.AlignVCenter), line.key)  # fmt: skip
            right -= 16
        painter.setFont(option.font)
        painter.setPen(QColor(colours.link if is_chosen else colours.text))
        room = QRect(left, area.top(), max(right - left, 0), area.height())
        text = elided(line.text, painter.font(), room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), text)
        painter.restore()
