"""Wounds: the maximum, what happens at it and beyond it."""

import pytest

from desktop.core.packs.imperium.death import limit_of
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.wounds import limited, maximum
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn, Walk
from tests.helpers.attacks import scene, someone

SHOOT = Shoot(who="P", target="Q", attack="rifle")


def shot_at(rulings=None, **q):
    """Return P's turn, with Q one zone away; a shot of 21 deals 9."""
    made = scene(someone("P", side="heroes"), someone("Q", "b", **q), rulings=rulings)
    return made.turn("P")


@pytest.mark.rule("IM-WOUNDS-01")
def test_the_maximum_is_said_or_comes_from_the_bonuses():
    made = shot_at(wounds=14)
    assert made.book.damage.maximum(made.state, "Q") == 14
    made = shot_at(wounds=None, characteristics={"str": 35, "tgh": 41, "wil": 29})
    assert maximum(made.state, "Q") == 3 + 2 * 4 + 2
    assert maximum(shot_at(wounds=None).state, "Q") is None


@pytest.mark.rule("IM-WOUNDS-02")
def test_wounds_count_up_and_never_pass_the_maximum():
    made = shot_at(wounds=12, starts={"wounds": 8}).take(SHOOT, 21, 5, 3)
    assert (made.wounds.wounds, made.wounds.total, made.wounds.over) == (9, 12, 5)


@pytest.mark.rule("IM-WOUNDS-02")
def test_without_a_maximum_they_just_count():
    made = shot_at(wounds=None, starts={"wounds": 50}).take(SHOOT, 21)
    assert (made.wounds.total, made.wounds.over) == (59, 0)


@pytest.mark.rule("IM-WOUNDS-03")
def test_at_the_maximum_a_turn_holds_a_move_or_an_action():
    made = shot_at(wounds=12, starts={"wounds": 12}).turn("Q")
    assert made.state.fighters["Q"].left == {"move": 1, "action": 1, "reaction": 1}
    assert "at maximum wounds" in made.state.fighters["Q"].conditions
    made.take(Walk(who="Q", to="c"))
    assert made.state.fighters["Q"].left == {"move": 0, "action": 0, "reaction": 1}


@pytest.mark.rule("IM-WOUNDS-03")
def test_it_ends_with_the_first_wound_healed():
    made = shot_at(wounds=12, starts={"wounds": 12}).let(e.WoundsSet(who="Q", total=11))
    assert "at maximum wounds" not in made.state.fighters["Q"].conditions
    assert not limited(made.state, "Q")
    made.turn("Q").take(Walk(who="Q", to="c"))
    assert made.state.fighters["Q"].left["action"] == 1


@pytest.mark.rule("IM-WOUNDS-04")
def test_reaching_the_maximum_calls_for_a_test_to_stay_awake():
    made = shot_at(wounds=9, skills={"fortitude (pain)": 40}).take(SHOOT, 21, 35)
    assert made.test_of("Q").says == "Fortitude (pain) of Q"
    assert (made.test_of("Q").target, made.test_of("Q").rule) == (40, "IM-WOUNDS-04")
    assert "unconscious" not in made.state.fighters["Q"].conditions
    made = shot_at(wounds=9, skills={"fortitude (pain)": 40}).take(SHOOT, 21, 41)
    assert "unconscious" in made.state.fighters["Q"].conditions


@pytest.mark.rule("IM-WOUNDS-04")
def test_below_the_maximum_there_is_none_and_each_wounding_at_it_brings_another():
    assert len(shot_at(wounds=10).take(SHOOT, 21).tests) == 1
    made = shot_at(wounds=12, starts={"wounds": 12}, skills={"fortitude (pain)": 40})
    made.take(SHOOT, 21, 5, 35)
    assert [tested.who for tested in made.tests] == ["P", "Q"]
    made = shot_at(wounds=12, starts={"wounds": 12}, armour=20).take(SHOOT, 21)
    assert [tested.who for tested in made.tests] == ["P"]


@pytest.mark.rule("IM-WOUNDS-04", "IM-CONDITIONS-13")
def test_the_unconscious_have_no_turns_until_they_wake():
    made = shot_at(wounds=9, skills={"fortitude (pain)": 40}).take(SHOOT, 21, 90)
    made.take(EndTurn()).take(BeginTurn())
    assert made.state.actor == "P"
    assert "Q is unconscious and does not act" in [said.text for said in made.facts(e.Said)]
    made.let(e.ConditionSet(who="Q", condition="unconscious", now=None))
    made.take(EndTurn()).take(BeginTurn())
    assert made.state.actor == "Q"


