"""What the survey says of who is seen from where, and of the way out of it."""

from tests.helpers.build import board, encounter, link, row
from tests.helpers.surveyed import SIX, foe, found, grades, hero, with_traits, with_zone


def test_in_open_ground_the_overlook_is_named_once() -> None:
    assert len(found(encounter(row(*SIX)), "L15")) == 1


def test_a_board_where_nobody_sees_two_links_away_is_a_hint() -> None:
    hub = board(*row(*SIX).zones.values(), *(link("a", each) for each in SIX[1:]))
    assert [issue.says for issue in found(encounter(hub), "L15")] == [
        "a sees 100 % of the other zones."
    ]
    smoke = with_traits(hub, a=["heavily obscured"])
    assert [(issue.grade, issue.says) for issue in found(encounter(smoke), "L15")] == [
        ("hint", "No zone sees one that is two links away.")
    ]


def test_starts_that_see_each_other_without_cover_are_a_warning() -> None:
    bare = row("a", "b", "c")
    assert grades(encounter(bare, *hero(), *foe()), "L16") == ["warning"]
    covered = with_traits(bare, a=["light cover"])
    assert grades(encounter(covered, *hero(), *foe()), "L16") == []
    smoke = with_traits(bare, b=["heavily obscured"])
    assert grades(encounter(smoke, *hero(), *foe()), "L16") == []


def test_the_door_problem() -> None:
    snug = with_traits(row("a", "b", "c"), a=["heavy cover"])
    assert grades(encounter(snug, *hero(), *foe()), "L46") == ["warning"]
    pulled = with_zone(snug, "c", goal=True)
    assert grades(encounter(pulled, *hero(), *foe()), "L46") == []
