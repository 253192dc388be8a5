"""What somebody moved by force meets on its next square, before anything of it happens."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from desktop.core.model.board import Feature
from desktop.core.model.footprint import covered
from desktop.core.model.geometry import Edge, edge_between, edges_along
from desktop.core.model.place import Spot
from desktop.core.model.words import DoorId, FighterId, LevelId, Square
from desktop.core.packs.squares.ground import Bulk, bulk_at, is_breakable, newly_covered
from desktop.core.packs.squares.ledge import drop_between, under
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import square_metres
from desktop.core.rules.near import foot_side, footing, is_on_wall
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef
from desktop.core.rules.ways import taken_by_others

OBSTACLE = RuleRef("GRID-COLLISION-02")
WALL = RuleRef("GRID-COLLISION-04")
CRASH = RuleRef("GRID-COLLISION-06")
EDGE = RuleRef("GRID-WALL-05")
WEAK = RuleRef("GRID-WALL-06")
DROP = RuleRef("GRID-LEDGE-01")

Meets = Literal["", "edge", "wall", "weak wall", "creature", "obstacle", "hard obstacle"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """What is on the next square of a push."""

    to: Spot
    meets: Meets = ""
    says: str = ""
    bulks: tuple[Bulk, ...] = ()
    edges: tuple[Edge, ...] = ()
    """Thin walls in between."""
    doors: tuple[DoorId, ...] = ()
    struck: tuple[FighterId, ...] = ()
    weak: bool = False
    """Of a wall: whether it breaks, as long as the GM does not say otherwise."""
    asked: bool = True
    """Of a wall: whether the GM has a word on it."""
    falls: tuple[Spot, float] | None = None
    """Where it comes down, and how many metres below."""


def met(state: CombatState, who: FighterId, to: Square) -> Meeting:
    """Return what a fighter meets when it is moved to a neighbouring square."""
    fighter = state.fighters[who]
    assert fighter.seat is not None  # only those on the board are pushed
    before, after = Spot(fighter.level, fighter.seat), Spot(fighter.level, to)
    new = newly_covered(state, who, before, after)
    if not all(state.place.is_inside(spot.square) for spot in new):
        if any(_edges_on(state, who, before.square, to, after.level)):
            return Meeting(to=after, meets="wall", says="the outer wall", asked=False)
        return Meeting(to=after, meets="edge", says="the edge of the map")
    bulks = tuple(_bulks(state, who, new))
    wall = _wall(state, who, before, after, bulks)
    if wall is not None:
        return wall
    taken = taken_by_others(state, who)
    struck = dict.fromkeys(taken[spot] for spot in new if spot in taken)
    if struck:
        names = " and ".join(label_of(state, other) for other in struck)
        return Meeting(to=after, meets="creature", says=names, struck=tuple(struck))
    falls = _falls(state, who, before, after)
    if not bulks:
        return Meeting(to=after, falls=falls)
    hard = not all(is_breakable(state, after.level, bulk) for bulk in bulks)
    kinds = " and ".join(dict.fromkeys(_called(bulk) for bulk in bulks))
    meets: Meets = "hard obstacle" if hard else "obstacle"
    return Meeting(to=after, meets=meets, says=kinds, bulks=bulks, falls=falls)


def _bulks(state: CombatState, who: FighterId, new: Iterable[Spot]) -> Iterator[Bulk]:
    """Yield what fills squares; over obstacles one is moved in the air, over walls on their top."""
    for spot in new:
        bulk = bulk_at(state.place, spot.level, spot.square)
        if bulk is None or (bulk.kind == "obstacle" and state.fighters[who].above > 0):
            continue
        if bulk.kind == "obstacle" or not is_on_wall(state, who):
            yield bulk


def _called(bulk: Bulk) -> str:
    """Return what fills a square as the table speaks of it: a thing by its name."""
    thing = bulk.layer.thing
    return thing.label if isinstance(thing, Feature) else bulk.layer.kind


def _falls(
    state: CombatState, who: FighterId, before: Spot, after: Spot
) -> tuple[Spot, float] | None:
    above = state.fighters[who].above
    if above > 0:
        walls = state.place.ground(after.level).walls
        off = is_on_wall(state, who) and after.square not in walls
        return (after, above) if off else None
    found = under(state, who, after)
    if found is not None and found[1]:
        return found
    metres = drop_between(state, who, before, after)
    return (after, metres) if metres else None


def _wall(
    state: CombatState, who: FighterId, before: Spot, after: Spot, bulks: tuple[Bulk, ...]
) -> Meeting | None:
    """Return the wall that stands on a step: one that fills a square, a thin one, a corner."""
    walls = tuple(bulk for bulk in bulks if bulk.kind == "wall")
    if walls:
        conjured = all(bulk.is_conjured for bulk in walls)
        weak = all(is_breakable(state, after.level, bulk) for bulk in walls)
        return Meeting(
            to=after, meets="weak wall" if weak else "wall", says=_called(walls[0]),
            bulks=bulks, weak=weak, asked=not conjured,
        )  # fmt: skip
    edges = tuple(_edges_on(state, who, before.square, after.square, after.level))
    if edges:
        doors = tuple(_doors_on(state, after.level, edges))
        weak = not doors and all(_is_weak(state, after.level, edge) for edge in edges)
        return Meeting(
            to=after, meets="weak wall" if weak else "wall",
            says="a closed door" if doors else "a thin wall", bulks=bulks, edges=edges,
            doors=doors, weak=weak,
        )  # fmt: skip
    if _is_too_narrow(state, who, before, after):
        return Meeting(to=after, meets="wall", says="too narrow a gap", asked=False)
    if _is_gap(state, who, before, after) and not reads(state, "grid_diagonal_gap", "may pass"):
        return Meeting(to=after, meets="wall", says="a corner closed on both sides", asked=False)
    side = foot_side(state, who)
    up = footing(state.place, *after, side) - footing(state.place, *before, side)
    if up / square_metres(state) >= 1 and not state.fighters[who].above:
        return Meeting(to=after, meets="wall", says="higher ground", asked=False)
    return None


def _is_too_narrow(state: CombatState, who: FighterId, before: Spot, after: Spot) -> bool:
    """Whether a footprint of several squares does not pass, obstacles left aside."""
    side = foot_side(state, who)
    if side == 1:
        return False
    return after.square not in state.place.ground(before.level).moves(before.square, side, air=True)


def _is_gap(state: CombatState, who: FighterId, before: Spot, after: Spot) -> bool:
    """Whether a slanting step slips between two things that touch at a corner."""
    (ax, ay), (bx, by) = before.square, after.square
    if ax == bx or ay == by or foot_side(state, who) > 1:
        return False
    ground = state.place.ground(before.level)
    sides = Square(bx, ay), Square(ax, by)
    stops = [bulk_at(state.place, before.level, at) for at in sides]
    if all(bulk is not None and bulk.kind == "wall" for bulk in stops):
        return True
    return not any(
        (bulk is None or bulk.kind != "wall")
        and edge_between(before.square, at) not in ground.edges
        and edge_between(at, after.square) not in ground.edges
        for at, bulk in zip(sides, stops, strict=True)
    )


def _edges_on(
    state: CombatState, who: FighterId, before: Square, after: Square, level: LevelId
) -> Iterator[Edge]:
    """Yield the thin walls across a straight step, along all of a footprint."""
    edges = state.place.ground(level).edges
    if not edges or (before[0] != after[0] and before[1] != after[1]):
        return
    side = foot_side(state, who)
    there = set(covered(after, side))
    dx, dy = after[0] - before[0], after[1] - before[1]
    for at in covered(before, side):
        to = Square(at[0] + dx, at[1] + dy)
        if to in there and edge_between(at, to) in edges:
            yield edge_between(at, to)


def _doors_on(state: CombatState, level: LevelId, edges: tuple[Edge, ...]) -> Iterator[DoorId]:
    for door in state.encounter.board.doors.values():
        if door.level == level and not set(edges).isdisjoint(edges_along(door.on)):
            yield DoorId(door.id)


def _is_weak(state: CombatState, level: LevelId, edge: Edge) -> bool:
    own = [
        wall.breakable
        for wall in state.encounter.board.walls
        if wall.level == level and edge in edges_along(wall.along)
    ]
    return bool(own) and all(own)
