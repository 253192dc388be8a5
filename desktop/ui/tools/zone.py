"""Z: draws zones, rectangles by dragging and outlines corner by corner, and splits them."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

from PySide6.QtCore import Qt

from desktop.core.errors import EditError
from desktop.core.model.geometry import Outline, area, holds, outline_of, tidy
from desktop.core.model.words import LevelId, Point, ZoneId
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.menus.hand import Hand
from desktop.ui.menus.keys import ENTER
from desktop.ui.session import Ref, Session
from desktop.ui.tools import changes, sketch, snapping
from desktop.ui.tools.build_tool import BuildTool, Gesture
from desktop.ui.tools.name_field import NameField

CLOSES_PX = 10
"""A click so near to the first corner closes the outline."""


class Rectangle(Gesture):
    """A rectangle from corner to corner."""

    def __init__(self, tool: ZoneTool, start: PointerEvent) -> None:
        self.tool, self.level = tool, start.level
        self.start = tool.snap(start)
        self.outline: Outline = ()
        self.cut = True

    def move(self, event: PointerEvent) -> None:
        """Preview the rectangle, cut back along the zones that are there."""
        end = self.tool.snap(event)
        wide, high = end.x - self.start.x, end.y - self.start.y
        if event.shift:
            side = max(abs(wide), abs(high))
            wide, high = (side if wide >= 0 else -side), (side if high >= 0 else -side)
        self.cut = not event.ctrl
        left, top = min(self.start.x, self.start.x + wide), min(self.start.y, self.start.y + high)
        self.outline = tidy(outline_of(left, top, abs(wide), abs(high)))
        size = f"{abs(wide):g} × {abs(high):g} squares"
        self.says = f"{size} · Ctrl: no snapping, no cutting back · Shift: as high as wide"
        self.overlay = self.tool.preview(self.outline, self.level, event, cut=self.cut)

    def release(self, event: PointerEvent) -> None:
        """Make the zone."""
        self.move(event)
        self.tool.make(self.outline, self.level, cut=self.cut)


class Side(Gesture):
    """A side of an outline, drawn by dragging."""

    def __init__(self, tool: ZoneTool, start: PointerEvent) -> None:
        self.tool = tool
        if not tool.corners:
            tool.add_corner(start)

    def move(self, event: PointerEvent) -> None:
        """Preview the side."""
        self.tool.hovered = event
        self.says, self.overlay = self.tool.drawing_says, self.tool.idle_overlay()

    def release(self, event: PointerEvent) -> None:
        """Set its other end."""
        self.tool.add_corner(event)

    def drop(self) -> None:
        """Forget the whole outline."""
        self.tool.corners.clear()


class Split(Gesture):
    """A line across a zone."""

    def __init__(self, tool: ZoneTool, start: PointerEvent) -> None:
        self.tool, self.level = tool, start.level
        self.start = tool.snap(start)
        self.line: tuple[Point, Point] = (self.start, self.start)
        self.zone: ZoneId | None = None

    def move(self, event: PointerEvent) -> None:
        """Preview the pieces."""
        end = snapping.straight(self.start, event.point) if event.shift else self.tool.snap(event)
        self.line = (self.start, end)
        self.zone = self.tool.zone_under(self.line, self.level)
        self.says = "Split: draw across a zone · Ctrl: no snapping · Shift: straight"
        shapes: list[ink.Shape] = [sketch.line(self.start, end)]
        if self.zone is not None and self.start != end:
            name, arguments = changes.split(self.zone, self.line)
            tried = self.tool.desk.tried(name, **arguments)
            if isinstance(tried, EditError):
                shapes.append(sketch.refusal(event.point, str(tried)))
            else:
                before = self.tool.encounter.board.zones
                shapes += [
                    sketch.room(zone.outline)
                    for zone in tried.board.zones.values()
                    if before.get(zone.id) != zone
                ]
        self.overlay = Overlay(tuple(shapes))

    def release(self, event: PointerEvent) -> None:
        """Split it."""
        self.move(event)
        if self.zone is None:
            self.tool.desk.tell("Nothing was split: draw the line across a zone.")
            return
        name, arguments = changes.split(self.zone, self.line)
        self.tool.desk.edit(name, **arguments)


class ZoneTool(BuildTool):
    """Draws zones."""

    id = "zone"
    text = "Zone"
    shortcut = "Z"
    cursor = Qt.CursorShape.CrossCursor
    idle: ClassVar[str] = (
        "Zone: drag a rectangle, or click corner by corner · Ctrl: no snapping, no cutting back"
    )
    splits_says: ClassVar[str] = (
        "Split: drag a line right across a zone · Ctrl: no snapping · Esc leaves the tool"
    )
    drawing_says: ClassVar[str] = (
        "Outline: click corners · Shift: 45° · Ctrl: no snapping · Backspace takes one back · "
        "Enter or a double click closes · Esc drops it"
    )

    field: NameField | None = None
    """The name that is being typed."""

    def __init__(self, canvas: Canvas, session: Session, hand: Hand) -> None:
        super().__init__(canvas, session, hand)
        self.corners: list[Point] = []
        self._level: LevelId | None = None

    @property
    def splits(self) -> bool:
        """Whether a drag splits what is there."""
        return self.choice("zone.op", "draw") == "split"

    # Drawing

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Begin a rectangle, a side of an outline, or a line that splits."""
        if self.splits:
            return Split(self, start)
        if self.corners or self.choice("zone.shape", "rectangle") == "outline":
            return Side(self, start)
        return Rectangle(self, start)

    def click(self, event: PointerEvent) -> None:
        """Set a corner; on the first one, close."""
        if self.splits:
            self.session.select(self.desk.view.under(event.point)[:1])
        elif len(self.corners) > 2 and self._is_first(event):
            self.close(event)
        else:
            self.add_corner(event)

    def double_click(self, event: PointerEvent) -> None:
        """Close the outline; with none begun it is a click."""
        if self.corners:
            self.close(event)
        else:
            super().double_click(event)

    def _is_first(self, event: PointerEvent) -> bool:
        first = self.corners[0]
        return event.distance_px(first) <= CLOSES_PX or self._next_corner(event) == first

    def add_corner(self, event: PointerEvent) -> None:
        """Set a corner where the pointer is."""
        corner = self._next_corner(event)
        if not self.corners:
            self._level = event.level
        if not self.corners or corner != self.corners[-1]:
            self.corners.append(corner)

    def _next_corner(self, event: PointerEvent) -> Point:
        if event.shift and self.corners:
            return snapping.straight(self.corners[-1], event.point, whole=not event.ctrl)
        return self.snap(event)

    def close(self, event: PointerEvent | None = None) -> None:
        """Make the zone of the corners set so far; where that is refused, they stay."""
        corners, level = tidy(self.corners), self._level or self.level
        cut = event is None or not event.ctrl
        if len(corners) < 3:
            self.corners = []
            self.desk.tell("No zone was made: an outline needs at least three corners.")
            return
        name, arguments = changes.zone_added(corners, level, cut=cut)
        tried = self.desk.tried(name, **arguments)
        if isinstance(tried, EditError):
            self.desk.tell(f"{tried} Backspace takes a corner back, Esc drops the outline.")
            return
        self.corners = []
        self.make(corners, level, cut=cut)

    def snap(self, event: PointerEvent) -> Point:
        """Return where the pointer is taken to: corners of zones first, then squares."""
        if event.ctrl:
            return snapping.free(event.point)
        reach = event.squares_for(snapping.SNAP_PX)
        corners = (*snapping.corners_of(self.place, event.level), *self.corners)
        return snapping.snapped(event.point, corners, reach)

    def preview(
        self, outline: Outline, level: LevelId, event: PointerEvent, *, cut: bool
    ) -> Overlay:
        """Return what a zone of this outline will be, or why there will be none."""
        if len(outline) < 3 or area(outline) == 0:
            return Overlay((sketch.open_line(outline, "cut"),))
        name, arguments = changes.zone_added(outline, level, cut=cut)
        tried = self.desk.tried(name, **arguments)
        if isinstance(tried, EditError):
            return Overlay(
                (sketch.room(outline, "refused"), sketch.refusal(event.point, str(tried)))
            )
        made = list(tried.board.zones.values())[-1].outline
        shapes: tuple[ink.Shape, ...] = (sketch.room(made),)
        if made != outline:
            shapes = (ink.Stretch(outline, "cut"), *shapes)
        return Overlay(shapes)

    def make(self, outline: Outline, level: LevelId, *, cut: bool) -> None:
        """Make a zone, select it, and let its name be typed on the spot."""
        if len(outline) < 3 or area(outline) == 0:
            self.desk.tell("No zone was made: it has no area.")
            return
        made = self._added(changes.zone_added(outline, level, cut=cut))
        if made is None:
            return
        label, step = self.encounter.board.zones[made].label, self.session.history

        def named(text: str) -> None:
            self.field = None
            if self.desk.fight is None and self.session.history == step:
                # The id is made of the first name, so the step is taken back and made anew.
                self.session.undo()
                self._added(changes.zone_added(outline, level, cut=cut, name=text))
            else:
                name, arguments = changes.renamed(Ref("zone", made), text)
                self.desk.edit(name, **arguments)

        self.field = NameField(self.desk.view, self.place.middle_of(made), label, named)

    def _added(self, edit: changes.Edit) -> ZoneId | None:
        """Add a zone and select it."""
        known = set(self.encounter.board.zones)
        if not self.desk.edit(edit[0], **edit[1]):
            return None
        made = next((zone for zone in self.encounter.board.zones if zone not in known), None)
        if made is not None:
            self.session.select([Ref("zone", made)])
        return made

    # Splitting

    def zone_under(self, line: tuple[Point, Point], level: LevelId) -> ZoneId | None:
        """Return the zone that a line crosses; a selected one first, else that of its middle."""
        middle = Point((line[0].x + line[1].x) / 2, (line[0].y + line[1].y) / 2)
        zones = self.encounter.board.zones
        held = [
            zone
            for zone, outline in self.place.outlines.items()
            if zones[zone].level == level and holds(outline, middle)
        ]
        chosen = [zone for zone in held if Ref("zone", zone) in self.session.selection]
        return next(iter(chosen or held), None)

    # What is under way

    @property
    def busy(self) -> bool:
        """Whether an outline is half drawn."""
        return bool(self.corners) or super().busy

    @property
    def status(self) -> str:
        """What the hand can do now."""
        if self.gesture is not None:
            return super().status
        if self.corners:
            return self.drawing_says
        return self.splits_says if self.splits else self.idle

    def idle_overlay(self) -> Overlay | None:
        """Return the outline as it is so far, with the side to the pointer."""
        if not self.corners or self._level != self.level:
            return None
        corners = list(self.corners)
        if self.hovered is not None:
            corners.append(self._next_corner(self.hovered))
        return Overlay(
            (sketch.open_line(tuple(corners), "preview"), ink.Grips(tuple(self.corners)))
        )

    def key(self, press: KeyPress) -> bool:
        """Close with Enter, take a corner back with Backspace, drop with Esc."""
        if self.corners and press.key in ENTER:
            self.close()
            return True
        if self.corners and press.key == Qt.Key.Key_Backspace:
            self.corners.pop()
            return True
        return super().key(press)

    def cancel(self) -> bool:
        """Drop the outline."""
        had = bool(self.corners)
        self.corners.clear()
        return super().cancel() or had

    def activate(self) -> None:
        """Come to hand; what cuts outlines is loaded now, not in the first drag."""
        super().activate()
        import_module("shapely")

    def deactivate(self) -> None:
        """Be put down; the next time it draws again."""
        super().deactivate()
        if self.splits:
            self.desk.hand.choose("zone.op", "draw")
        if self.field is not None:
            self.field.finish()
            self.field = None
