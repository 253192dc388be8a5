"""What the canvas shows: one frozen value, from the document in Build, the fight in Play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from desktop.core.model.board import Trait
from desktop.core.model.encounter import Encounter
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId, LevelId, ProfileId, ZoneId
from desktop.core.rules.state import CombatState
from desktop.core.rules.traits import LAID, LIFTED, traits_at
from desktop.ui.canvas.standing import NO_NOTES, Notes, Stand, Standing


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A board with everyone on it, as one level of it is looked at."""

    encounter: Encounter
    place: Place
    level: LevelId
    """The level in view."""
    below: LevelId | None
    """The level that shows faintly through."""
    stands: Mapping[FighterId, Stand] = field(default_factory=dict)
    """Everyone on the board, of every level."""
    hidden_kinds: frozenset[str] = frozenset()
    """Kinds of things that are not shown now."""
    folder: Path | None = None
    """What pictures' paths are relative to."""
    notes: Notes = field(default_factory=lambda: NO_NOTES)
    """What is worth a word just now, by whom or what it is about."""

    def on_level(self, level: LevelId) -> tuple[Stand, ...]:
        """Return everyone who stands on a level."""
        return tuple(stand for stand in self.stands.values() if stand.level == level)


def from_encounter(
    encounter: Encounter,
    level: LevelId,
    *,
    stock: Mapping[ProfileId, Profile] | None = None,
    hidden_kinds: frozenset[str] = frozenset(),
    hidden_levels: frozenset[str] = frozenset(),
    folder: Path | None = None,
    standing: Standing | None = None,
) -> Drawn:
    """Return the document as it is drawn in Build; `standing` keeps who stands where."""
    place = Place.of(encounter.board)
    return Drawn(
        encounter, place, level, level_below(place, level, hidden_levels),
        (standing or Standing()).before(encounter, stock), hidden_kinds, folder,
    )  # fmt: skip


def from_state(
    state: CombatState,
    level: LevelId,
    *,
    hidden_kinds: frozenset[str] = frozenset(),
    hidden_levels: frozenset[str] = frozenset(),
    folder: Path | None = None,
    standing: Standing | None = None,
    notes: Notes | None = None,
) -> Drawn:
    """Return the fight as it is drawn in Play; `standing` keeps who stands where."""
    place, notes = state.place, notes or NO_NOTES
    return Drawn(
        with_traits_in_force(state), place, level, level_below(place, level, hidden_levels),
        (standing or Standing()).during(state, notes), hidden_kinds, folder, notes,
    )  # fmt: skip


def with_traits_in_force(state: CombatState) -> Encounter:
    """Return the fight's encounter, its zones with the traits that hold in them just now.

    Where effects laid or lifted something; zones that nothing touched stay the same objects.
    """
    followed = {
        state.zone_of(FighterId(subject))
        for subject, name in state.marks
        if name.startswith(LAID) and subject in state.fighters
    }
    touched = {subject for subject, name in state.marks if name.startswith((LAID, LIFTED))}
    board = state.encounter.board
    changed = {
        id_: replace(zone, traits=_in_force(state, id_), sheltered=True)
        for id_, zone in board.zones.items()
        if id_ in touched or id_ in followed
    }
    if not changed:
        return state.encounter
    return replace(state.encounter, board=replace(board, zones={**board.zones, **changed}))


def _in_force(state: CombatState, zone: ZoneId) -> tuple[Trait, ...]:
    return tuple(Trait(each.word, each.only) for each in traits_at(state, zone))


def level_below(
    place: Place, level: LevelId, hidden: frozenset[str] = frozenset()
) -> LevelId | None:
    """Return the next lower level that is shown, or None for the lowest."""
    levels = place.levels
    below = levels[: levels.index(level)] if level in levels else ()
    return next((each for each in reversed(below) if each not in hidden), None)
