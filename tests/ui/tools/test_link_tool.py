from PySide6.QtCore import Qt

from desktop.ui.canvas.overlay import Beside, Stretch
from tests.helpers.build import board, door, encounter, level, link, wall, zone
from tests.ui.tools.hands import CTRL


def rooms(*more, **fields):
    return encounter(
        board(
            zone("a", (0, 0, 6, 6), name="A"), zone("b", (6, 0, 6, 6), name="B"),
            zone("c", (12, 0, 6, 6), name="C"), zone("far", (0, 8, 4, 4), name="Far"),
            *more, size=(20, 13), **fields,
        )
    )  # fmt: skip


def links(at):
    return [(made.from_, made.to, made.kind) for made in at.board.links.values()]


def test_a_drag_from_zone_to_zone_makes_a_link(hands):
    at = hands(rooms(), "link", link_kind="barrier")
    at.drag((3, 3), (5, 3), (8, 3))
    assert links(at) == [("a", "b", "barrier")]
    assert at.history == ("Link A to B",)
    assert at.session.selection[0].kind == "link"
    at.session.undo()
    assert links(at) == []


def test_a_link_that_lies_there_already_is_selected_and_not_made_again(hands):
    at = hands(rooms(link("a", "b")), "link")
    at.pull((8, 3), (5, 3), (3, 3))
    assert at.shape(Beside).text == "B and A are linked already."
    at.release((3, 3))
    assert links(at) == [("a", "b", "open")]
    assert [ref.kind for ref in at.session.selection] == ["link"]
    at.choose("link.kind", "barrier")
    at.drag((3, 3), (5, 3), (8, 3))
    assert links(at) == [("a", "b", "open"), ("a", "b", "barrier")]


def test_a_link_that_ends_nowhere_is_refused_beside_the_pointer(hands):
    at = hands(rooms(), "link")
    at.pull((3, 3), (5, 3), (8, 10))
    assert at.shape(Beside).text == "A link ends in a zone."
    at.release((8, 10))
    assert at.history == ()


def test_esc_drops_the_link(hands):
    at = hands(rooms(), "link")
    at.pull((3, 3), (8, 3))
    assert "hold over a level" in at.tool.status
    at.esc()
    at.release((8, 3))
    assert links(at) == []


def test_a_drag_that_was_never_let_go_of_is_dropped_by_the_next_press(hands):
    at = hands(rooms(), "link")
    at.pull((3, 3), (5, 3))
    assert at.session.edit("remove", things=[["zone", "a"]])
    at.drag((8, 3), (14, 3))
    assert links(at) == [("b", "c", "open")]


def test_with_ctrl_it_joins_two_squares(hands):
    at = hands(rooms(), "link", link_kind="ladder")
    at.drag((3.5, 3.5), (2, 6), (1.5, 9.5), held=CTRL)
    (made,) = at.board.links.values()
    assert (made.kind, made.ends) == ("ladder", ((3, 3), (1, 9)))


def test_proposals_are_dashed_only_while_the_tool_is_in_hand(hands):
    at = hands(rooms(link("a", "b")), "link")
    proposed = [shape for shape in at.shapes if isinstance(shape, Stretch)]
    assert [shape.style for shape in proposed] == ["proposed"]
    assert proposed[0].points == ((12, 0), (12, 6))
    at.take("select")
    assert at.shapes == ()


def test_a_click_takes_one_proposal_up(hands):
    at = hands(rooms(), "link")
    at.click((12, 3.2))
    assert links(at) == [("b", "c", "open")]
    assert len(at.history) == 1


def test_enter_takes_all_up_in_one_step(hands):
    at = hands(rooms(), "link")
    at.key(Qt.Key.Key_Return)
    assert links(at) == [("a", "b", "open"), ("b", "c", "open")]
    assert at.history == ("Add 2 proposed links",)
    at.key(Qt.Key.Key_Return)
    assert "Nothing is proposed" in at.told[-1]


def test_a_door_in_the_wall_is_proposed_as_the_way_through(hands):
    at = hands(rooms(wall((6, 0), (6, 6)), door("gate", ((6, 2), (6, 3)))), "link")
    at.click((6, 2.5))
    assert at.board.links["a-b"].through == "gate"


