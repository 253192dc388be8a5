"""Rules of attacks meeting each other."""

import pytest

from desktop.core.packs.imperium.aim import Aim
from desktop.core.packs.imperium.cover import TakeCover
from desktop.core.packs.imperium.dodge import Dodge
from desktop.core.packs.imperium.engaged import Disengage
from desktop.core.packs.imperium.helping import Help
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from desktop.core.rules.questions import Answer, Asked, ScriptedTable
from desktop.core.rules.resolve import resolve
from tests.helpers.attacks import RIFLE, Scene, duel, scene, sides_of, someone
from tests.helpers.build import attack

STRIKE = Strike(who="P", target="Q")
SHOOT = Shoot(who="P", target="Q", attack="rifle")
DODGES = {"dodge|Q|P": True}


def range_of(rulings=None, weapon=RIFLE, **q) -> Scene:
    made = scene(
        someone("P", side="heroes", attacks=(weapon,)), someone("Q", "b", **q), rulings=rulings
    )
    return made.turn("P")


def engaged_pair(rulings=None, **figures) -> Scene:
    made = duel(rulings, **figures)
    return made.let(e.Related(kind="engaged", one="P", other="Q"))


def penetrating(number: int):
    return attack(
        "rifle", kind="ranged", skill="ranged (long guns)", damage=7, range="long",
        traits=(f"penetrating {number}",),
    )  # fmt: skip


@pytest.mark.rule("IM-CRITICALS-03", "IM-MELEE-10")
def test_a_critical_that_loses_a_tie_still_wounds():
    made = duel(p_melee=45, q_melee=48).take(STRIKE, 33, 32, 8, 5)
    assert (made.only(e.Contested).winner, made.only(e.Contested).margin) == ("Q", 0)
    assert len(made.criticals_of("Q")) == 1
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("IM-COVER-01", "IM-COVER-07", "IM-CRITICALS-04")
def test_a_critical_in_half_cover_is_at_the_place_of_the_fresh_die():
    from desktop.core.model.board import Trait

    low = Trait("light cover", only=("left leg", "right leg"))
    for die, armour in ((4, 2), (1, 0)):
        made = range_of().traits("b", low).marked("Q", "in cover", "light cover")
        made.take(SHOOT, 44, die, 5)
        assert made.wounds.armour.total == armour


@pytest.mark.rule("IM-COVER-01", "IM-COVER-03")
def test_a_piercing_shot_never_makes_armour_negative():
    for rulings, armour, wounds in (
        ({}, 3 + 4 - 9, 9), ({"cover_penetrating": "armour only"}, 4, 5),
    ):  # fmt: skip
        made = range_of(rulings, penetrating(9), armour=3).traits("b", "medium cover")
        made.marked("Q", "in cover", "medium cover").take(SHOOT, 26)
        assert (made.wounds.armour.total, made.wounds.wounds) == (armour, wounds)


@pytest.mark.rule("IM-ENGAGED-02", "IM-MOVEMENT-05", "IM-WOUNDS-07")
def test_a_leaver_that_is_felled_enters_nothing():
    made = engaged_pair(p_wounds=5, p_criticals=0).traits("b", "major hazard")
    made.take(Walk(who="P", to="b"), 37, 60, 4)
    assert made.only(e.LeftBoard).who == "P"
    assert made.facts(e.Moved) == []
    assert [wounds.rule for wounds in made.facts(e.WoundsTaken)] == ["IM-MELEE-08"]
    assert not made.state.holds("engaged", "P", "Q")


@pytest.mark.rule("IM-ENGAGED-03", "IM-ENGAGED-02")
def test_the_second_foe_has_nobody_left_to_strike():
    made = scene(
        someone("P", side="heroes", wounds=5, criticals=0), someone("Q"), someone("R")
    ).turn("P")
    for foe in ("Q", "R"):
        made.close("P", foe).let(e.Related(kind="engaged", one="P", other=foe))
    made.take(Walk(who="P", to="b"), 37, 60, 4)
    assert [tested.who for tested in made.tests] == ["Q", "P"]
    assert made.state.fighters["R"].left["reaction"] == 1


