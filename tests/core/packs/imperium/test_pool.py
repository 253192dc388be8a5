"""Groups that share their Wounds."""

import pytest

from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.zone_attack import ShootZone
from desktop.core.rules import events as e
from tests.helpers.attacks import RIFLE, Scene, someone
from tests.helpers.build import attack, encounter, group, profile, row
from tests.helpers.moves import left

BOMB = attack("bomb", kind="ranged", damage=6, range="long", traits=("blast",))


def mob(count=3, wounds=10, rulings=None, shares="shared", **figures) -> Scene:
    """Return the turn of P with a mob in the next zone."""
    hero = someone("P", side="heroes", attacks=(RIFLE, BOMB), skills={"ranged": 45})
    ganger = profile("ganger", wounds=wounds, criticals=9, **figures)
    people = group("mob", count, "b", profile="ganger", wounds=shares)
    made = Scene(encounter(row("a", "b", "c"), *hero, ganger, people, rulings=rulings or {}))
    return made.turn("P")


def shoot(made, *faces, at="mob/A", **more):
    made.let(e.BudgetSet(who="P", left={"action": 1}))
    return made.take(Shoot(who="P", target=at, attack="rifle"), *faces, **more)


def shown(made):
    """Return the Wounds that each of the mob on the board shows."""
    fighters = made.state.fighters.items()
    return {who[-1]: f.wounds for who, f in fighters if who != "P" and f.seat is not None}


@pytest.mark.rule("HOUSE-GROUPS-01")
def test_wounds_go_into_one_pool():
    made = shoot(mob(), 21)
    assert (made.wounds.wounds, shown(made)) == (9, {"A": 9, "B": 9, "C": 9})


@pytest.mark.rule("HOUSE-GROUPS-01")
def test_each_maximum_filled_takes_one_out_and_the_rest_stays():
    made = shoot(shoot(mob(), 21), 21, at="mob/B")
    assert made.only(e.LeftBoard).who == "mob/B"
    assert shown(made) == {"A": 8, "C": 8}
    assert made.facts(e.TableRolled) == []  # the excess is the others' to bear


@pytest.mark.rule("HOUSE-GROUPS-01")
def test_one_great_blow_may_take_out_several():
    made = shoot(mob(wounds=4), 21)
    assert [gone.who for gone in made.facts(e.LeftBoard)] == ["mob/A", "mob/B"]
    assert shown(made) == {"C": 1}
    assert [tested.who for tested in made.tests] == ["P"]


@pytest.mark.rule("HOUSE-GROUPS-01")
def test_what_the_last_one_cannot_bear_is_lost():
    made = shoot(mob(count=2, wounds=4), 21)
    assert shown(made) == {}


@pytest.mark.rule("HOUSE-GROUPS-01", "IM-CRITICALS-01", "IM-WOUNDS-07")
def test_a_critical_hit_is_the_business_of_whoever_it_hits():
    made = shoot(mob(), 22, 6, 3)
    assert made.state.fighters["mob/A"].criticals == ("body: 3",)
    assert made.state.fighters["mob/B"].criticals == ()
    assert shown(made) == {"A": 9, "B": 9, "C": 9}
    made = mob()
    made.let(e.CriticalsSet(who="mob/A", criticals=("arm: 1",) * 9))
    shoot(made, 22, 6, 3)
    assert made.only(e.LeftBoard).who == "mob/A"
    assert shown(made) == {"B": 9, "C": 9}


@pytest.mark.rule("HOUSE-GROUPS-01", "IM-WOUNDS-03", "IM-WOUNDS-04")
def test_nobody_of_it_is_ever_at_its_maximum():
    made = shoot(mob(wounds=9), 21)
    assert shown(made) == {"B": 0, "C": 0}
    conditions = [made.state.fighters[f"mob/{x}"].conditions for x in "BC"]
    assert conditions == [{}, {}]


@pytest.mark.rule("HOUSE-GROUPS-01")
def test_the_gm_may_keep_one_in_the_fight():
    made = shoot(mob(wounds=9), 21, words={"out|mob/A": False})
    assert shown(made) == {"A": 0, "B": 0, "C": 0}


@pytest.mark.rule("HOUSE-GROUPS-01")
def test_healing_one_heals_the_pool():
    made = shoot(mob(), 21).let(e.WoundsSet(who="mob/C", total=2))
    assert shown(made) == {"A": 2, "B": 2, "C": 2}


@pytest.mark.rule("HOUSE-GROUPS-01", "IM-WEAPONS-01")
def test_a_blast_fills_the_pool_once_for_each():
    made = mob().let(e.BudgetSet(who="P", left={"action": 1}))
    made.take(ShootZone(who="P", zone="b", attack="bomb"), 21)
    assert [taken.who for taken in made.facts(e.WoundsTaken)] == ["mob/A", "mob/B", "mob/C"]
    assert [gone.who for gone in made.facts(e.LeftBoard)] == ["mob/B", "mob/C"]
    assert shown(made) == {"A": 4}  # 3 times 8: two tens and 4


@pytest.mark.rule("HOUSE-GROUPS-01")
def test_a_group_whose_wounds_are_each_ones_own_is_left_alone():
    made = shoot(mob(shares="each"), 21)
    assert shown(made) == {"A": 9, "B": 0, "C": 0}
    assert left(made, "action") == 0


@pytest.mark.rule("HOUSE-GROUPS-01", "IM-SUPERIORITY-04")
def test_troops_that_leave_a_pool_are_troops_defeated():
    made = shoot(mob(wounds=4, role="troop", resolve=2), 21)
    assert made.state.counters["heroes"]["superiority"] == 1


@pytest.mark.rule("HOUSE-GROUPS-01")
def test_without_a_maximum_the_pool_just_counts():
    made = shoot(mob(wounds=None), 21)
    assert shown(made) == {"A": 9, "B": 9, "C": 9}
