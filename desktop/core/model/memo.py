"""Derived values kept by the identity of the frozen values they are made from."""

from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, TypeVar, cast

T = TypeVar("T")

KEPT = 6
"""How many values of one name are kept: now, before, and what undo goes to and fro between."""
NAMES = 512


class Memo:
    """The last few values of each name; made again when any part is another object.

    Only for values made from frozen parts alone, so that sharing them cannot be noticed.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[tuple[object, ...], Any], ...]] = {}

    def get(self, name: Hashable, parts: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the value made from these very parts, making it where it is not kept."""
        entries = self._kept.get(name, ())
        for known, value in entries:
            if len(known) == len(parts) and all(map(is_, known, parts)):
                return cast("T", value)
        made = make()
        if name not in self._kept and len(self._kept) >= NAMES:
            self._kept.pop(next(iter(self._kept)))
        self._kept[name] = ((parts, made), *entries[: KEPT - 1])
        return made

    def last(self, name: Hashable) -> Any:
        """Return the value of a name that was made last, or None."""
        entries = self._kept.get(name)
        return entries[0][1] if entries else None
