"""What the survey finds odd about squares: contradictions, and harm without a number."""

from desktop.core.model.board import GroundKind
from desktop.core.model.edits import several
from tests.helpers.build import board, encounter, feature, paint, piece
from tests.helpers.surveyed import found


def test_two_clouds_or_two_fields_on_one_square_are_an_error_and_the_newest_is_kept() -> None:
    clouds = piece("light cloud", (1, 1), (2, 1)), piece("dark cloud", (2, 1), (3, 1))
    made = encounter(board(clouds=clouds, size=(8, 8)))
    (issue,) = found(made, "L27")
    assert issue.grade == "error"
    assert issue.says == ("Square 2, 1 has the dark cloud as well as the light cloud.")
    assert issue.fix is not None
    mended = several(made, issue.fix.edits)
    assert found(mended, "L27") == []
    squares = {each.kind: len(each.squares) for each in mended.board.clouds}
    assert squares == {"light cloud": 1, "dark cloud": 2}
    fields = piece("slippery", (1, 1)), piece("damaging", (1, 1), damage=2)
    assert len(found(encounter(board(fields=fields, size=(8, 8))), "L27")) == 1


def test_a_square_that_is_a_wall_and_an_obstacle_is_told_once_for_each_two_kinds() -> None:
    squares = {"ground": paint("ww", legend={"w": "wall"})}
    made = encounter(
        board(feature("crate", (0, 0), (1, 0), blocks=True), squares=squares, size=(8, 8))
    )
    (issue,) = found(made, "L27")
    assert issue.says == "Square 0, 0 has the obstacle crate as well as the wall wall."


def test_harm_without_a_number_is_told_where_squares_measure_and_an_error_of_a_field() -> None:
    squares = {"ground": paint("e", legend={"e": "embers"})}
    kinds = {"embers": GroundKind(qualities=("damaging",))}
    on = board(squares=squares, kinds=kinds, fields=(piece("damaging", (3, 3)),), size=(8, 8))
    measured = encounter(on, space="squares")
    assert [str(issue) for issue in (*found(measured, "L27"), *found(measured, "L29"))] == [
        "error L27: Square 3, 3 has the field damaging without its damage.",
        "hint L29: The ground embers lacks its damage.",
    ]
    assert found(measured, "L27")[0].at == (("level", "ground"), ("piece", "0"))
    assert found(encounter(on), "L27") == found(encounter(on), "L29") == []
    clouds = (piece("embers", (5, 5)),)
    (cloud,) = found(
        encounter(
            board(kinds=kinds, fields=on.fields, clouds=clouds, size=(8, 8)), space="squares"
        ),
        "L29",
    )
    assert cloud.at == (("level", "ground"), ("piece", "1"))


def test_open_air_with_nothing_below_it_wants_a_depth_where_squares_measure() -> None:
    on = board(squares={"ground": paint("v", legend={"v": "void"})}, size=(8, 8))
    says = [issue.says for issue in found(encounter(on, space="squares"), "L29")]
    assert says == ["The ground void lacks its depth in metres."]
    deep = board(
        squares=on.squares, kinds={"void": GroundKind(qualities=("void",), metres=-6)}, size=(8, 8)
    )
    assert found(encounter(deep, space="squares"), "L29") == found(encounter(on), "L29") == []
