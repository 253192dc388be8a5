import pytest

from desktop.core.model.words import Point
from desktop.ui.tools import snapping


@pytest.mark.parametrize(
    ("point", "to"),
    [((2.3, 1.6), (2, 2)), ((2.5, 2.5), (3, 3)), ((-0.4, 0.2), (0, 0)), ((-0.6, 7.5), (-1, 8))],
)
def test_a_point_goes_to_the_nearest_corner_of_a_square(point, to):
    assert snapping.to_grid(Point(*point)) == to


def test_a_corner_of_a_zone_goes_before_the_grid_and_only_within_reach():
    corners = [Point(2.4, 2.4), Point(9, 9)]
    assert snapping.snapped(Point(2.2, 2.3), corners, 0.3) == (2.4, 2.4)
    assert snapping.snapped(Point(2.2, 2.0), corners, 0.3) == (2, 2)


def test_without_help_a_point_stays_to_the_hundredth():
    assert snapping.free(Point(1.23456, 7.001)) == (1.23, 7.0)


@pytest.mark.parametrize(
    ("point", "to"),
    [
        ((9.2, 2.9), (9, 3)),  # along
        ((3.1, 9.0), (3, 9)),  # down
        ((7.8, 7.1), (7, 7)),  # slanting, both ways by the same number
        ((0.2, 5.9), (0, 6)),
    ],
)
def test_straight_goes_one_of_eight_ways_by_whole_squares(point, to):
    assert snapping.straight(Point(3, 3), Point(*point)) == to


def test_straight_without_whole_squares_keeps_the_fraction():
    assert snapping.straight(Point(0, 0), Point(4.25, 0.1), whole=False).x == pytest.approx(4.25)


def test_the_nearest_place_of_a_border_and_how_far_it_is():
    outline = (Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4))
    assert snapping.nearest_on(outline, Point(3.5, 2)) == ((4, 2), 0.5)
