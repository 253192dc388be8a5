"""The measured space: lengths, what an action gives, bands, and a whole fight on any board."""

from dataclasses import replace
from math import sqrt

import pytest

from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.prone import DropProne, StandUp
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from desktop.core.rules.actions import Force, Walk
from desktop.core.rules.walk import planned
from tests.helpers.build import board, link, wall, zone
from tests.helpers.moves import rules
from tests.helpers.yards import YARD, ground, kind, measured, native, plain, rooms

SHOOT = Shoot(who="P", target="Q", attack="rifle")


def pair(q=(10, 1), p=(1, 1)):
    return native(at=p), native("Q", q, side="foes")


def far(made, other="Q"):
    return made.book.space.distance(made.state, "P", other)


def way(made, to, **fields):
    return planned(made.book, made.state, Walk(who="P", to=to, **fields))


@pytest.mark.rule("INQ-SPACE-01")
def test_a_diagonal_is_the_root_of_two_and_rounded_only_for_the_eye():
    made = measured(*pair((4, 4)))
    assert far(made).steps == 3 * sqrt(2)
    assert far(made).says == "Short: 4.2 yd"
    assert way(made, (3, 3), gait="walk").says == "Walk: 2.8 yd, 1 action"
    four = way(made, (4, 3), pay="move", gait="walk")
    assert (four.says, four.consequences) == ("Walk: 3.8 yd, 1 action", ())
    assert way(made, (3, 4), pay="move", gait="walk").consequences == ()
    over = way(made, (5, 3), pay="move", gait="walk")
    assert [each.says for each in over.consequences] == ["0.8 yd over the 4 yd that it may go"]


@pytest.mark.rule("INQ-SPACE-01")
@pytest.mark.parametrize(
    ("square", "unit", "squares"), [("yard", "yd", 4), ("metre", "m", 3), ("inch", "in", 3)]
)
def test_a_square_may_be_a_yard_a_metre_or_an_inch(square, unit, squares):
    made = measured(square=square)
    assert way(made, (1 + squares, 1), pay="move", gait="walk").consequences == ()
    assert way(made, (2 + squares, 1), pay="move", gait="walk").consequences != ()
    assert way(made, (3, 1), gait="walk").says == f"Walk: 2 {unit}, 1 action"


@pytest.mark.rule("INQ-SPACE-01")
def test_height_counts_in_a_distance_between_two():
    tall = {"t": kind("obstacle", yd=4)}
    on = plain(20, 4, **ground(tall, "t", at=(4, 1)))
    made = measured(native(), native("Q", (4, 1), side="foes", starts={"above": 4 * YARD}), on=on)
    assert round(far(made).steps, 6) == 5


@pytest.mark.rule("INQ-SPACE-01")
@pytest.mark.parametrize(
    ("at", "band"),
    [((2, 1), "immediate"), ((10, 1), "short"), ((20, 1), "medium"), ((39, 1), "long")],
)
def test_distances_have_the_range_bands_of_attacks(at, band):
    assert far(measured(*pair(at))).band == band


@pytest.mark.rule("INQ-MOVEMENT-02")
def test_everywhere_within_two_actions_is_in_reach():
    made = measured()
    reach = made.book.space.reach(made.book, made.state, "P").squares
    assert reach["ground", (7, 1)] == "move"
    assert reach["ground", (8, 1)] == "move and run"
    assert ("ground", (14, 1)) not in reach


@pytest.mark.rule("INQ-CHECK-04")
def test_where_the_turn_holds_a_move_and_an_action_both_pay_for_going():
    made = measured(slots={})
    assert way(made, (4, 1)).pays == {"move": 1}
    assert way(made, (12, 1)).pays == {"move": 1, "action": 1}
    made.take(Walk(who="P", to=(4, 1)))
    assert made.state.fighters["P"].left["action"] == 1


@pytest.mark.rule("INQ-CHECK-04")
def test_two_actions_pay_for_whatever_costs_a_move_or_an_action():
    made = measured(*pair(), slots={"economy": "yards"}).take(DropProne(who="P"))
    assert (made.left(), made.left(kind="reaction")) == (2, 1)
    made.take(StandUp(who="P"))
    assert made.left() == 1
    made.take(SHOOT, 90)
    assert made.left() == 0
    assert rules(made.refused(SHOOT)) == ["IM-TURN-01"]


@pytest.mark.rule("INQ-CHECK-04")
def test_by_one_reading_each_has_its_own_number_of_actions():
    quick = native(actions=3), native("Q", (9, 1), side="foes", actions=1)
    assert measured(*quick).left() == 2
    made = measured(*quick, rulings={"inq_actions_per_round": "own number"})
    assert (made.left(), made.left("Q")) == (3, 1)


