"""What a file is told about an outline that is none, and a wall beside the squares."""

from desktop.core.model.words import Point
from desktop.core.store.outlines import outline_problem, stretch_problem


def points(*corners: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(*corner) for corner in corners)


def test_an_outline_that_crosses_itself_is_told_with_its_remedy() -> None:
    assert outline_problem(points((0, 0), (5, 0), (0, 4))) == ""
    assert outline_problem(points((0, 0), (4, 4), (4, 0), (0, 4))) == (
        "The outline crosses itself or touches itself near [2, 2]. "
        "Put its corners in the order in which one would walk round it."
    )


def test_walls_run_along_edges_of_squares() -> None:
    assert stretch_problem(points((0, 0), (0, 4), (3, 4)), "A wall") == ""
    assert "whole numbers" in stretch_problem(points((0, 0), (0, 0.5)), "A wall")
    assert "[0, 0] and [1, 1]" in stretch_problem(points((0, 0), (1, 1)), "A wall")
    assert "both or neither" in stretch_problem(points((0, 0), (0, 0)), "A door")
