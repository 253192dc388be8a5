from tests.helpers.build import encounter, row


def test_a_drag_moves_the_view_and_never_the_board(hands):
    at = hands(encounter(row("a", "b", "c")), "hand")
    at.view.zoom_to(2.0)
    before = at.board_point(at.view.viewport().rect().center())
    start = at.px((4, 3))
    at.press((4, 3))
    at.move(at.board_point(start - type(start)(40, 0)))
    at.move(at.board_point(start - type(start)(90, 0)))
    at.release(at.board_point(start - type(start)(90, 0)))
    after = at.board_point(at.view.viewport().rect().center())
    assert after.x > before.x
    assert at.history == ()
