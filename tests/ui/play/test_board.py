"""The hand on the board in Play: clicks act for the one whose turn it is."""

import math

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication

from desktop.core.model.board import LinkTest
from desktop.core.model.encounter import Cue
from desktop.core.model.words import Square
from desktop.core.rules import events as e
from desktop.core.rules.actions import Force, Put, TakeOver, Walk
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.canvas.overlay_texts import texts_of
from desktop.ui.menus.offers import NOT_NOW, offers_of
from desktop.ui.session import Ref
from tests.helpers.build import board, door, encounter, group, level, link, profile, zone
from tests.ui.play.players import BY_HAND, duel, someone
from tests.ui.tools.hands import CTRL, SHIFT


def said(hands):
    beside = hands.shape(ink.Beside)
    return "" if beside is None else beside.text


# Going


def test_the_reach_of_a_turn_colours_zones_each_with_its_price(playing):
    hands = playing().turn("ann")
    parts = {part.label: len(part.outlines) for part in hands.shape(ink.Reach).parts}
    assert parts == {"Free": 1, "Move": 1, "Move and Run": 1}


def test_the_price_of_a_zone_is_told_where_it_covers_nobody(playing):
    hands = playing().turn("ann")
    free = hands.shape(ink.Reach).parts[0]
    assert free.outlines_at == (None,)  # its lower left
    for at in (Square(0, 5), Square(1, 5)):
        assert hands.fight.take(Put(who="bob", at=at))
        hands.settle()
        (low,) = hands.shape(ink.Reach).parts[0].outlines_at
        assert low == (at.x + 1, 5)
        texts = {text.says: text.at for text in texts_of(hands.shape(ink.Reach))}
        assert texts["Free"] == to_scene((low.x, low.y + 1))


def test_a_click_shows_the_way_and_a_second_one_goes(playing):
    hands = playing().turn("ann")
    before = len(hands.steps)
    hands.click(hands.in_zone("b"))
    assert hands.shape(ink.Way).text == "Move to b"
    assert hands.shape(ink.Reach) is None  # one overlay at a time
    assert len(hands.steps) == before
    hands.click(hands.in_zone("b"))
    assert hands.state.zone_of("ann") == "b"
    assert len(hands.steps) == before + 1
    assert hands.shape(ink.Way) is None


def test_enter_goes_the_way_that_is_shown_and_escape_drops_it(playing):
    hands = playing().turn("ann")
    hands.click(hands.in_zone("b"))
    hands.esc()
    assert hands.shape(ink.Way) is None
    hands.key(Qt.Key.Key_Return)
    assert hands.state.zone_of("ann") == "a"
    hands.click(hands.in_zone("b"))
    hands.key(Qt.Key.Key_Return)
    assert hands.state.zone_of("ann") == "b"


def test_a_drag_is_dropped_where_the_fight_goes_on_under_it(playing):
    hands = playing().turn("ann")
    hands.pull(hands.at("ann"), hands.in_zone("b"))
    assert hands.tool.busy
    hands.fight.undo()
    hands.move(hands.in_zone("c"))
    hands.release(hands.in_zone("b"))
    assert not hands.tool.busy
    assert hands.state.zone_of("ann") == "a"
    assert "dropped" in hands.told[-1]


def test_hovering_says_what_a_click_would_come_to(playing):
    things = [t for who in ("ann",) for t in someone(who, "a", side="heroes")]
    there = board(
        zone("a", (0, 0, 8, 6)), zone("b", (8, 0, 8, 6), traits=["minor hazard"]),
        zone("c", (16, 0, 8, 6)), link("a", "b"), size=(24, 6),
    )  # fmt: skip
    hands = playing(encounter(there, *things)).turn("ann")
    hands.hover(hands.in_zone("b"))
    assert said(hands) == "Move to b, enters Minor Hazard 5"
    hands.hover(hands.in_zone("c"))
    assert hands.shape(ink.Beside).style == "refusal"
    assert said(hands) == "No link leads ann to c."


