"""The zones and ways of a layout, as the checks look at them."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import compress, repeat
from operator import attrgetter, is_not
from typing import Any, NamedTuple

from desktop.core.model.board import GroundKind, Link, Zone
from desktop.core.model.borders import Border
from desktop.core.model.diff import words_changed
from desktop.core.model.geometry import Outline
from desktop.core.model.ground import kind_in
from desktop.core.model.place import Place
from desktop.core.model.words import (
    KindWord,
    LevelId,
    LinkId,
    SideId,
    Square,
    TraitWord,
    ZoneId,
    family_of,
)
from desktop.core.model.zone_map import ZoneMap
from desktop.core.survey.facts import Read, each_of, fact, followed, table_of
from desktop.core.survey.graph import Graph, Path, path_of
from desktop.core.survey.held import Held
from desktop.core.survey.table import Ids

HAZARD_DAMAGE = {"minor hazard": 5, "major hazard": 10, "deadly hazard": 15}
Was = Mapping[Read[Any], Any]
"""What was read for a value before."""


class Marks(NamedTuple):
    """What a zone is for, apart from its traits and where it lies."""

    start: SideId | None = None
    exit: bool = False
    goal: bool = False
    scenery: bool = False
    sheltered: bool = False
    sky: bool = False
    capacity: int | None = None
    tags: tuple[str, ...] = ()


NO_MARKS = Marks()


def _marks_of(zone: Zone) -> Marks:
    marks = Marks(
        zone.start, zone.exit, zone.goal, zone.scenery, zone.sheltered, zone.sky, zone.capacity,
        zone.tags,
    )  # fmt: skip
    return NO_MARKS if marks == NO_MARKS else marks


def _graph_after(layout: "Zoned", before: Graph, was: Was) -> Graph:
    had = was[Zoned.ids_of_zones], was[Zoned.paths]
    return before.followed(had, (layout.ids_of_zones, layout.paths))


Words = tuple[KindWord, ...]
Painted = Mapping[Square, KindWord]


def _words_after(
    layout: "Zoned", before: Mapping[LevelId, Words], was: Was
) -> Mapping[LevelId, Words]:
    had: Mapping[LevelId, Painted] = was[Held.painted]
    after = {
        level: _words_still(before[level], had[level], now) if level in had else _words_in(now)
        for level, now in layout.painted.items()
    }
    return before if [*after.items()] == [*before.items()] else after


def _words_still(words: Words, had: Painted, now: Painted) -> Words:
    """Return the kinds of ground on a level from those that it had, by the squares that differ."""
    squares = words_changed(had, now)
    come = {now[at] for at in squares if at in now}
    left = {had[at] for at in squares if at in had} - come
    gone = {word for word in left if word not in now.values()}
    return tuple(sorted({*words, *come} - gone))


def _words_in(painted: Painted) -> Words:
    return tuple(sorted(set(painted.values())))


class Zoned(Held):
    """The zones, and what is worked out from them."""

    # Zones

    every_zone = table_of(Held.zones)

    @fact
    def ids_of_zones(self) -> Ids[ZoneId]:
        """The zones in the file's order, for what is made zone by zone."""
        return self.every_zone.ids

    @fact
    def zone_ids(self) -> tuple[ZoneId, ...]:
        """The zones in the file's order."""
        return self.ids_of_zones.names

    @each_of(every_zone)
    def labels(self) -> Callable[[Zone], str]:
        """What every zone is called."""
        return attrgetter("label")

    @each_of(every_zone)
    def level_of(self) -> Callable[[Zone], LevelId]:
        """The level of every zone."""
        return attrgetter("level")

    @each_of(every_zone)
    def _all_marks(self) -> Callable[[Zone], Marks]:
        return _marks_of

    @fact
    def marks(self) -> Mapping[ZoneId, Marks]:
        """What those zones are for that are for anything. What asks only them is left alone."""
        marks = self._all_marks
        return dict(compress(marks.pairs(), map(is_not, marks.column, repeat(NO_MARKS))))

    @fact
    def played(self) -> tuple[ZoneId, ...]:
        """The zones that are meant to be reached."""
        scenery = frozenset(zone for zone, marks in self.marks.items() if marks.scenery)
        return tuple([zone for zone in self.zone_ids if zone not in scenery])

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
            read(self)
        return self._place

    @fact
    def size(self) -> tuple[int, int]:
        """Squares across and down."""
        return self.place.size

    @fact
    def zoned(self) -> Mapping[LevelId, int]:
        """How many zones each level has."""
        return Counter(self.level_of.column)

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
        features = self.features
        if not features:
            return frozenset()
        return frozenset(map(self.place.zone_of_feature, features))

    @each_of(every_zone)
    def _words_laid(self) -> Callable[[Zone], tuple[TraitWord, ...]]:
        """The words of every zone's own traits; one that is laid twice alike counts once."""

        def words(zone: Zone) -> tuple[TraitWord, ...]:
            traits = zone.traits
            return tuple(
                [trait.word for trait in (dict.fromkeys(traits) if traits[1:] else traits)]
            )

        return words

    @fact
    def words_laid(self) -> Mapping[ZoneId, tuple[TraitWord, ...]]:
        """The words of a zone's own traits, of those zones that have any."""
        words = self._words_laid
        return dict(compress(words.pairs(), words.column))

    @each_of(every_zone)
    def _all_words(self) -> Callable[[Zone], tuple[TraitWord, ...]]:
        """The trait words of every zone, the board's own included unless it is sheltered."""
        weather = self.weather

        def words(zone: Zone) -> tuple[TraitWord, ...]:
            traits = zone.traits if zone.sheltered else (*zone.traits, *weather)
            return tuple(dict.fromkeys([trait.word for trait in traits]))

        return words

    @fact
    def all_words(self) -> Mapping[ZoneId, tuple[TraitWord, ...]]:
        """The trait words of the zones that have any, as the board's own in all but sheltered."""
        words = self._all_words
        return dict(compress(words.pairs(), words.column))

    @fact
    def families(self) -> Mapping[ZoneId, frozenset[str]]:
        """The families of the traits of the zones that have any."""
        return {zone: _families(words) for zone, words in self.all_words.items()}

    @fact
    def covered(self) -> frozenset[ZoneId]:
        """The zones with any cover."""
        return frozenset([zone for zone, of in self.families.items() if "cover" in of])

    @fact
    def hazards(self) -> Mapping[ZoneId, str]:
        """The zones of the board's own hazards, with the gravest of each."""
        words = self.all_words
        dangerous = [zone for zone, of in self.families.items() if "hazard" in of]
        return {zone: grave for zone in dangerous if (grave := _gravest(words[zone]))}

    @fact
    def difficult(self) -> frozenset[ZoneId]:
        """The zones that are difficult to cross."""
        return frozenset([zone for zone, of in self.families.items() if "difficult" in of])

    def words(self, zone: ZoneId) -> tuple[TraitWord, ...]:
        """Return the trait words of a zone, the board's own included unless it is sheltered."""
        return self.all_words.get(zone, ())

    def has(self, zone: ZoneId, family: str) -> bool:
        """Whether a trait of a family lies on a zone."""
        return family in self.families.get(zone, ())

    def label(self, zone: ZoneId) -> str:
        """Return a zone's name."""
        return self.labels.by_id[zone]

    def marks_of(self, zone: ZoneId) -> Marks:
        """Return what a zone is for."""
        return self.marks.get(zone, NO_MARKS)

    # Ground

    @followed(_words_after)
    def words_painted(self) -> Mapping[LevelId, Words]:
        """The kinds of ground that each level has."""
        return {level: _words_in(painted) for level, painted in self.painted.items()}

    def kind(self, word: str) -> GroundKind:
        """Return what a kind of ground, a cloud or a field is."""
        return kind_in(self.own_kinds, word)

    # Ways

    @fact
    def borders(self) -> Mapping[LinkId, Border]:
        """What is known of where each link leads across."""
        return self.place.borders

    every_border = table_of(borders)
    every_link = table_of(Held.links)

    @each_of(every_border)
    def walled(self) -> Callable[[Border], bool]:
        """Whether walls close each link that leads through nothing."""
        place = self._place  # all that a stop hangs on is in the border

        def is_walled(border: Border) -> bool:
            link = border.link
            stop = None if link.through else place.link_stop(link.id)
            return stop is not None and stop.why == "wall"

        return is_walled

    @each_of(every_link)
    def link_kinds(self) -> Callable[[Link], str]:
        """The kind of every link."""
        return attrgetter("kind")

    @each_of(every_link)
    def paths(self) -> Callable[[Link], Path | None]:
        """What every link is to a walker."""
        return path_of

    @followed(_graph_after)
    def graph(self) -> Graph:
        """The walker's graph; doors and barriers count as ways, a ledge leads one way."""
        return Graph.of(self.ids_of_zones, self.paths)


@lru_cache(maxsize=1024)
def _families(words: tuple[TraitWord, ...]) -> frozenset[str]:
    return frozenset(filter(None, map(family_of, words)))


def _gravest(words: tuple[TraitWord, ...]) -> str | None:
    return max(HAZARD_DAMAGE.keys() & words, key=HAZARD_DAMAGE.__getitem__, default=None)
