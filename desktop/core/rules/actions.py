"""What someone wants. Those here belong to every book; packs add their own, as `Shoot`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import get_annotations
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le

from desktop.core.model.board import Amount
from desktop.core.model.moments import Effect
from desktop.core.model.words import (
    At,
    ClockId,
    CueId,
    FighterId,
    LevelId,
    Location,
    SideId,
    Square,
)
from desktop.core.rules.events import Entry, Event
from desktop.core.rules.state import CombatState

_CAPITALS = re.compile(r"(?<!^)(?=[A-Z])")
FIELDS = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that is wanted; resolved into facts, or refused with reasons."""

    deed: ClassVar[str] = ""
    """What is said of whoever does it, as `lets {target} go`; its fields stand for what they name.

    What is in brackets is said only where every field in it says something, as in
    `disengages[ from {foe}]`. Of what nobody does it is the whole sentence, as `End the turn`.
    Unsaid: the name of the action, as `drops prone`."""
    names: ClassVar[tuple[str, ...]] = ()
    """The fields of the deed, in its order: what the action is about."""
    forced: bool = False
    """Do it all the same, whatever the rules refuse; noted in the facts."""
    note: str = ""
    """The GM's own words."""

    def __init_subclass__(cls) -> None:
        """Note what the deed names. Raises TypeError for a field that there is none of."""
        cls.names = tuple(FIELDS.findall(cls.deed))
        known = {name for each in cls.__mro__ for name in get_annotations(each)}
        for name in cls.names:
            if name not in known:
                raise TypeError(f"{cls.__name__} has no field {name}, which its deed names.")

    @classmethod
    def called(cls) -> str:
        """Return its name in words, as `drop prone`."""
        return _CAPITALS.sub(" ", cls.__name__).lower()

    def deed_in(self, state: CombatState) -> str:
        """Return its deed, which may be another as things are."""
        words = self.called()
        return self.deed or (third_person(words) if self.doer else words.capitalize())

    @property
    def doer(self) -> str | None:
        """The fighter, or group, that does it or has it done to it; None where nobody does."""
        return None

    @property
    def named(self) -> tuple[object, ...]:
        """What its deed names, as ids, squares and words, in that order."""
        values = (getattr(self, name) for name in self.names)
        return tuple(each for each in values if each not in (None, ""))


def third_person(verb: str) -> str:
    """Return a verb as one says it of somebody, as `treats wounds`."""
    first, gap, rest = verb.partition(" ")
    if first.endswith(("s", "sh", "ch", "x", "o")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        first = f"{first[:-1]}ies"
    else:
        first += "s"
    return f"{first}{gap}{rest}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing(Action):
    """What one fighter does, or has done to it."""

    who: FighterId

    @property
    def doer(self) -> FighterId:
        """The fighter."""
        return self.who


@dataclass(frozen=True, slots=True, kw_only=True)
class Assault(Doing):
    """An attack on a fighter, which hits or misses."""

    target: FighterId


@dataclass(frozen=True, slots=True, kw_only=True)
class AimedAssault(Assault):
    """An attack that can be meant for one part of its target."""

    location: Location | None = None
    """Where it is to hit; unsaid, wherever it falls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin(Action):
    """Start the fight from the encounter, with what the page before round 1 was given."""

    deed: ClassVar[str] = "Start the fight"

    present: tuple[FighterId, ...] | None = None
    """Who is in it; None: everyone."""
    initiatives: Mapping[str, int] = field(default_factory=dict)
    """Typed or rolled, by entry; the rest follow the rules."""
    surprised: tuple[SideId, ...] = ()
    counters: Mapping[SideId, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginTurn(Action):
    """Begin the turn of an entry; empty: of the next one in the order, over rounds if need be."""

    deed: ClassVar[str] = "Turn of {entry}"

    entry: str = ""

    def deed_in(self, state: CombatState) -> str:
        """Return whose turn it is, or that it is the next."""
        return self.deed if self.entry else "Next turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Action):
    """End the turn that is on, with all that its end brings."""

    deed: ClassVar[str] = "End the turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOver(Doing):
    """Let another member of the acting group act, or anybody at all."""

    deed: ClassVar[str] = "acts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk(Doing):
    """Go somewhere by one's own movement, paying for it."""

    deed: ClassVar[str] = "goes to {to}"

    to: At
    level: LevelId | None = None
    """Of a square in `to`; None: the level one stands on."""
    via: tuple[tuple[LevelId, Square], ...] = ()
    """Corners of the path, if it shall not be the cheapest."""
    pay: str = ""
    """`free`, `move`, `run` or `move and run`; empty: the least that does."""
    gait: str = ""
    """As `crawl`, `climb`; empty: on foot, or on the wing for who is flying."""

    def deed_in(self, state: CombatState) -> str:
        """Return that it goes there, or how."""
        return f"{third_person(self.gait)} to {{to}}" if self.gait else self.deed


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Doing):
    """Put a fighter somewhere, no rules asked; `at` None takes it off the board."""

    deed: ClassVar[str] = "is put in {at}"

    at: At | None
    level: LevelId | None = None
    beside: FighterId | None = None
    """In the space `zones`: within arm's reach of this one."""

    def deed_in(self, state: CombatState) -> str:
        """Return where it is put, or that it is taken away."""
        return "is taken off the board" if self.at is None else self.deed


@dataclass(frozen=True, slots=True, kw_only=True)
class Force(Doing):
    """Move a fighter against its will: pushed, thrown or dropped."""

    deed: ClassVar[str] = "is moved to {to}"

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

    deed: ClassVar[str] = "Let {source} do its work"

    effects: tuple[Effect, ...]
    source: str = ""
    """What they are of, in words."""

    def deed_in(self, state: CombatState) -> str:
        """Return whose work it is, if that is said."""
        return self.deed if self.source else "Let effects happen"


@dataclass(frozen=True, slots=True, kw_only=True)
class FireCue(Action):
    """Let a cue happen now."""

    deed: ClassVar[str] = "Let {cue} happen"

    cue: CueId


@dataclass(frozen=True, slots=True, kw_only=True)
class TickClock(Action):
    """Fill a clock's segments, or empty them with a negative number."""

    deed: ClassVar[str] = "Tick {clock}"

    clock: ClockId
    by: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOrder(Action):
    """Put the order as the GM wants it."""

    deed: ClassVar[str] = "Change the order"

    order: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Action):
    """Take another reading of a ruling from here on."""

    deed: ClassVar[str] = "Take another reading"

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

    deed: ClassVar[str] = "Write “{text}”"

    text: str
