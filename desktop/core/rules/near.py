"""Where things stand on squares, how far apart, and whether a hand reaches from one to another."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from desktop.core.model.footprint import covered, side_of
from desktop.core.model.geometry import distance
from desktop.core.model.ground import kind_of
from desktop.core.model.obstruction import Obstruction
from desktop.core.model.place import Place, Spot
from desktop.core.model.words import At, FeatureId, FighterId, LevelId, Square, ZoneId
from desktop.core.rules.lengths import square_metres
from desktop.core.rules.state import CombatState

ARM_METRES = 2.0
"""Who stands so much higher or lower is out of arm's reach, and out of the way."""
BULKY = frozenset(("wall", "obstacle", "void", "water", "deep"))
"""Ground of these qualities is not stood on: its metres are not those of a floor."""


def spots_of(state: CombatState, thing: str) -> tuple[Spot, ...]:
    """Return the squares of a fighter, its seat first, of a feature or of a zone."""
    if thing in state.fighters:
        fighter = state.fighters[FighterId(thing)]
        if fighter.seat is None:
            return ()
        profile = state.people[FighterId(thing)].profile
        return _stood_on(fighter.level, fighter.seat, side_of(profile))
    board = state.encounter.board
    feature = board.features.get(FeatureId(thing))
    if feature is not None and (feature.squares or feature.zone is None):
        return tuple(Spot(feature.level, at) for at in feature.squares)
    zone = board.zones.get(ZoneId(thing) if feature is None else feature.zone or ZoneId(""))
    if zone is None:
        return ()
    return tuple(Spot(zone.level, at) for at in sorted(state.place.squares_of(zone.id)))


@lru_cache(maxsize=4096)
def _stood_on(level: LevelId, seat: Square, side: int) -> tuple[Spot, ...]:
    """Return what a token covers, its seat first; sight asks for every pair of fighters."""
    rest = (at for at in covered(seat, side) if at != seat)
    return tuple(Spot(level, at) for at in (seat, *rest))


def floor_at(place: Place, level: LevelId, square: Square) -> float:
    """Return how high the floor of a square is: its level, raised ground or a pit in it."""
    height = place.board.levels[level].height
    for layer in place.layers(level, square):
        if layer.of == "ground" and BULKY.isdisjoint(layer.qualities):
            height += kind_of(place.board, layer.kind).metres or 0.0
    return height


def footing(place: Place, level: LevelId, seat: Square, side: int) -> float:
    """Return how high one stands who covers several squares: on the highest floor of them."""
    inside = (at for at in covered(seat, side) if place.is_inside(at))
    return max(
        (floor_at(place, level, at) for at in inside), default=place.board.levels[level].height
    )


def height_of(state: CombatState, thing: str) -> float:
    """Return how high above the ground of the scene a fighter or feature is; 0 off the board.

    Whoever stands on an obstacle stands a square higher.
    """
    if thing in state.fighters:
        fighter = state.fighters[FighterId(thing)]
        if fighter.seat is None:
            return 0.0
        side = foot_side(state, FighterId(thing))
        own = footing(state.place, fighter.level, fighter.seat, side) + fighter.above
        ground = state.place.ground(fighter.level)
        on_top = not fighter.above and fighter.seat in ground.solid
        return own + square_metres(state) if on_top else own
    spots = spots_of(state, thing)
    return floor_at(state.place, *spots[0]) if spots else 0.0


def is_on_wall(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter stands on top of a wall, or of what else nobody passes."""
    fighter = state.fighters[who]
    if fighter.seat is None or fighter.above <= 0:
        return False
    return fighter.seat in state.place.ground(fighter.level).walls


def gap(one: Iterable[Square], other: Iterable[Square]) -> tuple[int, int]:
    """Return how many columns and rows lie from the one's nearest square to the other's.

    Both cover at least one square.
    """
    theirs = tuple(other)
    return min(
        ((abs(a[0] - b[0]), abs(a[1] - b[1])) for a in one for b in theirs),
        key=lambda far: (max(far), far[0] + far[1]),
    )


def touches(state: CombatState, one: FighterId, other: str) -> bool:
    """Return whether a fighter can lay a hand on another thing: beside it, with nothing between."""
    mine, theirs = spots_of(state, one), spots_of(state, other)
    if not mine or not theirs or other in state.encounter.board.zones:
        return False
    if abs(height_of(state, one) - height_of(state, other)) >= ARM_METRES:
        return False
    if mine[0].level != theirs[0].level:
        return max(gap(*_squares(mine, theirs))) <= 1
    ground = state.place.ground(mine[0].level)
    pairs = ((a.square, b.square) for a in mine for b in theirs)
    return any(_hand_passes(ground, a, b) for a, b in pairs if distance(a, b) <= 1)


def _squares(*several: Iterable[Spot]) -> Iterator[tuple[Square, ...]]:
    for spots in several:
        yield tuple(spot.square for spot in spots)


def _hand_passes(ground: Obstruction, a: Square, b: Square) -> bool:
    """Whether no wall stands between two squares side by side or corner to corner."""
    if a == b:
        return True
    return ground.blocked(a, b, air=True) is None or ground.entry(b, air=True) is not None


def foot_side(state: CombatState, who: FighterId) -> int:
    """Return how many squares a side a fighter covers."""
    return side_of(state.people[who].profile)


def covered_at(state: CombatState, who: FighterId, seat: Square) -> tuple[Square, ...]:
    """Return the squares that a fighter would cover with its seat on this one."""
    return covered(seat, foot_side(state, who))


def square_named(target: str) -> Square:
    """Return the square that a target's id names, as `3, 4`; an empty one is the first."""
    return spot_named(target)[1]


def goal_named(target: str, *, on_squares: bool) -> tuple[At, LevelId | None]:
    """Return where a target's id leads: a square and its level, else a zone."""
    if not on_squares:
        return ZoneId(target), None
    level, square = spot_named(target)
    return square, level


def spot_named(target: str) -> tuple[LevelId | None, Square]:
    """Return the level and square that a target's id names, as `3, 4, gantry`, or `3, 4`."""
    x, y, level = (*(part.strip() for part in target.split(",", 2)), "", "")[:3]
    return LevelId(level) if level else None, Square(int(x or 0), int(y or 0))
