"""Damage, Armour and Wounds, and what happens at and beyond the maximum."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from desktop.core.model.words import AttackId, FighterId, Location
from desktop.core.packs.imperium import criticals, hazard, location, pool, skills, weapons, wounding
from desktop.core.packs.imperium.acting import helpless
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.book import Pack, Rulebook, Standing
from desktop.core.rules.events import (
    BudgetSet,
    Condition,
    ConditionSet,
    MarkSet,
    MomentCame,
    WoundsTaken,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, Tally, TallyFor

AT_MAXIMUM = RuleRef("IM-WOUNDS-03")
CONSCIOUS = RuleRef("IM-WOUNDS-04")
CONDITION = "at maximum wounds"
SOURCE = "wounds"
PASSES_OUT = "passes out"


@dataclass(frozen=True, slots=True)
class ImperiumDamage:
    """How this book turns harm into Wounds."""

    def hurt(
        self,
        now: Now,
        who: FighterId,
        damage: Tally,
        *,
        rule: RuleRef,
        by: FighterId | None = None,
        location: str | None = None,
        attack: AttackId | None = None,
        armour: bool = True,
        critical: bool = False,
    ) -> WoundsTaken:
        """Deal damage to a fighter, with all that wounds bring. Location unsaid: rolled."""
        place = _place(now, who, location, rule)
        why = hazard.ARMOUR if rule in hazard.BITES else rule
        worn = _armour(now, who, place, by, attack, why) if armour else _no_armour(why)
        taken = _taken(now, who, damage, worn, place, by=by, rule=rule)
        now.happens(taken)
        wounding.after(now, taken, attack)
        if pool.is_shared(now.state, who):
            _critical_wound(now, taken, 0, critical=critical)
            pool.settle(now, taken, maximum(now.state, who))
        else:
            _follow(now, taken, critical)
        return taken

    def maximum(self, state: CombatState, who: FighterId) -> int | None:
        """Wounds a fighter can take; None where its profile does not say."""
        return maximum(state, who)


def maximum(state: CombatState, who: FighterId) -> int | None:
    """Return the most Wounds a fighter can have, as its profile says or as its bonuses give."""
    profile = state.people[who].profile
    said = skills.figures(profile).wounds
    if said is not None:
        return said
    strength, toughness, will = (skills.bonus(profile, short) for short in ("str", "tgh", "wil"))
    if strength is None or toughness is None or will is None:
        return None
    return strength + 2 * toughness + will


def limited(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter has a Move or an Action but not both, being at its maximum Wounds."""
    wounds = state.fighters[who].wounds
    if wounds == 0 or reads(state, "wounds_at_maximum", "prone then out"):
        return False
    most = maximum(state, who)
    return most is not None and wounds >= most


