"""Forced movement: obstacles, walls, creatures, the order of several, and one total."""

from dataclasses import replace
from typing import Any

import pytest

from desktop.core.errors import IllegalActionError
from desktop.core.model.board import GroundKind
from desktop.core.model.words import Square
from desktop.core.packs.squares.breaking import MarkBreakable, SmashSquare
from desktop.core.packs.squares.meeting import met
from desktop.core.rules import events as e
from desktop.core.rules.actions import Force
from desktop.core.rules.foresee import foreseen
from tests.helpers.build import door, feature, level, piece, wall, zone
from tests.helpers.on_squares import GROUND, Squares, grid, native, painted, person


def alone(*things: Any, at: tuple[int, int] = (0, 0), **fields: Any) -> Squares:
    """Return a fight of one fighter, A."""
    return grid(*things, people=[native("A", at), native("Z", (11, 7), side="heroes")], **fields)


@pytest.mark.rule("GRID-COLLISION-01", "GRID-COLLISION-02", "GRID-OBSTACLE-05")
def test_an_obstacle_is_broken_through_for_2_damage_and_is_rubble_then():
    made = alone(squares=painted(obstacle=[(2, 0)])).push("A", (4, 0))
    assert made.seat("A") == (4, 0)
    assert made.harm("A") == [2]
    assert made.kind((2, 0)) == "rubble"
    made.let(e.Moved(who="Z", how="put", level=GROUND, to=Square(1, 0))).turn("Z")
    assert made.plan("Z", (2, 0)).says == "Move: 2 squares"
    before = made.walk("Z", (2, 0)).left("Z")
    assert (made.seat("Z"), before) == ((2, 0), 4)


@pytest.mark.rule("GRID-COLLISION-02", "GRID-COLLISION-08")
def test_each_square_of_obstacle_deals_2_as_one_total():
    made = alone(squares=painted(obstacle=[(2, 0), (3, 0)])).push("A", (5, 0))
    assert (made.seat("A"), made.harm("A")) == ((5, 0), [4])


@pytest.mark.rule("GRID-COLLISION-03")
def test_only_the_squares_passed_become_rubble():
    made = alone(at=(0, 1), squares=painted(obstacle=[(2, 0), (2, 1), (2, 2)])).push("A", (4, 1))
    assert [made.kind((2, y)) for y in range(3)] == ["obstacle", "rubble", "obstacle"]
    whole = alone(
        at=(0, 1), squares=painted(obstacle=[(2, 0), (2, 1), (2, 2)]),
        rulings={"grid_big_obstacle": "all of it"},
    ).push("A", (4, 1))  # fmt: skip
    assert [whole.kind((2, y)) for y in range(3)] == ["rubble"] * 3


def test_a_feature_that_blocks_loses_the_square_that_was_passed():
    made = alone(feature("wagon", (2, 0), (2, 1), blocks=True)).push("A", (3, 0))
    assert made.state.encounter.board.features["wagon"].squares == ((2, 1),)
    assert (made.kind((2, 0)), made.harm("A")) == ("rubble", [2])
    made.push("A", (3, 1))
    made.push("A", (1, 1))
    assert "wagon" not in made.state.encounter.board.features


@pytest.mark.rule("GRID-COLLISION-04")
def test_a_wall_ends_it_and_deals_2_for_each_square_left():
    made = alone(squares=painted(wall=[(2, 0)])).push("A", (5, 0))
    assert (made.seat("A"), made.harm("A")) == ((1, 0), [8])


@pytest.mark.rule("GRID-COLLISION-04")
def test_a_thin_wall_a_closed_door_and_a_shut_corner_are_walls_too():
    for thing in (wall((2, 0), (2, 1)), door("gate", ((2, 0), (2, 1)))):
        made = alone(thing).push("A", (5, 0))
        assert (made.seat("A"), made.harm("A")) == ((1, 0), [8])
    corner = alone(squares=painted(wall=[(1, 0), (0, 1)])).push("A", (3, 3))
    assert (corner.seat("A"), corner.harm("A")) == ((0, 0), [6])
    cut = alone(
        squares=painted(wall=[(1, 0), (0, 1)]), rulings={"grid_diagonal_gap": "may pass"}
    ).push("A", (3, 3))
    assert (cut.seat("A"), cut.harm("A")) == ((3, 3), [])


