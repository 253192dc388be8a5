"""Doors: opened and shut, forced, broken, and what they do to whoever stands in the doorway."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.board import Door
from desktop.core.model.footprint import are_foes
from desktop.core.model.place import Spot
from desktop.core.model.profile import HiveFigures
from desktop.core.model.sight import stop
from desktop.core.model.words import AttackId, DoorId, DoorState, FighterId, Square
from desktop.core.packs.hive import checks, crush, harm, pieces
from desktop.core.packs.hive.inches import NOTHING, is_at_door
from desktop.core.packs.hive.paying import cost, lacks, pay
from desktop.core.packs.hive.statuses import active, is_standing, topple, unable
from desktop.core.packs.hive.strength import is_shot, strength_of, weapon_told, weapons_of
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Note, Offer, Pack, Rulebook
from desktop.core.rules.doors import doorway
from desktop.core.rules.events import FightBegan, MarkSet, PlaceChanged, PlaceParts, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.lines import looking
from desktop.core.rules.near import spots_of
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, Tally, TallyFor

STARTS = RuleRef("ZM-DOOR-01")
OPERATE = RuleRef("ZM-DOOR-02")
CHECK = RuleRef("ZM-DOOR-03")
ESCAPES = RuleRef("ZM-DOOR-04")
FIRST = RuleRef("ZM-DOOR-05")
LATER = RuleRef("ZM-DOOR-06")
VERSION = RuleRef("ZM-DOOR-07")
CLEARS = RuleRef("ZM-DOOR-08")
SIDE = RuleRef("ZM-DOOR-09")
BREAKS = RuleRef("ZM-DOOR-10")

DAMAGE = 3
HIT = harm.Hit(strength=3, damage=2)
FORCED_ON = 9
"""What a die with Strength and the help of friends must come to."""
HELP = 2
TOUGHNESS, WOUNDS = 5, 4
LOST = "wounds lost"
"""The mark on a door with the Wounds that it has lost."""
UNLOCKED = "unlocked"
"""The mark on a door whose lock has been overcome, for good."""


class HiveDoor:
    """How this book lets its doors be opened and shut: by a Simple action, Standing and Active."""

    cost = "Simple"

    def refusals(
        self, book: Rulebook, state: CombatState, who: FighterId, door: Door
    ) -> Iterator[Refusal]:
        """Yield why a fighter that is at a door cannot open it, or shut it where it is open."""
        yield from active(state, who, OPERATE)
        yield from lacks(state, who, "simple", OPERATE)
        yield from operable(state, door)

    def work(self, now: Now, who: FighterId, door: Door) -> None:
        """Let a fighter open a door, or shut it where it is open."""
        pay(now, who, "simple", OPERATE)
        work(now, door, who, OPERATE)


DOORS = HiveDoor()


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateDoor(Doing):
    """Open a door within an inch, or shut it on whoever stands in the doorway."""

    deed: ClassVar[str] = "works {door}"

    door: DoorId


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceDoor(Doing):
    """Break a locked door open with one's strength and that of friends beside it."""

    deed: ClassVar[str] = "forces {door}"

    door: DoorId


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDoor(Doing):
    """Attack a door, which is always hit."""

    deed: ClassVar[str] = "attacks {door}"

    door: DoorId
    attack: AttackId = AttackId("")
    """The weapon, where the profile has one; unsaid: bare hands."""
    strength: int | None = None
    """Of the attack; unsaid, that of the fighter or its weapon."""
    damage: int = 1


def is_ours(book: Rulebook, state: CombatState, door: Door) -> bool:
    """Whether a door follows this book."""
    return book.provider("door", door.book) is DOORS and not state.mark(door.id, pieces.PLAIN)


def is_locked(state: CombatState, door: Door) -> bool:
    """Whether a door is locked: as it stands, or while a panel is linked to it."""
    if reads(state, "zm_door_lock", "never locked") or door.state in ("open", "broken"):
        return False
    if state.mark(door.id, UNLOCKED):
        return False
    return door.state == "locked" or any(pieces.workers_of(state, door.id))


def _not_ours(book: Rulebook, state: CombatState, door: Door) -> Iterator[Refusal]:
    if not is_ours(book, state, door):
        yield Refusal(f"{door.label} follows other rules.", STARTS, "Use it by those.")


# Opening and shutting


def _at(book: Rulebook, state: CombatState, who: FighterId, door: Door) -> Iterator[Refusal]:
    contact = reads(state, "zm_operate_door", "base contact")
    if state.on_board(who) and not is_at_door(book, state, who, door, contact=contact):
        says = f"{door.label} is more than an inch from {label_of(state, who)}."
        yield Refusal(says, OPERATE, "Go there first.")


