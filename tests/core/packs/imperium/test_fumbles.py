"""Fumbles."""

import pytest

from desktop.core.model.encounter import OwnTable
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from tests.helpers.attacks import RIFLE, duel, scene, someone
from tests.helpers.build import attack

STRIKE = Strike(who="P", target="Q")
SHOOT = Shoot(who="P", target="Q", attack="rifle")


@pytest.mark.rule("IM-FUMBLES-01")
def test_a_double_with_negative_levels_is_a_fumble_and_nothing_else_is():
    made = duel().take(STRIKE, 77, 21, 4)
    assert [rolled.face for rolled in made.fumbles_of("P")] == [4]
    assert duel().take(STRIKE, 78, 21).fumbles_of("P") == []


@pytest.mark.rule("IM-FUMBLES-02")
def test_minus_zero_is_negative():
    assert len(duel(p_melee=43).take(STRIKE, 44, 21, 4).fumbles_of("P")) == 1


@pytest.mark.rule("IM-FUMBLES-03")
def test_a_fumble_stands_though_its_roller_wins_and_the_win_deals_its_damage():
    made = duel(p_melee=30).take(STRIKE, 44, 85, 6)
    assert made.only(e.Contested).winner == "P"
    assert made.wounds.damage.total == 8 + 3
    assert len(made.fumbles_of("P")) == 1


@pytest.mark.rule("IM-FUMBLES-03")
def test_by_the_other_reading_the_fumbler_takes_damage_too():
    made = duel({"fumble_wording": "weapon too"}, p_melee=30).take(STRIKE, 44, 85, 6)
    assert [(w.who, w.damage.total) for w in made.facts(e.WoundsTaken)] == [("Q", 11), ("P", 8)]


@pytest.mark.rule("IM-FUMBLES-04")
def test_each_kind_of_attack_has_its_table_and_one_may_serve_for_both():
    tables = {"fumble melee": OwnTable(rows={1: "trips"}), "fumble": OwnTable(rows={1: "jams"})}
    people = someone("P", side="heroes"), someone("Q", "b")
    made = scene(*people, tables=tables).turn("P").take(SHOOT, 77, 4)
    assert (made.fumbles_of("P")[0].table, made.fumbles_of("P")[0].text) == (
        "fumble ranged",
        "jams",
    )
    people = someone("P", side="heroes"), someone("Q")
    made = scene(*people, tables=tables).turn("P").close("P", "Q").take(STRIKE, 77, 21, 4)
    assert made.fumbles_of("P")[0].text == "trips"


@pytest.mark.rule("IM-FUMBLES-04")
def test_a_result_can_be_typed():
    made = duel().take(STRIKE, 77, 21, 4, words={"text|P|fumble melee": "drops the sword"})
    assert made.fumbles_of("P")[0].text == "drops the sword"
    assert duel().take(STRIKE, 77, 21, 4).fumbles_of("P")[0].text == ""


@pytest.mark.rule("IM-FUMBLES-05")
@pytest.mark.parametrize("face", [99, 100])
def test_99_and_00_fumble_at_any_target(face):
    made = duel(p_melee=120).take(STRIKE, face, 97, 4)
    assert not made.test_of("P").passed
    assert len(made.fumbles_of("P")) == 1
    assert made.criticals_of("Q") == []


@pytest.mark.rule("IM-FUMBLES-05")
def test_by_the_other_reading_00_is_no_double():
    rulings = {"roll_00": "no double"}
    assert duel(rulings).take(STRIKE, 100, 21).fumbles_of("P") == []
    assert len(duel(rulings).take(STRIKE, 99, 21, 4).fumbles_of("P")) == 1


@pytest.mark.rule("IM-FUMBLES-01")
def test_a_defence_with_melee_fumbles_too_unless_read_otherwise():
    made = duel().take(STRIKE, 31, 77, 4)
    assert len(made.fumbles_of("Q")) == 1
    made = duel({"crit_scope": "attacks fumble"}).take(STRIKE, 31, 77)
    assert made.fumbles_of("Q") == []
    made = duel(q_dodge=60).take(STRIKE, 31, 77)
    assert made.fumbles_of("Q") == []


@pytest.mark.rule("IM-WEAPONS-18")
def test_a_reliable_weapon_forgives_on_a_four():
    sword = attack("sword", skill="melee (one-handed)", damage=8, traits=("reliable",))
    made = duel(p_attacks=(sword, RIFLE)).take(STRIKE, 77, 21, 4)
    assert made.fumbles_of("P") == []
    made = duel(p_attacks=(sword, RIFLE)).take(STRIKE, 77, 21, 3, 9)
    assert made.fumbles_of("P")[0].face == 9


@pytest.mark.rule("IM-FUMBLES-04")
@pytest.mark.parametrize(
    ("face", "says"), [(1, "light"), (4, "light"), (5, "serious"), (10, "grave")]
)
def test_by_one_reading_a_table_that_nobody_filled_in_has_a_stand_in(face, says):
    made = duel({"missing_tables": "placeholders"}).take(STRIKE, 77, 21, face)
    assert made.fumbles_of("P")[0].text == f"stand-in: {says}"


@pytest.mark.rule("IM-FUMBLES-04")
def test_no_stand_in_takes_the_place_of_the_gms_own_table():
    people = someone("P", side="heroes"), someone("Q")
    tables = {"fumble": OwnTable(rows={1: "jams"})}
    made = scene(*people, tables=tables, rulings={"missing_tables": "placeholders"})
    made = made.turn("P").close("P", "Q").take(STRIKE, 77, 21, 4)
    assert made.fumbles_of("P")[0].text == "jams"
