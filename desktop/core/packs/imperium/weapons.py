"""Weapons: which are in hand, and what their traits say."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, get_args

from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, BandWord, FighterId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.purposes import ATTACK, MELEE_DEFENCE
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet
from desktop.core.rules.house import NAMES
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import ENGAGED
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

FREE = RuleRef("IM-TURN-02")
LONG = RuleRef("IM-WEAPONS-08")
THROW = RuleRef("IM-WEAPONS-09")
UNARMED = Attack(
    id=AttackId("unarmed"), name="Bare hands", kind="melee", skill="melee (brawling)",
)  # fmt: skip
"""What everyone can strike with; the book's figure for it is for the GM to type."""
IMPROVISED = Attack(id=AttackId("improvised"), name="Improvised weapon", kind="melee")
"""A gun used as a club and the like; a profile may say more under the same id."""
TRAIT = re.compile(r"^(?P<word>[a-z][a-z -]*?)\s*\(?(?P<number>\d+)?\)?$")
THROWN = "/thrown"
"""Behind its id: a melee weapon as it is thrown."""
STOWED = "stowed "
BROKEN = "broken "
"""Before a weapon's id: the marks on a fighter that has put it away, or has none left."""
OFF_HAND = "off hand"
"""The mark on a fighter: the weapon in its off hand."""
BRACED = "braced"
"""The mark of a fighter that has braced itself, until it moves."""
RENT = "rent "
"""Before a location, the mark on a fighter: by how much its Armour there is torn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Doing):
    """Draw a weapon, or put it away."""

    deed: ClassVar[str] = "readies {attack}"

    attack: AttackId
    away: bool = False

    def deed_in(self, state: CombatState) -> str:
        """Return whether it is drawn or put away."""
        return "puts away {attack}" if self.away else self.deed


def attacks(state: CombatState, who: FighterId) -> Iterator[Attack]:
    """Yield a fighter's attacks in the order of its profile."""
    said = skills.figures(state.people[who].profile).attacks or {}
    for key, attack in said.items():
        own = attack if attack.id else replace(attack, id=key)
        thrown = _band(own) if own.kind == "ranged" and own.range is None else None
        yield own if thrown is None else replace(own, range=thrown)


def shooting(state: CombatState, who: FighterId) -> Iterator[Attack]:
    """Yield what a fighter attacks with from afar: its guns, and what it can throw."""
    for attack in attacks(state, who):
        if attack.kind == "ranged":
            yield attack
        elif worded(attack, "thrown") is not None:
            yield _as_thrown(attack)


def _as_thrown(attack: Attack) -> Attack:
    return replace(
        attack, id=AttackId(attack.id + THROWN), name=attack.label, kind="ranged",
        skill="ranged (thrown)", range=_band(attack), magazine=None,
    )  # fmt: skip


def _band(attack: Attack) -> BandWord | None:
    word = worded(attack, "thrown")
    return next((band for band in get_args(BandWord) if band == word), None)


def attack_of(state: CombatState, who: FighterId, key: str) -> Attack | None:
    """Return a fighter's attack; bare hands and improvised weapons are everyone's."""
    bare = key.removesuffix(THROWN)
    own = next((attack for attack in attacks(state, who) if attack.id == bare), None)
    if own is not None:
        return _as_thrown(own) if key != bare else own
    return next((attack for attack in (UNARMED, IMPROVISED) if attack.id == key), None)


def not_had(state: CombatState, who: FighterId, key: str) -> Refusal:
    """Return the refusal of an action with a weapon that a fighter does not have."""
    own = ", ".join(attack.id for attack in attacks(state, who)) or "no weapon at all"
    return Refusal(f"{label_of(state, who)} has no {key}.", NAMES, f"It has {own}.", final=True)


def level(attack: Attack, trait: str) -> int | None:
    """Return the number of a weapon trait, 0 where it has none; None without the trait."""
    for said in attack.traits:
        found = TRAIT.match(said.lower())
        if found and found["word"] == trait:
            return int(found["number"] or 0)
    return None


def has(attack: Attack, trait: str) -> bool:
    """Whether a weapon has a trait."""
    return level(attack, trait) is not None


def worded(attack: Attack, trait: str) -> str | None:
    """Return what a weapon trait says besides its name, as `medium` of `thrown (medium)`."""
    for said in attack.traits:
        word, _, rest = said.lower().replace("(", " ").replace(")", " ").strip().partition(" ")
        if word == trait:
            return " ".join(rest.split())
    return None


def skill_of(attack: Attack) -> str:
    """Return the skill that an attack tests."""
    return attack.skill or attack.kind


def is_ready(state: CombatState, who: FighterId, attack: Attack) -> bool:
    """Whether a weapon is in hand."""
    bare = attack.id.removesuffix(THROWN)
    return not state.mark(who, STOWED + bare) and not state.mark(who, BROKEN + bare)


def in_hand(state: CombatState, who: FighterId) -> tuple[Attack, ...]:
    """Return the melee weapons that a fighter has ready, natural ones among them."""
    return tuple(
        attack
        for attack in attacks(state, who)
        if attack.kind == "melee" and is_ready(state, who, attack)
    )


