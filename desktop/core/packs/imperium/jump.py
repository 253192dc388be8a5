"""Leaping: how far one gets without a Test, how much further with one, and falling short."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from desktop.core.model.board import Link
from desktop.core.model.geometry import distance
from desktop.core.model.place import Spot
from desktop.core.model.words import At, FighterId, LevelId, LinkId, ZoneId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.aloft import LOW
from desktop.core.packs.imperium.economy import has as has_left
from desktop.core.packs.imperium.economy import spend
from desktop.core.packs.imperium.falling import metres_of
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.suffering import has
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Plan, Rulebook
from desktop.core.rules.events import BudgetSet, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_told, square_metres
from desktop.core.rules.near import floor_at, foot_side, goal_named
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor
from desktop.core.rules.walk import go
from desktop.core.rules.ways import taken_by_others

HIGH = RuleRef("IM-JUMP-01")
LONG = RuleRef("IM-JUMP-02")
FURTHER = RuleRef("IM-JUMP-03")
FOOT = 0.3
"""Metres in a foot, as the book's own jumps reckon."""
HIGH_METRES = 1.0
"""A floor so much higher is leapt up to, where squares measure."""
SKILL = "athletics"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leap(Doing):
    """Leap over a gap, or up to something, as part of one's movement."""

    deed: ClassVar[str] = "leaps to {to}"

    to: At
    level: LevelId | None = None
    gap: float | None = None
    """Metres to leap; unsaid, the height of the link, or too little to matter."""
    high: bool | None = None
    """Up rather than across; unsaid, as the link leads."""
    run_up: bool = False


@dataclass(frozen=True, slots=True)
class ImperiumLeap:
    """How this book leaps."""

    def refusals(
        self,
        book: Rulebook,
        state: CombatState,
        who: FighterId,
        to: At,
        level: LevelId | None,
        *,
        gap: float | None,
        high: bool | None,
        run_up: bool,
    ) -> Iterator[Refusal]:
        """Yield why a fighter cannot leap there."""
        plan = plan_of(book, state, who, to, level)
        yield from plan.refusals
        across = [leg for leg in plan.legs if leg.enters is not None]
        if len(across) > 2:
            yield Refusal("That is more than one zone to leap over.", FURTHER, "Leap in two goes.")
        up = is_high(book, state, plan) if high is None else high
        feet, limit = feet_of(book, state, plan, gap), limit_of(state, who, high=up, run_up=run_up)
        tested = feet > limit and reads(state, "jump_run_up", "action if tested")
        if tested and not has_left(state, who, "action", 1 + plan.pays.get("action", 0)):
            says = f"{label_of(state, who)} has no Action left for a leap that needs a Test."
            yield Refusal(says, FURTHER)

    def foretold(
        self, book: Rulebook, state: CombatState, who: FighterId, to: At, level: LevelId | None
    ) -> str:
        """Say how far a leap would be, and how far one gets without a Test."""
        plan = plan_of(book, state, who, to, level)
        if not plan.legs:
            return ""
        up = is_high(book, state, plan)
        feet, sure = feet_of(book, state, plan, None), limit_of(state, who, high=up, run_up=True)
        far, without = (length_told(state, each * FOOT) for each in (feet, sure))
        return f"Leap{' up' if up else ''} {far}: {without} without a Test"

    def leap(
        self,
        now: Now,
        who: FighterId,
        to: At,
        level: LevelId | None,
        *,
        gap: float | None,
        high: bool | None,
        run_up: bool,
    ) -> None:
        """Let a fighter leap over so many metres, or up them."""
        plan = plan_of(now.book, now.state, who, to, level)
        _pay(now, plan)
        up = is_high(now.book, now.state, plan) if high is None else high
        feet, limit = _measured(now, plan, gap, high=up, run_up=run_up)
        far = _reached(now, who, feet, limit)
        if far >= feet:
            go(now, who, (_whole(plan.legs),) if plan.legs else (), "walked", plan.refusals)
        else:
            _short(now, plan, far, feet)


def plan_of(
    book: Rulebook, state: CombatState, who: FighterId, to: At, level: LevelId | None
) -> Plan:
    """Return the plan of a leap, which passes over what lies between."""
    plan = book.space.plan(book, state, who, to, level, gait="leap")
    if plan.refusals:
        over = book.space.plan(book, state, who, to, level, pay="move and run", gait="leap")
        plan = plan if over.refusals else over
    return plan


