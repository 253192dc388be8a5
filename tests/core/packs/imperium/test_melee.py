"""Strikes: reach, how they are opposed, Damage, and unarmed defenders."""

import pytest

from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.weapons import Ready
from desktop.core.rules.events import (
    BudgetSet,
    Condition,
    ConditionSet,
    Contested,
    FightBegan,
    Moved,
    Related,
    WoundsTaken,
)
from tests.helpers.attacks import RIFLE, SWORD, duel, scene, sides_of, someone
from tests.helpers.build import attack

STRIKE = Strike(who="P", target="Q")
CLAW = attack("claw", skill="melee (brawling)", damage=6, natural=True)
SHIELD = attack("shield", skill="melee (one-handed)", damage=3, traits=("shield 2",))


@pytest.mark.rule("IM-MELEE-01")
def test_a_striker_steps_up_for_free_and_is_then_within_reach():
    made = scene(someone("P", side="heroes"), someone("Q")).turn("P")
    assert not made.book.space.in_reach(made.state, "P", "Q")
    made.take(STRIKE, 40, 60)
    assert made.book.space.in_reach(made.state, "P", "Q")
    assert made.state.fighters["P"].left == {"move": 1, "action": 0, "reaction": 1}


@pytest.mark.rule("IM-MELEE-01")
def test_a_slow_striker_pays_its_move_to_step_up():
    made = scene(someone("P", side="heroes", speed="slow"), someone("Q")).turn("P")
    made.take(STRIKE, 40, 60)
    assert made.state.fighters["P"].left["move"] == 0
    made = scene(someone("P", side="heroes", speed="slow"), someone("Q")).turn("P")
    made.let(BudgetSet(who="P", left={"move": 0, "action": 1, "reaction": 1}))
    assert made.refused(STRIKE)


@pytest.mark.rule("IM-MELEE-01")
def test_nobody_strikes_across_zones():
    made = scene(someone("P", side="heroes"), someone("Q", "b")).turn("P")
    assert made.refused(STRIKE)


@pytest.mark.rule("IM-MELEE-02")
@pytest.mark.parametrize(("attack_face", "defence_face", "margin"), [(12, 32, 2), (50, 74, 2)])
def test_the_higher_level_wins_by_the_difference_even_if_both_fail(
    attack_face, defence_face, margin
):
    made = duel().take(STRIKE, attack_face, defence_face)
    won = made.only(Contested)
    assert (won.winner, won.margin) == ("P", margin)


@pytest.mark.rule("IM-MELEE-02")
def test_each_uses_the_specialisation_for_the_weapon_held():
    two = attack("maul", skill="melee (two-handed)", damage=9)
    made = duel(
        p_skills={"melee (two-handed)": 55}, p_attacks=(SWORD, two),
        q_skills={"melee (brawling)": 38}, q_attacks=(CLAW,),
    )  # fmt: skip
    made.take(Strike(who="P", target="Q", attack="maul"), 40, 60)
    assert made.test_of("P").target == 55
    assert made.test_of("Q").target == 38


@pytest.mark.rule("IM-MELEE-03")
def test_a_defender_with_only_a_rifle_has_disadvantage():
    made = duel(q_attacks=(RIFLE,), q_skills={"melee (brawling)": 45}, q_dodge=10)
    made.take(STRIKE, 40, 16)
    assert sides_of(made.test_of("Q").tally, "against") == ["no melee weapon or shield"]
    assert made.test_of("Q").final == 61


@pytest.mark.rule("IM-MELEE-03")
def test_a_shield_alone_or_a_natural_weapon_is_enough():
    for weapon in (SHIELD, CLAW):
        made = duel(q_attacks=(weapon,), q_skills={"melee (brawling)": 45})
        made.take(STRIKE, 40, 60)
        assert sides_of(made.test_of("Q").tally, "against") == []


@pytest.mark.rule("IM-MELEE-03", "IM-MELEE-09")
def test_by_the_other_reading_natural_weapons_do_not_count_for_defence():
    made = duel(
        {"unarmed_natural": "handheld only"}, q_attacks=(CLAW,), q_skills={"melee (brawling)": 60}
    )
    made.take(STRIKE, 40, 60)
    assert sides_of(made.test_of("Q").tally, "against") == ["no melee weapon or shield"]


@pytest.mark.rule("IM-MELEE-03")
def test_a_sword_put_away_is_not_held():
    made = duel(q_dodge=10).marked("Q", "stowed sword")
    made.take(STRIKE, 40, 60, words={"oppose|Q|P": "melee"})
    assert sides_of(made.test_of("Q").tally, "against") == ["no melee weapon or shield"]


@pytest.mark.rule("IM-MELEE-04")
def test_a_dodge_is_not_hampered_by_empty_hands():
    made = duel(q_attacks=(), q_dodge=40)
    made.take(STRIKE, 40, 60)
    assert made.words()["oppose|Q|P"].value == "dodge"
    assert made.test_of("Q").says == "Reflexes (dodge) against P"
    assert sides_of(made.test_of("Q").tally, "against") == []


