"""Overwatch: an Action held back until something comes about."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, FighterId, ZoneId
from desktop.core.packs.imperium import melee, ranged, weapon_range, weapons
from desktop.core.packs.imperium.acting import (
    TURN,
    cannot_fight,
    helpless_because,
    unable,
)
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Action, Doing
from desktop.core.rules.book import ActionRule, Due, Leg, Note, Offer, Pack, Rulebook
from desktop.core.rules.events import (
    BudgetSet,
    Event,
    LeftBoard,
    MarkSet,
    OrderSet,
    Said,
    TurnPassed,
    Until,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE
from desktop.core.rules.now import Now
from desktop.core.rules.order import next_entry
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

RULE = RuleRef("IM-ACTIONS-08")
IN_VAIN = RuleRef("IM-INITIATIVE-05")
WATCH = "overwatch"
"""The mark of a fighter on Overwatch: the weapon that it watches with, empty for anything else."""
WHERE = "overwatch zone"
TRIGGER = "overwatch trigger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Overwatch(Doing):
    """Hold an Action back: an attack on the first foe that comes, or whatever else is named."""

    deed: ClassVar[str] = "is on Overwatch[: {zone}][ with {attack}]"

    attack: AttackId = AttackId("")
    """Unsaid: any other Action, taken when the GM says that it comes about."""
    zone: ZoneId = ZoneId("")
    """The zone that a foe must enter; unsaid: anywhere that the weapon can reach."""
    trigger: str = ""
    """In the table's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spring(Doing):
    """What an Overwatch waits for has come about: its attack now, or its Action."""

    deed: ClassVar[str] = "acts from Overwatch[ on {target}]"

    target: FighterId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActLast(Doing):
    """An Overwatch was in vain: its fighter acts at the end of the round instead."""