@pytest.mark.rule("IM-ENGAGED-02", "IM-COVER-04")
def test_a_leaver_that_is_only_wounded_goes_on_and_loses_its_cover():
    made = engaged_pair().traits("a", "heavy cover").marked("P", "in cover", "heavy cover")
    made.take(Walk(who="P", to="b"), 37, 60)
    assert made.wounds.armour.total == 0
    assert made.state.zone_of("P") == "b"
    assert made.state.mark("P", "in cover") is None


@pytest.mark.rule("IM-FUMBLES-03", "IM-FUMBLES-01")
def test_both_sides_may_fumble_and_one_still_wins():
    made = duel().take(STRIKE, 55, 77, 3, 9)
    assert made.only(e.Contested).winner == "P"
    assert made.wounds.damage.total == 8 + 2
    assert [rolled.face for rolled in made.fumbles_of("P")] == [3]
    assert [rolled.face for rolled in made.fumbles_of("Q")] == [9]


@pytest.mark.rule("IM-CRITICALS-05", "IM-FUMBLES-03")
def test_a_fumbling_attacker_meets_a_critical():
    made = duel().take(STRIKE, 55, 33, 8, 5, 2)
    assert made.only(e.Contested).winner == "Q"
    assert len(made.criticals_of("P")) == len(made.fumbles_of("P")) == 1


@pytest.mark.rule("IM-DODGE-07", "IM-COVER-01")
def test_a_dodge_in_rubble_fails_and_the_cover_there_still_counts():
    made = range_of(dodge=50, armour=1).traits("b", "difficult", "light cover")
    made.marked("Q", "in cover", "light cover").take(SHOOT, 12, 16, words=DODGES)
    assert sides_of(made.test_of("Q").tally, "against") == ["Difficult Terrain"]
    assert made.test_of("Q").final == 61
    assert made.wounds.damage.total == 7 + 4
    assert made.wounds.armour.total == 1 + 2


@pytest.mark.rule("IM-DODGE-01", "IM-ENGAGED-06", "IM-ENGAGED-02")
def test_who_dodged_with_its_reaction_lets_a_leaver_go():
    made = engaged_pair().let(e.BudgetSet(who="P", left={"move": 1, "action": 1}))
    made.take(SHOOT, 12, 91, words=DODGES).take(Walk(who="P", to="b"))
    assert made.tests == []


@pytest.mark.rule("IM-DODGE-01", "IM-ENGAGED-06")
def test_who_took_the_dodge_action_dodges_and_still_strikes_a_leaver():
    made = engaged_pair().turn("Q").take(Dodge(who="Q")).turn("P")
    made.take(SHOOT, 12, 91).take(Walk(who="P", to="b"), 37, 60)
    assert [tested.who for tested in made.tests] == ["Q", "P"]


@pytest.mark.rule("IM-RANGED-07", "IM-ENGAGED-01", "IM-ENGAGED-02")
def test_a_shot_at_arms_length_is_hampered_engages_and_lets_the_target_strike_a_leaver():
    made = duel().take(SHOOT, 12)
    assert made.test_of("P").final == 21
    made.take(Walk(who="P", to="b"), 37, 60)
    assert [tested.who for tested in made.tests] == ["Q", "P"]


@pytest.mark.rule("IM-WEAPON_RANGE-02", "IM-TESTS-05", "IM-ACTIONS-07")
def test_help_and_range_cancel():
    weapon = attack("rifle", kind="ranged", skill="ranged (long guns)", damage=7, range="short")
    made = scene(
        someone("P", side="heroes", attacks=(weapon,)), someone("H", side="heroes"),
        someone("Q", "b"),
    )  # fmt: skip
    made.turn("H").take(Help(who="H", ally="P")).turn("P").take(SHOOT, 12)
    assert (made.test_of("P").final, made.test_of("P").target) == (12, 45)
    assert made.state.mark("P", "helped") is None


