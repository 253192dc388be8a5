"""The document a GM builds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated

from annotated_types import Ge, Le

from desktop.core.model.board import Board, OwnTrait
from desktop.core.model.moments import BY_HAND, Effect, Moment
from desktop.core.model.named import Named, ended
from desktop.core.model.profile import Profile, laid_over
from desktop.core.model.words import (
    At,
    AttackId,
    ClockId,
    Colour,
    CueId,
    DiceBy,
    FighterId,
    GroupId,
    GroupWounds,
    Health,
    LevelId,
    Notch,
    Off,
    PackName,
    ProfileId,
    SideId,
    SlotName,
    SpaceName,
    SquareUnit,
    TraitWord,
    ZoneId,
)

FORMAT = 1
HEROES = SideId("heroes")
FOES = SideId("foes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What the fight is about, other than the last body."""

    text: str = ""
    by_round: Annotated[int, Ge(1)] | None = None
    partial: str = ""
    failure: str = ""
    ends: str = ""
    """What ends the fight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side(Named):
    """Who fights together. `heroes` and `foes` exist without being written."""

    id: SideId = SideId("")
    colour: Colour | None = None
    """Unsaid: the next free one of the palette, in the order of the sides."""
    notch: Notch | None = None
    against: tuple[SideId, ...] | None = None
    """Unsaid: every other side."""
    counters: Mapping[str, int] = field(default_factory=dict)
    """As `superiority: 2`."""
    dice: DiceBy = "program"
    """Who rolls for it unless the roll says otherwise."""
    health: Health = "words"
    """How much of its health players see."""
    break_point: str = ""
    """When it gives up."""


_IMPLIED = {HEROES: Side(id=HEROES), FOES: Side(id=FOES)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """Any state that a fight can reach, taken at its beginning."""

    wounds: Annotated[int, Ge(0)] = 0
    criticals: tuple[str, ...] = ()
    """Critical Wounds in the GM's words."""
    conditions: Mapping[str, str] = field(default_factory=dict)
    """By name, as `prone: ""` or `bleeding: major`."""
    ammunition: Mapping[AttackId, Annotated[int, Ge(0)]] = field(default_factory=dict)
    in_cover: TraitWord | None = None
    riding: FighterId | None = None
    unaware: bool = False
    off: Off | None = None
    """Off the board, with the reason."""
    above: Annotated[float, Ge(0), Le(1000)] = 0
    """Metres above its ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Named):
    """One person or creature."""

    id: FighterId = FighterId("")
    profile: ProfileId = ProfileId("")
    side: SideId | None = None
    """Unsaid: that of its profile, else `foes`."""
    at: At | None = None
    """Unsaid: the zone where its side starts."""
    level: LevelId | None = None
    """Of the square in `at`; unsaid, the first."""
    starts: Starts = Starts()
    own: Profile | None = None
    """What differs from its profile, for this one only."""
    initiative: int | None = None
    """Typed by the GM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(Named):
    """One of a group where it differs from the others; its id is its letter."""

    at: At | None = None
    level: LevelId | None = None
    starts: Starts | None = None
    own: Profile | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Named):
    """Several fighters of one profile with letters, and one entry in the order."""

    id: GroupId = GroupId("")
    profile: ProfileId = ProfileId("")
    count: Annotated[int, Ge(1), Le(200)] = 1
    side: SideId | None = None
    at: At | None = None
    level: LevelId | None = None
    wounds: GroupWounds = "each"
    starts: Starts = Starts()
    own: Profile | None = None
    members: Mapping[str, Member] = field(default_factory=dict)
    """By letter, only those that differ."""
    initiative: int | None = None

    @property
    def letters(self) -> tuple[str, ...]:
        """A to Z, then AA, AB and so on."""
        return _letters(self.count)

    def label_of(self, mark: str) -> str:
        """Return the name of a member for the GM."""
        own = self.members[mark].name if mark in self.members else ""
        return ended(own) or f"{self.label} {mark}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock(Named):
    """A track that fills; an entry of the order when it ticks."""

    id: ClockId = ClockId("")
    size: Annotated[int, Ge(1), Le(100)] = 4
    filled: Annotated[int, Ge(0)] = 0
    ticks: Moment = BY_HAND
    full: tuple[Effect, ...] = ()
    text: str = ""
    """What is said when it is full."""
    initiative: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue(Named):
    """A moment with a text and effects."""

    id: CueId = CueId("")
    when: Moment = BY_HAND
    text: str = ""
    do: tuple[Effect, ...] = ()
    initiative: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Muted:
    """An issue that the GM means."""

    issue: str
    at: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable:
    """A table that the GM fills in, as `critical head`: text by the lowest face it begins at."""

    rows: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter:
    """The whole document; equal values write equal bytes."""

    name: str = ""
    notes: str = ""
    for_players: str = ""
    goal: Goal | None = None
    space: SpaceName = "zones"
    square: SquareUnit = "metre"
    packs: tuple[PackName, ...] = ()
    """Beside `imperium`, which is always on."""
    slots: Mapping[SlotName, PackName] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    """Readings that differ from the catalogue's, by ruling."""
    traits: Mapping[TraitWord, OwnTrait] = field(default_factory=dict)
    """The GM's own traits, described."""
    sides: Mapping[SideId, Side] = field(default_factory=dict)
    board: Board = field(default_factory=Board)
    profiles: Mapping[ProfileId, Profile] = field(default_factory=dict)
    fighters: Mapping[FighterId, Fighter] = field(default_factory=dict)
    groups: Mapping[GroupId, Group] = field(default_factory=dict)
    clocks: Mapping[ClockId, Clock] = field(default_factory=dict)
    cues: Mapping[CueId, Cue] = field(default_factory=dict)
    tables: Mapping[str, OwnTable] = field(default_factory=dict)
    muted: tuple[Muted, ...] = ()

    @property
    def all_sides(self) -> Mapping[SideId, Side]:
        """Every side, the two that need not be written included, heroes first."""
        return {**_IMPLIED, **self.sides}


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One fighter or one member of a group, with everything resolved except where it stands."""

    id: FighterId
    name: str
    seen_as: str
    group: GroupId | None
    letter: str
    side: SideId
    profile: Profile
    at: At | None
    level: LevelId | None
    starts: Starts
    hidden: bool | None
    initiative: int | None
    notes: str = ""
    picture: str = ""


NO_PROFILE = Profile()


def people(
    encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None
) -> Iterator[Person]:
    """Yield everyone in the file's order, fighters first, members of groups by letter.

    A profile that the encounter lacks is taken from `stock`; one in neither is `NO_PROFILE`.
    """
    known = {**(stock or {}), **encounter.profiles}
    for fighter in encounter.fighters.values():
        yield person_of(fighter, known)
    for group in encounter.groups.values():
        yield from members_of(group, known)


def person_of(fighter: Fighter, profiles: Mapping[ProfileId, Profile]) -> Person:
    """Return a fighter as one of everyone; see `people`."""
    base = profiles.get(fighter.profile, NO_PROFILE)
    profile = laid_over(base, fighter.own) if fighter.own else base
    return Person(
        id=fighter.id, name=fighter.label, seen_as=fighter.seen_as, group=None, letter="",
        side=fighter.side or profile.side or FOES, profile=profile, at=fighter.at,
        level=fighter.level, starts=fighter.starts,
        hidden=profile.hidden if fighter.hidden is None else fighter.hidden,
        initiative=fighter.initiative, notes=fighter.notes or profile.notes,
        picture=fighter.picture or profile.picture,
    )  # fmt: skip


def members_of(group: Group, profiles: Mapping[ProfileId, Profile]) -> Iterator[Person]:
    """Yield the members of a group by letter; see `people`."""
    base = profiles.get(group.profile, NO_PROFILE)
    shared = laid_over(base, group.own) if group.own else base
    for mark in group.letters:
        yield _member(group, mark, shared)


def _member(group: Group, mark: str, shared: Profile) -> Person:
    own = group.members.get(mark, Member())
    profile = laid_over(shared, own.own) if own.own else shared
    placed = own.at is not None
    hidden = (own.hidden, group.hidden, profile.hidden)
    return Person(
        id=member_id(group.id, mark), name=group.label_of(mark),
        seen_as=own.seen_as or (f"{group.seen_as} {mark}" if group.seen_as else ""),
        group=group.id, letter=mark, side=group.side or profile.side or FOES, profile=profile,
        at=own.at if placed else group.at, level=own.level if placed else group.level,
        starts=own.starts or group.starts,
        hidden=next((each for each in hidden if each is not None), None),
        initiative=group.initiative, notes=own.notes or group.notes or profile.notes,
        picture=own.picture or group.picture or profile.picture,
    )  # fmt: skip


def member_id(group: GroupId, mark: str) -> FighterId:
    """Return the id of a group's member."""
    return FighterId(f"{group}/{mark}")


