"""Tables that follow from one drawing to the next, each made anew only where it differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Generic, TypeVar, cast

from desktop.core.model.tables import Changed, renewed, things_changed

K = TypeVar("K", bound=str)
T = TypeVar("T")


class Derived(Generic[K, T]):
    """A table made from others, thing by thing; what stayed the same is kept."""

    def __init__(self) -> None:
        self._common: tuple[object, ...] = ()
        self._tables: tuple[Mapping[K, Any], ...] = ()
        self._made: Mapping[K, T] = {}

    def of(
        self,
        make: Callable[..., T | None],
        *tables: Mapping[K, Any],
        common: tuple[object, ...] = (),
    ) -> Mapping[K, T]:
        """Return what is made of the things of each id; where it is None the id is left out.

        Ids and their order are those of the first table; what another lacks is None. `common` is
        what everything is made with. The same table is returned where nothing differs.
        """
        if common != self._common or len(tables) != len(self._tables):
            self._common, self._tables, self._made = common, tuple({} for _ in tables), {}
        found = tuple(map(things_changed, self._tables, tables))
        if any(found):
            ids = _stirred(found, tables)
            anew = dict(
                zip(ids, map(make, *(map(table.get, ids) for table in tables)), strict=True)
            )
            self._made = self._renewed(anew, tables[0], found[0])
        self._tables = tables
        return self._made

    def _renewed(
        self, anew: Mapping[K, T | None], ids: Mapping[K, object], found: Changed
    ) -> Mapping[K, T]:
        """Return what is made, of which that made of some may have come to be None, or to be."""
        made = self._made
        there = {id_: new for id_, new in anew.items() if new is not None}
        come = tuple(id_ for id_ in there if id_ not in made)
        if not {*found.added}.issuperset(come):  # what nothing was made of before, among them
            there = {id_: there[id_] for id_ in filter(there.__contains__, ids)}
            come = tuple(id_ for id_ in there if id_ not in made)
        lost = {id_ for id_ in (*found.removed, *anew) if id_ in made and id_ not in there}
        gone = tuple(filter(lost.__contains__, found.removed))
        if len(gone) < len(lost):
            gone = tuple(filter(lost.__contains__, made))
        return renewed(made, there, ids, Changed(come, gone, reordered=found.reordered))


def _stirred(found: tuple[Changed, ...], tables: tuple[Mapping[K, object], ...]) -> tuple[K, ...]:
    """Return the ids of the first table of which anything differs in any."""
    own = cast("tuple[K, ...]", (*found[0].changed, *found[0].added))
    stirred = {*own, *chain.from_iterable(each.all for each in found[1:])}
    stirred.difference_update(found[0].removed)
    return own if len(stirred) == len(own) else tuple(filter(stirred.__contains__, tables[0]))
