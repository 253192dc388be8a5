"""What the program says of rules, rulings and checks, in its own words: pure values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from desktop.core.rules.tally import RuleRef

Grade = Literal["error", "warning", "hint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueRule:
    """One rule of a book, in one sentence."""

    id: RuleRef
    book: str
    title: str
    rule: str
    rulings: tuple[str, ...] = ()
    """The named readings that it hangs on."""
    confidence: str = ""
    """How well the sources agree on it; empty for what a book says plainly."""
    source: str = ""
    """`facts` for a fact that other rules lean on, `house` for the program's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingText:
    """A rule that can be read in more than one way."""

    key: str
    title: str
    question: str
    readings: Mapping[str, str]
    """A sentence for each reading, the default first."""
    at_the_table: str = ""
    """What the difference is in play."""
    rules: tuple[RuleRef, ...] = ()
    read: bool = False
    """Whether any code reads it; to choose a reading of one that none reads is an error issue."""
    book: str = ""
    confidence: str = ""
    source: str = ""

    @property
    def default(self) -> str:
        """The reading that holds where an encounter names none."""
        return next(iter(self.readings))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckText:
    """A check of a layout."""

    id: str
    title: str
    grade: Grade
    """The gravest that it gives."""
    says: str
    """The sentence that is shown, with fields as `{zone}`."""
    why: str = ""
    fix: str = ""
    """What one click offers; empty where there is none."""
    rules: tuple[RuleRef, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Everything the program knows by an id."""

    rules: Mapping[RuleRef, CatalogueRule] = field(default_factory=dict)
    rulings: Mapping[str, RulingText] = field(default_factory=dict)
    checks: Mapping[str, CheckText] = field(default_factory=dict)
    digest: str = ""
    """Changes whenever any text or reading does; kept in every fight file."""

    def defaults(self) -> dict[str, str]:
        """Return every ruling with its default reading."""
        return {key: ruling.default for key, ruling in self.rulings.items()}
