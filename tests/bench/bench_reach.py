"""Reach over a large board, against the same search by networkx on a graph made beforehand.

A far click, as one hovers along the far edge: within 100 ms on 100 x 100 squares.
"""

from contextlib import suppress
from itertools import cycle, product
from typing import Any

import networkx as nx
import pytest

from desktop.core.model.board import GROUND, Board
from desktop.core.model.geometry import distance
from desktop.core.model.paths import Spread
from desktop.core.model.place import Place, Spot
from desktop.core.model.words import FighterId, KindWord, Square
from desktop.core.rules.actions import Walk
from desktop.core.rules.walk import planned
from tests.bench.pairs import measured
from tests.helpers import yards
from tests.helpers.attacks import Scene
from tests.helpers.build import wall, zone
from tests.helpers.on_squares import grid, native

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
    found = Spread(place, middle).whole()
    assert {tuple(spot.square) for spot in found.costs} == set(
        nx.single_source_dijkstra_path_length(edges, (50, 50))
    )
    row = measured(
        "everything in reach on 100 x 100 squares", lambda: Spread(place, middle).whole(),
        "networkx on a graph made beforehand",
        lambda: nx.single_source_dijkstra(edges, (50, 50)),
    )  # fmt: skip
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    benchmark.pedantic(lambda: Spread(place, middle).whole(), rounds=3)


WALLS = {
    "open ground": lambda side: [],
    "a wall between": lambda side: [wall((side // 2, 2), (side // 2, side))],
    "a room that is shut": lambda side: [
        wall((side - 8, side), (side - 8, side - 8), (side, side - 8))
    ],
}


def scene(space: str, side: int, walls: str) -> Scene:
    """Return a fight in which A acts in one corner of a large board."""
    things = WALLS[walls](side)
    if space == "squares":
        return grid(*things, people=[native("A", (1, 1))], size=(side, side), turn="A")
    if space == "zones":
        on = yards.plain(side, side, zone("all", at=(0, 0, side, side)), *things)
        fields: dict[str, Any] = {"space": "zones", "slots": {}, "square": "metre"}
        return yards.measured(yards.native("A", (1, 1)), on=on, acting="A", **fields)
    on = yards.plain(side, side, *things)
    return yards.measured(yards.native("A", (1, 1)), on=on, acting="A")


def far_plan(made: Scene, to: tuple[int, int]) -> Any:
    return planned(made.book, made.state, Walk(who=FighterId("A"), to=Square(*to)))


@pytest.mark.parametrize("walls", list(WALLS))
@pytest.mark.parametrize("space", ["squares", "measured", "zones"])
def bench_far_click(benchmark: Any, space: str, walls: str) -> None:
    made = scene(space, SIDE_SQ, walls)
    edges = graph(made.state.place)
    far = SIDE_SQ - 2
    goals, aims = cycle([(far, y) for y in range(60, far)]), cycle(range(60, far))

    def by_networkx() -> None:
        with suppress(nx.NetworkXNoPath):
            nx.astar_path(edges, (1, 1), (far, next(aims)), distance)  # type: ignore[arg-type]

    row = measured(
        f"a far click on 100 x 100 {space}, {walls}", lambda: far_plan(made, next(goals)),
        "networkx A* on a graph made beforehand", by_networkx, goal="100 ms",
    )  # fmt: skip
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    assert row.ours < 0.1
    benchmark.pedantic(lambda: far_plan(made, next(goals)), rounds=5)


@pytest.mark.parametrize("walls", list(WALLS))
@pytest.mark.parametrize("space", ["squares", "measured", "zones"])
def bench_far_click_on_a_huge_board(benchmark: Any, space: str, walls: str) -> None:
    made = scene(space, 400, walls)
    goals = cycle([(398, y) for y in range(393, 399)])
    benchmark.pedantic(lambda: far_plan(made, next(goals)), rounds=5)
