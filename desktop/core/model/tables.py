"""Tables of things by id: what differs between two, and those made of others thing by thing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import compress, filterfalse, islice
from operator import is_not
from typing import TypeVar, cast

K = TypeVar("K", bound=str)
T = TypeVar("T")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Changed:
    """What became of the things of one kind, by id; who came and who went in the file's order.

    Those that changed are in no order: an edit names them as it pleases.
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    reordered: bool = False
    """Whether those that stayed come in another order."""

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.reordered)

    @property
    def all(self) -> tuple[str, ...]:
        """Every id that came, went or changed."""
        return (*self.removed, *self.added, *self.changed)


SAME = Changed()


PAIRS = 64
"""How many pairs of tables are known: an edit compares many, each asked for by several panels."""
_PAIRS: dict[tuple[int, int], tuple[object, object, Changed]] = {}
"""By identity, which is theirs for as long as they are held here."""


def things_changed(before: Mapping[K, object], after: Mapping[K, object]) -> Changed:
    """Return what became of the things of one kind. The very same mappings are compared once."""
    if before is after:
        return SAME
    known = _PAIRS.get((id(before), id(after)))
    if known is not None:
        return known[-1]
    _, _, back = _PAIRS.get((id(after), id(before)), (None, None, None))
    if back is None or back.reordered:
        changed = _things_changed(before, after)
    else:
        changed = Changed(back.removed, back.added, back.changed)
    _note(before, after, changed)
    return changed


def _note(before: Mapping[K, object], after: Mapping[K, object], changed: Changed) -> None:
    """Keep how two mappings differ, so that nobody looks for it again."""
    if len(_PAIRS) >= PAIRS:
        del _PAIRS[next(iter(_PAIRS))]
    _PAIRS[id(before), id(after)] = before, after, changed


def _things_changed(before: Mapping[K, object], after: Mapping[K, object]) -> Changed:
    were, are = list(before), list(after)
    if were == are:  # by far the most often: some things are otherwise
        others = compress(are, map(is_not, before.values(), after.values()))
        changed = tuple(id_ for id_ in others if before[id_] != after[id_])
        return Changed(changed=changed) if changed else SAME
    head = alike_at_start(were, are)
    tail = alike_at_start(were[head:][::-1], are[head:][::-1])
    gone, come = were[head : len(were) - tail], are[head : len(are) - tail]
    olds, news = list(before.values()), list(after.values())
    # What is between is looked for by its id; all the rest stands where it stood.
    olds[head : len(were) - tail] = map(before.get, come, map(after.__getitem__, come))
    changed = tuple(are[at] for at in differing_places(olds, news))
    stayed, now = filter(after.__contains__, gone), filter(before.__contains__, come)
    added = tuple(filterfalse(before.__contains__, come))
    removed = tuple(filterfalse(after.__contains__, gone))
    return Changed(added, removed, changed, [*stayed] != [*now]) or SAME


def alike_at_start(one: Sequence[object], other: Sequence[object]) -> int:
    """Return how many things at the beginning of two lists are the same."""
    few, many = sorted((one, other), key=len)
    return next(differing_places(few, many), len(few))


_RUN = 64


def differing_places(olds: Sequence[object], news: Sequence[object]) -> Iterator[int]:
    """Yield where two lists differ, as far as the first goes; it passes over runs alike at once."""
    for start in range(0, len(olds), _RUN):
        run = olds[start : start + _RUN]
        if run != (now := news[start : start + _RUN]):
            for at in compress(range(start, start + _RUN), map(is_not, run, now)):
                if olds[at] != news[at]:
                    yield at


def stretches(places: Iterable[int]) -> list[range]:
    """Return every stretch of places that follow each other; they come in order."""
    found: list[range] = []
    for place in places:
        joined = found and found[-1].stop == place
        found.append(range(found.pop().start if joined else place, place + 1))
    return found


def renewed(
    made: Mapping[K, V], anew: Mapping[K, V], ids: Mapping[K, object], found: Changed
) -> Mapping[K, V]:
    """Return a table with what is made anew in it, in the order of `ids`.

    `found` says who of `made` comes and goes; it is returned itself where nothing differs. Of
    some `ids` nothing may be made.
    """
    others = _others(made, anew)
    if not (others or found.removed or found.reordered):
        return made
    after = _exchanged(made, others, found.removed)
    if found.reordered or not _are_last(found.added, ids):
        if len(after) == len(ids):
            after = {**cast("Mapping[K, V]", ids), **after}
        else:
            after = {id_: after[id_] for id_ in ids if id_ in after}
    if not found.reordered:  # of those that are made the order may be the same
        changed = tuple(filter(made.__contains__, others))
        _note(made, after, Changed(found.added, found.removed, changed))
    return after


def with_things(things: Mapping[K, V], anew: Mapping[K, V]) -> Mapping[K, V]:
    """Return things with some in the place of those of their ids, or behind all others."""
    others = _others(things, anew)
    if not others:
        return things
    changed = tuple(id_ for id_ in others if id_ in things)
    added = tuple(id_ for id_ in others if id_ not in things)
    after = _exchanged(things, others)
    _note(things, after, Changed(added=added, changed=changed))
    return after


def without(things: Mapping[K, V], ids: Iterable[str]) -> Mapping[K, V]:
    """Return the things that are left without some."""
    gone = tuple(id_ for id_ in {*ids} if id_ in things)
    if not gone:
        return things
    if len(gone) > 1:
        gone = tuple(filter(frozenset(gone).__contains__, things))
    after = _exchanged(things, {}, gone)
    _note(things, after, Changed(removed=gone))
    return after


def _others(things: Mapping[K, V], anew: Mapping[K, V]) -> dict[K, V]:
    """Return those that are not as they were."""
    return {id_: new for id_, new in anew.items() if id_ not in things or things[id_] != new}


def _exchanged(
    things: Mapping[K, V], others: Mapping[K, V], gone: Iterable[str] = ()
) -> dict[K, V]:
    after = cast("dict[K, V]", copy(things))  # as `{**things}` would, faster where some went before
    after.update(others)
    for id_ in gone:
        del after[cast("K", id_)]
    return after


def _are_last(added: tuple[str, ...], ids: Mapping[K, object]) -> bool:
    """Return whether all that came stand behind all others, as most do."""
    last = islice(reversed(cast("dict[K, object]", ids)), len(added))
    return tuple(last) == added[::-1]


def remade(
    made: Mapping[K, V], before: Mapping[K, T], after: Mapping[K, T], make: Callable[[T], V]
) -> Mapping[K, V]:
    """Return what is made of each thing, made again only of those that are not as before.

    `made` is what was made of each thing `before`; it is returned itself where it turns out equal.
    """
    found = things_changed(before, after)
    others = cast("tuple[K, ...]", (*found.changed, *found.added))
    return renewed(made, {id_: make(after[id_]) for id_ in others}, after, found)
