"""What is on a square, by its qualities: what hinders a step, and what stands there to break."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from desktop.core.model.board import Feature, Piece
from desktop.core.model.footprint import covered
from desktop.core.model.ground import kind_of
from desktop.core.model.memo import Memo
from desktop.core.model.place import Place, Spot
from desktop.core.model.underfoot import Layer, qualities_of
from desktop.core.model.words import FighterId, LevelId, Square
from desktop.core.rules.near import foot_side
from desktop.core.rules.state import CombatState

BREAKABLE = "breakable "
"""Before a square, the mark on a level: whether what stands there can be broken."""
CONJURED = "field"


class Bulk(NamedTuple):
    """Something that fills a square."""

    kind: Literal["wall", "obstacle"]
    layer: Layer
    square: Square

    @property
    def is_conjured(self) -> bool:
        """Whether somebody's deed made it."""
        return self.layer.of == CONJURED


def bulk_at(place: Place, level: LevelId, square: Square) -> Bulk | None:
    """Return the wall, or else the obstacle, that fills a square."""
    found: Bulk | None = None
    for layer in place.layers(level, square):
        is_tall = isinstance(layer.thing, Feature) and layer.thing.blocks_sight
        if "wall" in layer.qualities or ("obstacle" in layer.qualities and is_tall):
            return Bulk("wall", layer, square)
        if found is None and "obstacle" in layer.qualities:
            found = Bulk("obstacle", layer, square)
    return found


def is_breakable(state: CombatState, level: LevelId, bulk: Bulk) -> bool:
    """Whether a wall or obstacle can be broken: as the GM says of its square, else by its kind."""
    said = state.mark(level, mark_of(bulk.square))
    if said is not None:
        return bool(said)
    if bulk.is_conjured:
        return True
    own = kind_of(state.encounter.board, bulk.layer.kind).breakable
    return own if own is not None else bulk.kind == "obstacle"


def mark_of(square: Square) -> str:
    """Return the name of the mark that says whether what stands on a square breaks."""
    return f"{BREAKABLE}{square[0]},{square[1]}"


def qualities(state: CombatState, who: FighterId, spots: Iterable[Spot]) -> Iterator[Layer]:
    """Yield what reaches a fighter on squares; in the air only what is in the air itself."""
    aloft = state.fighters[who].above > 0
    for spot in spots:
        for layer in state.place.layers(*spot):
            if layer.of == "cloud" or not aloft:
                yield layer


class _Last:
    """What was asked for last: a search asks thousands of times in one state."""

    def __init__(self, state: CombatState) -> None:
        self.state = state
        self.found: dict[frozenset[str], Mapping[Spot, tuple[Layer, ...]]] = {}


_memo = Memo()
_last: list[_Last] = []


def having(state: CombatState, qualities: frozenset[str]) -> Mapping[Spot, tuple[Layer, ...]]:
    """Return what has any of these qualities on each square where anything has; no open air."""
    if not _last or _last[0].state is not state:
        _last[:] = [_Last(state)]
    known = _last[0].found.get(qualities)
    if known is None:
        board = state.encounter.board
        parts = (board.squares, board.kinds, board.fields, board.clouds, board.features)
        known = _last[0].found[qualities] = _memo.get(
            qualities, parts, lambda: _looked_up(state.place, qualities)
        )
    return known


def _looked_up(place: Place, wanted: frozenset[str]) -> dict[Spot, tuple[Layer, ...]]:
    board, underfoot = place.board, place.underfoot
    having: dict[Spot, tuple[Layer, ...]] = {}
    for level, painted in board.squares.items():
        kinds = {
            kind: underfoot.ground(kind)
            for kind in set(painted.values())
            if not wanted.isdisjoint(qualities_of(board, kind))
        }
        if kinds:
            having.update(
                (Spot(level, at), kinds[kind]) for at, kind in painted.items() if kind in kinds
            )
    things: list[Piece | Feature] = [*board.fields, *board.clouds, *board.features.values()]
    for spot in (Spot(thing.level, at) for thing in things for at in thing.squares):
        layers = underfoot.layers(*spot)
        several = tuple(each for each in layers if not wanted.isdisjoint(each.qualities))
        if several:
            having[spot] = several
    return having


def newly_covered(
    state: CombatState, who: FighterId, before: Spot | None, after: Spot
) -> tuple[Spot, ...]:
    """Return the squares that a fighter covers after a step and did not before."""
    side = foot_side(state, who)
    had: set[Square] = set()
    if before is not None and before.level == after.level:
        had = set(covered(before.square, side))
    return tuple(Spot(after.level, at) for at in covered(after.square, side) if at not in had)
