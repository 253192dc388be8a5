"""What differs between two encounters, in the words in which undo speaks of edits."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields

from desktop.core.model.diff import Changes, changes
from desktop.core.model.edits.common import listed
from desktop.core.model.edits.things import names_of
from desktop.core.model.encounter import Encounter, member_of
from desktop.core.model.tables import Changed, things_changed

_MADE = {
    "levels": "Add {}", "zones": "Draw {}", "links": "Link {}", "doors": "Put in {}",
    "features": "Place {}", "kinds": "Describe {}", "fighters": "Bring in {}",
    "groups": "Bring in {}", "profiles": "Add the profile {}", "sides": "Add the side {}",
    "clocks": "Add the clock {}", "cues": "Add the cue {}",
}  # fmt: skip
_CHANGED = {
    "traits": "Change the traits of {}", "name": "Rename {}", "outline": "Reshape {}",
    "used": "Change what using {} does", "hit": "Change what a hit on {} does",
    "passed": "Change what passing {} does", "do": "Change what {} does",
    "full": "Change what {} does when it is full", "ticks": "Change when {} ticks",
    "when": "Change when {} comes", "stops": "Change whom {} stops",
    "works": "Change whether {} works", "start": "Change who starts in {}",
    "starts": "Change how {} begins the fight", "own": "Change the figures of {}",
    "members": "Change members of {}", "from_": "Change where {} leads",
    "to": "Change where {} leads", "through": "Change what {} leads through",
    "for_players": "Change the text of {} for players", "seen_as": "Change what {} is seen as",
}  # fmt: skip
"""A field's own words, where its name alone would tell a reader little."""
_MOVED = {"at", "level", "squares", "on", "along", "ends"}
_ON_BOARD = ("levels", "zones", "links", "doors", "features", "kinds")
_NAMES_OTHERS = ("used", "hit", "passed", "works", "stops", "full", "ticks", "do", "when")
"""Fields of features, clocks and cues that lose what they name when it is deleted."""


def summary(before: Encounter, after: Encounter) -> tuple[str, ...]:
    """Return what makes the later encounter of the earlier one, a line for each kind of change.

    In the order of the file; empty where nothing differs.
    """
    found = changes(before, after)
    return tuple(dict.fromkeys((*_board(before, after, found), *_rest(before, after, found))))


def taken_along(before: Encounter, after: Encounter, deleted: Collection[str]) -> str:
    """Return what a deletion took along or changed beside what was meant, to end its sentence.

    Empty where nothing was.
    """
    found = changes(before, after)
    meant = {*deleted, *(member_of(id_)[0] for id_ in deleted)}
    gone, changed = [], []
    for kind in ("zones", "links", "doors", "features", "fighters", "groups"):
        many = sum(id_ not in meant for id_ in getattr(found, kind).removed)
        if many:
            gone.append(f"{many} {kind if many > 1 else kind[:-1]}")
    for kind in ("features", "clocks", "cues"):
        old, new = _table(before, kind), _table(after, kind)
        for id_ in getattr(found, kind).changed:
            if any(
                getattr(old[id_], name, None) != getattr(new[id_], name, None)
                for name in _NAMES_OTHERS
            ):
                changed.append(id_)
    taken = f" with {listed(gone)}" if gone else ""
    return taken + (f"; no longer in {names_of(before, changed)}" if changed else "")


def _rest(before: Encounter, after: Encounter, found: Changes) -> Iterator[str]:
    for kind in ("profiles", "fighters", "groups", "sides", "clocks", "cues"):
        differ = getattr(found, kind)
        if kind == "sides" and differ:  # two are there before they are written
            differ = things_changed(before.all_sides, after.all_sides)
        yield from _things(kind, differ, before, after)
    for name in sorted(found.document):
        yield f"Change {_word(name)} of the encounter"


def _board(before: Encounter, after: Encounter, found: Changes) -> Iterator[str]:
    for kind in _ON_BOARD:
        yield from _things(kind, getattr(found, kind), before, after)
    for level in sorted(found.walls):
        yield f"Change the walls of {_named((level,), before, after)}"
    for painted, verb in ((found.squares, "Paint"), (found.fields, "Lay fields on"),
                          (found.clouds, "Lay clouds on")):  # fmt: skip
        for level, squares in painted.items():
            count = f"{len(squares)} square{'s' if len(squares) != 1 else ''}"
            yield f"{verb} {count} of {_named((level,), before, after)}"
    if "size" in found.board:
        yield "Resize the board"
    if "traits" in found.board:
        yield "Change the traits of the board"


def _things(kind: str, found: Changed, before: Encounter, after: Encounter) -> Iterator[str]:
    if found.removed:
        yield f"Delete {_named(found.removed, before, before)}"
    if found.added:
        yield _MADE[kind].format(_named(found.added, after, after))
    old, new = _table(before, kind), _table(after, kind)
    by_field: dict[str, list[str]] = {}
    for id_ in filter(frozenset(found.changed).__contains__, new):
        for said in _said(old[id_], new[id_]):
            by_field.setdefault(said, []).append(id_)
    for said, ids in by_field.items():
        yield said.format(_named(tuple(ids), before, after))
    if found.reordered:
        yield f"Reorder the {kind}"


def _said(old: object, new: object) -> Iterator[str]:
    """Yield what was done to one thing, `{}` for its name."""
    for item in fields(new):  # type: ignore[arg-type]  # everything with an id is a dataclass
        if getattr(old, item.name) == getattr(new, item.name):
            continue
        if item.name in _MOVED:
            yield "Move {}"
        else:
            yield _CHANGED.get(item.name) or f"Change {_word(item.name)} of {{}}"


def _named(ids: tuple[str, ...], before: Encounter, after: Encounter) -> str:
    """Return what things are called, with what one was called where that differs."""
    was, now = (names_of(each, ids) for each in (before, after))
    return f"{was} to {now}" if was != now and len(ids) == 1 else now


def _word(name: str) -> str:
    return name.rstrip("_").replace("_", " ")


def _table(encounter: Encounter, kind: str) -> Mapping[str, object]:
    where = encounter.board if kind in _ON_BOARD else encounter
    found: Mapping[str, object] = getattr(where, "all_sides" if kind == "sides" else kind)
    return found
