"""What is drawn over the board in Play: how far a turn goes, a way with its price, range bands."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import pairwise
from math import ceil, floor

from desktop.core.model.footprint import side_of
from desktop.core.model.geometry import Outline, box
from desktop.core.model.place import Place
from desktop.core.model.words import FighterId, LevelId, Point, Square, ZoneId
from desktop.core.rules.book import Plan, Reach
from desktop.core.rules.seating import taken_on
from desktop.core.rules.state import CombatState
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Shape
from desktop.ui.fight import Fight
from desktop.ui.menus.sentences import wrapped

KINDS: dict[str, ink.ReachKind] = {
    "free": "free", "move": "move", "run": "run", "move and run": "run",
}  # fmt: skip
LABEL_SQ = 6
"""About how many squares a label is long."""
LETTERS_A_SQUARE = 3
LABELS = {"free": "Free", "move": "Move", "run": "Run", "move and run": "Move and Run"}


def reach_shape(state: CombatState, reach: Reach, level: LevelId) -> ink.Reach | None:
    """Return how far a fighter goes, on one level; None where that is nowhere."""
    place = state.place
    zones: dict[str, list[ZoneId]] = {}
    for zone, pay in reach.zones.items():
        if pay in KINDS and state.encounter.board.zones[zone].level == level:
            zones.setdefault(pay, []).append(zone)
    squares: dict[str, set[Square]] = {}
    for (on, square), pay in reach.squares.items():
        if pay in KINDS and on == level:
            squares.setdefault(pay, set()).add(square)
    taken = taken_on(state, level)
    parts = tuple(
        ink.ReachPart(
            KINDS[pay],
            frozenset(squares.get(pay, ())),
            tuple(place.outlines[zone] for zone in zones.get(pay, ())),
            reach.says.get(pay, LABELS[pay]),
            _bare(squares.get(pay, set()), taken),
            tuple(_bare_in(place, zone, taken, LABELS[pay]) for zone in zones.get(pay, ())),
        )
        for pay in KINDS
        if pay in zones or pay in squares
    )
    return ink.Reach(parts) if parts else None


def _bare_in(place: Place, zone: ZoneId, taken: Container[Square], label: str) -> Square | None:
    """Return the lowest square of a zone where a label covers nobody; None for its corner."""
    left, _, _, bottom = box(place.outlines[zone])
    wide = len(label) // LETTERS_A_SQUARE + 1
    corner = Square(floor(left), ceil(bottom) - 1)

    def covers(at: Square) -> bool:
        return any((at.x + along, at.y) in taken for along in range(wide))

    if not covers(corner):
        return None
    squares = place.squares_of(zone)
    return next(
        (
            at for at in sorted(squares, key=lambda at: (-at.y, at.x))
            if not covers(at) and (at.x + wide - 1, at.y) in squares
        ),
        None,
    )  # fmt: skip


def _bare(squares: Iterable[Square], taken: Container[Square]) -> Square | None:
    """Return the lowest square where a label covers nobody."""
    for at in sorted(squares, key=lambda at: (-at.y, at.x)):
        if not any((at.x + along, at.y) in taken for along in range(LABEL_SQ)):
            return at
    return None


def way_shapes(
    state: CombatState, plan: Plan, level: LevelId, corners: Iterable[tuple[LevelId, Square]] = ()
) -> list[Shape]:
    """Return a plan's way on one level, with what it costs and what it brings where."""
    start = state.fighters[plan.who].seat
    here = state.fighters[plan.who].level
    squares = [start] if start is not None and here == level else []
    notes: list[tuple[Square, str]] = []
    for number, leg in enumerate(plan.legs):
        squares += [square for on, square in leg.path if on == level]
        said = [each.says for each in plan.consequences if each.at == number]
        if said and leg.path and leg.path[-1][0] == level:
            notes.append((leg.path[-1][1], ", ".join(said)))
    if not squares:
        return []
    refused = bool(plan.refusals)
    text = wrapped(plan.says) if not refused else ""
    return [
        ink.Way(
            tuple(squares), text, 0 if refused else None, tuple(notes) if refused else (),
            side_of(state.people[plan.who].profile),
            tuple(square for on, square in corners if on == level),
        )
    ]  # fmt: skip


def ranges_shape(fight: Fight, who: FighterId, level: LevelId) -> ink.Ranges | None:
    """Return the range bands around a fighter on one level, as far as there are any."""
    state = fight.state
    if not state.on_board(who):
        return None
    bands = fight.book.space.bands(state, who, level)
    size = state.place.size
    return ink.Ranges(
        tuple(
            (band.outline, _label_at(band.outline, size) if band.ring else None, band.says)
            for band in bands
        ),
        size,
    )


def _label_at(ring: Outline, size: tuple[int, int]) -> Point:
    """Return where a ring is named: at its top or bottom, else where it enters the board."""
    left, top, right, bottom = box(ring)
    wide, high = size
    middle = (left + right) / 2
    if 0 <= middle <= wide and (0 <= top <= high or 0 <= bottom <= high):
        return Point(middle, top if 0 <= top <= high else bottom)
    on_board = [
        Point(x, max(0, min(one.y, other.y)))
        for one, other in pairwise((*ring, ring[0]))
        for x in (max(0, min(one.x, other.x)), min(wide, max(one.x, other.x)))
        if 0 <= x <= wide and min(one.x, other.x) <= x <= max(one.x, other.x)
        if min(one.y, other.y) <= high and max(one.y, other.y) >= 0
    ]
    return min(on_board, key=lambda at: (at.y, -at.x), default=Point(middle, top))


def beside(at: Point, text: str, *, refused: bool) -> ink.Beside:
    """Return a sentence beside the pointer."""
    return ink.Beside(at, wrapped(text), "refusal" if refused else "hint")
