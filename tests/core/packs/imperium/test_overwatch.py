"""Overwatch: attacks in the middle of somebody else's way, and what it does in vain."""

import pytest

from desktop.core.packs.imperium.hiding import Hide
from desktop.core.packs.imperium.overwatch import ActLast, Overwatch, Spring
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn, TakeOver, Walk
from tests.helpers.attacks import scene, sides_of, someone
from tests.helpers.moves import dues, left, rules, zone_of

WATCH = Overwatch(who="P", attack="rifle", zone="c")


def watched(action=WATCH, rulings=None, others=(), q=None, **p):
    """Return the turn of Q, in `d`, while P in `a` is on Overwatch."""
    people = (
        someone("P", "a", side="heroes", **p), someone("Q", "d", speed="fast", **(q or {})),
    )  # fmt: skip
    return scene(*people, *others, rulings=rulings).turn("P").take(action).turn("Q")


@pytest.mark.rule("IM-ACTIONS-08")
def test_it_costs_the_action_and_fires_when_a_foe_enters_the_zone():
    made = watched()
    assert left(made, "action", "P") == 0
    made.take(Walk(who="Q", to="c"), 21)
    assert (made.wounds.who, made.wounds.by) == ("Q", "P")
    assert made.state.mark("P", "overwatch") is None
    assert left(made, "reaction", "P") == 1


@pytest.mark.rule("IM-ACTIONS-08")
def test_it_fires_once_and_only_at_foes_and_only_there():
    made = watched(others=[someone("H", "d", side="heroes"), someone("R", "d")])
    made.take(Walk(who="Q", to="e"))
    assert made.facts(e.Tested) == []
    made.turn("H").take(Walk(who="H", to="c"))
    assert made.facts(e.Tested) == []
    made.turn("R").take(Walk(who="R", to="c"), 21)
    assert made.wounds.who == "R"
    made.let(e.BudgetSet(who="R", left={"move": 1})).take(Walk(who="R", to="d"))
    made.let(e.BudgetSet(who="R", left={"move": 1})).take(Walk(who="R", to="c"))
    assert made.facts(e.Tested) == []


@pytest.mark.rule("IM-ACTIONS-08", "IM-MOVEMENT-05", "IM-WOUNDS-04")
def test_a_shot_in_the_middle_of_a_walk_that_downs_the_mover_ends_it_there():
    fragile = {"wounds": 5, "criticals": 3, "skills": {"fortitude": 30}}
    made = watched(q=fragile).traits("b", "major hazard")
    made.take(Walk(who="Q", to="b"), 21, 4, 90)
    assert zone_of(made, "Q") == "c"
    assert "unconscious" in made.state.fighters["Q"].conditions
    assert [taken.by for taken in made.facts(e.WoundsTaken)] == ["P"]  # never entered the fire


@pytest.mark.rule("IM-ACTIONS-08", "IM-WOUNDS-07")
def test_a_mover_shot_dead_goes_no_further():
    made = watched(q={"wounds": 5, "criticals": 0}).take(Walk(who="Q", to="b"), 21, 4)
    assert made.only(e.LeftBoard).who == "Q"
    assert [moved.to for moved in made.facts(e.Moved)] == [made.facts(e.Moved)[0].to]


@pytest.mark.rule("IM-ACTIONS-08")
def test_the_gm_may_hold_the_fire():
    made = watched().take(Walk(who="Q", to="c"), words={"overwatch|P|Q": False})
    assert made.facts(e.Tested) == []
    assert made.state.mark("P", "overwatch") == "rifle"


@pytest.mark.rule("IM-ACTIONS-08", "IM-RANGED-06")
def test_an_empty_or_blinded_watcher_or_one_that_is_down_does_not_fire():
    down = e.ConditionSet(who="P", condition="unconscious", now=e.Condition())
    made = watched().let(down).take(Walk(who="Q", to="c"))
    assert made.facts(e.Tested) == []
    made = watched().traits("c", "heavily obscured").take(Walk(who="Q", to="c"))
    assert made.facts(e.Tested) == []
    made = watched().let(e.MarkSet(subject="P", name="stowed rifle", value=True))
    made.take(Walk(who="Q", to="c"))
    assert made.facts(e.Tested) == []


