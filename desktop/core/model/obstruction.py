"""What stops a step or a line of sight on one level: walls, doors, solid squares, clouds."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product, starmap
from typing import NamedTuple

from desktop.core.model.board import Board, Feature, Piece
from desktop.core.model.diff import words_changed
from desktop.core.model.geometry import (
    Crossing,
    Edge,
    distance,
    edge_between,
    line,
    slanting_line,
)
from desktop.core.model.outlook import Eyes
from desktop.core.model.stops import (
    BORDER,
    CLOUD,
    CORNER,
    FOOTPRINT,
    WALL,
    Stop,
)
from desktop.core.model.underfoot import qualities_of
from desktop.core.model.words import KindWord, LevelId, Square


class Looking(NamedTuple):
    """How lines of sight are drawn, where a table plays it otherwise."""

    any_corner: bool = False
    """From any corner of a square to any of the other, not from centre to centre."""
    each_cloud: bool = False
    """Each cloud keeps its border where it touches another of its kind."""


USUAL = Looking()
PARTS = 64
"""One part of so many of a square is how far inside it a corner lies that a line starts from."""


def _exchanged(
    stops: dict[Square, Stop], squares: frozenset[Square], anew: Mapping[Square, Stop]
) -> dict[Square, Stop]:
    """Return what stops on squares, on some of them anew; the very same where nothing does."""
    if not anew and stops.keys().isdisjoint(squares):
        return stops
    after = stops.copy()
    for at in squares:
        after.pop(at, None)
    after.update(anew)
    return after


def _stops_on(
    board: Board, squares: Mapping[Square, KindWord]
) -> tuple[dict[Square, Stop], dict[Square, Stop]]:
    """Return the walls among painted squares, and what else stands in the way there."""
    kinds = {kind: qualities_of(board, kind) for kind in set(squares.values())}
    walls = {kind for kind, qualities in kinds.items() if "wall" in qualities}
    obstacles = {
        kind: Stop("obstacle", kind, f"an obstacle ({kind})")
        for kind, qualities in kinds.items()
        if kind not in walls and "obstacle" in qualities
    }
    return (
        {at: WALL for at, kind in squares.items() if kind in walls},
        {at: obstacles[kind] for at, kind in squares.items() if kind in obstacles},
    )


class Obstruction:
    """What stops steps and sight on one level, square by square and edge by edge.

    `air` in its methods asks for one who is off the ground: only walls and closed doors count.
    """

    def __init__(
        self,
        board: Board,
        level: LevelId,
        size: tuple[int, int],
        edges: tuple[Mapping[Edge, Stop], Mapping[Edge, Stop]],
        before: "Obstruction | None" = None,
    ) -> None:
        self._board = board
        self.level = level
        self.width, self.height = size
        self.edges, self.sight_edges = edges
        self.walls: dict[Square, Stop] = {}
        """Squares that nobody enters."""
        self.solid: dict[Square, Stop] = {}
        """Squares that nobody walks into, walls among them."""
        self.opaque: dict[Square, Stop] = {}
        self.dark: dict[Square, int] = {}
        """Squares in clouds that stop sight, with the number of their cloud."""
        self.clouds: dict[int, KindWord] = {}
        """The kinds of those clouds."""
        if before is None or not self._take_over(board, before):
            self._read_ground(board)
            self._read_features(board)
        self._moves: dict[tuple[int, bool, bool], dict[Square, tuple[Square, ...]]] = {}

    def _take_over(self, board: Board, before: "Obstruction") -> bool:
        """Take over what stops on squares but those painted anew; False where more differs."""
        old, level = before._board, self.level
        painted = board.squares.get(level, {})
        squares = words_changed(old.squares.get(level, {}), painted)
        things: Iterable[Piece | Feature] = (
            *board.fields, *board.clouds, *board.features.values()
        )  # fmt: skip
        if (
            (old.kinds, old.fields, old.clouds, old.features)
            != (board.kinds, board.fields, board.clouds, board.features)
            or any(each.level == level and not squares.isdisjoint(each.squares) for each in things)
        ):  # fmt: skip
            return False
        walls, standing = _stops_on(board, {at: painted[at] for at in squares if at in painted})
        self.walls = _exchanged(before.walls, squares, walls)
        self.opaque = _exchanged(before.opaque, squares, walls)
        self.solid = _exchanged(before.solid, squares, {**standing, **walls})
        self.dark, self.clouds = before.dark, before.clouds
        return True

    def _read_ground(self, board: Board) -> None:
        for piece in (*board.fields, *board.clouds):
            if piece.level == self.level:
                self._lay(board, dict.fromkeys(piece.squares, piece.kind))
        self._lay(board, board.squares.get(self.level, {}))
        for number, piece in enumerate(board.clouds):
            if piece.level == self.level and "blinding" in qualities_of(board, piece.kind):
                self.dark.update(dict.fromkeys(piece.squares, number))
                self.clouds[number] = piece.kind

    def _lay(self, board: Board, squares: Mapping[Square, KindWord]) -> None:
        walls, standing = _stops_on(board, squares)
        for table in (self.walls, self.solid, self.opaque):
            table.update(walls)
        self.solid = {**standing, **self.solid}

    def _read_features(self, board: Board) -> None:
        for feature in board.features.values():
            if feature.level != self.level or not (feature.blocks or feature.blocks_sight):
                continue
            stop = Stop("feature", feature.id, feature.label)
            if feature.blocks:
                self.solid.update(dict.fromkeys(feature.squares, stop))
            if feature.blocks_sight:
                self.opaque.update(dict.fromkeys(feature.squares, stop))

    # Steps

    def is_inside(self, square: Square) -> bool:
        """Return whether a square is on the board."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def entry(self, square: Square, *, air: bool = False) -> Stop | None:
        """Return why a square cannot be stood on, or None."""
        if not self.is_inside(square):
            return BORDER
        return (self.walls if air else self.solid).get(square)

    def blocked(self, a: Square, b: Square, *, air: bool = False) -> Stop | None:
        """Return what stops a step between neighbouring squares, or None."""
        entry = self.entry(b, air=air)
        if entry is not None:
            return entry
        if a[0] == b[0] or a[1] == b[1]:
            return self.edges.get(edge_between(a, b)) if self.edges else None
        one, other = Square(b[0], a[1]), Square(a[0], b[1])
        first = self._round(a, one, b, air=air)
        if first is None or self._round(a, other, b, air=air) is None:
            return None
        return CORNER

    def _round(self, a: Square, way: Square, b: Square, *, air: bool) -> Stop | None:
        return self.blocked(a, way, air=air) or self.edges.get(edge_between(way, b))

    def fits(self, seat: Square, side: int = 1, *, air: bool = False) -> bool:
        """Return whether a footprint lies on the board, on no solid square, across no wall."""
        if side == 1:
            return self.entry(seat, air=air) is None
        left, top = seat[0] - (side - 1) // 2, seat[1] - (side - 1) // 2
        if left < 0 or top < 0 or left + side > self.width or top + side > self.height:
            return False
        solid = self.walls if air else self.solid
        columns, rows = range(left, left + side), range(top, top + side)
        if solid and any((x, y) in solid for y in rows for x in columns):
            return False
        if not self.edges:
            return True
        return not any(
            (x > left and (x, y, "w") in self.edges) or (y > top and (x, y, "n") in self.edges)
            for y in rows
            for x in columns
        )

    def moves(
        self, seat: Square, side: int = 1, *, air: bool = False, gaps: bool = False
    ) -> tuple[Square, ...]:
        """Return the seats one step away that a footprint can reach, straight ones first.

        With `gaps` one of a single square slips between two that touch at a corner.
        """
        known = self._moves.setdefault((side, air, gaps), {})
        found = known.get(seat)
        if found is None:
            found = (
                self._single_moves(seat, air) if side == 1 else self._moves_from(seat, side, air)
            )
            if gaps and side == 1:
                found += tuple(to for to in self._gaps(seat, air) if to not in found)
            known[seat] = found
        return found

    def _gaps(self, seat: Square, air: bool) -> Iterator[Square]:
        """Yield the squares corner to corner with one, where no thin wall shuts the corner."""
        x, y = seat
        for dx, dy in ((1, -1), (-1, -1), (1, 1), (-1, 1)):
            to, edges = Square(x + dx, y + dy), self.edges
            ways = (Square(to.x, y), Square(x, to.y))
            shut = all(
                edge_between(seat, way) in edges or edge_between(way, to) in edges for way in ways
            )
            if not shut and self.entry(to, air=air) is None:
                yield to

    def _single_moves(self, seat: Square, air: bool) -> tuple[Square, ...]:
        """Return what `_moves_from` does for a footprint of one square, faster."""
        x, y = seat
        solid, edges = (self.walls if air else self.solid), self.edges

        def enters(across: int, down: int) -> bool:
            inside = 0 <= across < self.width and 0 <= down < self.height
            return inside and (across, down) not in solid

        up = enters(x, y - 1) and (x, y, "n") not in edges
        right = enters(x + 1, y) and (x + 1, y, "w") not in edges
        down = enters(x, y + 1) and (x, y + 1, "n") not in edges
        left = enters(x - 1, y) and (x, y, "w") not in edges
        found = [
            Square(x + dx, y + dy)
            for goes, dx, dy in ((up, 0, -1), (right, 1, 0), (down, 0, 1), (left, -1, 0))
            if goes
        ]
        for vertical, dy in ((up, -1), (down, 1)):
            for level, dx in ((right, 1), (left, -1)):
                if (vertical or level) and enters(x + dx, y + dy):
                    first = vertical and (max(x, x + dx), y + dy, "w") not in edges
                    if first or (level and (x + dx, max(y, y + dy), "n") not in edges):
                        found.append(Square(x + dx, y + dy))
        return tuple(found)

    def _moves_from(self, seat: Square, side: int, air: bool) -> tuple[Square, ...]:
        x, y = seat
        up, right, down, left = (
            Square(x, y - 1), Square(x + 1, y), Square(x, y + 1), Square(x - 1, y),
        )  # fmt: skip
        can = {
            to: to for to in (up, right, down, left) if self.can_step(seat, to, side, air=air)
        }  # fmt: skip
        for over, across in ((up, right), (down, right), (down, left), (up, left)):
            to = Square(across.x, over.y)
            if (over in can and self.can_step(over, to, side, air=air)) or (
                across in can and self.can_step(across, to, side, air=air)
            ):
                can[to] = to
        return tuple(can)

    def can_step(self, seat: Square, to: Square, side: int = 1, *, air: bool = False) -> bool:
        """Return whether a footprint can take a straight step, all of it."""
        if not self.fits(to, side, air=air):
            return False
        if not self.edges:
            return True
        if side == 1:
            return edge_between(seat, to) not in self.edges
        left, top = seat[0] - (side - 1) // 2, seat[1] - (side - 1) // 2
        if seat[0] == to[0]:
            y = top if to[1] < seat[1] else top + side
            return not any((x, y, "n") in self.edges for x in range(left, left + side))
        x = left if to[0] < seat[0] else left + side
        return not any((x, y, "w") in self.edges for y in range(top, top + side))

    def step_stop(
        self, seat: Square, to: Square, side: int = 1, *, air: bool = False, gaps: bool = False
    ) -> Stop | None:
        """Return what stops a footprint on its step to a neighbouring seat, or None."""
        if to in self.moves(seat, side, air=air, gaps=gaps):
            return None
        return self.blocked(seat, to, air=air) or FOOTPRINT

    # Sight

    def sight_stop(self, a: Square, b: Square, by: Looking = USUAL) -> Stop | None:
        """Return what stops sight between two squares, or None; the same both ways.

        Squares of a blinding cloud stop a line as solid ones do; besides, nobody sees out of one
        or into it, and inside it only next to oneself.
        """
        if self.dark and a != b and (a in self.dark or b in self.dark):
            if distance(a, b) > 1 or not self.in_one_cloud(a, b, by):
                wall = None if a in self.dark else self._stop_along(a, b, self.thick)
                return wall or self.cloud_stop(a, b, by) or self._cloud(a)
            return self._stop_along(a, b, self.opaque)
        if not (self.sight_edges or self.opaque or self.dark):
            return None
        if by.any_corner:
            return self._stop_by_corners(a, b)
        return self._stop_along(a, b, self.thick)

    def sees(self, a: Square, b: Square, by: Looking = USUAL) -> bool:
        """Return whether sight between two squares is free."""
        beyond = not (self.is_inside(a) and self.is_inside(b))  # as of somebody large at the edge
        if beyond or by.any_corner or (self.dark and (a in self.dark or b in self.dark)):
            return self.sight_stop(a, b, by) is None
        return self.eyes.sees(a, b)

    def seen_from(self, eye: Square, by: Looking = USUAL) -> frozenset[Square]:
        """Return every square of the board that is seen from one, itself among them."""
        if by.any_corner or not self.is_inside(eye):
            board = product(range(self.width), range(self.height))
            return frozenset(
                at for at in starmap(Square, board) if self.sight_stop(eye, at, by) is None
            )
        if eye not in self.dark:
            return self.eyes.seen_from(eye).squares() - self.dark.keys()
        near = product(range(eye[0] - 1, eye[0] + 2), range(eye[1] - 1, eye[1] + 2))
        return frozenset(
            at
            for at in starmap(Square, near)
            if self.is_inside(at) and self.sight_stop(eye, at, by) is None
        )

    @cached_property
    def thick(self) -> Mapping[Square, Stop]:
        """Squares that no line passes through: the solid ones, and those in blinding clouds."""
        if not self.dark:
            return self.opaque
        return {**dict.fromkeys(self.dark, CLOUD), **self.opaque}

    @cached_property
    def eyes(self) -> Eyes:
        """The same for looking from a square at all others at once."""
        return Eyes((self.width, self.height), self.thick, self.sight_edges)

    def _stop_along(self, a: Square, b: Square, thick: Mapping[Square, Stop]) -> Stop | None:
        return self._stop_among(line(a, b), b, thick)

    def _stop_among(
        self, steps: Iterable[Crossing], end: Square, thick: Mapping[Square, Stop]
    ) -> Stop | None:
        for before, after, corner in steps:
            stop = self._line_stop(before, after, corner, end, thick)
            if stop is not None:
                return stop._replace(at=before)
        return None

    def line_stop(
        self, before: Square, after: Square, corner: tuple[Square, Square] | None, end: Square
    ) -> Stop | None:
        """Return what stops one step of a line that ends at `end`; its two ends apart."""
        return self._line_stop(before, after, corner, end, self.thick)

    def _line_stop(
        self,
        before: Square,
        after: Square,
        corner: tuple[Square, Square] | None,
        end: Square,
        thick: Mapping[Square, Stop],
    ) -> Stop | None:
        if corner is None:
            stop = self.sight_edges.get(edge_between(before, after)) if self.sight_edges else None
            return stop or (thick.get(after) if after != end else None)
        if after != end and after in thick:
            return thick[after]
        one, other = corner
        first = self._sight_round(before, one, after, thick)
        if first is None or self._sight_round(before, other, after, thick) is None:
            return None
        return first if first.why == "cloud" else CORNER

    def _sight_round(
        self, a: Square, way: Square, b: Square, thick: Mapping[Square, Stop]
    ) -> Stop | None:
        return (
            thick.get(way)
            or self.sight_edges.get(edge_between(a, way))
            or self.sight_edges.get(edge_between(way, b))
        )

    def _stop_by_corners(self, a: Square, b: Square) -> Stop | None:
        """Return what stops every line from a corner of the one to a corner of the other."""
        stop: Stop | None = None
        for one, other in product(_corners(a), _corners(b)):
            steps = slanting_line(one, other, PARTS)
            found = self._stop_among(steps, b, self.thick)
            if found is None:
                return None
            stop = stop or found
        return stop

    def in_one_cloud(self, a: Square, b: Square, by: Looking = USUAL) -> bool:
        """Return whether two squares are in one blinding cloud; those of a kind that touch are."""
        if a not in self.dark or b not in self.dark:
            return False
        one, other = self.dark[a], self.dark[b]
        return one == other or (not by.each_cloud and self.clouds[one] == self.clouds[other])

    def cloud_stop(self, a: Square, b: Square, by: Looking = USUAL) -> Stop | None:
        """Return the cloud that stops the line between two centres, or None.

        Inside a blinding cloud one sees next to oneself; its border stops every line.
        """
        if not self.dark or (self.in_one_cloud(a, b, by) and distance(a, b) <= 1):
            return None
        if a in self.dark and a != b:
            return self._cloud(a)
        for before, after, corner in line(a, b):
            if after in self.dark or (corner is not None and self.dark.keys() >= set(corner)):
                return self._cloud(before)
        return None

    def _cloud(self, at: Square) -> Stop:
        return CLOUD._replace(at=at)


def _corners(square: Square) -> tuple[tuple[int, int], ...]:
    """Return the corners of a square, a little inside it, in parts of a square."""
    x, y = square[0] * PARTS, square[1] * PARTS
    return tuple((x + dx, y + dy) for dy in (1, PARTS - 1) for dx in (1, PARTS - 1))
