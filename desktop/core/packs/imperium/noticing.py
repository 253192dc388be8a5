"""Noticing a weapon that somebody carries, which a Subtle one makes harder."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import AttackId, FighterId
from desktop.core.packs.imperium import skills, weapons
from desktop.core.packs.imperium.acting import helpless_because
from desktop.core.packs.imperium.light import SIGHT
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Pack, Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.sight import sees
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

RULE = RuleRef("IM-WEAPONS-11")
PURPOSE = "notice a weapon"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Doing):
    """See whether a fighter notices a weapon that another carries."""

    deed: ClassVar[str] = "looks for a weapon on {target}"

    target: FighterId
    attack: AttackId


def _refusals(book: Rulebook, state: CombatState, action: Notice) -> Iterable[Refusal]:
    why = helpless_because(state, action.who)
    if why:
        yield Refusal(f"{label_of(state, action.who)} is {why} and notices nothing.", RULE)
    if weapons.attack_of(state, action.target, action.attack) is None:
        yield weapons.not_had(state, action.target, action.attack)
    yield from sees(book, state, action.who, action.target)


def _resolve(now: Now, action: Notice) -> None:
    weapon = weapons.attack_of(now.state, action.target, action.attack)
    if weapon is None:
        return
    wanted = TallyFor(
        what="test", who=action.who, purpose=PURPOSE, skill=SIGHT, against=action.target,
        attack=weapon.id,
    )  # fmt: skip
    says = f"{skills.title(SIGHT)}, {weapon.label} of {label_of(now.state, action.target)}"
    now.book.test.test(now, wanted, says, 0, RULE)


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or wanted.purpose != PURPOSE or wanted.against is None:
        return
    weapon = weapons.attack_of(state, wanted.against, wanted.attack or "")
    if weapon is not None and weapons.has(weapon, "subtle"):
        yield Part(key="subtle", says=f"subtle {weapon.label}", does="against", rule=RULE)


CHAPTER = Pack(
    name="imperium",
    actions={Notice: ActionRule(refusals=_refusals, resolve=_resolve)},
    parts=(_parts,),
)
