"""What every item of the board has in common: it shows one frozen look."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from desktop.core.model.words import Point
from desktop.ui.canvas.ink import Screen

Look = TypeVar("Look")

DEPTHS = (
    "board", "below picture", "below zone", "below squares", "below frame", "below link",
    "below wall", "below door", "below feature", "below token", "veil",
    "picture", "zone", "squares", "grid", "frame", "link", "wall", "door", "feature", "token",
    "note", "name", "selection", "overlay",
)  # fmt: skip
"""What is drawn over what, the lowest first."""


NO_PEN = QPen(Qt.PenStyle.NoPen)


def depth_of(layer: str) -> float:
    """Return where a layer lies among the others."""
    return float(DEPTHS.index(layer))


class BoardItem(Generic[Look]):
    """An item of the board, which a coat paints. Equal looks are equal pictures."""

    faint = 1.0
    """How much of it shows."""
    raised = 0.0
    """How far it lies above others of its layer."""
    smooth = True
    """Whether its edges are antialiased."""
    tip = ""
    """What is told of it under the pointer."""

    def __init__(self, look: Look, screen: Screen) -> None:
        self._look = look
        self._screen = screen
        self._bounds = QRectF()
        self.adopt(look)

    @property
    def look(self) -> Look:
        """What it shows."""
        return self._look

    def show_look(self, look: Look) -> bool:
        """Show another look; nothing happens where it is the same. Return whether one sees it."""
        if look is self._look or look == self._look:
            return False
        before, covered = self.shown(), self.covers()
        self._look = look
        self.adopt(look)
        return self.shown() != before or self.covers() != covered

    def adopt(self, look: Look) -> None:
        """Take over what a look says: bounds, position, whatever is kept for painting.

        `_bounds` is what it may paint on.
        """
        raise NotImplementedError

    def covers(self) -> QRectF:
        """Return what of the scene it may paint on."""
        return self._bounds

    def shown(self) -> object:
        """Return what of its look shows at the zoom in view, its place apart."""
        return self._look

    def zoomed(self) -> bool:
        """Cover what it shows at the zoom in view; return whether that is something else."""
        return False

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is on it, or not further than `reach` squares away."""
        return False

    def shape(self) -> QPainterPath:
        """Return what of the scene the pointer has to be over to be told of it."""
        path = QPainterPath()
        path.addRect(self.covers())
        return path

    def draw(self, painter: QPainter) -> None:
        """Paint it. The painter's transform, hints and opacity are left as they were."""
        raise NotImplementedError
