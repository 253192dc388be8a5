"""What a GM stumbles over on the first evening, with real keys and clicks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.encounter import Member
from desktop.core.model.moments import Hide
from desktop.core.rules import events as e
from desktop.core.rules.actions import Change, Decree, Do, Read, Walk, Write
from desktop.ui import theme
from desktop.ui.canvas import overlay as ink
from desktop.ui.fight import DROPPED
from desktop.ui.menus.verb import Context
from desktop.ui.menus.verbs.fight import VERBS
from desktop.ui.panels.action_bar import narrowed, two_lines
from desktop.ui.panels.roll_rows import TallyRow
from desktop.ui.session import Ref
from tests.helpers.build import board, encounter, group, link, row, zone
from tests.ui.play.players import BY_HAND, duel, someone

OFFSCREEN = pytest.mark.qt_log_ignore("does not support")

# A roll that is open


def with_open_roll(ann):
    ann.heard = []
    ann.fight.told.connect(ann.heard.append)
    ann.click(ann.at("bob"))
    assert ann.fight.exchange is not None
    return ann


def line_of(hands, place, text):
    menu = hands.tool.menu(hands.view.event_at(hands.px(place)))
    everything = [*menu.actions()]
    everything += [deep for each in everything if each.menu() for deep in each.menu().actions()]
    return next(each for each in everything if each.text().startswith(text))


def test_going_from_the_menu_drops_the_roll_that_is_open_and_says_so(ann):
    with_open_roll(ann)
    before = len(ann.steps)
    line_of(ann, ann.in_zone("b"), "Move to b").trigger()
    assert ann.fight.exchange is None
    assert ann.heard == [DROPPED]
    assert ann.state.zone_of("ann") == "b"
    ann.view.setFocus()
    ann.enter()
    assert len(ann.steps) == before + 1  # Enter applies nothing that was dropped


def test_what_is_done_all_the_same_drops_the_roll_that_is_open(ann):
    with_open_roll(ann)
    line = line_of(ann, ann.at("cid"), "Strike: sword")
    line.menu().actions()[-1].trigger()
    assert ann.heard == [DROPPED]
    assert ann.fight.exchange.action.target == "cid"
    ann.fight.apply()
    assert not any(fact.target == "bob" for fact in ann.facts(e.Tested))


@pytest.mark.parametrize(
    "beside",
    [
        Read(ruling="adv_excess_step", reading="none"), Write(text="A bell"),
        Decree(facts=(e.CounterSet(side="heroes", counter="superiority", value=2),)),
        Change(edit="set_traits", arguments={"zones": ["a"], "add": ["dark"]}),
        Do(effects=(Hide(hide=("cid",)),)),
    ],
    ids=lambda action: type(action).__name__,
)  # fmt: skip
def test_what_the_gm_does_beside_an_open_roll_leaves_it_with_its_dice(ann, beside):
    with_open_roll(ann)
    ann.type("32")
    assert ann.fight.take(beside)
    assert [answer.value for answer in ann.fight.exchange.answers.values()] == [32]
    assert ann.heard == []
    ann.fight.apply()
    assert ann.tests[0].face == 32


def test_the_next_turn_drops_the_roll_that_is_open(ann):
    with_open_roll(ann)
    ann.fight.next_turn()
    assert ann.fight.exchange is None
    assert set(ann.heard) == {DROPPED}
    assert ann.state.actor != "ann"


def test_what_is_refused_leaves_the_roll_open(ann):
    with_open_roll(ann)
    exchange = ann.fight.exchange
    assert not ann.fight.take(Walk(who="ann", to="nowhere"))
    assert ann.fight.exchange is exchange
    assert ann.heard == []


# Where a click sends somebody


def test_a_way_ends_on_the_very_square_that_is_clicked(playing):
    hands = playing().turn("ann")
    place = hands.in_zone("b")
    hands.click(place)
    assert hands.shape(ink.Way) is not None
    hands.click(place)
    assert tuple(hands.state.fighters["ann"].seat) == tuple(int(each) for each in place)


def test_a_click_next_to_somebody_means_the_zone_not_their_reach(playing):
    hands = playing().turn("ann")
    x, y = hands.at("cid")
    hands.click((x + 1, y))
    hands.click((x + 1, y))
    assert hands.state.zone_of("ann") == "b"
    assert not hands.fight.book.space.in_reach(hands.state, "ann", "cid")


# The one who acts lies on top


def test_the_acting_one_is_drawn_on_top_of_a_stack_and_pressed_first(playing):
    made = duel(also=someone("eve", "a", side="heroes"))
    hands = playing(made).turn("ann")
    seat = hands.state.fighters["eve"].seat
    facts = (e.Moved(who="ann", how="put", level=hands.state.fighters["eve"].level, to=seat),)
    hands.fight.take(Decree(facts=facts))
    hands.settle()
    items = {item.look.id: item for item in hands.canvas.scene.tokens()}
    assert items["ann"].raised > max(item.raised for who, item in items.items() if who != "ann")
    under = [ref for ref in hands.view.under((seat.x + 0.5, seat.y + 0.5)) if ref.kind == "fighter"]
    assert under[0] == Ref("fighter", "ann")


# Conditions by typing


@OFFSCREEN
def test_typing_the_name_of_a_condition_and_enter_brings_it(ann):
    ann.session.select([Ref("fighter", "bob")])
    turn = ann.state.acting
    ann.card.conditions()
    for letter in "prone":
        QTest.keyClick(QApplication.activePopupWidget(), letter)
    QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_Return)
    ann.settle()
    assert set(ann.state.fighters["bob"].conditions) == {"prone"}
    assert ann.state.acting == turn
    log = ann.log.tree
    assert log.topLevelItem(log.topLevelItemCount() - 1).text(0) == "bob is prone"
    assert QApplication.activePopupWidget() is None


@OFFSCREEN
def test_a_letter_that_fits_no_condition_is_left_out(ann):
    ann.session.select([Ref("fighter", "bob")])
    ann.card.conditions()
    menu = QApplication.activePopupWidget()
    for letter in "stun!":
        QTest.keyClick(menu, letter)
    assert menu.typed == "stun"
    assert menu.activeAction().text().startswith("stunned")
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert not ann.state.fighters["bob"].conditions


# A group's turn


@pytest.fixture
def gang(playing):
    """Return a fight in which three of a group act, on Bob's first square within reach of A."""
    _one, figures = someone("lead", "a", side="heroes")
    loaders = group("loaders", 3, profile=figures.id, side="heroes", at="a")
    made = encounter(row("a", "b"), figures, loaders, *someone("bob", "a"), *BY_HAND.values())
    return playing(made).turn("loaders").close("loaders/A", "bob")


