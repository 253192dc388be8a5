"""Dodging shots."""

import pytest

from desktop.core.packs.imperium.dodge import Dodge
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from tests.helpers.attacks import duel, scene, sides_of, someone

SHOOT = Shoot(who="P", target="Q", attack="rifle")
DODGES = {"dodge|Q|P": True}


def range_of(rulings=None, **q):
    made = scene(someone("P", side="heroes"), someone("Q", "b", **q), rulings=rulings)
    return made.turn("P")


def dodging(rulings=None, **q):
    """Return P's turn, with Q one zone away that took the Dodge Action on its own."""
    made = range_of(rulings, **q)
    return made.turn("Q").take(Dodge(who="Q")).turn("P")


@pytest.mark.rule("IM-DODGE-01", "IM-TURN-05")
def test_a_reaction_can_be_spent_on_a_dodge_and_is_not_spent_unasked():
    made = range_of().take(SHOOT, 21)
    assert made.words()["dodge|Q|P"].value is False
    made = range_of().take(SHOOT, 21, 91, words=DODGES)
    assert [tested.who for tested in made.tests] == ["P", "Q"]
    assert made.state.fighters["Q"].left["reaction"] == 0


@pytest.mark.rule("IM-DODGE-01")
def test_without_reaction_and_dodge_action_none_is_offered():
    made = range_of().let(e.BudgetSet(who="Q", left={"reaction": 0})).take(SHOOT, 21)
    assert "dodge|Q|P" not in made.words()


@pytest.mark.rule("IM-DODGE-01", "IM-ACTIONS-04")
def test_the_dodge_action_dodges_every_shot_until_the_own_next_turn():
    made = dodging()
    for _ in range(2):
        made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 21, 91)
        assert made.state.fighters["Q"].left["reaction"] == 1
    made.turn("Q")
    assert made.state.mark("Q", "dodging") is None


@pytest.mark.rule("IM-DODGE-01", "IM-ACTIONS-04")
def test_by_the_other_reading_it_dodges_one_shot():
    made = dodging({"dodge_circumstances": "one shot"}).take(SHOOT, 21, 91)
    assert made.state.mark("Q", "dodging") is None
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 21)
    assert [tested.who for tested in made.tests] == ["P"]


@pytest.mark.rule("IM-ACTIONS-04")
def test_the_dodge_action_gives_advantage_on_the_next_defence_only():
    made = dodging().take(SHOOT, 21, 61)
    assert sides_of(made.test_of("Q").tally, "for") == ["Dodge Action"]
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 21, 91)
    assert sides_of(made.test_of("Q").tally, "for") == []


@pytest.mark.rule("IM-ACTIONS-04")
def test_that_advantage_also_helps_in_melee():
    made = duel().let(e.MarkSet(subject="Q", name="dodge edge", value=True))
    made.take(Strike(who="P", target="Q"), 40, 61)
    assert sides_of(made.test_of("Q").tally, "for") == ["Dodge Action"]


@pytest.mark.rule("IM-DODGE-02")
def test_a_dodge_is_an_opposed_test():
    made = range_of(dodge=50).take(SHOOT, 32, 21, words=DODGES)
    assert (made.only(e.Contested).winner, made.only(e.Contested).margin) == ("Q", 2)


@pytest.mark.rule("IM-DODGE-03")
@pytest.mark.parametrize(
    ("rulings", "defence", "damage"),
    [
        ({}, 41, 9), ({}, 72, 12), ({"dodged_damage": "positive only"}, 41, 9),
        ({"dodged_damage": "positive only"}, 72, 10),
    ],
)  # fmt: skip
def test_damage_past_a_dodge_is_that_of_the_difference(rulings, defence, damage):
    made = range_of(rulings, dodge=50).take(SHOOT, 12, defence, words=DODGES)
    assert made.wounds.damage.total == damage
    assert {part.rule for part in made.wounds.damage.parts} == {"IM-DODGE-03"}


