"""Who rides whom, and what the rider has a say in."""

from typing import Literal, get_args

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.marks import RIDING, SECURED
from desktop.core.rules.state import CombatState

Temper = Literal["trained", "untrained", "intelligent"]
TEMPER = "as a mount"
"""The mark on a mount that says its temper; a tag of its profile serves too."""
CONTROLLED = "controlled"
"""The mark on a mount that the GM has put under its rider's control, or not, by one reading."""
BUCKS = "wants its rider off"
"""The mark on a mount that would throw its rider."""
UNWILLING = "will not be ridden"
"""The mark on a mount that lets nobody up."""
FIGHTS = "attacks as a mount"
"""The mark on a mount that has attacked in the melee that it is in."""
SENSELESS = ("unconscious", "incapacitated", "dead")


def mount_of(state: CombatState, who: FighterId) -> FighterId | None:
    """Return whom a fighter rides, both being on the board."""
    for other in state.related(RIDING, who):
        if other in state.fighters and state.on_board(FighterId(other)) and state.on_board(who):
            return FighterId(other)
    return None


def riders_of(state: CombatState, mount: FighterId) -> tuple[FighterId, ...]:
    """Return who on the board rides a fighter."""
    return tuple(
        FighterId(each.one)
        for each in state.relations
        if each.kind == RIDING and each.other == mount and state.on_board(FighterId(each.one))
    )


def temper_of(state: CombatState, mount: FighterId) -> str:
    """Return what kind of mount somebody is; trained where nobody says."""
    said = state.mark(mount, TEMPER)
    tags = state.people[mount].profile.tags
    return (
        str(said) if said else next((each for each in get_args(Temper) if each in tags), "trained")
    )


def is_controlled(state: CombatState, mount: FighterId) -> bool:
    """Whether a mount does as its rider says, so that it has no turn of its own."""
    awake = [
        rider
        for rider in riders_of(state, mount)
        if not any(each in state.fighters[rider].conditions for each in SENSELESS)
    ]
    if not awake:
        return False
    said = state.mark(mount, CONTROLLED)
    if said is not None and reads(state, "mount_intelligent", "gm sets"):
        return bool(said)
    return temper_of(state, mount) == "trained"


def has_the_turn(state: CombatState, who: FighterId) -> bool:
    """Whether it is a fighter's turn, or that of the rider whom it obeys."""
    if state.actor == who:
        return True
    return state.actor in riders_of(state, who) and is_controlled(state, who)


def is_secured(state: CombatState, rider: FighterId) -> bool:
    """Whether a rider is strapped to its mount."""
    return bool(state.mark(rider, SECURED)) and mount_of(state, rider) is not None


def is_spared(state: CombatState, who: FighterId) -> bool:
    """Whether what a zone does reaches only the mount of a fighter, by one reading."""
    only_mount = reads(state, "mount_zone_effects", "mount only")
    return only_mount and mount_of(state, who) is not None
