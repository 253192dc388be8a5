"""The numbers of the outline: how many people start in each zone, and how many things there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from operator import is_

from desktop.core.model.crew import NO_STOCK, everyone
from desktop.core.model.encounter import Encounter, Person
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import LevelId, ProfileId, SideId, Square, ZoneId


def how_many(encounter: Encounter, kind: str, listed: int = 0) -> int:
    """Return how many things of a kind there are; `listed` is how many have a row."""
    board = encounter.board
    if kind == "square":
        painted = sum(len(squares) for squares in board.squares.values())
        return painted + sum(len(piece.squares) for piece in (*board.fields, *board.clouds))
    if kind == "fighter":
        groups = encounter.groups.values()
        return len(encounter.fighters) + sum(group.count for group in groups)
    return 0 if kind == "grid" else listed


class Headcount:
    """How many people start in each zone, counted again only where that may differ."""

    def __init__(self) -> None:
        self._of: tuple[Encounter, object] | None = None
        self._parts: tuple[object, ...] = ()
        self._starts: dict[SideId, ZoneId] = {}
        self._many: Counter[str] = Counter()

    def of(
        self, encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None
    ) -> Counter[str]:
        """Return how many start in each zone, as far as that is written."""
        if self._of is None or self._of[0] is not encounter or self._of[1] is not stock:
            self._of = encounter, stock
            self._count(encounter, stock)
        return self._many

    def _count(self, encounter: Encounter, stock: Mapping[ProfileId, Profile] | None) -> None:
        board = encounter.board
        place = Place.of(board)
        stock = NO_STOCK if stock is None else stock
        people = everyone(encounter.fighters, encounter.groups, encounter.profiles, stock)
        owners = {level: place.zone_map(level).owners for level in board.levels}
        starts: dict[SideId, ZoneId] = {}
        for zone in board.zones.values():
            if zone.start:
                starts.setdefault(zone.start, zone.id)
        parts = (people, *owners, *owners.values())
        same = len(parts) == len(self._parts) and all(map(is_, parts, self._parts))
        if not same or starts != self._starts:
            self._parts, self._starts = parts, starts
            self._many = _counted(people, owners, starts, board.first_level)


def _counted(
    people: Iterable[Person],
    owners: Mapping[LevelId, Mapping[Square, ZoneId]],
    starts: Mapping[SideId, ZoneId],
    first: LevelId,
) -> Counter[str]:
    found: Counter[str] = Counter()
    for person in people:
        at: str | Square | None = person.at
        if person.starts.off is not None:
            continue
        if isinstance(at, Square):
            at = owners.get(person.level or first, {}).get(at)
        elif at is None:
            at = starts.get(person.side)
        if at is not None:
            found[at] += 1
    return found
