"""Difficult ground: each square of it entered costs a point more."""

from collections.abc import Iterator, Mapping

from desktop.core.model.board import Board, Feature, Piece
from desktop.core.model.memo import Memo
from desktop.core.model.paths import Step
from desktop.core.model.place import Place, Spot
from desktop.core.model.underfoot import Layer, qualities_of
from desktop.core.model.words import FighterId
from desktop.core.packs.squares.ground import newly_covered
from desktop.core.rules.book import Pack, Rulebook, StepCost
from desktop.core.rules.near import foot_side
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef

COSTS = RuleRef("GRID-DIFFICULT-02")
_memo = Memo()


def _parts(book: Rulebook, state: CombatState, who: FighterId, step: Step) -> Iterator[Part]:
    """Yield what makes a step dearer: once for a square, or by one reading for every source."""
    hampering = _hampering(state)
    if step.after not in hampering and foot_side(state, who) == 1:
        return
    each = reads(state, "grid_difficult_stack", "each source")
    aloft = state.fighters[who].above > 0
    for spot in newly_covered(state, who, step.before, step.after):
        for layer in hampering.get(spot, ()):
            if layer.of == "cloud" or not aloft:
                key = f"difficult {layer.of} {layer.kind}" if each else "difficult"
                yield Part(
                    key=key, says=layer.kind or "difficult", does="adds", rule=COSTS,
                    ruling="grid_difficult_stack",
                )  # fmt: skip


class _Last:
    """What was asked for last: a search asks thousands of times in one state."""

    state: CombatState | None = None
    found: Mapping[Spot, tuple[Layer, ...]] = {}


def _hampering(state: CombatState) -> Mapping[Spot, tuple[Layer, ...]]:
    """Return what is difficult on each square where anything is."""
    if _Last.state is not state:
        board = state.encounter.board
        parts = (board.squares, board.kinds, board.fields, board.clouds, board.features)
        _Last.found = _memo.get("difficult", parts, lambda: _looked_up(state.place))
        _Last.state = state
    return _Last.found


def _looked_up(place: Place) -> dict[Spot, tuple[Layer, ...]]:
    found: dict[Spot, tuple[Layer, ...]] = {}
    for spot in _spots(place.board):
        layers = place.underfoot.layers(*spot)
        found[spot] = tuple(layer for layer in layers if "difficult" in layer.qualities)
    return {spot: layers for spot, layers in found.items() if layers}


def _spots(board: Board) -> Iterator[Spot]:
    """Yield every square on which something of a difficult kind may lie."""
    for level, painted in board.squares.items():
        kinds = {kind for kind in set(painted.values()) if "difficult" in qualities_of(board, kind)}
        yield from (Spot(level, at) for at, kind in painted.items() if kind in kinds)
    things: list[Piece | Feature] = [*board.fields, *board.clouds, *board.features.values()]
    for thing in things:
        if "difficult" in qualities_of(board, thing.kind):
            yield from (Spot(thing.level, at) for at in thing.squares)


CHAPTER = Pack(name="squares", step_costs=(StepCost("squares", _parts),))
