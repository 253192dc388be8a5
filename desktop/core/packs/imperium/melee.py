"""Melee: the Strike, how it is opposed, and what comes of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, FighterId, Location
from desktop.core.packs.imperium import (
    aware,
    bar,
    criticals,
    fumbles,
    guarding,
    location,
    opposed,
    reach,
    saddle,
    skills,
    tests,
    unaware,
    weapons,
    wounding,
)
from desktop.core.packs.imperium.acting import cannot_fight, helpless, unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.purposes import (
    AT_A_LOCATION,
    ATTACK,
    DODGE,
    MELEE_DEFENCE,
    PLAINLY,
)
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Action, AimedAssault
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet, Related, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import ENGAGED
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_surprised
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, Tally, TallyFor

MADE = RuleRef("IM-ENGAGED-01")
NEEDS_REACH = RuleRef("IM-MELEE-01")
OPPOSED = RuleRef("IM-MELEE-02")
CHOICE = RuleRef("IM-MELEE-04")
DAMAGE = RuleRef("IM-MELEE-06")
HIT = RuleRef("IM-MELEE-08")
DEFENCES = (
    Option("melee", "Melee"),
    Option("dodge", "Reflexes (dodge)"),
    Option("none", "nothing"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike(AimedAssault):
    """Attack somebody within reach, stepping up first where need be."""

    deed: ClassVar[str] = "strikes {target}"

    attack: AttackId = AttackId("")
    """Unsaid: the first melee weapon in hand, else bare hands; a gun is an improvised weapon."""


def engage(now: Now, one: FighterId, other: FighterId) -> None:
    """Make two Engaged with each other, where they are within reach and are not yet."""
    if cannot_fight(now.state, one) or cannot_fight(now.state, other):
        return
    if now.state.holds(ENGAGED, one, other) or not now.book.space.in_reach(now.state, one, other):
        return
    now.happens(Related(kind=ENGAGED, one=one, other=other, rule=MADE))


def blow(
    now: Now,
    who: FighterId,
    target: FighterId,
    weapon: Attack,
    *,
    chosen: Location | None = None,
    rule: RuleRef = OPPOSED,
) -> None:
    """Let one strike at another with a melee weapon, with everything that comes of it."""
    target = guarding.instead_of(now, who, target)
    if not weapons.has(weapon, "reach"):
        engage(now, who, target)
    if saddle.riders_of(now.state, who) and not now.state.mark(who, saddle.FIGHTS):
        now.happens(MarkSet(subject=who, name=saddle.FIGHTS, value=True, rule=OPPOSED))
    skill = weapons.skill_of(weapon)
    how = frozenset((AT_A_LOCATION,)) if chosen else PLAINLY
    wanted = TallyFor(
        what="test", who=who, purpose=ATTACK, how=how, skill=skill, against=target,
        attack=weapon.id,
    )  # fmt: skip
    says = f"{skills.title(skill)} against {label_of(now.state, target)}"
    attack = now.book.test.test(now, wanted, says, 0, rule)
    sure = unaware.is_sure(now.state, who, target, ranged=False)
    defence, means = _defence(now, target, who)
    if defence is None:
        hit = _unopposed(now, attack, target, weapon, chosen, sure=sure)
    else:
        hit = _opposed(now, attack, defence, weapon, means, chosen, sure=sure)
    critical = criticals.is_critical(now.state, attack)
    unaware.after(now, attack, target, sure=sure, hit=hit, critical=critical)
    if fumbles.is_fumble(now.state, attack):
        fumbles.fumble(now, attack, weapon, "melee")
    if defence is not None and means.kind == "melee":
        _defence_fumbles(now, defence, means)


@dataclass(frozen=True, slots=True)
class _How:
    """What a defender opposes with."""

    kind: str
    weapon: Attack


def _defence(now: Now, who: FighterId, attacker: FighterId) -> tuple[Tested | None, _How]:
    """Let a defender oppose a melee attack, with the better of its two ways unless told."""
    weapon = _best_weapon(now, who, attacker)
    how = _How("none", weapon)
    if helpless(now.state, who) or not unaware.may_oppose(now.state, who, attacker):
        return None, how
    ways = {
        "melee": _melee_defence(who, attacker, weapon),
        "dodge": _dodge(who, attacker),
    }
    better = max(ways, key=lambda way: tests.promise(now.book, now.state, ways[way]))
    default = "none" if is_surprised(now.state, who) else better
    says = f"{label_of(now.state, who)} opposes with"
    said = str(now.word(now.unique(f"oppose|{who}|{attacker}"), says, default, CHOICE, DEFENCES))
    if said not in ways:
        return None, how
    title = f"{skills.title(ways[said].skill)} against {label_of(now.state, attacker)}"
    return now.book.test.test(now, ways[said], title, 0, CHOICE), _How(said, weapon)


def _melee_defence(who: FighterId, attacker: FighterId, weapon: Attack) -> TallyFor:
    return TallyFor(
        what="test", who=who, purpose=MELEE_DEFENCE, skill=weapons.skill_of(weapon),
        against=attacker, attack=weapon.id,
    )  # fmt: skip


def _dodge(who: FighterId, attacker: FighterId) -> TallyFor:
    return TallyFor(what="test", who=who, purpose=DODGE, skill=skills.DODGE, against=attacker)


def _best_weapon(now: Now, who: FighterId, attacker: FighterId) -> Attack:
    """Return the weapon in hand that a fighter defends best with, else its bare hands."""
    held = weapons.in_hand(now.state, who) or (weapons.UNARMED,)
    if len(held) == 1:
        return held[0]
    return max(
        held,
        key=lambda weapon: tests.promise(
            now.book, now.state, _melee_defence(who, attacker, weapon)
        ),
    )


# What comes of it


def _unopposed(
    now: Now,
    attack: Tested,
    target: FighterId,
    weapon: Attack,
    chosen: Location | None,
    *,
    sure: bool,
) -> bool:
    """A blow at someone who does not oppose it hits when it passes; whether it did."""
    if not attack.passed:
        return False
    critical = sure or criticals.is_critical(now.state, attack) or helpless(now.state, target)
    _hit(now, attack, target, weapon, attack.levels, critical=critical, chosen=chosen)
    return True


def _opposed(
    now: Now,
    attack: Tested,
    defence: Tested,
    weapon: Attack,
    how: _How,
    chosen: Location | None,
    *,
    sure: bool,
) -> bool:
    """Compare attack and defence, with all that either brings; whether the attack hit."""
    contested = opposed.contest(now, attack, defence, OPPOSED)
    critical = criticals.is_critical(now.state, attack)
    hit = contested.winner == attack.who
    if hit:
        _hit(
            now, attack, defence.who, weapon, contested.margin, critical=critical or sure,
            chosen=chosen,
        )  # fmt: skip
    elif critical and reads(now.state, "crit_losing", "damage too"):
        _hit(now, attack, defence.who, weapon, 0, critical=True, chosen=chosen)
    elif critical:
        criticals.hit(now, defence.who, attack, RuleRef("IM-CRITICALS-03"), chosen)
    defended = contested.winner == defence.who
    if how.kind == "melee" and criticals.is_critical(now.state, defence):
        _defender_critical(now, attack, defence, how.weapon, contested.margin if defended else None)
    if contested.winner is not None:
        loser_weapon = how.weapon if not defended else weapon
        winner, loser = (defence, attack) if defended else (attack, defence)
        _fumbled_win(now, winner, loser, loser_weapon)
    return hit


def _defender_critical(
    now: Now, attack: Tested, defence: Tested, weapon: Attack, margin: int | None
) -> None:
    """A defence with Melee that is a Critical hurts the attacker; `margin` is that of a win."""
    if margin is not None and reads(now.state, "crit_defender_damage", "damage too"):
        _hit(now, defence, attack.who, weapon, margin, critical=True, chosen=None)
    else:
        criticals.hit(now, attack.who, defence, RuleRef("IM-CRITICALS-05"))


def _fumbled_win(now: Now, winner: Tested, loser: Tested, loser_weapon: Attack) -> None:
    """With the other reading, whoever wins with a Fumble is hurt by the loser's weapon too."""
    if not reads(now.state, "fumble_wording", "weapon too"):
        return
    if fumbles.is_fumble(now.state, winner):
        _hit(now, loser, winner.who, loser_weapon, 0, critical=False, chosen=None)


