"""Where a door is at hand: the squares on both sides of it, and who can lay hands on it."""

from desktop.core.model.board import Door
from desktop.core.model.geometry import beside, edges_along
from desktop.core.model.words import FighterId, Square
from desktop.core.rules.book import Rulebook
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState


def doorway(door: Door) -> frozenset[Square]:
    """Return the squares on both sides that a door's edges bound."""
    return frozenset(square for edge in edges_along(door.on) for square in beside(edge))


def at_door(book: Rulebook, state: CombatState, who: FighterId, door: Door) -> bool:
    """Whether a fighter can lay hands on a door: from its zone, or from a square beside it."""
    fighter, squares = state.fighters[who], doorway(door)
    if fighter.seat is None:
        return False
    if book.space.on_squares:
        return fighter.level == door.level and not squares.isdisjoint(footprint_of(state, who))
    zone = state.zone_of(who)
    if zone is None:
        return False
    return any(way.link.through == door.id for way in state.place.links_of(zone)) or any(
        state.place.zone_at(door.level, square) == zone for square in squares
    )
