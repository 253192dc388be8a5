from dataclasses import replace
from typing import Any

import pytest

from desktop.core.model.edits import several
from desktop.core.model.encounter import Encounter
from desktop.core.model.moments import SetDoor
from desktop.core.store.catalogue import catalogue
from desktop.core.survey import Issue, survey
from tests.helpers.build import board, door, encounter, feature, level, paint, wall, zone


def found(made: Encounter) -> list[Issue]:
    return [issue for issue in survey(made, catalogue()) if issue.check == "L28"]


def on(
    *things: Any, height: float = 4, packs: Any = ("hive",), squares: Any = None, **fields: Any
) -> Encounter:
    made = board(
        level("floor"), level("deck", height), zone("a", at=(0, 0, 10, 6)),
        zone("b", at=(0, 0, 10, 6), level="deck"), *things, size=(10, 6), squares=squares,
    )  # fmt: skip
    return encounter(made, packs=packs, **fields)


LIFT = feature("hoist", (2, 2), kind="lift", stops=(("floor", (2, 2)), ("deck", (2, 2))))
PANEL = feature("panel", (8, 5), kind="panel")
HATCH = feature("trap", (5, 5), kind="hatch")


@pytest.mark.parametrize(
    ("made", "grade", "says"),
    [
        (on(replace(LIFT, stops=())), "error",
         "hoist stops at one place only; it needs two stops."),
        (on(LIFT, height=5), "warning",
         "hoist has its stops too far apart; it needs stops within 4 inches of each other."),
        (on(PANEL), "warning", "panel is linked to nothing; it needs something that it works."),
        (on(HATCH), "error", "trap is the only hatch; it needs another to come out of."),
        (on(feature("duct", kind="duct", stops=(("floor", (2, 2)),))), "error",
         "duct has one end; it needs two."),
        (on(feature("duct", (2, 2), kind="duct")), "error",
         "duct leads through nothing; it needs a wall to lead through."),
        (on(feature("duct", (2, 2), (3, 2), (4, 2), kind="duct"), wall((2, 2), (5, 2))), "warning",
         "duct is too long; it needs a wall of 2 inches at most."),
        (on(door("gate", ((0, 1), (0, 2))), slots={"door": "hive"}), "error",
         "gate can be got at from one side only; it needs two."),
    ],
)  # fmt: skip
def test_what_leads_nowhere_is_told_with_its_place(made: Encounter, grade: str, says: str) -> None:
    (issue,) = found(made)
    assert (issue.grade, issue.says) == (grade, says)
    assert issue.at[0].kind in ("feature", "door")
    assert issue.place in says


def test_what_leads_somewhere_is_not() -> None:
    linked = replace(PANEL, works=("hoist",))
    beside = feature("switch", (3, 3), kind="panel")
    other = feature("grate", (7, 1), kind="hatch")
    duct = feature("duct", (4, 4), (5, 4), kind="duct")
    gate = door("gate", ((5, 1), (5, 2)))
    things = (LIFT, linked, beside, HATCH, other, duct, wall((5, 4), (5, 5)), gate)
    assert found(on(*things, slots={"door": "hive"})) == []


def test_nothing_is_said_where_the_rules_are_not_taken_or_another_book_is_named() -> None:
    assert found(on(HATCH, PANEL, packs=())) == []
    assert found(on(replace(HATCH, book="imperium"))) == []
    assert len(found(on(replace(HATCH, book="hive"), packs=()))) == 1


def test_hive_things_without_the_book_turn_it_on_with_one_click():
    made = on(LIFT, PANEL, HATCH, packs=())
    (issue,) = [each for each in survey(made, catalogue()) if each.check == "F08"]
    assert (
        issue.says
        == "Nothing says how hoist, panel and trap work: the rules of hive terrain are off."
    )
    fixed = several(made, [(name, dict(given)) for name, given in issue.fix.edits])
    assert fixed.packs == ("hive",)
    assert not [each for each in survey(fixed, catalogue()) if each.check == "F08"]


def test_a_panel_that_says_itself_what_it_does_needs_no_hive_rules():
    opens = SetDoor(door="gate", state="open")
    made = on(PANEL, feature("lever", (5, 5), kind="panel", used=(opens,)), packs=())
    (issue,) = [each for each in survey(made, catalogue()) if each.check == "F08"]
    assert issue.at == (("feature", "panel"),)
    lever = feature("lever", (5, 5), kind="panel", used=(opens,))
    assert found(on(lever)) == []


def test_a_painted_ductway_becomes_ducts_with_one_click():
    made = on(squares={"floor": paint("ww.w", legend={"w": "ductway"}, at=(3, 2))})
    (issue,) = [each for each in survey(made, catalogue()) if each.check == "F09"]
    fixed = several(made, [(name, dict(given)) for name, given in issue.fix.edits])
    ducts = [each.squares for each in fixed.board.features.values()]
    assert ducts == [((3, 2), (4, 2)), ((6, 2),)]
    assert not fixed.board.squares.get("floor")


def test_a_still_from_the_palette_is_hit_by_attacks():
    made = several(on(), [("add_feature", {"kind": "still", "squares": [(1, 1)]})])
    assert made.board.features["still"].hit_by_attack