@pytest.mark.rule("IM-MELEE-04")
def test_the_better_way_is_the_default_and_one_word_changes_it():
    made = duel(q_dodge=60)
    made.take(STRIKE, 40, 60)
    assert made.test_of("Q").target == 60
    made = duel(q_dodge=60).take(STRIKE, 40, 60, words={"oppose|Q|P": "melee"})
    assert made.test_of("Q").target == 45
    made = duel(q_dodge=60).take(STRIKE, 23, words={"oppose|Q|P": "none"})
    assert made.wounds.damage.total == 8 + 2


@pytest.mark.rule("IM-MELEE-05")
def test_opposing_costs_no_reaction_and_can_be_done_each_time():
    made = duel().let(BudgetSet(who="Q", left={"reaction": 0}))
    for _ in range(3):
        made.let(BudgetSet(who="P", left={"action": 1}))
        made.take(STRIKE, 50, 40)
        assert made.test_of("Q").face == 40
    assert made.state.fighters["Q"].left["reaction"] == 0


@pytest.mark.rule("IM-MELEE-06")
def test_damage_is_that_of_the_weapon_and_the_difference():
    made = duel().take(STRIKE, 12, 52)
    assert made.wounds.damage.total == 8 + 4


@pytest.mark.rule("IM-MELEE-07")
def test_a_defender_that_wins_takes_nothing_and_deals_nothing():
    made = duel().take(STRIKE, 32, 2)
    assert made.only(Contested).winner == "Q"
    assert made.state.fighters["P"].wounds == made.state.fighters["Q"].wounds == 0


@pytest.mark.rule("IM-MELEE-08")
def test_the_units_say_where_and_armour_there_is_taken_off():
    made = duel(q_armour={"body": 4, "head": 1}).take(STRIKE, 37, 79)
    wounds = made.wounds
    assert (wounds.location, wounds.damage.total, wounds.armour.total) == ("body", 12, 4)
    assert (wounds.wounds, wounds.total) == (8, 8)
    assert [part.rule for part in wounds.damage.parts] == ["IM-MELEE-06", "IM-MELEE-06"]
    assert [part.rule for part in wounds.armour.parts] == ["IM-MELEE-08"]


@pytest.mark.rule("IM-MELEE-08")
def test_wounds_are_never_below_zero():
    made = duel(q_armour=20).take(STRIKE, 37, 79)
    assert (made.wounds.wounds, made.wounds.location) == (0, "body")


@pytest.mark.rule("IM-MELEE-08")
@pytest.mark.parametrize(
    ("rulings", "place"), [({}, "left arm"), ({"location_after_swap": "as thrown"}, "head")]
)
def test_the_location_is_that_of_the_final_roll_or_of_the_roll_as_thrown(rulings, place):
    made = duel(rulings).marked("P", "helped", "X").take(STRIKE, 21, 60)
    assert made.test_of("P").final == 12
    assert made.wounds.location == place


@pytest.mark.rule("IM-MELEE-08")
def test_the_gm_may_type_every_number_of_a_hit():
    words = {"location|Q": "head", "wounds|Q": 3, "damage|P|Q": 20}
    made = duel(q_armour=4).take(STRIKE, 37, 79, words=words)
    wounds = made.wounds
    assert (wounds.location, wounds.damage.total, wounds.wounds) == ("head", 20, 3)


@pytest.mark.rule("IM-MELEE-09")
def test_a_beast_strikes_with_its_claws():
    made = duel(p_attacks=(CLAW,), p_skills={"melee (brawling)": 45}).take(STRIKE, 37, 60)
    assert sides_of(made.test_of("P").tally, "against") == []
    assert made.wounds.damage.total == 6 + 3


@pytest.mark.rule("IM-MELEE-10")
def test_equal_levels_go_to_the_higher_skill_and_add_nothing():
    made = duel(q_melee=40).take(STRIKE, 32, 31)
    assert made.wounds.damage.total == 8
    made = duel(p_melee=40, q_melee=45).take(STRIKE, 31, 32)
    assert made.only(Contested).winner == "Q"
    assert made.facts(WoundsTaken) == []


@pytest.mark.rule("IM-MELEE-10")
def test_equal_skills_are_for_the_gm():
    made = duel().take(STRIKE, 32, 34, "Q")
    assert made.only(Contested).winner == "Q"


@pytest.mark.rule("IM-RANGED-09")
def test_a_rifle_used_as_a_club_is_an_improvised_weapon():
    made = duel(p_attacks=(RIFLE,), p_skills={"melee": 45})
    made.take(Strike(who="P", target="Q", attack="rifle"), 37, 60)
    assert made.test_of("P").says == "Melee against Q"
    assert made.wounds.damage.total == 0 + 3
    assert made.wounds.damage.parts[0].says.startswith("no figure")


