"""What entering a square brings: where one came from, and whether it is worth stopping for."""

from desktop.core.model.place import Spot
from desktop.core.model.underfoot import OPEN_AIR
from desktop.core.model.words import FighterId
from desktop.core.packs.squares.ground import having, newly_covered
from desktop.core.rules.book import Leg, Pack, Rulebook
from desktop.core.rules.events import MarkSet
from desktop.core.rules.marks import place_key, place_of
from desktop.core.rules.near import covered_at, foot_side
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState

BRINGS = frozenset(("damaging", "slippery", "void"))
"""Qualities of squares that do something to whoever enters."""
CAME = "came from"
"""The mark on a fighter of several squares with the seat that it leaves for something notable."""


def spots_at(state: CombatState, who: FighterId, spot: Spot) -> tuple[Spot, ...]:
    """Return the squares that a fighter covers with its seat on a square."""
    return tuple(Spot(spot.level, at) for at in covered_at(state, who, spot.square))


def _notable(book: Rulebook, state: CombatState, who: FighterId, spot: Spot) -> bool:
    """Whether entering a square brings something."""
    if not book.space.on_squares:
        return False
    found, aloft = having(state, BRINGS), state.fighters[who].above > 0
    spots = spots_at(state, who, spot)
    if found and any(
        layer.of == "cloud" or not aloft for each in spots for layer in found.get(each, ())
    ):
        return True
    over = not aloft and state.encounter.board.levels[spot.level].height > 0
    return over and any(OPEN_AIR in state.place.layers(*each) for each in spots)


def entered(state: CombatState, who: FighterId, leg: Leg) -> tuple[Spot, ...]:
    """Return the squares that a fighter has newly come onto with the last step of a leg."""
    after = leg.path[-1]
    before = leg.path[-2] if len(leg.path) > 1 else place_of(state.mark(who, CAME))
    return newly_covered(state, who, before, after)


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    fighter = now.state.fighters[who]
    if foot_side(now.state, who) == 1 or fighter.seat is None or len(leg.path) != 1:
        return
    if _notable(now.book, now.state, who, leg.path[0]):
        here = place_key(Spot(fighter.level, fighter.seat))
        now.happens(MarkSet(subject=who, name=CAME, value=here))


def _entered(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    if now.state.mark(who, CAME) is not None:
        now.happens(MarkSet(subject=who, name=CAME, value=None))


FIRST = Pack(name="squares", notable=(_notable,), leaving=(_leaving,))
LAST = Pack(name="squares", entering=(_entered,))
