"""The log: the timeline of the fight, a line a step, its sentences folded under it."""

from __future__ import annotations

import re
from typing import ClassVar

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.core.rules.actions import Begin, BeginTurn, Change, Write
from desktop.core.rules.events import Said
from desktop.core.rules.house import MOMENT
from desktop.core.rules.now import Step
from desktop.core.rules.telling import told
from desktop.ui import theme
from desktop.ui.canvas.ink import elided
from desktop.ui.fight import Fight
from desktop.ui.gestures import same_steps
from desktop.ui.menus.following import Following
from desktop.ui.menus.headlines import headline
from desktop.ui.menus.keys import ENTER
from desktop.ui.menus.panel import Panel
from desktop.ui.session import Session

Index = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole.UserRole
STATE = Qt.ItemDataRole.UserRole + 1
ROW_PX = 22
INDENT_PX = 16
MARGIN_PX = 6
ROUND = re.compile(r"^\s*round\s+(\d{1,4})\s*[:,]\s*(.+)$", re.IGNORECASE)
NAME_LETTERS = 28


class Log(Panel):
    """Every step; a click shows the board as it stood then."""

    title: ClassVar[str] = "Log"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setObjectName("log")
        self._steps: tuple[Step, ...] = ()
        self._cursor = -1
        self._frame()
        self._following = Following(session, self)
        self._following.moved.connect(self._refresh)
        self._refresh()

    def _frame(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.past = QWidget(self)
        self.past.setObjectName("log_past")
        self.past.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self.past)
        row.setContentsMargins(8, 4, 8, 4)
        self.past_says = QLabel(self.past)
        row.addWidget(self.past_says, 1)
        self.back = QToolButton(self.past)
        self.back.setText("Return to now")
        self.back.setProperty("role", "by")
        self.back.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.back.clicked.connect(self._return)
        row.addWidget(self.back)
        self.tree = _Tree(self)
        self.tree.itemClicked.connect(self._clicked)
        self.tree.home.connect(self._home)
        self.tree.itemDoubleClicked.connect(lambda item, _: self._change(_step_of(item)))
        self.tree.customContextMenuRequested.connect(self._offer)
        column.addWidget(self.tree, 1)
        # Under the lines: above them it would push away the one that was clicked.
        column.addWidget(self.past)
        foot = QHBoxLayout()
        foot.setContentsMargins(8, 4, 8, 8)
        foot.setSpacing(4)
        self.field = QLineEdit(self)
        self.field.setObjectName("log field")
        self.field.setPlaceholderText("Write a line")
        self.field.returnPressed.connect(self._write)
        self.cue = QToolButton(self)
        self.cue.setText("cue")
        self.cue.setProperty("role", "by")
        self.cue.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cue.setToolTip(
            "Make it a cue. “round 3: steam vents” comes by itself at the start of round 3."
        )
        self.cue.clicked.connect(self._make_cue)
        foot.addWidget(self.field, 1)
        foot.addWidget(self.cue)
        column.addLayout(foot)

    @property
    def fight(self) -> Fight | None:
        """The fight in the window."""
        return self._following.fight

    def _home(self) -> None:
        """Return to now, as on the board; with now in view go to the first line."""
        if self.fight is not None and self.fight.looking_back:
            self._return()
        elif (first := self.tree.topLevelItem(0)) is not None:
            self.tree.setCurrentItem(first)

    def _return(self) -> None:
        if self.fight is not None:
            self.fight.look_at(None)

    def sizeHint(self) -> QSize:
        """Leave the size to the window."""
        return QSize(336, 280)

    def minimumSizeHint(self) -> QSize:
        """Give way; it scrolls inside."""
        return QSize(160, 72)

    # What is shown

    def _refresh(self) -> None:
        fight = self.fight
        if fight is None:
            self._steps, self._cursor = (), -1
            self.tree.clear()
            self.past.hide()
            return
        self._bring_up(fight)
        self._show_past(fight)

    def _bring_up(self, fight: Fight) -> None:
        """Change what differs from the steps that are shown: most often one line more."""
        steps, cursor = fight.combat.steps, fight.combat.cursor
        same = same_steps(self._steps, steps)
        follows = self.tree.is_at_end() or cursor != self._cursor
        while self.tree.topLevelItemCount() > same:
            self.tree.takeTopLevelItem(self.tree.topLevelItemCount() - 1)
        for index in range(same, len(steps)):
            self.tree.addTopLevelItem(self._item(fight, index))
        if cursor != self._cursor or same < len(steps):
            self._mark(fight)
        self._steps, self._cursor = steps, cursor
        first = same or max(cursor - 1, 0)  # of a fight taken up again, its last step alone
        for index in range(first, cursor):
            if _reads_out(steps[index]):
                self.tree.open_row(index)
        if follows or same < len(steps):
            self.tree.show_row(cursor - 1)
        if not same:
            # A fight that is taken up again comes before the log has its height.
            QTimer.singleShot(0, self.tree, lambda: self.tree.show_row(cursor - 1))

    def _item(self, fight: Fight, index: int) -> QTreeWidgetItem:
        before, step = fight.combat.at(index), fight.combat.steps[index]
        line = headline(before, step)
        item = QTreeWidgetItem([f"{line} — waits" if step.waits else line])
        item.setData(0, ROLE, index)
        item.setToolTip(0, line)
        sentences = told(before, step)
        if sentences and sentences != (f"{line}.",):
            for says in sentences:
                child = QTreeWidgetItem([says])
                child.setData(0, ROLE, index)
                item.addChild(child)
        return item

    def _mark(self, fight: Fight) -> None:
        """Say of each step whether it counts now, waits, or begins a turn."""
        cursor = fight.combat.cursor
        for index, step in enumerate(fight.combat.steps):
            state = "waits" if step.waits else "undone" if index >= cursor else "done"
            if state == "done" and isinstance(step.action, BeginTurn):
                state = "turn"
            item = self.tree.topLevelItem(index)
            if item is not None and item.data(0, STATE) != state:
                item.setData(0, STATE, state)
                if state == "waits":
                    item.setToolTip(0, step.waits)

    def _show_past(self, fight: Fight) -> None:
        at = fight.looked_at
        self.past.setVisible(at is not None)
        if at is not None:
            where = f"after step {at}" if at else "before the first step"
            self.past_says.setText(f"The board {where}, round {fight.state.round}")
        self.tree.show_past(None if at is None else at - 1)

    # What the hand does

    def _clicked(self, item: QTreeWidgetItem, _column: int) -> None:
        fight = self.fight
        if fight is not None:
            fight.look_at(_step_of(item) + 1)

    def _change(self, index: int) -> None:
        """Open the roll panel on a step."""
        fight = self.fight
        if fight is None or not 0 <= index < fight.combat.cursor:
            self.session.told.emit("This step does not count now. Redo it first.")
            return
        fight.look_at(None)
        fight.arm("")
        fight.review(index)

    def _offer(self, at: QPoint) -> None:
        item, fight = self.tree.itemAt(at), self.fight
        if item is None or fight is None:
            return
        menu = self.menu(_step_of(item))
        menu.popup(self.tree.viewport().mapToGlobal(at))

    def menu(self, index: int) -> QMenu:
        """Return what can be done with a step."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fight = self.fight
        if fight is None:
            return menu
        menu.addAction("Show the board as it stood then", lambda: fight.look_at(index + 1))
        if fight.combat.steps[index].waits:
            menu.addAction("Answer what it waits for", lambda: self._change(index))
            menu.addAction("Do it all the same", lambda: fight.force(index))
        else:
            menu.addAction("Change this step", lambda: self._change(index))
        menu.addSeparator()
        action = fight.combat.steps[index].action
        before = menu.addAction("Go back to before it", lambda: fight.go_to(index))
        before.setEnabled(not isinstance(action, Begin))
        menu.addAction("Go back to after it", lambda: fight.go_to(index + 1))
        if isinstance(action, Write):
            menu.addSeparator()
            menu.addAction("Make it a cue", lambda: self._add_cue(action.text))
        return menu

    def focus_line(self) -> None:
        """Put the cursor into the field for the GM's own line."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _write(self) -> None:
        text, fight = self.field.text().strip(), self.fight
        if text and fight is not None and fight.take(Write(text=text)):
            self.field.clear()

    def _make_cue(self) -> None:
        text = self.field.text().strip()
        if not text:
            self.session.told.emit("Type what shall be said first, as “round 3: steam vents”.")
            self.focus_line()
        elif self._add_cue(text):
            self.field.clear()

    def _add_cue(self, text: str) -> bool:
        fight = self.fight
        if fight is None:
            return False
        found = ROUND.match(text)
        when = f"start of round {int(found[1])}" if found else "by hand"
        says = found[2].strip() if found else text
        arguments = {"name": says[:NAME_LETTERS].strip(), "text": says, "when": when}
        done = fight.take(Change(edit="add_cue", arguments=arguments))
        if done:
            self.session.told.emit(f"A cue: {says}, {when}")
        return done


