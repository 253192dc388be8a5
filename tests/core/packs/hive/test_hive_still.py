"""Stills: attacked, hit astray, and exploding into gas."""

import pytest

from desktop.core.model.words import Square
from desktop.core.packs.hive.still import AttackStill, HitStill, strays, touched
from desktop.core.packs.imperium.setting_off import ShootFeature
from desktop.core.rules import events as e
from desktop.core.rules.order import is_out
from tests.helpers.build import attack, board, feature, zone
from tests.helpers.hive import SPACES, ganger, guest, hive, said

GRID = [space for space in SPACES if space != "zones"]
SHOOT = AttackStill(who="P", still="still", ranged=True, strength=4)
SAFE = {"gas|still|P": False}
BURST = HitStill(still="still", by="P", strength=7)


def rules(refusals):
    return [refusal.rule for refusal in refusals]


def at_still(*people, at=(2, 2), squares=((10, 2),), space="squares", rulings=None, things=(), **p):
    on = board(
        zone("a", at=(0, 0, 16, 6), start="heroes"),
        feature("still", *squares, kind="still", hit_by_attack=True), *things, size=(16, 6),
    )  # fmt: skip
    me = ganger("P", at, side="heroes", ballistic_skill=4, weapon_skill=3, **p)
    return hive(me, *people, on=on, space=space, rulings=rulings).turn("P")


def dice_of(made):
    return [text for text in said(made) if text.startswith("still:")]


# Hitting it


@pytest.mark.rule("ZM-STILL-01")
@pytest.mark.parametrize("space", SPACES)
def test_it_is_shot_at_like_an_enemy(space):
    made = at_still(space=space).take(SHOOT, 4, 1)
    assert len(dice_of(made)) == 1
    assert made.state.fighters["P"].left["action"] == 0
    assert dice_of(at_still(space=space).take(SHOOT, 3)) == []


@pytest.mark.rule("ZM-STILL-01")
@pytest.mark.parametrize("space", GRID)
def test_a_blow_needs_to_be_beside_it_and_a_shot_to_see_it(space):
    strike = AttackStill(who="P", still="still")
    assert rules(at_still(space=space).refused(strike)) == ["ZM-STILL-01"]
    made = at_still(at=(9, 2), space=space).take(strike, 3, 4)
    assert dice_of(made) == ["still: 4 on d6 and Strength 3, 7 of 8: nothing happens"]
    wall = feature("wall", (5, 2), (5, 1), (5, 3), (5, 0), (5, 4), (5, 5), blocks_sight=True)
    assert at_still(things=(wall,), space=space).refused(SHOOT)


@pytest.mark.rule("ZM-STILL-01")
def test_a_point_on_it_is_aimed_at():
    off = AttackStill(who="P", still="still", ranged=True, at=Square(1, 1))
    assert rules(at_still().refused(off)) == ["ZM-STILL-01"]
    keys = [key for key in at_still().offers("P") if key.startswith("still:")]
    assert keys == ["still:still:shoot"]  # a blow is offered to who stands beside it


@pytest.mark.rule("ZM-STILL-01", "ZM-STILL-04")
def test_a_shot_by_the_main_book_sets_it_off_too():
    gun = attack("gun", kind="ranged", skill="ranged (pistols)", damage=8, range="long")
    on = at_still().state.encounter.board
    hero = guest("P", (2, 2), side="heroes", attacks=(gun,), skills={"ranged": 50})
    made = hive(hero, on=on).turn("P")
    made.take(ShootFeature(who="P", feature="still", attack="gun"), 20, 3)
    assert dice_of(made) == ["still: 3 on d6 and Strength 4, 7 of 8: nothing happens"]
    made.turn("P").take(AttackStill(who="P", still="still", attack="gun"), 20, 3)
    assert (made.tests[0].target, len(dice_of(made))) == (50, 1)
    whole = {"hive_weapon_strength": "its damage"}
    made = hive(hero, on=on, rulings=whole).turn("P")
    made.take(ShootFeature(who="P", feature="still", attack="gun"), 20, 1, words=SAFE)
    assert made.state.mark("still", "exploded")


