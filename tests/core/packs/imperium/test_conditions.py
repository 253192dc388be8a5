from typing import Any

import pytest

from desktop.core.packs.imperium.burning import PutOut
from desktop.core.packs.imperium.fear import source_of
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.strain import BreakLoose, Carry
from desktop.core.packs.imperium.suffering import Recover, Suffer
from desktop.core.packs.imperium.treating import Finish, Treat
from desktop.core.rules.actions import BeginTurn, EndTurn, Settle
from desktop.core.rules.events import BudgetSet, Tested
from desktop.core.rules.now import Now
from desktop.core.rules.order import idle_because
from desktop.core.rules.questions import ScriptedTable
from desktop.core.rules.tally import TallyFor
from tests.helpers.attacks import RIFLE, SWORD, Scene, duel, scene, sides_of, someone
from tests.helpers.build import attack, row
from tests.helpers.moves import again, dues, go, left, plan, rules, walker, within, zone_of

ROW = row("a", "b", "c")
TOUGH = {"str": 35, "tgh": 42, "ag": 40, "wil": 30}


def suffering(condition: str, *faces: int, tier: Any = "", on: Any = ROW, **fields: Any) -> Scene:
    made = walker(on, characteristics=TOUGH, **fields)
    return made.take(Suffer(who="P", condition=condition, tier=tier), *faces)


def has(made: Scene, condition: str, who: str = "P") -> bool:
    return condition in made.state.fighters[who].conditions


def tier(made: Scene, condition: str, who: str = "P") -> str:
    return made.state.fighters[who].conditions[condition].tier


def wounds(made: Scene, who: str = "P") -> int:
    return made.state.fighters[who].wounds


def rolled(made: Scene, skill: str, face: int, **fields: Any) -> Tested:
    """Return a Test that somebody makes out of nowhere."""
    now = Now(book=made.book, state=made.state, table=ScriptedTable(in_order=[face]))
    wanted = TallyFor(what="test", who="P", skill=skill, **fields)  # type: ignore[arg-type]
    return made.book.test.test(now, wanted, "a Test", 0, "IM-TESTS-01")  # type: ignore[arg-type]


def sides(made: Scene, skill: str, *does: Any, **fields: Any) -> list[str]:
    return sides_of(rolled(made, skill, 50, **fields).tally, *does)


# 1 and 2


@pytest.mark.rule("IM-CONDITIONS-01")
def test_the_ablaze_burn_past_armour_as_their_turn_begins() -> None:
    made = again(suffering("ablaze", armour=5), 4, 6)
    assert (wounds(made), made.wounds.armour.total) == (4, 0)
    made.take(Suffer(who="P", condition="ablaze"))
    again(made, 9, 6)
    assert wounds(made) == 13
    assert dues(made)["ablaze|P"].number == "d10"
    skipped = suffering("ablaze").take(Settle(due="ablaze|P"))
    assert wounds(again(skipped)) == 0


@pytest.mark.rule("IM-CONDITIONS-01")
def test_nobody_hides_who_is_on_fire() -> None:
    made = suffering("ablaze", skills={"stealth (hide)": 60})
    assert not rolled(made, "stealth (hide)", 3).passed
    assert rolled(made, "awareness", 3).passed
    other = suffering("ablaze", skills={"stealth": 60}, rulings={"dark_sl": "target five"})
    assert not rolled(other, "stealth (hide)", 3).passed


@pytest.mark.rule("IM-CONDITIONS-01")
def test_flames_are_put_out_on_the_ground_with_an_action_and_a_test() -> None:
    made = suffering("ablaze", skills={"athletics": 40})
    made.take(PutOut(who="P"), 41)
    assert (has(made, "ablaze"), has(made, "prone")) == (True, True)
    assert (left(made, "move"), left(made, "action")) == (1, 0)
    again(made, 2, 6).take(PutOut(who="P"), 40)
    assert not has(made, "ablaze")
    assert "put out" not in made.offers("P")
    assert rules(made.refused(PutOut(who="P"))) == ["IM-TURN-01", "IM-CONDITIONS-01"]


