"""With “Change the place” on, the tools of Build work on the fight's board."""

import json

import pytest
from PySide6.QtCore import Qt

from desktop.core import play
from desktop.core.model.edits import apply
from desktop.core.rules.actions import Change, Put
from desktop.ui.fight import Fight
from tests.helpers.build import board, encounter, fighter, profile, zone


@pytest.fixture
def at(hands):
    there = encounter(
        board(
            zone("a", (0, 0, 6, 6), name="A"), zone("b", (6, 0, 6, 6), name="B"),
            zone("c", (12, 0, 6, 6), name="C"), size=(20, 12),
        ),
        profile("hero", wounds=10), fighter("ann", (3, 3), profile="hero", side="heroes"),
    )  # fmt: skip
    made = hands(there)
    fight = Fight(play.rulebook(there), play.begin(there), made.session)
    made.session.set_fight(fight)
    made.session.set_mode("play")
    made.hand.set_change_place(True)
    made.fight = fight
    made.before = len(fight.combat.steps)
    return made


def actions(at):
    return [step.action for step in at.fight.combat.steps[at.before :]]


def test_a_wall_changes_the_fight_and_never_the_document(at):
    at.take("wall")
    at.drag((2, 8), (6, 8))
    assert [wall.along for wall in at.fight.state.encounter.board.walls] == [((2, 8), (6, 8))]
    assert at.board.walls == ()
    assert at.history == ()
    (action,) = actions(at)
    assert isinstance(action, Change)
    at.fight.undo()
    assert at.fight.state.encounter.board.walls == ()


def test_several_edits_are_one_step(at):
    at.take("link")
    at.key(Qt.Key.Key_Return)
    assert list(at.fight.state.encounter.board.links) == ["a-b", "b-c"]
    assert [action.edit for action in actions(at)] == ["together"]


def test_a_refused_edit_takes_no_step_and_is_told(at):
    at.take("zone")
    at.drag((1, 1), (3, 3), (4, 4))
    assert actions(at) == []
    assert "A is there already" in at.told[-1]


def test_a_zone_is_moved_with_who_stands_in_it(at):
    at.select(("zone", "a"))
    at.drag((1.5, 1.5), (1.5, 4), (1.5, 6.5))
    assert at.fight.state.place.outlines["a"][0] == (0, 5)
    assert at.fight.state.fighters["ann"].seat == (3, 8)
    assert len(actions(at)) == 1


def test_a_fighter_is_put_where_it_is_dragged_no_rules_asked(at):
    at.drag((3.5, 3.5), (8, 4), (14.5, 4.5))
    assert at.fight.state.fighters["ann"].seat == (14, 4)
    (action,) = actions(at)
    assert isinstance(action, Put)
    assert at.encounter.fighters["ann"].at == (3, 3)


def test_every_change_by_a_tool_can_be_kept_in_a_file_and_read_again(at):
    at.session.stock = {"thug": profile("thug", name="Thug", wounds=8, side="foes")}
    for tool, gesture, choices in (
        ("zone", [(1, 8), (3, 10), (6, 11)], {}),
        ("wall", [(7, 8), (9, 8), (9, 10)], {}),
        ("wall", [(7, 10), (8, 10)], {"wall.kind": "door"}),
        ("feature", [(10.5, 8.5), (11.5, 9.5)], {"feature.kind": "lift"}),
        ("terrain", [(12.5, 8.5), (15.5, 8.5)], {"terrain.kind": "rubble"}),
        ("terrain", [(12.5, 9.5), (15.5, 9.5)], {"terrain.kind": "dark cloud"}),
        ("traits", [(2, 2), (8, 2)], {"traits.word": "dark"}),
        ("link", [(2, 4), (8, 4)], {"link.kind": "barrier"}),
        ("fighter", [(14.5, 2.5), (14.5, 3.5)], {"fighter.profile": "thug"}),
    ):
        for name, value in choices.items():
            at.choose(name, value)
        at.take(tool)
        at.drag(*gesture)
    assert [action.edit for action in actions(at)] == [
        "add_zone", "add_wall", "add_door", "add_feature", "paint", "lay", "set_traits", "add_link",
        "add_fighter",
    ]  # fmt: skip
    assert ("thug", (14, 3)) in [
        (at.fight.state.encounter.fighters[who].profile, stands.seat)
        for who, stands in at.fight.state.fighters.items()
    ]
    words = play.vocabulary()
    for index, action in enumerate(actions(at), at.before):
        line = json.dumps(words.tagged(action, "action"))
        again = words.from_tagged(json.loads(line), "action")
        before = at.fight.combat.at(index).encounter
        wanted = apply(before, action.edit, **action.arguments)
        assert apply(before, again.edit, **again.arguments) == wanted
