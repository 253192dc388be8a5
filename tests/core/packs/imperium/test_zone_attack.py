"""Blasts, smoke and fire in a zone."""

import pytest

from desktop.core.packs.imperium.guarding import Defend
from desktop.core.packs.imperium.hiding import Hide
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.zone_attack import ShootZone
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn
from desktop.core.rules.traits import has_trait
from tests.helpers.attacks import scene, sides_of, someone
from tests.helpers.build import attack
from tests.helpers.moves import left, rules

THROWING = {"ranged (thrown)": 45}
FRAG = ("blast", "loud", "thrown (medium)")


def grenade(*traits, damage=6, **fields):
    return attack(
        "grenade", kind="ranged", skill="ranged (thrown)", damage=damage, traits=traits, **fields
    )


def thrown_at(*people, weapon=None, at="a", rulings=None, **p):
    """Return the turn of P, a hero with a grenade."""
    hero = someone(
        "P", at, side="heroes", attacks=(weapon or grenade(*FRAG),), skills=THROWING, **p
    )
    return scene(hero, *people, rulings=rulings).turn("P")


def into(zone="b", key="grenade"):
    return ShootZone(who="P", zone=zone, attack=key)


@pytest.mark.rule("IM-WEAPONS-01")
def test_a_blast_is_one_test_and_hits_friend_and_foe_in_the_zone():
    made = thrown_at(someone("Q", "b"), someone("H", "b", side="heroes"), someone("R", "c")).take(
        into(), 12
    )
    assert len(made.tests) == 1
    assert made.test_of("P").against is None
    assert [(w.who, w.damage.total) for w in made.facts(e.WoundsTaken)] == [("Q", 9), ("H", 9)]
    assert left(made, "action") == 0


@pytest.mark.rule("IM-WEAPONS-01", "IM-DODGE-01", "IM-TURN-05")
def test_each_may_dodge_with_its_reaction_and_takes_the_difference():
    made = thrown_at(someone("Q", "b", dodge=50), someone("R", "b", dodge=50))
    made.take(into(), 12, 21, 41, words={"dodge|Q|P": True, "dodge|R|P": True})
    assert [each.winner for each in made.facts(e.Contested)] == ["Q", "P"]
    levels = {test.who: test.levels for test in made.tests}
    assert levels == {"P": 3, "Q": 3, "R": 1}
    wounds = {taken.who: taken.damage.total for taken in made.facts(e.WoundsTaken)}
    assert wounds == {"R": 6 + 2}
    assert (left(made, "reaction", "Q"), left(made, "reaction", "R")) == (0, 0)


@pytest.mark.rule("IM-WEAPONS-01")
def test_a_throw_that_fails_hits_nobody_and_no_reaction_is_spent():
    made = thrown_at(someone("Q", "b")).take(into(), 51)
    assert made.facts(e.WoundsTaken) == []
    assert made.only(e.Said).text == "grenade misses b"


@pytest.mark.rule("IM-WEAPONS-01", "IM-COVER-01", "IM-HAZARD-05")
def test_a_blast_among_friend_and_foe_in_cover():
    """Cover counts against it unless read otherwise, and nobody's hazard matters to it."""
    for rulings, armour in (({}, [6, 0]), ({"cover_same_zone": "other zones only"}, [0, 0])):
        made = (
            thrown_at(someone("Q", "b"), someone("H", "b", side="heroes"), rulings=rulings)
            .traits("b", "heavy cover", "difficult")
            .marked("Q", "in cover", "heavy cover")
        )
        made.take(into(), 21)
        assert [w.armour.total for w in made.facts(e.WoundsTaken)] == armour


@pytest.mark.rule("IM-WEAPONS-01", "IM-WEAPON_RANGE-02")
def test_the_range_is_that_to_the_zone():
    made = thrown_at(someone("Q", "d")).take(into("b"), 21)
    assert sides_of(made.test_of("P").tally, "against") == []
    made = thrown_at(someone("Q", "d")).take(into("c"), 12)
    assert sides_of(made.test_of("P").tally, "against") == ["beyond range"]
    refusing = {"range_step_vs_beyond": "not allowed"}
    assert rules(thrown_at(rulings=refusing).refused(into("c"))) == ["IM-WEAPON_RANGE-02"]


