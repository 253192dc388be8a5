"""Prone: dropping, getting up, crawling, and what lying down does to a fight."""

from collections.abc import Iterator
from dataclasses import dataclass

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import bar, skills
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.aloft import is_up
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.purposes import ATTACK
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.suffering import has, recover, suffer
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

LIES = RuleRef("IM-PRONE-01")
DROPS = RuleRef("IM-PRONE-02")
STANDS = RuleRef("IM-PRONE-03")
CRAWLS = RuleRef("IM-PRONE-04")
FIGHTS = RuleRef("IM-PRONE-05")
HELD = RuleRef("IM-CONDITIONS-11")

PRONE = "prone"
UPRIGHT_ONLY = {"climb": "climb", "leap": "leap", "fly": "fly"}
"""Ways of going that one who lies on the ground has not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropProne(Doing):
    """Throw oneself to the ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandUp(Doing):
    """Get up from the ground."""


def _drop_refusals(book: Rulebook, state: CombatState, action: DropProne) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    name = label_of(state, action.who)
    if has(state, action.who, PRONE):
        yield Refusal(f"{name} is Prone already.", LIES)
    elif is_up(state, action.who):
        yield Refusal(f"{name} is in the air and would fall.", DROPS, "Land first.")


def _drop(now: Now, action: DropProne) -> None:
    suffer(now, action.who, PRONE, rule=DROPS)


def _stand_refusals(book: Rulebook, state: CombatState, action: StandUp) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "move")
    name = label_of(state, action.who)
    if not has(state, action.who, PRONE):
        yield Refusal(f"{name} is on its feet.", LIES)
    if has(state, action.who, "restrained"):
        yield Refusal(f"{name} is Restrained and cannot Move.", HELD, "Break loose first.")


def _stand(now: Now, action: StandUp) -> None:
    spend(now, action.who, "move", STANDS)
    recover(now, action.who, PRONE, STANDS)


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    if not has(state, who, PRONE):
        return
    for gait in leg.gaits:
        if gait in UPRIGHT_ONLY:
            says = f"{label_of(state, who)} is Prone and can only crawl, not {gait}."
            yield Refusal(says, CRAWLS, "Stand up first.")


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or reads(state, "prone_effects", "no effects"):
        return
    if skills.plain(wanted.skill) == "melee" and has(state, wanted.who, PRONE):
        yield Part(key=PRONE, says=PRONE, does="against", rule=FIGHTS, ruling="prone_effects")
    target = wanted.against
    attacking = wanted.purpose == ATTACK
    if not attacking or target is None or not has(state, target, PRONE):
        return
    near = book.space.in_reach(state, wanted.who, target)
    yield Part(
        key="prone target", says="Prone target in reach" if near else "Prone target out of reach",
        does="for" if near else "against", rule=FIGHTS, ruling="prone_effects",
    )  # fmt: skip


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if has(state, who, PRONE):
        stand = StandUp(who=who)
        yield Offer(
            about="movement",
            key="stand up", says="Stand up", cost="Move", action=stand,
            refusals=tuple(_stand_refusals(book, state, stand)), place=bar.NEED,
        )  # fmt: skip
    else:
        drop = DropProne(who=who)
        yield Offer(
            about="movement",
            key="drop prone", says="Drop Prone", cost="Free", action=drop,
            refusals=tuple(_drop_refusals(book, state, drop)),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        DropProne: ActionRule(refusals=_drop_refusals, resolve=_drop),
        StandUp: ActionRule(refusals=_stand_refusals, resolve=_stand),
    },
    stops=(_stops,),
    parts=(_parts,),
    offers=(_offers,),
)
