"""Spots and thin walls on small boards, said shortly or drawn at random."""

from collections.abc import Iterable

from hypothesis import strategies as st

from desktop.core.model.board import GROUND, Wall
from desktop.core.model.place import Spot
from desktop.core.model.words import Square
from tests.helpers.build import wall

SIDE = 8
"""How many squares wide and high a board must be for all that is drawn."""

some_squares = st.builds(Square, st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
some_edges = st.tuples(some_squares, st.booleans())
"""Sides of squares: the upper one, or else the left one."""


def at(x: int, y: int, on: str = GROUND) -> Spot:
    return Spot(on, Square(x, y))


def walls_on(edges: Iterable[tuple[Square, bool]]) -> list[Wall]:
    """Return a thin wall along each of the edges."""
    return [
        wall((x, y), (x + 1, y)) if is_upper else wall((x, y), (x, y + 1))
        for (x, y), is_upper in edges
    ]
