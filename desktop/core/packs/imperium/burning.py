"""Ablaze and Bleeding: harm that comes by itself each turn, and how it is stopped."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import bar, skills
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.barrier import NO_END_EFFECTS
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.suffering import grade, has, recover, suffer
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Due, Offer, Pack, Rulebook
from desktop.core.rules.events import ConditionSet, MarkSet, MomentCame
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Die
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

ABLAZE = RuleRef("IM-CONDITIONS-01")
BLEEDING = RuleRef("IM-CONDITIONS-02")

FIRE: dict[str, Die] = {"minor": "d5", "major": "d10"}
BLOOD = {"minor": 1, "major": 3}
BLED_OUT = "bled to a critical wound"
"""The mark on a fighter whose Bleeding has caused a Critical Wound and costs it no more."""


# Ablaze


def _burns(now: Now, who: FighterId) -> None:
    if not has(now.state, who, "ablaze") or not _suffers(now.state, who):
        return
    tier = grade(now.state.fighters[who].conditions["ablaze"])
    name = label_of(now.state, who)
    if now.skips(_key("ablaze", who), f"{name} burns", ABLAZE):
        return
    face = now.roll(FIRE[tier], who, f"How badly {name} burns", ABLAZE)
    _hurts(now, who, f"ablaze, {tier}", face, ABLAZE)


def _suffers(state: CombatState, who: FighterId) -> bool:
    return state.on_board(who) and not has(state, who, "dead")


def _hurts(now: Now, who: FighterId, says: str, amount: int, rule: RuleRef) -> int:
    """Deal harm past Armour; return the Wounds beyond the maximum that it came to."""
    part = Part(key="condition", says=says, does="base", amount=amount, rule=rule)
    wanted = TallyFor(what="damage", who=who, purpose="condition")
    damage = now.tally(wanted, f"condition damage|{who}|{rule}", says.capitalize(), part)
    return now.book.damage.hurt(now, who, damage, rule=rule, armour=False).over


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    stealth = wanted.what == "test" and skills.plain(wanted.skill) == "stealth"
    if stealth and has(state, wanted.who, "ablaze"):
        yield Part(
            key="ablaze", says="ablaze: nothing hides it", does="at most", amount=0, rule=ABLAZE
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PutOut(Doing):
    """Roll on the ground to put out the flames."""

    deed: ClassVar[str] = "puts out the flames"


def _put_out_refusals(book: Rulebook, state: CombatState, action: PutOut) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if not has(state, action.who, "ablaze"):
        yield Refusal(f"{label_of(state, action.who)} is not on fire.", ABLAZE)


def _put_out(now: Now, action: PutOut) -> None:
    who = action.who
    suffer(now, who, "prone", rule=ABLAZE)
    if not now.state.on_board(who):
        return
    spend(now, who, "action", ABLAZE)
    wanted = TallyFor(what="test", who=who, purpose="put out", skill="athletics")
    if now.book.test.test(now, wanted, "Athletics, putting out the flames", 0, ABLAZE).passed:
        recover(now, who, "ablaze", ABLAZE)


# Bleeding


def _bleeds(now: Now, who: FighterId) -> None:
    if not has(now.state, who, "bleeding") or not _suffers(now.state, who):
        return
    if now.state.mark(who, BLED_OUT):
        return
    tier = grade(now.state.fighters[who].conditions["bleeding"])
    if now.skips(_key("bleeding", who), f"{label_of(now.state, who)} bleeds", BLEEDING):
        return
    if _hurts(now, who, f"bleeding, {tier}", BLOOD[tier], BLEEDING):
        now.happens(MarkSet(subject=who, name=BLED_OUT, value=True, rule=BLEEDING))


def _conditioned(now: Now, fact: ConditionSet) -> None:
    """A wound that is seen to, or opens anew, starts from the beginning."""
    if fact.condition == "bleeding" and now.state.mark(fact.who, BLED_OUT):
        now.happens(MarkSet(subject=fact.who, name=BLED_OUT, value=None, rule=BLEEDING))


# When


def _key(what: str, who: FighterId) -> str:
    return f"{what}|{who}"


def _moment(now: Now, came: MomentCame) -> None:
    if came.who is None:
        return
    if came.point == "start of turn":
        _burns(now, came.who)
    elif came.point == "end of turn" and not now.state.mark(came.who, NO_END_EFFECTS):
        _bleeds(now, came.who)


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    """Yield who will burn and bleed next."""
    for place, entry in enumerate(state.order):
        for who in entry.members:
            if not _suffers(state, who):
                continue
            if has(state, who, "ablaze"):
                begun = entry.id in state.acted or entry.id == state.acting
                number = FIRE[grade(state.fighters[who].conditions["ablaze"])]
                yield _falls_due(state, who, "ablaze", place, number, later=begun)
            if has(state, who, "bleeding") and not state.mark(who, BLED_OUT):
                over = entry.id in state.acted
                loss = str(BLOOD[grade(state.fighters[who].conditions["bleeding"])])
                yield _falls_due(state, who, "bleeding", place, loss, later=over)


def _falls_due(
    state: CombatState, who: FighterId, what: Literal["ablaze", "bleeding"], place: int,
    number: str, *, later: bool,
) -> Due:  # fmt: skip
    round_ = max(state.round, 1) + (1 if later else 0)
    when = "start of turn" if what == "ablaze" else "end of turn"
    key = _key(what, who)
    return Due(
        key=key, when=f"round {round_}" if later else when, order=(round_, place),
        who=label_of(state, who), says=what.capitalize(), number=number,
        rule=ABLAZE if what == "ablaze" else BLEEDING, skipped=bool(state.mark(DUE, key)),
    )  # fmt: skip


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if has(state, who, "ablaze"):
        action = PutOut(who=who)
        yield Offer(
            about="guarding and helping",
            key="put out", says="Put out the flames", cost="Action", action=action,
            refusals=tuple(_put_out_refusals(book, state, action)), place=bar.NEED,
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={PutOut: ActionRule(refusals=_put_out_refusals, resolve=_put_out)},
    parts=(_parts,),
    follows={MomentCame: (_moment,), ConditionSet: (_conditioned,)},
    due=(_due,),
    offers=(_offers,),
)
