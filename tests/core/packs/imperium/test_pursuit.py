"""Pursuit: a Distance from 0 to 10, the Tests that move it, and what being caught brings."""

import pytest

from desktop.core.packs.imperium.flying import GainFlight, TakeOff
from desktop.core.packs.imperium.pursuit import (
    Chase,
    EndChase,
    GiveChase,
    chases,
    distance_of,
    pursuers_of,
    quarry_of,
)
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules import events as e
from desktop.core.rules.questions import Asked, ScriptedTable
from desktop.core.rules.resolve import resolve
from tests.helpers.attacks import Scene, scene, someone
from tests.helpers.moves import dues, rules

CHASE = Chase(clock="pursuit")
SKILLS = {"athletics (running)": 50, "athletics (riding)": 50, "piloting": 50}
FACES = {5: 1, 4: 11, 3: 21, 2: 31, 1: 41, 0: 50, -1: 61, -2: 71, -3: 81, -4: 91}
"""A face that brings so many Success Levels with a skill of 50."""


def people(*names, side="heroes", **fields):
    return [someone(name, "a", side=side, skills=SKILLS, **fields) for name in names]


def chase(quarry="Q", pursuers="P", distance=5, rulings=None, **fields) -> Scene:
    """Return a pursuit of these, one letter each."""
    made = scene(*people(*quarry), *people(*pursuers, side="foes"), rulings=rulings)
    action = GiveChase(quarry=tuple(quarry), pursuers=tuple(pursuers), distance=distance, **fields)
    return made.turn(quarry[0]).take(action)


def run(made: Scene, *levels, then=(), **fields) -> Scene:
    """Let the chase advance, the Quarry's Success Levels first."""
    return made.take(CHASE, *(FACES[each] for each in levels), *then, **fields)


def distance(made: Scene) -> int:
    return distance_of(made.state, "pursuit")


def said(made: Scene) -> list[str]:
    return [fact.rule for fact in made.facts(e.Said)]


@pytest.mark.rule("IM-PURSUIT-01")
def test_the_head_start_is_from_0_to_10():
    made = chase(distance=4)
    assert (distance(made), made.state.clocks["pursuit"]) == (4, 4)
    assert made.state.encounter.clocks["pursuit"].size == 10
    for wrong in (11, -1):
        action = GiveChase(quarry=("Q",), pursuers=("P",), distance=wrong)
        assert [(r.rule, r.final) for r in made.refused(action)] == [("IM-PURSUIT-01", True)]


@pytest.mark.rule("IM-PURSUIT-01", "IM-PURSUIT-10")
def test_a_start_at_the_edge_is_settled_at_once_or_refused():
    assert chases(chase(distance=10).state) == ()
    strict = chase(rulings={"pursuit_start_edge": "one to nine"})
    for edge in (0, 10):
        action = GiveChase(quarry=("Q",), pursuers=("P",), distance=edge)
        assert rules(strict.refused(action)) == ["IM-PURSUIT-01"]


@pytest.mark.rule("IM-PURSUIT-01")
def test_a_pursuit_has_two_sides():
    made = chase()
    for action in (
        GiveChase(quarry=(), pursuers=("P",)),
        GiveChase(quarry=("P", "Q"), pursuers=("P",)),
        GiveChase(quarry=("X",), pursuers=("P",)),
    ):
        assert made.refused(action)[0].final


@pytest.mark.rule("IM-PURSUIT-01", "IM-CONDITIONS-07")
def test_whoever_is_helpless_neither_chases_nor_flees():
    made = scene(*people("Q"), *people("P", "S", side="foes")).turn("P")
    made.take(Suffer(who="P", condition="unconscious"))
    after = GiveChase(quarry=("Q",), pursuers=("P",))
    assert [r.says for r in made.refused(after)] == ["P is unconscious and can do nothing."]
    assert rules(made.refused(GiveChase(quarry=("P",), pursuers=("S",)))) == ["IM-CONDITIONS-07"]


@pytest.mark.rule("IM-PURSUIT-02")
def test_everyone_tests_its_own_way_of_going():
    beast = someone("M", "a", side="heroes", skills=SKILLS)
    made = scene(*people("Q", "R", "D", "F"), beast, *people("P", side="foes")).turn("F")
    made.let(e.Related(kind="riding", one="R", other="M", mutual=False))
    made.take(GainFlight(who="F", means="wings")).take(TakeOff(who="F"))
    made.take(GiveChase(quarry=("Q", "R", "D", "F"), pursuers=("P",), skills={"D": "piloting"}))
    made.take(CHASE, 50, 50, 50, "piloting", 50, 50)
    assert [(t.who, t.says.partition(",")[0], t.target) for t in made.tests] == [
        ("Q", "Athletics (running)", 50),
        ("R", "Athletics (riding)", 50),
        ("D", "Piloting", 50),
        ("F", "Piloting", 50),
        ("P", "Athletics (running)", 50),
    ]
    assert len(made.take(CHASE, 50, 50, 50, 50, 50).tests) == 5
    says = [each.says for key, each in made.words().items() if key.startswith("chases with")]
    assert (says[0], says[-1]) == ("Q flees with", "P chases with")


