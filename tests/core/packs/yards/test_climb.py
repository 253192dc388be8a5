"""Low, medium and high obstacles, climbed with and without gear, and what a slip does."""

from dataclasses import replace

import pytest

from desktop.core.model.place import Spot
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.yards.climb import ClimbTo
from desktop.core.packs.yards.obstacles import class_of, climb_to
from desktop.core.packs.yards.rope import FixGear, HookOn
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from tests.helpers.build import board, level, link, zone
from tests.helpers.moves import plan, rules
from tests.helpers.yards import YARD, ground, kind, measured, native, plain

KINDS = {
    "l": kind("obstacle", yd=0.8), "m": kind("obstacle", yd=2.5), "h": kind("obstacle", yd=7),
    "s": kind("obstacle", "metal", yd=7), "t": kind("obstacle", "high"),
}  # fmt: skip
FALL = {"economy": "yards", "climb": "yards", "fall": "yards"}
UP = ClimbTo(who="P", to=(2, 1))


def face_of(mark, *people, rulings=None, **fields):
    """Return P at (1, 1) with an obstacle to its right."""
    on = plain(20, 4, **ground(KINDS, mark, at=(2, 1)))
    return measured(*people, on=on, rulings=rulings, slots=FALL, **fields)


def climb(made, *faces, to=(2, 1), words=None, **fields):
    return made.take(ClimbTo(who="P", to=to, **fields), *faces, words=words)


@pytest.mark.rule("INQ-CLIMB-01")
@pytest.mark.parametrize(("yd", "cls"), [(0.9, "low"), (2.7, "medium"), (2.8, "high")])
def test_a_height_is_classed_against_the_climber_the_limits_below(yd, cls):
    made = measured(native(waist=0.9 * YARD))
    assert class_of(made.state, "P", yd * YARD) == cls
    small = measured(native(height_yd=1))
    assert class_of(small.state, "P", 0.6 * YARD) == "medium"


@pytest.mark.rule("INQ-CLIMB-01")
def test_by_one_reading_the_gm_tags_obstacles_for_everybody():
    kinds = {"x": kind("obstacle", "low", yd=3)}
    on = plain(20, 4, **ground(kinds, "x", at=(2, 1)))
    spot = Spot("ground", (2, 1))
    assert climb_to(measured(on=on).state, "P", spot).kind == "high"
    tagged = measured(on=on, rulings={"inq_obstacle_class": "gm tags"})
    assert climb_to(tagged.state, "P", spot).kind == "low"
    nobody = face_of("t")
    assert climb_to(nobody.state, "P", spot).metres is None
    assert "INQ-CLIMB-01" in rules(nobody.refused(UP))


@pytest.mark.rule("INQ-CLIMB-02")
def test_a_low_obstacle_is_crossed_without_dice():
    made = climb(face_of("l"))
    assert (made.at(), made.above(), made.tests) == ((3, 1), 0, [])


@pytest.mark.rule("INQ-CLIMB-03")
def test_nothing_else_goes_with_crossing_a_low_obstacle():
    foe = native("Q", (8, 1), side="foes")
    shoot = Shoot(who="P", target="Q", attack="rifle")
    made = climb(face_of("l", native(), foe))
    assert made.left() == 0
    assert made.refused(shoot)
    waived = climb(face_of("l", native(), foe), words={"low climb|P": True})
    assert waived.left() == 1
    assert not waived.refused(shoot)
    spent = face_of("l", native(), foe).let(e.BudgetSet(who="P", left={"action": 1}))
    assert rules(spent.refused(UP)) == ["INQ-CLIMB-03"]


@pytest.mark.rule("INQ-CLIMB-04")
def test_a_medium_obstacle_is_got_onto_without_dice():
    made = climb(face_of("m"))
    assert (made.at(), made.above(), made.left(), made.tests) == ((2, 1), 2.5, 1, [])


@pytest.mark.rule("INQ-CLIMB-05")
def test_coming_down_from_it_takes_another_action_and_initiative():
    made = climb(climb(face_of("m")), 42, to=(3, 1))
    assert (made.at(), made.above(), made.left()) == ((3, 1), 0, 0)
    assert made.test_of("P").target == 50
    assert made.state.fighters["P"].wounds == 0


