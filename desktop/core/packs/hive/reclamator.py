"""Protein reclamators: one falls in like into a pitfall, must climb out, and may be cycled."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.board import Feature
from desktop.core.model.geometry import distance
from desktop.core.model.place import Spot
from desktop.core.model.words import FeatureId, FighterId, Square
from desktop.core.packs.hive import checks, harm, panel, pieces
from desktop.core.packs.hive.holes import IN_RECLAMATOR, Hole
from desktop.core.packs.hive.inches import is_near, rim, shift
from desktop.core.packs.hive.paying import lacks, pay
from desktop.core.packs.hive.statuses import active, end_activation, out_of_action, topple, unable
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Due, Leg, Note, Offer, Pack, Rulebook
from desktop.core.rules.due import order_in_time
from desktop.core.rules.events import (
    BudgetSet,
    ConditionSet,
    LeftBoard,
    MarkSet,
    MomentCame,
    Moved,
    Said,
    Until,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import taken_on
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.walk import spot_of

TRIGGERS = RuleRef("ZM-RECLAMATOR-01")
FALLS_IN = RuleRef("ZM-RECLAMATOR-02")
CLIMBS = RuleRef("ZM-RECLAMATOR-03")
CLIMBED = RuleRef("ZM-RECLAMATOR-04")
CYCLES = RuleRef("ZM-RECLAMATOR-05")
CHECK = RuleRef("ZM-RECLAMATOR-06")
FIXED = RuleRef("ZM-RECLAMATOR-07")

CLIMBING = "climb"
"""What the turn of one who is inside holds: moves that go on climbing out, and nothing else."""
DONE = "has climbed"
"""The mark on one inside with the moves that it has spent on climbing out."""
LASTING = "lasting injury"
"""The mark on a victim whose injury after the battle is not rolled for: what it is."""
INJURY = "Critical Injury (61-65)"
MOVES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ClimbOut(Doing):
    """Spend one of the two moves that get one out of a reclamator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleReclamator(Doing):
    """Let a reclamator run, from a panel attached to it, with whoever is inside."""

    deed: ClassVar[str] = "cycles {reclamator}"

    reclamator: FeatureId


def inside(state: CombatState, feature: str) -> tuple[FighterId, ...]:
    """Return who is in a reclamator, of whatever side."""
    return tuple(
        who
        for who in state.fighters
        if state.on_board(who) and state.mark(who, IN_RECLAMATOR) == feature
    )


# In


def tumble(now: Now, who: FighterId, hole: Hole) -> None:
    """Let a fighter fall in: it lies there Prone and Pinned, and its activation ends."""
    here = spot_of(now.state, who)
    text = f"{label_of(now.state, who)} falls into {hole.label}"
    now.happens(
        Said(text=text, who=who, rule=FALLS_IN),
        MarkSet(subject=who, name=IN_RECLAMATOR, value=hole.id, rule=FALLS_IN),
    )
    taken = taken_on(now.state, hole.level, but=who)
    if here is not None and (here.square not in hole.squares or here.square in taken):

        def order(at: Square) -> tuple[bool, int, int, int]:
            return at in taken, distance(at, here.square), at[1], at[0]

        to = min(hole.squares, key=order)
        above = now.state.fighters[who].above
        now.happens(Moved(who=who, how="fell", level=hole.level, to=to, above=above, rule=FALLS_IN))
    topple(now, who, FALLS_IN)
    end_activation(now, who, FALLS_IN)


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> bool | None:
    """Whoever has just fallen in is moved no further by what threw it in."""
    if not forced or now.state.mark(who, IN_RECLAMATOR) is None:
        return None
    return False if now.happened(MarkSet, subject=who, name=IN_RECLAMATOR) else None


def _forget(now: Now, who: FighterId) -> None:
    facts = [
        MarkSet(subject=who, name=name, value=None, rule=CLIMBED)
        for name in (IN_RECLAMATOR, DONE)
        if now.state.mark(who, name) is not None
    ]
    if facts:
        now.happens(*facts)


