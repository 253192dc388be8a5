"""How much of a way is left at least: a quick look over a whole board, back from where it leads.

It knows walls, doors and what is solid, the least that a step costs and what is said of single
seats, so a search that is led by it goes nearly straight to where it is going (A*). What it leaves
out only makes that search look further.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from desktop.core.model.memo import Memo
from desktop.core.model.obstruction import Obstruction
from desktop.core.model.place import Place, Spot
from desktop.core.model.words import LevelId, Square, ZoneId

GRAIN = 2.0**38
"""Prices are whole parts of it, rounded down, so that sums are exact and equal ways stay equal."""
AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))
"""Straight steps, then slanting ones."""
HAIR = 1e-8
"""What a seat that was not looked at is thought to be further, so that of equal ways one is gone
on that is known to lead there."""
FEW = 16
"""Among how many jumps a look past all walls is quick."""
NOWHERE = float("inf")
_memo = Memo()

Entry = tuple[float, float, int, int, int]
"""A seat to look at: the whole way over it, what lies before it, how often the way on from it comes
to a zone that one neither begins nor ends in, how far it is from the start by straight steps, and
its number. Of equal ways the one is found that keeps to its zones, for each may bring something,
and slants last."""
Toll = Callable[[Spot], float | None]
"""What entering a seat costs at least beyond the step; None where it is never entered."""


class Terms(NamedTuple):
    """What steps cost at least."""

    straight: float
    slanting: float
    toll: Toll
    marked: Mapping[LevelId, Collection[Square]] | None
    """The seats for which it is asked, and is nothing elsewhere; None: everywhere."""
    held: Collection[Spot] = ()
    """More seats for which it is asked."""
    raised: Mapping[Spot, float] = {}
    """The seats that are not as high as their level, by how much; kept by its identity."""
    most: float = NOWHERE
    """How much a step does not rise or fall."""
    shut: Collection[tuple[Spot, Spot]] = ()
    """Steps between neighbours that nobody takes."""
    jumps: Collection[tuple[Spot, Spot, float]] = ()
    """Steps from seat to seat that are no neighbours, or cheaper than others, with their price."""


class Lattice:
    """The seats of a board in one row, with the steps that lead to each."""

    def __init__(self, place: Place, side: int, air: bool, gaps: bool) -> None:
        self.wide = place.size[0] + 1  # a column is free, so that no step leads round the border
        self.high = place.size[1]
        self.stride = self.wide * self.high
        self.levels = tuple(place.board.levels)
        self.firsts = {level: at * self.stride for at, level in enumerate(self.levels)}
        self.ways = b"".join(
            _entries(place.ground(level), side, air, gaps) for level in self.levels
        )
        """For each seat a bit for each way of `AROUND` in which a step leads to it."""

    @classmethod
    def of(cls, place: Place, side: int, air: bool, gaps: bool) -> "Lattice":
        """Return that of a place, the same one for the same place."""
        return _memo.get((side, air, gaps), (place,), lambda: cls(place, side, air, gaps))

    def index(self, spot: Spot) -> int:
        """Return the number of a seat on the board."""
        return self.firsts[spot.level] + spot.square.y * self.wide + spot.square.x

    def row(self, values: Mapping[Spot, float]) -> list[float]:
        """Return a row with what is said of each seat, 0 for the others."""
        found = [0.0] * len(self.ways)
        for (level, (x, y)), value in values.items():
            if 0 <= x < self.wide - 1 and 0 <= y < self.high:
                found[self.firsts[level] + y * self.wide + x] = value
        return found

    def marks(self, marked: Mapping[LevelId, Collection[Square]]) -> list[float]:
        """Return a row with 1 for each seat that is marked, 0 for the others."""
        found = [0.0] * len(self.ways)
        for level, squares in marked.items():
            first = self.firsts[level]
            for x, y in squares:
                if 0 <= x < self.wide - 1 and 0 <= y < self.high:
                    found[first + y * self.wide + x] = 1.0
        return found

    def spot(self, index: int) -> Spot:
        """Return the seat of a number."""
        level, rest = divmod(index, self.stride)
        y, x = divmod(rest, self.wide)
        return Spot(self.levels[level], Square(x, y))


class Remaining:
    """What is left at least from each seat to the nearest of several goals."""

    def __init__(self, place: Place, lattice: Lattice, start: Spot, terms: Terms) -> None:
        self._place, self._lattice = place, lattice
        self._start = lattice.index(start)
        straight, slanting = _grained(terms.straight), _grained(terms.slanting)
        self._straight = min(straight, slanting)
        self._steps = _steps_to(lattice.wide, self._straight, slanting)
        self._skew = min(slanting - self._straight, self._straight)
        self._toll = terms.toll
        self._asked = self._asked_of(terms)
        raised, self._most = terms.raised, terms.most
        self._raised = _memo.get("raised", (lattice, raised), lambda: lattice.row(raised))
        self._shut = {(lattice.index(one), lattice.index(other)) for one, other in terms.shut}
        self._is_uneven = bool(raised or self._shut)
        jumps = [
            (lattice.index(before), lattice.index(after), _grained(price))
            for before, after, price in terms.jumps
            if place.is_inside(before.square) and place.is_inside(after.square)
        ]
        self._jumps: dict[int, list[tuple[int, float]]] = {}
        for before, after, price in jumps:
            self._jumps.setdefault(after, []).append((before, price))
        self._sources: list[list[tuple[int, int, float]]] | None = None
        """By level where a look that knows no walls begins: the start, and the ends of jumps."""
        self._ways_out(jumps)
        seats = len(lattice.ways)
        self._known = [NOWHERE] * seats
        self._own: set[ZoneId | None] = set()
        """The zones that one begins and ends in."""
        self._crossed: dict[int, int] = {}
        """How often the way on from a seat comes to a zone that is neither; never where unsaid."""
        self._settled = bytearray(seats)
        self.total = NOWHERE
        """From the start; infinite where no way leads to a goal."""

    def _asked_of(self, terms: Terms) -> list[float]:
        lattice, marked = self._lattice, terms.marked
        if marked is None:
            return [1.0] * len(lattice.ways)
        found: list[float] = _memo.get("marked", (lattice, marked), lambda: lattice.marks(marked))
        held = [lattice.index(spot) for spot in terms.held if self._place.is_inside(spot.square)]
        if held:
            found = list(found)
            for at in held:
                found[at] = 1.0
        return found

    def __call__(self, spot: Spot) -> float:
        """Return what is left from a seat at least."""
        at = self._lattice.index(spot)
        if self._settled[at]:
            return self._known[at]
        return max(0.0, self.total - self._apart(at)) + HAIR

    def _apart(self, at: int) -> float:
        """Return what lies between the start and a seat at least; infinite where nothing leads."""
        if self._sources is None:
            return 0.0
        level, rest = divmod(at, self._lattice.stride)
        y, x = divmod(rest, self._lattice.wide)
        least = NOWHERE
        for from_x, from_y, so_far in self._sources[level]:
            across, down = abs(x - from_x), abs(y - from_y)
            far, near = (across, down) if across > down else (down, across)
            least = min(least, so_far + far * self._straight + near * self._skew)
        return least

    def _ways_out(self, jumps: Collection[tuple[int, int, float]]) -> None:
        """Note where one is at least for what, by jumps alone; not where there are too many."""
        self._sources = [[] for _ in self._lattice.levels]
        if len(jumps) > FEW:
            self._sources = None
            return
        least = {self._start: 0.0}
        for _ in range(len(jumps) + 1):
            self._sources = [[] for _ in self._lattice.levels]
            for at, so_far in least.items():
                level, rest = divmod(at, self._lattice.stride)
                y, x = divmod(rest, self._lattice.wide)
                self._sources[level].append((x, y, so_far))
            for before, after, price in jumps:
                total = self._apart(before) + price
                if total < least.get(after, NOWHERE):
                    least[after] = total

    def look(self, goals: Collection[Spot]) -> None:
        """Go back from the goals until the start is found."""
        known, settled = self._known, self._settled
        waiting: list[Entry] = []
        self._own = {self._place.zone_at(*goal) for goal in goals} | {self._zone(self._start)}
        for goal in map(self._lattice.index, goals):
            self._note(goal, 0.0, waiting)
        while waiting:
            rank, _, _, _, at = heappop(waiting)
            if settled[at]:
                continue
            settled[at] = 1
            if at == self._start:
                self.total = rank
                return
            toll = self._toll(self._lattice.spot(at)) if self._asked[at] else 0.0
            if toll is not None:
                self._go_back(at, known[at] + _grained(toll), waiting)

    def _go_back(self, at: int, so_far: float, waiting: list[Entry]) -> None:
        """Note what is left from each seat from which a step leads to one."""
        known, uneven, zone = self._known, self._is_uneven, self._zone(at)
        crossed = self._crossed.get(at, 0)
        for off, price in self._steps[self._lattice.ways[at]]:
            before, total = at + off, so_far + price
            if total < known[before] and not (uneven and self._bars(before, at)):
                came = self._zone(before)
                self._crossed[before] = crossed + (came != zone and came not in self._own)
                self._note(before, total, waiting)
        for before, price in self._jumps.get(at, ()):
            if so_far + price < known[before]:
                self._note(before, so_far + price, waiting)

    def _note(self, at: int, left: float, waiting: list[Entry]) -> None:
        self._known[at] = left
        apart = self._apart(at)
        if apart < NOWHERE:
            crossed = self._crossed.get(at, 0)
            heappush(waiting, (left + apart, apart, crossed, self._aside(at), at))

    def _zone(self, at: int) -> ZoneId | None:
        return self._place.zone_at(*self._lattice.spot(at))

    def _aside(self, at: int) -> int:
        """Return how far a seat is from the start by straight steps alone."""
        (y, x), (from_y, from_x) = (
            divmod(each % self._lattice.stride, self._lattice.wide) for each in (at, self._start)
        )
        return abs(x - from_x) + abs(y - from_y)

    def _bars(self, before: int, after: int) -> bool:
        """Whether a step between neighbours is too high, or is not taken over a link."""
        if abs(self._raised[before] - self._raised[after]) >= self._most:
            return True
        return (before, after) in self._shut


def remaining(
    place: Place,
    start: Spot,
    goals: Collection[Spot],
    terms: Terms,
    *,
    side: int = 1,
    air: bool = False,
    gaps: bool = False,
) -> Remaining | None:
    """Return what is left of each way from a start to a goal; None where no way leads there."""
    found = Remaining(place, Lattice.of(place, side, air, gaps), start, terms)
    found.look([goal for goal in goals if place.is_inside(goal.square)])
    return found if found.total < NOWHERE else None


def _grained(price: float) -> float:
    return int(price * GRAIN) / GRAIN if price < NOWHERE else price


@lru_cache(maxsize=8)
def _steps_to(
    wide: int, straight: float, slanting: float
) -> tuple[tuple[tuple[int, float], ...], ...]:
    """Return for each choice of bits where the steps come from, as a difference, with prices."""
    each = [(-dy * wide - dx, slanting if dx and dy else straight) for dx, dy in AROUND]
    return tuple(
        tuple(step for bit, step in enumerate(each) if bits >> bit & 1) for bits in range(256)
    )


# Which steps there are: a board as one long number, a bit for each square


def _entries(ground: Obstruction, side: int, air: bool, gaps: bool) -> bytes:
    name = (ground.width, side, air, gaps)
    return _memo.get(name, (ground,), lambda: _joined(ground, _leads(ground, side, air, gaps)))


def _joined(ground: Obstruction, several: Iterator[int]) -> bytes:
    """Return for each square a byte of the bits that it has in several numbers."""
    count = (ground.width + 1) * ground.height
    ones = int.from_bytes(b"\x01" * count)
    found = 0
    for at, bits in enumerate(several):
        spread = int.from_bytes(f"{bits:0{count}b}".encode()) & ones
        found |= spread << at
    return found.to_bytes(count, "little")


def _leads(ground: Obstruction, side: int, air: bool, gaps: bool) -> Iterator[int]:
    """Yield for each way of `AROUND` the seats to which a footprint steps in it.

    As `Obstruction.moves`; from where it does not fit, walls along edges are left out of it.
    """
    wide = ground.width + 1
    board, lines = _board(ground), {name: _edges(ground, name) for name in ("n", "w")}
    fits = _fits(ground, side, air, lines)
    north = _any(lines["n"] >> across for across in range(side))
    west = _any(lines["w"] >> down * wide for down in range(side))
    shift = (side - 1) // 2 * (wide + 1)
    north, west = north << shift, west << shift
    shut = {
        (0, -1): north, (0, 1): _moved(north, -side * wide),
        (-1, 0): west, (1, 0): _moved(west, -side),
    }  # fmt: skip
    clear = {way: board & ~(edges & fits) for way, edges in shut.items()}
    can = {way: seats & _moved(fits, -_off(way, wide)) for way, seats in clear.items()}
    slips = clear if gaps and side == 1 else can
    for way in AROUND:
        off, leads = _off(way, wide), can.get(way)
        if leads is None:
            over, along = (0, way[1]), (way[0], 0)
            leads = slips[over] & _moved(slips[along], -_off(over, wide))
            leads |= slips[along] & _moved(slips[over], -_off(along, wide))
        yield _moved(leads, off) & fits


def _off(way: tuple[int, int], wide: int) -> int:
    return way[1] * wide + way[0]


def _moved(bits: int, by: int) -> int:
    return bits << by if by >= 0 else bits >> -by


def _any(several: Iterator[int]) -> int:
    found = 0
    for bits in several:
        found |= bits
    return found


def _fits(ground: Obstruction, side: int, air: bool, lines: Mapping[str, int]) -> int:
    """Return the seats on which a footprint fits; see `Obstruction.fits`."""
    wide = ground.width + 1
    found = _board(ground)
    free = found & ~_bits(ground, ground.walls if air else ground.solid)
    for down in range(side):
        for across in range(side):
            cells = free
            if across:
                cells &= ~lines["w"]
            if down:
                cells &= ~lines["n"]
            found &= cells >> down * wide + across
    return found << (side - 1) // 2 * (wide + 1)


def _board(ground: Obstruction) -> int:
    row = (1 << ground.width) - 1
    return _any(row << y * (ground.width + 1) for y in range(ground.height))


def _edges(ground: Obstruction, name: str) -> int:
    return _bits(ground, [Square(x, y) for x, y, on in ground.edges if on == name])


def _bits(ground: Obstruction, squares: Collection[Square]) -> int:
    wide = ground.width + 1
    cells = bytearray(b"0") * (wide * ground.height)
    for x, y in squares:
        if 0 <= x < ground.width and 0 <= y < ground.height:
            cells[-1 - y * wide - x] = 49  # 1; the first square is the last bit
    return int(bytes(cells), 2)
