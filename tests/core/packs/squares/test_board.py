from dataclasses import dataclass, replace
from typing import Any

import pytest

from desktop.core.errors import EditError, IllegalActionError, LoadError
from desktop.core.model import edits
from desktop.core.model.board import Board
from desktop.core.model.footprint import covered, side_of
from desktop.core.model.place import Place, Spot
from desktop.core.model.sight import stop as sight_stop
from desktop.core.model.words import FighterId, SpaceName, Square
from desktop.core.packs.imperium.space import ZoneSpace
from desktop.core.packs.squares.ground import bulk_at
from desktop.core.packs.squares.pack import PACK
from desktop.core.rules import book as b
from desktop.core.rules.actions import Change, Force, Walk
from desktop.core.rules.events import PlaceChanged, PlaceParts
from desktop.core.rules.walk import completed
from desktop.core.store.reading import read
from tests.helpers.attacks import Scene
from tests.helpers.build import board, door, encounter, feature, link, paint, wall, zone
from tests.helpers.moves import go, plan, rules, walker, zone_of

GROUND = "ground"


@dataclass(frozen=True)
class AlongCorners(ZoneSpace):
    """A space that prices nothing and goes exactly along the corners it is given."""

    name: SpaceName = "squares"
    on_squares: bool = True

    def plan(
        self, book: Any, state: Any, who: Any, to: Any, level: Any, via: Any = (), *_: Any
    ) -> b.Plan:
        path = (*via, Spot(level or GROUND, Square(*to)))
        leg = b.Leg(path=path, leaves=None, enters=None)
        return completed(book, state, b.Plan(who=who, legs=(leg,), pays={}, pay="free", says=""))


def on_squares(
    *things: Any, at: tuple[int, int] = (1, 1), size: Any = (8, 6), **fields: Any
) -> Scene:
    """Return P's turn on one zone of squares where squares measure."""
    squares = fields.pop("squares", None)
    on = board(zone("a", at=(0, 0, *size)), *things, size=size, squares=squares)
    made = walker(on, at=at, **fields)
    made.book = replace(made.book, space=AlongCorners(), packs=(*made.book.packs, PACK))
    return made


def seat(made: Scene) -> Square | None:
    return made.state.fighters[FighterId("P")].seat


def sees(on: Board, a: tuple[int, int], c: tuple[int, int]) -> bool:
    return sight_stop(Place.of(on), Spot(GROUND, Square(*a)), Spot(GROUND, Square(*c))) is None  # type: ignore[arg-type]


def painted(kind: str, *squares: tuple[int, int]) -> dict[str, dict[Any, str]]:
    return {GROUND: {Square(*at): kind for at in squares}}


# Walls and obstacles


@pytest.mark.rule("GRID-WALL-01")
def test_a_wall_blocks_sight() -> None:
    on = board(zone("a", at=(0, 0, 8, 6)), squares=painted("wall", (2, 0)))
    assert not sees(on, (0, 0), (4, 0))
    assert not sees(on, (4, 0), (0, 0))
    assert sees(on, (0, 1), (4, 1))


@pytest.mark.rule("GRID-WALL-02")
def test_nobody_walks_into_a_wall() -> None:
    made = on_squares(squares=painted("wall", (2, 1)))
    assert rules(plan(made, (2, 1)).refusals) == ["GRID-WALL-02"]
    with pytest.raises(IllegalActionError):
        go(made, (2, 1))
    assert seat(made) == (1, 1)
    go(made, (3, 2), via=((GROUND, Square(1, 2)), (GROUND, Square(2, 2))))
    assert seat(made) == (3, 2)


