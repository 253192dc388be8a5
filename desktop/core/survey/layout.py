"""A layout as the checks look at it: its zones, and who starts where."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from itertools import compress, count, repeat
from operator import and_, attrgetter, or_
from typing import Any, ClassVar, NamedTuple

from desktop.core.model.crew import everyone
from desktop.core.model.encounter import FOES, HEROES, Encounter, Person, Side
from desktop.core.model.profile import Profile
from desktop.core.model.tables import things_changed
from desktop.core.model.words import (
    FighterId,
    LevelId,
    ProfileId,
    SideId,
    Square,
    ZoneId,
)
from desktop.core.model.zone_map import ZoneMap
from desktop.core.survey.facts import each_of, fact, followed, table_of
from desktop.core.survey.graph import Walk
from desktop.core.survey.places import first, indexed, picked
from desktop.core.survey.table import Table, remade
from desktop.core.survey.zoned import Was, Zoned

Spot = tuple[LevelId | None, Square | ZoneId | None]
"""A level and a square of it, or else None and a zone, or None twice."""
NO_SPOT: Spot = (None, None)
NOWHERE: Mapping[Any, ZoneId] = {}
NO_SQUARES: Mapping[ZoneId, frozenset[Square]] = {}


class Kind(NamedTuple):
    """What sets people apart but for their place."""

    side: SideId
    profile: Profile


Key = tuple[SideId, int]
"""A side and the identity of a profile, which is its own for as long as somebody has it."""


def _where_after(
    layout: "Layout", before: Table[FighterId, ZoneId | None], was: Was
) -> Table[FighterId, ZoneId | None]:
    spots, zone_of = layout.spots, layout._finder()
    made = remade(before, was[Layout.spots], spots, zone_of)
    stirred = _stirred(was[Layout.zone_maps], layout.zone_maps)
    if was[Layout._by_name] is not layout._by_name:
        stirred |= was[Layout._by_name].keys() ^ layout._by_name.keys()
    if not stirred:
        return made
    stirred.add(None)
    found = {}
    for at in compress(count(), map(stirred.__contains__, made.column)):
        zone = zone_of(spots.column[at])
        if zone != made.column[at]:
            found[at] = zone
    return made.with_places(found) if found else made


def _stirred(was: Mapping[LevelId, ZoneMap], now: Mapping[LevelId, ZoneMap]) -> set[ZoneId | None]:
    """Return the zones that have other squares than before."""
    found: set[ZoneId | None] = set()
    for level in (*was, *(level for level in now if level not in was)):
        old = was[level].squares if level in was else NO_SQUARES
        new = now[level].squares if level in now else NO_SQUARES
        found.update(map(ZoneId, things_changed(old, new).all))
    return found


class Layout(Zoned):
    """What every check reads: parts of the encounter, and what is worked out from them."""

    _last: ClassVar["Layout | None"] = None

    @classmethod
    def of(cls, encounter: Encounter, stock: Mapping[ProfileId, Profile]) -> "Layout":
        """Return the layout of an encounter, made from the one that was asked for last."""
        last = cls._last
        if last is None or last._encounter is not encounter or last._stock is not stock:
            last = cls._last = cls(encounter, stock, last)
        return last

    @fact
    def reached(self) -> Walk:
        """The party's walk, to every zone that it reaches."""
        return self.graph.walk(self.party)

    # People

    @fact
    def sides(self) -> Mapping[SideId, Side]:
        """Every side, the two that need not be written included, heroes first."""
        return {HEROES: Side(id=HEROES), FOES: Side(id=FOES), **self.own_sides}

    def side_label(self, side: SideId) -> str:
        """Return a side's name."""
        found = self.sides.get(side)
        return found.label if found is not None else side

    @fact
    def people(self) -> Mapping[FighterId, Person]:
        """Everyone, by id."""
        return everyone(self.fighters, self.groups, self.profiles, self.stock)

    @property
    def folk(self) -> Iterable[Person]:
        """Everyone."""
        return self.people.values()

    crew = table_of(people)

    @each_of(crew)
    def name_of(self) -> Callable[[Person], str]:
        """Everyone's name."""
        return attrgetter("name")

    @each_of(crew)
    def kind_of(self) -> Callable[[Person], Kind]:
        """Everyone's side and profile. What asks this and no person is left when somebody moves."""
        return lambda person: Kind(person.side, person.profile)

    @each_of(crew)
    def entry_of(self) -> Callable[[Person], str]:
        """Everyone's entry in the order: the group, or the fighter alone."""
        return lambda person: person.group or person.id

    @each_of(kind_of)
    def _keys(self) -> Callable[[Kind], Key]:
        return lambda kind: (kind.side, id(kind.profile))

    _of_kind = indexed(_keys)

    @fact
    def kinds(self) -> Mapping[Key, Profile]:
        """The profiles of everyone, each once a side, in the order of everyone."""
        column = self.kind_of.column
        firsts = sorted((first(those), key) for key, those in self._of_kind.items())
        return {key: column[place].profile for place, key in firsts}

    def those_of(self, kinds: Iterable[Key]) -> int:
        """Return the places of those of some kinds."""
        return reduce(or_, map(self._of_kind.__getitem__, kinds), 0)

    @fact
    def of_side(self) -> Mapping[SideId, int]:
        """The places of the people of each side, in the order of everyone."""
        found: dict[SideId, int] = {}
        for kind in self.kinds:
            found[kind[0]] = found.get(kind[0], 0) | self._of_kind[kind]
        return found

    @fact
    def heroes(self) -> int:
        """The places of everyone on the heroes' side."""
        return self.of_side.get(HEROES, 0)

    @fact
    def foe_folk(self) -> int:
        """The places of everyone whom the heroes are against."""
        return reduce(or_, map(self.of_side.__getitem__, self.foes), 0)

    @fact
    def marked(self) -> Mapping[SideId, tuple[ZoneId, ...]]:
        """The zones marked as a side's start."""
        found: dict[SideId, list[ZoneId]] = {}
        for zone, marks in self.marks.items():
            if marks.start:
                found.setdefault(marks.start, []).append(zone)
        return {side: tuple(zones) for side, zones in found.items()}

    @fact
    def first_level(self) -> LevelId:
        """The level of those who name none."""
        return next(iter(self.levels))

    @each_of(crew)
    def spots(self) -> Callable[[Person], Spot]:
        """Where everyone is put."""
        first, marked = self.first_level, self.marked

        def spot_of(person: Person) -> Spot:
            at = person.at
            if person.starts.off is not None:
                return NO_SPOT
            if isinstance(at, Square):
                return person.level or first, at
            return None, at if at is not None else next(iter(marked.get(person.side, ())), None)

        return spot_of

    @followed(_where_after)
    def where(self) -> Table[FighterId, ZoneId | None]:
        """The zone where everyone starts; None off the board or outside every zone."""
        spots = self.spots
        return Table(spots.ids, tuple(map(self._finder(), spots.column)))

    def _finder(self) -> Callable[[Spot], ZoneId | None]:
        zones: dict[LevelId | None, Mapping[Any, ZoneId]] = {
            level: squares.owners for level, squares in self.zone_maps.items()
        }
        zones[None] = self._by_name
        return lambda spot: zones.get(spot[0], NOWHERE).get(spot[1])

    @fact
    def _by_name(self) -> Mapping[ZoneId, ZoneId]:
        names = self.ids_of_zones.names
        return dict(zip(names, names, strict=True))

    in_zone = indexed(where)
    """The places of those who start in each zone where anybody does, or in none."""

    def in_zones(self, those: int) -> Iterator[tuple[ZoneId | None, int]]:
        """Yield the zones where some start, and the places of those there."""
        here = tuple(map(and_, self.in_zone.values(), repeat(those)))
        return compress(zip(self.in_zone, here, strict=True), here)

    @fact
    def manned_zones(self) -> frozenset[ZoneId | None]:
        """The zones where somebody starts."""
        return frozenset(self.in_zone)

    @fact
    def standing(self) -> Mapping[SideId, tuple[ZoneId, ...]]:
        """The zones where the people of each side start, each once, in the order of the people."""
        where = self.where.column
        return {
            side: tuple(filter(None, dict.fromkeys(picked(where, those))))
            for side, those in self.of_side.items()
        }

    def starts_of(self, side: SideId) -> tuple[ZoneId, ...]:
        """Return where a side starts: its start zones, else where its people stand."""
        return self.marked.get(side) or self.standing.get(side, ())

    @fact
    def party(self) -> tuple[ZoneId, ...]:
        """Where the heroes start."""
        return self.starts_of(HEROES)

    @fact
    def foes(self) -> tuple[SideId, ...]:
        """Sides with people that the heroes are against."""
        against = self.sides[HEROES].against
        return tuple(
            side
            for side in self.standing
            if side != HEROES and (against is None or side in against)
        )

    @fact
    def foe_starts(self) -> tuple[ZoneId, ...]:
        """Where they start."""
        return tuple(dict.fromkeys(zone for side in self.foes for zone in self.starts_of(side)))

    @fact
    def camps(self) -> tuple[frozenset[ZoneId], frozenset[ZoneId]]:
        """Where heroes and where foes stand at the start."""
        foes = (zone for side in self.foes for zone in self.standing[side])
        return frozenset(self.standing.get(HEROES, ())), frozenset(foes)

    @fact
    def effects(self) -> tuple[object, ...]:
        """Every effect of features, clocks and cues."""
        features = self.features.values()
        return (
            *(effect for each in features for effect in each.effects),
            *(effect for clock in self.clocks.values() for effect in clock.full),
            *(effect for cue in self.cues.values() for effect in cue.do),
        )


def percent(part: int, whole: int) -> int:
    """Return a share in whole percent."""
    return round(100 * part / whole) if whole else 0