@pytest.mark.rule("GRID-COLLISION-04")
def test_slanting_squares_are_as_dear_to_a_push_as_to_a_walk():
    dear = {"grid_diagonal_cost": "every second double"}
    assert alone().push("A", (1, 1), squares=4).seat("A") == (4, 4)
    assert alone(rulings=dear).push("A", (1, 1), squares=4).seat("A") == (3, 3)
    walled = alone(rulings=dear, squares=painted(wall=[(3, 3)])).push("A", (1, 1), squares=6)
    assert (walled.seat("A"), walled.harm("A")) == ((2, 2), [6])


@pytest.mark.rule("GRID-COLLISION-05", "GRID-COLLISION-06")
def test_a_crash_stops_the_mover_beside_the_other_and_hurts_both():
    made = grid(people=[native("A", (0, 0)), native("B", (3, 0))]).push("A", (4, 0))
    assert (made.seat("A"), made.seat("B")) == ((2, 0), (3, 0))
    assert (made.harm("A"), made.harm("B")) == ([2], [2])


@pytest.mark.rule("GRID-COLLISION-06")
def test_of_several_struck_each_takes_its_share_and_the_mover_one():
    people = [
        native("A", (0, 0), size="large"), native("B", (3, 0)), native("C", (3, 1)),
    ]  # fmt: skip
    made = grid(people=people).push("A", (4, 0))
    assert (made.harm("A"), made.harm("B"), made.harm("C")) == ([3], [3], [3])
    twice = grid(people=people, rulings={"grid_multi_crash": "mover each time"})
    assert twice.push("A", (4, 0)).harm("A") == [6]


@pytest.mark.rule("GRID-COLLISION-07")
def test_the_harm_of_the_way_joins_the_total_of_an_attack():
    made = alone(squares=painted(wall=[(1, 0)])).push("A", (3, 0), damage=6)
    assert made.harm("A") == [12]
    made = grid(people=[person("A", (0, 0), armour=4)], squares=painted(wall=[(1, 0)]))
    made.push("A", (3, 0), 5, damage=6)
    assert (made.harm("A"), made.wounds.wounds) == ([12], 8)


@pytest.mark.rule("GRID-COLLISION-08")
def test_a_push_without_an_attack_hurts_all_the_same():
    assert alone(squares=painted(wall=[(1, 0)])).push("A", (2, 0)).harm("A") == [4]


@pytest.mark.rule("GRID-HARM-01")
def test_without_this_books_health_points_are_wounds_past_armour():
    made = grid(people=[person("A", (0, 0), armour=4)], squares=painted(wall=[(1, 0)]))
    assert made.push("A", (2, 0), 5).wounds.wounds == 4
    worn = grid(
        people=[person("A", (0, 0), armour=3)], squares=painted(wall=[(1, 0)]),
        rulings={"grid_armour": "armour counts"},
    )  # fmt: skip
    assert worn.push("A", (2, 0), 5).wounds.wounds == 1


@pytest.mark.rule("GRID-HARM-01")
def test_by_this_books_health_points_are_counted_and_the_last_takes_one_out():
    made = grid(people=[native("A", (0, 0), health=5)], squares=painted(wall=[(1, 0)]))
    made.push("A", (2, 0))
    assert (made.state.fighters["A"].wounds, made.state.mark("A", "out")) == (4, None)
    made.push("A", (2, 0))
    assert (made.state.fighters["A"].wounds, made.state.mark("A", "out")) == (5, True)


def two(**fields: Any) -> Squares:
    return grid(people=[native("A", (2, 0)), native("B", (3, 0))], **fields)


