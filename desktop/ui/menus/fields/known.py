"""What can be named in a field, with the names that people know it by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import Encounter, member_id
from desktop.core.model.ground import KINDS
from desktop.core.model.named import Named
from desktop.core.model.words import TRAITS

K = TypeVar("K", bound=str)

Item = tuple[str, str]
"""An id and the name that it is shown by."""
Kind = Callable[[Encounter], Iterable[Item]]


def _labels(things: Mapping[K, Named]) -> Iterable[Item]:
    return ((key, thing.label) for key, thing in things.items())


def zones(encounter: Encounter) -> Iterable[Item]:
    """Return the zones."""
    return _labels(encounter.board.zones)


def links(encounter: Encounter) -> Iterable[Item]:
    """Return the links."""
    return _labels(encounter.board.links)


def doors(encounter: Encounter) -> Iterable[Item]:
    """Return the doors."""
    return _labels(encounter.board.doors)


def features(encounter: Encounter) -> Iterable[Item]:
    """Return the features."""
    return _labels(encounter.board.features)


def doors_and_features(encounter: Encounter) -> Iterable[Item]:
    """Return what a link can lead through and a panel can work."""
    return [*doors(encounter), *features(encounter)]


def levels(encounter: Encounter) -> Iterable[Item]:
    """Return the levels."""
    return _labels(encounter.board.levels)


def sides(encounter: Encounter) -> Iterable[Item]:
    """Return every side."""
    return _labels(encounter.all_sides)


def clocks(encounter: Encounter) -> Iterable[Item]:
    """Return the clocks."""
    return _labels(encounter.clocks)


def entries(encounter: Encounter) -> Iterable[Item]:
    """Return what can have a turn."""
    cues = _labels(encounter.cues)
    return [*people(encounter), *clocks(encounter), *cues]


def fighters(encounter: Encounter) -> Iterable[Item]:
    """Return single fighters and members of groups."""
    yield from _labels(encounter.fighters)
    for group in encounter.groups.values():
        for mark in group.letters:
            yield member_id(group.id, mark), group.label_of(mark)


def people(encounter: Encounter) -> Iterable[Item]:
    """Return fighters, groups and members of groups."""
    groups = _labels(encounter.groups)
    return [*groups, *fighters(encounter)]


def people_and_zones(encounter: Encounter) -> Iterable[Item]:
    """Return whoever can be harmed, one by one or by where they are."""
    return [*people(encounter), *zones(encounter)]


def shown_things(encounter: Encounter) -> Iterable[Item]:
    """Return what players can be told of."""
    places = (zones, links, doors, features, levels)
    return [*people(encounter), *(item for kind in places for item in kind(encounter))]


def traits(encounter: Encounter) -> Iterable[Item]:
    """Return every trait, the GM's own last."""
    own = _labels(encounter.traits)
    return [*((word, word) for word in TRAITS), *own]


def kinds(encounter: Encounter) -> Iterable[Item]:
    """Return every kind of ground, field and cloud, the GM's own last."""
    own = (word for word in encounter.board.kinds if word not in KINDS)
    return ((word, word) for word in (*KINDS, *own))


@dataclass(frozen=True, slots=True)
class Known:
    """What a field may name: asked for anew whenever it is needed."""

    encounter: Callable[[], Encounter]
    kind: Kind
    what: str
    """As `zone`."""
    label: Callable[[str], str] | None = None
    """How an id reads; unsaid, by the name of the thing that has it."""

    def items(self) -> Sequence[Item]:
        """Return everything, with a name that is its own."""
        found = list(self.kind(self.encounter()))
        labels = [label for _, label in found]
        return [
            (id_, label if labels.count(label) == 1 or id_ == label else f"{label} ({id_})")
            for id_, label in found
        ]

    def name(self, id_: str) -> str:
        """Return what an id is shown by."""
        return self.label(id_) if self.label is not None else label_of(self.encounter(), id_)

    def named(self, text: str) -> str:
        """Return the id that a text means. Raises ValueError, with the nearest name."""
        return meant(text, self.items(), self.what)


def meant(text: str, items: Sequence[Item], what: str) -> str:
    """Return the id of the item that a text means. Raises ValueError, with the nearest name."""
    wanted = text.strip().casefold()
    same = [id_ for id_, label in items if label.casefold() == wanted]
    same += [id_ for id_, _ in items if id_ == text.strip()]
    if same:
        return same[0]
    begins = [id_ for id_, label in items if label.casefold().startswith(wanted)]
    holds = [id_ for id_, label in items if wanted and wanted in label.casefold()]
    for found in (begins, holds):
        if len(found) == 1:
            return found[0]
    near = get_close_matches(wanted, [label.casefold() for _, label in items], n=1)
    named = next((label for _, label in items if near and label.casefold() == near[0]), "")
    hint = f" Did you mean {named}?" if named else ""
    raise ValueError(f"There is no {what} called {text.strip()}.{hint}")
