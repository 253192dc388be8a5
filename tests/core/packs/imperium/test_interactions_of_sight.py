"""Light, mist, cover, range and awareness meeting in one shot."""

import pytest

from desktop.core.packs.imperium.aim import Aim
from desktop.core.packs.imperium.dodge import Dodge
from desktop.core.packs.imperium.helping import Help
from desktop.core.packs.imperium.hiding import Hide
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.prone import DropProne
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.zone_attack import ShootZone
from desktop.core.rules import events as e
from desktop.core.rules.sight import sees
from tests.helpers.attacks import RIFLE, Scene, duel, scene, sides_of, someone
from tests.helpers.build import attack
from tests.helpers.moves import rules

SHOOT = Shoot(who="P", target="Q", attack="rifle")
STRIKE = Strike(who="P", target="Q")
DODGES = {"dodge|Q|P": True}
PISTOL = attack("rifle", kind="ranged", skill="ranged (long guns)", damage=7, range="short")


def shot(here="", there="", *, weapon=RIFLE, at="b", rulings=None, p=None, **q) -> Scene:
    """Return the turn of P in `a` with traits `here`, and Q elsewhere with traits `there`."""
    hero = someone("P", side="heroes", attacks=(weapon,), **(p or {}))
    made = scene(hero, someone("Q", at, **q), rulings=rulings)
    for zone, traits in (("a", here), (at, there)):
        if traits:
            made.traits(zone, *traits.split(", "))
    return made.turn("P")


@pytest.mark.rule("IM-OBSCURED-03", "IM-POORLY_LIT-03", "IM-TESTS-05")
def test_from_the_mist_into_the_half_dark_are_two_reasons_and_ten_off_the_target():
    made = shot("lightly obscured", "poorly lit").take(SHOOT, 12)
    test = made.test_of("P")
    assert len(sides_of(test.tally, "against")) == 2
    assert (test.final, test.target, test.levels) == (21, 45 - 10, 3 - 2)
    assert made.wounds.damage.total == 7 + 1


@pytest.mark.rule("IM-OBSCURED-10", "IM-OBSCURED-03", "IM-OBSCURED-04", "IM-TESTS-05")
def test_two_mists_are_two_reasons_and_one_mist_is_one():
    made = shot("lightly obscured", "lightly obscured").take(SHOOT, 12)
    assert (made.test_of("P").final, made.test_of("P").target) == (21, 35)
    made = shot("lightly obscured", at="a").take(SHOOT, 12)
    assert (made.test_of("P").final, made.test_of("P").target) == (21, 45)


@pytest.mark.rule("IM-ACTIONS-06", "IM-WEAPON_RANGE-02", "IM-POORLY_LIT-03")
def test_aim_brings_the_target_into_range_and_does_nothing_for_the_light():
    made = shot(there="poorly lit", weapon=PISTOL).take(Aim(who="P")).turn("P").take(SHOOT, 12)
    assert len(sides_of(made.test_of("P").tally, "against")) == 1
    assert made.test_of("P").target == 45
    made = shot(there="poorly lit", weapon=PISTOL).take(SHOOT, 12)
    assert len(sides_of(made.test_of("P").tally, "against")) == 2
    assert made.test_of("P").target == 35


@pytest.mark.rule("IM-DARK-10", "IM-ACTIONS-07")
def test_help_can_turn_a_shot_into_the_dark_into_a_hit():
    for ally, passed in ((True, True), (False, False)):
        made = scene(someone("P", side="heroes"), someone("H", side="heroes"), someone("Q", "b"))
        made.traits("b", "dark")
        if ally:
            made.turn("H").take(Help(who="H", ally="P"))
        made.turn("P").take(SHOOT, 50)
        assert made.test_of("P").passed is passed
        assert made.test_of("P").final == (5 if ally else 50)


@pytest.mark.rule("IM-DARK-10", "IM-WEAPON_RANGE-02")
def test_being_out_of_range_can_turn_a_hit_into_the_dark_into_a_miss():
    made = shot(there="dark", weapon=PISTOL).take(SHOOT, 4)
    assert (made.test_of("P").final, made.test_of("P").passed) == (40, False)
    made = shot(there="dark").take(SHOOT, 4)
    assert (made.test_of("P").final, made.test_of("P").passed) == (4, True)


