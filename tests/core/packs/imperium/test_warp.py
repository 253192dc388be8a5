"""Warp-touched zones: powers, Warp Charge, exposure, Phenomena of the place."""

import pytest

from desktop.core.model.encounter import OwnTable
from desktop.core.model.words import Square
from desktop.core.packs.imperium import warp
from desktop.core.packs.imperium.barrier import CrossBarrier
from desktop.core.packs.imperium.warp import RollPhenomena, UsePower
from desktop.core.rules import events as e
from desktop.core.rules.actions import EndTurn, Settle
from tests.helpers.attacks import someone
from tests.helpers.build import board, link, row, zone
from tests.helpers.moves import again, dues, go, walker, with_traits

MIND = {"psychic mastery": 40, "fortitude": 35, "athletics (climbing)": 50}
POWER = UsePower(who="P", power="Smite", charge=4)


def psyker(at="a", rulings=None, on=None, **figures):
    return walker(on or with_traits(a="warp-touched"), at, rulings=rulings, skills=MIND, **figures)


@pytest.mark.rule("IM-WARP-01")
def test_a_power_comes_easier_where_the_warp_shows():
    made = psyker().take(POWER, 71)
    assert (made.test_of("P").tally.edge, made.test_of("P").final) == (1, 17)
    assert psyker("b").take(POWER, 71).test_of("P").tally.edge == 0


@pytest.mark.rule("IM-WARP-01")
def test_only_powers_come_easier():
    made = psyker().take(EndTurn(), 12)
    assert made.test_of("P").tally.edge == 0


@pytest.mark.rule("IM-WARP-02")
@pytest.mark.parametrize(
    ("at", "face", "reading", "words", "charge"),
    [
        ("a", 11, {}, {}, 4 + 3),
        ("b", 11, {}, {}, 4),
        ("a", 66, {}, {}, 4 + 2),
        ("a", 66, {}, {"charge|P": 3}, 3 + 2),
        ("a", 66, {"warp_failed_sl": "signed sl"}, {"charge|P": 3}, 3 - 2),
        ("a", 66, {"warp_failed_sl": "signed sl"}, {"charge|P": 0}, 0),
        ("b", 66, {}, {"charge|P": 0}, 0),
    ],
)
def test_the_warp_adds_the_success_levels_to_the_charge(at, face, reading, words, charge):
    made = psyker(at, reading).take(POWER, face, words=words)
    assert warp.charge_of(made.state, "P") == charge


@pytest.mark.rule("IM-WARP-02")
def test_charge_grows_from_power_to_power():
    made = again(psyker("b").take(POWER, 11)).take(POWER, 11)
    assert warp.charge_of(made.state, "P") == 8


@pytest.mark.rule("IM-WARP-03")
def test_whoever_ends_a_turn_there_resists_or_is_tainted():
    made = psyker().take(EndTurn(), 55)
    assert (made.test_of("P").target, made.test_of("P").passed) == (55, True)
    assert warp.corruption_of(made.state, "P") == 0
    made = psyker().take(EndTurn(), 56)
    assert warp.corruption_of(made.state, "P") == 1


@pytest.mark.rule("IM-WARP-03")
def test_the_gm_waives_the_test_or_swaps_it():
    assert psyker().take(EndTurn(), words={"warp|P": False}).tests == []
    made = psyker().take(Settle(due="warp|P")).take(EndTurn())
    assert made.tests == []
    made = psyker().take(EndTurn(), 96, words={"exposure skill|P": "discipline"})
    assert made.test_of("P").says.startswith("Discipline against the warp")


@pytest.mark.rule("IM-WARP-04")
def test_only_ending_a_turn_there_counts():
    made = go(walker(with_traits(b="warp-touched"), "a", speed="fast", skills=MIND), "c")
    assert made.take(EndTurn()).tests == []
    made = go(psyker(), "b")
    assert made.take(EndTurn()).tests == []


@pytest.mark.rule("IM-WARP-04")
@pytest.mark.parametrize(("reading", "tests"), [({}, 3), ({"warp_gm_scope": "once a fight"}, 1)])
def test_three_turns_there_are_three_tests(reading, tests):
    made, count = psyker(rulings=reading), 0
    for turn in range(3):
        made.take(EndTurn(), *([10] if count == 0 or not reading else []))
        count += len(made.tests)
        if turn < 2:
            again(made)
    assert count == tests


