"""Where two books meet: lifts, holes and doors of the hive, and pushes and falls of the squares."""

from dataclasses import replace
from typing import Any

import pytest

from desktop.core.model.place import Place
from desktop.core.model.words import Square
from desktop.core.packs.hive.duct import CrawlThroughDuctway
from desktop.core.packs.hive.lift import RideLift
from desktop.core.packs.hive.reclamator import ClimbOut
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules import events as e
from desktop.core.rules.actions import Change, EndTurn, Force, Walk
from desktop.core.rules.order import is_out
from desktop.core.rules.seating import footprint_of
from tests.helpers.build import board, door, feature, level, piece, wall, zone
from tests.helpers.hive import HiveScene, ganger, hive
from tests.helpers.on_squares import native

PUSH_BOOKS = ("squares", "imperium")
UP = RideLift(who="P", lift="hoist", to="gantry")


def both(*people: Any, on: Any, push: str = "squares", fall: str = "hive", **fields: Any) -> Any:
    """Return P's turn on squares, with pushes by one book and doors by the other."""
    slots = {"door": "hive", "fall": fall, "push": push}
    return hive(*people, on=on, space="squares", slots=slots, **fields).turn("P")


def flat(*things: Any, **fields: Any) -> Any:
    return board(zone("a", at=(0, 0, 12, 6), start="heroes"), *things, size=(12, 6), **fields)


def shaft(*things: Any, zones: bool = True, **fields: Any) -> Any:
    """Return a floor and a gantry over it, with a lift of two squares a side at 4, 2."""
    above = [zone("walk", at=(0, 0, 12, 8), level="gantry")] if zones else []
    return board(
        level("floor"), level("gantry", 4), zone("hall", at=(0, 0, 12, 8), start="heroes"), *above,
        feature(
            "hoist", (4, 2), (5, 2), (4, 3), (5, 3), kind="lift",
            stops=(("floor", (4, 2)), ("gantry", (4, 2))),
        ),
        *things, size=(12, 8), **fields,
    )  # fmt: skip


def spot(made: HiveScene, who: str = "P") -> Any:
    fighter = made.state.fighters[who]
    return fighter.level, fighter.seat


# Pushed over a hole


@pytest.mark.rule("ZM-RECLAMATOR-02", "ZM-PITFALL-02")
@pytest.mark.parametrize("push", PUSH_BOOKS)
def test_whoever_is_pushed_into_a_reclamator_is_pushed_no_further(push):
    on = flat(feature("vat", (4, 2), (5, 2), kind="reclamator"))
    made = both(ganger("P", (3, 2), side="heroes"), on=on, push=push)
    made.take(Force(who="P", to=Square(8, 2)), 3)
    assert (spot(made)[1], made.state.mark("P", "in the reclamator")) == ((4, 2), "vat")
    made.turn("P").take(ClimbOut(who="P")).take(ClimbOut(who="P")).take(EndTurn())
    assert made.state.mark("P", "in the reclamator") is None
    hauled = both(ganger("P", (3, 2), side="heroes"), on=on, push=push)
    hauled.take(Force(who="P", to=Square(8, 2)), 3).take(Force(who="P", to=Square(8, 2)))
    assert spot(hauled)[1] == (8, 2)


@pytest.mark.rule("ZM-PITFALL-02")
@pytest.mark.parametrize("push", PUSH_BOOKS)
@pytest.mark.parametrize("painted", [False, True])
def test_by_one_reading_a_push_goes_across_a_hole_and_only_its_end_counts(push, painted):
    squares = [(4, 2), (5, 2)]
    paint = {"ground": {Square(*at): "pitfall" for at in squares}}
    things = () if painted else (feature("pit", *squares, kind="pitfall"),)
    end = {"zm_pit_forced_path": "end only"}
    on = flat(*things, squares=paint if painted else None)
    made = both(ganger("P", (3, 2), side="heroes"), on=on, push=push, rulings=end)
    made.take(Force(who="P", to=Square(8, 2)))
    assert (spot(made)[1], made.tests) == ((8, 2), [])
    into = both(ganger("P", (3, 2), side="heroes"), on=on, push=push, rulings=end)
    into.take(Force(who="P", to=Square(5, 2)), 3)
    assert [test.rule for test in into.tests] == ["ZM-PITFALL-02"]
    assert is_out(into.state, "P")


