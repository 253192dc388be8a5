"""The space of squares: each step costs a point, and a Move gives as many as one is fast."""

from math import floor

from desktop.core.model.words import FighterId, SpaceName
from desktop.core.packs.squares.figures import figures
from desktop.core.rules.book import Rulebook
from desktop.core.rules.grid import GridSpace, Purse, keeping, left_of, pace, printed_sq
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

POINTS = RuleRef("GRID-STEP-06")

BY_SPEED = (4, 6, 8, 10)
"""Points of a Move for Slow, Normal, Fast and Swift."""
BY_ZONES = (3, 6, 12, 18)
"""The same by how many zones of six squares each Speed gives."""


class SquareSpace(GridSpace):
    """Distance, price and allowance by squares."""

    name: SpaceName = "squares"
    unit = "squares"

    def length(self, state: CombatState, across: float, down: float, up: float) -> float:
        """Return what so many squares across, down and up come to; a diagonal is one square."""
        far, near = max(across, down), min(across, down)
        if reads(state, "grid_diagonal_cost", "every second double"):
            far = far + near / 2
        return max(far, float(floor(up)))

    def slack(self, state: CombatState) -> float:
        """Return the half a square that the first of two dearer diagonals is forgiven."""
        return 0.5 if reads(state, "grid_diagonal_cost", "every second double") else 0.0

    def shown(self, length: float) -> str:
        """Return a length in whole squares."""
        return str(floor(length))

    def purses(
        self, book: Rulebook, state: CombatState, who: FighterId, gait: str
    ) -> tuple[Purse, ...]:
        """Return what is left of the Move, then the Move, then an Action for each Run."""
        points = points_of(book, state, who, gait)
        left, budget = left_of(state, who), state.fighters[who].left
        found = [Purse("free", left)] if left else []
        found += [Purse("move", points, {"move": 1})] * budget.get("move", 0)
        if not reads(state, "grid_run_points", "no run"):
            found += [Purse("run", points, {"action": 1})] * budget.get("action", 0)
        return tuple(found)

    def slowness(
        self, book: Rulebook, state: CombatState, who: FighterId, gaits: tuple[str, ...]
    ) -> float:
        """Return how much dearer a square is where one goes it a step slower."""
        slower = points_of(book, state, who, *gaits)
        return max(1.0, points_of(book, state, who) / slower)


def points_of(book: Rulebook, state: CombatState, who: FighterId, *gaits: str) -> int:
    """Return the points that one movement gives: its own figure, else by its Speed.

    A figure of another book goes before Speed as well.
    """
    steps = pace(book, state, who, *gaits)
    own = figures(state, who).speed
    own = printed_sq(book, state, who) if own is None else own
    table = BY_ZONES if reads(state, "grid_points", "three six twelve") else BY_SPEED
    if own is None:
        return table[steps]
    usual = pace(book, state, who) if gaits else steps
    return max(1, own - (table[usual] - table[steps]))


SPACE = SquareSpace()
CHAPTER = keeping(SPACE, POINTS)
