"""Fighters and groups: brought onto the board, put elsewhere, copied."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar

from desktop.core.errors import EditError
from desktop.core.model.board import Board, Feature
from desktop.core.model.crew import crew_by_id, labels_of
from desktop.core.model.edits.common import (
    checked_id,
    found,
    free_name,
    fresh_id,
    level_of,
    name_for,
    on_board,
    square_on_board,
)
from desktop.core.model.encounter import (
    Encounter,
    Fighter,
    Group,
    Member,
    Starts,
    member_id,
    member_of,
    only_foes,
)
from desktop.core.model.footprint import covered, seats, side_of, taken_on
from desktop.core.model.place import Place, Spot
from desktop.core.model.profile import Profile
from desktop.core.model.references import mapped, not_on_squares, with_fields
from desktop.core.model.replacing import replace
from desktop.core.model.tables import with_things
from desktop.core.model.words import (
    At,
    FighterId,
    GroupId,
    GroupWounds,
    LevelId,
    ProfileId,
    SideId,
    Square,
    ZoneId,
)

NO_PROFILE = ProfileId("")
One = TypeVar("One", Fighter, Group, Member)


def add_fighter(
    encounter: Encounter,
    *,
    profile: ProfileId = NO_PROFILE,
    copy: Profile | None = None,
    at: At | None = None,
    level: LevelId | None = None,
    side: SideId | None = None,
    name: str = "",
    id: str = "",
    hidden: bool | None = None,
    starts: Starts = Starts(),  # noqa: B008 - frozen
) -> Encounter:
    """Bring a fighter in. `copy` is its profile, taken along where the encounter lacks it."""
    encounter, profile = with_profile(encounter, profile, copy)
    called = _name_of(encounter, name, profile, "fighter")
    id_ = FighterId(fresh_id(encounter, id, called))
    at, level = checked_at(encounter.board, at, level, called)
    fighter = Fighter(
        id=id_, name=name_for(id_, called), profile=profile,
        side=_side_for(encounter, side, profile), at=at, level=level, hidden=hidden, starts=starts,
    )  # fmt: skip
    return replace(encounter, fighters=with_things(encounter.fighters, {id_: fighter}))


def add_group(
    encounter: Encounter,
    *,
    count: int,
    profile: ProfileId = NO_PROFILE,
    copy: Profile | None = None,
    at: At | None = None,
    level: LevelId | None = None,
    side: SideId | None = None,
    wounds: GroupWounds = "each",
    name: str = "",
    id: str = "",
    hidden: bool | None = None,
) -> Encounter:
    """Bring a group in; on a square its members stand around it."""
    encounter, profile = with_profile(encounter, profile, copy)
    called = _name_of(encounter, name, profile, "group")
    id_ = GroupId(fresh_id(encounter, id, called))
    at, level = checked_at(encounter.board, at, level, called)
    group = Group(
        id=id_, name=name_for(id_, called), profile=profile, count=checked_count(count),
        side=_side_for(encounter, side, profile), at=at, level=level, wounds=wounds, hidden=hidden,
    )  # fmt: skip
    after = replace(encounter, groups=with_things(encounter.groups, {id_: group}))
    if isinstance(at, tuple) and count > 1:
        return put_people(after, people=(FighterId(id_),), at=at, level=level)
    return after


def with_profile(
    encounter: Encounter, profile: ProfileId, copy: Profile | None
) -> tuple[Encounter, ProfileId]:
    """Return an encounter that has a profile, copied in where it lacks one, and its id."""
    if copy is None:
        return encounter, profile
    id_ = profile or copy.id or ProfileId(fresh_id(encounter, "", copy.label or "profile"))
    if id_ in encounter.profiles:
        return encounter, id_
    checked_id(id_)
    profiles = {**encounter.profiles, id_: replace(copy, id=id_)}
    return replace(encounter, profiles=profiles), id_


def checked_count(count: int) -> int:
    """Return how many a group has. Raises EditError outside 1 to 200."""
    if not 1 <= count <= 200:
        raise EditError(f"A group has 1 to 200 members, not {count}.")
    return count


def _side_for(encounter: Encounter, side: SideId | None, profile: ProfileId) -> SideId | None:
    """Return the side of a newcomer, who joins the only foes there are unless a side is named."""
    own = encounter.profiles[profile].side if profile in encounter.profiles else None
    return known_side(encounter, side) or (None if own else only_foes(encounter))


def known_side(encounter: Encounter, side: SideId | None) -> SideId | None:
    """Return a side's id. Raises EditError for one that there is not."""
    if side:
        found(encounter.all_sides, side, "side")
    return side or None


def _name_of(encounter: Encounter, name: str, profile: ProfileId, otherwise: str) -> str:
    known = encounter.profiles.get(profile)
    name = name or (known.label if known else profile) or otherwise
    groups = (group.label for group in encounter.groups.values())
    return free_name(name, (*labels_of(encounter.fighters).values(), *groups))


