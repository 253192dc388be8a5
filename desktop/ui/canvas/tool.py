"""What a tool is to the canvas: one gesture at a time, previewed on an overlay, committed once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import Protocol

from PySide6.QtCore import QPoint, Qt

from desktop.core.model.words import LevelId, Point, Square
from desktop.ui.canvas.overlay import Overlay

DRAG_PX = 4
"""A press becomes a drag when the pointer has moved so far; a click moves nothing."""
GRIP_PX = 12
"""Nothing is smaller than this under the pointer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointerEvent:
    """What the pointer does, in squares."""

    point: Point
    square: Square
    level: LevelId
    screen: QPoint
    """In the viewport."""
    global_: QPoint
    """On the desktop, for menus."""
    button: Qt.MouseButton
    """The button that is pressed, held or released; `NoButton` while hovering."""
    modifiers: Qt.KeyboardModifier
    px_per_square: float
    dragging: bool = False
    """The button has been moved by more than `DRAG_PX` since it was pressed."""

    @property
    def ctrl(self) -> bool:
        """Without help: no snapping, no sharing, nothing carried along, no rules."""
        return bool(self.modifiers & Qt.KeyboardModifier.ControlModifier)

    @property
    def shift(self) -> bool:
        """More, or straight."""
        return bool(self.modifiers & Qt.KeyboardModifier.ShiftModifier)

    @property
    def pressed(self) -> bool:
        """Whether a button is down, or was until just now."""
        return self.button != Qt.MouseButton.NoButton

    @property
    def reach(self) -> float:
        """How many squares the half of `GRIP_PX` is at this zoom."""
        return self.squares_for(GRIP_PX / 2)

    def squares_for(self, pixels: float) -> float:
        """Return how many squares so many pixels of the screen are."""
        return pixels / self.px_per_square

    def distance_px(self, other: Point) -> float:
        """Return how many pixels of the screen a place is away."""
        away = hypot(self.point[0] - other[0], self.point[1] - other[1])
        return away * self.px_per_square


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A key that went down on the canvas."""

    key: Qt.Key
    text: str
    modifiers: Qt.KeyboardModifier

    @property
    def ctrl(self) -> bool:
        """Whether Ctrl was held."""
        return bool(self.modifiers & Qt.KeyboardModifier.ControlModifier)

    @property
    def shift(self) -> bool:
        """Whether Shift was held."""
        return bool(self.modifiers & Qt.KeyboardModifier.ShiftModifier)


class Tool(Protocol):
    """What the view talks to. After each call it reads `overlay` and `status` and shows them.

    Only the left button reaches a tool. A press comes at once; while the button is down, `move`
    comes only after `DRAG_PX`, and with `dragging`; without a button `move` is hovering.
    """

    @property
    def id(self) -> str:
        """As `zone`."""

    @property
    def text(self) -> str:
        """For people, as `Zone`."""

    @property
    def shortcut(self) -> str:
        """As `Z`."""

    @property
    def cursor(self) -> Qt.CursorShape:
        """What the pointer looks like."""

    @property
    def grips(self) -> bool:
        """Whether it takes hold of the handles of what is selected; they show only then."""

    @property
    def status(self) -> str:
        """What the hand can do now, for the status line."""

    @property
    def busy(self) -> bool:
        """Whether a gesture is under way; every key comes here first then."""

    @property
    def overlay(self) -> Overlay | None:
        """What is drawn over the board now."""

    @property
    def changed(self) -> Callable[[], None]:
        """What the tool calls when its overlay or status changed without an event."""

    @changed.setter
    def changed(self, changed: Callable[[], None]) -> None: ...

    def activate(self) -> None:
        """Come to hand."""

    def deactivate(self) -> None:
        """Be put down; whatever is under way is dropped."""

    def press(self, event: PointerEvent) -> None:
        """Answer the left button going down."""

    def move(self, event: PointerEvent) -> None:
        """Answer the pointer moving: a drag when `event.dragging`, else hovering."""

    def release(self, event: PointerEvent) -> None:
        """Answer the button going up: a click unless `event.dragging`."""

    def double_click(self, event: PointerEvent) -> None:
        """Answer a second press in place of `press`; its release follows."""

    def key(self, press: KeyPress) -> bool:
        """Answer a key; return whether it was meant for the tool."""

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key comes here before the window's shortcuts, though not busy."""

    def modifiers(self, held: Qt.KeyboardModifier) -> None:
        """Answer Ctrl or Shift going down or up in the middle of a gesture."""

    def cancel(self) -> bool:
        """Drop what is under way, without a trace; return whether there was anything."""


def _nothing() -> None:
    return None


class PlainTool:
    """A tool that does nothing; others extend it and override what they answer."""

    id = "plain"
    text = ""
    shortcut = ""
    cursor = Qt.CursorShape.ArrowCursor
    grips = False

    def __init__(self) -> None:
        self.changed: Callable[[], None] = _nothing

    @property
    def status(self) -> str:
        """What the hand can do now, for the status line."""
        return ""

    @property
    def busy(self) -> bool:
        """Whether a gesture is under way."""
        return False

    @property
    def overlay(self) -> Overlay | None:
        """What is drawn over the board now."""
        return None

    def activate(self) -> None:
        """Come to hand."""

    def deactivate(self) -> None:
        """Be put down."""
        self.cancel()

    def press(self, event: PointerEvent) -> None:
        """Answer the left button going down."""

    def move(self, event: PointerEvent) -> None:
        """Answer the pointer moving."""

    def release(self, event: PointerEvent) -> None:
        """Answer the button going up."""

    def double_click(self, event: PointerEvent) -> None:
        """Answer a second press."""

    def key(self, press: KeyPress) -> bool:
        """Answer a key; return whether it was meant for the tool."""
        return False

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key comes here before the window's shortcuts."""
        return False

    def modifiers(self, held: Qt.KeyboardModifier) -> None:
        """Answer Ctrl or Shift going down or up."""

    def cancel(self) -> bool:
        """Drop what is under way; return whether there was anything."""
        return False
