"""The numbers of the outline: how many people start in each zone, and how many things there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from operator import is_not
from typing import NamedTuple

from desktop.core.model.board import Board
from desktop.core.model.crew import NO_STOCK, crew_by_id
from desktop.core.model.encounter import Encounter, Person
from desktop.core.model.memo import Memo
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.tables import things_changed
from desktop.core.model.words import FighterId, LevelId, ProfileId, SideId, Square, ZoneId
from desktop.ui.panels.outline_nodes import tables_of


def how_many(encounter: Encounter, kind: str) -> int:
    """Return how many things of a kind there are."""
    board = encounter.board
    if kind == "square":
        painted = sum(len(squares) for squares in board.squares.values())
        return painted + sum(len(piece.squares) for piece in (*board.fields, *board.clouds))
    many = sum(len(table) for table in tables_of(encounter, kind).values())
    if kind == "fighter":
        many += sum(group.count - 1 for group in encounter.groups.values())
    return many


def headcount(
    encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None
) -> Counter[ZoneId]:
    """Return how many people start in each zone, as far as that is written.

    It is counted again only where that may differ.
    """
    stock = NO_STOCK if stock is None else stock
    return _MEMO.get("of", (encounter, stock), lambda: _headcount(encounter, stock))


_MEMO = Memo()


def _headcount(encounter: Encounter, stock: Mapping[ProfileId, Profile]) -> Counter[ZoneId]:
    board = encounter.board
    place = Place.of(board)
    people = crew_by_id(encounter, stock)
    starts = _MEMO.get("starts", (people,), lambda: _starts(people, _MEMO.last("starts")))
    owners = tuple(place.zone_map(level).owners for level in board.levels)
    parts = (starts, board.levels, *owners)
    standing = _MEMO.get(
        "standing", parts, lambda: _standing(starts, board, owners, _MEMO.last("standing"))
    ).many
    if not starts.zones and not starts.sides:
        return standing
    return _MEMO.get(
        "headcount", (starts, standing, board.zones), lambda: _counted(starts, standing, board)
    )


def _counted(starts: _Starts, standing: Counter[ZoneId], board: Board) -> Counter[ZoneId]:
    found = standing + starts.zones
    waiting = Counter(starts.sides)
    for zone in board.zones.values() if waiting else ():
        if zone.start and (many := waiting.pop(zone.start, 0)):
            found[zone.id] += many
    return found


class _Standing(NamedTuple):
    """How many people stand in each zone; level by level, first those who name no level."""

    squares: tuple[Mapping[FighterId, Square], ...]
    owners: tuple[Mapping[Square, ZoneId], ...]
    many: Counter[ZoneId]


def _standing(
    starts: _Starts, board: Board, owners: tuple[Mapping[Square, ZoneId], ...],
    before: _Standing | None,
) -> _Standing:  # fmt: skip
    squares = tuple(starts.squares.get(level, {}) for level in (None, *board.levels))
    owners = (owners[0], *owners)
    many: Counter[ZoneId] = Counter()
    if (
        before is None
        or len(before.owners) != len(owners)
        or any(map(is_not, before.owners, owners))
    ):
        for now, owner in zip(squares, owners, strict=True):
            many.update(filter(None, map(owner.get, now.values())))
        return _Standing(squares, owners, many)
    many.update(before.many)
    for was, now, owner in zip(before.squares, squares, owners, strict=True):
        change = things_changed(was, now)
        left = map(was.__getitem__, map(FighterId, (*change.removed, *change.changed)))
        came = map(now.__getitem__, map(FighterId, (*change.added, *change.changed)))
        many.subtract(filter(None, map(owner.get, left)))
        many.update(filter(None, map(owner.get, came)))
    return _Standing(squares, owners, many)


class _Starts(NamedTuple):
    """Where people start, as it is written: in a zone, with their side, or on a square."""

    people: Mapping[FighterId, Person]
    zones: Counter[ZoneId]
    sides: Counter[SideId]
    squares: dict[LevelId | None, dict[FighterId, Square]]

    def put(self, person: Person) -> None:
        """Count somebody where they start."""
        if person.starts.off is not None:
            return
        if person.at is None:
            self.sides[person.side] += 1
        elif isinstance(person.at, Square):
            self.squares.setdefault(person.level, {})[person.id] = person.at
        else:
            self.zones[person.at] += 1

    def take(self, person: Person) -> None:
        """Count somebody no more where they started."""
        if person.starts.off is not None:
            return
        if person.at is None:
            self.sides[person.side] -= 1
        elif isinstance(person.at, Square):
            del self.squares[person.level][person.id]
        else:
            self.zones[person.at] -= 1


def _starts(people: Mapping[FighterId, Person], before: _Starts | None) -> _Starts:
    if before is None:
        before = _Starts({}, Counter(), Counter(), {})
    squares = {level: dict(standing) for level, standing in before.squares.items()}
    found = _Starts(people, Counter(before.zones), Counter(before.sides), squares)
    change = things_changed(before.people, people)
    for who in map(FighterId, (*change.removed, *change.changed)):
        found.take(before.people[who])
    for who in map(FighterId, (*change.added, *change.changed)):
        found.put(people[who])
    return found._replace(zones=+found.zones, sides=+found.sides)