def test_a_refused_way_is_shown_with_its_reason_and_goes_nowhere(playing):
    things = someone("ann", "a", side="heroes")
    there = board(zone("a", (0, 0, 8, 6)), zone("b", (8, 0, 8, 6)), size=(16, 6))
    hands = playing(encounter(there, *things)).turn("ann")
    hands.click(hands.in_zone("b"))
    assert hands.shape(ink.Way).refused_from == 0
    hands.click(hands.in_zone("b"))
    assert hands.state.zone_of("ann") == "a"
    assert hands.told[-1] == "No link leads ann to b."


def test_a_second_click_where_a_barrier_is_in_the_way_crosses_it(playing):
    there = board(
        zone("a", (0, 0, 8, 6)), zone("b", (8, 0, 8, 6)),
        link("a", "b", kind="barrier", test=LinkTest(skill="athletics")), size=(16, 6),
    )  # fmt: skip
    hands = playing(encounter(there, *someone("ann", "a", side="heroes"), BY_HAND["heroes"]))
    hands.turn("ann").click(hands.in_zone("b"))
    assert "Click again or Enter: Cross" in hands.tool.status
    hands.click(hands.in_zone("b"))
    assert hands.roll.showing
    assert type(hands.fight.exchange.action).__name__ == "CrossBarrier"


def test_a_right_click_on_a_link_offers_the_door_that_lies_under_its_mark(playing):
    there = board(
        zone("a", (0, 0, 8, 6)), zone("b", (8, 0, 8, 6)), link("a", "b", kind="stairs"),
        door("gate", ((8, 2), (8, 4))), size=(16, 6),
    )  # fmt: skip
    hands = playing(encounter(there, *someone("ann", "a", side="heroes"), BY_HAND["heroes"]))
    hands.turn("ann")
    menu = hands.tool.menu(hands.view.event_at(hands.px((8, 3))))
    assert [each.text() for each in menu.actions()][:1] == ["gate"]
    assert "Change the place…" in [each.text() for each in menu.actions()]


def test_fighters_that_were_hidden_in_build_are_there_in_a_fight(playing):
    hands = playing()
    session = hands.session
    session.set_mode("build")
    session.shown.hidden_kinds |= {"fighter", "group", "token", "door"}
    session.view_changed.emit()
    session.set_mode("play")
    assert session.shown.hidden_kinds == {"door"}
    hands.turn("ann").click(hands.at("bob"))
    assert hands.roll.showing


def test_a_right_click_on_a_door_out_of_reach_says_why_not_and_lets_it_be_done(playing):
    there = board(
        zone("a", (0, 0, 8, 6)), zone("b", (8, 0, 8, 6)), zone("c", (16, 0, 8, 6)),
        link("a", "b"), link("b", "c", through="gate"), door("gate", ((16, 2), (16, 4))),
        size=(24, 6),
    )  # fmt: skip
    hands = playing(encounter(there, *someone("ann", "a", side="heroes"), BY_HAND["heroes"]))
    hands.turn("ann")
    assert "door:gate" not in [offer.key for offer in offers_of(hands.fight, "ann")]
    menu = hands.tool.menu(hands.view.event_at(hands.px((16, 3))))
    (opening,) = [each for each in menu.actions() if each.text() == "Open gate (not now)"]
    why, *_, forced = opening.menu().actions()
    assert why.text() == "gate is out of the reach of ann. Go there first."
    forced.trigger()
    assert hands.fight.state.encounter.board.doors["gate"].state == "open"


def test_the_level_in_view_follows_the_one_who_acts(playing):
    there = board(
        zone("a", (0, 0, 8, 6)), zone("up", (0, 0, 8, 6), level="roof"),
        level("ground"), level("roof", height=5), size=(16, 6),
    )  # fmt: skip
    hands = playing(encounter(there, *someone("ann", "a", side="heroes"), BY_HAND["heroes"]))
    hands.turn("ann")
    assert hands.session.level == "ground"
    hands.fight.take(Put(who="ann", at="up"))
    hands.settle()
    assert hands.session.level == "roof"