@pytest.mark.rule("IM-WARP-04")
def test_what_will_come_is_due():
    made = psyker()
    assert dues(made)["warp|P"].when == "end of turn"
    assert "warp|P" not in dues(go(made, "b"))


@pytest.mark.rule("IM-WARP-05")
def test_the_gm_may_let_the_place_act_and_nothing_is_rolled_unasked():
    made = psyker().take(EndTurn(), 10)
    assert made.facts(e.TableRolled) == []
    button = dues(made)["phenomena|a"].by_hand
    assert button == RollPhenomena(who="P")
    rolled = made.take(button, 83).only(e.TableRolled)
    assert (rolled.table, rolled.face, rolled.text) == ("phenomena", 83, "")
    assert "phenomena|a" not in dues(made)


@pytest.mark.rule("IM-WARP-05")
@pytest.mark.parametrize(("face", "offered"), [(10, False), (99, True)])
def test_by_the_other_reading_only_a_failure_brings_the_offer(face, offered):
    made = psyker(rulings={"warp_phenomena_freq": "failed tests"}).take(EndTurn(), face)
    assert ("phenomena|a" in dues(made)) == offered


@pytest.mark.rule("IM-WARP-05")
def test_the_table_that_the_gm_filled_in_speaks():
    table = {"phenomena": OwnTable(rows={1: "a chill", 76: "lights out"})}
    from tests.helpers.attacks import scene

    hero = someone("P", "a", side="heroes", skills=MIND)
    made = scene(hero, on=with_traits(a="warp-touched"), tables=table).turn("P")
    assert made.take(made.offers("P")["phenomena"].action, 83).only(e.TableRolled).text == (
        "lights out"
    )
    assert made.only(e.Said).text == "a: lights out"


# Rules that meet


def walled(**traits):
    zones = [
        zone(id, at=(i * 8, 0, 8, 6), traits=(traits[id],) if id in traits else ())
        for i, id in enumerate("ab")
    ]
    return board(*zones, link("a", "b", "barrier"), size=(16, 6))


@pytest.mark.rule("IM-BARRIER-05", "IM-BARRIER-07", "IM-WARP-04")
@pytest.mark.parametrize(
    ("reading", "faces", "corruption"),
    [({}, (15, 90), 1), ({"barrier_turn_end": "skipped"}, (15,), 0)],
)
def test_a_barrier_into_warp_touched_ground_ends_the_turn_there(reading, faces, corruption):
    made = psyker(on=walled(b="warp-touched"), rulings=reading)
    made.take(CrossBarrier(who="P", link="a-b"), *faces)
    assert warp.corruption_of(made.state, "P") == corruption
    assert made.state.acting == ""


@pytest.mark.rule("IM-BARRIER-06", "IM-WARP-04")
def test_who_fails_at_a_barrier_is_exposed_where_it_stayed():
    made = psyker(on=walled(a="warp-touched"))
    made.take(CrossBarrier(who="P", link="a-b"), 90, 90)
    assert warp.corruption_of(made.state, "P") == 1


@pytest.mark.rule("IM-FLYING-04", "IM-WARP-04")
@pytest.mark.parametrize(("reading", "faces"), [({}, (20,)), ({"flying_traits": "no traits"}, ())])
def test_a_flyer_above_the_touched_ground_is_exposed_by_one_reading(reading, faces):
    from desktop.core.packs.imperium.flying import GainFlight, TakeOff

    made = psyker(rulings=reading).take(GainFlight(who="P", means="wings"))
    made.take(TakeOff(who="P")).take(EndTurn(), *faces)
    assert len(made.tests) == len(faces)


@pytest.mark.rule("IM-WARP-03", "IM-ZONES-10")
def test_a_zone_that_becomes_touched_in_the_turn_exposes_at_its_end():
    made = walker(row("a", "b"), "a", skills=MIND)
    made.traits("a", "warp-touched").take(EndTurn(), 96)
    assert warp.corruption_of(made.state, "P") == 1


def test_outside_every_zone_no_place_answers():
    on = board(zone("a", (0, 0, 4, 4)), size=(10, 6), traits=["warp-touched"])
    made = psyker(Square(8, 1), on=on).take(EndTurn())
    assert made.facts(e.Tested) == []
