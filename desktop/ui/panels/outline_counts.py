"""The numbers of the outline: how many people start in each zone, and how many things there are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from operator import is_not
from typing import NamedTuple, cast

from desktop.core.model.board import Board
from desktop.core.model.crew import NO_STOCK, crew_by_id
from desktop.core.model.encounter import Encounter, Person
from desktop.core.model.memo import Memo
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.tables import things_changed, with_things, without
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
    squares: Mapping[LevelId | None, Mapping[FighterId, Square]]


def _starts(people: Mapping[FighterId, Person], before: _Starts | None) -> _Starts:
    before = before or _Starts({}, Counter(), Counter(), {})
    zones, sides = Counter(before.zones), Counter(before.sides)
    change = things_changed(before.people, people)
    left = [before.people[FighterId(who)] for who in (*change.removed, *change.changed)]
    came = [people[FighterId(who)] for who in (*change.changed, *change.added)]
    for those, one in ((left, -1), (came, 1)):
        for person in those:
            if person.starts.off is None and person.at is None:
                sides[person.side] += one
            elif person.starts.off is None and not isinstance(person.at, Square):
                zones[cast("ZoneId", person.at)] += one
    squares = dict(before.squares)
    was, now = _on_squares(left), _on_squares(came)
    for level in {*was, *now}:
        come = now.get(level, {})
        gone = [who for who in was.get(level, ()) if who not in come]
        squares[level] = with_things(without(squares.get(level, {}), gone), come)
    return _Starts(people, +zones, +sides, squares)


def _on_squares(
    people: Iterable[Person],
) -> Mapping[LevelId | None, Mapping[FighterId, Square]]:
    """Return those who start on a square, level by level, first those who name none."""
    found: defaultdict[LevelId | None, dict[FighterId, Square]] = defaultdict(dict)
    for person in people:
        if person.starts.off is None and isinstance(person.at, Square):
            found[person.level][person.id] = person.at
    return found
