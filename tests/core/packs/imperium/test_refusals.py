"""What is refused whatever the action: strangers, the absent, the helpless, out of turn."""

import pytest

from desktop.core.packs.imperium.acting import helpless_because
from desktop.core.packs.imperium.aim import Aim
from desktop.core.packs.imperium.ammunition import Reload
from desktop.core.packs.imperium.cover import LeaveCover, TakeCover
from desktop.core.packs.imperium.dodge import Dodge
from desktop.core.packs.imperium.engaged import Disengage
from desktop.core.packs.imperium.helping import Help
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.using import Use, WorkDoor
from desktop.core.packs.imperium.weapons import Ready
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from tests.helpers.attacks import duel, scene, someone
from tests.helpers.build import attack, door, feature


def furnished():
    """Return a duel where there is a valve to turn and a door to open."""
    valve, door_ = feature("valve", (2, 2)), door("d", ((8, 2), (8, 3)))
    return duel().let(e.PlaceChanged(says="", parts=e.PlaceParts(
        features={"valve": valve}, doors={"d": door_},
    )))  # fmt: skip


def actions(who: str):
    return [
        Aim(who=who), Reload(who=who, attack="rifle"), TakeCover(who=who), LeaveCover(who=who),
        Dodge(who=who), Disengage(who=who), Help(who=who, ally="Q"), Strike(who=who, target="Q"),
        Shoot(who=who, target="Q", attack="rifle"), Use(who=who, feature="valve"),
        WorkDoor(who=who, door="d"), Ready(who=who, attack="sword", away=True),
    ]  # fmt: skip


@pytest.mark.rule("IM-TURN-01")
@pytest.mark.parametrize("action", actions("nobody"), ids=lambda each: type(each).__name__)
def test_a_name_that_stands_for_nobody_is_refused_with_a_sentence(action):
    found = furnished().refused(action)
    assert [refusal.says for refusal in found] == ["There is no fighter nobody."]


@pytest.mark.rule("IM-TURN-01")
@pytest.mark.parametrize("action", actions("P"), ids=lambda each: type(each).__name__)
def test_the_absent_the_helpless_and_those_not_on_turn_do_nothing(action):
    def says(made):
        return [refusal.says for refusal in made.refused(action)]

    away = furnished().let(e.LeftBoard(who="P", why="away"))
    assert "P is not on the board." in says(away)
    down = furnished().let(e.ConditionSet(who="P", condition="unconscious", now=e.Condition()))
    assert "P is unconscious and can do nothing." in says(down)
    assert "It is not the turn of P." in says(furnished().turn("Q"))


@pytest.mark.rule("IM-CONDITIONS-07")
def test_what_makes_helpless():
    made = duel()
    assert helpless_because(made.state, "P") == ""
    made.let(e.ConditionSet(who="P", condition="poisoned", now=e.Condition(tier="minor")))
    assert helpless_because(made.state, "P") == ""
    made.let(e.ConditionSet(who="P", condition="poisoned", now=e.Condition(tier="major")))
    assert helpless_because(made.state, "P") == "major poisoned"
    assert helpless_because(duel().marked("P", "out").state, "P") == "out"


@pytest.mark.rule("IM-CONDITIONS-07")
def test_the_helpless_go_nowhere():
    made = duel().let(e.ConditionSet(who="P", condition="unconscious", now=e.Condition()))
    assert "P is unconscious and can do nothing." in [
        refusal.says for refusal in made.refused(Walk(who="P", to="b"))
    ]


@pytest.mark.rule("IM-ACTIONS-07", "IM-RANGED-02", "IM-MELEE-01")
def test_targets_must_be_there():
    made = duel().let(e.LeftBoard(who="Q", why="away"))
    for action in (
        Help(who="P", ally="Q"), Strike(who="P", target="Q"),
        Shoot(who="P", target="Q", attack="rifle"),
    ):  # fmt: skip
        assert [refusal.says for refusal in made.refused(action)] == ["Q is not on the board."]
    assert made.refused(Help(who="P", ally="P"))


@pytest.mark.rule("IM-ACTIONS-11", "IM-TURN-02")
def test_weapons_one_does_not_have_are_neither_drawn_nor_loaded():
    claw = attack("claw", natural=True)
    gun = attack("gun", kind="ranged")
    made = duel(p_attacks=(claw, gun))
    assert made.refused(Ready(who="P", attack="axe"))
    assert made.refused(Reload(who="P", attack="axe"))
    assert made.refused(Reload(who="P", attack="gun"))
    assert "ready:claw" not in made.offers("P")


@pytest.mark.rule("IM-COVER-04")
def test_offers_tell_what_can_be_done_from_here():
    made = scene(someone("P", side="heroes")).traits("a", "light cover").turn("P")
    assert "leave cover" not in made.offers("P")
    made.take(TakeCover(who="P"))
    assert made.offers("P")["leave cover"].refusals == ()
    assert made.offers("P")["help"].aimed("Q") == Help(who="P", ally="Q")


@pytest.mark.rule("IM-MELEE-02")
def test_of_several_weapons_in_hand_one_defends_with_the_best():
    axe = attack("axe", skill="melee (two-handed)", damage=9)
    sword = attack("sword", skill="melee (one-handed)", damage=8)
    made = duel(q_attacks=(sword, axe), q_skills={"melee (two-handed)": 60})
    made.take(Strike(who="P", target="Q"), 40, 60)
    assert made.test_of("Q").target == 60


@pytest.mark.rule("IM-TURN-02")
def test_a_striker_that_is_felled_on_its_way_strikes_no_more():
    made = scene(
        someone("P", side="heroes", wounds=5, criticals=0), someone("Q"), someone("R")
    ).turn("P")
    made.close("P", "Q").let(e.Related(kind="engaged", one="P", other="Q"))
    made.take(Strike(who="P", target="R"), 37, 60, 4, words={"stays|P|R": False})
    assert [tested.who for tested in made.tests] == ["Q", "P"]
    assert made.only(e.LeftBoard).who == "P"
