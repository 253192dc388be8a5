from desktop.core.model.place import Place
from desktop.core.model.words import Point
from desktop.ui.tools import strokes
from tests.helpers.build import board, paint, wall, zone


def place(*things, **fields):
    return Place.of(board(*things, size=(6, 4), **fields))


def test_a_brush_of_one_covers_the_square_under_it():
    assert strokes.dab(Point(2.9, 0.1), 1) == {(2, 0)}


def test_a_brush_of_two_lies_round_the_corner_next_to_it():
    assert strokes.dab(Point(3.1, 2.2), 2) == {(2, 1), (3, 1), (2, 2), (3, 2)}


def test_a_stroke_leaves_no_gaps():
    assert strokes.stroke(Point(0.5, 0.5), Point(4.5, 0.5), 1) == {(x, 0) for x in range(5)}
    assert {(0, 0), (1, 1), (2, 2)} <= strokes.stroke(Point(0.5, 0.5), Point(2.5, 2.5), 1)


def test_a_box_holds_both_its_corners_whichever_way_it_was_drawn():
    assert strokes.box(Point(2.5, 1.5), Point(1.1, 0.2)) == {(1, 0), (2, 0), (1, 1), (2, 1)}


def test_what_is_beside_the_board_is_left_out():
    assert strokes.on_board(place(), strokes.box(Point(-2, -2), Point(0.5, 0.5))) == {(0, 0)}


def test_a_fill_stops_at_walls():
    filled = strokes.fill(place(wall((3, 0), (3, 4))), "ground", (0, 0))
    assert {x for x, _ in filled} == {0, 1, 2}


def test_a_fill_stops_at_the_borders_of_zones():
    filled = strokes.fill(place(zone("a", (0, 0, 2, 2)), zone("b", (2, 0, 2, 2))), "ground", (1, 1))
    assert filled == {(0, 0), (1, 0), (0, 1), (1, 1)}


def test_a_fill_stops_at_other_ground():
    squares = {"ground": paint("..#...", "..#...", "..#...", "..#...", legend={"#": "rubble"})}
    assert {x for x, _ in strokes.fill(place(squares=squares), "ground", (4, 2))} == {3, 4, 5}


def test_a_fill_that_begins_beside_the_board_covers_nothing():
    assert strokes.fill(place(), "ground", (9, 9)) == frozenset()
