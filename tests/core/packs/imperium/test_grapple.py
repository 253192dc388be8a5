"""Grapple and Shove."""

import pytest

from desktop.core.packs.imperium.grapple import Escape, Grapple, LetGo
from desktop.core.packs.imperium.shove import Shove
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from tests.helpers.attacks import duel, scene, sides_of, someone
from tests.helpers.moves import left, rules, zone_of

GRAPPLE = Grapple(who="P", target="Q")
SHOVE = Shove(who="P", target="Q")
STRONG = {"athletics (might)": 45}
WEAK = {"athletics (might)": 20, "melee (brawling)": 10}


def wrestlers(rulings=None, **figures):
    return duel(rulings, p_skills=STRONG, q_skills=WEAK, **figures)


def held(**figures):
    return wrestlers(**figures).take(GRAPPLE, 21, 80)


@pytest.mark.rule("IM-ACTIONS-22")
def test_whoever_loses_is_restrained_until_it_is_free():
    made = held()
    assert made.state.holds("holds", "P", "Q")
    condition = made.state.fighters["Q"].conditions["restrained"]
    assert (condition.tier, condition.source) == ("minor", "P")
    assert left(made, "action") == 0
    assert made.state.holds("engaged", "P", "Q")
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("IM-ACTIONS-22")
def test_both_use_their_best_skill_unless_told():
    made = held()
    assert [tested.says for tested in made.tests] == [
        "Athletics (might) against Q", "Athletics (might) against P",
    ]  # fmt: skip
    made = wrestlers(q_dodge=60).take(GRAPPLE, 21, 12)
    assert made.tests[1].says == "Reflexes (dodge) against P"
    assert not made.state.holds("holds", "P", "Q")
    words = {"grapple|P|Q": "melee (brawling)", "resist grapple|Q|P": "none"}
    made = duel(p_skills={"melee (brawling)": 30}).take(GRAPPLE, 21, words=words)
    assert made.state.holds("holds", "P", "Q")


@pytest.mark.rule("IM-ACTIONS-22", "IM-TURN-02")
def test_letting_go_is_free():
    made = held().take(LetGo(who="P", target="Q"))
    assert "restrained" not in made.state.fighters["Q"].conditions
    assert rules(made.refused(LetGo(who="P", target="Q"))) == ["IM-ACTIONS-22"]


@pytest.mark.rule("IM-ACTIONS-22")
@pytest.mark.parametrize(("faces", "free"), [((12, 90), True), ((90, 12), False)])
def test_getting_free_takes_an_action_and_the_same_contest(faces, free):
    made = held().turn("Q").take(Escape(who="Q"), *faces)
    assert ("restrained" in made.state.fighters["Q"].conditions) is not free
    assert left(made, "action", "Q") == 0


@pytest.mark.rule("IM-ACTIONS-22")
def test_a_hold_ends_with_whoever_holds_and_with_its_reach():
    down = e.ConditionSet(who="P", condition="unconscious", now=e.Condition())
    gone = e.LeftBoard(who="P", why="out")
    apart = e.Parted(kind="reach", one="P", other="Q")
    for fact in (down, gone, apart):
        made = held().let(fact)
        assert "restrained" not in made.state.fighters["Q"].conditions
    made = held().let(e.BudgetSet(who="P", left={"move": 1}))
    made.take(Walk(who="P", to="b"), 60, 21)
    assert "restrained" not in made.state.fighters["Q"].conditions


@pytest.mark.rule("IM-ACTIONS-22", "IM-CONDITIONS-11")
def test_the_held_cannot_walk_away():
    made = held().turn("Q")
    assert made.refused(Walk(who="Q", to="b"))


@pytest.mark.rule("IM-ACTIONS-22", "IM-CONDITIONS-07")
def test_the_helpless_do_not_resist():
    made = wrestlers().let(e.ConditionSet(who="Q", condition="unconscious", now=e.Condition()))
    made.take(GRAPPLE, 21)
    assert made.state.holds("holds", "P", "Q")


@pytest.mark.rule("IM-ACTIONS-23")
@pytest.mark.parametrize(
    ("mine", "theirs", "helped", "hampered"),
    [
        ("medium", "medium", [], []),
        ("large", "medium", ["larger"], []),
        ("enormous", "medium", ["larger"], ["much smaller"]),
    ],
)
def test_size_tells_in_a_grapple(mine, theirs, helped, hampered):
    big = someone("P", side="heroes", size=mine, skills=STRONG)
    made = scene(big, someone("Q", size=theirs, skills=WEAK)).turn("P").close("P", "Q")
    made.take(GRAPPLE, 21, 80)
    assert sides_of(made.test_of("P").tally, "for") == helped
    assert sides_of(made.test_of("Q").tally, "against") == hampered