@pytest.mark.rule("IM-DARK-05", "IM-OBSCURED-04")
def test_who_stands_in_the_dark_is_hampered_by_the_mist_of_its_target_alone():
    made = shot("dark", "lightly obscured").take(SHOOT, 12)
    assert len(sides_of(made.test_of("P").tally, "against")) == 1
    assert (made.test_of("P").final, made.test_of("P").passed) == (21, True)


@pytest.mark.rule("IM-DODGE-07", "IM-DARK-06", "IM-DIFFICULT-05", "IM-TESTS-05")
def test_a_dodge_in_dark_rubble_has_two_reasons_against_it():
    made = shot(there="dark, difficult", dodge=55).take(SHOOT, 3, 12, words=DODGES)
    dodge = made.test_of("Q")
    assert len(sides_of(dodge.tally, "against")) == 2
    assert (dodge.final, dodge.target) == (21, 45)


@pytest.mark.rule("IM-ACTIONS-04", "IM-DODGE-07", "IM-TESTS-05")
def test_the_dodge_action_makes_up_for_the_rubble():
    made = shot(there="difficult", dodge=50)
    made.turn("Q").take(Dodge(who="Q")).turn("P").take(SHOOT, 21, 61)
    dodge = made.test_of("Q")
    assert (len(sides_of(dodge.tally, "for")), len(sides_of(dodge.tally, "against"))) == (1, 1)
    assert (dodge.final, dodge.target) == (61, 50)


@pytest.mark.rule("IM-DODGE-07", "IM-DARK-05", "IM-DODGE-03")
def test_the_half_dark_of_the_target_hampers_the_shot_and_not_the_dodge():
    made = shot("poorly lit", "poorly lit", dodge=50).take(SHOOT, 21, 61, words=DODGES)
    assert len(sides_of(made.test_of("P").tally, "against")) == 1, "its own light is no matter"
    assert sides_of(made.test_of("Q").tally, "against") == []
    assert made.wounds.damage.total == 7 + (4 - 2) - (5 - 6)


@pytest.mark.rule("IM-OBSCURED-06", "IM-OBSCURED-11", "IM-RANGED-07", "IM-DARK-10")
def test_the_blinded_shoot_at_arms_length_on_a_01_to_05_after_the_swap():
    for face, final, passed in ((4, 40, False), (11, 11, False), (100, 100, False)):
        made = duel().traits("a", "heavily obscured")
        made.take(SHOOT, face, *([3] if face % 11 == 0 or face == 100 else []))
        assert (made.test_of("P").final, made.test_of("P").passed) == (final, passed)


@pytest.mark.rule("IM-OBSCURED-08", "IM-OBSCURED-09", "IM-COVER-01")
def test_smoke_hides_its_people_from_a_shot_and_not_from_a_blast():
    bomb = attack(
        "rifle", kind="ranged", skill="ranged (long guns)", damage=7, range="long",
        traits=("blast",),
    )  # fmt: skip
    made = shot(there="heavily obscured, medium cover", weapon=bomb)
    made.marked("Q", "in cover", "medium cover")
    assert "IM-OBSCURED-08" in rules(made.refused(SHOOT))
    made.take(ShootZone(who="P", zone="b", attack="rifle"), 22 - 1)
    assert made.wounds.who == "Q"
    assert made.wounds.damage.total == 7 + 2


@pytest.mark.rule("IM-UNAWARE-01", "IM-UNAWARE-02", "IM-DARK-03", "IM-DARK-09", "IM-DARK-10")
def test_from_nowhere_into_the_dark_the_swap_hits_and_the_critical_needs_no_double():
    made = shot(there="dark").marked("Q", "unaware").take(SHOOT, 30, 8, 5)
    assert (made.test_of("P").final, made.test_of("P").passed) == (3, True)
    assert len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-UNAWARE-02", "IM-RANGED-04")
def test_a_miss_at_the_unaware_is_a_miss():
    made = shot().marked("Q", "unaware").take(SHOOT, 98)
    assert made.facts(e.WoundsTaken) == []
    assert made.criticals_of("Q") == []


@pytest.mark.rule("IM-CRITICALS-08", "IM-COVER-01", "IM-DODGE-04")
def test_a_double_that_is_dodged_behind_cover_still_wounds_and_does_no_damage():
    made = shot(there="heavy cover", dodge=80).marked("Q", "in cover", "heavy cover")
    made.take(SHOOT, 22, 11, 8, 5, words=DODGES)
    assert made.only(e.Contested).winner == "Q"
    assert made.facts(e.WoundsTaken) == []
    assert len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-CRITICALS-06", "IM-CRITICALS-08", "IM-FUMBLES-01")
