"""The survey: every check over one encounter, in the order of grade and catalogue.

A check is a function that yields what it finds; its docstring names its entry in the catalogue,
which says what is odd and why, and adds only what the entry does not say.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
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
from desktop.core.survey.issue import GRADES, Fix, Found, Issue, alike_ends, heard, issue_of
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


Meant = Mapping[tuple[str, str], str]
"""Why what is odd is meant, by its check and its place."""


class _Run(NamedTuple):
    """Issues of one check, all of one grade."""

    order: tuple[int, str]
    issues: tuple[Issue, ...]


class _Made(NamedTuple):
    """What was made of the findings of one check."""

    found: tuple[Found, ...] = ()
    issues: tuple[Issue, ...] = ()
    runs: tuple[_Run, ...] = ()


NOTHING = _Made()


class _Told(NamedTuple):
    """What was told of one layout."""

    catalogue: Catalogue
    meant: Meant
    own: _Made
    checks: tuple[_Made, ...]
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
        lambda: _told(own, found, catalogue, muted, _ISSUES.last("told")),
    )  # fmt: skip
    return told.issues


def _told(
    own: tuple[Found, ...],
    found: tuple[tuple[Found, ...], ...],
    catalogue: Catalogue,
    muted: tuple[Muted, ...],
    before: _Told | None,
) -> _Told:
    why = {(each.issue, each.at): each.why for each in muted}
    if before is None or before.catalogue is not catalogue:
        before = _Told(catalogue, why, NOTHING, (NOTHING,) * len(found), ())
    make = partial(_made, catalogue=catalogue, meant=why, was_meant=before.meant)
    same = why == before.meant
    pairs = zip((own, *found), (before.own, *before.checks), strict=True)
    made, *checks = [was if same and one is was.found else make(one, was) for one, was in pairs]
    runs = [run for each in (made, *checks) for run in each.runs]
    runs.sort(key=attrgetter("order"))
    issues = tuple(chain.from_iterable(run.issues for run in runs))
    return _Told(catalogue, why, made, tuple(checks), issues)


def _made(
    found: tuple[Found, ...], before: _Made, *, catalogue: Catalogue, meant: Meant, was_meant: Meant
) -> _Made:
    """Return the issues of one check; those that were there before are the same objects."""
    start, end = alike_ends(found, before.found) if meant == was_meant else (0, 0)
    olds, news = slice(start, len(before.found) - end), found[start : len(found) - end]
    known = dict(zip(map(id, before.found[olds]), before.issues[olds], strict=True))
    kept: list[Issue | None] = [known.get(id(each)) for each in news]
    if meant != was_meant:
        kept = [None] * len(news)
    fresh = {at: news[at] for at, issue in enumerate(kept) if issue is None}
    if fresh:  # many checks yield the very same again; the others are compared
        pairs = zip(before.found[olds], before.issues[olds], strict=True)
        alike = {(was.check, was.at): (was, issue) for was, issue in pairs}
        for at, each in fresh.items():
            was, issue = alike.get((each.check, each.at), (None, None))
            if was != each or issue is None or issue.muted != meant.get((each.check, issue.place)):
                issue = issue_of(each, catalogue, meant)
            kept[at] = issue
    every = [*before.issues[:start], *filter(None, kept), *before.issues[olds.stop :]]
    return _Made(found, tuple(every), _runs(every, list(map(_order, fresh.values())), before.runs))


def _runs(
    issues: Sequence[Issue], fresh: Sequence[tuple[int, str]], before: tuple[_Run, ...]
) -> tuple[_Run, ...]:
    """Return issues by grade; most checks know one, and what is fresh is of it."""
    if len(before) == 1 and {*fresh} <= {before[0].order}:
        return (_Run(before[0].order, tuple(issues)),) if issues else ()
    found: dict[tuple[Grade, str], list[Issue]] = {}
    for each in issues:
        found.setdefault((each.grade, each.check), []).append(each)
    return tuple(_Run(_order(several[0]), tuple(several)) for several in found.values())


def _order(each: Found | Issue) -> tuple[int, str]:
    return GRADES.index(each.grade), each.check


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
    grades = list(map(attrgetter("grade"), heard(issues)))
    return {grade: grades.count(grade) for grade in GRADES}
