"""From a token's seat to the squares it stands on, and where a newcomer stands."""

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from desktop.core.model.crew import crew_by_id, crew_of
from desktop.core.model.encounter import Encounter, Person, is_against, start_zones
from desktop.core.model.memo import Memo
from desktop.core.model.place import Place, Spot
from desktop.core.model.profile import Profile
from desktop.core.model.tables import remade, things_changed
from desktop.core.model.words import (
    FOOTPRINT,
    FighterId,
    LevelId,
    Point,
    ProfileId,
    SideId,
    Square,
    ZoneId,
)

NO_SQUARES: frozenset[Square] = frozenset()
ROOM = 3
"""How many squares from the nearest foe are far enough for someone who is put down."""


def side_of(profile: Profile) -> int:
    """Return how many squares a side a fighter covers."""
    return profile.squares or FOOTPRINT[profile.size or "medium"]


def covered(seat: Square, side: int) -> tuple[Square, ...]:
    """Return the squares a token covers, row by row.

    The seat is the middle one, of even sizes the upper left of the middle four.
    """
    if side == 1:
        return (seat,)
    left, top = seat[0] - (side - 1) // 2, seat[1] - (side - 1) // 2
    return tuple(Square(left + x, top + y) for y in range(side) for x in range(side))


def seat_from(upper_left: Square, side: int) -> Square:
    """Return the seat of a token whose upper left square is given."""
    shift = (side - 1) // 2
    return Square(upper_left[0] + shift, upper_left[1] + shift)


def middle(seat: Square, side: int) -> Point:
    """Return the centre of a token on the plan."""
    left, top = seat[0] - (side - 1) // 2, seat[1] - (side - 1) // 2
    return Point(left + side / 2, top + side / 2)