def member_of(id_: str) -> tuple[GroupId, str]:
    """Return the group and the letter of a member's id; the letter is empty for any other id."""
    group, _, mark = id_.partition("/")
    return GroupId(group), mark


def letter(index: int) -> str:
    """Return the letter of a group's member, counted from 0: A to Z, then AA, AB and so on."""
    high, low = divmod(index, 26)
    return (letter(high - 1) if high else "") + chr(ord("A") + low)


@cache
def _letters(count: int) -> tuple[str, ...]:
    return tuple(map(letter, range(count)))


def letter_index(mark: str) -> int:
    """Return which letter a member's is, counted from 0; the other way round than `letter`."""
    index = 0
    for each in mark:
        index = index * 26 + ord(each) - ord("A") + 1
    return index - 1


def is_against(encounter: Encounter, one: SideId, other: SideId) -> bool:
    """Return whether a side is against another; one that says nothing is against every other."""
    side = encounter.all_sides.get(one)
    against = None if side is None else side.against
    return one != other if against is None else other in against


def only_foes(encounter: Encounter) -> SideId | None:
    """Return the one side against the heroes; None where that is `foes`, or there are several."""
    against = [
        side for side in encounter.sides if side != HEROES and is_against(encounter, side, HEROES)
    ]
    if len(against) != 1 or FOES in against:
        return None
    return None if any(person.side == FOES for person in people(encounter)) else against[0]


def start_zones(board: Board, side: SideId) -> tuple[ZoneId, ...]:
    """Return the zones where a side starts, in the file's order."""
    return tuple(zone.id for zone in board.zones.values() if zone.start == side)
