"""Who takes which squares, followed from one drawing to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar, cast

from desktop.core.model.diff import things_changed
from desktop.core.model.words import Square

K = TypeVar("K", bound=str)
T = TypeVar("T")


class Taken(Generic[K, T]):
    """The squares that things take, with the ids of those on each."""

    def __init__(self, squares: Callable[[T], Iterable[Square]]) -> None:
        self._squares = squares
        self._things: Mapping[K, T] = {}
        self.by: dict[Square, set[K]] = {}

    def follow(self, things: Mapping[K, T]) -> set[Square]:
        """Take over where things are now; return the squares of those that came, went or changed.

        Those that they were on are among them.
        """
        found = things_changed(self._things, things)
        before, self._things = self._things, things
        gone = cast("tuple[K, ...]", (*found.removed, *found.changed))
        come = cast("tuple[K, ...]", (*found.changed, *found.added))
        stirred: set[Square] = set()
        for who in gone:
            for square in self._squares(before[who]):
                stirred.add(square)
                self.by[square].discard(who)
                if not self.by[square]:
                    del self.by[square]
        for who in come:
            for square in self._squares(things[who]):
                stirred.add(square)
                self.by.setdefault(square, set()).add(who)
        return stirred
