"""Outlines for zones that have none: equal rectangles in rows, linked ones side by side."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil, sqrt
from operator import attrgetter

from desktop.core.model.board import Board
from desktop.core.model.geometry import Outline, bounds, outline_of, squares_in
from desktop.core.model.words import LevelId, Square, ZoneId

CELL_WIDTH_SQ = 8
CELL_HEIGHT_SQ = 6
LEAST_SIZE_SQ = (8, 6)

Cell = tuple[int, int]
Box = tuple[float, float, float, float]
Near = tuple[Box, bool]
"""Left, top, right and bottom of a linked zone, and whether it is on another level."""
Neighbours = Mapping[ZoneId, Sequence[ZoneId]]


def outlines_for(board: Board) -> dict[ZoneId, Outline]:
    """Return an outline for each zone, its own or one that is laid out, in the file's order.

    The same board always gives the same outlines. Those laid out overlap no other of their
    level, and lie on the board unless it is too small for them all.
    """
    drawn = dict(zip(board.zones, map(attrgetter("outline"), board.zones.values()), strict=True))
    bare = [zone for zone, outline in drawn.items() if not outline]
    if not bare:
        return drawn
    linked = neighbours_of(board)
    if len(bare) == len(board.zones):
        laid_out = _from_cells(board, _cells(board, linked))
    else:
        laid_out = _beside_drawn(board, bare, linked)
    return {zone.id: zone.outline or laid_out[zone.id] for zone in board.zones.values()}


def size_for(board: Board, outlines: Mapping[ZoneId, Outline]) -> tuple[int, int]:
    """Return the size that a board says, or else needs; never less than its laid out zones."""
    laid_out = [
        outlines[zone.id] for zone in board.zones.values() if not zone.outline
    ]  # fmt: skip
    if board.size is not None:
        width, height = board.size
        needed = [bounds(outline) for outline in laid_out]
    else:
        width, height = LEAST_SIZE_SQ
        needed = [bounds(outline) for outline in outlines.values() if outline]
        needed += list(_extents(board))
    for _, _, right, bottom in needed:
        width, height = max(width, ceil(right)), max(height, ceil(bottom))
    return width, height


def _extents(board: Board) -> Iterator[Box]:
    for wall in board.walls:
        if wall.along:
            yield bounds(wall.along)
    for door in board.doors.values():
        yield bounds(door.on)
    areas: list[Collection[Square]] = [painted for painted in board.squares.values()]
    areas += [feature.squares for feature in board.features.values()]
    areas += [piece.squares for piece in (*board.fields, *board.clouds)]
    areas += [link.ends for link in board.links.values() if link.ends]
    for squares in areas:
        if squares:
            across, down = max(x for x, _ in squares), max(y for _, y in squares)
            yield 0, 0, across + 1, down + 1


def neighbours_of(board: Board) -> dict[ZoneId, list[ZoneId]]:
    """Return the zones that a link of any kind joins to each, in the file's order."""
    linked: dict[ZoneId, list[ZoneId]] = {zone: [] for zone in board.zones}
    for link in board.links.values():
        if link.from_ in linked and link.to in linked and link.from_ != link.to:
            for one, other in ((link.from_, link.to), (link.to, link.from_)):
                if other not in linked[one]:
                    linked[one].append(other)
    return linked


# Nothing is drawn yet: cells of a grid, then all of one size


def _cells(board: Board, linked: Neighbours) -> dict[ZoneId, Cell]:
    """Return each zone's column and row; zones of different levels may share one."""
    cells: dict[ZoneId, Cell] = {}
    row = 0
    for first in board.zones:
        if first in cells:
            continue
        part = _embed(board, first, linked, across=max(3, ceil(sqrt(len(board.zones)) * 1.5)))
        left, top = (min(cell[i] for cell in part.values()) for i in (0, 1))
        cells.update({zone: (x - left, y - top + row) for zone, (x, y) in part.items()})
        row = max(y for _, y in cells.values()) + 1
    return cells


def _embed(board: Board, first: ZoneId, linked: Neighbours, *, across: int) -> dict[ZoneId, Cell]:
    cells: dict[ZoneId, Cell] = {first: (0, 0)}
    used: set[tuple[LevelId, Cell]] = {(board.zones[first].level, (0, 0))}
    waiting = deque([first])
    while waiting:
        zone = waiting.popleft()
        for other in linked[zone]:
            if other in cells:
                continue
            level = board.zones[other].level
            near = [cells[known] for known in linked[other] if known in cells]
            cell = _best_cell(
                near, {cell for at, cell in used if at == level},
                above=level != board.zones[zone].level, across=across,
            )  # fmt: skip
            cells[other] = cell
            used.add((level, cell))
            waiting.append(other)
    return cells


