"""What Ctrl+K finds of an encounter beside its board: its fields, and what has no square."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desktop.core.model.encounter import Encounter
from desktop.ui.menus.front import fight_of
from desktop.ui.menus.verb import Context, needs_build
from desktop.ui.panels.inspecting.shelves import SHELVES
from desktop.ui.panels.outline_nodes import KINDS, is_hidden, is_locked
from desktop.ui.session import PEOPLE, Session

FIELD, OPEN, ALL = "field.show", "thing.open", "kind.select"
HIDE, LOCK = "kind.hide", "kind.lock"
"""What the window is asked for: a field of the encounter, a thing of no square, all of a kind,
its eye, its lock."""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the list before it is one."""

    text: str
    beside: str
    wish: tuple[str, str]
    words: str = ""
    """Other words that it is found by."""
    why_not: str = ""


FIELDS = (
    ("space", "Space: zones, squares or measured", "board/space",
     "grid yards inches metres movement switch the"),
    ("packs", "Books that hold", "rules/packs", "rules packs imperium squares hive yards source"),
    ("slots", "Which book says how", "rules/which book says how",
     "rules slots falls leaps doors pushes tests damage turn climbing swimming"),
    ("square", "Length of a square", "board/square", "metre yard inch scale grid"),
    ("size", "Size of the board", "board/size", "resize width height squares larger smaller"),
    ("weather", "Weather: traits of the whole board", "board/weather", "rain fog night dark"),
    ("levels", "Levels of the board", "board/levels", "floors storeys"),
    ("name", "Name of the encounter", "name", "title rename"),
    ("notes", "Notes on the encounter", "notes", "gm description"),
    ("for_players", "Text for players", "for_players", "read aloud boxed"),
    ("goal", "Goal of the encounter", "goal/goal.text", "win failure round limit objective"),
    ("sides", "Sides", "sides/sides", "teams factions colours new side superiority dice"),
    ("clocks", "Clocks", "clocks/clocks", "countdown alarm timer track new clock"),
    ("cues", "Cues", "cues/cues", "event wave reminder script new cue"),
    ("profiles", "Profiles of the encounter", "profiles/profiles", "creatures list"),
    ("described", "Traits, ground and tables of your own", "described by you",
     "custom homebrew new trait kind table"),
    ("muted", "Muted issues", "muted issues/muted", "silenced warnings hear again"),
)  # fmt: skip
"""Key, text, where it stands in the inspector (the folds, then the field), and other words."""
CHANGE_IN_PLAY = ("weather", "sides", "clocks", "cues")
"""Those that can change in the middle of a fight, and stand at the same place there."""


def fields_found(context: Context) -> Iterator[Part]:
    """Yield the fields of the encounter."""
    refused, playing = needs_build(context), context.mode == "play"
    for key, text, where, words in FIELDS:
        why_not = refused
        if playing and key not in CHANGE_IN_PLAY:
            why_not = "This is for Build. Switch over with Ctrl+Tab."
        at = where.rpartition("/")[2] if playing and key == "weather" else where
        yield Part(text, "the encounter", (FIELD, at), words, why_not)


def unseen_found(context: Context, encounter: Encounter) -> Iterator[Part]:
    """Yield sides, clocks, cues and what else stands on no square."""
    refused = needs_build(context)
    for shelf in SHELVES.values():
        if shelf.kind in ("profile", "level"):
            continue  # these are found by themselves
        for id_, text, *_ in shelf.lines(encounter):
            yield Part(text, shelf.called, (OPEN, f"{shelf.kind} {id_}"), id_, refused)


def toggles_found(session: Session) -> Iterator[Part]:
    """Yield the eye and the lock of each kind, as the outline has them."""
    for row in KINDS:
        if not row.words:
            continue
        hides = "Show" if is_hidden(session.shown, row) else "Hide"
        locks = "Unlock" if is_locked(session.shown, row) else "Lock"
        fighting = fight_of(session) is not None and not PEOPLE.isdisjoint(row.words)
        why_not = "Nobody can fight unseen." if fighting else ""
        yield Part(
            f"{hides} {row.text.lower()}", "view", (HIDE, row.kind), "eye show hide", why_not
        )
        if row.has_lock:  # there are several of it
            yield Part(f"Select all {row.text.lower()}", "selection", (ALL, row.kind), "every")
            yield Part(f"{locks} {row.text.lower()}", "view", (LOCK, row.kind), "lock unlock")
