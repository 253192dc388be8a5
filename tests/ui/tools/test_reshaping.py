from desktop.core.model.geometry import outline_of
from desktop.core.model.place import Place
from desktop.core.model.words import Point
from desktop.ui.tools import reshaping
from tests.helpers.build import board, zone


def place(*zones):
    return Place.of(board(*zones, size=(20, 20)))


def rectangle(*box):
    return outline_of(*box)


ONE, RIGHT = zone("one", (0, 0, 4, 4)), zone("right", (4, 0, 4, 4))
SLANTED = zone("slanted", outline=[(4, 0), (8, 0), (4, 4)])


def test_a_side_takes_the_rectangle_along_that_shares_it():
    changed = reshaping.resized(place(ONE, RIGHT), "one", "e", Point(6, 2), alone=False)
    assert changed == {"one": rectangle(0, 0, 6, 4), "right": rectangle(6, 0, 2, 4)}


def test_alone_a_side_moves_by_itself():
    changed = reshaping.resized(place(ONE, RIGHT), "one", "e", Point(3, 2), alone=True)
    assert changed == {"one": rectangle(0, 0, 3, 4)}


def test_a_side_stops_a_square_before_the_other():
    changed = reshaping.resized(place(ONE), "one", "w", Point(9, 0), alone=True)
    assert changed == {"one": rectangle(3, 0, 1, 4)}


def test_a_corner_in_proportion_keeps_the_sides_alike():
    changed = reshaping.resized(place(ONE), "one", "se", Point(8, 5), alone=True, square=True)
    assert changed == {"one": rectangle(0, 0, 8, 8)}


def test_four_rooms_round_a_corner_stay_rectangles():
    rooms = [zone(name, box) for name, box in {
        "nw": (0, 0, 4, 4), "ne": (4, 0, 4, 4), "sw": (0, 4, 4, 4), "se": (4, 4, 4, 4)
    }.items()]  # fmt: skip
    changed = reshaping.resized(place(*rooms), "nw", "se", Point(5, 6), alone=False)
    assert changed == {
        "nw": rectangle(0, 0, 5, 6), "ne": rectangle(5, 0, 3, 6),
        "sw": rectangle(0, 6, 5, 2), "se": rectangle(5, 6, 3, 2),
    }  # fmt: skip


def test_corners_at_one_point_move_together():
    changed = reshaping.corner_moved(place(ONE, SLANTED), "slanted", 0, Point(5, 0), alone=False)
    assert changed["slanted"][0] == (5, 0)
    assert changed["one"] == rectangle(0, 0, 5, 4)
    alone = reshaping.corner_moved(place(ONE, SLANTED), "slanted", 0, Point(5, 0), alone=True)
    assert set(alone) == {"slanted"}


def test_a_new_corner_bends_the_same_side_of_the_neighbour():
    changed = reshaping.corner_added(place(ONE, SLANTED), "one", 1, Point(5, 2), alone=False)
    assert changed["one"] == ((0, 0), (4, 0), (5, 2), (4, 4), (0, 4))
    assert (5, 2) in changed["slanted"]


def test_a_corner_can_be_taken_out():
    changed = reshaping.corner_removed(place(SLANTED), "slanted", 1)
    assert changed == {"slanted": ((4, 0), (4, 4))}