def checked_at(
    board: Board, at: At | None, level: LevelId | None, what: str
) -> tuple[At | None, LevelId | None]:
    """Return where someone stands as it is written down: a square, or a zone without a level."""
    if isinstance(at, tuple):
        return square_on_board(board, at, what), _written(board, level_of(board, level))
    if at:
        found(board.zones, at, "zone")
    return at or None, None


def _written(board: Board, level: LevelId) -> LevelId | None:
    return None if level == board.first_level else level


# Putting people elsewhere


def put_people(
    encounter: Encounter,
    *,
    people: tuple[FighterId, ...],
    at: At | None = None,
    level: LevelId | None = None,
) -> Encounter:
    """Put fighters, groups and members into a zone or on a square; several stand around it.

    Without a place they start where their side does.
    """
    board = encounter.board
    for id_ in people:
        check_person(encounter, id_)
    at, level = checked_at(board, at, level, "They")
    if not isinstance(at, tuple):
        return _with_at(encounter, dict.fromkeys(people, (at, None)))
    spot = Spot(level or board.first_level, at)
    single = tuple(each for id_ in people for each in members_of(encounter, id_))
    if len(single) == 1:
        return put_each(encounter, places={single[0]: (spot.square, spot.level)})
    return put_each(encounter, places=_around(encounter, single, spot))


Placed = tuple[Square, LevelId | None] | Square | ZoneId
"""A square with its level, a square of the first level, or a zone."""


def put_each(encounter: Encounter, *, places: Mapping[FighterId, Placed]) -> Encounter:
    """Put each fighter, group or member in a place of its own."""
    board = encounter.board
    written: dict[FighterId, tuple[At | None, LevelId | None]] = {}
    for id_, place in places.items():
        check_person(encounter, id_)
        if isinstance(place, (str, Square)):
            written[id_] = checked_at(board, place, None, id_)
        else:
            square, level = place
            written[id_] = checked_at(board, square, level, id_)
    return _with_at(encounter, written)


def check_person(encounter: Encounter, id_: str) -> None:
    """Raise EditError where no fighter, group or member has an id."""
    group, letter = member_of(id_)
    if letter:
        if letter not in found(encounter.groups, group, "group").letters:
            raise EditError(f"{encounter.groups[group].label} has no member {letter}.")
    elif id_ not in encounter.groups:
        found(encounter.fighters, id_, "fighter")


def members_of(encounter: Encounter, id_: str) -> tuple[FighterId, ...]:
    """Return the ids of a group's members; of anyone else, their own."""
    group = encounter.groups.get(GroupId(id_))
    if group is None:
        return (FighterId(id_),)
    return tuple(member_id(group.id, letter) for letter in group.letters)


def _with_at(
    encounter: Encounter, places: Mapping[FighterId, tuple[At | None, LevelId | None]]
) -> Encounter:
    fighters: dict[FighterId, Fighter] = {}
    groups: dict[GroupId, Group] = {}
    alone: defaultdict[GroupId, dict[str, tuple[At | None, LevelId | None]]] = defaultdict(dict)
    for id_, place in places.items():
        group_id, letter = member_of(id_)
        if id_ in encounter.fighters:
            fighters[id_] = _put(encounter.fighters[id_], place)
        elif group_id in encounter.groups and not letter:
            alone.pop(group_id, None)
            groups[group_id] = _put_together(encounter.groups[group_id], place)
        elif group_id in encounter.groups:
            alone[group_id][letter] = place
    for group_id, each in alone.items():
        group = groups.get(group_id) or encounter.groups[group_id]
        own = {mark: group.members.get(mark, Member(id=mark)) for mark in each}
        moved = {mark: _put(member, each[mark]) for mark, member in own.items()}
        groups[group_id] = replace(group, members=in_order({**group.members, **moved}))
    return with_fields(
        encounter,
        fighters=with_things(encounter.fighters, fighters),
        groups=with_things(encounter.groups, groups),
    )


def _put(one: One, place: tuple[At | None, LevelId | None]) -> One:
    at, level = place
    return replace(one, at=at, level=level)


def _put_together(group: Group, place: tuple[At | None, LevelId | None]) -> Group:
    """Return a group put in a place with all its members."""
    apart = {mark: _put(member, (None, None)) for mark, member in group.members.items()}
    members = {mark: left for mark, left in apart.items() if left != Member(id=left.id)}
    return _put(replace(group, members=members), place)


def in_order(members: Mapping[str, Member]) -> dict[str, Member]:
    """Return members by their letters, A before B and Z before AA."""
    return {mark: members[mark] for mark in sorted(members, key=lambda mark: (len(mark), mark))}


def _around(
    encounter: Encounter, ids: Collection[FighterId], spot: Spot
) -> dict[FighterId, Placed]:
    """Return a free square for each, the nearest first, not through walls."""
    place, everyone = Place.of(encounter.board), crew_by_id(encounter)
    taken = taken_on(encounter, spot.level, frozenset(ids))
    found_seats: dict[FighterId, Placed] = {}

    @cache  # where no room was for one there is none for the next of that size
    def room(side: int) -> Iterator[Square]:
        seats = (seat for seat in _rings(place, spot) if place.fits(spot.level, seat, side))
        return (seat for seat in seats if taken.isdisjoint(covered(seat, side)))

    for id_ in ids:
        side = side_of(everyone[id_].profile)
        seat = next(room(side), spot.square)
        taken.update(covered(seat, side))
        found_seats[id_] = seat, spot.level
    return found_seats


