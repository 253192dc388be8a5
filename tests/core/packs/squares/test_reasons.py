"""Edges and cuts: cover beside obstacles, flanking, height."""

from typing import Any

import pytest

from desktop.core.model.board import GroundKind
from desktop.core.model.words import Square
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.squares.breaking import SmashSquare
from desktop.core.packs.squares.cover import in_cover
from desktop.core.packs.squares.edges import counted
from desktop.core.rules import events as e
from tests.helpers.attacks import SWORD
from tests.helpers.build import feature, level, wall
from tests.helpers.on_squares import GROUND, Squares, grid, native, painted, person

CUT = ["against target beside an obstacle"]
EDGE = "for flanking with B"


def hiding(at: tuple[int, int], *things: Any, **fields: Any) -> Squares:
    """Return a fight of P against Q on a square, an obstacle on 3,3 unless others are given."""
    fields.setdefault("squares", painted(obstacle=[(3, 3)]))
    q_side, checks = fields.pop("q_side", "foes"), fields.pop("p_checks", None)
    p_side = "foes" if q_side == "heroes" else "heroes"
    people = [native("P", (10, 3), side=p_side), native("Q", at, side=q_side, checks=checks)]
    return grid(*things, people=people, **fields)


# Cover


@pytest.mark.rule("GRID-COVER-01")
def test_beside_an_obstacle_one_has_cover_and_further_away_one_has_not():
    assert hiding((3, 4)).keys("P", "Q") == CUT
    assert hiding((4, 4)).keys("P", "Q") == CUT
    assert hiding((3, 5)).keys("P", "Q") == []


@pytest.mark.rule("GRID-COVER-01")
def test_walls_and_difficult_ground_give_none_and_a_feature_that_blocks_does():
    for kind in ("wall", "difficult", "rubble"):
        assert hiding((3, 4), squares=painted(**{kind: [(3, 3)]})).keys("P", "Q") == []
    wagon = feature("wagon", (3, 3), blocks=True)
    assert hiding((3, 4), wagon, squares={}).keys("P", "Q") == CUT
    statue = feature("statue", (3, 3), blocks=True, blocks_sight=True)
    assert hiding((3, 4), statue, squares={}).keys("P", "Q") == []


@pytest.mark.rule("GRID-COVER-02")
def test_the_cover_lasts_while_one_stays_beside_it():
    made = hiding((3, 4), turn="Q")
    assert made.walk("Q", (4, 4)).keys("P", "Q") == CUT
    assert made.walk("Q", (5, 5)).keys("P", "Q") == []


@pytest.mark.rule("GRID-COVER-02")
def test_by_the_other_reading_a_step_ends_it_until_a_walk_ends_beside_one_again():
    made = hiding((3, 4), turn="Q", rulings={"grid_cover_end": "any step"})
    assert made.walk("Q", (4, 4)).keys("P", "Q") == CUT
    for rulings, on_the_way in (({}, CUT), ({"grid_cover_end": "any step"}, [])):
        ice = painted(obstacle=[(3, 3)], slippery=[(4, 3)])
        slips = hiding((3, 4), turn="Q", rulings=rulings, squares=ice, p_checks={"grace": 0})
        via = ((GROUND, Square(4, 3)),)
        slips.walk(
            "Q", (4, 2), 1, via=via
        )  # it lies on the ice beside the obstacle, not at its end
        assert slips.seat("Q") == (4, 3)
        assert slips.keys("P", "Q") == on_the_way


@pytest.mark.rule("GRID-COVER-03")
def test_cover_is_one_cut_for_every_deed_from_any_side():
    made = hiding((3, 4))
    for ranged in (True, False):
        assert counted(made.reasons("P", "Q", ranged=ranged)) == (0, 1)
    behind = hiding((4, 3), rulings={"grid_cover_side": "between only"})
    assert behind.keys("P", "Q") == []
    front = hiding((2, 3), rulings={"grid_cover_side": "between only"})
    assert front.keys("P", "Q") == CUT


@pytest.mark.rule("GRID-COVER-03")
def test_in_a_real_attack_the_cut_is_a_disadvantage_or_by_one_reading_minus_10():
    people = [person("P", (2, 4), side="heroes"), person("Q", (3, 4))]
    made = grid(people=people, squares=painted(obstacle=[(3, 3)]), turn="P")
    made.take(Strike(who="P", target="Q", attack=SWORD.id), 85, 72)
    assert made.test_of("P").tally.edge == -1
    flat = grid(
        people=people, squares=painted(obstacle=[(3, 3)]), turn="P",
        rulings={"grid_edge_mode": "flat"},
    )  # fmt: skip
    flat.take(Strike(who="P", target="Q", attack=SWORD.id), 85, 72)
    tested = flat.test_of("P")
    assert (tested.tally.edge, tested.target) == (0, 35)


@pytest.mark.rule("GRID-COVER-04")
def test_rubble_gives_no_cover_any_more():
    made = hiding((3, 4)).take(SmashSquare(at=Square(3, 3)))
    assert made.keys("P", "Q") == []


def test_by_one_reading_heroes_alone_find_cover():
    for side, expected in (("heroes", True), ("foes", False)):
        made = hiding((3, 4), q_side=side, rulings={"grid_cover_who": "heroes only"})
        assert in_cover(made.state, "Q") is expected


