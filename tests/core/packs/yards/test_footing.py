"""Tokens that are dragged, ground that goes, and sequences of swimming and climbing taken back."""

from dataclasses import replace

import pytest

from desktop.core import play
from desktop.core.model.place import Spot
from desktop.core.model.words import Square
from desktop.core.packs.imperium.jump import Leap
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.yards.climb import ClimbTo
from desktop.core.packs.yards.water import TreadWater
from desktop.core.rules import events as e
from desktop.core.rules.actions import Begin, BeginTurn, Change, Decree, EndTurn, Put, Walk
from desktop.core.rules.marks import place_key, place_of
from desktop.core.rules.questions import Answer, ScriptedTable
from desktop.core.store import fight_log, fights
from desktop.core.store.reading import read
from desktop.core.store.writing import write
from tests.helpers.build import board, encounter, level, zone
from tests.helpers.yards import ALL_YARDS, YARD, ground, kind, measured, native, plain

KINDS = {
    "d": kind("water", "deep"), "m": kind("obstacle", yd=2), "h": kind("obstacle", yd=7),
    "l": kind("obstacle", yd=0.5),
}  # fmt: skip
SLOTS = {"economy": "yards", "climb": "yards", "fall": "yards"}
UP = ClimbTo(who="P", to=(2, 1))
LEVELLED = Change(edit="paint", arguments={"squares": ((2, 1),), "kind": "rough"})


def beside(mark):
    """Return P at (1, 1) with something to its right."""
    return measured(on=plain(20, 4, **ground(KINDS, mark, at=(2, 1))), slots=SLOTS)


@pytest.mark.rule("INQ-CLIMB-09")
def test_a_token_that_is_dragged_off_a_top_stands_below_and_onto_one_on_it():
    made = beside("m").take(UP)
    assert made.take(Put(who="P", at=(8, 2))).above() == 0
    assert made.take(Put(who="P", at=(2, 1))).above() == 2
    held = beside("h").take(UP, 40)
    assert held.above() == 2
    assert held.take(Put(who="P", at=(8, 2))).above() == 0
    decreed = e.Moved(who="P", how="put", level="ground", to=(8, 2), above=3)
    assert held.let(decreed).state.fighters["P"].above == 3


@pytest.mark.rule("INQ-CLIMB-09", "INQ-HARM-03")
def test_who_is_let_walk_off_a_top_falls_from_it():
    made = beside("m").take(UP)
    made.take(Walk(who="P", to=(5, 1), forced=True))
    assert (made.at(), made.above(), made.has("prone")) == ((3, 1), 0, True)
    assert "P falls 2 yd" in made.said()


@pytest.mark.rule("INQ-CLIMB-09", "INQ-HARM-03")
def test_who_loses_what_it_stands_on_falls_unless_the_gm_says_otherwise():
    made = beside("m").take(UP).take(LEVELLED)
    assert (made.above(), made.has("prone"), made.said()) == (0, True, ["P falls 2 yd"])
    spared = beside("m").take(UP).take(LEVELLED, words={"ground gone|P": False})
    assert (spared.above(), spared.has("prone")) == (0, False)
    step = measured(native(at=(2, 1), starts={"above": 0.5 * YARD}),
                    on=plain(20, 4, **ground(KINDS, "l", at=(2, 1))), slots=SLOTS)  # fmt: skip
    assert (step.take(LEVELLED).above(), step.has("prone")) == (0, False)


@pytest.mark.rule("INQ-CLIMB-08", "INQ-HARM-03")
def test_a_climber_whose_face_goes_falls_from_where_it_held():
    made = beside("h").take(UP, 40).take(LEVELLED)
    assert (made.at(), made.above(), made.said()) == ((1, 1), 0, ["P falls 2 yd"])
    assert made.state.mark("P", "climbing") is None


@pytest.mark.rule("INQ-HARM-03")
def test_a_floor_that_is_taken_away_drops_its_people_to_the_next():
    on = board(
        level("ground"), level("roofs", 4 * YARD), zone("roof", at=(0, 0, 4, 4), level="roofs"),
        size=(12, 4),
    )  # fmt: skip
    fighter, profile = native(at=(1, 1))
    made = measured((replace(fighter, level="roofs"), profile), on=on, slots=SLOTS)
    made.take(Change(edit="remove", arguments={"things": (("zone", "roof"),)}))
    assert (made.state.fighters["P"].level, made.at(), made.has("prone")) == (
        "ground",
        (1, 1),
        True,
    )
    assert made.said() == ["P falls 4 yd"]