@pytest.mark.rule("ZM-STILL-01")
def test_a_hit_is_the_shooter_s_own_whatever_it_and_its_gun_are_called():
    on = board(
        zone("a", at=(0, 0, 16, 6), start="heroes"),
        feature("still", (10, 2), kind="still", hit_by_attack=True), size=(16, 6),
    )  # fmt: skip
    shots = {"P": "Q|gun", "P|Q": "gun"}
    people = [
        guest(
            who, (2, 2 + at), side="heroes", skills={"ranged": 50},
            attacks=(attack(shot, kind="ranged", damage=8, range="long"),),
        )
        for at, (who, shot) in enumerate(shots.items())
    ]  # fmt: skip
    for who, shot in shots.items():
        made = hive(*people, on=on).turn(who)
        made.take(ShootFeature(who=who, feature="still", attack=shot), 20, 3)
        (told,) = (each.who for each in made.facts(e.Said) if "on d6" in each.text)
        assert told == who


@pytest.mark.rule("ZM-STILL-02")
def test_a_shot_gone_astray_hits_one_on_its_way():
    foes = ganger("Q", (14, 2)), ganger("R", (2, 5))
    made = at_still(*foes)
    assert strays(made.state, "P", "Q") == ("still",)
    assert strays(made.state, "P", "R") == ()
    astray = HitStill(still="still", by="P", target="Q", strength=3)
    made.take(astray, 2)
    assert len(dice_of(made)) == 1
    nowhere = HitStill(still="still", by="P", target="R", strength=3)
    assert [refusal.final for refusal in made.refused(nowhere)] == [True]


@pytest.mark.rule("ZM-STILL-03")
def test_a_hit_takes_no_wound_roll_and_no_save():
    made = at_still().take(HitStill(still="still", strength=4), 3)
    rolls = [each for each in made.last.trace if type(each).__name__ == "Question"]
    assert [(roll.die, roll.rule) for roll in rolls] == [("d6", "ZM-STILL-04")]


# Exploding


@pytest.mark.rule("ZM-STILL-04")
@pytest.mark.parametrize(("face", "bursts"), [(4, True), (3, False)])
def test_from_eight_on_it_explodes(face, bursts):
    made = at_still().take(HitStill(still="still", strength=4), face)
    assert bool(made.state.mark("still", "exploded")) is bursts


@pytest.mark.rule("ZM-STILL-04", "ZM-STILL-01")
def test_each_hit_has_its_die_until_it_explodes_or_the_attack_one():
    three = HitStill(still="still", strength=4, hits=3)
    assert len(dice_of(at_still().take(three, 1, 4))) == 2
    one = {"zm_still_hits": "one an attack"}
    assert len(dice_of(at_still(rulings=one).take(three, 1))) == 1


@pytest.mark.rule("ZM-STILL-04")
def test_a_weapon_without_strength_counts_as_none_or_rolls_nothing():
    hero = guest("P", (9, 2), side="heroes", skills={"melee": 50})
    on = at_still().state.encounter.board
    strike = AttackStill(who="P", still="still")
    made = hive(hero, on=on).turn("P").take(strike, 20, 6)
    assert dice_of(made) == ["still: 6 on d6 and Strength 0, 6 of 8: nothing happens"]
    printed = {"zm_still_strength": "printed only"}
    made = hive(hero, on=on, rulings=printed).turn("P").take(strike, 20)
    assert dice_of(made) == []
    typed = {"strength|P|": 7}
    made = hive(hero, on=on).turn("P").take(strike, 20, 1, words={**typed, **SAFE})
    assert made.state.mark("still", "exploded")


@pytest.mark.rule("ZM-STILL-05")
def test_it_explodes_once():
    made = at_still().take(BURST, 6)
    made.turn("P").take(BURST)
    assert said(made) == ["still is only scenery by now"]
    assert not any(key.startswith("still:") for key in made.offers("P"))


# Gas


@pytest.mark.rule("ZM-STILL-06")
@pytest.mark.parametrize("space", GRID)
def test_whom_the_blast_touches_rolls_against_toughness(space):
    people = (
        ganger("A", (9, 2), toughness=3), ganger("B", (10, 3), toughness=4),
        ganger("C", (11, 1), toughness=7), ganger("D", (12, 2)),
    )  # fmt: skip
    made = at_still(*people, space=space).take(BURST, 6, 3, 1, 3, 6, 6)
    assert [fact.who for fact in made.facts(e.TableRolled)] == ["A", "C"]
    assert is_out(made.state, "C")
    assert made.facts(e.WoundsTaken) == []
    assert "pinned" not in made.state.fighters["B"].conditions