def wields_melee(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter holds a melee weapon or a shield, for defending itself."""
    handheld_only = reads(state, "unarmed_natural", "handheld only")
    return any(not (handheld_only and attack.natural) for attack in in_hand(state, who))


def for_melee(state: CombatState, who: FighterId, key: str = "") -> Attack | None:
    """Return what a fighter strikes with; None for a weapon it does not have.

    Unsaid, its first melee weapon in hand, else its bare hands. A gun is an improvised weapon.
    """
    if not key:
        return next(iter(in_hand(state, who)), UNARMED)
    attack = attack_of(state, who, key)
    if attack is not None and attack.kind == "ranged":
        return attack_of(state, who, IMPROVISED.id)
    return attack


def reaction_weapon(state: CombatState, who: FighterId) -> Attack | None:
    """Return what a fighter strikes a leaver with, or None where it has nothing ready."""
    melee = next(iter(in_hand(state, who)), None)
    if melee is not None or not reads(state, "reaction_weapon", "any weapon"):
        return melee
    guns = (attack for attack in attacks(state, who) if is_ready(state, who, attack))
    gun = next(guns, None)
    return None if gun is None else for_melee(state, who, gun.id)


def bonus_of(state: CombatState, who: FighterId, characteristic: str) -> int | None:
    """Return a fighter's bonus of a characteristic, or None."""
    return skills.bonus(state.people[who].profile, characteristic)


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or wanted.attack is None:
        return
    attack = attack_of(state, wanted.who, wanted.attack)
    if attack is None:
        return
    if wanted.purpose == MELEE_DEFENCE and has(attack, "defensive"):
        yield Part(
            key="defensive", says=f"defensive {attack.label}", does="for",
            rule=RuleRef("IM-WEAPONS-16"),
        )  # fmt: skip
    engaged = next(iter(state.related(ENGAGED, wanted.who)), None)
    if wanted.purpose == MELEE_DEFENCE and has(attack, "reach") and engaged:
        yield Part(
            key="long reach", says=f"long {attack.label} in a melee", does="against", rule=LONG
        )
    if wanted.purpose == ATTACK:
        yield from _heavy(state, wanted, attack)


def _heavy(state: CombatState, wanted: TallyFor, attack: Attack) -> Iterator[Part]:
    heavy, strength = level(attack, "heavy"), bonus_of(state, wanted.who, "str")
    if not heavy or strength is None or strength >= heavy or state.mark(wanted.who, BRACED):
        return
    yield Part(key="heavy", says=f"heavy {heavy}", does="against", rule=RuleRef("IM-WEAPONS-07"))


def _armour_parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    """Yield what the weapon does to Armour; the worn part and cover are others' to say."""
    if wanted.what != "armour" or wanted.against is None or wanted.attack is None:
        return
    attack = attack_of(state, wanted.against, wanted.attack)
    if attack is None:
        return
    worn_only = reads(state, "cover_penetrating", "armour only")
    worn = worn_armour(state, wanted)
    if has(attack, "ineffective"):
        rule = RuleRef("IM-WEAPONS-13")
        if worn_only:
            yield Part(
                key="ineffective", says="ineffective", does="adds", amount=worn, rule=rule,
                ruling="cover_penetrating",
            )  # fmt: skip
        else:
            yield Part(
                key="ineffective", says="ineffective", does="times", amount=2, rule=rule,
                ruling="cover_penetrating",
            )  # fmt: skip
    penetrating = level(attack, "penetrating")
    if penetrating:
        amount = min(penetrating, worn) if worn_only else penetrating
        yield Part(
            key="penetrating", says=f"penetrating {penetrating}", does="adds", amount=-amount,
            rule=RuleRef("IM-WEAPONS-12"), ruling="cover_penetrating",
        )  # fmt: skip


def worn_armour(state: CombatState, wanted: TallyFor) -> int:
    """Return the Armour a fighter wears at a location; 0 where its profile says nothing."""
    armour = skills.figures(state.people[wanted.who].profile).armour or {}
    if not wanted.location:
        return 0
    torn = int(state.mark(wanted.who, RENT + wanted.location) or 0)
    return max(0, armour.get(wanted.location, 0) - torn)


def _refusals(book: Rulebook, state: CombatState, action: Ready) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    attack = attack_of(state, action.who, action.attack)
    if attack is None:
        yield not_had(state, action.who, action.attack)
    elif state.mark(action.who, BROKEN + attack.id):
        yield Refusal(f"{attack.label} is destroyed.", FREE)
    elif is_ready(state, action.who, attack) != action.away:
        held = "is not in hand" if action.away else "is in hand already"
        yield Refusal(f"{attack.label} {held}.", FREE)


def _resolve(now: Now, action: Ready) -> None:
    value = True if action.away else None
    now.happens(MarkSet(subject=action.who, name=STOWED + action.attack, value=value, rule=FREE))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    for attack in attacks(state, who):
        if attack.natural:
            continue
        away = is_ready(state, who, attack)
        action = Ready(who=who, attack=attack.id, away=away)
        yield Offer(
            about="things",
            key=f"ready:{attack.id}", says=f"{'Put away' if away else 'Draw'} {attack.label}",
            cost="Free", action=action, refusals=tuple(_refusals(book, state, action)),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={Ready: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    parts=(_parts, _armour_parts),
)
