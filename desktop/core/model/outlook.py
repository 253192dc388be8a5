"""Everything that is seen from one square of a level, in one go.

The rule is that of `Obstruction.sight_stop`, square for square: the line from centre to centre,
free past a corner unless both ways round it are closed. Seen from a centre each thing in the way
throws a shadow: an open range of directions. An eighth of the plan is walked row by row with the
ranges that are left, exactly, as fractions; rows of squares are single numbers, a bit a square.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import add
from typing import NamedTuple

from desktop.core.model.geometry import Edge
from desktop.core.model.words import Square

View = tuple[int, int, int, int]
"""A closed range of directions, columns a row: from one fraction to another, p1, q1, p2, q2."""

ALMOST = 1 << 24
"""Nearer to 1 than any direction to a square that is not on the diagonal."""
WHOLE: View = (0, 1, ALMOST - 1, ALMOST)
KEPT = 4096
"""From how many squares of a level what is seen is kept."""
BARE_SHARE = 40
"""Where no more than one square of so many has anything on it, a line is walked in parts."""
PART_SQ = 16
"""How long such a part is."""


@dataclass(frozen=True, slots=True)
class Bits:
    """Squares or edges of a level as rows of bits, from each of the four sides."""

    rows: list[int]
    """By row, a bit a column, the lowest the leftmost."""
    rows_back: list[int]
    """By row, the lowest bit the rightmost."""
    columns: list[int]
    """By column, the lowest bit the uppermost."""
    columns_back: list[int]

    @property
    def sides(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """All four, in order."""
        return self.rows, self.rows_back, self.columns, self.columns_back

    @classmethod
    def of(cls, squares: Iterable[tuple[int, int]], width: int, height: int) -> "Bits":
        """Return squares as bits; those beside the board are left out."""
        made = cls([0] * height, [0] * height, [0] * width, [0] * width)
        for x, y in squares:
            if 0 <= x < width and 0 <= y < height:
                made.rows[y] |= 1 << x
                made.rows_back[y] |= 1 << (width - 1 - x)
                made.columns[x] |= 1 << y
                made.columns_back[x] |= 1 << (height - 1 - y)
        return made


@dataclass(frozen=True, slots=True)
class Seen:
    """The squares that are seen: by row those found row by row, by column the others."""

    rows: list[int]
    columns: list[int]

    def __contains__(self, square: tuple[int, int]) -> bool:
        x, y = square
        return bool(self.rows[y] >> x & 1 or self.columns[x] >> y & 1)

    def squares(self) -> frozenset[Square]:
        """Return the squares one by one."""
        found = {Square(x, y) for y, row in enumerate(self.rows) for x in _set(row)}
        found.update(Square(x, y) for x, column in enumerate(self.columns) for y in _set(column))
        return frozenset(found)


def _set(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


class Eyes:
    """What stops sight on one level, ready for looking from any of its squares."""

    def __init__(
        self, size: tuple[int, int], opaque: Iterable[Square], edges: Mapping[Edge, object]
    ) -> None:
        self.width, self.height = width, height = size
        self.solid = Bits.of(opaque, width, height)
        self.edges = bool(edges)
        across = [(x, y) for x, y, side in edges if side == "n"]
        upright = [(x, y) for x, y, side in edges if side == "w"]
        self.flat = Bits.of(across, width, height + 1)
        """Edges between a square and the one above it."""
        self.upright = Bits.of(upright, width + 1, height)
        """Edges between a square and the one to its left."""
        things = sum(row.bit_count() for row in (*self.solid.rows, *self.flat.rows))
        things += sum(row.bit_count() for row in self.upright.rows)
        self._is_bare = things * BARE_SHARE <= width * height
        self._kept: dict[Square, Seen] = {}

    @cached_property
    def _counts(self) -> list[list[int]]:
        """How many squares above and to the left of a corner are solid or have an edge."""
        every = range(self.width)
        counts = [[0] * (self.width + 1)]
        for row in range(self.height):
            things = self.solid.rows[row] | self.flat.rows[row] | self.upright.rows[row]
            along = accumulate((things >> x & 1 for x in every), initial=0)
            counts.append(list(map(add, counts[-1], along)) if things else counts[-1])
        return counts

    def seen_from(self, eye: Square) -> Seen:
        """Return every square that the line from this one reaches."""
        known = self._kept.get(eye)
        if known is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            known = self._kept[eye] = self.look(eye)
        return known

    def sees(self, a: Square, b: Square) -> bool:
        """Return whether the line between two squares is free."""
        if a == b:
            return True
        if self._is_bare:
            return self._in_parts(a, b)
        return self._line_past_edges(a, b, a, b) if self.edges else self._line(a, b)

    def _in_parts(self, a: Square, b: Square) -> bool:
        """Walk only those parts of the line between two squares that have anything round them."""
        (x, y), (to_x, to_y) = a, b
        across, down, counts = to_x - x, to_y - y, self._counts
        if not _count_in(counts, x, y, to_x, to_y):
            return True
        parts = (max(abs(across), abs(down)) + PART_SQ - 1) // PART_SQ
        from_x, from_y, whole = (2 * x + 1) * parts, (2 * y + 1) * parts, 2 * parts
        for part in range(2, whole + 1, 2):
            next_x, rest_x = divmod(from_x + across * part, whole)
            next_y, rest_y = divmod(from_y + down * part, whole)
            if not (rest_x or rest_y):
                continue  # in a corner: no square of the line ends there
            if _count_in(counts, x, y, next_x, next_y) and not self._line_past_edges(
                a, b, Square(x, y), Square(next_x, next_y)
            ):
                return False
            x, y = next_x, next_y
        return True

    def _line(self, a: Square, b: Square) -> bool:
        """Walk the line between two squares of a plan without thin walls."""
        (x, y), (to_x, to_y) = a, b
        wide, high = abs(to_x - x), abs(to_y - y)
        right, down = (1 if to_x > x else -1), (1 if to_y > y else -1)
        rows, lead = self.solid.rows, high - wide
        twice_wide, twice_high = 2 * wide, 2 * high
        while True:
            if lead < 0:
                x, lead = x + right, lead + twice_high
            elif lead > 0:
                y, lead = y + down, lead - twice_wide
            else:
                if rows[y] >> (x + right) & rows[y + down] >> x & 1:
                    return False
                x, y, lead = x + right, y + down, lead + twice_high - twice_wide
            if x == to_x and y == to_y:
                return True
            if rows[y] >> x & 1:
                return False

    def _line_past_edges(self, a: Square, b: Square, start: Square, end: Square) -> bool:
        """Walk the line between two squares from one of its squares to another."""
        x, y = start
        wide, high = abs(b[0] - a[0]), abs(b[1] - a[1])
        right, down = (1 if b[0] > a[0] else -1), (1 if b[1] > a[1] else -1)
        rows, flat, upright = self.solid.rows, self.flat.rows, self.upright.rows
        lead = high - wide + 2 * high * abs(x - a[0]) - 2 * wide * abs(y - a[1])
        while x != end[0] or y != end[1]:
            to_x, to_y = x, y
            if lead < 0:
                to_x, lead = x + right, lead + 2 * high
                if upright[y] >> max(x, to_x) & 1:
                    return False
            elif lead > 0:
                to_y, lead = y + down, lead - 2 * wide
                if flat[max(y, to_y)] >> x & 1:
                    return False
            else:
                to_x, to_y, lead = x + right, y + down, lead + 2 * high - 2 * wide
                if self._is_closed_round(x, y, to_x, y, to_x, to_y) and self._is_closed_round(
                    x, y, x, to_y, to_x, to_y
                ):
                    return False
            x, y = to_x, to_y
            if rows[y] >> x & 1 and (x != b[0] or y != b[1]):
                return False
        return True

    def look(self, eye: Square) -> Seen:
        """Return what `seen_from` does, worked out anew."""
        x, y = eye
        seen = Seen([0] * self.height, [0] * self.width)
        seen.rows[y] |= 1 << x
        rows, rows_back, columns, columns_back = self.solid.sides
        right, down = self.width - 1 - x, self.height - 1 - y
        if self.edges:
            self._past_edges(x, y, seen)
        else:
            for solid, side, shift, back in (
                (rows, right, x, False), (rows_back, x, right, True),
            ):  # fmt: skip
                _eighth(solid, y, 1, down, side, shift, x, back, seen.rows)
                _eighth(solid, y, -1, y, side, shift, x, back, seen.rows)
            for solid, side, shift, back in (
                (columns, down, y, False), (columns_back, y, down, True),
            ):  # fmt: skip
                _eighth(solid, x, 1, right, side, shift, y, back, seen.columns)
                _eighth(solid, x, -1, x, side, shift, y, back, seen.columns)
        for right, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            self._diagonal(x, y, right, down, seen.rows)
        return seen

    def _past_edges(self, x: int, y: int, seen: Seen) -> None:
        """See the eighths of a plan that has thin walls."""
        for which in range(4):
            turned, back = which > 1, which % 2 == 1
            own, column = (x, y) if turned else (y, x)
            wide, high = (self.height, self.width) if turned else (self.width, self.height)
            flat, upright = (self.upright, self.flat) if turned else (self.flat, self.upright)
            shift = wide - 1 - column if back else column
            way = _Way(
                self.solid.sides[which], flat.sides[which], upright.sides[which],
                column if back else wide - 1 - column, shift, shift + 1, column, back,
            )  # fmt: skip
            found = seen.columns if turned else seen.rows
            _eighth_past_edges(way, own, 1, high - 1 - own, found)
            _eighth_past_edges(way, own, -1, own, found)

    def _diagonal(self, x: int, y: int, right: int, down: int, rows: list[int]) -> None:
        """See along the one direction that lies between two eighths."""
        solid, width, height = self.solid.rows, self.width, self.height
        while True:
            to_x, to_y = x + right, y + down
            if not (0 <= to_x < width and 0 <= to_y < height):
                return
            if self._is_closed_round(x, y, to_x, y, to_x, to_y) and self._is_closed_round(
                x, y, x, to_y, to_x, to_y
            ):
                return
            rows[to_y] |= 1 << to_x
            if solid[to_y] >> to_x & 1:
                return
            x, y = to_x, to_y

    def _is_closed_round(self, ax: int, ay: int, x: int, y: int, bx: int, by: int) -> bool:
        """Whether the way from a square to one corner to corner with it is closed at a third."""
        if self.solid.rows[y] >> x & 1:
            return True
        if not self.edges:
            return False
        if y == ay:
            first = self.upright.rows[y] >> max(ax, x) & 1
            return bool(first or self.flat.rows[max(y, by)] >> x & 1)
        first = self.flat.rows[max(ay, y)] >> x & 1
        return bool(first or self.upright.rows[y] >> max(x, bx) & 1)


def _count_in(counts: list[list[int]], x: int, y: int, to_x: int, to_y: int) -> int:
    """Return how many squares with anything on them lie in a box, of which two corners are said."""
    left, right = (x, to_x + 1) if x <= to_x else (to_x, x + 1)
    top, bottom = (y, to_y + 1) if y <= to_y else (to_y, y + 1)
    low, high = counts[bottom], counts[top]
    return low[right] - high[right] - low[left] + high[left]


def _eighth(
    solid: list[int],
    at: int,
    step: int,
    rows: int,
    columns: int,
    shift: int,
    origin: int,
    back: bool,
    found: list[int],
) -> None:
    """Add what is seen in an eighth of a plan without thin walls, but for the diagonal.

    The eye stands in row `at`, column `origin`; ahead lie so many rows, beside it so many columns.
    One long function: a call for each row would take a third of the time.
    """
    views: list[View] = [WHOLE]
    before = 0
    for row in range(1, rows + 1):
        at += step
        low, high = 2 * row - 1, 2 * row + 1
        mask = solid[at] >> shift & ((2 << row) - 1)
        left: list[View] = []
        for view in views:
            p1, q1, p2, q2 = view
            first = -(-p1 * row // q1)
            if first > columns:
                continue
            if before and mask and p1 * q2 == p2 * q1 and _shut(before, mask, p1, q1, low):
                continue
            last = p2 * row // q2
            if last >= first:
                last = min(last, columns)
                to = origin - last if back else origin + first
                found[at] |= (2 << (last - first)) - 1 << to
            first = (p1 * low + q1) // (2 * q1)
            bits = mask and mask >> first & (2 << (p2 * high + q2 - 1) // (2 * q2) - first) - 1
            while bits:
                start = (bits & -bits).bit_length() - 1
                run = bits >> start
                count = (~run & run + 1).bit_length() - 1
                bits ^= (1 << count) - 1 << start
                start += first
                edge = 2 * start - 1
                if edge * q1 >= p1 * high:
                    left.append((p1, q1, edge, high))
                p1, q1 = 2 * (start + count) - 1, low
                more = p2 * low - p1 * q2
                if more < 0 or (more == 0 and before >> start + count & 1):
                    break
            else:
                left.append((p1, q1, p2, q2))
        if not left:
            return
        views, before = left, solid[at] >> shift


NO_CORNER = 1 << 20
"""A column further away than any."""


def _corner(p: int, q: int, low: int) -> int:
    """Return after which column a direction goes exactly through a corner at a row's near side."""
    past, rest = divmod(p * low, q)
    return NO_CORNER if rest or not past & 1 else past // 2


