"""From zone to zone: which way is cheapest, what pays for it, and why there is none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations

from desktop.core.model.place import Way
from desktop.core.model.words import FighterId, LinkId, SpeedWord, ZoneId
from desktop.core.packs.imperium.aloft import FLYERS, can_fly, is_flying, is_sky
from desktop.core.packs.imperium.difficult import hampers
from desktop.core.packs.imperium.gaits import link_gaits, own_gaits, slow_parts
from desktop.core.packs.imperium.hazard import damage_in
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.size import NARROW, passes
from desktop.core.packs.imperium.speed import never_moves, speed_of
from desktop.core.packs.imperium.wounds import one_of_both
from desktop.core.rules.barred import barrier_on
from desktop.core.rules.book import Rulebook
from desktop.core.rules.labels import begun, label_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef

LINKED = RuleRef("IM-MOVEMENT-03")
BARRIER = RuleRef("IM-BARRIER-02")
DOOR = RuleRef("GRID-DOOR-01")
WALL = RuleRef("GRID-THIN-01")
UPWARD = RuleRef("IM-FLYING-05")

ZONES: Mapping[SpeedWord, int] = {"none": 0, "slow": 0, "normal": 1, "fast": 2, "swift": 3}
"""Zones that the Move gives at each Speed."""
REST = "rest of the move"
"""The mark on a fighter that may finish its Move: the zones it has left."""
WALKED = "walked"
"""The mark on a fighter that spent its Move on going, until its turn ends."""
FREELY = "gone freely"
"""The mark on a fighter that had its free zone, until its turn ends."""
NO_END = 1_000_000
"""The zones of a movement that never ends, for ways that nobody pays for."""


@dataclass(frozen=True, slots=True)
class Charge:
    """One movement that can be paid for: what it is, how many zones it gives, what it costs."""

    pay: str
    """`free`, `move` or `run`."""
    zones: int
    costs: Mapping[str, int]
    full: int = 0
    """The zones it gives when nothing of it is used; 0: as many as `zones`."""


@dataclass(frozen=True, slots=True)
class Hop:
    """One link crossed, and which of the movements does it."""

    way: Way
    leaves: ZoneId
    charge: int
    gaits: tuple[str, ...] = ()
    """How the link is gone over, where not simply walked."""


@dataclass(frozen=True, slots=True)
class Route:
    """A way over links and the movements that it takes."""

    hops: tuple[Hop, ...]
    charges: tuple[Charge, ...]
    """Those that are used, in order."""

    @property
    def pays(self) -> Mapping[str, int]:
        """What it spends in all."""
        total: dict[str, int] = {}
        for charge in self.charges:
            for kind, count in charge.costs.items():
                total[kind] = total.get(kind, 0) + count
        return total

    @property
    def pay(self) -> str:
        """Return `free`, `move`, `run` or `move and run`."""
        kinds = [kind for kind in ("move", "run") if kind in {each.pay for each in self.charges}]
        return " and ".join(kinds) or "free"


# What can be paid


def charges(
    book: Rulebook, state: CombatState, who: FighterId, pay: str = "", *more: Part
) -> tuple[Charge, ...]:
    """Return the movements a fighter can still pay for, in the order in which they are taken.

    Whoever has a Move or an Action, but not both, can take one of them only; see `routes`.
    """
    if never_moves(state, who):
        return ()
    zones = ZONES[speed_of(book, state, who, *more)]
    free = [] if pay else _free(state, who, zones)
    moves = _moves(state, who, zones) if pay in ("", "move", "move and run") else []
    runs: list[Charge] = []
    if pay in ("", "run", "move and run"):
        runs = _runs(state, who, zones, after_move=bool(moves))
    return (*free, *moves, *runs)


def _free(state: CombatState, who: FighterId, zones: int) -> list[Charge]:
    """Return the zone that whoever is Fast may have for free, once a turn, by one reading."""
    may = zones >= ZONES["fast"] and reads(state, "fast_free", "next zone too")
    return [Charge("free", 1, {})] if may and not state.mark(who, FREELY) else []


def _moves(state: CombatState, who: FighterId, zones: int) -> list[Charge]:
    found: list[Charge] = []
    rest = state.mark(who, REST) if reads(state, "move_split", "around the action") else None
    if rest:
        found.append(Charge("move", int(rest), {}, full=zones))
    if zones:
        found += [Charge("move", zones, {"move": 1})] * state.fighters[who].left.get("move", 0)
    return found


def _runs(state: CombatState, who: FighterId, zones: int, *, after_move: bool) -> list[Charge]:
    left = state.fighters[who].left
    far = max(1, zones) if reads(state, "run_distance", "speed again") else 1
    costs = {"action": 1}
    if reads(state, "run_needs_move", "move too") and not (after_move or state.mark(who, WALKED)):
        if not left.get("move", 0):
            return []
        costs = {"action": 1, "move": 1}
    return [Charge("run", far, costs)] * left.get("action", 0)


# What is shut


def shut(state: CombatState, who: FighterId, way: Way, gait: str = "") -> Refusal | None:
    """Return why a fighter cannot go over a link, or None."""
    link, label = way.link, label_of(state, way.link.id)
    if link.kind == "sight":
        return Refusal(begun(f"{label} is for sight only."), LINKED)
    if is_sky(state, way.to) and not can_fly(state, who):
        says = f"{state.encounter.board.zones[way.to].label} is open air, which takes flight."
        return Refusal(says, UPWARD)
    if _is_upward_ledge(state, who, way, gait):
        return Refusal(begun(f"{label} leads the other way only."), LINKED)
    if barrier_on(state, link) is not None and not _flies_over(state, who, way):
        barrier = f"The barrier {link.name}" if link.name else begun(label)
        says = f"{barrier} lies in the way."
        return Refusal(says, BARRIER, "Cross it with an Action and a Test.")
    stop = state.place.link_stop(LinkId(link.id))
    if stop is not None and stop.why == "door":
        return Refusal(begun(f"{label} leads through {stop.says}."), DOOR, "Open it first.")
    if stop is not None:
        return Refusal(begun(f"{label} is closed by {stop.says}."), WALL)
    if passes(state, who, link) == "refuse":
        return Refusal(f"It does not fit through {label}.", NARROW)
    return None


def _is_upward_ledge(state: CombatState, who: FighterId, way: Way, gait: str) -> bool:
    if way.link.kind != "ledge" or way.forward or reads(state, "one_way_links", "both ways"):
        return False
    return gait != "leap" and not is_flying(state, who)


def _flies_over(state: CombatState, who: FighterId, way: Way) -> bool:
    """Whether a fighter flies over a barrier that would stop it on the ground."""
    if not is_flying(state, who):
        return False
    said = state.mark(way.link.id, f"{FLYERS}barrier")
    if said is not None:
        return said == "escape"
    return way.link.open_above or reads(state, "barrier_flying", "flyers pass")


# The cheapest way


Takes = Callable[[Charge, Way], int | None]
"""How many zones of a movement a link takes; None where the movement does not do for it."""
Node = tuple[ZoneId, int, int]
"""A zone, the movement that one is in, and the zones left of it."""
Price = tuple[int, int, int, int]
"""Movements, Damage on the way, links, and the order of finding."""


def routes(
    book: Rulebook,
    state: CombatState,
    who: FighterId,
    *,
    pay: str = "",
    by: Sequence[ZoneId] = (),
    nominal: bool = False,
    gait: str = "",
) -> dict[ZoneId, Route]:
    """Return the zones that a fighter can pay to reach, with the cheapest way to each.

    Of equal ones the way that hurts least, then the shortest, then the first in the file.
    `by` holds zones that it must pass, in order. `nominal` leaves the halt in Difficult Terrain
    out of the reckoning: the way that is meant, wherever it ends.
    """
    going = _Going(book, state, who, gait)
    found: dict[ZoneId, Route] = {}
    for several in _means(going, pay):
        for slowing in going.slowings():
            paid = charges(book, state, who, pay, *slow_parts((*going.own, *slowing)))
            ways = search(
                going, [paid[at] for at in several if at < len(paid)], by=by, nominal=nominal,
                can=going.open_with(slowing), takes=going.takes(slowing),
            )  # fmt: skip
            for zone, route in ways.items():
                if zone not in found or len(route.charges) < len(found[zone].charges):
                    found[zone] = route
    return found


def _means(going: "_Going", pay: str) -> list[range]:
    """Return which movements can be taken together: all, or each alone."""
    count = len(charges(going.book, going.state, going.who, pay, *slow_parts(going.own)))
    if one_of_both(going.state, going.who):
        return [range(at, at + 1) for at in range(count)]
    return [range(count)]


@dataclass(frozen=True, slots=True)
class _Going:
    """Who goes, and how: what a way of going makes of links and of their price."""

    book: Rulebook
    state: CombatState
    who: FighterId
    gait: str = ""

    @property
    def own(self) -> tuple[str, ...]:
        """How it goes all the way."""
        return own_gaits(self.state, self.who, self.gait)

    def gaits(self, way: Way) -> tuple[str, ...]:
        """Return how it gets over a link."""
        return link_gaits(self.state, self.who, way.link, self.gait)

    def can(self, way: Way) -> bool:
        """Whether a link is open to it."""
        closed = shut(self.state, self.who, way, self.gait)
        return closed is None and self.book.closed(self.state, way.link) is None

    def slowings(self) -> list[tuple[str, ...]]:
        """Return what may slow the whole of a walk; by default links slow their stretch alone."""
        if not reads(self.state, "gym_scope", "whole turn"):
            return [()]
        links = self.state.encounter.board.links.values()
        there = dict.fromkeys(
            gait for link in links for gait in link_gaits(self.state, self.who, link, self.gait)
        )
        return [()] + [
            several for size in range(1, len(there) + 1) for several in combinations(there, size)
        ]

    def open_with(self, slowing: tuple[str, ...]) -> Callable[[Way], bool]:
        """Return which links it can go over when these ways of going slow the whole walk."""
        if not reads(self.state, "gym_scope", "whole turn"):
            return self.can
        return lambda way: self.can(way) and set(self.gaits(way)) <= set(slowing)

    def takes(self, slowing: tuple[str, ...]) -> Takes:
        """Return how much of a movement a link takes."""
        paces: dict[tuple[str, ...], int] = {}

        def pace(gaits: tuple[str, ...]) -> int:
            if gaits not in paces:
                parts = slow_parts((*self.own, *slowing, *gaits))
                paces[gaits] = ZONES[speed_of(self.book, self.state, self.who, *parts)]
            return paces[gaits]

        def takes(charge: Charge, way: Way) -> int | None:
            gaits = tuple(gait for gait in self.gaits(way) if gait not in slowing)
            if not gaits:
                return 1
            slower, full = pace(gaits), charge.full or charge.zones
            if charge.pay == "run":
                slower = min(full, max(1, slower))
            return -(-full // slower) if slower else None

        return takes


def any_route(
    book: Rulebook,
    state: CombatState,
    who: FighterId,
    goal: ZoneId,
    *,
    past_shut: bool,
    by: Sequence[ZoneId] = (),
    gait: str = "",
) -> Route | None:
    """Return the way to a zone whatever it costs, over links that are shut as well if need be."""
    endless = (Charge("run", NO_END, {}),)
    going = _Going(book, state, who, gait)
    can = (lambda way: True) if past_shut else going.can
    takes: Takes = lambda charge, way: 1  # noqa: E731
    return search(going, endless, by=by, nominal=True, can=can, takes=takes).get(goal)


def search(
    going: _Going,
    paid: Sequence[Charge],
    *,
    by: Sequence[ZoneId],
    nominal: bool,
    can: Callable[[Way], bool],
    takes: Takes,
) -> dict[ZoneId, Route]:
    """Return the cheapest way to every zone within what is paid, by way of zones in order."""
    start = going.state.zone_of(going.who)
    assert start is not None  # whoever plans asked before
    first: Node = (start, -1, 0)
    ways: dict[Node, tuple[Hop, ...]] = {first: ()}
    begin: dict[Node, Price] = {first: (0, 0, 0, 0)}
    stages: list[ZoneId | None] = [*by, None]
    after = _Hops(going, paid, nominal, can, takes)
    for stage in stages:
        ways, begin = _spread(after, begin, ways)
        if stage is not None:
            reached = {node: price for node, price in begin.items() if node[0] == stage}
            best = min(reached, key=lambda node: reached[node], default=None)
            if best is None:
                return {}
            begin, ways = {best: reached[best]}, {best: ways[best]}
    found: dict[ZoneId, Route] = {}
    for node in sorted(begin, key=lambda each: begin[each]):
        if node[0] not in found:
            used = dict.fromkeys(hop.charge for hop in ways[node])
            found[node[0]] = Route(ways[node], tuple(paid[at] for at in used))
    return found


@dataclass(frozen=True, slots=True)
class _Hops:
    """What a search may do from a zone."""

    going: _Going
    paid: Sequence[Charge]
    nominal: bool
    can: Callable[[Way], bool]
    takes: Takes

    def after(self, node: Node, way: Way) -> Node | None:
        """Return where one is after a hop and what is left of the movement; None if none pays."""
        _, at, left = node
        if left:
            taken = self._taken(self.paid[at], way, left)
            if taken is not None:
                return way.to, at, taken
        for later in range(at + 1, len(self.paid)):
            charge = self.paid[later]
            taken = self._taken(charge, way, charge.zones)
            if taken is not None:
                return way.to, later, taken
        return None

    def _taken(self, charge: Charge, way: Way, left: int) -> int | None:
        """Return what a hop leaves of a movement; None where it does not do."""
        takes = self.takes(charge, way)
        if takes is None or takes > left:
            return None
        state = self.going.state
        hampers_ = not self.nominal and hampers(state, self.going.who, way.to)
        if hampers_ and charge.pay == "run" and reads(state, "dt_multi_run", "clear zones only"):
            return None
        if hampers_:
            return 0
        return left if left == NO_END else left - takes


def _spread(
    hops: _Hops, begin: Mapping[Node, Price], ways: Mapping[Node, tuple[Hop, ...]]
) -> tuple[dict[Node, tuple[Hop, ...]], dict[Node, Price]]:
    known, gone, state = dict(begin), dict(ways), hops.going.state
    waiting = [(price, node) for node, price in begin.items()]
    order = 0
    while waiting:
        price, node = heappop(waiting)
        if price > known[node]:
            continue
        for way in state.place.links_of(node[0]):
            if way.to == node[0] or not hops.can(way):
                continue
            after = hops.after(node, way)
            if after is None:
                continue
            order += 1
            more = 1 if after[1] != node[1] else 0
            harm = damage_in(state, way.to)
            total = (price[0] + more, price[1] + harm, price[2] + 1, order)
            if after in known and known[after][:3] <= total[:3]:
                continue
            known[after] = total
            gone[after] = (*gone[node], Hop(way, node[0], after[1], hops.going.gaits(way)))
            heappush(waiting, (total, after))
    return gone, known


def first_shut(
    state: CombatState, who: FighterId, hops: Iterable[Hop], gait: str = ""
) -> Refusal | None:
    """Return why the first shut link of a way is shut."""
    found = (shut(state, who, hop.way, gait) for hop in hops)
    return next((refusal for refusal in found if refusal is not None), None)