def test_the_double_of_a_dodge_is_neither_critical_nor_fumble():
    made = shot(dodge=30).take(SHOOT, 12, 99, words=DODGES)
    assert made.criticals_of("P") == made.fumbles_of("Q") == []
    assert made.wounds.damage.total == 7 + 3 - (3 - 9)


@pytest.mark.rule("IM-PRONE-05", "IM-POORLY_LIT-03", "IM-TESTS-05", "IM-COVER-01")
def test_lying_low_in_the_half_dark_behind_a_wall_helps_three_times():
    made = shot(there="poorly lit, light cover").turn("Q").take(DropProne(who="Q"))
    made.marked("Q", "in cover", "light cover").turn("P").take(SHOOT, 12)
    assert (made.test_of("P").final, made.test_of("P").target) == (21, 35)
    assert made.wounds.armour.total == 2


@pytest.mark.rule("IM-PRONE-05", "IM-RANGED-07", "IM-TESTS-05")
def test_a_shot_at_one_who_lies_at_arms_length_is_as_likely_as_any():
    made = duel().let(e.ConditionSet(who="Q", condition="prone", now=e.Condition()))
    made.take(SHOOT, 21)
    test = made.test_of("P")
    assert (len(sides_of(test.tally, "for")), len(sides_of(test.tally, "against"))) == (1, 1)
    assert (test.final, test.target) == (21, 45)


@pytest.mark.rule("IM-PRONE-05", "IM-OUTNUMBERING-01", "IM-MELEE-03", "IM-DARK-06", "IM-TESTS-05")
def test_a_crowd_around_one_who_lies_unarmed_in_the_dark():
    foes = [someone(id, side="heroes") for id in ("P", "R")]
    made = scene(*foes, someone("Q", attacks=(), skills={"melee (brawling)": 70}))
    made.traits("a", "dark").turn("P")
    for foe in ("P", "R"):
        made.close(foe, "Q").let(e.Related(kind="engaged", one=foe, other="Q"))
    made.let(e.ConditionSet(who="Q", condition="prone", now=e.Condition()))
    made.take(STRIKE, 51, 21)
    attack, defence = made.test_of("P").tally, made.test_of("Q").tally
    assert (attack.edge, made.test_of("P").target) == (2 - 1, 45)
    assert defence.edge == -3, "prone, unarmed, dark"
    assert (made.test_of("P").final, made.test_of("Q").target) == (15, 70 - 20)


@pytest.mark.rule("IM-DARK-01", "IM-UNAWARE-01", "IM-UNAWARE-03", "IM-DARK-05")
def test_who_hides_in_the_dark_shoots_out_of_it_from_nowhere_once():
    made = scene(
        someone("P", side="heroes", skills={"stealth (hide)": 45}), someone("Q", "b")
    ).traits("a", "dark").turn("P")  # fmt: skip
    made.take(Hide(who="P"), 41)
    assert made.test_of("P").final == 14, "the dark helps the hiding"
    made.turn("P").take(SHOOT, 61, 8, 5)
    assert len(made.criticals_of("Q")) == 1
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 61)
    assert made.test_of("P").tally.live("for") == ()


@pytest.mark.rule("IM-OBSCURED-07", "IM-DARK-05", "IM-OBSCURED-06")
def test_smoke_is_seen_into_by_nobody_and_out_of_by_nobody():
    made = shot("heavily obscured", "dark")
    assert sees(made.book, made.state, "Q", "P") != ()
    assert "blinded" in made.state.fighters["P"].conditions
    made.traits("a")
    assert sees(made.book, made.state, "Q", "P") == ()
    assert "blinded" not in made.state.fighters["P"].conditions


@pytest.mark.rule("IM-TESTS-03", "IM-TESTS-05", "IM-OBSCURED-03")
def test_however_many_reasons_a_swapped_05_hits_and_a_96_misses():
    made = shot("lightly obscured", "lightly obscured, poorly lit", weapon=PISTOL)
    made.take(SHOOT, 55, 3)
    assert made.test_of("P").target == 45 - 30
    made = shot("lightly obscured", "poorly lit", p={"ranged": 160}).take(SHOOT, 97)
    assert (made.test_of("P").passed, made.test_of("P").target) == (False, 150)
