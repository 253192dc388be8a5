"""Fields and clouds under the hand that selects."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.ui.session import Ref
from tests.helpers.build import board, encounter, piece, zone


@pytest.fixture
def at(hands):
    """Two fields in one zone, the first selected."""
    fields = (
        piece("damaging", (1, 1), level="ground"), piece("slick", (5, 5), level="ground"),
    )  # fmt: skip
    made = hands(encounter(board(zone("a", (0, 0, 8, 8)), size=(8, 8), fields=fields)))
    made.select(("piece", "0"))
    return made


def test_a_field_that_is_nudged_stays_the_one_that_is_selected(at):
    for _ in range(2):
        at.key(Qt.Key.Key_Down)
    laid = {each.kind: each.squares for each in at.board.fields}
    assert laid == {"damaging": ((1, 3),), "slick": ((5, 5),)}
    at.session.undo()
    assert at.session.selection == (Ref("piece", "1"),)


def test_a_second_click_on_a_field_takes_it_instead_of_the_zone_and_a_drag_moves_it(at):
    at.click((1.5, 1.5))
    assert at.session.selection == (Ref("zone", "a"),)
    at.click((1.5, 1.5))
    assert at.session.selection == (Ref("piece", "0"),)
    at.drag((1.5, 1.5), (3.5, 2.5))
    laid = {each.kind: each.squares for each in at.board.fields}
    assert laid == {"damaging": ((3, 2),), "slick": ((5, 5),)}
    before = at.board
    at.drag((5.5, 5.5), (6.5, 5.5))
    assert at.board is before, "one that is not selected stays"


def test_who_stands_in_a_selected_field_is_what_a_drag_moves(at):
    at.session.edit("add_fighter", name="ada", at=[1, 1])
    at.select(("piece", "0"))
    before = at.board.fields
    at.drag((1.5, 1.5), (3.5, 2.5))
    assert at.board.fields == before
    assert [one.at for one in at.session.encounter.fighters.values()] == [(3, 2)]


def test_nothing_of_a_frame_stays_where_squares_were_lifted_and_others_are_selected(at):
    QTest.qWait(30)
    at.session.edit("lift", of="field", squares=[[1, 1]], level="ground")
    at.select(("piece", "0"))
    QTest.qWait(30)
    shown = at.canvas.screen().grabWindow(at.canvas.winId()).toImage()
    at.view.viewport().update()
    QTest.qWait(30)
    assert shown == at.canvas.screen().grabWindow(at.canvas.winId()).toImage()
