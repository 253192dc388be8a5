"""What tools draw over the board, as values. There is one overlay at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from desktop.core.model.geometry import Outline
from desktop.core.model.words import Point, Square
from desktop.ui.session import Ref

Style = Literal["preview", "refused", "proposed", "cut", "selected", "hint"]
ReachKind = Literal["free", "move", "run"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """An outline or an open line through points."""

    points: tuple[Point, ...]
    style: Style = "preview"
    closed: bool = True
    filled: bool = False
    text: str = ""
    """Beside its last point, as `8 x 6`."""


@dataclass(frozen=True, slots=True)
class Area:
    """Squares, filled."""

    squares: tuple[Square, ...]
    style: Style = "preview"


@dataclass(frozen=True, slots=True)
class Band:
    """A rubber band between two corners."""

    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class Ghost:
    """Things carried along, seen through, moved by so many squares."""

    refs: tuple[Ref, ...]
    dx: float
    dy: float
    style: Style = "preview"


@dataclass(frozen=True, slots=True)
class Way:
    """A path of squares with what it costs; from `refused_from` on it is not possible."""

    squares: tuple[Square, ...]
    text: str = ""
    refused_from: int | None = None
    notes: tuple[tuple[Square, str], ...] = ()
    """What happens where, as `Minor Hazard 5`."""
    side_sq: int = 1
    corners: tuple[Square, ...] = ()
    """Where the hand set a corner."""
    pointed: bool = False
    """Whether it ends in the head of an arrow: a way gone by force."""


@dataclass(frozen=True, slots=True)
class ReachPart:
    """Where one gets at one price: squares, or outlines of zones."""

    kind: ReachKind
    squares: frozenset[Square] = frozenset()
    outlines: tuple[Outline, ...] = ()
    label: str = ""
    label_at: Square | None = None
    """The square, of those, that the label stands on; unsaid: the lowest."""
    outlines_at: tuple[Square | None, ...] = ()
    """The same for each outline, where its lower left is taken."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a turn goes: one hue, a texture a price."""

    parts: tuple[ReachPart, ...]


@dataclass(frozen=True, slots=True)
class Ranges:
    """Range bands: outlines of zones, or rings around a fighter, with their names.

    The name stands at a point of its own, else in the lower left.
    """

    outlines: tuple[tuple[Outline, Point | None, str], ...] = ()
    within: tuple[int, int] | None = None
    """The size of the board that a ring is cut off at, in squares; unsaid, nothing is."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A line of sight; `stop` is where it ends before its goal."""

    a: Point
    b: Point
    stop: Point | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """A sentence beside the pointer."""

    at: Point
    text: str
    style: Literal["refusal", "hint"] = "hint"


@dataclass(frozen=True, slots=True)
class Grips:
    """Handles to drag; round ones for corners that are not there yet."""

    points: tuple[Point, ...]
    chosen: int | None = None
    round: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A word on a square."""

    square: Square
    text: str
    style: Style = "preview"


Shape = Stretch | Area | Band | Ghost | Way | Reach | Ranges | Sight | Beside | Grips | Mark


@dataclass(frozen=True, slots=True)
class Overlay:
    """Everything a tool shows now."""

    shapes: tuple[Shape, ...]