def operable(state: CombatState, door: Door) -> Iterator[Refusal]:
    """Yield why a door can be neither opened nor shut by anybody."""
    yield from pieces.down_refusals(state, door.id)
    if door.state == "broken":
        yield Refusal(f"{door.label} is broken.", BREAKS)
    if is_locked(state, door):
        yield Refusal(f"{door.label} is locked.", STARTS, "Use its terminal, or force it.")


def _refusals(book: Rulebook, state: CombatState, action: OperateDoor) -> Iterator[Refusal]:
    door = state.encounter.board.doors[action.door]
    yield from _not_ours(book, state, door)
    yield from unable(book, state, action.who)
    yield from _at(book, state, action.who, door)
    yield from DOORS.refusals(book, state, action.who, door)


def _operate(now: Now, action: OperateDoor) -> None:
    DOORS.work(now, action.who, now.state.encounter.board.doors[action.door])


def work(now: Now, door: Door, by: FighterId, rule: RuleRef) -> None:
    """Open a door, or shut it where it is open, on whoever is in the doorway."""
    name = label_of(now.state, by)
    if door.state in ("open", "broken"):
        shut(now, door, by, f"{name} shuts {door.label}", rule)
    else:
        _set(now, door, "open", f"{name} opens {door.label}", rule)


def _set(now: Now, door: Door, state: DoorState, says: str, rule: RuleRef) -> None:
    parts = PlaceParts(doors={DoorId(door.id): replace(door, state=state)})
    now.happens(PlaceChanged(says=says, parts=parts, rule=rule))


def shut(now: Now, door: Door, by: FighterId | None, says: str, rule: RuleRef) -> None:
    """Shut a door; whoever is in the doorway has its check."""
    caught = _in_doorway(now, door, by)
    _set(now, door, "closed", says, rule)
    if caught:
        crush.catch(now, caught, _trap(now.state, door), by)


def _in_doorway(now: Now, door: Door, by: FighterId | None) -> list[FighterId]:
    """Return who is in a doorway: on both sides of it, or beside it where the table says so."""
    found = []
    standing_only = _is_later(now.state) and reads(now.state, "zm_door_who", "standing only")
    for who in now.state.fighters:
        if not now.state.on_board(who) or is_out(now.state, who):
            continue
        if standing_only and not is_standing(now.state, who):
            continue
        both, one = _sides_of(now.state, who, door)
        if not one:
            continue
        beside = reads(now.state, "hive_doorway", "beside it") and who != by
        says = f"{label_of(now.state, who)} is in the doorway of {door.label}"
        if now.word(f"doorway|{door.id}|{who}", says, both or beside, CHECK):
            found.append(who)
    return found


def _sides_of(state: CombatState, who: FighterId, door: Door) -> tuple[bool, bool]:
    """Return whether a fighter stands on both sides of a door, and whether on any."""
    if state.fighters[who].level != door.level:
        return False, False
    here = doorway(door).intersection(footprint_of(state, who))
    first, second = _halves(door)
    return bool(here & first) and bool(here & second), bool(here)


def _halves(door: Door) -> tuple[frozenset[Square], frozenset[Square]]:
    """Return the squares of a doorway on either side: above or left of it, below or right."""
    upright = round(door.on[0][0]) == round(door.on[1][0])
    along = 0 if upright else 1
    line = round(door.on[0][along])
    squares = doorway(door)
    first = frozenset(square for square in squares if square[along] < line)
    return first, squares - first


def _is_later(state: CombatState) -> bool:
    return not reads(state, "zm_door_version", "first printing")


def _trap(state: CombatState, door: Door) -> crush.Trap:
    squares = doorway(door)

    def off(who: FighterId) -> frozenset[Square]:
        both, _ = _sides_of(state, who, door)
        return NOTHING if both else squares

    def harmed(now: Now, who: FighterId) -> None:
        if not _is_later(now.state):
            harm.wound(now, who, DAMAGE, FIRST)
            return
        stood = is_standing(now.state, who)
        harm.hit(now, who, HIT, LATER)
        if stood and reads(now.state, "zm_door_pin", "pinned too"):
            topple(now, who, LATER)

    def side(now: Now, who: FighterId, several: Sequence[Spot]) -> Sequence[Spot]:
        return _on_its_side(now, who, door, several)

    return crush.Trap(
        thing=door.id, says=f"in the doorway of {door.label}", check=CHECK, escapes=ESCAPES,
        hurts=LATER if _is_later(state) else FIRST, clears=CLEARS, harm=harmed, off=off, side=side,
    )  # fmt: skip


