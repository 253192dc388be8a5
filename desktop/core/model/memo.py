"""Derived values kept by the identity of the frozen values they are made from."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")

KEPT = 6
"""How many values of one name are kept: now, before, and what undo goes to and fro between."""
NAMES = 512
"""For how many names; of more, the one that came first is forgotten."""
NOTHING: dict[tuple[int, ...], Any] = {}


class Memo:
    """The last few values asked for of each name; made again when any part is another object.

    Only for values made from frozen parts alone, so that sharing them cannot be noticed.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, dict[tuple[int, ...], tuple[tuple[object, ...], Any]]] = {}
        """By the identity of the parts, which is theirs for as long as they are held here."""

    def get(self, name: Hashable, parts: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the value made from these very parts, making it where it is not kept."""
        which = tuple(map(id, parts))
        known = self._found(name, which)
        if known is not None:
            return cast("T", known[1])
        made = make()
        if name not in self._kept and len(self._kept) >= NAMES:
            self._kept.pop(next(iter(self._kept)))
        entries = self._kept.setdefault(name, {})
        entries[which] = parts, made
        if len(entries) > KEPT:
            del entries[next(iter(entries))]
        return made

    def come_back(self, name: Hashable, parts: tuple[object, ...]) -> None:
        """Let the value made from these parts be the one asked for last, where it is kept."""
        self._found(name, tuple(map(id, parts)))

    def _found(
        self, name: Hashable, which: tuple[int, ...]
    ) -> tuple[tuple[object, ...], Any] | None:
        entries = self._kept.get(name, NOTHING)
        known = entries.get(which)
        if known is not None and next(reversed(entries)) != which:
            entries[which] = entries.pop(which)
        return known

    def last(self, name: Hashable) -> Any:
        """Return the value of a name that was asked for last, or None.

        After an undo that is the one it went back to, from which the next differs least.
        """
        entries = self._kept.get(name)
        return next(reversed(entries.values()))[1] if entries else None
