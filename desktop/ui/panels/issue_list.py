"""The list of the issues: how a row looks, where its buttons are, and what hand and keys do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from desktop.core.rules.catalogue import Grade
from desktop.ui import theme
from desktop.ui.canvas.ink import elided
from desktop.ui.menus.keys import ENTER, is_override
from desktop.ui.panels.issue_rows import ROW, Index, IssueRows, Row

Part = Literal["row", "enter", "fix", "mute"]
ICONS: dict[Grade, str] = {
    "error": "alert-octagon", "warning": "alert", "hint": "lightbulb-on-outline",
}  # fmt: skip
HEADING_PX, BUTTON_PX, FIELD_PX = 24, 20, 26
EDGE, GAP, TEXT_LEFT = 8, 4, 32
LEAST_PLACE_PX = 48
MOST_HEIGHTS = MOST_LAID = 4096
KEEPING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
WRAPPED = int(Qt.TextFlag.TextWordWrap)


def colour_of(grade: Grade) -> str:
    """Return the colour that a grade's sign has."""
    colours = theme.colours()
    return {"error": colours.error, "warning": colours.warning, "hint": colours.hint}[grade]


@dataclass(frozen=True, slots=True)
class Parts:
    """Where everything of one row is, from the row's own corner."""

    says: QRect
    why: QRect
    place: QRect
    fix: QRect
    mute: QRect
    fix_text: str
    mute_text: str
    height: int


def parts_of(row: Row, width: int, font: QFont, *, current: bool, over: bool) -> Parts:
    """Lay one row out."""
    metrics, badge = QFontMetrics(font), QFontMetrics(theme.badge_font(font))
    room = max(width - TEXT_LEFT - EDGE, 40)
    says = QRect(TEXT_LEFT, 6, room, _high(metrics, room, row.text))
    bottom = says.bottom() + 1
    why = QRect()
    issue = row.issue
    if issue is None:
        return Parts(says, why, QRect(), QRect(), QRect(), "", "", HEADING_PX)
    second = _second_line(row, current=current)
    if second:
        why = QRect(TEXT_LEFT, bottom + 2, room, _high(metrics, room, second))
        bottom = why.bottom() + 1
    place, fix, mute = QRect(), QRect(), QRect()
    mute_text = "Hear again" if issue.muted is not None else "Mute"
    wanted = "Fix"
    if issue.fix is not None:
        spare = room - _button(badge, mute_text) - GAP
        wanted = issue.fix.says if _button(badge, issue.fix.says) <= spare else "Fix"
    says_place = row.places and (current or row.places.split(",")[0] not in row.text)
    if says_place or issue.fix is not None or current or over:
        line = QRect(TEXT_LEFT, bottom + GAP, room, BUTTON_PX)
        if not (says_place or issue.fix is not None or current):
            line.moveBottom(bottom - 1)  # over the end of the text: the row grows for no pointer
        right = line.right() + 1
        beside = _from_right(line, right, _button(badge, mute_text))
        if current or over:
            mute = beside
        if mute == beside or issue.fix is not None:  # a fix stays where it is under the pointer
            right = beside.left() - GAP
        if issue.fix is not None:
            fix = _from_right(line, right, _button(badge, wanted))
            right = fix.left() - GAP
        if says_place and right - line.left() >= LEAST_PLACE_PX:
            place = QRect(line.left(), line.top(), right - line.left(), BUTTON_PX)
        bottom = line.bottom() + 1
    return Parts(says, why, place, fix, mute, wanted, mute_text, bottom + 6)


def _second_line(row: Row, *, current: bool) -> str:
    issue = row.issue
    if issue is None:
        return ""
    if issue.muted is not None:
        return f"Muted: {issue.muted}" if issue.muted else "Muted."
    return issue.why if current else ""


def _high(metrics: QFontMetrics, width: int, text: str) -> int:
    return metrics.boundingRect(QRect(0, 0, width, 10_000), WRAPPED, text).height()


def _button(metrics: QFontMetrics, text: str) -> int:
    return metrics.horizontalAdvance(text) + 16


def _from_right(line: QRect, right: int, width: int) -> QRect:
    return QRect(right - width, line.top(), width, line.height())


@dataclass(slots=True)
class Laying:
    """What is the same for all rows while a list is laid out, and the heights from last time."""

    width: int
    font: str
    rows: tuple[Row, ...]
    special: frozenset[int]
    """The rows that are higher than others of their text: the chosen one, and one that asks."""
    heights: dict[int, tuple[Row, int]]


