"""Cover: what it is worth, how one gets into it, when it is lost."""

import pytest

from desktop.core.model.board import Trait
from desktop.core.model.moments import ClearTrait, Moment
from desktop.core.packs.imperium.cover import LeaveCover, TakeCover
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from desktop.core.rules.actions import Do, Force, Put, Walk
from tests.helpers.attacks import duel, scene, someone
from tests.helpers.build import attack, row

SHOOT = Shoot(who="P", target="Q", attack="rifle")
RIFLE = attack("rifle", kind="ranged", skill="ranged (long guns)", damage=8, range="long")


def shot_at(*traits, cover="", rulings=None, weapon=RIFLE, at="b", **q):
    """Return P's turn, with Q in a zone of these traits, in cover where one is named."""
    q = {"armour": 3, **q}
    made = scene(
        someone("P", side="heroes", attacks=(weapon,)), someone("Q", at, **q), rulings=rulings
    )
    made.traits(at, *traits).turn("P")
    return made.marked("Q", "in cover", cover) if cover else made


def taker(*traits, rulings=None, at="a", **p):
    """Return P's turn, begun in a zone of these traits."""
    made = scene(someone("P", at, side="heroes", **p), someone("Q", "c"), rulings=rulings)
    return made.traits("a", *traits).turn("P")


# What it is worth


@pytest.mark.rule("IM-COVER-01")
@pytest.mark.parametrize(
    ("cover", "wounds"), [("light cover", 5), ("medium cover", 3), ("heavy cover", 1), ("", 7)]
)
def test_cover_adds_armour_against_shots(cover, wounds):
    made = shot_at("light cover", "medium cover", "heavy cover", cover=cover).take(SHOOT, 26)
    assert made.wounds.damage.total == 10
    assert made.wounds.wounds == wounds


@pytest.mark.rule("IM-COVER-01")
def test_the_simple_values_are_three_and_six():
    for cover, armour in (("light cover", 3), ("medium cover", 3), ("heavy cover", 6)):
        rulings = {"cover_values": "three and six"}
        made = shot_at(cover, cover=cover, rulings=rulings).take(SHOOT, 26)
        assert made.wounds.armour.total == 3 + armour


@pytest.mark.rule("IM-COVER-01")
def test_cover_says_why_and_can_be_denied():
    made = shot_at("heavy cover", cover="heavy cover").take(SHOOT, 26)
    (part,) = [part for part in made.wounds.armour.parts if part.key == "cover"]
    assert (part.says, part.rule, part.ruling) == ("heavy cover", "IM-COVER-01", "cover_same_zone")
    made = shot_at("heavy cover", cover="heavy cover")
    made.take(SHOOT, 26, words={"armour|Q:cover": False})
    assert made.wounds.wounds == 7


@pytest.mark.rule("IM-COVER-01", "IM-WEAPONS-12")
@pytest.mark.parametrize(
    ("rulings", "armour"), [({}, 3 + 4 - 4), ({"cover_penetrating": "armour only"}, 3 + 4 - 3)]
)
def test_penetrating_works_on_armour_and_cover_or_on_armour_only(rulings, armour):
    gun = attack(
        "rifle", kind="ranged", skill="ranged (long guns)", damage=8, traits=("penetrating 4",)
    )
    made = shot_at("medium cover", cover="medium cover", rulings=rulings, weapon=gun)
    made.take(SHOOT, 26)
    assert made.wounds.armour.total == armour


@pytest.mark.rule("IM-COVER-01", "IM-WEAPONS-13")
@pytest.mark.parametrize(
    ("rulings", "armour"), [({}, (3 + 4) * 2), ({"cover_penetrating": "armour only"}, 3 * 2 + 4)]
)
def test_ineffective_doubles_armour_and_cover_or_armour_only(rulings, armour):
    gun = attack(
        "rifle", kind="ranged", skill="ranged (long guns)", damage=8, traits=("ineffective",)
    )
    made = shot_at("medium cover", cover="medium cover", rulings=rulings, weapon=gun)
    made.take(SHOOT, 26)
    assert made.wounds.armour.total == armour


