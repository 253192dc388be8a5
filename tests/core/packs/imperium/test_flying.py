from typing import Any

import pytest

from desktop.core.model.profile import Flight
from desktop.core.packs.imperium.flying import (
    Ascend,
    Descend,
    FlyersMeet,
    GainFlight,
    Land,
    LoseFlight,
    TakeOff,
)
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules.actions import Force, Put, Walk
from desktop.core.rules.events import Moved
from tests.helpers.attacks import Scene, sides_of, someone
from tests.helpers.build import board, level, link, row, zone
from tests.helpers.moves import (
    again,
    band,
    dues,
    go,
    left,
    plan,
    reach,
    rules,
    walker,
    with_traits,
    within,
    zone_of,
)

WINGS = Flight(means="wings")
ROW = row("a", "b", "c")


def sky(**fields: Any):
    """Two zones on the ground, A with open air 10 m over it."""
    return board(
        level("ground"), level("air", 10),
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)),
        zone("sky", at=(0, 0, 6, 6), level="air", sky=True),
        link("a", "b"), link("a", "sky", **fields),
    )  # fmt: skip


def flyer(on: Any = ROW, at: str = "a", **fields: Any) -> Scene:
    return walker(on, at, flies=fields.pop("flies", WINGS), height=1.8, **fields)


def flying(on: Any = ROW, at: str = "a", **fields: Any) -> Scene:
    return flyer(on, at, **fields).take(TakeOff(who="P"))


def above(made: Scene) -> float:
    return made.state.fighters["P"].above


@pytest.mark.rule("IM-FLYING-01")
def test_a_flyer_pays_as_a_walker_does_at_the_speed_of_its_wings() -> None:
    made = flyer(flies=Flight(means="power", speed="fast"))
    assert within(made, "move") == {"b"}
    made.take(TakeOff(who="P"))
    assert (above(made), left(made, "move")) == (5, 1)
    assert within(made, "move") == {"b", "c"}
    given = walker(ROW).take(GainFlight(who="P", means="power", speed="fast"))
    assert within(given, "move") == {"b"}
    assert plan(given, "c", gait="fly").pay == "move"
    go(given, "c", gait="fly")
    assert (zone_of(given), above(given), left(given, "move")) == ("c", 5, 0)


@pytest.mark.rule("IM-FLYING-02")
def test_a_flyer_goes_over_what_stops_walkers() -> None:
    there = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), zone("c", at=(0, 6, 6, 6)),
        zone("d", at=(6, 6, 6, 6)),
        link("a", "b", "climb"), link("c", "a", "ledge"),
        link("b", "d", "barrier", id="force field"),
    )  # fmt: skip
    on_foot = flyer(there)
    assert plan(on_foot, "b").pay == "run"
    assert plan(on_foot, "c").refusals
    made = flying(there)
    assert within(made, "move") == {"b", "c"}
    go(made, "b")
    assert (made.tests, zone_of(made)) == ([], "b")
    foes = [someone(f"foe{i}", "b") for i in range(4)]
    crowd = flying(ROW, others=foes)
    go(crowd, "c")
    assert zone_of(crowd) == "c"


@pytest.mark.rule("IM-FLYING-04", "IM-FLYING-02")
def test_barriers_stop_flyers_unless_they_are_open_above() -> None:
    def barred(**fields: Any):
        return board(
            zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)),
            link("a", "b", "barrier", id="wall", **fields),
        )  # fmt: skip

    shut = flying(barred())
    assert "b" not in within(shut, "move")
    shut.take(FlyersMeet(where="wall", what="barrier", escape=True))
    assert "b" in within(shut, "move")
    assert "b" in within(flying(barred(open_above=True)), "move")
    assert "b" not in within(flyer(barred(open_above=True)), "move")
    assert "b" in within(flying(barred(), rulings={"barrier_flying": "flyers pass"}), "move")
    wrong = FlyersMeet(where="nowhere", what="barrier", escape=True)
    assert rules(shut.refused(wrong)) == ["HOUSE-NAMES-01"]


