"""Ammunition: what a magazine holds, what an attack uses, and Reload."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, FighterId
from desktop.core.packs.imperium import bar, weapons
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import AmmunitionSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

RULE = RuleRef("IM-RANGED-06")
RELOAD = RuleRef("IM-ACTIONS-11")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reload(Doing):
    """Fill a weapon's magazine."""

    deed: ClassVar[str] = "reloads {attack}"

    attack: AttackId


def left_in(state: CombatState, who: FighterId, attack: Attack) -> int | None:
    """Return the shots left in a weapon; None where nobody counts them."""
    if attack.magazine is None:
        return None
    return state.fighters[who].ammunition.get(attack.id, attack.magazine)


def needed(attack: Attack, mode: str) -> int:
    """Return what an attack takes from the magazine, as the weapon's traits say."""
    if mode.startswith("rapid"):
        used = weapons.level(attack, "rapid fire") or 1
    elif mode == "":
        counted_in_bursts = weapons.has(attack, "burst") or weapons.has(attack, "rapid fire")
        used = 0 if counted_in_bursts else 1
    else:
        used = 1
    return used * 2 if mode == "supercharge" else used


def lacking(state: CombatState, who: FighterId, attack: Attack, mode: str) -> Iterator[Refusal]:
    """Yield why a weapon cannot be fired for want of ammunition."""
    left = left_in(state, who, attack)
    if left is not None and left < max(needed(attack, mode), 1):
        has = "is empty" if left == 0 else f"has only {left} left"
        yield Refusal(f"{attack.label} {has}.", RULE, "Reload it first.")


def use(now: Now, who: FighterId, attack: Attack, mode: str) -> None:
    """Take from the magazine what an attack uses, hit or miss."""
    left = left_in(now.state, who, attack)
    if left is None:
        return
    used = _amount(now, who, attack, mode, left)
    now.happens(AmmunitionSet(who=who, attack=attack.id, left=max(0, left - used)))


def _amount(now: Now, who: FighterId, attack: Attack, mode: str, left: int) -> int:
    says = f"Shots used from {attack.label}"
    if reads(now.state, "ammo_per_attack", "gm types"):
        options = [Option(str(count), str(count)) for count in range(left + 1)]
        return int(now.choose(options, None, f"{says} of {label_of(now.state, who)}", RULE))
    return now.count(now.unique(f"shots|{who}|{attack.id}"), says, needed(attack, mode), RULE)


def _refusals(book: Rulebook, state: CombatState, action: Reload) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    attack = weapons.attack_of(state, action.who, action.attack)
    if attack is None:
        yield weapons.not_had(state, action.who, action.attack)
    elif attack.magazine is None:
        yield Refusal(f"The shots of {attack.label} are not counted.", RELOAD, final=True)
    elif left_in(state, action.who, attack) == attack.magazine:
        yield Refusal(f"{attack.label} is full.", RELOAD)


def _resolve(now: Now, action: Reload) -> None:
    spend(now, action.who, "action", RELOAD)
    attack = weapons.attack_of(now.state, action.who, action.attack)
    if attack is not None and attack.magazine is not None:
        now.happens(AmmunitionSet(who=action.who, attack=attack.id, left=attack.magazine))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    counted = [attack for attack in weapons.attacks(state, who) if attack.magazine is not None]
    for index, attack in enumerate(counted):
        action = Reload(who=who, attack=attack.id)
        yield Offer(
            about="things",
            key=f"reload:{attack.id}", says=f"Reload {attack.label}", cost="Action",
            action=action, refusals=tuple(_refusals(book, state, action)),
            place=bar.NEED if index == 0 else bar.MORE,
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={Reload: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
)