def _moved(now: Now, fact: Moved) -> None:
    """Whoever is taken out of a reclamator is inside no more."""
    name = now.state.mark(fact.who, IN_RECLAMATOR)
    if name is None:
        return
    feature = now.state.encounter.board.features.get(FeatureId(str(name)))
    if feature is None or fact.level != feature.level or fact.to not in feature.squares:
        _forget(now, fact.who)


def _left(now: Now, fact: LeftBoard) -> None:
    if now.state.mark(fact.who, IN_RECLAMATOR) is not None:
        _forget(now, fact.who)


# Out


def _turn(now: Now, came: MomentCame) -> None:
    """The activation of one who is inside holds the moves to climb out, and nothing else."""
    who = came.who
    if came.point != "start of turn" or who is None or now.state.mark(who, IN_RECLAMATOR) is None:
        return
    had = now.state.fighters[who].left
    units = had.get("move", 0) + had.get("action", 0)
    spread = reads(now.state, "zm_reclaim_short", "spread over turns")
    if harm.lies_hurt(now.state, who) or (units < MOVES and not spread):
        units = 0
    upright = reads(now.state, "zm_reclaim_prone", "stand up first")
    if upright and not harm.lies_hurt(now.state, who) and _get_up(now, who):
        units = 0
    left = {kind: 0 for kind in had if kind != "reaction"}
    keeps = {"reaction": had["reaction"]} if "reaction" in had else {}
    now.happens(
        BudgetSet(who=who, left={**keeps, **left, CLIMBING: min(units, MOVES)}, rule=CLIMBS)
    )


def _get_up(now: Now, who: FighterId) -> bool:
    """With the other reading one stands up inside first, which is all it does; whether it did."""
    if "prone" not in now.state.fighters[who].conditions:
        return False
    now.happens(ConditionSet(who=who, condition="prone", now=None, rule=CLIMBS))
    return True


def _climb_refusals(book: Rulebook, state: CombatState, action: ClimbOut) -> Iterator[Refusal]:
    yield from unable(book, state, action.who)
    name = label_of(state, action.who)
    if state.mark(action.who, IN_RECLAMATOR) is None:
        yield Refusal(f"{name} is in no reclamator.", CLIMBS)
    elif not state.fighters[action.who].left.get(CLIMBING, 0):
        yield Refusal(f"{name} has no move left to climb out with.", CLIMBS, "It stays inside.")


def _climb(now: Now, action: ClimbOut) -> None:
    who, left = action.who, now.state.fighters[action.who].left
    done = int(now.state.mark(who, DONE) or 0) + 1
    now.happens(
        BudgetSet(who=who, left={**left, CLIMBING: max(0, left.get(CLIMBING, 0) - 1)}, rule=CLIMBS),
        MarkSet(subject=who, name=DONE, value=done, rule=CLIMBS),
        Said(text=f"{label_of(now.state, who)} climbs, {done} of {MOVES}", who=who, rule=CLIMBS),
    )


def _ended(now: Now, came: MomentCame) -> None:
    """At the end of its activation whoever has climbed out lies at the edge."""
    who = came.who
    if came.point != "end of turn" or who is None or now.state.mark(who, IN_RECLAMATOR) is None:
        return
    done = int(now.state.mark(who, DONE) or 0)
    if done >= MOVES:
        _get_out(now, who)
    elif done and not reads(now.state, "zm_reclaim_short", "spread over turns"):
        now.happens(MarkSet(subject=who, name=DONE, value=None, rule=CLIMBS))


def _get_out(now: Now, who: FighterId) -> None:
    name = FeatureId(str(now.state.mark(who, IN_RECLAMATOR)))
    feature = now.state.encounter.board.features.get(name)
    _forget(now, who)
    if feature is not None:
        hole = Hole(name, feature.label, "reclamator", feature.level, frozenset(feature.squares))
        several: list[Spot] = rim(now.book, now.state, who, hole)
        if several:
            shift(now, who, several[0])
    topple(now, who, CLIMBED)


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    if state.mark(who, IN_RECLAMATOR) is not None:
        says = f"{label_of(state, who)} is in the reclamator."
        yield Refusal(says, CLIMBS, "Climb out.")


# Cycling


def _attached(book: Rulebook, state: CombatState, feature: Feature) -> Iterator[Feature]:
    for each in pieces.of_kind(state, "panel"):
        if feature.id in panel.linked(book, state, each):
            yield each