@pytest.mark.rule("IM-CONDITIONS-02")
def test_the_bleeding_lose_blood_as_their_turn_ends() -> None:
    made = suffering("bleeding", armour=5).take(EndTurn(), 6)
    assert wounds(made) == 1
    made.take(BeginTurn()).take(Suffer(who="P", condition="bleeding")).take(EndTurn(), 6)
    assert (wounds(made), tier(made, "bleeding")) == (4, "major")
    assert dues(made)["bleeding|P"].number == "3"


@pytest.mark.rule("IM-CONDITIONS-02")
def test_bleeding_stops_costing_once_it_has_brought_a_critical_wound_and_stays() -> None:
    made = suffering("bleeding", tier="major", wounds=5, starts={"wounds": 4})
    made.take(EndTurn(), 6, 7, 3)  # where, how badly, and it stays awake
    assert (wounds(made), len(made.criticals_of("P"))) == (5, 1)
    made.take(BeginTurn()).take(EndTurn())
    assert (wounds(made), has(made, "bleeding")) == (5, True)
    assert "bleeding|P" not in dues(made)
    made.take(BeginTurn()).take(Suffer(who="P", condition="bleeding"))
    assert made.state.fighters["P"].conditions["bleeding"].tier == "major"


@pytest.mark.rule("IM-CONDITIONS-02", "IM-CONDITIONS-17")
@pytest.mark.parametrize("condition", ["bleeding", "poisoned"])
def test_medicae_ends_bleeding_and_poison(condition: str) -> None:
    def two() -> Scene:
        medic = someone("P", side="heroes", skills={"medicae": 40})
        made = scene(medic, someone("Q", side="heroes")).turn("P")
        return made.take(Suffer(who="Q", condition=condition))

    treat = Treat(who="P", patient="Q", condition=condition)
    failed = two().take(treat, 41)
    assert (has(failed, condition, "Q"), left(failed, "action")) == (True, 0)
    assert failed.state.holds("reach", "P", "Q")
    passed = two().take(treat, 40)
    assert not has(passed, condition, "Q")
    wrong = Treat(who="P", patient="Q", condition="prone")
    assert rules(passed.refused(wrong)) == ["IM-TURN-01", "IM-CONDITIONS-17"]
    assert two().offers("P")[f"treat:{condition}"].aimed("Q") == treat


# 3 to 6


@pytest.mark.rule("IM-CONDITIONS-03")
def test_the_blinded_see_nothing_for_rounds() -> None:
    made = suffering("blinded", 2)
    until = made.state.fighters["P"].conditions["blinded"].until
    assert (until.point, until.round, until.who) == ("end of turn", 3, "P")
    assert sides(made, "awareness (sight)", "at most") == ["blinded: only 01 to 05"]
    assert sides(made, "ranged", "at most", purpose="attack", ranged=True, against="P") != []
    assert sides(made, "reflexes (dodge)", "against") == ["blinded"]
    again(again(made))
    assert has(made, "blinded")
    made.take(EndTurn())
    assert not has(made, "blinded")


@pytest.mark.rule("IM-CONDITIONS-04")
def test_the_deafened_hear_nothing_for_minutes_or_rounds() -> None:
    made = suffering("deafened", 7, skills={"awareness": 60})
    assert made.state.fighters["P"].conditions["deafened"].until is None
    assert not rolled(made, "awareness (hearing)", 6).passed
    assert rolled(made, "awareness (hearing)", 5).passed
    assert rolled(made, "awareness (sight)", 6).passed
    rounds = suffering("deafened", 7, rulings={"deafened_length": "rounds"})
    assert rounds.state.fighters["P"].conditions["deafened"].until.round == 8


