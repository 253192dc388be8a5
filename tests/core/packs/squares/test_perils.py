"""Damaging and slippery squares, ledges, falls and teleports."""

from typing import Any

import pytest

from desktop.core.model.board import GroundKind
from desktop.core.model.words import Square
from desktop.core.packs.imperium.falling import Fall
from desktop.core.packs.imperium.jump import Leap
from desktop.core.packs.squares.teleport import Teleport
from desktop.core.packs.squares.toppled import GetUp, Topple
from desktop.core.rules import events as e
from desktop.core.rules.actions import Change, Put, Walk
from desktop.core.rules.near import height_of
from tests.helpers.build import level, paint, piece, wall
from tests.helpers.on_squares import Squares, grid, native, painted, person

KINDS = {"embers": GroundKind(qualities=("damaging",), damage=2)}
HOT = {"embers": GroundKind(qualities=("damaging",), damage=3)}


def one(at: tuple[int, int] = (0, 0), *, kinds: Any = KINDS, **fields: Any) -> Squares:
    """Return A's turn, with its own figures of this book."""
    figures = fields.pop("figures", {"speed": 6, "checks": {"grace": 2}})
    people = [native("A", at, **figures), native("Z", (11, 7), side="heroes")]
    return grid(people=people, kinds=kinds, turn="A", **fields)


# Damage


@pytest.mark.rule("GRID-DAMAGE-01")
def test_each_damaging_square_that_is_entered_hurts_at_once():
    made = one(squares=painted(embers=[(1, 0), (2, 0), (3, 0)]))
    plan = made.plan("A", (4, 0), via=(("ground", (1, 0)), ("ground", (2, 0)), ("ground", (3, 0))))
    assert "enters embers 2" in plan.says
    via = tuple(("ground", Square(x, 0)) for x in (1, 2, 3))
    made.walk("A", (4, 0), via=via)
    assert made.harm("A") == [2, 2, 2]
    assert made.seat("A") == (4, 0)


@pytest.mark.rule("GRID-DAMAGE-02")
def test_a_push_over_damaging_squares_hurts_as_well_apart_from_the_attack():
    made = one(squares=painted(embers=[(1, 0), (2, 0)]), kinds=HOT).push("A", (2, 0))
    assert made.harm("A") == [3, 3]
    made = one(squares=painted(embers=[(1, 0)], wall=[(2, 0)]), kinds=HOT)
    assert made.push("A", (3, 0), damage=6).harm("A") == [3, 10]
    total = one(
        squares=painted(embers=[(1, 0)], wall=[(2, 0)]), kinds=HOT,
        rulings={"grid_damage_in_attack": "one total"},
    )  # fmt: skip
    assert total.push("A", (3, 0), damage=6).harm("A") == [13]


@pytest.mark.rule("GRID-DAMAGE-03")
def test_a_jump_or_teleport_is_hurt_only_where_it_lands():
    row = painted(embers=[(x, 0) for x in range(1, 5)])
    made = one(squares=row).take(Teleport(who="A", to=Square(4, 0)))
    assert made.harm("A") == [2]
    assert one(squares=row).take(Teleport(who="A", to=Square(5, 0))).facts(e.WoundsTaken) == []
    people = [person("A", (0, 0), characteristics={"str": 40})]
    leaping = grid(people=people, squares=row, kinds=KINDS, turn="A")
    leaping.take(Leap(who="A", to=Square(4, 0), run_up=True), 5, words={"leap limit|A": 99})
    assert (leaping.seat("A"), leaping.harm("A")) == ((4, 0), [2])


def test_a_kind_without_a_number_hurts_as_much_as_the_gm_says():
    made = one(squares=painted(damaging=[(1, 0)])).walk("A", (1, 0))
    assert made.harm("A") == []
    made = one(squares=painted(damaging=[(1, 0)]))
    made.take(Walk(who="A", to=Square(1, 0)), words={"terrain|A|damaging": 4})
    assert made.harm("A") == [4]
    field = piece("damaging", (1, 0), damage=5)
    assert one(fields=(field,)).walk("A", (1, 0)).harm("A") == [5]


def test_a_large_one_is_hurt_by_what_it_newly_comes_onto():
    people = [native("A", (1, 1), size="large")]
    made = grid(people=people, kinds=KINDS, squares=painted(embers=[(3, 1)]), turn="A")
    made.walk("A", (2, 1))
    assert made.harm("A") == [2]
    made.walk("A", (3, 1))
    assert made.harm("A") == []
    assert made.state.mark("A", "came from") is None


