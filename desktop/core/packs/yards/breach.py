"""Breaking doors, windows and locks down: what a hit takes off, and whom it hurts behind."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.board import Door
from desktop.core.model.place import Spot
from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackId, DoorId, FighterId
from desktop.core.packs.yards import harm
from desktop.core.packs.yards.checks import check
from desktop.core.packs.yards.door import (
    LOCK_POINTS,
    POINTS,
    changed,
    cover_of,
    holder_of,
    is_open,
    is_ours,
    lock_points,
    points_of,
    squares_of,
    toughness_of,
)
from desktop.core.packs.yards.economy import lacking, spend, unable
from desktop.core.packs.yards.ground import in_the_way
from desktop.core.rules.actions import Action, Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.doors import at_door
from desktop.core.rules.events import AmmunitionSet, MarkSet, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, Tally
from desktop.core.rules.walk import spot_of

POINTS_RULE = RuleRef("INQ-DOORS-04")
DOWN = RuleRef("INQ-DOORS-05")
ARMOURED = RuleRef("INQ-DOORS-08")
HOLDER = RuleRef("INQ-DOORS-09")
GAPS = RuleRef("INQ-DOORS-11")
LOCK = RuleRef("INQ-DOORS-12")
BLAST = RuleRef("INQ-DOORS-13")

ASKED = "gaps asked"
"""The mark on a door that the GM has been asked about gaps in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakDoor(Doing):
    """Attack a door or window, or its lock."""

    deed: ClassVar[str] = "attacks {door}"

    door: DoorId
    attack: AttackId
    lock: bool = False
    """At the lock and handle."""

    def deed_in(self, state: CombatState) -> str:
        """Return whether it is the door that is attacked, or its lock."""
        return "attacks the lock of {door}" if self.lock else self.deed


@dataclass(frozen=True, slots=True, kw_only=True)
class HitDoor(Action):
    """Let a door take the damage of an attack on it, as the table has rolled it."""

    deed: ClassVar[str] = "Hit {door}"

    door: DoorId
    damage: int
    by: FighterId | None = None
    lock: bool = False
    blast: bool = False
    """A blast whose radius holds the lock too."""

    def deed_in(self, state: CombatState) -> str:
        """Return who hits it, if that is said."""
        return "{by} hits {door}" if self.by else self.deed


def attacks_of(state: CombatState, who: FighterId) -> dict[AttackId, Attack]:
    """Return what a fighter attacks with."""
    figures = state.people[who].profile.imperium
    return dict((figures.attacks if figures is not None else None) or {})


def _refusals(book: Rulebook, state: CombatState, action: BreakDoor) -> Iterator[Refusal]:
    door = state.encounter.board.doors[action.door]
    yield from unable(book, state, action.who)
    if not is_ours(book, door):
        yield Refusal(f"Another book settles {door.label}.", DOWN, final=True)
        return
    yield from _whole(state, door)
    weapon = attacks_of(state, action.who).get(action.attack)
    if weapon is None:
        yield Refusal(f"{label_of(state, action.who)} has no {action.attack}.", DOWN, final=True)
    elif weapon.kind == "melee" and not at_door(book, state, action.who, door):
        name = label_of(state, action.who)
        yield Refusal(f"{door.label} is out of the reach of {name}.", DOWN, "Go there first.")
    elif weapon.kind == "ranged" and not _in_line(book, state, action.who, door):
        yield Refusal(f"No line leads to {door.label}.", DOWN, "Go where one does.")
    if weapon is not None and shots_left(state, action.who, weapon) == 0:
        yield Refusal(f"{weapon.label} is empty.", DOWN, "Reload it.")
    yield from lacking(state, action.who, moving=False, rule=DOWN)


def shots_left(state: CombatState, who: FighterId, weapon: Attack) -> int | None:
    """Return how many shots a weapon holds; None for one that needs none."""
    if weapon.kind != "ranged":
        return None
    return state.fighters[who].ammunition.get(weapon.id, weapon.magazine)


def _in_line(book: Rulebook, state: CombatState, who: FighterId, door: Door) -> bool:
    """Whether a fighter can shoot at a door: where zones measure, whether it is at it."""
    spot = spot_of(state, who)
    if spot is None or not book.space.on_squares:
        return at_door(book, state, who, door)
    sides = (square for pair in squares_of(door) for square in pair)
    return spot.level == door.level and any(
        in_the_way(state.place, spot, Spot(door.level, side)) is None for side in sides
    )


