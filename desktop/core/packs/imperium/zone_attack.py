"""Attacks on a zone: blasts, smoke, and flamers that set it alight."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.moments import AddTrait, Moment
from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, FighterId, TraitWord, ZoneId
from desktop.core.packs.imperium import (
    ammunition,
    criticals,
    dodge,
    fumbles,
    guarding,
    hiding,
    location,
    melee,
    opposed,
    ranged,
    skills,
    weapon_range,
    weapons,
)
from desktop.core.packs.imperium.economy import spend
from desktop.core.packs.imperium.obscured import HEAVILY, LIGHTLY
from desktop.core.packs.imperium.purposes import ATTACK
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Action, Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.effects import let
from desktop.core.rules.events import MarkSet, Said, Tested, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.sight import sees
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.traits import LAID, has_trait

BLAST = RuleRef("IM-WEAPONS-01")
FLAMER = RuleRef("IM-WEAPONS-03")
SMOKE = RuleRef("IM-WEAPONS-23")
INTO_SMOKE = RuleRef("IM-OBSCURED-09")
UNSEEN = RuleRef("IM-OBSCURED-08")
FIRE = TraitWord("minor hazard")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootZone(Doing):
    """Send a blast into a zone, or set it alight with a flamer."""

    deed: ClassVar[str] = "attacks {zone} with {attack}"

    zone: ZoneId
    attack: AttackId


def _is_fit(weapon: Attack) -> bool:
    return weapons.has(weapon, "blast") or weapons.has(weapon, "flamer")


def _refusals(book: Rulebook, state: CombatState, action: ShootZone) -> Iterable[Refusal]:
    yield from _own_refusals(state, action.who, action.attack)
    if not state.on_board(action.who):
        return
    for refusal in sees(book, state, action.who, action.zone):
        if refusal.rule != UNSEEN:
            yield refusal
    weapon = weapons.attack_of(state, action.who, action.attack)
    if weapon is not None:
        yield from weapon_range.refused(book, state, action.who, action.zone, weapon)


def _own_refusals(state: CombatState, who: FighterId, key: AttackId) -> Iterator[Refusal]:
    yield from ranged.own_refusals(state, who, key, "")
    weapon = weapons.attack_of(state, who, key)
    if weapon is not None and not _is_fit(weapon):
        yield Refusal(f"{weapon.label} has no Blast and is no flamer.", BLAST, "Pick a foe.")


def _resolve(now: Now, action: ShootZone) -> None:
    weapon = weapons.attack_of(now.state, action.who, action.attack)
    if weapon is None:
        return
    if not weapon_range.confirmed(now, action.who, action.zone, weapon):
        return
    spend(now, action.who, "action", ranged.TEST)
    ammunition.use(now, action.who, weapon, "")
    if not weapons.has(weapon, "blast"):
        ranged.after_shot(now, action.who, weapon)
        _set_alight(now, action, weapon)
        hiding.give_away(now, action.who)
        return
    attack = _test(now, action, weapon)
    ranged.after_shot(now, action.who, weapon)
    if ranged.may_hit(now, attack):
        _go_off(now, attack, action, weapon)
    else:
        says = f"{weapon.label} misses {label_of(now.state, action.zone)}"
        now.happens(Said(text=says, who=action.who, rule=BLAST))
    hiding.give_away(now, action.who)
    if fumbles.is_fumble(now.state, attack):
        fumbles.fumble(now, attack, weapon, "ranged")


def _test(now: Now, action: ShootZone, weapon: Attack) -> Tested:
    skill = weapons.skill_of(weapon)
    wanted = TallyFor(
        what="test", who=action.who, purpose=ATTACK, skill=skill, attack=action.attack,
        ranged=True, zone=action.zone,
    )  # fmt: skip
    says = f"{skills.title(skill)} into {label_of(now.state, action.zone)}"
    return now.book.test.test(now, wanted, says, 0, BLAST)


def _go_off(now: Now, attack: Tested, action: ShootZone, weapon: Attack) -> None:
    """Let everyone in the zone be hit, friend and foe, and the smoke spread."""
    harms = weapon.damage > 0 or weapons.worded(weapon, "inflict") is not None
    for who in now.state.in_zone(action.zone) if harms else ():
        if now.state.on_board(who):
            _reach(now, attack, who, weapon)
    if attack.passed and weapons.has(weapon, "smoke"):
        _fill(now, action.zone, weapon)


def _reach(now: Now, attack: Tested, who: FighterId, weapon: Attack) -> None:
    """Let one of those in the zone dodge or be hit."""
    by = attack.who
    victim = guarding.instead_of(now, by, who)
    critical = criticals.is_critical(now.state, attack)
    levels = attack.levels
    if victim == who and dodge.declared(now, who, by, default=attack.passed):
        dodged = dodge.test(now, who, by)
        contested = opposed.contest(now, attack, dodged, dodge.OPPOSES)
        if contested.winner != by:
            if critical and not reads(now.state, "crit_dodged", "dodge avoids all"):
                criticals.hit(now, who, attack, RuleRef("IM-CRITICALS-08"))
            return
        levels = ranged.levels_past(now, attack, dodged, contested)
    elif not attack.passed:
        return
    place = location.of_attack(now, attack, victim, critical=critical, chosen=None)
    melee.deal(
        now, by, victim, weapon, levels, place, critical=critical,
        rules=(BLAST, BLAST),
    )  # fmt: skip


def _fill(now: Now, zone: ZoneId, weapon: Attack) -> None:
    """Fill a zone with smoke, for as many rounds as the GM says, or until it is cleared."""
    mild = reads(now.state, "smoke_zone", "lightly obscured")
    word = TraitWord(LIGHTLY if mild else HEAVILY)
    says = f"Rounds that the smoke in {label_of(now.state, zone)} stays, 0 until it is cleared"
    rounds = now.count(now.unique(f"smoke|{zone}"), says, 0, SMOKE)
    until = Moment("end of round", rounds, later=True) if rounds else None
    let(now, (AddTrait(add=word, to=(zone,), until=until),), weapon.label)


def _set_alight(now: Now, action: ShootZone, weapon: Attack) -> None:
    until = Until("end of turn", now.state.round + 1, action.who)
    name = label_of(now.state, action.who)
    says = f"{label_of(now.state, action.zone)} burns until the end of the next turn of {name}"
    now.happens(
        MarkSet(
            subject=action.zone, name=LAID + FIRE, value=weapon.label, until=until, rule=FLAMER
        ),
        Said(text=f"{says}.", rule=FLAMER),
    )  # fmt: skip


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or wanted.purpose != ATTACK or wanted.zone is None:
        return
    smoke = has_trait(state, wanted.zone, HEAVILY) and state.zone_of(wanted.who) != wanted.zone
    if smoke and reads(state, "obsc_explosive_effect", "disadvantage"):
        yield Part(
            key="smoke there", says="into thick smoke", does="against", rule=INTO_SMOKE,
            ruling="obsc_explosive_effect",
        )  # fmt: skip


def _armour(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    """Flak counts for more against what explodes or sprays."""
    if wanted.what != "armour" or wanted.against is None or wanted.attack is None:
        return
    profile = state.people[wanted.who].profile
    told = (*profile.tags, *(skills.figures(profile).talents or ()))
    weapon = weapons.attack_of(state, wanted.against, wanted.attack)
    if weapon is None or not any("flak" in word.lower() for word in told):
        return
    if any(weapons.has(weapon, trait) for trait in ("blast", "spread", "flamer")):
        yield Part(key="flak", says="flak", does="adds", amount=1, rule=RuleRef("IM-WEAPONS-24"))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    for weapon in weapons.shooting(state, who):
        if not _is_fit(weapon):
            continue
        verb = "Blast a zone" if weapons.has(weapon, "blast") else "Set a zone alight"
        yield Offer(
            about="attacks",
            key=f"zone:{weapon.id}", says=f"{verb}: {weapon.label}", cost="Action",
            wants="zone", aimed=_aimed(who, weapon.id),
            refusals=tuple(_own_refusals(state, who, weapon.id)),
        )  # fmt: skip


def _aimed(who: FighterId, key: AttackId) -> Callable[[str], Action]:
    return lambda zone: ShootZone(who=who, zone=ZoneId(zone), attack=key)


CHAPTER = Pack(
    name="imperium",
    actions={ShootZone: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    parts=(_parts, _armour),
)
