"""Card, log, what is due, and the action bar: the GM's word on everything, from the keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from desktop.core.model.encounter import Clock, Cue
from desktop.core.model.moments import Moment, Say
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, Change, Decree, EndTurn, Settle, Write
from desktop.core.rules.questions import Question
from desktop.ui.menus.headlines import headline
from desktop.ui.menus.offers import NOT_NOW, by_subject
from desktop.ui.panels.action_bar import shared_words
from desktop.ui.session import Ref
from tests.helpers.build import board, encounter, link, zone
from tests.ui.play.players import BY_HAND, duel, focus, someone

OFFSCREEN = pytest.mark.qt_log_ignore("does not support")
"""Without a screen Qt says of every menu that it cannot raise it."""

# The card


def test_the_card_shows_whoever_acts_or_else_is_selected(ann):
    assert ann.card.name.text() == "ANN"
    ann.session.select([Ref("fighter", "bob")])
    assert ann.card.name.text() == "BOB"
    assert ann.card.near.text() == "Within reach: ann"
    assert ann.card.zone.text() == "a"
    there = ann.state.fighters["bob"]
    ann.fight.take(Decree(facts=(
        e.Moved(who="bob", level=there.level, to=there.seat, how="put", above=6),
    )))  # fmt: skip
    assert ann.card.zone.text() == "a, 6 m up"
    ann.session.select([])
    assert ann.card.name.text() == "ANN"


@pytest.mark.parametrize(
    ("sign", "digits", "wounds"), [("-", "7", 17), ("+", "3", 7), ("-", "99", 30), ("+", "99", 0)]
)
def test_a_signed_number_and_enter_change_the_wounds_of_those_selected(
    playing, sign, digits, wounds
):
    hands = playing(duel(foe={"starts": {"wounds": 10}})).turn("ann")
    hands.session.select([Ref("fighter", "bob"), Ref("fighter", "cid")])
    hands.card.begin_wounds(sign)
    hands.type(digits)
    hands.enter()
    assert {hands.state.fighters[who].wounds for who in ("bob", "cid")} == {wounds}
    assert isinstance(hands.last.action, Decree)
    assert hands.state.fighters["ann"].wounds == 0
    assert not hands.card.field.isVisible()


def test_a_change_of_wounds_that_changes_nothing_says_so(playing):
    hands = playing(duel(foe={"starts": {"wounds": 30}})).turn("ann")
    hands.session.select([Ref("fighter", "bob")])
    steps, told = len(hands.steps), []
    hands.session.told.connect(told.append)
    hands.card.begin_wounds("-")
    hands.type("4")
    hands.enter()
    assert len(hands.steps) == steps
    assert told == ["Nothing changes: wounds go from none to the maximum."]


def test_the_field_for_wounds_says_what_its_signs_mean_and_what_they_come_to(playing):
    hands = playing(duel(foe={"starts": {"wounds": 10}})).turn("ann")
    hands.session.select([Ref("fighter", "bob")])
    hands.card.begin_wounds("-")
    says = hands.card.wounds_say
    assert says.isVisible()
    assert says.text() == "Wounds of bob: − hurts, + heals, = sets"
    hands.type("7")
    assert says.text() == "bob: 10 → 17 of 30"
    hands.press_key(Qt.Key.Key_Escape)
    assert not says.isVisible()


def test_escape_leaves_the_wounds_as_they_are(ann):
    before = ann.fight.combat
    ann.card.begin_wounds("-")
    ann.type("5")
    ann.press_key(Qt.Key.Key_Escape)
    assert ann.fight.combat is before
    assert not ann.card.field.isVisible()


def test_a_change_of_wounds_is_left_with_a_click_on_the_board(ann):
    before = ann.fight.combat
    ann.card.begin_wounds("-")
    ann.type("5")
    ann.click(ann.at("bob"))
    assert not ann.card.field.isVisible()
    assert ann.fight.combat is before


def test_a_line_of_the_log_tells_of_all_whose_wounds_were_changed_at_once(ann):
    before = ann.state
    facts = tuple(e.WoundsSet(who=who, total=4) for who in ("bob", "cid"))
    ann.fight.take(Decree(facts=facts))
    assert headline(before, ann.last) == "bob has 4 wounds, cid has 4 wounds"


def test_conditions_come_grow_graver_and_go(ann):
    def step(name):
        menu = ann.card.condition_menu()
        action = next(each for each in menu.actions() if each.text().startswith(name))
        action.trigger()

    ann.session.select([Ref("fighter", "bob")])
    before = ann.state
    step("bleeding")
    assert headline(before, ann.last) == "bob is bleeding: minor"
    assert ann.state.fighters["bob"].conditions["bleeding"].tier == "minor"
    step("bleeding")
    assert ann.state.fighters["bob"].conditions["bleeding"].tier == "major"
    chip = next(each for each in ann.card.chips.shown if each.text() == "bleeding major")
    step("bleeding")
    assert "bleeding" not in ann.state.fighters["bob"].conditions
    ann.fight.undo()
    chip = next(each for each in ann.card.chips.shown if each.text() == "bleeding major")
    ann.press_widget(chip)
    assert "bleeding" not in ann.state.fighters["bob"].conditions


def test_where_the_board_has_no_zones_the_card_speaks_of_none(playing):
    things = [*someone("ann", (1, 1), side="heroes"), *someone("bob", (5, 1))]
    hands = playing(encounter(board(size=(12, 6)), *things)).turn("ann")
    assert hands.card.line.zone == ""
    assert not hands.card.zone.isVisibleTo(hands.card)


def test_a_spent_action_is_given_back_with_a_click(playing):
    hands = playing().turn("ann")
    hands.click(hands.in_zone("b"))
    hands.click(hands.in_zone("b"))
    assert hands.state.fighters["ann"].left["move"] == 0
    hands.press_widget(hands.card.findChild(object, "dot move"))
    assert hands.state.fighters["ann"].left["move"] == 1


# The log


def test_the_log_has_a_line_a_step_and_its_sentences_below(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("1281")
    ann.enter()
    item = ann.log.tree.topLevelItem(len(ann.steps) - 1)
    assert item.text(0).startswith("ann strikes bob: ")
    assert "wound" in item.text(0)
    below = [item.child(i).text(0) for i in range(item.childCount())]
    assert any("12 against 45, passes" in line for line in below)


def test_a_click_on_a_line_shows_the_board_as_it_stood_then(playing):
    hands = playing().turn("ann")
    turn = len(hands.steps) - 1
    hands.click(hands.in_zone("b"))
    hands.click(hands.in_zone("b"))
    tree = hands.log.tree
    hands.press_at(tree.viewport(), tree.visualItemRect(tree.topLevelItem(turn)).center())
    assert hands.fight.looking_back
    assert hands.state.zone_of("ann") == "a"
    assert hands.log.past.isVisible()
    hands.press_widget(hands.log.back)
    assert not hands.fight.looking_back
    assert not hands.log.past.isVisible()


def test_undone_steps_stay_in_the_log_until_something_else_happens(playing):
    hands = playing().turn("ann")
    hands.fight.take(Write(text="first"))
    many = hands.log.tree.topLevelItemCount()
    kept = hands.log.tree.topLevelItem(many - 2)
    hands.fight.undo()
    assert hands.log.tree.topLevelItemCount() == many
    hands.fight.take(Write(text="second"))
    assert hands.log.tree.topLevelItemCount() == many
    assert hands.log.tree.topLevelItem(many - 2) is kept
    assert hands.log.tree.topLevelItem(many - 1).text(0) == "“second”"


def test_the_log_follows_undo_to_the_beginning_and_redo_to_the_end(ann):
    for number in range(30):
        assert ann.fight.take(Write(text=f"line {number}"))
    tree = ann.log.tree

    def in_view():
        item = tree.topLevelItem(ann.fight.combat.cursor - 1)
        return tree.viewport().rect().contains(tree.visualItemRect(item))

    for go in (*[ann.fight.undo] * 30, *[ann.fight.redo] * 30):
        go()
        ann.settle()
        assert in_view()


def test_the_gms_own_line_is_written_and_can_become_a_cue(ann):
    ann.log.focus_line()
    ann.type("The lights flicker")
    ann.enter()
    assert ann.last.action == Write(text="The lights flicker")
    ann.type("round 3: steam vents")
    ann.press_widget(ann.log.cue)
    assert isinstance(ann.last.action, Change)
    (cue,) = ann.state.encounter.cues.values()
    assert (cue.text, str(cue.when)) == ("steam vents", "start of round 3")
    assert [line.when for line in ann.due.lines if line.says == "steam vents"] == ["round 3"]
    assert ann.session.encounter.cues == {}  # the document is untouched


def test_a_cue_that_comes_is_read_out_in_the_log_and_is_past(playing):
    bell = Cue(id="bell", name="Bell", when=Moment("start of round", 2), text="It tolls twice.")
    hands = playing(duel(also=[bell])).turn("ann")

    def row():
        rows = hands.order.findChildren(QWidget, "cue bell")
        return next(each.toolTip() for each in rows if each.isVisible())

    assert row() == "Bell: round 2"
    while hands.state.round < 2:
        hands.fight.take(EndTurn() if hands.state.acting else BeginTurn())
        hands.settle()
    tree = hands.log.tree
    line = tree.topLevelItem(tree.topLevelItemCount() - 1)
    says = [line.child(index) for index in range(line.childCount()) if line.isExpanded()]
    (read,) = [each for each in says if each.text(0) == "It tolls twice."]
    assert tree.viewport().rect().contains(tree.visualItemRect(read))
    assert row() == "Bell: past"
    hands.fight.undo()
    hands.settle()
    assert row() == "Bell: round 2"


# What is due


@pytest.fixture
def burning(playing):
    things = [
        thing
        for pair in (someone("ann", "b", side="heroes"), someone("bob", "a"))
        for thing in pair
    ]
    there = board(
        zone("a", (0, 0, 8, 6), traits=["minor hazard"]), zone("b", (8, 0, 8, 6)), link("a", "b"),
        size=(16, 6),
    )  # fmt: skip
    late = Cue(
        id="late", text="They come", when=Moment("start of round", 2), do=(Say(say="Here!"),)
    )
    clock = Clock(id="alarm", size=4, ticks=Moment("end of round"))
    return playing(encounter(there, *things, late, clock)).turn("ann")


def test_where_nothing_is_due_it_says_so(ann, burning):
    assert ann.due.lines == ()
    assert ann.due.nothing.isVisible()
    assert not burning.due.nothing.isVisible()


def test_what_is_due_stands_in_order_and_s_skips_the_first(burning):
    assert [line.key for line in burning.due.lines] == [
        "hazard|bob|a", "clock:alarm", "cue:late",
    ]  # fmt: skip
    burning.due.skip_current()
    assert burning.last.action == Settle(due="hazard|bob|a")
    assert burning.due.lines[0].skipped
    burning.fight.next_turn()
    assert burning.state.fighters["bob"].wounds == 0
    told = [burning.log.tree.topLevelItem(i).text(0) for i in range(len(burning.steps))]
    assert any("skip" in line.lower() for line in told)


def test_down_chooses_another_line_and_a_lets_it_come_now(burning):
    burning.due.setFocus()
    burning.press_key(Qt.Key.Key_Down)
    burning.press_key(Qt.Key.Key_Down)
    assert burning.due.current.key == "cue:late"
    burning.due.apply_current()
    assert burning.facts(e.Said)[0].text == "They come"


def test_a_skipped_line_is_taken_back_with_a(burning):
    burning.due.skip_current()
    burning.due.setFocus()
    burning.press_key(Qt.Key.Key_Up)
    burning.press_key(Qt.Key.Key_Up)
    burning.due.apply_current()
    assert not burning.due.lines[0].skipped
    burning.fight.next_turn()
    assert burning.state.fighters["bob"].wounds > 0


def test_a_roll_that_is_open_goes_on_when_something_else_is_settled(burning):
    burning.fight.take(Decree(facts=(e.Related(kind="reach", one="ann", other="bob"),)))
    burning.click(burning.at("bob"))
    action = burning.fight.exchange.action
    burning.due.skip_current()
    assert burning.fight.exchange.action is action
    assert burning.due.lines[0].skipped


# The action bar


def test_offers_keep_their_places_and_say_why_not(playing):
    hands = playing().turn("ann")
    places = {button.number: button.offer for button in hands.bar.buttons if button.offer}
    assert places[1].key == "move"
    assert places[4].key == "strike:sword"
    hands.bar.trigger(5)  # takes aim, the Action is spent
    assert hands.bar.buttons[3].offer.key == "strike:sword"
    assert "ann has no Action left." in hands.bar.buttons[3].toolTip()
    before = hands.fight.combat
    hands.press_widget(hands.bar.buttons[3])
    assert hands.fight.combat is before
    assert hands.fight.armed == ""
    assert hands.told[-1] == "ann has no Action left."


def test_an_offer_is_armed_by_its_button_and_put_down_by_escape(playing):
    hands = playing().turn("ann")
    hands.press_widget(hands.bar.buttons[2])
    assert hands.fight.armed == "shoot:rifle"
    hands.view.setFocus()
    hands.esc()
    assert hands.fight.armed == ""


def test_the_rest_is_behind_more_possible_or_not(playing):
    hands = playing().turn("ann")
    hands.bar.trigger(5)
    menu = hands.bar.menu()
    texts = [action.text().partition("\t")[0] for action in menu.actions()]
    assert "Help" not in texts
    below = next(action.menu() for action in menu.actions() if action.text() == NOT_NOW)
    refused = next(action.menu() for action in below.actions() if action.text() == "Help")
    assert refused.actions()[0].text() == "ann has no Action left."


@OFFSCREEN
def test_what_is_behind_more_is_found_by_typing(playing):
    hands = playing().turn("ann")
    menu = hands.bar.menu()
    menu.stands_on_foot = True
    menu.popup(hands.bar.mapToGlobal(hands.bar.rect().topLeft()))
    high, foot = menu.height(), menu.geometry().bottom()
    QTest.keyClicks(menu, "overw")
    assert menu.height() < high
    assert menu.geometry().bottom() == foot
    assert menu.findChild(QLabel, "typed").text() == "overw"
    shown = [action.text() for action in menu.actions() if action.isVisible()]
    assert [text.partition(":")[0] for text in shown[1:]] == ["Overwatch"]
    for _ in "overw":
        QTest.keyClick(menu, Qt.Key.Key_Backspace)
    assert all(action.isVisible() for action in menu.actions())
    QTest.keyClicks(menu, "help")
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert hands.fight.armed == "help"


def test_the_digits_of_an_open_die_go_before_the_action_bar(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.view.setFocus()
    ann.bar.trigger(3)
    assert ann.fight.armed == ""
    QTest.keyClick(focus(), "2")
    assert 32 in [answer.value for answer in ann.fight.exchange.answers.values()]


def test_dice_of_the_foes_are_the_programs_unless_the_side_says_otherwise(playing):
    hands = playing(duel(sides={"heroes": BY_HAND["heroes"]})).turn("ann").close("ann", "bob")
    hands.click(hands.at("bob"))
    hands.settle()
    hands.type("32")
    assert hands.fight.exchange.question is None


def choose_condition(hands, name, held=Qt.KeyboardModifier.NoModifier):
    """Type a condition in the card's menu and take it."""
    hands.card.conditions()
    for letter in name:
        QTest.keyClick(QApplication.activePopupWidget(), letter)
    QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_Return, held)
    hands.settle()