def test_stopped_over_a_hole_by_a_wall_one_checks_there_by_that_reading_too():
    on = flat(feature("pit", (4, 2), (5, 2), kind="pitfall"), wall((6, 0), (6, 6)))
    made = both(
        ganger("P", (3, 2), side="heroes", wounds=9), on=on,
        rulings={"zm_pit_forced_path": "end only"},
    )  # fmt: skip
    made.take(Force(who="P", to=Square(8, 2)), 4, 5)
    assert len(made.tests) == 1
    assert [fact.wounds for fact in made.facts(e.WoundsTaken)] == [6]
    assert not {(4, 2), (5, 2)} & {spot(made)[1]}


@pytest.mark.rule("ZM-PITFALL-06")
@pytest.mark.parametrize("fall", ["hive", "squares", "imperium", "yards"])
def test_nobody_comes_down_on_the_square_of_another(fall):
    on = board(
        level("floor"), level("deck", 4), zone("hall", at=(0, 0, 10, 5)),
        zone("top", at=(0, 0, 10, 5), level="deck"),
        feature("pit", (4, 2), kind="pitfall", level="deck"), size=(10, 5),
    )  # fmt: skip
    people = ganger("P", (3, 2), side="heroes", level="deck", wounds=9), ganger("Q", (4, 2))
    dice = {"hive": (1, 1), "squares": (1, 2, 3, 5), "imperium": (1, 5, 5), "yards": (1,)}[fall]
    words = {"soften|P": False} if fall == "imperium" else None
    made = both(*people, on=on, fall=fall)
    made.take(Force(who="P", to=Square(4, 2), level="deck"), *dice, words=words)
    assert spot(made)[0] == "floor"
    x, y = spot(made)[1]
    assert max(abs(x - 4), abs(y - 2)) == 1


@pytest.mark.rule("ZM-PITFALL-06")
def test_with_nothing_right_below_one_lands_on_the_nearest_floor():
    paint = {"floor": {Square(x, y): "void" for x in range(3, 10) for y in range(5)}}
    on = board(
        level("floor"), level("deck", 4), zone("hall", at=(0, 0, 10, 5)),
        zone("top", at=(0, 0, 10, 5), level="deck"),
        feature("pit", (4, 2), kind="pitfall", level="deck"), size=(10, 5), squares=paint,
    )  # fmt: skip
    made = both(ganger("P", (5, 2), side="heroes", level="deck", wounds=9), on=on)
    made.take(Force(who="P", to=Square(4, 2), level="deck"), 1, 1)
    assert spot(made) == ("floor", (2, 2))


# Pushed through a door


@pytest.mark.rule("ZM-DOOR-01", "GRID-COLLISION-04", "GRID-WALL-06")
def test_a_push_ends_at_a_shut_door_of_the_hive_and_goes_through_an_open_one():
    def thrown(state: str, *faces: int, words: Any = None) -> HiveScene:
        on = flat(door("gate", ((6, 2), (6, 3)), state))
        made = both(ganger("P", (4, 2), side="heroes", wounds=20), on=on)
        return made.take(Force(who="P", to=Square(8, 2)), *faces, words=words)

    locked = thrown("locked", 5)
    assert (spot(locked)[1], locked.wounds.wounds) == ((5, 2), 6)
    assert spot(thrown("open"))[1] == (8, 2)
    broken = thrown("closed", 5, words={"weak wall|P": True})
    assert (spot(broken)[1], broken.wounds.wounds) == ((8, 2), 2)
    assert broken.state.encounter.board.doors["gate"].state == "broken"


# Lifts


@pytest.mark.rule("ZM-LIFT-07", "ZM-LIFT-06")
def test_who_is_where_a_large_rider_sticks_out_is_in_the_way():
    large = ganger("P", (5, 3), side="heroes", squares=2)
    made = both(large, ganger("Q", (6, 3), level="gantry", side="heroes"), on=shaft()).take(UP, 5)
    assert [test.who for test in made.tests] == ["Q"]
    assert spot(made, "Q")[1] not in {(5, 3), (6, 3), (5, 4), (6, 4)}