@pytest.mark.rule("GRID-DAMAGE-01")
def test_by_one_reading_it_hurts_those_who_stand_there_when_it_comes():
    lay = Change(
        edit="lay",
        arguments={"of": "field", "kind": "embers", "squares": [Square(0, 0)]},
    )
    assert one().take(lay).facts(e.WoundsTaken) == []
    made = one(rulings={"grid_damage_standing": "counts too"}).take(lay)
    assert made.harm("A") == [2]
    made.turn("Z").turn("A")
    assert made.harm("A") == [2]


# Slippery


ICE = painted(slippery=[(x, 0) for x in range(2, 7)])


@pytest.mark.rule("GRID-SLIPPERY-01", "GRID-SLIPPERY-03")
def test_the_first_slippery_square_takes_one_check_and_the_others_none():
    made = one(squares=ICE, size=(12, 1)).walk("A", (5, 0), 8)
    (check,) = made.checks("A")
    assert (check.dice, check.face, check.final, check.target) == ("d20", 8, 10, 10)
    assert (made.seat("A"), check.passed) == ((5, 0), True)
    assert "slippery: Grace check of A" in one(squares=ICE, size=(12, 1)).plan("A", (5, 0)).says


@pytest.mark.rule("GRID-SLIPPERY-02")
def test_whoever_fails_lies_on_that_square_with_no_movement_left():
    made = one(squares=ICE, size=(12, 1)).walk("A", (5, 0), 7)
    assert made.seat("A") == (2, 0)
    assert "toppled" in made.state.fighters["A"].conditions
    assert made.left("A") == 0
    assert made.state.fighters["A"].left["move"] == 0


@pytest.mark.rule("GRID-SLIPPERY-04")
def test_a_later_turn_takes_a_new_check_or_by_one_reading_only_from_firm_ground():
    made = one(squares=ICE, size=(12, 1)).walk("A", (3, 0), 20)
    made.turn("Z").turn("A").walk("A", (4, 0), 20)
    assert len(made.checks("A")) == 1
    firm = one(squares=ICE, size=(12, 1), rulings={"grid_slippery_inside": "firm ground only"})
    firm.walk("A", (3, 0), 20).turn("Z").turn("A").walk("A", (4, 0))
    assert firm.checks("A") == []


@pytest.mark.rule("GRID-SLIPPERY-03")
def test_pushed_onto_ice_one_checks_too_and_whose_turn_resets_it_is_a_reading():
    made = one(squares=ICE, size=(12, 1)).push("A", (3, 0), 20)
    made.turn("Z").push("A", (5, 0))
    assert made.checks("A") == []
    every = one(squares=ICE, size=(12, 1), rulings={"grid_slippery_reset": "every turn"}).push(
        "A", (3, 0), 20
    )
    every.turn("Z").push("A", (5, 0), 20)
    assert len(every.checks("A")) == 1
    walking = one(squares=ICE, size=(12, 1), rulings={"grid_slippery_entry": "walking only"}).push(
        "A", (3, 0)
    )
    assert walking.checks("A") == []


@pytest.mark.rule("GRID-SLIPPERY-01")
def test_without_this_books_figures_it_is_a_test_and_prone():
    people = [person("A", (0, 0), skills={"reflexes": 40, "athletics": 60})]
    made = grid(people=people, squares=ICE, turn="A").walk("A", (3, 0), 50)
    (check,) = made.checks("A")
    assert (check.dice, check.target, check.passed) == ("d100", 40, False)
    assert "prone" in made.state.fighters["A"].conditions
    strong = grid(
        people=people, squares=ICE, turn="A", rulings={"grid_grace_test": "athletics"}
    ).walk("A", (3, 0), 50)
    assert strong.checks("A")[0].target == 60


def test_by_one_reading_the_table_says_whether_a_check_passes():
    asked = one(squares=ICE, size=(12, 1), rulings={"grid_grace_check": "always ask"}).walk(
        "A", (4, 0), "fail"
    )
    assert asked.seat("A") == (2, 0)
    told = one(squares=ICE, size=(12, 1))
    told.take(Walk(who="A", to=Square(4, 0)), 7, words={"grace|A|target": 5})
    assert told.seat("A") == (4, 0)


# Ledges


ROOF = (level("low"), level("up", 4))


def on_roof(**fields: Any) -> Squares:
    """Return A on a roof of 3 by 3 squares, 4 squares above the ground."""
    roof = paint("...", "...", "...", legend={".": "roof"})
    people = fields.pop("people", [native("A", (1, 1), checks={"grace": 0})])
    fields.setdefault("kinds", {"roof": GroundKind()})
    made = grid(*ROOF, people=people, squares={"up": roof}, **fields)
    made.let(e.Moved(who="A", how="put", level="up", to=Square(1, 1)))
    return made


