"""Clouds and fields: how they are laid, light ones that hamper sight and dark ones that stop it."""

from typing import Any

import pytest

from desktop.core.model.moments import Moment
from desktop.core.model.words import Square
from desktop.core.rules.actions import Change
from desktop.core.rules.sight import sees
from tests.helpers.build import board, feature, piece, wall
from tests.helpers.on_squares import Squares, grid, native, painted

CUT = ["against across the edge of a light cloud"]
BLOCK = [(x, y) for x in range(2, 7) for y in range(2, 7)]


def under(
    *clouds: Any, p: tuple[int, int], q: tuple[int, int], things: Any = (), **fields: Any
) -> Squares:
    """Return a fight of P and Q under clouds."""
    people = [
        native("P", p, side="heroes", size=fields.pop("p_size", None)),
        native("Q", q, size=fields.pop("q_size", None), side=fields.pop("q_side", "foes")),
    ]
    return grid(*things, people=people, clouds=clouds, size=(16, 10), **fields)


def sight(made: Squares, one: str = "P", other: str = "Q") -> bool:
    return not sees(made.book, made.state, one, other)


def light(*squares: tuple[int, int]) -> Any:
    return piece("light cloud", *squares)


def dark(*squares: tuple[int, int]) -> Any:
    return piece("dark cloud", *squares)


# Layers


def lay(made: Squares, of: str, kind: str, squares: Any, **more: Any) -> None:
    arguments = {"of": of, "kind": kind, "squares": [Square(*at) for at in squares], **more}
    made.take(Change(edit="lay", arguments=arguments))


@pytest.mark.rule("GRID-CLOUD-01")
def test_a_new_cloud_takes_only_the_squares_it_shares():
    made = under(p=(0, 0), q=(9, 9))
    lay(made, "cloud", "light cloud", [(x, y) for x in range(3) for y in range(3)])
    lay(made, "cloud", "dark cloud", [(0, 0), (1, 0), (0, 1), (1, 1)])
    clouds = {piece.kind: len(piece.squares) for piece in made.state.encounter.board.clouds}
    assert clouds == {"light cloud": 5, "dark cloud": 4}


@pytest.mark.rule("GRID-CLOUD-02")
def test_a_cloud_lasts_to_the_end_unless_what_made_it_says_otherwise():
    made = under(p=(0, 0), q=(9, 9))
    lay(made, "cloud", "light cloud", [(5, 5)])
    made.turn("P")
    lay(made, "cloud", "dark cloud", [(6, 6)], until=Moment("end of round", 2))
    there = {1: len(made.state.encounter.board.clouds)}
    for _ in range(3):
        made.turn("Q").turn("P")
        there[made.state.round] = len(made.state.encounter.board.clouds)
    assert there == {1: 2, 2: 2, 3: 1, 4: 1}
    assert [each.kind for each in made.state.encounter.board.clouds] == ["light cloud"]


@pytest.mark.rule("GRID-FIELD-01", "GRID-FIELD-03")
def test_a_square_holds_one_field_which_stays():
    made = under(p=(0, 0), q=(9, 9))
    lay(made, "field", "damaging", [(5, 5)], source="cinders")
    lay(made, "field", "slippery", [(5, 5)], source="oil")
    for _ in range(7):
        made.turn("P")
    (field,) = made.state.encounter.board.fields
    assert (field.kind, field.squares, made.state.round) == ("slippery", ((5, 5),), 7)
    assert made.made.board.fields == ()  # what a fight lays is gone with it


@pytest.mark.rule("GRID-FIELD-02")
def test_a_new_field_takes_only_the_squares_it_shares():
    made = under(p=(0, 0), q=(9, 9))
    lay(made, "field", "damaging", [(x, y) for x in range(3) for y in range(3)])
    shared = [(1, 1), (2, 1), (1, 2), (2, 2)]
    lay(made, "field", "slippery", [*shared, (3, 1), (3, 2), (3, 3), (1, 3), (2, 3)])
    assert {f.kind: len(f.squares) for f in made.state.encounter.board.fields} == {
        "damaging": 5, "slippery": 9,
    }  # fmt: skip


