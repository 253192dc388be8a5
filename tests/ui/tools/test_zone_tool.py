from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.geometry import outline_of
from desktop.ui.canvas.overlay import Beside, Stretch
from tests.helpers.build import board, encounter, zone
from tests.ui.tools.hands import CTRL, SHIFT


def hall(*zones):
    return encounter(board(*zones, size=(24, 16)))


def test_a_drag_makes_a_rectangle_on_whole_squares(hands):
    at = hands(hall(), "zone")
    at.drag((2.2, 1.9), (5, 5), (8.3, 6.6))
    (made,) = at.board.zones.values()
    assert made.outline == outline_of(2, 2, 6, 5)
    assert at.session.selection == (("zone", made.id),)
    assert at.history == ("Draw a zone",)


def test_ctrl_draws_without_snapping(hands):
    at = hands(hall(), "zone")
    at.drag((2.25, 2.25), (8.5, 6.5), held=CTRL)
    (made,) = at.board.zones.values()
    assert all(abs(a - b) < 0.05 for point, want in zip(
        made.outline, outline_of(2.25, 2.25, 6.25, 4.25), strict=True
    ) for a, b in zip(point, want, strict=True))  # fmt: skip
    assert any(x != int(x) for x, _ in made.outline)


def test_shift_draws_as_high_as_wide(hands):
    at = hands(hall(), "zone")
    at.drag((2, 2), (8, 4), held=SHIFT)
    assert next(iter(at.board.zones.values())).outline == outline_of(2, 2, 6, 6)


def test_esc_in_the_middle_leaves_no_trace(hands):
    at = hands(hall(), "zone")
    at.pull((2, 2), (8, 8))
    assert at.shape(Stretch) is not None
    at.esc()
    assert at.shapes == ()
    at.move((9, 9))
    at.release((9, 9))
    assert not at.board.zones
    assert at.history == ()


def test_the_status_line_names_the_modifiers_while_dragging(hands):
    at = hands(hall(), "zone")
    at.pull((2, 2), (8, 7))
    assert "6 × 5" in at.tool.status
    assert "Ctrl" in at.tool.status
    assert "Shift" in at.tool.status
    at.release((8, 7))


def test_a_new_zone_is_cut_back_along_the_old_and_the_preview_shows_it(hands):
    at = hands(hall(zone("old", (0, 0, 6, 6))), "zone")
    at.pull((3, 0), (7, 3), (10, 6))
    kept = [shape for shape in at.shapes if isinstance(shape, Stretch) and shape.style == "preview"]
    assert kept[0].points == outline_of(6, 0, 4, 6)
    at.release((10, 6))
    assert list(at.board.zones.values())[-1].outline == outline_of(6, 0, 4, 6)


def test_a_zone_that_would_vanish_is_refused_beside_the_pointer(hands):
    at = hands(hall(zone("old", (0, 0, 10, 10), name="Old")), "zone")
    at.pull((2, 2), (6, 6))
    assert "Old is there already" in at.shape(Beside).text
    at.release((6, 6))
    assert list(at.board.zones) == ["old"]
    assert at.told[-1].startswith("Nothing would be left")


def test_the_corners_of_other_zones_catch_the_pointer_before_the_grid(hands):
    at = hands(hall(zone("old", outline=[(0, 0), (6.4, 0), (6.4, 6.4), (0, 6.4)])), "zone")
    at.drag((6.3, 0.1), (10, 4))
    assert list(at.board.zones.values())[-1].outline == outline_of(6.4, 0, 3.6, 4)


def test_lines_that_are_pasted_as_its_name_become_one(hands):
    at = hands(hall(), "zone")
    at.drag((2, 2), (8, 8))
    QApplication.clipboard().setText("The salt\nnave\n")
    QTest.keyClick(at.field, Qt.Key.Key_V, CTRL)
    QTest.keyClick(at.field, Qt.Key.Key_Return)
    assert [made.label for made in at.board.zones.values()] == ["The salt nave"]


