"""What would change if the space of an encounter were another: said before it is switched."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from desktop.core.model.crew import NO_STOCK
from desktop.core.model.encounter import Encounter
from desktop.core.model.geometry import edge_between
from desktop.core.model.profile import Profile
from desktop.core.model.words import PackName, ProfileId, SpaceName, Square, ZoneId
from desktop.core.survey.issue import Where
from desktop.core.survey.layout import Layout

BOOK: Mapping[SpaceName, PackName] = {
    "zones": "imperium", "squares": "squares", "measured": "yards",
}  # fmt: skip
TITLE: Mapping[PackName, str] = {
    "imperium": "Imperium Maledictum", "squares": "Squares", "hive": "Hive", "yards": "Yards",
}  # fmt: skip
IN: Mapping[SpaceName, str] = {
    "zones": "zones", "squares": "squares", "measured": "the unit of the square",
}  # fmt: skip
NAMED = 4
"""How many things are named before the rest are counted."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One thing that another space makes of an encounter."""

    says: str
    """A sentence."""
    at: tuple[Where, ...] = ()
    """What it is about; empty for the whole."""
    grave: bool = False
    """Whether somebody or something would be left without a place or a way."""


def switched(encounter: Encounter, space: SpaceName) -> Encounter:
    """Return an encounter with another space; nothing else is touched."""
    return replace(encounter, space=space)


def changes_when(
    encounter: Encounter, space: SpaceName, stock: Mapping[ProfileId, Profile] | None = None
) -> tuple[Switch, ...]:
    """Return what would change if an encounter had another space, the grave first.

    Empty for the space that it has.
    """
    if space == encounter.space:
        return ()
    layout = Layout.of(encounter, NO_STOCK if stock is None else stock)
    found = [*_counted(layout, space), *_figures(layout, space), *_packs(encounter, space)]
    found += _to_zones(layout) if space == "zones" else ()
    found += _from_zones(layout) if encounter.space == "zones" else ()
    return tuple(sorted(found, key=lambda each: not each.grave))


# What is counted


def _counted(layout: Layout, space: SpaceName) -> Iterator[Switch]:
    before = layout.encounter.space
    yield Switch(f"Ranges and ways are counted in {IN[space]}, not in {IN[before]}.")
    if "zones" in (space, before):
        reach = (
            "a fact between two, made by stepping up" if space == "zones" else "told by squares"
        )  # fmt: skip
        yield Switch(f"Who is within arm's reach of whom is {reach}.")


def _figures(layout: Layout, space: SpaceName) -> Iterator[Switch]:
    """Yield whose profiles say nothing in the book of the new space."""
    without = {
        person.profile.id: person.profile
        for person in layout.folk
        if person.profile.id and not _has_figures(person.profile, space)
    }
    if without:
        names = _names([profile.label for profile in without.values()])
        does = {
            "zones": "is taken at Normal Speed",
            "squares": "has the movement points of its Speed",
            "measured": "goes as far as anybody, and its checks are Tests",
        }[space]
        whose = f"{names} has no figures of {TITLE[BOOK[space]]}: it"
        if len(without) > 1:
            whose = f"{names} have no figures of {TITLE[BOOK[space]]}: each of them"
        says = f"{whose} {does}."
        yield Switch(says, tuple(Where("profile", each) for each in without))


def _has_figures(profile: Profile, space: SpaceName) -> bool:
    figures = {
        "zones": profile.imperium, "squares": profile.squares_figures, "measured": profile.yards,
    }[space]  # fmt: skip
    return figures is not None


def _packs(encounter: Encounter, space: SpaceName) -> Iterator[Switch]:
    """Yield which books come and go with the space."""
    wanted = {*encounter.packs, *encounter.slots.values(), "imperium"}
    board = encounter.board
    named = [
        *(door.book for door in board.doors.values()),
        *(feature.book for feature in board.features.values()),
        *(kind.book for kind in board.kinds.values()),
    ]
    wanted |= {book for book in named if book is not None}
    old, new = BOOK[encounter.space], BOOK[space]
    if new not in wanted:
        yield Switch(f"The rules of {TITLE[new]} come in.")
    if old not in wanted:
        yield Switch(f"The rules of {TITLE[old]} go, for nothing else names that book.")


