"""From a path over squares to the legs of a walk: where each ends, and how it is gone."""

from collections.abc import Callable, Sequence

from desktop.core.model.geometry import distance
from desktop.core.model.paths import Path, Step
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, Square
from desktop.core.rules.book import Leg
from desktop.core.rules.events import Moved
from desktop.core.rules.fold import fold
from desktop.core.rules.marks import ENGAGED
from desktop.core.rules.near import touches as touching
from desktop.core.rules.state import CombatState
from desktop.core.rules.ways import Going


def legs_of(going: Going, path: Path, charge_at: Callable[[float], int]) -> tuple[Leg, ...]:
    """Return the legs of a path.

    One ends in each new zone and at each link that is climbed or goes from end to end, before each
    step out of the reach of somebody that the fighter is Engaged with, and with each movement where
    a book goes by movements.
    """
    legs: list[Leg] = []
    run: list[Step] = []
    spent, charge, state = 0.0, 0, going.state
    for step in path.steps:
        apart = _parts_from_a_foe(state, going.who, step)
        paced = charge_at(spent) != charge and going.is_paced(step.before)
        if run and (apart or paced or _is_alone(going, step)):
            legs.append(_leg(going, run, charge if paced else charge_at(spent)))
            run = []
        charge = charge_at(spent)
        run.append(step)
        spent += going.price(step) + sum(part.amount for part in going.extras(step))
        if step.enters is not None or _is_alone(going, step):
            legs.append(_leg(going, run, charge_at(spent)))
            run = []
        state = _gone(state, going.who, step.after)
    if run:
        legs.append(_leg(going, run, charge_at(spent)))
    return tuple(legs)


def _is_alone(going: Going, step: Step) -> bool:
    """Whether a step is a leg of its own: over a link that is climbed or goes from end to end."""
    if step.link is None:
        return False
    ends = step.before.level != step.after.level or distance(*_squares(step)) > 1
    return ends or going.gaits(step) != going.gaits(step._replace(link=None))


def _squares(step: Step) -> tuple[Square, Square]:
    return step.before.square, step.after.square


def _leg(going: Going, run: Sequence[Step], charge: int) -> Leg:
    last = run[-1]
    return Leg(
        path=tuple(step.after for step in run),
        leaves=run[0].leaves if last.enters is not None else None,
        enters=last.enters,
        link=last.link or "",
        charge=charge,
        gaits=going.gaits(last),
    )


def _gone(state: CombatState, who: FighterId, spot: Spot) -> CombatState:
    above = state.fighters[who].above
    return fold(state, Moved(who=who, how="walked", level=spot.level, to=spot.square, above=above))


def _parts_from_a_foe(state: CombatState, who: FighterId, step: Step) -> bool:
    """Whether a step goes out of the reach of somebody that a fighter is Engaged with."""
    foes = [FighterId(foe) for foe in state.related(ENGAGED, who) if foe in state.fighters]
    near = [foe for foe in foes if touching(state, foe, who)]
    if not near:
        return False
    after = _gone(state, who, step.after)
    return any(not touching(after, foe, who) for foe in near)
