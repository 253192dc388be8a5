import pytest

from desktop.core.model.moments import AddTrait, ClearTrait, Hurt, SetDoor
from desktop.ui.canvas.overlay import Stretch
from tests.helpers.build import board, door, encounter, feature, level, zone
from tests.ui.tools.hands import CTRL, SHIFT


def yard(*things):
    return encounter(board(*things, size=(20, 12)))


def test_a_click_places_a_feature_on_a_square(hands):
    at = hands(yard(), "feature", feature_kind="hatch")
    at.click((3.5, 4.5))
    (made,) = at.board.features.values()
    assert (made.kind, made.squares) == ("hatch", ((3, 4),))
    assert at.session.selection == (("feature", made.id),)
    assert len(at.history) == 1
    at.session.undo()
    assert not at.board.features


def test_a_drag_gives_it_its_size_and_esc_drops_it(hands):
    at = hands(yard(), "feature")
    at.pull((3.5, 4.5), (4.2, 5), (5.5, 5.5))
    assert "6 squares" in at.tool.status
    at.esc()
    at.release((5.5, 5.5))
    assert not at.board.features
    at.drag((3.5, 4.5), (5.5, 5.5))
    (made,) = at.board.features.values()
    assert set(made.squares) == {(x, y) for x in (3, 4, 5) for y in (4, 5)}


def test_numbers_choose_the_kind(hands):
    at = hands(yard(), "feature")
    at.keys("1")
    assert at.tool.kind == "lift"


def test_a_drag_from_a_panel_joins_it_to_what_it_works_and_again_no_longer(hands):
    at = hands(yard(feature("switch", (2, 2), kind="panel"), door("gate", ((8, 4), (8, 5)))),
               "feature")  # fmt: skip
    at.drag((2.5, 2.5), (5, 3), (8, 4.5))
    assert at.board.features["switch"].works == ("gate",)
    assert at.history == ("Let switch work gate",)
    at.select(("feature", "switch"))
    assert any(isinstance(shape, Stretch) and shape.style == "proposed" for shape in at.shapes)
    at.drag((2.5, 2.5), (5, 3), (8, 4.5))
    assert at.board.features["switch"].works == ()


def two_floors():
    return encounter(
        board(
            level("low", name="Low"), level("high", 4, name="High"),
            zone("hall", (0, 0, 12, 12), level="low"), zone("loft", (0, 0, 6, 12), level="high"),
            door("gate", ((8, 4), (8, 5)), level="low"),
            feature("switch", (2, 2), kind="panel", level="high"), size=(16, 12),
        )
    )  # fmt: skip


def test_a_panel_is_joined_to_a_door_that_shows_through_from_the_level_below(hands):
    at = hands(two_floors(), "feature")
    at.session.show_level("high")
    at.drag((2.5, 2.5), (5, 3), (8, 4.5))
    assert at.board.features["switch"].works == ("gate",)
    at.select(("feature", "switch"))
    assert any(isinstance(shape, Stretch) and shape.style == "proposed" for shape in at.shapes)


def test_a_panel_that_is_dropped_on_nothing_works_nothing(hands):
    at = hands(yard(feature("switch", (2, 2), kind="panel")), "feature")
    at.drag((2.5, 2.5), (5, 3), (9, 9))
    assert at.history == ()
    assert "works doors and features" in at.told[-1]


def test_with_ctrl_a_panel_is_moved_as_any_other_feature(hands):
    at = hands(yard(feature("switch", (2, 2), kind="panel"), feature("box", (6, 6))), "feature")
    at.drag((6.5, 6.5), (7, 7), (8.5, 7.5))
    assert at.board.features["box"].squares == ((8, 7),)
    at.drag((2.5, 2.5), (3, 3), (4.5, 2.5), held=CTRL)
    assert at.board.features["switch"].squares == ((4, 2),)


