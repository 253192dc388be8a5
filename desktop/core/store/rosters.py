"""Roster files: profiles, fighters and groups in the form of an encounter; the stock is one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from desktop.core.errors import LoadError
from desktop.core.model.encounter import FORMAT, Encounter, Fighter, Group
from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId, GroupId, ProfileId
from desktop.core.store.checks import NO_STOCK, Stock, problems_of
from desktop.core.store.forms import shape_of
from desktop.core.store.kept import NOTHING_KEPT, Kept
from desktop.core.store.notes import OddKey, Writing
from desktop.core.store.places import resources
from desktop.core.store.reading import document, text_of_file
from desktop.core.store.writing import with_odd_keys
from desktop.core.store.yaml_text import yaml_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """Profiles, fighters and groups to bring into encounters: a party, a gang, the stock."""

    name: str = ""
    notes: str = ""
    profiles: Mapping[ProfileId, Profile] = field(default_factory=dict)
    fighters: Mapping[FighterId, Fighter] = field(default_factory=dict)
    groups: Mapping[GroupId, Group] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LoadedRoster:
    """A roster and what its file held beside it."""

    roster: Roster
    kept: Kept = NOTHING_KEPT
    odd_keys: tuple[OddKey, ...] = ()


def read_roster(
    text: str, source: Path | str = "the text", *, stock: Stock = NO_STOCK
) -> LoadedRoster:
    """Return the roster that a text holds. Raises LoadError with every problem.

    A profile that it lacks must be in `stock`. Sides, zones and squares that it names belong to
    encounters and are not checked.
    """
    found, kept, odd_keys = document(
        Roster, text, source, lambda value: problems_of(_as_encounter(value), stock)
    )
    return LoadedRoster(found, kept, odd_keys)


def read_roster_file(path: Path) -> LoadedRoster:
    """Return the roster in a file. Raises LoadError with every problem."""
    return read_roster(text_of_file(path), path, stock=stock())


def write_roster(roster: Roster, kept: Kept = NOTHING_KEPT) -> str:
    """Return the text of a roster's file; the same value gives the same text."""
    tree = {"format": FORMAT, **shape_of(Roster).tree(roster, Writing())}
    placed = kept.placed(tree)
    return yaml_text(with_odd_keys(tree, placed.odd), placed.comments)


def _as_encounter(roster: Roster) -> Encounter:
    """Return what of a roster can be checked without the encounter that it will come to."""
    return Encounter(
        profiles={key: replace(each, side=None) for key, each in roster.profiles.items()},
        fighters={
            key: replace(each, side=None, at=None, level=None, own=_homeless(each.own))
            for key, each in roster.fighters.items()
        },
        groups={
            key: replace(
                each,
                side=None,
                at=None,
                level=None,
                own=_homeless(each.own),
                members={
                    mark: replace(member, at=None, level=None, own=_homeless(member.own))
                    for mark, member in each.members.items()
                },
            )
            for key, each in roster.groups.items()
        },
    )


def _homeless(own: Profile | None) -> Profile | None:
    return replace(own, side=None) if own is not None and own.side else own


@cache
def stock() -> Stock:
    """Return the profiles that come with the program. Raises LoadError if one is damaged."""
    profiles: dict[ProfileId, Profile] = {}
    for path in sorted((resources() / "stock").glob("*.yaml")):
        loaded = read_roster(text_of_file(path), path)
        profiles.update(loaded.roster.profiles)
    return profiles


def rosters_in(folder: Path) -> Iterator[tuple[Path, LoadedRoster | LoadError]]:
    """Yield the rosters of a folder by name, each with what it holds or why it cannot be read."""
    for path in sorted(folder.glob("*.yaml")):
        try:
            yield path, read_roster_file(path)
        except LoadError as error:
            yield path, error
