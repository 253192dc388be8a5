"""Criticals: what is one, what it brings, who suffers it."""

import pytest

from desktop.core.model.encounter import OwnTable
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from tests.helpers.attacks import duel, scene, someone

STRIKE = Strike(who="P", target="Q")
SHOOT = Shoot(who="P", target="Q", attack="rifle")


def range_of(rulings=None, **q):
    made = scene(someone("P", side="heroes"), someone("Q", "b", **q), rulings=rulings)
    return made.turn("P")


@pytest.mark.rule("IM-CRITICALS-01")
def test_a_double_with_positive_levels_is_a_critical_and_nothing_else_is():
    made = duel().take(STRIKE, 33, 52, 8, 5)
    assert len(made.criticals_of("Q")) == 1
    made = duel().take(STRIKE, 34, 52)
    assert made.criticals_of("Q") == []


@pytest.mark.rule("IM-CRITICALS-02")
def test_plus_zero_is_positive():
    assert len(range_of().take(SHOOT, 44, 8, 5).criticals_of("Q")) == 1
    plain = range_of().take(SHOOT, 43)
    assert (plain.wounds.damage.total, plain.criticals_of("Q")) == (7, [])


@pytest.mark.rule("IM-CRITICALS-03")
def test_a_critical_stands_though_its_roller_loses():
    made = duel(q_melee=50).take(STRIKE, 33, 21, 8, 5)
    assert made.only(e.Contested).winner == "Q"
    assert made.facts(e.WoundsTaken) == []
    assert len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-CRITICALS-03")
def test_by_the_other_reading_the_weapons_damage_comes_with_it():
    made = duel({"crit_losing": "damage too"}, q_melee=50).take(STRIKE, 33, 21, 8, 5)
    assert made.wounds.damage.total == 8
    assert len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-CRITICALS-04")
def test_a_winning_critical_brings_damage_and_a_critical_hit():
    made = duel(p_melee=55).take(STRIKE, 22, 32, 8, 5)
    assert made.wounds.damage.total == 8 + 2
    assert len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-CRITICALS-04", "IM-TESTS-07")
@pytest.mark.parametrize(
    ("rulings", "faces", "place"),
    [({}, (5, 7), "right leg"), ({"crit_location": "units digit"}, (7,), "left arm")],
)
def test_one_fresh_die_says_where_damage_and_critical_hit_go(rulings, faces, place):
    made = duel(rulings, p_melee=55).take(STRIKE, 22, 32, *faces)
    assert made.wounds.location == place
    (rolled,) = made.criticals_of("Q")
    assert (rolled.location, rolled.face) == (place, 7)
    assert rolled.table == f"critical {place.split()[1]}"


@pytest.mark.rule("IM-CRITICALS-04", "IM-TESTS-07")
def test_a_chosen_location_stays():
    made = duel().take(Strike(who="P", target="Q", location="head"), 33, 52, 7)
    assert made.wounds.location == made.criticals_of("Q")[0].location == "head"


@pytest.mark.rule("IM-CRITICALS-03", "IM-TESTS-07")
def test_a_critical_that_loses_is_where_a_fresh_die_the_units_or_the_choice_says():
    def place(rulings, *faces, location=None):
        made = duel(rulings, q_melee=50)
        made.take(Strike(who="P", target="Q", location=location), 33, 21, *faces)
        assert made.facts(e.WoundsTaken) == []
        return made.criticals_of("Q")[0].location

    assert place({}, 4, 7) == "left leg"
    assert place({"crit_location": "units digit"}, 7) == "right arm"
    assert place({}, 7, location="head") == "head"


@pytest.mark.rule("IM-CRITICALS-05", "IM-CRITICALS-08", "IM-TESTS-07")
def test_by_the_units_a_defenders_and_a_dodged_critical_lie_where_their_rolls_say():
    units = {"crit_location": "units digit"}
    made = duel(units, p_melee=65, q_melee=40).take(STRIKE, 24, 22, 7)
    assert made.criticals_of("P")[0].location == "left arm"
    made = range_of(units, dodge=50).take(SHOOT, 33, 21, 7, words={"dodge|Q|P": True})
    assert made.criticals_of("Q")[0].location == "right arm"


