"""A book of a page: two actions, a follow, a standing condition; and fights that use it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from desktop.core.model.encounter import Encounter
from desktop.core.model.words import At, FighterId, LevelId, SpaceName
from desktop.core.rules.actions import Action, Begin
from desktop.core.rules.book import (
    ActionRule,
    Distance,
    Pack,
    Plan,
    Reach,
    Rulebook,
    Spot,
    Standing,
)
from desktop.core.rules.combat import Combat
from desktop.core.rules.compose import rulebook
from desktop.core.rules.events import (
    Condition,
    ConditionSet,
    Event,
    MarkSet,
    Tested,
    Until,
    WoundsSet,
    WoundsTaken,
)
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Answer, Option, ScriptedTable, Value
from desktop.core.rules.start import begin_state
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, Tally, TallyFor
from desktop.core.rules.traits import has_trait

RULE = RuleRef("TINY-RULE-01")
DAMP = RuleRef("TINY-DAMP-01")


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike(Action):
    """Hit somebody: a d100 under the tally's total hurts; a high face asks where."""

    who: FighterId
    foe: FighterId


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle(Action):
    """Cause facts that cause facts for ever."""


class TinySpace:
    """Nothing is far."""

    name: SpaceName = "zones"
    on_squares = False
    in_lengths = False
    walks_in_gaits = False

    def distance(self, state: CombatState, one: FighterId, other: str) -> Distance:
        return Distance(0, "", "here")

    def in_reach(self, state: CombatState, one: FighterId, other: str) -> bool:
        return True

    def plan(
        self,
        book: Rulebook,
        state: CombatState,
        who: FighterId,
        to: At,
        level: LevelId | None,
        via: tuple[Spot, ...] = (),
        pay: str = "",
        gait: str = "",
    ) -> Plan:
        return Plan(who=who, legs=(), pays={}, pay="free", says="stays")

    def reach(self, book: Rulebook, state: CombatState, who: FighterId) -> Reach:
        return Reach()


class TinyEconomy:
    def refreshed(self, state: CombatState, who: FighterId) -> Mapping[str, int]:
        actions = 0 if "dazed" in state.fighters[who].conditions else 1
        return {"action": actions, "reaction": 1}

    def told(self, cost: str) -> str:
        return cost


class TinyTest:
    def test(self, now: Now, wanted: TallyFor, says: str, difficulty: int, rule: RuleRef) -> Tested:
        base = Part(key="skill", says="skill", does="base", amount=50, rule=rule)
        tally = now.tally(wanted, f"{wanted.who}|{says}", says, base)
        face = now.roll("d100", wanted.who, says, rule)
        passed = face <= tally.total
        fact = Tested(
            who=wanted.who, says=says, tally=tally, face=face, final=face,
            target=tally.total, levels=0, passed=passed, rule=rule,
        )  # fmt: skip
        now.happens(fact)
        return fact


class TinyDamage:
    def hurt(
        self,
        now: Now,
        who: FighterId,
        damage: Tally,
        *,
        rule: RuleRef,
        by: FighterId | None = None,
        location: str | None = None,
        attack: str | None = None,
        armour: bool = True,
        critical: bool = False,
    ) -> WoundsTaken:
        total = now.state.fighters[who].wounds + damage.total
        fact = WoundsTaken(
            who=who, damage=damage, armour=Tally(key="armour", says="armour", parts=()),
            location=None, wounds=damage.total, total=total, by=by, rule=rule,
        )  # fmt: skip
        now.happens(fact)
        return fact

    def maximum(self, state: CombatState, who: FighterId) -> int | None:
        return 10


class TinyInitiative:
    def initiative(self, state: CombatState, who: FighterId) -> tuple[int, int]:
        return 10, 0


class TinyPush:
    def push(
        self,
        now: Now,
        who: FighterId,
        to: At,
        level: LevelId | None,
        by: FighterId | None,
        how: Action | None = None,
    ) -> None:
        now.happens(MarkSet(subject=who, name="pushed", value=True))


def _refusals(book: Rulebook, state: CombatState, action: Strike) -> Iterable[Refusal]:
    if not state.against(action.who, action.foe):
        yield Refusal("They are friends.", RULE)
    if not state.on_board(action.foe):
        yield Refusal("The foe is not here.", RULE)