@pytest.mark.rule("GRID-WALL-04")
@pytest.mark.parametrize("painted_so", [True, False])
def test_a_statue_on_four_squares_is_a_wall_on_each_of_them(painted_so: bool) -> None:
    four = [(3, 1), (4, 1), (3, 2), (4, 2)]
    statue = feature("statue", *four, blocks=True, blocks_sight=True)
    things = () if painted_so else (statue,)
    made = on_squares(*things, squares=painted("wall", *four) if painted_so else None, at=(2, 1))
    ground = made.state.place.ground(GROUND)  # type: ignore[arg-type]
    for x, y in four:
        beside = Square(2, y) if x == 3 else Square(5, y)
        assert ground.step_stop(beside, Square(x, y)) is not None
        assert ground.entry(Square(x, y), air=painted_so) is not None
        assert not sees(made.state.encounter.board, (x, 0), (x, 3))
    assert rules(plan(made, (3, 2)).refusals)
    assert sees(made.state.encounter.board, (2, 0), (2, 3))


@pytest.mark.rule("GRID-OBSTACLE-01", "GRID-OBSTACLE-03")
def test_a_wagon_on_two_squares_is_an_obstacle_on_both_and_a_wall_on_none() -> None:
    made = on_squares(squares=painted("obstacle", (2, 1), (3, 1)))
    place = made.state.place
    for at in (Square(2, 1), Square(3, 1)):
        bulk = bulk_at(place, GROUND, at)  # type: ignore[arg-type]
        assert bulk is not None
        assert bulk.kind == "obstacle"
    (refusal,) = plan(made, (2, 1)).refusals
    assert (refusal.rule, refusal.instead) == (
        "GRID-OBSTACLE-03",
        "Go round it, or leap or climb over it.",
    )
    go(made, (2, 2))
    assert rules(plan(made, (3, 1)).refusals) == ["GRID-OBSTACLE-03"]
    assert seat(made) == (2, 2)


@pytest.mark.rule("GRID-OBSTACLE-02")
def test_obstacles_do_not_block_sight() -> None:
    on = board(zone("a", at=(0, 0, 8, 6)), squares=painted("obstacle", (2, 0)))
    assert sees(on, (0, 0), (4, 0))


@pytest.mark.rule("GRID-DIFFICULT-01", "GRID-DIFFICULT-03")
def test_difficult_ground_is_painted_and_blocks_neither_step_nor_sight() -> None:
    heap = paint("dd", "dd", legend={"d": "difficult"}, at=(2, 1))
    made = on_squares(squares={GROUND: heap})
    place = made.state.place
    assert all("difficult" in place.qualities_at(GROUND, at) for at in heap)  # type: ignore[arg-type]
    assert sees(made.state.encounter.board, (1, 1), (5, 1))
    go(made, (3, 1), via=((GROUND, Square(2, 1)),))
    assert seat(made) == (3, 1)
    made.take(Change(edit="paint", arguments={"squares": [[3, 2]], "kind": ""}))
    left = [at for at in heap if "difficult" in made.state.place.qualities_at(GROUND, at)]  # type: ignore[arg-type]
    assert left == [(2, 1), (3, 1), (2, 2)]


NO_KIND = """
format: 1
board:
  size: [8, 6]
  squares:
    ground:
      legend: {o: KIND}
      rows: |
        ..o
"""


@pytest.mark.rule("GRID-MAP-01")
def test_what_stands_on_the_map_is_of_one_kind_or_is_refused_with_those_there_are() -> None:
    for kind in ("", "obstakle"):
        with pytest.raises(LoadError) as refused:
            read(NO_KIND.replace("KIND", kind or "''"))
        assert "ground" in str(refused.value)
    assert "obstacle" in str(refused.value)
    bare = encounter(board(size=(8, 6)))
    with pytest.raises(EditError, match="no kind of ground called crates"):
        edits.apply(bare, "paint", squares=(Square(2, 1),), kind="crates")
    for kind in ("difficult", "wall", "obstacle"):
        bare = edits.apply(bare, "paint", squares=(Square(2, 1),), kind=kind)
        assert bare.board.squares == {GROUND: {(2, 1): kind}}
    assert read(NO_KIND.replace("KIND", "obstacle")).encounter.board.squares == {
        GROUND: {(2, 0): "obstacle"}
    }


