"""Spread: what a spray does to those beside its target."""

from desktop.core.model.profile import Attack
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import skills, weapons
from desktop.core.packs.imperium.acting import helpless
from desktop.core.packs.imperium.purposes import SPREAD
from desktop.core.rules.events import Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.tally import Part, RuleRef, TallyFor

RULE = RuleRef("IM-WEAPONS-02")


def times(weapon: Attack, mode: str) -> int:
    """Return how often an attack has Spread: by its traits, and by how it is fired."""
    own = sum(trait.lower().strip() == "spread" for trait in weapon.traits)
    return own + weapons.has(weapon, "flamer") + (mode == "rapid spread")


def beside(now: Now, who: FighterId, target: FighterId) -> list[FighterId]:
    """Return everyone within reach of a target but the shooter."""
    return [
        each
        for each in now.state.fighters
        if each not in (who, target)
        and now.state.on_board(each)
        and now.book.space.in_reach(now.state, target, each)
    ]


def splash(
    now: Now,
    attack: Tested,
    weapon: Attack,
    near: list[FighterId],
    *,
    count: int,
    how: frozenset[str],
) -> None:
    """Hurt those beside the target of an attack that passed, unless they get out of the way."""
    for who in near:
        if now.state.on_board(who) and not _dodges(now, who, weapon):
            _hurt(now, attack, weapon, who, full=count > 1, how=how)


def _dodges(now: Now, who: FighterId, weapon: Attack) -> bool:
    if helpless(now.state, who):
        return False
    wanted = TallyFor(what="test", who=who, purpose=SPREAD, skill=skills.DODGE)
    says = f"{skills.title(skills.DODGE)} of {label_of(now.state, who)} beside it"
    return now.book.test.test(now, wanted, says, 0, RULE).passed


def _hurt(
    now: Now, attack: Tested, weapon: Attack, who: FighterId, *, full: bool, how: frozenset[str]
) -> None:
    by = attack.who
    parts = [
        Part(key="weapon", says=weapon.label, does="base", amount=weapon.damage, rule=RULE),
        Part(key="levels", says="Success Levels", does="adds", amount=attack.levels, rule=RULE),
    ]
    if "supercharge" in how:
        more = weapons.level(weapon, "supercharge") or 0
        parts.append(Part(key="more", says="Supercharge", does="adds", amount=more, rule=RULE))
    if not full:
        less = sum(part.amount for part in parts) // 2
        parts.append(Part(key="half", says="half of it", does="adds", amount=-less, rule=RULE))
    wanted = TallyFor(
        what="damage", who=by, purpose=SPREAD, how=how, against=who, attack=weapon.id,
        ranged=True,
    )  # fmt: skip
    damage = now.tally(wanted, now.unique(f"damage|{by}|{who}"), "Damage", *parts)
    now.book.damage.hurt(now, who, damage, rule=RULE, by=by, attack=weapon.id)
