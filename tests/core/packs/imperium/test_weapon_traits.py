"""What weapons do besides Damage: Reach, Thrown, Spread, Rend, Inflict, Loud, Shield and more."""

import pytest

from desktop.core.packs.imperium.bracing import Brace
from desktop.core.packs.imperium.cover import TakeCover
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.weapons import Ready
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from tests.helpers.attacks import RIFLE, SWORD, duel, scene, sides_of, someone
from tests.helpers.build import attack
from tests.helpers.moves import left, rules

STRIKE = Strike(who="P", target="Q")


def blade(*traits, damage=8, **fields):
    return attack("blade", skill="melee (one-handed)", damage=damage, traits=traits, **fields)


def gun(*traits, damage=7, **fields):
    fields = {"range": "long", "skill": "ranged (long guns)", **fields}
    return attack("gun", kind="ranged", damage=damage, traits=traits, **fields)


def shooting(weapon, others=(), rulings=None, **q):
    """Return the turn of P, in `a`, with Q in `b`."""
    people = someone("P", side="heroes", attacks=(weapon,)), someone("Q", "b", **q)
    return scene(*people, *others, rulings=rulings).turn("P")


SHOOT = Shoot(who="P", target="Q", attack="gun")


# Reach and Thrown


@pytest.mark.rule("IM-WEAPONS-08")
def test_a_long_weapon_strikes_anyone_in_the_zone_without_engaging():
    made = scene(someone("P", side="heroes", attacks=(blade("reach"),)), someone("Q")).turn("P")
    made.take(STRIKE, 21, 60)
    assert made.wounds.who == "Q"
    assert not made.state.holds("engaged", "P", "Q")
    assert not made.state.holds("reach", "P", "Q")
    made = scene(someone("P", attacks=(blade("reach"),)), someone("Q", "b")).turn("P")
    assert made.refused(STRIKE)


@pytest.mark.rule("IM-WEAPONS-08")
def test_a_slow_fighter_keeps_its_move_for_it():
    made = scene(someone("P", attacks=(blade("reach"),), speed="slow"), someone("Q")).turn("P")
    assert left(made.take(STRIKE, 21, 60), "move") == 1


@pytest.mark.rule("IM-WEAPONS-08")
def test_engaged_it_defends_badly():
    made = duel(q_attacks=(blade("reach"),)).take(STRIKE, 21, 60)
    assert sides_of(made.test_of("Q").tally, "against") == ["long blade in a melee"]
    made = duel(p_attacks=(blade("reach"),), q_attacks=(blade("reach"),)).take(STRIKE, 21, 60)
    assert sides_of(made.test_of("Q").tally, "against") == []


@pytest.mark.rule("IM-WEAPONS-09")
def test_a_knife_can_be_thrown_and_is_then_out_of_hand():
    knife = attack("knife", skill="melee (one-handed)", damage=4, traits=("thrown (short)",))
    made = scene(
        someone("P", side="heroes", attacks=(knife,), skills={"ranged (thrown)": 40}),
        someone("Q", armour=1), someone("R", "b"),
    ).turn("P").traits("a", "light cover").marked("Q", "in cover", "light cover")  # fmt: skip
    throw = Shoot(who="P", target="Q", attack="knife/thrown")
    assert made.offers("P")["shoot:knife/thrown"].says == "Throw: knife"
    assert made.offers("P")["shoot:knife/thrown"].aimed("Q") == throw
    made.take(throw, 21)
    assert made.test_of("P").says == "Ranged (thrown) against Q"
    assert (made.wounds.damage.total, made.wounds.armour.total) == (4 + 2, 1 + 2)
    made.let(e.BudgetSet(who="P", left={"action": 1}))
    assert [refusal.says for refusal in made.refused(throw)] == ["knife is not in hand."]
    made.take(Ready(who="P", attack="knife")).take(
        Shoot(who="P", target="R", attack="knife/thrown"), 21
    )
    assert sides_of(made.test_of("P").tally, "against") == ["beyond range"]


@pytest.mark.rule("IM-WEAPONS-09")
def test_a_grenade_reaches_as_far_as_it_is_thrown():
    grenade = gun("thrown (medium)", range=None, skill="ranged (thrown)")
    made = scene(someone("P", side="heroes", attacks=(grenade,)), someone("Q", "d")).turn("P")
    made.take(SHOOT, 21)
    assert "beyond range" in sides_of(made.test_of("P").tally, "against")


