"""The one routine by which fighters go, are moved or are put somewhere, whatever the book."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from desktop.core.model.memo import Memo
from desktop.core.model.place import Spot
from desktop.core.model.words import At, FighterId, LevelId
from desktop.core.rules.actions import Force, Put, Walk
from desktop.core.rules.book import ActionRule, Leg, Plan, Rulebook
from desktop.core.rules.events import BudgetSet, How, LeftBoard, Moved, Related, Said
from desktop.core.rules.house import NAMES
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import REACH
from desktop.core.rules.names import strangers
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.riders import carried, mover_of
from desktop.core.rules.seating import seat_beside, seat_for
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Refusal
from desktop.core.rules.ways import free_near

NONE: tuple[Refusal, ...] = ()
OVER = frozenset(("leap", "teleport"))
"""Ways of going that touch only where they end."""


_PLANS = Memo()


def planned(book: Rulebook, state: CombatState, action: Walk) -> Plan:
    """Return the plan of a walk as the space makes it, refused or not."""
    return _PLANS.get("walk", (book, state, action), lambda: _planned(book, state, action))


def _planned(book: Rulebook, state: CombatState, action: Walk) -> Plan:
    unknown = strangers(state, action)
    if unknown:
        return Plan(
            who=action.who, legs=(), pays={}, pay="free", says=unknown[0].says, refusals=unknown
        )
    who = mover_of(state, action.who)
    via = tuple(Spot(*corner) for corner in action.via)
    return book.space.plan(book, state, who, action.to, action.level, via, action.pay, action.gait)


def completed(book: Rulebook, state: CombatState, plan: Plan) -> Plan:
    """Return a space's plan with what the packs refuse of it and what they say it brings."""
    stops = (
        refusal
        for leg in plan.legs
        for stop in book.all("stops")
        for refusal in stop(book, state, plan.who, leg)
    )
    refusals = tuple(dict.fromkeys((*plan.refusals, *stops)))
    found = [
        consequence
        for foretell in book.all("foretells")
        for consequence in foretell(book, state, plan.who, plan)
    ]
    consequences = (*plan.consequences, *found)
    return replace(
        plan,
        refusals=refusals,
        consequences=tuple(sorted(dict.fromkeys(consequences), key=lambda each: each.at)),
        says=", ".join(dict.fromkeys((plan.says, *(each.says for each in _by_leg(found))))),
    )


def _by_leg(found: Iterable[Consequence]) -> list[Consequence]:
    return sorted(found, key=lambda each: each.at)


# The routine


def go(
    now: Now, who: FighterId, legs: Sequence[Leg], how: How, past: Collection[Refusal] = NONE
) -> bool:
    """Move a fighter along legs, with all that leaving and entering bring; whether it got there.

    It stops where it is refused, struck down, moved elsewhere, or where its movement ends.
    `past` holds what the GM lets it do all the same.
    """
    ended: int | None = None
    for leg in (part for each in legs for part in cut(now.book, now.state, who, each)):
        if leg.charge == ended:
            return False
        if not leave(now, who, leg, how, past) or not arrive(now, who, leg, how):
            return False
        if how == "walked" and not past:
            ended = _ends(now, who, leg, legs)
    return True