@pytest.mark.rule("GRID-FIELD-04")
def test_a_field_and_a_cloud_lie_on_one_square():
    made = under(p=(0, 0), q=(9, 9))
    lay(made, "field", "damaging", [(5, 5)])
    lay(made, "cloud", "light cloud", [(5, 5)])
    layers = made.state.place.layers("ground", Square(5, 5))
    assert [layer.of for layer in layers] == ["cloud", "field"]


# Light ones


@pytest.mark.rule("GRID-CLOUD-03")
def test_across_the_edge_of_a_light_cloud_there_is_a_cut_both_ways():
    made = under(light(*BLOCK), p=(0, 4), q=(3, 4))
    assert made.keys("P", "Q") == CUT
    assert made.keys("Q", "P", ranged=True) == CUT
    assert sight(made)


@pytest.mark.rule("GRID-CLOUD-04")
def test_inside_one_light_cloud_there_is_none():
    assert under(light(*BLOCK), p=(2, 4), q=(5, 4)).keys("P", "Q") == []
    halves = light(*[at for at in BLOCK if at[0] < 4]), light(*[at for at in BLOCK if at[0] > 3])
    assert under(*halves, p=(2, 4), q=(5, 4)).keys("P", "Q") == []
    apart = under(*halves, p=(2, 4), q=(5, 4), rulings={"grid_threshold_merge": "each cloud"})
    assert apart.keys("P", "Q") == CUT


@pytest.mark.rule("GRID-CLOUD-05")
def test_through_a_light_cloud_there_is_one_cut_in_all():
    cloud = light((2, 0), (3, 0), (4, 0))
    assert under(cloud, p=(0, 0), q=(6, 0)).keys("P", "Q") == CUT
    two = cloud, light((7, 0))
    assert under(*two, p=(0, 0), q=(9, 0)).keys("P", "Q") == CUT
    each = under(*two, p=(0, 0), q=(9, 0), rulings={"grid_light_cuts": "each cloud"})
    assert each.keys("P", "Q") == CUT * 2


def test_a_line_exactly_through_a_corner_crosses_only_what_closes_both_sides_of_it():
    assert under(light((1, 0)), p=(0, 0), q=(1, 1)).keys("P", "Q") == []
    assert under(light((1, 0), (0, 1)), p=(0, 0), q=(1, 1)).keys("P", "Q") == CUT


# Dark ones


@pytest.mark.rule("GRID-CLOUD-06")
def test_nobody_sees_across_the_edge_of_a_dark_cloud():
    made = under(dark((2, 0), (3, 0)), p=(2, 0), q=(1, 0))
    assert not sight(made)
    assert not sight(made, "Q", "P")


@pytest.mark.rule("GRID-CLOUD-07")
def test_nobody_sees_through_a_dark_cloud():
    assert not sight(under(dark((2, 0), (3, 0), (4, 0)), p=(0, 0), q=(6, 0)))
    assert sight(under(dark((2, 0), (3, 0), (4, 0)), p=(0, 1), q=(6, 1)))


@pytest.mark.rule("GRID-CLOUD-08")
def test_inside_a_dark_cloud_one_sees_next_to_oneself():
    cloud = dark(*[(x, 2) for x in range(2, 7)])
    assert sight(under(cloud, p=(2, 2), q=(3, 2)))
    assert not sight(under(cloud, p=(2, 2), q=(5, 2)))
    two = dark((2, 2)), dark((3, 2))
    assert sight(under(*two, p=(2, 2), q=(3, 2)))
    apart = under(*two, p=(2, 2), q=(3, 2), rulings={"grid_threshold_merge": "each cloud"})
    assert not sight(apart)
    slanting = dark((2, 2), (3, 3), (3, 2), (2, 3))
    assert sight(under(slanting, p=(2, 2), q=(3, 3)))
    walled = under(cloud, p=(2, 2), q=(3, 2), things=[wall((3, 2), (3, 3))])
    assert not sight(walled)


# Large ones


@pytest.mark.rule("GRID-MASSIVE-01")
def test_a_large_one_sees_whom_a_wall_hides_from_three_of_its_four_squares():
    walls = painted(wall=[(5, 0), (5, 1), (5, 2)])
    target = (8, 2)
    alone = [
        sight(under(p=target, q=at, squares=walls), "Q", "P")
        for at in ((2, 2), (3, 2), (2, 3), (3, 3))
    ]
    assert alone == [False, False, False, True]
    made = under(p=target, q=(2, 2), q_size="large", squares=walls)
    assert sight(made, "Q", "P")
    assert sight(made, "P", "Q")


