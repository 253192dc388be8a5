"""Doors: an action to open or shut one, what they withstand, and the cover that they give."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.board import Door
from desktop.core.model.geometry import beside, edge_between, edges_along, line
from desktop.core.model.place import Place
from desktop.core.model.words import DoorId, DoorState, FighterId, Square
from desktop.core.packs.yards.economy import lacking, spend
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Note, Offer, Pack, Rulebook
from desktop.core.rules.doors import at_door
from desktop.core.rules.events import (
    MarkSet,
    Moved,
    Parted,
    PlaceChanged,
    PlaceParts,
    Related,
    Said,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import HOLDS_SHUT
from desktop.core.rules.near import spots_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

ONE_ACTION = RuleRef("INQ-DOORS-01")
LOCKED = RuleRef("INQ-DOORS-02")
OPEN_WAY = RuleRef("INQ-DOORS-03")
COVER = RuleRef("INQ-DOORS-07")
HELD = RuleRef("INQ-DOORS-09")
GLASS = RuleRef("INQ-DOORS-10")
PUSHED = RuleRef("INQ-DOORS-14")

POINTS = "hit points"
"""The mark on a door with the hit points that it has left."""
LOCK_POINTS = "hit points of the lock"
KNOWN = "known to be locked"
BULLETPROOF = "bulletproof"
GLASS_COVER = 5
"""Points of cover that bulletproof glass gives, whatever its toughness."""


# What a door withstands


def is_bulletproof(door: Door) -> bool:
    """Whether a window is of bulletproof glass."""
    return BULLETPROOF in door.material.casefold()


def toughness_of(door: Door) -> int | None:
    """Return a door's Toughness; None for plain glass, and where nobody says."""
    if door.toughness is None and is_bulletproof(door):
        return 10
    return door.toughness


def points_of(state: CombatState, door: Door) -> int | None:
    """Return the hit points that a door has left; None where it has none."""
    full = toughness_of(door)
    mark = state.mark(door.id, POINTS)
    return full if mark is None else int(mark)


def lock_toughness(state: CombatState, door: Door) -> int | None:
    """Return the Toughness of a door's lock; None where the door itself has none."""
    if door.lock_toughness is not None:
        return door.lock_toughness
    full = toughness_of(door)
    return None if full is None else max(1, tenth(state, full))


def lock_points(state: CombatState, door: Door) -> int | None:
    """Return the hit points that a door's lock has left."""
    mark = state.mark(door.id, LOCK_POINTS)
    return lock_toughness(state, door) if mark is None else int(mark)


def tenth(state: CombatState, number: int) -> int:
    """Return a tenth of a number as the table rounds it."""
    nearest = reads(state, "inq_cover_rounding", "to nearest")
    return (number + 5) // 10 if nearest else number // 10


def cover_of(state: CombatState, door: Door) -> int:
    """Return the points of cover that a door gives those behind it."""
    if is_bulletproof(door):
        return GLASS_COVER
    return tenth(state, toughness_of(door) or 0)


def is_ours(book: Rulebook, door: Door) -> bool:
    """Whether this book settles a door."""
    return isinstance(book.provider("door", door.book), YardsDoor)


# Where a door is


def squares_of(door: Door) -> tuple[tuple[Square, Square], ...]:
    """Return the pairs of squares on both sides of a door."""
    return tuple(beside(edge) for edge in edges_along(door.on))


def doors_between(state: CombatState, book: Rulebook, one: str, other: str) -> list[Door]:
    """Return the shut doors that a shot from one to the other goes through."""
    shut = [door for door in state.encounter.board.doors.values() if not is_open(door)]
    if not shut:
        return []
    if not book.space.on_squares:
        here, there = state.zone_of_thing(one), state.zone_of_thing(other)
        if here is None or there is None or here == there:
            return []
        through = {way.link.through for way in state.place.links_between(here, there)}
        return [door for door in shut if door.id in through]
    mine, theirs = spots_of(state, one), spots_of(state, other)
    if not mine or not theirs or mine[0].level != theirs[0].level:
        return []
    crossed = {
        edge_between(before, after)
        for before, after, corner in line(mine[0].square, theirs[0].square)
        if corner is None
    }
    return [
        door
        for door in shut
        if door.level == mine[0].level and not crossed.isdisjoint(edges_along(door.on))
    ]


def is_open(door: Door) -> bool:
    """Whether one gets through a door as it stands."""
    return door.state in ("open", "broken")


def far_side(place: Place, door: Door, near: tuple[Square, ...]) -> Square | None:
    """Return the square behind a door, seen from the squares that somebody covers."""
    for one, other in squares_of(door):
        for here, there in ((one, other), (other, one)):
            if here in near and there not in near and place.is_inside(there):
                return there
    return None


# Opening and shutting


