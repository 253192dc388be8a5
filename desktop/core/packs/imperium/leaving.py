"""Flee and Retreat: leaving the fight, in a hurry or in good order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop.core.model.encounter import HEROES
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import superiority
from desktop.core.packs.imperium.acting import cannot_fight, unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Rulebook
from desktop.core.rules.events import LeftBoard, MarkSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.walk import NONE, leave

FLEE = RuleRef("IM-ACTIONS-21")
RETREAT = RuleRef("IM-ACTIONS-24")
CALLED = "retreat"
"""The mark on a side whose Retreat has been called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flee(Doing):
    """Run from the fight; foes one is Engaged with strike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(Doing):
    """Call a Retreat, or join the one that was called, and leave the fight safely."""


def _refusals(book: Rulebook, state: CombatState, who: FighterId, *costs: str) -> Iterator[Refusal]:
    own = tuple(unable(state, who))
    yield from own
    yield from lacks(state, who, *costs)
    for stop in book.all("stops") if state.on_board(who) else ():
        yield from (each for each in stop(book, state, who, _off(state, who)) if each not in own)


def _off(state: CombatState, who: FighterId) -> Leg:
    """Return the leg that leads off the board."""
    return Leg(path=(), leaves=state.zone_of(who), enters=None)


def _goes(now: Now, who: FighterId, *, forced: bool) -> bool:
    """Let a fighter run the gauntlet of its foes; whether it gets away."""
    past = tuple(_refusals(now.book, now.state, who)) if forced else NONE
    there = leave(now, who, _off(now.state, who), "walked", past)
    return there and not cannot_fight(now.state, who)


def _flee_refusals(book: Rulebook, state: CombatState, action: Flee) -> Iterable[Refusal]:
    return _refusals(book, state, action.who, "move", "action")


def _flee(now: Now, action: Flee) -> None:
    who = action.who
    spend(now, who, "move", FLEE)
    spend(now, who, "action", FLEE)
    if _goes(now, who, forced=action.forced):
        now.happens(LeftBoard(who=who, why="away"))
        if now.state.side_of(who) == HEROES:
            why = f"{label_of(now.state, who)} flees"
            superiority.change(now, -1, f"fled {who}", why, FLEE)


def _retreat_refusals(book: Rulebook, state: CombatState, action: Retreat) -> Iterable[Refusal]:
    return _refusals(book, state, action.who, "action")


def _retreat(now: Now, action: Retreat) -> None:
    who = action.who
    spend(now, who, "action", RETREAT)
    side = now.state.side_of(who)
    if not now.state.mark(side, CALLED):
        now.happens(MarkSet(subject=side, name=CALLED, value=True, rule=RETREAT))
    says = f"{label_of(now.state, who)} leaves safely"
    safe = now.word(now.unique(f"retreats|{who}"), says, True, RETREAT)
    if safe or _goes(now, who, forced=action.forced):
        now.happens(LeftBoard(who=who, why="away"))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    flee, retreat = Flee(who=who), Retreat(who=who)
    called = who in state.people and state.mark(state.side_of(who), CALLED)
    yield Offer(
        about="movement",
        key="flee", says="Flee", cost="Move and Action", action=flee,
        refusals=tuple(_flee_refusals(book, state, flee)),
    )  # fmt: skip
    yield Offer(
        about="movement",
        key="retreat", says="Join the Retreat" if called else "Retreat", cost="Action",
        action=retreat, refusals=tuple(_retreat_refusals(book, state, retreat)),
    )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        Flee: ActionRule(refusals=_flee_refusals, resolve=_flee),
        Retreat: ActionRule(refusals=_retreat_refusals, resolve=_retreat),
    },
    offers=(_offers,),
)
