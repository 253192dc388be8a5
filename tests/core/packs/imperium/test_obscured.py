"""Mist, smoke and being Blinded, for Tests and sight."""

import pytest

from desktop.core.model.board import Trait
from desktop.core.model.moments import AddTrait
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.tests import ImperiumTest
from desktop.core.rules.actions import Change, Do, Walk
from desktop.core.rules.now import Now
from desktop.core.rules.questions import ScriptedTable
from desktop.core.rules.sight import sees
from desktop.core.rules.tally import RuleRef, TallyFor
from tests.helpers.attacks import duel, scene, sides_of, someone

SHOOT = Shoot(who="P", target="Q", attack="rifle")


def apart(*, here=(), there=(), between=(), at="b", rulings=None):
    """Return P's turn in zone a, with Q in another, these traits in a, in Q's zone and in b."""
    made = scene(someone("P", side="heroes"), someone("Q", at), rulings=rulings)
    if between:
        made.traits("b", *between)
    return made.traits("a", *here).traits(at, *there).turn("P")


def roll_of(made, skill, against=None, face=50):
    now = Now(book=made.book, state=made.state, table=ScriptedTable(in_order=(face,)))
    wanted = TallyFor(what="test", who="P", skill=skill, against=against)
    return ImperiumTest().test(now, wanted, skill, 0, RuleRef("IM-OBSCURED-01"))


def against(made):
    return sides_of(made.take(SHOOT, 12).test_of("P").tally, "against")


@pytest.mark.rule("IM-OBSCURED-01")
def test_of_mist_and_smoke_only_the_smoke_counts():
    made = apart(here=("lightly obscured", "heavily obscured"))
    assert sides_of(roll_of(made, "stealth (hide)").tally, "for") == ["heavily obscured"]


@pytest.mark.rule("IM-OBSCURED-01")
@pytest.mark.parametrize(
    "thicken",
    [
        Do(effects=(AddTrait(add="heavily obscured", to=("a",)),)),
        Change(
            edit="set_traits",
            arguments={"zones": ("a",), "add": (Trait("heavily obscured"),)},
        ),
    ],
)
def test_smoke_takes_the_place_of_mist(thicken):
    made = apart(here=("lightly obscured", "light cover")).take(thicken)
    words = [trait.word for trait in made.state.encounter.board.zones["a"].traits]
    assert sorted(words) == ["heavily obscured", "light cover"]
    assert "blinded" in made.state.fighters["P"].conditions


@pytest.mark.rule("IM-OBSCURED-02")
def test_hiding_in_mist_has_advantage():
    made = apart(here=("lightly obscured",))
    assert sides_of(roll_of(made, "stealth (hide)").tally, "for") == ["lightly obscured"]
    assert sides_of(roll_of(apart(), "stealth (hide)").tally, "for") == []


@pytest.mark.rule("IM-OBSCURED-03")
def test_those_in_mist_shoot_and_look_at_everything_with_disadvantage():
    made = apart(here=("lightly obscured",))
    assert sides_of(roll_of(made, "awareness (sight)", "Q").tally, "against") == [
        "lightly obscured"
    ]
    assert against(made) == ["lightly obscured"]
    assert against(apart(here=("dark",))) == []


@pytest.mark.rule("IM-OBSCURED-04")
def test_so_do_those_outside_at_whoever_is_in_it():
    made = apart(there=("lightly obscured",))
    look = roll_of(made, "awareness (sight)", "Q")
    assert sides_of(look.tally, "against") == ["target lightly obscured"]
    assert against(made) == ["target lightly obscured"]


@pytest.mark.rule("IM-OBSCURED-05")
def test_mist_changes_no_melee_reflexes_or_tech_test():
    made = duel().traits("a", "lightly obscured").take(Strike(who="P", target="Q"), 40, 60)
    assert all(t.tally.live("against") == () for t in made.tests)
    for skill in ("tech", "reflexes", "reflexes (dodge)", "melee"):
        assert roll_of(apart(here=("lightly obscured",)), skill).tally.live("against") == ()