def _on_its_side(now: Now, who: FighterId, door: Door, several: Sequence[Spot]) -> Sequence[Spot]:
    """Return the places on the side that most of a fighter is on; in the middle a die decides."""
    upright = round(door.on[0][0]) == round(door.on[1][0])
    along = 0 if upright else 1
    line = round(door.on[0][along])
    mine = [square[along] < line for square in footprint_of(now.state, who)]
    if 2 * sum(mine) == len(mine):
        face = now.roll("d2", who, f"Side to which {label_of(now.state, who)} is moved", SIDE)
        first = face == 1
    else:
        first = 2 * sum(mine) > len(mine)
    chosen = [spot for spot in several if (spot.square[along] < line) == first]
    return chosen or several


# Forcing


def _force_refusals(book: Rulebook, state: CombatState, action: ForceDoor) -> Iterator[Refusal]:
    door = state.encounter.board.doors[action.door]
    yield from _not_ours(book, state, door)
    yield from unable(book, state, action.who)
    yield from active(state, action.who, STARTS)
    yield from lacks(state, action.who, "basic", STARTS, f"force {door.id}")
    yield from _at(book, state, action.who, door)
    if not is_locked(state, door):
        yield Refusal(f"{door.label} is not locked.", STARTS, "Operate it.")


def _force(now: Now, action: ForceDoor) -> None:
    door = now.state.encounter.board.doors[action.door]
    who, name = action.who, label_of(now.state, action.who)
    pay(now, who, "basic", STARTS, f"force {door.id}")
    friends = _helpers(now, who, door)
    own = (now.state.people[who].profile.hive or HiveFigures()).strength
    if own is None:
        athletic = not reads(now.state, "hive_force_test", "fortitude")
        skill = "athletics (might)" if athletic else "fortitude"
        wanted = TallyFor(what="test", who=who, purpose="force a door", skill=skill)
        more = len(friends) * HELP * checks.pip(now.state)
        says = checks.translated(skill, "strength", f"forcing {door.label}")
        forced = now.book.test.test(now, wanted, says, more, STARTS).passed
    else:
        added = _might(now, who, own, friends)
        face = now.roll("d6", who, f"Forcing {door.label}", STARTS)
        forced = face + added >= FORCED_ON
        came = "it gives way" if forced else "it holds"
        text = f"{name} forces {door.label}: {face} + {added} against {FORCED_ON}, {came}"
        now.happens(Said(text=text, who=who, rule=STARTS))
    if forced:
        unlock(now, door, STARTS)
        _set(now, door, "open", f"{door.label} is forced open", STARTS)


def _might(now: Now, who: FighterId, own: int, friends: list[FighterId]) -> int:
    """Return what goes with the die of whoever forces a door: its Strength and who helps."""
    parts = [Part(key="strength", says="Strength", does="base", amount=own, rule=STARTS)]
    parts += [
        Part(
            key=f"help {each}", says=f"{label_of(now.state, each)} helps", does="adds",
            amount=HELP, rule=STARTS,
        )
        for each in friends
    ]  # fmt: skip
    says = "Added to the die"
    return now.told(Tally(key=now.unique(f"force|{who}"), says=says, parts=tuple(parts))).total


def _helpers(now: Now, who: FighterId, door: Door) -> list[FighterId]:
    state = now.state
    return [
        other
        for other in state.fighters
        if other != who
        and not are_foes(state.encounter, state.side_of(who), state.side_of(other))
        and state.on_board(other)
        and not is_out(state, other)
        and is_at_door(now.book, state, other, door, contact=True)
    ]


def unlock(now: Now, door: Door, rule: RuleRef) -> None:
    """Note that the lock of a door is overcome, for good."""
    now.happens(MarkSet(subject=door.id, name=UNLOCKED, value=True, rule=rule))


# Breaking


def _attack_refusals(book: Rulebook, state: CombatState, action: AttackDoor) -> Iterator[Refusal]:
    door = state.encounter.board.doors[action.door]
    yield from _not_ours(book, state, door)
    yield from unable(book, state, action.who)
    yield from lacks(state, action.who, "basic", BREAKS)
    if reads(state, "zm_door_attack", "no attacks"):
        yield Refusal("Doors cannot be attacked here.", BREAKS)
    if door.state in ("open", "broken"):
        yield Refusal(f"{door.label} is {door.state}.", BREAKS)
    if not state.on_board(action.who):
        return
    if is_shot(state, action.who, action.attack):
        yield from _unseen(state, action.who, door)
    else:
        yield from _at(book, state, action.who, door)


def _unseen(state: CombatState, who: FighterId, door: Door) -> Iterator[Refusal]:
    """Yield that a shot at a door sees neither of its sides; in the same zone nobody asks."""
    mine = spots_of(state, who)
    squares = [Spot(door.level, at) for at in doorway(door) if state.place.is_inside(at)]
    by = looking(state)
    if not any(stop(state.place, a, b, by=by) is None for a in mine for b in squares):
        says = f"{label_of(state, who)} does not see {door.label}."
        yield Refusal(says, BREAKS, "Go where it can be seen.")


