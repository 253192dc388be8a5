"""A number together with its reasons, and everything else that answers a "why?"."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NewType

from desktop.core.model.words import AttackId, FighterId, Location, ZoneId

RuleRef = NewType("RuleRef", str)
"""The id of a rule in the catalogue."""

PartDoes = Literal[
    "base", "halves base", "adds", "times", "halves", "at most", "for", "against", "levels"
]
"""What a part does; applied in this order, so the order of the parts changes no number.

`halves` rounds down; `halves base` does so before anything is added. `for` and `against` count
Advantage and Disadvantage; `levels` adds to the Success Level after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One reason within a tally."""

    key: str
    """Unique within its tally; the GM's word on it is kept under `TALLY:PART`."""
    says: str
    """A few words, as `mist between`."""
    does: PartDoes
    amount: int = 1
    rule: RuleRef
    ruling: str = ""
    """The ruling it hangs on, where it does."""
    on: bool = True
    offered: bool = False
    """Off until the table switches it on."""
    spends: str = ""
    """What using it spends, as `superiority`."""
    most: int | None = None
    """Of one that adds to the Success Level: the highest that it leaves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """A number with its reasons, switched on or off one by one."""

    key: str
    says: str
    parts: tuple[Part, ...]
    typed: int | None = None
    """What the GM typed over the number."""

    @property
    def total(self) -> int:
        """The number: base and additions, then factors, then limits; the GM's own wins."""
        if self.typed is not None:
            return self.typed
        number = sum(part.amount for part in self.live("base"))
        for _ in self.live("halves base"):
            number //= 2
        number += sum(part.amount for part in self.live("adds"))
        for part in self.live("times"):
            number *= part.amount
        for _ in self.live("halves"):
            number //= 2
        return min([number, *(part.amount for part in self.live("at most"))])

    @property
    def edge(self) -> int:
        """Advantages less Disadvantages."""
        favour = sum(part.amount for part in self.live("for"))
        return favour - sum(part.amount for part in self.live("against"))

    @property
    def levels(self) -> int:
        """What is added to the Success Level."""
        return sum(part.amount for part in self.live("levels"))

    @property
    def most_levels(self) -> int | None:
        """The highest Success Level that its parts leave; None where nothing limits it."""
        limits = [part.most for part in self.live("levels") if part.most is not None]
        return min(limits, default=None)

    def live(self, *does: PartDoes) -> tuple[Part, ...]:
        """Return the parts that are switched on and do one of these."""
        return tuple(part for part in self.parts if part.on and part.does in does)

    def told(self, words: Mapping[str, object]) -> "Tally":
        """Return the tally as the GM's words leave it: parts switched, the number typed over."""
        parts = tuple(
            replace(
                part, on=bool(words.get(f"{self.key}:{part.key}", part.on and not part.offered))
            )
            for part in self.parts
        )
        typed = words.get(self.key)
        return replace(self, parts=parts, typed=typed if isinstance(typed, int) else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyFor:
    """What a number is wanted for; contributions read it to decide whether they speak."""

    what: Literal["test", "armour", "damage", "speed", "pace", "move", "severity"]
    """`speed` is the Speed's tally, `pace` one part with the Speed as steps above the slowest,
    `move` one with the squares of a Move, where a book has a figure for it."""
    who: FighterId
    """Whose number it is."""
    purpose: str = ""
    """Of a Test: `attack`, `melee defence`, `dodge`, `barrier`, `hide`, ..."""
    how: frozenset[str] = frozenset()
    """The ways in which it is done, as `aimed` or `burst`."""
    skill: str = ""
    """As `melee (one-handed)`."""
    against: FighterId | None = None
    attack: AttackId | None = None
    ranged: bool = False
    location: Location | None = None
    zone: ZoneId | None = None
    """The zone it is meant for, where it is meant for no fighter."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed; the GM may do it all the same unless it is final."""

    says: str
    """One sentence."""
    rule: RuleRef
    instead: str = ""
    """What can be done in its place, in a few words."""
    final: bool = False
    """Not even the GM can do it: it names what there is not, or there is nothing to do."""

    def __str__(self) -> str:
        return f"{self.says} {self.instead}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """Something that will follow from a plan, said before it is done."""

    who: FighterId
    says: str
    """As `Minor Hazard 5`."""
    rule: RuleRef
    at: int = 0
    """Which leg of the plan brings it, counted from 0."""
    grave: bool = False


def parts_from(found: Iterable[Iterable[Part]]) -> tuple[Part, ...]:
    """Return contributed parts with each key once, the first speaking for it."""
    parts: dict[str, Part] = {}
    for several in found:
        for part in several:
            parts.setdefault(part.key, part)
    return tuple(parts.values())
