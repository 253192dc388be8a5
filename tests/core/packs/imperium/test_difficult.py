import pytest

from desktop.core.model.moments import AddTrait
from desktop.core.packs.imperium.reach import StepUp
from desktop.core.packs.imperium.speed import speed_of
from desktop.core.rules.actions import Do, Force
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import BudgetSet, Said
from desktop.core.rules.now import Now
from desktop.core.rules.questions import ScriptedTable
from desktop.core.rules.tally import Tally, TallyFor
from tests.helpers.attacks import Scene, sides_of, someone
from tests.helpers.moves import again, go, left, plan, rules, walker, with_traits, within, zone_of

HERE = with_traits(a="difficult")
NEXT = with_traits(b="difficult")
TWO = with_traits(b="difficult", c="difficult")


def speed(made: Scene) -> str:
    book: Rulebook = made.book
    return speed_of(book, made.state, "P")


def tally_of(made: Scene, skill: str) -> Tally:
    now = Now(book=made.book, state=made.state, table=ScriptedTable())
    return now.tally(TallyFor(what="test", who="P", skill=skill), "t", "t")


@pytest.mark.rule("IM-DIFFICULT-01")
@pytest.mark.parametrize(
    ("own", "then"), [("fast", "normal"), ("normal", "slow"), ("slow", "slow")]
)
def test_starting_there_takes_speed_one_step_down(own: str, then: str) -> None:
    assert speed(walker(HERE, speed=own)) == then


@pytest.mark.rule("IM-DIFFICULT-01")
def test_a_normal_fighter_that_starts_there_acts_as_slow() -> None:
    made = walker(HERE, at=(1, 1))
    assert plan(made, (5, 4)).pay == "move"
    assert plan(made, "b").pay == "run"
    assert rules(plan(made, "b", pay="move").refusals) == ["IM-SPEED-05"]


@pytest.mark.rule("IM-DIFFICULT-01", "IM-DIFFICULT-02")
def test_the_slowing_lasts_all_turn_or_by_the_other_reading_while_there() -> None:
    made = walker(HERE, speed="fast")
    go(made, "b")
    assert speed(made) == "normal"
    other = walker(HERE, speed="fast", rulings={"dt_duration": "while there"})
    assert speed(other) == "normal"
    go(other, "b")
    assert speed(other) == "fast"
    again(made)
    assert speed(made) == "fast"


@pytest.mark.rule("IM-DIFFICULT-02")
def test_entering_does_not_lower_speed_but_the_next_start_does() -> None:
    made = walker(with_traits(c="difficult"), speed="fast")
    go(made, "c")
    assert speed(made) == "fast"
    again(made)
    assert speed(made) == "normal"


@pytest.mark.rule("IM-DIFFICULT-03")
def test_who_heads_beyond_stops_there() -> None:
    made = walker(NEXT, speed="fast")
    told = plan(made, "c", pay="move")
    assert told.refusals == ()
    assert "stops in b: Difficult Terrain" in told.says
    go(made, "c", pay="move")
    assert zone_of(made) == "b"
    assert left(made, "move") == 0
    assert [said.rule for said in made.facts(Said)] == ["IM-DIFFICULT-03"]


@pytest.mark.rule("IM-DIFFICULT-03")
def test_entering_leaves_the_action_but_not_an_unspent_move() -> None:
    made = walker(NEXT)
    go(made, "b")
    assert (zone_of(made), left(made, "action")) == ("b", 1)
    ran = walker(NEXT)
    go(ran, "b", pay="run")
    assert (zone_of(ran), left(ran, "move"), left(ran, "action")) == ("b", 0, 0)


