"""Who can do anything at all."""

from collections.abc import Iterator

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import saddle
from desktop.core.rules.book import Leg, Pack, Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import OUT
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

TURN = RuleRef("IM-TURN-01")
HELD = RuleRef("IM-CONDITIONS-07")
HELPLESS = ("unconscious", "incapacitated", "dead")
MAJOR_HELPLESS = ("poisoned", "restrained")
"""Conditions that leave a fighter incapacitated once they are major."""


def helpless_because(state: CombatState, who: FighterId) -> str:
    """Return why a fighter can neither act nor defend itself, in a word; empty where it can."""
    conditions = state.fighters[who].conditions
    found = [name for name in HELPLESS if name in conditions]
    found += [
        f"major {name}"
        for name in MAJOR_HELPLESS
        if name in conditions and conditions[name].tier == "major"
    ]
    if not found and state.mark(who, OUT):
        return "out"
    return found[0] if found else ""


def helpless(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter can neither act nor defend itself."""
    return bool(helpless_because(state, who))


def cannot_fight(state: CombatState, who: FighterId) -> bool:
    """Whether nobody need reckon with a fighter: it is off the board, or helpless on it."""
    return not state.on_board(who) or helpless(state, who)


def unable(state: CombatState, who: FighterId) -> Iterator[Refusal]:
    """Yield why a fighter cannot act now, whatever it would do."""
    name = label_of(state, who)
    if not state.on_board(who):
        yield Refusal(f"{name} is not on the board.", TURN)
    yield from downed(state, who)
    if state.round > 0 and not saddle.has_the_turn(state, who):
        yield Refusal(f"It is not the turn of {name}.", TURN)


def downed(state: CombatState, who: FighterId) -> Iterator[Refusal]:
    """Yield why a fighter can do nothing at all, whosever turn it is."""
    why = helpless_because(state, who)
    if why:
        yield Refusal(f"{label_of(state, who)} is {why} and can do nothing.", HELD)


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    yield from downed(state, who)


def _idle(book: Rulebook, state: CombatState, who: FighterId) -> str:
    return helpless_because(state, who)


CHAPTER = Pack(name="imperium", stops=(_stops,), idle=(_idle,))