@pytest.mark.rule("GRID-DIFFICULT-04")
def test_forced_movement_takes_no_account_of_difficult_ground() -> None:
    made = on_squares(squares=painted("difficult", (2, 1), (3, 1), (4, 1)))
    made.take(Force(who="P", to=(4, 1)))
    assert seat(made) == (4, 1)
    assert made.state.fighters[FighterId("P")].wounds == 0


# Thin walls and doors


@pytest.mark.rule("GRID-THIN-01", "GRID-WALL-01")
def test_a_thin_wall_stops_step_and_sight_across_its_edge() -> None:
    made = on_squares(wall((2, 0), (2, 3)))
    assert rules(plan(made, (2, 1)).refusals) == ["GRID-WALL-02"]
    on = made.state.encounter.board
    assert not sees(on, (1, 1), (3, 1))
    assert sees(on, (1, 4), (3, 4))
    go(made, (1, 2))


@pytest.mark.rule("GRID-THIN-02")
def test_a_corner_closed_both_ways_stops_a_slanting_step() -> None:
    made = on_squares(squares=painted("wall", (2, 1), (1, 2)))
    assert rules(plan(made, (2, 2)).refusals) == ["GRID-THIN-02"]
    assert not sees(made.state.encounter.board, (1, 1), (2, 2))
    half = on_squares(squares=painted("wall", (2, 1)))
    go(half, (2, 2))
    assert seat(half) == (2, 2)
    assert sees(half.state.encounter.board, (1, 1), (2, 2))


@pytest.mark.rule("GRID-DOOR-01")
@pytest.mark.parametrize(
    ("state", "passes"), [("open", True), ("broken", True), ("closed", False), ("locked", False)]
)
def test_a_door_stops_a_step_as_long_as_it_is_shut(state: str, passes: bool) -> None:
    made = on_squares(wall((2, 0), (2, 6)), door("hatch door", ((2, 1), (2, 2)), state))
    found = plan(made, (2, 1)).refusals
    assert rules(found) == ([] if passes else ["GRID-DOOR-01"])
    if found:
        assert found[0].says == f"The door hatch door, which is {state}, is in the way."


@pytest.mark.rule("GRID-SIGHT-01", "GRID-MASSIVE-01")
def test_sight_runs_from_middle_to_middle_and_the_large_look_from_any_square() -> None:
    on = board(zone("a", at=(0, 0, 8, 6)), squares=painted("wall", (2, 0)))
    assert not sees(on, (1, 0), (4, 0))
    big = covered(Square(1, 0), 2)
    assert any(sees(on, at, (4, 0)) for at in big)


# Footprints


@pytest.mark.rule("GRID-SIZE-01")
@pytest.mark.parametrize(
    ("size", "side"),
    [("tiny", 1), ("small", 1), ("medium", 1), ("large", 2), ("enormous", 3), ("monstrous", 4)],
)
def test_squares_by_size(size: str, side: int) -> None:
    made = on_squares(size=(8, 6), **{"at": (3, 3)})
    profile = made.state.people[FighterId("P")].profile
    assert side_of(replace(profile, size=size)) == side  # type: ignore[arg-type]
    assert side_of(replace(profile, size=size, squares=5)) == 5  # type: ignore[arg-type]


@pytest.mark.rule("GRID-SIZE-02")
def test_all_of_a_large_one_must_fit() -> None:
    made = on_squares(squares=painted("wall", (3, 2)), at=(1, 1))
    large = {
        who: replace(p, profile=replace(p.profile, size="large"))
        for who, p in made.state.people.items()
    }
    made.state = replace(made.state, people=large)  # type: ignore[arg-type]
    found = plan(made, (2, 1)).refusals
    assert rules(found) == ["GRID-SIZE-02"]
    go(made, (1, 2))
    assert seat(made) == (1, 2)


