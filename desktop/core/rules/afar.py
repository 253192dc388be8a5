"""The way to somewhere: the search is led there, and never looks over the whole board."""

from collections.abc import Collection, Iterator, Mapping

from desktop.core.model import crossing
from desktop.core.model.board import Feature, Link, Piece
from desktop.core.model.ground import kind_of
from desktop.core.model.memo import Memo
from desktop.core.model.paths import FINENESS, Path, Step
from desktop.core.model.place import Place, Spot
from desktop.core.model.remaining import AROUND, Remaining, Terms, remaining
from desktop.core.model.words import LevelId, Square, ZoneId
from desktop.core.model.zone_map import squares_of
from desktop.core.rules.near import ARM_METRES, footing
from desktop.core.rules.ways import Going

_memo = Memo()


def way(going: Going, start: Spot, goals: Collection[Spot], limit: float) -> Path | None:
    """Return the cheapest way to the nearest of several goals, however far; None where none leads.

    It costs what a search over the whole board finds. Within a limit one comes first that leads
    through no zone which ends the movement; beyond it, among those that cost least.
    """
    if not going.place.is_inside(start.square):  # somebody lost beside the board
        return going.spread(start=start).path_to(goals)
    ahead = left(going, start, goals) if not going.on_wall else None
    if ahead is None:
        return None
    if going.halting:
        near = max(limit, ahead.total + FINENESS)
        found = going.spread(near, start=start, halts=True, ahead=ahead).path_to(goals)
        if found is not None:
            return found
    return going.spread(start=start, ahead=ahead).path_to(goals)


def left(going: Going, start: Spot, goals: Collection[Spot]) -> Remaining | None:
    """Return what ways to the nearest of several goals cost at least; None where none leads."""
    terms = _memo.get("terms", (going,), lambda: _terms(going))
    return remaining(
        going.place, start, goals, terms, side=going.side, air=going.air, gaps=going.gaps
    )


def _terms(going: Going) -> Terms:
    straight, slanting = going.least
    high_up = going.state.fighters[going.who].above > 0 and not going.air
    return Terms(
        straight, slanting, going.toll,
        None if high_up else _marked(going.place, going.side),  # going down may bring something
        held=_seats(going.held, going.side),
        raised=_raised(going.place, going.side) if going.heights else {},
        most=ARM_METRES,
        shut=tuple(_shut(going)),
        jumps=tuple(going.jumps()),
    )  # fmt: skip


def _marked(place: Place, side: int) -> Mapping[LevelId, Collection[Square]]:
    """Return the seats from which a footprint covers anything, or open air, by level."""
    board = place.board
    parts = (board.squares, board.fields, board.clouds, board.features, board.levels, board.zones)

    def make() -> Mapping[LevelId, Collection[Square]]:
        things: list[Piece | Feature] = [*board.fields, *board.clouds, *board.features.values()]
        found = {level: set(board.squares.get(level, ())) for level in board.levels}
        for thing in things:
            found[thing.level].update(thing.squares)
        for level in filter(place.underfoot.is_aloft, board.levels):
            owned = place.zone_map(level).owners
            found[level].update(at for at in squares_of(*place.size) if at not in owned)
        return {level: _around(squares, side) for level, squares in found.items()}

    return _memo.get(("marked", side, place.size), parts, make)


def _raised(place: Place, side: int) -> Mapping[Spot, float]:
    """Return the seats that are higher or lower than their level, with how high they are."""
    board = place.board

    def make() -> dict[Spot, float]:
        uneven = {
            Spot(level, at)
            for level, painted in board.squares.items()
            for at, kind in painted.items()
            if kind_of(board, kind).metres
        }
        return {
            seat: footing(place, *seat, side) - board.levels[seat.level].height
            for seat in _seats(uneven, side)
        }

    parts = (board.squares, board.kinds, board.fields, board.features, board.levels)
    return _memo.get(("raised", side, place.size), parts, make)


def _seats(spots: Collection[Spot], side: int) -> frozenset[Spot]:
    """Return the seats from which a footprint covers any of several squares."""
    if side == 1:
        return frozenset(spots)
    return frozenset(
        Spot(level, seat) for level, square in spots for seat in _around((square,), side)
    )


def _around(squares: Collection[Square], side: int) -> Collection[Square]:
    """Return the seats on one level from which a footprint covers any of several squares."""
    if side == 1:
        return squares
    shift = (side - 1) // 2
    near = range(shift, shift - side, -1)
    return {Square(x + dx, y + dy) for x, y in squares for dx in near for dy in near}


def _shut(going: Going) -> Iterator[tuple[Spot, Spot]]:
    """Yield the steps from zone to zone that a link forbids."""
    for link in going.place.board.links.values():
        for leaves, enters in ((link.from_, link.to), (link.to, link.from_)):
            if _forbids(going, link, leaves, enters):
                yield from _steps_shut(going, leaves, enters)


def _forbids(going: Going, link: Link, leaves: ZoneId, enters: ZoneId) -> bool:
    if link.kind == "sight" or going.place.has_ends(link):
        return False
    step = Step(going.start, going.start, leaves, enters, link.id, False)
    return going.shut(step) is not None


def _steps_shut(going: Going, leaves: ZoneId, enters: ZoneId) -> Iterator[tuple[Spot, Spot]]:
    zones, place = going.place.board.zones, going.place
    level = zones[leaves].level
    if zones[enters].level != level:
        return
    border = crossing.border(place.squares_of(leaves), place.squares_of(enters))
    ends = {after for _, after in border}
    for before in dict.fromkeys(before for before, _ in border):
        for dx, dy in AROUND:
            after = Square(before.x + dx, before.y + dy)
            if after in ends:
                step = going.step(Spot(level, before), Spot(level, after))
                if going.shut(step) is not None:
                    yield step.before, step.after
