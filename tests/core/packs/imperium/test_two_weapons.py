"""Two weapons at once, the off hand, and the Talents that help."""

import pytest

from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.two_weapons import AttackWithBoth, TakeInOffHand
from desktop.core.rules import events as e
from tests.helpers.attacks import RIFLE, SWORD, duel, scene, sides_of, someone
from tests.helpers.build import attack
from tests.helpers.moves import left, rules

KNIFE = attack("knife", skill="melee (one-handed)", damage=4)
PISTOL = attack(
    "pistol", kind="ranged", skill="ranged (pistols)", damage=6, range="short", magazine=6,
    traits=("close",),
)  # fmt: skip
SECOND = attack(
    "second pistol", kind="ranged", skill="ranged (pistols)", damage=6, range="short",
    traits=("close",),
)  # fmt: skip
MAUL = attack("maul", skill="melee (two-handed)", damage=9, hands=2)
BLADES = (SWORD, KNIFE)
GUNS = (PISTOL, SECOND)
MIXED = (SWORD, PISTOL)
AMBI, DUAL, GUNNER = "Ambidexterous", "Dual Wielder", "Gunslinger"
SHOTS = {"ranged (pistols)": 45}


def armed(weapons=BLADES, talents=(), rulings=None, **more):
    """Return P's turn with a pair in hand, Q within its reach."""
    return duel(rulings, p_attacks=weapons, p_talents=talents, p_skills=SHOTS, **more)


def both(weapons=BLADES, **more):
    return AttackWithBoth(who="P", target="Q", first=weapons[0].id, second=weapons[1].id, **more)


def against(made):
    """Return what hampers each of P's Tests."""
    return [sides_of(test.tally, "against") for test in made.tests if test.who == "P"]


@pytest.mark.rule("IM-TWO_WEAPON-01", "IM-WEAPONS-21")
def test_only_one_handed_blades_and_pistols_pair():
    assert armed(MIXED).refused(both(MIXED)) == ()
    for odd in (RIFLE, MAUL):
        pair = (SWORD, odd)
        assert "IM-TWO_WEAPON-01" in rules(armed(pair).refused(both(pair)))
        assert "both weapons" not in armed(pair).offers("P")
    assert rules(armed().refused(both((SWORD, SWORD)))) == ["IM-TWO_WEAPON-01"]


@pytest.mark.rule("IM-TWO_WEAPON-02")
def test_one_of_the_two_alone_is_unhampered():
    made = armed(MIXED).take(TakeInOffHand(who="P", attack="pistol"))
    made.take(Strike(who="P", target="Q", attack="sword"), 21, 60)
    assert against(made) == [[]]


@pytest.mark.rule("IM-TWO_WEAPON-03", "IM-ACTIONS-16")
def test_both_at_once_are_two_tests_at_disadvantage():
    made = armed().take(both(), 12, 80, 3, 90)
    assert against(made) == [["both weapons"], ["both weapons", "off hand"]]
    assert [test.target for test in made.tests if test.who == "P"] == [45, 35]
    assert left(made, "action") == 0


@pytest.mark.rule("IM-TWO_WEAPON-03", "IM-TWO_WEAPON-05")
def test_by_the_other_reading_they_are_one_source():
    made = armed(rulings={"two_weapon_stack": "one source"}).take(both(), 12, 80, 3, 90)
    assert against(made) == [["both weapons"], ["both weapons"]]


@pytest.mark.rule("IM-TWO_WEAPON-03")
def test_the_two_may_have_different_targets():
    made = (
        scene(someone("P", side="heroes", attacks=BLADES), someone("Q"), someone("R"))
        .turn("P")
        .close("P", "Q")
        .close("P", "R")
    )
    made.take(both(other="R"), 12, 80, 3, 90)
    assert [test.against for test in made.tests if test.who == "P"] == ["Q", "R"]
    made = scene(
        someone("P", side="heroes", attacks=BLADES), someone("Q"), someone("R"),
        rulings={"two_weapon_targets": "same target"},
    ).turn("P").close("P", "Q").close("P", "R")  # fmt: skip
    assert rules(made.refused(both(other="R"))) == ["IM-TWO_WEAPON-03"]


@pytest.mark.rule("IM-TWO_WEAPON-04")
def test_the_defender_opposes_each_blow_with_a_roll_of_its_own():
    strong = {"p_talents": (AMBI, DUAL), "p_melee": 45, "q_melee": 45}
    made = duel(p_attacks=BLADES, **strong).take(both(), 21, 32, 51, 42)
    first, second = made.facts(e.Contested)
    assert (first.winner, first.margin, second.winner, second.margin) == ("P", 1, "Q", 1)
    assert made.wounds.damage.total == 8 + 1
    assert made.tests[3].levels == 0


@pytest.mark.rule("IM-TWO_WEAPON-05")
@pytest.mark.parametrize(("talents", "hampered"), [((), ["off hand"]), ((AMBI,), [])])
def test_the_off_hand_is_clumsy_without_the_talent(talents, hampered):
    made = armed(MIXED, talents).take(TakeInOffHand(who="P", attack="pistol"))
    made.take(Shoot(who="P", target="Q", attack="pistol"), 12)
    assert against(made) == [hampered]
    made.take(TakeInOffHand(who="P", attack="pistol", out=True))
    made.let(e.BudgetSet(who="P", left={"action": 1}))
    made.take(Shoot(who="P", target="Q", attack="pistol"), 12)
    assert against(made) == [[]]


