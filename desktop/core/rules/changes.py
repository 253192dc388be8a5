"""Changes of the place in the middle of a fight: the same edits as in Build, told as facts."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from desktop.core.errors import EditError
from desktop.core.model import edits
from desktop.core.model.board import Board
from desktop.core.model.edits.common import limits
from desktop.core.model.encounter import (
    Encounter,
    Fighter,
    Group,
    Member,
    Person,
    Starts,
    member_id,
    people,
)
from desktop.core.model.profile import Profile
from desktop.core.model.references import ids_of, redirected
from desktop.core.model.words import FighterId, ProfileId, ZoneId
from desktop.core.rules.actions import Change
from desktop.core.rules.book import ActionRule
from desktop.core.rules.events import Event, LeftBoard, MarkSet, Moved, PlaceChanged, PlaceParts
from desktop.core.rules.fold import fold
from desktop.core.rules.heirs import heirs_of, inherited
from desktop.core.rules.now import Now
from desktop.core.rules.passing import counted_from
from desktop.core.rules.seating import seat_for
from desktop.core.rules.start import arrive, as_it_starts
from desktop.core.rules.state import CombatState, FighterState
from desktop.core.rules.traits import of_one_grade

# The encounter as it is now in the fight


def as_encounter(state: CombatState) -> Encounter:
    """Return the encounter as it is now: the place, and everyone on the square where it stands."""
    encounter = state.encounter
    return replace(
        encounter,
        fighters={
            who: _stands(fighter, state.fighters.get(who))
            for who, fighter in encounter.fighters.items()
        },
        groups={
            name: replace(group, members=_members(group, state))
            for name, group in encounter.groups.items()
        },
    )


def _stands(thing: Any, fighter: FighterState | None) -> Any:
    """Return a fighter or member of the document where its state says that it is."""
    if fighter is None or fighter.seat is None:
        return thing
    return replace(thing, at=fighter.seat, level=fighter.level)


def _members(group: Group, state: CombatState) -> dict[str, Member]:
    members: dict[str, Member] = {}
    for mark in group.letters:
        own = group.members.get(mark)
        stands = _stands(own or Member(id=mark), state.fighters.get(member_id(group.id, mark)))
        if own is not None or stands.at is not None:
            members[mark] = stands
    return members


def keep_in_encounter(encounter: Encounter, state: CombatState) -> Encounter:
    """Return the document with the place as it is now in the fight, its people as they were.

    Whoever was placed where nothing is any more is placed where it stands now. What names
    somebody who came in the fight, or something that is gone, does so no more. Where the fight
    laid a graver hazard over a milder one, only the one in force stays.
    """
    now = state.encounter
    board = _in_force(encounter.board, now.board)

    def kept(thing: Any, who: str) -> Any:
        if _is_there(board, thing):
            return thing
        stands = _stands(replace(thing, at=None, level=None), state.fighters.get(FighterId(who)))
        return stands if _is_there(board, stands) else replace(thing, at=None, level=None)

    groups = {}
    for name, group in encounter.groups.items():
        gone = not _is_there(board, group)
        members = _members(group, state) if gone else group.members
        groups[name] = replace(
            group,
            at=None if gone else group.at, level=None if gone else group.level,
            members={mark: kept(own, member_id(name, mark)) for mark, own in members.items()},
        )  # fmt: skip
    whole = replace(
        encounter,
        board=board, traits=now.traits, sides=now.sides, clocks=now.clocks, cues=now.cues,
        fighters={who: kept(each, who) for who, each in encounter.fighters.items()},
        groups=groups,
    )  # fmt: skip
    known = {*ids_of(whole), *now.profiles, *(person.id for person in people(whole, {}))}
    ever = {*ids_of(encounter), *ids_of(now), *state.people}
    return redirected(whole, dict.fromkeys(ever - known, ()))


def _in_force(before: Board, now: Board) -> Board:
    """Return a board whose zones have one grade of a family, where the fight changed theirs."""
    zones = {
        name: zone
        if name in before.zones and before.zones[name].traits == zone.traits
        else replace(zone, traits=of_one_grade(zone.traits))
        for name, zone in now.zones.items()
    }
    return replace(now, zones=zones) if zones != now.zones else now


def _is_there(board: Board, thing: Any) -> bool:
    """Whether the place that a fighter, group or member of the document names is on a board."""
    if thing.level is not None and thing.level not in board.levels:
        return False
    if not isinstance(thing.at, tuple):
        return thing.at is None or thing.at in board.zones
    (width, height), (x, y) = limits(board), thing.at
    return bool(0 <= x < width and 0 <= y < height)


# What an edit changed


def parts_between(before: Encounter, after: Encounter) -> PlaceParts:
    """Return the new values of all that differs, people and where they stand left aside."""
    return PlaceParts(
        **_board_parts(before.board, after.board),
        own_traits=_changed(before.traits, after.traits),
        sides=_changed(before.sides, after.sides),
        clocks=_changed(before.clocks, after.clocks),
        cues=_changed(before.cues, after.cues),
        profiles=_changed(before.profiles, after.profiles),
        fighters=_changed(_settled(before.fighters), _settled(after.fighters)),
        groups=_changed(_settled(before.groups), _settled(after.groups)),
    )


def check_parts(state: CombatState, parts: PlaceParts) -> None:
    """Raise EditError where a place that has changed so does not hold together."""
    board = state.encounter.board
    looked_at = [*(parts.walls or ()), *(parts.fields or ()), *(parts.clouds or ())]
    for item in fields(parts):
        things = getattr(parts, item.name)
        if not isinstance(things, Mapping) or item.name in ("squares", "kinds", "people"):
            continue
        for id_, thing in things.items():
            if thing is None:  # what is left may name it
                looked_at += [*board.links.values(), *board.features.values()]
            elif thing.id != id_:
                raise EditError(f"{id_} cannot be the id of {thing.id}.")
            else:
                looked_at.append(thing)
    if not board.levels:
        raise EditError("A board has one level at least.")
    for thing in looked_at:
        edits.checks.check(state.encounter, thing)


def _board_parts(before: Board, after: Board) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    for item in fields(Board):
        had, new = getattr(before, item.name), getattr(after, item.name)
        if had is new or had == new:
            continue
        if item.name == "squares":
            parts[item.name] = {
                level: new.get(level, {})
                for level in {**had, **new}
                if had.get(level, {}) != new.get(level, {})
            }
        else:
            parts[item.name] = _changed(had, new) if isinstance(new, Mapping) else new
    return parts


def _changed(had: Mapping[Any, Any], new: Mapping[Any, Any]) -> dict[Any, Any]:
    if had is new:
        return {}
    gone = dict.fromkeys(key for key in had if key not in new)
    return {**{key: value for key, value in new.items() if had.get(key) != value}, **gone}


def _settled(table: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return fighters or groups without where they stand."""
    return {key: _nowhere(thing) for key, thing in table.items()}


