import pytest

from desktop.core.errors import LoadError
from desktop.core.packs.imperium.speed import speed_of, speed_tally
from desktop.core.rules.events import MarkSet, Until
from desktop.core.store.reading import read
from tests.helpers.attacks import Scene
from tests.helpers.build import row
from tests.helpers.moves import (
    again,
    go,
    left,
    plan,
    reach,
    rules,
    walker,
    with_traits,
    within,
    zone_of,
)

ROW = row("a", "b", "c", "d", "e")


def speed(made: Scene) -> str:
    return speed_of(made.book, made.state, "P")


@pytest.mark.rule("IM-SPEED-01")
def test_who_states_no_speed_is_normal() -> None:
    made = walker(ROW, speed=None)
    assert speed(made) == "normal"
    (part,) = speed_tally(made.book, made.state, "P").parts
    assert (part.says, part.rule) == ("own Speed normal", "IM-SPEED-01")


@pytest.mark.rule("IM-SPEED-02")
def test_normal_goes_anywhere_in_its_zone_for_free_and_one_zone_for_its_move() -> None:
    made = walker(ROW)
    assert within(made, "free") == {"a"}
    assert within(made, "free", "move") == {"a", "b"}


@pytest.mark.rule("IM-SPEED-03")
def test_fast_goes_two_zones_for_its_move_and_keeps_its_action() -> None:
    made = walker(ROW, speed="fast")
    assert within(made, "free") == {"a"}
    assert within(made, "free", "move") == {"a", "b", "c"}
    go(made, "c")
    assert zone_of(made) == "c"
    assert (left(made, "move"), left(made, "action")) == (0, 1)


@pytest.mark.rule("IM-SPEED-04")
def test_slow_pays_its_move_inside_its_zone_and_only_once() -> None:
    made = walker(ROW, at=(1, 1), speed="slow")
    assert plan(made, (5, 5)).pay == "move"
    go(made, (5, 5))
    assert left(made, "move") == 0
    assert rules(plan(made, (2, 2)).refusals) == ["IM-SPEED-04"]
    assert reach(made)["a"].startswith("P is Slow")


@pytest.mark.rule("IM-SPEED-05")
def test_slow_needs_run_for_the_next_zone() -> None:
    made = walker(ROW, speed="slow")
    refused = plan(made, "b", pay="move").refusals
    assert rules(refused) == ["IM-SPEED-05"]
    assert refused[0].instead == "Get there by Run."
    go(made, "b", pay="run")
    assert zone_of(made) == "b"
    assert (left(made, "move"), left(made, "action")) == (1, 0)


@pytest.mark.rule("IM-SPEED-05")
def test_by_the_other_reading_slow_pays_move_and_action() -> None:
    made = walker(ROW, speed="slow", rulings={"run_needs_move": "move too"})
    assert plan(made, "b").pays == {"move": 1, "action": 1}
    go(made, "b")
    assert (left(made, "move"), left(made, "action")) == (0, 0)


@pytest.mark.rule("IM-SPEED-06")
def test_slow_never_gets_two_zones_away_in_a_turn() -> None:
    made = walker(ROW, speed="slow")
    assert set(reach(made)) == {"a", "b"}
    assert plan(made, "c").refusals


@pytest.mark.rule("IM-SPEED-07")
def test_an_effect_changes_speed_while_it_lasts() -> None:
    made = walker(ROW)
    until = Until("end of turn", who="P")
    made.let(MarkSet(subject="P", name="speed", value="fast", until=until))
    assert within(made, "free", "move") == {"a", "b", "c"}
    made.turn("P")
    assert within(made, "free", "move") == {"a", "b"}


@pytest.mark.rule("IM-SPEED-08")
@pytest.mark.parametrize(
    ("own", "then"), [("fast", "normal"), ("normal", "slow"), ("slow", "slow")]
)
def test_one_step_down_never_goes_below_slow(own: str, then: str) -> None:
    on = row("a", "b")
    made = walker(on, speed=own)
    made.marked("P", "started in difficult terrain", "a")
    assert speed(made) == then


@pytest.mark.rule("IM-SPEED-09")
@pytest.mark.parametrize(("own", "then"), [("fast", "slow"), ("normal", "slow")])
def test_two_causes_take_a_step_each(own: str, then: str) -> None:
    from desktop.core.packs.imperium.size import SQUEEZING

    made = walker(ROW, speed=own).marked("P", "started in difficult terrain", "a")
    assert speed_of(made.book, made.state, "P", SQUEEZING) == then


