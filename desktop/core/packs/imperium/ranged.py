"""Shooting: who can be shot at, the Ranged Test, and what comes of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, FighterId
from desktop.core.packs.imperium import (
    aim,
    ammunition,
    bar,
    criticals,
    dodge,
    fumbles,
    guarding,
    location,
    loud,
    melee,
    opposed,
    skills,
    spread,
    unaware,
    weapon_range,
    weapons,
)
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.purposes import AIMED, AT_A_LOCATION, ATTACK
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.sight import stacked
from desktop.core.rules.actions import Action, AimedAssault
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import Contested, MarkSet, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import ENGAGED
from desktop.core.rules.now import Now
from desktop.core.rules.sight import sees
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

TEST = RuleRef("IM-RANGED-03")
DAMAGE = RuleRef("IM-RANGED-04")
DODGED = RuleRef("IM-DODGE-03")
HIT = RuleRef("IM-RANGED-05")
CLOSE_BY = RuleRef("IM-RANGED-07")
Mode = Literal["", "burst", "rapid fire", "rapid spread", "supercharge"]
MODES: dict[Mode, str] = {
    "burst": "IM-WEAPONS-05",
    "rapid fire": "IM-WEAPONS-06",
    "rapid spread": "IM-WEAPONS-06",
    "supercharge": "IM-WEAPONS-20",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoot(AimedAssault):
    """Attack somebody from afar with one shot, throw or spray."""

    deed: ClassVar[str] = "shoots {target}"

    attack: AttackId
    mode: Mode = ""
    """How the weapon is fired, as its traits allow.

    Rapid Fire is for Advantage and Damage as `rapid fire`, for Spread as `rapid spread`.
    """


@dataclass(frozen=True, slots=True)
class _Shot:
    """One shot on its way."""

    action: Shoot
    weapon: Attack
    aimed: bool

    @property
    def how(self) -> frozenset[str]:
        """The ways in which its Tests and Damage differ from those of any other shot."""
        ways: set[str] = {self.action.mode} if self.action.mode else set()
        if self.aimed:
            ways.add(AIMED)
        elif self.action.location is not None:
            ways.add(AT_A_LOCATION)
        return frozenset(ways)


def _resolve(now: Now, action: Shoot) -> None:
    weapon = weapons.attack_of(now.state, action.who, action.attack)
    if weapon is None:
        return
    if not weapon_range.confirmed(now, action.who, action.target, weapon):
        return
    spend(now, action.who, "action", TEST)
    fire(now, action, weapon)


def fire(now: Now, action: Shoot, weapon: Attack, dodged: Tested | None = None) -> Tested | None:
    """Let a shot be fired, with everything that comes of it; return the roll that dodged it.

    `dodged` is a roll that counts against this shot too.
    """
    shot = _Shot(action, weapon, _is_aimed(now.state, action))
    ammunition.use(now, action.who, weapon, action.mode)
    early = None
    if reads(now.state, "dodge_timing", "before the roll") and dodged is None:
        early = dodge.declared(now, action.target, action.who, default=True)
    attack = _test(now, shot)
    sure = unaware.is_sure(now.state, action.who, action.target, ranged=True)
    hit = False
    count = spread.times(weapon, action.mode)
    near = spread.beside(now, action.who, action.target) if count and attack.passed else []
    after_shot(now, action.who, weapon)
    if not reads(now.state, "engaged_by_ranged", "melee only"):
        melee.engage(now, action.who, action.target)
    if may_hit(now, attack):
        hit, dodged = _arrive(now, shot, attack, early, dodged, sure=sure)
    spread.splash(now, attack, weapon, near, count=count, how=shot.how)
    critical = criticals.is_critical(now.state, attack) and (hit or _outlasts_dodge(now))
    unaware.after(now, attack, action.target, sure=sure, hit=hit, critical=critical)
    if fumbles.is_fumble(now.state, attack):
        fumbles.fumble(now, attack, weapon, "ranged")
    return dodged


def after_shot(now: Now, who: FighterId, weapon: Attack) -> None:
    """Let happen what firing a weapon brings, whatever it hits."""
    aim.lose(now, who)
    loud.alert(now, who, weapon)
    if weapon.id.endswith(weapons.THROWN):
        name = weapons.STOWED + weapon.id.removesuffix(weapons.THROWN)
        now.happens(MarkSet(subject=who, name=name, value=True, rule=weapons.THROW))


def _arrive(
    now: Now,
    shot: _Shot,
    attack: Tested,
    early: bool | None,
    dodged: Tested | None,
    *,
    sure: bool,
) -> tuple[bool, Tested | None]:
    """Let a shot get to its target, or to whoever defends that; whether it hit, and the dodge."""
    action = shot.action
    victim = guarding.instead_of(now, action.who, action.target)
    if victim != action.target:
        shot = replace(shot, action=replace(action, target=victim))
        return _land(now, shot, attack, None, sure=False), None
    if dodged is None:
        dodges = early
        if dodges is None:
            dodges = dodge.declared(now, victim, action.who, default=attack.passed)
        dodged = dodge.test(now, victim, action.who) if dodges else None
    return _land(now, shot, attack, dodged, sure=sure), dodged


def _is_aimed(state: CombatState, action: Shoot) -> bool:
    return aim.is_aimed(state, action.who) and action.mode in ("", "supercharge")


def _test(now: Now, shot: _Shot) -> Tested:
    action = shot.action
    skill = weapons.skill_of(shot.weapon)
    wanted = TallyFor(
        what="test", who=action.who, purpose=ATTACK, how=shot.how, skill=skill,
        against=action.target, attack=action.attack, ranged=True,
    )  # fmt: skip
    says = f"{skills.title(skill)} against {label_of(now.state, action.target)}"
    return now.book.test.test(now, wanted, says, 0, TEST)


def may_hit(now: Now, attack: Tested) -> bool:
    """Whether a shot can still hit: it passed, or both Tests are compared come what may."""
    if attack.passed:
        return True
    if attack.tally.live("at most"):
        return reads(now.state, "dark_dodge", "compare both")
    return reads(now.state, "ranged_fail_opposed", "compare both")


def _land(now: Now, shot: _Shot, attack: Tested, dodged: Tested | None, *, sure: bool) -> bool:
    """Let a shot hit or be dodged; whether it hit."""
    critical = criticals.is_critical(now.state, attack)
    if dodged is None:
        if attack.passed:
            _hit(now, shot, attack, attack.levels, critical=critical or sure)
        return attack.passed
    contested = opposed.contest(now, attack, dodged, dodge.OPPOSES)
    hit = contested.winner == attack.who
    if hit:
        levels = levels_past(now, attack, dodged, contested)
        _hit(now, shot, attack, levels, critical=critical or sure, rule=DODGED)
    elif critical and _outlasts_dodge(now):
        action = shot.action
        rule = RuleRef("IM-CRITICALS-08")
        criticals.hit(now, action.target, attack, rule, action.location)
    return hit


def _outlasts_dodge(now: Now) -> bool:
    return not reads(now.state, "crit_dodged", "dodge avoids all")


def levels_past(now: Now, attack: Tested, dodged: Tested, contested: Contested) -> int:
    """Return the Success Levels that count for Damage against a dodge that lost."""
    if reads(now.state, "dodged_damage", "positive only"):
        return attack.levels - max(0, dodged.levels)
    return contested.margin


def _hit(
    now: Now, shot: _Shot, attack: Tested, levels: int, *, critical: bool, rule: RuleRef = DAMAGE
) -> None:
    action = shot.action
    place = location.of_attack(
        now, attack, action.target, critical=critical, chosen=action.location
    )
    melee.deal(
        now, action.who, action.target, shot.weapon, levels, place, critical=critical,
        how=shot.how, rules=(rule, HIT),
    )  # fmt: skip


# Parts


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if not wanted.ranged or wanted.purpose != ATTACK:
        return
    weapon = weapons.attack_of(state, wanted.who, wanted.attack or "")
    if weapon is None or wanted.against is None:
        return
    yield from _mode_parts(wanted, weapon)
    if wanted.what != "test":
        return
    if book.space.in_reach(state, wanted.who, wanted.against) and not _fits_close(state, weapon):
        yield Part(
            key=stacked(state, "immediate"), says="target within reach", does="against",
            rule=CLOSE_BY, ruling="immediate_penalty_exceptions",
        )  # fmt: skip
    engaged = next(iter(state.related(ENGAGED, wanted.who)), None)
    if engaged and reads(state, "engaged_shooting", "disadvantage"):
        yield Part(
            key="engaged", says="Engaged", does="against", rule=RuleRef("IM-RANGED-08"),
            ruling="engaged_shooting",
        )  # fmt: skip
    if AT_A_LOCATION in wanted.how:
        yield Part(
            key="location", says="chosen location", does="against",
            rule=RuleRef("IM-ACTIONS-17"),
        )  # fmt: skip


def _mode_parts(wanted: TallyFor, weapon: Attack) -> Iterator[Part]:
    """Yield what the way of firing adds to the Test or to the Damage."""
    mode = next((mode for mode in MODES if mode in wanted.how), None)
    if mode is None:
        return
    number = weapons.level(weapon, mode) or 0
    rule = RuleRef(MODES[mode])
    if wanted.what == "test" and mode == "burst":
        yield Part(key=mode, says="Burst", does="levels", amount=1, rule=rule)
    if wanted.what == "test" and mode == "rapid fire":
        yield Part(key=mode, says="Rapid Fire", does="for", rule=rule)
    if wanted.what == "damage" and mode not in ("burst", "rapid spread"):
        yield Part(key=mode, says=skills.title(mode), does="adds", amount=number, rule=rule)


def _fits_close(state: CombatState, weapon: Attack) -> bool:
    if weapons.has(weapon, "close"):
        return True
    pistols_too = reads(state, "immediate_penalty_exceptions", "pistols too")
    return pistols_too and "pistols" in weapons.skill_of(weapon) and weapon.hands == 1


# The action


def refusals(book: Rulebook, state: CombatState, action: Shoot) -> Iterable[Refusal]:
    """Yield why a fighter cannot shoot as it would."""
    yield from own_refusals(state, action.who, action.attack, action.mode)
    if not state.on_board(action.target):
        yield Refusal(f"{label_of(state, action.target)} is not on the board.", TEST)
    elif action.target == action.who:
        yield Refusal("Nobody shoots at itself.", TEST)
    elif state.on_board(action.who):
        yield from sees(book, state, action.who, action.target)
        weapon = weapons.attack_of(state, action.who, action.attack)
        if weapon is not None:
            yield from weapon_range.refused(book, state, action.who, action.target, weapon)


def own_refusals(
    state: CombatState, who: FighterId, key: AttackId, mode: Mode
) -> Iterator[Refusal]:
    """Yield why a fighter cannot fire a weapon now, whatever it would fire at."""
    yield from unable(state, who)
    yield from lacks(state, who, "action")
    weapon = weapons.attack_of(state, who, key)
    if weapon is None:
        yield weapons.not_had(state, who, key)
        return
    if weapon.kind != "ranged":
        yield Refusal(f"{weapon.label} is no ranged weapon.", RuleRef("IM-RANGED-01"))
    if not weapons.is_ready(state, who, weapon):
        yield Refusal(f"{weapon.label} is not in hand.", TEST, "Draw it first.")
    if mode and not _allows(weapon, mode):
        yield Refusal(f"{weapon.label} has no {skills.title(mode)}.", RuleRef(MODES[mode]))
    yield from ammunition.lacking(state, who, weapon, mode)


def _allows(weapon: Attack, mode: Mode) -> bool:
    """Whether a weapon can be fired so; Rapid Fire includes bursts."""
    rapid = mode in ("burst", "rapid spread") and weapons.has(weapon, "rapid fire")
    return weapons.has(weapon, mode) or rapid


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    for index, weapon in enumerate(weapons.shooting(state, who)):
        yield _offer(state, who, weapon, "", place=bar.SHOOT if index == 0 else bar.MORE)
        for mode in MODES:
            if _allows(weapon, mode):
                yield _offer(state, who, weapon, mode, place=bar.MORE)


def _offer(state: CombatState, who: FighterId, weapon: Attack, mode: Mode, place: int) -> Offer:
    how = f", {skills.title(mode)}" if mode else ""
    verb = "Throw" if weapons.worded(weapon, "thrown") is not None else "Shoot"
    key = f"shoot:{weapon.id}:{mode}" if mode else f"shoot:{weapon.id}"
    return Offer(
        about="attacks",
        key=key, says=f"{verb}: {weapon.label}{how}", cost="Action", wants="foe",
        aimed=_aimed(who, weapon.id, mode),
        refusals=tuple(own_refusals(state, who, weapon.id, mode)), place=place, weapon=weapon.id,
    )  # fmt: skip


def _aimed(who: FighterId, key: AttackId, mode: Mode) -> Callable[[str], Action]:
    return lambda target: Shoot(who=who, target=FighterId(target), attack=key, mode=mode)


CHAPTER = Pack(
    name="imperium",
    actions={Shoot: ActionRule(refusals=refusals, resolve=_resolve)},
    offers=(_offers,),
    parts=(_parts,),
)