@pytest.mark.rule("IM-FLYING-03")
def test_difficult_terrain_leaves_a_flyer_alone() -> None:
    there = with_traits(b="difficult")
    made = flying(there, speed="fast")
    assert plan(made, "c").pay == "move"
    assert "Difficult" not in plan(made, "c").says
    go(made, "b")
    assert left(made, "move") == 0
    again(made)
    assert within(made, "move") >= {"c", "d"}  # as fast as ever
    hampered = flying(there, speed="fast").take(
        FlyersMeet(where="b", what="difficult", escape=False)
    )
    assert plan(hampered, "c").pay == "move and run"


@pytest.mark.rule("IM-FLYING-04")
def test_the_gm_says_once_for_each_zone_whether_a_hazard_reaches_flyers() -> None:
    there = with_traits(b="major hazard")
    burnt = go(flying(there), "b", 6)
    assert burnt.state.fighters["P"].wounds == 10
    assert burnt.words()["flyer|b|hazard"].default is False
    spared = go(flying(there), "b", words={"flyer|b|hazard": True})
    assert spared.state.fighters["P"].wounds == 0
    again(spared)
    assert spared.state.fighters["P"].wounds == 0
    spared.take(Land(who="P"), 6)
    assert (above(spared), spared.state.fighters["P"].wounds) == (0, 10)
    other = go(flying(there, rulings={"flying_traits": "no traits"}), "b")
    assert other.state.fighters["P"].wounds == 0
    assert "hazard" not in plan(other, "a").says


@pytest.mark.rule("IM-FLYING-04")
def test_with_the_other_reading_smoke_and_dark_below_do_not_reach_flyers() -> None:
    there = with_traits(a="heavily obscured", b="dark")
    rulings = {"flying_traits": "no traits"}
    assert "blinded" in flying(there).state.fighters["P"].conditions
    made = flying(there, rulings=rulings, others=[someone("Q", "b")])
    assert "blinded" not in made.state.fighters["P"].conditions
    go(made, "b").turn("Q").take(Shoot(who="Q", target="P", attack="rifle"), 90)
    assert sides_of(made.test_of("Q").tally, "at most") == []
    low = flying(there, others=[someone("Q", "b")])
    go(low, "b").turn("Q").take(Shoot(who="Q", target="P", attack="rifle"), 90)
    assert sides_of(low.test_of("Q").tally, "at most") == ["dark: only 01 to 05"]


@pytest.mark.rule("IM-FLYING-05", "IM-ZONES-04")
def test_up_and_down_cost_the_usual_and_walkers_stay_below() -> None:
    made = flyer(sky())
    assert made.refused(Ascend(who="P")) == ()
    assert reach(made)["sky"] == "move"
    made.take(Ascend(who="P"))
    assert (zone_of(made), left(made, "move"), left(made, "action")) == ("sky", 0, 1)
    again(made).take(Descend(who="P"))
    assert (zone_of(made), left(made, "move"), above(made)) == ("a", 0, 5)
    made.take(Land(who="P"))
    assert above(made) == 0
    on_foot = walker(sky())
    assert rules(plan(on_foot, "sky").refusals) == ["IM-FLYING-05"]
    assert rules(on_foot.refused(Ascend(who="P"))) == ["IM-FLYING-08", "IM-FLYING-05"]


@pytest.mark.rule("IM-FLYING-06")
def test_a_zone_overhead_is_made_on_the_spot() -> None:
    made = flyer(ROW).take(Ascend(who="P"))
    new = zone_of(made)
    assert new not in ("a", "b", "c")
    here = made.state.encounter.board.zones[new]
    assert (here.sky, here.label) == (True, "Sky over a")
    assert made.state.encounter.board.levels[here.level].height == 10
    assert band(made, "P", "a") == "medium"
    assert left(made, "move") == 0
    again(made).take(Descend(who="P"))
    again(made).take(Walk(who="P", to="b", gait="fly"))
    again(made).take(Ascend(who="P"), words={"sky|b": 10})
    assert made.state.place.neighbours(zone_of(made), "any") == ("b", new)
    assert len(made.state.encounter.board.levels) == 2