def strike_and_apply(hands):
    hands.click(hands.at("bob"))
    hands.fight.apply()
    hands.settle()


def test_the_next_of_a_group_acts_when_one_has_spent_its_action(gang):
    heard = []
    gang.fight.told.connect(heard.append)
    assert gang.state.actor == "loaders/A"
    strike_and_apply(gang)
    assert gang.state.actor == "loaders/B"
    assert heard == ["loaders B acts; N ends the group's turn."]
    assert gang.fight.result is not None  # the numbers stay in view


def test_undo_takes_the_attack_back_together_with_passing_on(gang):
    before = len(gang.steps)
    strike_and_apply(gang)
    gang.fight.undo()
    assert (gang.state.actor, len(gang.steps)) == ("loaders/A", before)
    gang.fight.redo()
    assert gang.state.actor == "loaders/B"


def test_the_button_says_how_many_have_not_acted(gang):
    context = Context(session=gang.session, hand=gang.hand)
    verb = next(each for each in VERBS if each.id == "fight.next")
    assert verb.label(context) == "Next turn (3 have not acted)"
    strike_and_apply(gang)
    assert verb.label(context) == "Next turn (2 have not acted)"


def test_going_alone_leaves_the_turn_with_the_one_who_went(gang):
    place = gang.in_zone("b")
    gang.click(place)
    gang.click(place)
    assert gang.state.zone_of("loaders/A") == "b"
    assert gang.state.actor == "loaders/A"


# The right click on a zone


