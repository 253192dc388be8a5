"""The measured space: lengths in the unit of the square, a diagonal by the root of two."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from math import sqrt
from typing import NamedTuple

from desktop.core.model.geometry import Edge, beside
from desktop.core.model.memo import Memo
from desktop.core.model.paths import Path, Step
from desktop.core.model.place import Place, Spot
from desktop.core.model.underfoot import qualities_of
from desktop.core.model.words import FighterId, KindWord, LevelId, SpaceName
from desktop.core.packs.yards.climb import CLIMBING, is_perched
from desktop.core.packs.yards.figures import YARD
from desktop.core.packs.yards.gaits import (
    ADVICE,
    ON_ROUGH,
    PER_ACTION,
    USUAL,
    allowance,
    is_rough,
)
from desktop.core.packs.yards.ground import WATER, level_with
from desktop.core.packs.yards.water import Depth, depth_at, floundering, in_deep
from desktop.core.packs.yards.window import edge_of, small_edges
from desktop.core.rules.book import Leg, Reach, Rulebook
from desktop.core.rules.grid import LOW_METRES, GridSpace, Purse, keeping, left_of
from desktop.core.rules.labels import label_of
from desktop.core.rules.legs import legs_of
from desktop.core.rules.lengths import UNITS, square_metres
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.walk import spot_of
from desktop.core.rules.ways import Going, flying

MEASURED = RuleRef("INQ-SPACE-01")
ROOT = sqrt(2)
"""How long a step from corner to corner is."""
AN_ACTION = "an action"
"""In place of a gait, for what takes a whole action however long it is."""
BY_DEPTH: Mapping[Depth, str] = {"wading": "wade", "deep": "swim"}
TESTED = ("sprint", "sneak", "swim")
"""Gaits of which each action is gone, and tested, by itself."""


_MEMO = Memo()


@dataclass(frozen=True)
class YardsGoing(Going):
    """Who goes by which gait: what water makes of each step."""

    @cached_property
    def _waded(self) -> Mapping[Depth, str]:
        """How water is gone through by its depth; empty where none lies in its way."""
        if self.air or not has_water(self.place):
            return {}
        if reads(self.state, "inq_wading_gaits", "rough ground"):
            return {depth: gait for depth, gait in BY_DEPTH.items() if depth != "wading"}
        return BY_DEPTH

    @cached_property
    def _wet(self) -> dict[Spot, str]:
        """How the squares that were asked about are gone through; empty where they are dry."""
        return {}

    def _water_gait(self, spot: Spot) -> str:
        """Return the gait that a square asks for by its water; empty where it asks for none."""
        if not self._waded:
            return ""
        known = self._wet.get(spot)
        if known is None:
            depth = depth_at(self.state, self.who, spot)
            known = self._wet[spot] = self._waded.get(depth, "")
        return known

    def gaits(self, step: Step) -> tuple[str, ...]:
        """Return how a step is gone: by its own gait, or as the water lets one."""
        wet = self._water_gait(step.after)
        return (wet,) if wet else super().gaits(step)

    @cached_property
    def _factors(self) -> dict[str, float]:
        """How much dearer a step is by each gait of the water."""
        return {gait: self.slowness((gait,)) for gait in BY_DEPTH.values()}

    @cached_property
    def _small(self) -> frozenset[tuple[LevelId, Edge]]:
        """The edges with a window that takes an action to get through."""
        return frozenset(small_edges(self.book, self.state))

    def price(self, step: Step) -> float:
        """Return what a step costs of the gait that the walk is paid in."""
        if self._small and edge_of(step.before, step.after) in self._small:
            # the action that it takes is gone there by itself
            return self.slowness((AN_ACTION,)) if self.whole_turn else 0.0
        if step.link is not None or step.before.level != step.after.level:
            if "climb" in self.gaits(step) and "climb" not in self.own:
                return self.slowness((AN_ACTION,))  # a climb goes on action by action
            return super().price(step)
        far = ROOT if step.slanting else 1.0
        gait = self._water_gait(step.after)
        return far * self._factors[gait] if gait else far

    @cached_property
    def least(self) -> tuple[float, float]:
        """What a straight step costs at least, and a slanting one."""
        factor = min(1.0, *self._factors.values()) if self._waded else 1.0
        climbs = any(link.kind == "climb" for link in self.place.board.links.values())
        most = self.slowness((AN_ACTION,)) if climbs else ROOT
        return min(factor, most), min(ROOT * factor, most)

    def _toll(self, spot: Spot) -> float | None:
        toll, wet = super()._toll(spot), self._water_gait(spot)
        if toll is None or not wet or self._small or spot in self.place.ends:
            return toll  # what goes through a window costs nothing, and a jump has its own price
        return toll + max(0.0, self._factors[wet] - 1.0)

    def jumps(self) -> Iterator[tuple[Spot, Spot, float]]:
        """Yield the steps from end to end of a link, and through windows, with their prices."""
        yield from super().jumps()
        for level, edge in self._small:
            one, other = (Spot(level, square) for square in beside(edge))
            yield from ((one, other, 0.0), (other, one, 0.0))


def has_water(place: Place) -> bool:
    """Return whether anything on a board is under water."""
    board = place.board
    parts = (board.squares, board.fields, board.clouds, board.kinds, board.features)

    def make() -> bool:
        kinds = {kind for painted in board.squares.values() for kind in painted.values()}
        kinds.update(piece.kind for piece in (*board.fields, *board.clouds))
        kinds.update(KindWord(feature.kind) for feature in board.features.values())
        return any(not WATER.isdisjoint(qualities_of(board, kind)) for kind in kinds)

    return _MEMO.get("water", parts, make)


class MeasuredSpace(GridSpace):
    """Distance, price and allowance in yards, metres or inches."""

    name: SpaceName = "measured"
    in_lengths = True
    walks_in_gaits = True

    def units(self, state: CombatState) -> str:
        """Return the short name of the unit of the square."""
        return UNITS[state.encounter.square]

    def length(self, state: CombatState, across: float, down: float, up: float) -> float:
        """Return what so many squares across, down and up come to, a diagonal exactly."""
        flat = max(across, down) + (ROOT - 1) * min(across, down)
        return sqrt(flat * flat + up * up) if up else flat

    def shown(self, length: float) -> str:
        """Return a length to a tenth."""
        return f"{round(length, 1):g}"

    def only_flags(self, state: CombatState) -> bool:
        """Whether a limit is advice; by one reading it holds."""
        return not reads(state, "inq_limit_mode", "limits hold")

    def beyond(self, state: CombatState, who: FighterId, costs: float, has: float) -> Refusal:
        """Return by how much a way is too far."""
        unit = self.units(state)
        if has <= 0:
            return Refusal(f"{label_of(state, who)} has no action left to go by.", PER_ACTION)
        says = f"{self.shown(costs - has)} {unit} over the {self.shown(has)} {unit} that it may go"
        return Refusal(says, ADVICE)

    def label(self, going: Going, paid: str) -> str:
        """Return the gait and how many actions it takes."""
        gait = (going.own or (USUAL,))[-1]
        return {"free": f"Rest of the {gait}"}.get(paid, gait.capitalize())

    def priced(self, pays: Mapping[str, int]) -> str:
        """Return how many actions a way takes, a Move by its name where the turn has one."""
        actions = pays.get("action", 0)
        said = ["Move"] if pays.get("move") else []
        if actions:
            said.append("1 action" if actions == 1 else f"{actions} actions")
        return " and ".join(said)

    def called(self, state: CombatState, purses: Sequence[Purse]) -> str:
        """Return what the movements of a stretch of reach cost, with how far they go."""
        pays = {
            kind: sum(purse.costs.get(kind, 0) for purse in purses) for kind in ("move", "action")
        }
        far = self.shown(sum(purse.far for purse in purses))
        return f"{self.priced(pays) or 'What is left'}: {far} {self.units(state)}"

    # What a movement gives

    def purses(
        self, book: Rulebook, state: CombatState, who: FighterId, gait: str
    ) -> tuple[Purse, ...]:
        """Return what is left of a movement, then one for each action, a Move among them."""
        gait = self._gait(state, who, gait)
        far = allowance(book, state, who, gait) * YARD / square_metres(state)
        left, budget = left_of(state, who), state.fighters[who].left
        found = [Purse("free", left)] if left else []
        kinds = [kind for kind in ("move", "action") for _ in range(budget.get(kind, 0))]
        for at, kind in enumerate(kinds[:1] if gait in TESTED else kinds):
            found.append(Purse("move" if at == 0 else "run", far, {kind: 1}))
        return tuple(found)

    def _gait(self, state: CombatState, who: FighterId, gait: str) -> str:
        if "prone" in state.fighters[who].conditions and gait not in ("fly", "leap"):
            return "crawl"
        return gait or USUAL

    def reach(self, book: Rulebook, state: CombatState, who: FighterId) -> Reach:
        """Return every square a fighter can go to; who hangs on a face or stands on top stays."""
        found = super().reach(book, state, who)
        if state.mark(who, CLIMBING):
            return Reach()
        spot = spot_of(state, who)
        if in_deep(book, state, who) and next(floundering(state, who), None) is not None:
            return Reach()
        if spot is None or not is_perched(state, who):
            return found
        on = level_with(state.place, spot, found.squares)
        squares = {spot: pay for spot, pay in found.squares.items() if spot in on}
        return replace(found, squares=squares)

    def going(self, book: Rulebook, state: CombatState, who: FighterId, gait: str = "") -> Going:
        """Return what asks for the price of each step of a fighter."""
        state = flying(state, who, gait, LOW_METRES)
        own = allowance(book, state, who, self._gait(state, who, gait))

        def slowness(gaits: tuple[str, ...]) -> float:
            if gaits == (AN_ACTION,):
                return own * YARD / square_metres(state)
            slowest = min(allowance(book, state, who, each) for each in gaits)
            return own / slowest if slowest else float("inf")

        return YardsGoing(
            book, state, who, gait,
            length=lambda *far: self.length(state, *far), slowness=slowness,
        )  # fmt: skip

    # Legs

    def legs(self, going: Going, path: Path, charge_at: Callable[[float], int]) -> tuple[Leg, ...]:
        """Return the legs of a path, each of one gait and one action.

        A sprint's end where it comes onto rough ground.
        """
        found: list[Leg] = []
        steps = iter(_gone(going, path, charge_at))
        for leg in legs_of(going, path, charge_at):
            found += _cut(leg, list(islice(steps, len(leg.path))))
        return tuple(found)


class _Gone(NamedTuple):
    """How one step is gone, and in which of the actions."""

    gaits: tuple[str, ...]
    charge: int
    tested: bool
    """Whether a sprinter is tested after it."""


def _gone(going: Going, path: Path, charge_at: Callable[[float], int]) -> Iterator[_Gone]:
    patches = reads(going.state, "inq_sprint_tests", "each patch")
    tested: set[int] = set()
    spent, before = 0.0, False  # who starts amid a patch has it on its way too
    for step in path.steps:
        gaits, charge = going.gaits(step), charge_at(spent)
        rough = "sprint" in gaits and is_rough(going.state, going.who, step.after)
        now = rough and (not before if patches else charge not in tested)
        if now:
            tested.add(charge)
        before = rough
        yield _Gone((*gaits, ON_ROUGH) if now else gaits, charge, now)
        spent += going.price(step) + sum(part.amount for part in going.extras(step))


def _cut(leg: Leg, steps: list[_Gone]) -> Iterator[Leg]:
    """Yield a leg in parts; whatever it enters, its last one does."""
    begin = 0
    for at, (step, after) in enumerate(pairwise((*steps, None)), start=1):
        assert step is not None  # only the one behind the last is
        same = after is not None and _plain(step) == _plain(after) and not step.tested
        if same:
            continue
        last = after is None
        yield replace(
            leg, path=leg.path[begin:at], charge=steps[begin].charge, gaits=step.gaits,
            leaves=leg.leaves if last else None, enters=leg.enters if last else None,
            link=leg.link if last else "",
        )  # fmt: skip
        begin = at


def _plain(step: _Gone) -> tuple[tuple[str, ...], int]:
    return tuple(gait for gait in step.gaits if gait != ON_ROUGH), step.charge


SPACE = MeasuredSpace()
CHAPTER = keeping(SPACE, PER_ACTION)
