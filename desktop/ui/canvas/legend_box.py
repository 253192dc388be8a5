"""The legend as a small box over the board that unfolds when asked."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.ui.canvas import ink
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.legend import SWATCH, LegendLine, legend
from desktop.ui.theme import BADGE_TEXT_PX, RHYTHM_PX, colours, faded

HEAD_PX, LINE_PX, MOST_LINES = 22, 22, 14
CLOSED_PX = 84


class LegendBox(QWidget):
    """A head that folds, and a line for each sign this board uses, in columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("legend")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("What the signs on this board mean")
        self._drawn: Drawn | None = None
        self._parts: tuple[object, ...] = ()
        self._lines: list[LegendLine] = []
        self.is_open = False
        self._fold()

    def show_drawn(self, drawn: Drawn) -> None:
        """Explain another board; worked out only while the box is open and something changed."""
        self._drawn = drawn
        if self.is_open:
            self._refresh()

    def toggle(self) -> None:
        """Fold or unfold."""
        self.is_open = not self.is_open
        if self.is_open:
            self._refresh()
        self._fold()

    def texts(self) -> list[str]:
        """Return what the open box says, line by line."""
        return [line.text for line in self._lines] if self.is_open else []

    def _refresh(self) -> None:
        if self._drawn is None:
            return
        encounter, stands = self._drawn.encounter, self._drawn.stands
        parts = (encounter.board, encounter.sides, stands)
        if len(parts) == len(self._parts) and all(
            a is b for a, b in zip(parts, self._parts, strict=True)
        ):
            return
        self._parts = parts
        fighting = {stand.side for stand in stands.values()}
        self._lines = legend(encounter, self.devicePixelRatioF(), fighting)
        self._fold()

    def _fold(self) -> None:
        self.resize(self.sizeHint())
        self.update()

    def _columns(self) -> list[tuple[list[LegendLine], int]]:
        """Return the lines of each column, and how wide it is."""
        font = ink.font(BADGE_TEXT_PX)
        found = []
        for start in range(0, len(self._lines), MOST_LINES):
            part = self._lines[start : start + MOST_LINES]
            text = max(ink.text_width(line.text, font) for line in part)
            found.append((part, round(SWATCH.width() + text + 6 * RHYTHM_PX)))
        return found

    def sizeHint(self) -> QSize:
        """Return the size, folded or not."""
        if not self.is_open or not self._lines:
            return QSize(CLOSED_PX, HEAD_PX)
        columns = self._columns()
        wide = max(CLOSED_PX, sum(width for _, width in columns))
        return QSize(wide, HEAD_PX + len(columns[0][0]) * LINE_PX + RHYTHM_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the head, and the lines where it is open."""
        theme = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink.plate(painter, self.rect().toRectF(), faded(theme.panel, 0.94), 4)
        if self.hasFocus():
            painter.setPen(QColor(theme.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 4, 4)
        painter.setFont(ink.font(BADGE_TEXT_PX, bold=True))
        painter.setPen(faded(theme.muted, 1))
        head = QRect(2 * RHYTHM_PX, 0, self.width(), HEAD_PX)
        arrow = "▾" if self.is_open else "▸"
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter, f"{arrow} Legend")
        if self.is_open:
            self._paint_lines(painter)

    def _paint_lines(self, painter: QPainter) -> None:
        painter.setFont(ink.font(BADGE_TEXT_PX))
        painter.setPen(faded(colours().text, 1))
        left = 2 * RHYTHM_PX
        for lines, width in self._columns():
            for number, line in enumerate(lines):
                top = HEAD_PX + number * LINE_PX
                painter.drawPixmap(left, top, line.swatch)
                box = QRect(left + SWATCH.width() + 2 * RHYTHM_PX, top, width, SWATCH.height())
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, line.text)
            left += width

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold; nothing of it reaches the board."""
        event.accept()
        if event.button() == Qt.MouseButton.LeftButton:
            self.toggle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold or unfold with Space or Enter."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            self.toggle()
        else:
            super().keyPressEvent(event)
