"""Riders go where their mounts go, whatever the book."""

from desktop.core.model.words import FighterId
from desktop.core.rules.events import Moved
from desktop.core.rules.marks import RIDING
from desktop.core.rules.state import CombatState


def mover_of(state: CombatState, who: FighterId) -> FighterId:
    """Return who goes when a fighter wants to go somewhere: what it rides, else itself."""
    for other in state.related(RIDING, who):
        if other in state.fighters and state.on_board(FighterId(other)) and state.on_board(who):
            return FighterId(other)
    return who


def carried(state: CombatState, mount: FighterId, to: Moved | None = None) -> tuple[Moved, ...]:
    """Return the facts that take riders along to where their mount is, or is about to be."""
    fighter = state.fighters[mount]
    level, seat, above = fighter.level, fighter.seat, fighter.above
    if to is not None:
        level, seat, above = to.level, to.to, to.above
    if seat is None:
        return ()
    facts: list[Moved] = []
    for each in state.relations:
        rider = state.fighters.get(FighterId(each.one))
        if each.kind != RIDING or each.other != mount or rider is None or rider.seat is None:
            continue
        if (rider.level, rider.seat, rider.above) != (level, seat, above):
            facts.append(Moved(who=rider.id, how="carried", level=level, to=seat, above=above))
    return tuple(facts)