@pytest.mark.rule("IM-DIFFICULT-03")
def test_steps_in_the_zone_stay_unless_the_other_reading_takes_them() -> None:
    foe = someone("Q", "b")
    made = walker(NEXT, others=[foe])
    go(made, "b")
    made.take(StepUp(who="P", to="Q"))
    assert made.state.holds("reach", "P", "Q")
    other = walker(NEXT, others=[foe], rulings={"dt_leftover": "steps too"})
    go(other, "b")
    assert other.refused(StepUp(who="P", to="Q"))
    assert plan(other, (9, 1)).pay == "run"
    go(other, (9, 1))
    assert left(other, "action") == 0
    assert other.refused(StepUp(who="P", to="Q")) == ()


@pytest.mark.rule("IM-DIFFICULT-03")
def test_being_pushed_in_costs_nothing_unless_the_other_reading_says_so() -> None:
    made = walker(NEXT).take(Force(who="P", to="b"))
    assert (zone_of(made), left(made, "move")) == ("b", 1)
    other = walker(NEXT, rulings={"dt_forced": "uses movement"}).take(Force(who="P", to="b"))
    assert left(other, "move") == 0
    elsewhere = walker(NEXT, others=[someone("Q", "a")], rulings={"dt_forced": "uses movement"})
    elsewhere.take(Force(who="Q", to="b"))
    assert left(elsewhere, "move", "Q") == 1


@pytest.mark.rule("IM-DIFFICULT-04")
def test_going_on_takes_run() -> None:
    made = walker(NEXT)
    go(made, "b")
    assert within(made, "run") == {"a", "c"}
    go(made, "c")
    assert zone_of(made) == "c"
    stuck = walker(NEXT)
    go(stuck, "b").let(BudgetSet(who="P", left={"move": 0, "action": 0}))
    refusals = plan(stuck, "c").refusals
    assert rules(refusals)[0] == "IM-DIFFICULT-04"
    assert str(refusals[0]) == (
        "The movement of P ends in b, which is Difficult Terrain. Going on takes Run."
    )


@pytest.mark.rule("IM-DIFFICULT-04")
def test_one_plan_takes_move_and_then_run_through_it() -> None:
    made = walker(NEXT, speed="fast")
    through = plan(made, "c")
    assert through.pay == "move and run"
    assert [leg.charge for leg in through.legs] == [0, 1]
    go(made, "c")
    assert zone_of(made) == "c"
    tired = walker(NEXT, speed="fast").let(BudgetSet(who="P", left={"move": 1, "action": 0}))
    assert rules(plan(tired, "c").refusals)[0] == "IM-DIFFICULT-04"


@pytest.mark.rule("IM-DIFFICULT-04")
def test_run_may_enter_a_second_such_zone_unless_the_other_reading_forbids() -> None:
    made = walker(TWO)
    go(made, "b")
    go(made, "c")
    assert zone_of(made) == "c"
    other = walker(TWO, rulings={"dt_multi_run": "clear zones only"})
    go(other, "b")
    assert within(other, "run") == {"a"}
    assert plan(other, "c").refusals


@pytest.mark.rule("IM-DIFFICULT-05")
@pytest.mark.parametrize(
    ("skill", "hampered"),
    [
        ("reflexes (dodge)", True),
        ("athletics (running)", True),
        ("melee (one-handed)", False),
        ("reflexes (balance)", False),
        ("athletics (climbing)", False),
    ],
)
def test_running_and_dodging_there_have_disadvantage(skill: str, hampered: bool) -> None:
    made = walker(HERE)
    tally = tally_of(made, skill)
    assert ("Difficult Terrain" in sides_of(tally, "against")) == hampered
    clear = walker(NEXT)
    assert sides_of(tally_of(clear, skill), "against") == []


@pytest.mark.rule("IM-DIFFICULT-01")
def test_rubble_that_comes_upon_somebody_waits_for_the_next_start() -> None:
    fall = Do(effects=(AddTrait(add="difficult", to=("a",)),))
    made = walker(with_traits()).take(fall)
    assert (speed(made), left(made, "move")) == ("normal", 1)
    again(made)
    assert speed(made) == "slow"
    other = walker(with_traits(), rulings={"relocate_is_enter": "counts as entering"}).take(fall)
    assert left(other, "move") == 0