def _best_cell(near: Sequence[Cell], used: set[Cell], *, above: bool, across: int) -> Cell:
    """Return the free cell that is nearest to all linked ones, straight beside them first."""

    def score(cell: Cell) -> tuple[int, int, int, int, int]:
        steps = [abs(cell[0] - x) + abs(cell[1] - y) for x, y in near]
        wrong = sum(step != 1 for step in steps) if not above else sum(steps)
        outside = max(0, cell[0] - across + 1) + max(0, -cell[0]) + max(0, -cell[1])
        return outside, wrong, sum(steps), cell[1], -cell[0]

    reach = 1
    while True:
        found = [
            (x + dx, y + dy)
            for x, y in near
            for dx in range(-reach, reach + 1)
            for dy in range(-reach, reach + 1)
            if (x + dx, y + dy) not in used
        ]
        if found:
            return min(found, key=score)
        reach += 1


def _from_cells(board: Board, cells: Mapping[ZoneId, Cell]) -> dict[ZoneId, Outline]:
    columns = max(x for x, _ in cells.values()) + 1
    rows = max(y for _, y in cells.values()) + 1
    wide, high = CELL_WIDTH_SQ, CELL_HEIGHT_SQ
    if board.size is not None:
        wide = max(1, min(wide, board.size[0] // columns))
        high = max(1, min(high, board.size[1] // rows))
    return {zone: outline_of(x * wide, y * high, wide, high) for zone, (x, y) in cells.items()}


# Some zones are drawn: rectangles in what is free beside them


def _beside_drawn(
    board: Board, bare: Sequence[ZoneId], linked: Neighbours
) -> dict[ZoneId, Outline]:
    boxes: dict[ZoneId, Box] = {}
    taken: dict[LevelId, set[Square]] = {level: set() for level in board.levels}
    for zone in board.zones.values():
        if zone.outline:
            boxes[zone.id] = bounds(zone.outline)
            taken.setdefault(zone.level, set()).update(squares_in(zone.outline))
    found: dict[ZoneId, Outline] = {}
    waiting = list(bare)
    while waiting:
        zone_id = next(
            (zone for zone in waiting if any(other in boxes for other in linked[zone])), waiting[0]
        )
        waiting.remove(zone_id)
        full = taken.setdefault(board.zones[zone_id].level, set())
        near = [
            (boxes[other], board.zones[other].level != board.zones[zone_id].level)
            for other in linked[zone_id]
            if other in boxes
        ]
        outline = _free_rectangle(board, full, near)
        found[zone_id] = outline
        boxes[zone_id] = bounds(outline)
        full.update(squares_in(outline))
    return found


def _free_rectangle(board: Board, full: set[Square], near: Sequence[Near]) -> Outline:
    width, height = board.size or _room(full, near)
    for wide, high in ((CELL_WIDTH_SQ, CELL_HEIGHT_SQ), (4, 3), (2, 2), (1, 1)):
        places = [
            (_apart(near, left, top, wide, high), top, left)
            for top in range(0, height - high + 1)
            for left in range(0, width - wide + 1)
            if (left, top) not in full and (left + wide - 1, top + high - 1) not in full
        ]
        for _, top, left in sorted(places):
            if full.isdisjoint(
                Square(x, y) for y in range(top, top + high) for x in range(left, left + wide)
            ):
                return outline_of(left, top, wide, high)
    return outline_of(max((x for x, _ in full), default=-1) + 1, 0, CELL_WIDTH_SQ, CELL_HEIGHT_SQ)


def _room(full: set[Square], near: Sequence[Near]) -> tuple[int, int]:
    right = max([x + 1 for x, _ in full] + [ceil(box[2]) for box, _ in near], default=0)
    bottom = max([y + 1 for _, y in full] + [ceil(box[3]) for box, _ in near], default=0)
    return right + CELL_WIDTH_SQ, max(bottom, CELL_HEIGHT_SQ)


def _apart(near: Sequence[Near], left: int, top: int, wide: int, high: int) -> float:
    """Return how far a rectangle is from those it is linked to.

    Nothing is touching along a side, or for one of another level lying over it.
    """
    total = 0.0
    for (x1, y1, x2, y2), above in near:
        gap_x = max(x1 - (left + wide), left - x2, 0)
        gap_y = max(y1 - (top + high), top - y2, 0)
        shared_x = min(x2, left + wide) - max(x1, left)
        shared_y = min(y2, top + high) - max(y1, top)
        misses = min(shared_x, shared_y) <= 0 if above else max(shared_x, shared_y) <= 0
        total += gap_x + gap_y + (1 if misses else 0)
        if above:
            total += (abs(x1 - left) + abs(y1 - top)) / 1000
    return total
