"""The space of zones: range counts links, movement is priced from zone to zone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from desktop.core.model.place import Spot, Way
from desktop.core.model.words import At, BandWord, FighterId, LevelId, SpaceName, Square, ZoneId
from desktop.core.packs.imperium import trail
from desktop.core.packs.imperium.acting import TURN, helpless, unable
from desktop.core.packs.imperium.aloft import can_fly, in_the_air, is_sky, is_up
from desktop.core.packs.imperium.difficult import ENTERED, SLOWED, WADED, hampers, told
from desktop.core.packs.imperium.gaits import DOES, SLOWER, own_gaits, slow_parts, with_cost
from desktop.core.packs.imperium.neighbours import beside, is_near
from desktop.core.packs.imperium.route import (
    LINKED,
    ZONES,
    Hop,
    Route,
    any_route,
    first_shut,
    routes,
    shut,
)
from desktop.core.packs.imperium.speed import OWN, never_moves, speed_of
from desktop.core.rules import book as b
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import REACH
from desktop.core.rules.riders import mover_of
from desktop.core.rules.seating import seat_for
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef
from desktop.core.rules.walk import completed

OUTSIDE = RuleRef("IM-ZONES-01")
SLOW_INSIDE = RuleRef("IM-SPEED-04")
SLOW_ACROSS = RuleRef("IM-SPEED-05")
TWO_ZONES = RuleRef("IM-MOVEMENT-01")
FURTHEST = RuleRef("IM-SPEED-10")
WADING_ON = RuleRef("IM-DIFFICULT-04")

BANDS: tuple[BandWord, ...] = get_args(BandWord)[1:]
"""By the links between, from none on."""
GUIDE = {"short": "5 to 10 m", "medium": "15 to 20 m", "long": "30 m or more"}
"""Rough distances, to be shown and never reckoned with (IM-RANGE-07)."""
LABELS = {"free": "Free", "move": "Move", "run": "Run", "move and run": "Move and Run"}
NOWHERE = float("inf")


@dataclass(frozen=True, slots=True)
class _Goal:
    """Where a plan shall end."""

    zone: ZoneId | None
    seat: Spot
    named: bool = False
    """Whether the square itself was named; one that the program picks is beside nobody."""


class ZoneSpace:
    """Distance, price and allowance by zones; see the book's chapters on range and movement."""

    name: SpaceName = "zones"
    on_squares = False
    in_lengths = False
    walks_in_gaits = False

    # Range

    def distance(self, state: CombatState, one: FighterId, other: str) -> b.Distance:
        """Return how many zones away a fighter, zone or feature is, with its range band."""
        steps = zones_between(state, state.zone_of(one), state.zone_of_thing(other))
        if self.in_reach(state, one, other):
            return b.Distance(steps, "immediate", "Immediate: within arm's reach")
        if steps == NOWHERE:
            return b.Distance(steps, "extreme", "Extreme: no chain of links leads there")
        band = BANDS[min(int(steps), len(BANDS) - 1)]
        count = {0: "same zone", 1: "next zone"}.get(int(steps), f"{int(steps)} zones away")
        guide = f", some {GUIDE[band]}" if band in GUIDE else ""
        return b.Distance(steps, band, f"{band.capitalize()}: {count}{guide}")

    def in_reach(self, state: CombatState, one: FighterId, other: str) -> bool:
        """Return whether two are within arm's reach of each other."""
        return one == other or state.holds(REACH, one, other) or is_near(state, one, other)

    def bands(self, state: CombatState, who: FighterId, level: LevelId) -> tuple[b.RangeBand, ...]:
        """Return each zone of a level with its range band."""
        return tuple(
            b.RangeBand(state.place.outlines[zone.id], band.capitalize())
            for zone in state.encounter.board.zones.values()
            if zone.level == level and (band := self.distance(state, who, zone.id).band)
        )

    # Movement

    def plan(
        self,
        book: b.Rulebook,
        state: CombatState,
        who: FighterId,
        to: At,
        level: LevelId | None,
        via: tuple[Spot, ...] = (),
        pay: str = "",
        gait: str = "",
    ) -> b.Plan:
        """Return the cheapest way to a zone or square, refused or not, with what it brings."""
        bare = b.Plan(who=who, legs=(), pays={}, pay="free", says="", refusals=_unable(state, who))
        start = state.zone_of(who)
        if not state.on_board(who):
            return replace(bare, says="is not on the board")
        goal = _goal(state, who, to, level)
        if start is None or goal.zone is None:
            leg = b.Leg(path=(goal.seat,), leaves=start, enters=goal.zone)
            says = "is in no zone, so no link leads there."
            refusal = Refusal(
                f"{label_of(state, who) if start is None else 'That square'} {says}", OUTSIDE,
                "Put it into a zone.",
            )  # fmt: skip
            return replace(bare, legs=(leg,), refusals=(*bare.refusals, refusal))
        corners = tuple(Spot(*spot) for spot in via)
        by = _zones_of(state, corners)
        state, gait = _gone(state, who, goal.zone, gait)
        if goal.zone == start and all(zone == start for zone in by):
            plan = _inside(book, state, bare, goal, corners, pay, gait)
        else:
            plan = _across(book, state, bare, goal, by, pay, gait)
        return completed(book, state, with_cost(state, plan))

    def reach(self, book: b.Rulebook, state: CombatState, who: FighterId) -> b.Reach:
        """Return every zone a fighter can go to with what it has left; no squares."""
        who = mover_of(state, who)
        start = state.zone_of(who)
        if start is None or helpless(state, who):
            return b.Reach()
        zones: dict[ZoneId, str] = {}
        pay, refusal = pay_inside(book, state, who, "")
        zones[start] = pay if refusal is None else str(refusal)
        for zone, route in routes(book, state, who).items():
            if zone != start:
                zones[zone] = route.pay
        zones |= _skies(book, state, who)
        for way in state.place.links_of(start):
            closed = shut(state, who, way)
            if way.to not in zones and closed is not None:
                zones[way.to] = str(closed)
        return b.Reach(zones=zones)


