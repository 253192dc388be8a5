"""Seeing to those who bleed or are poisoned, and making an end of the unconscious."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import AttackId, FighterId
from desktop.core.packs.imperium import reach, weapons
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.suffering import has, recover, suffer
from desktop.core.rules.actions import Action, Assault, Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import LeftBoard
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor

BLEEDING = RuleRef("IM-CONDITIONS-02")
POISONED = RuleRef("IM-CONDITIONS-17")
UNCONSCIOUS = RuleRef("IM-CONDITIONS-13")
DEAD = RuleRef("IM-CONDITIONS-14")

TREATED = {"bleeding": BLEEDING, "poisoned": POISONED}
"""The conditions that Medicae ends."""
SKILL = "medicae"


@dataclass(frozen=True, slots=True, kw_only=True)
class Treat(Doing):
    """See to somebody within reach, or oneself, with Medicae."""

    deed: ClassVar[str] = "treats {patient}, who is {condition}"

    patient: FighterId
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Assault):
    """Kill somebody unconscious within reach, which takes no Test."""

    deed: ClassVar[str] = "finishes off {target}"

    attack: AttackId = AttackId("")
    """Unsaid: the first weapon in hand that does."""


def _treat_refusals(book: Rulebook, state: CombatState, action: Treat) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    name = label_of(state, action.patient)
    if action.condition not in TREATED:
        yield Refusal(f"Medicae does not end {action.condition!r}.", POISONED)
    elif not has(state, action.patient, action.condition):
        yield Refusal(f"{name} is not {action.condition}.", TREATED[action.condition])
    if action.patient != action.who and state.on_board(action.who):
        yield from reach.step_up_refusals(book, state, action.who, action.patient)


def _treat(now: Now, action: Treat) -> None:
    if action.patient != action.who and not reach.step_up(now, action.who, action.patient):
        return
    rule = TREATED.get(action.condition, POISONED)
    spend(now, action.who, "action", rule)
    wanted = TallyFor(what="test", who=action.who, purpose="treat", skill=SKILL)
    says = f"Medicae, {action.condition} of {label_of(now.state, action.patient)}"
    if now.book.test.test(now, wanted, says, 0, rule).passed:
        recover(now, action.patient, action.condition, rule)


def _killer(state: CombatState, who: FighterId, key: AttackId) -> bool:
    """Whether a fighter has a weapon in hand that kills without a Test."""
    held = [
        weapon for weapon in weapons.attacks(state, who) if weapons.is_ready(state, who, weapon)
    ]
    return any(
        not weapons.has(weapon, "ineffective") for weapon in held if not key or weapon.id == key
    )


def _finish_refusals(book: Rulebook, state: CombatState, action: Finish) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if not has(state, action.target, "unconscious"):
        says = f"{label_of(state, action.target)} is not Unconscious."
        yield Refusal(says, UNCONSCIOUS, "Attack it.")
    if not _killer(state, action.who, action.attack):
        says = f"{label_of(state, action.who)} has no weapon in hand that would do."
        yield Refusal(says, UNCONSCIOUS)
    if state.on_board(action.who):
        yield from reach.step_up_refusals(book, state, action.who, action.target)


def _finish(now: Now, action: Finish) -> None:
    if not reach.step_up(now, action.who, action.target):
        return
    spend(now, action.who, "action", UNCONSCIOUS)
    suffer(now, action.target, "dead", rule=UNCONSCIOUS)
    says = f"{label_of(now.state, action.target)} dies"
    if now.state.on_board(action.target) and now.word(f"out|{action.target}", says, True, DEAD):
        now.happens(LeftBoard(who=action.target, why="out"))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    own = (*unable(state, who), *lacks(state, who, "action"))
    for condition in TREATED:
        if any(has(state, each, condition) for each in state.fighters):
            yield Offer(
                about="guarding and helping",
                key=f"treat:{condition}", says=f"Treat: {condition}", cost="Action",
                wants="fighter", aimed=_treating(who, condition), refusals=own,
            )  # fmt: skip
    if any(has(state, each, "unconscious") for each in state.fighters if each != who):
        yield Offer(
            about="attacks",
            key="finish", says="Finish off", cost="Action", wants="foe",
            aimed=lambda foe: Finish(who=who, target=FighterId(foe)), refusals=own,
        )  # fmt: skip


def _treating(who: FighterId, condition: str) -> Callable[[str], Action]:
    return lambda patient: Treat(who=who, patient=FighterId(patient), condition=condition)


CHAPTER = Pack(
    name="imperium",
    actions={
        Treat: ActionRule(refusals=_treat_refusals, resolve=_treat),
        Finish: ActionRule(refusals=_finish_refusals, resolve=_finish),
    },
    offers=(_offers,),
)
