import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.core.model.geometry import outline_of
from desktop.core.model.words import Point
from desktop.ui.canvas.overlay import Beside, Ghost, Stretch
from desktop.ui.session import Ref
from tests.helpers.build import (
    board,
    door,
    encounter,
    feature,
    fighter,
    group,
    level,
    link,
    paint,
    profile,
    wall,
    zone,
)
from tests.ui.tools.hands import CTRL, NONE, SHIFT


def house(*people, **fields):
    """Two rooms with a gap between them, a valve in the first, a door on its lower side."""
    return encounter(
        board(
            zone("hall", (2, 2, 6, 6), name="Hall"), zone("yard", (12, 2, 6, 6), name="Yard"),
            link("hall", "yard"), feature("valve", (3, 3)), door("gate", ((4, 8), (5, 8))),
            wall((2, 2), (2, 8)), squares={"ground": paint("#", legend={"#": "rubble"}, at=(6, 6))},
            size=(24, 16), **fields,
        ),
        profile("thug"), *people,
    )  # fmt: skip


TWO = (fighter("ann", (5, 5), profile="thug"), fighter("bob", (14, 4), profile="thug"))


# Clicks


def test_a_click_selects_and_moves_nothing(hands):
    at = hands(house(*TWO))
    at.click((5.5, 5.5))
    assert at.session.selection == (("fighter", "ann"),)
    at.click((20, 12))
    assert at.session.selection == ()
    assert at.history == ()


def test_shift_adds_and_takes_away(hands):
    at = hands(house(*TWO))
    at.click((5.5, 5.5))
    at.click((14.5, 4.5), SHIFT)
    assert at.session.selection == (("fighter", "ann"), ("fighter", "bob"))
    at.click((5.5, 5.5), SHIFT)
    assert at.session.selection == (("fighter", "bob"),)


def test_a_second_click_on_the_same_spot_goes_one_deeper_and_round(hands):
    at = hands(house(*TWO))
    at.click((5.5, 5.5))
    at.click((5.5, 5.5))
    assert at.session.selection == (("zone", "hall"),)
    at.click((5.5, 5.5))
    assert at.session.selection == (("fighter", "ann"),)


def test_a_movement_of_three_pixels_is_a_click(hands):
    at = hands(house(*TWO))
    px = at.px((5.5, 5.5))
    at.press((5.5, 5.5))
    at.move((5.5 + 3 / at.view.px_per_square, 5.5))
    QTest.mouseRelease(at.view.viewport(), Qt.MouseButton.LeftButton, NONE, px)
    assert at.history == ()
    assert at.session.selection == (("fighter", "ann"),)


# Rubber band


def test_a_drag_inside_an_unselected_zone_draws_a_rubber_band_that_takes_what_it_touches(hands):
    at = hands(house(*TWO))
    at.drag((4.6, 4.6), (5.2, 5.2), (6, 5.8))
    assert ("fighter", "ann") in at.session.selection
    assert ("fighter", "bob") not in at.session.selection
    assert at.history == ()


def test_a_rubber_band_from_beside_the_board_with_shift_adds(hands):
    at = hands(house(*TWO))
    at.click((14.5, 4.5))
    at.drag((-0.5, -0.5), (3, 3), (5.5, 5.5), held=SHIFT)
    assert {("fighter", "ann"), ("fighter", "bob"), ("feature", "valve")} <= set(
        at.session.selection
    )


def test_esc_drops_the_band(hands):
    at = hands(house(*TWO))
    at.pull((0.5, 0.5), (8, 8))
    at.esc()
    at.release((8, 8))
    assert at.session.selection == ()


# Moving zones


