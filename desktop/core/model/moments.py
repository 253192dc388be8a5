"""Points of a fight as a file names them, and the one short list of effects."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from desktop.core.model.words import (
    At,
    ClockId,
    DoorId,
    DoorState,
    KindWord,
    LevelId,
    LinkId,
    LinkKind,
    Location,
    Off,
    Square,
    TraitWord,
    ZoneId,
)

MomentPoint = Literal[
    "start of round", "start of turn", "end of turn", "end phase", "end of round",
]  # fmt: skip
"""A point that comes by itself, again in every round."""
Point_ = Literal[MomentPoint, "entering", "leaving", "full", "by hand"]
RECURRING: Mapping[str, MomentPoint] = {point: point for point in get_args(MomentPoint)}
"""The points that come by themselves, each by its own word."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the fight; in a file one string, as `end of round +2` or `entering shed`."""

    point: Point_
    number: int | None = None
    """The round it names; with `later`, how many rounds (or turns of the owner) from now."""
    later: bool = False
    of: str = ""
    """The zone entered or left, the full clock, or the fighter or entry whose turn it is."""

    def __str__(self) -> str:
        count = "" if self.number is None else f" {'+' if self.later else ''}{self.number}"
        return f"{self.point}{count}{' ' + self.of if self.of else ''}"


POINTS: tuple[str, ...] = tuple(sorted(get_args(Point_), key=len, reverse=True))
BY_HAND = Moment("by hand")


def moment_of(text: str) -> Moment | None:
    """Return the moment that a text names, or None."""
    bare = text.strip()
    for point in POINTS:
        begin, rest = bare[: len(point)].replace("_", " "), bare[len(point) :]
        if begin == point and (not rest or rest[0] == " "):
            return _moment(point, rest.strip())
    return None


def _moment(point: Any, rest: str) -> Moment | None:
    if point not in RECURRING:
        return Moment(point, of=rest)
    number: int | None = None
    later = False
    first, _, others = rest.partition(" ")
    if _is_count(first):
        number, later, rest = int(first), first.startswith("+"), others.strip()
    rest = rest.removeprefix("of ").strip()
    if rest and "turn" not in point:
        return None
    return Moment(point, number, later, rest)


def _is_count(word: str) -> bool:
    digits = word.removeprefix("+")
    return digits.isascii() and digits.isdecimal() and len(digits) < 6


def moment_text(value: Moment) -> str:
    """Return a moment as a file writes it."""
    first = value.of.split(" ")[0]
    if value.of and value.point in RECURRING and (first == "of" or _is_count(first)):
        return f"{Moment(value.point, value.number, value.later)} of {value.of}"
    return str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTrait:
    """Put a trait on zones: `{add: heavily obscured, to: shed, until: end of round +2}`."""

    add: TraitWord
    to: tuple[ZoneId, ...]
    until: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearTrait:
    """Take a trait off zones: `{clear: dark, off: shed}`."""

    clear: TraitWord
    off: tuple[ZoneId, ...]
    until: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLink:
    """Change what a link is: `{link: quay-shed, kind: barrier}`."""

    link: LinkId
    kind: LinkKind
    until: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDoor:
    """Change the state of a door: `{door: side door, state: open}`."""

    door: DoorId
    state: DoorState
    until: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaintSquares:
    """Paint or, with an empty kind, clear squares: `{paint: difficult, squares: [[3, 4]]}`."""

    paint: KindWord
    squares: tuple[Square, ...]
    level: LevelId | None = None
    until: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bring:
    """Bring fighters or groups onto the board: `{bring: [wave], at: quay}`."""

    bring: tuple[str, ...]
    at: At | None = None
    level: LevelId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFighters:
    """Put fighters or groups elsewhere: `{move: loaders, to: quay}`."""

    move: tuple[str, ...]
    to: At
    level: LevelId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurt:
    """Harm fighters, groups, or everyone in a zone: `{hurt: shed, damage: 5}`."""

    hurt: tuple[str, ...]
    damage: int
    location: Location | None = None
    """Unsaid: rolled."""
    armour: bool = True
    """Whether armour counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """Take fighters or groups off the board: `{remove: wick, why: below a hatch}`."""

    remove: tuple[str, ...]
    why: Off = "away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """Fill a clock's segments, or empty them with a negative number: `{tick: alarm}`."""

    tick: ClockId
    by: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Let players know of things: `{show: [vex]}`."""

    show: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide:
    """Take things out of what players know: `{hide: [vex]}`."""

    hide: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Say something to the GM, or to the players: `{say: Steam vents}`."""

    say: str
    players: bool = False


Effect = (
    AddTrait | ClearTrait | SetLink | SetDoor | PaintSquares | Bring | MoveFighters | Hurt | Remove
    | Tick | Show | Hide | Say
)  # fmt: skip
"""One change from the short list; its first field is the key that tells it apart in a file."""