class IssueRow(QStyledItemDelegate):
    """Paints a row, and lets the reason of muting be typed at its foot."""

    reason_typed = Signal(object, str)
    """The row that shall be muted, and why."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.laying: Laying | None = None
        """Set while the whole list is laid out."""
        self._laid: dict[tuple[int, int, str, bool, bool], tuple[Row, Parts]] = {}

    def parts(self, option: QStyleOptionViewItem, row: Row) -> Parts:
        """Return where everything of a row is as it is shown."""
        view = cast("IssueList", option.widget)
        state = option.state
        return self._parts(
            row, view.viewport().width(), option.font,
            current=bool(state & QStyle.StateFlag.State_Selected),
            over=bool(state & QStyle.StateFlag.State_MouseOver),
        )  # fmt: skip

    def _parts(self, row: Row, width: int, font: QFont, *, current: bool, over: bool) -> Parts:
        """Lay a row out, once: measuring its text costs more than painting it."""
        key = id(row), width, font.key(), current, over
        known = self._laid.get(key)
        if known is None or known[0] is not row:
            if len(self._laid) > MOST_LAID:
                self._laid.clear()
            laid = parts_of(row, width, font, current=current, over=over)
            known = self._laid[key] = row, laid
        return known[1]

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a row's height; a chosen one says more, and one that is muted asks."""
        number = index.row()
        if self.laying is None or number in self.laying.special:
            view = cast("IssueList", option.widget)
            row: Row = index.data(ROW)
            current = number == view.currentIndex().row()
            height = self._height(row, view.viewport().width(), option.font, current=current)
            return QSize(40, height + (FIELD_PX + GAP if number == view.asking else 0))
        row = self.laying.rows[number]
        known = self.laying.heights.get(id(row))
        if known is None or known[0] is not row:
            height = self._height(row, self.laying.width, option.font, current=False)
            known = self.laying.heights[id(row)] = row, height
        return QSize(40, known[1])

    def _height(self, row: Row, width: int, font: QFont, *, current: bool) -> int:
        over = row.issue is not None and row.issue.fix is not None
        return self._parts(row, width, font, current=current, over=over).height

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a heading or an issue."""
        row: Row = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.issue is None:
            self._heading(painter, option, row)
        else:
            self._issue(painter, option, row)
        painter.restore()

    def _heading(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        colours, area = theme.colours(), option.rect
        font = theme.badge_font(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(QColor(colours.link if chosen else colours.muted))
        left = EDGE
        if row.folds is not None:
            name = "chevron-right" if row.folds else "chevron-down"
            box = QRect(left, area.top() + 4, 16, 16)
            theme.paint_icon(painter, box.toRectF(), name, painter.pen().color())
            left = TEXT_LEFT
        text = QRect(area.left() + left, area.top(), area.width() - left, HEADING_PX)
        painter.drawText(text, int(Qt.AlignmentFlag.AlignVCenter), row.text.upper())

    def _issue(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        issue = row.issue
        assert issue is not None
        colours, area = theme.colours(), option.rect
        laid = self.parts(option, row)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, QColor(colours.hover))
            painter.fillRect(QRect(area.left(), area.top(), 2, area.height()), _accent())
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(colours.raised))
        quiet = issue.muted is not None
        sign = QRect(EDGE, area.top() + 6, 16, 16).toRectF()
        colour = colours.off if quiet else colour_of(issue.grade)
        theme.paint_icon(painter, sign, ICONS[issue.grade], colour)
        corner = area.topLeft()
        painter.setFont(option.font)
        painter.setPen(QColor(colours.muted if quiet else colours.text))
        painter.drawText(laid.says.translated(corner), WRAPPED, row.text)
        painter.setPen(QColor(colours.muted))
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if not laid.why.isNull():
            second = _second_line(row, current=chosen)
            painter.drawText(laid.why.translated(corner), WRAPPED, second)
        painter.setFont(theme.badge_font(option.font))
        if not laid.place.isNull():
            where_it_is = elided(row.places, painter.font(), laid.place.width())
            where = int(Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(laid.place.translated(corner), where, where_it_is)
        for box, text, loud in (
            (laid.fix, laid.fix_text, True), (laid.mute, laid.mute_text, False),
        ):  # fmt: skip
            if not box.isNull():
                _paint_button(painter, box.translated(corner), text, loud=loud)

    # Typing the reason

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return the field for the reason."""
        field = QLineEdit(parent)
        field.setObjectName("issue.reason")
        field.setPlaceholderText("A reason, if any; Enter")
        return field

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Lay the field at the foot of its row."""
        area = option.rect
        left = TEXT_LEFT - 2
        editor.setGeometry(
            area.left() + left, area.bottom() - FIELD_PX - 3, area.width() - left - EDGE + 2,
            FIELD_PX,
        )  # fmt: skip

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Leave what is being typed alone."""

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        """Hand nothing over when the field merely loses the focus."""

    def eventFilter(self, editor: object, event: QEvent) -> bool:
        """Mute on Enter, leave it on Esc; another window in front changes nothing."""
        if isinstance(event, QFocusEvent) and event.reason() in KEEPING:
            return False
        if isinstance(editor, QLineEdit) and isinstance(event, QKeyEvent):
            pressed = event.type() == QEvent.Type.KeyPress
            if pressed and event.key() in ENTER:
                self.reason_typed.emit(cast("IssueList", self.parent()).asked_row(),
                                       editor.text().strip())  # fmt: skip
                self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
                return True
        return super().eventFilter(editor, event)  # type: ignore[arg-type]  # any QObject


def _accent() -> QColor:
    return QColor(theme.colours().accent)