@pytest.mark.rule("ZM-STILL-06", "ZM-SLUDGE-01")
def test_one_in_sludge_withstands_it_worse():
    from dataclasses import replace

    on = at_still().state.encounter.board
    on = replace(on, squares={"ground": {Square(10, 3): "sludge"}})
    people = ganger("P", (2, 2), side="heroes"), ganger("B", (10, 3), toughness=4)
    made = hive(*people, on=on, space="squares").take(BURST, 6, 3, 1)
    assert [fact.who for fact in made.facts(e.TableRolled)] == ["B"]


@pytest.mark.rule("ZM-STILL-06")
def test_where_zones_measure_it_fills_its_zone_or_reaches_who_is_drawn_there():
    people = ganger("A", (9, 2)), ganger("D", (15, 5))
    made = at_still(*people, space="zones")
    still = made.state.encounter.board.features["still"]
    assert touched(made.book, made.state, still) == ("P", "A", "D")
    made = at_still(*people, space="zones", rulings={"hive_in_zones": "in reach"})
    assert touched(made.book, made.state, still) == ("A",)


@pytest.mark.rule("ZM-STILL-06")
def test_beside_a_ductway_the_table_may_spare_who_is_behind_the_wall():
    duct = feature("duct", (10, 3), kind="duct")
    people = ganger("A", (9, 2)), ganger("B", (11, 3))
    made = at_still(*people, things=(duct,)).take(BURST, 6, 1, words={"gas|still|B": False})
    assert [text.partition(",")[0] for text in said(made) if text.startswith("Gas")] == ["Gas on A"]


@pytest.mark.rule("ZM-STILL-04", "ZM-STILL-06")
def test_the_middle_of_it_or_the_point_that_was_aimed_at():
    long = ((8, 2), (9, 2), (10, 2))
    aimed = AttackStill(who="P", still="still", ranged=True, at=Square(8, 2), strength=7)
    people = (ganger("A", (7, 2)),)
    made = at_still(*people, squares=long).take(aimed, 6, 6)
    assert made.facts(e.TableRolled) == []
    there = {"zm_still_centre": "point aimed at"}
    made = at_still(*people, squares=long, rulings=there).take(aimed, 6, 6, 3, 1)
    assert [fact.who for fact in made.facts(e.TableRolled)] == ["A"]


@pytest.mark.rule("ZM-STILL-06", "ZM-STILL-04")
def test_it_counts_for_whoever_set_it_off_or_for_nobody():
    for rulings, by in (({}, "P"), ({"zm_still_credit": "nobody"}, None)):
        one = {"hive_injury": "one point", **rulings}
        made = at_still(guest("A", (9, 2), skills={"fortitude": 20}), rulings=one)
        made.take(BURST, 6, 90, 10)
        assert (made.wounds.by, made.wounds.damage.total) == (by, 1)


@pytest.mark.rule("ZM-STILL-06")
def test_a_guest_makes_a_test_and_takes_a_critical_hit():
    made = at_still(guest("A", (9, 2), skills={"fortitude": 20})).take(BURST, 6, 90, 10, 1)
    assert (made.tests[0].target, made.tests[0].rule) == (20, "ZM-STILL-06")
    assert made.criticals_of("A")
    saved = at_still(guest("A", (9, 2), skills={"fortitude": 20})).take(BURST, 6, 4)
    assert saved.criticals_of("A") == []


@pytest.mark.rule("ZM-STILL-06", "ZM-STILL-04")
def test_the_players_may_say_who_withstands_it():
    told = {"zm_gas_profile": "players enter"}
    made = at_still(ganger("A", (9, 2)), rulings=told).take(BURST, 6, "fail", 6)
    assert is_out(made.state, "A")
    assert at_still(ganger("A", (9, 2)), rulings=told).take(BURST, 6, "pass").state.on_board("A")


@pytest.mark.rule("ZM-PANEL-07", "ZM-STILL-01")
def test_shut_down_it_explodes_all_the_same_or_not():
    strike = HitStill(still="still", strength=7)
    assert at_still().marked("still", "shut down").refused(strike) == ()
    stops = at_still(rulings={"zm_shutdown_passive": "everything stops"})
    assert rules(stops.marked("still", "shut down").refused(strike)) == ["ZM-PANEL-07"]
