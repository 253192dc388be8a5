"""Squares, edges of squares and outlines: pure helpers that know no board."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, repeat
from math import ceil, floor
from typing import Literal, NamedTuple

from desktop.core.model.words import Point, Square

Outline = tuple[Point, ...]
"""Corners of a polygon in order; it closes by itself."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

NEAR = 1e-9
"""Below this two numbers on the plan are one."""


class Edge(NamedTuple):
    """An edge of a square in its normal form: the upper or the left one of a square."""

    x: int
    y: int
    side: Literal["n", "w"]


class Crossing(NamedTuple):
    """One step of a straight line from square to square."""

    before: Square
    after: Square
    round: tuple[Square, Square] | None
    """The two squares beside the corner, where the line goes exactly through one."""


# Squares and edges

square_at: Callable[[int, int], Square] = lru_cache(maxsize=2**15)(Square)
"""The very same square each time: had sooner than one is made, and compared sooner."""


def squares_around(square: Square, far: int) -> list[Square]:
    """Return the squares that are at most so far from one, itself among them, row by row."""
    left, top = square
    rows, columns = range(top - far, top + far + 1), range(left - far, left + far + 1)
    return [square_at(x, y) for y in rows for x in columns]


def edge_between(a: Square, b: Square) -> Edge:
    """Return the edge that two squares share; they lie side by side, not corner to corner."""
    if a[0] == b[0]:
        return Edge(a[0], max(a[1], b[1]), "n")
    return Edge(max(a[0], b[0]), a[1], "w")


def beside(edge: Edge) -> tuple[Square, Square]:
    """Return the two squares of an edge: above and below it, or left and right of it."""
    x, y, side = edge
    return (Square(x, y - 1) if side == "n" else Square(x - 1, y)), Square(x, y)


def ends_of(edge: Edge) -> tuple[Point, Point]:
    """Return the grid points of an edge."""
    x, y, side = edge
    return Point(x, y), (Point(x + 1, y) if side == "n" else Point(x, y + 1))


@lru_cache(maxsize=4096)
def edges_along(points: tuple[Point, ...]) -> tuple[Edge, ...]:
    """Return the edges of squares that a thin wall covers, from its first point to its last.

    Points are taken to the nearest grid points; a slanting stretch goes in steps.
    """
    edges: list[Edge] = []
    for start, end in pairwise(points):
        x, y = round(start[0]), round(start[1])
        to_x, to_y = round(end[0]), round(end[1])
        wide, high = abs(to_x - x), abs(to_y - y)
        right, down = (1 if to_x > x else -1), (1 if to_y > y else -1)
        across = along = 0
        while across < wide or along < high:
            if along >= high or (
                across < wide and (2 * across + 1) * high <= (2 * along + 1) * wide
            ):
                edges.append(Edge(x if right > 0 else x - 1, y, "n"))
                x, across = x + right, across + 1
            else:
                edges.append(Edge(x, y if down > 0 else y - 1, "w"))
                y, along = y + down, along + 1
    return tuple(dict.fromkeys(edges))


def distance(a: Square, b: Square) -> int:
    """Return how many steps apart two squares are when a diagonal counts one."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def line(a: Square, b: Square) -> Iterator[Crossing]:
    """Yield the steps of the straight line between two centres, exactly.

    The same squares come, in reverse, from `b` to `a`.
    """
    wide, high = abs(b[0] - a[0]), abs(b[1] - a[1])
    right, down = (1 if b[0] > a[0] else -1), (1 if b[1] > a[1] else -1)
    at, across, along = Square(*a), 0, 0
    while across < wide or along < high:
        lead = (2 * across + 1) * high - (2 * along + 1) * wide
        round_corner = None
        if lead == 0:
            beside_it = Square(at.x + right, at.y), Square(at.x, at.y + down)
            round_corner = beside_it
            after = Square(at.x + right, at.y + down)
            across, along = across + 1, along + 1
        elif lead < 0:
            after, across = Square(at.x + right, at.y), across + 1
        else:
            after, along = Square(at.x, at.y + down), along + 1
        yield Crossing(at, after, round_corner)
        at = after


def stride(start: Square, to: Square, count: int = 0) -> tuple[Square, ...]:
    """Return the squares of the straight way by steps, without the first.

    So many of them, or as far as its aim. Of a slanting way each is the nearest to the line.
    """
    dx, dy = to[0] - start[0], to[1] - start[1]
    far = max(abs(dx), abs(dy))
    return tuple(
        Square(start[0] + _share(dx * step, far), start[1] + _share(dy * step, far))
        for step in range(1, (count or far) + 1)
        if far
    )


def _share(number: int, parts: int) -> int:
    """Return the whole number nearest to a fraction, halves away from 0."""
    whole = (2 * abs(number) + parts) // (2 * parts)
    return whole if number >= 0 else -whole


def slanting_line(a: tuple[int, int], b: tuple[int, int], parts: int) -> Iterator[Crossing]:
    """Yield the steps of a straight line between two inner points of squares, exactly.

    They are given in parts of a square. The same squares come, in reverse, from `b` to `a`.
    """
    at, end = Square(a[0] // parts, a[1] // parts), Square(b[0] // parts, b[1] // parts)
    wide, high = abs(b[0] - a[0]), abs(b[1] - a[1])
    right, down = (1 if b[0] > a[0] else -1), (1 if b[1] > a[1] else -1)
    while at != end:
        across = abs((at.x + (right > 0)) * parts - a[0]) * high if at.x != end.x else None
        along = abs((at.y + (down > 0)) * parts - a[1]) * wide if at.y != end.y else None
        corner = None
        if across is not None and across == along:
            corner = Square(at.x + right, at.y), Square(at.x, at.y + down)
            after = Square(at.x + right, at.y + down)
        elif along is None or (across is not None and across < along):
            after = Square(at.x + right, at.y)
        else:
            after = Square(at.x, at.y + down)
        yield Crossing(at, after, corner)
        at = after


# Outlines


def outline_of(left: float, top: float, width: float, height: float) -> Outline:
    """Return a rectangle's corners, clockwise from the upper left."""
    right, bottom = left + width, top + height
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def rectangle_of(outline: Outline) -> tuple[float, float, float, float] | None:
    """Return left, top, width and height where an outline is an upright rectangle."""
    if len(outline) != 4:
        return None
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
    upright = (ay == by and bx == cx and cy == dy and dx == ax) or (
        ax == bx and by == cy and cx == dx and dy == ay
    )
    if not upright or ax == cx or ay == cy:
        return None
    return min(ax, cx), min(ay, cy), abs(cx - ax), abs(cy - ay)


