"""The Strength of an attack on a thing: that of the fighter, or what its weapon comes to."""

from collections.abc import Mapping

from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, FighterId
from desktop.core.packs.hive.harm import figures
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef


def weapons_of(state: CombatState, who: FighterId) -> Mapping[AttackId, Attack]:
    """Return the attacks of a fighter that the core book knows."""
    imperium = state.people[who].profile.imperium
    return (imperium.attacks or {}) if imperium is not None else {}


def is_shot(state: CombatState, who: FighterId, attack: AttackId) -> bool:
    """Whether an attack of a fighter's profile is a ranged one."""
    weapon = weapons_of(state, who).get(attack)
    return weapon is not None and weapon.kind == "ranged"


def strength_of(
    now: Now, who: FighterId | None, attack: AttackId, said: int | None, rule: RuleRef
) -> int | None:
    """Return the Strength of an attack, as the table has its word on it; None where it has none."""
    if said is not None:
        return said
    found = own_strength(now.state, who, attack) if who is not None else None
    whose = f" of {label_of(now.state, who)}" if who is not None else ""
    says = f"Strength of the attack{whose}"
    word = now.count(now.unique(f"strength|{who or ''}|{attack}"), says, found or 0, rule)
    return found if word == (found or 0) else word


def own_strength(state: CombatState, who: FighterId, attack: AttackId) -> int | None:
    """Return the Strength of a fighter, or what the Damage of its weapon comes to."""
    weapon = weapons_of(state, who).get(attack)
    own = figures(state, who).strength
    if own is not None and (weapon is None or weapon.kind == "melee"):
        return own
    if weapon is None:
        return None
    whole = reads(state, "hive_weapon_strength", "its damage")
    return weapon.damage if whole else weapon.damage // 2


def weapon_told(
    state: CombatState, who: FighterId, attack: AttackId, *, ranged: bool = False
) -> str:
    """Return an attack as an offer names it, as `carbine, Strength 3`; or by bare hands."""
    weapon = weapons_of(state, who).get(attack)
    how = weapon.label if weapon is not None else ("a shot" if ranged else "bare hands")
    known = own_strength(state, who, attack)
    return f"{how}, Strength {known}" if known is not None else how