@pytest.mark.rule("GRID-LEDGE-01", "GRID-LEDGE-02", "GRID-LEDGE-03")
def test_pushed_off_a_roof_one_falls_at_the_first_square_past_it():
    made = on_roof().push("A", (4, 1), 3, 4, level="up")
    fighter = made.state.fighters["A"]
    assert (fighter.level, fighter.seat) == ("low", (3, 1))
    assert made.harm("A") == [7]
    assert list(fighter.conditions) == ["toppled"]


@pytest.mark.rule("GRID-LEDGE-01")
def test_whoever_loses_the_floor_falls_unless_the_gm_says_not():
    made = on_roof()
    seat = made.seat("A")
    every = [[x, y] for x in range(3) for y in range(3)]
    gone = Change(edit="paint", arguments={"level": "up", "squares": every})
    made.take(gone, *([2] * 2))
    assert (made.state.fighters["A"].level, made.seat("A"), made.harm("A")) == ("low", seat, [4])


@pytest.mark.rule("GRID-LEDGE-01")
def test_raised_ground_of_one_level_is_a_ledge_too():
    kinds = {"stage": GroundKind(metres=4)}
    made = one(kinds=kinds, squares=painted(stage=[(0, 0), (1, 0)])).push("A", (3, 0), 1, 1)
    assert (made.seat("A"), made.harm("A")) == ((2, 0), [2])


@pytest.mark.rule("GRID-LEDGE-01")
def test_by_one_reading_the_push_is_finished_first():
    made = on_roof(rulings={"grid_ledge_rest": "push first"}).push("A", (4, 1), 3, 4, level="up")
    assert (made.state.fighters["A"].level, made.seat("A")) == ("low", (4, 1))


@pytest.mark.rule("GRID-LEDGE-01")
def test_pulls_go_over_a_ledge_too_or_end_there():
    assert on_roof().push("A", (4, 1), 3, 4, level="up", does="pull").seat("A") == (3, 1)
    stops = on_roof(rulings={"grid_ledge_cause": "pushes only"})
    stops.push("A", (4, 1), level="up", does="pull")
    assert (stops.state.fighters["A"].level, stops.seat("A")) == ("up", (2, 1))


@pytest.mark.rule("GRID-LEDGE-02")
@pytest.mark.parametrize(("metres", "dice"), [(6, 3), (5, 2), (1, 0), (2, 1)])
def test_a_fall_is_a_d6_for_every_two_squares(metres: float, dice: int) -> None:
    made = one()
    made.take(Fall(who="A", metres=metres), *([2] * dice))
    assert sum(made.harm("A")) == 2 * dice
    assert "toppled" in made.state.fighters["A"].conditions


@pytest.mark.rule("GRID-LEDGE-02")
def test_by_one_reading_odd_squares_are_rounded_up():
    made = one(rulings={"grid_fall_odd": "round up"}).take(Fall(who="A", metres=5), 1, 1, 1)
    assert made.harm("A") == [3]


@pytest.mark.rule("GRID-LEDGE-02")
def test_the_harm_of_the_fall_is_apart_from_the_attack_or_one_total():
    made = on_roof().push("A", (4, 1), 3, 4, level="up", damage=5)
    assert made.harm("A") == [7, 5]
    total = on_roof(rulings={"grid_fall_in_attack": "one total"})
    assert total.push("A", (4, 1), 3, 4, level="up", damage=5).harm("A") == [12]


@pytest.mark.rule("GRID-LEDGE-02")
def test_whoever_is_in_the_way_of_a_fall_is_beside_it_then_and_may_be_hurt():
    people = [native("A", (1, 1)), native("B", (3, 1))]
    made = on_roof(people=people).push("A", (4, 1), 3, 4, level="up")
    assert made.seat("A") not in (None, (3, 1))
    assert made.harm("B") == []
    both = on_roof(people=people, rulings={"grid_ledge_landing": "both hurt"})
    assert both.push("A", (4, 1), 3, 4, level="up").harm("B") == [7]


def test_nobody_walks_off_a_roof_but_the_gm_may_let_it():
    made = on_roof(turn="A")
    made.let(e.Moved(who="A", how="put", level="up", to=Square(2, 1)))
    (refusal,) = made.plan("A", (3, 1), level="up").refusals
    assert refusal.rule in ("GRID-STEP-03", "GRID-STEP-04")
    made.take(Walk(who="A", to=Square(3, 1), level="up", forced=True), 3, 4)
    assert made.state.fighters["A"].level == "low"