@pytest.mark.rule("IM-WOUNDS-03", "IM-WOUNDS-04")
def test_by_the_other_reading_one_falls_and_passes_out_later():
    rulings = {"wounds_at_maximum": "prone then out"}
    made = shot_at(rulings, wounds=9, characteristics={"tgh": 15}).take(SHOOT, 21)
    assert list(made.state.fighters["Q"].conditions) == ["prone"]
    assert not limited(made.state, "Q")
    made.turn("P")
    assert "unconscious" not in made.state.fighters["Q"].conditions
    made.turn("P")
    assert "unconscious" in made.state.fighters["Q"].conditions


@pytest.mark.rule("IM-WOUNDS-05")
def test_beyond_the_maximum_a_critical_wound_with_the_excess_comes_where_it_hit():
    made = shot_at(wounds=6, skills={"fortitude (pain)": 40}).take(SHOOT, 21, 7, 20)
    (rolled,) = made.criticals_of("Q")
    assert (rolled.table, rolled.location) == ("critical head", "head")
    assert (rolled.face, rolled.bonus, rolled.result) == (7, 3, 10)
    assert made.state.fighters["Q"].criticals == ("head: 10",)


@pytest.mark.rule("IM-WOUNDS-06")
def test_a_critical_hit_that_passes_the_maximum_is_one_critical_wound():
    made = shot_at(wounds=6, skills={"fortitude (pain)": 40}).take(SHOOT, 22, 4, 7, 20)
    (rolled,) = made.criticals_of("Q")
    assert (rolled.location, rolled.result, rolled.rule) == ("left leg", 7 + 3, "IM-WOUNDS-06")


@pytest.mark.rule("IM-WOUNDS-07", "IM-CONDITIONS-14")
def test_more_critical_wounds_than_the_limit_take_one_out_of_the_fight():
    made = shot_at(wounds=6, criticals=1, starts={"criticals": ("arm: 3",)}).take(SHOOT, 21, 7)
    assert made.only(e.LeftBoard).why == "out"
    assert [tested.who for tested in made.tests] == ["P"]
    made = shot_at(
        wounds=6, criticals=2, starts={"criticals": ("arm: 3",)}, skills={"fortitude": 50}
    )
    made.take(SHOOT, 21, 7, 20)
    assert made.facts(e.LeftBoard) == []


@pytest.mark.rule("IM-WOUNDS-07")
def test_the_gm_may_let_it_live():
    made = shot_at(wounds=6, criticals=0, skills={"fortitude": 50})
    made.take(SHOOT, 21, 7, 20, words={"out|Q": False})
    assert made.facts(e.LeftBoard) == []
    assert made.state.on_board("Q")


@pytest.mark.rule("IM-WOUNDS-08")
@pytest.mark.parametrize(
    ("role", "limit"), [("troop", 0), ("elite", 1), ("leader", 4), ("hero", 4), (None, 4)]
)
def test_the_limit_goes_by_role_or_toughness(role, limit):
    made = shot_at(criticals=None, role=role, characteristics={"tgh": 42})
    assert limit_of(made.state.people["Q"].profile) == limit


@pytest.mark.rule("IM-WOUNDS-08")
def test_without_any_figure_nobody_dies_by_itself():
    made = shot_at(criticals=None, wounds=6, skills={"fortitude": 50})
    assert limit_of(made.state.people["Q"].profile) is None
    made.take(SHOOT, 21, 7, 20)
    assert made.state.on_board("Q")


@pytest.mark.rule("IM-WOUNDS-07")
def test_a_troop_dies_of_its_first_critical_wound():
    made = shot_at(criticals=None, role="troop", wounds=9).take(SHOOT, 33, 8, 5)
    assert made.only(e.LeftBoard).who == "Q"


@pytest.mark.rule("IM-WOUNDS-03")
def test_whoever_is_brought_to_the_maximum_in_its_own_turn_loses_the_other_half():
    made = shot_at(wounds=9, skills={"fortitude": 50}).turn("Q").take(Walk(who="Q", to="c"))
    assert made.state.fighters["Q"].left["action"] == 1
    shot = Shoot(who="P", target="Q", attack="rifle", forced=True)
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(shot, 21, 20)
    assert made.state.fighters["Q"].left["action"] == 0
