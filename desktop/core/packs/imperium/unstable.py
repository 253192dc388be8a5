"""Unstable weapons: a bad enough Fumble destroys them in their bearer's hands."""

from desktop.core.model.profile import Attack
from desktop.core.model.words import FighterId, Location
from desktop.core.packs.imperium import weapons
from desktop.core.rules.events import MarkSet, Said, TableRolled
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.tally import Part, RuleRef, TallyFor

RULE = RuleRef("IM-WEAPONS-19")
BREAKS_FROM = 5


def breaks(now: Now, who: FighterId, weapon: Attack, rolled: TableRolled) -> None:
    """Destroy an unstable weapon whose Fumble was bad enough, and hurt the arm that held it."""
    if not weapons.has(weapon, "unstable") or rolled.result < BREAKS_FROM:
        return
    bare = weapon.id.removesuffix(weapons.THROWN)
    text = f"{weapon.label} is destroyed in the hands of {label_of(now.state, who)}"
    now.happens(
        MarkSet(subject=who, name=weapons.BROKEN + bare, value=True, rule=RULE),
        Said(text=text, who=who, rule=RULE),
    )
    if not now.state.on_board(who):
        return
    off_hand = now.state.mark(who, weapons.OFF_HAND) == bare
    arm: Location = "left arm" if off_hand else "right arm"
    part = Part(key="weapon", says=weapon.label, does="base", amount=weapon.damage, rule=RULE)
    wanted = TallyFor(what="damage", who=who, purpose="unstable", attack=weapon.id)
    damage = now.tally(wanted, now.unique(f"damage|{who}|{who}"), "Damage", part)
    now.book.damage.hurt(now, who, damage, rule=RULE, location=arm)