def test_a_selected_zone_is_dragged_from_anywhere_inside_with_all_that_is_in_it(hands):
    at = hands(house(*TWO))
    at.select(("zone", "hall"))
    at.drag((4.5, 6.5), (5.6, 7.6), (6.7, 9.4))
    assert at.outline("hall") == outline_of(4, 5, 6, 6)
    assert at.seat("ann")[:2] == (7, 8)
    assert at.board.features["valve"].squares == ((5, 6),)
    assert at.board.doors["gate"].on == ((6, 11), (7, 11))
    assert at.board.walls[0].along == ((4, 5), (4, 11))
    assert dict(at.board.squares["ground"]) == {(8, 9): "rubble"}
    assert at.seat("bob")[:2] == (14, 4)
    assert at.history == ("Move Hall",)
    at.session.undo()
    assert at.outline("hall") == outline_of(2, 2, 6, 6)
    assert at.seat("ann")[:2] == (5, 5)


def test_with_ctrl_the_zone_goes_alone(hands):
    at = hands(house(*TWO))
    at.select(("zone", "hall"))
    at.drag((4.5, 6.5), (6, 8), (6.5, 9.5), held=CTRL)
    assert at.outline("hall")[0] != (2, 2)
    assert at.seat("ann")[:2] == (5, 5)
    assert at.board.features["valve"].squares == ((3, 3),)


def test_a_zone_is_dragged_by_its_border_without_being_selected_first(hands):
    at = hands(house())
    at.drag((8, 4.5), (9, 5), (10, 4.5))
    assert at.outline("hall") == outline_of(4, 2, 6, 6)
    assert at.session.selection == (("zone", "hall"),)


def test_a_moved_zone_is_cut_back_along_the_one_it_runs_into(hands):
    at = hands(house())
    at.select(("zone", "hall"))
    at.pull((4.5, 6.5), (8, 6.5), (10.5, 6.5))
    kept = [shape for shape in at.shapes if isinstance(shape, Stretch) and shape.style == "preview"]
    assert kept[0].points == outline_of(8, 2, 4, 6)
    at.release((10.5, 6.5))
    assert at.outline("hall") == outline_of(8, 2, 4, 6)
    assert at.outline("yard") == outline_of(12, 2, 6, 6)


def test_a_zone_that_would_vanish_is_refused_with_the_reason_at_the_pointer(hands):
    at = hands(house())
    at.select(("zone", "hall"))
    at.pull((4.5, 6.5), (9, 6.5), (14.5, 6.5))
    assert "Yard" in at.shape(Beside).text
    at.release((14.5, 6.5))
    assert at.history == ()
    assert at.outline("hall") == outline_of(2, 2, 6, 6)


def test_esc_in_the_middle_of_a_move_drops_it(hands):
    at = hands(house(*TWO))
    at.select(("zone", "hall"))
    at.pull((4.5, 6.5), (8, 8))
    assert at.shape(Ghost) is not None
    at.esc()
    assert at.shape(Ghost) is None
    at.release((8, 8))
    assert at.history == ()


def test_shift_moves_straight_and_the_status_says_how_far(hands):
    at = hands(house())
    at.select(("zone", "hall"))
    at.pull((4.5, 6.5), (5, 8), (5.6, 10.5), held=SHIFT)
    assert at.tool.status.startswith("0 across, +4 down")
    assert "Ctrl" in at.tool.status
    at.release((5.6, 10.5), SHIFT)
    assert at.outline("hall") == outline_of(2, 6, 6, 6)


# Moving fighters and features


def test_a_fighter_is_dragged_to_a_square(hands):
    at = hands(house(*TWO))
    at.drag((5.5, 5.5), (9, 5.5), (13.4, 6.6))
    assert at.encounter.fighters["ann"].at == (13, 6)
    assert at.session.selection == (("fighter", "ann"),)
    assert at.history == ("Move ann",)


def test_where_somebody_stands_a_fighter_takes_the_square_next_to_it_and_with_ctrl_shares(hands):
    at = hands(house(*TWO))
    at.drag((5.5, 5.5), (9, 5.5), (14.5, 4.5))
    x, y = at.encounter.fighters["ann"].at
    assert max(abs(x - 14), abs(y - 4)) == 1
    at.session.undo()
    at.drag((5.5, 5.5), (9, 5.5), (14.5, 4.5), held=CTRL)
    assert at.encounter.fighters["ann"].at == (14, 4)