@OFFSCREEN
def test_a_condition_by_hand_goes_by_the_book_for_all_who_are_selected(ann):
    ann.session.select([Ref("fighter", "ann"), Ref("fighter", "bob")])
    choose_condition(ann, "stun")
    assert isinstance(ann.fight.exchange.question, Question)
    ann.fight.answer(3)
    ann.fight.answer(2)
    ann.fight.apply()
    for who, rounds in (("ann", 3), ("bob", 2)):
        until = ann.state.fighters[who].conditions["stunned"].until
        assert (until.who, until.round) == (who, ann.state.round + rounds - (who == "bob"))
    ann.fight.undo()
    assert not ann.state.fighters["ann"].conditions


@OFFSCREEN
def test_with_control_a_condition_is_the_bare_word_of_the_gm(ann):
    ann.session.select([Ref("fighter", "bob")])
    choose_condition(ann, "stun", Qt.KeyboardModifier.ControlModifier)
    assert isinstance(ann.last.action, Decree)
    assert ann.state.fighters["bob"].conditions["stunned"].until is None


def test_one_key_after_the_other_says_where_the_people_of_a_lost_zone_go(ann):
    gone = Change(edit="remove", arguments={"things": [["zone", "a"]]})
    assert not ann.fight.take(gone)
    ann.settle()
    ann.type("12")
    assert ann.fight.exchange.question is None
    ann.enter()
    assert "a" not in ann.state.encounter.board.zones
    assert [ann.state.zone_of(who) for who in ("ann", "bob")] == ["b", "c"]


def test_the_rest_is_divided_by_what_it_is_about(playing):
    hands = playing().turn("ann")
    parts = by_subject(hands.bar.offers)
    assert [subject for subject, _ in parts] == [
        "Attacks",
        "Movement",
        "Guarding and helping",
        "Things",
        "Other",
    ]
    assert sum(len(several) for _, several in parts) == len(hands.bar.offers)
    assert "Grapple" in [offer.says for offer in dict(parts)["Attacks"]]
    texts = [action.text() for action in hands.bar.menu().actions()]
    assert texts.index("ATTACKS") < texts.index("MOVEMENT") < texts.index("OTHER")


def test_many_ways_of_doing_one_thing_fold_behind_more(playing):
    menu = playing().turn("ann").bar.menu()
    folded = next(action.menu() for action in menu.actions() if action.text() == "Overwatch")
    assert "any Action\tAction" in [action.text() for action in folded.actions()]
    assert shared_words(["Put away Hand cannon", "Put away Handbow"]) == "Put away "
    assert not shared_words(["Hand cannon into the off hand", "Handbow into the off hand"])
