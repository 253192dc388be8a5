"""Several of the group whose turn it is walk together, and choosing one lets that one act."""

from time import process_time

import pytest
from PySide6.QtCore import QPoint, Qt

from desktop.core.rules.actions import TakeOver, Walk
from desktop.ui.canvas import overlay as ink
from desktop.ui.session import Ref
from tests.helpers.build import board, encounter, group, level, link, profile, row, wall, zone
from tests.ui.play.players import BY_HAND, someone
from tests.ui.play.test_board import OFFSCREEN
from tests.ui.tools.hands import SHIFT


@pytest.fixture
def gang(playing):
    figures = profile("ganger", wounds=9, speed="normal", skills={"melee": 35})
    made = encounter(
        row("a", "b", "c", "d"), *someone("ann", "d", side="heroes"), figures,
        group("gang", 3, "a", profile="ganger"), *BY_HAND.values(),
    )  # fmt: skip
    return playing(made).turn("gang")


def choose(hands, *who):
    hands.fight.drop()
    for number, each in enumerate(who):
        hands.click(hands.at(each), SHIFT if number else Qt.KeyboardModifier.NoModifier)


def walks(hands):
    return [step.action.who for step in hands.steps if isinstance(step.action, Walk)]


def zones(hands):
    return [hands.state.zone_of(f"gang/{letter}") for letter in "ABC"]


def test_members_chosen_walk_together_each_by_its_own_move_and_step(gang):
    choose(gang, "gang/B", "gang/C")
    assert gang.session.selection == (Ref("fighter", "gang/B"), Ref("fighter", "gang/C"))
    assert "all walk" in gang.tool.status
    gang.click(gang.in_zone("b"))
    assert walks(gang) == []
    assert [mark.text for mark in gang.shapes if isinstance(mark, ink.Mark)] == ["1", "2"]
    assert "B, C: Move to" in gang.tool.status
    gang.click(gang.in_zone("b"))
    assert walks(gang) == ["gang/B", "gang/C"]
    assert zones(gang) == ["a", "b", "b"]
    assert [gang.state.fighters[f"gang/{who}"].left["move"] for who in "ABC"] == [1, 0, 0]
    gang.fight.undo()
    assert zones(gang) == ["a", "b", "a"]
    assert gang.state.actor == "gang/C"
    gang.fight.undo()
    assert zones(gang) == ["a", "a", "a"]
    assert gang.state.actor == "gang/B"


@OFFSCREEN
def test_who_cannot_go_stays_and_it_says_why(gang):
    gang.fight.take(Walk(who="gang/A", to="b"))
    choose(gang, "gang/A", "gang/B", "gang/C")
    gang.drag(gang.at("gang/C"), (gang.in_zone("c")[0] - 1, 3), gang.in_zone("c"))
    why, _, go, _ = gang.tool.question.menu.actions()
    assert why.text().startswith("d is too far for what gang A has left")
    go.trigger()
    gang.tool.question.menu.close()
    assert zones(gang) == ["b", "c", "c"], "as far as they were dragged, A would go to d"


def test_where_squares_measure_each_comes_to_its_own_square_near_the_one_clicked(playing):
    figures = profile("ganger", wounds=9, speed="normal")
    made = encounter(
        row("a", "b", width=12, height=10), *someone("ann", "b", side="heroes"), figures,
        group("gang", 4, "a", profile="ganger"), *BY_HAND.values(),
        space="squares",
    )  # fmt: skip
    hands = playing(made).turn("gang")
    choose(hands, "gang/A", "gang/B", "gang/C", "gang/D")
    began = process_time()
    hands.click((9.5, 2.5))
    assert process_time() - began < 3
    hands.click((9.5, 2.5))
    seats = [hands.state.fighters[f"gang/{letter}"].seat for letter in "ABCD"]
    assert len(set(seats)) == 4
    assert seats[0] == (9, 2)
    assert all(max(abs(x - 9), abs(y - 2)) <= 1 for x, y in seats)


@pytest.mark.fault("L22")
@OFFSCREEN
def test_of_several_who_are_dragged_each_is_held_by_a_wall_in_its_own_way(playing):
    made = encounter(
        board(zone("a", (0, 0, 14, 4)), wall((7, 0), (7, 4)), size=(14, 4)),
        profile("ganger", wounds=9, speed="fast"), *someone("ann", (13, 0), side="heroes"),
        group("gang", 2, (5, 1), profile="ganger"), *BY_HAND.values(),
        space="squares",
    )  # fmt: skip
    hands = playing(made).turn("gang")
    choose(hands, "gang/A", "gang/B")
    (x, y), _ = (hands.state.fighters[f"gang/{letter}"].seat for letter in "AB")
    hands.drag((x + 0.5, y + 0.5), (x + 2.5, y + 0.5), (x + 4.5, y + 0.5))
    if hands.tool.question is not None:
        hands.tool.question.menu.close()
    hands.click((9.5, 1.5))
    hands.click((9.5, 1.5))
    assert all(hands.state.fighters[f"gang/{letter}"].seat.x < 7 for letter in "AB")


def test_escape_drops_the_ways_of_all(gang):
    choose(gang, "gang/A", "gang/B")
    gang.click(gang.in_zone("b"))
    gang.esc()
    assert not [shape for shape in gang.shapes if isinstance(shape, ink.Way)]
    gang.key(Qt.Key.Key_Return)
    assert walks(gang) == []


def test_choosing_a_member_in_the_order_lets_it_act(gang):
    listed = gang.order.list
    box = listed.row_rect("gang")
    if listed.member_rect("gang/C").isEmpty():
        gang.press_at(listed, QPoint(box.right() - 8, box.center().y()))
    gang.press_at(listed, listed.member_rect("gang/C").center())
    assert gang.last.action == TakeOver(who="gang/C")
    assert gang.card.line.id == gang.state.actor == "gang/C"
    gang.click(gang.in_zone("b"))
    gang.click(gang.in_zone("b"))
    assert zones(gang) == ["a", "a", "b"]
    gang.fight.next_turn()
    before = len(gang.steps)
    gang.press_at(listed, listed.member_rect("gang/B").center())
    assert len(gang.steps) == before, "it is not the turn of its group"


def test_a_click_on_what_is_written_beside_a_ladder_climbs_it(playing):
    made = encounter(
        board(
            zone("a", (0, 0, 8, 6)), zone("up", (2, 0, 8, 6), level="roof"),
            level("roof", height=4), link("a", "up", kind="ladder", id="rungs"),
        ),
        *someone("ann", "a", side="heroes"), *BY_HAND.values(),
    )  # fmt: skip
    hands = playing(made).turn("ann")
    spot = next(
        item.look.spots[0] for id_, item in hands.canvas.scene.of_layer("link") if id_ == "rungs"
    )
    beside = (spot[0] + 30 / hands.view.px_per_square, spot[1])
    hands.hover(beside)
    assert hands.shape(ink.Beside).text == "Move to up"
    hands.click(beside)
    assert hands.shape(ink.Way).text == "Move to up"
    assert walks(hands) == []
    hands.click(beside)
    assert hands.state.zone_of("ann") == "up"
    assert hands.session.level == "roof"