def bounds(points: Iterable[Point]) -> Box:
    """Return left, top, right and bottom of points; there is at least one."""
    all_points = tuple(points)
    across = [point[0] for point in all_points]
    down = [point[1] for point in all_points]
    return min(across), min(down), max(across), max(down)


def leaving(a: Point, b: Point, square: tuple[int, int]) -> Point:
    """Return where the line from `a` to `b` leaves a square.

    Of a line that passes it by: the place on it that is nearest to the square's middle.
    """
    (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    ends = [
        (low + (far > 0) - at) / far
        for at, far, low in ((ax, dx, square[0]), (ay, dy, square[1]))
        if far
    ]
    share = min([1.0, *ends])
    x, y = ax + share * dx, ay + share * dy
    left, top = square
    if not (left - NEAR <= x <= left + 1 + NEAR and top - NEAR <= y <= top + 1 + NEAR):
        across, down = left + 0.5 - ax, top + 0.5 - ay
        share = max(0.0, min(1.0, (across * dx + down * dy) / (dx * dx + dy * dy)))
        x, y = ax + share * dx, ay + share * dy
    return Point(x, y)


@lru_cache(maxsize=8192)
def box(outline: Outline) -> Box:
    """Return left, top, right and bottom of an outline."""
    return bounds(outline)


def translate(outline: Outline, dx: float, dy: float) -> Outline:
    """Return an outline moved by `dx` to the right and `dy` down."""
    return tuple(Point(x + dx, y + dy) for x, y in outline)


def tidy(outline: Iterable[Sequence[float]]) -> Outline:
    """Return an outline to the thousandth, whole numbers as such, without doubled corners."""
    points: list[Point] = []
    for x, y in outline:
        point = Point(_neat(x), _neat(y))
        if not points or points[-1] != point:
            points.append(point)
    while len(points) > 1 and points[0] == points[-1]:
        points.pop()
    return tuple(points)


def _neat(number: float) -> float:
    whole = round(number)
    rounded = round(number, 3)
    return whole if rounded == whole else rounded


def area(outline: Outline) -> float:
    """Return the area in squares."""
    return abs(_twice_area(outline)) / 2


def _twice_area(outline: Outline) -> float:
    return sum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, outline[1:] + outline[:1], strict=True)
    )


def centroid(outline: Outline) -> Point:
    """Return the centre of gravity; it may lie outside a bent outline."""
    twice = _twice_area(outline)
    if abs(twice) < NEAR:
        left, top, right, bottom = bounds(outline)
        return Point((left + right) / 2, (top + bottom) / 2)
    x = y = 0.0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        part = ax * by - bx * ay
        x, y = x + (ax + bx) * part, y + (ay + by) * part
    return Point(x / (3 * twice), y / (3 * twice))


@lru_cache(maxsize=4096)
def label_point(outline: Outline) -> Point:
    """Return a place well inside an outline: its centre of gravity, else its nearest square."""
    centre = centroid(outline)
    if holds(outline, centre):
        return centre
    squares = squares_in(outline)
    if not squares:
        return outline[0]
    nearest = min(squares, key=lambda at: (_far(at, centre), at[1], at[0]))
    return Point(nearest[0] + 0.5, nearest[1] + 0.5)


def _far(square: Square, point: Point) -> float:
    return (square[0] + 0.5 - point[0]) ** 2 + (square[1] + 0.5 - point[1]) ** 2


