"""What the page before round 1 lists: who is in the fight, by side, with what is known of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from desktop.core.model.encounter import HEROES, Person
from desktop.core.model.words import DiceBy, FighterId, SideId
from desktop.core.rules.book import Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.state import CombatState
from desktop.ui.canvas.sides import UNKNOWN_SIDE, side_looks

SUPERIORITY = "superiority"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """A fighter or a group."""

    id: str
    name: str
    members: tuple[FighterId, ...]
    initiative: int
    says: str
    """As `hidden, seen as Hooded figure`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideLine:
    """A side with its people."""

    id: SideId
    name: str
    colour: str
    dice: DiceBy
    counters: Mapping[str, int]
    entries: tuple[EntryLine, ...]


def side_lines(book: Rulebook, state: CombatState) -> list[SideLine]:
    """Return every side that has people or is the heroes', in the order of the file."""
    looks = side_looks(state.encounter)
    found: list[SideLine] = []
    for side in state.encounter.all_sides.values():
        entries = tuple(_entries(book, state, side.id))
        if not entries and side.id != HEROES:
            continue
        counters = dict(side.counters)
        if side.id == HEROES:
            counters.setdefault(SUPERIORITY, 0)
        found.append(
            SideLine(
                id=side.id, name=side.label, colour=looks.get(side.id, UNKNOWN_SIDE).colour,
                dice=side.dice, counters=counters, entries=entries,
            )
        )  # fmt: skip
    return found


def _entries(book: Rulebook, state: CombatState, side: SideId) -> Iterator[EntryLine]:
    seen: set[str] = set()
    people = [person for person in state.people.values() if person.side == side]
    for person in people:
        name = person.group or person.id
        if name in seen:
            continue
        seen.add(name)
        members = tuple(each.id for each in people if (each.group or each.id) == name)
        number = person.initiative
        if number is None:
            number = book.ranked(state, person.id)[0]
        yield EntryLine(
            id=name, name=_name(state, person, len(members)), members=members, initiative=number,
            says=_says(person),
        )  # fmt: skip


def _name(state: CombatState, person: Person, many: int) -> str:
    if person.group is None:
        return label_of(state, person.id)
    group = state.encounter.groups[person.group]
    return f"{group.label} {group.letters[0]}–{group.letters[-1]}" if many > 1 else group.label


def _says(person: Person) -> str:
    seen_as = person.seen_as.removesuffix(f" {person.letter}") if person.letter else person.seen_as
    parts = [
        "hidden" if person.hidden else "",
        f"seen as {seen_as}" if seen_as else "",
        person.starts.off or "",
        "unaware" if person.starts.unaware else "",
        f"{person.starts.wounds} wounds" if person.starts.wounds else "",
    ]
    return ", ".join(part for part in parts if part)
