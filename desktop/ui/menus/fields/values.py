"""Reading what several things have at one path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from desktop.ui.menus.fields.field import SEVERAL


def at_path(thing: Any, path: str) -> Any:
    """Return what a thing has at a path as `starts.wounds`; None where the path ends before."""
    for name in path.split("."):
        if thing is None:
            return None
        thing = thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)
    return thing


def shared(values: Iterable[object]) -> object:
    """Return the value that all are, or SEVERAL; None for none at all."""
    found = list(values)
    if not found:
        return None
    first = found[0]
    return first if all(value == first for value in found[1:]) else SEVERAL


def shared_at(things: Sequence[Any], path: str) -> object:
    """Return what all things have at a path, or SEVERAL."""
    return shared(at_path(thing, path) for thing in things)
