"""Charge: the run, the blow, and what it costs afterwards."""

import pytest

from desktop.core.packs.imperium.charge import Charge
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from tests.helpers.attacks import duel, scene, sides_of, someone
from tests.helpers.moves import left, rules, zone_of

CHARGE = Charge(who="P", target="Q")


def apart(at="b", rulings=None, others=(), **p):
    """Return P's turn, with Q in another zone."""
    people = someone("P", "a", side="heroes", **p), someone("Q", at)
    return scene(*people, *others, rulings=rulings).turn("P")


@pytest.mark.rule("IM-ACTIONS-05")
def test_a_charge_goes_to_the_target_and_strikes_with_advantage():
    made = apart().take(CHARGE, 61, 60)
    assert (zone_of(made), made.test_of("P").final) == ("b", 16)
    assert sides_of(made.test_of("P").tally, "for") == ["Charge"]
    assert made.wounds.who == "Q"
    assert made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ACTIONS-05")
def test_it_costs_the_action_only_and_the_move_is_left():
    made = apart(at="c").take(Walk(who="P", to="b"))
    assert left(made, "move") == 0
    made.take(CHARGE, 61, 60)
    assert (zone_of(made), left(made, "action")) == ("c", 0)
    made = apart().take(CHARGE, 61, 60)
    assert (left(made, "move"), left(made, "action")) == (1, 0)


@pytest.mark.rule("IM-ACTIONS-05")
def test_by_the_other_reading_it_costs_the_move_too():
    made = apart(at="c", rulings={"charge_cost": "move and action"}).take(Walk(who="P", to="b"))
    assert rules(made.refused(CHARGE)) == ["IM-TURN-01"]
    made = apart(rulings={"charge_cost": "move and action"}).take(CHARGE, 61, 60)
    assert (left(made, "move"), left(made, "action")) == (0, 0)


@pytest.mark.rule("IM-ACTIONS-05")
def test_nobody_charges_in_its_own_zone_or_further_than_its_speed():
    assert "IM-ACTIONS-05" in rules(apart(at="a").refused(CHARGE))
    assert apart(at="c").refused(CHARGE)
    assert apart(at="c", speed="fast").refused(CHARGE) == ()
    assert apart(at="d", speed="fast").refused(CHARGE)
    assert apart(speed="slow").refused(CHARGE)


@pytest.mark.rule("IM-ACTIONS-15")
def test_until_its_next_turn_the_charger_defends_with_disadvantage():
    made = apart().take(CHARGE, 61, 60).turn("Q")
    made.take(Strike(who="Q", target="P"), 40, 32)
    assert sides_of(made.test_of("P").tally, "against") == ["after a Charge"]
    made.let(e.BudgetSet(who="Q", left={"action": 1}))
    made.take(Strike(who="Q", target="P"), 40, 32, words={"oppose|P|Q": "dodge"})
    assert sides_of(made.test_of("P").tally, "against") == ["after a Charge"]
    made.turn("P")
    made.take(Strike(who="P", target="Q"), 40, 32)
    assert sides_of(made.test_of("P").tally, "against") == []


@pytest.mark.rule("IM-ACTIONS-05")
def test_the_advantage_is_that_of_the_one_blow():
    made = apart().take(CHARGE, 61, 60).let(e.BudgetSet(who="P", left={"action": 1}))
    made.take(Strike(who="P", target="Q"), 41, 60)
    assert sides_of(made.test_of("P").tally, "for") == []


@pytest.mark.rule("IM-ACTIONS-05", "IM-DIFFICULT-03", "IM-ENGAGED-02")
def test_a_charge_into_rubble_past_a_foes_blow_still_strikes():
    guard = someone("G", "a")
    made = apart(others=[guard]).traits("b", "difficult").close("P", "G")
    made.let(e.Related(kind="engaged", one="P", other="G"))
    made.take(CHARGE, 90, 80, 61, 60)
    assert [tested.who for tested in made.tests] == ["G", "P", "P", "Q"]
    assert zone_of(made) == "b"
    assert left(made, "move") == 0  # the rubble has eaten what was left
    assert not made.state.holds("engaged", "P", "G")
    assert made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ACTIONS-05", "IM-ENGAGED-02")
def test_a_charger_felled_as_it_leaves_strikes_nobody():
    made = apart(others=[someone("G", "a")], wounds=4, criticals=0).close("P", "G")
    made.let(e.Related(kind="engaged", one="P", other="G"))
    made.take(CHARGE, 11, 90, 3, 5)
    assert [tested.who for tested in made.tests] == ["G", "P"]
    assert made.only(e.LeftBoard).who == "P"


@pytest.mark.rule("IM-ACTIONS-05", "IM-DIFFICULT-03")
def test_rubble_on_the_way_ends_the_run_before_the_blow():
    assert apart(at="c", speed="fast").traits("b", "difficult").refused(CHARGE)


@pytest.mark.rule("IM-ACTIONS-05", "IM-HAZARD-02")
def test_a_charge_through_fire_burns_first():
    made = apart().traits("b", "minor hazard").take(CHARGE, 7, 61, 60)
    assert [taken.who for taken in made.facts(e.WoundsTaken)] == ["P", "Q"]


@pytest.mark.rule("IM-ACTIONS-15", "IM-DODGE-01")
def test_a_shot_at_a_charger_is_dodged_with_disadvantage():
    made = apart(dodge=40).take(CHARGE, 61, 60).turn("Q")
    made.take(Shoot(who="Q", target="P", attack="rifle"), 12, 30, words={"dodge|P|Q": True})
    assert "after a Charge" in sides_of(made.test_of("P").tally, "against")


def test_it_is_offered_with_each_weapon_in_hand():
    made = apart()
    assert made.offers("P")["charge:sword"].aimed("Q") == Charge(
        who="P", target="Q", attack="sword"
    )
    assert [refusal.rule for refusal in duel().refused(CHARGE)] == ["IM-ACTIONS-05"]
