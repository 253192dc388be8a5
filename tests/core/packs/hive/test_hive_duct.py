"""Ductways: how long, who crawls, and what else does not lead through."""

import pytest

from desktop.core.model.words import Square
from desktop.core.packs.hive.duct import CrawlThroughDuctway, ends, length_sq
from desktop.core.rules import events as e
from desktop.core.rules.actions import Change, Walk
from tests.helpers.build import board, feature, link, wall, zone
from tests.helpers.hive import SPACES, ganger, hive

CRAWL = CrawlThroughDuctway(who="P", duct="duct")
GRID = [space for space in SPACES if space != "zones"]


def rules(refusals):
    return [refusal.rule for refusal in refusals]


def walled(*people, thick=2, things=None, at=(3, 3), space="squares", rulings=None):
    """Two rooms with a wall of squares between them, from column 4 on, and a duct through it."""
    squares = [(4 + x, 3) for x in range(thick)]
    duct = feature("duct", *squares, kind="duct")
    wall = {Square(4 + x, y): "wall" for x in range(thick) for y in range(8)}
    on = board(
        zone("west", at=(0, 0, 4, 8), start="heroes"), zone("east", at=(4 + thick, 0, 6, 8)),
        link("west", "east", through="duct"),
        *((duct,) if things is None else things), squares={"ground": wall}, size=(12, 8),
    )  # fmt: skip
    return hive(ganger("P", at, side="heroes"), *people, on=on, space=space,
                rulings=rulings).turn("P")  # fmt: skip


@pytest.mark.rule("ZM-DUCTWAY-01")
@pytest.mark.parametrize(("thick", "fits"), [(1, True), (2, True), (3, False)])
def test_it_is_two_inches_long_at_most(thick, fits):
    made = walled(thick=thick)
    duct = made.state.encounter.board.features["duct"]
    assert [spot.square for spot in ends(made.state, duct)] == [(3, 3), (4 + thick, 3)]
    assert length_sq(made.state, duct) == thick
    assert rules(made.refused(CRAWL)) == ([] if fits else ["ZM-DUCTWAY-01"])


@pytest.mark.rule("ZM-DUCTWAY-01")
def test_by_one_reading_the_wall_is_exactly_two_inches_thick():
    exact = {"zm_duct_wall": "exactly two"}
    assert rules(walled(thick=1, rulings=exact).refused(CRAWL)) == ["ZM-DUCTWAY-01"]
    assert walled(thick=2, rulings=exact).refused(CRAWL) == ()


@pytest.mark.rule("ZM-DUCTWAY-01")
@pytest.mark.parametrize("space", SPACES)
def test_a_thin_wall_is_led_through_as_well_and_open_ground_is_not(space):
    rooms = zone("west", at=(0, 0, 4, 8), start="heroes"), zone("east", at=(4, 0, 8, 8))
    duct = feature("duct", (3, 3), (4, 3), kind="duct")
    for walls in ((), (wall((4, 0), (4, 8)),)):
        on = board(*rooms, *walls, duct, size=(12, 8))
        made = hive(ganger("P", (2, 3), side="heroes"), on=on, space=space).turn("P")
        if walls:
            assert made.take(CRAWL).state.zone_of("P") == "east"
        else:
            assert [each.says for each in made.refused(CRAWL)] == ["duct leads through no wall."]


@pytest.mark.rule("ZM-DUCTWAY-01")
def test_stops_may_name_its_ends_and_one_end_is_none():
    stops = (("ground", (3, 3)), ("ground", (6, 5)))
    named = feature("duct", kind="duct", stops=stops)
    made = walled(things=(named,)).take(CRAWL)
    assert made.state.fighters["P"].seat == (6, 5)
    blind = feature("duct", (1, 1), kind="duct")
    assert rules(walled(things=(blind,)).refused(CRAWL)) == ["ZM-DUCTWAY-01"]


@pytest.mark.rule("ZM-DUCTWAY-02")
@pytest.mark.parametrize("space", SPACES)
def test_a_double_action_takes_one_to_the_far_side(space):
    made = walled(space=space)
    assert made.offers("P")["duct:duct"].cost == "Move and Action"
    made.take(CRAWL)
    assert made.state.zone_of("P") == "east"
    left = made.state.fighters["P"].left
    assert (left["move"], left["action"]) == (0, 0)
    assert rules(made.refused(CRAWL)) == ["ZM-DUCTWAY-02"]


@pytest.mark.rule("ZM-DUCTWAY-02")
@pytest.mark.parametrize("space", SPACES)
def test_nobody_simply_walks_through(space):
    made = walled(space=space)
    to = "east" if space == "zones" else Square(6, 3)
    assert made.refused(Walk(who="P", to=to))
    if space == "zones":
        assert "ZM-DUCTWAY-02" in rules(made.refused(Walk(who="P", to=to)))


@pytest.mark.rule("ZM-DUCTWAY-02")
def test_it_is_crawled_into_from_within_an_inch_or_in_contact():
    assert walled(at=(2, 2)).refused(CRAWL) == ()
    assert rules(walled(at=(1, 3)).refused(CRAWL)) == ["ZM-DUCTWAY-02"]
    contact = {"zm_duct_ends": "base contact"}
    assert rules(walled(at=(2, 2), rulings=contact).refused(CRAWL)) == ["ZM-DUCTWAY-02"]
    made = walled(rulings=contact).take(CRAWL)
    assert made.state.fighters["P"].seat == (6, 3)


@pytest.mark.rule("ZM-DUCTWAY-02")
def test_one_comes_out_clear_of_others_and_of_foes():
    friend = ganger("F", (6, 3), side="heroes")
    made = walled(friend).take(CRAWL)
    assert made.state.fighters["P"].seat in {(6, 2), (6, 4), (7, 3), (7, 2), (7, 4)}
    foe = ganger("Q", (7, 3))
    assert rules(walled(foe).refused(CRAWL)) == ["ZM-DUCTWAY-02"]
    made = walled(friend).take(CRAWL, words={"duct|duct|P": "7, 4"})
    assert made.state.fighters["P"].seat == (7, 4)


@pytest.mark.rule("ZM-DUCTWAY-02")
def test_one_who_lies_does_not_crawl_into_it():
    made = walled().let(e.ConditionSet(who="P", condition="prone", now=e.Condition()))
    assert rules(made.refused(CRAWL)) == ["ZM-DUCTWAY-02"]


@pytest.mark.rule("ZM-DUCTWAY-03")
@pytest.mark.parametrize("space", GRID)
def test_a_new_one_is_of_use_at_once(space):
    made = walled(at=(3, 6), space=space)
    more = {"kind": "duct", "squares": [[4, 6], [5, 6]], "id": "new"}
    made.turn("P").take(Change(edit="add_feature", arguments=more))
    assert len([f for f in made.state.encounter.board.features.values() if f.kind == "duct"]) == 2
    made.take(CrawlThroughDuctway(who="P", duct="new"))
    assert made.state.zone_of("P") == "east"