# Toppled


@pytest.mark.rule("GRID-LEDGE-03")
def test_toppled_is_a_word_that_costs_the_move_to_be_rid_of():
    made = one().take(Topple(who="A"))
    assert made.state.fighters["A"].conditions.keys() == {"toppled"}
    assert "get up" in made.offers("A")
    made.take(GetUp(who="A"))
    assert (made.state.fighters["A"].conditions, made.state.fighters["A"].left["move"]) == ({}, 0)
    assert made.refused(GetUp(who="A"))


@pytest.mark.rule("GRID-LEDGE-03")
def test_toppled_has_no_numbers_but_by_one_reading():
    made = one().take(Topple(who="A"))
    assert made.reasons("A", "Z") == []
    numbers = one(rulings={"grid_toppled": "numbers too"}).take(Topple(who="A"))
    assert [part.amount for part in numbers.reasons("A", "Z")] == [-10]
    assert [part.amount for part in numbers.reasons("Z", "A")] == [10]
    numbers.take(Topple(who="A", off=True))
    assert numbers.reasons("A", "Z") == []


# Teleports and jumps


@pytest.mark.rule("GRID-WALL-02")
def test_neither_jump_nor_teleport_crosses_a_wall():
    made = one((1, 0), squares=painted(wall=[(2, 0)]))
    assert made.plan("A", (2, 0)).refusals
    assert [r.rule for r in made.refused(Teleport(who="A", to=Square(3, 0)))] == ["GRID-WALL-02"]
    assert made.refused(Leap(who="A", to=Square(3, 0)))
    assert made.state.fighters["A"].left["move"] == 1
    thin = one((1, 0), **{"squares": {}})
    assert not thin.refused(Teleport(who="A", to=Square(3, 0)))
    through = one(
        (1, 0), squares=painted(wall=[(2, 0)]), rulings={"grid_wall_teleport": "teleport crosses"}
    )
    assert not through.refused(Teleport(who="A", to=Square(3, 0)))
    assert through.refused(Leap(who="A", to=Square(3, 0)))


@pytest.mark.rule("GRID-OBSTACLE-03")
def test_an_obstacle_is_jumped_over_but_not_walked_into_or_landed_on():
    made = one((1, 0), squares=painted(obstacle=[(2, 0)]))
    assert made.plan("A", (2, 0)).refusals
    assert not made.refused(Leap(who="A", to=Square(3, 0)))
    assert made.refused(Leap(who="A", to=Square(2, 0)))
    assert made.refused(Teleport(who="A", to=Square(2, 0)))
    stands = one(
        (1, 0), squares=painted(obstacle=[(2, 0)]), rulings={"grid_obstacle_stand": "may stand"}
    ).take(Teleport(who="A", to=Square(2, 0)))
    assert height_of(stands.state, "A") == 1


def test_nobody_teleports_onto_another_or_from_off_the_board():
    made = one()
    assert made.refused(Teleport(who="A", to=Square(11, 7)))
    made.take(Put(who="A", at=None))
    assert made.refused(Teleport(who="A", to=Square(3, 3)))
    assert wall((0, 0), (0, 1)).breakable is False


@pytest.mark.rule("GRID-LEDGE-01", "GRID-MASSIVE-01")
@pytest.mark.parametrize(
    ("at", "to", "stage", "down"), [(2, 7, range(4), 4), (5, 0, range(5, 9), 3)]
)
def test_a_large_one_is_off_a_ledge_when_all_of_it_is(at, to, stage, down):
    raised = painted(stage=[(x, y) for x in stage for y in range(6)])
    people = [native("A", (at, 2), size="large"), native("Z", (11, 7), side="heroes")]
    made = grid(people=people, kinds={"stage": GroundKind(metres=4)}, squares=raised)
    made.push("A", (to, 2), 1, 1)
    assert (made.seat("A"), made.harm("A")) == ((down, 2), [2])


@pytest.mark.rule("GRID-LEDGE-02", "GRID-MASSIVE-01")
def test_a_large_one_may_land_on_several():
    people = [native("A", (1, 1), size="large"), native("B", (4, 1)), native("C", (3, 2))]
    both = {"grid_ledge_landing": "both hurt"}
    made = on_roof(people=people, rulings=both).push("A", (5, 1), 3, 4, level="up")
    assert (made.harm("B"), made.harm("C")) == ([7], [7])