def is_watching(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is on Overwatch."""
    return state.mark(who, WATCH) is not None


# Going on watch


def _refusals(book: Rulebook, state: CombatState, action: Overwatch) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if not action.attack:
        return
    weapon = weapons.attack_of(state, action.who, action.attack)
    if weapon is None:
        yield weapons.not_had(state, action.who, action.attack)
    elif not weapons.is_ready(state, action.who, weapon):
        yield Refusal(f"{weapon.label} is not in hand.", RULE, "Draw it first.")


def _resolve(now: Now, action: Overwatch) -> None:
    who = action.who
    spend(now, who, "action", RULE)
    until = Until("start of turn", who=who)
    noted = {WATCH: action.attack, WHERE: action.zone, TRIGGER: action.trigger}
    now.happens(
        *(
            MarkSet(subject=who, name=name, value=value, until=until, rule=RULE)
            for name, value in noted.items()
            if value or name == WATCH
        )
    )


def _over(state: CombatState, who: FighterId) -> list[Event]:
    return [
        MarkSet(subject=who, name=name, value=None, rule=RULE)
        for name in (WATCH, WHERE, TRIGGER)
        if state.mark(who, name) is not None
    ]


# When it comes about


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    """Let everyone on watch for such a thing attack whoever comes."""
    for watcher in tuple(now.state.fighters):
        weapon = _weapon(now.state, watcher)
        if weapon is None or not now.state.against(watcher, who):
            continue
        if cannot_fight(now.state, who):
            return
        where = now.state.mark(watcher, WHERE)
        if where and where != leg.enters:
            continue
        if any(_hindrances(now.book, now.state, watcher, who, weapon)):
            continue
        names = label_of(now.state, watcher), label_of(now.state, who)
        says = f"{names[0]}, on Overwatch, attacks {names[1]}"
        if now.word(now.unique(f"overwatch|{watcher}|{who}"), says, True, RULE):
            _attack(now, watcher, who, weapon)


def _weapon(state: CombatState, who: FighterId) -> Attack | None:
    key = state.mark(who, WATCH)
    return weapons.attack_of(state, who, str(key)) if key else None


def _hindrances(
    book: Rulebook, state: CombatState, who: FighterId, target: FighterId, weapon: Attack
) -> Iterator[Refusal]:
    """Yield why an attack from Overwatch cannot be made; it needs neither turn nor Action."""
    if cannot_fight(state, who) or not state.on_board(target):
        yield Refusal(f"{label_of(state, who)} cannot attack now.", RULE)
        return
    if weapon.kind == "ranged":
        shot = ranged.Shoot(who=who, target=target, attack=weapon.id)
        found = ranged.refusals(book, state, shot)
    else:
        strike = melee.Strike(who=who, target=target, attack=weapon.id)
        found = melee.refusals(book, state, strike)
        if not book.space.in_reach(state, who, target) and not melee.is_within(state, strike):
            yield Refusal(f"{label_of(state, target)} is out of reach.", RULE)
    yield from (refusal for refusal in found if refusal.rule != TURN)


def _attack(now: Now, who: FighterId, target: FighterId, weapon: Attack) -> None:
    now.happens(*_over(now.state, who))
    if weapon.kind != "ranged":
        melee.blow(now, who, target, weapon, rule=RULE)
    elif weapon_range.confirmed(now, who, target, weapon):
        ranged.fire(now, ranged.Shoot(who=who, target=target, attack=weapon.id), weapon)


def _spring_refusals(book: Rulebook, state: CombatState, action: Spring) -> Iterable[Refusal]:
    if not is_watching(state, action.who):
        yield Refusal(f"{label_of(state, action.who)} is not on Overwatch.", RULE)
        return
    why = helpless_because(state, action.who)
    if why:
        yield Refusal(f"{label_of(state, action.who)} is {why} and can do nothing.", RULE)
    weapon = _weapon(state, action.who)
    if action.target is not None and weapon is not None:
        yield from _hindrances(book, state, action.who, action.target, weapon)


def _spring(now: Now, action: Spring) -> None:
    weapon = _weapon(now.state, action.who)
    if action.target is not None and weapon is not None:
        _attack(now, action.who, action.target, weapon)
        return
    _act(now, action.who, now.state.acting, RULE)


def _act(now: Now, who: FighterId, entry: str, rule: RuleRef) -> None:
    """Give a fighter the Action that it held back, in between turns or in another's."""
    text = f"{label_of(now.state, who)} acts, having been on Overwatch"
    left = {**now.state.fighters[who].left, "move": 0, "action": 1}
    now.happens(
        *_over(now.state, who),
        Said(text=text, who=who, rule=rule),
        BudgetSet(who=who, left=left, rule=rule),
        TurnPassed(entry=entry, actor=who),
    )


def _left(now: Now, fact: LeftBoard) -> None:
    over = _over(now.state, fact.who)
    if over:
        now.happens(*over)


# When it does not


def _last_refusals(book: Rulebook, state: CombatState, action: ActLast) -> Iterable[Refusal]:
    yield from _spring_refusals(book, state, Spring(who=action.who))
    if state.acting or next_entry(state) is not None:
        yield Refusal("Others have yet to act in this round.", IN_VAIN, "Wait for the last.")


def _last(now: Now, action: ActLast) -> None:
    entry = now.state.entry_of(action.who)
    if entry is not None and reads(now.state, "overwatch_last", "rest of fight"):
        rest = tuple(each for each in now.state.order if each.id != entry.id)
        bottom = min(each.initiative for each in now.state.order) - 1
        now.happens(OrderSet(order=(*rest, replace(entry, initiative=bottom))))
    _act(now, action.who, "", IN_VAIN)


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    for who in state.fighters:
        if not is_watching(state, who) or cannot_fight(state, who):
            continue
        key = f"overwatch|{who}"
        trigger = state.mark(who, TRIGGER) or "it comes about"
        yield Due(
            key=key, when="end of round", order=(state.round, 9_998), who=label_of(state, who),
            says=f"Overwatch until {trigger}; acts last if it was in vain", rule=IN_VAIN,
            skipped=bool(state.mark(DUE, key)), by_hand=ActLast(who=who),
        )  # fmt: skip


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if is_watching(state, who):
        spring = Spring(who=who)
        target = _weapon(state, who) is not None
        yield Offer(
            about="movement",
            key="spring", says="Overwatch comes about", cost="Free",
            action=None if target else spring, wants="foe" if target else "",
            aimed=_sprung(who) if target else None,
            refusals=tuple(_spring_refusals(book, state, spring)),
        )  # fmt: skip
        return
    for weapon in (*weapons.shooting(state, who), *weapons.in_hand(state, who)):
        bare = Overwatch(who=who, attack=weapon.id)
        yield Offer(
            about="attacks",
            key=f"overwatch:{weapon.id}", says=f"Overwatch: {weapon.label}", cost="Action",
            wants="zone", aimed=_aimed(bare), refusals=tuple(_refusals(book, state, bare)),
        )  # fmt: skip
    other = Overwatch(who=who)
    yield Offer(
        about="attacks",
        key="overwatch", says="Overwatch: any Action", cost="Action", action=other,
        refusals=tuple(_refusals(book, state, other)),
    )  # fmt: skip


def _aimed(bare: Overwatch) -> Callable[[str], Action]:
    return lambda zone: replace(bare, zone=ZoneId(zone))


def _sprung(who: FighterId) -> Callable[[str], Action]:
    return lambda target: Spring(who=who, target=FighterId(target))


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for who, name in state.marks:
        if name == WATCH:
            weapon = _weapon(state, FighterId(who))
            waits = state.mark(who, TRIGGER) or (weapon.label if weapon is not None else "")
            yield Note(who, f"on Overwatch: {waits}" if waits else "on Overwatch", badge=WATCH)


CHAPTER = Pack(
    name="imperium",
    actions={
        Overwatch: ActionRule(refusals=_refusals, resolve=_resolve),
        Spring: ActionRule(refusals=_spring_refusals, resolve=_spring),
        ActLast: ActionRule(refusals=_last_refusals, resolve=_last),
    },
    offers=(_offers,),
    notes=(_notes,),
    entering=(_entering,),
    follows={LeftBoard: (_left,)},
    due=(_due,),
)