def test_a_lift_is_dragged_over_the_strip_to_where_it_comes_out(hands, qtbot):
    there = encounter(
        board(
            level("low", name="Low"), level("high", 4, name="High"),
            zone("hall", (0, 0, 12, 12), level="low"), zone("loft", (0, 0, 12, 12), level="high"),
            size=(16, 12),
        )
    )  # fmt: skip
    at = hands(there, "feature", feature_kind="lift")
    at.pull((8.5, 8.5), (9, 9))
    at.move(at.over_level("high"))
    qtbot.waitUntil(lambda: at.session.level == "high", timeout=3000)
    at.move((8.5, 8.5))
    at.release((8.5, 8.5))
    (made,) = at.board.features.values()
    assert (made.level, made.squares) == ("low", ((8, 8),))
    assert [(stop.level, stop.at) for stop in made.stops] == [("high", (8, 8))]


def shift_drag_and_choose(at, start, end, text):
    at.drag(start, end, held=SHIFT)
    line = next(each for each in at.tool.menu_open.actions() if each.text() == text)
    line.trigger()
    at.tool.menu_open.close()


@pytest.mark.qt_log_ignore("does not support")
def test_an_arrow_from_a_feature_adds_what_it_does_to_what_it_points_at(hands):
    at = hands(
        yard(
            zone("a", (0, 0, 6, 6), traits=["dark"]), zone("b", (6, 0, 6, 6)),
            feature("lamp", (2, 2)), door("gate", ((6, 2), (6, 4))),
        ),
        "feature",
    )  # fmt: skip
    shift_drag_and_choose(at, (2.5, 2.5), (9, 3), "Add a trait")
    shift_drag_and_choose(at, (2.5, 2.5), (6, 3), "It is then locked")
    shift_drag_and_choose(at, (2.5, 2.5), (4, 5), "Clear dark")
    assert at.board.features["lamp"].used == (
        AddTrait(add="lightly obscured", to=("b",)), SetDoor(door="gate", state="locked"),
        ClearTrait(clear="dark", off=("a",)),
    )  # fmt: skip
    assert at.session.selection == (("feature", "lamp"),)
    assert len(at.history) == 3


@pytest.mark.qt_log_ignore("does not support")
def test_an_arrow_takes_what_shows_through_from_the_level_below(hands):
    at = hands(two_floors(), "feature")
    at.session.show_level("high")
    shift_drag_and_choose(at, (2.5, 2.5), (8, 4.5), "It is then open")
    assert at.board.features["switch"].used == (SetDoor(door="gate", state="open"),)


@pytest.mark.qt_log_ignore("does not support")
def test_an_arrow_adds_to_the_list_that_is_worked_on(hands):
    at = hands(
        yard(zone("a", (0, 0, 6, 6)), zone("b", (6, 0, 6, 6)), feature("lamp", (2, 2))),
        "feature", feature_occasion="hit",
    )  # fmt: skip
    shift_drag_and_choose(at, (2.5, 2.5), (9, 3), "Hurt whoever is there")
    at.tool.desk.hand.choose("feature.occasion", "passed")
    at.tool.arm("lamp")
    assert "passing the test" in at.tool.status
    at.click((9, 3))
    head, first, *_ = at.tool.menu_open.actions()
    assert head.text() == "Passing the Test: b"
    first.trigger()
    at.tool.menu_open.close()
    lamp = at.board.features["lamp"]
    assert (lamp.used, lamp.hit) == ((), (Hurt(hurt=("b",), damage=5),))
    assert lamp.passed == (AddTrait(add="lightly obscured", to=("b",)),)
    assert at.tool.armed is None


def test_an_arrow_to_nothing_changes_nothing(hands):
    at = hands(yard(feature("lamp", (2, 2))), "feature")
    at.drag((2.5, 2.5), (9, 9), held=SHIFT)
    assert at.history == ()
    assert "Let go over" in at.told[-1]
