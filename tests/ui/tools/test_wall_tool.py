from PySide6.QtCore import Qt

from desktop.ui.canvas.overlay import Beside, Stretch
from tests.helpers.build import board, door, encounter, wall
from tests.ui.tools.hands import CTRL, SHIFT


def yard(*things):
    return encounter(board(*things, size=(20, 12)))


def walls(at):
    return [made.along for made in at.board.walls]


def test_a_drag_builds_a_wall_along_the_lines_of_the_grid(hands):
    at = hands(yard(), "wall")
    at.drag((2.1, 2.2), (4, 2.1), (6.1, 2.2), (6.2, 4), (6, 5.1))
    assert walls(at) == [((2, 2), (6, 2), (6, 5))]
    assert at.history == ("Build a wall",)
    at.session.undo()
    assert walls(at) == []


def test_going_back_takes_the_last_stretch_off(hands):
    at = hands(yard(), "wall")
    at.drag((2, 2), (6, 2), (8, 2), (5, 2))
    assert walls(at) == [((2, 2), (5, 2))]


def test_shift_keeps_it_straight(hands):
    at = hands(yard(), "wall")
    at.drag((2, 2), (6, 3), (8, 4), held=SHIFT)
    assert walls(at) == [((2, 2), (8, 2))]


def test_clicks_draw_a_wall_that_enter_ends(hands):
    at = hands(yard(), "wall")
    for corner in ((2, 2), (6, 2), (6, 5)):
        at.click(corner)
    assert at.tool.busy
    at.key(Qt.Key.Key_Return)
    assert walls(at) == [((2, 2), (6, 2), (6, 5))]
    assert not at.tool.busy


def test_backspace_takes_a_corner_back_and_esc_drops_it_all(hands):
    at = hands(yard(), "wall")
    at.click((2, 2))
    at.click((6, 2))
    at.key(Qt.Key.Key_Backspace)
    assert at.tool.path == [(2, 2)]
    at.esc()
    assert at.history == ()
    assert not at.tool.busy


def test_esc_in_the_middle_of_a_drag_leaves_no_trace(hands):
    at = hands(yard(), "wall")
    at.pull((2, 2), (6, 2))
    assert at.shape(Stretch).points == ((2, 2), (3, 2), (4, 2), (5, 2), (6, 2))
    assert "Ctrl erases" in at.tool.status
    at.esc()
    at.release((6, 2))
    assert at.history == ()


def test_ctrl_erases_walls_and_doors_along_the_way_in_one_step(hands):
    at = hands(yard(wall((2, 2), (10, 2)), door("gate", ((4, 2), (5, 2)))), "wall")
    at.drag((4, 2), (5, 2), (6, 2), held=CTRL)
    assert walls(at) == [((2, 2), (4, 2)), ((6, 2), (10, 2))]
    assert not at.board.doors
    assert len(at.history) == 1


def test_a_ctrl_click_erases_one_stretch_and_says_when_there_is_none(hands):
    at = hands(yard(wall((2, 2), (4, 2))), "wall")
    at.click((2.5, 2.05), CTRL)
    assert walls(at) == [((3, 2), (4, 2))]
    at.click((12.5, 8.05), CTRL)
    assert "no wall" in at.told[-1]


def test_a_click_puts_a_door_on_the_nearest_line(hands):
    at = hands(yard(wall((2, 2), (10, 2))), "wall", wall_kind="door", wall_state="locked")
    at.click((4.5, 2.1))
    (made,) = at.board.doors.values()
    assert (made.on, made.kind, made.state) == (((4, 2), (5, 2)), "door", "locked")
    assert at.session.selection == (("door", made.id),)


def test_a_drag_makes_a_wide_door_straight_along_one_line(hands):
    at = hands(yard(), "wall", wall_kind="shutter")
    at.pull((4, 2), (5, 2.4), (7, 2.4))
    assert "3 squares wide" in at.tool.status
    at.release((7, 2.4))
    assert next(iter(at.board.doors.values())).on == ((4, 2), (7, 2))


def test_a_door_beside_the_board_is_refused_at_the_pointer(hands):
    at = hands(yard(), "wall", wall_kind="door")
    at.pull((18, 4), (22, 4))
    assert "leave the board" in at.shape(Beside).text
    at.release((22, 4))
    assert not at.board.doors


def test_numbers_choose_the_kind(hands):
    at = hands(yard(), "wall")
    at.keys("3")
    assert at.hand.choice("wall.kind", "") == "window"