@pytest.mark.rule("GRID-COLLISION-09")
def test_several_are_moved_one_by_one_in_the_order_that_was_picked():
    made = two().push("B", (5, 0))
    assert made.harm("B") == []
    made.push("A", (4, 0))
    assert (made.seat("A"), made.seat("B"), made.harm("A")) == ((4, 0), (5, 0), [])


@pytest.mark.rule("GRID-COLLISION-10")
def test_the_harm_of_the_first_is_settled_before_the_second_moves():
    made = two().push("A", (4, 0))
    assert made.seat("A") == (2, 0)
    assert (made.harm("A"), made.harm("B")) == ([2], [2])
    made.push("B", (5, 0))
    assert (made.seat("B"), made.harm("B")) == ((5, 0), [])


@pytest.mark.rule("GRID-COLLISION-11")
def test_the_second_meets_the_board_as_the_first_left_it():
    made = grid(
        people=[native("A", (1, 0)), native("B", (0, 0))], squares=painted(obstacle=[(2, 0)])
    )
    assert made.push("A", (5, 0)).harm("A") == [2]
    assert made.push("B", (3, 0)).harm("B") == []
    assert made.seat("B") == (3, 0)


@pytest.mark.rule("GRID-COLLISION-12")
def test_several_collisions_on_one_way_add_up():
    made = alone(squares=painted(obstacle=[(2, 0)], wall=[(4, 0)])).push("A", (5, 0))
    assert (made.seat("A"), made.harm("A")) == ((3, 0), [6])
    parts = made.wounds.damage.parts
    assert [(part.amount, part.rule) for part in parts] == [
        (2, "GRID-COLLISION-02"), (4, "GRID-COLLISION-04"),
    ]  # fmt: skip


@pytest.mark.rule("GRID-COLLISION-13")
def test_what_is_fixed_is_not_moved():
    made = grid(people=[native("A", (0, 0), fixed=True)]).push("A", (4, 0))
    assert made.seat("A") == (0, 0)


@pytest.mark.rule("GRID-DIFFICULT-04")
def test_difficult_ground_does_not_slow_a_push():
    made = alone(squares=painted(difficult=[(1, 0), (2, 0), (3, 0)])).push("A", (3, 0))
    assert (made.seat("A"), made.harm("A")) == ((3, 0), [])


@pytest.mark.rule("GRID-WALL-06")
def test_the_gm_may_let_a_weak_wall_give_way():
    made = alone(squares=painted(wall=[(2, 0)])).push("A", (4, 0))
    assert (made.seat("A"), made.harm("A")) == ((1, 0), [6])
    given = alone(squares=painted(wall=[(2, 0)]))
    given.push("A", (4, 0), words={"weak wall|A": True})
    assert (given.seat("A"), given.harm("A"), given.kind((2, 0))) == ((4, 0), [2], "rubble")


@pytest.mark.rule("GRID-WALL-06")
def test_a_wall_marked_as_breakable_gives_way_unless_the_gm_says_no():
    thin = wall((2, 0), (2, 1), breakable=True)
    made = alone(thin).push("A", (4, 0))
    assert (made.seat("A"), made.harm("A")) == ((4, 0), [2])
    assert made.state.encounter.board.walls == ()
    held = alone(thin).push("A", (4, 0), words={"weak wall|A": False})
    assert (held.seat("A"), held.harm("A")) == ((1, 0), [6])


def test_only_the_edge_that_is_broken_goes_out_of_a_longer_wall():
    made = alone(wall((2, 0), (2, 3), breakable=True), at=(0, 1)).push("A", (3, 1))
    ground = made.state.place.ground(GROUND)
    assert sorted(ground.edges) == [(2, 0, "w"), (2, 2, "w")]


@pytest.mark.rule("GRID-WALL-07")
def test_a_conjured_wall_always_breaks_and_nobody_is_asked():
    made = alone(fields=(piece("wall", (2, 0), source="a deed"),))
    made.push("A", (3, 0))
    assert (made.seat("A"), made.harm("A"), made.kind((2, 0))) == ((3, 0), [2], "rubble")
    assert made.state.encounter.board.fields == ()
    assert "weak wall|A" not in made.words()