@pytest.mark.rule("INQ-SWIM-06", "INQ-SWIM-04")
def test_water_that_is_drained_drowns_nobody_any_more():
    made = measured(on=plain(20, 3, **ground(KINDS, "ddd", at=(0, 1))))
    made.take(Walk(who="P", to=(2, 1)), 88)
    assert made.has("drowning")
    squares = ((0, 1), (1, 1), (2, 1))
    made.take(Change(edit="paint", arguments={"squares": squares, "kind": "rough"}))
    assert not made.has("drowning")


@pytest.mark.rule("INQ-SWIM-02", "INQ-SWIM-09")
def test_an_action_out_of_turn_in_deep_water_is_checked_too():
    people = native(at=(15, 1)), native("Q", (1, 1), side="foes")
    made = measured(*people, on=plain(20, 3, **ground(KINDS, "ddd", at=(0, 1))))
    shot = Shoot(who="Q", target="P", attack="rifle", forced=True)
    made.take(shot, 40, 31)
    assert [(each.rule, each.target) for each in made.tests] == [
        ("INQ-SWIM-09", 50), ("IM-RANGED-03", 30),
    ]  # fmt: skip


# Taken back, taken again, and verified


def fought(made, *steps):
    """Return the fight of an encounter after these actions, each with its answers in order."""
    combat = play.begin(made, Begin())
    for action, *faces in steps:
        combat = combat.take(action, ScriptedTable(in_order=tuple(faces)))
    return combat


PUT_ASHORE = Put(who="P", at=(10, 1))
FLOUNDER = e.ConditionSet(who="P", condition="floundering", now=None)
LAKE = (
    (BeginTurn(entry="P"),),
    (Walk(who="P", to=(2, 1)), 63),
    (Walk(who="Q", to=(5, 2), forced=True), 30),
    (Decree(facts=(FLOUNDER,)),),
    (TreadWater(who="P"), 88),
    (PUT_ASHORE,),
    (Put(who="P", at=(3, 1)),),
    (EndTurn(),),
)
CLIFF = (
    (BeginTurn(entry="P"),),
    (ClimbTo(who="P", to=(12, 1)), 40),
    (Walk(who="Q", to=(5, 2), forced=True), 30),
    (ClimbTo(who="P", to=(12, 1)), 41),
    (EndTurn(),),
    (Put(who="Q", at=(9, 1)),),
    (ClimbTo(who="P", to=(12, 1), forced=True), 58),
    (Put(who="P", at=(12, 1)),),
)


@pytest.mark.rule("INQ-SWIM-04", "INQ-SWIM-06", "INQ-CLIMB-07", "INQ-CLIMB-08")
@pytest.mark.parametrize(("at", "steps", "again"), [((1, 1), LAKE, 5), ((11, 1), CLIFF, 7)])
def test_a_swim_and_a_climb_are_taken_back_taken_again_and_verified(at, steps, again, tmp_path):
    rows = ["dddddd", "dddddd......h", "dddddd"]
    on = plain(20, 3, **ground(KINDS, *rows))
    things = [thing for pair in (native(at=at), native("Q", (3, 2))) for thing in pair]
    slots = {**ALL_YARDS, **SLOTS}
    drawn = encounter(on, *things, space="measured", square="yard", slots=slots)
    made = read(write(drawn)).encounter  # in whole millimetres, as a file has it
    combat = fought(made, *steps)
    for n in range(len(combat.steps) + 1):
        back = combat.back(n)
        assert back.state == combat.at(len(combat.steps) - n)
        assert back.forward(n).state == combat.state
    step = combat.steps[again]
    (key,) = [key for key, answer in step.answers.items() if answer.value in (88, 58)]
    other = combat.retaken(again, {key: Answer(20)})
    assert other.at(again + 1) != combat.at(again + 1)
    assert other.retaken(again, {key: step.answers[key]}).states == combat.states
    words = play.vocabulary()
    for each in (combat, combat.back(3), other):
        header = play.header(each, made)
        with fight_log.begin(tmp_path, "fight", header, words) as log:
            for taken in each.steps:
                log.step(taken)
            log.cursor(each.cursor)
        file = fights.read_fight(log.path, words)
        assert play.resumed(file).state == each.state
        assert {verdict.found for verdict in play.verified(file)} == {"same"}


def test_a_mark_knows_its_square_whatever_the_level_is_called():
    spot = Spot("roof|east", Square(3, 4))
    assert place_of(place_key(spot)) == spot
    assert [place_of(each) for each in ("stairs", "a|b|c", "ground 3,4", None)] == [None] * 4


def test_whatever_wants_a_square_can_be_aimed_at_one():
    made = beside("m").turn("P")
    several = (
        each for make in made.book.all("offers") for each in make(made.book, made.state, "P")
    )
    aimed = {type(each.aimed("2, 1, ground")) for each in several if each.wants == "square"}
    assert {ClimbTo, Walk, Leap} <= aimed
