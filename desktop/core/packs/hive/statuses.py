"""Standing, Active, Prone and Pinned, Out of Action, and activations that end at once."""

from collections.abc import Iterator

from desktop.core.model.words import FighterId
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.events import (
    BudgetSet,
    Condition,
    ConditionSet,
    Event,
    LeftBoard,
    MarkSet,
    MomentCame,
)
from desktop.core.rules.house import ORDER, SKIPPED
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import ENGAGED, OUT
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

PRONE = "prone"
PINNED = "pinned"
SERIOUS = "seriously injured"
LOST = "activation lost"
"""The mark on a fighter whose next activation holds nothing: the rule that took it."""


def is_standing(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is on its feet."""
    return PRONE not in state.fighters[who].conditions


def is_engaged(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is in a fight hand to hand."""
    foes = (FighterId(foe) for foe in state.related(ENGAGED, who))
    return any(state.on_board(foe) and not is_out(state, foe) for foe in foes)


def idle(book: Rulebook, state: CombatState, who: FighterId) -> str:
    """Return why a fighter cannot act at all, by whatever book; empty where it can."""
    if state.mark(who, OUT):
        return "out"
    found = (why for each in book.all("idle") if (why := each(book, state, who)))
    return next(found, "")


def unable(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Refusal]:
    """Yield why a fighter cannot act now, whatever it would do."""
    name, why = label_of(state, who), idle(book, state, who)
    if not state.on_board(who):
        yield Refusal(f"{name} is not on the board.", SKIPPED)
    elif why:
        yield Refusal(f"{name} is {why} and can do nothing.", SKIPPED)
    if state.round > 0 and state.actor != who:
        yield Refusal(f"It is not the turn of {name}.", ORDER)


def active(state: CombatState, who: FighterId, rule: RuleRef) -> Iterator[Refusal]:
    """Yield why a fighter is not Standing and Active."""
    name = label_of(state, who)
    if not is_standing(state, who):
        yield Refusal(f"{name} is Prone.", rule, "Stand up first.")
    elif PINNED in state.fighters[who].conditions:
        yield Refusal(f"{name} is Pinned.", rule, "Stand up first.")
    elif is_engaged(state, who):
        yield Refusal(f"{name} is Engaged.", rule, "Break away first.")


# What happens to them


def topple(now: Now, who: FighterId, rule: RuleRef) -> None:
    """Lay a fighter Prone and Pinned; one that lies there already stays so."""
    if not now.state.on_board(who):
        return
    has = now.state.fighters[who].conditions
    native = now.state.people[who].profile.hive is not None
    wanted = (PRONE, PINNED) if native and SERIOUS not in has else (PRONE,)
    facts = [
        ConditionSet(who=who, condition=name, now=Condition(), rule=rule)
        for name in wanted
        if name not in has
    ]
    if facts:
        now.happens(*facts)


def end_activation(now: Now, who: FighterId, rule: RuleRef) -> None:
    """End the activation of a fighter, with all that it has left."""
    if not now.state.on_board(who):
        return
    if now.state.actor == who:
        left = now.state.fighters[who].left
        if any(left.get(kind, 0) for kind in left if kind != "reaction"):
            now.happens(BudgetSet(who=who, left=_nothing(now.state, who), rule=rule))
        return
    entry = now.state.entry_of(who)
    to_come = entry is not None and entry.id not in now.state.acted
    if to_come and reads(now.state, "zm_end_activation", "counts as activated"):
        now.happens(MarkSet(subject=who, name=LOST, value=str(rule), rule=rule))


def _nothing(state: CombatState, who: FighterId) -> dict[str, int]:
    return {
        kind: count if kind == "reaction" else 0 for kind, count in state.fighters[who].left.items()
    }


def out_of_action(now: Now, who: FighterId, rule: RuleRef) -> None:
    """Take a fighter out of the fight for good."""
    if now.state.fighters[who].off != "out":
        now.happens(LeftBoard(who=who, why="out"))


# What follows


def _stood_up(now: Now, fact: ConditionSet) -> None:
    """Whoever is on its feet again is pinned no more."""
    if fact.condition != PRONE or fact.now is not None:
        return
    gone: list[Event] = [
        ConditionSet(who=fact.who, condition=name, now=None, rule=fact.rule)
        for name in (PINNED, SERIOUS)
        if name in now.state.fighters[fact.who].conditions
    ]
    if gone:
        now.happens(*gone)


def _turn(now: Now, came: MomentCame) -> None:
    """An activation that was lost before it came holds nothing."""
    if came.point != "start of turn" or came.who is None:
        return
    rule = now.state.mark(came.who, LOST)
    if rule is None:
        return
    now.happens(MarkSet(subject=came.who, name=LOST, value=None, rule=RuleRef(str(rule))))
    if now.state.on_board(came.who):
        left = _nothing(now.state, came.who)
        now.happens(BudgetSet(who=came.who, left=left, rule=RuleRef(str(rule))))


CHAPTER = Pack(name="hive", follows={ConditionSet: (_stood_up,), MomentCame: (_turn,)})
