"""Checks of names and of what players can read (L54, L57)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import compress
from typing import Any

from desktop.core.model.named import Named
from desktop.core.survey.facts import Fact, each_of, fact, table_of
from desktop.core.survey.issue import Found, Where
from desktop.core.survey.layout import Layout
from desktop.core.survey.shape import at
from desktop.core.survey.table import Table

LONGEST_NAME = 22
MISSING = "missing"
NUMBERED = re.compile(r"(?i)^(zone|area|room|region)?\s*\d+$")


def zone_names(layout: Layout) -> Iterator[Found]:
    """L54."""
    labels, folded, faults = layout.labels, _folded(layout).column, _faults(layout).column
    if not any(faults) and len(frozenset(folded)) == len(folded):
        return
    many = Counter(folded)
    for (zone, label), name, fault in zip(labels.pairs(), folded, faults, strict=True):
        twice = fault != MISSING and many[name] > 1
        if fault or twice:
            fields = {"zone": label, "fault": "used twice" if twice else fault}
            yield Found(check="L54", grade="hint", at=at(zone), fields=fields)


@each_of(Layout.labels)
def _folded(_layout: Layout) -> Callable[[str], str]:
    """What every zone is called, written small."""
    return str.casefold


@each_of(Layout.labels)
def _faults(_layout: Layout) -> Callable[[str], str | None]:
    """What is wrong with the name of each zone by itself."""
    return _fault


def _fault(label: str) -> str | None:
    if not label.strip():
        return MISSING
    if NUMBERED.match(label):
        return "only a number"
    return f"longer than {LONGEST_NAME} letters" if len(label) > LONGEST_NAME else None


def _hidden(_layout: Layout) -> Callable[[Named], str]:
    """The names of those that are hidden; empty for all others."""
    return lambda thing: thing.name if thing.hidden else ""


_HIDDEN: tuple[tuple[str, Fact[Table[Any, str]]], ...] = (
    ("fighter", each_of(table_of(Layout.fighters))(_hidden)),
    ("group", each_of(table_of(Layout.groups))(_hidden)),
    ("zone", each_of(Layout.every_zone)(_hidden)),
    ("door", each_of(table_of(Layout.doors))(_hidden)),
    ("feature", each_of(table_of(Layout.features))(_hidden)),
)


@fact
def _secret(layout: Layout) -> tuple[tuple[Where, str], ...]:
    """What is hidden and has a name."""
    tables = [(kind, names(layout)) for kind, names in _HIDDEN]
    return tuple(
        (Where(kind, id_), name)
        for kind, table in tables
        if any(table.column)
        for id_, name in compress(table.pairs(), table.column)
    )


def hidden_names(layout: Layout) -> Iterator[Found]:
    """L57: the name of a hidden thing in a text for players."""
    secret = _secret(layout)
    if not secret:
        return
    texts = {"the text for players": layout.for_players}
    texts |= {f"the text of {zone.label}": zone.for_players for zone in layout.zones.values()}
    for where, name in secret:
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        for text, words in texts.items():
            if words and word.search(words):
                fields = {"name": name, "text": text}
                yield Found(check="L57", grade="error", at=(where,), fields=fields)


CHECKS = (zone_names, hidden_names)
