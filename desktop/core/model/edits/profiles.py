"""Profiles made, copied and brought in from a roster."""

from operator import attrgetter
from typing import TypeVar

from desktop.core.errors import EditError
from desktop.core.model.edits.checks import check
from desktop.core.model.edits.common import (
    all_found,
    checked_id,
    found,
    free_name,
    fresh_id,
    listed,
    name_for,
)
from desktop.core.model.edits.people import checked_at, known_side, put_people, with_profile
from desktop.core.model.encounter import Encounter, Fighter, Group
from desktop.core.model.profile import Profile, laid_over
from desktop.core.model.references import mapped, with_fields
from desktop.core.model.replacing import replace
from desktop.core.model.words import At, FighterId, LevelId, ProfileId, SideId

P = TypeVar("P", Fighter, Group)


def add_profile(
    encounter: Encounter, *, name: str = "Profile", id: str = "", copy: Profile | None = None
) -> Encounter:
    """Make a profile, empty or like another."""
    id_ = ProfileId(fresh_id(encounter, id, name))
    made = replace(copy or Profile(), id=id_, name=name_for(id_, name))
    return replace(encounter, profiles={**encounter.profiles, id_: made})


def copy_profile(encounter: Encounter, *, profile: ProfileId, name: str = "") -> Encounter:
    """Make a profile like one that the encounter has."""
    here = found(encounter.profiles, profile, "profile")
    name = name or free_name(here.label, (each.label for each in encounter.profiles.values()))
    return add_profile(encounter, name=name, copy=here)


def set_profile(encounter: Encounter, *, profile: Profile, id: str = "") -> Encounter:
    """Put a whole profile in the place of the one of its id, or add it."""
    id_ = ProfileId(id or profile.id)
    if not id_:
        raise EditError("Say which profile this is: it has no id.")
    if id_ not in encounter.profiles:
        checked_id(id_)
    profile = replace(profile, id=id_)
    check(encounter, profile)
    return with_own_shots(replace(encounter, profiles={**encounter.profiles, id_: profile}))


def with_own_shots(encounter: Encounter) -> Encounter:
    """Return an encounter whose people start with shots only for attacks that they have.

    Nothing is known here of profiles that the encounter leaves to the stock.
    """

    people = (*encounter.fighters.values(), *encounter.groups.values())
    if not any(map(attrgetter("starts.ammunition"), people)):
        return encounter

    def settled(one: P) -> P:
        profile = encounter.profiles.get(one.profile)
        if not one.starts.ammunition or profile is None:
            return one
        figures = (laid_over(profile, one.own) if one.own else profile).imperium
        if figures is None:
            return one
        had = one.starts.ammunition
        left = {id_: shots for id_, shots in had.items() if id_ in (figures.attacks or {})}
        return one if left == had else replace(one, starts=replace(one.starts, ammunition=left))

    return with_fields(
        encounter,
        fighters=mapped(encounter.fighters, settled), groups=mapped(encounter.groups, settled),
    )  # fmt: skip


def remove_profiles(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    """Take profiles out that nobody has."""
    gone = [profile.id for profile in all_found(encounter.profiles, ids, "profile")]
    everyone: list[Fighter | Group] = [*encounter.fighters.values(), *encounter.groups.values()]
    used = [one.label for one in everyone if one.profile in gone]
    if used:
        names = listed(used[:3]) if len(used) < 4 else f"{', '.join(used[:2])} and others"
        raise EditError(f"{names} {'has' if len(used) == 1 else 'have'} this profile still.")
    left = {id_: profile for id_, profile in encounter.profiles.items() if id_ not in gone}
    return replace(encounter, profiles=left)


def bring_in(
    encounter: Encounter,
    *,
    profiles: tuple[Profile, ...] = (),
    fighters: tuple[Fighter, ...] = (),
    groups: tuple[Group, ...] = (),
    at: At | None = None,
    level: LevelId | None = None,
    side: SideId | None = None,
) -> Encounter:
    """Copy people of a roster in, with their profiles; ids that are taken are made anew."""
    known_side(encounter, side)
    checked_at(encounter.board, at, level, "They")
    renamed: dict[ProfileId, ProfileId] = {}
    for profile in profiles:
        encounter, renamed[profile.id] = _profile_in(encounter, profile)
    came: list[FighterId] = []
    everyone: list[Fighter | Group] = [*fighters, *groups]
    for one in everyone:
        name, id_ = _own_name(encounter, one)
        own_side = one.side if one.side in encounter.all_sides else None
        copy = with_fields(
            one, id=id_, name=name, profile=renamed.get(one.profile, one.profile),
            side=side or own_side, at=None, level=None,
        )  # fmt: skip
        if isinstance(copy, Fighter):
            copy = replace(copy, starts=replace(copy.starts, riding=None))
            encounter = replace(encounter, fighters={**encounter.fighters, copy.id: copy})
        else:
            encounter = replace(encounter, groups={**encounter.groups, copy.id: copy})
        came.append(FighterId(id_))
    if at is None or not came:
        return encounter
    return put_people(encounter, people=tuple(came), at=at, level=level)


def _profile_in(encounter: Encounter, profile: Profile) -> tuple[Encounter, ProfileId]:
    here = encounter.profiles.get(profile.id)
    if here is not None and here != profile:
        id_ = ProfileId(fresh_id(encounter, "", profile.label))
        named = replace(profile, id=id_, name=profile.label if profile.label != id_ else "")
        return replace(encounter, profiles={**encounter.profiles, id_: named}), id_
    return with_profile(encounter, profile.id, profile)


def _own_name(encounter: Encounter, one: Fighter | Group) -> tuple[str, str]:
    taken = [each.label for each in (*encounter.fighters.values(), *encounter.groups.values())]
    name = free_name(one.label, taken)
    try:
        id_ = fresh_id(encounter, one.id, name)
    except EditError:
        id_ = fresh_id(encounter, "", name)
    return name_for(id_, name), id_
