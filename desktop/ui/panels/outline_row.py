"""How a row of the outline looks."""

from __future__ import annotations

from math import ceil
from typing import cast

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop.ui import theme
from desktop.ui.canvas.ink import elided, text_width
from desktop.ui.menus.keys import ENTER
from desktop.ui.panels.outline_model import EYE, LOCK, NAME, Index, OutlineModel
from desktop.ui.panels.outline_nodes import KIND_ROWS, Look

ROW_PX = 24
TOGGLE_PX = 22
INDENT_PX = 14
TOGGLES: dict[int, tuple[str, str]] = {
    EYE: ("eye-outline", "eye-off-outline"), LOCK: ("lock", "lock-open-variant-outline"),
}  # fmt: skip
"""The icons of an eye and a lock, on and off."""
ICON_PX = 14
MIDDLE = int(Qt.AlignmentFlag.AlignVCenter)


class OutlineRow(QStyledItemDelegate):
    """Paints the parts of a row, and lays the field for its name over it."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return one height for all."""
        return QSize(40, ROW_PX)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Lay the field for a name over its row."""
        editor.setGeometry(option.rect.adjusted(-4, -1, -4, 1))

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Take a name over with Enter at once; Qt would a turn later, when its row may be gone."""
        pressed = event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(editor, QLineEdit) and cast("QKeyEvent", event).key() in ENTER:
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
            return True
        return super().eventFilter(editor, event)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the name that follows the hand in a drag; the tree paints its rows whole."""
        if index.column() == NAME:
            look = cast("OutlineModel", index.model()).look_of(index)
            self.paint_name(painter, option.rect, look, QFont(option.font), chosen=True)

    def paint_ground(self, painter: QPainter, area: QRect, *, chosen: bool, over: bool) -> None:
        """Paint what is under a row that is chosen or under the pointer."""
        colours = theme.colours()
        if chosen:
            painter.fillRect(area, QColor(colours.hover))
            painter.fillRect(QRect(0, area.top(), 2, area.height()), QColor(colours.accent))
        elif over:
            painter.fillRect(area, QColor(colours.raised))

    def paint_focus(self, painter: QPainter, area: QRect) -> None:
        """Paint the frame of the row that the keys go to."""
        painter.setPen(QPen(QColor(theme.colours().accent), 1))
        painter.drawRect(area.adjusted(0, 0, -1, -1))

    def paint_toggle(
        self, painter: QPainter, area: QRect, look: Look, column: int, *, over: bool
    ) -> None:
        """Paint the eye or the lock of a row that has one."""
        on = look.eye if column == EYE else look.lock
        if on is None:
            return
        colours = theme.colours()
        is_usual = on is (column == EYE)
        colour = colours.off if is_usual and not over else colours.text
        box = QRect(0, 0, ICON_PX, ICON_PX)
        box.moveCenter(area.center())
        theme.paint_icon(painter, QRectF(box), TOGGLES[column][0 if on else 1], colour)

    def paint_chevron(self, painter: QPainter, area: QRect, *, unfolded: bool) -> None:
        """Paint the mark before a name that has something under it."""
        box = QRectF(area.left() - INDENT_PX, area.center().y() - 6, ICON_PX, ICON_PX)
        name = "chevron-down" if unfolded else "chevron-right"
        theme.paint_icon(painter, box, name, theme.colours().muted)

    def paint_name(
        self, painter: QPainter, area: QRect, look: Look, font: QFont, *, chosen: bool
    ) -> None:
        """Paint the name of a row, with what stands before and small behind it."""
        colours = theme.colours()
        left, right = area.left() + 2, area.right() - 8
        if look.ref is None:
            box = QRectF(left, area.center().y() - 6, ICON_PX, ICON_PX)
            theme.paint_icon(painter, box, KIND_ROWS[look.kind].icon, colours.muted)
            left += ICON_PX + 6
        elif look.colour:
            painter.setPen(QPen(QColor(look.colour), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(left + 2, area.center().y() - 3.5, 8, 8))
            left += ICON_PX + 2
        if look.detail:
            badge = theme.badge_font(font)
            wide = ceil(text_width(look.detail, badge))
            counted = look.ref is None and " of " in look.detail
            painter.setFont(badge)
            painter.setPen(QColor(colours.link if counted else colours.muted))
            box_of = QRect(right - wide, area.top(), wide + 1, area.height())
            painter.drawText(box_of, MIDDLE, look.detail)
            right -= wide + 8
        plain = colours.muted if look.ref is None else colours.text
        painter.setFont(font)
        painter.setPen(
            QColor(colours.off if look.is_dimmed else colours.link if chosen else plain)
        )  # fmt: skip
        room = QRect(left, area.top(), max(right - left, 0), area.height())
        painter.drawText(room, MIDDLE, elided(look.text, font, room.width()))
