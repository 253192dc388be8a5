"""Attacks on the unaware, and outnumbering."""

import pytest

from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from tests.helpers.attacks import duel, scene, sides_of, someone

STRIKE = Strike(who="P", target="Q")
SHOOT = Shoot(who="P", target="Q", attack="rifle")


def unaware(rulings=None, **figures):
    return duel(rulings, **figures).marked("Q", "unaware")


def shot(rulings=None):
    made = scene(someone("P", side="heroes"), someone("Q", "b"), rulings=rulings).turn("P")
    return made.marked("Q", "unaware")


@pytest.mark.rule("IM-UNAWARE-01")
def test_attacks_on_the_unaware_have_advantage():
    made = unaware().take(STRIKE, 62, 61, 8, 5)
    assert sides_of(made.test_of("P").tally, "for") == ["unaware target"]
    made = shot().take(SHOOT, 62, 8, 5)
    assert sides_of(made.test_of("P").tally, "for") == ["unaware target"]


@pytest.mark.rule("IM-UNAWARE-02")
def test_a_hit_on_the_unaware_is_a_critical_hit():
    made = unaware().take(STRIKE, 26, 61, 8, 5)
    assert made.wounds.damage.total == 8 + 2 + 2
    assert len(made.criticals_of("Q")) == 1
    made = shot().take(SHOOT, 26, 8, 5)
    assert len(made.criticals_of("Q")) == 1
    made = shot({"unaware_crit_ranged": "melee only"}).take(SHOOT, 26)
    assert made.criticals_of("Q") == []


@pytest.mark.rule("IM-UNAWARE-02")
def test_a_miss_brings_none_unless_read_otherwise():
    assert shot().take(SHOOT, 78).criticals_of("Q") == []
    made = shot({"unaware_hit": "misses too"}).take(SHOOT, 78, 8, 5)
    assert len(made.criticals_of("Q")) == 1


@pytest.mark.rule("IM-UNAWARE-02")
def test_with_a_double_it_is_one_critical_hit_or_by_the_other_reading_two():
    made = shot().take(SHOOT, 22, 8, 5)
    assert len(made.criticals_of("Q")) == 1
    made = shot({"unaware_double": "two criticals"}).take(SHOOT, 22, 8, 5, 9, 4)
    assert len(made.criticals_of("Q")) == 2


@pytest.mark.rule("IM-UNAWARE-02", "IM-CRITICALS-03")
def test_where_misses_count_a_double_that_loses_is_still_one_critical_hit():
    rulings = {"unaware_hit": "misses too"}
    made = unaware(rulings).take(STRIKE, 33, 11, 8, 5, 9, 4)
    assert made.only(e.Contested).winner == "Q"
    assert len(made.criticals_of("Q")) == 1
    both = unaware({**rulings, "unaware_double": "two criticals"})
    both.take(STRIKE, 33, 11, 8, 5, 9, 4, 7, 2)
    assert len(both.criticals_of("Q")) == 2
    plain = unaware(rulings).take(STRIKE, 36, 12, 8, 5)
    assert plain.facts(e.WoundsTaken) == []
    assert len(plain.criticals_of("Q")) == 1


@pytest.mark.rule("IM-UNAWARE-01")
def test_the_unaware_oppose_a_blow_unless_read_otherwise():
    assert len(unaware().take(STRIKE, 26, 61, 8, 5).tests) == 2
    made = unaware({"unaware_oppose": "may not"}).take(STRIKE, 26, 8, 5)
    assert [tested.who for tested in made.tests] == ["P"]
    assert made.wounds.damage.total == 8 + 2


@pytest.mark.rule("IM-UNAWARE-03")
def test_it_lasts_until_the_target_notices():
    made = unaware().take(STRIKE, 26, 61, 8, 5)
    assert made.state.mark("Q", "unaware") is None
    made.let(e.BudgetSet(who="P", left={"action": 1})).take(STRIKE, 26, 61)
    assert made.criticals_of("Q") == []
    made = unaware().take(STRIKE, 26, 61, 8, 5, words={"notices|Q|P": False})
    assert made.state.mark("Q", "unaware") is True


@pytest.mark.rule("IM-UNAWARE-03")
def test_one_may_be_unaware_of_one_foe_alone():
    fact = e.Related(kind="unaware of", one="Q", other="P", mutual=False)
    made = duel().let(fact).take(STRIKE, 26, 61, 8, 5)
    assert len(made.criticals_of("Q")) == 1
    assert not made.state.holds("unaware of", "Q", "P")


# Outnumbering


def melee_of(heroes: int, foes: int, rulings=None, bystanders: int = 0):
    """Return P's turn in a melee of so many on each side, all Engaged with somebody in it."""
    mine = ["P", *(f"p{i}" for i in range(1, heroes))]
    theirs = ["Q", *(f"q{i}" for i in range(1, foes))]
    idle = [f"x{i}" for i in range(bystanders)]
    people = [someone(name, side="heroes") for name in (*mine, *idle)]
    people += [someone(name) for name in theirs]
    made = scene(*people, rulings=rulings).turn("P").close("P", "Q")
    pairs = [(one, "Q") for one in mine] + [("P", other) for other in theirs]
    for one, other in dict.fromkeys(pairs):
        made.close(one, other).let(e.Related(kind="engaged", one=one, other=other))
    return made


def edges(made, *faces, **words):
    made.take(STRIKE, *faces, **words)
    return [sides_of(tested.tally, "for") for tested in made.tests]


@pytest.mark.rule("IM-OUTNUMBERING-01")
@pytest.mark.parametrize(
    ("heroes", "foes", "edge"),
    [(2, 1, True), (4, 2, True), (5, 2, True), (1, 1, False), (3, 2, False), (5, 3, False)],
)
def test_two_to_one_has_advantage(heroes, foes, edge):
    attack, _ = edges(melee_of(heroes, foes), 51, 40)
    assert attack == [f"{heroes} against {foes}"] * edge


@pytest.mark.rule("IM-OUTNUMBERING-01")
def test_the_larger_side_may_need_three():
    rulings = {"outnumber_several": "three needed"}
    assert edges(melee_of(2, 1, rulings), 51, 40)[0] == []
    assert edges(melee_of(3, 1, rulings), 51, 40)[0] == ["3 against 1"]


@pytest.mark.rule("IM-OUTNUMBERING-02")
def test_bystanders_do_not_count_and_neither_do_the_unconscious():
    assert edges(melee_of(1, 1, bystanders=3), 51, 40)[0] == []
    made = melee_of(2, 1)
    made.let(e.ConditionSet(who="p1", condition="unconscious", now=e.Condition()))
    assert edges(made, 51, 40)[0] == []


@pytest.mark.rule("IM-OUTNUMBERING-02")
def test_a_melee_is_a_chain_or_by_the_other_reading_one_target():
    assert edges(melee_of(2, 2), 51, 40)[0] == []
    assert edges(melee_of(2, 2, {"outnumber_count": "per target"}), 51, 40)[0] == ["2 against 1"]


@pytest.mark.rule("IM-OUTNUMBERING-03")
def test_it_helps_defence_with_melee_and_no_dodge():
    made = melee_of(2, 1).turn("Q")
    strike = Strike(who="Q", target="P")
    made.take(strike, 51, 40, words={"oppose|P|Q": "melee"})
    assert sides_of(made.test_of("P").tally, "for") == ["2 against 1"]
    made.let(e.BudgetSet(who="Q", left={"action": 1}))
    made.take(strike, 51, 40, words={"oppose|P|Q": "dodge"})
    assert sides_of(made.test_of("P").tally, "for") == []