def test_the_name_is_typed_on_the_spot_and_makes_the_id_in_the_same_step(hands):
    at = hands(hall(), "zone")
    at.drag((2, 2), (8, 8))
    at.type_name("Nave")
    (made,) = at.board.zones.values()
    assert (made.id, made.label) == ("nave", "Nave")
    assert at.session.selection == (("zone", "nave"),)
    assert at.history == ("Draw Nave",)
    at.session.undo()
    assert not at.board.zones


def test_esc_in_the_name_keeps_the_zone(hands):
    at = hands(hall(), "zone")
    at.drag((2, 2), (8, 8))
    field = at.field
    assert at.canvas.window().focusWidget() is field
    QTest.keyClicks(field, "Nave")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert [made.label for made in at.board.zones.values()] == ["Zone"]


def test_clicks_draw_an_outline_that_enter_closes(hands):
    at = hands(hall(), "zone")
    for corner in ((2, 2), (8, 2), (8, 6)):
        at.click(corner)
    assert at.tool.busy
    at.key(Qt.Key.Key_Return)
    (made,) = at.board.zones.values()
    assert made.outline == ((2, 2), (8, 2), (8, 6))
    assert at.history == ("Draw a zone",)


def test_a_double_click_closes_the_outline(hands):
    at = hands(hall(), "zone")
    at.click((2, 2))
    at.click((8, 2))
    at.double_click((8, 6))
    assert next(iter(at.board.zones.values())).outline == ((2, 2), (8, 2), (8, 6))


def test_a_click_on_the_first_corner_closes_the_outline(hands):
    at = hands(hall(), "zone")
    for corner in ((2, 2), (8, 2), (8, 6), (2, 6), (2, 2)):
        at.click(corner)
    assert next(iter(at.board.zones.values())).outline == outline_of(2, 2, 6, 4)


def test_shift_holds_45_degrees(hands):
    at = hands(hall(), "zone")
    at.click((2, 2))
    at.click((7.8, 2.9), SHIFT)
    at.click((8.2, 7), SHIFT)
    at.key(Qt.Key.Key_Return)
    assert next(iter(at.board.zones.values())).outline == ((2, 2), (8, 2), (8, 7))


def test_backspace_takes_the_last_corner_back_and_esc_drops_the_outline(hands):
    at = hands(hall(), "zone")
    at.click((2, 2))
    at.click((8, 2))
    at.key(Qt.Key.Key_Backspace)
    assert at.tool.corners == [(2, 2)]
    at.esc()
    assert not at.tool.busy
    assert at.history == ()


def test_corners_that_make_no_zone_stay_to_be_mended(hands):
    at = hands(hall(), "zone")
    for corner in ((2, 2), (8, 6), (8, 2), (2, 6)):
        at.click(corner)
    at.key(Qt.Key.Key_Return)
    assert not at.board.zones
    assert "crosses itself" in at.told[-1]
    assert "Backspace takes a corner back" in at.told[-1]
    at.key(Qt.Key.Key_Backspace)
    at.key(Qt.Key.Key_Return)
    assert next(iter(at.board.zones.values())).outline == ((2, 2), (8, 6), (8, 2))


def test_two_corners_are_no_zone(hands):
    at = hands(hall(), "zone")
    at.click((2, 2))
    at.click((8, 2))
    at.key(Qt.Key.Key_Return)
    assert not at.board.zones
    assert "three corners" in at.told[-1]


def test_split_draws_a_line_across(hands):
    at = hands(hall(zone("hall", (0, 0, 10, 6), name="Hall")), "zone", zone_op="split")
    at.drag((4, -0.3), (4, 3), (4, 6.3))
    outlines = sorted(made.outline for made in at.board.zones.values())
    assert outlines == sorted([outline_of(0, 0, 4, 6), outline_of(4, 0, 6, 6)])
    assert at.history == ("Split Hall",)
    at.session.undo()
    assert list(at.board.zones) == ["hall"]


def test_a_line_beside_every_zone_splits_nothing(hands):
    at = hands(hall(zone("hall", (0, 0, 10, 6))), "zone", zone_op="split")
    at.drag((14, 2), (20, 8))
    assert at.history == ()
    assert "across a zone" in at.told[-1]
