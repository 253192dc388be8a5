"""Prone, climbing, falling, flying, leaping and conditions where they meet each other."""

from dataclasses import replace
from typing import Any

import pytest

from desktop.core.model.board import Board, LinkTest, Trait
from desktop.core.model.profile import Flight
from desktop.core.packs.imperium.barrier import CrossBarrier
from desktop.core.packs.imperium.burning import PutOut
from desktop.core.packs.imperium.cover import TakeCover
from desktop.core.packs.imperium.flying import Ascend, TakeOff
from desktop.core.packs.imperium.jump import Leap
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.prone import StandUp
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules.actions import BeginTurn, EndTurn, Force
from desktop.core.rules.events import Moved, Related, WoundsTaken
from tests.helpers.attacks import Scene, sides_of, someone
from tests.helpers.build import board, level, link, row, zone
from tests.helpers.moves import (
    again,
    go,
    left,
    plan,
    rules,
    walker,
    with_traits,
    within,
    zone_of,
)

CLIMB = LinkTest("athletics (climbing)", -20)


def sky(*traits: str) -> Board:
    """A with open air 10 m over it, and B beside it."""
    return board(
        level("ground"), level("air", 10),
        zone("a", at=(0, 0, 6, 6), traits=traits), zone("b", at=(6, 0, 6, 6)),
        zone("sky", at=(0, 0, 6, 6), level="air", sky=True),
        link("a", "b"), link("a", "sky"),
    )  # fmt: skip


def flyer(on: Board, at: str, **fields: Any) -> Scene:
    return walker(on, at, flies=Flight(means="wings"), height=1.8, **fields)


def down(made: Scene, who: str = "P") -> Scene:
    return made.take(Suffer(who=who, condition="prone"))


def has(made: Scene, condition: str, who: str = "P") -> bool:
    return condition in made.state.fighters[who].conditions


def wounds(made: Scene, who: str = "P") -> int:
    return made.state.fighters[who].wounds


@pytest.mark.rule("IM-PRONE-04", "IM-HAZARD-03")
def test_crawling_out_of_a_hazard_takes_the_action_and_one_more_burn_if_one_dawdles() -> None:
    made = down(walker(with_traits(a="minor hazard"), faces=[6]))
    assert plan(made, "b").pay == "run"
    go(made, (2, 2))  # only about inside it, with the Move
    again(made, 6)
    assert wounds(made) == 10
    go(made, "b")
    assert (zone_of(made), wounds(made), left(made, "move")) == ("b", 10, 1)
    made.take(StandUp(who="P"))
    assert not has(made, "prone")


@pytest.mark.rule("IM-PRONE-05", "IM-COVER-01")
def test_a_prone_target_in_cover_is_harder_to_hit_and_better_shielded() -> None:
    made = walker(with_traits(a="medium cover"), others=[someone("Q", "b")])
    made.take(TakeCover(who="P"))
    down(made).turn("Q").take(Shoot(who="Q", target="P", attack="rifle"), 21)
    test = made.test_of("Q")
    assert (test.face, test.final, test.levels) == (21, 21, 2)
    assert sides_of(test.tally, "against") == ["Prone target out of reach"]
    assert (made.wounds.armour.total, made.wounds.wounds) == (4, 7 + 2 - 4)


@pytest.mark.rule("IM-FLYING-07", "IM-HAZARD-05", "IM-FALLING-03")
def test_a_flyer_knocked_prone_in_the_sky_falls_into_the_hazard_below() -> None:
    made = flyer(sky("major hazard"), "b", wounds=60)
    go(made, "a", 6, gait="fly")
    again(made, 6).take(Ascend(who="P"))
    assert wounds(made) == 20
    made.take(Suffer(who="P", condition="prone"), 6, 4, 9)  # burnt in the body, hurt in the leg
    assert (zone_of(made), wounds(made), has(made, "prone")) == ("a", 30, True)
    (critical,) = made.criticals_of("P")
    assert (critical.location, critical.bonus) == ("left leg", 2)
    assert [fact.how for fact in made.facts(Moved)] == ["fell"]
    assert made.state.fighters["P"].above == 0


