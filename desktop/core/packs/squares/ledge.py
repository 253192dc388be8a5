"""Ledges and falls: 1d6 for every two squares, and toppled on landing."""

from dataclasses import dataclass
from math import ceil, floor

from desktop.core.model.ground import kind_of
from desktop.core.model.place import Place, Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.squares.harm import hurt, joins_attack, points
from desktop.core.packs.squares.toppled import topple
from desktop.core.rules.book import Pack
from desktop.core.rules.events import Moved, PlaceChanged, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import square_metres
from desktop.core.rules.marks import PUSHED, RIDING
from desktop.core.rules.near import covered_at, floor_at, foot_side, footing
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef
from desktop.core.rules.walk import land, spot_of
from desktop.core.rules.ways import taken_by_others

DROPS = RuleRef("GRID-LEDGE-01")
HURTS = RuleRef("GRID-LEDGE-02")
DROP_SQ = 1
"""How many squares lower ground must be for a fall."""


# Where one comes down


def drop_under(place: Place, spot: Spot) -> tuple[Spot, float] | None:
    """Return the ground under a square without a floor, and its metres down; None with a floor."""
    if not place.is_open(*spot):
        return None
    top = place.board.levels[spot.level].height
    below = [level for level in reversed(place.levels) if place.board.levels[level].height < top]
    for level in below:
        if not place.is_open(level, spot.square):
            down = Spot(level, spot.square)
            return down, top - floor_at(place, *down)
    depth = max(
        (-(kind_of(place.board, layer.kind).metres or 0) for layer in place.layers(*spot)),
        default=0.0,
    )
    if below:
        lowest = below[-1]
        depth = top - place.board.levels[lowest].height
        return Spot(lowest, spot.square), depth
    return spot, max(depth, 0.0)


def under(state: CombatState, who: FighterId, spot: Spot) -> tuple[Spot, float] | None:
    """Return where a fighter falls that stands on a square, and how far; None where it does not."""
    place = state.place
    spots = [
        Spot(spot.level, at) for at in covered_at(state, who, spot.square) if place.is_inside(at)
    ]
    if not spots or not all(place.is_open(*each) for each in spots):
        return None
    return drop_under(place, spot)


def drop_between(state: CombatState, who: FighterId, before: Spot, after: Spot) -> float:
    """Return how many metres lower a fighter stands on a square of the same level; 0 for less."""
    if before.level != after.level or state.place.is_open(*after):
        return 0.0
    side = foot_side(state, who)
    down = footing(state.place, *before, side) - footing(state.place, *after, side)
    return down if down / square_metres(state) >= DROP_SQ else 0.0


# The fall


@dataclass(frozen=True, slots=True)
class SquaresFall:
    """How this book lets somebody fall."""

    def fall(
        self,
        now: Now,
        who: FighterId,
        metres: float,
        *,
        rule: RuleRef,
        to: Spot | None = None,
        controlled: bool = False,
    ) -> None:
        """Let a fighter fall so far, with all that it brings, onto `to` or where it is."""
        if not now.state.on_board(who):
            return
        dice = dice_for(now.state, metres)
        below = _struck(now.state, who, to)
        land(now, who, to or spot_of(now.state, who))
        if not now.state.on_board(who):
            return
        faces = [
            now.roll("d6", who, f"Fall of {label_of(now.state, who)}", HURTS) for _ in range(dice)
        ]
        topple(now, who, rule)
        total = sum(faces)
        joins = reads(now.state, "grid_fall_in_attack", "one total")
        if total and not joins_attack(now, who, total, by_ruling=joins):
            says = f"a fall of {squares_of(now.state, metres)} squares"
            hurt(now, who, says, points("fall", says, total, HURTS, "grid_fall_odd"), rule=HURTS)
        if total and reads(now.state, "grid_ledge_landing", "both hurt"):
            says = f"{label_of(now.state, who)} falls on it"
            for other in below:
                hurt(now, other, says, points("fall", says, total, HURTS), rule=HURTS)


def squares_of(state: CombatState, metres: float) -> int:
    """Return how many whole squares so many metres are."""
    return floor(metres / square_metres(state) + 1e-9)


def dice_for(state: CombatState, metres: float) -> int:
    """Return how many d6 a fall deals: one for every two squares."""
    squares = squares_of(state, metres)
    return ceil(squares / 2) if reads(state, "grid_fall_odd", "round up") else squares // 2


def _struck(state: CombatState, who: FighterId, to: Spot | None) -> tuple[FighterId, ...]:
    """Return on whom a fighter falls, with any of its squares."""
    if to is None:
        return ()
    taken = taken_by_others(state, who)
    spots = (Spot(to.level, at) for at in covered_at(state, who, to.square))
    return tuple(dict.fromkeys(taken[spot] for spot in spots if spot in taken))


# Standing where there is no floor


def _moved(now: Now, fact: Moved) -> None:
    """Whoever comes to stand on no floor at all falls, by the rule of the slot."""
    who = fact.who
    if not now.book.space.on_squares or fact.how in ("put", "fell", "carried") or fact.above > 0:
        return
    if now.state.mark(who, PUSHED) or next(iter(now.state.related(RIDING, who)), None):
        return
    spot = Spot(fact.level, fact.to)
    found = None if now.book.is_hole(now.state, spot) else under(now.state, who, spot)
    if found is None or not found[1]:
        return
    now.happens(Said(text=f"{label_of(now.state, who)} falls.", who=who, rule=DROPS))
    now.book.fall.fall(now, who, found[1], rule=DROPS, to=found[0])


def _changed(now: Now, fact: PlaceChanged) -> None:
    """Whoever loses the floor it stood on falls, unless the GM says that it does not."""
    before = now.before
    for who in tuple(now.state.fighters) if now.book.space.on_squares else ():
        spot = spot_of(now.state, who) if who in before.fighters else None
        if spot is None or spot != spot_of(before, who) or now.state.fighters[who].above > 0:
            continue
        if next(iter(now.state.related(RIDING, who)), None) or now.book.is_hole(now.state, spot):
            continue
        found = under(now.state, who, spot)
        if found is None or not found[1] or under(before, who, spot) is not None:
            continue
        says = f"{label_of(now.state, who)} falls, as the floor under it is gone"
        if now.word(now.unique(f"floor gone|{who}"), says, True, DROPS):
            now.book.fall.fall(now, who, found[1], rule=DROPS, to=found[0])


CHAPTER = Pack(
    name="squares", slots={"fall": SquaresFall()},
    follows={Moved: (_moved,), PlaceChanged: (_changed,)},
)  # fmt: skip