# Flanking


def ring(b: tuple[int, int], **fields: Any) -> Squares:
    """Return A at 4,5 and B somewhere around the foe Q at 5,5."""
    people = [
        native("A", fields.pop("a", (4, 5)), side="heroes"), native("B", b, side="heroes"),
        native("Q", (5, 5), **fields.pop("q", {})),
    ]  # fmt: skip
    return grid(people=people, size=(12, 12), **fields)


@pytest.mark.rule("GRID-FLANKING-01")
def test_two_at_opposite_sides_have_an_edge_each_in_melee_alone():
    made = ring((6, 5))
    assert made.keys("A", "Q") == [EDGE]
    assert made.keys("B", "Q") == ["for flanking with A"]
    assert made.keys("A", "Q", ranged=True) == []


@pytest.mark.rule("GRID-FLANKING-02")
def test_opposite_corners_count_and_nothing_else_does():
    assert ring((6, 6), a=(4, 4)).keys("A", "Q") == [EDGE]
    assert ring((6, 6)).keys("A", "Q") == []
    assert ring((5, 4)).keys("A", "Q") == []
    sides = {"grid_opposite": "sides only"}
    assert ring((6, 6), a=(4, 4), rulings=sides).keys("A", "Q") == []
    assert ring((6, 5), rulings=sides).keys("A", "Q") == [EDGE]


@pytest.mark.rule("GRID-FLANKING-02")
def test_of_a_large_foe_the_line_between_the_two_runs_through_opposite_sides():
    large = {"size": "large"}  # it covers 5,5 to 6,6
    assert ring((7, 6), q=large).keys("A", "Q") == [EDGE]
    assert ring((7, 7), a=(4, 4), q=large).keys("A", "Q") == [EDGE]
    assert ring((5, 7), q=large).keys("A", "Q") == []


@pytest.mark.rule("GRID-FLANKING-03")
def test_once_one_leaves_or_can_act_no_more_neither_has_the_edge():
    made = ring((6, 5), turn="B").walk("B", (8, 5))
    assert made.keys("A", "Q") == []
    made = ring((6, 5)).let(e.MarkSet(subject="B", name="out", value=True))
    assert made.keys("A", "Q") == []
    assert ring((6, 5), rulings={"grid_engage": "gm says"}).keys("A", "Q") == []
    said = ring((6, 5), rulings={"grid_engage": "gm says"})
    for who in ("A", "B"):
        said.let(e.Related(kind="engaged", one=who, other="Q"))
    assert said.keys("A", "Q") == [EDGE]


def test_nobody_flanks_through_a_wall():
    made = ring((6, 5), **{})
    assert made.keys("A", "Q") == [EDGE]
    people = [
        native("A", (4, 5), side="heroes"), native("B", (6, 5), side="heroes"),
        native("Q", (5, 5)),
    ]  # fmt: skip
    walled = grid(wall((6, 5), (6, 6)), people=people)
    assert walled.keys("A", "Q") == []


# Height

KINDS = {
    "one": GroundKind(metres=1), "two": GroundKind(metres=2), "three": GroundKind(metres=3),
    "four": GroundKind(metres=4),
}  # fmt: skip


def high(p: str, q: str, **fields: Any) -> Squares:
    squares = painted(**{p: [(0, 0)]}) if p == q else painted(**{p: [(0, 0)], q: [(5, 0)]})
    if p == q:
        squares["ground"][Square(5, 0)] = q
    people = [
        native("P", (0, 0), side="heroes"), native("Q", (5, 0)),
        *fields.pop("more", ()),
    ]  # fmt: skip
    return grid(people=people, squares=squares, kinds=KINDS, **fields)


@pytest.mark.rule("GRID-HEIGHT-01")
def test_two_squares_higher_is_an_edge_for_a_shot_and_one_is_not():
    said = "for from two squares or more above"
    assert high("three", "one").keys("P", "Q", ranged=True) == [said]
    assert high("two", "one").keys("P", "Q", ranged=True) == []


@pytest.mark.rule("GRID-HEIGHT-01")
def test_by_one_reading_one_foe_below_is_enough_for_every_shot():
    low = [native("R", (9, 0))]
    made = high("three", "three", more=low)
    assert made.keys("P", "Q", ranged=True) == []
    wide = high("three", "three", more=low, rulings={"grid_height_scope": "any target"})
    assert len(wide.keys("P", "Q", ranged=True)) == 1


@pytest.mark.rule("GRID-HEIGHT-02")
def test_height_changes_no_melee_and_nothing_for_the_one_below():
    made = high("four", "one")
    assert made.keys("P", "Q") == []
    assert made.keys("Q", "P", ranged=True) == []


def test_levels_and_flight_are_heights_too():
    people = [native("P", (0, 0), side="heroes"), native("Q", (5, 0))]
    made = grid(level("low"), level("up", 6), people=people)
    made.let(e.Moved(who="P", how="put", level="up", to=Square(0, 0)))
    assert len(made.keys("P", "Q", ranged=True)) == 1
    made.let(e.Moved(who="P", how="put", level="low", to=Square(0, 0), above=5))
    assert len(made.keys("P", "Q", ranged=True)) == 1
