"""B: places the picture under the level in view."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QSize, Qt

from desktop.core.errors import PictureError
from desktop.core.model.board import LevelPicture
from desktop.core.model.geometry import outline_of
from desktop.core.model.words import LevelId, Point
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.pictures import path_in, size_of
from desktop.ui.session import Ref
from desktop.ui.tools import changes, snapping
from desktop.ui.tools.build_tool import BuildTool, Gesture
from desktop.ui.tools.select import ARROWS

LEAST_SQ = 1.0
ALIGNED_SQ = 3
"""The box that aligns a picture is drawn over so many of its squares a side."""
FAR_PX = 5


@dataclass(frozen=True, slots=True)
class Laid:
    """Where a picture lies, in squares and fractions."""

    left: float
    top: float
    width: float
    height: float

    @property
    def outline(self) -> tuple[Point, ...]:
        """Its four corners."""
        return outline_of(self.left, self.top, self.width, self.height)

    def moved(self, dx: float, dy: float) -> Laid:
        """Return it moved."""
        return Laid(self.left + dx, self.top + dy, self.width, self.height)

    def scaled(self, scale: float, fixed: Point) -> Laid:
        """Return it larger or smaller, with one point where it was."""
        return Laid(
            fixed.x + (self.left - fixed.x) * scale, fixed.y + (self.top - fixed.y) * scale,
            self.width * scale, self.height * scale,
        )  # fmt: skip

    def holds(self, point: Point) -> bool:
        """Whether a point lies on it."""
        across = self.left <= point.x <= self.left + self.width
        return across and self.top <= point.y <= self.top + self.height


class MovePicture(Gesture):
    """The picture follows the hand."""

    says = "Let go where it fits · Ctrl: without snapping"

    def __init__(self, tool: PictureTool, laid: Laid, start: PointerEvent) -> None:
        self.tool, self.laid, self.start = tool, laid, start.point
        self.after = laid

    def move(self, event: PointerEvent) -> None:
        """Preview it there."""
        dx, dy = event.point.x - self.start.x, event.point.y - self.start.y
        if event.shift:
            dx, dy = snapping.one_axis(dx, dy)
        if not event.ctrl:
            dx, dy = round(dx), round(dy)
        self.after = self.laid.moved(dx, dy)
        self.overlay = Overlay((ink.Stretch(self.after.outline, "preview"),))

    def release(self, event: PointerEvent) -> None:
        """Lay it there."""
        self.move(event)
        self.tool.lay(self.after)


class ScalePicture(Gesture):
    """A corner of the picture; the opposite one stays."""

    says = "Let go where it fits · Ctrl: without snapping"

    def __init__(self, tool: PictureTool, laid: Laid, name: str) -> None:
        self.tool, self.laid = tool, laid
        self.right, self.down = "e" in name, "s" in name
        self.fixed = Point(
            laid.left if self.right else laid.left + laid.width,
            laid.top if self.down else laid.top + laid.height,
        )
        self.after = laid

    def move(self, event: PointerEvent) -> None:
        """Preview it so large."""
        to = event.point if event.ctrl else snapping.to_grid(event.point)
        wide = max((to.x - self.fixed.x) * (1 if self.right else -1), LEAST_SQ)
        self.after = self.laid.scaled(wide / self.laid.width, self.fixed)
        self.overlay = Overlay((ink.Stretch(self.after.outline, "preview"),))

    def release(self, event: PointerEvent) -> None:
        """Make it so large."""
        self.move(event)
        self.tool.lay(self.after)


class Align(Gesture):
    """A box over three drawn squares by three."""

    says = "Drag the box over three drawn squares by three: scale and place follow"

    def __init__(self, tool: PictureTool, laid: Laid, start: PointerEvent) -> None:
        self.tool, self.laid, self.start = tool, laid, start.point
        self.end = start.point

    def move(self, event: PointerEvent) -> None:
        """Show the box."""
        self.end = event.point
        self.overlay = Overlay((ink.Band(self.start, self.end),))

    def release(self, event: PointerEvent) -> None:
        """Scale and place the picture so that the drawn squares are the board's."""
        self.move(event)
        wide, high = abs(self.end.x - self.start.x), abs(self.end.y - self.start.y)
        side = (wide + high) / 2
        if min(wide, high) * 1.5 < max(wide, high) or side <= 0:
            self.tool.desk.tell("Drag the box over three drawn squares by three, as high as wide.")
            return
        corner = Point(min(self.start.x, self.end.x), min(self.start.y, self.end.y))
        after = self.laid.scaled(ALIGNED_SQ / side, corner)
        to = snapping.to_grid(corner)
        self.tool.lay(after.moved(to.x - corner.x, to.y - corner.y))


