"""The profiles that the palette offers: the encounter's, those of rosters, and the stock's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.core.errors import LoadError
from desktop.core.model.encounter import FOES, Encounter, only_foes
from desktop.core.model.profile import ImperiumFigures, Profile
from desktop.core.model.words import ProfileId
from desktop.core.store import places, rosters
from desktop.core.store.rosters import Roster
from desktop.ui.session import Session


@dataclass(frozen=True, slots=True)
class Source:
    """A heading, and the profiles under it."""

    text: str
    profiles: tuple[Profile, ...] = ()
    path: str = ""
    """Of a roster whose people can be brought in; empty for anything else."""
    people: str = ""
    """Who they are, as `3 fighters, 1 group`."""
    fault: str = ""


def weapon_of(profile: Profile) -> str:
    """Return the first attack of a profile, with its damage; empty where it has none."""
    attacks = profile.imperium.attacks if profile.imperium is not None else None
    first = next(iter((attacks or {}).values()), None)
    return "" if first is None else f"{first.label} {first.damage}"


def second_line(profile: Profile) -> str:
    """Return what stands small under a profile's name."""
    size = profile.size if profile.size not in (None, "medium") else ""
    parts = (profile.role or "", size or "", weapon_of(profile))
    return " · ".join(part for part in parts if part)


def search_text(profile: Profile, source: str) -> str:
    """Return everything by which a profile is found, in small letters."""
    own = profile.imperium or ImperiumFigures()
    things = [*(own.attacks or {}).values(), *(own.powers or {}).values()]
    parts = [profile.label, profile.id, second_line(profile), source, profile.side or ""]
    parts += [*profile.tags, *(each.label for each in things)]
    return " ".join(parts).casefold()


class Shelf:
    """What there is to place. Rosters are read again only where their files are others."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stamps: tuple[tuple[str, int], ...] | None = None
        self._rosters: tuple[Source, ...] = ()
        self._found: frozenset[ProfileId] | None = None
        """The encounter's profiles when the shelf was last looked at."""

    def look(self, encounter: Encounter) -> bool:
        """Look at the encounter and into the folder of rosters; return whether there is news."""
        found = frozenset(encounter.profiles)
        is_other = found != self._found
        self._found = found
        return self._look_for_rosters() or is_other

    def _look_for_rosters(self) -> bool:
        folder = places.rosters_folder()
        stamps = tuple(
            sorted((str(path), path.stat().st_mtime_ns) for path in folder.glob("*.yaml"))
        )
        if stamps == self._stamps:
            return False
        self._stamps = stamps
        self._rosters = tuple(
            _source(path, found) for path, found in rosters.rosters_in(folder)
        )  # fmt: skip
        return True

    def sources(self, encounter: Encounter) -> Iterator[Source]:
        """Yield what there is; a profile that the encounter has is not the stock's too.

        One of the stock that came into the encounter since the last look stays where it stood: the
        rows below it must not move up under the pointer that goes to the next.
        """
        own, shipped = encounter.profiles, self._shipped()
        stays = (own.keys() & shipped.keys()) - self._found if self._found is not None else set()
        if len(own) > len(stays):
            here = (each for key, each in own.items() if key not in stays)
            yield Source("This encounter", tuple(here))
        yield from self._rosters
        stock = [
            own.get(key, each) for key, each in shipped.items() if key not in own or key in stays
        ]  # fmt: skip
        yield Source("Stock", tuple(stock))

    def _shipped(self) -> Mapping[ProfileId, Profile]:
        """Return the stock without what came to it from rosters."""
        mine = {each.id for source in self._rosters for each in source.profiles}
        shipped = rosters.stock()
        return {
            key: each for key, each in self._session.stock.items()
            if key in shipped or key not in mine
        }  # fmt: skip

    def armed(self, profile: Profile) -> ProfileId:
        """Return the id by which a tool finds a profile; one of a roster joins the stock for now.

        It is copied into the encounter with the first fighter that is placed.
        """
        session = self._session
        if session.encounter.profiles.get(profile.id) == profile:
            return profile.id
        side = profile.side if profile.side in session.encounter.all_sides else None
        kept = replace(profile, side=side)
        known = {**session.stock, **session.encounter.profiles}
        if known.get(profile.id) in (profile, kept):
            return profile.id
        id_, number = profile.id, 2
        while id_ in known and replace(known[id_], id=profile.id) != kept:
            id_, number = ProfileId(f"{profile.id} {number}"), number + 1
        session.stock = {**session.stock, id_: replace(kept, id=id_)}
        return id_


def _source(path: Path, found: rosters.LoadedRoster | LoadError) -> Source:
    if isinstance(found, LoadError):
        return Source(path.stem, fault=str(found))
    roster = found.roster
    return Source(
        roster.name or path.stem, tuple(roster.profiles.values()), str(path), _people(roster)
    )


def _people(roster: Roster) -> str:
    counted: Sequence[tuple[int, str]] = (
        (len(roster.fighters), "fighter"), (len(roster.groups), "group"),
    )  # fmt: skip
    return ", ".join(f"{many} {word}{'s' * (many > 1)}" for many, word in counted if many)


def side_of(encounter: Encounter, profile: Profile, chosen: str) -> str:
    """Return the side that a newcomer would fight for."""
    if chosen in encounter.all_sides:
        return chosen
    own = profile.side or only_foes(encounter) or FOES
    return own if own in encounter.all_sides else FOES
