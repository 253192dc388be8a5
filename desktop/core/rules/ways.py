"""The ways over squares that a fighter can go: what each step costs it, and what it may not do."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property

from desktop.core.model.board import Link
from desktop.core.model.footprint import are_foes, covered
from desktop.core.model.geometry import distance, squares_around, stride
from desktop.core.model.paths import Ahead, Path, Spread, Step
from desktop.core.model.place import Place, Spot
from desktop.core.model.stops import Stop, Why
from desktop.core.model.words import FighterId, LinkId, ZoneId
from desktop.core.rules.barred import barrier_on
from desktop.core.rules.book import Leg, Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import square_metres
from desktop.core.rules.marks import RIDING
from desktop.core.rules.near import (
    ARM_METRES,
    BULKY,
    covered_at,
    foot_side,
    footing,
    height_of,
    is_on_wall,
)
from desktop.core.rules.order import is_out
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, parts_from

TAKEN = RuleRef("GRID-STEP-02")
FLOOR = RuleRef("GRID-STEP-03")
BARRED = RuleRef("IM-BARRIER-02")
ONE_WAY = RuleRef("IM-MOVEMENT-03")
BLOCKED = RuleRef("GRID-STEP-04")
STOPS: Mapping[Why, RuleRef] = {
    "border": RuleRef("GRID-SIZE-02"),
    "wall": RuleRef("GRID-WALL-02"),
    "door": RuleRef("GRID-DOOR-01"),
    "obstacle": RuleRef("GRID-OBSTACLE-03"),
    "feature": RuleRef("GRID-OBSTACLE-03"),
    "corner": RuleRef("GRID-THIN-02"),
    "footprint": RuleRef("GRID-SIZE-02"),
    "cloud": RuleRef("GRID-SIGHT-01"),
    "floor": RuleRef("GRID-SIGHT-01"),
}
"""The rule behind each thing that stops a step or a line."""
INSTEAD: Mapping[Why, str] = {
    "door": "Open it first.",
    "obstacle": "Go round it, or leap or climb over it.",
}
UNPLEASANT = 1e-7
"""What a square that does something costs more, so that of equal ways the quiet one is gone."""
FURTHEST_SQ = 12
"""How far from where it falls a fighter comes down, where nothing nearer is free."""
IN_THE_AIR = ("fly", "leap")
"""Ways of going that pass over what lies on the ground."""

Length = Callable[[float, float, float], float]
"""What so many squares across, down and up come to in the measure of a space."""


@dataclass(frozen=True)
class Going:
    """Who goes, how, and in what measure; asked step by step by the search."""

    book: Rulebook
    state: CombatState
    who: FighterId
    gait: str = ""
    _: KW_ONLY
    length: Length
    slowness: Callable[[tuple[str, ...]], float] = lambda gaits: 1.0
    whole_turn: bool = False
    """Whether it asks how far a turn goes: what takes an action of its own has a price then."""

    @cached_property
    def place(self) -> Place:
        """The board as it is."""
        return self.state.place

    @cached_property
    def side(self) -> int:
        """Squares a side of its footprint."""
        return foot_side(self.state, self.who)

    @cached_property
    def air(self) -> bool:
        """Whether it goes over what lies on the ground."""
        return self.gait in IN_THE_AIR or self.state.fighters[self.who].above > 0

    @cached_property
    def start(self) -> Spot:
        """Where it stands; asked only of those on the board."""
        fighter = self.state.fighters[self.who]
        assert fighter.seat is not None
        return Spot(fighter.level, fighter.seat)

    @cached_property
    def gaps(self) -> bool:
        """Whether it slips between two squares that touch at a corner."""
        return reads(self.state, "grid_diagonal_gap", "may pass")

    @cached_property
    def on_wall(self) -> bool:
        """Whether it stands on top of a wall and has to climb from there."""
        flies = self.state.people[self.who].profile.flies is not None
        return self.gait not in IN_THE_AIR and not flies and is_on_wall(self.state, self.who)

    # Who is in the way

    @cached_property
    def taken(self) -> Mapping[Spot, FighterId]:
        """The squares that others stand on, and who does."""
        return taken_by_others(self.state, self.who)

    @cached_property
    def held(self) -> frozenset[Spot]:
        """The squares that others hold against it, and theirs where it might come to a stop."""
        if self.gait == "leap":
            return frozenset()
        return frozenset(
            spot
            for spot, other in self.taken.items()
            if self._is_held_by(other) or self.is_notable(spot)
        )

    def _is_held_by(self, other: FighterId) -> bool:
        state = self.state
        if self.air and abs(height_of(state, other) - height_of(state, self.who)) >= ARM_METRES:
            return False
        if reads(state, "grid_pass_creatures", "nobody"):
            return True
        return are_foes(state.encounter, state.side_of(self.who), state.side_of(other))

    def in_the_way(self, spot: Spot) -> FighterId | None:
        """Return who stands where it would stand with its seat on a square."""
        for at in covered(spot.square, self.side):
            other = self.taken.get(Spot(spot.level, at))
            if other is not None:
                return other
        return None

    def can_end(self, spot: Spot) -> bool:
        """Return whether it may come to stand on a square."""
        if self.in_the_way(spot) is not None:
            return False
        lands = self.gait == "leap" and not self.state.fighters[self.who].above
        return not lands or (
            self.place.fits(spot.level, spot.square, self.side) and not self.is_open(spot)
        )

    # What a step costs

    @cached_property
    def _may_lack_floor(self) -> bool:
        return not self.air and self.place.underfoot.may_be_perilous

    @cached_property
    def heights(self) -> bool:
        """Whether floors of one level may differ in height."""
        kinds = self.place.board.kinds.values()
        return not self.air and any(
            kind.metres and BULKY.isdisjoint(kind.qualities) for kind in kinds
        )

    @cached_property
    def _costs(self) -> tuple[Callable[..., Iterable[Part]], ...]:
        name = self.book.space.name
        return tuple(cost.parts for cost in self.book.all("step_costs") if cost.space == name)

    @cached_property
    def _tolls(self) -> tuple[Callable[..., float], ...]:
        name = self.book.space.name
        return tuple(cost.least for cost in self.book.all("step_costs") if cost.space == name)

    def is_open(self, spot: Spot) -> bool:
        """Return whether there is no floor under any of its squares."""
        known = self._open.get(spot)
        if known is None:
            known = self._open[spot] = all(
                self.place.is_open(spot.level, at)
                for at in covered(spot.square, self.side)
                if self.place.is_inside(at)
            )
        return known

    @cached_property
    def _open(self) -> dict[Spot, bool]:
        return {}

    @cached_property
    def _floors(self) -> dict[Spot, float]:
        return {}

    def _floor(self, spot: Spot) -> float:
        known = self._floors.get(spot)
        if known is None:
            known = self._floors[spot] = footing(self.place, *spot, self.side)
        return known

    def cost(self, step: Step) -> float | None:
        """Return what a step costs; None where it cannot be taken."""
        if self.on_wall or (step.link is not None and self.shut(step) is not None):
            return None
        if self.held and self._runs_into(step.after):
            return None
        if self._may_lack_floor and self.is_open(step.after):
            return None
        if self.heights and step.before.level == step.after.level and self._rises(step):
            return None
        price = self.price(step)
        if self._costs:
            price += sum(part.amount for part in self.extras(step))
        return price + UNPLEASANT if self.is_notable(step.after) else price

    def is_notable(self, spot: Spot) -> bool:
        """Return whether entering a square brings something."""
        if self.gait == "leap" or not self._notable:
            return False
        known = self._noted.get(spot)
        if known is None:
            asked = (rule(self.book, self.state, self.who, spot) for rule in self._notable)
            known = self._noted[spot] = any(asked)
        return known

    def is_paced(self, spot: Spot) -> bool:
        """Return whether each movement from a square on is gone by itself."""
        return any(rule(self.book, self.state, self.who, spot) for rule in self.book.all("paced"))

    @cached_property
    def _notable(self) -> tuple[Callable[..., bool], ...]:
        return tuple(self.book.all("notable"))

    @cached_property
    def _noted(self) -> dict[Spot, bool]:
        return {}

    @cached_property
    def _one_step(self) -> tuple[float, float, float]:
        """What a step costs that goes nowhere, to the side, and slanting."""
        return 0.0, self.length(1, 0, 0), self.length(1, 1, 0)

    def price(self, step: Step) -> float:
        """Return what a step costs by its length alone."""
        (ax, ay), (bx, by) = step.before.square, step.after.square
        across, down = abs(ax - bx), abs(ay - by)
        if step.link is None and across <= 1 and down <= 1:
            return self._one_step[across + down]
        levels = self.place.board.levels
        up = abs(levels[step.before.level].height - levels[step.after.level].height)
        far = max(1.0, self.length(across, down, up / square_metres(self.state)))
        gaits = self.gaits(step)
        return far * self.slowness(gaits) if gaits != self.own else far

    def extras(self, step: Step) -> tuple[Part, ...]:
        """Return what a step costs beyond its length, with the reasons."""
        if self.gait == "leap":
            return ()
        found = [tuple(parts(self.book, self.state, self.who, step)) for parts in self._costs]
        return parts_from(found) if any(found) else ()

    def _runs_into(self, after: Spot) -> bool:
        if self.side == 1:
            return after in self.held
        level = after.level
        return any(Spot(level, at) in self.held for at in covered(after.square, self.side))

    def _rises(self, step: Step) -> bool:
        """Whether a step goes up or down more than one can walk."""
        return abs(self._floor(step.before) - self._floor(step.after)) >= ARM_METRES

    # Links

    def link(self, step: Step) -> Link | None:
        """Return the link that a step takes."""
        return self.place.board.links.get(LinkId(step.link)) if step.link is not None else None

    def shut(self, step: Step) -> Refusal | None:
        """Return why a step cannot be taken over its link."""
        link = self.link(step)
        if link is None:
            return None
        label, barrier = label_of(self.state, link.id), barrier_on(self.state, link)
        if barrier is not None and not (self.air and barrier.open_above):
            lies = label_of(self.state, barrier.id)
            says = f"{lies[:1].upper()}{lies[1:]} lies in the way."
            return Refusal(says, BARRED, "Cross it with an Action and a Test.")
        if link.kind == "ledge" and step.leaves == link.to and not self.air:
            return Refusal(f"{label[:1].upper()}{label[1:]} leads the other way only.", ONE_WAY)
        return self.book.closed(self.state, link)

    @cached_property
    def own(self) -> tuple[str, ...]:
        """How it goes all the way, where not simply on foot."""
        crawls = "prone" in self.state.fighters[self.who].conditions and not self.air
        return tuple(dict.fromkeys(gait for gait in ("crawl" if crawls else "", self.gait) if gait))

    def gaits(self, step: Step) -> tuple[str, ...]:
        """Return how a step is gone, where not simply on foot."""
        link = self.link(step)
        climbs = link is not None and link.kind == "climb" and not self.air
        return (*self.own, "climb") if climbs and "climb" not in self.own else self.own

    # The search

    @cached_property
    def halting(self) -> frozenset[ZoneId]:
        """The zones that end its movement as it enters them; not the one it stands in."""
        here, book, state = self.place.zone_at(*self.start), self.book, self.state
        legs = (
            Leg(path=(), leaves=here, enters=zone)
            for zone in self.place.board.zones
            if zone != here
        )
        return frozenset(
            leg.enters
            for leg in legs
            if leg.enters is not None
            and any(end(book, state, self.who, leg) is not None for end in book.all("ends"))
        )

    def _cost_to_halt(self, step: Step) -> float | None:
        halted = self.place.zone_at(*step.before) in self.halting
        return None if halted else self.cost(step)

    def spread(
        self,
        limit: float = float("inf"),
        *,
        start: Spot | None = None,
        halts: bool = False,
        ahead: Ahead | None = None,
    ) -> Spread:
        """Return a search for everything within a price, the cheapest way to each.

        With `halts`, no way leads on from where entering a zone ends the movement. See `Spread`
        for what is `ahead`.
        """
        cost = self._cost_to_halt if halts and self.halting else self.cost
        return Spread(
            self.place, start or self.start, cost,
            limit=limit, side=self.side, air=self.air, gaps=self.gaps,
            least=self.cheapest, ahead=ahead,
        )  # fmt: skip

    @cached_property
    def cheapest(self) -> float:
        """What any step costs at least."""
        return min(*self.least, *(price for _, _, price in self.jumps()))

    @cached_property
    def least(self) -> tuple[float, float]:
        """What a straight step costs at least, and a slanting one."""
        return self._one_step[1:]

    def toll(self, spot: Spot) -> float | None:
        """Return what entering a seat costs at least beyond the step; None where it never does."""
        if spot not in self._tolled:
            self._tolled[spot] = self._toll(spot)
        return self._tolled[spot]

    @cached_property
    def _tolled(self) -> dict[Spot, float | None]:
        return {}

    def _toll(self, spot: Spot) -> float | None:
        if self.held and self._runs_into(spot):
            return None
        if self._may_lack_floor and self.is_open(spot):
            return None
        toll = sum(least(self.state, self.who, spot) for least in self._tolls)
        return toll + UNPLEASANT if self.is_notable(spot) else toll

    def jumps(self) -> Iterator[tuple[Spot, Spot, float]]:
        """Yield the steps from end to end of a link, with their prices."""
        for before, others in self.place.ends.items():
            for link, after in others:
                step = Step(before, after, None, None, link, False)
                yield before, after, self.price(step)

    def straight(self, start: Spot, goal: Spot) -> tuple[Path, Refusal | None]:
        """Return the straight way, whatever is in it, with the first thing that is."""
        if start.level != goal.level:
            link = Step(start, goal, None, None, None, False)
            return Path((link,), self.price(link)), Refusal("No way leads there.", BLOCKED)
        steps: list[Step] = []
        why: Refusal | None = None
        at = start
        for square in stride(start.square, goal.square):
            step = self.step(at, Spot(start.level, square))
            why = why or self.stopped(step)
            steps.append(step)
            at = step.after
        return Path(tuple(steps), sum(self.price(step) for step in steps)), why

    def step(self, before: Spot, after: Spot) -> Step:
        """Return the step between two squares; whether it can be taken is not asked."""
        one, other = self.place.zone_at(*before), self.place.zone_at(*after)
        enters = other if other != one else None
        link = self.place.link_at(before, after) if enters is not None else None
        (ax, ay), (bx, by) = before.square, after.square
        return Step(before, after, one, enters, link, ax != bx and ay != by)

    def price_along(self, path: Iterable[Spot], link: str = "") -> float:
        """Return what squares cost in a row from where it stands, the last over a link."""
        at, spent, spots = self.start, 0.0, tuple(path)
        for place, spot in enumerate(spots, start=1):
            step = self.step(at, spot)
            if place == len(spots) and link:
                step = step._replace(link=LinkId(link))
            spent += self.price(step) + sum(part.amount for part in self.extras(step))
            at = spot
        return spent

    def stopped(self, step: Step) -> Refusal | None:
        """Return why a single step cannot be taken."""
        if self.on_wall:
            says = f"{label_of(self.state, self.who)} stands on a wall."
            return Refusal(says, FLOOR, "Climb along it, or down.")
        ground = self.place.ground(step.before.level)
        stop = ground.step_stop(
            step.before.square, step.after.square, self.side, air=self.air, gaps=self.gaps
        )
        if stop is not None:
            return barred_by(stop)
        closed = self.shut(step)
        if closed is not None:
            return closed
        if self._runs_into(step.after):
            other = self.in_the_way(step.after)
            name = label_of(self.state, other) if other is not None else "Somebody"
            return Refusal(f"{name} is in the way.", TAKEN, "Go round.")
        if self._may_lack_floor and self.is_open(step.after):
            return Refusal("There is no floor to go on.", FLOOR, "Leap, climb or fly.")
        if self.heights and self._rises(step):
            return Refusal("It is too high a step to walk.", FLOOR, "Leap or climb.")
        return None


def barred_by(stop: Stop) -> Refusal:
    """Return what stands in the way of a step as a refusal."""
    return Refusal(stop.in_the_way, STOPS[stop.why], INSTEAD.get(stop.why, ""))


def taken_by_others(state: CombatState, who: FighterId) -> Mapping[Spot, FighterId]:
    """Return the squares that others stand on, and who does.

    Not those who lie there out of the fight, nor who rides it or is ridden by it.
    """
    found: dict[Spot, FighterId] = {}
    for other, fighter in state.fighters.items():
        if other == who or fighter.seat is None or is_out(state, other):
            continue
        if state.holds(RIDING, other, who) or state.holds(RIDING, who, other):
            continue
        for at in footprint_of(state, other):
            found.setdefault(Spot(fighter.level, at), other)
    return found


def free_near(state: CombatState, who: FighterId, spot: Spot) -> Spot:
    """Return the nearest free square to stand on, the square itself first."""
    taken, side = taken_by_others(state, who), foot_side(state, who)
    place, near = state.place, squares_around(spot.square, FURTHEST_SQ)
    for at in sorted(near, key=lambda each: (distance(each, spot.square), each[1], each[0])):
        if not place.fits(spot.level, at, side) or (
            at != spot.square and place.is_open(spot.level, at)
        ):
            continue
        if not any(Spot(spot.level, each) in taken for each in covered_at(state, who, at)):
            return Spot(spot.level, at)
    return spot


def flying(state: CombatState, who: FighterId, gait: str, metres: float) -> CombatState:
    """Return the state in which a walk is planned: up in the air where it is flown from there."""
    fighter = state.fighters[who]
    if gait != "fly" or fighter.above > 0:
        return state
    return replace(
        state, fighters={**state.fighters, who: replace(fighter, above=metres)}
    )  # fmt: skip


def zone_goal(place: Place, zone: ZoneId) -> frozenset[Spot]:
    """Return the squares of a zone as goals."""
    level = place.board.zones[zone].level
    return frozenset(Spot(level, at) for at in place.squares_of(zone))