@pytest.mark.rule("GRID-MASSIVE-01")
def test_a_large_one_looks_from_any_of_its_squares():
    walls = [wall((4, 0), (4, 3))]
    assert sight(under(p=(7, 3), q=(2, 2), q_size="large", things=walls))
    assert not sight(under(p=(7, 0), q=(2, 1), things=[wall((4, 0), (4, 9))]))
    assert sight(under(p=(7, 3), q=(2, 2), q_size="large", things=walls), "Q", "P")


@pytest.mark.rule("GRID-MASSIVE-02")
def test_a_large_one_partly_in_a_light_cloud_looks_out_of_it_freely():
    cloud = light((2, 2), (2, 3))
    made = under(cloud, p=(8, 2), q=(2, 2), q_size="large")
    assert made.keys("Q", "P", ranged=True) == []


@pytest.mark.rule("GRID-MASSIVE-03")
def test_a_large_one_with_a_square_in_plain_sight_is_not_hidden():
    cloud = dark((2, 2), (2, 3), (3, 3))
    made = under(cloud, p=(8, 2), q=(2, 2), q_size="large")
    assert sight(made)
    assert made.keys("P", "Q", ranged=True) == []
    friends = under(
        cloud, p=(8, 2), q=(2, 2), q_size="large", q_side="heroes",
        rulings={"grid_massive_scope": "enemies only"},
    )  # fmt: skip
    assert not sight(friends)


@pytest.mark.rule("GRID-MASSIVE-04")
def test_a_large_one_partly_in_the_dark_sees_there_only_what_is_next_to_it():
    cloud = dark(*[(x, y) for x in range(4) for y in range(2, 4)])  # Q is on 3,2 to 4,3
    assert sight(under(cloud, p=(2, 2), q=(3, 2), q_size="large"), "Q", "P")
    assert not sight(under(cloud, p=(0, 2), q=(3, 2), q_size="large"), "Q", "P")


@pytest.mark.rule("GRID-MASSIVE-04")
def test_by_one_reading_it_sees_what_is_next_to_any_of_its_squares():
    cloud = dark((3, 2), (4, 4), (5, 4))  # P stands next to the part that is outside
    made = under(cloud, p=(5, 4), q=(3, 2), q_size="large")
    assert not sight(made, "Q", "P")
    reading = {"grid_massive_adjacent": "any square"}
    assert sight(under(cloud, p=(5, 4), q=(3, 2), q_size="large", rulings=reading), "Q", "P")


# Walls, by both ways of drawing a line


@pytest.mark.rule("GRID-WALL-01")
def test_a_wall_hides_unless_it_is_looked_round_from_a_corner():
    pillar = painted(wall=[(2, 0)])
    assert not sight(under(p=(0, 0), q=(4, 0), squares=pillar))
    corner = {"grid_los_line": "any corner"}
    assert not sight(under(p=(0, 0), q=(4, 0), squares=pillar, rulings=corner))
    assert not sight(under(p=(0, 0), q=(4, 1), squares=painted(wall=[(2, 0), (2, 1)])))
    assert not sight(under(p=(0, 1), q=(4, 2), squares=painted(wall=[(2, 1)])))
    assert sight(under(p=(0, 1), q=(4, 2), squares=painted(wall=[(2, 1)]), rulings=corner))


@pytest.mark.rule("GRID-DIFFICULT-03", "GRID-OBSTACLE-02")
def test_over_difficult_ground_and_obstacles_one_sees():
    for kind in ("difficult", "obstacle", "rubble"):
        assert sight(under(p=(0, 0), q=(4, 0), squares=painted(**{kind: [(2, 0)]})))


def test_a_feature_is_seen_by_the_same_rule():
    made = under(p=(0, 0), q=(9, 9), things=[feature("drum", (4, 0)), wall((2, 0), (2, 9))])
    assert not sight(made, "P", "drum")
    assert board().clouds == ()
