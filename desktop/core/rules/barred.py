"""What a barrier bars: the links that it stands on, or all those of the zone it leads into."""

from desktop.core.model.board import Link
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState


def barrier_on(state: CombatState, link: Link) -> Link | None:
    """Return the barrier that bars a link: itself, or by one reading that of a zone it joins.

    By that reading a barrier sits on the zone that its link leads into.
    """
    if link.kind == "barrier":
        return link
    if link.kind == "sight" or not reads(state, "barrier_scope", "whole zone"):
        return None
    ends = (link.from_, link.to)
    barriers = (each for each in state.encounter.board.links.values() if each.kind == "barrier")
    return next((each for each in barriers if each.to in ends), None)