def _paint_button(painter: QPainter, box: QRect, text: str, *, loud: bool) -> None:
    colours = theme.colours()
    painter.setPen(QPen(QColor(colours.accent if loud else colours.off), 1))
    painter.setBrush(QColor(colours.raised))
    painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setPen(QColor(colours.link if loud else colours.text))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)


class IssueList(QListView):
    """The issues. A press decides which part of a row is meant, for the chosen row grows."""

    pressed_part = Signal(object, str)
    """A row, and what of it was clicked, or what its key means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = IssueRow(self)
        self.asking = -1
        """The row whose reason is being typed."""
        self._pressed: tuple[int, Part] | None = None
        self._laid: Laying | None = None
        self.setObjectName("issues.list")
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setItemDelegate(self.rows)
        self.rows.closeEditor.connect(self._asked)

    def doItemsLayout(self) -> None:
        """Lay all rows out; again where the scroll bar came or went, which Qt does not mind."""
        width = self.viewport().width()
        self._lay_out()
        if self.viewport().width() != width:
            self._lay_out()

    def _lay_out(self) -> None:
        """Lay all rows out, with the heights that are known for this width and font."""
        model, last = self.model(), self._laid
        rows = model.rows if isinstance(model, IssueRows) else ()
        width, font = self.viewport().width(), self.font().key()
        kept = last.heights if last and (last.width, last.font) == (width, font) else {}
        if len(kept) > MOST_HEIGHTS:
            kept = {}
        special = frozenset((self.currentIndex().row(), self.asking))
        self._laid = self.rows.laying = Laying(width, font, rows, special, kept)
        super().doItemsLayout()
        self.rows.laying = None

    def row_at(self, row: int) -> Row | None:
        """Return a row by its number."""
        found: Row | None = self.model().index(row, 0).data(ROW)
        return found

    def asked_row(self) -> Row | None:
        """Return the row whose reason is being typed."""
        return self.row_at(self.asking)

    def ask(self, row: int) -> None:
        """Open the field for the reason of a row."""
        index = self.model().index(row, 0)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.setCurrentIndex(index)
            self.asking = row
            self._resized(row)
            self.scrollTo(index)
            self.edit(index)

    def _asked(self, *_: object) -> None:
        row, self.asking = self.asking, -1
        self._resized(row)
        self.setFocus()

    def _resized(self, *rows: int) -> None:
        for row in rows:
            if row >= 0:
                self.rows.sizeHintChanged.emit(self.model().index(row, 0))
        self.scheduleDelayedItemsLayout()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Let the chosen row say more, and the one before less."""
        super().currentChanged(current, previous)
        self._resized(current.row(), previous.row())

    def part_at(self, at: QPoint) -> tuple[int, Part] | None:
        """Return what lies at a place of the list."""
        index = self.indexAt(at)
        row: Row | None = index.data(ROW) if index.isValid() else None
        if row is None:
            return None
        laid = self.parts_of(index)
        inside = at - self.visualRect(index).topLeft()
        if laid.fix.contains(inside):
            return index.row(), "fix"
        if laid.mute.contains(inside):
            return index.row(), "mute"
        return index.row(), "row"

    def parts_of(self, index: QModelIndex) -> Parts:
        """Return where everything of a row is now."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        if index.row() == self.currentIndex().row():
            option.state |= QStyle.StateFlag.State_Selected
        cursor = self.viewport().mapFromGlobal(self.cursor().pos())
        if self.indexAt(cursor) == index:
            option.state |= QStyle.StateFlag.State_MouseOver
        return self.rows.parts(option, index.data(ROW))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember what is meant before the row grows."""
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = self.part_at(event.position().toPoint()) if left else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do what was meant, if the button goes up over the same row."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        if pressed is not None:
            index = self.indexAt(event.position().toPoint())
            if index.row() == pressed[0]:
                self.pressed_part.emit(self.row_at(pressed[0]), pressed[1])

    def event(self, event: QEvent) -> bool:
        """Claim the keys of the list before the window's."""
        if is_override(event):
            own = (*ENTER, Qt.Key.Key_Space, Qt.Key.Key_Delete)
            if event.key() in own and not event.modifiers():
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Jump with Enter, fix with Space, mute with Delete."""
        row = self.row_at(self.currentIndex().row())
        keys: dict[int, Part] = {
            Qt.Key.Key_Space: "fix", Qt.Key.Key_Delete: "mute",
            **dict.fromkeys(ENTER, "enter"),
        }  # fmt: skip
        if row is not None and event.key() in keys and not event.modifiers():
            self.pressed_part.emit(row, keys[event.key()])
            return
        super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say what a button does, and why something is odd."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos()), self)
            return True
        return super().viewportEvent(event)

    def tip_at(self, at: QPoint) -> str:
        """Return what the tool tip says at a place."""
        found = self.part_at(at)
        row = self.row_at(found[0]) if found else None
        if found is None or row is None or row.issue is None:
            return ""
        if found[1] == "fix" and row.issue.fix is not None:
            return f"{row.issue.fix.says}  (Space)"
        if found[1] == "mute":
            muted = row.issue.muted is not None
            return "Hear it again  (Del)" if muted else "Mute it, with a reason  (Del)"
        return f"{row.issue.why}  ({row.issue.check})".strip()