@pytest.mark.rule("GRID-SIZE-03")
def test_the_zone_of_a_large_one_goes_by_its_seat() -> None:
    on = board(zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), link("a", "b"))
    made = walker(on, at=(3, 1))
    assert zone_of(made) == "a"
    assert Square(4, 1) in covered(Square(3, 1), 2)


# In the space of zones


@pytest.mark.rule("GRID-WALL-02", "GRID-THIN-01")
def test_where_zones_measure_a_border_walled_all_along_is_shut() -> None:
    walled = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), link("a", "b"), wall((4, 0), (4, 4))
    )
    (refusal,) = plan(walker(walled), "b").refusals
    assert refusal.rule == "GRID-THIN-01"
    gap = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), link("a", "b"), wall((4, 0), (4, 3))
    )
    made = walker(gap, at=(1, 0))
    path = [at for leg in plan(made, "b").legs for _, at in leg.path]
    first = next(at for at in path if at[0] >= 4)
    assert first == (4, 3)


@pytest.mark.rule("GRID-DOOR-01")
def test_where_zones_measure_a_link_through_a_shut_door_is_shut() -> None:
    def made(state: str) -> Scene:
        on = board(
            zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)),
            link("a", "b", through="gate"), door("gate", ((4, 1), (4, 2)), state),
        )  # fmt: skip
        return walker(on)

    (refusal,) = plan(made("closed"), "b").refusals
    assert (refusal.rule, refusal.instead) == ("GRID-DOOR-01", "Open it first.")
    path = [at for leg in plan(made("open"), "b").legs for _, at in leg.path]
    assert path[path.index((4, 1)) - 1] == (3, 1)


@pytest.mark.rule("GRID-OBSTACLE-03", "GRID-SIZE-02")
def test_where_zones_measure_paths_go_round_and_nothing_inside_a_zone_forbids() -> None:
    things = paint(".o..", ".o..", ".o..", "....", legend={"o": "obstacle"})
    on = board(zone("a", at=(0, 0, 4, 4)), squares={GROUND: things})
    made = walker(on, at=(0, 0))
    path = [at for leg in plan(made, (3, 0)).legs for _, at in leg.path]
    assert (1, 3) in path
    assert not set(path) & set(things)
    closed = paint(".o..", ".o..", ".o..", ".o..", legend={"o": "obstacle"})
    on = board(zone("a", at=(0, 0, 4, 4)), squares={GROUND: closed})
    shut_in = walker(on, at=(0, 0))
    assert plan(shut_in, (3, 0)).refusals == ()
    shut_in.take(Walk(who="P", to=(3, 0)))
    assert seat(shut_in) == (3, 0)


# Arm's reach where squares measure


@pytest.mark.rule("IM-RANGE-03")
def test_where_squares_measure_nobody_steps_up_by_the_way_and_reach_is_no_fact() -> None:
    from desktop.core.packs.imperium.reach import StepUp
    from desktop.core.rules.actions import Put
    from tests.helpers.attacks import someone

    made = on_squares(others=[someone("Q", (6, 4))]).close("P", "Q")
    made.take(Put(who="P", at=(2, 2)))
    go(made, (3, 3))
    assert made.state.holds("reach", "P", "Q")
    assert "step up" not in made.offers("P")
    apart = on_squares(others=[someone("Q", (6, 4))])
    (refusal,) = apart.refused(StepUp(who="P", to="Q"))
    assert (refusal.rule, refusal.instead) == ("IM-RANGE-03", "Go there first.")


@pytest.mark.rule("GRID-WALL-02")
def test_where_zones_measure_this_book_stops_nobody_inside_a_zone() -> None:
    made = on_squares(squares=painted("wall", (2, 1)))
    made.book = replace(made.book, space=ZoneSpace())
    assert plan(made, (3, 1)).refusals == ()
    made.let(PlaceChanged(says="nothing", parts=PlaceParts()))
    elsewhere = on_squares()
    elsewhere.let(PlaceChanged(says="nothing", parts=PlaceParts()))
    assert seat(elsewhere) == (1, 1)