@pytest.mark.rule("IM-COVER-02")
def test_cover_adds_nothing_in_melee():
    made = duel(q_armour=3).traits("a", "heavy cover").marked("Q", "in cover", "heavy cover")
    made.take(Strike(who="P", target="Q"), 36, 56)
    assert (made.wounds.damage.total, made.wounds.wounds) == (10, 7)


@pytest.mark.rule("IM-COVER-03")
def test_one_cover_counts_at_a_time_and_the_best_is_taken_unless_said_otherwise():
    made = taker("light cover", "medium cover").take(TakeCover(who="P"))
    assert made.state.mark("P", "in cover") == "medium cover"
    made = taker("light cover", "medium cover").take(TakeCover(who="P", cover="light cover"))
    assert made.state.mark("P", "in cover") == "light cover"
    offers = taker("light cover", "medium cover").offers("P")
    assert {"take cover", "take cover:light cover"} <= set(offers)


@pytest.mark.rule("IM-COVER-03")
def test_where_the_gm_picks_a_zone_has_one_cover():
    rulings = {"cover_which": "gm picks"}
    made = taker("light cover", "medium cover", rulings=rulings)
    assert made.refused(TakeCover(who="P", cover="medium cover"))
    made.take(TakeCover(who="P"))
    assert made.state.mark("P", "in cover") == "light cover"


@pytest.mark.rule("IM-COVER-04")
def test_a_zone_with_cover_gives_nothing_by_itself():
    made = shot_at("heavy cover").turn("Q").turn("P").take(SHOOT, 26)
    assert made.wounds.armour.total == 3


@pytest.mark.rule("IM-COVER-04", "IM-COVER-06")
def test_by_the_other_reading_cover_is_free_from_the_start_of_the_turn():
    made = shot_at("light cover", "heavy cover", rulings={"cover_next_turn": "free"})
    made.turn("Q").turn("P").take(SHOOT, 26)
    assert made.wounds.armour.total == 3 + 6


@pytest.mark.rule("IM-COVER-05")
def test_who_begins_its_turn_there_pays_its_move_and_has_it_at_once():
    made = taker("heavy cover").take(TakeCover(who="P"))
    assert made.state.fighters["P"].left == {"move": 0, "action": 1, "reaction": 1}
    made.turn("Q").take(Shoot(who="Q", target="P", attack="rifle"), 26)
    assert made.wounds.armour.total == 6


@pytest.mark.rule("IM-COVER-05")
def test_who_has_spent_its_move_may_take_cover_by_action_unless_read_otherwise():
    spent = e.BudgetSet(who="P", left={"move": 0, "action": 1})
    made = taker("heavy cover").let(spent).take(TakeCover(who="P"))
    assert made.state.fighters["P"].left["action"] == 0
    made = taker("heavy cover", rulings={"cover_started_no_move": "newcomers only"}).let(spent)
    assert [refusal.rule for refusal in made.refused(TakeCover(who="P"))] == ["IM-COVER-05"]


@pytest.mark.rule("IM-COVER-05", "IM-COVER-06")
def test_for_a_cover_that_comes_up_around_one_the_move_waits_for_the_next_turn():
    made = taker().traits("a", "light cover")
    (refusal,) = made.refused(TakeCover(who="P", by="move"))
    assert (refusal.rule, refusal.instead) == ("IM-COVER-05", "Take Cover is an Action.")
    assert made.offers("P")["take cover"].cost == "Action"
    by_action = taker().traits("a", "light cover").take(TakeCover(who="P"))
    assert by_action.state.fighters["P"].left == {"move": 1, "action": 0, "reaction": 1}
    made.turn("P").take(TakeCover(who="P"))
    assert made.state.fighters["P"].left["move"] == 0


