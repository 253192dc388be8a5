"""The survey: every check over one encounter, in the order of grade and catalogue.

A check is a function that yields what it finds; its docstring names its entry in the catalogue,
which says what is odd and why, and adds only what the entry does not say.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from desktop.core.model.crew import NO_STOCK
from desktop.core.model.encounter import Encounter, Muted
from desktop.core.model.memo import Memo
from desktop.core.model.profile import Profile
from desktop.core.model.words import PackName, ProfileId, SlotName
from desktop.core.rules.catalogue import Catalogue
from desktop.core.survey import (
    doors,
    favour,
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
from desktop.core.survey.issue import GRADES, Fix, Found, Issue, heard, issue_of
from desktop.core.survey.layout import Layout

Check = Callable[[Layout], Iterator[Found]]
CHECKS: tuple[Check, ...] = (
    *shape.CHECKS, *sight.CHECKS, *traits.CHECKS, *purpose.CHECKS, *forces.CHECKS, *favour.CHECKS,
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


class _Told(NamedTuple):
    """What was told of one layout."""

    found: tuple[Found, ...]
    issues: tuple[Issue, ...]


def issues_of(
    layout: Layout, catalogue: Catalogue, beside: Iterable[Found] = ()
) -> tuple[Issue, ...]:
    """Return every issue of a layout; checks that read nothing else than before are not made."""
    encounter = layout.encounter
    own = (*beside, *readings(encounter, catalogue))
    found, muted = layout.values(_FOUND), encounter.muted
    told: _Told = _ISSUES.get(
        "told", (catalogue, muted, *own, *found),
        lambda: _told((*own, *chain.from_iterable(found)), catalogue, muted, _ISSUES.last("told")),
    )  # fmt: skip
    return told.issues


def _told(
    found: tuple[Found, ...],
    catalogue: Catalogue,
    muted: Iterable[Muted],
    before: _Told | None,
) -> _Told:
    """Return what is told of findings, in the order of grade and catalogue."""
    fresh = [each for each in found if each.told_by is not catalogue]
    if fresh:
        _tell(fresh, catalogue, before.found if before is not None else ())
    issues = [each.issue for each in found if each.issue is not None]
    meant = {(each.issue, each.at): each.why for each in muted}
    if meant:
        issues = [_meant(each, meant.get((each.check, each.place))) for each in issues]
    by_grade = {grade: list[Issue]() for grade in GRADES}
    for each in sorted(issues, key=attrgetter("check")):
        by_grade[each.grade].append(each)
    return _Told(found, tuple(chain.from_iterable(by_grade.values())))


def _tell(fresh: Iterable[Found], catalogue: Catalogue, before: Iterable[Found]) -> None:
    """Make the issues of findings; those found again have the very same ones as before."""
    checks = {each.check for each in fresh}
    alike = {
        (was.check, was.at): was
        for was in before
        if was.check in checks and was.told_by is catalogue
    }
    for each in fresh:
        was = alike.get((each.check, each.at))
        each.issue = was.issue if was == each else issue_of(each, catalogue)
        each.told_by = catalogue


def _meant(issue: Issue, why: str | None) -> Issue:
    if why is None:
        return issue
    name = "muted", issue.check, issue.place
    return _ISSUES.get(name, (issue, why), lambda: replace(issue, muted=why))


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


def unfilled_slots(encounter: Encounter, slots: Mapping[SlotName, PackName]) -> tuple[Found, ...]:
    """Return F11 for slots that name a book which says nothing of them."""
    kept = {slot: book for slot, book in encounter.slots.items() if slot not in slots}
    edit = ("set_field", {"kind": "encounter", "field": "slots", "value": kept})
    fix = Fix("Leave it to the usual book", (edit,))
    return tuple(
        Found(check="F11", grade="error", fields={"name": slot, "other": book}, fix=fix)
        for slot, book in slots.items()
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


def counts(issues: Collection[Issue]) -> Mapping[str, int]:
    """Return how many issues of each grade are not muted."""
    grades = [each.grade for each in heard(issues)]
    return {grade: grades.count(grade) for grade in GRADES}
