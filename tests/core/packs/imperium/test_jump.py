from typing import Any

import pytest

from desktop.core.packs.imperium.jump import FOOT, Leap
from desktop.core.packs.imperium.suffering import Suffer
from tests.helpers.attacks import Scene
from tests.helpers.build import board, level, link, row, zone
from tests.helpers.moves import left, rules, walker, with_traits, zone_of

ROW = row("a", "b", "c")


def feet(number: float) -> float:
    return number * FOOT


def jumper(on: Any = ROW, at: str = "a", **fields: Any) -> Scene:
    skills = {"athletics": fields.pop("athletics", 45)}
    return walker(on, at, characteristics={"str": 44}, skills=skills, **fields)


def limit(made: Scene, **fields: Any) -> Any:
    made.take(Leap(who="P", to="b", gap=feet(1), **fields))
    return made.words()["leap limit|P"].value


@pytest.mark.rule("IM-JUMP-01")
def test_up_one_leaps_the_strength_bonus_in_feet() -> None:
    assert limit(jumper(), high=True) == 4
    assert limit(jumper(), high=True, run_up=True) == 8


@pytest.mark.rule("IM-JUMP-02")
def test_across_one_leaps_twice_that() -> None:
    assert limit(jumper()) == 8
    made = jumper()
    assert limit(made, run_up=True) == 16
    assert made.words()["leap limit|P"].says.endswith("with a run-up (4.8 m)")


@pytest.mark.rule("IM-JUMP-03")
@pytest.mark.parametrize(
    ("gap", "faces", "there"),
    [(16, (), "b"), (18, (21,), "b"), (18, (31,), "a"), (18, (91,), "a")],
)
def test_beyond_the_limit_each_level_of_a_test_adds_a_foot(
    gap: float, faces: tuple[int, ...], there: str
) -> None:
    made = jumper().take(Leap(who="P", to="b", gap=feet(gap), run_up=True), *faces)
    assert (zone_of(made), left(made, "move"), left(made, "action")) == (there, 0, 1)


@pytest.mark.rule("IM-JUMP-04")
def test_a_pass_at_plus_nothing_gains_nothing() -> None:
    made = jumper().take(Leap(who="P", to="b", gap=feet(9)), 41)
    assert (made.test_of("P").passed, made.test_of("P").levels) == (True, 0)
    assert zone_of(made) == "a"


@pytest.mark.rule("IM-JUMP-03")
def test_a_leap_that_falls_short_stops_or_falls_or_by_a_reading_is_never_made() -> None:
    pit = with_traits(b="major hazard")
    over = jumper(pit).take(Leap(who="P", to="c", gap=feet(12), run_up=True))
    assert (zone_of(over), over.state.fighters["P"].wounds) == ("c", 0)
    assert (left(over, "move"), left(over, "action")) == (0, 0)
    short = jumper(pit).take(Leap(who="P", to="c", gap=feet(20), run_up=True), 91, 6)
    assert (zone_of(short), short.state.fighters["P"].wounds) == ("b", 10)
    assert "prone" not in short.state.fighters["P"].conditions
    words = {"leap falls|P": True, "metres|P": 6}
    falls = jumper(pit).take(
        Leap(who="P", to="c", gap=feet(20), run_up=True), 91, 6, 6, 7, words=words
    )
    assert "prone" in falls.state.fighters["P"].conditions
    assert [each.bonus for each in falls.criticals_of("P")] == [1]
    stays = jumper(pit, rulings={"jump_fail": "stays put"})
    stays.take(Leap(who="P", to="c", gap=feet(20), run_up=True), 91)
    assert (zone_of(stays), stays.state.fighters["P"].wounds) == ("a", 0)


@pytest.mark.rule("IM-JUMP-01", "IM-JUMP-03")
def test_a_leap_leads_up_a_ledge_that_nobody_walks_up() -> None:
    there = board(
        level("ground"), level("top", 2),
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(0, 0, 6, 6), level="top"),
        link("b", "a", "ledge", metres=2.1),
    )  # fmt: skip
    made = jumper(there).take(Leap(who="P", to="b", run_up=True))
    assert (zone_of(made), made.words()["gap|P"].value) == ("b", 7)
    standing = jumper(there).take(Leap(who="P", to="b"), 91)
    assert zone_of(standing) == "a"


@pytest.mark.rule("IM-JUMP-03")
def test_by_a_reading_a_leap_that_needs_a_test_costs_an_action() -> None:
    rulings = {"jump_run_up": "action if tested"}
    made = jumper(rulings=rulings).take(Leap(who="P", to="b", gap=feet(10)), 21)
    assert (zone_of(made), left(made, "action")) == ("b", 0)
    easy = jumper(rulings=rulings).take(Leap(who="P", to="b", gap=feet(8)))
    assert left(easy, "action") == 1
    far = jumper(rulings=rulings)
    assert "IM-JUMP-03" in rules(far.refused(Leap(who="P", to="c", gap=feet(20), run_up=True)))


@pytest.mark.rule("IM-JUMP-02")
def test_by_a_reading_the_gm_enters_the_limit() -> None:
    made = jumper(rulings={"jump_bonus_units": "gm enters"})
    made.take(Leap(who="P", to="b", gap=feet(9)), words={"leap limit|P": 10})
    assert (zone_of(made), made.tests) == ("b", [])


def test_the_prone_and_the_far_away_are_refused() -> None:
    made = jumper().take(Suffer(who="P", condition="prone"))
    assert "IM-PRONE-04" in rules(made.refused(Leap(who="P", to="b")))
    assert "leap" not in made.offers("P")
    assert rules(made.refused(Leap(who="P", to="nowhere"))) == ["HOUSE-NAMES-01"]
    assert rules(made.refused(Leap(who="X", to="b"))) == ["HOUSE-NAMES-01"]
    far = jumper(with_traits(), speed="fast")
    assert "IM-JUMP-03" in rules(far.refused(Leap(who="P", to="d")))
    assert far.offers("P")["leap"].aimed("b") == Leap(who="P", to="b", run_up=True)
