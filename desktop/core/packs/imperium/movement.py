"""Going from zone to zone, what a turn's start brings, and being moved against one's will."""

from collections.abc import Iterator
from functools import partial

from desktop.core.model.place import Spot
from desktop.core.model.words import At, FighterId, LevelId, Square, ZoneId
from desktop.core.packs.imperium import bar, difficult, hazard
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks
from desktop.core.packs.imperium.gaits import slow_parts
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.route import FREELY, REST, WALKED, ZONES
from desktop.core.packs.imperium.space import forced_legs
from desktop.core.packs.imperium.speed import OWN, STEPS, never_moves, speed_of
from desktop.core.rules.actions import Force, Walk
from desktop.core.rules.book import Leg, Offer, Pack, Plan, Rulebook
from desktop.core.rules.events import MarkSet, MomentCame, PlaceChanged, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.near import goal_named
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.traits import LAID
from desktop.core.rules.walk import go
from desktop.core.rules.ways import free_near

STARTS = RuleRef("IM-MOVEMENT-06")
SPLIT = RuleRef("IM-MOVEMENT-07")
RUN = RuleRef("IM-MOVEMENT-02")
FREE = RuleRef("IM-SPEED-03")

STARTING = {"slowing": difficult.start_turn, "hazard": hazard.start_turn}
"""What a turn's start brings, in its order."""


def _moment(now: Now, came: MomentCame) -> None:
    if came.point != "start of turn" or came.who is None:
        return
    order = list(STARTING)
    zone = now.state.zone_of(came.who)
    both = difficult.hampers(now.state, came.who, zone) and hazard.damage_in(now.state, zone)
    if both and reads(now.state, "turn_start_order", "gm orders"):
        options = [Option(key, f"{key} first") for key in order]
        says = f"What comes first for {label_of(now.state, came.who)}"
        first = now.choose(options, None, says, STARTS)
        order.sort(key=lambda key: key != first)
    for key in order:
        STARTING[key](now, came.who)


# What a walk leaves noted


def _set_out(now: Now, who: FighterId, plan: Plan) -> None:
    """Note what later movement of this turn hangs on, where a reading makes it matter."""
    until = Until("end of turn", who=who)
    if plan.pays.get("move") and reads(now.state, "run_needs_move", "move too"):
        now.happens(MarkSet(subject=who, name=WALKED, value=True, until=until, rule=RUN))
    if "run" in plan.pay and now.state.mark(who, difficult.WADED):
        now.happens(MarkSet(subject=who, name=difficult.WADED, value=None, rule=RUN))
    if reads(now.state, "fast_free", "next zone too") and _went_freely(now, who, plan):
        now.happens(MarkSet(subject=who, name=FREELY, value=True, until=until, rule=FREE))
    if "move" in plan.pay and reads(now.state, "move_split", "around the action"):
        left = _rest(now, who, plan)
        now.happens(MarkSet(subject=who, name=REST, value=left or None, until=until, rule=SPLIT))


def _went_freely(now: Now, who: FighterId, plan: Plan) -> bool:
    """Whether a walk goes further than what is paid for it gives."""
    zones = ZONES[speed_of(now.book, now.state, who)]
    far = max(1, zones) if reads(now.state, "run_distance", "speed again") else 1
    gives = zones * plan.pays.get("move", 0) + far * plan.pays.get("action", 0)
    gives += int(now.state.mark(who, REST) or 0)
    crossed = sum(1 for leg in plan.legs if leg.enters is not None)
    return crossed > gives and (bool(plan.pays) or plan.pay == "free")


