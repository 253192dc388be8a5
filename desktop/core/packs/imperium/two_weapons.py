"""Two weapons: a blow or shot with each, and what the off hand costs."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, FighterId
from desktop.core.packs.imperium import melee, ranged, reach, skills, weapon_range, weapons
from desktop.core.packs.imperium.acting import cannot_fight, unable
from desktop.core.packs.imperium.economy import spend
from desktop.core.packs.imperium.purposes import ATTACK
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.weapons import OFF_HAND
from desktop.core.rules.actions import Action, Assault, Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet, Tested, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

PAIRS = RuleRef("IM-TWO_WEAPON-01")
BOTH_AT_ONCE = RuleRef("IM-TWO_WEAPON-03")
OFF = RuleRef("IM-TWO_WEAPON-05")
IN_HANDS = ("first of both weapons", "second of both weapons")
"""The marks of a fighter while it attacks with two weapons: the id of each, the off hand's last."""
AMBIDEXTEROUS = ("ambidexterous", "ambidextrous")
MELEE_TALENT, PISTOL_TALENT = "dual wielder", "gunslinger"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackWithBoth(Assault):
    """Attack with two weapons at once, one in each hand."""

    deed: ClassVar[str] = "attacks {target} with both weapons"

    first: AttackId
    second: AttackId
    """In the off hand, unless the other is held there."""
    other: FighterId | None = None
    """Whom the second attack is at; unsaid: the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeInOffHand(Doing):
    """Take a weapon into the off hand, or out of it again."""

    deed: ClassVar[str] = "takes {attack} into the off hand"

    attack: AttackId
    out: bool = False

    def deed_in(self, state: CombatState) -> str:
        """Return whether it is taken into the off hand or out of it."""
        return "takes {attack} out of the off hand" if self.out else self.deed


def fits(weapon: Attack) -> bool:
    """Whether a weapon can be one of a pair: one-handed and for melee, or a pistol."""
    if weapon.hands != 1 or weapons.worded(weapon, "two-handed") is not None:
        return False
    return weapon.kind == "melee" or "pistols" in weapons.skill_of(weapon)


def has_talent(state: CombatState, who: FighterId, *names: str) -> bool:
    """Whether a fighter has a Talent by one of these names."""
    talents = skills.figures(state.people[who].profile).talents or ()
    return any(talent.lower().strip() in names for talent in talents)


def _lifted(state: CombatState, who: FighterId, pair: Iterable[Attack]) -> bool:
    """Whether Talents make up for using this pair."""
    needed = {MELEE_TALENT if each.kind == "melee" else PISTOL_TALENT for each in pair}
    return all(has_talent(state, who, talent) for talent in needed)


def _pair_now(state: CombatState, who: FighterId) -> tuple[Attack, ...]:
    """Return the pair that a fighter attacks with at this moment, the off hand's last."""
    noted = (state.mark(who, hand) for hand in IN_HANDS)
    found = (weapons.attack_of(state, who, str(key)) for key in noted if key is not None)
    return tuple(weapon for weapon in found if weapon is not None)


# What it costs


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or wanted.attack is None:
        return
    attacking = wanted.purpose == ATTACK
    pair = _pair_now(state, wanted.who) if attacking else ()
    one_source = reads(state, "two_weapon_stack", "one source")
    lifted = bool(pair) and _lifted(state, wanted.who, pair)
    if pair and not lifted:
        yield Part(
            key="two weapons", says="both weapons", does="against", rule=BOTH_AT_ONCE,
            ruling="two_weapon_penalty",
        )  # fmt: skip
    off = pair[-1].id if pair else state.mark(wanted.who, OFF_HAND)
    if off != wanted.attack or has_talent(state, wanted.who, *AMBIDEXTEROUS):
        return
    if not (lifted and reads(state, "two_weapon_penalty", "every penalty")):
        yield Part(
            key="two weapons" if one_source else "off hand", says="off hand", does="against",
            rule=OFF, ruling="two_weapon_stack",
        )  # fmt: skip


# Both at once


def _in_order(state: CombatState, action: AttackWithBoth) -> tuple[AttackId, AttackId]:
    """Return the two weapons with that of the off hand last."""
    if state.mark(action.who, OFF_HAND) == action.first:
        return action.second, action.first
    return action.first, action.second


def _attack_of(who: FighterId, target: FighterId, weapon: Attack) -> Action:
    if weapon.kind == "ranged":
        return ranged.Shoot(who=who, target=target, attack=weapon.id)
    return melee.Strike(who=who, target=target, attack=weapon.id)


def _refusals(book: Rulebook, state: CombatState, action: AttackWithBoth) -> Iterable[Refusal]:
    found = dict.fromkeys(_all_refusals(book, state, action))
    yield from found


def _all_refusals(book: Rulebook, state: CombatState, action: AttackWithBoth) -> Iterator[Refusal]:
    targets = (action.target, action.other or action.target)
    if targets[0] != targets[1] and reads(state, "two_weapon_targets", "same target"):
        yield Refusal("Both weapons must have the same target.", BOTH_AT_ONCE)
    if action.first == action.second:
        yield Refusal("Two weapons are needed.", PAIRS)
    for key, target in zip((action.first, action.second), targets, strict=True):
        weapon = weapons.attack_of(state, action.who, key)
        if weapon is None:
            yield weapons.not_had(state, action.who, key)
            continue
        if not fits(weapon):
            says = f"{weapon.label} is neither a one-handed melee weapon nor a pistol."
            yield Refusal(says, PAIRS)
        single = _attack_of(action.who, target, weapon)
        if isinstance(single, ranged.Shoot):
            yield from ranged.refusals(book, state, single)
        elif isinstance(single, melee.Strike):
            yield from melee.refusals(book, state, single)