def test_nothing_is_said_of_a_place_that_the_pointer_has_left(playing):
    hands = playing().turn("ann")
    hands.click(hands.in_zone("c"))
    hands.esc()
    hands.move(hands.in_zone("b"))
    assert said(hands) == "Move to b"
    hands.view.pointer_left.emit()
    assert said(hands) == ""
    hands.move(hands.in_zone("b"))
    hands.fight.take(Put(who="cid", at="a"))
    assert said(hands) == ""  # it waits until somebody points again


def test_shift_and_a_click_sets_a_corner_of_the_way(playing):
    hands = playing().turn("ann")
    corner = hands.in_zone("b")
    hands.click(corner, SHIFT)
    hands.click(hands.in_zone("c"))
    way = hands.shape(ink.Way)
    assert way.corners == ((int(corner[0]), int(corner[1])),)
    hands.key(Qt.Key.Key_Return)
    assert hands.last.action.via == (("ground", (int(corner[0]), int(corner[1]))),)


def test_dragging_the_one_who_acts_is_a_move_to_that_very_square(playing):
    hands = playing().turn("ann")
    hands.drag(hands.at("ann"), (9.5, 2.5), (10.5, 3.5))
    assert isinstance(hands.last.action, Walk)
    assert hands.state.fighters["ann"].seat == (10, 3)
    assert hands.state.fighters["ann"].left["move"] == 0


def test_control_while_dropping_puts_without_rules(playing):
    hands = playing().turn("ann")
    hands.drag(hands.at("ann"), (17.5, 2.5), (18.5, 3.5), held=CTRL)
    assert hands.last.action == Put(who="ann", at=(18, 3), level="ground")
    assert hands.state.fighters["ann"].left["move"] == 1


def test_escape_in_the_middle_of_a_drag_leaves_no_trace(playing):
    hands = playing().turn("ann")
    before = hands.fight.combat
    hands.pull(hands.at("ann"), (9.5, 2.5))
    assert hands.shape(ink.Way) is not None
    hands.esc()
    hands.release((9.5, 2.5))
    assert hands.fight.combat is before


OFFSCREEN = pytest.mark.qt_log_ignore("does not support")
"""Without a screen Qt says of every menu that it cannot raise it."""


@OFFSCREEN
@pytest.mark.parametrize(("line", "kind"), [(0, Put), (1, Force)])
def test_dragging_anyone_else_asks_at_the_pointer(playing, line, kind):
    hands = playing().turn("ann")
    before = len(hands.steps)
    hands.drag(hands.at("bob"), (9.5, 2.5), (10.5, 3.5))
    hands.settle()
    assert len(hands.steps) == before
    question = hands.tool.question.menu
    assert question.activeAction() is question.actions()[0]
    question.actions()[line].trigger()
    question.close()
    assert isinstance(hands.last.action, kind)
    assert hands.state.zone_of("bob") == "b"


@OFFSCREEN
def test_a_refused_drag_asks_and_goes_all_the_same_when_told_to(playing):
    things = someone("ann", "a", side="heroes")
    there = board(zone("a", (0, 0, 8, 6)), zone("b", (8, 0, 8, 6)), size=(16, 6))
    hands = playing(encounter(there, *things)).turn("ann")
    hands.drag(hands.at("ann"), (9.5, 2.5), (10.5, 3.5))
    question = hands.tool.question.menu
    texts = [action.text() for action in question.actions()]
    assert texts == [
        "No link leads ann to b.", "Stay\tEnter", "&Go all the same\tG",
        "&Put there, no rules\tP",
    ]  # fmt: skip
    question.actions()[2].trigger()
    question.close()
    assert hands.last.action.forced
    assert hands.state.zone_of("ann") == "b"
    assert hands.facts(e.Overridden)


def test_dropping_on_somebody_puts_within_reach(playing):
    hands = playing().turn("ann")
    hands.drag(hands.at("ann"), (9.5, 2.5), hands.at("cid"), held=CTRL)
    assert hands.state.holds("reach", "ann", "cid")


