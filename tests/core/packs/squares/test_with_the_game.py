"""The game's own rules where squares measure: leaps, barriers, flight, charges, whole fights."""

from dataclasses import replace
from typing import Any

import pytest

from desktop.core import play
from desktop.core.model.board import GroundKind
from desktop.core.model.profile import Flight
from desktop.core.model.words import Square
from desktop.core.packs.imperium.barrier import CrossBarrier
from desktop.core.packs.imperium.charge import Charge
from desktop.core.packs.imperium.flying import Land, TakeOff
from desktop.core.packs.imperium.jump import Leap
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn, Walk
from desktop.core.rules.resolve import refusals
from desktop.core.store import places, rosters
from desktop.core.store.reading import read_file
from tests.helpers.attacks import SWORD
from tests.helpers.build import link, zone
from tests.helpers.on_squares import Squares, grid, painted, person


def one(at: tuple[int, int] = (0, 0), *things: Any, **fields: Any) -> Squares:
    figures = {"characteristics": {"str": 40}, "skills": {"athletics": 40}}
    figures |= fields.pop("figures", {})
    return grid(*things, people=[person("A", at, **figures)], turn="A", **fields)


@pytest.mark.rule("IM-JUMP-02")
def test_a_leap_is_as_long_as_the_squares_it_crosses() -> None:
    gap = painted(void=[(1, 0), (2, 0)])
    made = one(squares=gap).take(Leap(who="A", to=Square(3, 0), run_up=True))
    assert made.seat("A") == (3, 0)
    assert made.words()["gap|A"].default == 10
    tested = one(squares=gap).take(Leap(who="A", to=Square(3, 0)), 21)
    assert (tested.seat("A"), len(tested.tests)) == ((3, 0), 1)


@pytest.mark.rule("IM-JUMP-03")
def test_a_leap_that_falls_short_ends_where_it_comes_down() -> None:
    short = one(squares=painted(difficult=[(1, 0)]), size=(12, 1))
    short.take(Leap(who="A", to=Square(5, 0)), 97)
    assert short.seat("A") == (2, 0)
    kinds = {"pit": GroundKind(qualities=("void",), metres=-4)}
    fallen = one(squares=painted(pit=[(1, 0), (2, 0), (3, 0)]), kinds=kinds, size=(12, 1))
    fallen.take(Leap(who="A", to=Square(4, 0)), 97, 2, 3, 5)
    assert fallen.seat("A") == (2, 0)
    assert fallen.harm("A") == [5]


@pytest.mark.rule("IM-JUMP-01")
def test_onto_higher_ground_the_rise_is_what_counts() -> None:
    kinds = {"stage": GroundKind(metres=1)}
    made = one(kinds=kinds, squares=painted(stage=[(1, 0)]))
    made.take(Leap(who="A", to=Square(1, 0), run_up=True))
    assert made.words()["gap|A"].default == "3.33"
    assert made.seat("A") == (1, 0)


@pytest.mark.rule("IM-BARRIER-02")
def test_a_barrier_is_crossed_from_beside_it_to_the_first_square_beyond() -> None:
    zones = zone("a", at=(0, 0, 4, 3)), zone("b", at=(4, 0, 8, 3)), link("a", "b", "barrier")
    far = one((0, 1), *zones, size=(12, 3))
    assert "Go up to it first." in [
        r.instead for r in far.refused(CrossBarrier(who="A", link="a-b"))
    ]
    near = one((3, 1), *zones, size=(12, 3))
    near.take(CrossBarrier(who="A", link="a-b"), 12)
    assert near.seat("A") == (4, 1)


@pytest.mark.rule("IM-FLYING-01")
def test_a_flyer_goes_over_obstacles_and_holes_and_comes_down_again() -> None:
    made = one(squares=painted(obstacle=[(1, 0)], void=[(2, 0)]), size=(12, 1))
    who = made.state.people["A"]
    flyer = replace(who, profile=replace(who.profile, flies=Flight(means="wings", speed="fast")))
    made.let(e.PlaceChanged(says="", parts=e.PlaceParts(people={"A": flyer})))
    assert made.plan("A", (3, 0)).refusals
    assert made.plan("A", (3, 0), gait="fly").says.startswith("Move")
    made.take(TakeOff(who="A"))
    assert made.state.fighters["A"].above > 0
    made.walk("A", (3, 0))
    assert made.seat("A") == (3, 0)
    made.take(Land(who="A"))
    assert made.state.fighters["A"].above == 0