def cut(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> tuple[Leg, ...]:
    """Return a leg in parts that end where entering a square brings something."""
    if not OVER.isdisjoint(leg.gaits):
        return (leg,)
    rules = tuple(book.all("notable"))
    ends = [
        place
        for place, spot in enumerate(leg.path[:-1], start=1)
        if any(rule(book, state, who, spot) for rule in rules)
    ]
    if not ends:
        return (leg,)
    near = tuple(other for other in leg.beside if state.holds(REACH, who, other))
    parts = [
        replace(
            leg,
            path=leg.path[begin:end],
            enters=None,
            link="",
            beside=near,
            gaits=(),
            goes_on=True,
        )
        for begin, end in pairwise((0, *ends))
    ]
    last = replace(leg, path=leg.path[ends[-1] :], gaits=leg.gaits if leg.link else ())
    if not leg.link:
        parts[0] = replace(parts[0], gaits=leg.gaits)
    return (*parts, last)


def leave(now: Now, who: FighterId, leg: Leg, how: How, past: Collection[Refusal] = NONE) -> bool:
    """Let happen what comes before a leg is gone; whether the fighter may still go it."""
    start = spot_of(now.state, who)
    if start is None or _is_stopped(now, who, leg, how, past):
        return False
    for leaving in now.book.all("leaving"):
        if leaving(now, who, leg, how != "walked") is False:
            return False
        if spot_of(now.state, who) != start:
            return False
    return not _is_stopped(now, who, leg, how, past)


def arrive(now: Now, who: FighterId, leg: Leg, how: How) -> bool:
    """Move a fighter to the end of a leg and let entering do its work; whether it stays there."""
    level, square = leg.path[-1] if leg.path else _here(now.state, who)
    if leg.path:
        above = 0.0 if how == "fell" else now.state.fighters[who].above
        fact = Moved(who=who, how=how, level=level, to=square, path=leg.path, above=above)
        now.happens(fact, *carried(now.state, who, fact))
    for entering in now.book.all("entering"):
        if spot_of(now.state, who) != (level, square):
            return False
        entering(now, who, leg, how != "walked")
    return spot_of(now.state, who) == (level, square)


def spot_of(state: CombatState, who: FighterId) -> Spot | None:
    """Return where a fighter stands; None off the board."""
    fighter = state.fighters[who]
    return None if fighter.seat is None else Spot(fighter.level, fighter.seat)


def _here(state: CombatState, who: FighterId) -> Spot:
    spot = spot_of(state, who)
    assert spot is not None  # whoever goes stands somewhere
    return spot


def _is_stopped(now: Now, who: FighterId, leg: Leg, how: How, past: Collection[Refusal]) -> bool:
    if how != "walked":
        return False
    if is_out(now.state, who):
        return True
    allowed = {refusal.rule for refusal in past}
    for stop in now.book.all("stops"):
        for refusal in stop(now.book, now.state, who, leg):
            if refusal.rule not in allowed:
                text = f"{label_of(now.state, who)} goes no further. {refusal.says}"
                now.happens(Said(text=text, who=who, rule=refusal.rule))
                return True
    return False


def _ends(now: Now, who: FighterId, leg: Leg, legs: Sequence[Leg]) -> int | None:
    """Return the movement that ends with a leg, told where more of it was meant to come."""
    for end in now.book.all("ends"):
        rule = end(now.book, now.state, who, leg)
        if rule is None:
            continue
        left = [each for each in legs if each.charge == leg.charge]
        if leg.path[-1:] != left[-1].path[-1:]:
            text = f"{label_of(now.state, who)} can go no further with this movement."
            now.happens(Said(text=text, who=who, rule=rule))
        return leg.charge
    return None


# Going by oneself


def _walk_refusals(book: Rulebook, state: CombatState, action: Walk) -> Iterable[Refusal]:
    return planned(book, state, action).refusals


def _walk(now: Now, action: Walk) -> None:
    plan = planned(now.book, now.state, action)
    for setting_out in now.book.all("setting_out"):
        setting_out(now, plan.who, plan)
    plan = planned(now.book, now.state, action)
    if plan.refusals and not action.forced:
        says = f"{label_of(now.state, plan.who)} stays. {plan.refusals[0].says}"
        now.happens(Said(text=says, who=plan.who, rule=plan.refusals[0].rule))
        return
    if plan.pays:
        now.happens(BudgetSet(who=plan.who, left=_less(now.state, plan.who, plan)))
    for set_out in now.book.all("set_out"):
        set_out(now, plan.who, plan)
    go(now, plan.who, plan.legs, "walked", plan.refusals)


def _less(state: CombatState, who: FighterId, plan: Plan) -> dict[str, int]:
    left = dict(state.fighters[who].left)
    for what, count in plan.pays.items():
        left[what] = max(0, left.get(what, 0) - count)
    return left


WALK = ActionRule(refusals=_walk_refusals, resolve=_walk)


# Being moved


def _force_refusals(book: Rulebook, state: CombatState, action: Force) -> Iterable[Refusal]:
    if not state.on_board(action.who):
        says = f"{label_of(state, action.who)} is not on the board."
        yield Refusal(says, NAMES, "Put it there.", final=True)


def _force(now: Now, action: Force) -> None:
    now.book.push.push(now, action.who, action.to, action.level, action.by, action)


FORCE = ActionRule(refusals=_force_refusals, resolve=_force)


def leg_to(
    state: CombatState, who: FighterId, spot: Spot, link: str = "", gaits: tuple[str, ...] = ()
) -> Leg:
    """Return the leg of whoever comes to a square at once, whatever lies between."""
    here, there = state.zone_of(who), state.place.zone_at(*spot)
    crosses = there is not None and there != here
    return Leg(
        path=(spot,), leaves=here if crosses else None, enters=there if crosses else None,
        link=link, gaits=gaits,
    )  # fmt: skip


def land(now: Now, who: FighterId, to: Spot | None = None) -> None:
    """Bring whoever falls down, onto a square that it enters; unsaid: onto what is under it.

    Where squares measure it comes down on the nearest free one.
    """
    here = spot_of(now.state, who)
    if here is None:
        return
    spot = to or here
    if now.book.space.on_squares:
        spot = free_near(now.state, who, spot)
    if to is not None or spot != here:
        go(now, who, (leg_to(now.state, who, spot),), "fell")
    elif now.state.fighters[who].above:
        now.happens(Moved(who=who, how="fell", level=here.level, to=here.square, above=0))


# Being put


def put(
    now: Now,
    who: FighterId,
    at: At | None,
    level: LevelId | None = None,
    beside: FighterId | None = None,
) -> None:
    """Put a fighter somewhere, or off the board; nothing is entered, left or paid."""
    if at is None:
        now.happens(LeftBoard(who=who, why="away"))
        return
    near = beside is not None and now.state.on_board(beside)
    if beside is not None and near and not isinstance(at, tuple):
        found: Spot | None = seat_beside(now.state, who, beside)
    else:
        found = seat_for(now.state, who, at, level)
    if found is None:
        return
    above = now.state.fighters[who].above
    now.happens(Moved(who=who, how="put", level=found.level, to=found.square, above=above))
    if beside is not None and near and not now.book.space.on_squares:
        now.happens(Related(kind=REACH, one=who, other=beside))


def _put(now: Now, action: Put) -> None:
    put(now, action.who, action.at, action.level, action.beside)


PUT = ActionRule(resolve=_put)
