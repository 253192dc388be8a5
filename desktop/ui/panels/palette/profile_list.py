"""The list of profiles: portrait in the side's colour, name, role and weapon; dragged and armed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)  # fmt: skip
from PySide6.QtGui import QColor, QDrag, QFont, QFontMetrics, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId, Point
from desktop.ui import theme
from desktop.ui.canvas.ink import elided
from desktop.ui.canvas.sides import UNKNOWN_SIDE, SideLook
from desktop.ui.canvas.token_item import TokenLook, paint_token
from desktop.ui.canvas.token_looks import initials
from desktop.ui.menus.hand import PROFILE_MIME
from desktop.ui.menus.keys import PRESSES
from desktop.ui.panels.palette.profiles import second_line

LINE = Qt.ItemDataRole.UserRole
ROW_PX, HEADING_PX = 38, 24
RADIUS = 13.0
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """A heading, a profile, or a line that brings a roster's people in."""

    text: str
    profile: Profile | None = None
    look: SideLook = UNKNOWN_SIDE
    picture: str = ""
    roster: str = ""
    tip: str = ""

    @property
    def is_heading(self) -> bool:
        """Whether it does nothing."""
        return self.profile is None and not self.roster


class ProfileList(QListWidget):
    """Up and Down look, Enter and a click arm, a drag places."""

    armed = Signal(object)
    """The line that was clicked or entered."""

    def __init__(self, id_of: Callable[[Profile], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._id_of = id_of
        """The id by which a tool finds a profile; asked for when one is dragged."""
        self.lines: tuple[ProfileLine, ...] = ()
        self.in_hand: Profile | None = None
        """Drawn with a frame."""
        self.setObjectName("fighter.profiles")
        self.setAccessibleName("Profiles")
        self.setItemDelegate(_Row(self))
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(ROW_PX * 3)
        self.itemClicked.connect(lambda item: self._arm(item))

    def sizeHint(self) -> QSize:
        """Ask for six rows; there is mostly more room."""
        return QSize(120, ROW_PX * 6)

    def show_lines(self, lines: Sequence[ProfileLine]) -> None:
        """Show other profiles, if they are others; the current one stays current."""
        lines = tuple(lines)
        if lines == self.lines:
            return
        current, still = self.current_line, self._at_top()
        self.lines = lines
        self.clear()
        for line in lines:
            item = QListWidgetItem(line.text)
            item.setData(LINE, line)
            item.setToolTip(line.tip)
            if line.is_heading:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.addItem(item)
        same = [
            row for row, line in enumerate(lines)
            if current is not None and line.profile and current.profile
            and line.profile.id == current.profile.id
        ]  # fmt: skip
        self.setCurrentRow(same[0] if same else self.first_row)
        self._scroll_back(*still)

    def _at_top(self) -> tuple[Profile | None, int]:
        """Return the profile uppermost in view, and how many pixels below the edge it is."""
        for row, line in enumerate(self.lines):
            top = self.visualItemRect(self.item(row)).top()
            if line.profile is not None and top >= 0:
                return line.profile, top
        return None, 0

    def _scroll_back(self, profile: Profile | None, top: int) -> None:
        """Keep a profile where it was: what comes in above must not move it under the pointer."""
        ids = [line.profile.id if line.profile is not None else None for line in self.lines]
        if profile is None or profile.id not in ids:
            return
        row = len(ids) - 1 - ids[::-1].index(profile.id)
        self.doItemsLayout()
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.visualItemRect(self.item(row)).top() - top)

    @property
    def first_row(self) -> int:
        """The first row that is no heading; -1 where there is none."""
        return next((row for row, line in enumerate(self.lines) if not line.is_heading), -1)

    @property
    def current_line(self) -> ProfileLine | None:
        """The line that the keys are at."""
        row = self.currentRow()
        return self.lines[row] if 0 <= row < len(self.lines) else None

    def show_in_hand(self, profile: Profile | None) -> None:
        """Show which is armed; another than before comes into view."""
        if profile == self.in_hand:
            return
        was, self.in_hand = self.in_hand, profile
        self.viewport().update()
        if profile is not None and (was is None or was.id != profile.id):
            ids = [line.profile.id if line.profile is not None else None for line in self.lines]
            if profile.id in ids:
                self.setCurrentRow(ids.index(profile.id))
                self.scrollToItem(self.currentItem())

    def _arm(self, item: QListWidgetItem) -> None:
        line: ProfileLine = item.data(LINE)
        if not line.is_heading:
            self.armed.emit(line)

    def arm_current(self) -> None:
        """Arm the line that the keys are at."""
        line = self.current_line
        if line is not None and not line.is_heading:
            self.armed.emit(line)

    def step(self, by: int) -> None:
        """Go so many profiles down, over the headings."""
        rows = [row for row, line in enumerate(self.lines) if not line.is_heading]
        if not rows:
            return
        at = rows.index(self.currentRow()) if self.currentRow() in rows else -1
        self.setCurrentRow(rows[min(max(at + by, 0), len(rows) - 1)])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arm with Enter or Space."""
        if event.key() in PRESSES:
            self.arm_current()
        else:
            super().keyPressEvent(event)

    # Dragging

    def mimeTypes(self) -> list[str]:
        """Return what a dragged profile is called."""
        return [PROFILE_MIME]

    def mime_of(self, line: ProfileLine) -> QMimeData | None:
        """Return what a dragged line carries; None where it cannot be dragged."""
        if line.profile is None:
            return None
        mime = QMimeData()
        mime.setData(PROFILE_MIME, self._id_of(line.profile).encode("utf-8"))
        mime.setText(line.profile.label)
        return mime

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Drag a token of the profile."""
        line = self.current_line
        mime = self.mime_of(line) if line is not None else None
        if line is None or mime is None:
            return
        drag = QDrag(self)
        drag.setMimeData(mime)
        density = self.devicePixelRatioF()
        side = round(2 * RADIUS + 10)
        pixmap = QPixmap(round(side * density), round(side * density))
        pixmap.setDevicePixelRatio(density)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_portrait(painter, line, QPoint(side // 2, side // 2))
        painter.end()
        drag.setPixmap(pixmap)
        drag.setHotSpot(QPoint(side // 2, side // 2))
        drag.exec(Qt.DropAction.CopyAction)


def _paint_portrait(painter: QPainter, line: ProfileLine, centre: QPoint) -> None:
    look = TokenLook(
        FighterId(""), line.text, initials(line.text), "", line.look.colour, line.look.notch,
        Point(0, 0), 1, picture=line.picture,
    )  # fmt: skip
    paint_token(painter, look, centre.toPointF(), RADIUS)


class _Row(QStyledItemDelegate):
    """Paints a heading, a profile, or the line that brings people in."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        line: ProfileLine = index.data(LINE)
        return QSize(40, ROW_PX if line.profile is not None else HEADING_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        listed = self.parent()
        assert isinstance(listed, ProfileList)
        line: ProfileLine = index.data(LINE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, option, armed=_is_armed(listed, line))
        if line.profile is None:
            self._words(painter, option, line)
        else:
            self._profile(painter, option, line)
        painter.restore()

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem, *, armed: bool) -> None:
        colours, state = theme.colours(), option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if not (armed or chosen or state & QStyle.StateFlag.State_MouseOver):
            return
        painter.setPen(QColor(colours.accent) if armed else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.hover if armed or chosen else colours.raised))
        box = option.rect.toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, 4, 4)

    def _words(self, painter: QPainter, option: QStyleOptionViewItem, line: ProfileLine) -> None:
        colours = theme.colours()
        font = theme.badge_font(option.font)
        text = line.text
        if line.is_heading:
            font.setWeight(QFont.Weight.DemiBold)
            text = text.upper()
        painter.setFont(font)
        painter.setPen(QColor(colours.muted if line.is_heading else colours.link))
        room = option.rect.adjusted(4, 0, -4, 0)
        text = elided(text, painter.font(), room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), text)

    def _profile(self, painter: QPainter, option: QStyleOptionViewItem, line: ProfileLine) -> None:
        assert line.profile is not None
        colours, area = theme.colours(), option.rect
        _paint_portrait(painter, line, QPoint(area.left() + 20, area.center().y() + 1))
        left, wide = area.left() + 40, area.width() - 44
        small = theme.badge_font(option.font)
        second = second_line(line.profile)
        high = QFontMetrics(option.font).height()
        top = area.top() + (4 if second else (ROW_PX - high) // 2)
        for font, colour, text, at in (
            (option.font, colours.text, line.text, top),
            (small, colours.muted, second, top + high),
        ):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            room = QRect(left, at, wide, QFontMetrics(font).height())
            shown = elided(text, painter.font(), wide)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), shown)


def _is_armed(listed: ProfileList, line: ProfileLine) -> bool:
    return line.profile is not None and line.profile == listed.in_hand