class YardsDoor:
    """How this book works doors and windows."""

    cost = "Action"

    def refusals(
        self, book: Rulebook, state: CombatState, who: FighterId, door: Door
    ) -> Iterator[Refusal]:
        """Yield why a fighter that is at a door cannot open it, or shut it where it is open."""
        if door.state == "broken":
            yield Refusal(f"{door.label} is broken.", ONE_ACTION)
        holder = holder_of(state, door)
        if holder is not None and not is_open(door) and holder != who:
            yield Refusal(f"{label_of(state, holder)} holds {door.label} shut.", HELD)
        if not _is_free(state, door):
            yield from lacking(state, who, moving=False, rule=ONE_ACTION)

    def work(self, now: Now, who: FighterId, door: Door) -> None:
        """Let a fighter open a door, or shut it, or find that it is locked."""
        name = label_of(now.state, who)
        free, broken_lock = _is_free(now.state, door), _is_lock_broken(now.state, door)
        if not free:
            spend(now, who, PUSHED if broken_lock else ONE_ACTION, moving=False)
        if door.state == "locked" and not broken_lock:
            now.happens(
                MarkSet(subject=door.id, name=KNOWN, value=True, rule=LOCKED),
                Said(text=f"{door.label} is locked.", who=who, rule=LOCKED),
            )
            return
        after: DoorState = "closed" if door.state == "open" else "open"
        verb = "shuts" if after == "closed" else ("pushes open" if broken_lock else "opens")
        changed(now, replace(door, state=after), f"{name} {verb} {door.label}", ONE_ACTION)


def _is_lock_broken(state: CombatState, door: Door) -> bool:
    return door.state == "locked" and lock_points(state, door) == 0


def _is_free(state: CombatState, door: Door) -> bool:
    """Whether a door with a broken lock is pushed open in passing, by one reading."""
    return _is_lock_broken(state, door) and reads(state, "inq_broken_lock_push", "free")


def changed(now: Now, door: Door, says: str, rule: RuleRef) -> None:
    """Let a door be another one from now on."""
    parts = PlaceParts(doors={DoorId(door.id): door})
    now.happens(PlaceChanged(says=says, parts=parts, rule=rule))


# Holding it shut


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldDoor(Doing):
    """Hold a door shut against those on its other side, until one moves."""

    deed: ClassVar[str] = "holds {door} shut"

    door: DoorId


def holder_of(state: CombatState, door: Door) -> FighterId | None:
    """Return who holds a door shut."""
    for each in state.relations:
        if each.kind == HOLDS_SHUT and each.other == door.id and each.one in state.fighters:
            return FighterId(each.one)
    return None


def _hold_refusals(book: Rulebook, state: CombatState, action: HoldDoor) -> Iterator[Refusal]:
    door = state.encounter.board.doors[action.door]
    if not is_ours(book, door):
        yield Refusal(f"Another book settles {door.label}.", HELD, final=True)
    if is_open(door):
        yield Refusal(f"{door.label} is {door.state}.", HELD, "Shut it first.")
    if not state.on_board(action.who) or not at_door(book, state, action.who, door):
        name = label_of(state, action.who)
        yield Refusal(f"{door.label} is out of the reach of {name}.", HELD, "Go there first.")


def _hold(now: Now, action: HoldDoor) -> None:
    now.happens(
        Related(kind=HOLDS_SHUT, one=action.who, other=action.door, mutual=False, rule=HELD)
    )


def _moved(now: Now, fact: Moved) -> None:
    held = tuple(now.state.related(HOLDS_SHUT, fact.who))
    if held:
        now.happens(
            *(Parted(kind=HOLDS_SHUT, one=fact.who, other=door, rule=HELD) for door in held)
        )


# Cover


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    """Yield what doors between add to the armour of who is shot at through them."""
    if wanted.what != "armour" or not wanted.ranged or wanted.against is None:
        return
    for door in doors_between(state, book, wanted.against, wanted.who):
        amount = cover_of(state, door)
        if amount and is_ours(book, door):
            rule = GLASS if is_bulletproof(door) else COVER
            yield Part(
                key=f"door {door.id}", says=f"behind {door.label}", does="adds", amount=amount,
                rule=rule, ruling="inq_cover_rounding",
            )  # fmt: skip


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    """Yield what is left of doors and locks that were hit, what is known, and who holds one."""
    for (subject, name), mark in state.marks.items():
        door = state.encounter.board.doors.get(DoorId(subject))
        if door is None or door.state == "broken":
            continue
        if name == POINTS:
            yield Note(subject, f"{mark.value} of {toughness_of(door)} left")
        elif name == LOCK_POINTS and door.state == "locked":
            left = f"{mark.value} of {lock_toughness(state, door)} left" if mark.value else "broken"
            yield Note(subject, f"lock {left}")
        elif name == KNOWN and door.state == "locked" and lock_points(state, door) != 0:
            yield Note(subject, "known to be locked")
    for each in state.relations:
        door = state.encounter.board.doors.get(DoorId(each.other))
        if each.kind == HOLDS_SHUT and door is not None and not is_open(door):
            yield Note(each.other, f"held shut by {label_of(state, each.one)}")


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    for door in state.encounter.board.doors.values():
        if is_ours(book, door) and not is_open(door) and state.on_board(who):
            hold = HoldDoor(who=who, door=DoorId(door.id))
            yield Offer(
                about="things",
                key=f"hold:{door.id}", says=f"Hold {door.label} shut", cost="Free", action=hold,
                refusals=tuple(_hold_refusals(book, state, hold)),
                far=not at_door(book, state, who, door),
            )  # fmt: skip


CHAPTER = Pack(
    name="yards",
    slots={"door": YardsDoor()},
    actions={HoldDoor: ActionRule(refusals=_hold_refusals, resolve=_hold)},
    parts=(_parts,),
    follows={Moved: (_moved,)},
    notes=(_notes,),
    offers=(_offers,),
)