@pytest.mark.rule("IM-COVER-03", "IM-COVER-05")
def test_of_an_old_and_a_new_cover_each_has_its_own_price():
    made = taker("light cover").traits("a", "light cover", "heavy cover")
    costs = {key: offer.cost for key, offer in made.offers("P").items() if "cover" in key}
    assert costs == {"take cover": "Action", "take cover:light cover": "Move"}
    made.take(TakeCover(who="P", cover="light cover"))
    assert made.state.fighters["P"].left["move"] == 0


@pytest.mark.rule("IM-COVER-06")
@pytest.mark.parametrize(
    ("relocate", "refused"), [("not entering", ["IM-COVER-05"]), ("counts as entering", [])]
)
def test_where_the_action_is_for_newcomers_a_new_cover_asks_whether_it_was_entered(
    relocate, refused
):
    rulings = {"cover_started_no_move": "newcomers only", "relocate_is_enter": relocate}
    made = taker(rulings=rulings).traits("a", "light cover")
    assert [each.rule for each in made.refused(TakeCover(who="P"))] == refused


@pytest.mark.rule("IM-COVER-06", "IM-ACTIONS-02")
def test_who_has_come_this_turn_needs_the_action():
    made = taker("medium cover", at="b").take(Walk(who="P", to="a"))
    (refusal,) = made.refused(TakeCover(who="P", by="move"))
    assert refusal.rule == "IM-COVER-06"
    assert made.offers("P")["take cover"].cost == "Action"
    made.take(TakeCover(who="P"))
    assert made.state.fighters["P"].left["action"] == 0
    assert made.state.mark("P", "in cover") == "medium cover"


@pytest.mark.rule("IM-COVER-06")
def test_without_taking_it_there_is_none():
    made = taker("medium cover", at="b").take(Walk(who="P", to="a")).turn("Q")
    made.take(Shoot(who="Q", target="P", attack="rifle"), 26)
    assert made.wounds.armour.total == 0


@pytest.mark.rule("IM-COVER-05")
@pytest.mark.parametrize(("rulings", "pays"), [({}, 1), ({"cover_slow_dt": "two moves"}, 0)])
def test_a_slow_fighters_one_move_walks_and_takes_cover_unless_read_otherwise(rulings, pays):
    made = taker("heavy cover", rulings=rulings, speed="slow")
    seat = made.state.fighters["P"].seat
    there = next(at for at in made.state.place.squares_of("a") if abs(at.x - seat.x) > 2)
    made.take(Walk(who="P", to=there))
    assert made.state.fighters["P"].left["move"] == 0
    made.take(TakeCover(who="P"))
    assert made.state.fighters["P"].left["action"] == pays
    assert made.state.mark("P", "in cover") == "heavy cover"


@pytest.mark.rule("IM-COVER-07")
@pytest.mark.parametrize(("roll", "armour"), [(31, 0), (34, 2)])
def test_light_cover_may_shield_some_locations_only(roll, armour):
    low = Trait("light cover", only=("left leg", "right leg"))
    made = shot_at(low, cover="light cover").take(SHOOT, roll)
    assert made.wounds.armour.total == 3 + armour


@pytest.mark.rule("IM-COVER-08")
def test_the_limit_is_for_light_cover_alone():
    low = Trait("medium cover", only=("left leg",))
    made = shot_at(low, cover="medium cover").take(SHOOT, 31)
    assert made.wounds.location == "head"
    assert made.wounds.armour.total == 3 + 4