def _nowhere(thing: Any) -> Any:
    thing = replace(thing, at=None, level=None)
    if not isinstance(thing, Group):
        return thing
    members = {mark: replace(own, at=None, level=None) for mark, own in thing.members.items()}
    bare = {mark: own for mark, own in members.items() if own != Member(id=own.id)}
    return replace(thing, members=bare)


def _with_places(parts: PlaceParts, document: Encounter, edited: Encounter) -> PlaceParts:
    """Return the parts with old fighters and groups placed as in the document, new ones as made."""

    def placed(thing: Any, had: Any, made: Any) -> Any:
        source = made if had is None else had
        return thing if thing is None else _placed_as(thing, source)

    return replace(
        parts,
        fighters={
            who: placed(each, document.fighters.get(who), edited.fighters.get(who))
            for who, each in parts.fighters.items()
        },
        groups={
            name: placed(each, document.groups.get(name), edited.groups.get(name))
            for name, each in parts.groups.items()
        },
    )


def _placed_as(thing: Fighter | Group, source: Any) -> Fighter | Group:
    if isinstance(thing, Fighter):
        return replace(thing, at=source.at, level=source.level)
    members = dict(thing.members)
    for mark, own in source.members.items():
        if mark in thing.letters and own.at is not None:
            member = members.get(mark, Member(id=own.id))
            members[mark] = replace(member, at=own.at, level=own.level)
    return replace(thing, at=source.at, level=source.level, members=members)


# Who came, went, changed or stands elsewhere


def _people_parts(
    state: CombatState, before: Encounter, after: Encounter
) -> dict[FighterId, Person | None]:
    """Return the people that an edit made, changed or took away."""
    if (before.fighters, before.groups, before.profiles) == (
        after.fighters, after.groups, after.profiles,
    ):  # fmt: skip
        return {}
    stock = _stock(state, after)
    had = {person.id: person for person in people(before, stock)}
    new = {person.id: person for person in people(after, stock)}
    found: dict[FighterId, Person | None] = dict.fromkeys(who for who in had if who not in new)
    for who, person in new.items():
        if who not in state.people:
            found[who] = person
        elif _anywhere(person) != _anywhere(had[who]):
            was = state.people[who]
            found[who] = replace(person, at=was.at, level=was.level, starts=was.starts)
    return found