@pytest.mark.rule("IM-CONDITIONS-05")
def test_the_fatigued_do_everything_worse() -> None:
    made = suffering("fatigued", skills={"tech": 50})
    assert sides(made, "tech", "against") == ["fatigued"]
    made.take(Suffer(who="P", condition="fatigued"))
    assert sides(made, "tech", "against") == []
    assert sides(made, "tech", "adds") == ["Very Hard: fatigued"]
    assert rolled(made, "tech", 50).target == 20
    made.take(Suffer(who="P", condition="fatigued"))
    assert made.state.mark("P", "passes out in minutes") == 4
    assert made.last.step.events[-1].text == "P passes out in 4 minutes."


@pytest.mark.rule("IM-CONDITIONS-06")
def test_the_frightened_are_keen_and_shy_of_what_they_fear() -> None:
    made = scene(someone("P", side="heroes"), someone("Q"), someone("R")).turn("P")
    made.take(Suffer(who="P", condition="frightened", of="Q"))
    assert source_of(made.state, "P") == "Q"
    assert sides(made, "awareness (sight)", "for") == ["frightened"]
    assert sides(made, "intuition", "for") == ["frightened"]
    assert sides(made, "melee", "against", purpose="attack", against="Q") == ["frightened of Q"]
    assert sides(made, "melee", "against", purpose="attack", against="R") == []
    assert sides(made, "melee", "against", purpose="melee defence", against="Q") == []
    made.take(Recover(who="P", condition="frightened"))
    assert source_of(made.state, "P") is None
    made.take(Suffer(who="P", condition="frightened"))
    test = rolled(made, "melee", 50, purpose="attack", against="R")
    assert [part.offered for part in test.tally.parts if part.key == "confronts"] == [True]


@pytest.mark.rule("IM-CONDITIONS-06")
def test_the_badly_frightened_must_flee() -> None:
    made = scene(someone("P", "b", side="heroes"), someone("Q", "c"), on=ROW).turn("P")
    made.take(Suffer(who="P", condition="frightened", of="Q", tier="major"))
    assert rules(plan(made, "c").refusals) == ["IM-CONDITIONS-06"]
    assert plan(made, "a").refusals == ()
    assert dues(made)["flee|P"].says == "must flee from Q"
    made.take(Suffer(who="Q", condition="frightened"))
    assert plan(made, "a").refusals == ()


@pytest.mark.rule("IM-CONDITIONS-17")
def test_fear_ends_with_a_test_at_the_end_of_a_round() -> None:
    made = suffering("frightened", skills={"discipline (fear)": 40})
    assert dues(made)["fear|P"].when == "end of round"
    made.take(EndTurn()).take(BeginTurn(), 41)
    assert has(made, "frightened")
    made.take(EndTurn()).take(BeginTurn(), 40)
    assert not has(made, "frightened")


# 7 to 9


@pytest.mark.rule("IM-CONDITIONS-07")
def test_the_incapacitated_do_nothing_and_are_struck_at_will() -> None:
    made = duel()
    made.take(Suffer(who="Q", condition="incapacitated"))
    assert idle_because(made.book, made.state, made.state.entry_of("Q")) == "incapacitated"
    made.take(Strike(who="P", target="Q"), 21, 6, 7)
    assert ([each.who for each in made.tests], len(made.criticals_of("Q"))) == (["P"], 1)
    assert rules(plan(made, "b", who="Q").refusals)[0] == "IM-CONDITIONS-07"


@pytest.mark.rule("IM-CONDITIONS-08")
def test_the_overburdened_are_clumsy_and_slow() -> None:
    made = suffering("overburdened", speed="fast")
    assert within(made, "move") == {"b"}
    assert sides(made, "stealth (hide)", "against") == ["overburdened"]
    assert sides(made, "reflexes (dodge)", "against") == ["overburdened"]
    assert sides(made, "athletics", "against") == []