@pytest.mark.rule("INQ-CLIMB-05")
def test_by_one_reading_a_medium_height_is_climbed_down_slowly():
    assert "INQ-CLIMB-05" in rules(climb(face_of("m")).refused(replace(UP, to=(3, 1), slowly=True)))
    made = climb(face_of("m", rulings={"inq_climb_down": "slowly too"}))
    made = climb(made, 40, to=(3, 1), slowly=True)
    assert made.test_of("P").says.startswith("Strength, climbing")
    assert (made.at(), made.above()) == ((3, 1), 0.5)


@pytest.mark.rule("INQ-CLIMB-06")
def test_a_failed_drop_is_a_fall_to_the_far_side():
    made = climb(climb(face_of("m")), 70, 5, to=(3, 1), words={"fall damage|P": 3})
    assert (made.at(), made.above(), made.has("prone")) == ((3, 1), 0, True)
    assert made.words()["metres|P"].default == "2.5"
    assert made.wounds.damage.total == 3


@pytest.mark.rule("INQ-CLIMB-07")
def test_a_high_obstacle_is_climbed_two_yards_an_action():
    made = face_of("h")
    heights = []
    for _ in range(2):
        for _ in range(2):
            climb(made, 40)
            heights.append(made.above())
        made.turn("P")
    assert heights == [2, 4, 6, 7]
    assert made.at() == (2, 1)


@pytest.mark.rule("INQ-CLIMB-07")
def test_it_is_climbed_down_as_it_is_climbed_up():
    made = climb(face_of("h", native(at=(2, 1), starts={"above": 7 * YARD})), 40, to=(3, 1))
    assert (made.at(), made.above()) == ((3, 1), 5)
    assert climb(made, 40, to=(3, 1)).above() == 3


def at_four_yards(mark="h", *people, **fields):
    made = face_of(mark, *people, **fields)
    climb(made, 40)
    climb(made, 40)
    return made.turn("P")


@pytest.mark.rule("INQ-CLIMB-08")
def test_any_failure_without_gear_is_a_fall_from_where_the_action_began():
    made = climb(at_four_yards(), 58, words={"fall damage|P": 0})
    assert (made.at(), made.above(), made.has("prone")) == ((1, 1), 0, True)
    assert made.said()[0] == "P falls 4 yd"
    made = climb(face_of("h"), 58)
    assert made.said() == ["P slips at the foot, unhurt"]


@pytest.mark.rule("INQ-CLIMB-08")
def test_by_one_reading_the_fall_is_from_where_the_action_led():
    made = climb(face_of("h", rulings={"inq_climb_fall_height": "height led to"}), 58)
    assert made.said()[0] == "P falls 2 yd"


@pytest.mark.rule("INQ-CLIMB-09")
def test_one_may_stay_on_top_and_walks_off_only_by_climbing_down():
    made = climb(face_of("m").let(e.BudgetSet(who="P", left={"action": 1})))
    assert (made.at(), made.above(), made.left()) == ((2, 1), 2.5, 0)
    made.turn("P")
    assert rules(made.refused(Walk(who="P", to=(4, 1)))) == ["INQ-CLIMB-05"]
    offers = made.offers("P")
    assert offers["climb:ground:3:1"].says == "Drop down at 3, 1, 2.5 yd"


@pytest.mark.rule("INQ-CLIMB-09")
def test_one_walks_about_on_top_of_several():
    on = plain(20, 4, **ground(KINDS, "mmm", at=(2, 1)))
    made = climb(measured(on=on, slots=FALL))
    made.take(Walk(who="P", to=(4, 1)))
    assert (made.at(), made.above()) == ((4, 1), 2.5)


# Gear

GEAR = ("Grapnel", "grappling hook", "climbing gear")


@pytest.mark.rule("INQ-GEAR-01")
def test_gear_in_the_pack_helps_nobody():
    made = face_of("h", native(gear=GEAR))
    climb(made, 40)
    assert climb(made, 63, words={"fall damage|P": 0}).said()[0] == "P falls 2 yd"


def at_the_top(**fields):
    top = native(at=(2, 1), gear=GEAR, starts={"above": 7 * YARD})
    return face_of("h", top, **fields)


@pytest.mark.rule("INQ-GEAR-02")
@pytest.mark.parametrize("gear", [each.lower() for each in GEAR])
def test_anything_is_fixed_at_the_top_without_a_check(gear):
    made = at_the_top().take(FixGear(who="P", gear=gear))
    assert (made.tests, made.left()) == ([], 1)
    made = climb(made, 67, to=(3, 1))
    assert made.said() == ["P finds no hold and hangs on"]


