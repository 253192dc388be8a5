"""Riding: how far a mount carries its rider, whose turn it is, and what it does in it."""

import pytest

from desktop.core.packs.imperium import saddle
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.mounts import Command, MountIs
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.reach import StepUp
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn, Put, Walk
from tests.helpers.attacks import sides_of, someone
from tests.helpers.mounted import ON, afresh, beast, near, ridden, rides, share_a_seat, stable
from tests.helpers.moves import go, left, reach, rules, with_traits, zone_of


@pytest.mark.rule("IM-MOUNTS-04")
def test_a_slow_rider_on_a_fast_mount_is_fast():
    made = afresh(ridden(beast(speed="fast"), speed="slow"))
    found = reach(made)
    assert (found["a"], found["b"], found["c"]) == ("free", "move", "move")
    go(made, "c")
    assert (zone_of(made), zone_of(made, "M"), left(made, "move")) == ("c", "c", 1)
    assert left(made, "move", "M") == 0


@pytest.mark.rule("IM-MOUNTS-04", "IM-MOUNTS-12")
def test_the_mount_carries_its_rider_in_the_same_moment():
    made = afresh(ridden()).take(Walk(who="M", to="b"))
    assert [(fact.who, fact.how) for fact in made.facts(e.Moved)] == [
        ("M", "walked"), ("P", "carried"),
    ]  # fmt: skip
    assert share_a_seat(made)
    assert rides(made)
    assert near(made)


@pytest.mark.rule("IM-MOUNTS-04", "IM-RANGE-03")
def test_a_rider_steps_up_on_its_mount():
    made = afresh(ridden(others=[someone("Q", "a")])).take(StepUp(who="P", to="Q"))
    assert rides(made)
    assert share_a_seat(made)
    assert made.book.space.in_reach(made.state, "P", "Q")
    assert made.book.space.in_reach(made.state, "M", "Q")


@pytest.mark.rule("IM-MOUNTS-17", "IM-DIFFICULT-01")
def test_a_mount_that_starts_in_rubble_is_slowed_in_its_riders_turn():
    made = afresh(ridden(beast(speed="fast"), on=with_traits(a="difficult")))
    assert {zone for zone, pay in reach(made).items() if pay == "move"} == {"b"}


@pytest.mark.rule("IM-MOUNTS-17", "IM-HAZARD-02")
@pytest.mark.parametrize(
    ("reading", "faces", "hurt"),
    [({}, (7, 7), ["M", "P"]), ({"mount_zone_effects": "mount only"}, (7,), ["M"])],
)
def test_a_hazard_reaches_rider_and_mount(reading, faces, hurt):
    made = afresh(ridden(on=with_traits(b="minor hazard"), rulings=reading))
    made.take(Walk(who="M", to="b"), *faces)
    assert [(harm.who, harm.wounds) for harm in made.facts(e.WoundsTaken)] == [
        (who, 5) for who in hurt
    ]


@pytest.mark.rule("IM-MOUNTS-10")
def test_rider_and_mount_are_two_targets():
    made = ridden(others=[someone("Q", "b")]).turn("Q")
    for target in ("P", "M"):
        assert made.refused(Shoot(who="Q", target=target, attack="rifle")) == ()
    made.take(Shoot(who="Q", target="M", attack="rifle"), 26)
    assert (made.wounds.who, made.state.fighters["P"].wounds) == ("M", 0)


@pytest.mark.rule("IM-MOUNTS-10", "IM-ENGAGED-02")
@pytest.mark.parametrize(
    ("reading", "words", "hit"),
    [
        ({}, {}, "P"), ({}, {"struck|Q": "M"}, "M"),
        ({"mount_engaged": "engaged one"}, {"struck|Q": "M"}, "P"),
        ({"engaged_interrupt": "after moving"}, {"struck|Q": "M"}, "M"),
    ],
)  # fmt: skip
def test_riding_off_a_foe_strikes_once_at_whom_it_likes(reading, words, hit):
    made = afresh(ridden(others=[someone("Q", "a")], rulings=reading))
    made.close("P", "Q").close("M", "Q")
    made.let(e.Related(kind="engaged", one="P", other="Q"))
    made.let(e.Related(kind="engaged", one="M", other="Q"))
    made.take(Walk(who="M", to="b"), 96, 3, words={**words, "leave|Q|M": False})
    assert {test.against for test in made.tests if test.who == "Q"} == {hit}
    assert left(made, "reaction", "Q") == 0


