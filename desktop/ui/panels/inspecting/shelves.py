"""What an encounter keeps that stands on no square: how each list reads, and what adds to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from desktop.core.model.encounter import FOES, HEROES, Encounter
from desktop.ui.panels.inspecting.effect_words import moment_words
from desktop.ui.panels.inspecting.summary import figures

Line = tuple[str, str, str, bool, str]
"""Id, text, what stands beside it, whether it may be taken out, and its tip."""
Edit = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A list of an encounter."""

    name: str
    kind: str
    called: str
    lines: Callable[[Encounter], Iterable[Line]]
    edit: Callable[[str], Edit]
    """What adds one, by its name."""
    asks: bool = False
    """Whether its name must be typed first."""
    add: bool = True

    def ids(self, encounter: Encounter) -> list[str]:
        """Return the ids on it."""
        return [line[0] for line in self.lines(encounter)]


def _sides(encounter: Encounter) -> Iterable[Line]:
    for side in encounter.all_sides.values():
        dice = "by hand" if side.dice == "hand" else ""
        yield side.id, side.label, dice, side.id not in (HEROES, FOES), ""


def _clocks(encounter: Encounter) -> Iterable[Line]:
    for clock in encounter.clocks.values():
        yield clock.id, clock.label, f"{clock.filled}/{clock.size}", True, clock.text


def _cues(encounter: Encounter) -> Iterable[Line]:
    for cue in encounter.cues.values():
        yield cue.id, cue.label, moment_words(encounter, cue.when), True, cue.text


def _profiles(encounter: Encounter) -> Iterable[Line]:
    used = {one.profile for one in encounter.fighters.values()}
    used |= {one.profile for one in encounter.groups.values()}
    for profile in encounter.profiles.values():
        unused = profile.id not in used
        yield profile.id, profile.label, "unused" if unused else "", unused, figures(profile)


def _levels(encounter: Encounter) -> Iterable[Line]:
    many = len(encounter.board.levels) > 1
    for level in encounter.board.levels.values():
        yield level.id, level.label, f"{level.height:g} m", many, ""


def _traits(encounter: Encounter) -> Iterable[Line]:
    for trait in encounter.traits.values():
        yield trait.id, trait.label, "", True, trait.says


def _kinds(encounter: Encounter) -> Iterable[Line]:
    for word, kind in encounter.board.kinds.items():
        yield word, word, "", True, ", ".join(kind.qualities)


def _tables(encounter: Encounter) -> Iterable[Line]:
    for name, table in encounter.tables.items():
        yield name, name, f"{len(table.rows)} rows", True, ""


SHELVES: Mapping[str, Shelf] = {
    "sides": Shelf("sides", "side", "side", _sides, lambda _: ("add_side", {"name": "Side"})),
    "clocks": Shelf("clocks", "clock", "clock", _clocks, lambda _: ("add_clock", {})),
    "cues": Shelf("cues", "cue", "cue", _cues, lambda _: ("add_cue", {})),
    "profiles": Shelf("profiles", "profile", "profile", _profiles, lambda _: ("", {})),
    "levels": Shelf("levels", "level", "level", _levels, lambda _: ("add_level", {})),
    "traits": Shelf(
        "traits", "trait", "trait", _traits, lambda name: ("add_trait", {"word": name}), asks=True
    ),
    "kinds": Shelf(
        "kinds", "ground", "kind of ground", _kinds,
        lambda name: ("add_ground_kind", {"word": name, "qualities": ()}), asks=True,
    ),
    "tables": Shelf(
        "tables", "table", "table", _tables,
        lambda name: ("set_table", {"name": name, "rows": {1: "…"}}), asks=True,
    ),
}  # fmt: skip
