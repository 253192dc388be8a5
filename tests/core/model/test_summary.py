"""What differs is said as undo says it: every kind of thing, and nothing where nothing does."""

from dataclasses import replace
from pathlib import Path

import pytest

from desktop.core.model.edits import apply
from desktop.core.model.summary import summary, taken_along
from desktop.core.store import rosters
from desktop.core.store.reading import read_file
from tests.helpers.build import encounter, fighter, group, row

DOCK = Path(__file__).parents[3] / "encounters" / "dock-nine.yaml"
BOARD = replace(row("dock", "alley", "quay"), size=(30, 12))
BEFORE = encounter(BOARD, fighter("ada", at="dock"), group("crew", 3, "quay"))


def edited(*edits):
    after = BEFORE
    for name, arguments in edits:
        after = apply(after, name, **arguments)
    return after


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("rename", {"kind": "zone", "id": "dock", "name": "Dock 9"}, ("Rename dock to Dock 9",)),
        ("add_zone", {"at": [24, 0, 4, 4], "name": "Pier"}, ("Draw Pier",)),
        ("remove", {"things": [["fighter", "ada"]]}, ("Delete ada",)),
        ("move_people", {"people": ["ada"], "dx": 1, "dy": 0}, ("Move ada",)),
        ("set_traits", {"zones": ["dock", "quay"], "add": ["difficult"]},
         ("Change the traits of dock and quay",)),
        ("set_traits", {"add": ["difficult"]}, ("Change the traits of the board",)),
        ("set_field", {"kind": "zone", "ids": ["dock"], "field": "notes", "value": "wet"},
         ("Change notes of dock",)),
        ("set_field", {"kind": "encounter", "ids": [""], "field": "name", "value": "Night"},
         ("Change name of the encounter",)),
        ("paint", {"kind": "wall", "squares": [[0, 0], [1, 0]]}, ("Paint 2 squares of ground",)),
        ("add_wall", {"along": [[0, 0], [2, 0]]}, ("Change the walls of ground",)),
        ("add_fighter", {"name": "Bo", "at": "quay"}, ("Bring in Bo",)),
        ("add_side", {"name": "Watch"}, ("Add the side Watch",)),
        ("set_field", {"kind": "side", "ids": ["heroes"], "field": "dice", "value": "hand"},
         ("Change dice of heroes",)),
        ("set_field", {"kind": "fighter", "ids": ["ada"], "field": "starts.wounds", "value": 3},
         ("Change how ada begins the fight",)),
        ("add_level", {"name": "Attic"}, ("Add Attic",)),
    ],
)  # fmt: skip
def test_an_edit_is_said_as_undo_says_it(name, arguments, says):
    assert summary(BEFORE, edited((name, arguments))) == says


def test_several_changes_of_a_kind_make_one_line():
    after = edited(
        ("rename", {"kind": "zone", "id": "dock", "name": "A"}),
        ("rename", {"kind": "zone", "id": "quay", "name": "B"}),
        ("remove", {"things": [["zone", "alley"]]}),
    )
    assert summary(BEFORE, after) == (
        "Delete alley", "Rename A and B", "Delete dock – alley and alley – quay",
    )  # fmt: skip


def test_nothing_is_said_where_nothing_differs():
    assert summary(BEFORE, BEFORE) == ()
    assert summary(BEFORE, replace(BEFORE)) == ()


def test_what_goes_with_a_zone_is_told_with_what_named_it() -> None:
    before = read_file(DOCK, stock=rosters.stock()).encounter
    after = apply(before, "remove", things=[["zone", "boiler yard"]])
    says = " with 3 links; no longer in Steam valve and Steam vents"
    assert taken_along(before, after, {"boiler yard"}) == says
    assert taken_along(before, apply(before, "remove", things=[["fighter", "vex"]]), {"vex"}) == ""
