"""A layout as the checks look at it: the walker's graph, starts, people and what they can do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from desktop.core.model.board import Zone
from desktop.core.model.encounter import HEROES, Encounter, Person, people, start_zones
from desktop.core.model.memo import Memo
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import ProfileId, SideId, Square, ZoneId, family_of
from desktop.core.survey.graph import Graph

_MEMO = Memo()


@dataclass(frozen=True)
class Layout:
    """What every check reads; derived once and kept for as long as the encounter is this one."""

    encounter: Encounter
    stock: Mapping[ProfileId, Profile]

    @property
    def zones(self) -> Mapping[ZoneId, Zone]:
        """Every zone of the board."""
        return self.encounter.board.zones

    @cached_property
    def played(self) -> tuple[ZoneId, ...]:
        """The zones that are meant to be reached."""
        return tuple(zone.id for zone in self.zones.values() if not zone.scenery)

    @cached_property
    def place(self) -> Place:
        """The board with everything derived from it."""
        return Place.of(self.encounter.board)

    @cached_property
    def graph(self) -> Graph:
        """The walker's graph; doors and barriers count as ways, a ledge leads one way."""
        return Graph.of(tuple(self.place.zone_graph("plan").items()))

    @property
    def ways(self) -> Mapping[ZoneId, tuple[ZoneId, ...]]:
        """Neighbours for a walker."""
        return self.graph.ways

    @property
    def both_ways(self) -> Mapping[ZoneId, tuple[ZoneId, ...]]:
        """Neighbours, as if every way led both ways."""
        return self.graph.both_ways

    @cached_property
    def folk(self) -> tuple[Person, ...]:
        """Everyone."""
        on = self.encounter
        parts = (on.fighters, on.groups, on.profiles, self.stock)
        return _MEMO.get("folk", parts, lambda: tuple(people(on, self.stock)))

    def zone_of(self, person: Person) -> ZoneId | None:
        """Return the zone where somebody starts; None off the board or outside every zone."""
        if person.starts.off is not None:
            return None
        if isinstance(person.at, Square):
            level = person.level or self.encounter.board.first_level
            return self.place.zone_at(level, person.at)
        if person.at is not None:
            return person.at if person.at in self.zones else None
        starts = start_zones(self.encounter.board, person.side)
        return starts[0] if starts else None

    @cached_property
    def where(self) -> Mapping[str, ZoneId | None]:
        """The zone where everyone starts."""
        return {person.id: self.zone_of(person) for person in self.folk}

    def starts_of(self, side: SideId) -> tuple[ZoneId, ...]:
        """Return where a side starts: its start zones, else where its people stand."""
        marked = start_zones(self.encounter.board, side)
        if marked:
            return marked
        found = (self.where[person.id] for person in self.folk if person.side == side)
        return tuple(dict.fromkeys(zone for zone in found if zone is not None))

    @cached_property
    def party(self) -> tuple[ZoneId, ...]:
        """Where the heroes start."""
        return self.starts_of(HEROES)

    @cached_property
    def foes(self) -> tuple[SideId, ...]:
        """Sides with people that the heroes are against."""
        against = self.encounter.all_sides[HEROES].against
        sides = dict.fromkeys(person.side for person in self.folk)
        return tuple(
            side for side in sides if side != HEROES and (against is None or side in against)
        )

    @cached_property
    def foe_starts(self) -> tuple[ZoneId, ...]:
        """Where they start."""
        return tuple(dict.fromkeys(zone for side in self.foes for zone in self.starts_of(side)))

    @cached_property
    def camps(self) -> tuple[frozenset[ZoneId], frozenset[ZoneId]]:
        """Where heroes and where foes stand at the start."""
        heroes = {self.where[person.id] for person in self.folk if person.side == HEROES}
        foes = {self.where[person.id] for person in self.folk if person.side in self.foes}
        return frozenset(heroes - {None}), frozenset(foes - {None})  # type: ignore[arg-type]  # None is taken out

    @cached_property
    def goals(self) -> tuple[ZoneId, ...]:
        """The zones marked as the goal."""
        return tuple(zone.id for zone in self.zones.values() if zone.goal)

    @cached_property
    def _words(self) -> Mapping[ZoneId, tuple[str, ...]]:
        weather = self.encounter.board.traits
        return {
            zone.id: tuple(
                dict.fromkeys(
                    trait.word for trait in (*zone.traits, *(() if zone.sheltered else weather))
                )
            )
            for zone in self.zones.values()
        }

    def words(self, zone: ZoneId) -> tuple[str, ...]:
        """Return the trait words of a zone, the board's own included unless it is sheltered."""
        return self._words[zone]

    def has(self, zone: ZoneId, family: str) -> bool:
        """Whether a trait of a family lies on a zone."""
        return any(family_of(word) == family for word in self.words(zone))

    def walk(self, starts: Iterable[ZoneId], *, around: Iterable[ZoneId] = ()) -> dict[ZoneId, int]:
        """Return moves on foot from the nearest start to every zone reached.

        It never enters those of `around`.
        """
        return self.graph.walk(starts, around)

    def label(self, zone: ZoneId) -> str:
        """Return a zone's name."""
        return self.zones[zone].label

    def side_label(self, side: SideId) -> str:
        """Return a side's name."""
        found = self.encounter.all_sides.get(side)
        return found.label if found is not None else side

    @cached_property
    def effects(self) -> tuple[object, ...]:
        """Every effect of features, clocks and cues."""
        features = self.encounter.board.features.values()
        return (
            *(effect for each in features for effect in (*each.used, *each.hit, *each.passed)),
            *(effect for clock in self.encounter.clocks.values() for effect in clock.full),
            *(effect for cue in self.encounter.cues.values() for effect in cue.do),
        )


def percent(part: int, whole: int) -> int:
    """Return a share in whole percent."""
    return round(100 * part / whole) if whole else 0
