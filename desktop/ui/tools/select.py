"""V: selects, moves, reshapes and renames what is on the board."""

from __future__ import annotations

from math import floor
from typing import ClassVar

from PySide6.QtCore import Qt

from desktop.core.model.words import LevelId, Point, Square, ZoneId
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.coordinates import to_board
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.menus import naming
from desktop.ui.menus.selection import next_after, on_level, pieces_at
from desktop.ui.session import Ref
from desktop.ui.tools import changes, reshaping, snapping
from desktop.ui.tools.build_tool import BuildTool, Gesture
from desktop.ui.tools.gripping import grip
from desktop.ui.tools.link import MoveEnd, selected_link
from desktop.ui.tools.moving import MOVED, MoveThings, nudge
from desktop.ui.tools.name_field import NameField

SAME_SPOT_PX = 4
ARROWS: dict[Qt.Key, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
FAR_SQ = 5
"""How far an arrow key moves with Shift."""


class Band(Gesture):
    """A rubber band: it takes what it touches."""

    def __init__(self, tool: SelectTool, start: PointerEvent) -> None:
        self.tool, self.start = tool, start.point

    def move(self, event: PointerEvent) -> None:
        """Show the band and what it takes."""
        found = self._found(event)
        self.says = f"{len(found)} touched · Shift adds to the selection · Ctrl takes away"
        self.overlay = Overlay((ink.Band(self.start, event.point),))

    def _found(self, event: PointerEvent) -> tuple[Ref, ...]:
        found = self.tool.desk.view.in_rectangle(self.start, event.point)
        return tuple(ref for ref in found if not self.tool.desk.is_locked(ref))

    def release(self, event: PointerEvent) -> None:
        """Select what it touches."""
        found, before = self._found(event), self.tool.session.selection
        if event.ctrl:
            self.tool.session.select(ref for ref in before if ref not in found)
        else:
            self.tool.session.select((*before, *found) if event.shift else found)


class SelectTool(BuildTool):
    """Selects and moves."""

    id = "select"
    text = "Select"
    shortcut = "V"
    cursor = Qt.CursorShape.ArrowCursor
    grips = True
    builds: ClassVar[bool] = False
    idle: ClassVar[str] = (
        "Click selects, again one deeper · Shift adds · drag moves what is selected · "
        "double click renames"
    )

    field: NameField | None = None
    """The name that is being typed."""
    corner: tuple[ZoneId, int] | None = None
    """The corner that Delete takes out."""
    _clicked: Point | None = None

    # What is under the pointer

    def found(self, point: Point) -> tuple[Ref, ...]:
        """Return what can be grabbed at a point, topmost first; fields and clouds are deepest."""
        found: list[Ref] = []
        pieces = pieces_at(self.session, Square(floor(point[0]), floor(point[1])))
        for ref in (*self.desk.view.under(point), *pieces):
            if not self.desk.is_locked(ref):
                group = self._group_of(ref)
                found += [ref] if group is None else [ref, group]
        return tuple(found)

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Take hold of a handle, of a thing, or draw a rubber band."""
        handle = self.desk.view.handle_at(start.point)
        if handle is not None and not self.desk.is_locked(handle.ref):
            return grip(self, handle)
        link = selected_link(self, start)
        if link is not None:
            return MoveEnd(self, link, start)
        held = self._held(start)
        if held is None:
            return Band(self, start)
        selection = self.session.selection
        if held not in selection:
            selection = (*selection, held) if start.shift else (held,)
            self.session.select(selection)
        return MoveThings(self, [ref for ref in selection if not self.desk.is_locked(ref)], start)

    def _held(self, start: PointerEvent) -> Ref | None:
        """Return what a drag from here moves, or None for a rubber band.

        An unselected zone is moved by its border or its name alone, a field or cloud not at all;
        a selected one goes before its zone, but not before what stands on it.
        """
        found = [ref for ref in self.found(start.point) if ref.kind in MOVED]
        top = next((ref for ref in found if ref.kind != "piece"), None)
        if top is None or top.kind == "zone":
            pieces = (ref for ref in found if ref.kind == "piece")
            held = next((ref for ref in pieces if ref in self.session.selection), None)
            if held is not None or top is None:
                return held
        group = self._group_of(top)
        if group is not None and group in self.session.selection:
            return group
        if top.kind != "zone" or top in self.session.selection:
            return top
        outline = self.place.outlines[ZoneId(top.id)]
        _, far = snapping.nearest_on(outline, start.point)
        return top if far <= start.reach or self._is_on_name(top, start) else None

    def _is_on_name(self, zone: Ref, start: PointerEvent) -> bool:
        return any(
            name == zone.id and item.is_under(start.point, start.reach)
            for name, item in self.desk.canvas.scene.of_layer("name")
        )

    def _group_of(self, ref: Ref) -> Ref | None:
        if ref.kind != "fighter" or "/" not in ref.id:
            return None
        return Ref("group", ref.id.partition("/")[0])

    # Clicks

    def click(self, event: PointerEvent) -> None:
        """Select the topmost, or one deeper on the same spot; Shift adds or takes away."""
        self.corner = None
        handle = self.desk.view.handle_at(event.point)
        if handle is not None and handle.name == "corner" and not event.shift:
            self.corner = (ZoneId(handle.ref.id), handle.index)
            self.desk.tell("Delete takes this corner out.")
            return
        found, before = self.found(event.point), self.session.selection
        again = self._clicked is not None and event.distance_px(self._clicked) <= SAME_SPOT_PX
        self._clicked = event.point
        if not found:
            if not event.shift:
                self.session.select(())
        elif event.shift:
            top = found[0]
            kept = tuple(ref for ref in before if ref != top)
            self.session.select(kept if top in before else (*before, top))
        elif again and len(before) == 1 and before[0] in found:
            self.session.select([found[(found.index(before[0]) + 1) % len(found)]])
        else:
            self.session.select(found[:1])

    def double_click(self, event: PointerEvent) -> None:
        """Rename what is there, on the spot."""
        found = self.found(event.point)
        chosen = [ref for ref in found if ref in self.session.selection]
        if found:
            self.rename((chosen or list(found))[0], event.point)

    def rename(self, ref: Ref, at: Point | None = None) -> None:
        """Let a name be typed on the spot."""
        if ref.kind == "level":
            self.desk.canvas.strip.rename(LevelId(ref.id))
            return
        if ref.kind in naming.NAMELESS:
            self.desk.tell("This has no name to change.")
            return
        self.session.select([ref])
        label = naming.label_of(self.encounter, ref)

        def named(text: str) -> None:
            self.field = None
            name, arguments = changes.renamed(ref, text)
            self.desk.edit(name, **arguments)

        self.field = NameField(self.desk.view, at or self._middle_of(ref), label, named)

    def _middle_of(self, ref: Ref) -> Point:
        if ref.kind == "zone":
            return self.place.middle_of(ZoneId(ref.id))
        return to_board(self.desk.canvas.scene.outline_of(ref).boundingRect().center())

    # Keys

    def key(self, press: KeyPress) -> bool:
        """Nudge with the arrows, step with Tab, take a corner out with Delete."""
        if press.key in ARROWS and not press.ctrl:
            dx, dy = ARROWS[press.key]
            far = FAR_SQ if press.shift else 1
            return self.nudge(dx * far, dy * far)
        if press.key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.session.select(next_after(self.session, -1 if press.shift else 1))
            return True
        if press.key == Qt.Key.Key_A and press.ctrl:
            self.session.select(on_level(self.session))
            return True
        if press.key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.corner is not None:
            return self.take_corner_out()
        return super().key(press)

    def nudge(self, dx: int, dy: int) -> bool:
        """Move what is selected by squares; returns whether there was anything to move."""
        return nudge(self.desk, self._free(), dx, dy)

    def _free(self) -> tuple[Ref, ...]:
        return tuple(ref for ref in self.session.selection if not self.desk.is_locked(ref))

    def take_corner_out(self) -> bool:
        """Take the chosen corner out of its outline; returns whether one was chosen."""
        corner, self.corner = self.corner, None
        if corner is None or corner[0] not in self.encounter.board.zones:
            return False
        outlines = reshaping.corner_removed(self.place, *corner)
        name, arguments = changes.reshaped(outlines)
        self.desk.edit(name, **arguments)
        return True

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key is for the corner chosen, or steps to the next thing."""
        if press.key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            return self.corner is not None
        return press.key in ARROWS and not press.ctrl

    def idle_overlay(self) -> Overlay | None:
        """Return the corner that Delete takes out."""
        if self.corner is None or self.corner[0] not in self.place.outlines:
            return None
        zone, index = self.corner
        outline = self.place.outlines[zone]
        return Overlay((ink.Grips((outline[index % len(outline)],)),))

    def cancel(self) -> bool:
        """Let the corner go."""
        had, self.corner = self.corner is not None, None
        return super().cancel() or had

    def deactivate(self) -> None:
        """Be put down."""
        super().deactivate()
        self._clicked = None
        if self.field is not None:
            self.field.finish()
            self.field = None
