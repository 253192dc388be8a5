"""The view on the board: zooms and pans by itself, and hands everything else to the tool."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QWidget

from desktop.core.model.board import GROUND
from desktop.core.model.words import Point
from desktop.ui.canvas import hit
from desktop.ui.canvas.coordinates import square_of, to_board
from desktop.ui.canvas.fan import Fan
from desktop.ui.canvas.handles import Handle, handle_at, handles_of, selection_overlay
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.canvas.tool import DRAG_PX, GRIP_PX, KeyPress, PlainTool, PointerEvent, Tool
from desktop.ui.canvas.zooming import ZoomingView
from desktop.ui.session import Ref

NO_BUTTON = Qt.MouseButton.NoButton
LEFT, MIDDLE, RIGHT = (
    Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton,
)  # fmt: skip


class BoardView(ZoomingView):
    """Shows a `BoardScene`. Left presses and keys reach the tool, in squares."""

    menu_wanted = Signal(object, object)
    """A right click without a drag, or the menu key: the PointerEvent, the place on the desktop."""
    pointer_moved = Signal(object)
    pointer_left = Signal()
    dropped = Signal(object, object)
    """What was dropped, a QMimeData, and the PointerEvent."""
    dragged_over = Signal(object, object)
    """What is dragged over the board, and the PointerEvent; None for both when it left."""
    tool_changed = Signal(object)
    status_changed = Signal(str, bool)
    """What the hand can do now, and whether a gesture is under way."""

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self._tool: Tool = PlainTool()
        self._status = ""
        self._button = NO_BUTTON
        self._pressed_at = QPoint()
        self._dragging = False
        self._pan_from: QPoint | None = None
        self._pan_button = NO_BUTTON
        self._space = False
        self._fan = Fan(scene)
        self._selected: tuple[Ref, ...] = ()
        self._handles: tuple[Handle, ...] = ()
        self._mimes: frozenset[str] = frozenset()
        self._last = QPoint(-1, -1)
        self.zoom_changed.connect(self.refresh_selection)

    # The tool

    @property
    def tool(self) -> Tool:
        """The tool in hand."""
        return self._tool

    def set_tool(self, tool: Tool) -> None:
        """Take another tool in hand; what the one before had begun is dropped."""
        if tool is self._tool:
            return
        self._drop_gesture()
        self._tool.deactivate()
        self._tool.changed = _nothing
        self._tool = tool
        tool.changed = self.refresh_overlay
        tool.activate()
        self.refresh_overlay()
        self.refresh_selection()
        self.tool_changed.emit(tool)

    def cancel(self) -> bool:
        """Let the tool drop what it is doing; return whether there was anything."""
        dropped = self._tool.cancel()
        self._drop_gesture()
        self.refresh_overlay()
        return dropped

    def _drop_gesture(self) -> None:
        self._button = NO_BUTTON
        self._dragging = False

    def refresh_overlay(self) -> None:
        """Show the tool's overlay, cursor and status as they are now."""
        self._scene.overlay.show_overlay(self._tool.overlay)
        if self._pan_from is None and not self._space:
            self.viewport().setCursor(self._tool.cursor)
        status = self._tool.status
        if status != self._status:
            self._status = status
            self.status_changed.emit(status, self._tool.busy)

    def show_overlay(self, overlay: Overlay | None) -> None:
        """Show an overlay until the tool's next answer; for previews that are no tool's."""
        self._scene.overlay.show_overlay(overlay)

    # What lies where

    @property
    def reach(self) -> float:
        """How many squares away something counts as under the pointer."""
        return GRIP_PX / 2 / self.px_per_square

    def under(self, point: Point, *, below: bool = False) -> tuple[Ref, ...]:
        """Return what lies under a point, the uppermost first; with `below` what shows through."""
        return hit.under(self._scene, point, self.reach, below=below)

    def in_rectangle(self, a: Point, b: Point) -> tuple[Ref, ...]:
        """Return everything that a rectangle touches."""
        return hit.in_rectangle(self._scene, a, b)

    def handle_at(self, point: Point) -> Handle | None:
        """Return the handle of the selection under a point."""
        return handle_at(self._handles, point, self.reach * 1.2)

    def show_selection(self, refs: Iterable[Ref]) -> None:
        """Show what is selected, with its handles."""
        self._selected = tuple(refs)
        self.refresh_selection()

    def refresh_selection(self, *_: object) -> None:
        """Draw the selection again: it moved, or the zoom changed."""
        gripped = self._selected if self._tool.grips else ()
        self._handles = handles_of(self._scene, gripped, self.px_per_square)
        self._scene.selection.show_overlay(
            selection_overlay(self._scene, self._selected, self._handles)
        )

    def event_at(
        self,
        at: QPoint,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        button: Qt.MouseButton = NO_BUTTON,
    ) -> PointerEvent:
        """Return a place of the viewport as tools are told of it."""
        point = to_board(self.viewportTransform().inverted()[0].map(QPointF(at)))
        return PointerEvent(
            point=point, square=square_of(point), level=self._scene.level or GROUND, screen=at,
            global_=self.viewport().mapToGlobal(at), button=button, modifiers=modifiers,
            px_per_square=self.px_per_square, dragging=self._dragging,
        )  # fmt: skip

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture or a pan."""
        event.accept()
        at = event.position().toPoint()
        if event.button() == LEFT and not self._space:
            if self._pan_from is None:
                self._press(at, event.modifiers(), twice=False)
        elif event.button() in (LEFT, MIDDLE, RIGHT) and self._button == NO_BUTTON:
            self._pan_from, self._pan_button = at, event.button()
            self._pressed_at, self._dragging = at, event.button() != RIGHT
            if self._dragging:
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def _press(self, at: QPoint, modifiers: Qt.KeyboardModifier, *, twice: bool) -> None:
        self._button, self._pressed_at, self._dragging = LEFT, at, False
        pointer = self.event_at(at, modifiers, LEFT)
        if twice:
            self._tool.double_click(pointer)
        else:
            self._tool.press(pointer)
        self.refresh_overlay()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, or move a gesture on once it is a drag, or hover."""
        event.accept()
        at = event.position().toPoint()
        if self._pan_from is not None:
            self._pan_to(at)
            return
        if self._button != NO_BUTTON and not self._dragging:
            if (at - self._pressed_at).manhattanLength() <= DRAG_PX:
                return
            self._dragging = True
        if self._button == NO_BUTTON and self._fan.pointer_at(self.event_at(at).point, self.reach):
            self.refresh_selection()
        pointer = self.event_at(at, event.modifiers(), self._button)
        self._last = at
        self._tool.move(pointer)
        self.refresh_overlay()
        self.pointer_moved.emit(pointer)

    def _pan_to(self, at: QPoint) -> None:
        if self._pan_from is None:
            return
        if not self._dragging:
            if (at - self._pressed_at).manhattanLength() <= DRAG_PX:
                return
            self._dragging = True
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self.scroll_by(self._pan_from - at)
        self._pan_from = at

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the gesture or the pan; a right click that moved nothing asks for the menu."""
        event.accept()
        at = event.position().toPoint()
        if self._pan_from is not None and event.button() == self._pan_button:
            clicked = not self._dragging
            self._pan_from, self._dragging = None, False
            self._show_cursor()
            if clicked:
                pointer = self.event_at(at, event.modifiers(), RIGHT)
                self.menu_wanted.emit(pointer, pointer.global_)
        elif event.button() == LEFT and self._button == LEFT:
            pointer = self.event_at(at, event.modifiers(), LEFT)
            self._drop_gesture()
            self._tool.release(pointer)
            self.refresh_overlay()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell the tool of a double click; other buttons just press again."""
        if event.button() == LEFT and not self._space and self._pan_from is None:
            event.accept()
            self._press(event.position().toPoint(), event.modifiers(), twice=True)
        else:
            self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Answer the menu key; the mouse's menu comes with the release of its button."""
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            at = self._last if self._last.x() >= 0 else self.viewport().rect().center()
            pointer = self.event_at(at, event.modifiers(), RIGHT)
            self.menu_wanted.emit(pointer, pointer.global_)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that the pointer is elsewhere."""
        super().leaveEvent(event)
        self._pointer_gone()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a pointer on what is pinned over the board for one that left it."""
        if event.type() == QEvent.Type.Enter:
            self._pointer_gone()
        return super().eventFilter(watched, event)

    def _pointer_gone(self) -> None:
        if self._fan.gather():
            self.refresh_selection()
        self.pointer_left.emit()

    # Keys

    def event(self, event: QEvent) -> bool:
        """Let the tool have every key while a gesture is under way; take pinches."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            press = _press_of(event)
            if self._tool.busy or press.key == Qt.Key.Key_Space or self._tool.claims(press):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the key to the tool; Space held pans."""
        if event.key() == Qt.Key.Key_Space and not self._tool.busy:
            event.accept()
            if not event.isAutoRepeat() and self._button == NO_BUTTON:
                self._space = True
                self._show_cursor()
            return
        if event.key() in (Qt.Key.Key_Control, Qt.Key.Key_Shift):
            self._tell_modifiers(event, down=True)
            event.ignore()
            return
        press = _press_of(event)
        taken = self._tool.key(press)
        if not taken and press.key == Qt.Key.Key_Escape and self._tool.busy:
            taken = self.cancel()
        event.setAccepted(taken)
        self.refresh_overlay()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End panning by Space; tell the tool of Ctrl and Shift."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self._show_cursor()
        elif event.key() in (Qt.Key.Key_Control, Qt.Key.Key_Shift):
            self._tell_modifiers(event, down=False)
        event.ignore()

    def _tell_modifiers(self, event: QKeyEvent, *, down: bool) -> None:
        own = (
            Qt.KeyboardModifier.ControlModifier
            if event.key() == Qt.Key.Key_Control
            else Qt.KeyboardModifier.ShiftModifier
        )
        held = event.modifiers() | own if down else event.modifiers() & ~own
        self._tool.modifiers(held)
        self.refresh_overlay()

    def _show_cursor(self) -> None:
        if self._space or self._pan_from is not None:
            held = self._pan_from is not None
            shape = Qt.CursorShape.ClosedHandCursor if held else Qt.CursorShape.OpenHandCursor
            self.viewport().setCursor(shape)
        else:
            self.viewport().setCursor(self._tool.cursor)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget a Space whose release will go elsewhere."""
        super().focusOutEvent(event)
        self._space = False
        self._show_cursor()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep Tab: it selects the next thing on the board."""
        return False

    # Drops

    def accept_mime(self, *types: str) -> None:
        """Say which things may be dragged onto the board, as `text/uri-list`."""
        self._mimes = frozenset(types)

    def _takes(self, mime: QMimeData) -> bool:
        return any(mime.hasFormat(each) for each in self._mimes)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take what was announced."""
        if self._takes(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Tell where it is."""
        if self._takes(event.mimeData()):
            event.acceptProposedAction()
            pointer = self.event_at(event.position().toPoint(), event.modifiers())
            self.dragged_over.emit(event.mimeData(), pointer)

    def dragLeaveEvent(self, event: object) -> None:
        """Tell that it went elsewhere."""
        self.dragged_over.emit(None, None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Hand on what was dropped."""
        if self._takes(event.mimeData()):
            event.acceptProposedAction()
            pointer = self.event_at(event.position().toPoint(), event.modifiers())
            self.dropped.emit(event.mimeData(), pointer)


def _nothing() -> None:
    return None


def _press_of(event: QKeyEvent) -> KeyPress:
    return KeyPress(Qt.Key(event.key()), event.text(), event.modifiers())