def zones_between(state: CombatState, one: ZoneId | None, other: ZoneId | None) -> float:
    """Return the fewest links from zone to zone, whatever they are; infinite without a chain."""
    if one is None or other is None:
        return NOWHERE
    steps = {one: 0}
    waiting = [one]
    for zone in waiting:
        if zone == other:
            return steps[zone]
        for near in state.place.neighbours(zone, "any"):
            if near not in steps:
                steps[near] = steps[zone] + 1
                waiting.append(near)
    return NOWHERE


def _unable(state: CombatState, who: FighterId) -> tuple[Refusal, ...]:
    return tuple(unable(state, who))


def _goal(state: CombatState, who: FighterId, to: At, level: LevelId | None) -> _Goal:
    if isinstance(to, tuple):
        seat = Spot(level or state.fighters[who].level, Square(*to))
        return _Goal(state.place.zone_at(*seat), seat, named=True)
    found = seat_for(state, who, to)
    assert found is not None  # a zone that is there has a place to stand
    return _Goal(ZoneId(to), Spot(*found))


def _zones_of(state: CombatState, corners: Iterable[Spot]) -> tuple[ZoneId, ...]:
    """Return the zones that the corners of a path lie in, each once in a row."""
    zones: list[ZoneId] = []
    for spot in corners:
        zone = state.place.zone_at(*spot)
        if zone is not None and (not zones or zones[-1] != zone):
            zones.append(zone)
    return tuple(zones)


def _here(state: CombatState, who: FighterId) -> Spot:
    fighter = state.fighters[who]
    assert fighter.seat is not None  # plan() asked before
    return Spot(fighter.level, fighter.seat)


# On the wing


def _gone(state: CombatState, who: FighterId, to: ZoneId, gait: str) -> tuple[CombatState, str]:
    """Return the state in which a walk is planned, and its gait: in the air where it is flown."""
    flies = can_fly(state, who) and "prone" not in state.fighters[who].conditions
    if gait in ("", "fly") and flies and (is_up(state, who) or gait or is_sky(state, to)):
        return in_the_air(state, who), "fly"
    return state, gait


def _skies(book: b.Rulebook, state: CombatState, who: FighterId) -> dict[ZoneId, str]:
    """Return the zones of open air that a fighter on the ground reaches by taking off."""
    if not can_fly(state, who) or is_up(state, who) or "prone" in state.fighters[who].conditions:
        return {}
    up = in_the_air(state, who)
    found = routes(book, up, who, gait="fly")
    return {zone: route.pay for zone, route in found.items() if is_sky(state, zone)}


# Inside the zone


def pay_inside(
    book: b.Rulebook, state: CombatState, who: FighterId, pay: str, *more: Part
) -> tuple[str, Refusal | None]:
    """Return what a movement inside one's zone is paid with, and why it cannot be."""
    left = state.fighters[who].left
    name = label_of(state, who)
    if state.mark(who, WADED):
        if left.get("action", 0) and pay in ("", "run"):
            return "run", None
        return "run", Refusal(f"{name} has waded in and must Run to go on.", ENTERED)
    if never_moves(state, who):
        return "move", Refusal(f"{name} has no Speed and never moves.", OWN)
    slow = not ZONES[speed_of(book, state, who, *more)]
    if not slow and pay != "move":
        return "free", None
    if left.get("move", 0) and pay in ("", "move"):
        return "move", None
    says = f"{name} is Slow and needs its Move to go anywhere in its zone."
    return "move", Refusal(says, SLOW_INSIDE) if slow else Refusal(
        f"{name} has no Move left.", TURN, "Go for free."
    )