@pytest.mark.rule("IM-PURSUIT-03")
def test_the_worst_of_the_quarry_meets_the_best_of_the_pursuers():
    made = run(chase("QR", "PS"), 2, -1, 1, 3)
    assert distance(made) == 5 - 4
    assert any(" -1 against " in fact.text and "+3" in fact.text for fact in made.facts(e.Said))


@pytest.mark.parametrize(
    ("start", "quarry", "pursuer", "after"),
    [
        pytest.param(5, 2, -1, 8, marks=pytest.mark.rule("IM-PURSUIT-04")),
        pytest.param(5, -1, 3, 1, marks=pytest.mark.rule("IM-PURSUIT-05")),
        pytest.param(5, 2, 2, 5, marks=pytest.mark.rule("IM-PURSUIT-06")),
    ],
)
def test_the_distance_follows_the_difference(start, quarry, pursuer, after):
    made = run(chase(distance=start), quarry, pursuer)
    assert (distance(made), made.state.clocks["pursuit"]) == (after, after)
    assert chases(made.state) == ("pursuit",)


@pytest.mark.rule("IM-PURSUIT-06")
@pytest.mark.parametrize(("reading", "after"), [({}, 5), ({"pursuit_zero_sign": "gains one"}, 6)])
def test_plus_zero_against_minus_zero(reading, after):
    made = chase(rulings=reading)
    assert distance(made.take(CHASE, 50, 55)) == after
    assert f"Distance {after}: Q +0 against P -0" in [fact.text for fact in made.facts(e.Said)]


@pytest.mark.rule("IM-PURSUIT-07")
@pytest.mark.parametrize(("quarry", "pursuer", "after"), [(-2, 1, -1), (-1, 1, 0)])
def test_at_0_or_less_the_quarry_is_caught(quarry, pursuer, after):
    made = run(chase(distance=2), quarry, pursuer, then=["confront"])
    assert "IM-PURSUIT-07" in said(made)
    found = [f.value for f in made.facts(e.MarkSet) if f.name == "distance"]
    assert found[0] == after


@pytest.mark.rule("IM-PURSUIT-08")
def test_a_caught_quarry_must_choose():
    made = chase("QRS", distance=2)
    table = ScriptedTable(in_order=[FACES[-2], FACES[0], FACES[1], FACES[3]])
    with pytest.raises(Asked) as asked:
        resolve(made.book, made.state, CHASE, table)
    assert [option.key for option in asked.value.question.options] == ["abandon", "confront"]
    run(made, -2, 0, 1, 3, then=["abandon"])
    assert quarry_of(made.state, "pursuit") == ("R", "S")


@pytest.mark.rule("IM-PURSUIT-08")
def test_a_tie_of_the_slowest_is_for_the_quarry_and_the_gm_may_overrule():
    made = run(chase("QRS", distance=2), -2, -2, 1, 3, then=["abandon", "R"])
    assert quarry_of(made.state, "pursuit") == ("Q", "S")
    made = run(chase("QRS", distance=2), -2, 0, 1, 3, then=["abandon"], words={"slowest": "S"})
    assert quarry_of(made.state, "pursuit") == ("Q", "R")


@pytest.mark.rule("IM-PURSUIT-08")
def test_one_may_stop_and_fight():
    made = run(chase("QRS", distance=2), -2, 0, 1, 3, then=["confront", "S"])
    assert quarry_of(made.state, "pursuit") == ("Q", "R")


@pytest.mark.rule("IM-PURSUIT-08", "IM-CONDITIONS-07")
def test_by_one_reading_short_legs_are_left_behind():
    made = scene(
        *people("Q"), *people("R", speed="slow"), *people("P", side="foes"),
        rulings={"pursuit_slowest": "lowest speed"},
    ).turn("Q")  # fmt: skip
    made.take(GiveChase(quarry=("Q", "R"), pursuers=("P",), distance=1))
    run(made, -2, 0, 3, then=["abandon"])
    assert quarry_of(made.state, "pursuit") == ("Q",)


