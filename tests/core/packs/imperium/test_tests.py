"""The d100 Test, by itself and opposed."""

import pytest

from desktop.core.model.profile import ImperiumFigures, Profile
from desktop.core.packs.imperium import location, opposed, skills
from desktop.core.packs.imperium.tests import (
    ImperiumTest,
    bare_skill,
    success_levels,
    swapped,
)
from desktop.core.rules import events as e
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Answer, Asked, ScriptedTable
from desktop.core.rules.tally import Part, RuleRef, Tally, TallyFor
from desktop.core.rules.telling import signed
from tests.helpers.attacks import Scene, scene, someone

RULE = RuleRef("IM-RANGED-03")


def now_for(made: Scene, *faces, words=None) -> Now:
    said = {key: Answer(value, "gm") for key, value in (words or {}).items()}
    return Now(book=made.book, state=made.state, table=ScriptedTable(in_order=faces, words=said))


def made_with(
    *faces,
    target=45,
    fors=0,
    against=0,
    levels=0,
    limit=None,
    rulings=None,
    difficulty=0,
    words=None,
) -> e.Tested:
    """Make a Test of a skill with so many Advantages and Disadvantages from somewhere."""
    made = scene(someone("P", skills={"athletics": target}), rulings=rulings)
    book = made.book

    def extra(book, state, wanted):
        for index in range(fors):
            yield Part(key=f"for{index}", says="for", does="for", rule=RULE)
        for index in range(against):
            yield Part(key=f"against{index}", says="against", does="against", rule=RULE)
        if levels:
            yield Part(key="levels", says="levels", does="levels", amount=levels, rule=RULE)
        if limit:
            yield Part(key="limit", says="dark", does="at most", amount=limit, rule=RULE)

    from dataclasses import replace

    from desktop.core.rules.book import Pack

    made.book = replace(book, packs=(*book.packs, Pack(name="squares", parts=(extra,))))
    now = now_for(made, *faces, words=words)
    wanted = TallyFor(what="test", who="P", skill="athletics")
    tested = ImperiumTest().test(now, wanted, "Athletics", difficulty, RULE)
    assert now.table.left == []
    return tested


def said(tested):
    """Return a Success Level as the log says it."""
    return signed(tested.levels, tested.passed)


@pytest.mark.rule("IM-TESTS-01")
@pytest.mark.parametrize(
    ("target", "face", "levels"),
    [(45, 21, 2), (45, 44, 0), (43, 44, 0), (30, 44, -1), (43, 100, -6), (103, 50, 5)],
)
def test_levels_are_the_tens_of_the_target_less_those_of_the_roll(target, face, levels):
    assert made_with(face, target=target).levels == levels


@pytest.mark.rule("IM-TESTS-01", "IM-TESTS-02")
def test_by_the_other_formula_levels_are_the_tens_of_the_difference():
    rulings = {"sl_formula": "tens of difference"}
    assert made_with(29, target=45, rulings=rulings).levels == 1
    assert said(made_with(46, target=45, rulings=rulings)) == "-0"
    assert said(made_with(54, target=45, rulings=rulings)) == "-0"
    assert made_with(55, target=45, rulings=rulings).levels == -1


@pytest.mark.rule("IM-TESTS-02")
@pytest.mark.parametrize(
    ("face", "says"), [(40, "+0"), (45, "+0"), (46, "-0"), (49, "-0"), (50, "-1"), (21, "+2")]
)
def test_a_zero_has_a_sign(face, says):
    tested = made_with(face)
    assert said(tested) == says
    assert tested.passed == (says[0] == "+")


@pytest.mark.rule("IM-TESTS-03")
def test_low_rolls_pass_and_high_ones_fail_whatever_the_target():
    low = made_with(3, target=0)
    assert (low.passed, low.levels) == (True, 0)
    high = made_with(97, target=120)
    assert (high.passed, high.levels) == (False, 3)
    assert made_with(95, target=120).passed