@pytest.mark.rule("IM-TWO_WEAPON-05")
def test_a_weapon_for_both_hands_is_in_no_off_hand():
    made = armed((MAUL, SWORD))
    assert rules(made.refused(TakeInOffHand(who="P", attack="maul"))) == ["IM-WEAPONS-21"]


@pytest.mark.rule("IM-TWO_WEAPON-06")
@pytest.mark.parametrize(
    ("weapons", "talents", "hampered"),
    [
        (BLADES, (DUAL, AMBI), [[], []]),
        (BLADES, (DUAL,), [[], ["off hand"]]),
        (BLADES, (GUNNER, AMBI), [["both weapons"], ["both weapons"]]),
        (GUNS, (GUNNER, AMBI), [[], []]),
        (GUNS, (DUAL, AMBI), [["both weapons"], ["both weapons"]]),
    ],
)
def test_the_talents_lift_the_penalty_of_their_own_kind(weapons, talents, hampered):
    made = armed(weapons, talents)
    made.take(both(weapons), *((12, 80, 3, 90) if weapons is BLADES else (12, 3)))
    assert against(made) == hampered


@pytest.mark.rule("IM-TWO_WEAPON-06", "IM-TWO_WEAPON-05")
def test_by_the_other_reading_they_lift_everything():
    rulings = {"two_weapon_penalty": "every penalty"}
    made = armed(BLADES, (DUAL,), rulings).take(both(), 12, 80, 3, 90)
    assert against(made) == [[], []]


@pytest.mark.rule("IM-TWO_WEAPON-07")
@pytest.mark.parametrize(
    ("talents", "hampered"),
    [
        ((), [["both weapons"], ["both weapons", "off hand"]]),
        ((DUAL,), [["both weapons"], ["both weapons", "off hand"]]),
        ((DUAL, GUNNER), [[], ["off hand"]]),
        ((DUAL, GUNNER, AMBI), [[], []]),
    ],
)
def test_blade_and_pistol_together_take_both_talents(talents, hampered):
    made = armed(MIXED, talents).take(both(MIXED), 12, 80, 3)
    assert against(made) == hampered
    assert made.state.fighters["P"].ammunition["pistol"] == 5


@pytest.mark.rule("IM-TWO_WEAPON-04", "IM-DODGE-01", "IM-DODGE-07")
@pytest.mark.parametrize(
    ("rulings", "dodges"), [({}, 2), ({"two_weapon_oppose": "ranged pair once"}, 1)]
)
def test_two_pistols_take_two_dodges_or_one(rulings, dodges):
    made = armed(GUNS, (AMBI, GUNNER), rulings, q_dodge=30).traits("a", "difficult")
    made.marked("Q", "dodging")
    words = {"dodge|Q|P": True, "dodge|Q|P#2": True}
    made.take(both(GUNS), *((12, 62, 3, 62) if dodges == 2 else (12, 62, 3)), words=words)
    tested = [test for test in made.tests if test.who == "Q"]
    assert len(tested) == dodges
    assert all("Difficult Terrain" in sides_of(test.tally, "against") for test in tested)
    assert len(made.facts(e.WoundsTaken)) == 2


@pytest.mark.rule("IM-TWO_WEAPON-04", "IM-DIFFICULT-05", "IM-MELEE-04")
def test_two_swords_against_a_dodger_in_rubble():
    """Each dodge is at Disadvantage, and one that fails the first may still win the second."""
    made = armed(q_dodge=60, q_melee=10).traits("a", "difficult").take(both(), 12, 26, 31, 33)
    dodges = [test for test in made.tests if test.who == "Q"]
    assert [test.says for test in dodges] == ["Reflexes (dodge) against P"] * 2
    assert [test.final for test in dodges] == [62, 33]
    assert [each.winner for each in made.facts(e.Contested)] == ["P", "Q"]
    assert [test.final for test in made.tests if test.who == "P"] == [21, 31]


@pytest.mark.rule("IM-TWO_WEAPON-03", "IM-CRITICALS-05")
def test_whoever_falls_to_the_first_defence_strikes_no_second_time():
    made = armed(p_criticals=0, q_melee=60).take(both(), 60, 11, 7, 5)
    assert made.only(e.LeftBoard).who == "P"
    assert len(made.tests) == 2
    assert not [name for who, name in made.state.marks if "both weapons" in name]


@pytest.mark.rule("IM-TWO_WEAPON-03", "IM-WOUNDS-07")
def test_a_target_slain_by_the_first_is_spared_the_second():
    made = armed(q_wounds=5, q_criticals=0).take(both(), 12, 90, 4)
    assert made.only(e.LeftBoard).who == "Q"
    assert len(made.tests) == 2


@pytest.mark.rule("IM-TWO_WEAPON-03", "IM-RANGED-08")
def test_pistols_need_sight_and_shots():
    made = armed(GUNS).let(e.AmmunitionSet(who="P", attack="pistol", left=0))
    assert rules(made.refused(both(GUNS))) == ["IM-RANGED-06"]
    assert made.offers("P")["both weapons"].aimed("Q") == both(GUNS)
