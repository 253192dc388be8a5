"""What the survey says of who fights here."""

from dataclasses import replace
from typing import Any

import pytest

from desktop.core.model.edits import several
from desktop.core.model.encounter import Cue
from desktop.core.model.moments import Bring, Moment
from desktop.core.model.profile import Flight
from tests.helpers.build import encounter, fighter, group, profile, row
from tests.helpers.surveyed import CLUB, RIFLE, SIX, foe, found, grades, hero, with_zone


def test_a_flyer_without_any_air_is_a_hint() -> None:
    bird = profile("p", flies=Flight(means="wings"))
    there = [bird, fighter("k", at="a", profile="p")]
    assert grades(encounter(row("a", "b"), *there), "L13") == ["hint"]
    assert grades(encounter(with_zone(row("a", "b"), "b", sky=True), *there), "L13") == []


def test_one_enemy_is_swingy_and_a_horde_too_many() -> None:
    made = encounter(row("a", "b", "c"), *hero(), *foe())
    assert grades(made, "L47") == ["hint"]
    horde = [thing for n in range(3) for thing in foe(f"v{n}")]
    assert grades(encounter(row("a", "b", "c"), *hero(), *horde), "L47") == ["warning"]
    gang = [profile("p"), group("g", 9, "c", profile="p")]
    assert grades(encounter(row("a", "b", "c"), *hero(), *gang), "L47") == []


def test_five_profiles_on_one_side_are_many() -> None:
    five = [thing for n in range(5) for thing in foe(f"v{n}")]
    assert grades(encounter(row("a", "b", "c"), *five), "L48") == ["hint"]


def test_sixteen_who_act_alone_are_a_hint() -> None:
    many = [fighter(f"f{n}", at="a") for n in range(16)]
    assert grades(encounter(row("a", "b"), *many), "L49") == ["hint"]


@pytest.mark.rule("IM-SPEED-10")
def test_somebody_slow_and_far_off_with_a_club_is_named() -> None:
    made = encounter(row(*SIX), *hero(), *foe("vex", "f", CLUB, speed="slow"))
    assert "vex" in {issue.place for issue in found(made, "L50")}
    shooter = encounter(row("a", "b", "c"), *hero(), *foe("vex", "c", RIFLE, speed="slow"))
    assert not found(shooter, "L50")


def test_a_best_weapon_without_a_target_is_named() -> None:
    weak_rifle = replace(RIFLE, damage=2, range="extreme")
    made = encounter(row(*SIX), *hero(), *foe("vex", "f", weak_rifle, CLUB, speed="slow"))
    assert [issue.place for issue in found(made, "L51")] == ["vex"]


def test_two_who_can_be_upon_one_hero_are_a_hint() -> None:
    two = [*foe("v1", "b"), *foe("v2", "b")]
    made = encounter(row("a", "b", "c"), *hero(), *two)
    assert [issue.place for issue in found(made, "L52")] == ["ilse"]
    assert not found(encounter(row("a", "b", "c"), *hero(), *foe()), "L52")


@pytest.mark.rule("IM-SIZE-01")
def test_a_creature_without_a_size_gets_a_prompt() -> None:
    made = encounter(row("a", "b"), *hero())
    (issue,) = found(made, "F06")
    assert issue.grade == "hint"
    assert issue.fix is not None
    fixed = several(made, [(name, dict(given)) for name, given in issue.fix.edits])
    assert not found(fixed, "F06")


@pytest.mark.rule("IM-RANGE-06")
@pytest.mark.parametrize(
    ("band", "expected"), [("extreme", 1), (None, 1), ("short", 0), ("long", 0)]
)
def test_an_unusual_weapon_range_is_a_warning_not_an_error(band: Any, expected: int) -> None:
    made = encounter(row("a", "b"), *hero("ilse", "a", replace(RIFLE, range=band)))
    assert grades(made, "F07") == ["warning"] * expected


def test_people_that_nothing_puts_on_the_board_are_a_warning() -> None:
    loose = [*hero("ilse", None), *foe("vex", None), *hero("pell", None), group("gang", 3, None)]
    made = encounter(row("a", "b"), *loose)
    issues = found(made, "F10")
    assert [(each.at[0].kind, each.place) for each in issues] == [
        ("fighter", "ilse"), ("fighter", "vex"), ("fighter", "pell"), ("group", "gang"),
    ]  # fmt: skip
    assert (
        issues[1].says == "Nothing puts vex on the board: no zone is marked as the start of foes."
    )
    started = encounter(with_zone(row("a", "b"), "a", start="heroes"), *loose)
    assert [each.place for each in found(started, "F10")] == ["vex", "gang"]


def test_whoever_comes_later_or_rides_need_not_stand_anywhere() -> None:
    made = encounter(
        row("a", "b"), *hero("ilse", "a"), *foe("vex", None), group("gang", 3, None),
        fighter("wick", at=None, starts={"off": "away"}),
        fighter("pell", at=None, starts={"riding": "ilse"}),
        Cue(id="wave", when=Moment("by hand"), do=(Bring(bring=("vex", "gang"), at="b"),)),
    )  # fmt: skip
    assert found(made, "F10") == []


def test_people_on_a_square_of_no_zone_are_told_where_zones_measure() -> None:
    gang = group("gang", 3, (30, 30))
    made = encounter(row("a", "b"), *hero("ilse", "a"), *foe("vex", (40, 30)), gang)
    issues = found(made, "F12")
    assert [(each.at[0].kind, each.place) for each in issues] == [
        ("fighter", "vex"), ("group", "gang"),
    ]  # fmt: skip
    assert issues[0].says == "vex stands at 40, 30, which is in no zone."
    assert found(replace(made, space="squares"), "F12") == []


def test_several_on_one_square_are_told_where_squares_measure_and_spread() -> None:
    ada, bo = fighter("ada", at=(2, 2)), fighter("bo", at=(2, 2))
    rider = fighter("pell", at=(2, 2), starts={"riding": "ada"})
    made = encounter(row("a", "b"), ada, bo, rider, group("gang", 4, (4, 4)), space="squares")
    pair, gang = found(made, "F13")
    assert pair.says == "ada and bo stand on one square, 2, 2."
    assert gang.says == "gang A and three more stand on one square, 4, 4."
    assert gang.place == "gang"
    assert gang.fix is not None
    assert pair.fix is not None
    spread = several(made, [*gang.fix.edits, *pair.fix.edits])
    assert found(spread, "F13") == []
    assert found(replace(made, space="zones"), "F13") == []
