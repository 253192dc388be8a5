"""Gaits of the measured space: yards an action, limits that are advice, rough ground, sneaking."""

import pytest

from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from desktop.core.rules.walk import planned
from tests.helpers.moves import rules
from tests.helpers.yards import ground, kind, measured, native, plain


def plan(made, to, **fields):
    return planned(made.book, made.state, Walk(who="P", to=to, **fields))


def walk(made, to, *faces, words=None, **fields):
    return made.take(Walk(who="P", to=to, **fields), *faces, words=words)


@pytest.mark.rule("INQ-MOVEMENT-01")
def test_a_walk_beyond_its_limit_goes_ahead_and_is_remarked_on():
    made = measured()
    too_far = plan(made, (6, 1), pay="move", gait="walk")
    assert too_far.refusals == ()
    assert [each.says for each in too_far.consequences] == ["1 yd over the 4 yd that it may go"]
    walk(made, (6, 1), pay="move", gait="walk")
    assert made.at() == (6, 1)
    assert made.left() == 1
    assert made.said() == ["P goes too far: 1 yd over the 4 yd that it may go"]


@pytest.mark.rule("INQ-MOVEMENT-01")
def test_the_gm_may_give_a_move_another_limit():
    made = walk(measured(), (6, 1), pay="move", gait="walk", words={"limit|P": 5})
    assert made.said() == []
    assert made.only(e.Overridden).says == "How many yards P may go, 4 by default: 5"


@pytest.mark.rule("INQ-MOVEMENT-01")
def test_by_one_reading_a_limit_holds():
    made = measured(rulings={"inq_limit_mode": "limits hold"})
    assert rules(plan(made, (6, 1), pay="move", gait="walk").refusals) == ["INQ-MOVEMENT-01"]
    walk(made, (6, 1), pay="move", gait="walk", forced=True)
    assert made.at() == (6, 1)


@pytest.mark.rule("INQ-MOVEMENT-02", "INQ-CHECK-04")
def test_two_actions_of_walking_give_two_allowances():
    made = measured()
    assert plan(made, (9, 1), gait="walk").pays == {"action": 2}
    assert plan(made, (9, 1), gait="walk").consequences == ()
    walk(made, (5, 1), gait="walk")
    walk(made, (9, 1), gait="walk")
    assert (made.at(), made.left()) == ((9, 1), 0)
    assert rules(plan(made, (10, 1)).refusals) == ["INQ-MOVEMENT-02"]


@pytest.mark.rule("INQ-MOVEMENT-02")
def test_what_is_left_of_an_action_is_gone_on_with_but_not_past_another_deed():
    made = walk(measured(), (3, 1), gait="walk")
    assert plan(made, (5, 1), gait="walk").pays == {}
    walk(made, (5, 1), gait="walk")
    assert made.left() == 1
    made = walk(measured(native(gear=("climbing gear",))), (3, 1), gait="walk")
    made.take(made.offers("P")["fix:climbing gear"].action)
    assert rules(plan(made, (5, 1), gait="walk").refusals) == ["INQ-MOVEMENT-02"]


@pytest.mark.rule("INQ-MOVEMENT-03")
@pytest.mark.parametrize(
    ("gait", "yards"), [("crawl", 2), ("walk", 4), ("run", 6), ("sprint", 10)]
)  # fmt: skip
def test_on_clear_ground_each_gait_has_its_yards_and_no_dice(gait, yards):
    made = measured()
    assert plan(made, (1 + yards, 1), pay="move", gait=gait).consequences == ()
    assert plan(made, (2 + yards, 1), pay="move", gait=gait).consequences != ()
    walk(made, (1 + yards, 1), gait=gait)
    assert (made.at(), made.left(), made.tests) == ((1 + yards, 1), 1, [])