@pytest.mark.rule("IM-TESTS-03")
def test_without_automatic_results_only_the_target_counts():
    rulings = {"auto_results": "no automatic results"}
    assert not made_with(3, target=0, rulings=rulings).passed
    assert made_with(97, target=120, rulings=rulings).passed


@pytest.mark.rule("IM-TESTS-04")
@pytest.mark.parametrize(("face", "final"), [(72, 27), (27, 27), (70, 7), (33, 33), (100, 100)])
def test_advantage_swaps_the_digits_where_that_helps(face, final):
    assert made_with(face, fors=1).final == final


@pytest.mark.rule("IM-TESTS-04")
@pytest.mark.parametrize(("face", "final"), [(27, 72), (7, 70), (72, 72), (33, 33), (100, 100)])
def test_disadvantage_swaps_the_digits_where_that_hurts(face, final):
    assert made_with(face, against=1).final == final


@pytest.mark.rule("IM-TESTS-04", "IM-TESTS-07")
def test_everything_is_read_off_the_final_roll():
    tested = made_with(72, fors=1)
    assert (tested.face, tested.final, tested.levels, tested.passed) == (72, 27, 2, True)
    assert location.located(tested.final) == "body"


@pytest.mark.rule("IM-TESTS-04")
def test_by_the_other_reading_one_rolls_twice():
    rulings = {"adv_dis": "roll twice"}
    assert made_with(72, 35, fors=1, rulings=rulings).final == 35
    assert made_with(27, 35, against=1, rulings=rulings).final == 35
    assert made_with(72, rulings=rulings).final == 72


@pytest.mark.rule("IM-TESTS-04")
def test_a_player_may_be_asked_whether_to_swap():
    rulings = {"adv_swap_choice": "ask player"}
    assert made_with(72, "swap", fors=1, rulings=rulings).final == 27
    assert made_with(72, "keep", fors=1, rulings=rulings).final == 72
    assert made_with(27, fors=1, rulings=rulings).final == 27


@pytest.mark.rule("IM-TESTS-05")
@pytest.mark.parametrize(
    ("fors", "against", "edge", "extra"),
    [
        (1, 1, 0, 0), (2, 0, 1, 10), (2, 1, 1, 0), (3, 1, 1, 10), (0, 2, -1, -10), (2, 2, 0, 0),
    ],
)  # fmt: skip
def test_sources_are_netted_and_each_beyond_the_first_is_worth_ten(fors, against, edge, extra):
    tested = made_with(27, fors=fors, against=against)
    assert tested.target == 45 + extra
    assert tested.final == {1: 27, 0: 27, -1: 72}[edge]
    excess = [part for part in tested.tally.parts if part.key == "excess"]
    assert [part.amount for part in excess] == ([extra] if extra else [])
    if excess:
        assert (excess[0].rule, excess[0].ruling) == ("IM-TESTS-05", "adv_excess_step")


@pytest.mark.rule("IM-TESTS-05")
def test_with_no_step_further_sources_do_nothing():
    rulings = {"adv_excess_step": "none"}
    assert made_with(27, fors=3, rulings=rulings).target == 45
    assert made_with(27, against=2, rulings=rulings).target == 45


@pytest.mark.rule("IM-TESTS-05")
def test_by_the_other_reading_any_of_each_cancels():
    tested = made_with(27, fors=1, against=3, rulings={"adv_cancel": "any cancels"})
    assert (tested.final, tested.target) == (27, 45)


@pytest.mark.rule("IM-TESTS-05")
def test_a_source_switched_off_is_not_counted():
    key = "test|P|Athletics:against1"
    tested = made_with(27, against=2, words={key: False})
    assert (tested.target, tested.final) == (45, 72)


@pytest.mark.rule("IM-TESTS-08", "IM-SKILLS-04")
@pytest.mark.parametrize(("difficulty", "target"), [(0, 40), (20, 60), (-20, 20)])
def test_difficulty_changes_the_target(difficulty, target):
    assert made_with(50, target=40, difficulty=difficulty).target == target