def _hit(
    now: Now,
    by: Tested,
    target: FighterId,
    weapon: Attack,
    levels: int,
    *,
    critical: bool,
    chosen: Location | None,
) -> None:
    """Deal a weapon's Damage with Success Levels on top, at the place the roll says."""
    place = location.of_attack(now, by, target, critical=critical, chosen=chosen)
    deal(now, by.who, target, weapon, levels, place, critical=critical)


def deal(
    now: Now,
    who: FighterId,
    target: FighterId,
    weapon: Attack,
    levels: int,
    place: Location,
    *,
    critical: bool,
    how: frozenset[str] = PLAINLY,
    rules: tuple[RuleRef, RuleRef] = (DAMAGE, HIT),
) -> None:
    """Deal a weapon's Damage at a place; one that has none brings its condition all the same.

    `rules` are those of the Damage and of the hit.
    """
    if wounding.is_harmless(weapon):
        wounding.inflict(now, target, weapon, who)
        if critical:
            criticals.wound(now, target, place, 0, rules[1])
        return
    damage = damage_of(now, who, target, weapon, levels, rules[0], how=how)
    now.book.damage.hurt(
        now, target, damage, rule=rules[1], by=who, location=place, attack=weapon.id,
        critical=critical,
    )  # fmt: skip


