"""Zones made, destroyed and merged in the middle of a fight, and where their people go."""

from dataclasses import replace

import pytest

from desktop.core.model.board import Trait
from desktop.core.rules import events as e
from desktop.core.rules.actions import Change, Decree
from desktop.core.rules.events import PlaceChanged, PlaceParts
from desktop.core.rules.questions import Asked, ScriptedTable
from desktop.core.rules.resolve import resolve
from tests.helpers.attacks import scene, someone
from tests.helpers.build import board, group, level, link, row, zone
from tests.helpers.moves import band, dues, go, reach, walker, zone_of

GONE = Change(edit="remove", arguments={"things": (("zone", "b"),)})
JOINED = Change(edit="merge_zones", arguments={"zones": ("a", "b")})


def trio(rulings=None, at="b", **fields):
    return walker(row("a", "b", "c"), "a", rulings=rulings, others=[someone("Q", at)], **fields)


@pytest.mark.rule("IM-ZONES-06")
def test_a_zone_put_between_two_takes_them_apart_at_once():
    made = walker(row("a", "b"), "a", others=[someone("Q", "b")])
    made.take(
        Change(edit="resize_zone", arguments={"zone": "a", "at": (0, 0, 6, 6), "alone": True})
    )
    assert band(made, "P", "Q") == "medium"
    new = zone("x", at=(6, 0, 2, 6))
    links = {"a-b": None, "a-x": link("a", "x"), "x-b": link("x", "b")}
    made.let(PlaceChanged(says="", parts=PlaceParts(zones={"x": new}, links=links)))
    assert band(made, "P", "Q") == "long"
    assert reach(made) == {"a": "free", "x": "move", "b": "move and run"}


@pytest.mark.rule("IM-ZONES-07")
def test_the_people_of_a_destroyed_zone_are_asked_for_one_by_one():
    made = walker(row("a", "b", "c"), "a", others=[someone("Q", "b"), someone("R", "b")])
    made.take(GONE, "a", "c")
    assert (zone_of(made, "Q"), zone_of(made, "R")) == ("a", "c")
    assert "c" not in reach(made)
    assert band(made, "P", "R") == "extreme"
    assert made.state.encounter.board.links == {}
    assert [fact.how for fact in made.facts(e.Moved)] == ["put", "put"]


@pytest.mark.rule("IM-ZONES-07")
def test_what_is_said_of_one_of_a_group_holds_for_the_others():
    gang = (group("G", 3, "b", profile="Q profile", side="foes"), someone("Q", "b")[1])
    made = walker(row("a", "b", "c"), "a", others=[gang])
    made.take(GONE, "c", words={"goes|G/B|b": "a"})
    assert [zone_of(made, f"G/{letter}") for letter in "ABC"] == ["c", "a", "c"]


@pytest.mark.rule("IM-ZONES-07")
def test_nothing_happens_until_it_is_said_where_they_go():
    made = trio()
    with pytest.raises(Asked) as asked:
        resolve(made.book, made.state, GONE, ScriptedTable())
    assert [each.key for each in asked.value.question.options] == ["a", "c", "off the board"]
    assert zone_of(made, "Q") == "b"


@pytest.mark.rule("IM-ZONES-07")
def test_one_may_be_lost_with_its_zone():
    made = trio().take(GONE, "off the board")
    assert made.only(e.LeftBoard).who == "Q"


@pytest.mark.rule("IM-ZONES-07")
def test_by_the_other_reading_they_step_aside_unharmed():
    made = trio({"occupants_destroyed": "nearest zone"}).traits("a", "major hazard").take(GONE)
    assert zone_of(made, "Q") == "a"
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("IM-ZONES-07")
def test_without_a_linked_zone_even_that_reading_asks():
    lone = board(zone("a", at=(0, 0, 8, 6)), zone("b", at=(10, 0, 8, 6)), size=(18, 6))
    made = walker(lone, "a", others=[someone("Q", "b")],
                  rulings={"occupants_destroyed": "nearest zone"})  # fmt: skip
    made.take(GONE, "a")
    assert zone_of(made, "Q") == "a"


def gallery():
    return board(
        level("ground"), level("up", 10),
        zone("a", at=(0, 0, 8, 6)), zone("b", at=(0, 0, 8, 6)), link("a", "b"), size=(8, 6),
    )  # fmt: skip


@pytest.mark.rule("IM-ZONES-07", "IM-FALLING-01", "IM-FALLING-04")
def test_a_gantry_that_breaks_drops_its_people():
    on = gallery()
    zones = {**on.zones, "b": replace(on.zones["b"], level="up")}
    made = walker(replace(on, zones=zones), "a", others=[someone("Q", "b")])
    made.traits("a", "minor hazard").take(GONE, "a", 7, 3, 5)
    assert zone_of(made, "Q") == "a"
    assert made.words()["fall|Q"].default == 10
    assert "prone" in made.state.fighters["Q"].conditions
    assert [each.bonus for each in made.criticals_of("Q")] == [2]
    assert made.wounds.rule == "IM-HAZARD-05"