def holds(outline: Outline, point: Point) -> bool:
    """Return whether a point lies inside an outline or on its border."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if _on_segment(Point(ax, ay), Point(bx, by), point):
            return True
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _on_segment(a: Point, b: Point, point: Point) -> bool:
    if not (
        min(a[0], b[0]) - NEAR <= point[0] <= max(a[0], b[0]) + NEAR
        and min(a[1], b[1]) - NEAR <= point[1] <= max(a[1], b[1]) + NEAR
    ):
        return False
    return abs(_turn(a, b, point)) <= NEAR * max(1.0, abs(b[0] - a[0]) + abs(b[1] - a[1]))


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@lru_cache(maxsize=8192)
def squares_in(outline: Outline) -> frozenset[Square]:
    """Return the squares whose centres an outline holds, its border included."""
    rectangle = rectangle_of(outline)
    if rectangle is not None:
        left, top, width, height = rectangle
        columns, rows = _centres(left, left + width), _centres(top, top + height)
        return frozenset(chain.from_iterable(_row(columns, y) for y in rows))
    if len(outline) < 3:
        return frozenset()
    found: set[Square] = set()
    _, top, _, bottom = bounds(outline)
    upward = [
        (*a, *b) if a[1] < b[1] else (*b, *a)
        for a, b in zip(outline, outline[1:] + outline[:1], strict=True)
    ]
    for y in _centres(top, bottom):
        for span in _spans(upward, y + 0.5):
            found.update(_row(_centres(*span), y))
    return frozenset(found)


@lru_cache(maxsize=4096)
def _row(columns: range, y: int) -> tuple[Square, ...]:
    return tuple(map(square_at, columns, repeat(y)))


def _centres(low: float, high: float) -> range:
    return range(ceil(low - 0.5 - NEAR), floor(high - 0.5 + NEAR) + 1)


def _spans(upward: Sequence[Box], y: float) -> Iterator[tuple[float, float]]:
    """Yield what a level line covers of a polygon, stretches that only touch it included."""
    cuts: list[float] = []
    for ax, ay, bx, by in upward:
        if ay == by:
            if ay == y:
                yield min(ax, bx), max(ax, bx)
        elif ay <= y < by:
            cuts.append(ax + (y - ay) * (bx - ax) / (by - ay))
        elif by == y:
            yield bx, bx
    cuts.sort()
    yield from zip(cuts[::2], cuts[1::2], strict=True)


# Cutting and joining; shapely is imported late because the first picture does not need it


def difference(outline: Outline, others: Iterable[Outline]) -> tuple[Outline, ...]:
    """Return what is left of an outline without the others: one piece, several, or none.

    Raises ValueError where a piece would have a hole.
    """
    from shapely import Polygon
    from shapely.ops import unary_union

    rest = Polygon(outline).difference(unary_union([Polygon(other) for other in others]))
    return _pieces(rest)


def union(outlines: Sequence[Outline]) -> tuple[Outline, ...]:
    """Return the outlines joined: one piece where they touch along a border.

    Raises ValueError where a piece would have a hole.
    """
    whole = _rectangle_of_two(*outlines) if len(outlines) == 2 else None
    if whole is not None:
        return (whole,)
    from shapely import Polygon
    from shapely.ops import unary_union

    return _pieces(unary_union([Polygon(outline) for outline in outlines]))


def _rectangle_of_two(one: Outline, other: Outline) -> Outline | None:
    """Return the rectangle that two make which share a whole side, as most zones do, or None."""
    if rectangle_of(one) is None or rectangle_of(other) is None or len({*one} & {*other}) != 2:
        return None
    left, top, right, bottom = bounds((*one, *other))
    if (right - left) * (bottom - top) != area(one) + area(other):
        return None
    return tidy(((left, top), (right, top), (right, bottom), (left, bottom)))


def split(outline: Outline, cut: Sequence[Point]) -> tuple[Outline, ...]:
    """Return the pieces of an outline cut along a line, the largest first."""
    from shapely import LineString, Polygon
    from shapely.ops import split as split_shape

    pieces = _pieces(split_shape(Polygon(outline), LineString(cut)))
    return tuple(sorted(pieces, key=lambda piece: (-area(piece), piece)))


def _pieces(shape: object) -> tuple[Outline, ...]:
    from shapely import Polygon

    found: list[Outline] = []
    for part in getattr(shape, "geoms", (shape,)):
        if not isinstance(part, Polygon) or part.area < 1e-6:
            continue
        if any(Polygon(ring).area > 1e-6 for ring in part.interiors):
            raise ValueError("a piece with a hole")
        found.append(without_straight_corners(tidy(part.exterior.coords)))
    return tuple(piece for piece in found if len(piece) >= 3)


def without_straight_corners(outline: Outline) -> Outline:
    """Return an outline clockwise, without the corners at which it goes straight on."""
    if _twice_area(outline) < 0:
        outline = outline[::-1]
    count = len(outline)
    kept = tuple(
        corner
        for i, corner in enumerate(outline)
        if abs(_turn(outline[i - 1], corner, outline[(i + 1) % count])) > 1e-6
    )
    start = min(range(len(kept)), key=lambda i: (kept[i][1], kept[i][0]), default=0)
    return kept[start:] + kept[:start]
