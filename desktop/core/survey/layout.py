"""A layout as the checks look at it: the walker's graph, starts, people and what they can do."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from desktop.core.model.board import Door, Feature, Level, Link, OwnTrait, Trait, Zone
from desktop.core.model.crew import everyone
from desktop.core.model.encounter import (
    FOES,
    HEROES,
    Clock,
    Cue,
    Encounter,
    Fighter,
    Goal,
    Group,
    Person,
    Side,
)
from desktop.core.model.geometry import Outline
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import (
    ClockId,
    CueId,
    DoorId,
    FeatureId,
    FighterId,
    GroupId,
    LevelId,
    LinkId,
    ProfileId,
    SideId,
    Square,
    SquareUnit,
    TraitWord,
    ZoneId,
    family_of,
)
from desktop.core.model.zone_map import ZoneMap
from desktop.core.survey.facts import Facts, fact, given
from desktop.core.survey.graph import Graph, ways_of

HAZARD_DAMAGE = {"minor hazard": 5, "major hazard": 10, "deadly hazard": 15}


class Layout(Facts):
    """What every check reads. Whoever reads `encounter` or `place` reads all of it."""

    _last: ClassVar["Layout | None"] = None

    def __init__(
        self,
        encounter: Encounter,
        stock: Mapping[ProfileId, Profile],
        before: "Layout | None" = None,
    ) -> None:
        super().__init__(before)
        self._encounter = encounter
        self._stock = stock

    @classmethod
    def of(cls, encounter: Encounter, stock: Mapping[ProfileId, Profile]) -> "Layout":
        """Return the layout of an encounter, made from the one that was asked for last."""
        last = cls._last
        if last is None or last._encounter is not encounter or last._stock is not stock:
            last = cls._last = cls(encounter, stock, last)
        return last

    # What the encounter holds

    @given
    def encounter(self) -> Encounter:
        """All of it: what reads this is worked out again after every change."""
        return self._encounter

    @given
    def place(self) -> Place:
        """The board with everything derived from it; it is another one after every change there."""
        return Place.of(self._encounter.board)

    @given
    def stock(self) -> Mapping[ProfileId, Profile]:
        """The profiles that the encounter need not have."""
        return self._stock

    @given
    def zones(self) -> Mapping[ZoneId, Zone]:
        """Every zone of the board."""
        return self._encounter.board.zones

    @given
    def links(self) -> Mapping[LinkId, Link]:
        """Every link."""
        return self._encounter.board.links

    @given
    def levels(self) -> Mapping[LevelId, Level]:
        """Every level."""
        return self._encounter.board.levels

    @given
    def doors(self) -> Mapping[DoorId, Door]:
        """Every door."""
        return self._encounter.board.doors

    @given
    def features(self) -> Mapping[FeatureId, Feature]:
        """Every feature."""
        return self._encounter.board.features

    @given
    def weather(self) -> tuple[Trait, ...]:
        """The board's own traits."""
        return self._encounter.board.traits

    @given
    def fighters(self) -> Mapping[FighterId, Fighter]:
        """Every single fighter."""
        return self._encounter.fighters

    @given
    def groups(self) -> Mapping[GroupId, Group]:
        """Every group."""
        return self._encounter.groups

    @given
    def profiles(self) -> Mapping[ProfileId, Profile]:
        """The encounter's own profiles."""
        return self._encounter.profiles

    @given
    def for_players(self) -> str:
        """What the players may read of the whole."""
        return self._encounter.for_players

    @given
    def square(self) -> SquareUnit:
        """What a side of a square is."""
        return self._encounter.square

    @given
    def own_traits(self) -> Mapping[TraitWord, OwnTrait]:
        """The traits that the GM describes."""
        return self._encounter.traits

    @given
    def own_sides(self) -> Mapping[SideId, Side]:
        """The sides that are written."""
        return self._encounter.sides

    @given
    def clocks(self) -> Mapping[ClockId, Clock]:
        """Every clock."""
        return self._encounter.clocks

    @given
    def cues(self) -> Mapping[CueId, Cue]:
        """Every cue."""
        return self._encounter.cues

    @given
    def goal(self) -> Goal | None:
        """What is at stake."""
        return self._encounter.goal

    # Zones

    @fact
    def zone_ids(self) -> tuple[ZoneId, ...]:
        """The zones in the file's order."""
        return tuple(self.zones)

    @fact
    def labels(self) -> Mapping[ZoneId, str]:
        """What every zone is called."""
        return {zone.id: zone.label for zone in self.zones.values()}

    @fact
    def played(self) -> tuple[ZoneId, ...]:
        """The zones that are meant to be reached."""
        return tuple(zone.id for zone in self.zones.values() if not zone.scenery)

    @fact
    def goals(self) -> tuple[ZoneId, ...]:
        """The zones marked as the goal."""
        return tuple(zone.id for zone in self.zones.values() if zone.goal)

    @fact
    def exits(self) -> tuple[ZoneId, ...]:
        """The zones marked as an exit."""
        return tuple(zone.id for zone in self.zones.values() if zone.exit)

    @fact
    def size(self) -> tuple[int, int]:
        """Squares across and down."""
        return self.place.size

    @fact
    def zoned(self) -> Mapping[LevelId, int]:
        """How many zones each level has."""
        return Counter(zone.level for zone in self.zones.values())

    @fact
    def upwards(self) -> tuple[LevelId, ...]:
        """The levels from the lowest to the highest."""
        return self.place.levels

    @fact
    def tags(self) -> Mapping[ZoneId, tuple[str, ...]]:
        """The tags of every zone."""
        return {zone.id: zone.tags for zone in self.zones.values()}

    @fact
    def rooms(self) -> Mapping[ZoneId, int | None]:
        """How many have room in each zone, where that is said."""
        return {zone.id: zone.capacity for zone in self.zones.values()}

    @fact
    def outlines(self) -> Mapping[ZoneId, Outline]:
        """The outline of each zone, laid out ones included."""
        return self.place.outlines

    @fact
    def zone_maps(self) -> Mapping[LevelId, ZoneMap]:
        """Which square belongs to which zone, level by level."""
        return {level: self.place.zone_map(level) for level in self.levels}

    @fact
    def with_feature(self) -> frozenset[ZoneId | None]:
        """The zones that features stand in."""
        return frozenset(self.place.zone_of_feature(feature) for feature in self.features)

    @fact
    def all_words(self) -> Mapping[ZoneId, tuple[str, ...]]:
        """The trait words of every zone."""
        weather = self.weather
        return {
            zone.id: tuple(
                dict.fromkeys(
                    trait.word for trait in (*zone.traits, *(() if zone.sheltered else weather))
                )
            )
            if zone.traits or weather
            else ()
            for zone in self.zones.values()
        }

    @fact
    def covered(self) -> frozenset[ZoneId]:
        """The zones with any cover."""
        return frozenset(
            zone
            for zone, words in self.all_words.items()
            if any(family_of(word) == "cover" for word in words)
        )

    @fact
    def hazards(self) -> Mapping[ZoneId, str]:
        """The zones of the board's own hazards, with the gravest of each."""
        found: dict[ZoneId, str] = {}
        for zone, words in self.all_words.items():
            grades = [word for word in words if word in HAZARD_DAMAGE]
            if grades:
                found[zone] = max(grades, key=lambda word: HAZARD_DAMAGE[word])
        return found

    @fact
    def difficult(self) -> frozenset[ZoneId]:
        """The zones that are difficult to cross."""
        return frozenset(zone for zone in self.all_words if self.has(zone, "difficult"))

    def words(self, zone: ZoneId) -> tuple[str, ...]:
        """Return the trait words of a zone, the board's own included unless it is sheltered."""
        return self.all_words[zone]

    def has(self, zone: ZoneId, family: str) -> bool:
        """Whether a trait of a family lies on a zone."""
        return any(family_of(word) == family for word in self.words(zone))

    def label(self, zone: ZoneId) -> str:
        """Return a zone's name."""
        return self.labels[zone]

    # Ways

    @fact
    def graph(self) -> Graph:
        """The walker's graph; doors and barriers count as ways, a ledge leads one way."""
        return Graph.of(ways_of(self.zone_ids, self.links.values()))

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
    def folk(self) -> tuple[Person, ...]:
        """Everyone."""
        return everyone(self.fighters, self.groups, self.profiles, self.stock)

    @fact
    def kinds(self) -> Mapping[tuple[SideId, int], Profile]:
        """The profiles of everyone, each once a side, by side and the profile's own identity.

        What asks this and not `folk` is not worked out again when somebody moves.
        """
        return {(each.side, id(each.profile)): each.profile for each in self.folk}

    @fact
    def heroes(self) -> tuple[Person, ...]:
        """Everyone on the heroes' side."""
        return tuple(person for person in self.folk if person.side == HEROES)

    @fact
    def foe_folk(self) -> tuple[Person, ...]:
        """Everyone whom the heroes are against."""
        foes = self.foes
        return tuple(person for person in self.folk if person.side in foes)

    @fact
    def marked(self) -> Mapping[SideId, tuple[ZoneId, ...]]:
        """The zones marked as a side's start."""
        found: dict[SideId, list[ZoneId]] = {}
        for zone in self.zones.values():
            if zone.start:
                found.setdefault(zone.start, []).append(zone.id)
        return {side: tuple(zones) for side, zones in found.items()}

    @fact
    def where(self) -> Mapping[FighterId, ZoneId | None]:
        """The zone where everyone starts; None off the board or outside every zone."""
        first = next(iter(self.levels))
        owners = {level: squares.owners for level, squares in self.zone_maps.items()}
        zones, marked = frozenset(self.zone_ids), self.marked
        found: dict[FighterId, ZoneId | None] = {}
        for person in self.folk:
            at = person.at
            if person.starts.off is not None:
                found[person.id] = None
            elif isinstance(at, Square):
                found[person.id] = owners.get(person.level or first, {}).get(at)
            elif at is not None:
                found[person.id] = at if at in zones else None
            else:
                found[person.id] = next(iter(marked.get(person.side, ())), None)
        return found

    @fact
    def standing(self) -> Mapping[SideId, tuple[ZoneId, ...]]:
        """The zones where the people of each side start, each once, in the order of the people."""
        found: dict[SideId, dict[ZoneId, None]] = {}
        where = self.where
        for person in self.folk:
            zones, zone = found.setdefault(person.side, {}), where[person.id]
            if zone is not None:
                zones[zone] = None
        return {side: tuple(zones) for side, zones in found.items()}

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


def percent(part: int, whole: int) -> int:
    """Return a share in whole percent."""
    return round(100 * part / whole) if whole else 0