@pytest.mark.rule("IM-DODGE-04")
def test_a_dodge_that_wins_avoids_all_and_the_shooter_suffers_nothing():
    made = range_of(dodge=50).take(SHOOT, 32, 31, words=DODGES)
    assert made.facts(e.WoundsTaken) == made.facts(e.TableRolled) == []


@pytest.mark.rule("IM-DODGE-05")
def test_a_human_cannot_dodge_a_shot_from_someone_it_does_not_know_of():
    for fact in (
        e.MarkSet(subject="Q", name="unaware", value=True),
        e.Related(kind="unaware of", one="Q", other="P", mutual=False),
    ):
        made = dodging().let(fact).take(SHOOT, 26, *_critical(fact), words=DODGES)
        assert [tested.who for tested in made.tests] == ["P"]


def _critical(fact):
    """What an unaware target's Critical Hit rolls besides: location and severity."""
    return (8, 3)


@pytest.mark.rule("IM-DODGE-06")
def test_for_the_keen_sensed_the_gm_decides():
    unaware = e.MarkSet(subject="Q", name="unaware", value=True)
    made = dodging(keen_senses=True).let(unaware).take(SHOOT, 26, 91, 8, 3)
    assert made.words()["keen|Q|P"].value is True
    assert [tested.who for tested in made.tests] == ["P", "Q"]
    made = dodging(keen_senses=True).let(unaware).take(SHOOT, 26, 8, 3, words={"keen|Q|P": False})
    assert [tested.who for tested in made.tests] == ["P"]


@pytest.mark.rule("IM-DODGE-07")
@pytest.mark.parametrize(
    ("traits", "rulings", "target", "final"),
    [
        ((), {}, 40, 26), (("difficult",), {}, 40, 62), (("dark",), {}, 40, 62),
        (("difficult", "dark"), {}, 30, 62),
        (("difficult", "dark"), {"adv_excess_step": "none"}, 40, 62),
    ],
)  # fmt: skip
def test_the_dodgers_own_zone_hampers_it(traits, rulings, target, final):
    made = range_of(rulings, dodge=40).traits("b", *traits).take(SHOOT, 2, 26, words=DODGES)
    dodge = made.test_of("Q")
    assert (dodge.target, dodge.final) == (target, final)


@pytest.mark.rule("IM-DODGE-08")
def test_a_shot_that_fails_misses_even_if_the_dodger_would_do_worse():
    made = dodging().take(SHOOT, 51)
    assert [tested.who for tested in made.tests] == ["P"]
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("IM-DODGE-08")
def test_by_the_other_reading_the_two_are_compared():
    made = range_of({"ranged_fail_opposed": "compare both"}, dodge=50)
    made.take(SHOOT, 51, 92, words=DODGES)
    assert (made.test_of("P").levels, made.test_of("Q").levels) == (-1, -4)
    assert made.wounds.damage.total == 7 + 3


@pytest.mark.rule("IM-DODGE-08", "IM-RANGED-04")
def test_by_that_reading_a_failed_shot_that_nobody_dodges_still_misses():
    made = range_of({"ranged_fail_opposed": "compare both"}).take(SHOOT, 51)
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("IM-DODGE-01", "IM-DODGE-08")
def test_a_dodge_declared_beforehand_costs_the_reaction_even_if_the_shot_misses():
    made = range_of({"dodge_timing": "before the roll"}).take(SHOOT, 51, words=DODGES)
    assert made.state.fighters["Q"].left["reaction"] == 0
    assert [tested.who for tested in made.tests] == ["P"]
    made = range_of({"dodge_timing": "before the roll"}).take(SHOOT, 21, 91, words=DODGES)
    assert [tested.who for tested in made.tests] == ["P", "Q"]
    made = range_of().take(SHOOT, 51, words=DODGES)
    assert made.state.fighters["Q"].left["reaction"] == 1


@pytest.mark.rule("IM-ACTIONS-04")
def test_the_dodge_action_is_offered_once():
    made = range_of()
    assert made.offers("P")["dodge"].action == Dodge(who="P")
    made.take(Dodge(who="P")).let(e.BudgetSet(who="P", left={"action": 1}))
    assert [r.says for r in made.refused(Dodge(who="P"))] == ["P dodges already."]
