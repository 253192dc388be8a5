"""Engaged: how it begins, what leaving brings, how it ends."""

import pytest

from desktop.core.packs.imperium.engaged import Disengage
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from desktop.core.rules.actions import Force, Put, Walk
from desktop.core.rules.walk import planned
from tests.helpers.attacks import RIFLE, SWORD, duel, scene, someone
from tests.helpers.build import attack

STRIKE = Strike(who="P", target="Q")
LEAVE = Walk(who="P", to="b")
CLAW = attack("claw", skill="melee (brawling)", damage=6, natural=True)


def engaged(rulings=None, **figures):
    """Return P's turn, Engaged with Q, which has its Reaction."""
    made = duel(rulings, **figures)
    return made.let(e.Related(kind="engaged", one="P", other="Q"))


def strikers(made):
    return [tested.who for tested in made.tests if tested.rule == "IM-ENGAGED-02"]


@pytest.mark.rule("IM-ENGAGED-01")
def test_an_attack_makes_both_engaged_whether_or_not_it_hits():
    made = duel().take(STRIKE, 50, 10)
    assert made.only(e.Contested).winner == "Q"
    assert made.state.holds("engaged", "P", "Q")
    assert made.state.holds("engaged", "Q", "P")


@pytest.mark.rule("IM-ENGAGED-01")
@pytest.mark.parametrize(
    ("rulings", "holds"), [({}, True), ({"engaged_by_ranged": "melee only"}, False)]
)
def test_a_shot_within_reach_engages_too_unless_read_otherwise(rulings, holds):
    made = duel(rulings).take(Shoot(who="P", target="Q", attack="rifle"), 91)
    assert made.state.holds("engaged", "P", "Q") == holds


@pytest.mark.rule("IM-ENGAGED-01")
def test_a_shot_from_afar_engages_nobody():
    made = scene(someone("P", side="heroes"), someone("Q")).turn("P")
    made.take(Shoot(who="P", target="Q", attack="rifle"), 91)
    assert not made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ENGAGED-02", "IM-TURN-05")
def test_a_foe_with_a_weapon_and_its_reaction_strikes_a_leaver():
    made = engaged().take(LEAVE, 37, 60)
    assert strikers(made) == ["Q"]
    assert made.state.fighters["Q"].left["reaction"] == 0
    assert made.wounds.who == "P"
    assert made.state.zone_of("P") == "b"
    assert not made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ENGAGED-02")
def test_it_works_both_ways():
    made = engaged().turn("Q").take(Walk(who="Q", to="b"), 37, 60)
    assert strikers(made) == ["P"]


@pytest.mark.rule("IM-ENGAGED-02")
def test_without_weapon_in_hand_or_reaction_there_is_none():
    made = engaged().marked("Q", "stowed sword").take(LEAVE)
    assert made.tests == []
    made = engaged().let(e.BudgetSet(who="Q", left={"reaction": 0})).take(LEAVE)
    assert made.tests == []


@pytest.mark.rule("IM-ENGAGED-02")
def test_the_gm_may_say_that_it_does_not_strike():
    made = engaged().take(LEAVE, words={"leave|Q|P": False})
    assert made.tests == []
    assert made.state.fighters["Q"].left["reaction"] == 1


@pytest.mark.rule("IM-ENGAGED-02")
@pytest.mark.parametrize(
    ("rulings", "weapons", "strikes"),
    [
        ({}, (CLAW,), True), ({}, (RIFLE,), False),
        ({"reaction_weapon": "any weapon"}, (RIFLE,), True),
        ({"reaction_weapon": "any weapon"}, (), False),
    ],
)  # fmt: skip
def test_which_weapon_is_ready(rulings, weapons, strikes):
    made = engaged(rulings, q_attacks=weapons, q_skills={"melee": 45})
    made.take(LEAVE, *((37, 60) if strikes else ()))
    assert strikers(made) == ["Q"] * strikes


@pytest.mark.rule("IM-ENGAGED-02")
def test_who_is_not_engaged_does_not_strike():
    made = duel().take(LEAVE)
    assert made.tests == []