@pytest.mark.rule("INQ-GEAR-02", "INQ-GEAR-06")
def test_by_one_reading_a_grapnel_wants_metal_at_the_top_too():
    made = at_the_top(rulings={"inq_grapnel_by_hand": "metal always"})
    assert rules(made.refused(FixGear(who="P", gear="grapnel"))) == ["INQ-GEAR-06"]
    assert not made.refused(FixGear(who="P", gear="climbing gear"))


@pytest.mark.rule("INQ-GEAR-03")
def test_from_below_a_grapnel_and_a_hook_are_offered_and_climbing_gear_is_not():
    made = face_of("h", native(gear=GEAR))
    hooks = {key for key in made.offers("P") if key.startswith("hook:")}
    assert hooks == {"hook:grapnel", "hook:grappling hook"}
    refused = made.refused(HookOn(who="P", gear="climbing gear", to=(2, 1)))
    assert rules(refused) == ["INQ-GEAR-03"]
    assert not made.refused(made.offers("P")["hook:grapnel"].aimed("2, 1"))
    short = face_of("h", native(gear=("grapnel 5",)))
    assert rules(short.refused(HookOn(who="P", gear="grapnel", to=(2, 1)))) == ["INQ-GEAR-04"]


def hook(made, face, gear="grapnel", **fields):
    return made.take(HookOn(who="P", gear=gear, to=(2, 1)), face, **fields)


def is_tied(made):
    return made.state.mark("ground|2|1", "gear tied") is not None


@pytest.mark.rule("INQ-GEAR-04")
@pytest.mark.parametrize(("face", "tied"), [(40, True), (41, False)])
def test_hooking_on_is_ballistic_skill_less_twenty(face, tied):
    made = hook(face_of("s", native(gear=GEAR)), face)
    assert (made.test_of("P").target, is_tied(made), made.left()) == (40, tied, 1)


@pytest.mark.rule("INQ-GEAR-05")
@pytest.mark.parametrize(
    ("abilities", "reading", "target"),
    [
        ((), "halve first", 10), ((), "subtract first", 20),
        (("Specialist Weapon - Thrown",), "halve first", 40),
    ],
)  # fmt: skip
def test_an_unskilled_thrower_has_half_its_skill(abilities, reading, target):
    people = native(gear=GEAR, abilities=abilities)
    made = face_of("h", people, rulings={"inq_hook_bs_order": reading})
    assert hook(made, 5, "grappling hook").test_of("P").target == target
    assert is_tied(made)


@pytest.mark.rule("INQ-GEAR-06")
def test_a_grapnel_holds_on_metal_alone():
    made = hook(face_of("h", native(gear=GEAR)), 5)
    assert not is_tied(made)
    assert is_tied(hook(face_of("s", native(gear=GEAR)), 5))
    made = face_of("h", native(gear=GEAR))
    assert is_tied(hook(made, 5, words={"metal|P": True}))


def roped():
    made = face_of("s", native(gear=GEAR))
    hook(made, 5)
    climb(made, 40)
    made.turn("P")
    climb(made, 40)
    return made


@pytest.mark.rule("INQ-GEAR-07")
def test_with_gear_only_a_matched_failure_is_a_fall():
    made = climb(roped(), 66, words={"fall damage|P": 0})
    assert made.said()[0] == "P falls 4 yd"
    assert climb(roped(), 67).above() == 4


@pytest.mark.rule("INQ-GEAR-08")
def test_with_gear_an_ordinary_failure_hangs_on():
    made = climb(roped(), 72)
    assert (made.above(), made.left(), made.state.fighters["P"].wounds) == (4, 0, 0)
    assert made.said() == ["P finds no hold and hangs on"]


# Over links, where zones measure


def cliff(metres, **fields):
    lower, upper = zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6), level="top")
    on = board(
        level("ground"), level("top", metres), lower, upper,
        link("a", "b", kind="climb", ends=((5, 2), (6, 2))), size=(12, 6),
    )  # fmt: skip
    slots = {"climb": "yards", "fall": "yards"}
    return measured(native(at=fields.pop("at", "a")), on=on, space="zones", slots=slots, **fields)


def over(made, to, *faces, **fields):
    return made.take(Walk(who="P", to=to), *faces, **fields)


