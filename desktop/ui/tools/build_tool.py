"""What the tools of Build have in common: a gesture from press to release, and what Esc drops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, TypeVar

from PySide6.QtCore import Qt

from desktop.core.model.encounter import Encounter
from desktop.core.model.place import Place
from desktop.core.model.words import LevelId
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.menus.hand import Hand
from desktop.ui.session import Session
from desktop.ui.tools.desk import Desk

T = TypeVar("T")


class Gesture:
    """One drag: previewed while it lasts, committed on release, dropped without a trace."""

    says: str = ""
    """What the status line says while it lasts; names what Ctrl and Shift mean."""
    overlay: Overlay | None = None

    def move(self, event: PointerEvent) -> None:
        """Preview the gesture as it is now."""

    def release(self, event: PointerEvent) -> None:
        """Commit it."""

    def drop(self) -> None:
        """Be dropped; nothing was committed."""


def _nothing() -> None:
    return None


class BuildTool:
    """A tool that turns drags into gestures and clicks into single steps."""

    id: ClassVar[str] = ""
    text: ClassVar[str] = ""
    shortcut: ClassVar[str] = ""
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor

    grips: ClassVar[bool] = False
    idle: ClassVar[str] = ""
    """What the status line says while nothing is under way."""
    builds: ClassVar[bool] = True
    """Whether it changes the level in view, and so needs its lock open."""

    def __init__(self, canvas: Canvas, session: Session, hand: Hand) -> None:
        self.changed: Callable[[], None] = _nothing
        """What is called when the preview changed without an event."""
        self.desk = Desk(canvas, session, hand)
        self.gesture: Gesture | None = None
        self.hovered: PointerEvent | None = None
        """Where the pointer is, while no button is down and it is on the board."""
        self._pressed: PointerEvent | None = None
        self._last: PointerEvent | None = None
        self._begun_on = self.encounter

    # What a tool says

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Return what a drag from here does, or None."""
        return None

    def click(self, event: PointerEvent) -> None:
        """Answer a click."""

    def idle_overlay(self) -> Overlay | None:
        """Return what is drawn while no gesture is under way."""
        return None

    # What the view calls

    @property
    def status(self) -> str:
        """What the hand can do now, for the status line."""
        return self.gesture.says if self.gesture is not None else self.idle

    @property
    def busy(self) -> bool:
        """Whether a gesture is under way."""
        return self.gesture is not None

    @property
    def overlay(self) -> Overlay | None:
        """What is drawn over the board now."""
        return self.gesture.overlay if self.gesture is not None else self.idle_overlay()

    def activate(self) -> None:
        """Come to hand."""
        self.desk.view.pointer_left.connect(self._left)

    def deactivate(self) -> None:
        """Be put down; whatever is under way is dropped."""
        self.desk.view.pointer_left.disconnect(self._left)
        self.cancel()
        self.hovered = None

    def _left(self) -> None:
        if self.hovered is not None:
            self.hovered = None
            self.changed()

    def press(self, event: PointerEvent) -> None:
        """Remember where a click or drag begins; one that was never let go of is dropped."""
        if self.gesture is not None:
            self.gesture.drop()
            self.gesture = None
        self._last, self._begun_on = event, self.encounter
        if self.builds and self.desk.is_closed(event.level):
            level = self.encounter.board.levels[event.level].label
            self.desk.tell(f"{level} is locked or hidden: open it in the outline first.")
        else:
            self._pressed = event

    def double_click(self, event: PointerEvent) -> None:
        """Take it for a press: two quick clicks are two clicks, unless the tool says otherwise."""
        self.press(event)

    def move(self, event: PointerEvent) -> None:
        """Carry the gesture on, beginning it with the first move."""
        self._last = event
        if not event.dragging:
            self.hovered = event
            return
        self.hovered = None
        self._drop_outdated()
        if self._pressed is not None and self.gesture is None:
            start, self._pressed = self._pressed, None
            self.gesture = self.begin(start)
            self._begun_on = self.encounter
        if self.gesture is not None:
            self.gesture.move(event)

    def release(self, event: PointerEvent) -> None:
        """Commit the gesture; without one it was a click."""
        self._drop_outdated()
        gesture, self.gesture = self.gesture, None
        pressed, self._pressed = self._pressed, None
        if gesture is not None:
            gesture.release(event)
        elif pressed is not None and not event.dragging:
            self.click(event)

    def modifiers(self, held: Qt.KeyboardModifier) -> None:
        """Preview anew as Ctrl or Shift come and go."""
        self._drop_outdated()
        if self.gesture is not None and self._last is not None:
            self._last = replace(self._last, modifiers=held)
            self.gesture.move(self._last)
        elif self.hovered is not None:
            self.hovered = replace(self.hovered, modifiers=held)

    def _drop_outdated(self) -> None:
        """Let go of what was begun on a board that is another by now: its parts may be gone."""
        levels = self.encounter.board.levels
        if self.hovered is not None and self.hovered.level not in levels:
            self.hovered = None
        if self.encounter is not self._begun_on and (self.gesture or self._pressed):
            self.cancel()
            self.desk.tell("The board changed under the drag, which was dropped. Drag again.")

    def cancel(self) -> bool:
        """Drop the gesture; return whether there was one."""
        gesture, self.gesture = self.gesture, None
        pressed, self._pressed = self._pressed, None
        if gesture is not None:
            gesture.drop()
        return gesture is not None or pressed is not None

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key comes here before the window's shortcuts."""
        return False

    def key(self, press: KeyPress) -> bool:
        """Drop what is under way on Esc."""
        return press.key == Qt.Key.Key_Escape and self.cancel()

    # Short cuts

    @property
    def session(self) -> Session:
        """The open encounter."""
        return self.desk.session

    @property
    def encounter(self) -> Encounter:
        """The encounter on the canvas."""
        return self.desk.encounter

    @property
    def place(self) -> Place:
        """The board on the canvas."""
        return self.desk.place

    @property
    def level(self) -> LevelId:
        """The level in view."""
        return self.desk.level

    def choice(self, name: str, unsaid: T) -> T:
        """Return what the palette chose under a name."""
        return self.desk.hand.choice(name, unsaid)
