"""Engaged: who is caught up in a melee with whom, and what leaving it brings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import bar, melee, saddle, weapons
from desktop.core.packs.imperium.acting import cannot_fight, unable
from desktop.core.packs.imperium.economy import has, lacks, spend
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Plan, Rulebook
from desktop.core.rules.events import (
    ConditionSet,
    Event,
    LeftBoard,
    MarkSet,
    MomentCame,
    Moved,
    Parted,
    Tested,
    Until,
)
from desktop.core.rules.fold import fold
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import ENGAGED, REACH
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Refusal, RuleRef

LEAVING = RuleRef("IM-ENGAGED-02")
SAFELY = RuleRef("IM-ENGAGED-05")
RIDERS = RuleRef("IM-MOUNTS-10")
DISENGAGED = "disengaged"
LEFT = "left "
"""Before a foe's id: the mark of a fighter whom that foe strikes once it has moved."""
FOUGHT = "last blow at "


@dataclass(frozen=True, slots=True, kw_only=True)
class Disengage(Doing):
    """Make leaving the foes one is Engaged with safe, until the end of the turn."""

    deed: ClassVar[str] = "disengages[ from {foe}]"

    foe: FighterId | None = None
    """Whom it covers, where it covers one foe only."""


def foes_of(state: CombatState, who: FighterId) -> tuple[FighterId, ...]:
    """Return everyone a fighter is Engaged with, in the order in which it came to be."""
    return tuple(FighterId(foe) for foe in state.related(ENGAGED, who))


# Leaving


