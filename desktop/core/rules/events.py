"""What can happen in a fight: one closed set of facts, each whole in itself.

Applying a fact knows no rule and rolls nothing; see `fold`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from desktop.core.model.board import (
    Door,
    Feature,
    GroundKind,
    Level,
    Link,
    OwnTrait,
    Piece,
    Trait,
    Wall,
    Zone,
)
from desktop.core.model.encounter import Clock, Cue, Fighter, Group, Person, Side
from desktop.core.model.moments import MomentPoint
from desktop.core.model.profile import Profile
from desktop.core.model.words import (
    AttackId,
    ClockId,
    CueId,
    DoorId,
    FeatureId,
    FighterId,
    GroupId,
    KindWord,
    LevelId,
    LinkId,
    Location,
    Off,
    ProfileId,
    Shown,
    SideId,
    Square,
    TraitWord,
    ZoneId,
)
from desktop.core.rules.tally import RuleRef, Tally

How = Literal["walked", "forced", "carried", "fell", "put"]
EntryKind = Literal["fighter", "group", "clock", "cue"]


@dataclass(frozen=True, slots=True)
class Until:
    """When something lapses: a point of a round, of one's turn or of anybody's."""

    point: MomentPoint
    round: int | None = None
    """None: the next time the point comes."""
    who: str = ""
    """Whose turn, as a fighter or an entry; empty for anybody's."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the order."""

    id: str
    kind: EntryKind
    initiative: int
    members: tuple[FighterId, ...] = ()
    """Who acts in it: one for a fighter, several for a group, none else."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition in force."""

    tier: Literal["", "minor", "major"] = ""
    until: Until | None = None
    source: str = ""
    """What keeps it up, as a zone; with a source it goes when the source does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FightBegan:
    """The order stands and everyone is in place; what was given at the start is in here."""

    order: tuple[Entry, ...]
    surprised: tuple[SideId, ...] = ()
    """Sides that do not act in the first round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentCame:
    """A point of the fight was reached. `entry` and `who` are empty for those of a round."""

    point: MomentPoint
    round: int
    entry: str = ""
    who: FighterId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassed:
    """Whose turn it is, and which of an entry's members acts."""

    entry: str
    actor: FighterId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSet:
    """The order is this, from now on."""

    order: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A fighter went, was moved or was put somewhere; several told together move at once."""

    who: FighterId
    how: How
    level: LevelId
    to: Square
    path: tuple[tuple[LevelId, Square], ...] = ()
    """Squares passed, without the first and with the last."""
    above: float = 0
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftBoard:
    """A fighter is off the board, with the reason."""

    who: FighterId
    why: Off


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """A Test was made: faces as they fell, what they became, and all reasons."""

    who: FighterId
    says: str
    tally: Tally
    face: int
    """As it fell, 1 to 100."""
    final: int
    """After digits were swapped or dice chosen."""
    target: int
    levels: int
    passed: bool
    rule: RuleRef
    key: str = ""
    against: FighterId | None = None
    dice: str = "d100"
    """What was rolled; of other books' dice, as `d6` or `2d6`, there are no Success Levels."""
    outcome: str = ""
    """As a book that knows no Success Levels puts it, as `passes by 12`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contested:
    """Two Tests were compared; `winner` is None where neither won."""

    one: FighterId
    other: FighterId
    winner: FighterId | None
    margin: int
    says: str
    rule: RuleRef


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsTaken:
    """Harm was done and wounds follow; `wounds` may be 0."""

    who: FighterId
    damage: Tally
    armour: Tally
    location: Location | None
    wounds: int
    total: int
    """Wounds after it, never above the maximum."""
    over: int = 0
    """Wounds beyond the maximum."""
    by: FighterId | None = None
    rule: RuleRef


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsSet:
    """Wounds are this, by healing or by the GM."""

    who: FighterId
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRolled:
    """A table of the book was rolled on: the face, and the text if the GM filled one in."""

    who: FighterId
    table: str
    """As `critical head`, `fumble melee`."""
    face: int
    bonus: int = 0
    location: Location | None = None
    text: str = ""
    rule: RuleRef

    @property
    def result(self) -> int:
        """The face with its bonus."""
        return self.face + self.bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalsSet:
    """A fighter's untreated Critical Wounds are these."""

    who: FighterId
    criticals: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionSet:
    """A condition came, changed or, with None, went."""

    who: FighterId
    condition: str
    now: Condition | None
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkSet:
    """A pack notes something about a subject, or, with None, forgets it."""

    subject: str
    """A fighter's, zone's, feature's, entry's or clock's id, or empty for the fight."""
    name: str
    value: int | str | bool | None
    until: Until | None = None
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """Something holds between two fighters, or a fighter and a thing; both ways where `mutual`."""

    kind: str
    """As `reach`, `engaged` or `riding`; see `marks`."""
    one: str
    other: str
    mutual: bool = True
    until: Until | None = None
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """What held between the two holds no more."""

    kind: str
    one: str
    other: str
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetSet:
    """What a fighter has left: moves, actions, reactions."""

    who: FighterId
    left: Mapping[str, int]
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AmmunitionSet:
    """Shots left in a weapon."""

    who: FighterId
    attack: AttackId
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceParts:
    """New values, whole, of the parts of an encounter that changed; a thing that is gone is None.

    A field that is None as a whole did not change.
    """

    size: tuple[int, int] | None = None
    traits: tuple[Trait, ...] | None = None
    levels: Mapping[LevelId, Level | None] = field(default_factory=dict)
    zones: Mapping[ZoneId, Zone | None] = field(default_factory=dict)
    links: Mapping[LinkId, Link | None] = field(default_factory=dict)
    walls: tuple[Wall, ...] | None = None
    doors: Mapping[DoorId, Door | None] = field(default_factory=dict)
    features: Mapping[FeatureId, Feature | None] = field(default_factory=dict)
    kinds: Mapping[KindWord, GroundKind | None] = field(default_factory=dict)
    squares: Mapping[LevelId, Mapping[Square, KindWord]] = field(default_factory=dict)
    fields: tuple[Piece, ...] | None = None
    clouds: tuple[Piece, ...] | None = None
    own_traits: Mapping[TraitWord, OwnTrait | None] = field(default_factory=dict)
    sides: Mapping[SideId, Side | None] = field(default_factory=dict)
    clocks: Mapping[ClockId, Clock | None] = field(default_factory=dict)
    cues: Mapping[CueId, Cue | None] = field(default_factory=dict)
    people: Mapping[FighterId, Person | None] = field(default_factory=dict)
    fighters: Mapping[FighterId, Fighter | None] = field(default_factory=dict)
    """As the document would hold them, without where they stand now."""
    groups: Mapping[GroupId, Group | None] = field(default_factory=dict)
    profiles: Mapping[ProfileId, Profile | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChanged:
    """The place, or who is in it, was changed in the middle of the fight."""

    says: str
    parts: PlaceParts
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet:
    """Segments of a clock that are filled."""

    clock: ClockId
    filled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterSet:
    """A side's counter, as Superiority."""

    side: SideId
    counter: str
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeSet:
    """What players know of something, and where and when a fighter was last seen."""

    subject: str
    shown: Shown
    level: LevelId | None = None
    at: Square | None = None
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSet:
    """A reading that holds from here on."""

    ruling: str
    reading: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden:
    """The GM's word went before a rule's: a refusal, a part, a number, a reminder."""

    key: str
    says: str
    note: str = ""
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A line for the log."""

    text: str
    who: FighterId | None = None
    players: bool = False
    rule: RuleRef | None = None


Event = (
    FightBegan | MomentCame | TurnPassed | OrderSet | Moved | LeftBoard | Tested | Contested
    | WoundsTaken | WoundsSet | TableRolled | CriticalsSet | ConditionSet | MarkSet | Related
    | Parted | BudgetSet | AmmunitionSet | PlaceChanged | ClockSet | CounterSet | KnowledgeSet
    | RulingSet | Overridden | Said
)  # fmt: skip