def _cycle_refusals(
    book: Rulebook, state: CombatState, action: CycleReclamator
) -> Iterator[Refusal]:
    feature = state.encounter.board.features[action.reclamator]
    yield from pieces.refusals(state, action.reclamator, "reclamator")
    yield from unable(book, state, action.who)
    yield from active(state, action.who, CYCLES)
    yield from lacks(state, action.who, "basic", CYCLES, f"cycle {action.reclamator}")
    if not reads(state, "zm_cycle_shutdown", "still cycles"):
        yield from pieces.down_refusals(state, action.reclamator)
    name = label_of(state, action.who)
    if state.mark(action.who, IN_RECLAMATOR) is not None:
        yield Refusal(f"{name} is inside.", CYCLES)
    if state.on_board(action.who) and not _is_at_panel(book, state, action.who, feature):
        says = f"No panel of {feature.label} is within an inch of {name}."
        yield Refusal(says, CYCLES, "Go there first.")


def _is_at_panel(book: Rulebook, state: CombatState, who: FighterId, feature: Feature) -> bool:
    return any(is_near(book, state, who, each.id) for each in _attached(book, state, feature))


def _cycle(now: Now, action: CycleReclamator) -> None:
    feature = now.state.encounter.board.features[action.reclamator]
    who = action.who
    pay(now, who, "basic", CYCLES, f"cycle {action.reclamator}")
    less = panel.MODIFIER if reads(now.state, "zm_cycle_modifier", "as any panel") else 0
    if not checks.intelligence(now, who, f"cycling {feature.label}", CHECK, less).passed:
        return
    text = f"{label_of(now.state, who)} lets {feature.label} run"
    now.happens(Said(text=text, who=who, rule=CHECK))
    for victim in inside(now.state, feature.id):
        out_of_action(now, victim, CHECK)
        says = f"{label_of(now.state, victim)}: {INJURY}, which is not rolled for"
        now.happens(
            MarkSet(subject=victim, name=LASTING, value=INJURY, rule=FIXED),
            Said(text=says, who=victim, rule=FIXED),
        )


# The action bar, and what falls due


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    if state.mark(who, IN_RECLAMATOR) is not None:
        climb = ClimbOut(who=who)
        yield Offer(
            about="movement",
            key="climb out", says="Climb out", cost="Move", action=climb,
            refusals=tuple(_climb_refusals(book, state, climb)), place=pieces.AT_HAND,
        )  # fmt: skip
    for feature in pieces.of_kind(state, "reclamator"):
        cycle = CycleReclamator(who=who, reclamator=FeatureId(feature.id))
        yield Offer(
            about="things",
            key=f"cycle:{feature.id}", says=f"Cycle {feature.label}", cost="Action", action=cycle,
            refusals=tuple(_cycle_refusals(book, state, cycle)), place=pieces.AT_HAND,
            far=not _is_at_panel(book, state, who, feature),
        )  # fmt: skip


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    for who in state.fighters:
        if state.mark(who, IN_RECLAMATOR) is None or not state.on_board(who) or not state.order:
            continue
        at = order_in_time(state, Until("start of turn", who=who))
        yield Due(
            key=f"inside|{who}", when=f"round {at[0]}" if at[0] != state.round else "start of turn",
            order=at, who=label_of(state, who), says="its turn goes on climbing out", rule=CLIMBS,
        )  # fmt: skip


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for feature in pieces.of_kind(state, "reclamator"):
        if held := inside(state, feature.id):
            yield Note(feature.id, f"{len(held)} inside")
            yield from (Note(who, IN_RECLAMATOR, IN_RECLAMATOR) for who in held)


CHAPTER = Pack(
    name="hive",
    actions={
        ClimbOut: ActionRule(refusals=_climb_refusals, resolve=_climb),
        CycleReclamator: ActionRule(refusals=_cycle_refusals, resolve=_cycle),
    },
    offers=(_offers,),
    leaving=(_leaving,),
    stops=(_stops,),
    follows={MomentCame: (_turn, _ended), Moved: (_moved,), LeftBoard: (_left,)},
    due=(_due,),
    notes=(_notes,),
)