@pytest.mark.rule("GRID-WALL-03")
def test_walls_stand_firm_until_the_gm_marks_one():
    made = alone(squares=painted(wall=[(x, 3) for x in range(10)]))
    (refusal,) = made.refused(SmashSquare(at=Square(4, 3)))
    assert refusal.rule == "GRID-WALL-03"
    made.take(MarkBreakable(at=Square(4, 3), breakable=True))
    assert made.refused(SmashSquare(at=Square(5, 3)))
    made.take(SmashSquare(at=Square(4, 3)))
    assert [made.kind((x, 3)) for x in (3, 4, 5)] == ["wall", "rubble", "wall"]


@pytest.mark.rule("GRID-OBSTACLE-04")
def test_obstacles_break_unless_the_gm_says_otherwise():
    made = alone(squares=painted(obstacle=[(2, 2), (4, 2), (6, 2)]))
    made.take(MarkBreakable(at=Square(4, 2), breakable=False))
    refused = [bool(made.refused(SmashSquare(at=Square(x, 2)))) for x in (2, 4, 6)]
    assert refused == [False, True, False]
    with pytest.raises(IllegalActionError):
        made.take(MarkBreakable(at=Square(0, 0), breakable=True))


@pytest.mark.rule("GRID-OBSTACLE-04")
def test_an_obstacle_that_does_not_break_is_a_wall_to_a_push_or_is_passed_over():
    kinds = {"anvil": GroundKind(qualities=("obstacle",), breakable=False)}
    made = alone(squares=painted(anvil=[(2, 0)]), kinds=kinds).push("A", (4, 0))
    assert (made.seat("A"), made.harm("A")) == ((1, 0), [6])
    over = alone(
        squares=painted(anvil=[(2, 0)]), kinds=kinds, rulings={"grid_hard_obstacle": "pass over"}
    ).push("A", (4, 0))
    assert (over.seat("A"), over.harm("A"), over.kind((2, 0))) == ((4, 0), [2], "anvil")


@pytest.mark.rule("GRID-COLLISION-02")
def test_a_push_that_ends_in_an_obstacle_breaks_it_or_stops_before_it():
    made = alone(squares=painted(obstacle=[(2, 0)])).push("A", (2, 0))
    assert (made.seat("A"), made.harm("A"), made.kind((2, 0))) == ((2, 0), [2], "rubble")
    short = alone(
        squares=painted(obstacle=[(2, 0)]), rulings={"grid_push_ends_inside": "stops before"}
    ).push("A", (2, 0))
    assert (short.seat("A"), short.harm("A"), short.kind((2, 0))) == ((1, 0), [], "obstacle")


def test_at_the_edge_of_the_map_a_push_ends_unharmed_or_as_at_a_wall():
    made = alone(at=(2, 0)).push("A", (0, 0), squares=5)
    assert (made.seat("A"), made.harm("A")) == ((0, 0), [])
    hard = alone(at=(2, 0), rulings={"grid_map_edge": "as a wall"}).push("A", (0, 0), squares=5)
    assert (hard.seat("A"), hard.harm("A")) == ((0, 0), [6])


@pytest.mark.rule("GRID-OBSTACLE-05")
def test_rubble_is_lasting_ground_or_by_the_other_reading_a_field():
    made = alone(
        squares=painted(obstacle=[(2, 0)]), rulings={"grid_rubble_layer": "always a field"}
    ).push("A", (4, 0))
    assert made.kind((2, 0)) == ""
    (rubble,) = made.state.encounter.board.fields
    assert (rubble.kind, rubble.squares) == ("rubble", ((2, 0),))


@pytest.mark.rule("GRID-MASSIVE-01")
def test_the_whole_of_a_large_one_is_pushed_or_the_gm_says():
    people = [native("A", (1, 1), size="large")]
    made = grid(people=people, squares=painted(obstacle=[(4, 1), (4, 2)])).push("A", (5, 1))
    assert (made.seat("A"), made.harm("A")) == ((5, 1), [4])
    asked = grid(people=people, rulings={"grid_massive_pushed": "gm decides"})
    assert asked.push("A", (5, 1), "stays").seat("A") == (1, 1)