def fight(on, **fields):
    """Play a round of moving, shooting and striking by both."""
    made = measured(*pair((9, 3), (1, 3)), on=on, **fields)
    made.take(SHOOT, 24)
    assert made.wounds.wounds == 11
    made.take(Walk(who="P", to=(7, 3)))
    assert (made.at(), made.left()) == ((7, 3), 0)
    made.turn("Q")
    made.take(Walk(who="Q", to=(8, 3)))
    assert made.book.space.in_reach(made.state, "Q", "P")
    made.take(Strike(who="Q", target="P", attack="sword"), 20, 80)
    assert made.state.holds("engaged", "P", "Q")
    made.turn("P").take(Walk(who="P", to=(1, 3)), 90, 10)
    assert made.at() == (1, 3)
    return made


@pytest.mark.rule("INQ-SPACE-01")
def test_a_fight_runs_on_a_board_without_zones():
    fight(plain(20, 8))


@pytest.mark.rule("INQ-SPACE-01")
def test_a_fight_runs_on_a_board_with_zones_whose_traits_hold():
    zones = zone("a", at=(0, 0, 6, 8)), zone("b", at=(6, 0, 14, 8), traits=["minor hazard"])
    on = board(*zones, link("a", "b"), size=(20, 8))
    made = measured(*pair((9, 3), (1, 3)), on=on)
    assert way(made, (7, 3)).says == "Run to b: 6 yd, 1 action, enters Minor Hazard 5"
    made.take(Walk(who="P", to=(7, 3)), 5)
    assert made.wounds.damage.total == 5


@pytest.mark.rule("INQ-SPACE-01")
def test_what_is_in_the_way_is_gone_round_or_refused():
    made = measured(on=rooms(wall((3, 0), (3, 3))))
    assert way(made, (4, 1)).says == "Run: 5.2 yd, 1 action"
    shut = measured(on=rooms(wall((3, 0), (3, 6))))
    (refusal,) = way(shut, (4, 1)).refusals
    assert refusal.says == "A wall is in the way."


@pytest.mark.rule("INQ-SPACE-01")
def test_someone_is_pushed_along_squares():
    made = measured(*pair()).take(Force(who="Q", to=(12, 1)))
    assert made.at("Q") == (12, 1)


@pytest.mark.rule("INQ-HARM-01")
def test_who_has_lost_all_its_injury_points_is_for_the_gm_to_judge():
    on = plain(20, 4, **ground({"r": kind("rough")}, "r", at=(3, 1)))
    made = measured(native(injury=4, armour={"head": 1}, checks={"initiative": 40}), on=on)
    made.take(Walk(who="P", to=(8, 1), gait="sprint"), 77, 5, 95)
    assert made.wounds.total == 4
    assert made.said()[-1].startswith("P has taken all its injury points")


@pytest.mark.rule("INQ-HARM-03")
def test_a_fall_by_this_book_hurts_as_the_gms_table_says():
    from desktop.core.model.encounter import OwnTable
    from desktop.core.packs.imperium.falling import Fall

    fields = {"slots": {"fall": "yards"}}
    falls = Fall(who="P", metres=4 * YARD)
    made = measured(**fields).take(falls)
    assert (made.has("prone"), made.facts(e.WoundsTaken)) == (True, [])
    tables = {"fall": OwnTable(rows={2: "4", 6: "20"})}
    made = measured(tables=tables, **fields).take(falls, 5)
    assert made.wounds.damage.total == 4
    made = measured(rulings={"inq_fall_table": "dice by yard"}, **fields)
    assert made.take(falls, 1, 2, 3, 4, 5).wounds.damage.total == 10


@pytest.mark.rule("INQ-CHECK-03")
def test_a_profile_without_any_figures_goes_and_leaps_all_the_same():
    fighter, profile = native()
    bare = replace(profile, yards=None, imperium=None)
    made = measured((fighter, bare)).take(Walk(who="P", to=(4, 1)))
    assert made.at() == (4, 1)


@pytest.mark.rule("INQ-HARM-03")
def test_who_is_pushed_over_an_edge_or_off_a_top_falls():
    from tests.helpers.build import level

    on = board(
        level("ground"), level("roofs", 4 * YARD), zone("roof", at=(0, 0, 4, 4), level="roofs"),
        size=(12, 4),
    )  # fmt: skip
    fighter, profile = native(at=(3, 1))
    slots = {"fall": "yards", "climb": "yards"}
    made = measured((replace(fighter, level="roofs"), profile), on=on, slots=slots)
    made.take(Force(who="P", to=(5, 1), level="roofs"))
    assert made.state.fighters["P"].level == "ground"
    assert made.has("prone")
    assert "P falls 4 yd" in made.said()
    crate = plain(12, 4, **ground({"m": kind("obstacle", yd=2)}, "m", at=(1, 1)))
    made = measured(native(at=(1, 1), starts={"above": 2 * YARD}), on=crate, slots=slots)
    made.take(Force(who="P", to=(2, 1)))
    assert (made.above(), made.said()) == (0, ["P falls 2 yd"])
