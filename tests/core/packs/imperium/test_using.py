"""Features and doors in a fighter's hands."""

import pytest

from desktop.core.model.board import LinkTest
from desktop.core.model.moments import AddTrait, SetLink
from desktop.core.packs.imperium.cover import TakeCover
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.using import Use, WorkDoor
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from desktop.core.rules.traits import has_trait
from tests.helpers.attacks import scene, someone
from tests.helpers.build import board, door, feature, link, wall, zone

TWO = (zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)))
USE = Use(who="P", feature="valve")


def at(*things, rulings=None, **p):
    made = board(*TWO, *things, size=(12, 6))
    return scene(
        someone("P", side="heroes", **p), someone("Q", "b"), on=made, rulings=rulings
    ).turn("P")


@pytest.mark.rule("IM-FEATURE-02", "IM-ACTIONS-10", "IM-RANGE-03")
def test_using_a_feature_steps_up_costs_the_action_and_does_what_it_does():
    steam = AddTrait(add="heavily obscured", to=("a",))
    made = at(link("a", "b"), feature("valve", (1, 1), used=(steam,))).take(USE)
    assert made.book.space.in_reach(made.state, "P", "valve")
    assert made.state.fighters["P"].left["action"] == 0
    assert has_trait(made.state, "a", "heavily obscured")
    assert [refusal.rule for refusal in made.refused(USE)] == ["IM-TURN-01"]


@pytest.mark.rule("IM-FEATURE-02")
def test_a_cogitator_opens_a_barrier_for_everyone():
    opens = SetLink(link="a-b", kind="open")
    made = at(link("a", "b", "barrier"), feature("valve", (1, 1), used=(opens,)))
    assert made.refused(Walk(who="P", to="b"))
    made.take(USE).take(Walk(who="P", to="b"))
    assert made.state.zone_of("P") == "b"


@pytest.mark.rule("IM-FEATURE-02")
def test_what_needs_a_test_happens_only_if_it_is_passed():
    steam = AddTrait(add="dark", to=("b",))
    valve = feature(
        "valve", (1, 1), passed=(steam,), test=LinkTest(skill="tech (security)", difficulty=-20)
    )
    for face, dark in ((20, True), (21, False)):
        made = at(link("a", "b"), valve, skills={"tech": 40}).take(USE, face)
        assert has_trait(made.state, "b", "dark") == dark


@pytest.mark.rule("IM-FEATURE-01")
def test_features_by_themselves_change_no_number():
    things = [feature(name, (x, 2)) for x, name in enumerate(("drum", "cogitator", "table"))]
    for features in ([], things):
        made = at(link("a", "b"), *features)
        made.take(Shoot(who="P", target="Q", attack="rifle"), 21)
        shot = made.test_of("P")
        assert [part.key for part in shot.tally.parts] == ["skill"]
        assert (shot.target, made.wounds.wounds) == (45, 9)


@pytest.mark.rule("IM-FEATURE-02", "IM-COVER-05", "IM-COVER-06")
def test_a_table_turned_over_gives_cover_from_then_on():
    cover = AddTrait(add="light cover", to=("a",))
    made = at(link("a", "b"), feature("valve", (1, 1), used=(cover,))).take(USE)
    assert made.refused(TakeCover(who="P", by="move"))
    made.let(e.BudgetSet(who="P", left={"move": 1, "action": 1})).take(TakeCover(who="P"))
    assert made.state.fighters["P"].left["move"] == 1
    made.turn("Q").take(Shoot(who="Q", target="P", attack="rifle"), 26)
    assert made.wounds.armour.total == 2


@pytest.mark.rule("IM-FEATURE-03")
def test_a_feature_without_plan_leaves_it_to_the_gm():
    made = at(link("a", "b"), feature("valve", (1, 1))).take(USE)
    assert [said.rule for said in made.facts(e.Said)] == ["IM-ACTIONS-10", "IM-FEATURE-03"]


@pytest.mark.rule("IM-RANGE-03")
def test_one_in_another_zone_is_out_of_reach():
    made = at(link("a", "b"), feature("valve", (8, 1)))
    assert [refusal.rule for refusal in made.refused(USE)] == ["IM-RANGE-03"]
    assert made.refused(Use(who="P", feature="lever"))
    assert made.offers("P")["use"].aimed("valve") == USE


def doorway(state="closed", rulings=None, **p):
    return at(
        link("a", "b", through="d"), door("d", ((6, 2), (6, 3)), state), wall((6, 0), (6, 6)),
        rulings=rulings, **p,
    )  # fmt: skip


@pytest.mark.rule("IM-TURN-02")
def test_a_door_is_opened_and_shut_for_free():
    made = doorway()
    assert made.refused(Walk(who="P", to="b"))
    made.take(WorkDoor(who="P", door="d"))
    assert made.state.encounter.board.doors["d"].state == "open"
    assert made.state.fighters["P"].left["action"] == 1
    assert made.offers("P")["door:d"].says == "Shut d"
    made.take(WorkDoor(who="P", door="d"))
    assert made.refused(Walk(who="P", to="b"))


@pytest.mark.rule("IM-TURN-03", "IM-ACTIONS-10")
def test_by_the_other_reading_it_costs_the_action():
    made = doorway(rulings={"feature_reach": "always action"}).take(WorkDoor(who="P", door="d"))
    assert made.state.fighters["P"].left["action"] == 0
    assert made.refused(WorkDoor(who="P", door="d"))


@pytest.mark.rule("IM-RANGE-03")
def test_a_locked_door_or_one_elsewhere_stays_as_it_is():
    assert "locked" in doorway("locked").refused(WorkDoor(who="P", door="d"))[0].says
    made = doorway().let(e.LeftBoard(who="P", why="away"))
    assert made.refused(WorkDoor(who="P", door="d"))
    assert doorway().refused(WorkDoor(who="P", door="x"))


@pytest.mark.rule("IM-RANGE-03")
def test_a_slow_fighter_pays_its_move_to_get_to_the_door():
    made = doorway(speed="slow").take(WorkDoor(who="P", door="d"))
    assert made.state.fighters["P"].left["move"] == 0
    assert made.refused(WorkDoor(who="P", door="d"))
