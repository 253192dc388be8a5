import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.core.model import footprint
from desktop.core.model.footprint import covered, free_seat, middle, side_of
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import Square
from tests.helpers.build import board, encounter, fighter, group, level, profile, row, zone

G = "ground"


@pytest.mark.parametrize(
    ("side", "upper_left", "lower_right"),
    [(1, (5, 5), (5, 5)), (2, (5, 5), (6, 6)), (3, (4, 4), (6, 6)), (4, (4, 4), (7, 7))],
)
def test_the_seat_is_the_middle_and_of_even_sizes_the_upper_left_of_the_middle_four(
    side, upper_left, lower_right
):
    squares = covered(Square(5, 5), side)
    assert len(squares) == side * side
    assert squares[0] == upper_left
    assert squares[-1] == lower_right
    assert footprint.seat_from(squares[0], side) == (5, 5)
    assert middle(Square(5, 5), side) == (upper_left[0] + side / 2, upper_left[1] + side / 2)


def test_size_gives_the_squares_a_side_unless_the_profile_says_otherwise():
    sizes = ("tiny", "small", "medium", "large", "enormous", "monstrous", None)
    assert [side_of(Profile(size=size)) for size in sizes] == [1, 1, 1, 2, 3, 4, 1]
    assert side_of(Profile(size="large", squares=5)) == 5


seats = st.builds(Square, st.integers(0, 9), st.integers(0, 9))
sides = st.integers(1, 4)


@given(seats, sides, seats, sides)
def test_tokens_are_as_far_apart_as_their_nearest_squares(a, side, b, other):
    nearest = min(
        max(abs(one.x - two.x), abs(one.y - two.y))
        for one in covered(a, side)
        for two in covered(b, other)
    )
    assert footprint.apart(a, side, b, other) == nearest


def test_a_newcomer_stands_on_a_free_square_away_from_foes_the_same_every_time():
    place = Place.of(row("a"))
    first = free_seat(place, "a")
    assert place.zone_at(G, first) == "a"
    assert free_seat(place, "a") == first
    second = free_seat(place, "a", taken={first})
    assert second != first
    away = free_seat(place, "a", away_from=[first])
    assert max(abs(away.x - first.x), abs(away.y - first.y)) >= 3


@given(st.lists(seats, min_size=1, max_size=40))
def test_a_newcomer_stands_as_far_from_all_foes_as_three_squares_are_worth(foes):
    place = Place.of(row("a", width=9, height=9))

    def room(square):
        away = (max(abs(square.x - foe.x), abs(square.y - foe.y)) for foe in foes)
        return min(footprint.ROOM, *away)

    stands = free_seat(place, "a", away_from=foes)
    assert room(stands) == max(map(room, place.squares_of("a")))


def test_nobody_is_put_into_a_wall_or_a_pit_while_there_is_floor():
    painted = {(x, y): "wall" for x in range(4) for y in range(3)}
    painted |= {(x, 3): "void" for x in range(3)}
    place = Place.of(board(zone("a", (0, 0, 4, 4)), size=(4, 4), squares={G: painted}))
    assert free_seat(place, "a") == (3, 3)
    assert free_seat(place, "a", taken={Square(3, 3)}) in {(0, 3), (1, 3), (2, 3)}


def test_where_nothing_fits_only_the_seat_counts_and_squares_are_shared():
    place = Place.of(board(zone("a", (0, 0, 2, 1)), size=(2, 1)))
    assert free_seat(place, "a", side=3) in {(0, 0), (1, 0)}
    full = {Square(0, 0), Square(1, 0)}
    assert free_seat(place, "a", taken=full) in full


def test_a_large_token_lies_wholly_in_its_zone_where_it_can():
    place = Place.of(row("a", "b", width=4, height=4))
    seat = free_seat(place, "b", side=4)
    assert all(place.zone_at(G, square) == "b" for square in covered(seat, 4))


def test_a_zone_too_small_for_any_square_still_gives_one_of_the_board():
    place = Place.of(board(zone("a", (0.6, 0.6, 0.3, 0.3)), size=(2, 2)))
    assert place.is_inside(free_seat(place, "a"))


def test_everyone_has_a_seat_and_nobody_shares_while_there_is_room():
    here = encounter(
        row("a", "b"),
        fighter("p", at="a"),
        fighter("q", at=(3, 3)),
        fighter("away", at="a", starts={"off": "away"}),
        group("g", count=5, at="b", profile="big"),
        profile("big", size="large"),
    )
    seats = footprint.seats(here)
    assert set(seats) == {"p", "q", *(f"g/{mark}" for mark in "ABCDE")}
    assert seats["q"] == (G, (3, 3))
    place = Place.of(here.board)
    squares = [square for mark in "ABCDE" for square in covered(seats[f"g/{mark}"].square, 2)]
    assert len(set(squares)) == 20
    assert all(place.zone_at(G, square) == "b" for square in squares)
    assert footprint.seats(here) == seats


def test_who_is_placed_nowhere_stands_where_the_side_starts():
    here = encounter(
        board(zone("a", (0, 0, 4, 4)), zone("b", (4, 0, 4, 4), start="heroes"), size=(8, 4)),
        fighter("p", side="heroes"),
        fighter("q"),
    )
    place = Place.of(here.board)
    seats = footprint.seats(here)
    assert place.zone_at(*seats["p"]) == "b"
    assert "q" not in seats


def test_a_square_is_on_the_first_level_unless_said():
    here = encounter(
        board(level("floor"), level("up", 3), size=(4, 4)),
        fighter("p", at=(1, 1)),
        fighter("q", at=(1, 1), level="up"),
    )
    assert {spot.level for spot in footprint.seats(here).values()} == {"floor", "up"}