@pytest.mark.rule("IM-SIZE-03", "IM-ENGAGED-02")
def test_squeezing_through_a_narrow_link_with_a_foe_at_ones_heels() -> None:
    there = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)),
        link("a", "b", narrow=True, id="gap"),
    )  # fmt: skip
    made = walker(there, size="large", others=[someone("Q", "a")]).close("P", "Q")
    made.let(Related(kind="engaged", one="P", other="Q"))
    told = plan(made, "b")
    assert (told.pay, [each.says for each in told.consequences]) == (
        "run", ["squeezes through the link between a and b", "Q strikes"],
    )  # fmt: skip
    go(made, "b", 21, 90)
    assert (zone_of(made), wounds(made), left(made, "move")) == ("b", 15, 1)
    assert not made.state.holds("engaged", "P", "Q")
    prone = down(walker(there, size="large", speed="fast"))
    assert plan(prone, "b").pay == "run"  # crawling and squeezing: two steps


@pytest.mark.rule("IM-GYMNASTICS-02", "IM-ENGAGED-02")
def test_a_failed_climb_leaves_one_where_the_foe_is_and_unstruck() -> None:
    there = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)),
        link("a", "b", "climb", id="wall", test=CLIMB),
    )  # fmt: skip
    made = walker(there, skills={"athletics (climbing)": 50}, others=[someone("Q", "a")])
    made.close("P", "Q").let(Related(kind="engaged", one="P", other="Q"))
    go(made, "b", 31)
    assert ([each.who for each in made.tests], zone_of(made)) == (["P"], "a")
    assert made.state.holds("engaged", "P", "Q")
    again(made)
    go(made, "b", 30, 87, 21)
    assert ([each.who for each in made.tests], zone_of(made)) == (["P", "Q", "P"], "b")


@pytest.mark.rule("IM-BARRIER-05", "IM-CONDITIONS-02")
def test_a_failed_climb_over_a_barrier_ends_the_turn_and_with_it_more_blood() -> None:
    there = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)),
        link("a", "b", "barrier", id="wall", test=CLIMB),
    )  # fmt: skip
    for rulings, blood in (({}, 1), ({"barrier_turn_end": "skipped"}, 0)):
        made = walker(there, skills={"athletics (climbing)": 50}, rulings=rulings)
        made.take(Suffer(who="P", condition="bleeding"))
        made.take(CrossBarrier(who="P", link="wall"), 31, *([6] if blood else []))
        assert (made.state.acting, zone_of(made), wounds(made)) == ("", "a", blood)
        assert not has(made, "prone")


@pytest.mark.rule("IM-CONDITIONS-01", "IM-FLYING-07")
def test_a_burning_flyer_that_throws_itself_down_in_the_air_falls_first() -> None:
    made = flyer(row("a", "b"), "a", skills={"athletics": 40}).take(TakeOff(who="P"))
    made.take(Suffer(who="P", condition="ablaze")).take(PutOut(who="P"), 6, 7, 40)
    assert (made.state.fighters["P"].above, len(made.criticals_of("P"))) == (0, 1)
    assert (has(made, "ablaze"), has(made, "prone")) == (False, True)


@pytest.mark.rule("IM-CONDITIONS-11", "IM-FLYING-07")
def test_a_flyer_held_fast_hangs_there_and_one_held_altogether_falls() -> None:
    made = flyer(row("a", "b"), "a").take(TakeOff(who="P"))
    made.take(Suffer(who="P", condition="restrained"))
    assert made.state.fighters["P"].above == 5
    assert "IM-CONDITIONS-11" in rules(made.refused(Ascend(who="P")))
    made.take(Suffer(who="P", condition="restrained"), 6, 7)
    assert (made.state.fighters["P"].above, has(made, "prone")) == (0, True)


@pytest.mark.rule("IM-FALLING-03", "IM-WOUNDS-07")
def test_a_fall_kills_whoever_survives_no_critical_wound() -> None:
    ledge = board(
        level("ground"), level("top", 12),
        zone("a", at=(0, 0, 6, 6), level="top"), zone("b", at=(6, 0, 6, 6), traits=["difficult"]),
        link("a", "b", "ledge", metres=12),
    )  # fmt: skip
    made = walker(ledge, height=1.8, criticals=0).take(Force(who="P", to="b"), 1, 9)
    (critical,) = made.criticals_of("P")
    assert (critical.location, critical.bonus, made.state.fighters["P"].off) == ("head", 2, "out")


@pytest.mark.rule("IM-JUMP-02", "IM-DIFFICULT-03")
def test_a_leap_over_rubble_is_not_halted_by_it() -> None:
    made = walker(with_traits(b="difficult"), characteristics={"str": 44})
    made.take(Leap(who="P", to="c", gap=4.8, run_up=True))
    assert (zone_of(made), left(made, "move"), left(made, "action")) == ("c", 0, 0)