@pytest.mark.rule("IM-ACTIONS-22")
def test_it_needs_reach_and_somebody_else():
    made = scene(someone("P", side="heroes"), someone("Q", "b")).turn("P")
    assert made.refused(GRAPPLE)
    assert rules(made.refused(Grapple(who="P", target="P"))) == ["IM-ACTIONS-22"]
    assert "escape" not in made.offers("P")
    assert "escape" in held().offers("Q")


# Shove


@pytest.mark.rule("IM-ACTIONS-25")
def test_a_shove_pushes_by_its_margin_and_ends_the_melee():
    made = wrestlers().let(e.Related(kind="engaged", one="P", other="Q"))
    before = made.state.fighters["Q"].seat
    made.take(SHOVE, 31, 32)
    assert made.only(e.Contested).margin == 2
    after = made.state.fighters["Q"].seat
    assert max(abs(after.x - before.x), abs(after.y - before.y)) <= 2
    assert zone_of(made, "Q") == "a"
    assert not made.state.holds("engaged", "P", "Q")
    assert not made.state.holds("reach", "P", "Q")


@pytest.mark.rule("IM-ACTIONS-25")
def test_a_shove_that_is_resisted_does_nothing():
    made = wrestlers(q_dodge=60).take(SHOVE, 41, 12)
    assert made.facts(e.Moved) == []
    assert made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ACTIONS-26")
def test_three_levels_may_push_into_the_next_zone():
    into = Shove(who="P", target="Q", zone="b")
    made = wrestlers().take(into, 12, 21)
    assert (made.only(e.Contested).margin, zone_of(made, "Q")) == (3, "b")
    made = wrestlers().take(into, 21, 21)
    assert (made.only(e.Contested).margin, zone_of(made, "Q")) == (2, "a")
    made = wrestlers().take(SHOVE, 12, 21)
    assert zone_of(made, "Q") == "a"
    made = wrestlers().take(SHOVE, 12, 21, words={"shoved|Q": "b"})
    assert zone_of(made, "Q") == "b"
    assert rules(wrestlers().refused(Shove(who="P", target="Q", zone="c"))) == ["IM-ACTIONS-26"]


@pytest.mark.rule("IM-ACTIONS-26", "IM-HAZARD-05")
def test_shoved_into_a_hazard_one_burns():
    made = wrestlers().traits("b", "deadly hazard")
    made.take(Shove(who="P", target="Q", zone="b"), 12, 21, 7)
    assert (made.wounds.who, made.wounds.damage.total) == ("Q", 15)
    assert made.wounds.rule == "IM-HAZARD-05"


@pytest.mark.rule("IM-ACTIONS-25", "IM-ACTIONS-22")
def test_a_shove_breaks_the_holds_of_whoever_is_shoved():
    made = held().turn("Q").let(e.ConditionSet(who="Q", condition="restrained", now=None))
    made.let(e.BudgetSet(who="Q", left={"action": 1}))
    made.take(Shove(who="Q", target="P"), 12, 90)
    assert not made.state.holds("holds", "P", "Q")
    assert "restrained" not in made.state.fighters["Q"].conditions


@pytest.mark.rule("IM-ACTIONS-25", "IM-COVER-04")
def test_whoever_is_shoved_loses_its_cover():
    made = wrestlers().traits("a", "medium cover").marked("Q", "in cover", "medium cover")
    made.take(SHOVE, 12, 21)
    assert made.state.mark("Q", "in cover") is None


@pytest.mark.rule("IM-ACTIONS-26", "IM-ACTIONS-08")
def test_shoved_before_the_muzzle_of_a_watcher():
    from desktop.core.packs.imperium.overwatch import Overwatch

    people = (
        someone("P", "a", side="heroes", skills=STRONG), someone("Q", "a", skills=WEAK),
        someone("W", "d", side="heroes"),
    )  # fmt: skip
    made = scene(*people).turn("W").take(Overwatch(who="W", attack="rifle", zone="b"))
    made.turn("P").close("P", "Q").take(Shove(who="P", target="Q", zone="b"), 12, 21, 21)
    assert made.wounds.by == "W"