@pytest.mark.rule("IM-RANGED-09")
def test_a_profile_may_say_what_an_improvised_weapon_does():
    club = attack("improvised", skill="melee (two-handed)", damage=4)
    made = duel(p_attacks=(RIFLE, club), p_skills={"melee (two-handed)": 45})
    made.take(Strike(who="P", target="Q", attack="rifle"), 37, 60)
    assert made.wounds.damage.total == 4 + 3


@pytest.mark.rule("IM-CONDITIONS-07")
def test_the_helpless_do_not_oppose_and_every_hit_on_them_is_a_critical():
    made = duel().let(ConditionSet(who="Q", condition="unconscious", now=Condition()))
    made.take(STRIKE, 37, 10, 3)
    assert [tested.who for tested in made.tests] == ["P"]
    assert made.wounds.damage.total == 8 + 2  # lying there unaware: two Advantages, so +10
    assert len(made.criticals_of("Q")) == 1
    made = duel().let(ConditionSet(who="Q", condition="unconscious", now=Condition()))
    made.take(STRIKE, 57)
    assert made.criticals_of("Q") == []


@pytest.mark.rule("IM-ACTIONS-17")
def test_a_location_can_be_chosen_at_disadvantage():
    made = duel().take(Strike(who="P", target="Q", location="head"), 27, 99, 1)
    assert made.test_of("P").final == 72
    assert made.wounds.location == "head"


@pytest.mark.rule("IM-WEAPONS-16")
def test_a_defensive_weapon_helps_to_oppose():
    foil = attack("foil", skill="melee (one-handed)", damage=5, traits=("defensive",))
    made = duel(q_attacks=(foil,)).take(STRIKE, 40, 91)
    assert sides_of(made.test_of("Q").tally, "for") == ["defensive foil"]
    assert made.test_of("Q").final == 19


@pytest.mark.rule("IM-WEAPONS-07")
def test_a_heavy_weapon_hampers_the_weak():
    maul = attack("maul", skill="melee (one-handed)", damage=9, traits=("heavy 4",))
    made = duel(p_attacks=(maul,), p_characteristics={"str": 35}).take(STRIKE, 40, 60)
    assert sides_of(made.test_of("P").tally, "against") == ["heavy 4"]
    made = duel(p_attacks=(maul,), p_characteristics={"str": 45}).take(STRIKE, 40, 60)
    assert sides_of(made.test_of("P").tally, "against") == []


@pytest.mark.rule("IM-SURPRISE-02")
def test_in_a_surprise_round_strikes_have_advantage_and_nobody_opposes():
    made = duel()
    made.let(FightBegan(order=made.state.order, surprised=("foes",)))
    made.take(STRIKE, 73)
    assert made.test_of("P").final == 37
    assert made.wounds.damage.total == 8 + 1


@pytest.mark.rule("IM-ACTIONS-16")
def test_a_strike_is_refused_with_every_reason():
    made = duel()
    made.let(BudgetSet(who="P", left={"action": 0}))
    made.marked("P", "stowed sword")
    says = [refusal.says for refusal in made.refused(Strike(who="P", target="Q", attack="sword"))]
    assert says == ["P has no Action left.", "sword is not in hand."]
    assert made.refused(Strike(who="P", target="P"))
    assert made.refused(Strike(who="P", target="Q", attack="axe"))
    assert made.refused(Strike(who="Q", target="P"))


@pytest.mark.rule("IM-TURN-02")
def test_weapons_are_drawn_and_put_away_for_free():
    made = duel().take(Ready(who="P", attack="sword", away=True))
    assert made.refused(Strike(who="P", target="Q", attack="sword"))
    made.take(Ready(who="P", attack="sword"))
    assert not made.refused(Strike(who="P", target="Q", attack="sword"))
    assert made.refused(Ready(who="P", attack="sword"))
    assert made.state.fighters["P"].left["action"] == 1


def test_the_action_bar_offers_every_weapon_with_its_reasons():
    made = duel()
    offers = made.offers("P")
    assert offers["strike:sword"].place == 4
    assert offers["strike:sword"].wants == "foe"
    assert offers["strike:sword"].aimed("Q") == Strike(who="P", target="Q", attack="sword")
    assert offers["strike:rifle"].says == "Strike: rifle as a club"
    assert offers["shoot:rifle"].aimed("Q") == Shoot(who="P", target="Q", attack="rifle")
    assert {
        offer.refusals for offer in offers.values() if offer.key.startswith(("strike", "shoot"))
    } == {()}
    assert made.offers("Q")["strike:sword"].refusals


def test_facts_of_a_strike_come_in_the_order_of_the_page():
    made = duel().take(STRIKE, 37, 60)
    kinds = [type(event).__name__ for event in made.last.step.events]
    assert kinds == ["BudgetSet", "Related", "Tested", "Tested", "Contested", "WoundsTaken"]
    assert not made.facts(Moved)
    assert made.only(Related).kind == "engaged"