@pytest.mark.rule("IM-CRITICALS-05")
def test_a_defender_with_melee_criticals_the_attacker():
    made = duel(p_melee=65, q_melee=40).take(STRIKE, 24, 22, 8, 5)
    assert made.only(e.Contested).winner == "P"
    assert made.wounds.damage.total == 8 + 2
    assert len(made.criticals_of("P")) == 1
    made = duel(q_melee=40).take(STRIKE, 32, 22, 8, 5)
    assert made.only(e.Contested).winner == "Q"
    assert made.facts(e.WoundsTaken) == []
    assert len(made.criticals_of("P")) == 1


@pytest.mark.rule("IM-CRITICALS-05")
def test_by_the_other_reading_a_winning_defender_deals_damage_too():
    made = duel({"crit_defender_damage": "damage too"}, q_melee=40).take(STRIKE, 32, 22, 8, 5)
    assert (made.wounds.who, made.wounds.damage.total) == ("P", 8 + 1)
    assert len(made.criticals_of("P")) == 1


@pytest.mark.rule("IM-CRITICALS-06")
def test_a_double_on_a_dodge_is_no_critical():
    made = duel(q_dodge=60).take(STRIKE, 32, 33)
    assert made.only(e.Contested).winner == "Q"
    assert made.facts(e.TableRolled) == []


@pytest.mark.rule("IM-CRITICALS-07")
def test_both_may_roll_one():
    made = duel(q_melee=40).take(STRIKE, 33, 22, 8, 5, 9, 4)
    assert len(made.criticals_of("P")) == len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-CRITICALS-08")
@pytest.mark.parametrize(
    ("rulings", "faces", "count"), [({}, (8, 5), 1), ({"crit_dodged": "dodge avoids all"}, (), 0)]
)
def test_a_shots_critical_stands_though_it_is_dodged_unless_read_otherwise(rulings, faces, count):
    made = range_of(rulings, dodge=50)
    made.take(SHOOT, 33, 21, *faces, words={"dodge|Q|P": True})
    assert made.facts(e.WoundsTaken) == []
    assert len(made.criticals_of("Q")) == count


@pytest.mark.rule("IM-CRITICALS-09")
@pytest.mark.parametrize(
    ("rulings", "faces", "count"),
    [({}, (8, 5), 1), ({"crit_vs_armour": "needs a wound"}, (8,), 0)],
)
def test_a_critical_counts_though_armour_stops_all_unless_read_otherwise(rulings, faces, count):
    made = range_of(rulings, armour=9).take(SHOOT, 33, *faces)
    assert made.wounds.wounds == 0
    assert len(made.criticals_of("Q")) == count


@pytest.mark.rule("IM-CRITICALS-04", "IM-WOUNDS-06")
def test_the_gms_own_table_gives_the_text():
    rows = {1: "bruised", 6: "broken"}
    people = someone("P", side="heroes"), someone("Q", "b")
    made = scene(*people, tables={"critical leg": OwnTable(rows=rows)}).turn("P")
    made.take(SHOOT, 33, 4, 7)
    (rolled,) = made.criticals_of("Q")
    assert rolled.text == "broken"
    assert made.state.fighters["Q"].criticals == ("left leg: broken",)


@pytest.mark.rule("IM-CRITICALS-04", "IM-WOUNDS-06")
def test_without_a_table_the_face_is_kept_and_a_text_can_be_typed():
    made = range_of().take(SHOOT, 33, 4, 7)
    assert made.criticals_of("Q")[0].text == ""
    assert made.state.fighters["Q"].criticals == ("left leg: 7",)
    made = range_of().take(SHOOT, 33, 4, 7, words={"text|Q|critical leg": "limps"})
    assert made.state.fighters["Q"].criticals == ("left leg: limps",)
