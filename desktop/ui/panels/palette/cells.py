"""Rows of cells of which one is chosen, by hand or with the arrow keys."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop.ui import theme
from desktop.ui.menus.keys import PRESSES, is_override

HIGH = 24
DARK_BELOW = 64
AIR = 8
"""Pixels beside a word of a cell, at least."""
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
SHIFT = Qt.KeyboardModifier.ShiftModifier


@dataclass(frozen=True, slots=True)
class Cell:
    """One choice."""

    value: str
    text: str
    tip: str = ""


class Cells(QWidget):
    """Cells of equal width, while the words fit so, in one frame; the chosen one stands out."""

    chosen = Signal(str, bool)
    """A value, and whether Shift was held."""

    def __init__(
        self, cells: Sequence[Cell], name: str, *, slots: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.cells = tuple(cells)
        self.value = ""
        self._slots = max(slots, len(cells))
        self._at = 0
        """The cell that the keys are at."""
        self._over = -1
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setFixedHeight(HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return little: it takes the width that there is."""
        return QSize(24 * self._slots, HIGH)

    def show_value(self, value: str) -> None:
        """Show which is chosen."""
        if value != self.value:
            self.value = value
            self._at = next((i for i, cell in enumerate(self.cells) if cell.value == value), 0)
            self.update()

    def box_of(self, value: str) -> QRect:
        """Return where a cell is."""
        at = next(i for i, cell in enumerate(self.cells) if cell.value == value)
        return self._box(at)

    def _box(self, at: int) -> QRect:
        edges = self._edges()
        return QRect(edges[at], 0, edges[at + 1] - edges[at], self.height())

    def _edges(self) -> list[int]:
        """Return where each cell begins and the last one ends.

        Where the longest word has no air in a cell like the others, all words get the same air.
        """
        count, wide = self._slots, self.width()
        metrics = QFontMetrics(self._font(theme.BADGE_TEXT_PX))
        lengths = [metrics.horizontalAdvance(cell.text) for cell in self.cells]
        air = (wide - sum(lengths)) / count
        if count > len(lengths) or max(lengths) + AIR <= wide // count or air < 0:
            return [wide * at // count for at in range(count + 1)]
        return [round(sum(lengths[:at]) + at * air) for at in range(count + 1)]

    def _font(self, size: int) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(size)
        return font

    def _cell_at(self, x: float) -> int:
        at = bisect_right(self._edges(), x) - 1
        return at if 0 <= at < len(self.cells) else -1

    # Painting

    def paintEvent(self, _event: object) -> None:
        """Paint the frame, then cell by cell."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.colours()
        whole = QRectF(self._box(0).united(self._box(len(self.cells) - 1)))
        whole.adjust(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.setBrush(QColor(colours.field))
        painter.drawRoundedRect(whole, 4, 4)
        for at, cell in enumerate(self.cells):
            self.paint_cell(painter, QRectF(self._box(at)), cell, over=at == self._over)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.text), 1, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(QRectF(self._box(self._at)).adjusted(3, 3, -3, -3), 2, 2)
        painter.end()

    def paint_cell(self, painter: QPainter, box: QRectF, cell: Cell, *, over: bool) -> None:
        """Paint one cell."""
        colours = theme.colours()
        is_chosen = cell.value == self.value
        if is_chosen or over:
            painter.setPen(QPen(QColor(colours.accent), 1) if is_chosen else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.hover))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        self.paint_text(painter, box, cell, colours.text if is_chosen else colours.muted)

    def paint_text(self, painter: QPainter, box: QRectF, cell: Cell, colour: str) -> None:
        """Paint what a cell says, all cells in one size."""
        font = self._font(theme.PANEL_TEXT_PX)
        longest = max(QFontMetrics(font).horizontalAdvance(each.text) for each in self.cells)
        if longest > self.width() // self._slots - AIR:
            font = self._font(theme.BADGE_TEXT_PX)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), cell.text)

    # Hand and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a cell."""
        at = self._cell_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and at >= 0:
            self._at = at
            self.choose(at, more=bool(event.modifiers() & SHIFT))

    def choose(self, at: int, *, more: bool = False) -> None:
        """Choose a cell by its place."""
        self.update()
        self.chosen.emit(self.cells[at].value, more)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show what a press would choose."""
        at = self._cell_at(event.position().x())
        if at != self._over:
            self._over = at
            self.update()

    def leaveEvent(self, _event: QEvent) -> None:
        """Show nothing any more."""
        self._over = -1
        self.update()

    def event(self, event: QEvent) -> bool:
        """Claim the keys of the row, and say what a cell means."""
        if is_override(event) and (event.key() in PRESSES or event.key() in STEPS):
            event.accept()
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self._cell_at(event.pos().x())
            QToolTip.showText(event.globalPos(), self.cells[at].tip if at >= 0 else "", self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go along with the arrows, choose with Space or Enter."""
        if event.key() in STEPS:
            self._at = min(max(self._at + STEPS[Qt.Key(event.key())], 0), len(self.cells) - 1)
            self.update()
        elif event.key() in PRESSES:
            self.choose(self._at, more=bool(event.modifiers() & SHIFT))
        else:
            super().keyPressEvent(event)


class Grades(Cells):
    """The grades of a family of traits: what is laid is filled, what the brush holds is framed."""

    NONE = ""

    def __init__(
        self, cells: Sequence[Cell], name: str, fill: str, ink: str, *, slots: int = 4,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(cells, name, slots=slots, parent=parent)
        self._fill, self._ink = fill, ink
        self.laid: tuple[frozenset[str], frozenset[str], bool] = (frozenset(), frozenset(), False)
        self.brush: frozenset[str] = frozenset()

    def show_laid(self, every: frozenset[str], some: frozenset[str], *, is_asked: bool) -> None:
        """Show what all selected zones have, and what only some; nothing where none is selected."""
        if (every, some, is_asked) != self.laid:
            self.laid = (every, some, is_asked)
            self.update()

    def show_brush(self, words: frozenset[str]) -> None:
        """Show what the brush holds."""
        if words != self.brush:
            self.brush = words
            self.update()

    def paint_cell(self, painter: QPainter, box: QRectF, cell: Cell, *, over: bool) -> None:
        """Paint one grade."""
        colours = theme.colours()
        every, some, is_asked = self.laid
        inner, text = box.adjusted(2.5, 2.5, -2.5, -2.5), colours.muted
        painter.setPen(Qt.PenStyle.NoPen)
        if over:
            painter.setBrush(QColor(colours.hover))
            painter.drawRoundedRect(inner, 3, 3)
        words = {each.value for each in self.cells if each.value}
        none_laid = is_asked and not words & (every | some)
        if cell.value in every and cell.value:
            painter.setBrush(QColor(self._fill))
            painter.setPen(QPen(QColor(self._ink), 0.8))
            painter.drawRoundedRect(inner, 3, 3)
            text = self._ink
        elif cell.value in some and cell.value:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            dark = QColor(self._fill).lightness() < DARK_BELOW
            edge = QColor(self._ink if dark else self._fill)
            painter.setPen(QPen(edge, 1.4, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(inner, 3, 3)
            text = colours.text
        elif not cell.value and none_laid:
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(inner, 3, 3)
            text = colours.text
        if cell.value and cell.value in self.brush:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
            text = text if cell.value in every else colours.text
        self.paint_text(painter, box, cell, text)