def test_a_link_across_a_walled_border_leads_through_its_door_and_with_ctrl_not(hands):
    at = hands(rooms(wall((6, 0), (6, 6)), door("gate", ((6, 2), (6, 3)))), "link")
    at.drag((3, 3), (5, 3), (8, 3))
    assert at.board.links["a-b"].through == "gate"
    at.session.undo()
    at.drag((3, 3), (5, 3), (8, 3), held=CTRL)
    assert at.board.links["a-b"].through == ""


def test_numbers_and_brackets_choose_the_kind_and_change_the_selected_links(hands):
    at = hands(rooms(link("a", "b")), "link")
    at.keys("2")
    assert at.tool.kind == "barrier"
    at.keys("]")
    assert at.tool.kind == "stairs"
    at.select(("link", "a-b"))
    at.keys("4")
    assert links(at) == [("a", "b", "ladder")]
    assert len(at.history) == 1


def test_a_kind_chosen_after_drawing_is_that_of_the_next_link_until_one_is_clicked(hands):
    at = hands(rooms(), "link")
    at.drag((3, 3), (5, 3), (8, 3))
    assert at.session.selected("link") == ("a-b",)
    at.keys("2")
    assert links(at) == [("a", "b", "open")]
    assert at.told[-1] == "The next link is a barrier."
    at.click((6, 3))
    at.keys("2")
    assert links(at) == [("a", "b", "barrier")]


def test_a_link_drawn_before_is_changed_once_it_is_chosen_with_another_tool(hands):
    at = hands(rooms(), "link")
    at.drag((3, 3), (5, 3), (8, 3))
    at.take("select")
    at.click((6, 3))
    at.take("link")
    at.keys("2")
    assert links(at) == [("a", "b", "barrier")]


def test_a_link_drawn_before_is_changed_once_it_is_chosen_in_the_outline(hands):
    at = hands(rooms(), "link")
    at.drag((3, 3), (5, 3), (8, 3))
    at.select(("zone", "a"))
    at.select(("link", "a-b"))
    at.keys("2")
    assert links(at) == [("a", "b", "barrier")]


def test_a_selected_link_is_ended_elsewhere_by_dragging_its_end(hands):
    at = hands(rooms(link("a", "b", along=((6, 2), (6, 4)))), "link")
    at.select(("link", "a-b"))
    at.drag((6.1, 3), (10, 3), (14, 3))
    assert links(at) == [("a", "c", "open")]
    assert at.board.links["a-b"].along is None
    at.session.undo()
    assert links(at) == [("a", "b", "open")]


def test_a_link_to_another_level_is_dragged_over_the_strip(hands, qtbot):
    there = encounter(
        board(
            level("low", name="Low"), level("high", 4, name="High"),
            zone("hall", (0, 0, 12, 12), level="low", name="Hall"),
            zone("loft", (0, 0, 12, 12), level="high", name="Loft"), size=(16, 12),
        )
    )  # fmt: skip
    at = hands(there, "link", link_kind="ladder")
    at.pull((8.5, 8.5), (9, 9), held=CTRL)
    at.move(at.over_level("high"), CTRL)
    qtbot.waitUntil(lambda: at.session.level == "high", timeout=3000)
    at.move((6.5, 6.5), CTRL)
    at.release((6.5, 6.5), CTRL)
    (made,) = at.board.links.values()
    assert (made.from_, made.to, made.kind) == ("hall", "loft", "ladder")
    assert made.ends == ((8, 8), (6, 6))


def test_a_link_ends_in_a_zone_that_shows_through_from_the_level_below(hands):
    there = encounter(
        board(
            level("low"), level("high", 4),
            zone("yard", (8, 0, 4, 4), level="low"), zone("loft", (0, 0, 4, 4), level="high"),
            size=(16, 12),
        )
    )  # fmt: skip
    at = hands(there, "link", link_kind="ladder")
    at.session.show_level("high")
    at.drag((1, 1), (5, 1), (9, 1))
    assert links(at) == [("loft", "yard", "ladder")]
