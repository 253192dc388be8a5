"""Cover beside an obstacle."""

from collections.abc import Iterator

from desktop.core.model.encounter import HEROES
from desktop.core.model.geometry import distance, line
from desktop.core.model.words import FighterId, Square
from desktop.core.packs.squares.edges import cut, is_deed
from desktop.core.rules.book import Leg, Pack, Plan, Rulebook
from desktop.core.rules.events import MarkSet, Until
from desktop.core.rules.marks import place_key
from desktop.core.rules.near import spots_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

BESIDE = RuleRef("GRID-COVER-01")
LASTS = RuleRef("GRID-COVER-02")
COUNTS = RuleRef("GRID-COVER-03")
STEPPING = "leaves its cover"
"""The mark on a fighter that, by one reading, has no cover until its walk has ended: where to."""


def covers_of(state: CombatState, who: FighterId) -> tuple[Square, ...]:
    """Return the squares of obstacles that a fighter is beside; walls are none."""
    mine = spots_of(state, who)
    if not mine:
        return ()
    ground = state.place.ground(mine[0].level)
    return tuple(
        at
        for at in _around(mine[0].square, len(mine))
        if at in ground.solid
        and at not in ground.walls
        and at not in ground.opaque
        and any(distance(at, spot.square) == 1 for spot in mine)
    )


def _around(seat: Square, count: int) -> Iterator[Square]:
    side = round(count**0.5)
    low, high = -((side - 1) // 2) - 1, side - (side - 1) // 2
    for y in range(seat[1] + low, seat[1] + high + 1):
        for x in range(seat[0] + low, seat[0] + high + 1):
            yield Square(x, y)


def in_cover(state: CombatState, who: FighterId, against: FighterId | None = None) -> bool:
    """Whether a fighter has cover beside an obstacle, by one reading from a side only."""
    if reads(state, "grid_cover_who", "heroes only") and state.side_of(who) != HEROES:
        return False
    if state.mark(who, STEPPING):
        return False
    covers = covers_of(state, who)
    if not covers or against is None or not reads(state, "grid_cover_side", "between only"):
        return bool(covers)
    return any(
        step.after in covers
        for mine in spots_of(state, against)
        for theirs in spots_of(state, who)
        for step in line(mine.square, theirs.square)
    )


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    target = wanted.against
    if not is_deed(wanted) or target is None or not book.space.on_squares:
        return
    if in_cover(state, target, wanted.who):
        yield cut(state, "beside an obstacle", "target beside an obstacle", COUNTS)


# By one reading a step ends it, until a walk ends beside an obstacle again


def _set_out(now: Now, who: FighterId, plan: Plan) -> None:
    if not plan.legs or not reads(now.state, "grid_cover_end", "any step"):
        return
    path, until = plan.legs[-1].path, Until("end of turn", who=who)
    end = place_key(path[-1]) if path else True
    now.happens(MarkSet(subject=who, name=STEPPING, value=end, until=until, rule=LASTS))


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    if leg.path and now.state.mark(who, STEPPING) == place_key(leg.path[-1]):
        now.happens(MarkSet(subject=who, name=STEPPING, value=None, rule=LASTS))


CHAPTER = Pack(name="squares", parts=(_parts,), set_out=(_set_out,), entering=(_entering,))
