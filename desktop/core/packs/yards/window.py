"""Windows: getting through an open one, and diving through the glass of a shut one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from desktop.core.model.board import Door
from desktop.core.model.geometry import Edge, edge_between, edges_along
from desktop.core.model.place import Spot
from desktop.core.model.words import DoorId, FighterId, LevelId, LinkId
from desktop.core.packs.yards import harm
from desktop.core.packs.yards.checks import check
from desktop.core.packs.yards.door import (
    changed,
    far_side,
    is_bulletproof,
    is_open,
    is_ours,
    squares_of,
    toughness_of,
)
from desktop.core.packs.yards.economy import lacking, payers, spend, unable
from desktop.core.packs.yards.ground import EVEN, drop_at, get_onto
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Plan, Rulebook
from desktop.core.rules.doors import at_door
from desktop.core.rules.events import Condition, ConditionSet, Said, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_told
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import footprint_of, seat_for
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Refusal, RuleRef
from desktop.core.rules.walk import spot_of

SMALL = RuleRef("INQ-WINDOWS-01")
FULL_LENGTH = RuleRef("INQ-WINDOWS-02")
DIVES = RuleRef("INQ-WINDOWS-03")
CUT = RuleRef("INQ-WINDOWS-04")
SHIELDED = RuleRef("INQ-WINDOWS-05")
UPSTAIRS = RuleRef("INQ-WINDOWS-06")
STOPPED = RuleRef("INQ-WINDOWS-07")
SHARDS = RuleRef("INQ-WINDOWS-08")
STUNNED = RuleRef("INQ-WINDOWS-09")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dive(Doing):
    """Dive through the glass of a shut window."""

    deed: ClassVar[str] = "dives through {door}"

    door: DoorId
    """The window."""


# Through an open one


def takes_action(door: Door) -> bool:
    """Whether getting through a door that is open takes an action, as the GM says or its sill."""
    if door.takes_action is not None:
        return door.takes_action
    return door.kind == "window" and bool(door.metres)


def small_doors(book: Rulebook, state: CombatState) -> Mapping[DoorId, Door]:
    """Return the open doors and windows that take an action to get through."""
    return {
        id: door
        for id, door in state.encounter.board.doors.items()
        if takes_action(door) and is_open(door) and is_ours(book, door)
    }


def small_edges(book: Rulebook, state: CombatState) -> Mapping[tuple[LevelId, Edge], Door]:
    """Return the edges on which there are such doors."""
    return {
        (door.level, edge): door
        for door in small_doors(book, state).values()
        for edge in edges_along(door.on)
    }


def _passed(book: Rulebook, state: CombatState, start: Spot | None, leg: Leg) -> list[Door]:
    """Return the small doors that a leg leads through from a square, in order."""
    small = small_doors(book, state)
    if not small or "leap" in leg.gaits:
        return []
    link = state.encounter.board.links.get(LinkId(leg.link)) if leg.link else None
    if link is not None and link.through in state.encounter.board.doors:
        door = small.get(DoorId(link.through))
        return [] if door is None else [door]
    if start is None:
        return []
    on = small_edges(book, state)
    edges = (edge_of(*step) for step in pairwise((start, *leg.path)))
    return [on[edge] for edge in edges if edge is not None and edge in on]


def edge_of(before: Spot, after: Spot) -> tuple[LevelId, Edge] | None:
    """Return the edge that a step crosses; None where it goes otherwise than straight."""
    (ax, ay), (bx, by) = before.square, after.square
    if before.level != after.level or abs(ax - bx) + abs(ay - by) != 1:
        return None
    return before.level, edge_between(before.square, after.square)


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> bool | None:
    """Getting through a small window is an action; who has none stays on this side."""
    if forced:
        return None
    for door in _passed(now.book, now.state, spot_of(now.state, who), leg):
        name = label_of(now.state, who)
        if not payers(now.state, who, moving=True):
            text = f"{name} has no action left to get through {door.label}."
            now.happens(Said(text=text, who=who, rule=SMALL))
            return False
        spend(now, who, SMALL, moving=True)
        now.happens(Said(text=f"{name} gets through {door.label}.", who=who, rule=SMALL))
    return None


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    start = spot_of(state, who)
    for at, leg in enumerate(plan.legs):
        for door in _passed(book, state, start, leg):
            yield Consequence(who=who, says=f"{door.label} takes an action", rule=SMALL, at=at)
        start = leg.path[-1] if leg.path else start


# Through the glass


def _refusals(book: Rulebook, state: CombatState, action: Dive) -> Iterator[Refusal]:
    door = state.encounter.board.doors[action.door]
    yield from unable(book, state, action.who)
    if not is_ours(book, door):
        yield Refusal(f"Another book settles {door.label}.", DIVES, final=True)
        return
    if door.kind != "window":
        yield Refusal(f"{door.label} is no window.", DIVES)
    elif is_open(door):
        yield Refusal(f"{door.label} is {door.state}.", DIVES, "Go through it.")
    if is_bulletproof(door):
        yield Refusal(f"The glass of {door.label} is bulletproof.", DIVES, "Break it first.")
    elif toughness_of(door) is not None and reads(state, "inq_dive_reinforced", "any reinforced"):
        yield Refusal(f"The glass of {door.label} is reinforced.", DIVES, "Break it first.")
    if not state.on_board(action.who):
        return
    if not at_door(book, state, action.who, door) or _beyond(book, state, action.who, door) is None:
        name = label_of(state, action.who)
        yield Refusal(f"{door.label} is out of the reach of {name}.", DIVES, "Go there first.")
    if not reads(state, "inq_dive_cost", "within a move"):
        yield from lacking(state, action.who, moving=True, rule=DIVES)


def _beyond(book: Rulebook, state: CombatState, who: FighterId, door: Door) -> Spot | None:
    """Return where one comes to be that gets through a window."""
    if book.space.on_squares:
        there = far_side(state.place, door, footprint_of(state, who))
        return None if there is None else Spot(door.level, there)
    zone = state.zone_of(who)
    ways = state.place.links_of(zone) if zone is not None else ()
    to = next((way.to for way in ways if way.link.through == door.id), None)
    if to is not None:
        seat = seat_for(state, who, to)
        return None if seat is None else Spot(*seat)
    for pair in squares_of(door):
        for square in pair:
            if state.place.zone_at(door.level, square) not in (None, zone):
                return Spot(door.level, square)
    return None


def _dive(now: Now, action: Dive) -> None:
    if not now.state.on_board(action.who):
        return
    who = action.who
    door = now.state.encounter.board.doors[action.door]
    there = _beyond(now.book, now.state, who, door)
    if there is None:
        return
    if not reads(now.state, "inq_dive_cost", "within a move"):
        spend(now, who, DIVES, moving=True)
    drop = _drop(now.state, who, there)
    done = check(now, who, "initiative", f"through {door.label}", DIVES, purpose="yards dive")
    name = label_of(now.state, who)
    changed(now, replace(door, state="broken"), f"{name} breaks {door.label}", DIVES)
    if done.matched_failure:
        _into_the_glass(now, who)
        return
    get_onto(now, who, there, DIVES, _link_through(now.book, now.state, who, door))
    if not done.passed:
        _cuts(now, who)
    if drop is not None and spot_of(now.state, who) == there:
        _falls(now, who, drop, passed=done.passed)


def _link_through(book: Rulebook, state: CombatState, who: FighterId, door: Door) -> str:
    zone = state.zone_of(who)
    ways = state.place.links_of(zone) if not book.space.on_squares and zone is not None else ()
    return next((way.link.id for way in ways if way.link.through == door.id), "")


def _drop(state: CombatState, who: FighterId, there: Spot) -> tuple[Spot, float] | None:
    """Return where one lands that comes out on an upper storey, and how far below that is."""
    down = drop_at(state, who, there)
    return down if down is not None and down[1] > EVEN else None


def _falls(now: Now, who: FighterId, drop: tuple[Spot, float], *, passed: bool) -> None:
    to, metres = drop
    name = label_of(now.state, who)
    far = length_told(now.state, metres)
    says = f"{name} falls {far} beyond the window"
    if passed and (
        reads(now.state, "inq_dive_pass_upstairs", "no fall")
        or not now.word(now.unique(f"dive falls|{who}"), says, True, UPSTAIRS)
    ):
        get_onto(now, who, to, UPSTAIRS)
        text = f"{name} lands {far} below the window, unhurt."
        now.happens(Said(text=text, who=who, rule=UPSTAIRS))
    elif now.state.on_board(who):
        now.book.fall.fall(now, who, metres, rule=UPSTAIRS, to=to)


def _cuts(now: Now, who: FighterId) -> None:
    """Take a d6 of injury to the whole body, less what the GM lets armour take off."""
    name = label_of(now.state, who)
    face = now.roll("d6", who, f"Cuts of {name}", CUT)
    dealt = harm.damage(now, who, "cuts", f"Cuts of {name}", face, CUT)
    says = f"Armour takes off the cuts of {name}"
    less = now.count(now.unique(f"cuts armour|{who}"), says, 0, SHIELDED)
    if less:
        part = dealt.parts[0]
        shield = replace(
            part, key="armour", says="armour", does="adds", amount=-less, rule=SHIELDED
        )
        dealt = replace(dealt, parts=(*dealt.parts, shield))
    if dealt.total > 0:
        harm.hurt(now, who, dealt, rule=CUT, located=False)


def _into_the_glass(now: Now, who: FighterId) -> None:
    """Break the pane and fall into it on this side."""
    name = label_of(now.state, who)
    now.happens(Said(text=f"{name} falls into the glass.", who=who, rule=STOPPED))
    harm.fell_down(now, who, STOPPED)
    count = now.roll("d3", who, f"Locations of {name} that are cut", SHARDS)
    places = harm.random_locations(now, who, count, SHARDS)
    one = reads(now.state, "inq_shards_dice", "one for all")
    face = 0
    for place in places:
        if not now.state.on_board(who):
            return
        if not one or not face:
            face = now.roll("d6", who, f"Glass in the {place} of {name}", SHARDS)
        dealt = harm.damage(now, who, "glass", f"Glass in the {place}", face, SHARDS)
        harm.hurt(now, who, dealt, rule=SHARDS, location=place)
    if now.state.on_board(who):
        until = Until("end of turn", now.state.round + 1, who)
        stunned = Condition(tier="minor", until=until)
        now.happens(ConditionSet(who=who, condition="stunned", now=stunned, rule=STUNNED))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    for door in state.encounter.board.doors.values():
        if door.kind != "window" or is_open(door) or not is_ours(book, door):
            continue
        if state.on_board(who):
            dive = Dive(who=who, door=DoorId(door.id))
            yield Offer(
                about="movement",
                key=f"dive:{door.id}", says=f"Dive through {door.label}", cost="Action",
                action=dive, refusals=tuple(_refusals(book, state, dive)),
                far=not at_door(book, state, who, door),
            )  # fmt: skip


CHAPTER = Pack(
    name="yards",
    actions={Dive: ActionRule(refusals=_refusals, resolve=_dive)},
    leaving=(_leaving,),
    foretells=(_foretells,),
    offers=(_offers,),
)
