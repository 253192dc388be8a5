"""The order itself, painted: a click selects, a drag or Ctrl with the arrows moves an entry."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from desktop.core.model.words import FighterId
from desktop.ui import theme
from desktop.ui.canvas.ink import elided
from desktop.ui.menus.keys import ENTER, is_override
from desktop.ui.panels.order_lines import MemberLine, OrderLine

ROW_PX, ACTING_PX, MEMBERS_PX = 26, 36, 20
DRAG_PX = 4
NUMBER_PX = 26
LEAST_NAME_PX = 56
"""What of a name is shown before anything stands beside it."""
CTRL = Qt.KeyboardModifier.ControlModifier
MIDDLE = Qt.AlignmentFlag.AlignVCenter
ACTED = " ✓"
OWN_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Space)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A member's place in the row of its group."""

    box: QRect
    member: MemberLine


class OrderList(QWidget):
    """One row an entry; groups fold."""

    chosen = Signal(str, bool)
    """A fighter's or group's id, and whether it is added to the selection."""
    moved = Signal(int, int)
    """An entry was moved from one place to another."""
    taken_over = Signal(str)
    """A member shall act."""
    shown = Signal(str)
    """A double click or Enter: bring it into view."""
    offered = Signal(str, QPoint)
    """A right click on an entry."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.lines: list[OrderLine] = []
        self.selected: frozenset[str] = frozenset()
        self.unfolded: set[str] = set()
        self.current = 0
        self._rows: list[QRect] = []
        self._spots: list[_Spot] = []
        self._pressed: QPoint | None = None
        self._from: int | None = None
        self._to: int | None = None

    def show_lines(self, lines: list[OrderLine]) -> None:
        """Show another order."""
        if lines != self.lines:
            self.lines = lines
            self.current = min(self.current, max(0, len(lines) - 1))
            self._lay_out()

    def show_selected(self, ids: frozenset[str]) -> None:
        """Show who is selected."""
        if ids != self.selected:
            self.selected = ids
            self.update()

    # Where everything is

    def _lay_out(self) -> None:
        self._rows, self._spots = [], []
        top = 0
        for line in self.lines:
            high = ACTING_PX if line.acting else ROW_PX
            if self.is_unfolded(line):
                high += self._lay_out_members(line, top + high)
            self._rows.append(QRect(0, top, self.width(), high))
            top += high
        self.setMinimumHeight(top + 2)
        self.updateGeometry()
        self.update()

    def _lay_out_members(self, line: OrderLine, top: int) -> int:
        """Place a group's members below its name; return how high they stand."""
        font = theme.badge_font(self.font())
        left, at, step = NUMBER_PX + 6, NUMBER_PX + 6, MEMBERS_PX
        below = 0
        for member in line.members:
            wide = QFontMetrics(font).horizontalAdvance(self._member_text(member)) + 12
            if at + wide > self.width() - 4 and at > left:
                at, below = left, below + step
            self._spots.append(_Spot(QRect(at, top + below - 2, wide, step - 2), member))
            at += wide + 2
        return below + step

    def _member_text(self, member: MemberLine) -> str:
        wounds = "–" if member.out else f"{member.wounds}"
        return f"{member.letter} {wounds}{ACTED if member.acted and not member.out else ''}"

    def is_unfolded(self, line: OrderLine) -> bool:
        """Whether a group's members are shown: while it acts, or when it was unfolded."""
        return bool(line.members) and (line.acting or line.id in self.unfolded)

    def row_rect(self, entry: str) -> QRect:
        """Return where an entry stands; an empty rectangle for one that is not there."""
        for line, rect in zip(self.lines, self._rows, strict=True):
            if line.id == entry:
                return rect
        return QRect()

    def member_rect(self, who: str) -> QRect:
        """Return where a member of an unfolded group stands."""
        return next((spot.box for spot in self._spots if spot.member.id == who), QRect())

    def _row_at(self, at: QPoint) -> int | None:
        return next((i for i, rect in enumerate(self._rows) if rect.contains(at)), None)

    def _member_at(self, at: QPoint) -> FighterId | None:
        found = (spot.member.id for spot in self._spots if spot.box.contains(at))
        return next(found, None)

    # The hand

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click or drag begins."""
        at = event.position().toPoint()
        row = self._row_at(at)
        event.accept()
        if row is None:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.current = row
        if event.button() == Qt.MouseButton.RightButton:
            self.offered.emit(self._id_at(at), event.globalPosition().toPoint())
            return
        self._pressed, self._from = at, row
        self.update()

    def _id_at(self, at: QPoint) -> str:
        member = self._member_at(at)
        row = self._row_at(at)
        if member is not None:
            return member
        return "" if row is None else self.lines[row].id

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry an entry to another place."""
        at = event.position().toPoint()
        if self._pressed is None or self._from is None:
            self._tip(at, event.globalPosition().toPoint())
            return
        if self._to is None and (at - self._pressed).manhattanLength() <= DRAG_PX:
            return
        self._to = self._gap_at(at.y())
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self.update()

    def _gap_at(self, y: int) -> int:
        return sum(1 for rect in self._rows if y > rect.center().y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the entry, or select what was clicked."""
        start, to, pressed = self._from, self._to, self._pressed
        self._from = self._to = self._pressed = None
        self.unsetCursor()
        self.update()
        if start is None or pressed is None:
            return
        if to is not None:
            at = to if to <= start else to - 1
            if at != start:
                self.current = at
                self.moved.emit(start, at)
            return
        line = self.lines[start]
        member = self._member_at(pressed)
        if line.members and member is None and pressed.x() > self.width() - 34:
            self._fold(line)
        else:
            add = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.chosen.emit(member or line.id, add)

    def _fold(self, line: OrderLine) -> None:
        self.unfolded ^= {line.id}
        self._lay_out()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Bring it into view; a member of the group that acts takes over."""
        at = event.position().toPoint()
        row, member = self._row_at(at), self._member_at(at)
        if row is None:
            return
        if member is not None and self.lines[row].acting:
            self.taken_over.emit(member)
        else:
            self.shown.emit(member or self.lines[row].id)

    def event(self, event: QEvent) -> bool:
        """Keep the list's own keys from the window's shortcuts."""
        if is_override(event) and event.key() in OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with the arrows, move with Ctrl and the arrows, fold with Space."""
        key = event.key()
        if not self.lines:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            to = self.current + (1 if key == Qt.Key.Key_Down else -1)
            if not 0 <= to < len(self.lines):
                return
            start, self.current = self.current, to
            if event.modifiers() & CTRL:
                self.moved.emit(start, to)
            else:
                self.chosen.emit(self.lines[to].id, False)
            self.update()
        elif key == Qt.Key.Key_Space and self.lines[self.current].members:
            self._fold(self.lines[self.current])
        elif key in ENTER:
            self.shown.emit(self.lines[self.current].id)
        else:
            super().keyPressEvent(event)

    def _tip(self, at: QPoint, where: QPoint) -> None:
        row = self._row_at(at)
        text = ""
        if row is not None:
            line = self.lines[row]
            spot = next((each for each in self._spots if each.box.contains(at)), None)
            if spot is not None:
                text = f"{line.name} {spot.member.letter}: {_wounds(spot.member)}"
            else:
                text = f"{line.name}, initiative {line.initiative}. Drag it to another place."
        if text:
            QToolTip.showText(where, text, self)

    # Painting

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew for another width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._lay_out()

    def sizeHint(self) -> QSize:
        """Return the height of all rows."""
        return QSize(180, self._rows[-1].bottom() + 2 if self._rows else ROW_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows that show, and where a dragged one would go."""
        shown = event.rect()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for at, (line, rect) in enumerate(zip(self.lines, self._rows, strict=True)):
            if not rect.intersects(shown):
                continue
            painter.setOpacity(0.4 if self._to is not None and at == self._from else 1)
            self._paint_row(painter, line, rect, current=at == self.current and self.hasFocus())
        painter.setOpacity(1)
        for spot in self._spots:
            if spot.box.intersects(shown):
                self._paint_member(painter, spot)
        if self._to is not None:
            y = self._rows[self._to].top() if self._to < len(self._rows) else self._bottom()
            painter.setPen(QPen(QColor(theme.colours().accent), 2))
            painter.drawLine(4, y + 1, self.width() - 4, y + 1)

    def _bottom(self) -> int:
        return self._rows[-1].bottom() if self._rows else 0

    def _paint_row(self, painter: QPainter, line: OrderLine, rect: QRect, *, current: bool) -> None:
        colours = theme.colours()
        if line.acting:
            painter.fillRect(rect, QColor(colours.raised))
            painter.fillRect(QRect(0, rect.top(), 3, rect.height()), QColor(colours.acting))
        if line.id in self.selected:
            painter.fillRect(rect, theme.faded(colours.accent, 0.18))
        if current:
            painter.setPen(QPen(QColor(colours.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        high = ACTING_PX if line.acting else ROW_PX
        upper = QRect(rect.left(), rect.top(), rect.width(), high)
        faint = line.struck or (line.acted and not line.acting)
        painter.setFont(theme.badge_font(self.font()))
        painter.setPen(QColor(colours.off if faint else colours.muted))
        number = QRect(4, upper.top(), NUMBER_PX - 8, high)
        painter.drawText(number, MIDDLE | Qt.AlignmentFlag.AlignRight, str(line.initiative))
        if line.colour:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(line.colour))
            painter.drawEllipse(QRect(NUMBER_PX, upper.center().y() - 3, 7, 7))
        right = self._paint_mark(painter, line, upper)
        font = QFont(self.font())
        font.setBold(line.acting)
        font.setStrikeOut(line.struck)
        painter.setFont(font)
        painter.setPen(QColor(colours.off if faint else colours.text))
        left = NUMBER_PX + 12
        room = QRect(left, upper.top(), right - left - 4, high)
        name = elided(line.name, painter.font(), room.width())
        painter.drawText(room, MIDDLE, name)

    def _paint_mark(self, painter: QPainter, line: OrderLine, upper: QRect) -> int:
        """Draw what stands at the right of a row; return where it begins."""
        colours = theme.colours()
        parts = []
        if line.mark and not line.acting:
            parts.append((line.mark, colours.accent if line.mark == "next" else colours.muted))
        if line.members:
            here = sum(1 for member in line.members if not member.out)
            fold = "▾" if self.is_unfolded(line) else "▸"
            parts.append((f"{here} {fold}", colours.muted))
        elif line.most is not None and not line.struck:
            worn = line.wounds / line.most if line.most else 0
            ink = colours.wounds if worn >= 1 else colours.warning if worn > 0.5 else colours.muted
            parts.append((f"{line.wounds}/{line.most}", ink))
        right = upper.right() - 6
        painter.setFont(theme.badge_font(self.font()))
        name = NUMBER_PX + 12 + min(LEAST_NAME_PX, QFontMetrics(self.font()).horizontalAdvance(
            line.name
        ))  # fmt: skip
        for text, ink in reversed(parts):
            wide = painter.fontMetrics().horizontalAdvance(text)
            if right - wide < name:
                break  # the name goes first
            painter.setPen(QColor(ink))
            painter.drawText(
                QRect(right - wide, upper.top(), wide + 2, upper.height()), MIDDLE, text
            )
            right -= wide + 8
        return right

    def _paint_member(self, painter: QPainter, spot: _Spot) -> None:
        colours = theme.colours()
        member = spot.member
        painter.setPen(QColor(colours.acting if member.acting else colours.line))
        fill = theme.faded(colours.accent, 0.3) if member.id in self.selected else QColor(
            colours.panel
        )  # fmt: skip
        painter.setBrush(fill)
        painter.drawRoundedRect(spot.box.adjusted(0, 1, -1, -1), 4, 4)
        worn = member.most is not None and member.wounds >= member.most > 0
        is_past = member.out or (member.acted and not member.acting)
        ink = colours.off if is_past else colours.wounds if worn else colours.text
        painter.setPen(QColor(ink))
        painter.setFont(theme.badge_font(self.font()))
        painter.drawText(spot.box, Qt.AlignmentFlag.AlignCenter, self._member_text(member))


def _wounds(member: MemberLine) -> str:
    if member.out:
        return "out"
    most = f" of {member.most}" if member.most is not None else ""
    acted = ", has acted" if member.acted else ""
    return f"{member.wounds}{most} wounds{acted}"