def test_a_large_one_does_not_slip_past_thin_walls():
    people = [native("A", (1, 1), size="large")]
    for thing, to, seat in (
        (wall((4, 2), (4, 4)), (5, 5), (2, 2)),  # slanting, over the wall's upper end
        (wall((3, 2), (5, 2)), (4, 1), (1, 1)),  # straight, onto the wall's end
    ):
        made = grid(thing, people=people).push("A", to)
        assert made.seat("A") == seat
        assert made.harm("A")


def test_what_a_push_will_do_can_be_seen_before_it_is_done():
    made = two(squares=painted(obstacle=[(1, 0)]))
    seen = foreseen(made.book, made.state, Force(who="A", to=Square(0, 0)))
    assert [fact.to for fact in seen.facts if isinstance(fact, e.Moved)] == [(1, 0), (0, 0)]
    assert [fact.wounds for fact in seen.facts if isinstance(fact, e.WoundsTaken)] == [2]
    assert met(made.state, "A", Square(3, 0)).says == "B"
    assert made.seat("A") == (2, 0)


def harms(made: Squares, to: tuple[int, int]) -> list[tuple[str, int, int, bool]]:
    """Return what pushing A somewhere would deal to whom, from the least to the most."""
    seen = foreseen(made.book, made.state, Force(who="A", to=Square(*to)))
    return [(harm.who, harm.least, harm.most, harm.armoured) for harm in seen.harms()]


def test_the_harm_of_a_push_is_known_beforehand_with_its_reasons():
    made = alone(squares=painted(obstacle=[(2, 0)], wall=[(4, 0)]))
    seen = foreseen(made.book, made.state, Force(who="A", to=Square(5, 0)))
    (harm,) = seen.harms()
    assert (harm.least, harm.most) == (6, 6)
    assert [(part.says, part.amount, part.rule) for part in harm.reasons] == [
        ("through obstacle", 2, "GRID-COLLISION-02"),
        ("against wall, 2 squares left", 4, "GRID-COLLISION-04"),
    ]
    assert harms(two().push("A", (1, 0)), (5, 0)) == [("A", 3, 3, False), ("B", 3, 3, False)]
    assert harms(two(), (0, 0)) == []


def test_where_dice_decide_the_harm_is_known_from_the_least_to_the_most():
    hit = grid(people=[person("A", (0, 0))], squares=painted(wall=[(1, 0)]))
    assert harms(hit, (2, 0)) == [("A", 4, 4, False)], "where it hits makes no difference"
    pit = {"pit": GroundKind(qualities=("void", "ledge"), metres=-4)}
    fall = alone(squares=painted(pit=[(1, 0)]), kinds=pit)
    assert harms(fall, (1, 0)) == [("A", 2, 12, False)]
    seen = foreseen(fall.book, fall.state, Force(who="A", to=Square(1, 0)))
    assert [fact.condition for fact in seen.sure() if isinstance(fact, e.ConditionSet)] == [
        "toppled"
    ]
    assert seen.asks.die == "d6"


def test_what_hangs_on_a_choice_and_on_a_test_behind_it_is_known_too():
    levels = level("ground", height=0), level("cellar", height=-4)
    pit = feature("pit", (3, 0), (4, 0), (3, 1), (4, 1), kind="pitfall", level="ground")
    made = grid(
        *levels, pit, people=[person("A", (0, 0), size="large")],
        encounter_fields={"packs": ("hive",)}, rulings={"grid_massive_pushed": "gm decides"},
    )  # fmt: skip
    made.push("A", (3, 0), "moves", 100, 6, 6, 10)
    assert made.harm("A") == [12]
    made.let(e.Moved(who="A", how="put", level=GROUND, to=Square(0, 0)))
    assert harms(made, (3, 0)) == [("A", 0, 12, False)]