def _whole(state: CombatState, door: Door) -> Iterator[Refusal]:
    if door.state == "broken":
        yield Refusal(f"{door.label} is broken already.", DOWN)
    elif toughness_of(door) is None and not is_plain_glass(state, door):
        yield Refusal(
            f"Nobody says how tough {door.label} is.", POINTS_RULE, "Give it a toughness."
        )


def is_plain_glass(state: CombatState, door: Door) -> bool:
    """Whether a window breaks at any hit."""
    plain = door.kind == "window" and toughness_of(door) is None
    return plain and not reads(state, "inq_plain_glass", "gm sets toughness")


def _break(now: Now, action: BreakDoor) -> None:
    door = now.state.encounter.board.doors[action.door]
    weapon = attacks_of(now.state, action.who)[action.attack]
    spend(now, action.who, DOWN, moving=False)
    shots = shots_left(now.state, action.who, weapon)
    if shots:
        now.happens(AmmunitionSet(who=action.who, attack=weapon.id, left=shots - 1))
    kind = "ballistic skill" if weapon.kind == "ranged" else "weapon skill"
    what = f"the lock of {door.label}" if action.lock else door.label
    done = check(now, action.who, kind, f"at {what}", DOWN, purpose="yards breach")
    if not done.passed:
        now.happens(Said(text=f"{weapon.label} misses {what}.", who=action.who, rule=DOWN))
        return
    levels = max(0, done.tested.levels)
    parts = (
        Part(key="weapon", says=weapon.label, does="base", amount=weapon.damage, rule=DOWN),
        Part(key="levels", says="Success Levels", does="adds", amount=levels, rule=DOWN),
    )
    key = now.unique(f"damage|{action.who}|{door.id}")
    dealt = now.told(Tally(key=key, says=f"Damage to {what}", parts=parts))
    blast = any(trait.startswith("blast") for trait in weapon.traits)
    hit(now, door, dealt, by=action.who, lock=action.lock, blast=blast)


def _hit_refusals(book: Rulebook, state: CombatState, action: HitDoor) -> Iterator[Refusal]:
    door = state.encounter.board.doors[action.door]
    if not is_ours(book, door):
        yield Refusal(f"Another book settles {door.label}.", DOWN, final=True)
    yield from _whole(state, door)


def _hit(now: Now, action: HitDoor) -> None:
    door = now.state.encounter.board.doors[action.door]
    part = Part(
        key="table", says="rolled at the table", does="base", amount=action.damage, rule=DOWN
    )
    key = now.unique(f"damage|{door.id}")
    dealt = now.told(Tally(key=key, says=f"Damage to {door.label}", parts=(part,)))
    hit(now, door, dealt, by=action.by, lock=action.lock, blast=action.blast)


# What a hit does


def hit(
    now: Now, door: Door, dealt: Tally, *, by: FighterId | None, lock: bool, blast: bool
) -> None:
    """Let a door, its lock or both take damage, and whoever holds the door shut."""
    if lock or blast:
        _hit_lock(now, door, _share(now, door, dealt.total, blast=blast and not lock), blast=blast)
    if lock:
        return
    _hurt_holder(now, door, dealt, by)
    whole = dealt.total
    if blast and reads(now.state, "inq_lock_blast", "gm splits"):
        whole = max(0, whole - _share(now, door, dealt.total, blast=True))
    _hit_door(now, now.state.encounter.board.doors[DoorId(door.id)], whole)


def _share(now: Now, door: Door, damage: int, *, blast: bool) -> int:
    """Return what of the damage of a blast the lock takes."""
    if not blast or not reads(now.state, "inq_lock_blast", "gm splits"):
        return damage
    says = f"Of the damage the lock of {door.label} takes"
    return min(damage, now.count(f"split|{door.id}", says, damage, BLAST))


