"""What someone wants. Those here belong to every book; packs add their own, as `Shoot`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le

from desktop.core.model.board import Amount
from desktop.core.model.moments import Effect
from desktop.core.model.words import At, ClockId, CueId, FighterId, LevelId, SideId, Square
from desktop.core.rules.events import Entry, Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that is wanted; resolved into facts, or refused with reasons."""

    deed: ClassVar[str] = ""
    """What is said of whoever does it, as `lets[ {} go]`; brackets are for what it is done to.

    Unsaid: its name, as `drops prone`."""
    forced: bool = False
    """Do it all the same, whatever the rules refuse; noted in the facts."""
    note: str = ""
    """The GM's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin(Action):
    """Start the fight from the encounter, with what the page before round 1 was given."""

    present: tuple[FighterId, ...] | None = None
    """Who is in it; None: everyone."""
    initiatives: Mapping[str, int] = field(default_factory=dict)
    """Typed or rolled, by entry; the rest follow the rules."""
    surprised: tuple[SideId, ...] = ()
    counters: Mapping[SideId, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginTurn(Action):
    """Begin the turn of an entry; empty: of the next one in the order, over rounds if need be."""

    entry: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Action):
    """End the turn that is on, with all that its end brings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOver(Action):
    """Let another member of the acting group act, or anybody at all."""

    deed: ClassVar[str] = "acts"

    who: FighterId


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk(Action):
    """Go somewhere by one's own movement, paying for it."""

    deed: ClassVar[str] = "goes to"

    who: FighterId
    to: At
    level: LevelId | None = None
    """Of a square in `to`; None: the level one stands on."""
    via: tuple[tuple[LevelId, Square], ...] = ()
    """Corners of the path, if it shall not be the cheapest."""
    pay: str = ""
    """`free`, `move`, `run` or `move and run`; empty: the least that does."""
    gait: str = ""
    """As `crawl`, `climb`; empty: on foot, or on the wing for who is flying."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Action):
    """Put a fighter somewhere, no rules asked; `at` None takes it off the board."""

    deed: ClassVar[str] = "is put in"

    who: FighterId
    at: At | None
    level: LevelId | None = None
    beside: FighterId | None = None
    """In the space `zones`: within arm's reach of this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Force(Action):
    """Move a fighter against its will: pushed, thrown or dropped."""

    deed: ClassVar[str] = "is moved to"

    who: FighterId
    to: At
    level: LevelId | None = None
    by: FighterId | None = None
    squares: Annotated[int, Ge(0), Le(1000)] = 0
    """How far in the direction of `to`, where squares are counted; 0: as far as `to` is."""
    damage: Amount = 0
    """What the attack that does it deals besides; harm on the way may join it."""
    does: Literal["push", "pull", "slide"] = "push"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Action):
    """Change the place, or who is in it, by an edit of Build."""

    edit: str
    """A name of `EDITS`."""
    arguments: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decree(Action):
    """The GM says that something is so."""

    facts: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Do(Action):
    """Let effects happen now, as a cue by hand or a feature set off by the GM."""

    effects: tuple[Effect, ...]
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireCue(Action):
    """Let a cue happen now."""

    cue: CueId


@dataclass(frozen=True, slots=True, kw_only=True)
class TickClock(Action):
    """Fill a clock's segments, or empty them with a negative number."""

    clock: ClockId
    by: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOrder(Action):
    """Put the order as the GM wants it."""

    order: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Action):
    """Take another reading of a ruling from here on."""

    ruling: str
    reading: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle(Action):
    """Skip something that will fall due, or take that back; what is due falls due by itself."""

    due: str
    """The key of what is due."""
    skip: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Write(Action):
    """Write a line into the log."""

    text: str
