"""Bracing: a heavy weapon laid on cover, a shield held against fire."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop.core.model.profile import Attack
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import cover, weapons
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.weapons import BRACED
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Note, Offer, Pack, Rulebook
from desktop.core.rules.events import LeftBoard, MarkSet, Moved
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

HEAVY = RuleRef("IM-WEAPONS-07")
SHIELD = RuleRef("IM-WEAPONS-17")


@dataclass(frozen=True, slots=True, kw_only=True)
class Brace(Doing):
    """Brace a heavy weapon on cover, or a shield against fire, in place of moving."""


def _can_brace(state: CombatState, who: FighterId, weapon: Attack) -> bool:
    if not weapons.is_ready(state, who, weapon):
        return False
    on_cover = bool(cover.covers_in(state, state.zone_of(who)))
    return weapons.has(weapon, "shield") or (weapons.has(weapon, "heavy") and on_cover)


def _refusals(book: Rulebook, state: CombatState, action: Brace) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "move")
    name = label_of(state, action.who)
    if state.mark(action.who, BRACED):
        yield Refusal(f"{name} is braced already.", HEAVY)
    elif not any(
        _can_brace(state, action.who, each) for each in weapons.attacks(state, action.who)
    ):
        says = f"{name} has no shield, and no heavy weapon with cover to brace it on."
        yield Refusal(says, HEAVY)


def _resolve(now: Now, action: Brace) -> None:
    spend(now, action.who, "move", HEAVY)
    now.happens(MarkSet(subject=action.who, name=BRACED, value=True, rule=HEAVY))


def _moved(now: Now, fact: Moved) -> None:
    _lose(now, fact.who)


def _left(now: Now, fact: LeftBoard) -> None:
    _lose(now, fact.who)


def _lose(now: Now, who: FighterId) -> None:
    if now.state.mark(who, BRACED):
        now.happens(MarkSet(subject=who, name=BRACED, value=None, rule=HEAVY))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "armour" or not wanted.ranged or not state.mark(wanted.who, BRACED):
        return
    shields = (weapons.level(each, "shield") for each in weapons.in_hand(state, wanted.who))
    amount = max((each for each in shields if each), default=0)
    if amount:
        yield Part(key="shield", says="braced shield", does="adds", amount=amount, rule=SHIELD)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    fit = ("shield", "heavy")
    if any(weapons.has(each, trait) for each in weapons.attacks(state, who) for trait in fit):
        action = Brace(who=who)
        yield Offer(
            about="guarding and helping",
            key="brace", says="Brace", cost="Move", action=action,
            refusals=tuple(_refusals(book, state, action)),
        )  # fmt: skip


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for who, name in state.marks:
        if name == BRACED:
            yield Note(who, BRACED)


CHAPTER = Pack(
    name="imperium",
    actions={Brace: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    notes=(_notes,),
    parts=(_parts,),
    follows={Moved: (_moved,), LeftBoard: (_left,)},
)
