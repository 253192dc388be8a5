"""Play where lengths measure: actions and yards in place of Move and Run, and what is noted."""

import pytest
from PySide6.QtWidgets import QApplication

from desktop.core.model.board import Door, Level
from desktop.core.packs.imperium.jump import Leap
from desktop.core.packs.yards.breach import HitDoor
from desktop.core.rules.actions import Put
from desktop.core.rules.walk import planned
from desktop.ui.canvas import overlay as ink
from desktop.ui.tools import play_hints
from tests.helpers.build import board, encounter, wall
from tests.helpers.yards import ALL_YARDS, YARD, native
from tests.ui.play.players import BY_HAND, someone


@pytest.fixture
def roofs(playing):
    """Return a fight on roofs 3 yards apart with the street 5.5 m below, the turn of P."""
    levels = {"street": Level(id="street"), "roofs": Level(id="roofs", height=6 * YARD)}
    things = [*native("P", (3, 3)), *native("Q", (14, 3), side="foes")]
    gate = Door(id="gate", level="street", on=((6, 1), (6, 2)), toughness=20)
    on = board(wall((6, 0), (6, 6), level="street"), gate, size=(20, 8), levels=levels)
    made = encounter(
        on, *things, *BY_HAND.values(), space="measured", square="yard", slots=dict(ALL_YARDS)
    )
    return playing(made).turn("P")


def test_a_turn_of_two_actions_shows_them_with_their_yards_and_no_move(roofs):
    labels = [part.label for part in roofs.shape(ink.Reach).parts]
    assert labels == ["1 action: 6 yd", "2 actions: 12 yd"]
    assert roofs.card.line.budget == (("action", 2), ("reaction", 1))
    costs = {offer.key: offer.cost for offer in roofs.bar.offers}
    assert (costs["leap"], costs["flee"]) == ("Action", "2 Actions")
    assert not {"move", "run"} & costs.keys()
    assert [roofs.bar.buttons[at].offer.key for at in (0, 1)] == ["gait:run", "gait:sprint"]


def test_far_off_on_a_large_board_only_the_last_place_pointed_at_is_worked_out(
    playing, monkeypatch
):
    people = [*native("P", (3, 3)), *native("Q", (14, 3), side="foes")]
    made = encounter(
        board(size=(100, 100)), *people, *BY_HAND.values(), space="measured", square="yard",
        rulings={"inq_limit_mode": "limits hold"},
        slots=dict(ALL_YARDS),
    )  # fmt: skip
    hands = playing(made).turn("P")
    asked = []
    monkeypatch.setattr(play_hints, "LONG_S", 0.0)  # as if each took long
    monkeypatch.setattr(
        play_hints, "planned", lambda *given: asked.append(given[2].to) or planned(*given)
    )
    hands.hover((90.5, 60.5))
    QApplication.processEvents()
    asked.clear()
    for y in range(61, 99):
        hands.hover((90.5, y + 0.5))
    assert asked == []
    QApplication.processEvents()
    assert asked == [(90, 98)]
    assert hands.shape(ink.Beside).text.endswith("over the 12 yd that it may go")


def test_an_armed_gait_or_leap_shows_what_it_comes_to(roofs):
    roofs.fight.arm("gait:sprint")
    roofs.hover((3.5, 6.5))
    assert roofs.shape(ink.Way).text == "Sprint: 3 yd, 1 action"
    roofs.fight.arm("leap")
    roofs.hover((3.5, 7.5))
    assert roofs.shape(ink.Beside).text == "Leap 4 yd: 2.5 yd at the least"


def test_the_roll_says_whether_a_check_is_the_books_own_or_a_test_for_it(playing):
    own, stranger = native("P", (3, 3)), someone("Q", (3, 5), side="heroes")
    made = encounter(
        board(size=(12, 8)), *own, *stranger, *BY_HAND.values(), space="measured",
        square="yard", slots=dict(ALL_YARDS),
    )  # fmt: skip
    for who, says in (("P", "Strength"), ("Q", "Athletics for Strength")):
        hands = playing(made).turn(who)
        hands.fight.begin(Leap(who=who, to=(6, 5), run_up=True))
        shown = [getattr(line, "says", "") for line in hands.lines(object)]
        assert any(line.startswith(says) for line in shown)


def lines_at(hands, place):
    menu = hands.tool.menu(hands.view.event_at(hands.px(place)))
    return [action.text() for action in menu.actions()]


def test_the_right_click_offers_each_gait_a_leap_and_each_weapon_at_a_door(roofs):
    lines = lines_at(roofs, (5.5, 3.5))
    gaits = ("Run", "Walk", "Sprint")
    assert {f"{gait}: 2 yd, 1 action" for gait in gaits} <= set(lines)
    assert "Sneak: 2 yd, 1 action" in lines
    assert "Leap 2 yd: 2.5 yd at the least\tAction" in lines
    assert roofs.fight.take(Put(who="P", at=(5, 1)))
    at_door = lines_at(roofs, (6.0, 1.5))
    assert {"Break gate: sword\tAction", "Shoot gate: rifle\tAction"} <= set(at_door)


def test_what_is_left_of_a_door_stands_beside_it(roofs):
    assert roofs.fight.take(HitDoor(door="gate", damage=7))
    notes = dict(roofs.canvas.scene.of_layer("note"))
    assert [note.look.text for note in notes.values()] == ["13 of 20 left"]


def test_many_ways_at_one_door_share_a_menu_of_their_own(playing):
    gate = Door(id="gate", on=((6, 1), (6, 3)), toughness=20, state="locked")
    wall_there = wall((6, 0), (6, 6))
    made = encounter(
        board(wall_there, gate, size=(20, 8)), *someone("P", (5, 1), side="heroes"),
        *native("Q", (14, 3), side="foes"), *BY_HAND.values(), space="measured", square="yard",
        slots=dict(ALL_YARDS),
    )  # fmt: skip
    hands = playing(made).turn("P")
    ways = [offer for offer in hands.bar.offers if offer.key.startswith("break:")]
    verbs = {offer.says.split(" ")[0] for offer in ways}
    texts = [action.text() for action in hands.bar.menu().actions()]
    assert len(ways) >= 3
    assert verbs == {"Break", "Shoot"}
    assert "Break or shoot" in texts