@pytest.mark.rule("IM-ENGAGED-05", "IM-MOVEMENT-04")
def test_disengage_holds_for_the_whole_of_a_fast_fighters_move():
    made = engaged_pair(p_speed="fast").take(Disengage(who="P")).take(Walk(who="P", to="c"))
    assert made.tests == []
    assert made.state.zone_of("P") == "c"


@pytest.mark.rule("IM-WOUNDS-03", "IM-COVER-05")
def test_at_the_maximum_taking_cover_by_move_costs_the_action_too():
    made = scene(someone("P", side="heroes", wounds=9, starts={"wounds": 9}), someone("Q", "b"))
    made.traits("a", "heavy cover").turn("P").take(TakeCover(who="P"))
    assert made.state.fighters["P"].left["action"] == 0
    assert made.refused(SHOOT)


@pytest.mark.rule("IM-WOUNDS-04", "IM-ENGAGED-01")
def test_who_passes_out_is_engaged_no_more_and_cannot_oppose_the_next_blow():
    made = duel(q_wounds=8, q_skills={"fortitude (pain)": 30}).take(STRIKE, 37, 52, 2, 90)
    assert "unconscious" in made.state.fighters["Q"].conditions
    assert not made.state.holds("engaged", "P", "Q")
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(STRIKE, 37, 3, 2)
    assert [tested.who for tested in made.tests] == ["P"]
    assert len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-RANGED-06", "IM-DODGE-01")
def test_ammunition_is_gone_though_the_shot_is_dodged():
    weapon = attack("rifle", kind="ranged", skill="ranged (long guns)", damage=7, magazine=5)
    made = range_of(weapon=weapon, dodge=60).take(SHOOT, 32, 21, words=DODGES)
    assert made.only(e.Contested).winner == "Q"
    assert made.only(e.AmmunitionSet).left == 4


@pytest.mark.rule("IM-ACTIONS-06", "IM-ENGAGED-04", "IM-MELEE-01")
def test_stepping_up_to_strike_spoils_the_aim_and_the_cover():
    made = scene(someone("P", side="heroes"), someone("Q")).traits("a", "light cover").turn("P")
    made.take(TakeCover(who="P")).take(Aim(who="P")).turn("P").take(STRIKE, 50, 21)
    assert made.state.mark("P", "aimed") is None
    assert made.state.mark("P", "in cover") is None


@pytest.mark.rule("IM-UNAWARE-01", "IM-DODGE-05", "IM-UNAWARE-03")
def test_the_unaware_cannot_dodge_the_first_shot_and_can_the_second():
    made = range_of().marked("Q", "unaware")
    made.take(SHOOT, 62, 8, 5, words=DODGES)
    assert made.test_of("P").final == 26
    assert len(made.criticals_of("Q")) == 1
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(SHOOT, 21, 91, words=DODGES)
    assert [tested.who for tested in made.tests] == ["P", "Q"]
    assert made.test_of("P").tally.live("for") == ()


@pytest.mark.rule("IM-DARK-03", "IM-DARK-09", "IM-FUMBLES-02")
def test_a_double_in_the_dark_that_would_have_hit_is_a_fumble():
    made = range_of().traits("b", "dark").take(SHOOT, 33, 5)
    assert (made.test_of("P").passed, made.test_of("P").levels) == (False, 0)
    assert len(made.fumbles_of("P")) == 1


@pytest.mark.rule("IM-CRITICALS-04", "IM-WOUNDS-05", "IM-WOUNDS-08")
def test_a_critical_that_kills_leaves_no_struggle_and_no_second_wound():
    made = range_of(role="troop", criticals=None, wounds=5).take(SHOOT, 33, 8, 5)
    assert len(made.criticals_of("Q")) == 1
    assert made.criticals_of("Q")[0].bonus == 8 - 5
    assert [tested.who for tested in made.tests] == ["P"]
    assert made.only(e.LeftBoard).who == "Q"