def test_several_are_dragged_together(hands):
    at = hands(house(*TWO))
    at.select(("fighter", "ann"), ("feature", "valve"))
    at.drag((5.5, 5.5), (6, 9), (6.5, 12.5))
    assert at.encounter.fighters["ann"].at == (6, 12)
    assert at.board.features["valve"].squares == ((4, 10),)
    assert at.history == ("Move ann and valve",)


def test_a_member_that_is_dragged_leaves_the_others_of_its_group_where_they_stand(hands):
    at = hands(house(group("gang", 4, "hall", profile="thug")))
    before = {mark: at.seat(f"gang/{mark}") for mark in "ABCD"}
    x, y, _ = before["A"]
    at.drag((x + 0.5, y + 0.5), (10, 10), (20.5, 12.5))
    assert at.seat("gang/A")[:2] == (20, 12)
    assert {mark: at.seat(f"gang/{mark}") for mark in "BCD"} == {
        mark: before[mark] for mark in "BCD"
    }
    at.session.undo()
    assert at.seat("gang/A") == before["A"]


def test_a_selected_group_is_dragged_by_any_of_its_members(hands):
    at = hands(house(group("gang", 3, "hall", profile="thug")))
    before = {mark: at.seat(f"gang/{mark}") for mark in "ABC"}
    at.select(("group", "gang"))
    x, y, _ = before["B"]
    at.drag((x + 0.5, y + 0.5), (x + 5, y + 5), (x + 10.5, y + 3.5))
    for mark in "ABC":
        assert at.seat(f"gang/{mark}")[:2] == (before[mark][0] + 10, before[mark][1] + 3)


def test_beside_the_board_nobody_is_put(hands):
    at = hands(house(*TWO))
    at.pull((5.5, 5.5), (3, 2), (-2.5, -2.5))
    assert at.shape(Beside).style == "refusal"
    at.release((-2.5, -2.5))
    assert at.history == ()


def test_a_drag_held_over_a_level_carries_on_there(hands, qtbot):
    there = encounter(
        board(
            level("low", name="Low"), level("high", 4, name="High"),
            zone("hall", (0, 0, 12, 12), level="low"), zone("loft", (0, 0, 12, 12), level="high"),
            size=(16, 12),
        ),
        fighter("ann", (8, 8), level="low"),
    )  # fmt: skip
    at = hands(there)
    at.pull((8.5, 8.5), (9, 9))
    at.move(at.over_level("high"))
    qtbot.waitUntil(lambda: at.session.level == "high", timeout=3000)
    at.move((6.5, 6.5))
    at.release((6.5, 6.5))
    assert at.seat("ann") == (6, 6, "high")
    assert at.history == ("Move ann",)


# Handles


def test_a_side_of_a_rectangle_is_dragged(hands):
    at = hands(house())
    at.select(("zone", "hall"))
    at.drag((8, 5), (9, 5), (10.2, 5.4))
    assert at.outline("hall") == outline_of(2, 2, 8, 6)
    assert at.history == ("Reshape Hall",)


def test_rooms_that_share_a_side_move_it_together_and_with_ctrl_one_alone(hands):
    rooms = encounter(board(zone("a", (2, 2, 6, 6)), zone("b", (8, 2, 6, 6)), size=(24, 16)))
    at = hands(rooms)
    at.select(("zone", "a"))
    at.drag((8, 5), (7, 5), (6, 5))
    assert at.outline("a") == outline_of(2, 2, 4, 6)
    assert at.outline("b") == outline_of(6, 2, 8, 6)
    assert len(at.history) == 1
    at.session.undo()
    at.drag((8, 5), (7, 5), (6, 5), held=CTRL)
    assert at.outline("b") == outline_of(8, 2, 6, 6)
    assert at.outline("a")[1][0] == pytest.approx(6, abs=0.1)