class PictureTool(BuildTool):
    """Places the picture of a level."""

    id = "picture"
    text = "Picture"
    shortcut = "B"
    cursor = Qt.CursorShape.SizeAllCursor
    grips = True
    idle: ClassVar[str] = (
        "Picture: drag it or its corners · arrows: by a pixel of it, with Shift by five"
    )

    @property
    def status(self) -> str:
        """What the hand can do now."""
        if self.gesture is not None:
            return self.gesture.says
        if self.picture is None:
            return "Picture: drop a picture on the board, or paste one"
        return Align.says if self.aligns else self.idle

    @property
    def aligns(self) -> bool:
        """Whether a drag draws the box that aligns."""
        return self.choice("picture.op", "move") == "align"

    @property
    def picture(self) -> LevelPicture | None:
        """The picture of the level in view."""
        return self.encounter.board.levels[self.level].background

    @property
    def pixels(self) -> QSize | None:
        """How many pixels the picture has, as it lies; None where it cannot be read."""
        picture = self.picture
        if picture is None:
            return None
        folder = self.desk.drawn.folder
        path = path_in(folder, picture.file)
        try:
            size = size_of(Path(path)) if path else None
        except PictureError:
            return None
        if size is None:
            return None
        return size.transposed() if picture.turned % 2 else size

    @property
    def laid(self) -> Laid | None:
        """Where the picture lies; None without a picture that can be read."""
        picture, pixels = self.picture, self.pixels
        if picture is None or pixels is None:
            return None
        width = picture.width if picture.width is not None else float(self.place.size[0])
        return Laid(picture.at.x, picture.at.y, width, width * pixels.height() / pixels.width())

    def activate(self) -> None:
        """Come to hand, with the picture selected, so that it has its handles."""
        super().activate()
        if self.picture is not None:
            self.session.select([Ref("picture", self.level)])

    def deactivate(self) -> None:
        """Be put down; the picture cannot be grabbed any more."""
        super().deactivate()
        self.session.select(ref for ref in self.session.selection if ref.kind != "picture")

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Move, scale or align."""
        laid = self.laid
        if laid is None:
            return None
        if self.aligns:
            return Align(self, laid, start)
        handle = self.desk.view.handle_at(start.point)
        if handle is not None and handle.ref.kind == "picture":
            return ScalePicture(self, laid, handle.name)
        return MovePicture(self, laid, start) if laid.holds(start.point) else None

    def click(self, event: PointerEvent) -> None:
        """Select the picture."""
        laid = self.laid
        if laid is not None and laid.holds(event.point):
            self.session.select([Ref("picture", self.level)])

    def lay(self, laid: Laid) -> None:
        """Lay the picture elsewhere, as one step."""
        edit = changes.picture_laid(
            self.encounter, LevelId(self.level), Point(laid.left, laid.top), laid.width
        )
        self.desk.edit(edit[0], **edit[1])

    def fit_board(self) -> None:
        """Give the board the picture's size."""
        laid = self.laid
        if laid is None:
            self.desk.tell("This level has no picture yet.")
            return
        width, height = (
            max(floor(laid.left + laid.width + 0.01), 1),
            max(floor(laid.top + laid.height + 0.01), 1),
        )
        edit = changes.board_sized(width, height)
        self.desk.edit(edit[0], **edit[1])

    def key(self, press: KeyPress) -> bool:
        """Nudge by a pixel with the arrows."""
        laid, pixels = self.laid, self.pixels
        if press.key in ARROWS and not press.ctrl and laid is not None and pixels is not None:
            step = laid.width / pixels.width() * (FAR_PX if press.shift else 1)
            dx, dy = ARROWS[press.key]
            self.lay(laid.moved(dx * step, dy * step))
            return True
        return super().key(press)