@pytest.mark.rule("IM-SUPERIORITY-02", "IM-CRITICALS-02")
def test_superiority_lifts_a_failed_double_to_a_critical():
    made = duel().let(e.CounterSet(side="heroes", counter="superiority", value=1))
    key = "test|P|Melee (one-handed) against Q"
    made.take(STRIKE, 55, 78, 8, 5, words={f"{key}:superiority": True})
    assert (made.test_of("P").levels, made.test_of("P").passed) == (0, True)
    assert len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-SUPERIORITY-02")
def test_superiority_is_offered_to_one_test_a_turn():
    made = duel().let(e.CounterSet(side="heroes", counter="superiority", value=2))
    key = "test|P|Melee (one-handed) against Q"
    made.take(STRIKE, 51, 41)
    assert made.test_of("P").tally.levels == 0
    assert [p.spends for p in made.test_of("P").tally.parts if p.offered] == ["superiority"]
    made.let(e.BudgetSet(who="P", left={"action": 1}))
    made.take(STRIKE, 51, 41, words={f"{key}:superiority": True})
    assert made.test_of("P").levels == -1 + 2
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(STRIKE, 51, 41)
    assert all(part.key != "superiority" for part in made.test_of("P").tally.parts)
    assert all(part.key != "superiority" for part in made.test_of("Q").tally.parts)
    made.turn("P").take(STRIKE, 51, 41)
    assert any(part.key == "superiority" for part in made.test_of("P").tally.parts)


# Asking again


def asked_one_by_one(made: Scene, action, faces):
    """Answer question after question by key, as the window does; return the keys and the step."""
    answers: dict[str, Answer] = {}
    for face in faces:
        with pytest.raises(Asked) as caught:
            resolve(made.book, made.state, action, ScriptedTable(by_key=answers))
        answers[caught.value.question.key] = Answer(face)
    return answers, resolve(made.book, made.state, action, ScriptedTable(by_key=answers))


@pytest.mark.rule("IM-CRITICALS-07")
def test_asking_again_keeps_every_die_and_comes_to_the_same():
    made = duel(q_melee=40)
    faces = (33, 22, 8, 5, 9, 4)
    answers, resolved = asked_one_by_one(made, STRIKE, faces)
    assert [answer.value for answer in answers.values()] == list(faces)
    assert dict(resolved.step.answers) == answers
    assert resolved.step.events == made.take(STRIKE, *faces).last.step.events


@pytest.mark.rule("IM-MELEE-04", "IM-ENGAGED-03")
def test_a_word_on_one_foe_leaves_the_dice_of_the_others_where_they_are():
    made = scene(someone("P", side="heroes"), someone("Q"), someone("R")).turn("P")
    for foe in ("Q", "R"):
        made.close("P", foe).let(e.Related(kind="engaged", one="P", other=foe))
    walk = Walk(who="P", to="b")
    answers, first = asked_one_by_one(made, walk, (97, 41, 97, 40))
    words = {"leave|Q|P": Answer(False, "gm")}
    again = resolve(made.book, made.state, walk, ScriptedTable(by_key=answers, words=words))

    def of(resolved, who):
        return [
            (tested.who, tested.face)
            for tested in resolved.step.events
            if isinstance(tested, e.Tested) and who in (tested.who, tested.against)
        ]

    assert of(first, "R") == of(again, "R") == [("R", 97), ("P", 40)]
    assert of(again, "Q") == []


@pytest.mark.rule("IM-DODGE-01")
def test_what_has_been_shown_so_far_stands_with_the_question():
    made = range_of()
    with pytest.raises(Asked) as caught:
        resolve(made.book, made.state, SHOOT, ScriptedTable())
    shown = [getattr(item, "key", "") for item in caught.value.trace]
    assert "test|P|Ranged (long guns) against Q" in shown
    assert caught.value.question.die == "d100"


def test_an_exchange_asks_nine_questions_one_by_one():
    made = duel(
        {"adv_dis": "roll twice"}, p_melee=65, q_melee=40, q_wounds=3, q_skills={"fortitude": 40}
    )
    made.marked("P", "helped", "X").marked("Q", "dodge edge")
    faces = (33, 91, 22, 90, 8, 5, 30, 9, 4)
    answers, _ = asked_one_by_one(made, STRIKE, faces)
    assert len(answers) == 9
