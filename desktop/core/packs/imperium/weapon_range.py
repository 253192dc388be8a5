"""Weapon range: what is too far for a weapon, and what that does."""

from collections.abc import Iterator
from typing import get_args

from desktop.core.model.profile import Attack
from desktop.core.model.words import BandWord, FighterId
from desktop.core.packs.imperium import aim, weapons
from desktop.core.packs.imperium.purposes import AIMED, ATTACK
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.sight import stacked
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

BEYOND = RuleRef("IM-WEAPON_RANGE-02")
EXTREME = RuleRef("IM-RANGE-04")
BANDS: tuple[BandWord, ...] = get_args(BandWord)
"""From the nearest to the furthest."""


def is_beyond(
    book: Rulebook, state: CombatState, who: FighterId, target: str, weapon: Attack,
    *, aimed: bool = False,
) -> bool:  # fmt: skip
    """Whether a target is too far for a weapon; never where the space has no bands."""
    band = book.space.distance(state, who, target).band
    if weapon.range is None or band not in BANDS:
        return False
    return BANDS.index(band) > BANDS.index(weapon.range) + (1 if aimed else 0)


def refused(
    book: Rulebook, state: CombatState, who: FighterId, target: str, weapon: Attack
) -> Iterator[Refusal]:
    """Yield why a shot cannot be tried at this distance, where a table plays it so."""
    if reads(state, "range_step_vs_beyond", "not allowed") and is_beyond(
        book, state, who, target, weapon, aimed=aim.is_aimed(state, who)
    ):
        says = f"{label_of(state, target)} is out of the range of {weapon.label}."
        yield Refusal(says, BEYOND, "Move closer.")


def confirmed(now: Now, who: FighterId, target: str, weapon: Attack) -> bool:
    """Whether a shot at Extreme range is tried at all; any other is."""
    if now.book.space.distance(now.state, who, target).band != "extreme":
        return True
    says = f"{label_of(now.state, target)} is at Extreme range, and the shot is tried"
    return bool(now.word(now.unique(f"extreme|{who}|{target}"), says, True, EXTREME))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or not wanted.ranged or wanted.purpose != ATTACK:
        return
    weapon = weapons.attack_of(state, wanted.who, wanted.attack or "")
    target = wanted.zone or wanted.against
    if weapon is None or target is None:
        return
    aimed = AIMED in wanted.how
    if is_beyond(book, state, wanted.who, target, weapon, aimed=aimed):
        yield Part(
            key=stacked(state, "range"), says="beyond range", does="against", rule=BEYOND,
            ruling="range_step_vs_beyond",
        )  # fmt: skip


CHAPTER = Pack(name="imperium", parts=(_parts,))
