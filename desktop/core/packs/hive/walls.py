"""Climbing walls: their tops are platforms, unless the board is played as flat tunnels."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.geometry import distance
from desktop.core.model.ground import kind_of
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, KindWord, LevelId, Square
from desktop.core.packs.hive.inches import inches
from desktop.core.packs.hive.paying import lacks, pay
from desktop.core.packs.hive.setup import ROOFED, mode
from desktop.core.packs.hive.statuses import active, unable
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Rulebook
from desktop.core.rules.events import Moved, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import square_metres
from desktop.core.rules.marks import PUSHED
from desktop.core.rules.near import is_on_wall, spot_named
from desktop.core.rules.now import Now
from desktop.core.rules.seating import taken_on
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.walk import spot_of

TOPS = RuleRef("ZM-SETUP-02")
WALLS = RuleRef("ZM-SETUP-05")
HEIGHT_IN = 4
"""How high a wall is where nobody says."""
BEYOND_SQ = 2
"""How far away the square may be that one comes down to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClimbWall(Doing):
    """Climb onto a wall, or over it to the square beyond."""

    deed: ClassVar[str] = "climbs a wall at {to}"

    to: Square
    level: LevelId | None = None
    """Unsaid: the one that the fighter is on, and no other will do."""


def is_wall(state: CombatState, level: LevelId, square: Square) -> bool:
    """Whether a square is a wall or a column."""
    return square in state.place.ground(level).walls


def top_in(state: CombatState, level: LevelId, square: Square) -> float:
    """Return the height of a wall's top in inches: what its kind says, else four."""
    word = state.encounter.board.squares.get(level, {}).get(square, KindWord(""))
    known = kind_of(state.encounter.board, word).metres
    return HEIGHT_IN if known is None else inches(state, known)


def _between(state: CombatState, who: FighterId, start: Spot, to: Square) -> bool:
    """Whether there is a wall to climb, onto, over or down from, on the way to a square."""
    if is_wall(state, start.level, to):
        return True
    ground = state.place.ground(start.level)
    if distance(start.square, to) == 1:
        if is_on_wall(state, who):
            return True
        stop = ground.blocked(start.square, to, air=True)
        return stop is not None and stop.why in ("wall", "corner")
    (ax, ay), (bx, by) = start.square, to
    middle = Square((ax + bx) // 2, (ay + by) // 2)
    return is_wall(state, start.level, middle)


def _refusals(book: Rulebook, state: CombatState, action: ClimbWall) -> Iterator[Refusal]:
    yield from unable(book, state, action.who)
    start = spot_of(state, action.who)
    if start is None:
        return
    yield from active(state, action.who, TOPS)
    yield from lacks(state, action.who, "simple", TOPS)
    name = label_of(state, action.who)
    if mode(state) == ROOFED:
        yield Refusal("The tunnels are roofed: nobody climbs over walls.", TOPS)
    far = distance(start.square, action.to)
    top = is_wall(state, start.level, action.to)
    near = action.level in (None, start.level) and 1 <= far <= (1 if top else BEYOND_SQ)
    if not near or not _between(state, action.who, start, action.to):
        yield Refusal(f"There is no wall between {name} and that square.", TOPS)
    elif action.to in taken_on(state, start.level, but=action.who):
        yield Refusal("Somebody stands there.", TOPS)
    elif not top and state.place.ground(start.level).entry(action.to) is not None:
        yield Refusal("Nobody can stand there.", WALLS)


def _resolve(now: Now, action: ClimbWall) -> None:
    start = spot_of(now.state, action.who)
    if start is None:
        return
    pay(now, action.who, "simple", TOPS)
    leg = Leg(path=(Spot(start.level, action.to),), leaves=None, enters=None, gaits=("climb",))
    if not now.book.gait("climb").passes(now, action.who, leg) or not now.state.on_board(
        action.who
    ):
        return
    above = 0.0
    if is_wall(now.state, start.level, action.to):
        high = top_in(now.state, start.level, action.to)
        says = "The wall is so many inches high"
        above = now.amount(f"wall|{action.who}", says, high, TOPS) * square_metres(now.state)
    now.happens(
        Moved(
            who=action.who, how="walked", level=start.level, to=action.to,
            path=(Spot(start.level, action.to),), above=above, rule=TOPS,
        )
    )  # fmt: skip


def _moved(now: Now, fact: Moved) -> None:
    """Whoever is moved off the top of a wall falls; in a push the push says when."""
    who = fact.who
    if fact.how not in ("walked", "forced") or fact.above <= 0 or now.state.mark(who, PUSHED):
        return
    if who not in now.before.fighters or not is_on_wall(now.before, who):
        return
    if is_on_wall(now.state, who) or now.state.people[who].profile.flies is not None:
        return
    now.happens(Said(text=f"{label_of(now.state, who)} falls off the wall", who=who, rule=TOPS))
    now.book.fall.fall(now, who, fact.above, rule=TOPS)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    start = spot_of(state, who)
    if start is None or not book.space.on_squares or mode(state) == ROOFED:
        return
    ground = state.place.ground(start.level)
    if ground.walls or ground.edges:
        own = (*unable(book, state, who), *lacks(state, who, "simple", TOPS))
        yield Offer(
            about="movement",
            key="climb wall", says="Climb a wall", cost="Move", wants="square",
            aimed=lambda target: _aimed(who, target), refusals=own,
        )  # fmt: skip


def _aimed(who: FighterId, target: str) -> ClimbWall:
    level, square = spot_named(target)
    return ClimbWall(who=who, to=square, level=level)


CHAPTER = Pack(
    name="hive",
    actions={ClimbWall: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    follows={Moved: (_moved,)},
)
