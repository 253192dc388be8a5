"""What the survey asks of traits and hazards."""

from dataclasses import replace

import pytest

from desktop.core.model.board import Trait
from desktop.core.model.moments import ClearTrait
from desktop.core.model.profile import Flight
from desktop.core.store.catalogue import catalogue
from desktop.core.survey import survey
from tests.helpers.build import board, encounter, feature, fighter, group, link, profile, row, zone
from tests.helpers.surveyed import (
    CLUB,
    RIFLE,
    SIX,
    foe,
    found,
    grades,
    hero,
    ring,
    with_traits,
    with_zone,
)


@pytest.mark.rule("IM-ZONES-12")
def test_six_zones_without_a_trait_give_one_hint_and_one_trait_is_enough() -> None:
    made = encounter(row(*SIX))
    assert grades(made, "L18") == ["hint"]
    assert [issue.check for issue in survey(made, catalogue()) if issue.grade == "error"] == []
    one = encounter(with_traits(row(*SIX), b=["light cover"]))
    assert grades(one, "L18") == []
    assert grades(one, "L19") == []


def test_a_trait_on_most_zones_belongs_to_the_board() -> None:
    foggy = with_traits(row(*SIX), **{each: ["lightly obscured"] for each in SIX})
    (issue,) = found(encounter(foggy), "L20")
    assert "lightly obscured" in issue.says
    assert issue.fix is not None


def test_a_zone_without_anything_off_every_way_is_dead() -> None:
    spur = board(
        *row("a", "b", "c").zones.values(), zone("d", at=(8, 6, 8, 6)),
        link("a", "b"), link("b", "c"), link("b", "d"),
    )  # fmt: skip
    made = encounter(spur, *hero(), *foe())
    assert [issue.place for issue in found(made, "L21")] == ["d"]
    with_a_valve = replace(spur, features={"v": feature("v", (9, 8))})
    assert not found(encounter(with_a_valve, *hero(), *foe()), "L21")


def test_a_start_without_cover_near_is_named_with_its_distance() -> None:
    made = encounter(row(*SIX), *hero(), *foe(at="f"))
    assert {issue.place for issue in found(made, "L22")} == {"a", "f"}
    near = with_traits(row(*SIX), b=["light cover"], e=["light cover"])
    assert not found(encounter(near, *hero(), *foe(at="f")), "L22")


@pytest.mark.parametrize(
    "words",
    [
        ("minor hazard", "deadly hazard"),
        ("lightly obscured", "heavily obscured"),
        ("poorly lit", "dark"),
    ],
)
def test_two_grades_of_one_family_are_an_error_and_the_fix_keeps_the_stronger(
    words: tuple[str, str],
) -> None:
    (issue,) = found(encounter(with_traits(row("a", "b"), a=list(words))), "L23")
    assert issue.grade == "error"
    assert issue.fix is not None
    assert issue.fix.edits[0][1] == {"zones": ["a"], "off": [words[0]]}


@pytest.mark.rule("IM-COVER-03")
def test_several_covers_on_one_zone_are_allowed() -> None:
    made = with_traits(row("a", "b"), a=["light cover", "medium cover"])
    assert not found(encounter(made), "L23")


def test_shooters_in_the_dark_are_warned_of() -> None:
    dark = with_traits(row("a", "b", "c"), a=["dark"], b=["dark"])
    assert grades(encounter(dark, *hero("i", "a", RIFLE)), "L24") == ["warning"]
    assert grades(encounter(dark, *hero("i", "a", CLUB)), "L24") == []


def test_difficult_ground_all_around_the_start_is_a_warning() -> None:
    made = with_traits(row(*SIX), b=["difficult"])
    assert grades(encounter(made, *hero()), "L25") == ["warning"]
    far = with_traits(row(*SIX), d=["difficult"])
    assert grades(encounter(far, *hero()), "L25") == []


def test_a_warp_touched_zone_without_a_psyker_is_a_hint() -> None:
    made = with_traits(row("a", "b"), b=["warp-touched"])
    assert grades(encounter(made, *hero()), "L26") == ["hint"]
    psyker = hero(skills={"psychic mastery (telepathy)": 40})
    assert grades(encounter(made, *psyker), "L26") == []


def test_a_sky_without_a_flyer_is_a_hint() -> None:
    open_above = with_zone(row("a", "b"), "b", sky=True)
    (issue,) = found(encounter(open_above, *hero()), "L26")
    assert (issue.grade, issue.says) == ("hint", "b is open air, but nobody in this fight flies.")
    drone = profile("drone", flies=Flight()), fighter("d", at="a", profile="drone")
    assert not found(encounter(open_above, *hero(), *drone), "L26")


def test_too_many_hazards_are_a_warning() -> None:
    made = with_traits(row("a", "b", "c"), b=["minor hazard"], c=["minor hazard"])
    assert grades(encounter(made), "L30") == ["warning"]


def test_a_hazard_that_kills_on_the_only_way_is_an_error_and_else_a_warning() -> None:
    only = with_zone(with_traits(row("a", "b", "c"), b=["major hazard"]), "c", goal=True)
    assert grades(encounter(only, *hero(wounds=10)), "L31") == ["error"]
    assert grades(encounter(only, *hero(wounds=11)), "L31") == []
    round_about = with_zone(with_traits(ring("a", "b", "c"), b=["major hazard"]), "c", goal=True)
    assert grades(encounter(round_about, *hero(wounds=10)), "L31") == []


def test_starting_in_a_hazard_is_an_error_unless_it_is_an_ambush() -> None:
    made = with_traits(row("a", "b"), a=["minor hazard"])
    assert grades(encounter(made, *hero()), "L32") == ["error"]
    people = [hero()[0], replace(hero()[1], tags=("ambush",))]
    assert grades(encounter(made, *people), "L32") == []
    crew = group("crew", 6, "a", profile="hero")
    (issue,) = found(encounter(made, hero()[0], crew), "L32")
    assert issue.says == "Group crew starts in a, which is a hazard."


def test_a_hazard_wants_a_sign_or_to_be_secret() -> None:
    bare = with_traits(row("a", "b"), b=["minor hazard"])
    assert grades(encounter(bare), "L33") == ["warning"]
    signed = with_traits(row("a", "b"), b=[Trait("minor hazard", sign="It hisses")])
    assert grades(encounter(signed), "L33") == []
    secret = with_traits(row("a", "b"), b=[Trait("minor hazard", secret=True)])
    assert grades(encounter(secret), "L33") == []


def test_a_hazard_on_the_only_way_is_worth_a_look_unless_it_can_be_switched_off() -> None:
    bare = with_traits(row("a", "b", "c", "d"), b=["minor hazard"])
    assert grades(encounter(bare, *hero(), *foe(at="d")), "L34") == ["hint"]
    switch = feature("v", (1, 1), used=(ClearTrait(clear="minor hazard", off=("b",)),))
    switched = replace(bare, features={"v": switch})
    assert grades(encounter(switched, *hero(), *foe(at="d")), "L34") == []


def test_the_slow_are_bitten_twice() -> None:
    made = with_traits(row("a", "b"), b=["major hazard"])
    (issue,) = found(encounter(made, *hero(speed="slow")), "L35")
    assert "20" in issue.says
    assert not found(encounter(made, *hero()), "L35")