def test_zones_and_what_is_in_them_are_entered_on_the_way():
    zones = zone("a", at=(0, 0, 6, 8)), zone("b", at=(6, 0, 6, 8), traits=["minor hazard"])
    made = grid(*zones, people=[person("A", (5, 0))]).push("A", (7, 0), 5)
    assert made.state.zone_of("A") == "b"
    assert made.harm("A") == [5]


def test_a_closed_door_breaks_where_the_gm_says_so():
    made = alone(door("gate", ((2, 0), (2, 1))))
    made.push("A", (3, 0), words={"weak wall|A": True})
    assert made.state.encounter.board.doors["gate"].state == "broken"
    assert made.seat("A") == (3, 0)


def test_a_zone_is_an_aim_too_and_another_level_is_reached_at_once():
    made = grid(
        zone("a", at=(0, 0, 3, 3)), zone("b", at=(8, 0, 3, 3)), people=[native("A", (1, 1))]
    )
    made.take(Force(who="A", to="b"))
    assert made.state.zone_of("A") == "b"


def test_bystanders_of_an_attack_are_hurt_by_the_attacker_by_one_reading():
    people = [native("A", (1, 0)), native("B", (3, 0)), native("C", (0, 0), side="heroes")]
    made = grid(people=people).push("A", (5, 0), by="C", damage=3)
    assert [fact.by for fact in made.facts(e.WoundsTaken)] == ["C", None]
    both = grid(people=people, rulings={"grid_crash_in_attack": "both shares"})
    both.push("A", (5, 0), by="C", damage=3)
    assert [fact.by for fact in both.facts(e.WoundsTaken)] == ["C", "C"]
    assert replace(both.facts(e.WoundsTaken)[1], by=None) == made.facts(e.WoundsTaken)[1]


@pytest.mark.rule("GRID-COLLISION-07")
def test_by_one_reading_a_bystanders_share_meets_armour_as_the_attack_does():
    people = [person("A", (1, 0)), person("B", (3, 0), armour=1), native("C", (0, 0))]
    for rulings, taken in (({}, 3), ({"grid_crash_in_attack": "both shares"}, 2)):
        made = grid(people=people, rulings=rulings).push("A", (5, 0), 5, 5, by="C", damage=4)
        assert [fact.wounds for fact in made.facts(e.WoundsTaken) if fact.who == "B"] == [taken]


@pytest.mark.rule("GRID-COLLISION-09", "GRID-COLLISION-10")
def test_one_that_an_earlier_crash_took_out_is_skipped_or_moved_all_the_same():
    people = [native("A", (2, 0)), native("B", (3, 0), health=2)]
    for rulings, seat in (({}, (3, 0)), ({"grid_removed_mover": "waits"}, (5, 0))):
        made = grid(people=people, rulings=rulings).push("A", (4, 0))
        assert made.state.mark("B", "out")
        made.push("B", (5, 0))
        assert made.seat("B") == seat
        assert any("moved no more" in fact.text for fact in made.facts(e.Said)) is not bool(rulings)


@pytest.mark.rule("GRID-COLLISION-04", "GRID-MASSIVE-01")
@pytest.mark.parametrize(
    ("at", "to", "stage"), [((0, 2), 6, range(4, 9)), ((8, 2), 2, range(2, 6))]
)
def test_higher_ground_stops_a_large_one_with_whichever_side_it_comes(at, to, stage):
    kinds = {"stage": GroundKind(metres=4)}
    raised = painted(stage=[(x, y) for x in stage for y in range(6)])
    people = [native("A", at, size="large")]
    made = grid(people=people, kinds=kinds, squares=raised).push("A", (to, 2))
    assert (abs(made.seat("A")[0] - at[0]), made.harm("A")) == (2, [8])


def test_in_the_air_one_is_moved_over_obstacles():
    made = alone(squares=painted(obstacle=[(2, 0)]))
    made.let(e.Moved(who="A", how="put", level=GROUND, to=Square(0, 0), above=5))
    made.push("A", (4, 0))
    assert (made.seat("A"), made.harm("A"), made.kind((2, 0))) == ((4, 0), [], "obstacle")
