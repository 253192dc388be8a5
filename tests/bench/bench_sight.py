"""All that is seen from one square, against the C routine of tcod; and sixty who look about.

tcod knows no thin walls and no clouds, and its rule is another: what a centre sees by it holds
everything that the straight line sees. So it does the same work, and is the measure of speed only.
"""

import random
from itertools import combinations
from typing import Any

import numpy as np
import tcod.constants
import tcod.map

from desktop.core.model.board import GROUND, Board, Piece, Wall
from desktop.core.model.obstruction import Obstruction
from desktop.core.model.place import Place
from desktop.core.model.words import KindWord, Point, Square
from tests.bench.pairs import measured

SIDE_SQ = 100
EYES = 60


def walled(*, more: bool = False) -> Obstruction:
    """Return 100 x 100 squares, a fifth of them walls; with `more` thin walls and clouds too."""
    chance = random.Random(4)
    every = [Square(x, y) for y in range(SIDE_SQ) for x in range(SIDE_SQ)]
    walls = {at: KindWord("wall") for at in every if chance.random() < 0.2}
    thin: list[Wall] = []
    for x, y in chance.sample(every, 400) if more else ():
        end = Point(x + 1, y) if chance.random() < 0.5 else Point(x, y + 1)
        thin.append(Wall(level=GROUND, along=(Point(x, y), end)))
    dark = tuple(at for at in every if (at.x // 5 + at.y // 5) % 9 == 0) if more else ()
    clouds = (Piece(kind=KindWord("dark cloud"), level=GROUND, squares=dark),) if dark else ()
    board = Board(
        size=(SIDE_SQ, SIDE_SQ), squares={GROUND: walls}, walls=tuple(thin), clouds=clouds
    )
    return Place.of(board).ground(GROUND)


def clear_array(ground: Obstruction) -> Any:
    """Return the squares that a line passes through, as tcod takes them."""
    clear = np.ones((SIDE_SQ, SIDE_SQ), dtype=bool)
    for x, y in ground.opaque:
        clear[y, x] = False
    return clear


def eyes(ground: Obstruction) -> list[Square]:
    """Return sixty squares to look from, in the open."""
    chance = random.Random(7)
    free = [
        Square(x, y)
        for y in range(SIDE_SQ)
        for x in range(SIDE_SQ)
        if (x, y) not in ground.opaque and (x, y) not in ground.dark
    ]
    return chance.sample(free, EYES)


def by_tcod(clear: Any, several: list[Square]) -> list[Any]:
    """Look from several squares by the C routine."""
    shadows = tcod.constants.FOV_SYMMETRIC_SHADOWCAST
    return [tcod.map.compute_fov(clear, (y, x), algorithm=shadows) for x, y in several]


def bench_sight_over_walls(benchmark: Any) -> None:
    ground = walled()
    clear, several = clear_array(ground), eyes(ground)
    for eye, seen in zip(several, by_tcod(clear, several), strict=True):
        assert all(seen[at.y, at.x] for at in ground.eyes.look(eye).squares())
    row = measured(
        "all squares seen from 60 squares of 100 x 100, a fifth walls",
        lambda: [ground.eyes.look(eye) for eye in several],
        "the C routine of tcod", lambda: by_tcod(clear, several), goal="at most 10",
    )  # fmt: skip
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    benchmark.pedantic(ground.eyes.look, args=(several[0],), rounds=20)
    assert row.ratio <= 10


def bench_sight_past_thin_walls_and_clouds(benchmark: Any) -> None:
    bare, ground = walled(), walled(more=True)
    clear, several = clear_array(bare), eyes(ground)
    row = measured(
        "the same with thin walls and clouds",
        lambda: [ground.eyes.look(eye) for eye in several],
        "the C routine of tcod, without them", lambda: by_tcod(clear, several), goal="at most 25",
    )  # fmt: skip
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    benchmark.pedantic(ground.eyes.look, args=(several[0],), rounds=20)
    assert row.ratio <= 25


def bench_sixty_who_look_at_each_other(benchmark: Any) -> None:
    ground = walled(more=True)
    clear, several = clear_array(ground), eyes(ground)

    def all_pairs() -> list[bool]:
        return [ground.sees(a, b) for a, b in combinations(several, 2)]

    row = measured(
        "60 fighters who look at each other, thin walls and clouds", all_pairs,
        "the C routine of tcod, 60 times", lambda: by_tcod(clear, several), goal="under 16 ms",
    )  # fmt: skip
    benchmark.extra_info["milliseconds"] = round(row.ours * 1000, 1)
    benchmark.pedantic(all_pairs, rounds=5)
    assert row.ours < 0.016


def bench_sixty_in_the_open(benchmark: Any) -> None:
    chance = random.Random(3)
    corners = [Point(chance.randrange(5, 90), chance.randrange(5, 90)) for _ in range(5)]
    thin = tuple(Wall(level=GROUND, along=(at, Point(at.x + 8, at.y))) for at in corners)
    ground = Place.of(Board(size=(SIDE_SQ, SIDE_SQ), walls=thin)).ground(GROUND)
    clear, several = clear_array(ground), eyes(ground)

    def all_pairs() -> list[bool]:
        return [ground.sees(a, b) for a, b in combinations(several, 2)]

    row = measured(
        "the same on bare ground with five thin walls", all_pairs,
        "the C routine of tcod, 60 times", lambda: by_tcod(clear, several), goal="under 16 ms",
    )  # fmt: skip
    benchmark.pedantic(all_pairs, rounds=5)
    assert row.ours < 0.016