def test_the_one_who_acts_dropped_on_somebody_stands_beside_them_within_reach(playing):
    hands = playing().turn("ann")
    hands.drag(hands.at("ann"), (9.5, 2.5), hands.at("cid"))
    assert isinstance(hands.last.action, Walk)
    ann, cid = (hands.state.fighters[who].seat for who in ("ann", "cid"))
    assert max(abs(ann.x - cid.x), abs(ann.y - cid.y)) == 1
    assert hands.state.holds("reach", "ann", "cid")


@OFFSCREEN
@pytest.mark.parametrize(("who", "pops_up"), [("ann", True), ("bob", False)])
def test_no_name_pops_up_over_what_is_said_beside_the_pointer(playing, who, pops_up):
    hands = playing().turn("ann")
    hands.hover(hands.at(who))
    assert bool(said(hands)) != pops_up
    at, port = hands.px(hands.at(who)), hands.view.viewport()
    asked = QHelpEvent(QEvent.Type.ToolTip, at, port.mapToGlobal(at))
    QApplication.sendEvent(port, asked)
    assert asked.isAccepted() == pops_up


# Selecting


def test_control_and_a_click_only_selects(ann):
    before = ann.fight.combat
    ann.click(ann.at("bob"), CTRL)
    assert ann.session.selection == (Ref("fighter", "bob"),)
    assert ann.fight.combat is before
    assert ann.fight.exchange is None


def test_a_click_on_a_friend_selects_and_on_the_board_while_rolling_too(playing):
    made = duel(also=someone("eve", "a", side="heroes"))
    hands = playing(made).turn("ann").close("ann", "bob")
    hands.click(hands.at("eve"))
    assert hands.session.selection == (Ref("fighter", "eve"),)
    hands.click(hands.at("bob"))
    hands.settle()
    exchange = hands.fight.exchange
    hands.click(hands.at("cid"))
    assert hands.fight.exchange is exchange
    assert hands.session.selection == (Ref("fighter", "cid"),)


def test_a_band_selects_fighters(playing):
    hands = playing().turn("ann")
    hands.drag((8.2, 0.2), (12, 3), (15.8, 5.8))
    assert hands.session.selection == (Ref("fighter", "cid"),)


def test_a_click_on_another_of_the_acting_group_hands_the_turn_over(playing):
    figures = profile("ganger", wounds=9, skills={"melee": 35})
    made = encounter(
        duel().board, *someone("ann", "b", side="heroes"), figures,
        group("gang", 3, "a", profile="ganger"), *BY_HAND.values(),
    )  # fmt: skip
    hands = playing(made).turn("gang")
    assert hands.state.actor == "gang/A"
    hands.click(hands.at("gang/C"))
    assert hands.last.action == TakeOver(who="gang/C")
    assert hands.state.actor == "gang/C"


# Attacking


def test_a_foe_who_cannot_be_attacked_shows_why_beside_the_pointer(playing):
    hands = playing(duel(hero={"attacks": []})).turn("ann")
    hands.hover(hands.at("cid"))
    assert hands.shape(ink.Beside).style == "refusal"
    before = hands.fight.combat
    hands.click(hands.at("cid"))
    assert hands.fight.combat is before
    assert "cid is in b" in hands.refusals[0].says


