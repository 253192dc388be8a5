import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop.core.model import geometry
from desktop.core.model.geometry import Edge, holds, outline_of, squares_in
from desktop.core.model.outlines import fault_of
from desktop.core.model.words import Point, Square


def corners(*pairs):
    return tuple(Point(*pair) for pair in pairs)


squares = st.builds(Square, st.integers(-9, 9), st.integers(-9, 9))
fine = st.integers(0, 24).map(lambda n: n / 2)
outlines = st.lists(st.builds(Point, fine, fine), min_size=3, max_size=7, unique=True).map(tuple)


def test_a_rectangle_holds_the_squares_whose_centres_it_holds():
    assert squares_in(outline_of(0.4, 0, 2.2, 1)) == {(0, 0), (1, 0), (2, 0)}
    assert squares_in(outline_of(0.6, 0, 1.8, 1)) == {(1, 0)}


@given(outlines)
def test_scanlines_agree_with_asking_each_centre(outline):
    if fault_of(outline):
        return
    asked = {
        Square(x, y) for x in range(13) for y in range(13) if holds(outline, (x + 0.5, y + 0.5))
    }
    assert squares_in(outline) == asked


def test_a_centre_on_a_border_belongs_to_both_sides():
    diamond = corners((3.5, 0.5), (6.5, 3.5), (3.5, 6.5), (0.5, 3.5))
    for middle in ((2, 2), (4, 2), (5, 4), (2, 5), (3, 0), (6, 3), (3, 6), (0, 3)):
        assert (middle in squares_in(diamond)) == holds(diamond, (middle[0] + 0.5, middle[1] + 0.5))
    assert {(3, 0), (6, 3), (3, 6), (0, 3)} <= squares_in(diamond)


def test_only_upright_four_corners_are_a_rectangle():
    assert geometry.rectangle_of(outline_of(1, 2, 3, 4)) == (1, 2, 3, 4)
    assert geometry.rectangle_of(tuple(reversed(outline_of(1, 2, 3, 4)))) == (1, 2, 3, 4)
    assert geometry.rectangle_of(corners((0, 0), (4, 0), (4, 4), (1, 4))) is None


def test_edges_have_one_normal_form():
    assert geometry.edge_between((3, 2), (3, 3)) == geometry.edge_between((3, 3), (3, 2))
    assert geometry.edge_between((3, 2), (4, 2)) == Edge(4, 2, "w")
    assert geometry.beside(Edge(4, 2, "w")) == ((3, 2), (4, 2))


def test_a_wall_covers_the_edges_between_its_grid_points():
    wall = corners((2, 1), (2, 3), (4, 3))
    assert set(geometry.edges_along(wall)) == {(2, 1, "w"), (2, 2, "w"), (2, 3, "n"), (3, 3, "n")}
    assert set(geometry.edges_along(tuple(reversed(wall)))) == set(geometry.edges_along(wall))


def test_a_slanting_wall_goes_in_steps_without_a_gap():
    edges = geometry.edges_along(corners((0, 0), (3, 2)))
    assert len(edges) == 5
    points = [point for edge in edges for point in geometry.ends_of(edge)]
    assert all(points.count(point) == 2 for point in points if point not in ((0, 0), (3, 2)))


@given(squares, squares)
def test_a_line_is_the_same_from_both_ends(a, b):
    there = list(geometry.line(a, b))
    back = list(geometry.line(b, a))
    assert [(step.after, step.before) for step in reversed(back)] == [step[:2] for step in there]
    assert (there[-1].after if there else a) == b


def test_a_line_through_a_corner_names_both_ways_round():
    assert list(geometry.line(Square(0, 0), Square(1, 1))) == [((0, 0), (1, 1), ((1, 0), (0, 1)))]


def test_cutting_back_keeps_the_rest_in_whole_numbers():
    rest = geometry.difference(outline_of(0, 0, 6, 4), [outline_of(4, 0, 6, 6)])
    assert rest == (outline_of(0, 0, 4, 4),)
    assert geometry.difference(outline_of(1, 1, 2, 2), [outline_of(0, 0, 6, 6)]) == ()
    assert len(geometry.difference(outline_of(0, 0, 9, 2), [outline_of(4, 0, 1, 2)])) == 2
    with pytest.raises(ValueError, match="hole"):
        geometry.difference(outline_of(0, 0, 9, 9), [outline_of(4, 4, 1, 1)])


SIDES = st.sampled_from([1, 2, 2.5, 3])
RECTANGLES = st.builds(
    outline_of, st.sampled_from([0, 1, 2, 2.5]), st.sampled_from([0, 1, 2, 2.5]), SIDES, SIDES
)


@given(RECTANGLES, RECTANGLES)
@example(outline_of(0, 0, 2.5, 3), outline_of(2.5, 0, 1, 3))
@example(outline_of(1, 2, 3, 2), outline_of(1, 0, 3, 2))
def test_two_rectangles_are_joined_as_any_outlines_are(one, other):
    assert geometry.union([one, other]) == geometry.union([one, other, other])


def test_split_and_union_undo_each_other():
    pieces = geometry.split(outline_of(0, 0, 6, 4), corners((2, -1), (2, 5)))
    assert pieces == (outline_of(2, 0, 4, 4), outline_of(0, 0, 2, 4))
    assert geometry.union(pieces) == (outline_of(0, 0, 6, 4),)


def test_a_label_lies_inside_a_bent_zone():
    bent = corners((0, 0), (10, 0), (10, 10), (9, 10), (9, 1), (0, 1))
    assert holds(bent, geometry.label_point(bent))


def test_tidy_rounds_to_the_thousandth_and_drops_doubled_corners():
    assert geometry.tidy([(0.0, 0), (0.0001, 0), (4.00049, 0), (4, 2.34567), (0, 0)]) == (
        (0, 0), (4, 0), (4, 2.346),
    )  # fmt: skip
