"""A layout as the checks look at it: the walker's graph, starts, people and what they can do."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import compress, repeat
from operator import attrgetter, eq
from typing import Any, ClassVar, NamedTuple

from desktop.core.model.board import GroundKind, Link, Zone
from desktop.core.model.borders import Border
from desktop.core.model.crew import everyone
from desktop.core.model.encounter import FOES, HEROES, Encounter, Person, Side
from desktop.core.model.geometry import Outline
from desktop.core.model.ground import kind_in
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import (
    FighterId,
    KindWord,
    LevelId,
    LinkId,
    ProfileId,
    SideId,
    Square,
    TraitWord,
    ZoneId,
    family_of,
)
from desktop.core.model.zone_map import ZoneMap
from desktop.core.survey.facts import each_of, fact
from desktop.core.survey.graph import Graph, Path, path_of, ways_of
from desktop.core.survey.held import Held

Spot = tuple[LevelId | None, Square | ZoneId | None]
"""A level and a square of it, or else None and a zone, or None twice."""
NO_SPOT: Spot = (None, None)
NOWHERE: Mapping[Any, ZoneId] = {}
HAZARD_DAMAGE = {"minor hazard": 5, "major hazard": 10, "deadly hazard": 15}


class Marks(NamedTuple):
    """What a zone is for, apart from its traits and its outline."""

    level: LevelId
    start: SideId | None
    exit: bool
    goal: bool
    scenery: bool
    sheltered: bool
    sky: bool
    capacity: int | None
    tags: tuple[str, ...]


class Layout(Held):
    """What every check reads: parts of the encounter, and what is worked out from them."""

    _last: ClassVar["Layout | None"] = None

    @classmethod
    def of(cls, encounter: Encounter, stock: Mapping[ProfileId, Profile]) -> "Layout":
        """Return the layout of an encounter, made from the one that was asked for last."""
        last = cls._last
        if last is None or last._encounter is not encounter or last._stock is not stock:
            last = cls._last = cls(encounter, stock, last)
        return last

    # Zones

    @fact
    def zone_ids(self) -> tuple[ZoneId, ...]:
        """The zones in the file's order."""
        return tuple(self.zones)

    @each_of(Held.zones)
    def labels(self) -> Callable[[Zone], str]:
        """What every zone is called."""
        return attrgetter("label")

    @each_of(Held.zones)
    def marks(self) -> Callable[[Zone], Marks]:
        """What every zone is for."""
        return lambda zone: Marks(
            zone.level, zone.start, zone.exit, zone.goal, zone.scenery, zone.sheltered, zone.sky,
            zone.capacity, zone.tags,
        )  # fmt: skip

    @fact
    def played(self) -> tuple[ZoneId, ...]:
        """The zones that are meant to be reached."""
        return tuple(zone for zone, marks in self.marks.items() if not marks.scenery)

    @fact
    def goals(self) -> tuple[ZoneId, ...]:
        """The zones marked as the goal."""
        return tuple(zone for zone, marks in self.marks.items() if marks.goal)

    @fact
    def exits(self) -> tuple[ZoneId, ...]:
        """The zones marked as an exit."""
        return tuple(zone for zone, marks in self.marks.items() if marks.exit)

    @property
    def _outlined(self) -> Place:
        """The place, for what hangs on outlines alone: only these are noted."""
        for read in (Held.zones, Held.links, Held.levels, Held.size_said):
            self.read(read)
        return self._place

    @fact
    def size(self) -> tuple[int, int]:
        """Squares across and down."""
        return self.place.size

    @fact
    def zoned(self) -> Mapping[LevelId, int]:
        """How many zones each level has."""
        return Counter(marks.level for marks in self.marks.values())

    @fact
    def upwards(self) -> tuple[LevelId, ...]:
        """The levels from the lowest to the highest."""
        levels = self.levels
        return tuple(sorted(levels, key=lambda level: levels[level].height))

    @fact
    def outlines(self) -> Mapping[ZoneId, Outline]:
        """The outline of each zone, laid out ones included."""
        return self._outlined.outlines

    @fact
    def zone_maps(self) -> Mapping[LevelId, ZoneMap]:
        """Which square belongs to which zone, level by level."""
        place = self._outlined
        return {level: place.zone_map(level) for level in self.levels}

    @fact
    def with_feature(self) -> frozenset[ZoneId | None]:
        """The zones that features stand in."""
        return frozenset(self.place.zone_of_feature(feature) for feature in self.features)

    @each_of(Held.zones)
    def words_laid(self) -> Callable[[Zone], tuple[TraitWord, ...]]:
        """The words of every zone's own traits; one that is laid twice alike counts once."""

        def words(zone: Zone) -> tuple[TraitWord, ...]:
            traits = zone.traits
            return tuple(
                [trait.word for trait in (dict.fromkeys(traits) if traits[1:] else traits)]
            )

        return words

    @each_of(Held.zones)
    def all_words(self) -> Callable[[Zone], tuple[TraitWord, ...]]:
        """The trait words of every zone, the board's own included unless it is sheltered."""
        weather = self.weather

        def words(zone: Zone) -> tuple[TraitWord, ...]:
            traits = zone.traits if zone.sheltered else (*zone.traits, *weather)
            return tuple(dict.fromkeys([trait.word for trait in traits]))

        return words

    @each_of(all_words)
    def families(self) -> Callable[[tuple[TraitWord, ...]], frozenset[str]]:
        """The families of the traits of every zone."""
        return _families

    @fact
    def covered(self) -> frozenset[ZoneId]:
        """The zones with any cover."""
        return frozenset(zone for zone, of in self.families.items() if "cover" in of)

    @fact
    def hazards(self) -> Mapping[ZoneId, str]:
        """The zones of the board's own hazards, with the gravest of each."""
        words = self.all_words
        dangerous = [zone for zone, of in self.families.items() if "hazard" in of]
        return {zone: grave for zone in dangerous if (grave := _gravest(words[zone]))}

    @fact
    def difficult(self) -> frozenset[ZoneId]:
        """The zones that are difficult to cross."""
        return frozenset(zone for zone, of in self.families.items() if "difficult" in of)

    def words(self, zone: ZoneId) -> tuple[TraitWord, ...]:
        """Return the trait words of a zone, the board's own included unless it is sheltered."""
        return self.all_words[zone]

    def has(self, zone: ZoneId, family: str) -> bool:
        """Whether a trait of a family lies on a zone."""
        return family in self.families[zone]

    def label(self, zone: ZoneId) -> str:
        """Return a zone's name."""
        return self.labels[zone]

    # Ground

    @fact
    def words_painted(self) -> Mapping[LevelId, tuple[KindWord, ...]]:
        """The kinds of ground that each level has."""
        return {
            level: tuple(sorted(set(painted.values()))) for level, painted in self.painted.items()
        }

    def kind(self, word: str) -> GroundKind:
        """Return what a kind of ground, a cloud or a field is."""
        return kind_in(self.own_kinds, word)

    # Ways

    @fact
    def borders(self) -> Mapping[LinkId, Border]:
        """What is known of where each link leads across."""
        return self.place.borders

    @each_of(borders)
    def walled(self) -> Callable[[Border], bool]:
        """Whether walls close each link that leads through nothing."""
        place = self._place  # all that a stop hangs on is in the border

        def is_walled(border: Border) -> bool:
            link = border.link
            stop = None if link.through else place.link_stop(link.id)
            return stop is not None and stop.why == "wall"

        return is_walled

    @each_of(Held.links)
    def link_kinds(self) -> Callable[[Link], str]:
        """The kind of every link."""
        return attrgetter("kind")

    @each_of(Held.links)
    def paths(self) -> Callable[[Link], Path | None]:
        """What every link is to a walker."""
        return path_of

    @fact
    def graph(self) -> Graph:
        """The walker's graph; doors and barriers count as ways, a ledge leads one way."""
        return Graph.of(ways_of(self.zone_ids, self.paths.values()))

    @property
    def ways(self) -> Mapping[ZoneId, tuple[ZoneId, ...]]:
        """Neighbours for a walker."""
        return self.graph.ways

    @property
    def both_ways(self) -> Mapping[ZoneId, tuple[ZoneId, ...]]:
        """Neighbours, as if every way led both ways."""
        return self.graph.both_ways

    def walk(self, starts: Iterable[ZoneId], *, around: Iterable[ZoneId] = ()) -> dict[ZoneId, int]:
        """Return moves on foot from the nearest start to every zone reached.

        It never enters those of `around`.
        """
        return self.graph.walk(starts, around)

    @fact
    def reached(self) -> dict[ZoneId, int]:
        """Moves on foot for the party, to every zone that it reaches."""
        return self.walk(self.party)

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

    @each_of(people)
    def name_of(self) -> Callable[[Person], str]:
        """Everyone's name."""
        return attrgetter("name")

    @each_of(people)
    def side_of(self) -> Callable[[Person], SideId]:
        """Everyone's side. What asks such a table and no person is left when somebody moves."""
        return attrgetter("side")

    @each_of(people)
    def profile_of(self) -> Callable[[Person], Profile]:
        """Everyone's profile."""
        return attrgetter("profile")

    @each_of(people)
    def entry_of(self) -> Callable[[Person], str]:
        """Everyone's entry in the order: the group, or the fighter alone."""
        return lambda person: person.group or person.id

    @fact
    def kinds(self) -> Mapping[tuple[SideId, int], Profile]:
        """The profiles of everyone, each once a side, by side and the profile's own identity."""
        profiles = self.profile_of.values()
        keys = zip(self.side_of.values(), map(id, profiles), strict=True)
        return dict(zip(keys, profiles, strict=True))

    @fact
    def members(self) -> Mapping[SideId, tuple[bool, ...]]:
        """For each side, in the order of everyone, whether one is of it."""
        sides = tuple(self.side_of.values())
        return {side: tuple(map(eq, sides, repeat(side))) for side in dict.fromkeys(sides)}

    @fact
    def heroes(self) -> tuple[FighterId, ...]:
        """Everyone on the heroes' side."""
        return tuple(compress(self.side_of, self.members.get(HEROES, ())))

    @fact
    def foe_folk(self) -> tuple[FighterId, ...]:
        """Everyone whom the heroes are against."""
        return tuple(compress(self.side_of, self.are_foes))

    @fact
    def are_foes(self) -> tuple[bool, ...]:
        """In the order of everyone, whether the heroes are against one."""
        return tuple(map(frozenset(self.foes).__contains__, self.side_of.values()))

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

    @each_of(people)
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

    @each_of(spots)
    def where(self) -> Callable[[Spot], ZoneId | None]:
        """The zone where everyone starts; None off the board or outside every zone."""
        zones: dict[LevelId | None, Mapping[Any, ZoneId]] = {
            level: squares.owners for level, squares in self.zone_maps.items()
        }
        zones[None] = dict(zip(self.zone_ids, self.zone_ids, strict=True))
        return lambda spot: zones.get(spot[0], NOWHERE).get(spot[1])

    @fact
    def manned(self) -> Mapping[SideId, tuple[tuple[ZoneId | None, int], ...]]:
        """Where the people of each side start, and how many, in the order of the people."""
        zones = self.where.values()
        return {
            side: tuple(Counter(compress(zones, members)).items())
            for side, members in self.members.items()
        }

    @fact
    def manned_zones(self) -> frozenset[ZoneId | None]:
        """The zones where somebody starts."""
        return frozenset(self.where.values())

    @fact
    def standing(self) -> Mapping[SideId, tuple[ZoneId, ...]]:
        """The zones where the people of each side start, each once, in the order of the people."""
        return {
            side: tuple(zone for zone, _ in zones if zone is not None)
            for side, zones in self.manned.items()
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
            *(effect for each in features for effect in (*each.used, *each.hit, *each.passed)),
            *(effect for clock in self.clocks.values() for effect in clock.full),
            *(effect for cue in self.cues.values() for effect in cue.do),
        )


@lru_cache(maxsize=1024)
def _families(words: tuple[TraitWord, ...]) -> frozenset[str]:
    return frozenset(filter(None, map(family_of, words)))


def _gravest(words: tuple[TraitWord, ...]) -> str | None:
    return max(HAZARD_DAMAGE.keys() & words, key=HAZARD_DAMAGE.__getitem__, default=None)


def percent(part: int, whole: int) -> int:
    """Return a share in whole percent."""
    return round(100 * part / whole) if whole else 0