@pytest.mark.rule("IM-ACTIONS-08", "IM-DODGE-01")
def test_its_target_may_dodge_with_its_reaction():
    made = watched(q={"dodge": 60}).take(Walk(who="Q", to="c"), 21, 12, words={"dodge|Q|P": True})
    assert made.only(e.Contested).winner == "Q"
    assert left(made, "reaction", "Q") == 0


@pytest.mark.rule("IM-ACTIONS-08", "IM-ACTIONS-13")
def test_a_watcher_that_hides_shoots_with_advantage():
    made = watched(rulings=None).turn("P").traits("a", "light cover")
    made.let(e.BudgetSet(who="P", left={"action": 2}))
    made.take(Hide(who="P"), 2).take(WATCH).turn("Q").take(Walk(who="Q", to="c"), 62, 6, 4)
    assert sides_of(made.test_of("P").tally, "for") == ["unaware target"]
    assert len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-ACTIONS-08", "IM-MELEE-01")
def test_with_a_blade_it_waits_for_one_that_comes_within_reach():
    made = scene(someone("P", "a", side="heroes"), someone("Q", "b")).turn("P")
    made.take(Overwatch(who="P", attack="sword")).turn("Q")
    x, y = made.state.fighters["P"].seat
    made.take(Walk(who="Q", to=(x + 3, y)))
    assert made.facts(e.Tested) == []
    made.take(Walk(who="Q", to=(x + 1, y)), 21, 60)
    assert (made.wounds.who, made.wounds.by) == ("Q", "P")
    assert made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ACTIONS-08")
def test_any_other_action_is_given_when_the_gm_says_so():
    made = watched(Overwatch(who="P", trigger="the door opens"))
    assert "the door opens" in dues(made)["overwatch|P"].says
    made.take(Spring(who="P"))
    assert (made.state.actor, left(made, "action", "P"), left(made, "move", "P")) == ("P", 1, 0)
    made.take(Shoot(who="P", target="Q", attack="rifle"), 21)
    made.take(TakeOver(who="Q"))
    assert (made.state.actor, made.state.acting) == ("Q", "Q")
    assert rules(made.refused(Spring(who="P"))) == ["IM-ACTIONS-08"]


@pytest.mark.rule("IM-ACTIONS-08")
def test_an_attack_can_be_set_off_by_hand_at_anybody_it_can_reach():
    made = watched().take(Spring(who="P", target="Q"), 21)
    assert made.wounds.by == "P"


@pytest.mark.rule("IM-ACTIONS-08")
def test_it_is_over_with_the_watchers_next_turn():
    made = watched().turn("P")
    assert made.state.mark("P", "overwatch") is None


@pytest.mark.rule("IM-INITIATIVE-05")
@pytest.mark.parametrize(
    ("rulings", "first"), [({}, "P"), ({"overwatch_last": "rest of fight"}, "Q")]
)
def test_in_vain_it_may_act_last(rulings, first):
    made = watched(rulings=rulings)
    assert "IM-INITIATIVE-05" in rules(made.refused(ActLast(who="P")))
    made.take(EndTurn())
    assert dues(made)["overwatch|P"].by_hand == ActLast(who="P")
    made.take(ActLast(who="P"))
    assert (made.state.actor, left(made, "action", "P")) == ("P", 1)
    made.take(Shoot(who="P", target="Q", attack="rifle"), 21)
    made.take(BeginTurn())
    assert (made.state.round, made.state.actor) == (2, first)


@pytest.mark.rule("IM-INITIATIVE-05")
def test_or_it_passes():
    made = watched().take(EndTurn()).take(BeginTurn())
    assert (made.state.round, made.state.actor) == (2, "P")


@pytest.mark.rule("IM-ACTIONS-08", "IM-WEAPON_RANGE-02")
def test_without_a_zone_it_fires_at_whoever_moves_in_sight():
    made = watched(Overwatch(who="P", attack="rifle")).take(Walk(who="Q", to="e"), 21)
    assert made.test_of("P").who == "P"
