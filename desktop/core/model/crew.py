"""Everyone of an encounter, the same objects for as long as their fighter or group is the same."""

from collections import Counter
from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import NamedTuple

from desktop.core.model.encounter import (
    Encounter,
    Fighter,
    Group,
    Person,
    letter,
    letter_index,
    members_of,
    person_of,
)
from desktop.core.model.memo import Memo
from desktop.core.model.profile import Profile
from desktop.core.model.tables import remade, things_changed, with_things
from desktop.core.model.words import FighterId, GroupId, ProfileId

NO_STOCK: Mapping[ProfileId, Profile] = {}
NO_LETTERS: Mapping[FighterId, str] = {}


class _Crew(NamedTuple):
    profiles: object
    stock: object
    fighters: Mapping[FighterId, Fighter]
    groups: Mapping[GroupId, Group]
    single: Mapping[FighterId, Person]
    bands: Mapping[GroupId, Mapping[FighterId, Person]]
    by_id: Mapping[FighterId, Person]
    everyone: tuple[Person, ...]


_MEMO = Memo()


def everyone(
    fighters: Mapping[FighterId, Fighter],
    groups: Mapping[GroupId, Group],
    profiles: Mapping[ProfileId, Profile],
    stock: Mapping[ProfileId, Profile] = NO_STOCK,
) -> Mapping[FighterId, Person]:
    """Return everyone by id in the file's order, as `people` does.

    Those unchanged are the same, and so is the mapping while everyone is.
    """
    return _known(fighters, groups, profiles, stock).by_id


def crew_of(
    encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None
) -> tuple[Person, ...]:
    """Return everyone of an encounter in the file's order; see `everyone`."""
    return _crew_of(encounter, stock).everyone


def crew_by_id(
    encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None
) -> Mapping[FighterId, Person]:
    """Return everyone of an encounter by id; see `everyone`."""
    return _crew_of(encounter, stock).by_id


def _crew_of(encounter: Encounter, stock: Mapping[ProfileId, Profile] | None) -> _Crew:
    parts = encounter.fighters, encounter.groups, encounter.profiles
    return _known(*parts, NO_STOCK if stock is None else stock)


def _known(
    fighters: Mapping[FighterId, Fighter],
    groups: Mapping[GroupId, Group],
    profiles: Mapping[ProfileId, Profile],
    stock: Mapping[ProfileId, Profile],
) -> _Crew:
    parts = (fighters, groups, profiles, stock)
    name = id(stock)  # an edit, which knows no stock, comes between two looks at the window's
    return _MEMO.get(name, parts, lambda: _crew(*parts, _MEMO.last(name)))


def _crew(
    fighters: Mapping[FighterId, Fighter],
    groups: Mapping[GroupId, Group],
    profiles: Mapping[ProfileId, Profile],
    stock: Mapping[ProfileId, Profile],
    before: _Crew | None,
) -> _Crew:
    if before is None or before.profiles is not profiles or before.stock is not stock:
        before = _Crew(profiles, stock, {}, {}, {}, {}, {}, ())
    known, was = {**stock, **profiles}, before.by_id

    def band(group: Group) -> Mapping[FighterId, Person]:
        members = {one.id: one for one in members_of(group, known)}
        return {who: old if (old := was.get(who)) == one else one for who, one in members.items()}

    single = remade(before.single, before.fighters, fighters, lambda one: person_of(one, known))
    bands = remade(before.bands, before.groups, groups, band)
    found = things_changed(before.single, single)
    by_id: Mapping[FighterId, Person]
    if not bands:
        by_id = single
    elif bands is before.bands and not (found.added or found.removed or found.reordered):
        by_id = with_things(was, {who: single[who] for who in map(FighterId, found.changed)})
    else:
        by_id = {**single, **{who: one for each in bands.values() for who, one in each.items()}}
    crew = tuple(by_id.values()) if by_id is not was else before.everyone
    return _Crew(profiles, stock, fighters, groups, single, bands, by_id, crew)


class _Twins(NamedTuple):
    fighters: Mapping[FighterId, Fighter]
    names: Mapping[FighterId, str]
    letters: Mapping[FighterId, str]


_NO_TWINS = _Twins({}, {}, NO_LETTERS)


def labels_of(fighters: Mapping[FighterId, Fighter]) -> Mapping[FighterId, str]:
    """Return what every fighter is called, without the letters of twins."""
    return _called(fighters).names


def twins(fighters: Mapping[FighterId, Fighter]) -> Mapping[FighterId, str]:
    """Return a letter for every fighter whose very name another has, as a fight calls them.

    It is the same for as long as nobody has another letter.
    """
    return _called(fighters).letters


def _called(fighters: Mapping[FighterId, Fighter]) -> _Twins:
    return _MEMO.get("twins", (fighters,), lambda: _twins(fighters, _MEMO.last("twins")))


def _twins(fighters: Mapping[FighterId, Fighter], before: _Twins | None) -> _Twins:
    before = before or _NO_TWINS
    names = remade(before.names, before.fighters, fighters, lambda each: each.label)
    if not things_changed(before.names, names):
        return _Twins(fighters, names, before.letters)
    letters = lettered(names.items())
    same = not things_changed(before.letters, letters)
    return _Twins(fighters, names, before.letters if same else letters)


def alone(everyone: Mapping[FighterId, Person]) -> Iterable[tuple[FighterId, str]]:
    """Return the ids and names of those who are of no group."""
    return ((who, person.name) for who, person in everyone.items() if person.group is None)


def lettered(
    named: Iterable[tuple[FighterId, str]], known: Mapping[FighterId, str] = NO_LETTERS
) -> dict[FighterId, str]:
    """Return a letter for everyone whose very name another has, in their order.

    Those with a known letter keep it, alone or not; the others go on behind the last of them.
    """
    single = tuple(named)
    many = Counter(map(itemgetter(1), single))
    found: dict[FighterId, str] = {}
    last = Counter[str]()
    for who, name in single if known else ():
        if who in known:
            found[who] = known[who]
            last[name] = max(last[name], letter_index(known[who]) + 1)
    for who, name in single if len(many) < len(single) else ():
        if many[name] > 1 and who not in found:
            found[who] = letter(last[name])
            last[name] += 1
    return found