@pytest.mark.rule("IM-PURSUIT-09")
@pytest.mark.parametrize(
    ("reading", "after"), [({}, 4), ({"pursuit_restart": "first head start"}, 2)]
)
def test_the_pursuers_say_who_stops(reading, after):
    made = chase("QR", "ABCD", distance=2, rulings=reading)
    stops = {f"stops|{who}": True for who in "ABC"}
    run(made, -2, 0, 1, 0, 0, 3, then=["abandon"], words=stops)
    assert (quarry_of(made.state, "pursuit"), pursuers_of(made.state, "pursuit")) == (
        ("R",), ("D",),
    )  # fmt: skip
    assert distance(made) == after
    run(made, 0, 1)
    assert [test.who for test in made.tests] == ["R", "D"]
    assert distance(made) == after - 1


@pytest.mark.rule("IM-PURSUIT-09")
def test_the_gm_enters_the_new_distance():
    made = run(
        chase("QR", "P", distance=2), -2, 0, 3, then=["abandon"], words={"restart|pursuit": 6}
    )
    assert distance(made) == 6


@pytest.mark.rule("IM-PURSUIT-10")
@pytest.mark.parametrize(("quarry", "after"), [(3, 11), (2, 10)])
def test_at_10_or_more_the_quarry_is_away(quarry, after):
    made = run(chase(distance=8), quarry, 0)
    assert "IM-PURSUIT-10" in said(made)
    found = [f.value for f in made.facts(e.MarkSet) if f.name == "distance"]
    assert found == [after, None]
    assert (chases(made.state), made.state.clocks["pursuit"]) == ((), 10)
    assert made.refused(CHASE)[0].final


@pytest.mark.rule("IM-PURSUIT-11")
def test_from_1_to_9_another_round_is_offered():
    made = run(chase(), -1, 3)
    assert distance(made) == 1
    assert made.offers("Q")["chase:pursuit"].says == "Chase, Distance 1"
    assert distance(run(made, 2, 0)) == 3


@pytest.mark.rule("IM-PURSUIT-11")
def test_a_pursuit_is_over_when_the_gm_says():
    made = chase().take(EndChase(clock="pursuit"))
    assert (chases(made.state), quarry_of(made.state, "pursuit")) == ((), ())
    assert "chase:pursuit" not in made.offers("Q")


@pytest.mark.rule("IM-PURSUIT-03", "IM-PURSUIT-09")
@pytest.mark.parametrize(
    ("reading", "clocks"),
    [
        ({}, ("pursuit", "pursuit-2")),
        ({"pursuit_compare_groups": "one for all"}, ("pursuit",)),
    ],
)  # fmt: skip
def test_a_quarry_that_splits_is_chased_twice_or_together(reading, clocks):
    made = scene(*people("Q", "R"), *people("P", "S", side="foes"), rulings=reading).turn("Q")
    made.take(GiveChase(quarry=("Q",), pursuers=("P",), distance=5))
    made.take(GiveChase(quarry=("R",), pursuers=("S",), distance=3))
    assert chases(made.state) == clocks
    assert quarry_of(made.state, clocks[-1])[-1] == "R"
    assert distance_of(made.state, clocks[-1]) == (3 if len(clocks) == 2 else 5)


@pytest.mark.rule("IM-PURSUIT-02", "IM-CONDITIONS-13")
def test_one_that_lies_senseless_chases_nobody():
    made = chase("Q", "PS").take(Suffer(who="S", condition="unconscious"))
    run(made, 0, 1)
    assert [test.who for test in made.tests] == ["Q", "P"]


@pytest.mark.rule("IM-PURSUIT-02", "IM-DIFFICULT-05")
def test_running_through_rubble_is_harder_in_a_chase_too():
    made = chase().traits("a", "difficult")
    made.take(CHASE, 14, 50)
    assert {test.tally.edge for test in made.tests} == {-1}
    assert "clock:pursuit" not in dues(made)


@pytest.mark.rule("IM-DIFFICULT-06")
def test_who_runs_over_difficult_ground_is_hampered_and_who_rides_is_not():
    beast = someone("M", "a", side="heroes", skills=SKILLS)
    made = scene(*people("Q", "R"), beast, *people("P", side="foes")).turn("Q")
    made.let(e.Related(kind="riding", one="R", other="M", mutual=False))
    made.let(e.MarkSet(subject="a", name="trait:difficult", value="rubble"))
    made.take(GiveChase(quarry=("Q", "R"), pursuers=("P",)))
    made.take(CHASE, 50, 50, 50)
    edges = {test.who: test.tally.edge for test in made.tests}
    assert edges == {"Q": -1, "R": 0, "P": -1}