@pytest.mark.rule("INQ-CLIMB-07", "INQ-CLIMB-08")
def test_a_high_link_takes_an_action_for_each_two_yards():
    made = cliff(3 * YARD)
    assert "climbs 3 yd: Strength for each 2 yd" in plan(made, "b").says
    over(made, "b", 40)
    assert made.state.zone_of("P") == "a"
    assert made.said() == ["P is 2 yd up the climb between a and b"]
    made.turn("P")
    assert over(made, "b", 40).state.zone_of("P") == "b"
    made = over(cliff(3 * YARD), "b", 40)
    made.turn("P")
    assert over(made, "b", 51, words={"fall damage|P": 0}).said()[0] == "P falls 2 yd"


@pytest.mark.rule("INQ-CLIMB-02", "INQ-CLIMB-04", "INQ-CLIMB-05", "INQ-CLIMB-06")
def test_low_and_medium_links_are_climbed_at_once_and_dropped_from():
    assert over(cliff(0.8), "b").state.zone_of("P") == "b"
    assert over(cliff(2.0), "b").state.zone_of("P") == "b"
    assert plan(cliff(2.0), "b").consequences == ()
    made = cliff(2.0, at="b")
    assert "drops 2.2 yd: Initiative" in plan(made, "a").says
    over(made, "a", 42)
    assert (made.state.zone_of("P"), made.has("prone")) == ("a", False)
    made = over(cliff(2.0, at="b"), "a", 70, words={"fall damage|P": 0})
    assert (made.state.zone_of("P"), made.has("prone")) == ("a", True)


@pytest.mark.rule("INQ-CLIMB-05", "INQ-CLIMB-07")
def test_by_one_reading_a_medium_link_is_climbed_down_slowly():
    made = over(cliff(2.0, at="b", rulings={"inq_climb_down": "slowly too"}), "a", "slowly", 40)
    assert (made.state.zone_of("P"), made.tests[-1].says) == ("b", "Strength, climbing, 2.2 yd up")
    made.turn("P")
    assert over(made, "a", 40).state.zone_of("P") == "a"
    made = over(cliff(2.0, at="b", rulings={"inq_climb_down": "slowly too"}), "a", "drop", 40)
    assert made.tests[-1].rule == "INQ-CLIMB-05"


@pytest.mark.rule("INQ-GEAR-02", "INQ-GEAR-08")
def test_gear_is_fixed_for_a_link_too():
    fighter, profile = native(at="b", gear=GEAR)
    made = cliff(4 * YARD)
    made = measured(
        (fighter, profile), on=made.state.encounter.board, space="zones",
        slots={"climb": "yards", "fall": "yards"},
    )  # fmt: skip
    made.take(FixGear(who="P", gear="climbing gear", link="a-b")).turn("P")
    assert over(made, "a", 72).said() == ["P finds no hold and hangs on"]
    assert made.state.zone_of("P") == "b"


@pytest.mark.rule("INQ-CLIMB-01")
def test_another_book_may_settle_what_is_climbed():
    made = face_of("m")
    other = measured(on=made.state.encounter.board, slots={})
    assert rules(other.refused(UP)) == ["INQ-CLIMB-01"]
    assert not any(key.startswith("climb") for key in other.offers("P"))
    kinds = {"m": replace(KINDS["m"], book="yards")}
    own = measured(on=plain(20, 4, **ground(kinds, "m", at=(2, 1))), slots={})
    assert climb(own).above() == 2.5


@pytest.mark.rule("INQ-GEAR-02", "INQ-GEAR-04")
def test_by_one_reading_the_gm_says_what_fixing_gear_takes():
    made = at_the_top(rulings={"inq_gear_cost": "gm sets cost"})
    made.take(FixGear(who="P", gear="climbing gear"), words={"gear cost|P": 2})
    assert made.left() == 0


@pytest.mark.rule("INQ-GEAR-03", "INQ-GEAR-04")
def test_by_one_reading_the_gm_says_how_high_a_line_gets():
    rulings = {"inq_gear_range": "gm sets height"}
    made = face_of("s", native(gear=("grapnel 5",)), rulings=rulings)
    made.take(HookOn(who="P", gear="grapnel", to=(2, 1)))
    assert made.said() == ["The grapnel of P does not get so high"]
    made = face_of("s", native(gear=("grapnel",)), rulings=rulings)
    assert is_tied(hook(made, 5))
    made = face_of("s", native(gear=("grapnel 5",)), rulings=rulings)
    assert is_tied(hook(made, 5, words={"gear height|P": 8}))
