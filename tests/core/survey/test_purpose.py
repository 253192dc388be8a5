"""What the survey asks of features, barriers, the goal, time and change."""

from dataclasses import replace

import pytest

from desktop.core.model.board import LinkTest
from desktop.core.model.encounter import Clock, Cue, Goal, Side
from desktop.core.model.moments import Bring, Moment
from tests.helpers.build import encounter, feature, link, row
from tests.helpers.surveyed import SIX, foe, found, grades, hero, with_zone


@pytest.mark.rule("IM-FEATURE-03")
def test_no_feature_is_a_hint_only() -> None:
    assert grades(encounter(row("a", "b")), "L36") == ["hint"]
    made = replace(row("a", "b"), features={"v": feature("v", (1, 1))})
    assert grades(encounter(made), "L36") == []


def test_a_barrier_hardly_anybody_passes_is_a_soft_lock() -> None:
    barred = replace(
        with_zone(row("a", "b"), "b", goal=True),
        links={"a-b": link("a", "b", "barrier", test=LinkTest("tech (security)", -20))},
    )
    assert grades(encounter(barred, *hero(skills={"tech": 50})), "L37") == ["warning"]
    assert grades(encounter(barred, *hero(skills={"tech (security)": 55})), "L37") == []


def test_only_barriers_on_the_way_to_the_goal_lock_it() -> None:
    hard = LinkTest("tech (security)", -20)
    easy = LinkTest("athletics", 0)
    made = with_zone(row("a", "b", "c"), "b", goal=True)
    links = {
        "a-b": link("a", "b", "barrier", test=hard), "b-c": link("b", "c", "barrier", test=easy),
    }  # fmt: skip
    party = hero(skills={"athletics": 60, "tech": 30})
    assert (
        "best chance to pass is 10 %"
        in found(encounter(replace(made, links=links), *party), "L37")[0].says
    )
    around = {**links, "a-c": link("a", "c")}
    assert not found(encounter(replace(made, links=around), *party), "L37")


def test_a_barrier_is_tried_by_a_skill_as_fights_do() -> None:
    barred = replace(
        with_zone(row("a", "b"), "b", goal=True),
        links={"a-b": link("a", "b", "barrier", test=LinkTest("tech (security)"))},
    )
    assert grades(encounter(barred, *hero(characteristics={"int": 40})), "L37") == []
    assert grades(encounter(barred, *hero(skills={"Tech (Security)": 40})), "L37") == []
    assert grades(encounter(barred, *hero(characteristics={"int": 30})), "L37") == ["warning"]


def test_killing_alone_is_a_hint_and_a_goal_wants_its_ends_written() -> None:
    assert grades(encounter(row("a", "b")), "L38") == ["hint"]
    made = encounter(row("a", "b"), goal=Goal(text="Hold the gate"))
    assert grades(made, "L38") == []
    assert "partial success, failure, what ends it" in found(made, "L41")[0].says
    whole = Goal(text="Hold", partial="half", failure="lost", ends="dawn")
    assert not found(encounter(row("a", "b"), goal=whole), "L41")


def test_a_goal_next_door_is_a_hint_and_one_far_away_a_warning() -> None:
    near = with_zone(row(*SIX), "b", goal=True)
    assert grades(encounter(near, *hero()), "L39") == ["hint"]
    far = with_zone(row(*SIX), "f", goal=True)
    assert grades(encounter(far, *hero()), "L39") == ["warning"]


def test_a_clock_of_three_to_eight_rounds_or_a_last_round_is_time_enough() -> None:
    assert grades(encounter(row("a", "b")), "L40") == ["hint"]
    clock = Clock(id="c", size=6, ticks=Moment("end of round"))
    assert grades(encounter(row("a", "b"), clock), "L40") == []
    assert grades(encounter(row("a", "b"), replace(clock, size=12)), "L40") == ["hint"]
    assert grades(encounter(row("a", "b"), goal=Goal(text="x", by_round=5)), "L40") == []


def test_foes_without_a_break_point_are_a_hint() -> None:
    made = encounter(row("a", "b", "c"), *hero(), *foe())
    assert [issue.place for issue in found(made, "L42")] == ["foes"]
    broken = encounter(row("a", "b", "c"), *hero(), *foe(), Side(id="foes", break_point="half"))
    assert not found(broken, "L42")
    assert not found(encounter(row("a", "b", "c"), *hero(), *foe(resolve=3)), "L42")


def test_a_field_that_nothing_changes_is_a_warning() -> None:
    assert grades(encounter(row("a", "b")), "L43") == ["warning"]
    late = Cue(id="q", when=Moment("start of round", 5))
    assert grades(encounter(row("a", "b"), late), "L43") == ["hint"]
    soon = Cue(id="q", when=Moment("start of round", 3))
    assert grades(encounter(row("a", "b"), soon), "L43") == []


def test_four_events_at_once_are_a_warning() -> None:
    cues = [Cue(id=f"q{n}", when=Moment("start of round", 2)) for n in range(4)]
    assert grades(encounter(row("a", "b"), *cues), "L44") == ["warning"]
    assert grades(encounter(row("a", "b"), *cues[:3]), "L44") == []


def test_a_wave_beside_the_party_wants_an_announcement() -> None:
    wave = Cue(id="q", when=Moment("start of round", 2), do=(Bring(bring=("vex",), at="b"),))
    made = encounter(row("a", "b", "c"), *hero(), *foe(), wave)
    assert grades(made, "L45") == ["warning"]
    told = replace(wave, text="Boots on the stairs.")
    assert grades(encounter(row("a", "b", "c"), *hero(), *foe(), told), "L45") == []
