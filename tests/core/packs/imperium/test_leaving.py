"""Flee, Retreat, Seize the Initiative and Improvise."""

import pytest

from desktop.core.packs.imperium.improvise import Improvise
from desktop.core.packs.imperium.leaving import Flee, Retreat
from desktop.core.packs.imperium.seizing import SeizeInitiative
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn
from tests.helpers.attacks import scene, someone
from tests.helpers.moves import left, rules

HEROES = {"heroes": {"superiority": 2}}


def melee(**p):
    """Return the turn of P, a hero Engaged with Q; the heroes have 2 Superiority."""
    made = scene(someone("P", side="heroes", **p), someone("Q"), someone("H", side="heroes"))
    made.turn("P").close("P", "Q").let(e.Related(kind="engaged", one="P", other="Q"))
    return made.let(e.CounterSet(side="heroes", counter="superiority", value=2))


@pytest.mark.rule("IM-ACTIONS-21", "IM-SUPERIORITY-05")
def test_fleeing_takes_move_and_action_and_costs_superiority():
    made = melee().take(Flee(who="P"), 90, 40)
    assert made.only(e.LeftBoard).why == "away"
    assert made.state.counters["heroes"]["superiority"] == 1
    assert (left(made, "move"), left(made, "action")) == (0, 0)
    made = melee().let(e.BudgetSet(who="P", left={"move": 0, "action": 1}))
    assert rules(made.refused(Flee(who="P"))) == ["IM-TURN-01"]


@pytest.mark.rule("IM-ACTIONS-21", "IM-ENGAGED-02")
def test_whoever_flees_a_melee_is_struck_and_may_not_get_away():
    made = melee(wounds=5, criticals=0).take(Flee(who="P"), 11, 90, 7, 4)
    assert made.only(e.LeftBoard).why == "out"


@pytest.mark.rule("IM-ACTIONS-21")
def test_a_foe_that_flees_costs_nobody_superiority():
    made = melee().turn("Q").take(Flee(who="Q"), 90, 40)
    assert made.state.counters["heroes"]["superiority"] == 2
    assert made.only(e.LeftBoard).who == "Q"


@pytest.mark.rule("IM-ACTIONS-21", "IM-CONDITIONS-11")
def test_the_restrained_do_not_flee():
    held = e.ConditionSet(who="P", condition="restrained", now=e.Condition(tier="minor"))
    assert melee().let(held).refused(Flee(who="P"))


@pytest.mark.rule("IM-ACTIONS-24")
def test_a_retreat_is_safe_for_all_who_agree():
    made = melee()
    assert made.offers("P")["retreat"].says == "Retreat"
    made.take(Retreat(who="P"))
    assert made.only(e.LeftBoard).why == "away"
    assert made.tests == []
    assert made.state.counters["heroes"]["superiority"] == 2
    made.turn("H")
    assert made.offers("H")["retreat"].says == "Join the Retreat"
    made.take(Retreat(who="H"))
    assert not made.state.on_board("H")


@pytest.mark.rule("IM-ACTIONS-24")
def test_the_gm_may_say_that_it_is_not():
    made = melee().take(Retreat(who="P"), 90, 40, words={"retreats|P": False})
    assert [tested.who for tested in made.tests] == ["Q", "P"]
    assert made.only(e.LeftBoard).who == "P"


@pytest.mark.rule("IM-INITIATIVE-04", "IM-ACTIONS-09")
def test_seizing_the_initiative_puts_one_at_the_top_for_good():
    people = someone("A", initiative=9), someone("B", initiative=7), someone("C", initiative=5)
    made = scene(*people).turn("A").turn("B").turn("C").take(SeizeInitiative(who="C"))
    assert left(made, "action", "C") == 0
    assert [(entry.id, entry.initiative) for entry in made.state.order] == [
        ("C", 10), ("A", 9), ("B", 7),
    ]  # fmt: skip
    made.take(EndTurn()).take(BeginTurn())
    assert (made.state.round, made.state.actor) == (2, "C")
    assert rules(made.refused(SeizeInitiative(who="C"))) == ["IM-ACTIONS-09"]
    made.turn("B").take(SeizeInitiative(who="B"))
    assert [entry.id for entry in made.state.order] == ["B", "C", "A"]


@pytest.mark.rule("IM-INITIATIVE-04")
def test_seizing_it_early_gives_no_second_turn():
    people = someone("A", initiative=9), someone("B", initiative=7)
    made = scene(*people).turn("A").turn("B").take(SeizeInitiative(who="B"))
    made.take(EndTurn()).take(BeginTurn())
    assert (made.state.round, made.state.actor) == (2, "B")


@pytest.mark.rule("IM-ACTIONS-28")
def test_anything_else_is_said_and_tested_if_the_gm_wants():
    made = melee(skills={"tech": 40})
    made.take(Improvise(who="P", what="overloads the panel", skill="tech", difficulty=-10), 21)
    assert made.only(e.Said).text == "P: overloads the panel"
    assert (made.test_of("P").target, made.test_of("P").levels) == (30, 1)
    assert left(made, "action") == 0
    made = melee().take(Improvise(who="P"))
    assert made.tests == []
