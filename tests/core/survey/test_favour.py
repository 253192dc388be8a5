"""What the survey says of the ground that favours a side."""

from tests.helpers.build import encounter, row
from tests.helpers.surveyed import SIX, foe, found, hero, with_traits, with_zone


def test_ground_that_gives_one_side_more_than_twice_as_much_is_a_hint() -> None:
    there = *hero(), *foe(at="f")
    level = row(*SIX)
    assert not found(encounter(level, *there), "L53")
    dug_in = with_traits(level, e=["light cover"], f=["light cover"], a=["minor hazard"])
    dug_in = with_zone(with_zone(dug_in, "f", exit=True), "e", exit=True)
    (issue,) = found(encounter(dug_in, *there), "L53")
    assert (issue.grade, issue.says) == ("hint", "The ground favours foes by 3.5 to one.")
    fair = with_traits(dug_in, a=["light cover"], b=["light cover"])
    assert not found(encounter(fair, *there), "L53")


def test_a_small_board_and_one_without_foes_favour_nobody() -> None:
    small = with_traits(row("a", "b", "c"), c=["light cover"], a=["minor hazard"])
    assert not found(encounter(small, *hero(), *foe()), "L53")
    assert not found(encounter(row(*SIX), *hero()), "L53")