@pytest.mark.rule("IM-ZONES-07")
def test_the_gm_may_spare_them_the_fall_and_send_them_into_the_fire():
    on = gallery()
    zones = {**on.zones, "b": replace(on.zones["b"], level="up")}
    made = walker(replace(on, zones=zones), "a", others=[someone("Q", "b")])
    made.traits("a", "minor hazard")
    made.take(GONE, "a", 7, words={"fall|Q": 0, "enters|Q|a": True})
    assert made.state.fighters["Q"].conditions == {}
    assert made.wounds.wounds == 5


@pytest.mark.rule("IM-ZONES-07")
def test_who_is_placed_by_the_same_change_is_not_asked_for():
    made = trio()
    parts = PlaceParts(zones={"b": None}, links={"a-b": None, "b-c": None})
    made.take(
        Decree(facts=(
            PlaceChanged(says="", parts=parts),
            e.Moved(who="Q", how="put", level="ground", to=(17, 1)),
        ))
    )  # fmt: skip
    assert zone_of(made, "Q") == "c"


@pytest.mark.rule("IM-ZONES-08")
def test_two_zones_that_merge_are_one():
    made = walker(row("a", "b", "c"), "a", others=[someone("Q", "b"), someone("R", "c")])
    assert (band(made, "P", "Q"), band(made, "P", "R")) == ("medium", "long")
    made.take(JOINED)
    assert (band(made, "P", "Q"), band(made, "P", "R")) == ("short", "medium")
    assert reach(made) == {"a": "free", "c": "move"}
    assert made.facts(e.Moved) == []


@pytest.mark.rule("IM-ZONES-08", "IM-ZONES-09")
def test_a_merged_zone_has_the_traits_of_both_and_the_gm_may_strike_some():
    made = trio().traits("a", "difficult").traits("b", "minor hazard", "dark")
    made.take(JOINED)
    words = {trait.word for trait in made.state.encounter.board.zones["a"].traits}
    assert words == {"difficult", "minor hazard", "dark"}
    made = trio().traits("a", "difficult").traits("b", "minor hazard", "dark")
    made.take(JOINED, words={"merged|a|dark": False})
    words = {trait.word for trait in made.state.encounter.board.zones["a"].traits}
    assert words == {"difficult", "minor hazard"}


@pytest.mark.rule("IM-ZONES-08", "IM-ZONES-10")
def test_by_the_other_reading_the_larger_zone_decides():
    on = board(
        zone("a", at=(0, 0, 4, 6), traits=("major hazard",)),
        zone("b", at=(4, 0, 12, 6), traits=("minor hazard", "light cover")),
        link("a", "b"), size=(16, 6),
    )  # fmt: skip
    made = walker(on, "a", rulings={"merge_traits": "larger zone"}, faces=(7,))
    made.take(JOINED)
    traits = made.state.encounter.board.zones["a"].traits
    assert set(traits) == {Trait("minor hazard"), Trait("light cover")}


@pytest.mark.rule("IM-ZONES-08", "IM-DIFFICULT-01")
def test_what_is_noted_of_a_merged_zone_goes_along():
    made = trio().let(e.MarkSet(subject="b", name="trait:dark", value="smoke"))
    made.marked("P", "cover zone", "b").take(JOINED)
    assert made.state.mark("a", "trait:dark") == "smoke"
    assert made.state.mark("b", "trait:dark") is None
    assert made.state.mark("P", "cover zone") == "a"


@pytest.mark.rule("IM-ZONES-07", "IM-HAZARD-03")
def test_what_was_due_in_a_zone_goes_with_it():
    made = trio().traits("b", "minor hazard")
    assert "hazard|Q|b" in dues(made)
    made.take(GONE, "c")
    assert [key for key in dues(made) if key.startswith("hazard")] == []


@pytest.mark.rule("IM-ZONES-07", "IM-ENGAGED-02")
def test_two_that_fought_are_parted_when_their_zone_goes():
    made = scene(someone("P", "b", side="heroes"), someone("Q", "b"), on=row("a", "b", "c"))
    made.close("P", "Q").let(e.Related(kind="engaged", one="P", other="Q"))
    made.take(GONE, "a", "c")
    assert made.state.relations == ()


@pytest.mark.rule("IM-ZONES-08", "IM-MOVEMENT-01")
def test_a_walk_after_the_merge_costs_what_the_new_layout_says():
    made = trio(speed="fast").take(JOINED)
    go(made, "c")
    assert zone_of(made) == "c"