def is_high(book: Rulebook, state: CombatState, plan: Plan) -> bool:
    """Whether a leap leads up rather than across."""
    if book.space.on_squares:
        return _rise(state, plan) >= HIGH_METRES
    link = _link(state, plan)
    if link is None:
        return False
    board = state.encounter.board
    from_, to = (board.levels[board.zones[zone].level].height for zone in _ends(plan))
    against = link.kind == "ledge" and plan.legs[0].leaves == link.to
    return to > from_ or against


def feet_of(book: Rulebook, state: CombatState, plan: Plan, gap: float | None) -> float:
    """Return how many feet are to be leapt, as far as anything says."""
    if gap is not None:
        return round(gap / FOOT, 2)
    if book.space.on_squares:
        metres = _rise(state, plan) if is_high(book, state, plan) else _across(state, plan)
        return round(metres / FOOT, 2)
    link = _link(state, plan)
    return round((link.metres or 0) / FOOT, 2) if link is not None else 0


# Where squares measure


def _ground_of(state: CombatState, plan: Plan) -> tuple[Spot, Spot] | None:
    """Return the squares from which and onto which a leap goes."""
    fighter = state.fighters[plan.who]
    if fighter.seat is None or not plan.legs or not plan.legs[-1].path:
        return None
    return Spot(fighter.level, fighter.seat), plan.legs[-1].path[-1]


def _across(state: CombatState, plan: Plan) -> float:
    """Return how many metres lie between the two squares of a leap."""
    ends = _ground_of(state, plan)
    return distance(ends[0].square, ends[1].square) * square_metres(state) if ends else 0.0


def _rise(state: CombatState, plan: Plan) -> float:
    """Return how many metres higher the floor is onto which a leap goes."""
    ends = _ground_of(state, plan)
    return floor_at(state.place, *ends[1]) - floor_at(state.place, *ends[0]) if ends else 0.0


def _short_of(state: CombatState, plan: Plan, far: float) -> Leg | None:
    """Return the leg of a leap that gets so many feet far, up to the last square to stand on."""
    path = tuple(spot for leg in plan.legs for spot in leg.path)
    path = path[: int(far * FOOT / square_metres(state) + 1e-9)]
    taken, side = taken_by_others(state, plan.who), foot_side(state, plan.who)
    while path and (path[-1] in taken or not state.place.fits(*path[-1], side)):
        path = path[:-1]
    here = state.zone_of(plan.who)
    there = state.place.zone_at(*path[-1]) if path else None
    if not path:
        return None
    return Leg(path=path, leaves=here, enters=there if there != here else None, gaits=("leap",))


def limit_of(state: CombatState, who: FighterId, *, high: bool, run_up: bool) -> int:
    """Return how many feet a fighter leaps without a Test."""
    if reads(state, "jump_bonus_units", "gm enters"):
        return 0
    strength = skills.bonus(state.people[who].profile, "str") or 0
    return strength * (1 if high else 2) * (2 if run_up else 1)


def _link(state: CombatState, plan: Plan) -> Link | None:
    """Return the one link that a leap goes over."""
    if len(plan.legs) != 1:
        return None
    return state.encounter.board.links.get(LinkId(plan.legs[0].link))


def _ends(plan: Plan) -> tuple[ZoneId, ZoneId]:
    leaves, enters = plan.legs[0].leaves, plan.legs[-1].enters
    assert leaves is not None  # it goes over a link
    assert enters is not None
    return leaves, enters


def _pay(now: Now, plan: Plan) -> None:
    if plan.pays:
        left = dict(now.state.fighters[plan.who].left)
        for kind, count in plan.pays.items():
            left[kind] = max(0, left.get(kind, 0) - count)
        now.happens(BudgetSet(who=plan.who, left=left))
    for set_out in now.book.all("set_out"):
        set_out(now, plan.who, plan)


