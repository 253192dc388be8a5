"""The numbers of the outline: how many people start in each zone, and how many things there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from desktop.core.model.board import Board
from desktop.core.model.crew import NO_STOCK, crew_of
from desktop.core.model.encounter import Encounter, Person
from desktop.core.model.memo import Memo
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import LevelId, ProfileId, SideId, Square, ZoneId
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
    people = crew_of(encounter, stock)
    starts = _MEMO.get("starts", (people,), lambda: _starts(people))
    owners = tuple(place.zone_map(level).owners for level in board.levels)
    parts = (starts, board.zones, board.levels, *owners)
    return _MEMO.get("headcount", parts, lambda: _counted(starts, board, owners))


def _counted(
    starts: _Starts, board: Board, owners: tuple[Mapping[Square, ZoneId], ...]
) -> Counter[ZoneId]:
    parts = (starts, board.levels, *owners)
    standing = _MEMO.get("standing", parts, lambda: _standing(starts, board, owners))
    found = starts.zones + standing
    waiting = Counter(starts.sides)
    for zone in board.zones.values():
        if zone.start and (many := waiting.pop(zone.start, 0)):
            found[zone.id] += many
    return found


def _standing(
    starts: _Starts, board: Board, owners: tuple[Mapping[Square, ZoneId], ...]
) -> Counter[ZoneId]:
    found: Counter[ZoneId] = Counter()
    for level, owner in zip(board.levels, owners, strict=True):
        squares = starts.squares.get(level, [])
        if level == board.first_level:
            squares = squares + starts.squares.get(None, [])
        found.update(filter(None, map(owner.get, squares)))
    return found


class _Starts(NamedTuple):
    """Where people start, as it is written: in a zone, with their side, or on a square."""

    zones: Counter[ZoneId]
    sides: Counter[SideId]
    squares: dict[LevelId | None, list[Square]]


def _starts(people: Iterable[Person]) -> _Starts:
    found = _Starts(Counter(), Counter(), {})
    for person in people:
        at = person.at
        if person.starts.off is not None:
            continue
        if at is None:
            found.sides[person.side] += 1
        elif isinstance(at, Square):
            found.squares.setdefault(person.level, []).append(at)
        else:
            found.zones[at] += 1
    return found
