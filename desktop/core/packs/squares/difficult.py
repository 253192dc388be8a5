"""Difficult ground: each square of it entered costs a point more."""

from collections.abc import Iterator

from desktop.core.model.paths import Step
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.squares.ground import having, newly_covered
from desktop.core.rules.book import Pack, Rulebook, StepCost
from desktop.core.rules.near import covered_at, foot_side
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef

COSTS = RuleRef("GRID-DIFFICULT-02")
DIFFICULT = frozenset(("difficult",))


def _parts(book: Rulebook, state: CombatState, who: FighterId, step: Step) -> Iterator[Part]:
    """Yield what makes a step dearer: once for a square, or by one reading for every source."""
    hampering = having(state, DIFFICULT)
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


def _least(state: CombatState, who: FighterId, spot: Spot) -> float:
    """Return what a seat costs more at least: nothing where part of it may be covered before."""
    hampering, aloft = having(state, DIFFICULT), state.fighters[who].above > 0
    for at in covered_at(state, who, spot.square):
        layers = hampering.get(Spot(spot.level, at), ())
        if not any(layer.of == "cloud" or not aloft for layer in layers):
            return 0.0
    return 1.0


CHAPTER = Pack(name="squares", step_costs=(StepCost("squares", _parts, _least),))