def _measured(
    now: Now, plan: Plan, gap: float | None, *, high: bool, run_up: bool
) -> tuple[float, float]:
    """Return the feet to leap and the feet that need no Test, each as the GM has them."""
    who, rule = plan.who, HIGH if high else LONG
    limit: float = limit_of(now.state, who, high=high, run_up=run_up)
    feet = feet_of(now.book, now.state, plan, gap)
    what = "up" if high else "across"
    says = f"The leap of {label_of(now.state, who)}: so many feet {what} ({feet * FOOT:.1f} m)"
    feet = now.amount(f"gap|{who}", says, feet, rule)
    how = "with a run-up" if run_up else "from a standstill"
    says = f"Without a Test it leaps so many feet {how} ({limit * FOOT:.1f} m)"
    limit = now.amount(f"leap limit|{who}", says, limit, rule)
    return feet, limit


def _reached(now: Now, who: FighterId, feet: float, limit: float) -> float:
    """Return how many feet a leap comes to, with a Test where it goes beyond the limit."""
    if feet <= limit:
        return feet
    if reads(now.state, "jump_run_up", "action if tested"):
        spend(now, who, "action", FURTHER)
    wanted = TallyFor(what="test", who=who, purpose="leap", skill=SKILL)
    tested = now.book.test.test(now, wanted, f"Athletics, leaping {feet:g} ft", 0, FURTHER)
    return limit + (max(0, tested.levels) if tested.passed else 0)


def _whole(legs: tuple[Leg, ...]) -> Leg:
    """Return the legs of a leap as one, over whatever lies between."""
    path = tuple(spot for leg in legs for spot in leg.path)
    return replace(legs[-1], path=path, leaves=legs[0].leaves, gaits=("leap",))


def _short(now: Now, plan: Plan, far: float, feet: float) -> None:
    """A leap that falls short gets as far as the limit, and stops there or falls."""
    who, name = plan.who, label_of(now.state, plan.who)
    if reads(now.state, "jump_fail", "stays put"):
        now.happens(Said(text=f"{name} never leaves the ground.", who=who, rule=FURTHER))
        return
    text = f"{name} leaps {far:g} of {feet:g} feet."
    now.happens(Said(text=text, who=who, rule=FURTHER))
    if now.book.space.on_squares:
        leg = _short_of(now.state, plan, far)
        if leg is not None:
            go(now, who, (leg,), "walked", plan.refusals)
        return
    falls = bool(now.word(f"leap falls|{who}", f"{name} falls", False, FURTHER))
    between = plan.legs[0] if len(plan.legs) > 1 else None
    if not falls:
        if between is not None:
            go(now, who, (replace(between, gaits=("leap",)),), "walked", plan.refusals)
        return
    link = now.state.encounter.board.links.get(LinkId(plan.legs[0].link)) if plan.legs else None
    metres = metres_of(now.state, link, _ends(plan)[0]) if link is not None else LOW
    to = between.path[-1] if between is not None and between.path else None
    now.book.fall.fall(now, who, metres, rule=FURTHER, to=to)


# The action


def _refusals(book: Rulebook, state: CombatState, action: Leap) -> Iterator[Refusal]:
    if not state.on_board(action.who):
        yield from unable(state, action.who)
        return
    yield from book.leap.refusals(
        book, state, action.who, action.to, action.level,
        gap=action.gap, high=action.high, run_up=action.run_up,
    )  # fmt: skip


def _foretold(book: Rulebook, state: CombatState, action: Leap) -> str:
    return book.leap.foretold(book, state, action.who, action.to, action.level)


def _resolve(now: Now, action: Leap) -> None:
    if not now.state.on_board(action.who):
        return
    now.book.leap.leap(
        now, action.who, action.to, action.level,
        gap=action.gap, high=action.high, run_up=action.run_up,
    )  # fmt: skip


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who) or has(state, who, "prone"):
        return
    on_squares = book.space.on_squares
    yield Offer(
        about="movement",
        key="leap", says="Leap", cost="Move", wants="square" if on_squares else "zone",
        aimed=partial(_leap, who, on_squares=on_squares),
        refusals=tuple(unable(state, who)),
    )  # fmt: skip


def _leap(who: FighterId, target: str, *, on_squares: bool) -> Leap:
    to, level = goal_named(target, on_squares=on_squares)
    return Leap(who=who, to=to, level=level, run_up=True)


CHAPTER = Pack(
    name="imperium",
    slots={"leap": ImperiumLeap()},
    actions={Leap: ActionRule(refusals=_refusals, resolve=_resolve, foretold=_foretold)},
    offers=(_offers,),
)
