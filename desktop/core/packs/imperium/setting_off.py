"""Shooting at features, as a drum that goes up when it is hit."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import AttackId, FeatureId, FighterId
from desktop.core.packs.imperium import (
    ammunition,
    fumbles,
    hiding,
    ranged,
    skills,
    weapon_range,
    weapons,
)
from desktop.core.packs.imperium.economy import spend
from desktop.core.packs.imperium.purposes import ATTACK
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Action, Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.effects import let
from desktop.core.rules.events import MarkSet, Said
from desktop.core.rules.marks import HIT, HIT_WITH
from desktop.core.rules.now import Now
from desktop.core.rules.sight import sees
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor

SET_OFF = RuleRef("IM-FEATURE-02")
UNPLANNED = RuleRef("IM-FEATURE-03")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootFeature(Doing):
    """Shoot at a feature, to set off what it does when it is hit."""

    deed: ClassVar[str] = "shoots at {feature}"

    feature: FeatureId
    attack: AttackId


def may_be_shot(state: CombatState, feature: FeatureId) -> bool:
    """Whether an attack sets a feature off: one that the GM has marked, or by one reading any."""
    marked = state.encounter.board.features[feature].hit_by_attack
    return marked or reads(state, "feature_by_attack", "any feature")


def _refusals(book: Rulebook, state: CombatState, action: ShootFeature) -> Iterator[Refusal]:
    yield from ranged.own_refusals(state, action.who, action.attack, "")
    label = state.encounter.board.features[action.feature].label
    if not may_be_shot(state, action.feature):
        yield Refusal(f"{label} is nothing that an attack sets off.", SET_OFF, "Mark it for that.")
    if state.zone_of_thing(action.feature) is None and not book.space.on_squares:
        yield Refusal(f"{label} is in no zone.", SET_OFF, "Put it into one.")
    if not state.on_board(action.who):
        return
    yield from sees(book, state, action.who, action.feature)
    weapon = weapons.attack_of(state, action.who, action.attack)
    if weapon is not None:
        yield from weapon_range.refused(book, state, action.who, action.feature, weapon)


def _resolve(now: Now, action: ShootFeature) -> None:
    weapon = weapons.attack_of(now.state, action.who, action.attack)
    if weapon is None or not weapon_range.confirmed(now, action.who, action.feature, weapon):
        return
    feature = now.state.encounter.board.features[action.feature]
    spend(now, action.who, "action", ranged.TEST)
    ammunition.use(now, action.who, weapon, "")
    skill = weapons.skill_of(weapon)
    wanted = TallyFor(
        what="test", who=action.who, purpose=ATTACK, skill=skill, attack=action.attack,
        ranged=True, zone=now.state.zone_of_thing(action.feature),
    )  # fmt: skip
    says = f"{skills.title(skill)} at {feature.label}"
    attack = now.book.test.test(now, wanted, says, 0, SET_OFF)
    ranged.after_shot(now, action.who, weapon)
    if ranged.may_hit(now, attack):
        now.happens(
            MarkSet(subject=feature.id, name=HIT, value=action.who, rule=SET_OFF),
            MarkSet(subject=feature.id, name=HIT_WITH, value=action.attack, rule=SET_OFF),
        )
        let(now, feature.hit, feature.label)
        if not feature.hit:
            text = f"What {feature.label} does when it is hit is for the GM to say"
            now.happens(Said(text=text, rule=UNPLANNED))
    else:
        text = f"{weapon.label} misses {feature.label}"
        now.happens(Said(text=text, who=action.who, rule=SET_OFF))
    hiding.give_away(now, action.who)
    if fumbles.is_fumble(now.state, attack):
        fumbles.fumble(now, attack, weapon, "ranged")


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    features = state.encounter.board.features
    if not any(may_be_shot(state, FeatureId(feature)) for feature in features):
        return
    for weapon in weapons.shooting(state, who):
        yield Offer(
            about="attacks",
            key=f"feature:{weapon.id}", says=f"Shoot at a feature: {weapon.label}", cost="Action",
            wants="feature", aimed=_aimed(who, weapon.id),
            refusals=tuple(ranged.own_refusals(state, who, weapon.id, "")),
        )  # fmt: skip


def _aimed(who: FighterId, key: AttackId) -> Callable[[str], Action]:
    return lambda feature: ShootFeature(who=who, feature=FeatureId(feature), attack=key)


CHAPTER = Pack(
    name="imperium",
    actions={ShootFeature: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
)
