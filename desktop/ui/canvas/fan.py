"""Fighters who share a square stand around it while the pointer is there."""

from __future__ import annotations

from math import cos, pi, sin

from PySide6.QtCore import QPointF

from desktop.core.model.words import FighterId, Point
from desktop.ui.canvas import hit
from desktop.ui.canvas.coordinates import SQUARE_PX
from desktop.ui.canvas.scene import BoardScene

FAN_SQ = 0.8
"""How far they stand from the square's middle, for each square of their size."""


class Fan:
    """Who is fanned out now."""

    def __init__(self, scene: BoardScene) -> None:
        self._scene = scene
        self._out: tuple[FighterId, ...] = ()

    def pointer_at(self, point: Point, reach: float) -> bool:
        """Fan out those under the pointer, and gather in others; return whether any moved."""
        sharing = hit.sharers(self._scene, point, reach)
        if sharing == self._out or (self._out and self._is_over(point, reach)):
            return False
        shifts = {who: QPointF() for who in self._out}
        for token in self._scene.tokens():
            who = token.look.id
            if who in sharing:
                turn = sharing.index(who) / len(sharing) * 2 * pi - pi / 2
                far = FAN_SQ * SQUARE_PX * token.look.side_sq
                shifts[who] = QPointF(far * cos(turn), far * sin(turn))
        self._scene.fan_out(shifts)
        self._out = sharing
        return True

    def gather(self) -> bool:
        """Let everyone stand on their squares again; return whether any did not."""
        fanned, self._out = self._out, ()
        self._scene.fan_out({who: QPointF() for who in fanned})
        return bool(fanned)

    def _is_over(self, point: Point, reach: float) -> bool:
        """Return whether the pointer is on one of them, or still on their square."""
        for token in self._scene.tokens():
            if token.look.id not in self._out:
                continue
            half, (x, y) = token.look.side_sq / 2, token.look.centre
            if token.is_under(point, reach) or max(abs(point[0] - x), abs(point[1] - y)) < half:
                return True
        return False
