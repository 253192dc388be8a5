"""The traits in force in a zone, from wherever they come. Everyone asks here and only here."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from desktop.core.model.board import Trait
from desktop.core.model.words import (
    TRAIT_FAMILIES,
    FighterId,
    Location,
    TraitWord,
    ZoneId,
    family_of,
)
from desktop.core.rules.events import Until
from desktop.core.rules.state import CombatState

LAID = "trait:"
"""Before the word, the name of a mark that lays a trait on its subject, a zone or a fighter."""
LIFTED = "no trait:"
"""Before the word, the name of a mark that lifts a trait off a zone for a while."""
SKY = "sky_zone_traits"
"""The ruling whether a sky zone has the traits of those below."""
ONE_GRADE = ("hazard", "obscured", "light")
"""Families of which only the gravest grade counts."""


@dataclass(frozen=True, slots=True)
class TraitInForce:
    """A trait that holds in a zone now."""

    word: TraitWord
    source: str = ""
    """Where it comes from: the zone's id, `board`, a fighter's id, or what laid it."""
    until: Until | None = None
    only: tuple[Location, ...] = ()
    """Hit locations that a light cover shields; empty means all."""


def traits_at(state: CombatState, zone: ZoneId | None) -> tuple[TraitInForce, ...]:
    """Return the traits that hold in a zone, or outside every zone, each word once.

    Of hazards, obscurity and light only the gravest; of covers all.
    """
    found: dict[TraitWord, TraitInForce] = {}
    for trait in laid_at(state, zone):
        found.setdefault(trait.word, trait)
    gravest = _gravest(found)
    return tuple(
        trait
        for trait in found.values()
        if gravest.get(family_of(trait.word) or "", trait.word) == trait.word
    )


def of_one_grade(traits: tuple[Trait, ...]) -> tuple[Trait, ...]:
    """Return traits without the milder grades of a family that has a graver one among them."""
    gravest = _gravest({trait.word for trait in traits})
    return tuple(
        each for each in traits if gravest.get(family_of(each.word) or "", each.word) == each.word
    )


def laid_at(state: CombatState, zone: ZoneId | None) -> tuple[TraitInForce, ...]:
    """Return everything that is laid on a zone, milder grades and repeats included."""
    lifted = _lifted(state, zone)
    return tuple(trait for trait in _all_at(state, zone) if trait.word not in lifted)


def has_trait(state: CombatState, zone: ZoneId | None, word: str) -> bool:
    """Whether a trait holds in a zone."""
    return any(trait.word == word for trait in traits_at(state, zone))


def _all_at(state: CombatState, zone: ZoneId | None) -> Iterator[TraitInForce]:
    board = state.encounter.board
    here = board.zones.get(zone) if zone is not None else None
    if here is not None:
        yield from (_of(trait, here.id) for trait in here.traits)
    if here is None or not here.sheltered:
        yield from (_of(trait, "board") for trait in board.traits)
    if here is not None and here.sky and state.rulings.get(SKY) == "shared traits":
        for way in state.place.links_of(here.id):
            if not board.zones[way.to].sky:
                yield from (each for each in laid_at(state, way.to) if each.source != "board")
    for (subject, name), mark in state.marks.items():
        if not name.startswith(LAID):
            continue
        word = TraitWord(name.removeprefix(LAID))
        if zone is not None and subject == zone:
            source = mark.value if isinstance(mark.value, str) else ""
            yield TraitInForce(word, source, mark.until)
        elif subject in state.fighters and _stands_in(state, FighterId(subject), zone):
            yield TraitInForce(word, subject, mark.until)


def _of(trait: Trait, source: str) -> TraitInForce:
    return TraitInForce(trait.word, source, None, trait.only)


def _stands_in(state: CombatState, who: FighterId, zone: ZoneId | None) -> bool:
    return state.on_board(who) and state.zone_of(who) == zone


def _lifted(state: CombatState, zone: ZoneId | None) -> frozenset[str]:
    return frozenset(
        name.removeprefix(LIFTED)
        for (subject, name) in state.marks
        if subject == zone and name.startswith(LIFTED)
    )


def _gravest(found: Collection[TraitWord]) -> dict[str, TraitWord]:
    return {
        family: next(word for word in reversed(TRAIT_FAMILIES[family]) if word in found)
        for family in ONE_GRADE
        if any(word in found for word in TRAIT_FAMILIES[family])
    }
