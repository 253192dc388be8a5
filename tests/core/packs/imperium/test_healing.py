"""Treatment, rest, and noticing what somebody carries."""

import pytest

from desktop.core.packs.imperium.healing import Rest, TreatWounds
from desktop.core.packs.imperium.noticing import Notice
from desktop.core.rules import events as e
from desktop.core.rules.fold import fold
from desktop.core.rules.questions import ScriptedTable
from desktop.core.rules.resolve import resolve
from desktop.core.rules.start import begin_state
from tests.helpers.attacks import defaults, duel, scene, sides_of, someone
from tests.helpers.build import attack
from tests.helpers.moves import left, rules

TREAT = TreatWounds(who="P", patient="Q")
MEDIC = {"medicae (human)": 45}


def ward(wounds=10, **p):
    """Return the turn of P, a medic, with Q wounded beside it."""
    people = (
        someone("P", side="heroes", skills=MEDIC, characteristics={"int": 38}, **p),
        someone("Q", side="heroes", starts={"wounds": wounds}, characteristics={"tgh": 42}),
    )  # fmt: skip
    return scene(*people).turn("P")


@pytest.mark.rule("IM-WOUNDS-10")
def test_in_a_fight_treatment_is_challenging_and_heals_by_levels_and_intelligence():
    made = ward().take(TREAT, 21)
    assert made.test_of("P").target == 45
    assert made.state.fighters["Q"].wounds == 10 - 2 - 3
    assert left(made, "action") == 0
    assert ward().take(TREAT, 51).state.fighters["Q"].wounds == 10
    assert ward(wounds=2).take(TREAT, 21).state.fighters["Q"].wounds == 0


@pytest.mark.rule("IM-WOUNDS-10")
def test_before_and_after_it_is_routine():
    made = ward()
    state = begin_state(made.state.encounter, defaults())
    for fact in (
        e.Moved(who="P", how="put", level="ground", to=made.state.fighters["P"].seat),
        e.Moved(who="Q", how="put", level="ground", to=made.state.fighters["Q"].seat),
        e.WoundsSet(who="Q", total=9), e.BudgetSet(who="P", left={"action": 1}),
        e.Related(kind="reach", one="P", other="Q"),
    ):  # fmt: skip
        state = fold(state, fact)
    resolved = resolve(made.book, state, TREAT, ScriptedTable(in_order=[61]))
    tested = next(each for each in resolved.step.events if isinstance(each, e.Tested))
    assert tested.target == 65
    assert resolved.state.fighters["Q"].wounds == 9 - 3


@pytest.mark.rule("IM-WOUNDS-10", "IM-CONDITIONS-02")
def test_the_bleeding_do_not_heal_and_the_whole_need_not():
    bleeding = e.ConditionSet(who="Q", condition="bleeding", now=e.Condition(tier="minor"))
    assert rules(ward().let(bleeding).refused(TREAT)) == ["IM-CONDITIONS-02"]
    assert rules(ward(wounds=0).refused(TREAT)) == ["IM-WOUNDS-10"]
    assert rules(ward().let(bleeding).refused(Rest(who="Q"))) == ["IM-CONDITIONS-02"]


@pytest.mark.rule("IM-WOUNDS-09")
@pytest.mark.parametrize(("whole_day", "healed"), [(False, 4), (True, 8)])
def test_rest_heals_by_toughness(whole_day, healed):
    made = ward().take(Rest(who="Q", whole_day=whole_day))
    assert made.state.fighters["Q"].wounds == 10 - healed


@pytest.mark.rule("IM-WOUNDS-03", "IM-WOUNDS-10")
def test_a_fighter_at_its_maximum_that_is_treated_has_its_whole_turn_again():
    people = (
        someone("P", side="heroes", skills=MEDIC, characteristics={"int": 38}),
        someone("Q", side="heroes", wounds=10, starts={"wounds": 10}),
    )  # fmt: skip
    made = scene(*people).turn("P").take(TREAT, 21)
    assert "at maximum wounds" not in made.state.fighters["Q"].conditions


@pytest.mark.rule("IM-WEAPONS-11")
@pytest.mark.parametrize(("traits", "hampered"), [(("subtle",), ["subtle knife"]), ((), [])])
def test_a_subtle_weapon_is_hard_to_notice(traits, hampered):
    knife = attack("knife", damage=4, traits=traits)
    made = duel(q_attacks=(knife,), p_skills={"awareness (sight)": 40})
    made.take(Notice(who="P", target="Q", attack="knife"), 12)
    assert sides_of(made.test_of("P").tally, "against") == hampered
    assert left(made, "action") == 1
