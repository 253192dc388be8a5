"""Which levels are drawn how, in layers of items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from desktop.core.model.words import LevelId
from desktop.ui.canvas.drawn import Drawn

Key = tuple[str, str]
"""Layer and id of an item."""
FAINT = 0.6
"""How much shows of what is on the level below."""
BELOW = "below "
Layers = dict[str, Mapping[Any, Any]]
"""Looks by layer and id, in the file's order."""


def layers(drawn: Drawn, layer: str) -> Iterator[tuple[str, LevelId, float]]:
    """Yield a layer's name, level and faintness: the one below first, then the one in view."""
    if layer in drawn.hidden_kinds:
        return
    if drawn.below is not None:
        yield BELOW + layer, drawn.below, FAINT
    yield layer, drawn.level, 1
