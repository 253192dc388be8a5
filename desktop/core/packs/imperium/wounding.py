"""What a weapon brings besides Damage: torn Armour, and a condition."""

from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, FighterId
from desktop.core.packs.imperium import weapons
from desktop.core.packs.imperium.suffering import Tier, suffer
from desktop.core.rules.events import MarkSet, Until, WoundsTaken
from desktop.core.rules.now import Now
from desktop.core.rules.tally import RuleRef

REND = RuleRef("IM-WEAPONS-14")
INFLICT = RuleRef("IM-WEAPONS-15")
MAJOR = "major"


def is_harmless(weapon: Attack) -> bool:
    """Whether a weapon deals no Damage and does something else instead."""
    odd = weapons.worded(weapon, "inflict") is not None or weapons.has(weapon, "smoke")
    return weapon.damage == 0 and odd


def after(now: Now, taken: WoundsTaken, attack: AttackId | None) -> None:
    """Bring what a weapon brings that has just dealt Wounds."""
    if taken.by is None or attack is None or taken.wounds <= 0:
        return
    weapon = weapons.attack_of(now.state, taken.by, attack)
    if weapon is None:
        return
    torn = weapons.level(weapon, "rend")
    if torn and taken.location:
        name = weapons.RENT + taken.location
        had = int(now.state.mark(taken.who, name) or 0)
        now.happens(MarkSet(subject=taken.who, name=name, value=had + torn, rule=REND))
    inflict(now, taken.who, weapon, taken.by)


def inflict(now: Now, who: FighterId, weapon: Attack, by: FighterId) -> None:
    """Let somebody suffer the condition that a weapon names, for one round."""
    said = weapons.worded(weapon, "inflict")
    if not said or not now.state.on_board(who):
        return
    until = Until("start of turn", now.state.round + 1, by)
    tier: Tier = "major" if MAJOR in said else ""
    suffer(now, who, said.replace(MAJOR, "").strip(), rule=INFLICT, tier=tier, until=until)
