"""The place of an encounter: levels, zones, links, walls, doors, features, squares."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from annotated_types import Ge, Le

from desktop.core.model.moments import Effect, Moment
from desktop.core.model.named import Named
from desktop.core.model.words import (
    DoorId,
    DoorKind,
    DoorState,
    FeatureId,
    FeatureKind,
    KindWord,
    LevelId,
    LinkId,
    LinkKind,
    Location,
    PackName,
    Point,
    SideId,
    Square,
    TraitWord,
    ZoneId,
)

GROUND = LevelId("ground")
"""The one level of a board whose file names none."""

BOARD_LIMIT_SQ = 1000
"""No board is wider or higher than this many squares."""

LengthSq = Annotated[int, Ge(1), Le(BOARD_LIMIT_SQ)]
Height = Annotated[float, Ge(-1000), Le(1000)]
"""Metres above or below something."""
Rise = Annotated[float, Ge(0), Le(1000)]
"""Metres from one end of a link to the other."""
Sill = Annotated[float, Ge(0)]
Amount = Annotated[int, Ge(0)]
"""Of toughness, damage, people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelPicture:
    """A picture under a level, placed in squares, never in pixels."""

    file: str
    at: Point = Point(0, 0)
    """Left and top, in squares and fractions."""
    width: Annotated[float, Ge(0.1), Le(10_000)] | None = None
    """In squares; unsaid, the width of the board."""
    turned: Annotated[int, Ge(0), Le(3)] = 0
    """Quarters, clockwise."""
    faded: Annotated[float, Ge(0), Le(1)] = 0
    """0 is the picture as it is, 1 is not seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(Named):
    """A storey; the board has at least one."""

    id: LevelId = GROUND
    height: Height = 0
    """Metres above the ground of the scene."""
    background: LevelPicture | None = None
    """In a file `picture`, as a mapping."""
    players_background: LevelPicture | None = None
    """In a file `players_picture`; what players see in place of the background."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait laid on a zone or the board; in a file its word alone where nothing else is said."""

    word: TraitWord
    only: tuple[Location, ...] = ()
    """Hit locations that a light cover shields; empty means all (IM-COVER-07)."""
    sign: str = ""
    """What players can notice of it beforehand."""
    secret: bool = False
    """Meant to be unnoticed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTrait(Named):
    """A trait that the GM describes in words; it reminds and changes no number."""

    id: TraitWord = TraitWord("")
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Named):
    """A place with a reason. Its squares are those whose centres its outline holds."""

    id: ZoneId = ZoneId("")
    level: LevelId = GROUND
    outline: tuple[Point, ...] = ()
    """Corners of a simple polygon; empty: laid out by the program from its links.

    In a file `at: [left, top, width, height]` for a rectangle, else `outline`."""
    traits: tuple[Trait, ...] = ()
    start: SideId | None = None
    """The side that starts here."""
    exit: bool = False
    goal: bool = False
    sheltered: bool = False
    """The board's own traits do not hold here."""
    scenery: bool = False
    """Not meant to be reached."""
    sky: bool = False
    """Open air: only those who fly can stay in it, the others fall."""
    capacity: Amount | None = None
    """How many people it is meant to hold; unsaid, no limit."""
    for_players: str = ""


