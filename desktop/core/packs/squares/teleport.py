"""Teleporting: from square to square without going there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.geometry import stride
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, LevelId, Square
from desktop.core.packs.squares.ground import bulk_at
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Pack, Rulebook
from desktop.core.rules.house import ORDER
from desktop.core.rules.labels import label_of
from desktop.core.rules.near import covered_at, foot_side
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.walk import go, leg_to, spot_of
from desktop.core.rules.ways import TAKEN, taken_by_others

WALLS = RuleRef("GRID-WALL-02")
LANDING = RuleRef("GRID-OBSTACLE-03")


@dataclass(frozen=True, slots=True, kw_only=True)
class Teleport(Doing):
    """Be somewhere else at once; what it costs is for whatever does it to say."""

    deed: ClassVar[str] = "teleports to {to}"

    to: Square
    level: LevelId | None = None


def _refusals(book: Rulebook, state: CombatState, action: Teleport) -> Iterator[Refusal]:
    here = spot_of(state, action.who)
    if here is None:
        yield Refusal(f"{label_of(state, action.who)} is not on the board.", ORDER)
        return
    to = Spot(action.level or here.level, action.to)
    yield from landing_refusals(state, action.who, to)
    passes = reads(state, "grid_wall_teleport", "teleport crosses")
    if not passes and here.level == to.level and is_walled_off(state, here, to):
        yield Refusal("A wall is in between.", WALLS, "Teleport to this side of it.")


def landing_refusals(state: CombatState, who: FighterId, to: Spot) -> Iterator[Refusal]:
    """Yield why a fighter cannot come down on a square."""
    taken = taken_by_others(state, who)
    side, place = foot_side(state, who), state.place
    for at in covered_at(state, who, to.square):
        other = taken.get(Spot(to.level, at))
        if other is not None:
            yield Refusal(
                f"{label_of(state, other)} stands there.", TAKEN, "Choose another square."
            )
            return
    may_stand = reads(state, "grid_obstacle_stand", "may stand")
    if not place.fits(to.level, to.square, side, air=may_stand):
        bulk = bulk_at(place, to.level, to.square)
        what = bulk.layer.kind if bulk is not None else "too little room"
        yield Refusal(f"Nobody can come down there: {what}.", LANDING, "Choose another square.")


def is_walled_off(state: CombatState, here: Spot, to: Spot) -> bool:
    """Whether a wall stands on the straight way from one square to another."""
    ground, at = state.place.ground(here.level), here.square
    for after in stride(here.square, to.square):
        if ground.blocked(at, after, air=True) is not None:
            return True
        at = after
    return False


def _resolve(now: Now, action: Teleport) -> None:
    here = spot_of(now.state, action.who)
    if here is None:
        return
    to = Spot(action.level or here.level, action.to)
    go(now, action.who, (leg_to(now.state, action.who, to, gaits=("teleport",)),), "forced")


CHAPTER = Pack(name="squares", actions={Teleport: ActionRule(refusals=_refusals, resolve=_resolve)})
