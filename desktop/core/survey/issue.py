"""One thing that is odd about a layout, with its place and, where there is one, its fix."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from desktop.core.rules.catalogue import Catalogue, Grade
from desktop.core.survey.sentence import filled

GRADES: tuple[Grade, ...] = ("error", "warning", "hint")


def graded(*, grave: bool) -> Grade:
    """Return `warning` for what is grave and `hint` for what is worth a look."""
    return "warning" if grave else "hint"


class Where(NamedTuple):
    """A thing an issue is about, by kind and id; kinds are those of the model, as `zone`."""

    kind: str
    id: str


class Fix(NamedTuple):
    """What one click does: edits by name with their plain arguments."""

    says: str
    edits: tuple[tuple[str, Mapping[str, object]], ...]
    picture: str = ""
    """The picture that somebody has to find first; there are no edits then."""


@dataclass(slots=True)
class Found:
    """What a check found, and what was made of it."""

    check: str
    grade: Grade
    fields: Mapping[str, object]
    at: tuple[Where, ...] = ()
    """The first is the place it is muted by; empty for the layout as a whole."""
    fix: Fix | None = None
    issue: "Issue | None" = field(default=None, compare=False, repr=False)
    """What was made of it, muted by nobody; a finding that is kept is told once."""
    told_by: Catalogue | None = field(default=None, compare=False, repr=False)
    """In whose words that is."""


@dataclass(frozen=True, slots=True)
class Issue:
    """An error, a warning or a hint about a layout."""

    check: str
    """The id of its check in the catalogue."""
    grade: Grade
    says: str
    why: str
    at: tuple[Where, ...] = ()
    fix: Fix | None = None
    muted: str | None = None
    """The GM's reason for meaning it; None while it is not muted."""

    @property
    def place(self) -> str:
        """The id it is muted by; empty for the layout as a whole."""
        return self.at[0].id if self.at else ""

    def __str__(self) -> str:
        return f"{self.grade} {self.check}: {self.says}"


def heard(issues: Collection[Issue]) -> Collection[Issue]:
    """Return the issues that are not muted."""
    return [issue for issue in issues if issue.muted is None]


def issue_of(found: Found, catalogue: Catalogue) -> Issue:
    """Return the issue that a finding makes, in the catalogue's words."""
    text = catalogue.checks[found.check]
    return Issue(
        check=found.check,
        grade=found.grade,
        says=filled(text.says, found.fields),
        why=text.why,
        at=found.at,
        fix=found.fix,
    )


def alike_ends(olds: Sequence[object], news: Sequence[object]) -> tuple[int, int]:
    """Return how many at the beginning and at the end of two lists are the very same."""
    most = min(len(olds), len(news))
    start = next(compress(count(), map(is_not, olds, news)), most)
    ends = compress(count(), map(is_not, reversed(olds), reversed(news)))
    return start, min(next(ends, most), most - start)