# To zones


def _to_zones(layout: Layout) -> Iterator[Switch]:
    yield from _left_out(layout)
    yield from _unlinked(layout)
    board = layout.encounter.board
    painted = sum(len(squares) for squares in board.squares.values())
    painted += sum(len(piece.squares) for piece in (*board.fields, *board.clouds))
    if painted:
        says = "What is painted no longer hinders going and seeing"
        yield Switch(f"{says}: {_many(painted, 'square')}.")
    if board.walls or board.doors:
        yield Switch("Walls and doors count only where they shut a link.")


def _left_out(layout: Layout) -> Iterator[Switch]:
    """Yield who would stand in no zone, where zones measure."""
    outside = [
        person for person in layout.folk
        if isinstance(person.at, tuple)
        and person.starts.off is None
        and layout.where.by_id.get(person.id) is None
    ]  # fmt: skip
    if outside:
        names = _names([person.name for person in outside])
        places = tuple(Where("fighter", person.id) for person in outside)
        verb = "stands" if len(outside) == 1 else "stand"
        yield Switch(f"{names} {verb} in no zone and cannot go anywhere.", places, grave=True)
    if not layout.zones:
        yield Switch("There are no zones, so there is nowhere to go.", grave=True)


def _unlinked(layout: Layout) -> Iterator[Switch]:
    """Yield zones that touch without a link, which then shuts the way between them."""
    pairs = _touching_unlinked(layout)
    if pairs:
        told = _names([f"{layout.label(a)} and {layout.label(b)}" for a, b in pairs])
        places = tuple(Where("zone", zone) for pair in pairs for zone in pair)
        yield Switch(f"Without a link nobody goes between {told}.", places, grave=True)


# From zones


def _from_zones(layout: Layout) -> Iterator[Switch]:
    drawn = [zone for zone in layout.zones.values() if not zone.outline]
    if drawn:
        names = _names([zone.label for zone in drawn])
        places = tuple(Where("zone", zone.id) for zone in drawn)
        says = f"The program has laid {names} out by itself, and its distances would count."
        yield Switch(says, places, grave=True)
    if layout.zones:
        yield Switch("Zones keep their traits, but no longer say how far anything is.")
    pairs = _touching_unlinked(layout)
    if pairs:
        told = _names([f"{layout.label(a)} and {layout.label(b)}" for a, b in pairs])
        places = tuple(Where("zone", zone) for pair in pairs for zone in pair)
        yield Switch(f"One may walk between {told}, which no link joins.", places)
    placed = [person for person in layout.folk if not isinstance(person.at, tuple)]
    if placed:
        names = _names([person.name for person in placed])
        places = tuple(Where("fighter", person.id) for person in placed)
        says = f"Where in a zone the program puts {names} would count."
        yield Switch(says, places)
    if layout.encounter.board.walls or layout.encounter.board.doors:
        yield Switch("Every wall and every shut door is in the way.")


def _touching_unlinked(layout: Layout) -> list[tuple[ZoneId, ZoneId]]:
    """Return pairs of zones of one level with an open border and no link across it."""
    linked = {frozenset((link.from_, link.to)) for link in layout.links.values()}
    found: dict[frozenset[ZoneId], tuple[ZoneId, ZoneId]] = {}
    place = layout.place
    for level in layout.levels:
        owners = place.zone_map(level).owners
        edges = place.ground(level).edges
        for (x, y), zone in owners.items():
            for near in (Square(x + 1, y), Square(x, y + 1)):
                other = owners.get(near)
                if other is None or other == zone or frozenset((zone, other)) in linked:
                    continue
                if edge_between(Square(x, y), near) not in edges:
                    found.setdefault(frozenset((zone, other)), (zone, other))
    return list(found.values())


# In words


def _names(several: list[str]) -> str:
    told = list(dict.fromkeys(several))
    if len(told) > NAMED:
        told = [*told[:NAMED], f"{len(told) - NAMED} more"]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