@pytest.mark.rule("IM-CONDITIONS-16")
def test_what_one_carries_burdens_and_then_holds_one() -> None:
    made = walker(ROW, characteristics=TOUGH)  # bonuses 3 and 4
    made.take(Carry(who="P", load=7))
    assert not has(made, "overburdened")
    made.take(Carry(who="P", load=8))
    assert (has(made, "overburdened"), has(made, "restrained")) == (True, False)
    made.take(Carry(who="P", load=15))
    assert has(made, "restrained")
    assert rules(plan(made, "b").refusals) == ["IM-CONDITIONS-11"]
    made.take(Carry(who="P", load=None))
    assert (has(made, "overburdened"), has(made, "restrained")) == (False, False)


@pytest.mark.rule("IM-CONDITIONS-09")
def test_the_poisoned_are_weak_and_never_do_well() -> None:
    made = suffering("poisoned", skills={"athletics": 90, "tech": 90})
    test = rolled(made, "athletics", 11)
    assert (test.levels, test.passed) == (4, True)
    assert sides_of(test.tally, "against") == ["poisoned"]
    assert sides_of(test.tally, "levels") == ["poisoned: SL at most 4"]
    assert rolled(made, "tech", 11).levels == 8
    assert sides(made, "fortitude (pain)", "against") == ["poisoned"]


@pytest.mark.rule("IM-CONDITIONS-09")
def test_the_badly_poisoned_lie_there() -> None:
    made = suffering("poisoned", tier="major")
    assert has(made, "prone")
    assert rules(made.refused(PutOut(who="P")))[0] == "IM-CONDITIONS-07"


# 11 to 16


@pytest.mark.rule("IM-CONDITIONS-11")
def test_the_restrained_stay_and_fight_badly_until_they_get_free() -> None:
    made = suffering("restrained", skills={"athletics (might)": 40})
    assert rules(plan(made, "b").refusals) == ["IM-CONDITIONS-11"]
    for skill in ("athletics", "dexterity", "melee", "reflexes (dodge)", "ranged"):
        assert sides(made, skill, "against") == ["restrained"]
    assert sides(made, "tech", "against") == []
    made.take(BreakLoose(who="P"), 40)  # 40 against 40, but the digits swap to 40 anyhow
    assert not has(made, "restrained")
    worse = suffering("restrained", tier="major")
    assert rules(worse.refused(BreakLoose(who="P")))[0] == "IM-CONDITIONS-07"


@pytest.mark.rule("IM-CONDITIONS-11")
def test_the_gm_says_what_gets_one_free() -> None:
    made = suffering("restrained", skills={"dexterity (sleight of hand)": 60})
    words = {"free skill|P": "dexterity (sleight of hand)", "free difficulty|P": "20"}
    made.take(BreakLoose(who="P"), 11, words=words)
    assert made.test_of("P").target == 80
    assert rules(made.refused(BreakLoose(who="P"))) == ["IM-TURN-01", "IM-CONDITIONS-11"]


@pytest.mark.rule("IM-CONDITIONS-12")
def test_the_stunned_move_or_act_but_not_both() -> None:
    made = suffering("stunned", 2)
    assert within(made, "move and run") == set()
    go(made, "b")
    assert (left(made, "move"), left(made, "action")) == (0, 0)
    again(made)
    assert (left(made, "move"), left(made, "action")) == (1, 1)
    late = walker(ROW).let(BudgetSet(who="P", left={"move": 0, "action": 1}))
    late.take(Suffer(who="P", condition="stunned"), 1)
    assert left(late, "action") == 0


@pytest.mark.rule("IM-CONDITIONS-12")
def test_the_badly_stunned_do_everything_worse_and_it_passes_in_rounds() -> None:
    made = suffering("stunned", 1, tier="major")
    assert sides(made, "tech", "against") == ["badly stunned"]
    again(made)
    assert has(made, "stunned")
    made.take(EndTurn())
    assert not has(made, "stunned")