def _attack(now: Now, action: AttackDoor) -> None:
    door = now.state.encounter.board.doors[action.door]
    pay(now, action.who, "basic", BREAKS)
    strength = strength_of(now, action.who, action.attack, action.strength, BREAKS) or 0
    tough = door.toughness if door.book == pieces.BOOK and door.toughness else TOUGHNESS
    needed = harm.needed_to_wound(strength, tough)
    damage = now.count(f"damage|{door.id}", "Damage of the attack", action.damage, BREAKS)
    face = now.roll("d6", action.who, f"Wound roll against {door.label}", BREAKS)
    lost = int(now.state.mark(door.id, LOST) or 0) + (max(1, damage) if face >= needed else 0)
    text = f"Wound roll against {door.label}, {face} on d6 against {needed}"
    now.happens(
        Said(text=f"{text}: {lost} of {WOUNDS} Wounds lost", who=action.who, rule=BREAKS),
        MarkSet(subject=door.id, name=LOST, value=lost, rule=BREAKS),
    )
    if lost >= WOUNDS:
        _set(now, door, "broken", f"{door.label} is broken down", BREAKS)


# How they start


def _begins(now: Now, fact: FightBegan) -> None:
    """By one reading the table says of each door how it is at the start."""
    if not reads(now.state, "zm_door_start", "set each"):
        return
    states: tuple[DoorState, ...] = ("open", "closed", "locked")
    for door in tuple(now.state.encounter.board.doors.values()):
        if not is_ours(now.book, now.state, door):
            continue
        options = [Option(each, each) for each in states]
        said = now.word(f"start|{door.id}", f"{door.label} is", door.state, STARTS, options)
        after = next((each for each in states if each == said), door.state)
        if after != door.state:
            _set(now, door, after, f"{door.label} is {after} at the start", STARTS)


# The action bar


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    for door in state.encounter.board.doors.values():
        if is_ours(book, state, door):
            yield from _offers_at(book, state, who, door)


def _offers_at(book: Rulebook, state: CombatState, who: FighterId, door: Door) -> Iterator[Offer]:
    operate = OperateDoor(who=who, door=DoorId(door.id))
    far = not is_at_door(book, state, who, door)
    beside = is_at_door(book, state, who, door, contact=True)  # then the door is offered anyway
    if door.state != "broken" and not beside:
        yield Offer(
            about="things",
            key=f"hive door:{door.id}", says=f"{'Shut' if door.state == 'open' else 'Open'} "
            f"{door.label}", cost=cost(state, who, "simple"), action=operate,
            refusals=tuple(_refusals(book, state, operate)), place=pieces.AT_HAND, far=far,
        )  # fmt: skip
    if is_locked(state, door):
        force = ForceDoor(who=who, door=DoorId(door.id))
        yield Offer(
            about="things",
            key=f"force:{door.id}", says=f"Force {door.label}", cost="Action", action=force,
            refusals=tuple(_force_refusals(book, state, force)), place=pieces.AT_HAND, far=far,
        )  # fmt: skip
    if door.state in ("closed", "locked"):
        for weapon in ("", *weapons_of(state, who)):
            attack = AttackDoor(who=who, door=DoorId(door.id), attack=AttackId(weapon))
            yield Offer(
                about="attacks",
                key=f"attack door:{door.id}:{weapon}", cost="Action", action=attack, far=far,
                says=f"Attack {door.label}: {weapon_told(state, who, attack.attack)}",
                refusals=tuple(_attack_refusals(book, state, attack)),
            )  # fmt: skip


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for door in state.encounter.board.doors.values():
        if not is_ours(book, state, door):
            continue
        if state.mark(door.id, UNLOCKED) and door.state != "broken":
            yield Note(door.id, "lock forced")
        elif any(pieces.workers_of(state, door.id)) and is_locked(state, door):
            yield Note(door.id, "locked by its panel")
        lost = int(state.mark(door.id, LOST) or 0)
        if lost and door.state != "broken":
            yield Note(door.id, f"{lost} of {WOUNDS} Wounds lost")


CHAPTER = Pack(
    name="hive",
    slots={"door": DOORS},
    actions={
        OperateDoor: ActionRule(refusals=_refusals, resolve=_operate),
        ForceDoor: ActionRule(refusals=_force_refusals, resolve=_force),
        AttackDoor: ActionRule(refusals=_attack_refusals, resolve=_attack),
    },
    offers=(_offers,),
    notes=(_notes,),
    follows={FightBegan: (_begins,)},
)