def _inside(
    book: b.Rulebook,
    state: CombatState,
    bare: b.Plan,
    goal: _Goal,
    corners: Sequence[Spot],
    pay: str,
    gait: str,
) -> b.Plan:
    who, zone, at = bare.who, goal.zone, _here(state, bare.who)
    assert zone is not None  # plan() asked before
    gaits = own_gaits(state, who, gait)
    how, refusal = pay_inside(book, state, who, pay, *slow_parts(gaits))
    costs = {"free": {}, "move": {"move": 1}, "run": {"action": 1}}
    path: list[Spot] = []
    for corner in (*corners, goal.seat):
        path += trail.inside(state.place, at, corner, zone, trail.side(state, who))
        at = corner
    near = beside(state, who, goal.seat, zone) if goal.named else ()
    leg = b.Leg(path=tuple(path), leaves=None, enters=None, beside=near, gaits=gaits)
    return replace(
        bare,
        legs=(leg,) if path else (),
        pays=costs[how],
        pay=how,
        says=f"{LABELS[how]} within {state.encounter.board.zones[zone].label}",
        refusals=(*bare.refusals, *((refusal,) if refusal is not None else ())),
    )


def forced_legs(
    book: b.Rulebook, state: CombatState, who: FighterId, to: At, level: LevelId | None
) -> tuple[b.Leg, ...]:
    """Return the legs by which a fighter is moved against its will, whatever is shut."""
    goal, start = _goal(state, who, to, level), state.zone_of(who)
    if goal.zone is not None and goal.zone == start:
        path = trail.inside(
            state.place, _here(state, who), goal.seat, start, trail.side(state, who)
        )
        near = beside(state, who, goal.seat, start) if goal.named else ()
        return (b.Leg(path=path, leaves=None, enters=None, beside=near),) if path else ()
    route = None
    if goal.zone is not None and start is not None:
        route = any_route(book, state, who, goal.zone, past_shut=False)
        route = route or any_route(book, state, who, goal.zone, past_shut=True)
    if route is not None:
        return _legs(book, state, who, route, goal)
    return (b.Leg(path=(goal.seat,), leaves=start, enters=goal.zone),)


def leg_over(
    book: b.Rulebook, state: CombatState, who: FighterId, way: Way, leaves: ZoneId
) -> b.Leg:
    """Return the leg over one link, up to where a fighter stands in the next zone."""
    route = Route((Hop(way, leaves, 0),), ())
    (leg,) = _legs(book, state, who, route, _goal(state, who, way.to, None))
    return leg


# From zone to zone


def _across(
    book: b.Rulebook,
    state: CombatState,
    bare: b.Plan,
    goal: _Goal,
    by: tuple[ZoneId, ...],
    pay: str,
    gait: str,
) -> b.Plan:
    who, zone = bare.who, goal.zone
    assert zone is not None  # plan() asked before
    route = routes(book, state, who, pay=pay, by=by, gait=gait).get(zone)
    if route is None and pay:
        route = routes(book, state, who, pay=pay, by=by, nominal=True, gait=gait).get(zone)
    own = own_gaits(state, who, gait)
    if route is not None:
        return replace(
            bare,
            legs=_legs(book, state, who, route, goal, own),
            pays=route.pays,
            pay=route.pay,
            says=_says(state, route, zone),
        )
    route = any_route(book, state, who, zone, past_shut=False, by=by, gait=gait)
    if route is not None:
        refusals = tuple(_too_far(book, state, who, route, pay, own))
    else:
        route = any_route(book, state, who, zone, past_shut=True, by=by, gait=gait)
        closed = first_shut(state, who, route.hops, gait) if route is not None else None
        refusals = (closed or _unlinked(state, who, zone),)
    if route is not None:
        legs = _legs(book, state, who, route, goal, own)
    else:
        legs = (b.Leg(path=(goal.seat,), leaves=state.zone_of(who), enters=zone),)
    label = state.encounter.board.zones[zone].label
    says = f"{LABELS[pay]} to {label}" if pay in LABELS else f"To {label}"
    return replace(
        bare, legs=legs, pay=pay or "move", says=says,
        refusals=(*bare.refusals, *refusals),
    )  # fmt: skip


def _says(state: CombatState, route: Route, zone: ZoneId) -> str:
    return f"{LABELS[route.pay]} to {state.encounter.board.zones[zone].label}"