@pytest.mark.rule("IM-OUTNUMBERING-01", "IM-OUTNUMBERING-02")
@pytest.mark.parametrize(
    ("reading", "attacks", "edge"),
    [
        ({}, False, []), ({}, True, ["2 against 1"]),
        ({"outnumber_mounts": "always"}, False, ["2 against 1"]),
    ],
)  # fmt: skip
def test_a_mount_swells_its_side_only_if_it_attacks_unless_read_otherwise(reading, attacks, edge):
    made = afresh(ridden(others=[someone("Q", "a")], rulings=reading))
    made.close("P", "Q").close("M", "Q")
    for one in ("P", "M"):
        made.let(e.Related(kind="engaged", one=one, other="Q"))
    if attacks:
        made.take(Command(who="P"), 20)
        made.take(Strike(who="M", target="Q", attack="sword"), 40, 60)
        made.let(e.BudgetSet(who="P", left={"action": 1}))
    made.take(Strike(who="P", target="Q", attack="sword"), 41, 60)
    assert sides_of(made.test_of("P").tally, "for") == edge
    made.take(Put(who="M", at="c"))
    assert made.state.mark("M", saddle.FIGHTS) is None


@pytest.mark.rule("IM-MOUNTS-11")
def test_a_trained_mount_has_no_turn_of_its_own():
    made = ridden()
    made.take(EndTurn()).take(BeginTurn())
    assert made.state.acting == "P"
    assert any("ridden" in said.text for said in made.facts(e.Said))
    assert rules(made.refused(Walk(who="M", to="b"))) == []
    made = ridden(others=[someone("Q", "c", initiative=1)]).turn("Q")
    assert "IM-TURN-01" in rules(made.refused(Walk(who="M", to="b")))


@pytest.mark.rule("IM-MOUNTS-12")
@pytest.mark.parametrize(
    ("reading", "rider_left", "after_mounting"),
    [({}, 1, 1), ({"mount_rider_move": "shared move"}, 0, 0)],
)
def test_having_the_mount_move_is_free(reading, rider_left, after_mounting):
    made = afresh(ridden(rulings=reading)).take(Walk(who="M", to="b"))
    assert (left(made, "move", "M"), left(made, "action"), left(made, "move")) == (
        0, 1, rider_left,
    )  # fmt: skip
    assert left(stable(rulings=reading).take(ON), "move", "M") == after_mounting


@pytest.mark.rule("IM-MOUNTS-13")
@pytest.mark.parametrize(("face", "obeys"), [(48, True), (52, False)])
def test_an_action_of_the_mount_costs_the_riders_and_a_test(face, obeys):
    made = afresh(ridden(skills={"rapport (animals)": 50})).take(Walk(who="M", to="b"))
    run = Walk(who="M", to="c", pay="run")
    assert rules(made.refused(run)) == ["IM-SPEED-10"]
    made.take(Command(who="P"), face)
    assert (left(made, "action"), made.test_of("P").target) == (0, 50)
    assert (made.refused(run) == ()) == obeys
    if obeys:
        assert zone_of(made.take(run)) == "c"


@pytest.mark.rule("IM-MOUNTS-13")
def test_a_mount_that_obeys_attacks():
    made = afresh(ridden(skills={"rapport (animals)": 50}, others=[someone("Q", "a")]))
    made.close("M", "Q")
    strike = Strike(who="M", target="Q", attack="sword")
    assert "IM-TURN-01" in rules(made.refused(strike))
    made.take(Command(who="P"), 20)
    assert made.refused(strike) == ()


@pytest.mark.rule("IM-MOUNTS-14")
@pytest.mark.parametrize("temper", ["untrained", "intelligent"])
def test_a_mount_with_its_own_mind_has_its_own_turn(temper):
    made = ridden().take(MountIs(who="M", temper=temper))
    assert "IM-TURN-01" in rules(made.refused(Walk(who="M", to="b")))
    assert "IM-TURN-01" in rules(made.refused(Walk(who="P", to="b")))
    assert "IM-MOUNTS-14" in rules(made.refused(Command(who="P")))
    assert "ride" not in made.offers("P")
    made.take(EndTurn()).take(BeginTurn())
    assert made.state.acting == "M"
    assert zone_of(made.take(Walk(who="M", to="b"))) == "b"


@pytest.mark.rule("IM-MOUNTS-14", "IM-MOUNTS-11")
def test_by_one_reading_the_gm_says_of_each_mount_whether_it_obeys():
    made = ridden(beast(tags=("intelligent",)), rulings={"mount_intelligent": "gm sets"})
    assert not saddle.is_controlled(made.state, "M")
    assert saddle.is_controlled(made.take(MountIs(who="M", controlled=True)).state, "M")
    plain = ridden(beast(tags=("intelligent",))).take(MountIs(who="M", controlled=True))
    assert not saddle.is_controlled(plain.state, "M")


@pytest.mark.rule("IM-MOUNTS-11", "IM-CONDITIONS-13")
def test_a_mount_whose_rider_is_senseless_acts_for_itself():
    made = ridden().take(Suffer(who="P", condition="unconscious"))
    assert not saddle.is_controlled(made.state, "M")
