"""The survey: every check over one encounter, in the order of grade and catalogue.

A check is a function that yields what it finds; its docstring names its entry in the catalogue,
which says what is odd and why, and adds only what the entry does not say.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import NamedTuple

from desktop.core.model.crew import NO_STOCK
from desktop.core.model.encounter import Encounter
from desktop.core.model.memo import Memo
from desktop.core.model.profile import Profile
from desktop.core.model.words import ProfileId
from desktop.core.rules.catalogue import Catalogue, Grade
from desktop.core.survey import (
    doors,
    forces,
    hive,
    place,
    purpose,
    shape,
    showing,
    sight,
    squares,
    traits,
    yards,
)
from desktop.core.survey.facts import Fact, fact
from desktop.core.survey.issue import GRADES, Found, Issue, Where, issue_of
from desktop.core.survey.layout import Layout

Check = Callable[[Layout], Iterator[Found]]
CHECKS: tuple[Check, ...] = (
    *shape.CHECKS, *sight.CHECKS, *traits.CHECKS, *purpose.CHECKS, *forces.CHECKS,
    *showing.CHECKS, *place.CHECKS, *doors.CHECKS, *yards.CHECKS, *squares.CHECKS, *hive.CHECKS,
)  # fmt: skip


def survey(
    encounter: Encounter,
    catalogue: Catalogue,
    stock: Mapping[ProfileId, Profile] | None = None,
    beside: Iterable[Found] = (),
) -> tuple[Issue, ...]:
    """Return every issue of an encounter, the gravest first; muted ones carry their reason.

    `beside` are findings that only the file can make, as keys that nobody knows.
    """
    layout = Layout.of(encounter, NO_STOCK if stock is None else stock)
    return issues_of(layout, catalogue, beside)


class _Run(NamedTuple):
    """Issues of one check, all of one grade, with what they were made from."""

    found: tuple[Found, ...]
    catalogue: Catalogue
    issues: tuple[Issue, ...]


def issues_of(
    layout: Layout, catalogue: Catalogue, beside: Iterable[Found] = ()
) -> tuple[Issue, ...]:
    """Return every issue of a layout; checks that read nothing else than before are not made."""
    encounter = layout.encounter
    muted = {(each.issue, each.at): each.why for each in encounter.muted}
    own = (*beside, *readings(encounter, catalogue))
    runs = [_Run((each,), catalogue, (issue_of(each, catalogue, muted),)) for each in own]
    for check in _FOUND:
        found = check(layout)
        before: tuple[_Run, ...] = _ISSUES.last(check) or ()
        parts = (found, catalogue, encounter.muted)
        runs += _ISSUES.get(check, parts, partial(_runs, found, catalogue, muted, before))
    runs.sort(key=lambda run: (GRADES.index(run.found[0].grade), run.found[0].check))
    return tuple(chain.from_iterable(run.issues for run in runs))


def _runs(
    found: Iterable[Found],
    catalogue: Catalogue,
    muted: Mapping[tuple[str, str], str],
    before: Iterable[_Run],
) -> tuple[_Run, ...]:
    """Return what a check found as issues; those that were there before are the same objects."""
    held = [
        pair
        for run in before
        if run.catalogue is catalogue
        for pair in zip(run.found, run.issues, strict=True)
    ]
    same = {id(was): issue for was, issue in held}
    alike: dict[tuple[str, tuple[Where, ...]], tuple[Found, Issue]] = {}
    runs: dict[tuple[Grade, str], list[tuple[Found, Issue]]] = {}
    for each in found:
        issue = same.get(id(each))
        if issue is None:  # many checks yield the very same again; the others are compared
            alike = alike or {(was.check, was.at): (was, issue) for was, issue in held}
            was, issue = alike.get((each.check, each.at), (None, None))
            issue = issue if was == each else None
        if issue is None or issue.muted != muted.get((each.check, issue.place)):
            issue = issue_of(each, catalogue, muted)
        runs.setdefault((each.grade, each.check), []).append((each, issue))
    pairs = (tuple(zip(*run, strict=True)) for run in runs.values())
    return tuple(_Run(one, catalogue, other) for one, other in pairs)


def _found_by(check: Check) -> Fact[tuple[Found, ...]]:
    return fact(lambda layout: tuple(check(layout)))


_FOUND = tuple(map(_found_by, CHECKS))
_ISSUES = Memo()


def unknown_keys(keys: Iterable[tuple[int, str]]) -> tuple[Found, ...]:
    """Return F01 for keys of a file that the format does not know, each with its line."""
    return tuple(
        Found(check="F01", grade="warning", fields={"line": line, "name": key})
        for line, key in keys
    )


def readings(encounter: Encounter, catalogue: Catalogue) -> Iterator[Found]:
    """F02: a ruling or a reading that does not exist, or that no code reads."""
    for key, reading in encounter.rulings.items():
        ruling = catalogue.rulings.get(key)
        if ruling is None:
            fault = "not a ruling of this program"
        elif reading not in ruling.readings:
            fault = f"no reading of it; there are {', '.join(ruling.readings)}"
        elif not ruling.read:
            fault = "not read by any rule of this version yet"
        else:
            continue
        fields = {"name": f"{key}: {reading}", "fault": fault}
        yield Found(check="F02", grade="error", fields=fields)


def counts(issues: Iterable[Issue]) -> Mapping[str, int]:
    """Return how many issues of each grade are not muted."""
    many = Counter(each.grade for each in issues if each.muted is None)
    return {grade: many[grade] for grade in GRADES}
