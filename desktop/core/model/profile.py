"""What a fighter is, apart from any fight. Every field may be unsaid, so that a fighter's own
differences have the same form as the profile that they are laid over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Annotated, TypeVar

from annotated_types import Ge, Le

from desktop.core.model.named import Named
from desktop.core.model.words import (
    AttackId,
    AttackKind,
    BandWord,
    Location,
    PowerId,
    ProfileId,
    Role,
    SideId,
    SizeWord,
    SpeedWord,
)

Figure = Annotated[int, Ge(0), Le(1000)]
BodyHeight = Annotated[float, Ge(0), Le(100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Named):
    """A weapon, natural or not, as Imperium Maledictum describes it."""

    id: AttackId = AttackId("")
    kind: AttackKind = "melee"
    skill: str = ""
    """As `melee (one-handed)` or `ranged (pistols)`; unsaid, the plain skill of its kind."""
    damage: Figure = 0
    range: BandWord | None = None
    """For ranged attacks."""
    magazine: Figure | None = None
    """Shots it holds; unsaid, ammunition is not counted."""
    natural: bool = False
    hands: Annotated[int, Ge(1), Le(2)] = 1
    traits: tuple[str, ...] = ()
    """As `close`, `penetrating 4`, `shield 2`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Power(Named):
    """A Psychic Power as Imperium Maledictum rolls for it; what it does is for the GM."""

    id: PowerId = PowerId("")
    skill: str = ""
    """As `psychic mastery (telepathy)`; unsaid, plain Psychic Mastery."""
    difficulty: Annotated[int, Ge(-100), Le(100)] = 0
    rating: Figure = 0
    """The Warp Charge that it builds by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """How a creature flies; losing the means makes it fall."""

    means: str = ""
    speed: SpeedWord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImperiumFigures:
    """Figures of Imperium Maledictum. Skills and characteristics are totals."""

    speed: SpeedWord | None = None
    wounds: Figure | None = None
    """The maximum."""
    criticals: Figure | None = None
    """How many untreated Critical Wounds are survived."""
    initiative: Figure | None = None
    resolve: Figure | None = None
    characteristics: Mapping[str, Figure] | None = None
    """`ws bs str tgh ag int per wil fel`."""
    skills: Mapping[str, Figure] | None = None
    """As `melee: 40` and `melee (one-handed): 45`."""
    armour: Mapping[Location, Figure] | None = None
    """In a file one number stands for all six."""
    attacks: Mapping[AttackId, Attack] | None = None
    powers: Mapping[PowerId, Power] | None = None
    talents: tuple[str, ...] | None = None
    keen_senses: bool | None = None
    """More than human: may dodge a shot from an unknown foe (IM-DODGE-06)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SquaresFigures:
    """Figures of the square-grid tactics game."""

    speed: Figure | None = None
    """Movement points a turn."""
    health: Figure | None = None
    checks: Mapping[str, Annotated[int, Ge(-100), Le(100)]] | None = None
    """What is added to a d20, by attribute or skill."""
    massive: bool | None = None
    fixed: bool | None = None
    """Cannot be moved by force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HiveFigures:
    """Figures of the Zone Mortalis game; distances in inches."""

    movement_in: Figure | None = None
    weapon_skill: Annotated[int, Ge(2), Le(6)] | None = None
    ballistic_skill: Annotated[int, Ge(2), Le(6)] | None = None
    strength: Figure | None = None
    toughness: Figure | None = None
    wounds: Figure | None = None
    save: Annotated[int, Ge(2), Le(6)] | None = None
    initiative: Annotated[int, Ge(2), Le(6)] | None = None
    """The face needed on a d6, and more."""
    cool: Annotated[int, Ge(2), Le(12)] | None = None
    intelligence: Annotated[int, Ge(2), Le(12)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class YardsFigures:
    """Figures of the role-playing game that measures in yards."""

    speed_yd: Figure | None = None
    """What it walks in an action; unsaid, what anybody does."""
    gaits_yd: Mapping[str, Figure] | None = None
    """Yards an action of other gaits that differ, as `run: 7`."""
    actions: Annotated[int, Ge(0), Le(20)] | None = None
    """How many it has in a round, where the reading is one number for each."""
    strength: Figure | None = None
    toughness: Figure | None = None
    agility: Figure | None = None
    checks: Mapping[str, Figure] | None = None
    """Its other characteristics and skills, as `initiative: 55`."""
    injury: Figure | None = None
    """Injury points it can take; unsaid, its harm is that of Imperium Maledictum."""
    armour: Mapping[Location, Figure] | None = None
    abilities: tuple[str, ...] | None = None
    """As `swim`, `acrobatic`, `specialist weapon - thrown`."""
    gear: tuple[str, ...] | None = None
    """As `climbing gear`, `grappling hook`, `grapnel 20`: a number is its range in yards."""
    knee: BodyHeight | None = None
    """Metres from the ground; unsaid, a usual share of its height."""
    waist: BodyHeight | None = None
    chest: BodyHeight | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile(Named):
    """A kind of fighter; needs only a name and one book's figures."""

    id: ProfileId = ProfileId("")
    side: SideId | None = None
    role: Role | None = None
    size: SizeWord | None = None
    squares: Annotated[int, Ge(1), Le(20)] | None = None
    """Squares a side of its footprint; unsaid, by size. In a file `footprint`."""
    height: BodyHeight | None = None
    """Metres."""
    flies: Flight | None = None
    mount: bool | None = None
    """Can be ridden."""
    imperium: ImperiumFigures | None = None
    squares_figures: SquaresFigures | None = None
    """In a file `squares`."""
    hive: HiveFigures | None = None
    yards: YardsFigures | None = None


T = TypeVar("T")


def laid_over(under: T, over: T) -> T:
    """Return `under` with everything that `over` says, book by book and key by key.

    Mappings join with `over` first; what is empty or None in `over` is unsaid. Both are of one
    dataclass type; `id` stays that of `under`.
    """
    changes: dict[str, object] = {}
    for item in fields(under):  # type: ignore[arg-type]  # T is a dataclass by contract
        mine, own = getattr(under, item.name), getattr(over, item.name)
        if item.name == "id" or own is None or own in ("", (), {}):
            continue
        if isinstance(own, Mapping) and isinstance(mine, Mapping):
            changes[item.name] = {**mine, **own}
        elif is_dataclass(own) and is_dataclass(mine):
            changes[item.name] = laid_over(mine, own)
        else:
            changes[item.name] = own
    return replace(under, **changes) if changes else under  # type: ignore[type-var]
