import pytest

from desktop.core.packs.imperium.economy import has, lacking, spend
from desktop.core.rules.actions import EndTurn
from desktop.core.rules.events import BudgetSet
from desktop.core.rules.now import Now
from desktop.core.rules.questions import ScriptedTable
from tests.helpers.attacks import scene, someone
from tests.helpers.build import row
from tests.helpers.moves import again, go, left, walker

ROW = row("a", "b", "c")


@pytest.mark.rule("IM-TURN-01", "IM-TURN-04")
def test_a_turn_holds_one_of_each() -> None:
    made = walker(ROW)
    assert [left(made, kind) for kind in ("move", "action", "reaction")] == [1, 1, 1]
    go(made, "c")
    assert [left(made, kind) for kind in ("move", "action", "reaction")] == [0, 0, 1]
    again(made)
    assert [left(made, kind) for kind in ("move", "action", "reaction")] == [1, 1, 1]


@pytest.mark.rule("IM-TURN-01")
def test_what_is_not_spent_is_lost_at_the_end_of_the_turn_but_for_the_reaction() -> None:
    made = walker(ROW).take(EndTurn())
    assert [left(made, kind) for kind in ("move", "action", "reaction")] == [0, 0, 1]


@pytest.mark.rule("IM-TURN-04")
def test_the_reaction_comes_back_at_the_start_of_ones_own_turn() -> None:
    made = walker(ROW, others=[someone("Q", "a")])
    made.let(BudgetSet(who="P", left={"reaction": 0}))
    made.turn("Q")
    assert left(made, "reaction") == 0
    again(made)
    assert left(made, "reaction") == 1


@pytest.mark.rule("IM-TURN-01")
def test_by_the_other_reading_the_gm_sets_the_numbers() -> None:
    made = walker(ROW, rulings={"action_economy": "set by gm"})
    made.marked("P", "turn holds action", 3).marked("P", "turn holds reaction", 0)
    again(made)
    assert [left(made, kind) for kind in ("move", "action", "reaction")] == [1, 3, 0]
    default = walker(ROW).marked("P", "turn holds action", 3)
    again(default)
    assert left(default, "action") == 1


@pytest.mark.rule("IM-TURN-01", "IM-TURN-04")
def test_who_lacks_something_is_told_what() -> None:
    made = walker(ROW)
    now = Now(book=made.book, state=made.state, table=ScriptedTable())
    assert has(now.state, "P", "action")
    assert lacking(now.state, "P", "action") is None
    spend(now, "P", "action")
    spend(now, "P", "action")
    spend(now, "P", "reaction")
    lacked = lacking(now.state, "P", "action")
    assert lacked is not None
    assert (lacked.says, lacked.rule) == ("P has no Action left.", "IM-TURN-01")
    reaction = lacking(now.state, "P", "reaction")
    assert reaction is not None
    assert reaction.rule == "IM-TURN-04"
    assert len(now.events) == 2


@pytest.mark.rule("IM-INITIATIVE-01")
def test_initiative_is_agility_bonus_and_perception_bonus() -> None:
    made = scene(someone("P", characteristics={"ag": 38, "per": 41}))
    assert made.state.order[0].initiative == 7
    stated = scene(someone("P", characteristics={"ag": 38, "per": 41}, initiative=9))
    assert stated.state.order[0].initiative == 9
    assert scene(someone("P")).state.order[0].initiative == 0


@pytest.mark.rule("IM-INITIATIVE-02")
def test_the_highest_acts_first_round_after_round() -> None:
    made = scene(
        someone("P", characteristics={"ag": 30, "per": 30}),
        someone("Q", characteristics={"ag": 40, "per": 40}),
    )
    assert [entry.id for entry in made.state.order] == ["Q", "P"]


@pytest.mark.rule("IM-INITIATIVE-03")
def test_of_equals_the_higher_reflexes_act_first_and_else_the_order_stands() -> None:
    figures = {"characteristics": {"ag": 35, "per": 35}}
    made = scene(
        someone("P", **figures),
        someone("Q", skills={"reflexes": 45}, **figures),
        someone("R", **figures),
    )
    assert [entry.id for entry in made.state.order] == ["Q", "P", "R"]
    rulings = {"initiative_tie": "gm order"}
    people = someone("P", **figures), someone("Q", skills={"reflexes": 45}, **figures)
    assert [entry.id for entry in scene(*people, rulings=rulings).state.order] == ["P", "Q"]