@pytest.mark.rule("INQ-MOVEMENT-03", "INQ-SPACE-02")
def test_a_profile_may_have_figures_of_its_own_and_speed_may_count():
    made = measured(native(speed_yd=5, gaits_yd={"run": 8}))
    assert plan(made, (6, 1), pay="move", gait="walk").consequences == ()
    assert plan(made, (9, 1), pay="move").consequences == ()
    slow = measured(rulings={"inq_pace": "by speed"})
    assert plan(slow, (7, 1), pay="move").consequences == ()
    fighter, profile = native()
    from dataclasses import replace

    slower = replace(profile, imperium=replace(profile.imperium, speed="slow"))
    slow = measured((fighter, slower), rulings={"inq_pace": "by speed"})
    assert plan(slow, (4, 1), pay="move").consequences == ()
    assert plan(slow, (5, 1), pay="move").consequences != ()


@pytest.mark.rule("INQ-MOVEMENT-04")
@pytest.mark.parametrize(("face", "stealthy"), [(35, True), (52, False)])
def test_sneaking_wants_a_check_and_is_gone_all_the_same(face, stealthy):
    made = walk(measured(native(checks={"sneak": 40})), (3, 1), face, gait="sneak")
    assert (made.at(), made.state.mark("P", "stealthy")) == ((3, 1), stealthy)
    assert made.test_of("P").target == 40


@pytest.mark.rule("INQ-MOVEMENT-04")
def test_by_one_reading_a_failed_sneak_stays():
    made = measured(native(checks={"sneak": 40}), rulings={"inq_sneak_fail": "no movement"})
    assert walk(made, (3, 1), 52, gait="sneak").at() == (1, 1)
    assert made.left() == 1


POOL = {"~": kind("water", yd=1.0), "d": kind("water", yd=1.5)}


@pytest.mark.rule("INQ-MOVEMENT-05")
def test_water_between_knee_and_chest_is_waded_whatever_gait_was_meant():
    on = plain(12, 3, **ground(POOL, *["~~~~~~"] * 3, at=(2, 0)))
    made = measured(native(knee=0.5 * 0.9144, chest=1.4 * 0.9144), on=on)
    for gait in ("walk", "run", "sprint"):
        way = plan(made, (3, 1), pay="move", gait=gait)
        assert [leg.gaits for leg in way.legs] == [("wade",)]
        assert way.consequences == ()
        assert plan(made, (4, 1), pay="move", gait=gait).consequences != ()


@pytest.mark.rule("INQ-MOVEMENT-05")
def test_by_one_reading_water_to_wade_is_rough_ground():
    on = plain(**ground(POOL, "~~~~~~", at=(2, 1)))
    made = measured(on=on, rulings={"inq_wading_gaits": "rough ground"})
    assert plan(made, (7, 1), pay="move", gait="run").consequences == ()
    assert walk(made, (5, 1), 40, gait="sprint").test_of("P").rule == "INQ-MOVEMENT-07"


@pytest.mark.rule("INQ-MOVEMENT-06")
def test_water_above_the_chest_has_to_be_swum():
    on = plain(12, 3, **ground(POOL, *["ddd"] * 3, at=(2, 0)))
    made = measured(native(chest=1.4 * 0.9144), on=on)
    assert [leg.gaits for leg in plan(made, (3, 1)).legs] == [("swim",)]
    assert walk(made, (3, 1), 30).test_of("P").says == "Strength, swimming"
    tall = measured(native(chest=1.6 * 0.9144), on=on)
    assert [leg.gaits for leg in plan(tall, (3, 1)).legs] == [("wade",)]


@pytest.mark.rule("INQ-MOVEMENT-06")
def test_by_one_reading_the_gm_tags_pools_for_everybody():
    tagged = {"s": kind("water", "rough", yd=3), "d": kind("water", "deep", yd=0.1)}
    made = measured(
        on=plain(**ground(tagged, "sd", at=(2, 1))), rulings={"inq_water_depth": "gm tags"}
    )
    assert [leg.gaits for leg in plan(made, (3, 1)).legs] == [(), ("swim",)]


RUBBLE = {"r": kind("rubble"), "t": kind()}


def rubbled(**fields):
    return measured(
        native(checks={"initiative": 40, "bs": 60}, **fields.pop("figures", {})),
        on=plain(**ground(RUBBLE, "rr", at=(4, 1))), **fields,
    )  # fmt: skip