# Spread


def crowd(*traits, mode="", target="Q", q=None, rulings=None):
    """Return a shot at Q in `b`, with R and the friend H beside it and S apart."""
    people = [
        someone("P", side="heroes", attacks=(gun(*traits, magazine=9),)),
        someone("Q", "b", **(q or {})),
        someone("R", "b", dodge=40), someone("H", "b", side="heroes", dodge=40), someone("S", "b"),
    ]  # fmt: skip
    made = scene(*people, rulings=rulings).turn("P").close("Q", "R").close("Q", "H")
    return made, Shoot(who="P", target=target, attack="gun", mode=mode)


@pytest.mark.rule("IM-WEAPONS-02")
def test_spread_halves_for_those_beside_who_do_not_dodge():
    made, shot = crowd("spread")
    made.take(shot, 12, 21, 90, 6)
    assert [(t.who, t.says) for t in made.tests[1:]] == [
        ("R", "Reflexes (dodge) of R beside it"), ("H", "Reflexes (dodge) of H beside it"),
    ]  # fmt: skip
    assert [(w.who, w.damage.total) for w in made.facts(e.WoundsTaken)] == [("Q", 10), ("H", 5)]
    assert left(made, "reaction", "R") == 1


@pytest.mark.rule("IM-WEAPONS-02")
def test_a_half_is_rounded_up_and_a_shot_that_fails_spreads_nothing():
    made, shot = crowd("spread")
    made.take(shot, 21, 90, 6, 90, 6)
    assert [w.damage.total for w in made.facts(e.WoundsTaken)] == [9, 5, 5]
    made, shot = crowd("spread")
    made.take(shot, 51)
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("IM-WEAPONS-02", "IM-WEAPONS-06")
def test_spread_twice_is_the_whole_of_it():
    made, shot = crowd("spread", "rapid fire 3", mode="rapid spread")
    made.take(shot, 12, 90, 6, 90, 6)
    assert [w.damage.total for w in made.facts(e.WoundsTaken)] == [10, 10, 10]
    assert made.state.fighters["P"].ammunition["gun"] == 6


@pytest.mark.rule("IM-WEAPONS-06")
def test_rapid_fire_spreads_or_is_for_advantage_never_both():
    made, shot = crowd("rapid fire 3", mode="rapid spread")
    made.take(shot, 21, 90, 6, 90, 6)
    assert sides_of(made.test_of("P").tally, "for", "levels") == []
    assert [w.damage.total for w in made.facts(e.WoundsTaken)] == [9, 5, 5]
    assert made.offers("P")["shoot:gun:rapid spread"].place == 99
    made, shot = crowd("rapid fire 3", mode="rapid fire")
    made.take(shot, 21)
    assert made.wounds.damage.total == 7 + 3 + 3
    made, shot = crowd(mode="rapid spread")
    assert rules(made.refused(shot)) == ["IM-WEAPONS-06"]


@pytest.mark.rule("IM-WEAPONS-02", "IM-DODGE-04")
def test_a_target_that_gets_away_leaves_those_beside_it_in_the_spray():
    made, shot = crowd("spread", q={"dodge": 80})
    made.take(shot, 21, 1, 90, 6, 90, 6, words={"dodge|Q|P": True})
    assert [w.who for w in made.facts(e.WoundsTaken)] == ["R", "H"]


@pytest.mark.rule("IM-WEAPONS-03", "IM-WEAPONS-02", "IM-COVER-01")
def test_a_flamer_spreads_and_goes_past_cover():
    made, shot = crowd("flamer")
    made.traits("b", "heavy cover").marked("Q", "in cover", "heavy cover")
    made.marked("R", "in cover", "heavy cover").take(shot, 21, 90, 6, 21)
    assert [(w.who, w.armour.total) for w in made.facts(e.WoundsTaken)] == [("Q", 0), ("R", 0)]


@pytest.mark.rule("IM-WEAPONS-02", "IM-COVER-01")
def test_cover_helps_those_beside_against_any_other_spray():
    made, shot = crowd("spread")
    made.traits("b", "heavy cover").marked("R", "in cover", "heavy cover")
    made.take(shot, 12, 90, 6, 21)
    assert [w.armour.total for w in made.facts(e.WoundsTaken)] == [0, 6]


