"""What the spaces that measure squares share: distance, the price of a way, how far a turn goes.

A space of its own says how long a step is, how much a movement gives, and its words.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from desktop.core.model.memo import Memo
from desktop.core.model.paths import Path, joined
from desktop.core.model.place import Spot
from desktop.core.model.words import At, FighterId, LevelId, SpaceName, Square, ZoneId
from desktop.core.rules import afar
from desktop.core.rules.bands import BANDS, NEAR_ENOUGH, band_of
from desktop.core.rules.book import Distance, Leg, Note, Pack, Plan, RangeBand, Reach, Rulebook
from desktop.core.rules.events import MarkSet, Until
from desktop.core.rules.house import ORDER
from desktop.core.rules.labels import label_of
from desktop.core.rules.legs import legs_of
from desktop.core.rules.lengths import square_metres
from desktop.core.rules.marks import RIDING
from desktop.core.rules.near import gap, height_of, spots_of, touches
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.riders import mover_of
from desktop.core.rules.rings import covers, ring
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Refusal, RuleRef, TallyFor, parts_from
from desktop.core.rules.walk import completed
from desktop.core.rules.ways import (
    BLOCKED,
    IN_THE_AIR,
    TAKEN,
    Going,
    flying,
    zone_goal,
)

POINTS = "movement left"
"""The mark on a fighter with what is left of the movements that it has paid for in this turn."""
TOO_FAR = RuleRef("GRID-STEP-05")
LABELS = {"free": "Rest of the Move", "move": "Move", "run": "Run", "move and run": "Move and Run"}
LOW_METRES = 5.0
"""How high one flies up from the ground, where nobody says."""


@dataclass(frozen=True, slots=True)
class Purse:
    """One movement that can be paid for: what it is, how far it goes, what it costs."""

    pay: Literal["free", "move", "run"]
    far: float
    """In the measure of the space."""
    costs: dict[str, int] = field(default_factory=dict)
    """Of the budget, as `{"move": 1}`."""


class GridSpace(ABC):
    """Distance, price and allowance by squares; `squares` and `measured` are made from it."""

    name: SpaceName
    on_squares = True
    in_lengths = False
    walks_in_gaits = False
    unit = ""
    """What its lengths are called, several of them."""

    def __init__(self) -> None:
        self._reached = Memo()
        self._goes: tuple[Rulebook, CombatState, tuple[FighterId, str], Going] | None = None

    # What a space of its own says

    @abstractmethod
    def length(self, state: CombatState, across: float, down: float, up: float) -> float:
        """Return what so many squares across, down and up come to."""

    @abstractmethod
    def purses(
        self, book: Rulebook, state: CombatState, who: FighterId, gait: str
    ) -> tuple[Purse, ...]:
        """Return the movements that a fighter can still pay for, in the order they are taken."""

    def slack(self, state: CombatState) -> float:
        """Return how much more than it has a walk may cost, as rounding down allows."""
        return 0.0

    def shown(self, length: float) -> str:
        """Return a length as one reads it, without its unit."""
        return f"{length:g}"

    def units(self, state: CombatState) -> str:
        """Return what its lengths are called on this board."""
        return self.unit

    def told(self, state: CombatState, length: float) -> str:
        """Return a length with its unit, as `1 square`."""
        shown, units = self.shown(length), self.units(state)
        return f"{shown} {units.removesuffix('s') if shown == '1' else units}"

    def label(self, going: Going, paid: str) -> str:
        """Return how a way is paid for, in a word or two."""
        return LABELS[paid]

    def priced(self, pays: Mapping[str, int]) -> str:
        """Return what a way is paid with, where its label does not say so."""
        return ""

    def called(self, state: CombatState, purses: Sequence[Purse]) -> str:
        """Return what the movements of a stretch of reach are called, with how far they go."""
        far = self.told(state, sum(purse.far for purse in purses))
        return f"{LABELS[pay_of(purses)]}: {far}"

    def legs(self, going: Going, path: Path, charge_at: Callable[[float], int]) -> tuple[Leg, ...]:
        """Return the legs of a path; see `legs_of`."""
        return legs_of(going, path, charge_at)

    def beyond(self, state: CombatState, who: FighterId, costs: float, has: float) -> Refusal:
        """Return why a way is too far."""
        name, takes = label_of(state, who), self.told(state, costs)
        says = f"That takes {takes}; {name} has {self.shown(has)} left."
        return Refusal(says, TOO_FAR)

    def only_flags(self, state: CombatState) -> bool:
        """Whether too far a way is a remark only, and may be gone all the same."""
        return False

    def slowness(
        self, book: Rulebook, state: CombatState, who: FighterId, gaits: tuple[str, ...]
    ) -> float:
        """Return by how much a step gone so costs more than one on foot."""
        return 1.0

    # Distance

    def distance(self, state: CombatState, one: FighterId, other: str) -> Distance:
        """Return how far a fighter, zone or feature is, with its range band."""
        mine, theirs = spots_of(state, one), spots_of(state, other)
        if not mine or not theirs:
            return Distance(float("inf"), "extreme", "nowhere on the board")
        across, down = gap((spot.square for spot in mine), (spot.square for spot in theirs))
        up = 0.0
        if other not in state.encounter.board.zones:
            up = abs(height_of(state, one) - height_of(state, other)) / square_metres(state)
        far = self.length(state, across, down, up)
        if self.in_reach(state, one, other):
            return Distance(far, "immediate", "Immediate: within arm's reach")
        band = band_of(state, far, state.zone_of(one), state.zone_of_thing(other))
        return Distance(far, band, f"{band.capitalize()}: {self.told(state, far)}")

    def between(self, state: CombatState, one: Spot, other: Spot) -> Distance:
        """Return how far a square is from another, whoever stands there, with its range band."""
        levels, place = state.encounter.board.levels, state.place
        across, down = gap((one.square,), (other.square,))
        up = abs(levels[one.level].height - levels[other.level].height) / square_metres(state)
        far = self.length(state, across, down, up)
        if one.level == other.level and max(across, down) <= 1:
            return Distance(far, "immediate", f"Immediate: {self.told(state, far)}")
        band = band_of(state, far, place.zone_at(*one), place.zone_at(*other))
        return Distance(far, band, f"{band.capitalize()}: {self.told(state, far)}")

    def in_reach(self, state: CombatState, one: FighterId, other: str) -> bool:
        """Return whether two are within arm's reach of each other."""
        if one == other or state.holds(RIDING, one, other) or state.holds(RIDING, other, one):
            return True
        return touches(state, one, other)

    def bands(self, state: CombatState, who: FighterId, level: LevelId) -> tuple[RangeBand, ...]:
        """Return the ring of each range band, as far as some of the level lies beyond it."""
        if state.zone_of(who) is not None and reads(state, "grid_bands", "by zones"):
            return tuple(
                RangeBand(state.place.outlines[zone.id], band.capitalize())
                for zone in state.encounter.board.zones.values()
                if zone.level == level and (band := self.distance(state, who, zone.id).band)
            )
        rise = state.encounter.board.levels[level].height - height_of(state, who)
        up = abs(rise) / square_metres(state)
        squares = tuple(spot.square for spot in spots_of(state, who))
        found: list[RangeBand] = []
        for metres, band in BANDS:
            far = metres / square_metres(state) + NEAR_ENOUGH
            outline = ring(squares, far, lambda across, down: self.length(state, across, down, up))
            if not outline or covers(outline, state.place.size):
                continue
            says = f"{band.capitalize()}: {self.told(state, far)}"
            found.append(RangeBand(outline, says, ring=True))
        return tuple(found)

    # A way and its price

    def going(self, book: Rulebook, state: CombatState, who: FighterId, gait: str = "") -> Going:
        """Return what asks for the price of each step of a fighter."""
        state = flying(state, who, gait, LOW_METRES)
        return Going(
            book, state, who, gait,
            length=lambda *far: self.length(state, *far),
            slowness=lambda gaits: self.slowness(book, state, who, gaits),
        )  # fmt: skip

    def _going(self, book: Rulebook, state: CombatState, who: FighterId, gait: str) -> Going:
        """Return what asks for prices; the last one is kept, as one hovers over squares."""
        kept, key = self._goes, (who, gait)
        if kept is None or kept[0] is not book or kept[1] is not state or kept[2] != key:
            kept = self._goes = (book, state, key, self.going(book, state, who, gait))
        return kept[3]

    def plan(
        self,
        book: Rulebook,
        state: CombatState,
        who: FighterId,
        to: At,
        level: LevelId | None,
        via: tuple[Spot, ...] = (),
        pay: str = "",
        gait: str = "",
    ) -> Plan:
        """Return the cheapest way to a square or zone, refused or not, with what it brings."""
        refusals = not_now(state, who)
        bare = Plan(who=who, legs=(), pays={}, pay="free", says="", refusals=refusals)
        if not state.on_board(who):
            return replace(bare, says="is not on the board")
        going = self._going(book, state, who, gait)
        every = self.purses(book, state, who, gait)
        purses = [purse for purse in every if purse.pay in _wanted(pay)]
        far = sum(purse.far for purse in purses) + self.slack(state)
        path, why = self._way(going, to, level, tuple(Spot(on, Square(*at)) for on, at in via), far)
        if not path.steps:
            return replace(bare, says="Stays", refusals=(*refusals, *((why,) if why else ())))
        used = self._used(state, purses, path.cost)
        legs = self.legs(going, path, lambda spent: _charge(used or purses, spent))
        too_far = used is None
        if too_far and purses and self.only_flags(state):
            used = tuple(purses)
        plan = self._paid(bare, going, path, used, why)
        if why is None and too_far:
            over = self.beyond(state, who, path.cost, max(0.0, far - self.slack(state)))
            plan = self._over(plan, over, flags=used is not None)
        return completed(book, state, replace(plan, legs=legs))

    def _over(self, plan: Plan, over: Refusal, *, flags: bool) -> Plan:
        if not flags:
            return replace(plan, refusals=(*plan.refusals, over))
        remark = Consequence(who=plan.who, says=over.says, rule=over.rule, grave=True)
        says = f"{plan.says}, {over.says}"
        return replace(plan, says=says, consequences=(*plan.consequences, remark))

    def _paid(
        self,
        bare: Plan,
        going: Going,
        path: Path,
        used: Sequence[Purse] | None,
        why: Refusal | None,
    ) -> Plan:
        pays: dict[str, int] = {}
        for purse in used or ():
            for kind, count in purse.costs.items():
                pays[kind] = pays.get(kind, 0) + count
        paid = pay_of(used) if used is not None else "move and run"
        zone = going.place.zone_at(*path.steps[-1].after)
        where = f" to {going.place.board.zones[zone].label}" if zone and _enters(path) else ""
        far = self.told(going.state, path.cost)
        price = self.priced(pays)
        way = f"{self.label(going, paid)}{where}: {far}{', ' if price else ''}{price}"
        says = way if path.cost else f"Steps{where}"
        refusals = (*bare.refusals, *((why,) if why is not None else ()))
        gives = sum(purse.far for purse in used or () if purse.costs)
        return replace(bare, pays=pays, pay=paid, says=says, refusals=refusals, gives=gives)

    def _way(
        self, going: Going, to: At, level: LevelId | None, via: tuple[Spot, ...], far: float
    ) -> tuple[Path, Refusal | None]:
        """Return the cheapest way over the corners, and why it cannot be gone."""
        at, why = going.start, None
        found: list[Path] = []
        last = self._goals(going, to, level)
        for goals in (*((corner,) for corner in via), last):
            path = self._part(going, at, goals, far)
            if path is None:
                goal = min(goals, key=lambda spot: _apart(at, spot), default=None)
                if goal is None:
                    return joined(found), why or Refusal("There is no room there.", TAKEN)
                path, blocked = going.straight(at, goal)
                why = why or blocked or Refusal("No way leads there.", BLOCKED)
            found.append(path)
            at = path.steps[-1].after if path.steps else at
        other = going.in_the_way(at) if why is None and at != going.start else None
        if other is not None:
            why = Refusal(f"{label_of(going.state, other)} stands there.", TAKEN, "Go beside it.")
        elif why is None and at != going.start and not going.can_end(at):
            why = Refusal("Nobody can stand there.", TAKEN)
        return joined(found), why

    def _part(self, going: Going, at: Spot, goals: Iterable[Spot], far: float) -> Path | None:
        wanted = frozenset(goals)
        if at in wanted:
            return Path((), 0.0)
        if going.gait == "leap":
            near = min(wanted, key=lambda spot: (_apart(at, spot), spot), default=None)
            found_path, why = going.straight(at, near) if near is not None else (None, None)
            return found_path if why is None else None
        return afar.way(going, at, wanted, far + NEAR_ENOUGH)

    def _goals(self, going: Going, to: At, level: LevelId | None) -> tuple[Spot, ...]:
        if isinstance(to, tuple):
            return (Spot(level or going.start.level, Square(*to)),)
        squares = zone_goal(going.place, ZoneId(to))
        if going.start in squares:
            return (going.start,)
        return tuple(sorted(spot for spot in squares if going.can_end(spot)))

    def _used(
        self, state: CombatState, purses: Sequence[Purse], costs: float
    ) -> tuple[Purse, ...] | None:
        """Return the movements that pay for a way; None where all of them do not."""
        if purses and costs <= NEAR_ENOUGH:
            return ()
        total = self.slack(state) + NEAR_ENOUGH
        for count, purse in enumerate(purses, start=1):
            total += purse.far
            if costs <= total:
                return tuple(purses[:count])
        return None

    def costs_of(self, book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> float:
        """Return what a leg costs from where a fighter stands."""
        flown = next((gait for gait in leg.gaits if gait in IN_THE_AIR), "")
        going = self.going(book, state, who, flown)
        return going.price_along(leg.path, leg.link)

    # Everywhere

    def reach(self, book: Rulebook, state: CombatState, who: FighterId) -> Reach:
        """Return every square a fighter can go to with what it has left."""
        return self._reached.get("reach", (book, state, who), lambda: self._reach(book, state, who))

    def _reach(self, book: Rulebook, state: CombatState, who: FighterId) -> Reach:
        who = mover_of(state, who)
        if not_now(state, who) or any(idle(book, state, who) for idle in book.all("idle")):
            return Reach()
        going = replace(self.going(book, state, who), whole_turn=True)
        purses = self.purses(book, state, who, "")
        far = sum(purse.far for purse in purses) + self.slack(state)
        found = going.spread(far + NEAR_ENOUGH, halts=True).whole()
        squares: dict[Spot, str] = {}
        furthest: dict[str, tuple[Purse, ...]] = {}
        for spot, costs in found.costs.items():
            used = self._used(state, purses, costs)
            if used is not None and spot != going.start and going.can_end(spot):
                squares[spot] = pay = pay_of(used)
                furthest[pay] = max(furthest.get(pay, ()), used, key=len)
        says = {pay: self.called(state, used) for pay, used in furthest.items()}
        return Reach(squares=squares, says=says)


def _apart(a: Spot, b: Spot) -> tuple[bool, int]:
    return a.level != b.level, max(abs(a.square.x - b.square.x), abs(a.square.y - b.square.y))


def _enters(path: Path) -> bool:
    return any(step.enters is not None for step in path.steps)


def _wanted(pay: str) -> tuple[str, ...]:
    """Return which movements may be used for what was asked for."""
    return {
        "free": ("free",), "move": ("free", "move"), "run": ("run",),
    }.get(pay, ("free", "move", "run"))  # fmt: skip


def pay_of(purses: Iterable[Purse]) -> str:
    """Return `free`, `move`, `run` or `move and run` for the movements that are used."""
    used = {purse.pay for purse in purses}
    return " and ".join(kind for kind in ("move", "run") if kind in used) or "free"


def _charge(purses: Sequence[Purse], spent: float) -> int:
    """Return in which of the movements a walk is when it has spent so much."""
    total = 0.0
    for at, purse in enumerate(purses):
        total += purse.far
        if spent < total - NEAR_ENOUGH:
            return at
    return max(0, len(purses) - 1)


def not_now(state: CombatState, who: FighterId) -> tuple[Refusal, ...]:
    """Return why a fighter does not move now: it is off the board, or another one's turn."""
    name = label_of(state, who)
    if not state.on_board(who):
        return (Refusal(f"{name} is not on the board.", ORDER),)
    having = {who, *(each.one for each in state.relations if _rides(each.kind, each.other, who))}
    if state.round > 0 and state.actor not in having:
        return (Refusal(f"It is not the turn of {name}.", ORDER),)
    return ()


def _rides(kind: str, mount: str, who: FighterId) -> bool:
    return kind == RIDING and mount == who


# How fast


def pace(book: Rulebook, state: CombatState, who: FighterId, *gaits: str) -> int:
    """Return a fighter's Speed as steps above the slowest, 0 to 3, by these ways of going."""
    how = frozenset(gait for gait in gaits if gait)
    steps = _base(book, state, TallyFor(what="pace", who=who, how=how))
    return 1 if steps is None else steps


def printed_sq(book: Rulebook, state: CombatState, who: FighterId) -> int | None:
    """Return the squares of a Move that another book's own figure gives; None where none does."""
    return _base(book, state, TallyFor(what="move", who=who))


def _base(book: Rulebook, state: CombatState, wanted: TallyFor) -> int | None:
    parts = parts_from(rule(book, state, wanted) for rule in book.all("parts"))
    return next((part.amount for part in parts if part.does == "base"), None)


# What is left of a movement that was paid for


def left_of(state: CombatState, who: FighterId) -> float:
    """Return what a fighter has left of the movements that it has paid for in this turn."""
    return float(state.mark(who, POINTS) or 0)


def set_left(state: CombatState, who: FighterId, left: float, rule: RuleRef) -> MarkSet:
    """Return the fact that a fighter has so much left, until its turn ends."""
    kept: int | str | None = int(left) if left == int(left) else repr(left)
    until = Until("end of turn", who=who)
    return MarkSet(subject=who, name=POINTS, value=kept or None, until=until, rule=rule)


def keeping(space: GridSpace, rule: RuleRef) -> Pack:
    """Return the chapter that keeps what is left of a movement, square by square."""

    def set_out(now: Now, who: FighterId, plan: Plan) -> None:
        if now.book.space is space and plan.pays:
            now.happens(set_left(now.state, who, left_of(now.state, who) + plan.gives, rule))

    def leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
        left = left_of(now.state, who)
        if now.book.space is not space or forced or not leg.path or not left:
            return
        left -= space.costs_of(now.book, now.state, who, leg)
        spent = left < -space.slack(now.state) - NEAR_ENOUGH or abs(left) < NEAR_ENOUGH
        now.happens(set_left(now.state, who, 0.0 if spent else left, rule))

    def entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
        if now.book.space is not space or forced or not left_of(now.state, who):
            return
        for end in now.book.all("ends"):
            ended = end(now.book, now.state, who, leg)
            if ended is not None:
                now.happens(set_left(now.state, who, 0.0, ended))
                return

    return Pack(
        name="engine", space=space, set_out=(set_out,), leaving=(leaving,), entering=(entering,),
        notes=(partial(_notes, space),),
    )  # fmt: skip


def _notes(space: GridSpace, book: Rulebook, state: CombatState) -> Iterator[Note]:
    if book.space is not space:
        return
    for subject, name in state.marks:
        if name == POINTS and subject in state.fighters:
            left = space.told(state, left_of(state, FighterId(subject)))
            yield Note(subject, f"{left} left to go")
