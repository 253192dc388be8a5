"""Who takes which places, followed from one drawing to the next."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar, cast

from desktop.core.model.tables import things_changed

K = TypeVar("K", bound=str)
T = TypeVar("T")
P = TypeVar("P", bound=Hashable)


class Taken(Generic[K, T, P]):
    """The places that things take, squares as a rule, with the ids of those on each.

    `places` may name one of them twice, as a feature does that has a stop where it stands.
    """

    def __init__(self, places: Callable[[T], Iterable[P]]) -> None:
        self._places = places
        self._things: Mapping[K, T] = {}
        self.by: dict[P, set[K]] = {}

    def follow(self, things: Mapping[K, T]) -> set[P]:
        """Take over where things are now; return the places of those that came, went or changed.

        Those that they were on are among them; where the order is another, all are.
        """
        found = things_changed(self._things, things)
        before, self._things = self._things, things
        gone = cast("tuple[K, ...]", (*found.removed, *found.changed))
        come = cast("tuple[K, ...]", (*found.changed, *found.added))
        stirred = set(self.by) if found.reordered else set()
        for who in gone:
            for place in set(self._places(before[who])):
                stirred.add(place)
                self.by[place].remove(who)
                if not self.by[place]:
                    del self.by[place]
        for who in come:
            for place in self._places(things[who]):
                stirred.add(place)
                self.by.setdefault(place, set()).add(who)
        return stirred

    def on(self, places: Iterable[P]) -> Iterable[K]:
        """Return those on any of some places, in their order."""
        there = {who for place in places for who in self.by.get(place, ())}
        return filter(there.__contains__, self._things) if there else ()
