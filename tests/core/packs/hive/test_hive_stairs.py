"""Stairs: walked like level ground, and fallen down."""

import pytest

from desktop.core.model.words import Square
from desktop.core.packs.imperium.prone import DropProne
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from tests.helpers.build import board, feature, zone
from tests.helpers.hive import SPACES, ganger, guest, hive, said

GRID = [space for space in SPACES if space != "zones"]
LAY = Suffer(who="P", condition="prone")


def stairs(*people, at=(6, 1), metres=4.0, landing=None, space="squares", rulings=None, **p):
    """Four steps that rise from column 3 to column 6, with a floor before and behind them."""
    stops = [("ground", landing)] if landing else []
    steps = feature(
        "steps", (3, 1), (4, 1), (5, 1), (6, 1), kind="stairs", metres=metres, stops=stops
    )
    on = board(zone("a", at=(0, 0, 12, 3), start="heroes"), steps, size=(12, 3))
    me = ganger("P", at, side="heroes", **p)
    return hive(me, *people, on=on, space=space, rulings=rulings).turn("P")


def seat(made):
    return made.state.fighters["P"].seat


@pytest.mark.rule("ZM-STAIRS-01")
@pytest.mark.parametrize("space", GRID)
def test_stairs_cost_what_level_ground_costs(space):
    made = stairs(at=(2, 1), space=space).take(Walk(who="P", to=Square(6, 1)))
    assert (seat(made), made.state.mark("P", "movement left")) == ((6, 1), 1)


@pytest.mark.rule("ZM-STAIRS-02")
@pytest.mark.parametrize("space", GRID)
def test_one_may_stop_on_them(space):
    steps = feature("steps", *[(3 + x, 1) for x in range(8)], kind="stairs", metres=8)
    on = board(zone("a", at=(0, 0, 12, 3), start="heroes"), steps, size=(12, 3))
    made = hive(ganger("P", (2, 1), side="heroes"), on=on, space=space).turn("P")
    made.take(Walk(who="P", to=Square(7, 1)))
    assert (seat(made), made.tests, made.state.mark("P", "movement left")) == ((7, 1), [], None)
    made.turn("P")
    assert (seat(made), made.tests) == ((7, 1), [])


@pytest.mark.rule("ZM-STAIRS-03")
@pytest.mark.parametrize("space", SPACES)
def test_a_pass_leaves_one_lying_where_it_is(space):
    made = stairs(space=space).take(LAY, 4)
    assert [(test.rule, test.target) for test in made.tests] == [("ZM-STAIRS-03", 4)]
    assert (seat(made), "prone" in made.state.fighters["P"].conditions) == ((6, 1), True)


@pytest.mark.rule("ZM-STAIRS-03")
def test_lying_down_by_choice_is_checked_too_or_not():
    assert len(stairs().take(DropProne(who="P"), 5).tests) == 1
    exempt = {"zm_stairs_voluntary": "choice is exempt"}
    assert stairs(rulings=exempt).take(DropProne(who="P")).tests == []
    forced = stairs(ganger("Q", (11, 2)), rulings=exempt).turn("Q").take(LAY, 5)
    assert len(forced.tests) == 1


@pytest.mark.rule("ZM-STAIRS-03")
def test_beside_the_stairs_nothing_is_checked():
    assert stairs(at=(7, 1)).take(LAY).tests == []


@pytest.mark.rule("ZM-STAIRS-04")
def test_a_failure_goes_to_the_foot_or_to_a_landing():
    made = stairs(metres=2).take(LAY, 3)
    assert seat(made) == (2, 1)
    landed = stairs(metres=2, landing=(4, 1)).take(LAY, 3)
    assert seat(landed) == (4, 1)
    assert said(landed)[-1] == "P falls 1 inches down steps, to a landing"
    assert landed.only(e.Moved).how == "fell"


@pytest.mark.rule("ZM-STAIRS-04")
def test_a_natural_one_always_falls():
    made = stairs(metres=2, initiative=2)
    key = "check|P|on steps"
    made.take(LAY, 1, words={key: 1})
    assert made.tests[0].passed
    assert seat(made) == (2, 1)


@pytest.mark.rule("ZM-STAIRS-05")
@pytest.mark.parametrize(("metres", "hits"), [(3.0, 1), (2.0, 0)])
def test_from_three_inches_on_it_hurts(metres, hits):
    made = stairs(metres=metres, wounds=2).take(LAY, 3, *([4] * hits))
    assert [text for text in said(made) if text.startswith("P is hit")] == (
        ["P is hit: Strength 3 Damage 1"] * hits
    )
    assert len(made.facts(e.WoundsTaken)) == hits


@pytest.mark.rule("ZM-STAIRS-05")
def test_by_one_reading_the_steps_are_counted():
    along = {"zm_stairs_distance": "along the steps"}
    made = stairs(metres=2, wounds=2, rulings=along).take(LAY, 3, 4)
    assert made.wounds.wounds == 1


@pytest.mark.rule("ZM-STAIRS-05")
def test_the_table_may_say_how_far_it_was():
    made = stairs(metres=2, wounds=2).take(LAY, 3, 4, words={"down|steps|P": 3})
    assert made.wounds.rule == "ZM-STAIRS-05"


@pytest.mark.rule("ZM-STAIRS-06")
def test_one_who_fell_is_pinned_and_its_activation_ends():
    made = stairs(metres=2).take(LAY, 3)
    fighter = made.state.fighters["P"]
    assert {"prone", "pinned"} <= fighter.conditions.keys()
    assert fighter.left == {"move": 0, "action": 0, "reaction": 1}


@pytest.mark.rule("ZM-STAIRS-06")
def test_one_thrown_down_before_its_turn_still_has_it_or_not():
    for rulings, left in (({}, 1), ({"zm_end_activation": "counts as activated"}, 0)):
        made = stairs(ganger("Q", (11, 2)), metres=2, rulings=rulings)
        people = ganger("Q", (11, 2)), ganger("P", (6, 1), side="heroes")
        made = hive(*people, on=made.state.encounter.board, space="squares", rulings=rulings)
        made.turn("Q").take(LAY, 3)
        made.turn("P")
        assert made.state.round == 1
        assert made.state.fighters["P"].left["action"] == left
        assert made.turn("Q").turn("P").state.fighters["P"].left["action"] == 1


@pytest.mark.rule("ZM-STAIRS-05")
def test_a_guest_takes_a_point_against_armour():
    on = stairs().state.encounter.board
    hero = guest("P", (6, 1), side="heroes", skills={"reflexes": 30})
    made = hive(hero, on=on, space="squares").turn("P").take(LAY, 80, 10)
    assert (made.wounds.damage.total, seat(made)) == (1, (2, 1))
    assert "pinned" not in made.state.fighters["P"].conditions
