"""The survey: every check over one encounter, in the order of grade and catalogue.

A check is a function that yields what it finds; its docstring names its entry in the catalogue,
which says what is odd and why, and adds only what the entry does not say.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from desktop.core.model.crew import NO_STOCK
from desktop.core.model.encounter import Encounter, Muted
from desktop.core.model.memo import Memo
from desktop.core.model.profile import Profile
from desktop.core.model.words import PackName, ProfileId, SlotName
from desktop.core.rules.catalogue import Catalogue, Grade
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
from desktop.core.survey.issue import GRADES, Fix, Found, Issue, Where, issue_of
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


class _Run(NamedTuple):
    """Issues of one check, all of one grade, with what they were made from."""

    found: tuple[Found, ...]
    catalogue: Catalogue
    muted: tuple[Muted, ...]
    issues: tuple[Issue, ...]
    order: tuple[int, str]


class _Told(NamedTuple):
    """What was told of one layout."""

    found: tuple[tuple[Found, ...], ...]
    """Check by check."""
    catalogue: Catalogue
    muted: tuple[Muted, ...]
    runs: tuple[tuple[_Run, ...], ...]
    """Of each check its own."""
    issues: tuple[Issue, ...]


def issues_of(
    layout: Layout, catalogue: Catalogue, beside: Iterable[Found] = ()
) -> tuple[Issue, ...]:
    """Return every issue of a layout; checks that read nothing else than before are not made."""
    encounter = layout.encounter
    own = (*beside, *readings(encounter, catalogue))
    found = tuple(check(layout) for check in _FOUND)
    told: _Told = _ISSUES.get(
        "told", (catalogue, encounter.muted, *own, *found),
        lambda: _told(own, found, catalogue, encounter.muted, _ISSUES.last("told")),
    )  # fmt: skip
    return told.issues


def _told(
    own: tuple[Found, ...],
    found: tuple[tuple[Found, ...], ...],
    catalogue: Catalogue,
    muted: tuple[Muted, ...],
    before: _Told | None,
) -> _Told:
    if before is None or before.catalogue is not catalogue or before.muted is not muted:
        before = _Told(((),) * len(found), catalogue, muted, ((),) * len(found), ())
    runs = tuple(
        kept if one is was else _runs_of(check, one, catalogue, muted)
        for check, one, was, kept in zip(CHECKS, found, before.found, before.runs, strict=True)
    )
    every = [*_runs(own, catalogue, muted, ()), *chain.from_iterable(runs)]
    every.sort(key=attrgetter("order"))
    issues = tuple(chain.from_iterable(run.issues for run in every))
    return _Told(found, catalogue, muted, runs, issues)


def _runs_of(
    check: Check, found: tuple[Found, ...], catalogue: Catalogue, muted: tuple[Muted, ...]
) -> tuple[_Run, ...]:
    before: tuple[_Run, ...] = _ISSUES.last(check) or ()
    parts = (found, catalogue, muted)
    return _ISSUES.get(check, parts, lambda: tuple(_runs(*parts, before)))


def _runs(
    found: tuple[Found, ...],
    catalogue: Catalogue,
    muted: tuple[Muted, ...],
    before: tuple[_Run, ...],
) -> Iterator[_Run]:
    """Yield what was found as issues; those that were there before are the same objects."""
    why = {(each.issue, each.at): each.why for each in muted}
    before = tuple(run for run in before if run.catalogue is catalogue)
    known: dict[int, Issue] = {}
    for run in before:
        if run.muted is muted:
            known.update(zip(map(id, run.found), run.issues, strict=True))
    alike: dict[tuple[str, tuple[Where, ...]], tuple[Found, Issue]] = {}
    of_kind: dict[tuple[Grade, str], list[Found]] = {}
    for each in found:
        if id(each) not in known:  # many checks yield the very same again; the others are compared
            alike = alike or {(was.check, was.at): (was, issue) for was, issue in _pairs(before)}
            was, issue = alike.get((each.check, each.at), (None, None))
            if was != each or issue is None or issue.muted != why.get((each.check, issue.place)):
                issue = issue_of(each, catalogue, why)
            known[id(each)] = issue
        of_kind.setdefault((each.grade, each.check), []).append(each)
    for (grade, check), several in of_kind.items():
        issues = tuple(known[id(each)] for each in several)
        yield _Run(tuple(several), catalogue, muted, issues, (GRADES.index(grade), check))


def _pairs(runs: Iterable[_Run]) -> Iterator[tuple[Found, Issue]]:
    for run in runs:
        yield from zip(run.found, run.issues, strict=True)


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


def counts(issues: Iterable[Issue]) -> Mapping[str, int]:
    """Return how many issues of each grade are not muted."""
    many = Counter(each.grade for each in issues if each.muted is None)
    return {grade: many[grade] for grade in GRADES}