@pytest.mark.rule("IM-WEAPONS-01", "IM-CRITICALS-01")
def test_a_double_is_a_critical_hit_on_each():
    made = thrown_at(someone("Q", "b"), someone("R", "b")).take(into(), 22, 6, 3, 1, 4)
    assert len(made.criticals_of("Q")) == len(made.criticals_of("R")) == 1
    assert [w.location for w in made.facts(e.WoundsTaken)] == ["body", "head"]


@pytest.mark.rule("IM-OBSCURED-09", "IM-OBSCURED-08")
def test_a_grenade_can_be_sent_into_smoke_where_nobody_can_be_picked():
    made = thrown_at(someone("Q", "b")).traits("b", "heavily obscured")
    assert rules(made.refused(Shoot(who="P", target="Q", attack="grenade"))) == ["IM-OBSCURED-08"]
    assert made.refused(into()) == ()
    assert made.offers("P")["zone:grenade"].aimed("b") == into()
    made.take(into(), 21)
    assert made.wounds.who == "Q"
    assert sides_of(made.test_of("P").tally, "against", "at most") == []


@pytest.mark.rule("IM-OBSCURED-09")
def test_by_the_other_reading_that_is_harder():
    rulings = {"obsc_explosive_effect": "disadvantage"}
    made = thrown_at(someone("Q", "b"), rulings=rulings).traits("b", "heavily obscured")
    made.take(into(), 12)
    assert sides_of(made.test_of("P").tally, "against") == ["into thick smoke"]


@pytest.mark.rule("IM-DARK-03", "IM-WEAPONS-01")
@pytest.mark.parametrize(
    ("rulings", "limits"), [({}, []), ({"dark_zone_target": "zones too"}, ["dark: only 01 to 05"])]
)
def test_the_dark_binds_throws_at_a_zone_by_one_reading_only(rulings, limits):
    made = thrown_at(someone("Q", "b"), rulings=rulings).traits("b", "dark").take(into(), 21)
    assert sides_of(made.test_of("P").tally, "at most") == limits
    assert bool(made.facts(e.WoundsTaken)) is not bool(limits)


@pytest.mark.rule("IM-CONDITIONS-03", "IM-WEAPONS-01")
def test_a_blinded_thrower_is_blinded_all_the_same():
    made = thrown_at(someone("Q", "b")).let(
        e.ConditionSet(who="P", condition="blinded", now=e.Condition())
    )
    made.take(into(), 21)
    assert sides_of(made.test_of("P").tally, "at most") == ["blinded: only 01 to 05"]


@pytest.mark.rule("IM-WEAPONS-23")
@pytest.mark.parametrize(
    ("rulings", "word"),
    [({}, "heavily obscured"), ({"smoke_zone": "lightly obscured"}, "lightly obscured")],
)
def test_smoke_fills_the_zone_and_hurts_nobody(rulings, word):
    smoke = grenade("blast", "smoke", "thrown (medium)", damage=0)
    made = thrown_at(someone("Q", "b"), weapon=smoke, rulings=rulings).take(into(), 21)
    assert has_trait(made.state, "b", word)
    assert made.facts(e.WoundsTaken) == []
    assert ("blinded" in made.state.fighters["Q"].conditions) is (word == "heavily obscured")
    assert not any(key.startswith("dodge") for key in made.words())
    made = thrown_at(weapon=smoke).take(into(), 51)
    assert not has_trait(made.state, "b", "heavily obscured")


@pytest.mark.rule("IM-WEAPONS-23")
def test_it_clears_when_the_gm_says():
    smoke = grenade("blast", "smoke", "thrown (medium)", damage=0)
    made = thrown_at(someone("Q", "b"), weapon=smoke).take(into(), 21, words={"smoke|b": 1})
    for _ in range(2):
        assert has_trait(made.state, "b", "heavily obscured")
        made.take(EndTurn()).take(BeginTurn())
        made.take(EndTurn()).take(BeginTurn())
    assert not has_trait(made.state, "b", "heavily obscured")
    assert "blinded" not in made.state.fighters["Q"].conditions