def _resolve(now: Now, action: AttackWithBoth) -> None:
    who = action.who
    targets = {action.first: action.target, action.second: action.other or action.target}
    order = _in_order(now.state, action)
    spend(now, who, "action", RuleRef("IM-ACTIONS-16"))
    until = Until("end of turn", who=who)
    now.happens(
        *(
            MarkSet(subject=who, name=hand, value=key, until=until, rule=BOTH_AT_ONCE)
            for hand, key in zip(IN_HANDS, order, strict=True)
        )
    )
    dodged: dict[FighterId, Tested | None] = {}
    for key in order:
        weapon, target = weapons.attack_of(now.state, who, key), targets[key]
        if weapon is None or cannot_fight(now.state, who) or not now.state.on_board(target):
            continue
        dodged[target] = _attack(now, who, target, weapon, dodged.get(target))
    now.happens(
        *(MarkSet(subject=who, name=hand, value=None, rule=BOTH_AT_ONCE) for hand in IN_HANDS)
    )


def _attack(
    now: Now, who: FighterId, target: FighterId, weapon: Attack, before: Tested | None
) -> Tested | None:
    """Make one of the two attacks; return the roll that dodged it."""
    if weapon.kind == "ranged":
        if not weapon_range.confirmed(now, who, target, weapon):
            return None
        once = reads(now.state, "two_weapon_oppose", "ranged pair once")
        shot = ranged.Shoot(who=who, target=target, attack=weapon.id)
        return ranged.fire(now, shot, weapon, before if once else None)
    strike = melee.Strike(who=who, target=target, attack=weapon.id)
    if melee.is_within(now.state, strike) or reach.step_up(now, who, target):
        melee.blow(now, who, target, weapon)
    return None


# Which hand


def _hand_refusals(book: Rulebook, state: CombatState, action: TakeInOffHand) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    weapon = weapons.attack_of(state, action.who, action.attack)
    name = label_of(state, action.who)
    if weapon is None:
        yield weapons.not_had(state, action.who, action.attack)
    elif weapon.hands != 1:
        yield Refusal(f"{weapon.label} takes both hands.", RuleRef("IM-WEAPONS-21"))
    elif (state.mark(action.who, OFF_HAND) == weapon.id) != action.out:
        says = "not in the off hand" if action.out else "in the off hand already"
        yield Refusal(f"{weapon.label} of {name} is {says}.", OFF)


def _hand(now: Now, action: TakeInOffHand) -> None:
    value = None if action.out else action.attack
    now.happens(MarkSet(subject=action.who, name=OFF_HAND, value=value, rule=OFF))


def pair_of(state: CombatState, who: FighterId) -> tuple[Attack, Attack] | None:
    """Return the first pair that a fighter has in hand, the off hand's last."""
    held = [
        each
        for each in weapons.attacks(state, who)
        if fits(each) and not each.natural and weapons.is_ready(state, who, each)
    ]
    off = state.mark(who, OFF_HAND)
    held.sort(key=lambda each: each.id == off)
    last = held[-1] if held and held[-1].id == off else None
    if len(held) < 2:
        return None
    return held[0], last or held[1]


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    pair = pair_of(state, who)
    if pair is None:
        return
    names = " and ".join(weapon.label for weapon in pair)
    refusals = dict.fromkeys(
        refusal for weapon in pair for refusal in _own_refusals(state, who, weapon)
    )
    yield Offer(
        about="attacks",
        key="both weapons", says=f"Attack with {names}", cost="Action", wants="foe",
        aimed=_aimed(who, *pair), refusals=tuple(refusals),
    )  # fmt: skip
    for weapon in pair:
        out = state.mark(who, OFF_HAND) == weapon.id
        action = TakeInOffHand(who=who, attack=weapon.id, out=out)
        hand = "main" if out else "off"
        yield Offer(
            about="attacks",
            key=f"off hand:{weapon.id}", says=f"{weapon.label} into the {hand} hand", cost="Free",
            action=action, refusals=tuple(_hand_refusals(book, state, action)),
        )  # fmt: skip


def _own_refusals(state: CombatState, who: FighterId, weapon: Attack) -> Iterator[Refusal]:
    if weapon.kind == "ranged":
        yield from ranged.own_refusals(state, who, weapon.id, "")
    else:
        yield from melee.own_refusals(state, who, weapon.id)


def _aimed(who: FighterId, one: Attack, other: Attack) -> Callable[[str], Action]:
    bare = AttackWithBoth(who=who, target=FighterId(""), first=one.id, second=other.id)
    return lambda target: replace(bare, target=FighterId(target))


CHAPTER = Pack(
    name="imperium",
    actions={
        AttackWithBoth: ActionRule(refusals=_refusals, resolve=_resolve),
        TakeInOffHand: ActionRule(refusals=_hand_refusals, resolve=_hand),
    },
    offers=(_offers,),
    parts=(_parts,),
)
