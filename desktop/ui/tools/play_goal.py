"""Where a click on a place sends a fighter, where zones measure."""

from desktop.core.model.footprint import covered, side_of
from desktop.core.model.words import At, FighterId, LevelId, Square, ZoneId
from desktop.core.rules.riders import mover_of
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState


def goal_in(state: CombatState, who: FighterId, zone: ZoneId, square: Square, level: LevelId) -> At:
    """Return the square that was clicked, or its zone where the fighter cannot just stand there.

    Next to somebody is within their reach, which a click on the ground does not mean.
    """
    mover = mover_of(state, who)
    side = side_of(state.people[mover].profile)
    place = state.place
    seat = covered(square, side)
    if not place.fits(level, square, side):
        return zone
    if any(place.zone_at(level, each) != zone for each in seat):
        return zone
    near = {
        Square(x, y)
        for x in range(square.x - 1, square.x + side + 1)
        for y in range(square.y - 1, square.y + side + 1)
    }
    for other, fighter in state.fighters.items():
        if other in (who, mover) or fighter.level != level:
            continue
        if not near.isdisjoint(footprint_of(state, other)):
            return zone
    return square