@pytest.mark.rule("IM-WEAPONS-15", "IM-WEAPONS-01")
def test_a_web_grenade_holds_those_who_do_not_dodge():
    web = grenade("blast", "inflict (restrained)", damage=0)
    made = thrown_at(someone("Q", "b", dodge=60), someone("R", "b"), weapon=web)
    made.take(into(), 21, 12, words={"dodge|Q|P": True})
    held = [who for who in "QR" if "restrained" in made.state.fighters[who].conditions]
    assert held == ["R"]


@pytest.mark.rule("IM-WEAPONS-03", "IM-HAZARD-06", "IM-HAZARD-03")
def test_a_flamer_sets_a_zone_alight_until_the_end_of_its_next_turn():
    flamer = attack(
        "flamer", kind="ranged", damage=6, range="short", magazine=4, traits=("flamer",)
    )
    made = thrown_at(someone("Q", "b"), weapon=flamer).take(into(key="flamer"))
    assert has_trait(made.state, "b", "minor hazard")
    assert made.only(e.Said).text == "b burns until the end of the next turn of P."
    assert made.tests == made.facts(e.WoundsTaken) == []
    assert made.state.fighters["P"].ammunition["flamer"] == 3
    made.take(EndTurn()).take(BeginTurn(), 7)
    assert (made.wounds.who, made.wounds.damage.total) == ("Q", 5)
    made.take(EndTurn()).take(BeginTurn())
    assert has_trait(made.state, "b", "minor hazard")
    made.take(EndTurn())
    assert not has_trait(made.state, "b", "minor hazard")


@pytest.mark.rule("IM-WEAPONS-01", "IM-WEAPONS-03")
def test_nothing_else_is_shot_at_a_zone():
    rifle = attack("rifle", kind="ranged", damage=6, range="long")
    made = thrown_at(weapon=rifle)
    assert rules(made.refused(into(key="rifle"))) == ["IM-WEAPONS-01"]
    assert "zone:rifle" not in made.offers("P")
    assert rules(thrown_at().refused(into("nowhere"))) == ["HOUSE-NAMES-01"]


@pytest.mark.rule("IM-WEAPONS-10", "IM-WEAPONS-01")
def test_a_loud_blast_wakes_the_guards():
    made = thrown_at(someone("Q", "b"), someone("N", "c", starts={"unaware": True}))
    made.take(into(), 21)
    assert made.state.mark("N", "unaware") is None


@pytest.mark.rule("IM-DODGE-05", "IM-WEAPONS-01", "IM-ACTIONS-13")
def test_a_grenade_from_hiding_cannot_be_dodged_and_gives_its_thrower_away():
    made = thrown_at(someone("Q", "b", dodge=80)).traits("a", "light cover")
    made.let(e.BudgetSet(who="P", left={"action": 2})).take(Hide(who="P"), 1)
    made.take(into(), 21)
    assert made.wounds.who == "Q"
    assert not any(key.startswith("dodge") for key in made.words())
    assert made.state.mark("P", "hidden") is None


@pytest.mark.rule("IM-ACTIONS-18", "IM-WEAPONS-01")
def test_whoever_defends_an_ally_takes_its_share_too():
    made = thrown_at(someone("Q", "b"), someone("G", "b"))
    made.turn("G").close("G", "Q").take(Defend(who="G", ally="Q"))
    made.turn("P")
    made = thrown_at(someone("G", "b", initiative=9), someone("Q", "b"), initiative=1)
    made.turn("G").close("G", "Q").take(Defend(who="G", ally="Q"))
    made.take(EndTurn()).let(e.TurnPassed(entry="P", actor="P"))
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(into(), 21)
    assert [w.who for w in made.facts(e.WoundsTaken)] == ["G", "G"]


@pytest.mark.rule("IM-WEAPONS-01", "IM-WOUNDS-07")
def test_a_blast_at_ones_own_feet_spares_nobody():
    made = thrown_at(someone("Q", "a")).take(into("a"), 21)
    assert [w.who for w in made.facts(e.WoundsTaken)] == ["P", "Q"]