@dataclass(frozen=True, slots=True)
class LinkTest:
    """The Test that gets a fighter past; unsaid parts are asked when it is tried."""

    skill: str = ""
    """As `athletics (climbing)`."""
    difficulty: Annotated[int, Ge(-100), Le(100)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Link(Named):
    """A way between two zones, or sight only."""

    id: LinkId = LinkId("")
    from_: ZoneId = ZoneId("")
    """In a file `from`."""
    to: ZoneId = ZoneId("")
    kind: LinkKind = "open"
    along: tuple[Point, Point] | None = None
    """The stretch of border it takes up; unsaid, where its zones come closest."""
    ends: tuple[Square, Square] | None = None
    """The two squares it joins (ladder, stairs, lift, duct), on the levels of its zones."""
    through: str = ""
    """The door, or lift, hatch or duct, that it leads through and whose state it has."""
    test: LinkTest | None = None
    metres: Rise | None = None
    """Of height."""
    blocks_sight: bool = False
    narrow: bool = False
    """Large creatures may not fit; the GM decides (IM-SIZE-03)."""
    open_above: bool = False
    """Flyers pass over its barrier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """A thin wall along edges of squares, from grid point to grid point."""

    level: LevelId = GROUND
    along: tuple[Point, ...] = ()
    breakable: bool = False
    notes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door(Named):
    """A stretch of thin wall that can open; nothing else repeats its state."""

    id: DoorId = DoorId("")
    level: LevelId = GROUND
    on: tuple[Point, Point] = (Point(0, 0), Point(0, 1))
    """Its two ends, grid points on one line."""
    kind: DoorKind = "door"
    state: DoorState = "closed"
    toughness: Amount | None = None
    lock: LinkTest | None = None
    metres: Sill | None = None
    """Height of its sill, for a window."""
    material: str = ""
    """As `steel` or `bulletproof glass`."""
    armour: Amount | None = None
    """What its plating takes off each hit."""
    lock_toughness: Amount | None = None
    """Of its lock and handle; unsaid, a tenth of its own."""
    takes_action: bool | None = None
    """Whether getting through it open takes an action; unsaid, a window with a sill does."""
    book: PackName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Where a lift, hatch or duct comes out."""

    level: LevelId = GROUND
    at: Square = Square(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature(Named):
    """A thing one can use or set off, standing on squares."""

    id: FeatureId = FeatureId("")
    kind: FeatureKind = "own"
    level: LevelId = GROUND
    squares: tuple[Square, ...] = ()
    """In a file `at: [x, y]` for one square, a list of them for several."""
    zone: ZoneId | None = None
    """Somewhere in a zone, for a feature without squares; in a file `at: ZONE`."""
    stops: tuple[Stop, ...] = ()
    works: tuple[str, ...] = ()
    """Ids of the doors, lifts and features that a control panel works."""
    used: tuple[Effect, ...] = ()
    hit: tuple[Effect, ...] = ()
    passed: tuple[Effect, ...] = ()
    """What a passed `test` does."""
    test: LinkTest | None = None
    toughness: Amount | None = None
    hit_by_attack: bool = False
    """An attack may set it off from afar."""
    metres: Sill | None = None
    blocks: bool = False
    """Nobody walks through its squares."""
    blocks_sight: bool = False
    book: PackName | None = None

    @property
    def effects(self) -> tuple[Effect, ...]:
        """All that it does, whatever sets it off."""
        return (*self.used, *self.hit, *self.passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundKind:
    """A named bundle of qualities that squares may have; the GM's own kinds have the same form."""

    qualities: tuple[str, ...] = ()
    metres: Height | None = None
    damage: Amount | None = None
    breakable: bool | None = None
    colour: str = ""
    says: str = ""
    book: PackName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A field or a cloud on squares; at most one of each lies on a square."""

    kind: KindWord
    level: LevelId = GROUND
    squares: tuple[Square, ...] = ()
    source: str = ""
    until: Moment | None = None
    damage: Amount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The place: levels from the file's first to its last, and everything on them."""

    size: tuple[LengthSq, LengthSq] | None = None
    """Squares across and down; unsaid, what the layout needs."""
    traits: tuple[Trait, ...] = ()
    """Weather and light that hold in every zone not marked `sheltered`."""
    levels: Mapping[LevelId, Level] = field(default_factory=lambda: {GROUND: Level(id=GROUND)})
    zones: Mapping[ZoneId, Zone] = field(default_factory=dict)
    links: Mapping[LinkId, Link] = field(default_factory=dict)
    walls: tuple[Wall, ...] = ()
    doors: Mapping[DoorId, Door] = field(default_factory=dict)
    features: Mapping[FeatureId, Feature] = field(default_factory=dict)
    kinds: Mapping[KindWord, GroundKind] = field(default_factory=dict)
    """The GM's own kinds of ground, field and cloud."""
    squares: Mapping[LevelId, Mapping[Square, KindWord]] = field(default_factory=dict)
    """What is painted, level by level; in a file drawn as text with a legend."""
    fields: tuple[Piece, ...] = ()
    clouds: tuple[Piece, ...] = ()

    @property
    def first_level(self) -> LevelId:
        """The level that is meant where none is named."""
        return next(iter(self.levels))
