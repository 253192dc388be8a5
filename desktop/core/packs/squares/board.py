"""What stands in the way on squares: walls, thin walls, doors, obstacles, too little room."""

from collections.abc import Iterator

from desktop.core.model.footprint import side_of
from desktop.core.model.geometry import distance
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.rules.book import Leg, Pack, Rulebook
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal
from desktop.core.rules.walk import OVER
from desktop.core.rules.ways import barred_by


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    """Yield what stops the first step of a leg that cannot be taken.

    In the space of zones positions mean nothing, and only what shuts a link stops anybody.
    """
    fighter = state.fighters[who]
    if not book.space.on_squares or fighter.seat is None:
        return
    size, over = side_of(state.people[who].profile), not OVER.isdisjoint(leg.gaits)
    flies = fighter.above > 0 or "fly" in leg.gaits
    gaps = reads(state, "grid_diagonal_gap", "may pass")
    before = Spot(fighter.level, fighter.seat)
    for place, after in enumerate(leg.path, start=1):
        air = flies or (over and place < len(leg.path))
        if after.level == before.level and distance(after.square, before.square) == 1:
            ground = state.place.ground(after.level)
            stop = ground.step_stop(before.square, after.square, size, air=air, gaps=gaps)
            if stop is not None:
                yield barred_by(stop)
                return
        before = after


CHAPTER = Pack(name="squares", stops=(_stops,))