@pytest.mark.rule("IM-SKILLS-05")
def test_bonus_levels_lift_a_failure_to_a_pass_but_no_roll_of_96():
    assert said(made_with(55, levels=1)) == "+0"
    assert said(made_with(46, levels=1)) == "+1"
    assert said(made_with(96, levels=5)) == "-0"


@pytest.mark.rule("IM-SKILLS-05")
def test_a_number_typed_over_counts():
    assert made_with(50, words={"test|P|Athletics": 70}).target == 70


@pytest.mark.rule("IM-SKILLS-01")
def test_a_test_starts_from_the_specialisation_else_the_skill_else_the_characteristic():
    made = scene(
        someone(
            "P", skills={"melee": 40, "melee (one-handed)": 45, "ranged": 33}, melee=None,
            ranged=None, characteristics={"ag": 31},
        )
    )  # fmt: skip
    own = made.state.people["P"].profile
    assert skills.figure(own, "melee (one-handed)") == (45, "Melee (one-handed)")
    assert skills.figure(own, "melee (brawling)") == (40, "Melee")
    assert skills.figure(own, "ranged (pistols)") == (33, "Ranged")
    assert skills.figure(own, "stealth (hide)") == (31, "Agility")
    assert skills.figure(own, "tech")[0] is None


@pytest.mark.rule("IM-SKILLS-01")
def test_a_figure_that_is_not_there_is_said_and_not_made_up():
    made = scene(someone("P"))
    now = now_for(made, 50)
    wanted = TallyFor(what="test", who="P", skill="tech (security)")
    tested = ImperiumTest().test(now, wanted, "Tech", 0, RULE)
    assert tested.target == 0
    assert tested.tally.parts[0].says == "no figure for Tech (security) in the profile"


@pytest.mark.rule("IM-SKILLS-03")
def test_a_bonus_is_the_tens():
    made = scene(someone("P", characteristics={"tgh": 47}))
    assert skills.bonus(made.state.people["P"].profile, "tgh") == 4
    assert skills.bonus(made.state.people["P"].profile, "str") is None


@pytest.mark.rule("IM-TESTS-04")
def test_swapping_pads_single_digits():
    assert [swapped(face) for face in (1, 10, 7, 70, 99, 100)] == [10, 1, 70, 7, 99, 100]


# Opposed Tests


def rolled_by(who: str, levels: int, *, skill: int = 40, passed: bool | None = None) -> e.Tested:
    part = Part(key="skill", says="skill", does="base", amount=skill, rule=RULE)
    tally = Tally(key=who, says=who, parts=(part,))
    return e.Tested(
        who=who, says=who, tally=tally, face=50, final=50, target=skill, levels=levels,
        passed=levels >= 0 if passed is None else passed, rule=RULE,
    )  # fmt: skip


def contested(one: e.Tested, other: e.Tested, *answers, rulings=None) -> e.Contested:
    made = scene(someone("P"), someone("Q"), rulings=rulings)
    now = now_for(made, *answers)
    found = opposed.contest(now, one, other, RULE)
    assert now.table.left == []
    return found


@pytest.mark.rule("IM-TESTS-06")
def test_the_higher_level_wins_even_if_both_failed():
    found = contested(rolled_by("P", -1), rolled_by("Q", -3))
    assert (found.winner, found.margin) == ("P", 2)


@pytest.mark.rule("IM-TESTS-06")
def test_a_tie_goes_to_the_higher_bare_skill_then_to_the_gm():
    found = contested(rolled_by("P", 1, skill=45), rolled_by("Q", 1, skill=50))
    assert (found.winner, found.margin) == ("Q", 0)
    found = contested(rolled_by("P", 1), rolled_by("Q", 1), "P")
    assert (found.winner, found.margin) == ("P", 0)
    with pytest.raises(Asked):
        contested(rolled_by("P", 1), rolled_by("Q", 1))


