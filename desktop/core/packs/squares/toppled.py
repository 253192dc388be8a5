"""Toppled: what it is by this book's figures and by others, and getting up again."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.squares.edges import FLAT, is_deed
from desktop.core.rules.actions import Action, Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import BudgetSet, Condition, ConditionSet
from desktop.core.rules.grid import not_now
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

TOPPLED = "toppled"
PRONE = "prone"
LANDS = RuleRef("GRID-LEDGE-03")


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUp(Doing):
    """Get up after being toppled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topple(Doing):
    """Let fighters be toppled, or with `off` be so no more, as the GM says."""

    deed: ClassVar[str] = "is toppled"

    also: tuple[FighterId, ...] = ()
    off: bool = False

    def deed_in(self, state: CombatState) -> str:
        """Return whether it falls over, or is up again."""
        return f"{self.deed} no more" if self.off else self.deed


def is_native(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is toppled by this book's own word, not laid Prone."""
    profile = state.people[who].profile
    return profile.squares_figures is not None and profile.imperium is None


def topple(now: Now, who: FighterId, rule: RuleRef) -> None:
    """Topple a fighter: Prone for one without this book's figures; nobody is so twice."""
    if not now.state.on_board(who):
        return
    word = TOPPLED if is_native(now.state, who) else PRONE
    if word not in now.state.fighters[who].conditions:
        now.happens(ConditionSet(who=who, condition=word, now=Condition(), rule=rule))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    """Yield, by one reading, what being toppled does to one's own deeds and to others'."""
    if not is_deed(wanted) or not reads(state, "grid_toppled", "numbers too"):
        return
    target = wanted.against
    if TOPPLED in state.fighters[wanted.who].conditions:
        yield Part(
            key="toppled", says="toppled", does="adds", amount=-FLAT, rule=LANDS,
            ruling="grid_toppled",
        )  # fmt: skip
    if target is not None and TOPPLED in state.fighters[target].conditions:
        yield Part(
            key="toppled target", says="toppled target", does="adds", amount=FLAT, rule=LANDS,
            ruling="grid_toppled",
        )  # fmt: skip


# Up again


def _refusals(book: Rulebook, state: CombatState, action: GetUp) -> Iterator[Refusal]:
    yield from not_now(state, action.who)
    name = label_of(state, action.who)
    if TOPPLED not in state.fighters[action.who].conditions:
        yield Refusal(f"{name} is on its feet.", LANDS)
    if not state.fighters[action.who].left.get("move", 0):
        yield Refusal(f"{name} has no Move left.", LANDS)


def _up(now: Now, action: GetUp) -> None:
    left = dict(now.state.fighters[action.who].left)
    left["move"] = max(0, left.get("move", 0) - 1)
    now.happens(
        BudgetSet(who=action.who, left=left, rule=LANDS),
        ConditionSet(who=action.who, condition=TOPPLED, now=None, rule=LANDS),
    )


def _said(now: Now, action: Topple) -> None:
    for who in (action.who, *action.also):
        if not action.off:
            topple(now, who, LANDS)
        for word in (TOPPLED, PRONE) if action.off else ():
            if word in now.state.fighters[who].conditions:
                now.happens(ConditionSet(who=who, condition=word, now=None, rule=LANDS))


def _suffering(who: tuple[FighterId, ...], condition: str) -> Action | None:
    return Topple(who=who[0], also=who[1:]) if condition == TOPPLED else None


def _recovering(who: tuple[FighterId, ...], condition: str) -> Action | None:
    return Topple(who=who[0], also=who[1:], off=True) if condition == TOPPLED else None


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if TOPPLED in state.fighters[who].conditions:
        action = GetUp(who=who)
        yield Offer(
            about="movement",
            key="get up", says="Get up", cost="Move", action=action,
            refusals=tuple(_refusals(book, state, action)), place=9,
        )  # fmt: skip


CHAPTER = Pack(
    name="squares",
    actions={
        GetUp: ActionRule(refusals=_refusals, resolve=_up),
        Topple: ActionRule(resolve=_said),
    },
    parts=(_parts,),
    offers=(_offers,),
    suffers=(_suffering,),
    recovers=(_recovering,),
)