def test_the_attack_last_used_is_aimed_again(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ways = ann.roll.head.ways
    ways.activated.emit(ways.findText("Shoot: rifle"))
    ann.fight.apply()
    ann.fight.drop()
    ann.fight.next_turn()
    ann.fight.next_turn()
    while ann.state.actor != "ann":
        ann.fight.next_turn()
    ann.click(ann.at("bob"))
    assert type(ann.fight.exchange.action).__name__ == "Shoot"


def test_an_attack_on_a_zone_shows_the_range_bands_too(ann):
    ann.fight.arm("overwatch:rifle")
    ann.settle()
    assert ann.shape(ink.Reach) is None
    assert ann.shape(ink.Ranges).outlines


def test_an_armed_offer_shows_the_range_bands_and_waits_for_its_target(ann):
    ann.bar.trigger(3)
    assert ann.fight.armed == "shoot:rifle"
    assert {name for _, _, name in ann.shape(ink.Ranges).outlines} == {"Short", "Medium", "Long"}
    ann.click(ann.in_zone("c"))
    assert ann.fight.exchange is None
    assert said(ann) == "That is no foe. Esc leaves it."
    ann.click(ann.at("cid"))
    assert ann.fight.exchange.action.target == "cid"
    assert ann.fight.armed == ""


def test_an_armed_move_shows_its_way_and_pays_with_it(playing):
    hands = playing().turn("ann")
    hands.bar.trigger(2)
    hands.click(hands.in_zone("b"))
    assert hands.shape(ink.Way).text == "Run to b"
    hands.click(hands.in_zone("b"))
    assert hands.state.fighters["ann"].left == {"move": 1, "action": 0, "reaction": 1}


# The right click


def lines_of(menu):
    return {action.text().partition("\t")[0]: action for action in menu.actions()}


def test_the_right_click_offers_everything_and_forces_the_impossible(playing):
    hands = playing(duel(sides={})).turn("ann")
    menu = hands.tool.menu(hands.view.event_at(hands.px(hands.at("cid"))))
    lines = lines_of(menu)
    assert "Shoot: rifle" in lines
    assert "Strike: sword" not in lines
    refused = lines_of(lines[NOT_NOW].menu())["Strike: sword"].menu()
    reasons = [action.text() for action in refused.actions() if not action.isEnabled()]
    assert "cid is in b, out of the reach of ann. Go to b first." in reasons
    refused.actions()[-1].trigger()
    assert hands.fight.exchange.action.forced
    hands.fight.apply()
    assert hands.facts(e.Overridden)


def test_the_right_click_lets_anybody_act_out_of_turn(playing):
    hands = playing().turn("ann")
    menu = hands.tool.menu(hands.view.event_at(hands.px(hands.at("cid"))))
    lines_of(menu)["cid acts now, in turn or out of it"].trigger()
    assert hands.state.actor == "cid"
    hands.click(hands.in_zone("c"))
    hands.key(Qt.Key.Key_Return)
    assert hands.state.zone_of("cid") == "c"


def test_the_right_click_on_a_place_offers_the_ways_and_putting_there(playing):
    hands = playing().turn("ann")
    menu = hands.tool.menu(hands.view.event_at(hands.px(hands.in_zone("b"))))
    lines = lines_of(menu)
    assert {"Move to b", "Run to b", "Put ann here, no rules"} <= set(lines)
    lines["Run to b"].trigger()
    assert hands.state.fighters["ann"].left["action"] == 0


# The past


def test_looking_back_shows_the_board_as_it_was_and_takes_nothing(playing):
    hands = playing().turn("ann")
    hands.click(hands.in_zone("b"))
    hands.click(hands.in_zone("b"))
    hands.fight.look_at(len(hands.steps) - 1)
    assert hands.state.zone_of("ann") == "a"
    assert hands.shape(ink.Reach) is None
    before = hands.fight.combat
    hands.click(hands.in_zone("c"))
    hands.fight.begin(Walk(who="ann", to="c"))
    assert hands.fight.combat is before
    assert hands.refusals[-1].says == "The board shows an earlier point."
    hands.fight.look_at(None)
    assert hands.state.zone_of("ann") == "b"


def test_whoever_is_off_the_board_is_put_where_one_clicks(playing):
    made = duel(also=(*someone("eve", None, starts={"off": "not yet here"}), Cue(id="x")))
    hands = playing(made).turn("ann")
    row = hands.order.findChild(object, "off eve")
    hands.press_widget(row.button)
    hands.click((17.5, 2.5))
    assert hands.state.fighters["eve"].seat == (17, 2)
    assert hands.state.entry_of("eve") is not None


def test_a_click_beside_somebody_goes_to_the_nearest_square_out_of_their_reach(playing):
    ann = playing().turn("ann")
    there = ann.state.fighters["cid"].seat
    beside = Square(there.x + 1, there.y + 1)
    ann.click((beside.x + 0.5, beside.y + 0.5))
    ann.press_key(Qt.Key.Key_Return)
    went = ann.last.action.to
    assert math.dist(went, beside) == 1
    assert max(abs(went[0] - there.x), abs(went[1] - there.y)) == 2
    assert ann.state.fighters["ann"].seat == went