@pytest.mark.rule("ZM-LIFT-06", "ZM-LIFT-07")
def test_who_flies_over_a_lift_does_not_ride_and_is_in_its_way():
    made = both(ganger("P", (4, 2), side="heroes"), ganger("Q", (5, 3)), on=shaft())
    made.let(e.Moved(who="Q", how="put", level="floor", to=Square(5, 3), above=2)).take(UP, 5)
    assert [test.who for test in made.tests] == ["Q"]
    assert spot(made, "Q")[0] == "floor"


@pytest.mark.rule("ZM-LIFT-06", "GRID-LEDGE-01")
def test_a_lift_is_a_floor_where_there_is_none_else():
    hole = {"gantry": {Square(x, y): "void" for x in (4, 5) for y in (2, 3)}}
    rider = ganger("P", (4, 2), side="heroes", wounds=20)
    made = both(rider, on=shaft(squares=hole), fall="squares")
    made.take(UP).take(Walk(who="P", to=Square(5, 3)))
    made.take(Force(who="P", to=Square(5, 2), level="gantry"))
    assert spot(made) == ("gantry", (5, 2))
    where = {"kind": "feature", "ids": ["hoist"], "field": "level", "value": "floor"}
    made.take(Change(edit="set_field", arguments=where), 3, 4, 5)
    assert spot(made)[0] == "floor"


@pytest.mark.rule("ZM-LIFT-08", "ZM-PITFALL-01", "ZM-RECLAMATOR-01")
@pytest.mark.parametrize("kind", ["pitfall", "reclamator"])
def test_nobody_gets_clear_of_a_lift_into_a_hole_or_over_one(kind):
    pits = feature("pits", *[(x, y) for x in (3, 6) for y in range(8)], kind=kind, level="gantry")
    people = ganger("P", (4, 2), side="heroes"), ganger("Q", (4, 2), level="gantry", side="heroes")
    made = both(*people, on=shaft(pits)).take(UP, 4)
    (word,) = [each for key, each in made.words().items() if key.startswith("escape|")]
    assert {option.key[0] for option in word.options} == {"4", "5"}
    assert len(made.tests) == 1


@pytest.mark.rule("ZM-LIFT-06", "GRID-CLOUD-06")
def test_a_cloud_stays_where_it_is_when_a_lift_comes_and_is_no_floor():
    cloud = piece("dark cloud", (4, 2), (5, 2), (4, 3), (5, 3), level="gantry")
    made = both(ganger("P", (4, 2), side="heroes"), on=shaft(clouds=(cloud,), zones=False))
    place = Place.of(made.state.encounter.board)
    assert place.is_open("gantry", Square(4, 2))
    made.take(UP)
    assert spot(made) == ("gantry", (4, 2))
    assert made.state.encounter.board.clouds == (cloud,)
    assert not made.state.place.is_open("gantry", Square(4, 2))


# Ductways


@pytest.mark.rule("ZM-DUCTWAY-02", "ZM-PITFALL-01")
def test_nobody_comes_out_of_a_ductway_into_a_hole():
    paint = {"ground": {Square(x, y): "wall" for x in (4, 5) for y in range(6)}}
    vat = feature("vat", (6, 2), (6, 1), (6, 3), kind="reclamator")
    on = flat(feature("duct", (4, 2), (5, 2), kind="duct"), vat, squares=paint)
    made = both(ganger("P", (3, 2), side="heroes"), on=on)
    made.take(CrawlThroughDuctway(who="P", duct="duct"))
    assert spot(made)[1].x == 7