@pytest.mark.rule("INQ-MOVEMENT-07")
def test_a_sprint_over_rubble_wants_one_check_and_a_run_none():
    made = walk(rubbled(), (11, 1), 35, gait="sprint")
    assert made.test_of("P").target == 40
    assert (made.at(), made.has("prone")) == ((11, 1), False)
    assert walk(rubbled(), (7, 1), gait="run").tests == []


@pytest.mark.rule("INQ-MOVEMENT-07")
def test_shallow_water_and_stairs_are_rough_too_and_patches_may_count_one_by_one():
    shallow = {"~": kind("water", yd=0.2)}
    made = measured(on=plain(**ground(shallow, "~", at=(4, 1))))
    assert len(walk(made, (8, 1), 20, gait="sprint").tests) == 1
    twice = plain(**ground(RUBBLE, "r.r", at=(3, 1)))
    made = measured(on=twice, rulings={"inq_sprint_tests": "each patch"})
    assert len(walk(made, (8, 1), 20, 21, gait="sprint").tests) == 2
    amid = plain(**ground(RUBBLE, "rrrrrrr", at=(0, 1)))
    made = measured(on=amid, rulings={"inq_sprint_tests": "each patch"})
    assert len(walk(made, (8, 1), 20, gait="sprint").tests) == 1


@pytest.mark.rule("INQ-MOVEMENT-08")
def test_the_gm_makes_ground_rough_by_painting_it():
    from desktop.core.rules.actions import Change

    made = measured(native(checks={"initiative": 40}))
    assert walk(made, (8, 1), gait="sprint").tests == []
    made = measured(native(checks={"initiative": 40}))
    made.take(Change(edit="paint", arguments={"squares": ((3, 1),), "kind": "rough"}))
    assert walk(made, (8, 1), 12, gait="sprint").test_of("P").target == 40


@pytest.mark.rule("INQ-MOVEMENT-09")
def test_an_ordinary_failure_goes_down_at_the_first_rough_square_unhurt():
    made = walk(rubbled(), (11, 1), 57, gait="sprint")
    assert (made.at(), made.has("prone")) == ((4, 1), True)
    assert made.state.fighters["P"].wounds == 0
    assert made.left() == 1


@pytest.mark.rule("INQ-MOVEMENT-10", "INQ-CHECK-02")
def test_a_matched_failure_hurts_one_random_location_too():
    made = walk(rubbled(figures={"injury": 20}), (11, 1), 77, 4, 95, gait="sprint")
    assert made.has("prone")
    assert (made.wounds.wounds, made.wounds.location) == (4, "head")
    made = rubbled(figures={"injury": 20}, rulings={"inq_sprint_matched": "damage only"})
    walk(made, (11, 1), 77, 4, 95, gait="sprint")
    assert (made.at(), made.has("prone")) == ((11, 1), False)


@pytest.mark.rule("INQ-CHECK-02")
def test_double_zero_is_matched_or_by_one_reading_is_not():
    made = walk(rubbled(figures={"injury": 20}), (11, 1), 100, 4, 95, gait="sprint")
    assert made.wounds.wounds == 4
    made = rubbled(rulings={"inq_matched_00": "without double zero"})
    assert walk(made, (11, 1), 100, gait="sprint").facts(e.WoundsTaken) == []


@pytest.mark.rule("INQ-MOVEMENT-09")
def test_by_one_reading_the_gm_picks_where_a_sprinter_goes_down():
    made = rubbled(rulings={"inq_sprint_fall_point": "gm picks"})
    walk(made, (8, 1), 57, "6, 1", gait="sprint")
    assert (made.at(), made.has("prone")) == ((6, 1), True)


@pytest.mark.rule("INQ-MOVEMENT-05")
def test_in_water_no_other_gait_is_offered():
    on = plain(12, 3, **ground(POOL, *["~~~~~~"] * 3, at=(0, 0)))
    gaits = {key for key in measured(on=on).offers("P") if key.startswith("gait:")}
    assert gaits == {"gait:wade"}
    gaits = {key for key in measured().offers("P") if key.startswith("gait:")}
    assert gaits == {f"gait:{gait}" for gait in ("walk", "run", "sprint", "sneak", "crawl")}
    offer = measured().offers("P")["gait:sprint"]
    assert offer.aimed("9, 1") == Walk(who="P", to=(9, 1), gait="sprint")