@pytest.mark.rule("IM-OBSCURED-06")
def test_everyone_in_smoke_is_blinded_and_sees_again_outside():
    made = apart(there=("heavily obscured",))
    assert "blinded" in made.state.fighters["Q"].conditions
    assert "blinded" not in made.state.fighters["P"].conditions
    made.take(Walk(who="P", to="b"))
    assert "blinded" in made.state.fighters["P"].conditions
    made.take(Walk(who="P", to="a"))
    assert "blinded" not in made.state.fighters["P"].conditions
    made.traits("b")
    assert "blinded" not in made.state.fighters["Q"].conditions


@pytest.mark.rule("IM-OBSCURED-06")
def test_by_the_other_reading_smoke_blinds_for_some_rounds_longer():
    rulings = {"obsc_blinded_end": "runs on"}
    made = apart(here=("heavily obscured",), rulings=rulings).take(Walk(who="P", to="b"), 1)
    assert made.state.fighters["P"].conditions["blinded"].source == ""
    made.turn("P")
    assert "blinded" in made.state.fighters["P"].conditions
    made.turn("Q")
    assert "blinded" not in made.state.fighters["P"].conditions


@pytest.mark.rule("IM-OBSCURED-07", "IM-OBSCURED-08")
def test_nobody_outside_sees_into_smoke_or_shoots_at_whoever_is_in_it():
    made = apart(there=("heavily obscured",))
    assert [refusal.rule for refusal in made.refused(SHOOT)] == ["IM-OBSCURED-08"]
    assert sees(made.book, made.state, "P", "Q")
    assert not sees(made.book, made.state, "Q", "P")


@pytest.mark.rule("IM-OBSCURED-07")
def test_hiding_in_smoke_has_advantage_unless_read_otherwise():
    for rulings, says in (({}, ["heavily obscured"]), ({"obsc_heavy_hide": "no help"}, [])):
        made = apart(here=("heavily obscured",), rulings=rulings)
        assert sides_of(roll_of(made, "stealth (hide)").tally, "for") == says


@pytest.mark.rule("IM-OBSCURED-04", "IM-OBSCURED-08")
def test_what_lies_between_matters_unless_read_otherwise():
    assert against(apart(at="c", between=("lightly obscured",))) == ["lightly obscured between"]
    assert apart(at="c", between=("heavily obscured",)).refused(SHOOT)
    rulings = {"obsc_between": "never matters"}
    assert against(apart(at="c", between=("lightly obscured",), rulings=rulings)) == []
    assert not apart(at="c", between=("heavily obscured",), rulings=rulings).refused(SHOOT)


@pytest.mark.rule("IM-OBSCURED-10")
def test_one_mist_counts_once_and_two_count_twice():
    made = scene(someone("P", side="heroes"), someone("Q")).traits("a", "lightly obscured")
    made.turn("P").take(SHOOT, 12)
    assert made.test_of("P").target == 45
    made = apart(here=("lightly obscured",), there=("lightly obscured",)).take(SHOOT, 12)
    assert (made.test_of("P").target, made.test_of("P").final) == (35, 21)


@pytest.mark.rule("IM-OBSCURED-11")
@pytest.mark.parametrize(("face", "passed"), [(5, True), (6, False), (45, False)])
def test_the_blinded_shoot_by_luck_alone(face, passed):
    made = scene(someone("P", side="heroes", ranged=60), someone("Q"))
    made.traits("a", "heavily obscured").turn("P").take(SHOOT, face)
    assert made.test_of("P").passed == passed


@pytest.mark.rule("IM-OBSCURED-11")
def test_the_blinded_fight_with_disadvantage_on_both_sides():
    made = duel().traits("a", "heavily obscured").take(Strike(who="P", target="Q"), 40, 60)
    assert [sides_of(t.tally, "against") for t in made.tests] == [["blinded"], ["blinded"]]


@pytest.mark.rule("IM-OBSCURED-11")
def test_by_the_other_reading_nobody_in_smoke_shoots():
    made = scene(
        someone("P", side="heroes"), someone("Q"), rulings={"obsc_heavy_inside": "no shots"}
    )
    made.traits("a", "heavily obscured").turn("P")
    assert [refusal.rule for refusal in made.refused(SHOOT)] == ["IM-OBSCURED-11"]