def _strike(now: Now, action: Strike) -> None:
    made = now.book.test.test(
        now, TallyFor(what="test", who=action.who, against=action.foe), "strike", 0, RULE
    )
    if not made.passed:
        return
    if made.face > 25:
        options = [Option("head", "Head"), Option("body", "Body")]
        where = now.choose(options, action.who, "where", RULE)
        now.happens(MarkSet(subject=action.foe, name="hit", value=where))
    hard = now.word(f"{action.who}|hard", "strike hard", False, RULE)
    part = Part(key="arm", says="arm", does="base", amount=4 if hard else 2, rule=RULE)
    tally = Tally(key=f"{action.foe}|damage", says="damage", parts=(part,))
    now.book.damage.hurt(now, action.foe, now.told(tally), rule=RULE, by=action.who)


def _no_refusals(book: Rulebook, state: CombatState, action: Action) -> Iterable[Refusal]:
    return ()


def _circle(now: Now, action: Circle) -> None:
    now.happens(MarkSet(subject="circle", name="n", value=0))


def _round(now: Now, fact: MarkSet) -> None:
    if fact.subject == "circle" and isinstance(fact.value, int):
        now.happens(MarkSet(subject="circle", name="n", value=fact.value + 1))


def _out_at_ten(now: Now, fact: WoundsTaken | WoundsSet) -> None:
    if fact.total >= 10 and not now.state.mark(fact.who, "out"):
        now.happens(MarkSet(subject=fact.who, name="out", value=True, rule=RULE))


def _damp(book: Rulebook, state: CombatState) -> Iterable[Standing]:
    """Whoever stands in heavy obscurity is damp for as long."""
    for who in state.fighters:
        if state.on_board(who) and has_trait(state, state.zone_of(who), "heavily obscured"):
            yield Standing(who, "damp", Condition(source="zone"), DAMP)


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterable[Part]:
    if "damp" in state.fighters[wanted.who].conditions:
        yield Part(key="damp", says="damp", does="adds", amount=-20, rule=DAMP)
    yield Part(key="luck", says="luck", does="adds", amount=30, rule=RULE, offered=True)


TINY = Pack(
    name="imperium",
    title="Tiny",
    space=TinySpace(),
    slots={
        "economy": TinyEconomy(), "test": TinyTest(), "damage": TinyDamage(),
        "initiative": TinyInitiative(), "push": TinyPush(),
    },
    actions={
        Strike: ActionRule(refusals=_refusals, resolve=_strike),
        Circle: ActionRule(refusals=_no_refusals, resolve=_circle),
    },
    parts=(_parts,),
    follows={MarkSet: (_round,), WoundsTaken: (_out_at_ten,), WoundsSet: (_out_at_ten,)},
    standing=(_damp,),
)  # fmt: skip
"""A whole book on one page."""

RULINGS = {"reading_one": "first", "reading_two": "here"}


def table(*in_order: Value, words: Mapping[str, Value] | None = None, **by_key: Value) -> Any:
    """Return a scripted table: answers in order, and the GM's words by key."""
    told = {key: Answer(value, "gm") for key, value in (words or {}).items()}
    kept = {key: Answer(value) for key, value in by_key.items()}
    return ScriptedTable(by_key=kept, in_order=in_order, words=told)


def fight(encounter: Encounter, *, begin: Begin | None = Begin(), book: Pack = TINY) -> Combat:  # noqa: B008 - a value
    """Return a fight by the tiny book, begun unless told otherwise."""
    made = Combat(book=rulebook(encounter, [book]), start=begin_state(encounter, RULINGS))
    return made if begin is None else made.take(begin, table())


def play(combat: Combat, *actions: Action | tuple[Action, Any]) -> Combat:
    """Return the fight after several actions; a pair brings its own table."""
    for action in actions:
        one, answers = action if isinstance(action, tuple) else (action, table())
        combat = combat.take(one, answers)
    return combat


def events(combat: Combat, kind: type | tuple[type, ...] = object) -> list[Event]:
    """Return the facts of the last step, of one kind."""
    return [event for event in combat.steps[combat.cursor - 1].events if isinstance(event, kind)]


def dazed(who: str, until: Until) -> ConditionSet:
    """Return a condition that lasts until a point."""
    return ConditionSet(who=FighterId(who), condition="dazed", now=Condition(until=until))