# Rend, Inflict, Unstable


@pytest.mark.rule("IM-WEAPONS-14")
def test_rend_lowers_the_armour_of_the_place_it_wounded_and_of_no_other():
    made = shooting(gun("rend 2"), armour=3).take(SHOOT, 21)
    assert (made.wounds.location, made.wounds.armour.total) == ("head", 3)
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 21)
    assert made.wounds.armour.total == 1
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 26)
    assert made.wounds.armour.total == 3
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 21)
    assert made.wounds.armour.total == 0


@pytest.mark.rule("IM-WEAPONS-14")
def test_armour_that_stops_it_is_not_torn():
    made = shooting(gun("rend 2"), armour=20).take(SHOOT, 21)
    assert made.state.mark("Q", "rent head") is None


@pytest.mark.rule("IM-WEAPONS-15")
def test_inflict_brings_its_condition_for_a_round_when_it_wounds():
    made = shooting(gun("inflict (bleeding)")).take(SHOOT, 21)
    condition = made.state.fighters["Q"].conditions["bleeding"]
    assert (condition.tier, condition.until) == ("minor", e.Until("start of turn", 2, "P"))
    made = shooting(gun("inflict (bleeding)"), armour=20).take(SHOOT, 21)
    assert "bleeding" not in made.state.fighters["Q"].conditions


@pytest.mark.rule("IM-WEAPONS-15", "IM-CONDITIONS-15")
def test_inflicted_twice_it_is_major():
    made = shooting(gun("inflict (bleeding)")).take(SHOOT, 21)
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 21)
    assert made.state.fighters["Q"].conditions["bleeding"].tier == "major"


@pytest.mark.rule("IM-WEAPONS-15")
def test_a_weapon_without_damage_inflicts_on_a_hit():
    made = shooting(gun("inflict (blinded)", damage=0)).take(SHOOT, 21)
    assert "blinded" in made.state.fighters["Q"].conditions
    assert made.facts(e.WoundsTaken) == []
    made = shooting(gun("inflict (blinded)", damage=0)).take(SHOOT, 51)
    assert "blinded" not in made.state.fighters["Q"].conditions


@pytest.mark.rule("IM-WEAPONS-19")
@pytest.mark.parametrize(("face", "broken"), [(4, False), (5, True)])
def test_a_bad_fumble_destroys_an_unstable_weapon_and_hurts_the_arm(face, broken):
    made = shooting(gun("unstable")).take(SHOOT, 77, face)
    assert bool(made.state.mark("P", "broken gun")) is broken
    if broken:
        assert (made.wounds.who, made.wounds.location) == ("P", "right arm")
        assert made.wounds.damage.total == 7
        made.let(e.BudgetSet(who="P", left={"action": 1}))
        assert made.refused(SHOOT)
        assert [r.says for r in made.refused(Ready(who="P", attack="gun"))] == ["gun is destroyed."]
    else:
        assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("IM-WEAPONS-18", "IM-WEAPONS-19")
def test_reliable_saves_an_unstable_weapon():
    made = shooting(gun("unstable", "reliable")).take(SHOOT, 77, 4)
    assert made.fumbles_of("P") == []
    made = shooting(gun("unstable", "reliable")).take(SHOOT, 77, 3, 9)
    assert made.state.mark("P", "broken gun") is True


# Loud


@pytest.mark.rule("IM-WEAPONS-10")
def test_a_loud_shot_alerts_the_foes_within_long_range():
    near, far = (someone(n, at, starts={"unaware": True}) for n, at in (("N", "c"), ("F", "d")))
    made = shooting(gun("loud"), others=[near, far]).take(SHOOT, 21)
    assert made.state.mark("N", "unaware") is None
    assert made.state.mark("F", "unaware") is True
    made = shooting(gun(), others=[near]).take(SHOOT, 21)
    assert made.state.mark("N", "unaware") is True


@pytest.mark.rule("IM-WEAPONS-10", "IM-UNAWARE-02")
def test_the_first_loud_shot_still_surprises_its_target():
    made = shooting(gun("loud"), starts={"unaware": True}).take(SHOOT, 21, 6, 3)
    assert len(made.criticals_of("Q")) == 1
    assert made.state.mark("Q", "unaware") is None


