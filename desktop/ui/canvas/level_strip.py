"""The strip of levels at the canvas's left, the highest on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop.core.model.board import Level
from desktop.core.model.named import one_line
from desktop.core.model.words import LevelId
from desktop.ui.canvas import ink
from desktop.ui.theme import PANEL_TEXT_PX, RHYTHM_PX, colours, faded

ROW_PX, WIDTH_PX, GAP_PX = 24, 132, 2


@dataclass(frozen=True, slots=True)
class LevelRow:
    """One line of the strip."""

    id: LevelId
    name: str
    height: str
    """As `+5`."""
    shown: bool


class LevelStrip(QWidget):
    """Names and heights of the levels. It changes nothing itself."""

    level_chosen = Signal(str)
    add_wanted = Signal()
    renamed = Signal(str, str)
    """A level's id, and the name that was typed."""
    menu_wanted = Signal(str, object)
    """A level's id, and the place on the desktop."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("levels")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._rows: tuple[_Row, ...] = ()
        self._looks: tuple[LevelRow, ...] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(GAP_PX)
        self._add = QToolButton(self)
        self._add.setObjectName("levels.add")
        self._add.setText("+")
        self._add.setToolTip("Add a level")
        self._add.setAccessibleName("Add a level")
        self._add.setFixedSize(ROW_PX, ROW_PX)
        self._add.setAutoFillBackground(True)
        self._add.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._add.clicked.connect(lambda: self.add_wanted.emit())
        self._layout.addWidget(self._add)

    def show_levels(self, levels: Sequence[Level], shown: LevelId, *, may_add: bool = True) -> None:
        """Show levels from the highest to the lowest, with the one in view marked."""
        looks = tuple(
            LevelRow(level.id, level.label, _height(level.height), level.id == shown)
            for level in sorted(levels, key=lambda level: -level.height)
        )
        self._add.setVisible(may_add)
        if looks != self._looks:
            self._looks = looks
            self._build(looks)
        self.adjustSize()
        self._let_through()

    def _let_through(self) -> None:
        """Take no room beside the rows and the button: the board there can be clicked."""
        below = len(self._rows) * (ROW_PX + GAP_PX)
        region = QRegion(0, 0, WIDTH_PX, below)
        if not self._add.isHidden():
            region = region.united(QRegion(0, below, ROW_PX, ROW_PX))
        self.setMask(region)

    def _build(self, looks: tuple[LevelRow, ...]) -> None:
        for row in self._rows:
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = tuple(_Row(look, self) for look in looks)
        for number, row in enumerate(self._rows):
            self._layout.insertWidget(number, row)
            row.show()

    def level_at(self, at: QPoint) -> LevelId | None:
        """Return the level whose row is at a place of the strip."""
        return next((row.look.id for row in self._rows if row.geometry().contains(at)), None)

    def rename(self, level: LevelId) -> None:
        """Open the field in which a level's name is typed."""
        for row in self._rows:
            if row.look.id == level:
                row.edit()


def _height(metres: float) -> str:
    return f"{metres:+g}" if metres else "0"


class _Row(QWidget):
    """One level: a click shows it, a double click opens its name."""

    def __init__(self, look: LevelRow, strip: LevelStrip) -> None:
        super().__init__(strip)
        self.look = look
        self._strip = strip
        self._field: QLineEdit | None = None
        self.setObjectName(f"levels.{look.id}")
        self.setFixedSize(WIDTH_PX, ROW_PX)
        self.setToolTip(f"{look.name}, {look.height} m")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """Return the one size."""
        return QSize(WIDTH_PX, ROW_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint name, height and the mark of the level in view."""
        theme = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = theme.hover if self.look.shown or self.underMouse() else theme.panel
        ink.plate(painter, self.rect().toRectF(), faded(fill, 0.94), 4)
        if self.look.shown:
            painter.setBrush(faded(theme.accent, 1))
            painter.drawRect(0, 4, 3, ROW_PX - 8)
        painter.setFont(ink.font(PANEL_TEXT_PX, bold=self.look.shown))
        painter.setPen(faded(theme.text if self.look.shown else theme.muted, 1))
        box = self.rect().adjusted(2 * RHYTHM_PX + 2, 0, -2 * RHYTHM_PX, 0)
        room = box.width() - ink.text_width(self.look.height, painter.font()) - RHYTHM_PX
        name = ink.elided(self.look.name, painter.font(), room)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)
        painter.drawText(
            box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self.look.height
        )

    def enterEvent(self, event: object) -> None:
        """Show that it can be clicked."""
        self.update()

    def leaveEvent(self, event: object) -> None:
        """Show that the pointer is elsewhere."""
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the level."""
        event.accept()
        if event.button() == Qt.MouseButton.LeftButton:
            self._strip.level_chosen.emit(self.look.id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the name."""
        event.accept()
        self.edit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the level's menu."""
        event.accept()
        self._strip.menu_wanted.emit(self.look.id, event.globalPos())

    def edit(self) -> None:
        """Open a field for the name; Enter keeps it, Esc does not."""
        if self._field is not None:
            return
        field = self._field = _NameField(self)
        field.setObjectName("levels.name")
        field.setText(self.look.name)
        field.setGeometry(self.rect())
        field.selectAll()
        field.show()
        field.setFocus()
        field.editingFinished.connect(self._typed)
        field.dropped.connect(self._close)

    def _typed(self) -> None:
        field = self._field
        if field is None:
            return
        name = one_line(field.text())
        self._close()
        if name and name != self.look.name:
            self._strip.renamed.emit(self.look.id, name)

    def _close(self) -> None:
        field, self._field = self._field, None
        if field is not None:
            field.hide()
            field.deleteLater()


class _NameField(QLineEdit):
    dropped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Drop what was typed on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            event.accept()
            self.dropped.emit()
        else:
            super().keyPressEvent(event)