@pytest.mark.rule("IM-ENGAGED-02")
def test_the_blow_comes_before_the_move_and_stops_it_only_if_it_fells():
    made = engaged().take(LEAVE, 37, 60)
    kinds = [type(event).__name__ for event in made.last.step.events]
    assert kinds.index("WoundsTaken") < kinds.index("Moved")
    made = engaged(p_wounds=5, p_skills={"fortitude (pain)": 30}).take(LEAVE, 37, 60, 4, 80)
    assert "unconscious" in made.state.fighters["P"].conditions
    assert made.state.zone_of("P") == "a"


@pytest.mark.rule("IM-ENGAGED-02")
def test_by_the_other_reading_the_blow_comes_after_the_move():
    made = engaged({"engaged_interrupt": "after moving"}, p_wounds=5).take(LEAVE, 37, 60, 4, 80)
    kinds = [type(event).__name__ for event in made.last.step.events]
    assert kinds.index("WoundsTaken") > kinds.index("Moved")
    assert made.state.zone_of("P") == "b"
    assert not made.state.holds("engaged", "P", "Q")
    assert made.state.mark("P", "left Q") is None


@pytest.mark.rule("IM-ENGAGED-02", "IM-ENGAGED-04")
@pytest.mark.parametrize(
    ("rulings", "strikes"), [({}, False), ({"forced_move_provokes": "any movement"}, True)]
)
def test_who_is_moved_by_force_is_not_struck_unless_read_otherwise(rulings, strikes):
    made = engaged(rulings).take(Force(who="P", to="b"), *((37, 60) if strikes else ()))
    assert strikers(made) == ["Q"] * strikes
    assert made.state.zone_of("P") == "b"


@pytest.mark.rule("IM-ENGAGED-02")
def test_who_is_put_elsewhere_by_the_gm_is_never_struck():
    made = engaged().take(Put(who="P", at="b"))
    assert made.tests == []
    assert not made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ENGAGED-03")
def test_each_foe_has_its_own_chance():
    foes = [someone(name) for name in ("Q", "R", "S")]
    made = scene(someone("P", side="heroes"), *foes).turn("P")
    for foe in ("Q", "R", "S"):
        made.close("P", foe).let(e.Related(kind="engaged", one="P", other=foe))
    made.take(LEAVE, 97, 41, 97, 41, 97, 41)
    assert strikers(made) == ["Q", "R", "S"]


@pytest.mark.rule("IM-ENGAGED-04")
def test_leaving_reach_within_the_zone_counts():
    made = engaged()
    seat = made.state.fighters["P"].seat
    away = next(at for at in made.state.place.squares_of("a") if abs(at.x - seat.x) > 3)
    made.take(Walk(who="P", to=away), 37, 60)
    assert strikers(made) == ["Q"]
    assert made.state.zone_of("P") == "a"
    assert not made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ENGAGED-05", "IM-ACTIONS-03")
def test_disengage_makes_the_way_out_safe_from_everyone():
    made = scene(someone("P", side="heroes"), someone("Q"), someone("R")).turn("P")
    for foe in ("Q", "R"):
        made.close("P", foe).let(e.Related(kind="engaged", one="P", other=foe))
    made.take(Disengage(who="P"))
    assert made.state.fighters["P"].left == {"move": 1, "action": 0, "reaction": 1}
    made.take(LEAVE)
    assert made.tests == []
    assert made.state.zone_of("P") == "b"


@pytest.mark.rule("IM-ENGAGED-05", "IM-ACTIONS-03")
def test_disengage_lasts_until_the_turn_ends():
    made = engaged().take(Disengage(who="P")).turn("Q")
    assert made.state.mark("P", "disengaged") is None


