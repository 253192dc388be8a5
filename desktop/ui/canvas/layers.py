"""Which levels are drawn how, and what is kept from one drawing to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from desktop.core.model.words import LevelId
from desktop.ui.canvas.drawn import Drawn

Key = tuple[str, str]
"""Layer and id of an item."""
FAINT = 0.6
"""How much shows of what is on the level below."""
BELOW = "below "

T = TypeVar("T")


def layers(drawn: Drawn, layer: str) -> Iterator[tuple[str, LevelId, float]]:
    """Yield a layer's name, level and faintness: the one below first, then the one in view."""
    if layer in drawn.hidden_kinds:
        return
    if drawn.below is not None:
        yield BELOW + layer, drawn.below, FAINT
    yield layer, drawn.level, 1


class Kept(Generic[T]):
    """Values by name, made again only where the parts they are made from are others."""

    def __init__(self) -> None:
        self._before: dict[object, tuple[tuple[object, ...], T]] = {}
        self._now: dict[object, tuple[tuple[object, ...], T]] = {}

    def turn(self) -> None:
        """Begin another drawing; what it does not ask for is forgotten with the next one."""
        self._before, self._now = self._now, {}

    def get(self, name: object, make: Callable[..., T], *parts: object) -> T:
        """Return what is made from these parts; tuples compare by identity first."""
        kept = self._before.get(name)
        if kept is None or kept[0] != parts:
            kept = parts, make(*parts)
        self._now[name] = kept
        return kept[1]
