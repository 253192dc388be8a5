"""The order: clicks only select, drags and keys move an entry; clocks, counters and cues below."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from desktop.core.model.encounter import Clock, Cue, Goal, Side
from desktop.core.rules.actions import BeginTurn, Decree, EndTurn, SetOrder, TakeOver, Write
from desktop.core.rules.events import BudgetSet, LeftBoard
from desktop.ui.menus.one_line import OneLine
from desktop.ui.session import Ref
from tests.helpers.build import board, encounter, group, level, link, profile, row, zone
from tests.ui.play.players import duel, someone

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def gang(playing):
    figures = profile("ganger", wounds=9, initiative=3, skills={"melee": 35})
    made = encounter(
        row("a", "b"), *someone("ann", "b", side="heroes", initiative=6), figures,
        group("gang", 3, "a", profile="ganger"),
        Clock(id="alarm", size=4), Cue(id="steam", text="Steam vents"),
        Side(id="heroes", counters={"superiority": 2}),
    )  # fmt: skip
    return playing(made)


def lines(hands):
    return {line.id: line for line in hands.order.list.lines}


def entries(hands):
    return [line.id for line in hands.order.list.lines]


def test_it_says_who_acts_who_is_next_and_who_is_out(gang):
    assert entries(gang) == ["ann", "gang"]
    assert lines(gang)["ann"].mark == "next"
    gang.fight.next_turn()
    assert lines(gang)["ann"].acting
    assert lines(gang)["gang"].mark == "next"
    gang.fight.take(Decree(facts=(LeftBoard(who="gang/B", why="out"),)))
    assert [member.out for member in lines(gang)["gang"].members] == [False, True, False]


def test_a_click_selects_the_fighter_or_all_of_a_group(gang):
    listed = gang.order.list
    gang.press_at(listed, listed.row_rect("ann").center())
    assert gang.session.selection == (Ref("fighter", "ann"),)
    gang.press_at(listed, listed.row_rect("gang").center())
    assert [ref.id for ref in gang.session.selection] == ["gang/A", "gang/B", "gang/C"]
    assert len(gang.steps) == 1


def test_while_an_attack_is_aimed_a_click_brings_the_level_of_its_target_into_view(playing):
    on = board(
        level("ground"), level("top", 4), zone("a", at=(0, 0, 8, 6)),
        zone("b", at=(8, 0, 8, 6), level="top"), link("a", "b"), size=(16, 6),
    )  # fmt: skip
    made = encounter(on, *someone("ann", "a", side="heroes", initiative=6), *someone("bob", "b"))
    hands = playing(made).turn("ann")
    listed = hands.order.list
    hands.press_at(listed, listed.row_rect("bob").center())
    assert hands.session.level == "ground"
    hands.bar.trigger(3)
    hands.press_at(listed, listed.row_rect("bob").center())
    assert (hands.session.level, hands.fight.armed) == ("top", "shoot:rifle")


def test_a_group_folds_and_its_members_can_be_chosen_and_take_over(gang):
    listed = gang.order.list
    assert listed.member_rect("gang/C").isEmpty()
    row = listed.row_rect("gang")
    gang.press_at(listed, QPoint(row.right() - 8, row.center().y()))
    gang.press_at(listed, listed.member_rect("gang/C").center())
    assert gang.session.selection == (Ref("fighter", "gang/C"),)
    gang.fight.next_turn()
    gang.fight.next_turn()
    QTest.mouseDClick(listed, Qt.MouseButton.LeftButton, pos=listed.member_rect("gang/C").center())
    assert gang.last.action == TakeOver(who="gang/C")


def test_an_entry_is_dragged_to_another_place(gang):
    listed = gang.order.list
    start = listed.row_rect("gang").center()
    QTest.mousePress(listed, Qt.MouseButton.LeftButton, pos=start)
    for y in range(start.y(), 0, -4):
        QTest.mouseMove(listed, QPoint(start.x(), y))
    QTest.mouseRelease(listed, Qt.MouseButton.LeftButton, pos=QPoint(start.x(), 1))
    assert entries(gang) == ["gang", "ann"]
    assert isinstance(gang.last.action, SetOrder)


def test_an_entry_is_moved_with_control_and_the_arrows(gang):
    gang.order.list.setFocus()
    gang.press_key(Qt.Key.Key_Down, CTRL)
    assert entries(gang) == ["gang", "ann"]
    gang.press_key(Qt.Key.Key_Up)
    assert gang.session.selection[0].id == "gang/A"


def test_clocks_tick_and_counters_count_either_way(gang):
    clock = gang.order.findChild(object, "clock alarm")
    gang.press_widget(clock.more)
    gang.press_widget(clock.more)
    gang.press_widget(clock.less)
    assert gang.state.clocks["alarm"] == 1
    assert clock.track.filled == 1
    counter = gang.order.findChild(object, "counter heroes superiority")
    gang.press_widget(counter.less)
    assert gang.state.counters["heroes"]["superiority"] == 1
    assert counter.value.text() == "1"
    gang.fight.undo()
    assert counter.value.text() == "2"


def test_a_cue_is_fired_now(gang):
    gang.press_widget(gang.order.findChild(object, "cue steam").button)
    assert "Steam vents" in gang.log.tree.topLevelItem(1).text(0) + "".join(
        gang.log.tree.topLevelItem(1).child(i).text(0)
        for i in range(gang.log.tree.topLevelItem(1).childCount())
    )


def test_only_what_differs_is_drawn_anew(playing):
    hands = playing(duel(also=(Clock(id="alarm", size=4),))).turn("ann")
    clock = hands.order.findChild(object, "clock alarm")
    shown = hands.order.list.lines
    hands.press_widget(clock.more)
    assert hands.order.findChild(object, "clock alarm") is clock
    assert hands.order.list.lines is shown


def test_one_press_of_next_is_taken_back_and_again_as_one(gang):
    before = gang.turn("ann").state
    gang.fight.next_turn()
    after = gang.state
    assert [type(step.action) for step in gang.steps[-2:]] == [EndTurn, BeginTurn]
    gang.fight.undo()
    assert gang.state == before
    gang.fight.redo()
    assert gang.state == after


def test_a_turn_that_was_ended_by_itself_is_taken_back_by_itself(gang):
    gang.turn("ann").fight.take(EndTurn())
    between = gang.state
    gang.fight.next_turn()
    gang.fight.undo()
    assert gang.state == between


def test_it_says_who_of_a_group_has_acted(gang):
    gang.fight.next_turn()
    gang.fight.next_turn()
    assert [member.acted for member in lines(gang)["gang"].members] == [False, False, False]
    gang.fight.take(Decree(facts=(BudgetSet(who="gang/A", left={"moves": 1, "action": 0}),)))
    assert [member.acted for member in lines(gang)["gang"].members] == [True, False, False]
    gang.fight.next_turn()
    assert [member.acted for member in lines(gang)["gang"].members] == [False, False, False]


def test_the_goal_and_the_time_left_for_it_stand_over_the_clocks(playing):
    made = duel(also=(Clock(id="alarm", size=4),), goal=Goal(text="Stop " * 20, by_round=2))
    hands = playing(made)
    hands.fight.next_turn()
    hands.settle()
    (goal,) = (each for each in hands.order.findChildren(QLabel, "goal") if each.isVisible())
    (alarm,) = (
        each for each in hands.order.findChildren(QWidget, "clock alarm") if each.isVisible()
    )
    assert goal.text().endswith("round 1 of 2")
    column = hands.order.width()
    assert goal.height() == goal.heightForWidth(column) > 40
    goal.fit(1)  # as before the column has its width
    goal.fit(column)
    assert goal.height() < goal.heightForWidth(column // 2)
    assert goal.y() < alarm.y()


def test_the_name_of_who_is_off_the_board_goes_before_the_reason(playing):
    hands = playing(duel(also=(group("wave", 2, None, name="Harpies"),)))
    hands.settle()
    row = hands.order.findChild(QWidget, "off wave/A")
    name, why = row.findChildren(OneLine)
    assert (name.shown, name.is_cut) == ("Harpies A", False)
    assert why.text() == "not yet here"
    assert row.toolTip() == "Harpies A: not yet here"


def test_undo_never_takes_back_the_start_without_which_nobody_could_act(playing):
    hands = playing(duel())
    hands.fight.next_turn()
    for _ in range(4):
        hands.fight.undo()
    assert hands.fight.combat.cursor == 1
    assert hands.fight.take(Write(text="Rain."))
    hands.fight.next_turn()
    assert hands.fight.state.acting