def _legs(
    book: b.Rulebook,
    state: CombatState,
    who: FighterId,
    route: Route,
    goal: _Goal,
    own: tuple[str, ...] = (),
) -> tuple[b.Leg, ...]:
    """Return a leg for each link crossed, the last one up to the seat."""
    place, size, at = state.place, trail.side(state, who), _here(state, who)
    legs: list[b.Leg] = []
    for index, hop in enumerate(route.hops):
        to = hop.way.to
        path = trail.across(place, at, hop.way.link, hop.leaves, to, size, goal.seat)
        at = path[-1]
        near: tuple[str, ...] = ()
        if index == len(route.hops) - 1:
            path = (*path, *trail.inside(place, at, goal.seat, to, size))
            if goal.named and ZONES[speed_of(book, state, who)]:
                near = beside(state, who, goal.seat, to)
        legs.append(
            b.Leg(
                path=path, leaves=hop.leaves, enters=to, link=hop.way.link.id, charge=hop.charge,
                beside=near, gaits=tuple(dict.fromkeys((*own, *hop.gaits))),
            )
        )  # fmt: skip
    return tuple(legs)


def _unlinked(state: CombatState, who: FighterId, zone: ZoneId) -> Refusal:
    label = state.encounter.board.zones[zone].label
    return Refusal(f"No link leads {label_of(state, who)} to {label}.", LINKED)


def _too_far(
    book: b.Rulebook,
    state: CombatState,
    who: FighterId,
    route: Route,
    pay: str,
    own: tuple[str, ...] = (),
) -> Iterator[Refusal]:
    """Yield why what is left does not pay for a way that is open."""
    name, left = label_of(state, who), state.fighters[who].left
    board = state.encounter.board
    if never_moves(state, who):
        return  # as every stretch of the way says
    zones = ZONES[speed_of(book, state, who, *slow_parts(own))]
    entered = [hop.way.to for hop in route.hops]
    target = board.zones[entered[-1]].label
    instead = _instead(book, state, who, entered, pay)
    if len(entered) > 1 and pay == "move" and not _linked(state, who, entered[-1]):
        says = f"No link joins {target} to the zone of {name}."
        yield Refusal(says, LINKED, instead)
    behind = (*_come_into(state, who), *entered[:-1])
    halt = next((zone for zone in behind if hampers(state, who, zone)), None)
    if halt is not None:
        yield Refusal(told(state, who, halt), WADING_ON, instead or "Going on takes Run.")
    if not zones and (pay == "move" or not left.get("action", 0)):
        says = f"{name} is Slow and needs Run, an Action, for the next zone."
        yield Refusal(says, SLOW_ACROSS, instead)
    elif _hop_gaits(route) and (pay == "move" or not left.get("action", 0)):
        says = f"{name} {DOES[_hop_gaits(route)[0]]} there a Speed step slower, which takes Run."
        yield Refusal(says, SLOWER, instead)
    elif len(entered) > max(zones, 1) and not left.get("action", 0):
        says = f"{target} is {len(entered)} zones away: that takes the Move and an Action for Run."
        yield Refusal(says, TWO_ZONES, instead)
    else:
        says = f"{target} is too far for what {name} has left."
        yield Refusal(says, FURTHEST, instead)


def _come_into(state: CombatState, who: FighterId) -> Iterator[ZoneId]:
    """Yield the zone a fighter is in where it has spent its Move and did not begin its turn."""
    here = state.zone_of(who)
    spent = not state.fighters[who].left.get("move", 0)
    if here is not None and spent and state.mark(who, SLOWED) != here:
        yield here


def _hop_gaits(route: Route) -> tuple[str, ...]:
    """Return how the links of a way are gone over that are not simply walked."""
    return tuple(gait for hop in route.hops for gait in hop.gaits)


def _linked(state: CombatState, who: FighterId, zone: ZoneId) -> bool:
    start = state.zone_of(who)
    return start is not None and zone in state.place.neighbours(start, "any")


def _instead(
    book: b.Rulebook, state: CombatState, who: FighterId, entered: Sequence[ZoneId], pay: str
) -> str:
    """Return how far along the way a fighter can go, or how it could get there."""
    within = routes(book, state, who, pay=pay)
    furthest = next((zone for zone in reversed(entered) if zone in within), None)
    everything = routes(book, state, who) if pay else within
    if entered[-1] in everything:
        return f"Get there by {LABELS[everything[entered[-1]].pay]}."
    if furthest is not None:
        return f"Go to {state.encounter.board.zones[furthest].label}."
    return ""


CHAPTER = b.Pack(name="imperium", space=ZoneSpace())
