"""Traits of zones and of the board."""

from collections.abc import Iterable, Sequence
from functools import cache

from desktop.core.errors import EditError
from desktop.core.model.board import OwnTrait, Trait
from desktop.core.model.edits.common import (
    all_found,
    checked_id,
    checked_traits,
    known_trait,
    on_board,
)
from desktop.core.model.encounter import Encounter
from desktop.core.model.plain import closest_words
from desktop.core.model.replacing import replace
from desktop.core.model.tables import with_things
from desktop.core.model.words import TRAIT_FAMILIES, TraitWord, ZoneId, family_of

Traits = tuple[Trait, ...]


def set_traits(
    encounter: Encounter,
    *,
    zones: tuple[ZoneId, ...] = (),
    add: Traits = (),
    off: tuple[str, ...] = (),
    beside: bool = False,
) -> Encounter:
    """Lay traits on zones, or on the board where none is named, and take others off.

    One takes the place of the others of its family, unless laid beside them.
    """
    laid = checked_traits(encounter, add)
    gone = frozenset(known_trait(encounter, word) for word in off)

    @cache  # many zones are alike
    def changed(traits: Traits) -> Traits:
        left = tuple(trait for trait in traits if trait.word not in gone)
        for trait in laid:
            left = with_trait(left, trait, beside=beside)
        return left

    if not zones:
        return on_board(encounter, traits=changed(encounter.board.traits))
    known = all_found(encounter.board.zones, zones, "zone")
    after = {zone.id: replace(zone, traits=changed(zone.traits)) for zone in known}
    return on_board(encounter, zones=with_things(encounter.board.zones, after))


def replace_traits(
    encounter: Encounter, *, zones: tuple[ZoneId, ...] = (), traits: Traits = ()
) -> Encounter:
    """Give zones, or the board where none is named, just these traits."""
    laid = checked_traits(encounter, traits)
    if not zones:
        return on_board(encounter, traits=laid)
    known = all_found(encounter.board.zones, zones, "zone")
    after = {zone.id: replace(zone, traits=laid) for zone in known}
    return on_board(encounter, zones=with_things(encounter.board.zones, after))


def step_traits(
    encounter: Encounter, *, zones: tuple[ZoneId, ...], family: str, back: bool = False
) -> Encounter:
    """Go to the next grade of a family, from none to the gravest and to none again.

    All zones get the same one; the first of them says from where.
    """
    grades = TRAIT_FAMILIES.get(family)
    if grades is None:
        hint = closest_words(family, TRAIT_FAMILIES)
        raise EditError(f"There is no family of traits called {family}.{hint}")
    first = all_found(encounter.board.zones, zones, "zone")[0]
    has = [i for i, word in enumerate(grades) if any(trait.word == word for trait in first.traits)]
    now = max(has, default=-1)
    then = (now + (0 if back else 2)) % (len(grades) + 1) - 1
    if then < 0:
        return set_traits(encounter, zones=zones, off=grades)
    return set_traits(encounter, zones=zones, add=(Trait(grades[then]),))


def add_trait(encounter: Encounter, *, word: str, says: str = "", name: str = "") -> Encounter:
    """Describe a trait of the GM's own, or describe it anew."""
    plain = TraitWord(" ".join(word.replace("_", " ").split()))
    if not plain:
        raise EditError("Give the trait a name.")
    checked_id(plain)
    if family_of(plain):
        raise EditError(f"{plain} is a trait that the program knows already.")
    own = OwnTrait(id=plain, name="" if name == plain else name, says=says)
    return replace(encounter, traits={**encounter.traits, plain: own})


def remove_traits(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    """Take traits of the GM's own out of the encounter, and off wherever they lie."""
    gone = frozenset(own.id for own in all_found(encounter.traits, ids, "trait of your own"))
    board = encounter.board

    def left(traits: Traits) -> Traits:
        return tuple(trait for trait in traits if trait.word not in gone)

    zones = {zone.id: replace(zone, traits=left(zone.traits)) for zone in board.zones.values()}
    after = on_board(encounter, zones=zones, traits=left(board.traits))
    own = {word: trait for word, trait in encounter.traits.items() if word not in gone}
    return replace(after, traits=own)


def with_trait(traits: Traits, trait: Trait, *, beside: bool) -> Traits:
    """Return traits with one more, in the place of others of its family unless beside them."""
    family = family_of(trait.word)
    first = next(
        (
            i
            for i, old in enumerate(traits)
            if old.word == trait.word or (family and not beside and family_of(old.word) == family)
        ),
        len(traits),
    )
    left = [
        old
        for old in traits
        if old.word != trait.word and (beside or not family or family_of(old.word) != family)
    ]
    return (*left[:first], trait, *left[first:])


def joined_traits(several: Iterable[Traits]) -> Traits:
    """Return the traits of joined zones: of each family the gravest, all of cover."""
    every = list(dict.fromkeys(trait for traits in several for trait in traits))
    gravest = {
        family: max((words.index(t.word) for t in every if t.word in words), default=0)
        for family, words in TRAIT_FAMILIES.items()
    }
    kept = [trait for trait in every if _is_kept(trait, gravest)]
    words: dict[TraitWord, Trait] = {}
    for trait in kept:
        words.setdefault(trait.word, trait)
    return tuple(words.values())


def _is_kept(trait: Trait, gravest: dict[str, int]) -> bool:
    family = family_of(trait.word)
    if family is None or family == "cover":
        return True
    words: Sequence[TraitWord] = TRAIT_FAMILIES[family]
    return words.index(trait.word) == gravest[family]
