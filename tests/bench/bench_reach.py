"""Reach over a large board, against the same search by networkx on a graph made beforehand."""

from itertools import product
from typing import Any

import networkx as nx

from desktop.core.model.board import GROUND, Board
from desktop.core.model.paths import reach
from desktop.core.model.place import Place, Spot
from desktop.core.model.words import KindWord, Square
from tests.bench.pairs import measured

SIDE_SQ = 100
NEAR = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if x or y]


def walled() -> Board:
    """Return 100 x 100 squares, a fifth of them walls."""
    walls = {
        Square(x, y): KindWord("wall")
        for x in range(SIDE_SQ)
        for y in range(SIDE_SQ)
        if (x * 31 + y * 17 + x * y) % 5 == 0 and (x, y) != (50, 50)
    }
    return Board(size=(SIDE_SQ, SIDE_SQ), squares={GROUND: walls})


def graph(place: Place) -> Any:
    """Return every step of the board as an edge."""
    made = nx.DiGraph()
    ground = place.ground(GROUND)
    for x, y in product(range(SIDE_SQ), repeat=2):
        for after in ground.moves(Square(x, y), 1, air=False):
            made.add_edge((x, y), tuple(after), weight=1)
    return made


def bench_reach_over_the_whole_board(benchmark: Any) -> None:
    place = Place.of(walled())
    edges, middle = graph(place), Spot(GROUND, Square(50, 50))
    found = reach(place, middle)
    assert {tuple(spot.square) for spot in found.costs} == set(
        nx.single_source_dijkstra_path_length(edges, (50, 50))
    )
    row = measured(
        "everything in reach on 100 x 100 squares", lambda: reach(place, middle),
        "networkx on a graph made beforehand",
        lambda: nx.single_source_dijkstra(edges, (50, 50)),
    )  # fmt: skip
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    benchmark.pedantic(reach, args=(place, middle), rounds=3)