@pytest.mark.rule("IM-SPEED-09")
def test_by_the_other_reading_only_one_step_is_taken() -> None:
    from desktop.core.packs.imperium.size import SQUEEZING

    made = walker(ROW, speed="fast", rulings={"speed_stack": "only one"})
    made.marked("P", "started in difficult terrain", "a")
    assert speed_of(made.book, made.state, "P", SQUEEZING) == "normal"
    made.marked("P", "speed", "slow")
    assert speed_of(made.book, made.state, "P", SQUEEZING) == "slow"


@pytest.mark.rule("IM-SPEED-10")
@pytest.mark.parametrize(("own", "furthest"), [("slow", "b"), ("normal", "c"), ("fast", "d")])
def test_furthest_zone_in_one_turn(own: str, furthest: str) -> None:
    made = walker(ROW, speed=own)
    assert max(reach(made)) == furthest
    go(made, furthest)
    assert zone_of(made) == furthest
    assert left(made, "action") == 0


@pytest.mark.rule("IM-SPEED-10")
def test_by_the_other_reading_run_repeats_the_move() -> None:
    made = walker(ROW, speed="fast", rulings={"run_distance": "speed again"})
    assert max(reach(made)) == "e"
    slow = walker(ROW, speed="slow", rulings={"run_distance": "speed again"})
    assert max(reach(slow)) == "b"


FREELY = {"fast_free": "next zone too"}
MORE = {"speed_extra_tiers": "none and swift"}


@pytest.mark.rule("IM-SPEED-03")
def test_by_the_other_reading_fast_has_a_zone_for_free_once_a_turn() -> None:
    made = walker(ROW, speed="fast", rulings=FREELY)
    assert (within(made, "free"), within(made, "move")) == ({"a", "b"}, {"c", "d"})
    go(made, "b")
    assert left(made, "move") == 1
    assert (within(made, "free"), within(made, "move")) == ({"b"}, {"a", "c", "d"})
    again(made)
    assert "c" in within(made, "free")
    assert within(walker(ROW, rulings=FREELY), "free") == {"a"}


@pytest.mark.rule("IM-SPEED-03")
def test_a_free_zone_is_used_up_on_a_longer_way() -> None:
    made = walker(ROW, speed="fast", rulings=FREELY)
    go(made, "d")
    assert (zone_of(made), left(made, "move"), left(made, "action")) == ("d", 0, 1)
    assert within(made, "free") == {"d"}


@pytest.mark.rule("IM-SPEED-01")
def test_by_the_other_reading_swift_goes_three_zones_and_who_has_no_speed_none() -> None:
    swift = walker(ROW, speed="swift", rulings=MORE)
    assert (within(swift, "move"), within(swift, "move and run")) == ({"b", "c", "d"}, {"e"})
    turret = walker(ROW, at=(1, 1), speed="none", rulings=MORE)
    assert speed(turret) == "none"
    assert within(turret, "free", "move", "run", "move and run") == set()
    for to in ("b", (5, 5)):
        assert {str(each) for each in plan(turret, to).refusals} == {
            "P has no Speed and never moves."
        }


@pytest.mark.rule("IM-SPEED-01")
def test_where_there_are_three_speeds_the_others_are_taken_for_the_nearest() -> None:
    assert speed(walker(ROW, speed="swift")) == "fast"
    assert speed(walker(ROW, speed="none")) == "slow"


@pytest.mark.rule("IM-SPEED-08")
def test_swift_is_slowed_step_by_step() -> None:
    made = walker(with_traits(a="difficult"), speed="swift", rulings=MORE)
    assert speed(made) == "fast"


@pytest.mark.rule("IM-SPEED-01")
def test_a_file_with_a_speed_that_does_not_exist_is_told_those_that_do() -> None:
    text = "format: 1\nprofiles:\n  runner:\n    imperium:\n      speed: quick\n"
    with pytest.raises(LoadError) as refused:
        read(text)
    (problem,) = refused.value.problems
    assert problem.path == "profiles.runner.imperium.speed"
    assert all(word in problem.says for word in ("slow", "normal", "fast"))
