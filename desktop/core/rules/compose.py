"""From chapters to a pack, and from packs to the rulebook of an encounter."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, get_args

from desktop.core.errors import PackError
from desktop.core.model.encounter import Encounter
from desktop.core.model.words import PackName, SlotName, SpaceName
from desktop.core.rules.book import NEEDED, Pack, Rulebook, Space
from desktop.core.rules.engine import ENGINE

ALWAYS_ON: PackName = "imperium"
SPACES: Mapping[SpaceName, PackName] = {
    "zones": "imperium", "squares": "squares", "measured": "yards",
}  # fmt: skip


def joined(name: PackName, title: str, *chapters: Pack) -> Pack:
    """Return a pack made of its chapters, each contribution in their order.

    Raises PackError where two chapters fill one slot or speak for one action.
    """
    chapters = chapters or (Pack(name=name),)
    merged: dict[str, Any] = {}
    for item in fields(Pack):
        if item.name in ("name", "title"):
            continue
        values = [getattr(chapter, item.name) for chapter in chapters]
        if item.name == "space":
            merged[item.name] = _one(title, [value for value in values if value is not None])
        elif item.name == "follows":
            merged[item.name] = _chained(values)
        elif isinstance(values[0], Mapping):
            merged[item.name] = _together(title, item.name, values)
        else:
            merged[item.name] = tuple(each for value in values for each in value)
    return Pack(name=name, title=title, **merged)


def _one(title: str, spaces: list[Space]) -> Space | None:
    if len(spaces) > 1:
        raise PackError(f"{title}: two chapters fill the slot space.")
    return spaces[0] if spaces else None


def _together(title: str, what: str, tables: Iterable[Mapping[Any, Any]]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for table in tables:
        for key, value in table.items():
            if key in found:
                name = key if isinstance(key, str) else key.__name__
                raise PackError(f"{title}: two chapters speak for {name} of {what}.")
            found[key] = value
    return found


def _chained(tables: Iterable[Mapping[Any, tuple[Any, ...]]]) -> dict[Any, tuple[Any, ...]]:
    found: dict[Any, tuple[Any, ...]] = {}
    for table in tables:
        for key, several in table.items():
            found[key] = (*found.get(key, ()), *several)
    return found


def rulebook(encounter: Encounter, packs: Iterable[Pack]) -> Rulebook:
    """Return the packs of an encounter joined by its slots.

    Packs speak in the order given, whatever the order in the file. Raises PackError with a
    sentence for a pack, slot or space that nobody fills.
    """
    known = {pack.name: pack for pack in packs if pack.name != "engine"}
    for name in encounter.packs:
        if name not in known:
            raise PackError(f"There is no pack {name}; known are {', '.join(known)}.")
    on = tuple(
        pack for name, pack in known.items() if name == ALWAYS_ON or name in wanted(encounter)
    )
    every: tuple[SlotName, ...] = get_args(SlotName)
    for named in encounter.slots:
        if named not in every:
            raise PackError(f"There is no slot {named}; known are {', '.join(every)}.")
    slots = {slot: _filled(encounter, known, slot) for slot in every}
    return Rulebook(
        packs=(*on, ENGINE),
        space=_space(encounter, known),
        **{slot: slots[slot] for slot in NEEDED},
        other_slots={
            slot: value for slot, value in slots.items() if slot not in NEEDED and value is not None
        },
    )


def wanted(encounter: Encounter) -> frozenset[str]:
    """Return the packs that are on: those named by the file, its space, a slot or a thing."""
    board = encounter.board
    books = (
        *(door.book for door in board.doors.values()),
        *(feature.book for feature in board.features.values()),
        *(kind.book for kind in board.kinds.values()),
    )
    named = (*encounter.packs, SPACES[encounter.space], *encounter.slots.values(), *books)
    return frozenset(name for name in named if name is not None)


def _filled(encounter: Encounter, known: Mapping[PackName, Pack], slot: SlotName) -> Any:
    """Return what fills a slot: the named pack must, the one that is always on may."""
    name = encounter.slots.get(slot, ALWAYS_ON)
    if name not in known:
        raise PackError(f"The slot {slot} names {name}, which is no pack.")
    provider = known[name].slots.get(slot)
    if provider is None and name != ALWAYS_ON:
        raise PackError(
            f"The slot {slot} names {name}, which does not fill it. Name {ALWAYS_ON}, or nothing."
        )
    if provider is None and slot in NEEDED:
        raise PackError(f"Nobody fills the slot {slot}; {name} does not.")
    return provider


def _space(encounter: Encounter, known: Mapping[PackName, Pack]) -> Space:
    name = SPACES[encounter.space]
    pack = known.get(name)
    if pack is None or pack.space is None:
        raise PackError(
            f"No rules for the space {encounter.space} are built yet. Choose the space zones."
        )
    return pack.space