def test_corner_and_between_handles_of_an_outline(hands):
    shape = [(2, 2), (10, 2), (10, 10)]
    at = hands(encounter(board(zone("tri", outline=shape), size=(24, 16))))
    at.select(("zone", "tri"))
    at.drag((10, 10), (11, 11), (12, 12))
    assert (12, 12) in at.outline("tri")
    at.drag((6, 2), (6, 1.5), (6, 1))
    assert at.outline("tri")[:3] == ((2, 2), (6, 1), (10, 2))


def test_delete_takes_the_corner_that_was_clicked_out(hands):
    shape = [(2, 2), (6, 1), (10, 2), (10, 10)]
    at = hands(encounter(board(zone("four", outline=shape), size=(24, 16))))
    at.select(("zone", "four"))
    at.click((6, 1))
    assert at.session.selection == (("zone", "four"),)
    at.key(Qt.Key.Key_Delete)
    assert at.outline("four") == ((2, 2), (10, 2), (10, 10))
    assert len(at.history) == 1


def test_an_outline_that_would_cross_itself_is_refused(hands):
    shape = [(2, 2), (6, 1), (10, 2), (10, 10)]
    at = hands(encounter(board(zone("four", outline=shape), size=(24, 16))))
    at.select(("zone", "four"))
    at.pull((6, 1), (6, 3), (14, 7))
    assert "crosses itself" in at.shape(Beside).text
    at.release((14, 7))
    assert at.history == ()


def test_esc_drops_a_handle(hands):
    at = hands(house())
    at.select(("zone", "hall"))
    at.pull((8, 5), (10, 5))
    at.esc()
    at.release((10, 5))
    assert at.history == ()


def test_an_end_of_a_door_is_dragged_along_its_line(hands):
    at = hands(house())
    at.select(("door", "gate"))
    at.drag((5, 8), (6, 8.2), (7, 8.4))
    assert at.board.doors["gate"].on == ((4, 8), (7, 8))


# Names and keys


def test_a_double_click_renames_on_the_spot(hands):
    at = hands(house())
    at.double_click((4.5, 5.5))
    at.type_name("Great hall")
    assert at.board.zones["hall"].label == "Great hall"
    assert at.history == ("Rename Hall",)


def test_arrows_nudge_by_a_square_and_with_shift_by_five(hands):
    at = hands(house(*TWO))
    at.select(("fighter", "ann"))
    at.key(Qt.Key.Key_Right)
    at.key(Qt.Key.Key_Down, SHIFT)
    assert at.encounter.fighters["ann"].at == (6, 10)
    assert at.history == ("Move ann", "Move ann")


def test_ctrl_a_takes_all_on_this_level_and_tab_the_next(hands):
    at = hands(house(*TWO))
    at.key(Qt.Key.Key_A, CTRL)
    assert {("zone", "hall"), ("fighter", "bob"), ("door", "gate")} <= set(at.session.selection)
    at.select(("zone", "hall"))
    at.key(Qt.Key.Key_Tab)
    assert at.session.selection == (("zone", "yard"),)


# Locks


def test_what_is_locked_cannot_be_grabbed(hands):
    at = hands(house(*TWO))
    at.session.shown.locked_kinds.add("fighter")
    at.session.view_changed.emit()
    at.click((5.5, 5.5))
    assert at.session.selection == (("zone", "hall"),)
    at.select(("fighter", "ann"))
    at.key(Qt.Key.Key_Right)
    assert at.history == ()


def test_on_a_locked_level_nothing_is_grabbed(hands):
    at = hands(house(*TWO))
    at.session.shown.locked_levels.add("ground")
    at.drag((5.5, 5.5), (9, 9), (10, 10))
    assert at.history == ()
    assert Ref("fighter", "ann") not in at.session.selection


