"""W: draws thin walls along the lines of the grid and puts doors into them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from PySide6.QtCore import Qt

from desktop.core.errors import EditError
from desktop.core.model.geometry import Edge, edges_along, ends_of
from desktop.core.model.words import DoorKind, DoorState, LevelId, Point
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.menus.hand import Hand
from desktop.ui.menus.keys import ENTER
from desktop.ui.session import Ref, Session
from desktop.ui.tools import changes, sketch, snapping
from desktop.ui.tools.build_tool import BuildTool, Gesture

DOOR_KINDS: tuple[DoorKind, ...] = get_args(DoorKind)
DOOR_STATES: tuple[DoorState, ...] = get_args(DoorState)
KINDS: tuple[str, ...] = ("wall", *DOOR_KINDS)
DIGITS: dict[Qt.Key, str] = dict(
    zip((Qt.Key(Qt.Key.Key_1.value + i) for i in range(len(KINDS))), KINDS, strict=True)
)


def nearest_edge(point: Point) -> Edge:
    """Return the edge of a square that is nearest to a point."""
    x, y = int(point[0] // 1), int(point[1] // 1)
    right, down = point[0] - x, point[1] - y
    sides = {
        Edge(x, y, "n"): down, Edge(x, y + 1, "n"): 1 - down,
        Edge(x, y, "w"): right, Edge(x + 1, y, "w"): 1 - right,
    }  # fmt: skip
    return min(sides, key=lambda edge: sides[edge])


def traced(path: Sequence[Point], to: Point) -> list[Point]:
    """Return grid points from corner to corner along the lines, going on to another point.

    Going back over the last stretch takes it off.
    """
    points = list(path)
    while points[-1] != to:
        x, y = points[-1]
        dx, dy = to[0] - x, to[1] - y
        if abs(dx) >= abs(dy):
            step = Point(x + (1 if dx > 0 else -1), y)
        else:
            step = Point(x, y + (1 if dy > 0 else -1))
        if len(points) > 1 and points[-2] == step:
            points.pop()
        else:
            points.append(step)
    return points


def corners(path: Sequence[Point]) -> tuple[Point, ...]:
    """Return a path without the points at which it goes straight on."""
    kept = [
        point
        for i, point in enumerate(path)
        if i in (0, len(path) - 1) or not _straight_on(path[i - 1], point, path[i + 1])
    ]
    return tuple(kept)


def _straight_on(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])


class DrawWall(Gesture):
    """A wall along the lines that the pointer follows; with Shift a straight one."""

    def __init__(self, tool: WallTool, start: PointerEvent) -> None:
        self.tool, self.level = tool, start.level
        self.path: list[Point] = [snapping.to_grid(start.point)]
        self.erases = start.ctrl

    def move(self, event: PointerEvent) -> None:
        """Follow the pointer."""
        to = snapping.to_grid(event.point)
        self.erases = event.ctrl
        if event.shift:
            start = self.path[0]
            dx, dy = snapping.one_axis(to.x - start.x, to.y - start.y)
            self.path = traced([start], Point(start.x + dx, start.y + dy))
        else:
            self.path = traced(self.path, to)
        length = len(self.path) - 1
        done = "Erase walls" if self.erases else "Wall"
        self.says = f"{done}: {length} squares long · Ctrl erases · Shift: straight"
        style: ink.Style = "cut" if self.erases else "preview"
        self.overlay = Overlay((sketch.open_line(tuple(self.path), style),))

    def release(self, event: PointerEvent) -> None:
        """Build it, or take away what is there."""
        self.move(event)
        self.tool.build(corners(self.path), self.level, erases=self.erases)


class DrawDoor(Gesture):
    """A door along one line."""

    def __init__(self, tool: WallTool, start: PointerEvent) -> None:
        self.tool, self.level = tool, start.level
        self.start = snapping.to_grid(start.point)
        self.on: tuple[Point, Point] = (self.start, self.start)

    def move(self, event: PointerEvent) -> None:
        """Preview its stretch."""
        to = snapping.to_grid(event.point)
        dx, dy = snapping.one_axis(to.x - self.start.x, to.y - self.start.y)
        self.on = (self.start, Point(self.start.x + dx, self.start.y + dy))
        wide = int(abs(dx) + abs(dy))
        self.says = f"{self.tool.kind.capitalize()}, {self.tool.state}, {wide} squares wide"
        self.overlay = self.tool.door_overlay(self.on, self.level, event.point)

    def release(self, event: PointerEvent) -> None:
        """Put it there."""
        self.move(event)
        self.tool.put_door(self.on, self.level)


class WallTool(BuildTool):
    """Draws walls and doors."""

    id = "wall"
    text = "Wall and door"
    shortcut = "W"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: Canvas, session: Session, hand: Hand) -> None:
        super().__init__(canvas, session, hand)
        self.path: list[Point] = []
        """The corners clicked so far."""

    @property
    def kind(self) -> str:
        """`wall`, or the kind of door."""
        chosen = self.choice("wall.kind", "wall")
        return chosen if chosen in KINDS else "wall"

    @property
    def state(self) -> DoorState:
        """The state of the next door."""
        chosen = self.choice("wall.state", "closed")
        return next((state for state in DOOR_STATES if state == chosen), "closed")

    @property
    def status(self) -> str:
        """What the hand can do now."""
        if self.gesture is not None:
            return self.gesture.says
        if self.path:
            return (
                "Wall: click its corners · Shift: straight · Backspace takes one back · "
                "Enter or a double click ends it · Esc drops it"
            )
        if self.kind == "wall":
            return "Wall: drag along the lines, or click its corners · Ctrl erases · 1 to 5: kind"
        return f"{self.kind.capitalize()}: click or drag along a line · Ctrl erases · 1 to 5: kind"

    @property
    def busy(self) -> bool:
        """Whether a wall is half drawn."""
        return bool(self.path) or super().busy

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Begin a wall or a door."""
        if self.kind == "wall" or start.ctrl:
            return None if self.path else DrawWall(self, start)
        return DrawDoor(self, start)

    def click(self, event: PointerEvent) -> None:
        """Set a corner, put a door, or erase one stretch."""
        if event.ctrl and not self.path:
            self.build(ends_of(nearest_edge(event.point)), event.level, erases=True)
        elif self.kind == "wall":
            self.path = self._carried_on(event)
        else:
            self.put_door(ends_of(nearest_edge(event.point)), event.level)

    def double_click(self, event: PointerEvent) -> None:
        """End the wall; with none begun it is a click."""
        if self.path:
            self.end()
        else:
            super().double_click(event)

    def _carried_on(self, event: PointerEvent) -> list[Point]:
        to = snapping.to_grid(event.point)
        if not self.path:
            return [to]
        start = self.path[-1]
        if event.shift:
            dx, dy = snapping.one_axis(to.x - start.x, to.y - start.y)
            to = Point(start.x + dx, start.y + dy)
        return [*self.path[:-1], *corners(traced([start], to))]

    def end(self) -> None:
        """Build the wall clicked so far."""
        path, self.path = corners(self.path), []
        if len(path) > 1:
            self.build(path, self.level, erases=False)

    def build(self, path: Sequence[Point], level: LevelId, *, erases: bool) -> None:
        """Build a wall along a path, or take away the walls and doors there, as one step."""
        if len(path) < 2:
            return
        if erases:
            says, edits = changes.walls_erased(self.encounter, level, edges_along(tuple(path)))
            if edits:
                self.desk.edit_several(says, edits)
            else:
                self.desk.tell("There is no wall and no door to take away.")
            return
        name, arguments = changes.wall_added(level, path)
        self.desk.edit(name, **arguments)

    def put_door(self, on: tuple[Point, Point], level: LevelId) -> None:
        """Put a door on a stretch and select it."""
        if on[0] == on[1]:
            return
        known = set(self.encounter.board.doors)
        name, arguments = changes.door_added(level, on, self.kind, self.state)
        if self.desk.edit(name, **arguments):
            made = [Ref("door", door) for door in self.encounter.board.doors if door not in known]
            self.session.select(made)

    def door_overlay(self, on: tuple[Point, Point], level: LevelId, at: Point) -> Overlay:
        """Return how a door on a stretch looks before it is there."""
        if on[0] == on[1]:
            return Overlay(())
        name, arguments = changes.door_added(level, on, self.kind, self.state)
        tried = self.desk.tried(name, **arguments)
        if isinstance(tried, EditError):
            return Overlay((sketch.line(*on, "refused"), sketch.refusal(at, str(tried))))
        return Overlay((sketch.line(*on, "preview"),))

    def idle_overlay(self) -> Overlay | None:
        """Return the wall so far, or the stretch that a click would take."""
        event = self.hovered
        if event is None or event.level != self.level:
            return None
        if self.path:
            path = self._carried_on(event)
            return Overlay((
                sketch.open_line(tuple(path), "preview"), ink.Grips(tuple(self.path))
            ))  # fmt: skip
        if event.ctrl:
            return Overlay((sketch.line(*ends_of(nearest_edge(event.point)), "cut"),))
        if self.kind != "wall":
            return self.door_overlay(ends_of(nearest_edge(event.point)), event.level, event.point)
        return Overlay((ink.Grips((snapping.to_grid(event.point),)),))

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key is a number for the tool."""
        return press.key in DIGITS and not press.ctrl

    def key(self, press: KeyPress) -> bool:
        """End with Enter, take a corner back with Backspace, choose the kind by number."""
        if self.path and press.key in ENTER:
            self.end()
            return True
        if self.path and press.key == Qt.Key.Key_Backspace:
            self.path.pop()
            return True
        if press.key in DIGITS and not press.ctrl and not self.path:
            self.desk.hand.choose("wall.kind", DIGITS[press.key])
            return True
        return super().key(press)

    def cancel(self) -> bool:
        """Drop the wall."""
        had = bool(self.path)
        self.path.clear()
        return super().cancel() or had