def _threats(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[FighterId]:
    """Yield the Engaged foes that a leg leaves and that can strike for it."""
    safe_from = state.mark(who, DISENGAGED)
    for foe in foes_of(state, who):
        if safe_from is True or safe_from == foe or cannot_fight(state, foe):
            continue
        if not has(state, foe, "reaction") or weapons.reaction_weapon(state, foe) is None:
            continue
        if _leaves(book, state, who, foe, leg):
            yield foe


def _leaves(book: Rulebook, state: CombatState, who: FighterId, foe: FighterId, leg: Leg) -> bool:
    """Whether a leg takes a fighter out of a foe's reach."""
    if not book.space.on_squares or not leg.path:
        return foe not in leg.beside
    for spot in leg.path:
        state = _gone(state, who, replace(leg, path=(spot,)))
        if not book.space.in_reach(state, foe, who):
            return True
    return False


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    if forced and not reads(now.state, "forced_move_provokes", "any movement"):
        return
    for each in (who, *saddle.riders_of(now.state, who)):
        provoke(now, each, leg)


def provoke(now: Now, who: FighterId, leg: Leg) -> None:
    """Let every foe that a leg leaves strike for it, while there is somebody to strike at."""
    for foe in tuple(_threats(now.book, now.state, who, leg)):
        if cannot_fight(now.state, who) or not now.state.holds(ENGAGED, foe, who):
            continue
        if cannot_fight(now.state, foe) or not has(now.state, foe, "reaction"):
            continue
        says = f"{label_of(now.state, foe)} strikes at {label_of(now.state, who)} for leaving"
        if not now.word(now.unique(f"leave|{foe}|{who}"), says, True, LEAVING):
            continue
        if reads(now.state, "engaged_interrupt", "after moving"):
            now.happens(MarkSet(subject=who, name=f"{LEFT}{foe}", value=True, rule=LEAVING))
        else:
            _strike(now, foe, _struck(now, foe, who))


def _struck(now: Now, foe: FighterId, who: FighterId) -> FighterId:
    """Return whom a foe strikes for leaving: of a rider and its mount the one that it likes."""
    mount = saddle.mount_of(now.state, who)
    pair = (who, *((mount,) if mount is not None else saddle.riders_of(now.state, who)))
    if len(pair) == 1 or reads(now.state, "mount_engaged", "engaged one"):
        return who
    options = [Option(each, label_of(now.state, each)) for each in pair]
    says = f"{label_of(now.state, foe)} strikes at"
    chosen = str(now.word(now.unique(f"struck|{foe}"), says, who, RIDERS, options))
    return next((each for each in pair if each == chosen), who)


def _strike(now: Now, foe: FighterId, who: FighterId) -> None:
    weapon = weapons.reaction_weapon(now.state, foe)
    if weapon is None:
        return
    spend(now, foe, "reaction", LEAVING)
    melee.blow(now, foe, who, weapon, rule=LEAVING)


def _struck_after(now: Now, who: FighterId) -> None:
    """With the other reading, let the foes strike that were left a moment ago."""
    names = {name for subject, name in now.state.marks if subject == who and name.startswith(LEFT)}
    left = [foe for foe in now.state.fighters if f"{LEFT}{foe}" in names] if names else ()
    for foe in left:
        if now.state.mark(who, f"{LEFT}{foe}"):
            now.happens(MarkSet(subject=who, name=f"{LEFT}{foe}", value=None, rule=LEAVING))
            if not cannot_fight(now.state, foe) and not cannot_fight(now.state, who):
                _strike(now, foe, _struck(now, foe, who))


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    pair = (who, *saddle.riders_of(state, who))
    squares = book.space.on_squares
    struck: set[FighterId] = set()
    for at, leg in enumerate(plan.legs if squares else plan.legs[:1]):
        for foe in dict.fromkeys(foe for one in pair for foe in _threats(book, state, one, leg)):
            if foe not in struck:
                struck.add(foe)
                says = f"{label_of(state, foe)} strikes"
                yield Consequence(who=who, says=says, rule=LEAVING, at=at, grave=True)
        if squares and leg.path:
            state = _gone(state, who, leg)


def _gone(state: CombatState, who: FighterId, leg: Leg) -> CombatState:
    """Return the state as it is after a leg."""
    level, square = leg.path[-1]
    above = state.fighters[who].above
    return fold(state, Moved(who=who, how="walked", level=level, to=square, above=above))


# The end of it


def _moved(now: Now, fact: Moved) -> None:
    _settle(now, fact.who)
    _struck_after(now, fact.who)


def _parted(now: Now, fact: Parted) -> None:
    if fact.kind == REACH and fact.one in now.state.fighters:
        _settle(now, FighterId(fact.one))


def _left(now: Now, fact: LeftBoard) -> None:
    _settle(now, fact.who)


def _conditioned(now: Now, fact: ConditionSet) -> None:
    if fact.now is not None:
        _settle(now, fact.who)


def _settle(now: Now, who: FighterId) -> None:
    """End what no longer holds: out of reach, or one of the two out of the fight."""
    ended: list[Event] = [
        Parted(kind=ENGAGED, one=who, other=foe, rule=melee.MADE)
        for foe in foes_of(now.state, who)
        if cannot_fight(now.state, who)
        or cannot_fight(now.state, foe)
        or not now.book.space.in_reach(now.state, who, foe)
    ]
    if ended:
        now.happens(*ended)


def _attacked(now: Now, fact: Tested) -> None:
    """Note in which round two last fought, where a quiet round ends it."""
    if fact.against is None or not reads(now.state, "engaged_end", "quiet round too"):
        return
    now.happens(MarkSet(subject=fact.who, name=f"{FOUGHT}{fact.against}", value=now.state.round))


def _quiet(now: Now, came: MomentCame) -> None:
    if came.point != "end of round" or not reads(now.state, "engaged_end", "quiet round too"):
        return
    pairs = [
        (FighterId(each.one), FighterId(each.other))
        for each in now.state.relations
        if each.kind == ENGAGED
    ]
    for one, other in pairs:
        last = [
            now.state.mark(one, f"{FOUGHT}{other}"),
            now.state.mark(other, f"{FOUGHT}{one}"),
        ]
        if came.round not in last:
            now.happens(Parted(kind=ENGAGED, one=one, other=other, rule=melee.MADE))


# Disengage


def _refusals(book: Rulebook, state: CombatState, action: Disengage) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    foes = foes_of(state, action.who)
    name = label_of(state, action.who)
    if not foes:
        yield Refusal(f"{name} is Engaged with nobody.", SAFELY)
    elif reads(state, "disengage_all", "one foe") and action.foe not in foes:
        yield Refusal(f"{name} must name the foe to leave safely.", SAFELY)


def _resolve(now: Now, action: Disengage) -> None:
    one_only = reads(now.state, "disengage_all", "one foe")
    spend(now, action.who, "action", SAFELY)
    until = Until("end of turn", who=action.who)
    value = action.foe if one_only and action.foe else True
    now.happens(MarkSet(subject=action.who, name=DISENGAGED, value=value, until=until, rule=SAFELY))
    if reads(now.state, "disengage_move", "step included"):
        foes = [FighterId(value)] if isinstance(value, str) else foes_of(now.state, action.who)
        _step_out(now, action.who, foes)


def _step_out(now: Now, who: FighterId, foes: Iterable[FighterId]) -> None:
    """With the other reading, step out of reach of the foes as part of the Action."""
    if not now.book.space.on_squares:
        near = [foe for foe in foes if now.state.holds(REACH, who, foe)]
        now.happens(*(Parted(kind=REACH, one=who, other=foe, rule=SAFELY) for foe in near))
        return
    fighter = now.state.fighters[who]
    if fighter.seat is None:
        return
    for seat in now.state.place.ground(fighter.level).moves(fighter.seat):
        fact = Moved(
            who=who, how="walked", level=fighter.level, to=seat,
            path=((fighter.level, seat),), above=fighter.above, rule=SAFELY,
        )  # fmt: skip
        after = fold(now.state, fact)
        if not any(now.book.space.in_reach(after, who, foe) for foe in foes):
            now.happens(fact)
            return


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if reads(state, "disengage_all", "one foe"):
        action = Disengage(who=who)
        refusals = tuple(
            refusal
            for refusal in _refusals(book, state, replace(action, foe=_first_foe(state, who)))
        )
        yield Offer(
            about="movement",
            key="disengage", says="Disengage", cost="Action", wants="foe",
            aimed=lambda foe: replace(action, foe=FighterId(foe)), refusals=refusals,
            place=bar.DISENGAGE,
        )  # fmt: skip
        return
    action = Disengage(who=who)
    yield Offer(
        about="movement",
        key="disengage", says="Disengage", cost="Action", action=action,
        refusals=tuple(_refusals(book, state, action)), place=bar.DISENGAGE,
    )  # fmt: skip


def _first_foe(state: CombatState, who: FighterId) -> FighterId | None:
    return next(iter(foes_of(state, who)), None)


CHAPTER = Pack(
    name="imperium",
    actions={Disengage: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    follows={
        Moved: (_moved,),
        Parted: (_parted,),
        LeftBoard: (_left,),
        ConditionSet: (_conditioned,),
        Tested: (_attacked,),
        MomentCame: (_quiet,),
    },
    leaving=(_leaving,),
    foretells=(_foretells,),
)