def _rest(now: Now, who: FighterId, plan: Plan) -> int:
    """Return the zones that a walk leaves of the Move it spends or goes on with."""
    had = int(now.state.mark(who, REST) or 0)
    zones = ZONES[speed_of(now.book, now.state, who)] * plan.pays.get("move", 0)
    crossed = sum(1 for leg in plan.legs if leg.enters is not None)
    slow = any(gait in ("climb", "squeeze") for leg in plan.legs for gait in leg.gaits)
    if "run" in plan.pay or slow:
        return 0
    return max(0, had + zones - crossed)


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    """Nothing is left of a Move that has come into Difficult Terrain."""
    halts = difficult.hampers(now.state, who, leg.enters)
    if halts and not forced and now.state.mark(who, REST):
        now.happens(MarkSet(subject=who, name=REST, value=None, rule=difficult.ENTERED))


# The zone changes around somebody


def _changed(now: Now, fact: PlaceChanged) -> None:
    _come_upon(now)


def _marked(now: Now, fact: MarkSet) -> None:
    if fact.name.startswith(LAID) and fact.value is not None:
        _come_upon(now)


def _come_upon(now: Now) -> None:
    """With the other reading, a hazard or rubble that comes upon somebody was entered."""
    if not reads(now.state, "relocate_is_enter", "counts as entering"):
        return
    before = now.before
    for who in now.state.fighters:
        zone = now.state.zone_of(who)
        if zone is None or who not in before.fighters:
            continue
        had = before.zone_of(who)
        moved = before.fighters[who].seat != now.state.fighters[who].seat
        if had is None or moved:
            continue
        if hazard.damage_in(now.state, zone) > _known_damage(before, had, zone):
            hazard.enter(now, who, zone, hazard.APPEARED)
        newly = zone != had or not difficult.is_difficult(before, had)
        if newly and difficult.hampers(now.state, who, zone) and now.state.actor == who:
            difficult.enter(now, who)


def _known_damage(before: CombatState, had: ZoneId, zone: ZoneId) -> int:
    return hazard.damage_in(before, had) if had == zone else 0


# How fast, for those who count in something else than zones


def _pace(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    """Yield a fighter's Speed as steps above Slow, by the ways of going in `how`."""
    if wanted.what != "pace":
        return
    speed = speed_of(book, state, wanted.who, *slow_parts(sorted(wanted.how)))
    yield Part(
        key="pace", says=f"Speed {speed}", does="base", amount=max(STEPS[speed], 0), rule=OWN
    )


# Being moved


class ImperiumPush:
    """Pushed, thrown or dropped: nothing is paid, everything is entered."""

    def push(
        self,
        now: Now,
        who: FighterId,
        to: At,
        level: LevelId | None,
        by: FighterId | None,
        how: Force | None = None,
    ) -> None:
        """Move a fighter against its will; where squares measure to the nearest free one."""
        if not now.state.on_board(who):
            return
        if now.book.space.on_squares and isinstance(to, tuple):
            level = level or now.state.fighters[who].level
            level, to = free_near(now.state, who, Spot(level, Square(*to)))
        go(now, who, forced_legs(now.book, now.state, who, to, level), "forced")


# The action bar


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    if never_moves(state, who):
        yield Refusal(f"{label_of(state, who)} has no Speed and never moves.", OWN)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who) or book.space.walks_in_gaits:
        return
    on_squares = book.space.on_squares
    for place, pay, kind in ((bar.MOVE, "move", "move"), (bar.RUN, "run", "action")):
        yield Offer(
            about="movement",
            key=pay, says=pay.capitalize(), cost=kind.capitalize(),
            wants="square" if on_squares else "zone",
            aimed=partial(_walk, who, pay, on_squares=on_squares),
            refusals=(*unable(state, who), *lacks(state, who, kind)),
            place=place,
        )  # fmt: skip


def _walk(who: FighterId, pay: str, target: str, *, on_squares: bool) -> Walk:
    to, level = goal_named(target, on_squares=on_squares)
    return Walk(who=who, to=to, level=level, pay=pay)


CHAPTER = Pack(
    name="imperium",
    slots={"push": ImperiumPush()},
    offers=(_offers,),
    parts=(_pace,),
    set_out=(_set_out,),
    stops=(_stops,),
    entering=(_entering,),
    follows={MomentCame: (_moment,), PlaceChanged: (_changed,), MarkSet: (_marked,)},
)
