"""Shove: pushing somebody away, and into the next zone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.footprint import side_of
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, Square, ZoneId
from desktop.core.packs.imperium import wrestling
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks
from desktop.core.packs.imperium.skills import DODGE
from desktop.core.packs.imperium.wrestling import MIGHT
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import Parted
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import ENGAGED, REACH
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

RULE = RuleRef("IM-ACTIONS-25")
INTO = RuleRef("IM-ACTIONS-26")
FAR = 3
"""The Success Levels of difference that push into the next zone."""
HERE = "here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shove(Doing):
    """Push somebody within reach away."""

    deed: ClassVar[str] = "shoves {target}[ into {zone}]"

    target: FighterId
    zone: ZoneId = ZoneId("")
    """The neighbouring zone to push it into, where the Test is good enough; unsaid: none."""


def _refusals(book: Rulebook, state: CombatState, action: Shove) -> Iterable[Refusal]:
    yield from wrestling.refusals(book, state, action.who, action.target, RULE)
    if action.zone and action.zone not in _next_to(state, action.target):
        label = label_of(state, action.zone)
        says = f"{label} is no neighbour of the zone of {label_of(state, action.target)}."
        yield Refusal(says, INTO)


def _next_to(state: CombatState, who: FighterId) -> tuple[ZoneId, ...]:
    here = state.zone_of(who) if who in state.fighters else None
    return () if here is None else tuple(state.place.neighbours(here, "foot"))


def _resolve(now: Now, action: Shove) -> None:
    who, target = action.who, action.target
    if not wrestling.closed_in(now, action, target, RULE):
        return
    won = wrestling.margin(
        now, who, target, "shove", mine=(MIGHT,), theirs=(MIGHT, DODGE), rule=RULE
    )
    if won is None or not now.state.on_board(target):
        return
    zone = _into(now, action) if won >= FAR else None
    if zone is not None:
        now.book.push.push(now, target, zone, None, who)
    elif won > 0:
        _push_back(now, who, target, won)
    _part(now, who, target)


def _into(now: Now, action: Shove) -> ZoneId | None:
    """Return the zone that a strong shove pushes into; none unless it was wanted or is now."""
    near = _next_to(now.state, action.target)
    if not near:
        return None
    options = [Option(HERE, "stays in its zone")]
    options += [Option(zone, label_of(now.state, zone)) for zone in near]
    says = f"{label_of(now.state, action.target)} is shoved into"
    default = action.zone or HERE
    said = now.word(now.unique(f"shoved|{action.target}"), says, default, INTO, options)
    return next((zone for zone in near if zone == said), None)


def _push_back(now: Now, who: FighterId, target: FighterId, metres: int) -> None:
    """Push somebody straight away, square by square, as far as there is ground in its zone."""
    seat = _behind(now.state, who, target, metres)
    if seat is not None:
        now.book.push.push(now, target, seat.square, seat.level, who)


def _behind(state: CombatState, who: FighterId, target: FighterId, steps: int) -> Spot | None:
    mine, theirs = state.fighters[who].seat, state.fighters[target].seat
    level, zone = state.fighters[target].level, state.zone_of(target)
    if mine is None or theirs is None:
        return None
    dx, dy = _sign(theirs.x - mine.x), _sign(theirs.y - mine.y)
    if (dx, dy) == (0, 0):
        return None
    ground, size, at = state.place.ground(level), side_of(state.people[target].profile), theirs
    for _ in range(steps):
        there = Square(at.x + dx, at.y + dy)
        if there not in ground.moves(at, size) or state.place.zone_at(level, there) != zone:
            break
        at = there
    return None if at == theirs else Spot(level, at)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _part(now: Now, who: FighterId, target: FighterId) -> None:
    """The two are out of each other's reach and no longer Engaged."""
    facts = [
        Parted(kind=kind, one=who, other=target, rule=RULE)
        for kind in (REACH, ENGAGED)
        if now.state.holds(kind, who, target)
    ]
    for fact in facts:
        if now.state.holds(fact.kind, who, target):
            now.happens(fact)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    yield Offer(
        about="attacks",
        key="shove", says="Shove", cost="Action", wants="foe",
        aimed=lambda target: Shove(who=who, target=FighterId(target)),
        refusals=(*unable(state, who), *lacks(state, who, "action")),
    )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={Shove: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
)