# Bracing


def bracing(*words, weapon=None, **p):
    heavy = weapon or gun("heavy 5")
    people = (
        someone("P", side="heroes", attacks=(heavy,), characteristics={"str": 30}, **p),
        someone("Q", "b"),
    )  # fmt: skip
    return scene(*people).traits("a", *words).turn("P")


@pytest.mark.rule("IM-WEAPONS-07")
def test_a_heavy_weapon_braced_on_cover_is_no_burden_until_one_moves():
    made = bracing("light cover").take(SHOOT, 21)
    assert sides_of(made.test_of("P").tally, "against") == ["heavy 5"]
    made = bracing("light cover").take(Brace(who="P"))
    assert left(made, "move") == 0
    made.take(SHOOT, 21)
    assert sides_of(made.test_of("P").tally, "against") == []
    made.let(e.BudgetSet(who="P", left={"move": 1, "action": 1})).take(Walk(who="P", to="b"))
    made.take(SHOOT, 21)
    assert sides_of(made.test_of("P").tally, "against") == ["heavy 5"]


@pytest.mark.rule("IM-WEAPONS-07")
def test_it_needs_cover_and_the_move():
    assert rules(bracing().refused(Brace(who="P"))) == ["IM-WEAPONS-07"]
    made = bracing("light cover").let(e.BudgetSet(who="P", left={"move": 0, "action": 1}))
    assert rules(made.refused(Brace(who="P"))) == ["IM-TURN-01"]
    made = bracing("light cover", weapon=RIFLE)
    assert "brace" not in made.offers("P")


@pytest.mark.rule("IM-WEAPONS-07")
def test_it_weighs_on_every_way_of_firing():
    made = bracing(weapon=gun("heavy 5", "burst"))
    made.take(Shoot(who="P", target="Q", attack="gun", mode="burst"), 21)
    assert sides_of(made.test_of("P").tally, "against") == ["heavy 5"]


@pytest.mark.rule("IM-WEAPONS-17", "IM-COVER-01")
def test_a_braced_shield_adds_to_armour_against_fire_alone():
    shield = attack("board", skill="melee (one-handed)", damage=3, traits=("shield 3",))
    people = someone("P", "b", attacks=(shield,), armour=1), someone("Q", "a")
    made = scene(*people).traits("b", "light cover").turn("P").take(Brace(who="P"))
    made.take(TakeCover(who="P", by="action")).turn("Q")
    made.take(Shoot(who="Q", target="P", attack="rifle"), 21)
    assert sides_of(made.wounds.armour, "adds") == ["light cover", "braced shield"]
    assert made.wounds.armour.total == 1 + 2 + 3
    made.let(e.BudgetSet(who="Q", left={"action": 1})).close("P", "Q")
    made.let(e.Moved(who="Q", how="put", level="ground", to=made.state.fighters["P"].seat))
    made.close("P", "Q").take(Strike(who="Q", target="P", attack="sword"), 21, 60)
    assert made.wounds.armour.total == 1


@pytest.mark.rule("IM-WEAPONS-24")
@pytest.mark.parametrize(("traits", "armour"), [(("spread",), 3), ((), 2)])
def test_flak_counts_for_more_against_what_sprays(traits, armour):
    made = shooting(gun(*traits), armour=2, talents=("flak armour",)).take(SHOOT, 21)
    assert made.wounds.armour.total == armour


@pytest.mark.rule("IM-WEAPONS-14", "IM-WEAPONS-12", "IM-COVER-03")
def test_torn_armour_pierced_behind_cover():
    made = shooting(gun("rend 1", "penetrating 1"), armour=4).traits("b", "medium cover")
    made.marked("Q", "in cover", "medium cover").take(SHOOT, 12)
    assert (made.wounds.armour.total, made.wounds.wounds) == (4 + 4 - 1, 3)
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 12)
    assert made.wounds.armour.total == 3 + 4 - 1


def test_a_plain_attack_still_asks_nothing_but_dice():
    made = duel(p_attacks=(SWORD, RIFLE)).take(STRIKE, 21, 60)
    assert made.wounds.who == "Q"