@pytest.mark.rule("IM-TESTS-06")
def test_plus_zero_and_minus_zero_tie():
    plus, minus = rolled_by("P", 0, skill=40), rolled_by("Q", 0, skill=50, passed=False)
    assert contested(plus, minus).winner == "Q"
    assert contested(plus, minus, rulings={"zero_sign_rank": "plus zero wins"}).winner == "P"
    assert contested(minus, plus, rulings={"zero_sign_rank": "plus zero wins"}).winner == "P"


@pytest.mark.rule("IM-TESTS-06")
def test_by_the_other_reading_the_defender_wins_ties():
    found = contested(
        rolled_by("P", 1, skill=60), rolled_by("Q", 1), rulings={"opposed_tie": "defender wins"}
    )
    assert found.winner == "Q"


@pytest.mark.rule("IM-TESTS-06")
def test_modifiers_and_difficulty_are_left_out_of_the_bare_skill():
    assert bare_skill(made_with(50, target=40, difficulty=20)) == 40
    assert bare_skill(made_with(50, target=0, words={"test|P|Athletics": 35})) == 35


# Hit locations


@pytest.mark.rule("IM-TESTS-07")
@pytest.mark.parametrize(
    ("roll", "place"),
    [
        (21, "head"), (32, "left arm"), (43, "right arm"), (54, "left leg"), (65, "right leg"),
        (36, "body"), (50, "body"), (100, "body"),
    ],
)  # fmt: skip
def test_the_units_say_where_a_blow_lands(roll, place):
    assert location.located(roll) == place


@pytest.mark.rule("IM-TESTS-07")
def test_a_random_location_is_a_die_of_its_own():
    made = scene(someone("P"))
    assert location.random(now_for(made, 1), "P") == "head"
    assert location.random(now_for(made, 10), "P") == "body"


@pytest.mark.rule("IM-TESTS-07")
def test_the_gm_may_say_where_with_a_word_or_by_the_other_reading_always():
    made = scene(someone("P"))
    now = now_for(made, 1, words={"location|P": "left leg"})
    assert location.random(now, "P") == "left leg"
    made = scene(someone("P"), rulings={"hit_location_table": "gm types"})
    assert location.random(now_for(made, "right arm"), "P") == "right arm"


# Helping, aiming, Superiority on a Test


@pytest.mark.rule("IM-TESTS-01")
def test_success_levels_below_zero_go_towards_zero():
    made = scene(someone("P"))
    assert success_levels(made.state, -15, 20) == -3


def test_a_mark_of_the_gm_is_a_fact_like_any_other():
    made = scene(someone("P")).marked("P", "helped", "Q")
    assert made.facts(e.MarkSet)[0].value == "Q"


@pytest.mark.rule("IM-SKILLS-02")
@pytest.mark.parametrize(
    ("skill", "advances", "total"),
    [
        ("melee (one-handed)", 2, 45 + 10), ("Melee (Brawling)", 0, 45), ("melee", 3, 38 + 15),
        ("ranged", 1, None), ("stealth (hide)", 1, 31 + 5),
    ],
)  # fmt: skip
def test_a_specialisation_builds_on_its_skill_and_a_skill_on_its_characteristic(
    skill, advances, total
):
    figures = ImperiumFigures(characteristics={"ws": 38, "ag": 31}, skills={"melee": 45})
    assert skills.advanced(Profile(imperium=figures), skill, advances) == total


@pytest.mark.rule("IM-SKILLS-06")
@pytest.mark.parametrize(
    ("levels", "passed", "says"),
    [
        (0, True, "Marginal success"), (0, False, "Marginal failure"), (1, True, "Success"),
        (-2, False, "Failure"), (3, True, "Impressive success"), (-4, False, "Impressive failure"),
        (5, True, "Astounding success"), (-9, False, "Astounding failure"),
    ],
)  # fmt: skip
def test_a_result_has_a_name_by_its_levels(levels, passed, says):
    assert skills.result(levels, passed=passed) == says
