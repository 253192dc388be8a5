"""What the survey asks of a board by the book of yards, and what another space would change."""

from dataclasses import replace
from typing import Any

from desktop.core.model.board import GroundKind
from desktop.core.model.edits import several
from desktop.core.model.profile import Profile, YardsFigures
from desktop.core.survey.switching import changes_when, switched
from tests.helpers.build import (
    board,
    door,
    encounter,
    fighter,
    level,
    link,
    profile,
    row,
    wall,
    zone,
)
from tests.helpers.surveyed import found

OURS = {"door": "yards", "climb": "yards", "leap": "yards"}


def says(made: Any, check: str) -> list[str]:
    return [issue.says for issue in found(made, check)]


def test_a_door_without_toughness_is_a_hint_with_the_usual_number_as_its_fix() -> None:
    on = replace(row("a", "b"), doors={"d": door("d", ((8, 1), (8, 2)))})
    made = encounter(on, slots={"door": "yards"})
    (issue,) = found(made, "L29")
    assert (issue.says, issue.grade, issue.place) == ("d lacks its toughness.", "hint", "d")
    assert issue.fix is not None
    fixed = several(made, issue.fix.edits)
    assert fixed.board.doors["d"].toughness == 40
    assert found(fixed, "L29") == []


def test_only_what_this_book_settles_is_asked_about() -> None:
    plain = door("d", ((8, 1), (8, 2)))
    assert says(encounter(replace(row("a", "b"), doors={"d": plain})), "L29") == []
    other = replace(plain, book="hive")
    on = replace(row("a", "b"), doors={"d": other})
    assert says(encounter(on, slots={"door": "yards"}), "L29") == []
    own = replace(row("a", "b"), doors={"d": replace(plain, book="yards")})
    assert says(encounter(own), "L29") == ["d lacks its toughness."]
    pane = replace(row("a", "b"), doors={"d": replace(plain, kind="window")})
    assert says(encounter(pane, slots={"door": "yards"}), "L29") == []


def test_a_door_with_a_wall_or_the_edge_behind_it_is_an_error() -> None:
    edge = replace(row("a", "b"), doors={"d": door("d", ((0, 1), (0, 2)), toughness=20)})
    (issue,) = found(encounter(edge, slots=OURS), "L28")
    assert (issue.grade, issue.says) == (
        "error",
        "d can be got at from one side only; it needs two.",
    )
    bricked = board(
        door("d", ((4, 1), (4, 2)), toughness=20), size=(8, 4),
        squares={"ground": {(4, 1): "wall"}},
    )  # fmt: skip
    assert len(found(encounter(bricked, slots=OURS), "L28")) == 1
    free = board(door("d", ((4, 1), (4, 2)), toughness=20), size=(8, 4))
    assert found(encounter(free, slots=OURS), "L28") == []


def test_an_obstacle_needs_its_height_or_a_word_for_it() -> None:
    squares = {"ground": {(1, 1): "obstacle", (2, 1): "crate", (3, 1): "stack", (4, 1): "step"}}
    kinds = {
        "crate": GroundKind(qualities=("obstacle", "high")),
        "stack": GroundKind(qualities=("obstacle",), metres=2.0),
        "step": GroundKind(qualities=("obstacle", "low")),
    }
    made = encounter(board(size=(8, 4), squares=squares, kinds=kinds), slots=OURS)
    assert says(made, "L29") == [
        "The ground crate lacks its height in metres.", "Obstacle lacks its height in metres.",
    ]  # fmt: skip
    assert says(replace(made, slots={}), "L29") == []


def test_a_climb_on_one_level_needs_its_metres() -> None:
    on = replace(row("a", "b"), links={"a-b": link("a", "b", kind="climb")})
    assert says(encounter(on, slots=OURS), "L29") == [
        "The climb from a to b lacks its height in metres."
    ]
    told = replace(on, links={"a-b": link("a", "b", kind="climb", metres=3)})
    assert says(encounter(told, slots=OURS), "L29") == []


def test_who_leaps_by_strength_needs_one() -> None:
    weak, strong = Profile(id="weak"), Profile(id="strong", yards=YardsFigures(strength=40))
    able = profile("able", characteristics={"str": 30})
    people = [fighter(each.id + " one", "a", profile=each.id) for each in (weak, strong, able)]
    made = encounter(row("a", "b"), weak, strong, able, *people, slots={"leap": "yards"})
    assert says(made, "L29") == ["weak lacks its Strength."]


# Another space


def told(made: Any, space: Any) -> list[str]:
    return [each.says for each in changes_when(made, space)]


def yard() -> Any:
    """Three zones of which two touch without a link, a fighter in a zone and one beside them."""
    zones = [zone(id, at=(i * 4, 0, 4, 4)) for i, id in enumerate("abc")]
    on = board(*zones, link("a", "b"), wall((1, 0), (1, 2)), size=(16, 4))
    own = profile("guard", wounds=9)
    inside, beside = fighter("ada", "a", profile="guard"), fighter("bo", (14, 1), profile="guard")
    return encounter(on, own, inside, beside)


def test_nothing_changes_for_the_space_that_it_has() -> None:
    assert changes_when(yard(), "zones") == ()


def test_from_zones_to_yards_the_gm_is_told_what_counts_then() -> None:
    assert told(yard(), "measured") == [
        "Ranges and ways are counted in the unit of the square, not in zones.",
        "Who is within arm's reach of whom is told by squares.",
        "guard has no figures of Yards: it goes as far as anybody, and its checks are Tests.",
        "The rules of Yards come in.",
        "Zones keep their traits, but no longer say how far anything is.",
        "One may walk between b and c, which no link joins.",
        "Where in a zone the program puts ada would count.",
        "Every wall and every shut door is in the way.",
    ]


def test_zones_that_nobody_has_drawn_are_grave() -> None:
    made = encounter(board(zone("a"), zone("b"), link("a", "b")))
    first = changes_when(made, "squares")[0]
    assert first.grave
    assert first.says.startswith("The program has laid a and b out by itself")
    assert [where.id for where in first.at] == ["a", "b"]


def test_to_zones_who_stands_in_none_and_what_has_no_link_is_grave() -> None:
    made = switched(yard(), "measured")
    changes = changes_when(made, "zones")
    assert [each.says for each in changes if each.grave] == [
        "bo stands in no zone and cannot go anywhere.",
        "Without a link nobody goes between b and c.",
    ]
    assert "The rules of Yards go, for nothing else names that book." in told(made, "zones")
    painted = replace(made, board=replace(made.board, squares={"ground": {(1, 1): "water"}}))
    assert "What is painted no longer hinders going and seeing: 1 square." in told(painted, "zones")
    bare = encounter(board(level("ground"), size=(8, 4)), space="squares")
    assert "There are no zones, so there is nowhere to go." in told(bare, "zones")


def test_books_that_something_else_names_stay() -> None:
    made = replace(yard(), space="squares", packs=("squares",), slots={"leap": "yards"})
    assert not [each for each in told(made, "measured") if each.startswith("The rules of")]
