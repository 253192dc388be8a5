"""Where two areas of squares touch, and the stretch of border that is crossed between them."""

from collections.abc import Collection, Sequence
from functools import lru_cache, partial
from itertools import compress, product, starmap
from operator import itemgetter

from desktop.core.model import geometry
from desktop.core.model.geometry import distance, square_at
from desktop.core.model.words import Point, Square


@lru_cache(maxsize=4096)
def border(a: frozenset[Square], b: frozenset[Square]) -> tuple[tuple[Square, Square], ...]:
    """Return the pairs of squares, one of each, that lie side by side; by row, then column."""
    if len(a) > len(b):
        return tuple(sorted(((one, other) for other, one in border(b, a)), key=_by_row))
    return tuple(pair for pair in _ways_out(a, a & b) if pair[1] in b)


@lru_cache(maxsize=4096)
def _ways_out(
    area: frozenset[Square], shared: frozenset[Square] = frozenset()
) -> tuple[tuple[Square, Square], ...]:
    """Return the steps from an area's squares to those that are not its own alone, in order.

    Kept because an area borders on several others.
    """
    own, found = area - shared, []
    for one in area:
        x, y = one
        for to in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)):
            if to not in own:
                found.append((y, x, one, to))
    found.sort(key=itemgetter(0, 1))  # by row; those of one square are in order already
    return tuple([(one, square_at(*to)) for _, _, one, to in found])


def _by_row(pair: tuple[Square, Square]) -> tuple[int, int, int, int]:
    (ax, ay), (bx, by) = pair
    return ay, ax, by, bx


@lru_cache(maxsize=1024)
def closest(a: frozenset[Square], b: frozenset[Square]) -> tuple[Square, Square] | None:
    """Return the two squares where two areas come closest, near the middle of where they do."""
    if not a or not b:
        return None
    shared = a & b
    if shared:
        middle = _middle(shared)
        at = min(shared, key=lambda square: (_far(square, middle), square[1], square[0]))
        return at, at
    rim_a, rim_b = _rim(a), _rim(b)
    # The closest two are no further apart than these, and so are near the extent of each other.
    other = min(rim_b, key=partial(distance, next(iter(rim_a))))
    most = min(map(partial(distance, other), rim_a))
    near_a, near_b = _within(most, rim_a, rim_b), _within(most, rim_b, rim_a)
    pairs = [*product(near_a, near_b)]
    gaps = [*starmap(distance, pairs)]
    pairs = [*compress(pairs, map(min(gaps).__eq__, gaps))]
    straight = min(_far(one, other) for one, other in pairs)
    pairs = sorted((pair for pair in pairs if _far(*pair) == straight), key=_by_row)
    return pairs[len(pairs) // 2]


def _rim(squares: frozenset[Square]) -> set[Square]:
    return {one for one, _ in _ways_out(squares)}


def _within(most: int, area: Collection[Square], other: Collection[Square]) -> list[Square]:
    """Return the squares of an area that are at most so far from the extent of another."""
    columns, rows = zip(*other, strict=True)
    left, right = min(columns) - most, max(columns) + most
    top, bottom = min(rows) - most, max(rows) + most
    return [one for one in area if left <= one[0] <= right and top <= one[1] <= bottom]


def _middle(squares: frozenset[Square]) -> tuple[float, float]:
    count = len(squares)
    return sum(x for x, _ in squares) / count, sum(y for _, y in squares) / count


def _far(a: tuple[float, float], b: tuple[float, float]) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def pairs_along(
    pairs: Collection[tuple[Square, Square]], stretch: tuple[Point, Point]
) -> tuple[tuple[Square, Square], ...]:
    """Return the pairs whose edges a stretch covers; beside a slanted one, those nearest to it."""
    edges = frozenset(geometry.edges_along(stretch))
    found = tuple(pair for pair in pairs if geometry.edge_between(*pair) in edges)
    return found or tuple(pair for pair in pairs if _is_beside(pair, stretch))


def _is_beside(pair: tuple[Square, Square], stretch: tuple[Point, Point]) -> bool:
    start, end = geometry.ends_of(geometry.edge_between(*pair))
    x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
    (ax, ay), (bx, by) = stretch
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0
    share = min(max(share, 0), 1)
    away = (x - ax - share * (bx - ax)) ** 2 + (y - ay - share * (by - ay)) ** 2
    return bool(away <= 0.75**2)


def slips_by(pair: tuple[Square, Square], pairs: Collection[tuple[Square, Square]]) -> bool:
    """Return whether a slanting step crosses a border at one of these pairs."""
    (ax, ay), (bx, by) = pair
    if ax == bx or ay == by:
        return False
    one, other = Square(bx, ay), Square(ax, by)
    return any(
        edge in pairs
        for edge in ((pair[0], one), (pair[0], other), (one, pair[1]), (other, pair[1]))
    )


@lru_cache(maxsize=4096)
def longest_run(pairs: tuple[tuple[Square, Square], ...]) -> tuple[tuple[Square, Square], ...]:
    """Return the longest straight stretch of neighbouring pairs, the first of equal ones."""
    by_place: dict[tuple[bool, int, int], tuple[Square, Square]] = {}
    for pair in pairs:
        (ax, ay), (bx, by) = pair
        level = ax == bx
        by_place[(level, max(ay, by), ax) if level else (level, max(ax, bx), ay)] = pair
    runs: list[list[tuple[Square, Square]]] = []
    before = None
    for level, line, at in sorted(by_place):
        if before != (level, line, at - 1):
            runs.append([])
        runs[-1].append(by_place[level, line, at])
        before = level, line, at
    best = min(runs, key=_rank, default=[])
    return tuple(best)


def _rank(run: Sequence[tuple[Square, Square]]) -> tuple[int, bool, int, int]:
    """Return what a stretch goes by: the longest, level before upright, the upper left."""
    (ax, ay), (bx, by) = run[0]
    return -len(run), ay == by, max(ay, by), max(ax, bx)


def stretch(run: Sequence[tuple[Square, Square]]) -> tuple[Point, Point]:
    """Return the two ends of a straight run of pairs, one beside the other."""
    first, last = (geometry.ends_of(geometry.edge_between(*pair)) for pair in (run[0], run[-1]))
    return first[0], last[1]