def _hit_door(now: Now, door: Door, damage: int) -> None:
    if is_plain_glass(now.state, door):
        if damage >= 1:
            changed(now, replace(door, state="broken"), f"{door.label} shatters", DOWN)
        return
    had, full = points_of(now.state, door), toughness_of(door)
    if had is None or full is None:
        return
    off = door.armour or 0
    if reads(now.state, "inq_door_own_cover", "cover too"):
        off += cover_of(now.state, door)
    left = max(0, had - max(0, damage - off))
    text = f"{door.label} has {left} of {full} hit points."
    now.happens(
        MarkSet(subject=door.id, name=POINTS, value=left, rule=ARMOURED if off else POINTS_RULE),
        Said(text=text, rule=DOWN),
    )
    if left == 0:
        verb = "shatters" if door.kind == "window" else "collapses"
        changed(now, replace(door, state="broken"), f"{door.label} {verb}", DOWN)
    elif 2 * left < full:
        _gaps(now, door)


def _gaps(now: Now, door: Door) -> None:
    """Ask once whether one sees and shoots through a door that is more than half broken."""
    if door.kind in ("window", "grille") or now.state.mark(door.id, ASKED):
        return
    now.happens(MarkSet(subject=door.id, name=ASKED, value=True, rule=GAPS))
    options = [Option("no", "no"), Option("yes", "yes, sight and fire pass")]
    says = f"Gaps in {door.label} large enough to see and shoot through"
    if now.choose(options, None, says, GAPS) == "yes":
        changed(now, replace(door, kind="grille"), f"{door.label} has gaps to see through", GAPS)


def _hit_lock(now: Now, door: Door, damage: int, *, blast: bool) -> None:
    had = lock_points(now.state, door)
    if had is None:
        return
    if reads(now.state, "inq_lock_armour", "lock too"):
        damage -= door.armour or 0
    left = max(0, had - max(0, damage))
    text = f"The lock of {door.label} {'no longer holds' if left == 0 else f'has {left} left'}."
    rule = BLAST if blast else LOCK
    now.happens(
        MarkSet(subject=door.id, name=LOCK_POINTS, value=left, rule=rule),
        Said(text=text, rule=rule),
    )


def _hurt_holder(now: Now, door: Door, dealt: Tally, by: FighterId | None) -> None:
    """Whoever holds a door shut takes what gets through its plating and cover."""
    who = holder_of(now.state, door)
    if who is None or is_open(door) or not now.state.on_board(who):
        return
    cover = cover_of(now.state, door)
    parts = (
        Part(key="attack", says="the attack", does="base", amount=dealt.total, rule=HOLDER),
        Part(key="plating", says="plating", does="adds", amount=-(door.armour or 0), rule=HOLDER),
        Part(key="cover", says="cover of the door", does="adds", amount=-cover, rule=HOLDER),
    )
    key = now.unique(f"held|{who}|{door.id}")
    through = now.told(Tally(key=key, says=f"Through {door.label}", parts=parts))
    if through.total <= 0:
        return
    bare = reads(now.state, "inq_holder_own_armour", "door only")
    harm.hurt(now, who, through, rule=HOLDER, by=by, armour=not bare)


# The action bar


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    for door in state.encounter.board.doors.values():
        if is_open(door) or not is_ours(book, door):
            continue
        beside = at_door(book, state, who, door)
        for weapon in attacks_of(state, who).values():
            if beside or (weapon.kind == "ranged" and _in_line(book, state, who, door)):
                yield from _breaks(book, state, who, door, weapon)


def _breaks(
    book: Rulebook, state: CombatState, who: FighterId, door: Door, weapon: Attack
) -> Iterator[Offer]:
    """Yield the attacks on a door and, where it is locked, on its lock with one weapon."""
    for lock in (False, True) if door.state == "locked" else (False,):
        action = BreakDoor(who=who, door=DoorId(door.id), attack=weapon.id, lock=lock)
        what = f"the lock of {door.label}" if lock else door.label
        verb = "Shoot" if weapon.kind == "ranged" else "Break"
        yield Offer(
            about="things",
            key=f"break:{door.id}:{'lock' if lock else 'door'}:{weapon.id}",
            says=f"{verb} {what}: {weapon.label}", cost="Action", action=action,
            refusals=tuple(_refusals(book, state, action)),
        )  # fmt: skip


CHAPTER = Pack(
    name="yards",
    actions={
        BreakDoor: ActionRule(refusals=_refusals, resolve=_break),
        HitDoor: ActionRule(refusals=_hit_refusals, resolve=_hit),
    },
    offers=(_offers,),
)