@pytest.mark.rule("IM-COVER-01")
@pytest.mark.parametrize(
    ("at", "traits", "rulings", "armour"),
    [
        ("a", (), {}, 4), ("a", (), {"cover_same_zone": "other zones only"}, 0),
        ("b", (), {"cover_same_zone": "other zones only"}, 4),
        ("b", ("blast",), {"cover_same_zone": "other zones only"}, 0),
        ("b", ("blast",), {}, 4), ("b", ("flamer",), {}, 0),
    ],
)  # fmt: skip
def test_which_shots_cover_helps_against(at, traits, rulings, armour):
    gun = attack("rifle", kind="ranged", skill="ranged (long guns)", damage=8, traits=traits)
    made = shot_at(
        "medium cover", cover="medium cover", rulings=rulings, weapon=gun, at=at, armour=0
    )
    made.take(SHOOT, 26)
    assert made.wounds.armour.total == armour


# When it is lost


@pytest.mark.rule("IM-COVER-04")
@pytest.mark.parametrize(
    ("rulings", "kept"), [({}, False), ({"cover_duration": "until it leaves"}, True)]
)
def test_cover_is_lost_on_moving_or_by_the_other_reading_on_leaving(rulings, kept):
    made = taker("heavy cover", rulings=rulings).take(TakeCover(who="P"))
    seat = made.state.fighters["P"].seat
    there = next(at for at in made.state.place.squares_of("a") if abs(at.x - seat.x) > 2)
    made.take(Walk(who="P", to=there))
    assert bool(made.state.mark("P", "in cover")) == kept


@pytest.mark.rule("IM-COVER-04")
@pytest.mark.parametrize("rulings", [{}, {"cover_duration": "until it leaves"}])
@pytest.mark.parametrize("action", [Walk(who="P", to="b"), Put(who="P", at="b")])
def test_cover_is_lost_on_leaving_whatever_the_reading_and_the_next_zone(rulings, action):
    made = taker("heavy cover", rulings=rulings).take(TakeCover(who="P", by="action"))
    made.traits("b", "heavy cover").take(action)
    assert made.state.mark("P", "in cover") is None


@pytest.mark.rule("IM-COVER-04")
def test_being_moved_by_force_loses_it_and_attacking_does_not():
    made = taker("heavy cover").take(TakeCover(who="P"))
    made.take(Shoot(who="P", target="Q", attack="rifle"), 91)
    assert made.state.mark("P", "in cover") == "heavy cover"
    made.take(Force(who="P", to="b"))
    assert made.state.mark("P", "in cover") is None


@pytest.mark.rule("IM-COVER-04")
def test_a_cover_that_is_gone_helps_nobody_and_one_can_be_given_up():
    made = shot_at("heavy cover", cover="heavy cover").traits("b").take(SHOOT, 26)
    assert made.wounds.armour.total == 3
    for change in (
        Do(effects=(ClearTrait(clear="heavy cover", off=("b",)),)),
        Do(effects=(ClearTrait(clear="heavy cover", off=("b",), until=Moment("end phase")),)),
    ):
        made = shot_at("heavy cover", cover="heavy cover").take(change)
        assert made.state.mark("Q", "in cover") is None
        made.traits("b").traits("b", "heavy cover").take(SHOOT, 26)
        assert made.wounds.armour.total == 3
    made = taker("heavy cover").take(TakeCover(who="P")).take(LeaveCover(who="P"))
    assert made.state.mark("P", "in cover") is None
    assert made.refused(LeaveCover(who="P"))


@pytest.mark.rule("IM-COVER-04")
def test_without_cover_in_the_zone_there_is_nothing_to_take():
    made = taker()
    assert [refusal.rule for refusal in made.refused(TakeCover(who="P"))] == ["IM-COVER-04"]
    assert [r.rule for r in taker("light cover").refused(TakeCover(who="P", cover="heavy cover"))]


@pytest.mark.rule("IM-COVER-04")
def test_a_fighter_may_start_the_fight_in_cover():
    board = row("a", "b")
    made = scene(
        someone("P", side="heroes"), someone("Q", "b", starts={"in_cover": "light cover"}), on=board
    )
    made.traits("b", "light cover").turn("P").take(SHOOT, 26)
    assert made.wounds.armour.total == 2
