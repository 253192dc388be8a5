"""While a field waits, the next click on the board that fits is its answer."""

import pytest

from desktop.core.model.words import Square
from desktop.ui.canvas.overlay import Area, Stretch
from desktop.ui.session import Lit, Wanted
from desktop.ui.tools.lighting import lit_overlay
from tests.helpers.build import board, encounter, feature, fighter, profile, zone
from tests.ui.tools.hands import SHIFT


@pytest.fixture
def at(hands):
    made = hands(
        encounter(
            board(
                zone("a", (0, 0, 6, 6)), zone("b", (6, 0, 6, 6)), feature("lamp", (8, 2)),
                size=(20, 12),
            ),
            profile("hero", wounds=10), fighter("ann", (2, 2), profile="hero", side="heroes"),
        )
    )  # fmt: skip
    made.found = []
    made.take("pick")
    return made


def want(at, *ids, squares=False):
    at.session.want(Wanted(says="a zone", ids=ids, squares=squares, taken=at.found.append))


def test_a_click_answers_with_the_uppermost_thing_that_fits(at):
    want(at, "a", "b")
    at.hover((8.5, 2.5))
    assert at.shape(Stretch).points[0] == (6, 0)
    at.click((2.5, 2.5))
    assert at.found == ["a"]
    assert at.session.wanted is None


def test_what_does_not_fit_is_no_answer(at):
    want(at, "b")
    at.click((2.5, 2.5))
    assert at.found == []
    assert "Click a zone" in at.told[-1]
    assert at.session.wanted is not None


def test_shift_waits_for_another_and_esc_for_none(at):
    want(at, "a", "b")
    at.click((2.5, 2.5), SHIFT)
    at.click((9.5, 4.5), SHIFT)
    assert at.found == ["a", "b"]
    at.esc()
    assert at.session.wanted is None


def test_squares_answer_where_they_may(at):
    want(at, squares=True)
    at.click((14.5, 7.5))
    assert at.found == [Square(14, 7)]


def test_what_a_line_is_about_is_lit(at):
    zone_lit = lit_overlay(at.tool.desk, Lit(ids=("a",)))
    assert [type(shape) for shape in zone_lit.shapes] == [Stretch]
    others = lit_overlay(at.tool.desk, Lit(ids=("ann", "lamp"), squares=(Square(3, 3),)))
    assert [shape.squares for shape in others.shapes if isinstance(shape, Area)] == [
        ((2, 2),), ((8, 2),), ((3, 3),),
    ]  # fmt: skip
    assert lit_overlay(at.tool.desk, Lit()) is None