def test_one_deeper_than_a_member_lies_its_group(hands):
    at = hands(house(group("gang", 3, "hall", profile="thug")))
    x, y, _ = at.seat("gang/B")
    for selected in (("fighter", "gang/B"), ("group", "gang"), ("zone", "hall")):
        at.click((x + 0.5, y + 0.5))
        assert at.session.selection == (selected,)


def test_a_zone_is_dragged_by_its_name_without_being_selected_first(hands):
    at = hands(house())
    name = dict(at.canvas.scene.of_layer("name"))["hall"]
    at.canvas.grab()  # a name is where it was painted
    x, y = next(
        (x / 8, y / 8) for x in range(20, 60) for y in range(20, 60)
        if name.is_under(Point(x / 8, y / 8), 0.1)
    )  # fmt: skip
    x += 0.25
    at.drag((x, y), (x + 1, y + 1), (x + 1.1, y + 4.2))
    assert at.outline("hall") == outline_of(3, 6, 6, 6)


def test_a_zone_is_carried_to_another_level_with_all_that_is_in_it(hands, qtbot):
    there = encounter(
        board(
            level("low", name="Low"), level("high", 4, name="High"),
            zone("hall", (4, 4, 6, 6), level="low", name="Hall"),
            feature("box", (5, 5), level="low"), size=(16, 12),
        ),
        fighter("ann", (8, 8), level="low"),
    )  # fmt: skip
    at = hands(there)
    at.select(("zone", "hall"))
    at.pull((6.5, 6.5), (7, 7))
    at.move(at.over_level("high"))
    qtbot.waitUntil(lambda: at.session.level == "high", timeout=3000)
    at.move((8.5, 6.5))
    at.release((8.5, 6.5))
    assert at.board.zones["hall"].level == "high"
    assert at.board.zones["hall"].outline == outline_of(6, 4, 6, 6)
    assert at.board.features["box"].level == "high"
    assert at.seat("ann") == (10, 8, "high")
    assert at.history == ("Move Hall",)


def test_the_stretch_of_border_that_a_link_takes_up_is_dragged_at_its_ends(hands):
    rooms = board(
        zone("a", (2, 2, 6, 6)), zone("b", (8, 2, 6, 6)), link("a", "b", along=((8, 3), (8, 5))),
        size=(24, 16),
    )  # fmt: skip
    at = hands(encounter(rooms))
    at.select(("link", "a-b"))
    at.drag((8, 5), (8.2, 6), (8.3, 7.2))
    assert at.board.links["a-b"].along == ((8, 3), (8, 7))


def test_ctrl_pressed_in_the_middle_changes_the_preview_at_once(hands):
    at = hands(house(*TWO))
    at.select(("zone", "hall"))
    at.pull((4.5, 6.5), (6, 8), (6.5, 9.5))
    assert ("fighter", "ann") in at.shape(Ghost).refs
    QTest.keyPress(at.view, Qt.Key.Key_Control)
    assert ("fighter", "ann") not in at.shape(Ghost).refs
    QTest.keyRelease(at.view, Qt.Key.Key_Control)
    assert ("fighter", "ann") in at.shape(Ghost).refs
    at.esc()


@pytest.mark.parametrize(
    ("ref", "label"),
    [(("link", "hall-yard"), "Way"), (("feature", "valve"), "Tap"), (("fighter", "ann"), "Ann")],
)
def test_whatever_has_a_name_can_be_renamed_on_the_spot(hands, ref, label):
    at = hands(house(*TWO))
    at.tool.rename(Ref(*ref))
    at.type_name(label)
    table = {
        "link": at.board.links, "feature": at.board.features, "fighter": at.encounter.fighters
    }[ref[0]]  # fmt: skip
    assert table[ref[1]].label == label
    assert len(at.history) == 1


def test_a_wall_has_no_name_to_change(hands):
    at = hands(house())
    at.tool.rename(Ref("wall", "0"))
    assert at.field is None
    assert "no name" in at.told[-1]
