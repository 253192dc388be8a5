"""Light clouds: a cut for whoever looks across the threshold of one. Dark ones stop sight."""

from collections.abc import Iterator, Mapping

from desktop.core.model.board import Board
from desktop.core.model.geometry import distance, line
from desktop.core.model.memo import Memo
from desktop.core.model.place import Spot
from desktop.core.model.underfoot import qualities_of
from desktop.core.model.words import FighterId, LevelId, Square
from desktop.core.packs.squares.edges import cut, is_deed
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.lines import clear
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

CROSSES = RuleRef("GRID-CLOUD-03")
_memo = Memo()

Clouds = Mapping[Square, int]
"""The number of the light cloud that each square is in."""


def crossed(state: CombatState, a: Spot, b: Spot) -> frozenset[int]:
    """Return the light clouds whose threshold the line between two squares crosses."""
    if a.level != b.level:
        ends = [_in_cloud(state, spot) for spot in (a, b)]
        return frozenset(number for number in ends if number is not None)
    clouds = _clouds(state, a.level)
    if not clouds:
        return frozenset()
    found: set[int] = set()
    for before, after, corner in line(a.square, b.square):
        one, other = clouds.get(before), clouds.get(after)
        if one != other:
            found |= {number for number in (one, other) if number is not None}
        if corner is not None:
            beside = {clouds.get(square) for square in corner}
            if len(beside) == 1 and beside != {one}:
                found |= {number for number in beside if number is not None}
    return frozenset(found)


def fewest(state: CombatState, one: FighterId, other: str) -> frozenset[int]:
    """Return the clouds crossed on the best of all lines that one can look along."""
    best: frozenset[int] | None = None
    for pair in clear(state, one, other):
        found = crossed(state, *pair)
        if not found:
            return found
        if best is None or len(found) < len(best):
            best = found
    return best or frozenset()


def _in_cloud(state: CombatState, spot: Spot) -> int | None:
    return _clouds(state, spot.level).get(spot.square)


def _clouds(state: CombatState, level: LevelId) -> Clouds:
    board = state.encounter.board
    each = reads(state, "grid_threshold_merge", "each cloud")
    parts = (board.clouds, board.kinds)
    return _memo.get((level, each), parts, lambda: _numbered(board, level, each))


def _numbered(board: Board, level: LevelId, each: bool) -> Clouds:
    """Return which light cloud each square is in; those of a kind that touch are one."""
    found: dict[Square, int] = {}
    kinds: dict[Square, str] = {}
    for number, piece in enumerate(board.clouds):
        if piece.level == level and "obscuring" in qualities_of(board, piece.kind):
            found.update(dict.fromkeys(piece.squares, number))
            kinds.update(dict.fromkeys(piece.squares, piece.kind))
    return found if each else _merged(kinds)


def _merged(kinds: Mapping[Square, str]) -> dict[Square, int]:
    found: dict[Square, int] = {}
    for number, start in enumerate(kinds):
        waiting = [start] if start not in found else []
        while waiting:
            at = waiting.pop()
            if at in found:
                continue
            found[at] = number
            near = (Square(at[0] + dx, at[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            waiting += [
                to
                for to in near
                if kinds.get(to) == kinds[start] and to not in found and distance(at, to)
            ]
    return found


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    target = wanted.against
    if not is_deed(wanted) or target is None or not book.space.on_squares:
        return
    found = sorted(fewest(state, wanted.who, target))
    if found and not reads(state, "grid_light_cuts", "each cloud"):
        found = found[:1]
    for place, _ in enumerate(found):
        key = f"light cloud {place + 1}" if place else "light cloud"
        yield cut(state, key, "across the edge of a light cloud", CROSSES)


CHAPTER = Pack(name="squares", parts=(_parts,))