@pytest.mark.rule("IM-ACTIONS-05")
def test_a_charge_runs_as_far_as_a_move_and_strikes() -> None:
    people = [person("A", (0, 0)), person("Z", (6, 0), side="heroes")]
    zones = zone("a", at=(0, 0, 3, 2)), zone("b", at=(3, 0, 9, 2))
    made = grid(*zones, people=people, size=(12, 2), turn="A")
    made.take(Charge(who="A", target="Z", attack=SWORD.id), 85, 72)
    assert made.book.space.in_reach(made.state, "A", "Z")
    assert made.left("A") == 0
    assert made.tests


def test_where_movement_ends_in_difficult_terrain_nothing_is_left_of_it() -> None:
    zones = zone("a", at=(0, 0, 2, 1)), zone("b", at=(2, 0, 10, 1), traits=["difficult"])
    made = one((0, 0), *zones, size=(12, 1))
    made.take(Walk(who="A", to=Square(4, 0)))
    assert (made.seat("A"), made.left("A")) == ((2, 0), 0)


def test_reach_ends_where_movement_does_and_a_way_around_goes_before_one_that_stops() -> None:
    zones = (
        zone("a", at=(0, 0, 2, 3)), zone("b", at=(2, 1, 2, 1), traits=["difficult"]),
        zone("c", at=(4, 0, 3, 3)), zone("d", at=(2, 0, 2, 1)),
    )  # fmt: skip
    made = one((1, 1), *zones, size=(7, 2))
    reach = made.book.space.reach(made.book, made.state, "A").squares
    seats = {spot.square for spot in reach}
    assert (2, 1) in seats
    assert (3, 1) in seats  # from the quiet lane above
    assert [leg.enters for leg in made.plan("A", (4, 1)).legs if leg.enters] == ["d", "c"]
    shut = one((1, 1), *zones, size=(7, 2), squares=painted(wall=[(2, 0), (3, 0)]))
    walled = shut.book.space.reach(shut.book, shut.state, "A").squares
    assert {spot.square for spot in walled if spot.square.x > 1} == {(2, 1)}


@pytest.mark.rule("IM-BARRIER-01")
def test_a_barrier_on_a_whole_zone_bars_its_other_links_on_squares_too() -> None:
    zones = zone("a", at=(0, 0, 3, 1)), zone("b", at=(3, 0, 3, 1)), zone("c", at=(6, 0, 3, 1))
    links = link("a", "b", "barrier"), link("b", "c")
    whole = {"barrier_scope": "whole zone"}
    for rulings, free in (({}, True), (whole, False)):
        made = one((7, 0), *zones, *links, size=(9, 1), rulings=rulings)
        assert (not made.plan("A", (5, 0)).refusals) is free


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_fight_in_the_belfry_runs_to_its_end(seed: int) -> None:
    path = places.samples() / "broken-belfry.yaml"
    encounter = read_file(path, stock=rosters.stock()).encounter
    table = play.SeededTable(seed)
    combat = play.begin(encounter)
    for _ in range(24):
        combat = combat.take(BeginTurn(), table)
        who = combat.state.actor
        assert who is not None
        reach = combat.book.space.reach(combat.book, combat.state, who).squares
        foes = [each for each in combat.state.fighters if combat.state.against(who, each)]
        aim = next((combat.state.fighters[each].seat for each in foes), None)
        if reach and aim is not None:
            near = min(reach, key=lambda at: abs(at.square.x - aim.x) + abs(at.square.y - aim.y))
            walk = Walk(who=who, to=near.square, level=near.level)
            if not refusals(combat.book, combat.state, walk):
                combat = combat.take(walk, table)
        if combat.state.acting:
            combat = combat.take(EndTurn(), table)
    assert combat.state.round >= 4
