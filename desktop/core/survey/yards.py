"""Checks of what the book that measures in yards needs of a board (of L28 and L29)."""

from collections.abc import Iterator, Mapping

from desktop.core.model.board import Door
from desktop.core.model.words import KindWord, PackName, SlotName
from desktop.core.survey.issue import Fix, Found, Where
from desktop.core.survey.layout import Layout

YARDS: PackName = "yards"
USUAL_TOUGHNESS = 40
"""That of a house door (INQ-DOORS-06)."""
OBSTACLES = frozenset(("obstacle", "low", "medium", "high"))
BY_STRENGTH: tuple[SlotName, ...] = ("leap", "climb", "swim")


def settles(slots: Mapping[SlotName, PackName], slot: SlotName, book: PackName | None) -> bool:
    """Whether this book settles something of a slot that may name its own book."""
    return (book or slots.get(slot)) == YARDS


def _own_doors(layout: Layout) -> Iterator[Door]:
    slots = layout.slots
    yield from (door for door in layout.doors.values() if settles(slots, "door", door.book))


def doors_without_toughness(layout: Layout) -> Iterator[Found]:
    """L29: a door that nobody can break down; a window without is plain glass."""
    for door in _own_doors(layout):
        if door.toughness is None and door.kind != "window":
            value = {
                "kind": "door", "ids": [door.id], "field": "toughness", "value": USUAL_TOUGHNESS,
            }  # fmt: skip
            fix = Fix(
                f"Give {door.label} the {USUAL_TOUGHNESS} of a house door", (("set_field", value),)
            )
            fields = {"name": door.label, "field": "toughness"}
            places = (Where("door", door.id),)
            yield Found(check="L29", grade="hint", at=places, fields=fields, fix=fix)


def obstacles_without_height(layout: Layout) -> Iterator[Found]:
    """L29: an obstacle that somebody may climb and of which nobody says how high it is."""
    slots = layout.slots
    for level, words in layout.words_painted.items():
        for word in words:
            kind = layout.kind(word)
            if kind.metres is not None or not settles(slots, "climb", kind.book):
                continue
            if OBSTACLES.isdisjoint(kind.qualities) or {"low", "medium"} & set(kind.qualities):
                continue
            fields = {"name": _told(layout, word), "field": "height in metres"}
            yield Found(check="L29", grade="hint", at=(Where("level", level),), fields=fields)


def _told(layout: Layout, word: KindWord) -> str:
    return f"The ground {word}" if word in layout.own_kinds else word.capitalize()


def climbs_without_height(layout: Layout) -> Iterator[Found]:
    """L29: a link that is climbed, on one level and without metres."""
    if not settles(layout.slots, "climb", None):
        return
    levels, level_of = layout.levels, layout.level_of.by_id
    for link in layout.links.values():
        if link.kind != "climb" or link.metres is not None:
            continue
        ends = [level_of[zone] for zone in (link.from_, link.to) if zone in level_of]
        if len({levels[level].height for level in ends if level in levels}) < 2:
            says = f"{layout.label(link.from_)} to {layout.label(link.to)}"
            fields = {"name": f"The climb from {says}", "field": "height in metres"}
            yield Found(check="L29", grade="hint", at=(Where("link", link.id),), fields=fields)


def people_without_strength(layout: Layout) -> Iterator[Found]:
    """L29: a profile with no Strength of any book, where leaps, climbs or strokes go by it."""
    slots = layout.slots
    if not any(slots.get(slot) == YARDS for slot in BY_STRENGTH):
        return
    profiles = {profile.id: profile for profile in layout.kinds.values() if profile.id}
    for profile in profiles.values():
        own, other = profile.yards, profile.imperium
        has = own is not None and own.strength is not None
        if not has and "str" not in ((other.characteristics if other else None) or {}):
            fields = {"name": profile.label, "field": "Strength"}
            yield Found(
                check="L29", grade="hint", at=(Where("profile", profile.id),), fields=fields
            )


CHECKS = (
    doors_without_toughness, obstacles_without_height, climbs_without_height,
    people_without_strength,
)  # fmt: skip
