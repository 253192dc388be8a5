"""Moved by force: the chain is drawn before it happens, and taken link by link."""

from PySide6.QtCore import Qt

from desktop.core.model.words import Square
from desktop.core.rules import events as e
from desktop.core.rules.actions import Force
from desktop.core.rules.foresee import foreseen
from desktop.ui.canvas import overlay as ink
from desktop.ui.menus.headlines import headline
from desktop.ui.tools.play_push import told
from tests.helpers.attacks import someone
from tests.helpers.build import board, encounter, paint, zone
from tests.helpers.on_squares import SLOTS, grid, person
from tests.ui.play.players import BY_HAND
from tests.ui.play.test_board import OFFSCREEN
from tests.ui.tools.hands import CTRL, SHIFT


def yard(*things, space="squares"):
    """Return Ann beside a row of crates that ends at a wall, with Bob and Cid before it."""
    squares = paint("....#", legend={"#": "wall"}, at=(8, 2))
    made = board(zone("a", (0, 0, 16, 6)), size=(16, 6), squares={"ground": squares})
    slots = SLOTS if space == "squares" else {}
    return encounter(made, *things, space=space, slots=slots)


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
    question = hands.tool.question.menu
    question.actions()[1].trigger()
    question.close()
    hands.settle()


def choose(hands, *several):
    for who in several:
        hands.click(hands.at(who), held=SHIFT)


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
    choose(hands, "cid", "bob")
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
    choose(hands, "cid", "bob")
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


@OFFSCREEN
def test_shift_and_click_chooses_several_who_get_numbers_and_are_all_carried(playing):
    hands = playing(yard(*people())).turn("ann")
    choose(hands, "cid", "bob")
    assert hands.fight.exchange is None, "a foe is chosen, not attacked"
    assert [mark.text for mark in shapes(hands, ink.Mark)] == ["1", "2"]
    assert "all are moved in this order" in hands.tool.status
    hands.pull(hands.at("bob"), (10.5, 2.5))
    assert [way.squares for way in shapes(hands, ink.Way)] == [
        ((8, 4), (10, 4)), ((8, 2), (10, 2)),
    ]  # fmt: skip
    assert all(way.pointed for way in shapes(hands, ink.Way))


@OFFSCREEN
def test_the_harm_of_every_link_is_drawn_before_a_die_falls(playing):
    hands = playing(yard(*people())).turn("ann")
    by_force(hands, 6, 0)
    (way,) = shapes(hands, ink.Way)
    assert way.text.replace("\n", " ").startswith("6 wounds (against wall, 3 squares left)")
    assert "d10: Where bob is hit" in hands.tool.status


def test_no_harm_is_named_where_a_push_may_end_in_too_many_ways():
    def seen(reading):
        people = person("A", (0, 0), size="large"), person("B", (3, 0)), person("C", (3, 1))
        made = grid(people=people, rulings={"hit_location_table": reading})
        return told(foreseen(made.book, made.state, Force(who="A", to=Square(5, 0))))

    assert seen("core table").startswith("4 wounds (into B and C) · B 4 wounds · C 4 wounds · d10")
    assert seen("gm types") == "harm not known beforehand · asks: Where A is hit"


@OFFSCREEN
def test_the_log_says_where_one_came_to_and_not_where_it_was_sent(playing):
    hands = playing(yard(*people())).turn("ann")
    by_force(hands, 6, 0)
    before = hands.state
    hands.key(Qt.Key.Key_Return)
    assert headline(before, hands.last).startswith("bob is moved to a (11, 2): bob 6 wounds")


@OFFSCREEN
def test_a_chain_goes_on_behind_a_link_that_was_rolled_for(playing):
    hands = playing(yard(*people(), *BY_HAND.values())).turn("ann")
    choose(hands, "bob", "cid")
    before = len(hands.steps)
    by_force(hands, 6, 0)
    assert [mark.text for mark in shapes(hands, ink.Mark)] == ["1", "2"], "who waits is drawn too"
    hands.key(Qt.Key.Key_Return, CTRL)
    assert hands.fight.exchange is not None, "where Bob is hit"
    hands.enter()
    assert [step.action.who for step in hands.steps[before:]] == ["bob", "cid"]
    assert hands.tool.chain.push is None


@OFFSCREEN
def test_undo_in_the_middle_of_a_chain_brings_its_link_back(playing):
    hands = playing(yard(*people())).turn("ann")
    choose(hands, "cid", "bob")
    before = len(hands.steps)
    by_force(hands, 2, 0)
    hands.key(Qt.Key.Key_Return)
    hands.fight.undo()
    assert [mark.text for mark in shapes(hands, ink.Mark)] == ["1", "2"]
    hands.fight.redo()
    assert [mark.text for mark in shapes(hands, ink.Mark)] == ["2"]
    hands.fight.undo()
    hands.key(Qt.Key.Key_Return)
    hands.key(Qt.Key.Key_Escape)
    assert [step.action.who for step in hands.steps[before:]] == ["cid"]
    hands.fight.undo()
    assert hands.tool.chain.push is None, "Esc let go of it"
