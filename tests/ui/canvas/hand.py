"""Hands on a canvas: real events through the viewport, places given in squares."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.words import Point
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.canvas.tool import KeyPress, PlainTool, PointerEvent
from desktop.ui.canvas.view import BoardView

LEFT, RIGHT, MIDDLE = (
    Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton,
)  # fmt: skip
NONE = Qt.KeyboardModifier.NoModifier


def pixel(view: BoardView, point: tuple[float, float]) -> QPoint:
    """Return where a place of the board is in the viewport."""
    return view.mapFromScene(to_scene(point))


def place(view: BoardView, at: QPoint) -> Point:
    """Return the place of the board under a pixel of the viewport."""
    return view.event_at(at).point


def click(view: BoardView, point: tuple[float, float], button=LEFT, modifiers=NONE) -> None:
    QTest.mouseClick(view.viewport(), button, modifiers, pixel(view, point))


def drag_pixels(view: BoardView, start: QPoint, *path: QPoint, button=LEFT, modifiers=NONE) -> None:
    """Press, move through places, release at the last."""
    widget = view.viewport()
    QTest.mousePress(widget, button, modifiers, start)
    for at in path:
        move(view, at, button, modifiers)
    QTest.mouseRelease(widget, button, modifiers, path[-1] if path else start)


def move(view: BoardView, at: QPoint, button=Qt.MouseButton.NoButton, modifiers=NONE) -> None:
    """Move the pointer; QTest's own move does not say which button is held."""
    widget = view.viewport()
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), QPointF(widget.mapToGlobal(at)),
        Qt.MouseButton.NoButton, button, modifiers,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def wheel(view: BoardView, at: QPoint, notches: float, modifiers=NONE) -> None:
    widget = view.viewport()
    event = QWheelEvent(
        QPointF(at), QPointF(widget.mapToGlobal(at)), QPoint(), QPoint(0, round(notches * 120)),
        Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


class Recorder(PlainTool):
    """A tool that writes down what it is told."""

    id = "recorder"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, PointerEvent]] = []
        self.keys: list[Qt.Key] = []
        self.held: list[Qt.KeyboardModifier] = []
        self.shown = None
        self.says = "ready"
        self.begun = False
        self.cancelled = 0

    @property
    def status(self) -> str:
        return self.says

    @property
    def busy(self) -> bool:
        return self.begun

    @property
    def overlay(self):
        return self.shown

    def press(self, event: PointerEvent) -> None:
        self.told.append(("press", event))

    def move(self, event: PointerEvent) -> None:
        self.told.append(("drag" if event.dragging else "hover", event))

    def release(self, event: PointerEvent) -> None:
        self.told.append(("drop" if event.dragging else "click", event))

    def double_click(self, event: PointerEvent) -> None:
        self.told.append(("twice", event))

    def key(self, press: KeyPress) -> bool:
        self.keys.append(press.key)
        return press.key != Qt.Key.Key_Escape

    def modifiers(self, held: Qt.KeyboardModifier) -> None:
        self.held.append(held)

    def cancel(self) -> bool:
        self.cancelled += 1
        was, self.begun = self.begun, False
        return was

    @property
    def words(self) -> list[str]:
        return [word for word, _ in self.told]


def recorder(canvas: Canvas) -> Recorder:
    """Take a recorder in hand."""
    tool = Recorder()
    canvas.view.set_tool(tool)
    return tool
