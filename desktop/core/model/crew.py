"""Everyone of an encounter, the same objects for as long as their fighter or group is the same."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from desktop.core.model.encounter import (
    Encounter,
    Fighter,
    Group,
    Person,
    letter,
    letter_index,
    member_id,
    people,
)
from desktop.core.model.memo import Memo
from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId, GroupId, ProfileId

NO_STOCK: Mapping[ProfileId, Profile] = {}
NO_LETTERS: Mapping[FighterId, str] = {}


class _Crew(NamedTuple):
    profiles: object
    stock: object
    fighters: Mapping[FighterId, Fighter]
    groups: Mapping[GroupId, Group]
    known: dict[FighterId, Person]
    everyone: tuple[Person, ...]


_MEMO = Memo()


def everyone(
    fighters: Mapping[FighterId, Fighter],
    groups: Mapping[GroupId, Group],
    profiles: Mapping[ProfileId, Profile],
    stock: Mapping[ProfileId, Profile] = NO_STOCK,
) -> tuple[Person, ...]:
    """Return everyone in the file's order, as `people` does; those unchanged are the same."""
    parts = (fighters, groups, profiles, stock)
    name = id(stock)  # an edit, which knows no stock, comes between two looks at the window's
    crew = _MEMO.get(name, parts, lambda: _crew(*parts, _MEMO.last(name)))
    return crew.everyone


def crew_of(
    encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None
) -> tuple[Person, ...]:
    """Return everyone of an encounter; see `everyone`."""
    parts = encounter.fighters, encounter.groups, encounter.profiles
    return everyone(*parts, NO_STOCK if stock is None else stock)


def _crew(
    fighters: Mapping[FighterId, Fighter],
    groups: Mapping[GroupId, Group],
    profiles: Mapping[ProfileId, Profile],
    stock: Mapping[ProfileId, Profile],
    before: _Crew | None,
) -> _Crew:
    if before is None or before.profiles is not profiles or before.stock is not stock:
        before = _Crew(profiles, stock, {}, {}, {}, ())
    was, were = before.fighters, before.groups
    fresh = Encounter(
        profiles=profiles,
        fighters={who: each for who, each in fighters.items() if was.get(who) is not each},
        groups={key: each for key, each in groups.items() if were.get(key) is not each},
    )
    made = {person.id: person for person in people(fresh, stock)}
    if groups is were and list(fighters) == list(was):
        known = {**before.known, **made}  # by far the most often: some are told otherwise
        return _Crew(profiles, stock, fighters, groups, known, tuple(known.values()))
    known = {who: made.get(who) or before.known[who] for who in fighters}
    for key, group in groups.items():
        for mark in group.letters:
            who = member_id(key, mark)
            known[who] = made.get(who) or before.known[who]
    return _Crew(profiles, stock, fighters, groups, known, tuple(known.values()))


class _Twins(NamedTuple):
    fighters: Mapping[FighterId, Fighter]
    letters: Mapping[FighterId, str]


def twins(fighters: Mapping[FighterId, Fighter]) -> Mapping[FighterId, str]:
    """Return a letter for every fighter whose very name another has, as a fight calls them.

    It is the same for as long as everybody is called the same.
    """
    kept = _MEMO.get("twins", (fighters,), lambda: _twins(fighters, _MEMO.last("twins")))
    return kept.letters


def _twins(fighters: Mapping[FighterId, Fighter], before: _Twins | None) -> _Twins:
    if (
        before is not None
        and len(before.fighters) == len(fighters)
        and all(
            one is other or (one.id, one.label) == (other.id, other.label)
            for one, other in zip(before.fighters.values(), fighters.values(), strict=True)
        )
    ):
        return _Twins(fighters, before.letters)
    return _Twins(fighters, lettered((who, each.label) for who, each in fighters.items()))


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
    many = Counter(name for _, name in single)
    found = {who: known[who] for who, _ in single if who in known}
    last = Counter[str]()
    for who, name in single:
        if who in found:
            last[name] = max(last[name], letter_index(found[who]) + 1)
    for who, name in single if len(many) < len(single) else ():
        if many[name] > 1 and who not in found:
            found[who] = letter(last[name])
            last[name] += 1
    return found
