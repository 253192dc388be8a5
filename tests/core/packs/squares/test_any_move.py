"""Whatever the board: a walk ends where one may stand, and no push leaves two on one square."""

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core import play
from desktop.core.errors import IllegalActionError
from desktop.core.model.board import GroundKind
from desktop.core.model.words import FighterId, Square
from desktop.core.rules.actions import Force, Walk
from desktop.core.rules.order import is_out
from desktop.core.rules.resolve import resolve
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.sight import sees
from desktop.core.rules.walk import planned
from tests.helpers.build import piece, wall
from tests.helpers.on_squares import Squares, grid, native

WIDE = 8
CELLS = [Square(x, y) for y in range(WIDE) for x in range(WIDE)]
KINDS = {
    "coals": GroundKind(qualities=("damaging",), damage=1), "stage": GroundKind(metres=3),
    "hole": GroundKind(qualities=("void", "ledge"), metres=-4),
}  # fmt: skip
WORDS = ["wall", "obstacle", "difficult", "rubble", "slippery", "coals", "stage", "hole"]
READINGS = {
    "grid_diagonal_gap": "may pass", "grid_hard_obstacle": "pass over",
    "grid_push_ends_inside": "stops before", "grid_ledge_rest": "push first",
    "grid_map_edge": "as a wall", "grid_big_obstacle": "all of it",
}  # fmt: skip

cells = st.sampled_from(CELLS)
points = st.tuples(st.integers(0, WIDE - 1), st.integers(0, WIDE - 1))


@st.composite
def fights(draw: Any) -> Squares:
    """Return a small fight on a board full of obstructions."""
    paint = draw(st.dictionaries(cells, st.sampled_from(WORDS), max_size=30))
    seats = draw(st.lists(cells, min_size=3, max_size=5, unique=True))
    ends = draw(st.lists(points, max_size=6))
    walls = [wall(at, (at[0] + 1, at[1])) for at in ends[::2]]
    walls += [wall(at, (at[0], at[1] + 1)) for at in ends[1::2]]
    for at in seats:
        paint.pop(at, None)
    people = [
        native("ABCDE"[i], at, side="heroes" if i % 2 else "foes", speed=5)
        for i, at in enumerate(seats)
    ]
    clouds = draw(st.sets(cells, max_size=8))
    return grid(
        *walls, people=people, squares={"ground": paint}, kinds=KINDS, size=(WIDE, WIDE),
        turn="A", rulings=dict(draw(st.sets(st.sampled_from(list(READINGS.items()))))),
        clouds=(piece("dark cloud", *clouds),) if clouds else (),
    )  # fmt: skip


def take(made: Squares, action: Any) -> bool:
    """Take an action with dice from a seed; whether it was allowed."""
    try:
        made.last = resolve(made.book, made.state, action, play.SeededTable(1))
    except IllegalActionError:
        return False
    made.state = made.last.state
    return True


def holders(made: Squares) -> Counter[Square]:
    """Return how many stand on each square, those who lie there out of it left aside."""
    return Counter(
        at
        for who in made.state.fighters
        if not is_out(made.state, who)
        for at in footprint_of(made.state, who)
    )


@settings(max_examples=60, deadline=None)
@given(fights(), st.lists(cells, min_size=1, max_size=4))
def test_a_walk_ends_where_one_may_stand(made: Squares, aims: list[Square]) -> None:
    for aim in aims:
        who = FighterId("A")
        walk = Walk(who=who, to=aim)
        plan = planned(made.book, made.state, walk)
        allowed = take(made, walk)
        assert allowed == (not plan.refusals)
        fighter = made.state.fighters[who]
        if fighter.seat is None:
            return
        ground = made.state.place.ground(fighter.level)
        assert ground.entry(fighter.seat) is None
        assert max(holders(made).values(), default=0) <= 1


@settings(max_examples=80, deadline=None)
@given(fights(), st.lists(st.tuples(st.sampled_from("ABC"), cells), min_size=1, max_size=6))
def test_no_chain_of_pushes_leaves_two_on_one_square(
    made: Squares, pushes: list[tuple[str, Square]]
) -> None:
    for who, aim in pushes:
        take(made, Force(who=FighterId(who), to=aim))
        assert max(holders(made).values(), default=0) <= 1
        seat = made.state.fighters[FighterId(who)].seat
        if seat is not None:
            assert made.state.place.is_inside(seat)
            assert made.state.place.ground("ground").entry(seat, air=True) is None  # type: ignore[arg-type]


@settings(max_examples=40, deadline=None)
@given(fights())
def test_sight_is_the_same_both_ways(made: Squares) -> None:
    folk = list(made.state.fighters)
    for one in folk:
        for other in folk:
            there, back = (
                not sees(made.book, made.state, a, b) for a, b in ((one, other), (other, one))
            )
            assert there == back