def beyond_a_barrier(playing):
    there = board(
        zone("a", (0, 0, 8, 8), name="Dock"), zone("b", (8, 0, 8, 8), name="West"),
        link("a", "b", "barrier", id="old-names"), size=(16, 8),
    )  # fmt: skip
    made = encounter(there, *someone("ann", "a", side="heroes"), *someone("bob", "b"))
    return playing(made).turn("ann")


def test_the_menu_of_a_zone_offers_crossing_the_barrier_by_the_names_of_its_ends(playing):
    hands = beyond_a_barrier(playing)
    line_of(hands, hands.in_zone("b"), "Cross the barrier between Dock and West").trigger()
    assert hands.fight.exchange is not None
    assert type(hands.fight.exchange.action).__name__ == "CrossBarrier"


def test_ways_that_are_said_alike_say_what_they_cost(playing):
    hands = beyond_a_barrier(playing)
    menu = hands.tool.menu(hands.view.event_at(hands.px(hands.in_zone("b"))))
    texts = [each.text() for each in menu.actions() if each.text()]
    assert len(set(texts)) == len(texts)
    assert {"Move to West (not now)", "Run to West (not now)"} <= set(texts)


# Looking back


def test_home_in_the_log_returns_to_now(ann):
    ann.click(ann.at("bob"))
    ann.fight.apply()
    ann.log.tree.setCurrentItem(ann.log.tree.topLevelItem(0))
    ann.log.tree.setFocus()
    ann.enter()
    assert ann.fight.looking_back
    ann.press_key(Qt.Key.Key_Home)
    assert not ann.fight.looking_back
    ann.log.tree.setFocus()
    ann.press_key(Qt.Key.Key_Home)  # with now in view it is the list's own
    assert ann.log.tree.currentItem() is ann.log.tree.topLevelItem(0)


# Digits over what the program rolled


def test_digits_type_over_the_dice_that_the_program_rolled_as_they_fell(playing):
    hands = playing(duel(sides={})).turn("ann").close("ann", "bob")
    hands.click(hands.at("bob"))
    exchange = hands.fight.exchange
    assert exchange.question is None
    first = next(key for key, answer in exchange.answers.items() if answer.by == "program")
    hands.view.setFocus()
    hands.type("21")
    answer = hands.fight.exchange.answers[first]
    assert (answer.value, answer.by) == (21, "hand")


# Narrow buttons


def test_a_name_without_room_on_a_button_stands_on_two_lines(ann):
    font = theme.badge_font(ann.bar.font())
    assert two_lines("Take Cover", font, 400) is None
    assert two_lines("Take Cover", font, 40) == ("Take", "Cover")
    assert two_lines("Dodge", font, 10) is None


def test_a_weapon_with_a_bit_too_long_a_name_is_written_narrower_and_whole():
    font = QFont("Sans", 9)
    wide = QFontMetrics(font).horizontalAdvance("Throwing knife")
    fits = narrowed(font, "Throwing knife", wide - 12)
    assert QFontMetrics(fits).horizontalAdvance("Throwing knife") <= wide - 12
    assert narrowed(font, "Throwing knife", wide // 2) == font, "that is cut instead"


def test_a_long_heading_of_a_roll_wraps_and_makes_its_row_higher(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    row = next(each for each in ann.roll.shown if isinstance(each, TallyRow))
    row.says.say("Ranged (long guns)")
    ann.settle()
    low = row.height()
    text = "Athletics (climbing) past the barrier between the Dock of the North and the Büro West"
    row.says.say(text)
    ann.settle()
    assert row.says.text() == text
    assert row.height() > low
    assert row.says.height() >= row.says.heightForWidth(row.says.width())


# Names


def test_a_member_with_a_name_of_its_own_goes_by_the_letters_of_that_name(playing):
    _one, figures = someone("lead", "a", side="heroes")
    gang = group(
        "gang", 2, "a", profile=figures.id, side="heroes", members={"A": Member(name="Boss Grimm")}
    )
    hands = playing(encounter(row("a", "b"), figures, gang, *BY_HAND.values()))
    looks = {item.look.id: item.look for item in hands.canvas.scene.tokens()}
    assert (looks["gang/A"].initials, looks["gang/A"].letter) == ("BG", "")
    assert (looks["gang/B"].initials, looks["gang/B"].letter) == ("Ga", "B")
