import pytest

from desktop.core.model.board import LinkTest
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules.actions import Walk
from desktop.core.rules.events import BudgetSet
from tests.helpers.attacks import Scene, scene, someone
from tests.helpers.build import board, level, link, row, zone
from tests.helpers.moves import go, left, plan, rules, walker, within, zone_of

HARD = LinkTest("athletics (climbing)", -20)


def cliff(**fields: object):
    """A below, B on top of it, and C beyond B."""
    return board(
        level("ground"), level("top", 6),
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(0, 0, 6, 6), level="top"),
        zone("c", at=(6, 0, 6, 6), level="top"), zone("d", at=(6, 0, 6, 6)),
        link("a", "b", "climb", id="wall", **fields), link("b", "c"), link("a", "d"),
    )  # fmt: skip


@pytest.mark.rule("IM-GYMNASTICS-01")
def test_a_climb_is_a_step_slower_and_never_slower_than_slow() -> None:
    normal = walker(cliff())
    assert rules(plan(normal, "b", pay="move").refusals) == ["IM-GYMNASTICS-01"]
    assert (plan(normal, "b").pay, within(normal, "run")) == ("run", {"b"})
    fast = walker(cliff(), speed="fast")
    assert plan(fast, "b").pay == "move"
    assert plan(fast, "c").pay == "move and run"
    slow = walker(row("a", "b"), speed="slow")
    assert plan(slow, "b").pay == plan(slow, "b", gait="swim").pay == "run"


@pytest.mark.rule("IM-GYMNASTICS-01")
def test_only_the_stretch_that_needs_it_is_slower() -> None:
    there = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), zone("c", at=(12, 0, 6, 6)),
        link("a", "b"), link("b", "c", "climb"),
    )  # fmt: skip
    made = walker(there)
    both = plan(made, "c")
    assert (both.pay, both.refusals) == ("move and run", ())
    assert [leg.gaits for leg in both.legs] == [(), ("climb",)]
    whole = walker(there, rulings={"gym_scope": "whole turn"})
    assert plan(whole, "b").pay == "move"
    assert plan(whole, "c").refusals


@pytest.mark.rule("IM-GYMNASTICS-01")
def test_with_the_other_reading_a_climb_slows_for_the_rest_of_the_turn() -> None:
    made = walker(cliff(), speed="fast")
    go(made, "b")
    assert plan(made, (2, 2), level="top").pay == "free"
    whole = walker(cliff(), rulings={"gym_scope": "whole turn"})
    go(whole, "b")
    assert (left(whole, "move"), left(whole, "action")) == (1, 0)
    inside = plan(whole, (2, 2), level="top")
    assert inside.pay == "move"
    assert within(whole, "move") == {"b"}


@pytest.mark.rule("IM-GYMNASTICS-02")
def test_the_gm_asks_a_test_for_bad_scaffolding_and_may_waive_or_change_it() -> None:
    made = walker(cliff(test=HARD), skills={"athletics (climbing)": 50})
    assert "climbs: Athletics (climbing)" in plan(made, "b").says
    go(made, "b", 30)
    assert (made.test_of("P").target, made.test_of("P").passed, zone_of(made)) == (30, True, "b")
    falls_back = walker(cliff(test=HARD), skills={"athletics (climbing)": 50})
    go(falls_back, "b", 31)
    assert (falls_back.test_of("P").passed, zone_of(falls_back)) == (False, "a")
    assert (left(falls_back, "move"), left(falls_back, "action")) == (1, 0)
    waived = walker(cliff(test=HARD))
    go(waived, "b", words={"gait test|climb|P|wall": "none"})
    assert (waived.tests, zone_of(waived)) == ([], "b")
    changed = walker(cliff(test=HARD), skills={"athletics": 50})
    words = {"gait test|climb|P|wall": "athletics", "gait difficulty|climb|P|wall": "0"}
    go(changed, "b", 50, words=words)
    assert (changed.test_of("P").target, zone_of(changed)) == (50, "b")


@pytest.mark.rule("IM-GYMNASTICS-02")
def test_the_gm_may_ask_a_test_of_anybody_that_sneaks_or_swims() -> None:
    made = walker(row("a", "b"), skills={"stealth (move silently)": 40})
    assert "gait test|sneak|P|a-b" in go(made, "b", gait="sneak").words()
    made = walker(row("a", "b"), skills={"stealth (move silently)": 40})
    go(made, "b", 41, gait="sneak", words={"gait test|sneak|P|a-b": "stealth (move silently)"})
    assert zone_of(made) == "a"


@pytest.mark.rule("IM-GYMNASTICS-02")
def test_a_failed_climb_is_a_fall_by_a_word_or_a_reading() -> None:
    made = walker(cliff(test=HARD, metres=6), height=1.8)
    words = {"gait fall|climb|P|wall": True}
    go(made, "b", 90, 6, 5, words=words)
    assert "prone" in made.state.fighters["P"].conditions
    (critical,) = made.criticals_of("P")
    assert (critical.bonus, critical.location) == (1, "body")
    always = walker(cliff(test=HARD, metres=1), height=1.8, rulings={
        "gym_test_fail": "always a fall"
    })  # fmt: skip
    go(always, "b", 90)
    assert "prone" in always.state.fighters["P"].conditions
    assert always.criticals_of("P") == []


@pytest.mark.rule("IM-GYMNASTICS-02")
def test_with_the_other_reading_the_test_costs_the_action() -> None:
    rulings = {"gym_test_cost": "costs the action"}
    fast = walker(cliff(test=HARD), speed="fast", rulings=rulings)
    assert plan(fast, "b").pays == {"move": 1, "action": 1}
    go(fast, "b", 3)
    assert (left(fast, "move"), left(fast, "action")) == (0, 0)
    default = walker(cliff(test=HARD), speed="fast")
    go(default, "b", 3)
    assert (left(default, "move"), left(default, "action")) == (0, 1)
    fast.turn("P").let(BudgetSet(who="P", left={"move": 1}))
    assert rules(plan(fast, "a").refusals) == ["IM-GYMNASTICS-02"]
    assert plan(walker(cliff(), speed="fast", rulings=rulings), "b").pays == {"move": 1}


def test_the_stunned_climb_with_the_one_thing_that_they_have() -> None:
    made = walker(cliff())
    made.take(Suffer(who="P", condition="stunned"), 3)
    assert within(made, "run") == {"b"}
    go(made, "b")
    assert (left(made, "move"), left(made, "action")) == (0, 0)


def test_sneaking_and_swimming_are_offered() -> None:
    made: Scene = scene(someone("P", side="heroes")).turn("P")
    offers = made.offers("P")
    assert offers["sneak"].aimed("b") == Walk(who="P", to="b", gait="sneak")
    assert offers["swim"].aimed("b") == Walk(who="P", to="b", gait="swim")
    assert rules(made.refused(Walk(who="P", to="b", gait="moonwalk"))) == ["HOUSE-NAMES-01"]
    made.take(Walk(who="P", to="b", gait="swim"), 3, words={"gait test|swim|P|a-b": "athletics"})
    assert zone_of(made) == "b"
