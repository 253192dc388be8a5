"""The state of a fight: what the fold of its facts comes to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from desktop.core.model.encounter import Encounter, Person, is_against
from desktop.core.model.moments import MomentPoint
from desktop.core.model.place import Place
from desktop.core.model.words import (
    AttackId,
    ClockId,
    FeatureId,
    FighterId,
    LevelId,
    Off,
    Shown,
    SideId,
    Square,
    ZoneId,
)
from desktop.core.rules.events import Condition, Entry, Until


@dataclass(frozen=True, slots=True, kw_only=True)
class FighterState:
    """One fighter now; who it is stands in `CombatState.people`."""

    id: FighterId
    level: LevelId
    seat: Square | None = None
    """The one square of its footprint that zone, links and prices follow; None off the board."""
    off: Off | None = None
    above: float = 0
    """Metres above its ground."""
    wounds: int = 0
    criticals: tuple[str, ...] = ()
    """Untreated Critical Wounds."""
    conditions: Mapping[str, Condition] = field(default_factory=dict)
    ammunition: Mapping[AttackId, int] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)
    """What is left of moves, actions and reactions."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a pack noted about a subject; a pack's only memory."""

    value: int | str | bool
    until: Until | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """Something that holds between two fighters, or a fighter and a thing."""

    kind: str
    one: str
    other: str
    mutual: bool = True
    until: Until | None = None

    def joins(self, kind: str, one: str, other: str) -> bool:
        """Whether it says that `kind` holds from `one` to `other`."""
        if self.kind != kind:
            return False
        return (self.one, self.other) == (one, other) or (
            self.mutual and (self.other, self.one) == (one, other)
        )


@dataclass(frozen=True, slots=True)
class Known:
    """What players know of something; for a fighter also where and when it was last seen."""

    shown: Shown
    level: LevelId | None = None
    at: Square | None = None
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatState:
    """Everything that is so at one point of a fight."""

    encounter: Encounter
    """The place and its things as they are now; the document itself is untouched by a fight."""
    people: Mapping[FighterId, Person]
    fighters: Mapping[FighterId, FighterState]
    letters: Mapping[FighterId, str] = field(default_factory=dict)
    """Of those alone whose very name another has or had; one that stays keeps it."""
    rulings: Mapping[str, str]
    """Every ruling with its reading."""
    order: tuple[Entry, ...] = ()
    acting: str = ""
    """The entry whose turn it is; empty between turns."""
    actor: FighterId | None = None
    round: int = 0
    """0 before the fight begins."""
    point: MomentPoint | None = None
    """The last point reached."""
    acted: tuple[str, ...] = ()
    """Entries whose turn is over in this round."""
    surprised: tuple[SideId, ...] = ()
    marks: Mapping[tuple[str, str], Mark] = field(default_factory=dict)
    """By subject and name."""
    relations: tuple[Relation, ...] = ()
    clocks: Mapping[ClockId, int] = field(default_factory=dict)
    counters: Mapping[SideId, Mapping[str, int]] = field(default_factory=dict)
    knows: Mapping[str, Known] = field(default_factory=dict)
    """What differs from the default knowledge, by subject."""

    @property
    def place(self) -> Place:
        """The board as it is now, with everything derived from it."""
        return Place.of(self.encounter.board)

    def mark(self, subject: str, name: str) -> int | str | bool | None:
        """Return what is noted about a subject, or None."""
        found = self.marks.get((subject, name))
        return None if found is None else found.value

    def holds(self, kind: str, one: str, other: str) -> bool:
        """Whether a relation holds from one to the other."""
        return any(relation.joins(kind, one, other) for relation in self.relations)

    def related(self, kind: str, one: str) -> Iterator[str]:
        """Yield whatever `one` has this relation to, in the order in which it came to be."""
        for relation in self.relations:
            if relation.kind == kind and relation.one == one:
                yield relation.other
            elif relation.kind == kind and relation.mutual and relation.other == one:
                yield relation.one

    def on_board(self, who: FighterId) -> bool:
        """Whether the fighter stands on the board; one that is not in the fight does not."""
        fighter = self.fighters.get(who)
        return fighter is not None and fighter.seat is not None

    def zone_of(self, who: FighterId) -> ZoneId | None:
        """Return the zone of a fighter's seat; None off the board or outside every zone."""
        fighter = self.fighters.get(who)
        if fighter is None or fighter.seat is None:
            return None
        return self.place.zone_at(fighter.level, fighter.seat)

    def zone_of_thing(self, thing: str) -> ZoneId | None:
        """Return the zone of a fighter or feature, or the zone of that id; None where neither."""
        if thing in self.fighters:
            return self.zone_of(FighterId(thing))
        board = self.encounter.board
        if thing in board.features:
            return self.place.zone_of_feature(FeatureId(thing))
        return ZoneId(thing) if thing in board.zones else None

    def in_zone(self, zone: ZoneId) -> tuple[FighterId, ...]:
        """Return who stands in a zone, in the order of the fighters."""
        return tuple(who for who in self.fighters if self.zone_of(who) == zone)

    def side_of(self, who: FighterId) -> SideId:
        """Return the fighter's side."""
        return self.people[who].side

    def against(self, one: FighterId, other: FighterId) -> bool:
        """Whether the one's side is against the other's."""
        return is_against(self.encounter, self.side_of(one), self.side_of(other))

    def entry_of(self, who: FighterId) -> Entry | None:
        """Return the entry of the order that a fighter acts in."""
        return next((entry for entry in self.order if who in entry.members), None)