def _anywhere(person: Person) -> Person:
    return replace(person, at=None, level=None, starts=Starts())


def _stock(state: CombatState, after: Encounter) -> dict[ProfileId, Profile]:
    """Return the profiles that the encounter takes from the stock, as its people have them."""
    names = {each.profile for each in after.fighters.values()}
    names |= {each.profile for each in after.groups.values()}
    return {
        name: profile
        for name in names - set(after.profiles)
        if (profile := _profile_of(state, name)) is not None
    }


def _profile_of(state: CombatState, name: ProfileId) -> Profile | None:
    return next(
        (person.profile for person in state.people.values() if person.profile.id == name), None
    )


def _arrivals(
    state: CombatState, before: Encounter, after: Encounter, new: Iterable[FighterId]
) -> list[Event]:
    """Return the facts of who stands elsewhere after an edit, and of who is new."""
    facts: list[Event] = []
    there = {person.id: person for person in people(before)}
    for person in people(after):
        who = person.id
        if who in new:
            arrival = arrive(state, who)
            facts += [arrival, *as_it_starts(state, state.people[who])]
            state = fold(state, arrival)
        elif (person.at, person.level) != (there[who].at, there[who].level):
            found = seat_for(state, who, person.at, person.level)
            fact: Event = (
                LeftBoard(who=who, why="away")
                if found is None or person.at is None
                else Moved(who=who, how="put", level=found[0], to=found[1])
            )
            facts.append(fact)
            state = fold(state, fact)
    return facts


def _following(state: CombatState, after: CombatState) -> list[Event]:
    """Return the facts that take what is noted of vanished zones along to those that took them in.

    That is the marks on a zone, and those on others that speak of it.
    """
    there = after.encounter.board.zones
    gone = [zone for zone in state.encounter.board.zones if zone not in there]
    heirs = {zone: heir_of(state, after, zone) for zone in gone}
    facts: list[Event] = []
    for (subject, name), mark in state.marks.items() if gone else ():
        if subject in heirs:
            facts.append(MarkSet(subject=subject, name=name, value=None))
            heir = heirs[ZoneId(subject)]
            if heir is not None and (heir, name) not in state.marks:
                value, until = mark.value, mark.until
                facts.append(MarkSet(subject=heir, name=name, value=value, until=until))
        elif isinstance(mark.value, str) and mark.value in heirs:
            heir = heirs[ZoneId(mark.value)]
            if heir is not None:
                facts.append(MarkSet(subject=subject, name=name, value=heir, until=mark.until))
    return facts


def heir_of(state: CombatState, after: CombatState, gone: ZoneId) -> ZoneId | None:
    """Return the zone that holds most of what a vanished one held."""
    level = state.encounter.board.zones[gone].level
    owners: dict[ZoneId, int] = {}
    for square in state.place.squares_of(gone):
        owner = after.place.zone_at(level, square)
        if owner is not None:
            owners[owner] = owners.get(owner, 0) + 1
    return max(owners, key=lambda zone: owners[zone], default=None)


# The action


def _change(now: Now, action: Change) -> None:
    before = as_encounter(now.state)
    after = edits.apply(before, action.edit, **action.arguments)
    parts = _with_places(parts_between(before, after), now.state.encounter, after)
    parts = replace(parts, people=_people_parts(now.state, before, after))
    parts = replace(parts, **_counted(now.state, parts))
    says = action.note or edits.EDITS[action.edit].says(before, action.arguments)
    changed = PlaceChanged(says=says, parts=parts)
    facts = _consequences(now.state, fold(now.state, changed), before, after)
    if parts != PlaceParts():
        facts.insert(0, changed)
    if facts:
        now.happens(*facts)


def _counted(state: CombatState, parts: PlaceParts) -> dict[str, Any]:
    """Return changed fields and clouds with their moments counted from the round that is on."""
    board, number = state.encounter.board, state.round
    found: dict[str, Any] = {}
    if parts.fields is not None:
        found["fields"] = counted_from(number, board.fields, parts.fields)
    if parts.clouds is not None:
        found["clouds"] = counted_from(number, board.clouds, parts.clouds)
    return found


def _consequences(
    had: CombatState, folded: CombatState, before: Encounter, after: Encounter
) -> list[Event]:
    """Return what else is so after an edit: where people stand, what they are, whose marks."""
    everyone = tuple(people(after))
    gone = [who for who in had.people if who not in folded.people]
    heirs = heirs_of(had, everyone, gone)
    new = [who for who in folded.people if who not in had.people]
    facts = _following(had, folded)
    facts += _arrivals(folded, before, after, new)
    facts += inherited(had, heirs)
    return facts


CHANGE = ActionRule(resolve=_change)
