"""What stands in the way on squares: walls, thin walls, doors, obstacles, too little room."""

from collections.abc import Iterator, Mapping

from desktop.core.model.footprint import side_of
from desktop.core.model.geometry import distance
from desktop.core.model.obstruction import Stop, Why
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.rules.book import Leg, Pack, Rulebook
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

RULES: Mapping[Why, RuleRef] = {
    "border": RuleRef("GRID-SIZE-02"),
    "wall": RuleRef("GRID-WALL-02"),
    "door": RuleRef("GRID-DOOR-01"),
    "obstacle": RuleRef("GRID-OBSTACLE-03"),
    "feature": RuleRef("GRID-OBSTACLE-03"),
    "corner": RuleRef("GRID-THIN-02"),
    "footprint": RuleRef("GRID-SIZE-02"),
    "cloud": RuleRef("GRID-SIGHT-01"),
    "floor": RuleRef("GRID-SIGHT-01"),
}
"""The rule behind each thing that stops a step or a line."""
INSTEAD: Mapping[Why, str] = {"door": "Open it first.", "obstacle": "Go round it or leap over it."}


def refusal_of(stop: Stop) -> Refusal:
    """Return a stop as the refusal of a step."""
    says = f"{stop.says[:1].upper()}{stop.says[1:]} is in the way."
    return Refusal(says, RULES[stop.why], INSTEAD.get(stop.why, ""))


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    """Yield what stops the first step of a leg that cannot be taken.

    In the space of zones positions mean nothing, and only what shuts a link stops anybody.
    """
    fighter = state.fighters[who]
    if book.space.name == "zones" or fighter.seat is None:
        return
    size, air = side_of(state.people[who].profile), fighter.above > 0
    before = Spot(fighter.level, fighter.seat)
    for after in leg.path:
        if after.level == before.level and distance(after.square, before.square) == 1:
            ground = state.place.ground(after.level)
            stop = ground.step_stop(before.square, after.square, size, air=air)
            if stop is not None:
                yield refusal_of(stop)
                return
        before = after


CHAPTER = Pack(name="squares", stops=(_stops,))
