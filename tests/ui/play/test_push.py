"""Moved by force: the chain is drawn before it happens, and taken link by link."""

from PySide6.QtCore import Qt

from desktop.core.rules import events as e
from desktop.core.rules.actions import Force
from desktop.ui.canvas import overlay as ink
from tests.helpers.attacks import someone
from tests.helpers.build import board, encounter, paint, zone
from tests.helpers.on_squares import SLOTS
from tests.ui.play.test_board import CTRL, OFFSCREEN


def yard(*things, space="squares"):
    """Return Ann beside a row of crates that ends at a wall, with Bob and Cid before it."""
    squares = paint("....#", legend={"#": "wall"}, at=(8, 2))
    made = board(zone("a", (0, 0, 16, 6)), size=(16, 6), squares={"ground": squares})
    return encounter(made, *things, space=space, slots=SLOTS if space == "squares" else {})


def people():
    pairs = (
        someone("ann", (2, 2), side="heroes"), someone("bob", (8, 2)), someone("cid", (8, 4)),
    )  # fmt: skip
    return [thing for pair in pairs for thing in pair]


def by_force(hands, dx, dy):
    """Drag Bob so far and say that he is moved by force."""
    start = hands.at("bob")
    hands.drag(start, (start[0] + dx, start[1] + dy), (start[0] + dx, start[1] + dy))
    hands.settle()
    question = hands.tool.menu_open
    question.actions()[1].trigger()
    question.close()
    hands.settle()


def shapes(hands, kind):
    drawn = hands.tool.overlay
    return [] if drawn is None else [each for each in drawn.shapes if isinstance(each, kind)]


@OFFSCREEN
def test_a_push_into_a_wall_is_shown_with_its_harm_and_happens_on_enter(playing):
    hands = playing(yard(*people())).turn("ann")
    before = len(hands.steps)
    by_force(hands, 6, 0)
    assert len(hands.steps) == before, "nothing has happened yet"
    (way,) = shapes(hands, ink.Way)
    assert way.squares[-1] == (11, 2), "the wall stops it"
    assert hands.tool.status.endswith("Enter moves it · Esc stops here")
    hands.key(Qt.Key.Key_Return)
    hands.settle()
    assert isinstance(hands.steps[before].action, Force) or hands.fight.exchange is not None


@OFFSCREEN
def test_esc_stops_the_chain_without_a_trace(playing):
    hands = playing(yard(*people())).turn("ann")
    before = len(hands.steps)
    by_force(hands, 6, 0)
    hands.key(Qt.Key.Key_Escape)
    assert hands.tool.chain.push is None
    assert shapes(hands, ink.Way) == []
    assert len(hands.steps) == before


@OFFSCREEN
def test_several_have_numbers_in_the_order_of_clicking_and_go_one_after_another(playing):
    hands = playing(yard(*people())).turn("ann")
    hands.click(hands.at("cid"), held=CTRL)
    hands.click(hands.at("bob"), held=CTRL | Qt.KeyboardModifier.ShiftModifier)
    before = len(hands.steps)
    by_force(hands, 2, 0)
    assert [(mark.text, mark.square) for mark in shapes(hands, ink.Mark)] == [
        ("1", (8, 4)), ("2", (8, 2)),
    ]  # fmt: skip
    hands.key(Qt.Key.Key_Return)
    assert [step.action.who for step in hands.steps[before:]] == ["cid"]
    assert [mark.text for mark in shapes(hands, ink.Mark)] == ["2"]
    hands.key(Qt.Key.Key_Return)
    assert [step.action.who for step in hands.steps[before:]] == ["cid", "bob"]
    assert hands.state.fighters["bob"].seat == (10, 2)
    assert hands.tool.chain.push is None


@OFFSCREEN
def test_control_and_enter_take_the_whole_chain(playing):
    hands = playing(yard(*people())).turn("ann")
    hands.click(hands.at("cid"), held=CTRL)
    hands.click(hands.at("bob"), held=CTRL | Qt.KeyboardModifier.ShiftModifier)
    before = len(hands.steps)
    by_force(hands, 2, 0)
    hands.key(Qt.Key.Key_Return, CTRL)
    hands.settle()
    assert [step.action.who for step in hands.steps[before:]] == ["cid", "bob"]


@OFFSCREEN
def test_a_plain_push_happens_at_once(playing):
    hands = playing(yard(*people(), space="zones")).turn("ann")
    before = len(hands.steps)
    by_force(hands, 2, 2)
    assert [type(step.action) for step in hands.steps[before:]] == [Force]
    assert hands.facts(e.Moved)
