"""Barriers: links that nobody walks over; an Action and a Test get past, and end the turn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.board import Link
from desktop.core.model.moments import SetLink
from desktop.core.model.place import Way
from desktop.core.model.words import FighterId, LinkId, ZoneId
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.size import NARROW, passes
from desktop.core.packs.imperium.skills import DIFFICULTIES, title
from desktop.core.packs.imperium.space import leg_over
from desktop.core.rules.actions import Doing
from desktop.core.rules.barred import barrier_on
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Rulebook
from desktop.core.rules.effects import let
from desktop.core.rules.events import BudgetSet, MarkSet, TurnPassed, Until
from desktop.core.rules.labels import begun, label_of
from desktop.core.rules.now import Now
from desktop.core.rules.order import entry_named, is_out
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor
from desktop.core.rules.turns import end_turn
from desktop.core.rules.walk import NONE, arrive, leave
from desktop.core.rules.ways import taken_by_others

WHERE = RuleRef("IM-BARRIER-01")
COST = RuleRef("IM-BARRIER-02")
WHICH = RuleRef("IM-BARRIER-03")
RESULT = RuleRef("IM-BARRIER-04")
TURN_ENDS = RuleRef("IM-BARRIER-05")
END_EFFECTS = RuleRef("IM-BARRIER-07")
STAYS = RuleRef("IM-BARRIER-08")

USUAL = "athletics (climbing)"
SKILLS = (
    USUAL, "athletics (might)", "reflexes (acrobatics)", "tech (security)", "tech (engineering)",
)  # fmt: skip
AT_HAND_SQ = 2
"""No further than this does one go at a barrier where squares measure: up to it, and over."""
NO_END_EFFECTS = "no effects at this end of turn"
"""The mark on a fighter whose turn a barrier ends where, by one reading, nothing else happens."""
TURN_OVER = "turn over"
"""The mark on a member of a group whose part of the group's turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossBarrier(Doing):
    """Try to get past a barrier of one's own zone."""

    deed: ClassVar[str] = "crosses {link}"

    link: LinkId


def _way(state: CombatState, action: CrossBarrier) -> Way | None:
    """Return the barrier as seen from the fighter's zone, or None."""
    zone = state.zone_of(action.who)
    if zone is None:
        return None
    ways = (way for way in state.place.links_of(zone) if way.link.id == action.link)
    return next(ways, None)


def _refusals(book: Rulebook, state: CombatState, action: CrossBarrier) -> Iterator[Refusal]:
    link, label = state.encounter.board.links[action.link], label_of(state, action.link)
    yield from unable(state, action.who)
    yield from lacks(state, action.who, *_costs(state))
    if barrier_on(state, link) is None:
        yield Refusal(begun(f"{label} is no barrier."), WHERE, "Walk.")
    way = _way(state, action)
    if way is None:
        says = f"{label} is no link of the zone of {label_of(state, action.who)}."
        yield Refusal(begun(says), WHERE, "Go there first.", final=True)
        return
    if passes(state, action.who, link) == "refuse":
        yield Refusal(f"{label_of(state, action.who)} does not fit through {label}.", NARROW)
    here = state.zone_of(action.who)
    if here is not None:
        leg = _leg(book, state, action.who, way, here)
        yield from _at_hand(book, state, action.who, leg)
        for stop in book.all("stops"):
            yield from stop(book, state, action.who, leg)


def _leg(book: Rulebook, state: CombatState, who: FighterId, way: Way, leaves: ZoneId) -> Leg:
    """Return the leg over a barrier: where squares measure up to the first beyond it."""
    leg = leg_over(book, state, who, way, leaves)
    if not book.space.on_squares:
        return leg
    zone_at = state.place.zone_at
    beyond = next((at for at, spot in enumerate(leg.path, 1) if zone_at(*spot) == way.to), None)
    return replace(leg, path=leg.path[:beyond], beside=())