def _reads_out(step: Step) -> bool:
    """Whether a step says something that the table shall hear, as the text of a cue or clock."""
    return not isinstance(step.action, Write) and any(
        isinstance(fact, Said) and fact.rule in (None, MOMENT) for fact in step.events
    )


class _Tree(QTreeWidget):
    """The lines themselves."""

    home = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("log tree")
        self.setHeaderHidden(True)
        self.setIndentation(INDENT_PX)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setExpandsOnDoubleClick(False)
        self.itemExpanded.connect(self._show_whole)
        self.setItemDelegate(_Lines(self))

    def is_at_end(self) -> bool:
        """Whether the last lines are in view."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - 1

    def show_row(self, index: int) -> None:
        """Bring a step into view."""
        item = self.topLevelItem(index)
        if item is not None:
            if item.isExpanded():
                self._show_whole(item)
            self.scrollToItem(item, QAbstractItemView.ScrollHint.EnsureVisible)

    def open_row(self, index: int) -> None:
        """Unfold a step."""
        item = self.topLevelItem(index)
        if item is not None:
            item.setExpanded(True)

    def _show_whole(self, item: QTreeWidgetItem) -> None:
        """Bring what was unfolded into view."""
        last = item.child(item.childCount() - 1)
        if last is not None:
            self.scrollToItem(last, QAbstractItemView.ScrollHint.EnsureVisible)
            self.scrollToItem(item, QAbstractItemView.ScrollHint.EnsureVisible)

    def show_past(self, index: int | None) -> None:
        """Mark the step that the board shows; None: it shows now."""
        item = None if index is None else self.topLevelItem(index)
        current = self.currentItem()
        if item is None:
            self.selectionModel().clear()
        elif current is None or item not in (current, current.parent()):
            self.setCurrentItem(item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the board at the step in focus with Enter."""
        item = self.currentItem()
        if event.key() in ENTER and item is not None:
            self.itemClicked.emit(item, 0)
        elif event.key() == Qt.Key.Key_Home:
            self.home.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the sentences anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class _Lines(QStyledItemDelegate):
    """Draws a headline in one line, and sentences wrapped."""

    def __init__(self, tree: QTreeWidget) -> None:
        super().__init__(tree)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height that a line takes at the width of the log."""
        width = self._tree.viewport().width()
        if not index.parent().isValid():
            return QSize(width, ROW_PX)
        room = width - 2 * INDENT_PX - MARGIN_PX
        metrics = QFontMetrics(theme.badge_font(self._tree.font()))
        box = metrics.boundingRect(
            QRect(0, 0, max(40, room), 1000), Qt.TextFlag.TextWordWrap, str(index.data())
        )
        return QSize(width, box.height() + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one line."""
        colours = theme.colours()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colours.hover))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(colours.raised))
        room = rect.adjusted(2, 0, -MARGIN_PX, 0)
        if index.parent().isValid():
            painter.setFont(theme.badge_font(self._tree.font()))
            painter.setPen(QColor(colours.muted))
            painter.drawText(
                room.adjusted(0, 2, 0, -2), Qt.TextFlag.TextWordWrap, str(index.data())
            )
        else:
            self._headline(painter, room, index)
        painter.restore()

    def _headline(self, painter: QPainter, room: QRect, index: Index) -> None:
        colours = theme.colours()
        said = index.data(STATE)
        font = QFont(self._tree.font())
        font.setBold(said == "turn")
        font.setItalic(said == "undone")
        painter.setFont(font)
        ink = {"waits": colours.warning, "undone": colours.off}.get(said, colours.text)
        painter.setPen(QColor(ink))
        text = elided(str(index.data()), painter.font(), room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)


def _step_of(item: QTreeWidgetItem) -> int:
    return int(item.data(0, ROLE))