@pytest.mark.rule("IM-ENGAGED-05", "IM-ACTIONS-03")
def test_by_the_other_reading_it_covers_one_foe():
    rulings = {"disengage_all": "one foe"}
    made = scene(someone("P", side="heroes"), someone("Q"), someone("R"), rulings=rulings)
    made.turn("P")
    for foe in ("Q", "R"):
        made.close("P", foe).let(e.Related(kind="engaged", one="P", other=foe))
    assert made.refused(Disengage(who="P"))
    offer = made.offers("P")["disengage"]
    assert (offer.wants, offer.refusals) == ("foe", ())
    made.take(offer.aimed("Q")).take(LEAVE, 91, 60)
    assert strikers(made) == ["R"]


@pytest.mark.rule("IM-ENGAGED-05", "IM-ACTIONS-03")
def test_by_the_other_reading_it_includes_the_step():
    made = engaged({"disengage_move": "step included"}, p_speed="slow").take(Disengage(who="P"))
    assert not made.book.space.in_reach(made.state, "P", "Q")
    assert not made.state.holds("engaged", "P", "Q")
    assert made.state.fighters["P"].left["move"] == 1
    assert made.tests == []


@pytest.mark.rule("IM-ENGAGED-05")
def test_disengage_is_for_the_engaged():
    assert [refusal.rule for refusal in duel().refused(Disengage(who="P"))] == ["IM-ENGAGED-05"]
    offer = engaged().offers("P")["disengage"]
    assert (offer.action, offer.refusals, offer.place) == (Disengage(who="P"), (), 8)


@pytest.mark.rule("IM-ENGAGED-06", "IM-TURN-04")
def test_a_dodge_and_the_leaving_blow_draw_on_one_reaction():
    made = engaged().let(e.BudgetSet(who="P", left={"move": 1, "action": 1, "reaction": 1}))
    made.take(Shoot(who="P", target="Q", attack="rifle"), 12, 91, words={"dodge|Q|P": True})
    assert made.state.fighters["Q"].left["reaction"] == 0
    made.take(LEAVE)
    assert made.tests == []
    made.turn("Q")
    assert made.state.fighters["Q"].left["reaction"] == 1


@pytest.mark.rule("IM-ENGAGED-01")
def test_it_ends_when_one_is_out_of_the_fight():
    made = engaged().let(e.LeftBoard(who="Q", why="out"))
    assert not made.state.holds("engaged", "P", "Q")
    made = engaged().let(e.ConditionSet(who="Q", condition="unconscious", now=e.Condition()))
    assert not made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ENGAGED-01")
@pytest.mark.parametrize(
    ("rulings", "holds"), [({}, True), ({"engaged_end": "quiet round too"}, False)]
)
def test_a_round_without_blows_ends_it_only_by_the_other_reading(rulings, holds):
    made = duel(rulings).take(STRIKE, 50, 10)
    made.turn("P")
    assert made.state.holds("engaged", "P", "Q")
    made.turn("P")
    assert made.state.holds("engaged", "P", "Q") == holds


@pytest.mark.rule("IM-ENGAGED-02")
def test_a_plan_says_beforehand_who_will_strike():
    made = engaged()
    plan = planned(made.book, made.state, LEAVE)
    assert [(each.says, each.at) for each in plan.consequences] == [("Q strikes", 0)]


@pytest.mark.rule("IM-ENGAGED-04")
def test_stepping_up_to_another_keeps_whom_one_stays_beside():
    made = scene(someone("P", side="heroes"), someone("Q"), someone("R")).turn("P")
    made.close("P", "Q").let(e.Related(kind="engaged", one="P", other="Q"))
    made.take(Strike(who="P", target="R"), 50, 10)
    assert strikers(made) == []
    assert set(made.state.related("engaged", "P")) == {"Q", "R"}
    made = scene(someone("P", side="heroes"), someone("Q"), someone("R")).turn("P")
    made.close("P", "Q").let(e.Related(kind="engaged", one="P", other="Q"))
    made.take(Strike(who="P", target="R"), 91, 60, 50, 10, words={"stays|P|R": False})
    assert strikers(made) == ["Q"]


def test_the_default_sword_is_a_melee_weapon():
    assert SWORD.kind == "melee"