def _at_hand(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    """Yield why one who stands on a square cannot try: it is too far off, or there is no room."""
    if not book.space.on_squares:
        return
    if len(leg.path) > AT_HAND_SQ:
        says = f"{label_of(state, who)} is not beside it."
        yield Refusal(says, WHERE, "Go up to it first.")
    other = taken_by_others(state, who).get(leg.path[-1]) if leg.path else None
    if other is not None:
        yield Refusal(f"{label_of(state, other)} stands right behind it.", WHERE)


def _costs(state: CombatState) -> tuple[str, ...]:
    return ("action", "move") if reads(state, "barrier_cost", "move too") else ("action",)


def _resolve(now: Now, action: CrossBarrier) -> None:
    way, here = _way(now.state, action), now.state.zone_of(action.who)
    if way is None or here is None:
        return
    for kind in _costs(now.state):
        spend(now, action.who, kind, COST)
    leg = _leg(now.book, now.state, action.who, way, here)
    barrier = barrier_on(now.state, way.link) or way.link  # the GM may force any link
    if _try(now, action, barrier, leg) and arrive(now, action.who, leg, "walked"):
        _gone_for_all(now, barrier)
    _end(now, action.who)


def _try(now: Now, action: CrossBarrier, link: Link, leg: Leg) -> bool:
    """Make the Test, with the blows of those who are left; whether the fighter gets past."""
    after = reads(now.state, "barrier_engaged", "success only")
    past = tuple(_refusals(now.book, now.state, action)) if action.forced else NONE
    if not after and not leave(now, action.who, leg, "walked", past):
        return False
    skill, difficulty = _test_of(now, link)
    wanted = TallyFor(what="test", who=action.who, purpose="barrier", skill=skill)
    says = f"{title(skill)} past {label_of(now.state, link.id)}"
    if not now.book.test.test(now, wanted, says, difficulty, RESULT).passed:
        return False
    return not after or leave(now, action.who, leg, "walked", past)


def _test_of(now: Now, link: Link) -> tuple[str, int]:
    """Return the Test that a link takes; where it says none the GM has a word on the usual one."""
    if link.test is not None and link.test.skill:
        return link.test.skill, link.test.difficulty
    label = label_of(now.state, link.id)
    said = link.test.difficulty if link.test is not None else 0
    skills = [Option(skill, title(skill)) for skill in SKILLS]
    skill = now.word(f"barrier skill|{link.id}", f"Test of {label}", USUAL, WHICH, skills)
    hard = [Option(str(by), f"{name} {by:+d}") for by, name in DIFFICULTIES.items()]
    by = now.word(f"barrier difficulty|{link.id}", f"Difficulty of {label}", str(said), WHICH, hard)
    return str(skill), int(by)


def _gone_for_all(now: Now, link: Link) -> None:
    """A barrier stays for the next one, unless the GM says or, by one reading, Tech opened it."""
    tech = link.test is not None and link.test.skill.startswith("tech")
    stays = not (tech and reads(now.state, "barrier_persist", "tech clears it"))
    label = label_of(now.state, link.id)
    says = begun(f"{label} is still a barrier")
    if not now.word(f"barrier stays|{link.id}", says, stays, STAYS):
        let(now, (SetLink(link=LinkId(link.id), kind="open"),), label)


def _end(now: Now, who: FighterId) -> None:
    """End the turn of whoever tried; of a group the others still have theirs."""
    if now.state.round == 0 or now.state.actor != who:
        return
    entry = entry_named(now.state, now.state.acting)
    members = entry.members if entry is not None and who in entry.members else ()
    until = Until("end of turn", who=who)
    if reads(now.state, "barrier_turn_end", "skipped"):
        now.happens(
            MarkSet(subject=who, name=NO_END_EFFECTS, value=True, until=until, rule=END_EFFECTS)
        )
    left = {**now.state.fighters[who].left, "move": 0, "action": 0}
    now.happens(
        BudgetSet(who=who, left=left, rule=TURN_ENDS),
        MarkSet(subject=who, name=TURN_OVER, value=True, until=until, rule=TURN_ENDS),
    )
    others = (
        each
        for each in members
        if not is_out(now.state, each) and not now.state.mark(each, TURN_OVER)
    )
    actor = next(others, None)
    if actor is None:
        end_turn(now)
    else:
        now.happens(TurnPassed(entry=now.state.acting, actor=actor))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    zone = state.zone_of(who)
    for way in state.place.links_of(zone) if zone is not None else ():
        if barrier_on(state, way.link) is None:
            continue
        action = CrossBarrier(who=who, link=LinkId(way.link.id))
        yield Offer(
            about="movement",
            key=f"barrier:{way.link.id}", says=f"Cross {label_of(state, way.link.id)}",
            cost="Action", action=action, refusals=tuple(_refusals(book, state, action)),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={CrossBarrier: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
)
