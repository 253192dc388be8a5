"""Poorly Lit and Dark zones, for Tests."""

import pytest

from desktop.core.model.board import Trait
from desktop.core.model.moments import AddTrait
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.tests import ImperiumTest
from desktop.core.rules import events as e
from desktop.core.rules.actions import Change, Do
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Answer, ScriptedTable
from desktop.core.rules.tally import RuleRef, TallyFor
from tests.helpers.attacks import duel, scene, sides_of, someone

SHOOT = Shoot(who="P", target="Q", attack="rifle")


def apart(here=(), there=(), *, at="b", rulings=None, **p):
    made = scene(someone("P", side="heroes", **p), someone("Q", at), rulings=rulings)
    made.traits("a", *here)
    return (made.traits(at, *there) if at != "a" else made).turn("P")


def roll_of(made, skill, against=None, *faces, words=None, shot=False):
    said = {key: Answer(value) for key, value in (words or {}).items()}
    table = ScriptedTable(in_order=faces or (50,), words=said)
    now = Now(book=made.book, state=made.state, table=table)
    purpose = "attack" if shot else ""
    wanted = TallyFor(
        what="test", who="P", skill=skill, against=against, ranged=shot, purpose=purpose
    )
    return ImperiumTest().test(now, wanted, skill, 0, RuleRef("IM-DARK-01"))


@pytest.mark.rule("IM-POORLY_LIT-01")
def test_poor_light_gives_no_advantage_to_hide():
    assert roll_of(apart(("poorly lit",)), "stealth (hide)").tally.live("for") == ()


@pytest.mark.rule("IM-POORLY_LIT-02")
def test_spotting_something_in_poor_light_has_disadvantage_from_anywhere():
    made = apart((), ("poorly lit",))
    look = roll_of(made, "awareness (sight)", "Q")
    assert sides_of(look.tally, "against") == ["poorly lit target"]
    made = apart(("poorly lit",))
    assert roll_of(made, "awareness (sight)", "Q").tally.live("against") == ()
    look = roll_of(made, "awareness (sight)")
    assert sides_of(look.tally, "against") == ["poorly lit target"]


@pytest.mark.rule("IM-POORLY_LIT-03")
def test_shots_into_poor_light_have_disadvantage_from_anywhere_and_out_of_it_none():
    for here, there, at, says in (
        ((), ("poorly lit",), "b", ["poorly lit target"]),
        (("poorly lit",), (), "a", ["poorly lit target"]),
        (("poorly lit",), (), "b", []),
    ):
        made = apart(here, there, at=at).take(SHOOT, 12)
        assert sides_of(made.test_of("P").tally, "against") == says


@pytest.mark.rule("IM-POORLY_LIT-04")
def test_poor_light_does_not_touch_melee():
    made = duel().traits("a", "poorly lit").take(Strike(who="P", target="Q"), 40, 60)
    assert all(t.tally.live("against") == () for t in made.tests)
    for skill in ("dexterity", "reflexes (dodge)", "tech"):
        assert roll_of(apart(("poorly lit",)), skill).tally.live("against") == ()


@pytest.mark.rule("IM-DARK-01")
def test_hiding_in_the_dark_has_advantage():
    assert sides_of(roll_of(apart(("dark",)), "stealth (hide)").tally, "for") == ["dark"]


@pytest.mark.rule("IM-DARK-02")
def test_something_in_the_dark_is_seen_by_luck_alone():
    made = apart((), ("dark",), skills={"awareness (sight)": 70})
    assert roll_of(made, "awareness (sight)", "Q", 5).passed
    assert not roll_of(made, "awareness (sight)", "Q", 6).passed
    made = apart(("dark",), (), skills={"awareness (sight)": 70})
    assert roll_of(made, "awareness (sight)", "Q", 60).passed
    rulings = {"dark_sight_scope": "lookers too"}
    made = apart(("dark",), (), skills={"awareness (sight)": 70}, rulings=rulings)
    assert not roll_of(made, "awareness (sight)", "Q", 60).passed


@pytest.mark.rule("IM-DARK-03")
@pytest.mark.parametrize(("face", "hit"), [(5, True), (6, False), (40, False)])
def test_whoever_is_in_the_dark_is_shot_by_luck_alone(face, hit):
    made = apart((), ("dark",), ranged=85).take(SHOOT, face)
    assert bool(made.facts(e.WoundsTaken)) == hit
    assert made.test_of("P").target == 85


@pytest.mark.rule("IM-DARK-03", "IM-DARK-09")
def test_by_the_other_reading_the_target_counts_as_five():
    made = apart((), ("dark",), rulings={"dark_sl": "target five"}).take(SHOOT, 33, 4)
    assert (made.test_of("P").target, made.test_of("P").levels) == (5, -3)
    made = apart((), ("dark",)).take(SHOOT, 33, 4)
    assert (made.test_of("P").target, made.test_of("P").levels) == (45, 0)
    assert not made.test_of("P").passed
    assert len(made.fumbles_of("P")) == 1


@pytest.mark.rule("IM-DARK-04")
def test_the_limit_follows_the_target():
    for here, there, at in (
        ((), ("dark",), "b"),
        (("dark",), (), "a"),
        (("dark",), ("dark",), "b"),
    ):
        assert not apart(here, there, at=at, ranged=85).take(SHOOT, 6).test_of("P").passed
        assert apart(here, there, at=at, ranged=85).take(SHOOT, 5).test_of("P").passed


