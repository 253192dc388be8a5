"""Tables with a value for each of several things, in a column that others follow place by place.

Where things come, go or are otherwise, a column is cut and joined, which costs next to nothing,
and only what stands in the changed places is made again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from desktop.core.model.tables import alike_at_start, differing_places, stretches

K = TypeVar("K", bound=str)
T = TypeVar("T")
V = TypeVar("V")


class Ids(Generic[K]):
    """Things by id in their order: one object for all the tables about them."""

    def __init__(self, names: tuple[K, ...]) -> None:
        self.names = names


class Shift(NamedTuple):
    """Who went from some things, by their places before, and who came, by their places now."""

    gone: tuple[range, ...] = ()
    come: tuple[range, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.gone or self.come)

    def lost(self, column: Sequence[V]) -> list[V]:
        """Return what stood in a column in the places of those who went."""
        return [value for run in self.gone for value in column[run.start : run.stop]]

    def new(self, column: Sequence[V]) -> list[V]:
        """Return what stands in a column in the places of those who came."""
        return [value for run in self.come for value in column[run.start : run.stop]]

    def of(self, column: tuple[V, ...], news: Iterable[V]) -> list[V]:
        """Return a column without those who went, and with the values of those who came."""
        every, values = list(column), iter(news)
        for run in reversed(self.gone):
            del every[run.start : run.stop]
        for run in self.come:
            every[run.start : run.start] = islice(values, len(run))
        return every

    def before(self, place: int) -> int:
        """Return where somebody stood before, who neither came nor went."""
        place -= sum(len(run) for run in self.come if run.start < place)
        for run in self.gone:
            if run.start <= place:
                place += len(run)
        return place


STILL = Shift()


@lru_cache(maxsize=16)
def shift(before: Ids[K], after: Ids[K]) -> Shift:
    """Return how ids differ from others."""
    if before is after:
        return STILL
    olds, news = before.names, after.names
    start = alike_at_start(olds, news)
    end = alike_at_start(olds[start:][::-1], news[start:][::-1])
    were, are = olds[start : len(olds) - end], news[start : len(news) - end]
    gone, come = frozenset(were).difference(are), frozenset(are).difference(were)
    if [id_ for id_ in were if id_ not in gone] != [id_ for id_ in are if id_ not in come]:
        gone, come = frozenset(were), frozenset(are)  # in another order
    return Shift(_runs(start, were, gone), _runs(start, are, come))


def _runs(start: int, names: tuple[K, ...], some: frozenset[K]) -> tuple[range, ...]:
    return tuple(stretches(place for place, id_ in enumerate(names, start) if id_ in some))


class Table(Generic[K, V]):
    """What is known of each of some things."""

    __slots__ = ("_by_id", "column", "ids")

    def __init__(self, ids: Ids[K], column: tuple[V, ...]) -> None:
        self.ids = ids
        self.column = column
        """The values, in the order of the ids."""
        self._by_id: dict[K, V] | None = None

    @classmethod
    def of(cls, things: Mapping[K, V], before: "Table[K, V] | None" = None) -> "Table[K, V]":
        """Return things as a table, with the ids of the one before where they are the same."""
        names = tuple(things)
        ids = before.ids if before is not None and before.ids.names == names else Ids(names)
        return cls(ids, tuple(things.values()))

    def pairs(self) -> Iterator[tuple[K, V]]:
        """Yield ids and values."""
        return zip(self.ids.names, self.column, strict=True)

    @property
    def by_id(self) -> Mapping[K, V]:
        """The values to look up, in no order."""
        if self._by_id is None:
            self._by_id = dict(self.pairs())
        return self._by_id

    def with_places(
        self, others: Mapping[int, V], ids: Ids[K] | None = None, come: Sequence[V] = ()
    ) -> "Table[K, V]":
        """Return this with other values in some places, and with those who `come` among its ids."""
        ids = self.ids if ids is None else ids
        by = shift(self.ids, ids)
        every = by.of(self.column, come)
        for at, value in others.items():
            every[at] = value
        made = Table(ids, tuple(every))
        if self._by_id is not None:
            known = self._by_id.copy()
            for id_ in by.lost(self.ids.names):
                del known[id_]
            known.update(zip(by.new(ids.names), come, strict=True))
            known.update((ids.names[at], value) for at, value in others.items())
            made._by_id = known
        return made


class Difference(NamedTuple):
    """How one table differs from another."""

    by: Shift
    places: tuple[int, ...]
    """Where other values stand in it, besides those of who came."""


@lru_cache(maxsize=32)
def difference(before: Table[K, V], after: Table[K, V]) -> Difference:
    """Return how one table differs from another; the same two are compared once."""
    by, olds = shift(before.ids, after.ids), before.column
    kept = tuple(by.of(olds, by.new(after.column))) if by else olds
    return Difference(by, tuple(differing_places(kept, after.column)))


def exchanged(before: Table[K, V], after: Table[K, V]) -> tuple[list[V], list[V]]:
    """Return the values that went or are otherwise, and those that came or are so now."""
    by, places = difference(before, after)
    olds, news = before.column, after.column
    gone = [*by.lost(olds), *(olds[by.before(at)] for at in places)]
    return gone, [*by.new(news), *map(news.__getitem__, places)]


def remade(
    made: Table[K, V], before: Table[K, T], after: Table[K, T], make: Callable[[T], V]
) -> Table[K, V]:
    """Return what is made of each thing, made again only of those that are not as before.

    `made` is what was made of each thing `before`; it is returned itself where it turns out equal.
    """
    by, places = difference(before, after)
    news, others = after.column, {}
    for at in places:
        new = make(news[at])
        if new != made.column[by.before(at) if by else at]:
            others[at] = new
    if others or before.ids is not after.ids:
        return made.with_places(others, after.ids, list(map(make, by.new(news))))
    return made
