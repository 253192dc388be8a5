"""The numbers of the outline: how many people start in each zone, and how many things there are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from desktop.core.model.board import Board
from desktop.core.model.crew import crew_by_id
from desktop.core.model.encounter import Encounter, Person
from desktop.core.model.memo import Memo
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.tables import things_changed, with_things, without
from desktop.core.model.words import FighterId, LevelId, ProfileId, SideId, Square, ZoneId
from desktop.core.model.zone_map import NO_SQUARES, ZoneMap
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
    board = encounter.board
    place = Place.of(board)
    people, first = crew_by_id(encounter, stock), board.first_level
    starts = _MEMO.get(
        "starts", (people, first), lambda: _starts(people, first, _MEMO.last("starts"))
    )
    maps = {level: place.zone_map(level) for level in board.levels}
    parts = (starts, *maps.values())
    standing = _MEMO.get(
        "standing", parts, lambda: _standing(starts, maps, _MEMO.last("standing"))
    ).many
    if not starts.zones and not starts.sides:
        return standing
    return _MEMO.get(
        "headcount", (starts, standing, board.zones), lambda: _counted(starts, standing, board)
    )


_MEMO = Memo()


def _counted(starts: _Starts, standing: Counter[ZoneId], board: Board) -> Counter[ZoneId]:
    found = standing + starts.zones
    waiting = Counter(starts.sides)
    for zone in board.zones.values() if waiting else ():
        if zone.start and (many := waiting.pop(zone.start, 0)):
            found[zone.id] += many
    return found


class _Standing(NamedTuple):
    """How many people stand in each zone, by their squares."""

    starts: _Starts
    maps: Mapping[LevelId, ZoneMap]
    many: Counter[ZoneId]


def _standing(
    starts: _Starts, maps: Mapping[LevelId, ZoneMap], before: _Standing | None
) -> _Standing:
    """Count those who came or left, and again those in zones that have other squares."""
    if before is None or before.maps.keys() != maps.keys():
        before = _Standing(_NOBODY, maps, Counter())
    many = Counter(before.many)
    for level, zones in maps.items():
        was, now = before.starts.squares.get(level, {}), starts.squares.get(level, {})
        change = things_changed(was, now)
        left = map(was.__getitem__, map(FighterId, (*change.removed, *change.changed)))
        came = map(now.__getitem__, map(FighterId, (*change.added, *change.changed)))
        owner, crowd = before.maps[level].owners, starts.crowds.get(level, Counter())
        many.subtract(filter(None, map(owner.get, left)))
        many.update(filter(None, map(owner.get, came)))
        for zone in map(ZoneId, things_changed(before.maps[level].squares, zones.squares).all):
            taken = crowd.keys() & zones.squares.get(zone, NO_SQUARES)
            many[zone] = sum(map(crowd.__getitem__, taken))
    return _Standing(starts, maps, many)


class _Starts(NamedTuple):
    """Where people start, as it is written: in a zone, with their side, or on a square."""

    people: Mapping[FighterId, Person]
    first: LevelId | None
    """The level of those who name none."""
    zones: Counter[ZoneId]
    sides: Counter[SideId]
    squares: Mapping[LevelId, Mapping[FighterId, Square]]
    crowds: Mapping[LevelId, Counter[Square]]
    """How many are on each square."""


_NOBODY = _Starts({}, None, Counter(), Counter(), {}, {})


def _starts(people: Mapping[FighterId, Person], first: LevelId, before: _Starts | None) -> _Starts:
    if before is None or before.first != first:
        before = _NOBODY
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
    squares, crowds = dict(before.squares), dict(before.crowds)
    was, now = _on_squares(left, first), _on_squares(came, first)
    for level in {*was, *now}:
        old, come = was.get(level, {}), now.get(level, {})
        gone = [who for who in old if who not in come]
        squares[level] = with_things(without(squares.get(level, {}), gone), come)
        crowd = crowds[level] = Counter(crowds.get(level))
        crowd.subtract(old.values())
        crowd.update(come.values())
    return _Starts(people, first, +zones, +sides, squares, crowds)


def _on_squares(
    people: Iterable[Person], first: LevelId
) -> Mapping[LevelId, Mapping[FighterId, Square]]:
    """Return those who start on a square, level by level."""
    found: defaultdict[LevelId, dict[FighterId, Square]] = defaultdict(dict)
    for person in people:
        if person.starts.off is None and isinstance(person.at, Square):
            found[person.level or first][person.id] = person.at
    return found