@pytest.mark.rule("IM-CONDITIONS-13")
def test_the_unconscious_lie_unaware_and_are_finished_without_a_test() -> None:
    made = duel(q_skills={"reflexes (dodge)": 20})
    made.take(Suffer(who="Q", condition="unconscious"))
    assert has(made, "prone", "Q")
    blow = made.take(Strike(who="P", target="Q"), 77, 6)
    assert sides_of(blow.test_of("P").tally, "for") == ["Prone target in reach", "unaware target"]
    made.turn("P").take(Finish(who="P", target="Q"))
    assert (made.tests, made.state.fighters["Q"].off) == ([], "out")
    assert left(made, "action") == 0


@pytest.mark.rule("IM-CONDITIONS-13")
def test_finishing_takes_somebody_unconscious_and_a_weapon_that_does() -> None:
    club = attack("club", damage=2, traits=("ineffective",))
    made = duel(p_attacks=(club,))
    assert rules(made.refused(Finish(who="P", target="Q"))) == ["IM-CONDITIONS-13"] * 2
    assert "finish" not in made.offers("P")
    made.take(Suffer(who="Q", condition="unconscious"))
    assert rules(made.refused(Finish(who="P", target="Q"))) == ["IM-CONDITIONS-13"]
    assert made.offers("P")["finish"].aimed("Q") == Finish(who="P", target="Q")


@pytest.mark.rule("IM-CONDITIONS-14")
def test_the_dead_take_no_part() -> None:
    made = suffering("dead", on=ROW)
    assert rules(plan(made, "b").refusals)[0] == "IM-CONDITIONS-07"
    assert idle_because(made.book, made.state, made.state.entry_of("P")) == "dead"
    burning = made.take(Suffer(who="P", condition="ablaze"))
    assert "ablaze|P" not in dues(burning)


@pytest.mark.rule("IM-CONDITIONS-15")
@pytest.mark.parametrize("condition", ["ablaze", "bleeding", "fatigued", "frightened"])
def test_suffered_again_a_minor_condition_turns_major(condition: str) -> None:
    made = suffering(condition)
    assert tier(made, condition) == "minor"
    made.take(Suffer(who="P", condition=condition))
    assert tier(made, condition) == "major"
    one = suffering(condition, rulings={"condition_tiers": "one grade"})
    one.take(Suffer(who="P", condition=condition))
    assert tier(one, condition) == ""


@pytest.mark.rule("IM-CONDITIONS-15")
def test_conditions_without_grades_have_none_and_last_as_long_as_the_longest() -> None:
    made = suffering("blinded", 6)
    made.take(Suffer(who="P", condition="blinded"), 2)
    now = made.state.fighters["P"].conditions["blinded"]
    assert (now.tier, now.until.round) == ("", 7)
    assert rules(made.refused(Suffer(who="P", condition="bored"))) == ["HOUSE-NAMES-01"]
    assert rules(made.refused(Suffer(who="X", condition="prone"))) == ["HOUSE-NAMES-01"]
    assert rules(made.refused(Recover(who="P", condition="prone"))) == ["IM-CONDITIONS-15"]
    assert rules(made.refused(Recover(who="X", condition="prone"))) == ["HOUSE-NAMES-01"]


def test_shots_at_the_unconscious_are_no_surprise_to_the_program() -> None:
    made = scene(someone("P", side="heroes", attacks=(SWORD, RIFLE)), someone("Q", "c"))
    made.turn("P").take(Suffer(who="Q", condition="unconscious"))
    made.take(Shoot(who="P", target="Q", attack="rifle"), 21, 6, 7)
    test = made.test_of("P").tally
    assert sides_of(test, "for") == ["unaware target"]
    assert sides_of(test, "against") == ["Prone target out of reach"]
    assert zone_of(made, "Q") == "c"