def overall():
    """Two zones on the ground, and one of open air drawn over both, which no link leads to."""
    return board(
        level("ground"), level("air", 10),
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)),
        zone("sky", at=(0, 0, 12, 6), level="air", sky=True), link("a", "b"),
    )  # fmt: skip


@pytest.mark.rule("IM-FLYING-05", "IM-FLYING-06")
def test_air_drawn_overhead_is_flown_into_though_no_link_leads_there() -> None:
    made = flyer(overall())
    assert made.refused(Ascend(who="P")) == ()
    made.take(Ascend(who="P"))
    assert (zone_of(made), left(made, "move")) == ("sky", 0)
    assert list(made.state.encounter.board.zones) == ["a", "b", "sky"]
    assert band(made, "P", "a") == "medium"
    again(made).take(Put(who="P", at=(9, 2), level="air"))
    assert made.refused(Descend(who="P")) == ()
    made.take(Descend(who="P"))
    assert zone_of(made) == "b"


@pytest.mark.rule("IM-FLYING-05")
def test_a_flyer_goes_straight_up_and_down_unless_somebody_is_there() -> None:
    made = flyer(overall(), others=[someone("Q", "sky")])
    made.take(Put(who="P", at=(10, 4))).take(Ascend(who="P"))
    assert (made.state.fighters["P"].seat, zone_of(made)) == ((10, 4), "sky")
    again(made).take(Descend(who="P"))
    assert (made.state.fighters["P"].seat, zone_of(made)) == ((10, 4), "b")
    again(made).take(Put(who="Q", at=(10, 4), level="air")).take(Ascend(who="P"))
    assert zone_of(made) == "sky"
    assert made.state.fighters["P"].seat != (10, 4)


@pytest.mark.rule("IM-FLYING-06")
def test_air_is_made_on_a_level_of_its_own_where_part_of_it_is_drawn_already() -> None:
    there = board(
        level("ground"), level("air", 10), zone("a", at=(0, 0, 6, 6)),
        zone("strip", at=(4, 0, 1, 6), level="air", sky=True),
    )  # fmt: skip
    made = flyer(there).take(Put(who="P", at=(1, 1)))
    assert made.refused(Ascend(who="P")) == ()
    made.take(Ascend(who="P"))
    here = made.state.encounter.board.zones[zone_of(made)]
    assert (here.label, here.level == "air") == ("Sky over a", False)


@pytest.mark.rule("IM-FLYING-07")
def test_whoever_loses_its_lift_in_air_that_no_link_leads_to_falls_to_what_is_below() -> None:
    made = flyer(overall()).take(Ascend(who="P")).take(Put(who="P", at=(9, 2), level="air"))
    made.take(LoseFlight(who="P"), 6, 7)
    assert (zone_of(made), [each.bonus for each in made.criticals_of("P")]) == ("b", [2])


@pytest.mark.rule("IM-FLYING-07")
def test_whoever_loses_its_lift_falls_at_once() -> None:
    made = walker(ROW, height=1.8).take(GainFlight(who="P", means="power X"))
    made.take(TakeOff(who="P", metres=10))
    made.take(LoseFlight(who="P"), 6, 7)
    assert "prone" in made.state.fighters["P"].conditions
    assert ([each.bonus for each in made.criticals_of("P")], made.tests) == ([2], [])
    assert (above(made), made.only(Moved).how) == (0, "fell")
    winged = flyer(sky()).take(Ascend(who="P"))
    winged.take(LoseFlight(who="P"), 6, 7)
    assert (zone_of(winged), [each.bonus for each in winged.criticals_of("P")]) == ("a", [2])
    level_by_level = flyer(sky(metres=22), rulings={"fall_height": "five a level"})
    level_by_level.take(Ascend(who="P")).take(LoseFlight(who="P"), 6, 7)
    assert [each.bonus for each in level_by_level.criticals_of("P")] == [1]