@pytest.mark.rule("IM-DARK-05")
def test_shots_out_of_the_dark_are_free_unless_read_otherwise():
    assert apart(("dark",)).take(SHOOT, 40).test_of("P").passed
    assert apart(("dark",), ("poorly lit",)).take(SHOOT, 4).test_of("P").final == 40
    rulings = {"dark_out_target": "fully lit only"}
    assert apart(("dark",), rulings=rulings).take(SHOOT, 40).test_of("P").passed
    assert (
        not apart(("dark",), ("poorly lit",), rulings=rulings).take(SHOOT, 40).test_of("P").passed
    )


@pytest.mark.rule("IM-DARK-06")
def test_a_melee_in_the_dark_is_hampered_on_both_sides():
    for how in ("melee", "dodge"):
        made = duel().traits("a", "dark")
        made.take(Strike(who="P", target="Q"), 40, 60, words={"oppose|Q|P": how})
        assert [sides_of(t.tally, "against") for t in made.tests] == [["dark"], ["dark"]]
    for skill in ("dexterity", "tech (security)", "reflexes (balance)"):
        assert sides_of(roll_of(apart(("dark",)), skill).tally, "against") == ["dark"]
    made = apart((), ("dark",), rulings={"dark_disadv_scope": "either side"})
    assert sides_of(roll_of(made, "melee", "Q").tally, "against") == ["dark"]
    assert roll_of(apart((), ("dark",)), "melee", "Q").tally.live("against") == ()


@pytest.mark.rule("IM-DARK-07")
def test_for_other_tests_the_gm_says_whether_light_matters():
    made = apart(("dark",))
    assert roll_of(made, "medicae").tally.live("against") == ()
    words = {"test|P|medicae:dark": True}
    assert sides_of(roll_of(made, "medicae", words=words).tally, "against") == ["the dark matters"]
    assert roll_of(made, "athletics").tally.live("against") == ()
    rulings = {"dark_other_ranged": "limit and disadvantage"}
    made = apart(("dark",), at="a", rulings=rulings).take(SHOOT, 5)
    assert sides_of(made.test_of("P").tally, "against") == ["dark"]


@pytest.mark.rule("IM-DARK-08")
def test_of_both_lights_the_darker_holds():
    made = apart((), ("dark", "poorly lit")).take(SHOOT, 40)
    assert sides_of(made.test_of("P").tally, "against") == []
    assert not made.test_of("P").passed


@pytest.mark.rule("IM-DARK-08")
@pytest.mark.parametrize(
    "brighten",
    [
        Do(effects=(AddTrait(add="poorly lit", to=("b",)),)),
        Change(edit="set_traits", arguments={"zones": ("b",), "add": (Trait("poorly lit"),)}),
    ],
)
def test_one_light_takes_the_place_of_the_other(brighten):
    made = apart((), ("dark",)).take(brighten).take(SHOOT, 14)
    assert [trait.word for trait in made.state.encounter.board.zones["b"].traits] == ["poorly lit"]
    assert sides_of(made.test_of("P").tally, "against") == ["poorly lit target"]
    assert (made.test_of("P").final, made.test_of("P").passed) == (41, True)
    made.take(Do(effects=(AddTrait(add="dark", to=("b",)),)))
    assert [trait.word for trait in made.state.encounter.board.zones["b"].traits] == ["dark"]


@pytest.mark.rule("IM-DARK-10")
@pytest.mark.parametrize(("here", "helped", "hits"), [
    ((), False, 5), ((), True, 10), (("lightly obscured",), False, 0),
])  # fmt: skip
def test_of_a_hundred_rolls_into_the_dark_five_ten_or_none_hit(here, helped, hits):
    passed = 0
    for face in range(1, 101):
        made = apart(here, ("dark",), ranged=65)
        if helped:
            made.marked("P", "helped", "X")
        passed += roll_of(made, "ranged (long guns)", "Q", face, shot=True).passed
    assert passed == hits


@pytest.mark.rule("IM-DARK-10")
def test_the_limit_is_read_on_the_final_roll_unless_read_otherwise():
    made = apart((), ("dark",)).marked("P", "helped", "X").take(SHOOT, 40)
    assert (made.test_of("P").final, made.test_of("P").passed) == (4, True)
    rulings = {"dark_read_roll": "as thrown"}
    made = apart((), ("dark",), rulings=rulings).marked("P", "helped", "X").take(SHOOT, 40)
    assert not made.test_of("P").passed
    made = apart(("lightly obscured",), ("dark",)).take(SHOOT, 5)
    assert (made.test_of("P").final, made.test_of("P").passed) == (50, False)


@pytest.mark.rule("IM-DARK-03", "IM-DODGE-02")
def test_by_the_other_reading_a_miss_in_the_dark_may_beat_a_worse_dodge():
    words = {"dodge|Q|P": True}
    made = apart((), ("dark",)).take(SHOOT, 40, words=words)
    assert made.facts(e.WoundsTaken) == []
    made = apart((), ("dark",), rulings={"dark_dodge": "compare both"})
    made.take(SHOOT, 40, 59, words=words)
    assert made.wounds.damage.total == 7 + 7
