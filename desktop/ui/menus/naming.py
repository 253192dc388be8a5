"""What the things of an encounter are called: in a row, in a sentence, and several at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from desktop.core.model.crew import twins
from desktop.core.model.edits.things import link_label
from desktop.core.model.encounter import Encounter, Member
from desktop.core.model.named import Named
from desktop.core.model.words import FighterId, GroupId, LevelId, LinkId
from desktop.ui.session import Ref

NAMELESS: frozenset[str] = frozenset(("wall", "piece", "picture"))
"""Kinds of things that nobody can name."""
MOST_NAMED = 3
"""More things than this are counted, not named."""


def thing_of(encounter: Encounter, ref: Ref) -> Named | None:
    """Return the thing with a name behind a ref; a member of a group as far as it differs."""
    board = encounter.board
    group, _, mark = ref.id.partition("/")
    if ref.kind == "fighter" and mark:
        return encounter.groups[GroupId(group)].members.get(mark, Member())
    tables: Mapping[str, Mapping[Any, Named]] = {
        "level": board.levels, "zone": board.zones, "link": board.links, "door": board.doors,
        "feature": board.features, "fighter": encounter.fighters, "group": encounter.groups,
    }  # fmt: skip
    return tables.get(ref.kind, {}).get(ref.id)


def label_of(encounter: Encounter, ref: Ref) -> str:
    """Return what a row with a thing says."""
    board = encounter.board
    if ref.kind == "wall":
        wall = board.walls[int(ref.id)]
        return f"From {wall.along[0][0]:g}, {wall.along[0][1]:g}" if wall.along else "Wall"
    if ref.kind == "piece":
        return str((*board.fields, *board.clouds)[int(ref.id)].kind).capitalize()
    if ref.kind == "picture":
        return board.levels[LevelId(ref.id)].label
    thing = thing_of(encounter, ref)
    if thing is None:
        return ref.id
    if ref.kind == "link":
        return link_label(encounter, board.links[LinkId(ref.id)])
    group, _, mark = ref.id.partition("/")
    if ref.kind == "fighter" and mark:
        return encounter.groups[GroupId(group)].label_of(mark)
    return thing.label


def told_apart(encounter: Encounter, ref: Ref) -> str:
    """Return what a row with a thing says, with the letter of a fighter whose name another has."""
    twin = twins(encounter.fighters).get(FighterId(ref.id), "") if ref.kind == "fighter" else ""
    label = label_of(encounter, ref)
    return f"{label} {twin}" if twin else label


def name_of(encounter: Encounter, ref: Ref) -> str:
    """Return what a thing is called in a sentence."""
    label = told_apart(encounter, ref)
    if ref.kind == "wall":
        return "a wall"
    if ref.kind == "piece":
        return label.lower()
    if ref.kind == "picture":
        return f"the picture of {label}"
    if ref.kind == "link":
        thing = thing_of(encounter, ref)
        return label if thing is None or thing.name else f"the link {label}"
    return label


def listed(encounter: Encounter, refs: Iterable[Ref]) -> str:
    """Return things by name, or by number where they are many or are called alike."""
    refs = tuple(refs)
    names = [name_of(encounter, ref) for ref in refs[: MOST_NAMED + 1]]
    if len(names) == 1:
        return names[0]
    if len(refs) > MOST_NAMED or len(set(names)) < len(names):
        kinds = {ref.kind for ref in refs}
        return f"{len(refs)} {kinds.pop()}s" if len(kinds) == 1 else f"{len(refs)} things"
    return f"{', '.join(names[:-1])} and {names[-1]}" if names else "nothing"