def apart(seat: Square, side: int, other: Square, other_side: int) -> int:
    """Return the steps between the nearest squares of two tokens; 0 where they overlap."""
    return max(
        _gap(seat[0] - (side - 1) // 2, side, other[0] - (other_side - 1) // 2, other_side),
        _gap(seat[1] - (side - 1) // 2, side, other[1] - (other_side - 1) // 2, other_side),
    )


def _gap(low: int, length: int, other_low: int, other_length: int) -> int:
    return max(0, other_low - (low + length - 1), low - (other_low + other_length - 1))


def free_seat(
    place: Place,
    zone: ZoneId,
    *,
    side: int = 1,
    taken: Container[Square] = NO_SQUARES,
    away_from: Collection[Square] = (),
) -> Square:
    """Return where a newcomer to a zone stands: free, away from foes, near the middle.

    The same arguments give the same square. Where the footprint fits nowhere only the seat
    counts; where no square is free one is shared. `taken` holds squares of the zone's level.
    """
    level = place.board.zones[zone].level
    best = free_seat_on(
        place, level, place.squares_of(zone), side=side, taken=taken, away_from=away_from
    )
    if best is not None:
        return best
    x, y = place.middle_of(zone)
    return place.on_board(Square(int(x), int(y)))


def free_seat_on(
    place: Place,
    level: LevelId,
    squares: Collection[Square],
    *,
    side: int = 1,
    taken: Container[Square] = NO_SQUARES,
    away_from: Collection[Square] = (),
) -> Square | None:
    """Return the seat of a newcomer among squares of a level, or None where there are none."""
    if not squares:
        return None
    held = frozenset(squares)
    in_order: Sequence[Square] = _from_the_middle(held)
    if away_from:
        in_order = _furthest_first(in_order, away_from)
    if place.underfoot.may_be_perilous:
        in_order = sorted(in_order, key=lambda seat: place.is_perilous(level, seat))
    for fits in _demands(place, level, held, side, taken):
        found = next((seat for seat in in_order if fits(seat)), None)
        if found is not None:
            return found
    return in_order[0]


def _demands(
    place: Place,
    level: LevelId,
    held: Container[Square],
    side: int,
    taken: Container[Square],
) -> Iterator[Callable[[Square], bool]]:
    """Yield what a seat must satisfy, from all that one may wish to nothing but a floor."""

    def inside(seat: Square) -> bool:
        return (
            place.fits(level, seat, side)
            and all(square in held and square not in taken for square in covered(seat, side))
        )  # fmt: skip

    def fitting(seat: Square) -> bool:
        return place.fits(level, seat, side) and not _any_in(covered(seat, side), taken)

    def alone(seat: Square) -> bool:
        return seat not in taken and place.fits(level, seat, 1)

    def standing(seat: Square) -> bool:
        return place.fits(level, seat, 1)

    yield inside
    if side > 1:
        yield fitting
    yield alone
    yield standing


def _any_in(squares: Iterable[Square], taken: Container[Square]) -> bool:
    return any(square in taken for square in squares)


def _furthest_first(seats: Iterable[Square], foes: Iterable[Square]) -> list[Square]:
    """Return seats by the steps to the nearest foe, equally far ones as they came."""
    steps: dict[tuple[int, int], int] = {}
    edge: set[tuple[int, int]] = set(foes)
    for away in range(ROOM):
        steps.update(dict.fromkeys(edge, away))
        edge = {(x + dx, y + dy) for x, y in edge for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        edge -= steps.keys()
    return sorted(seats, key=lambda seat: -steps.get(seat, ROOM))


@lru_cache(maxsize=1024)
def _from_the_middle(squares: frozenset[Square]) -> tuple[Square, ...]:
    """Return squares from the middle of their extent outwards, equal ones by row."""
    x = (min(x for x, _ in squares) + max(x for x, _ in squares)) / 2
    y = (min(y for _, y in squares) + max(y for _, y in squares)) / 2
    return tuple(
        sorted(squares, key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at[1], at[0]))
    )


def seats(
    encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None
) -> dict[FighterId, Spot]:
    """Return where everyone on the board stands, in the order of `people`.

    Who has a square is there; then those placed by zone, or where their side starts, each on a
    free one. Not in it: who is off the board, and who has neither a place nor a start zone.
    """
    return seats_of(encounter, crew_of(encounter, stock))


class _Covers(NamedTuple):
    people: Mapping[FighterId, Person]
    first: LevelId
    of_each: Mapping[FighterId, tuple[LevelId, tuple[Square, ...]] | None]
    """None for those who stand on no square of their own."""
    many: Mapping[LevelId, Counter[Square]]
    """How many stand on each square; on some nobody does any more."""


_MEMO = Memo()


def taken_on(encounter: Encounter, level: LevelId, but: Collection[FighterId]) -> set[Square]:
    """Return the squares of a level on which anybody stands, but some."""
    people, first = crew_by_id(encounter), encounter.board.first_level
    covers = _MEMO.get("covers", (people, first), lambda: _covers(people, first))
    many = Counter(covers.many.get(level))
    for on, squares in filter(None, map(covers.of_each.get, but)):
        many.subtract(squares if on == level else ())
    taken = {square for square, there in many.items() if there}
    if None in covers.of_each.values():
        for who, at in seats(encounter).items():
            if covers.of_each[who] is None and at.level == level and who not in but:
                taken.update(covered(at.square, side_of(people[who].profile)))
    return taken


def _covers(people: Mapping[FighterId, Person], first: LevelId) -> _Covers:
    def of(person: Person) -> tuple[LevelId, tuple[Square, ...]] | None:
        if not isinstance(person.at, tuple) or person.starts.off is not None:
            return None
        return person.level or first, covered(person.at, side_of(person.profile))

    before: _Covers | None = _MEMO.last("covers")
    if before is None or before.first != first:
        before = _Covers({}, first, {}, {})
    now = remade(before.of_each, before.people, people, of)
    many = {level: Counter(there) for level, there in before.many.items()}
    found = things_changed(before.of_each, now)
    for who in map(FighterId, found.all):
        for each, one in ((before.of_each, -1), (now, 1)):
            level, squares = each.get(who) or (first, ())
            for square in squares:
                many.setdefault(level, Counter())[square] += one
    return _Covers(people, first, now, many)


def seats_of(encounter: Encounter, everyone: Iterable[Person]) -> dict[FighterId, Spot]:
    """Return where these people of an encounter stand; see `seats`."""
    place, first = Place.of(encounter.board), encounter.board.first_level
    here = [person for person in everyone if person.starts.off is None]
    found = {
        person.id: Spot(person.level or first, person.at)
        for person in here
        if isinstance(person.at, tuple)
    }
    if len(found) == len(here):
        return found
    taken: dict[LevelId, dict[Square, SideId]] = {}
    for person in here:
        if person.id in found:
            _take(taken, found[person.id], person)
    for person in here:
        zone = None if person.id in found else _zone_for(place, person)
        if zone is not None:
            spot = _seat_in(place, zone, person, encounter, taken)
            found[person.id] = spot
            _take(taken, spot, person)
    return {person.id: found[person.id] for person in here if person.id in found}


def _take(taken: dict[LevelId, dict[Square, SideId]], spot: Spot, person: Person) -> None:
    squares = covered(spot.square, side_of(person.profile))
    taken.setdefault(spot.level, {}).update(dict.fromkeys(squares, person.side))


def _zone_for(place: Place, person: Person) -> ZoneId | None:
    if isinstance(person.at, str):
        return person.at if person.at in place.board.zones else None
    return next(iter(start_zones(place.board, person.side)), None)


def _seat_in(
    place: Place,
    zone: ZoneId,
    person: Person,
    encounter: Encounter,
    taken: Mapping[LevelId, Mapping[Square, SideId]],
) -> Spot:
    level = place.board.zones[zone].level
    on_level = taken.get(level, {})
    there = {at: on_level[at] for at in place.squares_of(zone) if at in on_level}
    hostile = {side for side in set(there.values()) if are_foes(encounter, person.side, side)}
    foes = [square for square, side in there.items() if side in hostile]
    seat = free_seat(
        place, zone, side=side_of(person.profile), taken=on_level.keys(), away_from=foes
    )
    return Spot(level, seat)


def are_foes(encounter: Encounter, one: SideId, other: SideId) -> bool:
    """Return whether either of two sides is against the other."""
    return is_against(encounter, one, other) or is_against(encounter, other, one)
