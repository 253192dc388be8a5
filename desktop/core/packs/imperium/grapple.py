"""Grapple: holding somebody fast, letting go, and escaping."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import wrestling
from desktop.core.packs.imperium.acting import cannot_fight, unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.size import SIZES
from desktop.core.packs.imperium.skills import DODGE
from desktop.core.packs.imperium.wrestling import BRAWL, MIGHT
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook, Standing
from desktop.core.rules.events import (
    Condition,
    ConditionSet,
    Event,
    LeftBoard,
    Moved,
    Parted,
    Related,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import HOLDS, REACH
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

RULE = RuleRef("IM-ACTIONS-22")
SIZE = RuleRef("IM-ACTIONS-23")
FREE = RuleRef("IM-TURN-02")
RESTRAINED = "restrained"
PURPOSE = "grapple"
ATTACK = (MIGHT, BRAWL)
DEFENCE = (MIGHT, BRAWL, DODGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grapple(Doing):
    """Get hold of somebody within reach."""

    deed: ClassVar[str] = "grapples {target}"

    target: FighterId


@dataclass(frozen=True, slots=True, kw_only=True)
class LetGo(Doing):
    """Let somebody go."""

    deed: ClassVar[str] = "lets {target} go"

    target: FighterId


@dataclass(frozen=True, slots=True, kw_only=True)
class Escape(Doing):
    """Try to get out of another's hold."""

    deed: ClassVar[str] = "tries to get free"


def holder_of(state: CombatState, who: FighterId) -> FighterId | None:
    """Return who holds a fighter, the first of several; None where nobody does."""
    found = (each.one for each in state.relations if each.kind == HOLDS and each.other == who)
    first = next(found, None)
    return None if first is None else FighterId(first)


def _held(state: CombatState, who: FighterId) -> list[FighterId]:
    return [
        FighterId(each.other) for each in state.relations if each.kind == HOLDS and each.one == who
    ]


# Grapple


def _refusals(book: Rulebook, state: CombatState, action: Grapple) -> Iterable[Refusal]:
    yield from wrestling.refusals(book, state, action.who, action.target, RULE)
    if state.holds(HOLDS, action.who, action.target):
        names = label_of(state, action.who), label_of(state, action.target)
        yield Refusal(f"{names[0]} holds {names[1]} already.", RULE)


def _resolve(now: Now, action: Grapple) -> None:
    who, target = action.who, action.target
    if not wrestling.closed_in(now, action, target, RULE):
        return
    won = wrestling.margin(now, who, target, PURPOSE, mine=ATTACK, theirs=DEFENCE, rule=RULE)
    if won is not None and now.state.on_board(target):
        now.happens(Related(kind=HOLDS, one=who, other=target, mutual=False, rule=RULE))


def _standing(book: Rulebook, state: CombatState) -> Iterator[Standing]:
    for each in state.relations:
        if each.kind == HOLDS:
            condition = Condition(tier="minor", source=each.one)
            yield Standing(FighterId(each.other), RESTRAINED, condition, RULE)


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    """Say what size does in a grapple."""
    grappling = wanted.what == "test" and wanted.purpose in (PURPOSE, f"resist {PURPOSE}")
    if not grappling or wanted.against is None:
        return
    mine, theirs = (
        SIZES.index(state.people[each].profile.size or "medium")
        for each in (wanted.who, wanted.against)
    )
    if mine > theirs:
        yield Part(key="larger", says="larger", does="for", rule=SIZE)
    elif theirs >= mine + 2:
        yield Part(key="smaller", says="much smaller", does="against", rule=SIZE)


# Letting go


def _end(now: Now, pairs: Iterable[tuple[FighterId, FighterId]], rule: RuleRef) -> None:
    facts: list[Event] = [Parted(kind=HOLDS, one=a, other=b, rule=rule) for a, b in pairs]
    if facts:
        now.happens(*facts)


def _let_go_refusals(book: Rulebook, state: CombatState, action: LetGo) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    if not state.holds(HOLDS, action.who, action.target):
        names = label_of(state, action.who), label_of(state, action.target)
        yield Refusal(f"{names[0]} does not hold {names[1]}.", RULE)


def _let_go(now: Now, action: LetGo) -> None:
    _end(now, [(action.who, action.target)], FREE)


def _moved(now: Now, fact: Moved) -> None:
    _loosen(now, fact.who)


def _left(now: Now, fact: LeftBoard) -> None:
    _loosen(now, fact.who)


def _parted(now: Now, fact: Parted) -> None:
    if fact.kind == REACH and fact.one in now.state.fighters:
        _loosen(now, FighterId(fact.one))


def _conditioned(now: Now, fact: ConditionSet) -> None:
    if fact.now is not None and cannot_fight(now.state, fact.who):
        _end(now, [(fact.who, other) for other in _held(now.state, fact.who)], RULE)


def _loosen(now: Now, who: FighterId) -> None:
    """End every hold of a fighter, or on it, that reaches no further."""
    pairs = [
        (FighterId(each.one), FighterId(each.other))
        for each in now.state.relations
        if each.kind == HOLDS and who in (each.one, each.other)
    ]
    _end(now, [pair for pair in pairs if not _reaches(now, *pair)], RULE)


def _reaches(now: Now, one: FighterId, other: FighterId) -> bool:
    there = now.state.on_board(one) and now.state.on_board(other)
    return there and now.book.space.in_reach(now.state, one, other)


# Escaping


def _free_refusals(book: Rulebook, state: CombatState, action: Escape) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if holder_of(state, action.who) is None:
        yield Refusal(f"Nobody holds {label_of(state, action.who)}.", RULE)


def _escape(now: Now, action: Escape) -> None:
    holder = holder_of(now.state, action.who)
    spend(now, action.who, "action", RULE)
    if holder is None:
        return
    won = wrestling.margin(now, action.who, holder, PURPOSE, mine=DEFENCE, theirs=ATTACK, rule=RULE)
    if won is not None:
        _end(now, [(holder, action.who)], RULE)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    yield Offer(
        about="attacks",
        key="grapple", says="Grapple", cost="Action", wants="foe",
        aimed=lambda target: Grapple(who=who, target=FighterId(target)),
        refusals=(*unable(state, who), *lacks(state, who, "action")),
    )  # fmt: skip
    for target in _held(state, who):
        action = LetGo(who=who, target=target)
        yield Offer(
            about="attacks",
            key=f"let go:{target}", says=f"Let {label_of(state, target)} go", cost="Free",
            action=action, refusals=tuple(_let_go_refusals(book, state, action)),
        )  # fmt: skip
    if holder_of(state, who) is not None:
        free = Escape(who=who)
        yield Offer(
            about="movement",
            key="escape", says="Escape the grapple", cost="Action", action=free,
            refusals=tuple(_free_refusals(book, state, free)),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        Grapple: ActionRule(refusals=_refusals, resolve=_resolve),
        LetGo: ActionRule(refusals=_let_go_refusals, resolve=_let_go),
        Escape: ActionRule(refusals=_free_refusals, resolve=_escape),
    },
    offers=(_offers,),
    parts=(_parts,),
    standing=(_standing,),
    follows={
        Moved: (_moved,),
        LeftBoard: (_left,),
        Parted: (_parted,),
        ConditionSet: (_conditioned,),
    },
)