@pytest.mark.rule("ZM-DUCTWAY-02", "GRID-STEP-02", "GRID-SIZE-02")
def test_let_through_a_ductway_by_the_gm_one_comes_out_where_there_is_room():
    paint = {"ground": {Square(x, y): "wall" for x in (4, 5) for y in range(6)}}
    on = flat(feature("duct", (4, 5), (5, 5), kind="duct"), squares=paint)
    people = ganger("P", (2, 4), side="heroes", squares=2), ganger("Q", (6, 5))
    made = both(*people, on=on)
    made.take(CrawlThroughDuctway(who="P", duct="duct", forced=True))
    covers = {tuple(at) for at in footprint_of(made.state, "P")}
    assert all(6 <= x < 12 and 0 <= y < 6 for x, y in covers)
    assert (6, 5) not in covers


@pytest.mark.rule("GRID-STEP-02", "GRID-SIZE-02")
def test_where_squares_measure_any_push_ends_on_a_free_square_of_the_board():
    on = flat(squares={"ground": {Square(9, 2): "wall"}})
    people = ganger("P", (3, 2), side="heroes"), ganger("Q", (6, 2), squares=2)
    made = both(*people, on=on, push="imperium").take(Force(who="P", to=Square(6, 2)))
    assert spot(made)[1] not in {(6, 2), (7, 2), (6, 3), (7, 3)}
    made.take(Force(who="P", to=Square(9, 2)))
    assert spot(made)[1] != (9, 2)
    made.take(Force(who="Q", to=Square(11, 5)))
    assert spot(made, "Q")[1] == (10, 4)


def test_thrown_upstairs_one_comes_down_beside_who_stands_there_and_else_stays_on_its_level():
    people = ganger("P", (1, 1), side="heroes"), ganger("Q", (8, 2), level="gantry")
    made = both(*people, on=shaft())
    made.take(Force(who="P", to=Square(8, 2), level="gantry"))
    assert spot(made)[0] == "gantry"
    assert spot(made)[1] != (8, 2)
    made.take(Force(who="Q", to=Square(10, 6)))
    assert spot(made, "Q") == ("gantry", (10, 6))


@pytest.mark.rule("ZM-RECLAMATOR-02")
def test_two_in_a_reclamator_lie_on_two_squares_as_long_as_there_are():
    on = flat(feature("vat", (4, 2), (5, 2), kind="reclamator"))
    people = ganger("P", (3, 2), side="heroes"), ganger("Q", (4, 1))
    made = both(*people, on=on).take(Force(who="P", to=Square(4, 2)), 3)
    made.take(Suffer(who="Q", condition="prone"), 3, words={"chose|Q": False})
    assert {spot(made, who)[1] for who in "PQ"} == {(4, 2), (5, 2)}


# Harm by one book of those who count by the other


@pytest.mark.rule("GRID-HARM-01", "ZM-LIFT-09")
def test_points_of_the_squares_take_the_wounds_of_a_ganger_and_roll_its_injury_dice():
    on = flat(squares={"ground": {Square(5, 2): "wall"}})
    made = both(ganger("P", (4, 2), side="heroes", wounds=3), on=on)
    made.take(Force(who="P", to=Square(5, 2)), 5)
    assert (made.wounds.wounds, made.facts(e.TableRolled)) == (2, [])
    made.take(Force(who="P", to=Square(5, 2)), 5, 1, 6)
    assert [fact.text for fact in made.facts(e.TableRolled)] == ["flesh wound", "out of action"]
    assert made.state.fighters["P"].off == "out"
    five = both(
        ganger("P", (4, 2), side="heroes", wounds=1), on=on, rulings={"hive_points": "five each"}
    )
    five.take(Force(who="P", to=Square(6, 2)), 5, 1)
    assert (five.wounds.wounds, len(five.facts(e.TableRolled))) == (4, 1)


@pytest.mark.rule("GRID-HARM-01")
def test_a_hit_of_the_hive_takes_the_health_of_the_squares_and_its_last_point_takes_one_out():
    on = shaft()
    people = ganger("P", (4, 2), side="heroes"), native("Q", (4, 2), health=3)
    below, figures = people[1]
    people = people[0], (replace(below, level="gantry"), figures)
    made = both(*people, on=on, rulings={"zm_check_dice": "players enter"}).take(UP, "fail", 5)
    assert made.state.fighters["Q"].wounds == 3
    assert is_out(made.state, "Q")