def _rings(place: Place, spot: Spot) -> Iterator[Square]:
    ground = place.ground(spot.level)
    seen, waiting = {spot.square}, [spot.square]
    for square in waiting:
        yield square
        for to in ground.moves(square):
            if to not in seen:
                seen.add(to)
                waiting.append(to)


def move_people(
    encounter: Encounter,
    *,
    people: tuple[FighterId, ...],
    dx: int = 0,
    dy: int = 0,
    level: LevelId | None = None,
) -> Encounter:
    """Move fighters, groups and members by whole squares, from where they stand."""
    board = encounter.board
    for id_ in people:
        check_person(encounter, id_)
    to_level = level_of(board, level) if level else None
    single = dict.fromkeys(each for id_ in people for each in members_of(encounter, id_))
    standing = _squares_of(encounter, single)
    places: dict[FighterId, Placed] = {
        id_: (Square(spot.square.x + dx, spot.square.y + dy), to_level or spot.level)
        for id_, spot in standing.items()
    }
    if not places:
        raise EditError("They stand on no square yet.")
    return put_each(encounter, places=places)


def _squares_of(encounter: Encounter, ids: Iterable[FighterId]) -> dict[FighterId, Spot]:
    """Return the squares people stand on; only those who are placed by zone must be sought."""
    first = encounter.board.first_level
    standing: dict[FighterId, Spot] = {}
    sought: list[FighterId] = []
    for id_ in ids:
        fighter = encounter.fighters.get(id_)
        if fighter is not None and isinstance(fighter.at, tuple):
            standing[id_] = Spot(fighter.level or first, fighter.at)
        else:
            sought.append(id_)
    if sought:
        every = seats(encounter)
        standing |= {id_: every[id_] for id_ in sought if id_ in every}
    return standing


def duplicate_people(
    encounter: Encounter, *, people: tuple[FighterId, ...], dx: int = 1, dy: int = 0
) -> Encounter:
    """Copy fighters and groups with everything that is theirs, beside the first ones."""
    for id_ in people:
        check_person(encounter, id_)
        if "/" in id_:
            raise EditError("A member is not copied alone; give its group another count.")
        one: Fighter | Group = encounter.fighters.get(id_) or encounter.groups[GroupId(id_)]
        name = _name_of(encounter, one.label, one.profile, "fighter")
        new = fresh_id(encounter, "", name)
        copy = _beside(encounter.board, with_fields(one, id=new, name=name_for(new, name)), dx, dy)
        if isinstance(copy, Fighter):
            fighters = {**encounter.fighters, copy.id: copy}
            encounter = replace(encounter, fighters=fighters)
        else:
            groups = {**encounter.groups, copy.id: copy}
            encounter = replace(encounter, groups=groups)
    return encounter


def _beside(board: Board, one: Fighter | Group, dx: int, dy: int) -> Fighter | Group:
    place = Place.of(board)

    def moved(at: At | None) -> At | None:
        if not isinstance(at, tuple):
            return at
        return place.on_board(Square(at.x + dx, at.y + dy))

    one = replace(one, at=moved(one.at))
    if isinstance(one, Group):
        members = mapped(one.members, lambda member: with_fields(member, at=moved(member.at)))
        return replace(one, members=members)
    return one


# Zones that go


def settled(encounter: Encounter, zones: frozenset[ZoneId]) -> Encounter:
    """Return an encounter in which whoever is placed in one of these zones has a square."""
    fighters = encounter.fighters
    placed = [id_ for id_ in not_on_squares(fighters) if fighters[id_].at in zones]
    for group in encounter.groups.values():
        placed += [
            member_id(group.id, mark)
            for mark in group.letters
            if (_own_at(group, mark) or group.at) in zones
        ]
    if placed:
        places = {
            id_: (spot.square, spot.level) for id_, spot in _squares_of(encounter, placed).items()
        }
        encounter = put_each(encounter, places=places)
    board = encounter.board
    features = mapped(board.features, lambda feature: _feature_settled(board, feature, zones))
    return encounter if features is board.features else on_board(encounter, features=features)


def _own_at(group: Group, mark: str) -> At | None:
    member = group.members.get(mark)
    return member.at if member is not None else None


def _feature_settled(board: Board, feature: Feature, zones: frozenset[ZoneId]) -> Feature:
    if feature.zone is None or feature.zone not in zones:
        return feature
    place = Place.of(board)
    x, y = place.middle_of(feature.zone)
    square = place.on_board(Square(int(x), int(y)))
    level = board.zones[feature.zone].level
    return replace(feature, zone=None, squares=(square,), level=level)
