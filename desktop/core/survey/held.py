"""What a layout holds of its encounter: all that the checks can read without working it out."""

from collections.abc import Mapping

from desktop.core.model.board import (
    Door,
    Feature,
    GroundKind,
    Level,
    Link,
    OwnTrait,
    Piece,
    Trait,
    Zone,
)
from desktop.core.model.encounter import Clock, Cue, Encounter, Fighter, Goal, Group, Side
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import (
    ClockId,
    CueId,
    DoorId,
    FeatureId,
    FighterId,
    GroupId,
    KindWord,
    LevelId,
    LinkId,
    PackName,
    ProfileId,
    SideId,
    SlotName,
    SpaceName,
    Square,
    SquareUnit,
    TraitWord,
    ZoneId,
)
from desktop.core.survey.facts import Facts, given


class Held(Facts):
    """The parts of an encounter. Whoever reads `encounter` or `place` reads all of it."""

    def __init__(
        self,
        encounter: Encounter,
        stock: Mapping[ProfileId, Profile],
        before: "Held | None" = None,
    ) -> None:
        self._encounter = encounter
        self._stock = stock
        super().__init__(before)

    @property
    def _place(self) -> Place:
        return Place.of(self._encounter.board)

    @given
    def encounter(self) -> Encounter:
        """All of it: what reads this is worked out again after every change."""
        return self._encounter

    @given
    def place(self) -> Place:
        """The board with everything derived from it; it is another one after every change there."""
        return self._place

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
    def painted(self) -> Mapping[LevelId, Mapping[Square, KindWord]]:
        """What ground is painted, level by level."""
        return self._encounter.board.squares

    @given
    def own_kinds(self) -> Mapping[KindWord, GroundKind]:
        """The kinds of ground that the GM describes."""
        return self._encounter.board.kinds

    @given
    def fields(self) -> tuple[Piece, ...]:
        """Every field."""
        return self._encounter.board.fields

    @given
    def clouds(self) -> tuple[Piece, ...]:
        """Every cloud."""
        return self._encounter.board.clouds

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
    def space(self) -> SpaceName:
        """What measures."""
        return self._encounter.space

    @given
    def packs(self) -> tuple[PackName, ...]:
        """The books besides the first."""
        return self._encounter.packs

    @given
    def slots(self) -> Mapping[SlotName, PackName]:
        """The books that provide what several could."""
        return self._encounter.slots

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

    @given
    def size_said(self) -> tuple[int, int] | None:
        """Squares across and down, as far as that is said."""
        return self._encounter.board.size