@pytest.mark.rule("IM-DIFFICULT-01", "IM-GYMNASTICS-01", "IM-SPEED-09")
def test_a_fast_climber_that_starts_in_rubble_is_down_to_slow() -> None:
    there = board(
        zone("a", at=(0, 0, 6, 6), traits=["difficult"]), zone("b", at=(6, 0, 6, 6)),
        link("a", "b", "climb"),
    )  # fmt: skip
    assert plan(walker(there, speed="fast"), "b").pay == "run"
    other = walker(there, speed="fast", rulings={"speed_stack": "only one"})
    assert plan(other, "b").pay == "move"


@pytest.mark.rule("IM-CONDITIONS-12", "IM-PRONE-03")
def test_the_stunned_and_prone_get_up_and_do_no_more() -> None:
    made = down(walker(row("a", "b"))).take(Suffer(who="P", condition="stunned"), 3)
    made.take(StandUp(who="P"))
    assert (left(made, "move"), left(made, "action")) == (0, 0)
    assert within(made, "move", "run") == set()


@pytest.mark.rule("IM-CONDITIONS-06", "IM-FLYING-05")
def test_a_frightened_flyer_may_flee_upwards_but_not_past_what_it_fears() -> None:
    made = flyer(sky(), "a", others=[someone("Q", "b")])
    made.take(Suffer(who="P", condition="frightened", tier="major", of="Q"))
    assert rules(plan(made, "b", gait="fly").refusals) == ["IM-CONDITIONS-06"]
    made.take(Ascend(who="P"))
    assert zone_of(made) == "sky"


@pytest.mark.rule("IM-CONDITIONS-08", "IM-PRONE-04")
def test_the_overburdened_crawl_at_a_crawl() -> None:
    made = down(walker(row("a", "b", "c"), speed="fast"))
    made.take(Suffer(who="P", condition="overburdened"))
    assert plan(made, (2, 2)).pay == "move"
    assert within(made, "run") == {"b"}


@pytest.mark.rule("IM-CONDITIONS-01", "IM-CONDITIONS-13")
def test_the_unconscious_go_on_burning_and_bleeding_on_their_skipped_turns() -> None:
    made = walker(row("a", "b"), others=[someone("Q", "b")])
    for condition in ("ablaze", "bleeding", "unconscious"):
        made.take(Suffer(who="Q", condition=condition))
    made.take(EndTurn()).take(BeginTurn(), 3, 6, 6)
    assert (wounds(made, "Q"), len(made.facts(WoundsTaken))) == (4, 2)


@pytest.mark.rule("IM-FLYING-03", "IM-FALLING-01")
def test_a_flyer_that_falls_into_rubble_wades_when_it_gets_up() -> None:
    made = flyer(with_traits(a="difficult"), "a", speed="fast").take(TakeOff(who="P"))
    assert within(made, "move") == {"b"}  # it began this turn on the ground
    assert within(again(made), "move") == {"b", "c"}
    made.take(Suffer(who="P", condition="prone"), 6, 7)
    again(made).take(StandUp(who="P"))
    assert within(made, "run") == {"b"}
    assert made.state.mark("P", "started in difficult terrain") == "a"


@pytest.mark.rule("IM-PRONE-05", "IM-UNAWARE-01")
def test_two_reasons_to_hit_and_one_against_net_to_one() -> None:
    made = walker(with_traits(a="dark"), others=[someone("Q", "a")]).close("P", "Q")
    made.take(Suffer(who="Q", condition="unconscious"))
    made.take(Strike(who="P", target="Q"), 93, 6, 7)
    test = made.test_of("P")
    assert sorted(sides_of(test.tally, "for")) == ["Prone target in reach", "unaware target"]
    assert sides_of(test.tally, "against") == ["dark"]
    assert (test.face, test.final, test.target) == (93, 39, 45)


@pytest.mark.rule("IM-FALLING-01", "IM-ZONES-06")
def test_the_air_above_is_made_and_lost_again_under_somebody() -> None:
    made = flyer(row("a", "b"), "a").take(Ascend(who="P"))
    new = zone_of(made)
    zones = made.state.encounter.board.zones
    assert zones[new].outline == made.state.place.outlines["a"]
    cloudy = replace(zones[new], traits=(Trait("lightly obscured"),))
    made.traits(new, *cloudy.traits)
    made.take(Suffer(who="P", condition="poisoned", tier="major"), 6, 7)
    assert (zone_of(made), [each.bonus for each in made.criticals_of("P")]) == ("a", [2])
