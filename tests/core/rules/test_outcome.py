"""How a fight stands against its goal, and how it ended."""

from dataclasses import replace

import pytest

from desktop.core.model.encounter import Goal
from desktop.core.rules.actions import Decree
from desktop.core.rules.events import LeftBoard
from desktop.core.rules.outcome import outcome, time_left, together
from tests.helpers.build import encounter, fighter, group, profile, row
from tests.helpers.fight import fight, play


@pytest.fixture
def yard():
    return encounter(
        row("a", "b"), profile("ganger", wounds=9), fighter("ann", "a", side="heroes"),
        group("gang", 3, "b", profile="ganger"),
        goal=Goal(text="Stop the loading.", by_round=2),
    )  # fmt: skip


def test_it_says_after_how_many_rounds_and_who_is_out_on_each_side(yard):
    state = play(fight(yard), Decree(facts=(LeftBoard(who="gang/B", why="out"),))).state
    assert outcome(replace(state, round=4)) == (
        "The fight has ended after 4 rounds. Heroes: nobody is out. Foes: 1 of 3 is out (gang B)."
        " The goal was: Stop the loading, by round 2."
    )


def test_who_is_only_away_is_not_out(yard):
    state = play(fight(yard), Decree(facts=(LeftBoard(who="ann", why="away"),))).state
    assert "Heroes: nobody is out" in outcome(state)


@pytest.mark.parametrize(
    ("now", "says"),
    [(0, "by round 2"), (1, "round 1 of 2"), (2, "round 2 of 2, the last"),
     (3, "by round 2: the time is up")],
)  # fmt: skip
def test_the_time_for_the_goal_runs_out(yard, now, says):
    assert time_left(replace(fight(yard).state, round=now)) == says


def test_members_of_a_group_share_what_their_names_begin_with_and_others_do_not(yard):
    state = fight(yard).state
    assert together(state, ["gang/A", "gang/C", "ann"]) == "gang A, C, ann"
    big = encounter(
        row("a"), fighter("tom", "a", name="Big Tom"), fighter("ann", "a", name="Big Ann")
    )
    assert together(fight(big).state, ["tom", "ann"]) == "Big Tom, Big Ann"
