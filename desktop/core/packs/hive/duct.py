"""Ductways: two inches of crawling through what nobody could pass."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.board import Feature
from desktop.core.model.geometry import distance
from desktop.core.model.place import Spot
from desktop.core.model.words import FeatureId, FighterId, Square
from desktop.core.packs.hive import pieces
from desktop.core.packs.hive.holes import is_in, pits_of
from desktop.core.packs.hive.inches import crowded, is_near_spot, pick, shift
from desktop.core.packs.hive.paying import lacks, pay
from desktop.core.packs.hive.statuses import active, unable
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Rulebook
from desktop.core.rules.near import covered_at, foot_side
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import taken_on
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.ways import free_near

BRIDGES = RuleRef("ZM-DUCTWAY-01")
CRAWL = RuleRef("ZM-DUCTWAY-02")
ADDED = RuleRef("ZM-DUCTWAY-03")
LENGTH_SQ = 2
"""How long a ductway is at most, an inch a square."""
BESIDE = ((0, -1), (1, 0), (0, 1), (-1, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlThroughDuctway(Doing):
    """Crawl from one end of a ductway to the other."""

    deed: ClassVar[str] = "crawls through {duct}"

    duct: FeatureId


# Its two ends


def ends(state: CombatState, duct: Feature) -> tuple[Spot, ...]:
    """Return the squares at the mouths of a ductway: its stops, else those beside it.

    One that names a single stop has its first square for the other end.
    """
    stops = tuple(dict.fromkeys(Spot(stop.level, stop.at) for stop in duct.stops))
    if len(stops) >= 2:
        return stops[:2]
    if stops and duct.squares:
        return (Spot(duct.level, duct.squares[0]), stops[0])
    return _beside(state, duct)


def _beside(state: CombatState, duct: Feature) -> tuple[Spot, ...]:
    """Return the two free squares in line with a ductway, on opposite sides of it."""
    ground, own = state.place.ground(duct.level), set(duct.squares)
    for dx, dy in BESIDE[1:3]:
        ordered = sorted(own, key=lambda at: at[0] * dx + at[1] * dy)
        if not ordered:
            return ()
        one = Square(ordered[0].x - dx, ordered[0].y - dy)
        other = Square(ordered[-1].x + dx, ordered[-1].y + dy)
        if ground.fits(one) and ground.fits(other) and _is_bridge(state, duct, dx, dy):
            return (Spot(duct.level, one), Spot(duct.level, other))
    return ()


def _is_bridge(state: CombatState, duct: Feature, dx: int, dy: int) -> bool:
    """Whether a ductway lies across what cannot be passed, seen along one axis."""
    ground = state.place.ground(duct.level)
    steps = (
        (at, Square(at.x + sign * dx, at.y + sign * dy)) for at in duct.squares for sign in (1, -1)
    )
    if any((stop := ground.blocked(*step, air=True)) and stop.why == "wall" for step in steps):
        return True
    return all(
        ground.entry(Square(at.x + dy, at.y + dx)) is not None
        or ground.entry(Square(at.x - dy, at.y - dx)) is not None
        or ground.entry(at) is not None
        for at in duct.squares
    )


def length_sq(state: CombatState, duct: Feature) -> int:
    """Return how many squares lie between the ends of a ductway, or it covers."""
    two = ends(state, duct)
    if len(two) == 2 and two[0].level == two[1].level:
        return max(0, distance(two[0].square, two[1].square) - 1)
    return len(duct.squares)


def is_right_length(state: CombatState, duct: Feature) -> bool:
    """Whether a ductway is as long as one may be: two inches or less, by one reading just two."""
    length = length_sq(state, duct)
    return (
        length == LENGTH_SQ if reads(state, "zm_duct_wall", "exactly two") else length <= LENGTH_SQ
    )


# Crawling


def _near_end(book: Rulebook, state: CombatState, who: FighterId, spot: Spot) -> bool:
    fighter = state.fighters[who]
    if reads(state, "zm_duct_ends", "base contact") and book.space.on_squares:
        here = fighter.seat is not None and fighter.level == spot.level
        return here and spot.square in covered_at(state, who, fighter.seat or spot.square)
    return is_near_spot(book, state, who, spot)


def exits(book: Rulebook, state: CombatState, who: FighterId, duct: Feature) -> list[Spot]:
    """Return where a fighter may come out at the other end, the nearest to it first."""
    two = ends(state, duct)
    near = [spot for spot in two if _near_end(book, state, who, spot)]
    if len(two) < 2 or not near:
        return []
    far = two[1] if near[0] == two[0] else two[0]
    contact = reads(state, "zm_duct_ends", "base contact")
    around = [far.square] if contact else [
        Square(far.square.x + dx, far.square.y + dy)
        for dx, dy in sorted(
            ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)), key=lambda d: abs(d[0]) + abs(d[1])
        )
    ]  # fmt: skip
    ground, taken = state.place.ground(far.level), taken_on(state, far.level, but=who)
    pits = pits_of(state)
    return [
        Spot(far.level, at)
        for at in around
        if (at == far.square or ground.blocked(far.square, at) is None)
        and state.place.fits(far.level, at, foot_side(state, who))
        and not state.place.is_open(far.level, at)
        and not is_in(state, who, Spot(far.level, at), pits)
        and not any(square in taken for square in covered_at(state, who, at))
        and not crowded(state, who, far.level, at)
    ]


def _refusals(book: Rulebook, state: CombatState, action: CrawlThroughDuctway) -> Iterator[Refusal]:
    duct = state.encounter.board.features[action.duct]
    yield from pieces.refusals(state, action.duct, "duct")
    yield from pieces.asleep_refusals(state, action.duct)
    yield from unable(book, state, action.who)
    yield from active(state, action.who, CRAWL)
    yield from lacks(state, action.who, "double", CRAWL)
    two, name = ends(state, duct), duct.label
    if len(two) < 2:
        says = f"{name} leads through no wall." if duct.squares else f"{name} has no two ends."
        yield Refusal(says, BRIDGES, "Draw a wall across it, or give it two ends.")
        return
    if not is_right_length(state, duct):
        yield Refusal(f"{name} is not {LENGTH_SQ} inches long.", BRIDGES)
    if not state.on_board(action.who):
        return
    if not any(_near_end(book, state, action.who, spot) for spot in two):
        yield Refusal(f"No end of {name} is within an inch.", CRAWL, "Go there first.")
    elif not exits(book, state, action.who, duct):
        yield Refusal(f"There is no room at the other end of {name}.", CRAWL)


def _resolve(now: Now, action: CrawlThroughDuctway) -> None:
    duct = now.state.encounter.board.features[action.duct]
    several, two = exits(now.book, now.state, action.who, duct), ends(now.state, duct)
    pay(now, action.who, "double", CRAWL)
    if not several:  # forced by the GM: it comes out as near to the end as it can
        far = (each for each in two if not _near_end(now.book, now.state, action.who, each))
        several = [free_near(now.state, action.who, next(far, two[-1]))] if two else []
    if several:
        says = f"Comes out of {duct.label} at"
        shift(now, action.who, pick(now, action.who, several, says, CRAWL, f"duct|{duct.id}"))


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    """Nobody simply walks through a ductway."""
    for duct in pieces.of_kind(state, "duct") if book.space.on_squares else ():
        if _is_walked(duct, leg):
            yield Refusal(f"{duct.label} is crawled through, not walked.", CRAWL, "Crawl.")
            return


def _is_walked(duct: Feature, leg: Leg) -> bool:
    return any(level == duct.level and square in duct.squares for level, square in leg.path)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    for duct in pieces.of_kind(state, "duct"):
        far = not any(_near_end(book, state, who, spot) for spot in ends(state, duct))
        crawl = CrawlThroughDuctway(who=who, duct=FeatureId(duct.id))
        yield Offer(
            about="movement",
            key=f"duct:{duct.id}", says=f"Crawl through {duct.label}", cost="Move and Action",
            action=crawl, refusals=tuple(_refusals(book, state, crawl)),
            place=pieces.AT_HAND, far=far,
        )  # fmt: skip


CHAPTER = Pack(
    name="hive",
    actions={CrawlThroughDuctway: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    stops=(_stops,),
)