def _shut(before: int, mask: int, p: int, q: int, low: int) -> bool:
    """Whether a direction goes through a corner between two solid squares."""
    corner = _corner(p, q, low)
    return bool(before >> (corner + 1) & mask >> corner & 1)


class _Way(NamedTuple):
    """A quarter of the plan as seen from the eye: rows ahead and behind, columns to one side."""

    solid: list[int]
    front: list[int]
    """Edges across the way: between a row and the one before it on the board."""
    side: list[int]
    """Edges along the way."""
    columns: int
    shift: int
    side_shift: int
    origin: int
    back: bool


class _Row(NamedTuple):
    """What stands in a row, aligned to the eye's column."""

    before: int
    """Solid squares of the row before it."""
    solid: int
    front: int
    side: int
    side_before: int

    def closed(self, x: int) -> bool:
        """Whether both ways round the corner after a column of the row before are closed."""
        right = self.before >> (x + 1) | self.side_before >> x | self.front >> (x + 1)
        return bool(right & (self.solid >> x | self.front >> x | self.side >> x) & 1)


def _eighth_past_edges(way: _Way, at: int, step: int, rows: int, found: list[int]) -> None:
    """Add what is seen in an eighth of a plan, but for the diagonal."""
    solid, front, side, columns, shift, side_shift, origin, back = way
    views: list[View] = [WHOLE]
    before, side_before = solid[at] >> shift, side[at] >> side_shift
    for number in range(1, rows + 1):
        at += step
        edge = at if step > 0 else at + 1
        low, high = 2 * number - 1, 2 * number + 1
        row = _Row(
            before, solid[at] >> shift, front[edge] >> shift, side[at] >> side_shift, side_before
        )
        if row.front:
            views = _cut(views, row.front, -1, low, low, False, row)
        left: list[View] = []
        for view in views:
            p1, q1, p2, q2 = view
            if p1 * q2 == p2 * q1 and row.closed(_corner(p1, q1, low)):
                continue
            first, last = -(-p1 * number // q1), min(p2 * number // q2, columns)
            if last >= first:
                to = origin - last if back else origin + first
                found[at] |= (2 << (last - first)) - 1 << to
            if first <= columns:
                left.append(view)
        if row.solid:
            left = _cut(left, row.solid, -1, high, low, False, row)
        if row.side:
            left = _cut(left, row.side, 1, high, low, True, row)
        if not left:
            return
        views, before, side_before = left, row.solid, row.side


def _cut(
    views: list[View], mask: int, odd: int, q_from: int, q_to: int, each: bool, row: _Row
) -> list[View]:
    """Return what is left of views behind what stands in a row.

    The shadow of columns a to b goes from (2a + `odd`) / `q_from` to (2b + 1) / `q_to`; `each`
    says that columns side by side leave room between their shadows.
    """
    left: list[View] = []
    for view in views:
        p1, q1, p2, q2 = view
        first = (p1 * q_to + q1) // (2 * q1)
        last = -((odd * q2 - p2 * q_from) // (2 * q2)) - 1
        bits = (mask >> first) & ((1 << (last - first + 1)) - 1) if last >= first else 0
        while bits:
            start = (bits & -bits).bit_length() - 1
            run = bits >> start
            count = 1 if each else (~run & (run + 1)).bit_length() - 1
            bits ^= ((1 << count) - 1) << start
            start += first
            edge = 2 * start + odd
            if edge * q1 >= p1 * q_from:
                left.append((p1, q1, edge, q_from))
            p1, q1 = 2 * (start + count) - 1, q_to
            more = p2 * q1 - p1 * q2
            if more < 0 or (more == 0 and row.closed(start + count - 1)):
                break
        else:
            left.append((p1, q1, p2, q2))
    return left
