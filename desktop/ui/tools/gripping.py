"""Dragging a handle of what is selected."""

from __future__ import annotations

from desktop.core.errors import EditError
from desktop.core.model.geometry import Outline, rectangle_of
from desktop.core.model.words import DoorId, LinkId, Point, ZoneId
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.handles import Handle
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.session import Ref
from desktop.ui.tools import changes, reshaping, sketch, snapping
from desktop.ui.tools.build_tool import BuildTool, Gesture


def grip(tool: BuildTool, handle: Handle) -> Gesture | None:
    """Return what dragging a handle does."""
    if handle.ref.kind == "zone":
        return Reshape(tool, handle)
    if handle.ref.kind in ("door", "wall", "link"):
        return Stretch(tool, handle)
    return None


class Reshape(Gesture):
    """A handle of a zone; corners at one point move together."""

    def __init__(self, tool: BuildTool, handle: Handle) -> None:
        self.tool, self.handle = tool, handle
        self.zone = ZoneId(handle.ref.id)
        self.edit: changes.Edit | None = None
        self.why_not = ""

    def move(self, event: PointerEvent) -> None:
        """Preview the new outlines."""
        outlines = self._outlines(event)
        self.edit, self.why_not = None, ""
        shapes: list[ink.Shape] = []
        if outlines:
            edit = changes.reshaped(outlines, cut=not event.ctrl)
            tried = self.tool.desk.tried(edit[0], **edit[1])
            if isinstance(tried, EditError):
                self.why_not = str(tried)
                shapes += [sketch.room(outline, "refused") for outline in outlines.values()]
                shapes.append(sketch.refusal(event.point, self.why_not))
            else:
                self.edit = edit
                zones = tried.board.zones
                shapes += self._cuts(outlines, {zone: zones[zone].outline for zone in outlines})
        self.says = self._status(outlines.get(self.zone, ()))
        self.overlay = Overlay(tuple(shapes))

    def _cuts(self, wanted: dict[ZoneId, Outline], kept: dict[ZoneId, Outline]) -> list[ink.Shape]:
        shapes: list[ink.Shape] = []
        for zone, outline in wanted.items():
            if kept[zone] != outline:
                shapes.append(ink.Stretch(outline, "cut"))
            shapes.append(sketch.room(kept[zone]))
        return shapes

    def _status(self, outline: Outline) -> str:
        rectangle = rectangle_of(outline) if outline else None
        size = f"{rectangle[2]:g} × {rectangle[3]:g} squares · " if rectangle else ""
        straight = "in proportion" if rectangle else "straight"
        return f"{size}Ctrl: alone, without snapping and cutting · Shift: {straight}"

    def _outlines(self, event: PointerEvent) -> dict[ZoneId, Outline]:
        place, name = self.tool.place, self.handle.name
        to = self._to(event)
        if name == "corner":
            return reshaping.corner_moved(place, self.zone, self.handle.index, to, alone=event.ctrl)
        if name == "between":
            return reshaping.corner_added(place, self.zone, self.handle.index, to, alone=event.ctrl)
        return reshaping.resized(place, self.zone, name, to, alone=event.ctrl, square=event.shift)

    def _to(self, event: PointerEvent) -> Point:
        if event.ctrl:
            return snapping.free(event.point)
        outline = self.tool.place.outlines[self.zone]
        if event.shift and self.handle.name == "corner":
            return snapping.straight(outline[self.handle.index], event.point)
        corners = snapping.corners_of(self.tool.place, event.level, (self.zone,))
        return snapping.snapped(event.point, corners, event.squares_for(snapping.SNAP_PX))

    def release(self, event: PointerEvent) -> None:
        """Give the zones their outlines."""
        self.move(event)
        if self.edit is not None:
            self.tool.desk.edit(self.edit[0], **self.edit[1])
        elif self.why_not:
            self.tool.desk.tell(self.why_not)


class Stretch(Gesture):
    """An end of a door, of a wall, or of the stretch of border that a link takes up."""

    def __init__(self, tool: BuildTool, handle: Handle) -> None:
        self.tool, self.ref, self.index = tool, handle.ref, handle.index
        self.edit: changes.Edit | None = None
        self.why_not = ""

    @property
    def points(self) -> tuple[Point, ...]:
        """The points of the door or wall as it is."""
        return points_of(self.tool, self.ref)

    def move(self, event: PointerEvent) -> None:
        """Preview where it ends."""
        points = list(self.points)
        index = self.index if self.index < len(points) else len(points) - 1
        to = snapping.to_grid(event.point)
        if event.shift or self.ref.kind != "wall":
            anchor = points[index - 1] if index else points[1]
            dx, dy = snapping.one_axis(to.x - anchor.x, to.y - anchor.y)
            to = Point(anchor.x + dx, anchor.y + dy)
        points[index] = to
        self.edit, self.why_not = None, ""
        if tuple(points) != self.points:
            edit = changes.stretched(self.ref, tuple(points))
            tried = self.tool.desk.tried(edit[0], **edit[1])
            self.why_not = str(tried) if isinstance(tried, EditError) else ""
            self.edit = None if self.why_not else edit
        style: ink.Style = "refused" if self.why_not else "preview"
        shapes: list[ink.Shape] = [sketch.open_line(tuple(points), style)]
        if self.why_not:
            shapes.append(sketch.refusal(event.point, self.why_not))
        self.says = "Let go where it shall end · Shift: straight"
        self.overlay = Overlay(tuple(shapes))

    def release(self, event: PointerEvent) -> None:
        """End it there."""
        self.move(event)
        if self.edit is not None:
            self.tool.desk.edit(self.edit[0], **self.edit[1])
        elif self.why_not:
            self.tool.desk.tell(self.why_not)


def points_of(tool: BuildTool, ref: Ref) -> tuple[Point, ...]:
    """Return the points of a door or wall, or of the stretch that a link takes up."""
    board = tool.encounter.board
    if ref.kind == "link":
        spot = tool.place.link_spot(LinkId(ref.id))
        return spot.along if spot is not None and spot.along is not None else ()
    return board.doors[DoorId(ref.id)].on if ref.kind == "door" else board.walls[int(ref.id)].along
