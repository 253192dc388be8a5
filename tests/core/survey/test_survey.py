"""What the survey says of names, readings and walls, what it mutes, and that its fixes mend."""

from dataclasses import replace

import pytest

from desktop.core.model.edits import several
from desktop.core.model.encounter import Encounter, Muted
from desktop.core.store.catalogue import catalogue
from desktop.core.survey import counts, survey
from tests.helpers.build import board, door, encounter, link, row, wall, zone
from tests.helpers.surveyed import SIX, foe, found, grades, hero, with_traits, with_zone


@pytest.mark.parametrize(
    ("name", "fault"),
    [("Zone 3", "only a number"), ("b", "used twice"), ("x" * 23, "longer than 22 letters")],
)
def test_zone_names_should_say_something(name: str, fault: str) -> None:
    made = encounter(with_zone(row("a", "b"), "a", name=name))
    assert fault in found(made, "L54")[0].says


def test_a_hidden_name_in_a_text_for_players_is_an_error() -> None:
    vex = replace(foe()[1], name="Vex", hidden=True)
    made = encounter(row("a", "b", "c"), foe()[0], vex, for_players="You hear vex laugh.")
    assert grades(made, "L57") == ["error"]
    assert not found(replace(made, for_players="You hear vexing laughter."), "L57")


def test_a_link_behind_a_wall_is_a_warning_and_a_door_in_it_is_none() -> None:
    made = replace(row("a", "b"), walls=(wall((8, 0), (8, 6)),))
    assert grades(encounter(made), "F03") == ["warning"]
    (issue,) = found(encounter(replace(made, doors={"d": door("d", ((8, 2), (8, 4)))})), "F03")
    assert issue.fix is not None
    assert issue.fix.says == "Lead it through d"
    opened = replace(
        made,
        doors={"d": door("d", ((8, 2), (8, 4)))},
        links={"a-b": link("a", "b", through="d")},
    )
    assert grades(encounter(opened), "F03") == []


def test_a_reading_that_does_not_hold_is_an_error() -> None:
    made = replace(encounter(row("a", "b")), rulings={"no_such": "x", "run_distance": "nonsense"})
    issues = found(made, "F02")
    assert [issue.grade for issue in issues] == ["error", "error"]
    assert "run_distance: nonsense" in issues[1].says


def test_a_muted_issue_carries_its_reason_and_counts_no_more() -> None:
    made = encounter(row(*SIX))
    before = counts(survey(made, catalogue()))["warning"]
    muted = replace(made, muted=(Muted(issue="L03", why="a corridor fight"),))
    assert found(muted, "L03")[0].muted == "a corridor fight"
    assert counts(survey(muted, catalogue()))["warning"] == before - 1


def test_a_mute_touches_no_other_issue_and_goes_with_its_edit() -> None:
    made = encounter(row("Zone 1", "Zone 2", "c"))
    muted = replace(made, muted=(Muted(issue="L54", at="Zone 1", why="a draft"),))
    before, meant, after = (survey(each, catalogue()) for each in (made, muted, made))
    assert [one is other for one, other in zip(before, meant, strict=True)].count(False) == 1
    assert all(one is other for one, other in zip(before, after, strict=True))


def test_each_catalogue_says_what_is_found_in_its_own_words() -> None:
    made, known = encounter(row("Zone 1", "b")), catalogue()
    words = {**known.checks, "L54": replace(known.checks["L54"], says="{zone}: call it something.")}
    other = replace(known, checks=words)
    said = [found(made, "L54")[0].says, *(each.says for each in survey(made, other))]
    assert "Zone 1: call it something." in said[1:]
    assert found(made, "L54")[0].says == said[0] != "Zone 1: call it something."


def test_an_empty_encounter_has_no_issue_but_the_missing_goal() -> None:
    issues = survey(Encounter(), catalogue())
    assert "error" not in {issue.grade for issue in issues}
    assert len(issues) <= 4


def oddities() -> list[Encounter]:
    lone = board(*row("a", "b").zones.values(), link("a", "b"), zone("c", at=(20, 0, 6, 6)))
    foggy = with_traits(row(*SIX), **{each: ["lightly obscured"] for each in SIX})
    return [
        encounter(lone, *hero(at="a")),
        encounter(foggy, *hero(), *foe(at="f")),
        encounter(with_traits(row("a", "b"), a=["dark", "poorly lit"])),
        encounter(with_traits(row("a", "b"), b=["warp-touched"]), *hero()),
        encounter(row(*SIX), *hero(), *foe(at="f")),
    ]


def test_every_fix_takes_its_issue_away_and_brings_no_error() -> None:
    tried: set[str] = set()
    for made in oddities():
        before = survey(made, catalogue())
        errors = sum(issue.grade == "error" for issue in before)
        for issue in before:
            if issue.fix is None:
                continue
            fixed = several(made, [(name, dict(given)) for name, given in issue.fix.edits])
            after = survey(fixed, catalogue())
            assert sum(each.grade == "error" for each in after) <= errors
            same = [
                (e.grade, e.says) for e in after if (e.check, e.place) == (issue.check, issue.place)
            ]
            assert (issue.grade, issue.says) not in same, issue
            tried.add(issue.check)
    assert {"L02", "L08", "L20", "L22", "L23", "L26"} <= tried
