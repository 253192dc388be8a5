"""What lies under a point, the uppermost first."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRectF

from desktop.core.model.words import FighterId, Point
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.canvas.layers import BELOW
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.session import Kind, Ref

PRESSED: tuple[tuple[str, Kind], ...] = (
    ("token", "fighter"), ("feature", "feature"), ("link", "link"), ("door", "door"),
    ("wall", "wall"), ("name", "zone"), ("frame", "zone"), ("zone", "zone"),
)  # fmt: skip
"""The layers a press looks through, after the handles of the selection."""


def under(scene: BoardScene, point: Point, reach: float, *, below: bool = False) -> tuple[Ref, ...]:
    """Return what lies under a point of the level in view, the uppermost first, each once.

    `reach` is in squares: nothing is smaller under the pointer. A second click takes the next.
    `below` adds what shows through from the level below.
    """
    found = [*_under(scene, point, reach)]
    if below:
        found += _under(scene, point, reach, BELOW)
    return tuple(dict.fromkeys(found))


def _under(scene: BoardScene, point: Point, reach: float, level: str = "") -> Iterator[Ref]:
    for layer, kind in PRESSED:
        found = [
            (item, item_id)
            for item_id, item in scene.of_layer(level + layer)
            if item.is_under(point, reach)
        ]
        # The one drawn last lies on top, unless another is raised.
        found.sort(key=lambda each: each[0].raised)
        yield from (Ref(kind, item_id) for _, item_id in reversed(found))


def in_rectangle(scene: BoardScene, a: Point, b: Point) -> tuple[Ref, ...]:
    """Return everything that a rectangle touches, zones by their border or inside."""
    band = QRectF(to_scene(a), to_scene(b)).normalized().adjusted(0, 0, 0.01, 0.01)
    found: list[Ref] = []
    for layer, kind in PRESSED:
        if layer in ("name", "frame"):
            continue
        for item_id, _ in scene.of_layer(layer):
            outline = scene.outline_of(Ref(kind, item_id))
            if outline.boundingRect().adjusted(-0.01, -0.01, 0.01, 0.01).intersects(band) and (
                outline.intersects(band)
            ):
                found.append(Ref(kind, item_id))
    return tuple(found)


def sharers(scene: BoardScene, point: Point, reach: float) -> tuple[FighterId, ...]:
    """Return the fighters who share the square under a point, where there are several."""
    for token in reversed(scene.tokens()):
        if token.look.stack[1] > 1 and token.is_under(point, reach):
            centre, size = token.look.centre, token.look.side_sq
            return tuple(
                other.look.id
                for other in scene.tokens()
                if other.look.centre == centre and other.look.side_sq == size
            )
    return ()
