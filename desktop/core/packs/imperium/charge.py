"""Charge: a run at somebody in another zone, and a blow at its end."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.memo import Memo
from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, FighterId
from desktop.core.packs.imperium import aware, melee, reach, weapons
from desktop.core.packs.imperium.acting import cannot_fight, unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.purposes import ATTACK, DEFENCES
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.skills import plain
from desktop.core.rules.actions import Action, Assault
from desktop.core.rules.book import ActionRule, Offer, Pack, Plan, Rulebook
from desktop.core.rules.events import BudgetSet, MarkSet, Until
from desktop.core.rules.fold import fold
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.seating import seat_beside
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.walk import go

RULE = RuleRef("IM-ACTIONS-05")
AFTER = RuleRef("IM-ACTIONS-15")
CHARGING = "charging"
"""The mark of a fighter while the blow of its Charge falls: at whom."""
CHARGED = "charged"
"""The mark of a fighter that charged, until its next turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge(Assault):
    """Run at a foe of another zone and strike at it."""

    deed: ClassVar[str] = "charges {target}"

    attack: AttackId = AttackId("")
    """Unsaid: the first melee weapon in hand."""


def _costs(state: CombatState) -> tuple[str, ...]:
    return ("move", "action") if reads(state, "charge_cost", "move and action") else ("action",)


_PLANS = Memo()


def planned(book: Rulebook, state: CombatState, who: FighterId, target: FighterId) -> Plan:
    """Return the way of a Charge: as far as the Speed allows, whatever is left of the Move."""
    return _PLANS.get("charge", (book, state, who, target), lambda: _plan(book, state, who, target))


def _plan(book: Rulebook, state: CombatState, who: FighterId, target: FighterId) -> Plan:
    left = {**state.fighters[who].left, "move": 1}
    fresh = fold(state, BudgetSet(who=who, left=left))
    level, seat = seat_beside(state, who, target)
    return replace(book.space.plan(book, fresh, who, seat, level, pay="move"), pays={})


def _refusals(book: Rulebook, state: CombatState, action: Charge) -> Iterable[Refusal]:
    own = tuple(_own_refusals(state, action.who, action.attack))
    yield from own
    name = label_of(state, action.target)
    if not state.on_board(action.target):
        yield Refusal(f"{name} is not on the board.", RULE)
    elif action.target == action.who:
        yield Refusal("Nobody charges at itself.", RULE)
    elif state.on_board(action.who):
        yield from aware.unfound(state, action.who, action.target)
        if _is_too_near(book, state, action):
            says = f"{name} is where {label_of(state, action.who)} stands."
            yield Refusal(says, RULE, "Strike instead.")
        else:
            plan = planned(book, state, action.who, action.target)
            yield from (refusal for refusal in plan.refusals if refusal not in own)
            yield from _cut_short(book, state, plan)


def _cut_short(book: Rulebook, state: CombatState, plan: Plan) -> Iterator[Refusal]:
    """Yield where the run would end before it is there."""
    for leg in plan.legs[:-1]:
        ends = (end(book, state, plan.who, leg) for end in book.all("ends"))
        rule = next((each for each in ends if each is not None), None)
        if rule is not None and leg.enters is not None:
            says = f"The run of {label_of(state, plan.who)} ends in {label_of(state, leg.enters)}."
            yield Refusal(says, rule)
            return


def _is_too_near(book: Rulebook, state: CombatState, action: Charge) -> bool:
    here, there = state.zone_of(action.who), state.zone_of(action.target)
    if here is None and there is None:
        return book.space.in_reach(state, action.who, action.target)
    return here == there


def _own_refusals(state: CombatState, who: FighterId, key: str) -> Iterator[Refusal]:
    yield from unable(state, who)
    yield from lacks(state, who, *_costs(state))
    yield from melee.weapon_refusals(state, who, key)


def _resolve(now: Now, action: Charge) -> None:
    who, target = action.who, action.target
    weapon = weapons.for_melee(now.state, who, action.attack) or weapons.UNARMED
    plan = planned(now.book, now.state, who, target)
    for setting_out in now.book.all("setting_out"):
        setting_out(now, who, plan)
    plan = planned(now.book, now.state, who, target)
    for kind in _costs(now.state):
        spend(now, who, kind, RULE)
    until = Until("start of turn", who=who)
    now.happens(MarkSet(subject=who, name=CHARGED, value=True, until=until, rule=AFTER))
    for set_out in now.book.all("set_out"):
        set_out(now, who, plan)
    past = plan.refusals if action.forced else ()
    if not go(now, who, plan.legs, "walked", past):
        return
    if cannot_fight(now.state, who) or not now.state.on_board(target):
        return
    if reach.step_up(now, who, target) or action.forced:
        _strike(now, action, weapon)


def _strike(now: Now, action: Charge, weapon: Attack) -> None:
    who = action.who
    end = Until("end of turn", who=who)
    now.happens(MarkSet(subject=who, name=CHARGING, value=action.target, until=end, rule=RULE))
    melee.blow(now, who, action.target, weapon, rule=RULE)
    now.happens(MarkSet(subject=who, name=CHARGING, value=None, rule=RULE))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test":
        return
    attacking = wanted.purpose == ATTACK and not wanted.ranged
    if attacking and state.mark(wanted.who, CHARGING):
        yield Part(key="charge", says="Charge", does="for", rule=RULE)
    defending = wanted.purpose in DEFENCES
    if (
        defending
        and plain(wanted.skill) in ("melee", "reflexes")
        and state.mark(wanted.who, CHARGED)
    ):
        yield Part(key="charged", says="after a Charge", does="against", rule=AFTER)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    cost = " and ".join(kind.capitalize() for kind in _costs(state))
    own = weapons.in_hand(state, who)
    for weapon in own or (weapons.UNARMED,):
        says = f"Charge: {weapon.label}" if len(own) > 1 else "Charge"
        yield Offer(
            about="attacks",
            key=f"charge:{weapon.id}", says=says, cost=cost, wants="foe",
            aimed=_aimed(who, weapon.id), refusals=tuple(_own_refusals(state, who, weapon.id)),
        )  # fmt: skip


def _aimed(who: FighterId, key: AttackId) -> Callable[[str], Action]:
    return lambda target: Charge(who=who, target=FighterId(target), attack=key)


CHAPTER = Pack(
    name="imperium",
    actions={Charge: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    parts=(_parts,),
)
