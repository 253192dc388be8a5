"""Groups made, dissolved and counted; people taken out."""

from collections.abc import Sequence

from desktop.core.errors import EditError
from desktop.core.model.edits.common import all_found, found, fresh_id, name_for
from desktop.core.model.edits.people import check_person, checked_count, in_order
from desktop.core.model.encounter import (
    Encounter,
    Fighter,
    Group,
    Member,
    letter,
    member_id,
    member_of,
)
from desktop.core.model.profile import laid_over
from desktop.core.model.references import redirected
from desktop.core.model.replacing import replace
from desktop.core.model.tables import without
from desktop.core.model.words import FighterId, GroupId


def group_people(
    encounter: Encounter, *, fighters: tuple[FighterId, ...], name: str = "", id: str = ""
) -> Encounter:
    """Make a group of fighters of one profile and side; each keeps its place and differences."""
    joined = all_found(encounter.fighters, fighters, "fighter")
    first = joined[0]
    for one in joined:
        if one.profile != first.profile:
            raise EditError(f"{first.label} and {one.label} have different profiles.")
        if one.side != first.side:
            raise EditError(f"{first.label} and {one.label} are of different sides.")
    name = name or first.profile or first.label
    id_ = GroupId(fresh_id(encounter, id, name))
    members = {letter(i): _as_member(one, letter(i)) for i, one in enumerate(joined)}
    group = Group(
        id=id_, name=name_for(id_, name), profile=first.profile, count=len(joined),
        side=first.side, members=members, initiative=first.initiative,
    )  # fmt: skip
    with_group = replace(encounter, groups={**encounter.groups, id_: group})
    after = redirected(
        with_group, {one.id: (member_id(id_, letter(i)),) for i, one in enumerate(joined)}
    )
    return replace(after, fighters=without(after.fighters, fighters))


def _as_member(one: Fighter, mark: str) -> Member:
    return Member(
        id=mark, name=one.label, seen_as=one.seen_as, hidden=one.hidden, notes=one.notes,
        picture=one.picture, tags=one.tags, at=one.at, level=one.level, starts=one.starts,
        own=one.own,
    )  # fmt: skip


def ungroup(encounter: Encounter, *, group: GroupId) -> Encounter:
    """Make fighters of a group's members; whatever named the group names them all."""
    here = found(encounter.groups, group, "group")
    fighters: dict[FighterId, Fighter] = {}
    ids: dict[str, Sequence[str]] = {}
    for mark in here.letters:
        one = _as_fighter(encounter, here, mark, fighters)
        fighters[one.id] = one
        ids[member_id(group, mark)] = (one.id,)
    ids[group] = tuple(fighters)
    added = replace(encounter, fighters={**encounter.fighters, **fighters})
    after = redirected(added, ids)
    return replace(after, groups=without(after.groups, (group,)))


def _as_fighter(
    encounter: Encounter, group: Group, mark: str, others: dict[FighterId, Fighter]
) -> Fighter:
    member = group.members.get(mark, Member())
    name = group.label_of(mark)
    with_others = replace(encounter, fighters={**encounter.fighters, **others})
    id_ = FighterId(fresh_id(with_others, "", name))
    placed = member.at is not None
    own = laid_over(group.own, member.own) if group.own and member.own else member.own or group.own
    return Fighter(
        id=id_, name=name_for(id_, name), seen_as=member.seen_as or group.seen_as,
        hidden=group.hidden if member.hidden is None else member.hidden,
        notes=member.notes or group.notes, picture=member.picture or group.picture,
        tags=tuple(dict.fromkeys((*group.tags, *member.tags))), profile=group.profile,
        side=group.side, at=member.at if placed else group.at,
        level=member.level if placed else group.level, starts=member.starts or group.starts,
        own=own, initiative=group.initiative,
    )  # fmt: skip


def set_count(encounter: Encounter, *, group: GroupId, count: int) -> Encounter:
    """Give a group more members or fewer; the last letters go first."""
    here = found(encounter.groups, group, "group")
    checked_count(count)
    gone = here.letters[count:]
    after = redirected(encounter, {member_id(group, mark): () for mark in gone})
    here = after.groups[group]
    smaller = replace(here, count=count, members=without(here.members, gone))
    return replace(after, groups={**after.groups, group: smaller})


def remove_people(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    """Take fighters, groups and members out; members behind one that goes move up a letter."""
    for id_ in ids:
        check_person(encounter, id_)
    whole = {id_ for id_ in ids if "/" not in id_}
    for group in encounter.groups.values():
        gone = {mark for of, mark in map(member_of, ids) if of == group.id and mark}
        if gone and group.id not in whole:
            if len(gone) == group.count:
                whole.add(group.id)
            else:
                encounter = _without_members(encounter, group, gone)
    after = redirected(encounter, {id_: () for id_ in whole})
    return replace(
        after,
        fighters=without(after.fighters, whole),
        groups=without(after.groups, whole),
    )


def _without_members(encounter: Encounter, group: Group, gone: set[str]) -> Encounter:
    left = [mark for mark in group.letters if mark not in gone]
    new = {old: letter(i) for i, old in enumerate(left)}
    ids: dict[str, Sequence[str]] = {member_id(group.id, mark): () for mark in gone}
    ids |= {
        member_id(group.id, old): (member_id(group.id, mark),)
        for old, mark in new.items()
        if old != mark
    }
    after = redirected(encounter, ids)
    here = after.groups[group.id]
    members = {
        new[mark]: replace(member, id=new[mark])
        for mark, member in here.members.items()
        if mark in new
    }
    smaller = replace(here, count=len(left), members=in_order(members))
    return replace(after, groups={**after.groups, group.id: smaller})