def one_of_both(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter has a Move or an Action but not both, whatever the reason."""
    return limited(state, who) or "stunned" in state.fighters[who].conditions


def _place(now: Now, who: FighterId, said: str | None, rule: RuleRef) -> Location:
    if said is None:
        return location.random(now, who, rule)
    return cast("Location", said)


def _no_armour(rule: RuleRef) -> Tally:
    part = Part(key="none", says="Armour does not count", does="base", amount=0, rule=rule)
    return Tally(key="armour", says="no Armour counts", parts=(part,))


def _armour(
    now: Now, who: FighterId, place: Location, by: FighterId | None, attack: AttackId | None,
    rule: RuleRef,
) -> Tally:  # fmt: skip
    weapon = None if by is None or attack is None else weapons.attack_of(now.state, by, attack)
    wanted = TallyFor(
        what="armour", who=who, against=by, attack=attack, location=place,
        ranged=weapon is not None and weapon.kind == "ranged",
    )  # fmt: skip
    base = Part(
        key="worn", says=f"Armour, {place}", does="base",
        amount=weapons.worn_armour(now.state, wanted), rule=rule,
    )  # fmt: skip
    return now.tally(wanted, now.unique(f"armour|{who}"), f"Armour, {place}", base)


def _taken(
    now: Now, who: FighterId, damage: Tally, armour: Tally, place: Location, *,
    by: FighterId | None, rule: RuleRef,
) -> WoundsTaken:  # fmt: skip
    state = now.state
    through = max(0, damage.total - max(0, armour.total))
    says = f"Wounds of {label_of(state, who)}"
    wounds = now.count(now.unique(f"wounds|{who}"), says, through, rule)
    had, most = state.fighters[who].wounds, maximum(state, who)
    total = had + wounds if most is None else min(had + wounds, max(most, had))
    return WoundsTaken(
        who=who, damage=damage, armour=armour, location=place, wounds=wounds, total=total,
        over=had + wounds - total, by=by, rule=rule,
    )  # fmt: skip


def _follow(now: Now, taken: WoundsTaken, critical: bool) -> None:
    """Bring what a blow brings: one Critical Wound at most, then the struggle to stay awake."""
    who = taken.who
    _critical_wound(now, taken, taken.over, critical=critical)
    most = maximum(now.state, who)
    if taken.wounds and most is not None and taken.total >= most and now.state.on_board(who):
        _struggle(now, who)
        _halve(now, who)


def _critical_wound(now: Now, taken: WoundsTaken, over: int, *, critical: bool) -> None:
    if critical and taken.wounds == 0 and reads(now.state, "crit_vs_armour", "needs a wound"):
        critical = False
    if critical or over:
        rule = criticals.HIT if critical else criticals.WOUND
        criticals.wound(now, taken.who, taken.location or "body", over, rule)


def _struggle(now: Now, who: FighterId) -> None:
    if helpless(now.state, who):
        return
    if reads(now.state, "wounds_at_maximum", "prone then out"):
        _goes_down(now, who)
        return
    wanted = TallyFor(what="test", who=who, purpose="pain", skill="fortitude (pain)")
    says = f"Fortitude (pain) of {label_of(now.state, who)}"
    if not now.book.test.test(now, wanted, says, 0, CONSCIOUS).passed:
        now.happens(ConditionSet(who=who, condition="unconscious", now=Condition(), rule=CONSCIOUS))


def _goes_down(now: Now, who: FighterId) -> None:
    """Fall, and pass out after as many rounds as the Toughness Bonus."""
    if now.state.mark(who, PASSES_OUT) is not None:
        return
    rounds = skills.bonus(now.state.people[who].profile, "tgh") or 0
    now.happens(
        ConditionSet(who=who, condition="prone", now=Condition(), rule=CONSCIOUS),
        MarkSet(subject=who, name=PASSES_OUT, value=now.state.round + rounds, rule=CONSCIOUS),
    )


def _passes_out(now: Now, came: MomentCame) -> None:
    if came.point != "end of round":
        return
    for who in now.state.fighters:
        due = now.state.mark(who, PASSES_OUT)
        if due is None or int(due) > came.round:
            continue
        now.happens(MarkSet(subject=who, name=PASSES_OUT, value=None, rule=CONSCIOUS))
        most = maximum(now.state, who)
        if most is not None and now.state.fighters[who].wounds >= most:
            now.happens(
                ConditionSet(who=who, condition="unconscious", now=Condition(), rule=CONSCIOUS)
            )


def _one_of_both(now: Now, budget: BudgetSet) -> None:
    _halve(now, budget.who)


def _halve(now: Now, who: FighterId) -> None:
    if limited(now.state, who):
        halve(now, who, AT_MAXIMUM)


def halve(now: Now, who: FighterId, rule: RuleRef) -> None:
    """Take the Action with the Move, or the Move with the Action, once either is spent."""
    left = now.state.fighters[who].left
    full = now.book.economy.refreshed(now.state, who)
    spent = any(left.get(name, 0) < full.get(name, 0) for name in ("move", "action"))
    if spent and (left.get("move", 0) or left.get("action", 0)):
        none = {kind: 0 for kind in ("move", "action") if kind in left}
        now.happens(BudgetSet(who=who, left={**left, **none}, rule=rule))


def _standing(book: Rulebook, state: CombatState) -> Iterator[Standing]:
    for who in state.fighters:
        if limited(state, who) and state.on_board(who):
            yield Standing(who, CONDITION, Condition(source=SOURCE), AT_MAXIMUM)


CHAPTER = Pack(
    name="imperium",
    slots={"damage": ImperiumDamage()},
    follows={
        MomentCame: (_passes_out,),
        BudgetSet: (_one_of_both,),
    },
    standing=(_standing,),
)
