"""Points of damage: as printed where a profile has this book's health, else wounds."""

from desktop.core.model.words import FighterId
from desktop.core.packs.squares.figures import figures
from desktop.core.rules.book import Pack
from desktop.core.rules.events import MarkSet, WoundsTaken
from desktop.core.rules.marks import OUT
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, Tally

TOTAL = "damage of the attack"
"""The mark on a fighter that an attack is moving: points that join the attack's total."""


def has_health(now: Now, who: FighterId) -> bool:
    """Whether a fighter's wounds are counted as this book counts them."""
    native = figures(now.state, who).health is not None
    return native and now.book.damage.maximum(now.state, who) is None


def hurt(
    now: Now,
    who: FighterId,
    says: str,
    *parts: Part,
    rule: RuleRef,
    by: FighterId | None = None,
    attack: bool = False,
) -> None:
    """Deal points of damage to a fighter, given with their reasons, as one total.

    Against armour go those of an `attack`, and others by one reading only.
    """
    if not now.state.on_board(who) or not parts:
        return
    key = now.unique(f"damage|{who}|{says}")
    damage = now.told(Tally(key=key, says=says, parts=parts))
    if damage.total <= 0:
        return
    if has_health(now, who):
        _lose(now, who, damage, rule, by)
        return
    worn = attack or reads(now.state, "grid_armour", "armour counts")
    now.book.damage.hurt(now, who, damage, rule=rule, by=by, armour=worn)


def joins_attack(now: Now, who: FighterId, points: int, *, by_ruling: bool) -> bool:
    """Whether points join the total of an attack that is moving a fighter; they do so then."""
    had = now.state.mark(who, TOTAL)
    if had is None or not by_ruling:
        return False
    now.happens(MarkSet(subject=who, name=TOTAL, value=int(had) + points))
    return True


def points(key: str, says: str, amount: int, rule: RuleRef, ruling: str = "") -> Part:
    """Return points of damage with their reason."""
    return Part(key=key, says=says, does="adds", amount=amount, rule=rule, ruling=ruling)


def _lose(now: Now, who: FighterId, damage: Tally, rule: RuleRef, by: FighterId | None) -> None:
    most, had = figures(now.state, who).health or 1, now.state.fighters[who].wounds
    total = min(had + damage.total, max(most, had))
    none = Part(key="none", says="no armour", does="base", amount=0, rule=rule)
    now.happens(
        WoundsTaken(
            who=who, damage=damage, armour=Tally(key="armour", says="no armour", parts=(none,)),
            location=None, wounds=damage.total, total=total, over=had + damage.total - total,
            by=by, rule=rule,
        )
    )  # fmt: skip


def _wounded(now: Now, fact: WoundsTaken) -> None:
    """With the last point of this book's health one is out, whatever book took it."""
    who = fact.who
    if not has_health(now, who) or is_out(now.state, who):
        return
    if now.state.fighters[who].wounds >= (figures(now.state, who).health or 1):
        now.happens(MarkSet(subject=who, name=OUT, value=True, rule=fact.rule))


def _health(state: CombatState, who: FighterId) -> int | None:
    return figures(state, who).health


CHAPTER = Pack(name="squares", follows={WoundsTaken: (_wounded,)}, health=(_health,))