def damage_of(
    now: Now,
    who: FighterId,
    target: FighterId,
    weapon: Attack,
    levels: int,
    rule: RuleRef,
    *,
    how: frozenset[str] = PLAINLY,
) -> Tally:
    """Return the Damage of a weapon with Success Levels added."""
    says = weapon.label
    if weapon.id in (weapons.UNARMED.id, weapons.IMPROVISED.id) and not weapon.damage:
        says = f"no figure for {weapon.label.lower()} in the profile"
    parts = (
        Part(key="weapon", says=says, does="base", amount=weapon.damage, rule=rule),
        Part(key="levels", says="Success Levels", does="adds", amount=levels, rule=rule),
    )
    wanted = TallyFor(
        what="damage", who=who, purpose=ATTACK, how=how, against=target, attack=weapon.id,
        ranged=weapon.kind == "ranged",
    )  # fmt: skip
    return now.tally(wanted, now.unique(f"damage|{who}|{target}"), "Damage", *parts)


def _defence_fumbles(now: Now, defence: Tested, how: _How) -> None:
    if reads(now.state, "crit_scope", "attacks fumble"):
        return
    if fumbles.is_fumble(now.state, defence):
        fumbles.fumble(now, defence, how.weapon, "melee")


# Parts of the Tests


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test":
        return
    if wanted.purpose == MELEE_DEFENCE and not weapons.wields_melee(state, wanted.who):
        yield Part(
            key="unarmed", says="no melee weapon or shield", does="against",
            rule=RuleRef("IM-MELEE-03"), ruling="unarmed_natural",
        )  # fmt: skip
    if wanted.purpose == ATTACK and not wanted.ranged and AT_A_LOCATION in wanted.how:
        yield Part(
            key="location", says="chosen location", does="against",
            rule=RuleRef("IM-ACTIONS-17"),
        )  # fmt: skip
    attacking = wanted.purpose == ATTACK and not wanted.ranged
    if attacking and wanted.against is not None and is_surprised(state, wanted.against):
        yield Part(
            key="surprise", says="surprised target", does="for", rule=RuleRef("IM-SURPRISE-02")
        )


# The action


def refusals(book: Rulebook, state: CombatState, action: Strike) -> Iterable[Refusal]:
    """Yield why a fighter cannot strike as it would."""
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    yield from weapon_refusals(state, action.who, action.attack)
    name = label_of(state, action.target)
    if not state.on_board(action.target):
        yield Refusal(f"{name} is not on the board.", NEEDS_REACH)
    elif action.target == action.who:
        yield Refusal("Nobody strikes at itself.", NEEDS_REACH)
    elif state.on_board(action.who):
        yield from aware.unfound(state, action.who, action.target)
        if not is_within(state, action):
            yield from reach.step_up_refusals(book, state, action.who, action.target)


def is_within(state: CombatState, action: Strike) -> bool:
    """Whether a weapon is long enough for a target of the same zone out of arm's reach."""
    weapon = weapons.for_melee(state, action.who, action.attack)
    zone = state.zone_of(action.who)
    long = weapon is not None and weapons.has(weapon, "reach")
    return long and zone is not None and zone == state.zone_of(action.target)


def weapon_refusals(state: CombatState, who: FighterId, key: str) -> Iterator[Refusal]:
    """Yield why a fighter cannot strike with what a key names; unsaid, its first weapon."""
    weapon = weapons.for_melee(state, who, key)
    if weapon is None:
        yield weapons.not_had(state, who, key)
    elif not weapons.is_ready(state, who, weapon):
        yield Refusal(f"{weapon.label} is not in hand.", OPPOSED, "Draw it first.")


def _resolve(now: Now, action: Strike) -> None:
    weapon = weapons.for_melee(now.state, action.who, action.attack) or weapons.UNARMED
    near = is_within(now.state, action) or reach.step_up(now, action.who, action.target)
    if not near and not action.forced:
        return
    if helpless(now.state, action.who) or not now.state.on_board(action.who):
        return
    spend(now, action.who, "action", OPPOSED)
    blow(now, action.who, action.target, weapon, chosen=action.location)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    own = [attack for attack in weapons.attacks(state, who) if attack.kind == "melee"]
    guns = [attack for attack in weapons.attacks(state, who) if attack.kind == "ranged"]
    for index, attack in enumerate([*own, *([] if own else [weapons.UNARMED]), *guns]):
        says = f"Strike: {attack.label}"
        if attack.kind == "ranged":
            says = f"Strike: {attack.label} as a club"
        yield Offer(
            about="attacks",
            key=f"strike:{attack.id}", says=says, cost="Action", wants="foe",
            aimed=_aimed(who, attack.id), refusals=tuple(own_refusals(state, who, attack.id)),
            place=bar.STRIKE if index == 0 else bar.MORE, weapon=attack.id,
        )  # fmt: skip


def own_refusals(state: CombatState, who: FighterId, key: str) -> Iterator[Refusal]:
    """Yield why a fighter cannot strike with a weapon now, whomever it would strike."""
    yield from unable(state, who)
    yield from lacks(state, who, "action")
    yield from weapon_refusals(state, who, key)


def _aimed(who: FighterId, key: AttackId) -> Callable[[str], Action]:
    return lambda target: Strike(who=who, target=FighterId(target), attack=key)


CHAPTER = Pack(
    name="imperium",
    actions={Strike: ActionRule(refusals=refusals, resolve=_resolve)},
    offers=(_offers,),
    parts=(_parts,),
)