@pytest.mark.rule("IM-FLYING-07")
def test_a_flyer_knocked_prone_falls_unless_the_gm_or_a_reading_says_no() -> None:
    made = flying().take(Suffer(who="P", condition="prone"), 6, 7)
    assert (above(made), len(made.criticals_of("P"))) == (0, 1)
    held = flying().take(Suffer(who="P", condition="prone"), words={"falls|P": False})
    assert above(held) == 5
    other = flying(rulings={"fall_prone_flying": "keeps flying"})
    other.take(Suffer(who="P", condition="prone"))
    assert above(other) == 5
    asleep = flying().take(Suffer(who="P", condition="unconscious"), 6, 7)
    assert (above(asleep), len(asleep.criticals_of("P"))) == (0, 1)


def test_whoever_is_thrown_into_open_air_without_wings_falls_back() -> None:
    made = walker(sky(), height=1.8).take(Force(who="P", to="sky"), 6, 7)
    assert (zone_of(made), [each.bonus for each in made.criticals_of("P")]) == ("a", [2])
    winged = flyer(sky()).take(Force(who="P", to="sky"))
    assert zone_of(winged) == "sky"


@pytest.mark.rule("IM-FLYING-08")
def test_what_keeps_a_flyer_up_is_noted_or_reminded_of() -> None:
    unsaid = flyer(flies=Flight())
    assert dues(unsaid)["flight|P"].rule == "IM-FLYING-08"
    unsaid.take(GainFlight(who="P", means="jet pack"))
    assert "flight|P" not in dues(unsaid)
    assert "flight|P" not in dues(flyer())
    assert rules(unsaid.refused(GainFlight(who="P", means=""))) == ["IM-FLYING-08"]
    grounded = flyer().take(LoseFlight(who="P"))
    assert rules(grounded.refused(TakeOff(who="P"))) == ["IM-FLYING-08"]
    assert rules(grounded.refused(LoseFlight(who="P"))) == ["IM-FLYING-08"]


@pytest.mark.rule("IM-FLYING-04", "IM-FLYING-06")
def test_the_sky_has_traits_of_its_own_or_by_a_reading_those_below() -> None:
    def hot():
        made = sky()
        from dataclasses import replace

        from desktop.core.model.board import Trait

        zones = {**made.zones, "a": replace(made.zones["a"], traits=(Trait("minor hazard"),))}
        return replace(made, zones=zones)

    own = flyer(hot(), "b").take(Walk(who="P", to="a"), 6)
    again(own, 6).take(Ascend(who="P"))
    assert own.state.fighters["P"].wounds == 10
    shared = flyer(hot(), "b", rulings={"sky_zone_traits": "shared traits"})
    again(shared.take(Walk(who="P", to="a"), 6), 6).take(Ascend(who="P"), 6)
    assert shared.state.fighters["P"].wounds == 15


def test_the_bar_offers_what_a_flyer_can_do_where_it_is() -> None:
    made = flyer(sky())
    assert {"take off", "ascend"} <= set(made.offers("P"))
    assert not {"land", "descend"} & set(made.offers("P"))
    made.take(TakeOff(who="P"))
    assert "land" in made.offers("P")
    made.take(Ascend(who="P"))
    assert {"descend", "ascend"} <= set(made.offers("P"))
    assert not {"take off", "ascend"} & set(walker(ROW).offers("P"))
    assert rules(made.refused(Land(who="P"))) == ["IM-FLYING-05"]
    assert rules(made.refused(TakeOff(who="P"))) == ["IM-FLYING-01"]
    assert rules(flyer().refused(Land(who="P"))) == ["IM-FLYING-01"]
    assert rules(flyer().refused(Descend(who="P"))) == ["IM-FLYING-05"]
    slow = flyer(speed="slow").take(TakeOff(who="P"))
    assert left(slow, "move") == 0
