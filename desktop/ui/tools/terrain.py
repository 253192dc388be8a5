"""P: paints ground, fields and clouds square by square; one stroke is one step."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt

from desktop.core.model.ground import KINDS, kind_of
from desktop.core.model.words import KindWord, LevelId, Point, Square
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.tools import changes, sketch, strokes
from desktop.ui.tools.build_tool import BuildTool, Gesture

LARGEST_SQ = 15
CLOUDY = frozenset(("obscuring", "blinding"))


class Stroke(Gesture):
    """One stroke of the brush."""

    def __init__(self, tool: TerrainTool, start: PointerEvent) -> None:
        self.tool, self.level = tool, start.level
        self.squares: set[Square] = set()
        self.at = start.point
        self.erases = start.ctrl
        self.straight_from = start.point
        self._before: frozenset[Square] = frozenset()

    def move(self, event: PointerEvent) -> None:
        """Cover what the brush passes; with Shift only the straight way from where it began."""
        size = self.tool.size
        self.erases = event.ctrl or not self.tool.kind
        if event.shift:
            straight = strokes.stroke(self.straight_from, event.point, size)
            self.squares = set(self._before | straight)
        else:
            self.squares |= strokes.stroke(self.at, event.point, size)
            self._before, self.straight_from = frozenset(self.squares), event.point
        self.at = event.point
        self._show()

    def _show(self) -> None:
        squares = strokes.on_board(self.tool.place, frozenset(self.squares))
        self.says = f"{self.tool.verb(self.erases)} {len(squares)} squares · {KEYS}"
        self.overlay = Overlay((sketch.area(squares, "cut" if self.erases else "preview"),))

    def release(self, event: PointerEvent) -> None:
        """Paint it."""
        self.move(event)
        self.tool.paint(self.level, frozenset(self.squares), erases=self.erases)
        self.tool.last = event.point


class Box(Gesture):
    """A box of squares."""

    def __init__(self, tool: TerrainTool, start: PointerEvent) -> None:
        self.tool, self.start, self.level = tool, start.point, start.level
        self.squares: frozenset[Square] = frozenset()
        self.erases = False

    def move(self, event: PointerEvent) -> None:
        """Cover the box up to the pointer; with Shift a square one."""
        self.erases = event.ctrl or not self.tool.kind
        end = event.point
        if event.shift:
            side = max(abs(end.x - self.start.x), abs(end.y - self.start.y))
            end = Point(
                self.start.x + (side if end.x >= self.start.x else -side),
                self.start.y + (side if end.y >= self.start.y else -side),
            )
        squares = strokes.box(self.start, end)
        self.squares = strokes.on_board(self.tool.place, squares)
        across = len({x for x, _ in squares})
        self.says = (
            f"{across} × {len(squares) // across} squares · Ctrl erases, Shift: as high as wide"
        )
        self.overlay = Overlay((sketch.area(self.squares, "cut" if self.erases else "preview"),))

    def release(self, event: PointerEvent) -> None:
        """Paint it."""
        self.move(event)
        self.tool.paint(self.level, self.squares, erases=self.erases)


KEYS = "Ctrl erases, Shift: straight, Esc drops"


class TerrainTool(BuildTool):
    """Paints squares."""

    id = "terrain"
    text = "Terrain"
    shortcut = "P"
    cursor = Qt.CursorShape.CrossCursor
    idle: ClassVar[str] = (
        "Terrain: drag to paint, Shift+click straight from the last point, Ctrl erases, "
        "[ and ] change the size"
    )

    last: Point | None = None
    """Where the last stroke ended, for a straight one from there."""

    @property
    def kind(self) -> KindWord:
        """The kind in hand; empty erases."""
        return KindWord(self.choice("terrain.kind", "difficult"))

    @property
    def size(self) -> int:
        """Squares a side of the brush."""
        return min(max(self.choice("terrain.size", 1), 1), LARGEST_SQ)

    @property
    def shape(self) -> str:
        """`brush`, `fill` or `box`."""
        return self.choice("terrain.shape", "brush")

    @property
    def layer(self) -> str:
        """`ground`, `field` or `cloud`: what was chosen, else what fits the kind."""
        chosen = self.choice("terrain.layer", "")
        if chosen:
            return chosen
        board = self.encounter.board
        if self.kind in board.kinds or self.kind in KINDS:
            qualities = kind_of(board, self.kind).qualities
            return "cloud" if CLOUDY.intersection(qualities) else "ground"
        return "ground"

    def verb(self, erases: bool) -> str:
        """Return what it is doing."""
        return f"Erase {self.layer}" if erases else f"Paint {self.kind}"

    def paint(self, level: LevelId, squares: frozenset[Square], *, erases: bool) -> None:
        """Commit a stroke as one step."""
        squares = strokes.on_board(self.place, squares)
        if squares:
            kind = KindWord("") if erases else self.kind
            name, arguments = changes.painted(self.layer, level, kind, squares)
            self.desk.edit(name, **arguments)

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Begin a stroke or a box; a fill is a click."""
        if self.shape == "box":
            return Box(self, start)
        return Stroke(self, start) if self.shape == "brush" else None

    def click(self, event: PointerEvent) -> None:
        """Dab, draw straight from the last point, or fill."""
        erases = event.ctrl or not self.kind
        if self.shape == "fill":
            squares = strokes.fill(self.place, event.level, event.square)
        elif event.shift and self.last is not None and self.shape == "brush":
            squares = strokes.stroke(self.last, event.point, self.size)
        elif self.shape == "box":
            squares = frozenset((event.square,))
        else:
            squares = strokes.dab(event.point, self.size)
        self.paint(event.level, squares, erases=erases)
        self.last = event.point

    def idle_overlay(self) -> Overlay | None:
        """Return the brush under the pointer."""
        event = self.hovered
        if event is None or event.level != self.level:
            return None
        if self.shape == "fill":
            return Overlay((sketch.area(frozenset((event.square,)), "preview"),
                            sketch.hint(event.point, "fill")))  # fmt: skip
        if event.shift and self.last is not None and self.shape == "brush":
            squares = strokes.stroke(self.last, event.point, self.size)
        else:
            squares = strokes.dab(event.point, self.size if self.shape == "brush" else 1)
        squares = strokes.on_board(self.place, squares)
        return (
            Overlay((sketch.area(squares, "cut" if event.ctrl else "preview"),))
            if squares
            else None
        )

    def deactivate(self) -> None:
        """Be put down, forgetting the last point."""
        super().deactivate()
        self.last = None

    def key(self, press: KeyPress) -> bool:
        """Change the size with [ and ]."""
        if press.text in ("[", "]"):
            size = self.size + (1 if press.text == "]" else -1)
            self.desk.hand.choose("terrain.size", min(max(size, 1), LARGEST_SQ))
            return True
        return super().key(press)
