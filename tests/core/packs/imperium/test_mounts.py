"""Mounts: what can be ridden, getting on and off."""

import pytest

from desktop.core.packs.imperium import saddle
from desktop.core.packs.imperium.mounts import Dismount, Mount, MountIs
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, Change, Put
from tests.helpers.attacks import scene, someone
from tests.helpers.mounted import ON, ZONES, beast, flown, near, ridden, rides, share_a_seat, stable
from tests.helpers.moves import go, left, rules, zone_of


@pytest.mark.rule("IM-MOUNTS-01")
def test_a_mount_is_larger_willing_and_built_for_it():
    assert rules(stable(beast(size="medium")).refused(ON)) == ["IM-MOUNTS-01"]
    assert stable(beast(size="large")).refused(ON) == ()
    assert rules(stable(beast(mount=None)).refused(ON)) == ["IM-MOUNTS-01"]
    made = stable().take(MountIs(who="M", willing=False))
    assert rules(made.refused(ON)) == ["IM-MOUNTS-01"]
    assert made.take(MountIs(who="M", willing=True)).refused(ON) == ()
    ticked = stable(beast(size="medium"), rulings={"size_table": "gm ticks"})
    assert ticked.refused(ON) == ()


@pytest.mark.rule("IM-MOUNTS-01")
def test_one_rider_to_a_mount_and_one_mount_to_a_rider():
    made = stable(others=[someone("Q", "a", side="heroes")]).take(ON)
    assert rules(made.refused(ON))[-2:] == ["IM-MOUNTS-01", "IM-MOUNTS-01"]
    assert rules(made.refused(Mount(who="P", mount="P"))) == ["IM-TURN-01", "IM-MOUNTS-01"]
    assert [r.final for r in made.refused(Mount(who="P", mount="nobody"))] == [True]


@pytest.mark.rule("IM-MOUNTS-02")
def test_getting_on_costs_the_move():
    made = stable()
    assert left(made.take(ON), "move") == 0
    assert rides(made)
    assert near(made)
    assert share_a_seat(made)
    late = go(stable(), "b")
    assert "IM-TURN-01" in rules(late.refused(ON))


@pytest.mark.rule("IM-MOUNTS-03")
def test_getting_off_is_free_unless_one_is_strapped_on():
    made = ridden().take(Dismount(who="P"))
    assert (rides(made), near(made), left(made, "move"), left(made, "action")) == (
        False, True, 1, 1,
    )  # fmt: skip
    made = ridden(secured=True)
    spent = made.let(e.BudgetSet(who="P", left={"move": 1, "action": 0, "reaction": 1}))
    assert rules(spent.refused(Dismount(who="P"))) == ["IM-TURN-01"]
    made = ridden(secured=True).take(Dismount(who="P"))
    assert (rides(made), left(made, "action"), left(made, "move")) == (False, 0, 1)
    assert made.state.mark("P", saddle.SECURED) is None


@pytest.mark.rule("IM-MOUNTS-03")
def test_by_one_reading_getting_off_ends_ones_movement():
    made = ridden(rulings={"mount_dismount_leave": "movement ends"}).take(Dismount(who="P"))
    assert left(made, "move") == 0
    assert rules(ridden().take(Dismount(who="P")).refused(Dismount(who="P"))) == ["IM-MOUNTS-03"]


@pytest.mark.rule("IM-MOUNTS-05", "IM-ZONES-07")
def test_a_rider_goes_where_its_mount_is_put_when_their_zone_goes():
    made = ridden()
    made.take(Change(edit="remove", arguments={"things": (("zone", "a"),)}), "c")
    assert (zone_of(made), zone_of(made, "M"), rides(made)) == ("c", "c", True)
    assert made.tests == []


@pytest.mark.rule("IM-MOUNTS-03")
def test_a_rider_that_is_put_elsewhere_has_left_the_saddle():
    made = ridden(secured=True).take(Put(who="P", at="c"))
    assert not rides(made)
    assert made.state.mark("P", saddle.SECURED) is None
    made = ridden().take(Put(who="M", at="c"))
    assert rides(made)
    assert zone_of(made) == "c"


@pytest.mark.rule("IM-MOUNTS-11", "IM-MOUNTS-04")
def test_a_fight_may_begin_in_the_saddle():
    hero = someone("P", "a", side="heroes", initiative=6, starts={"riding": "M"})
    made = scene(hero, beast("b"), on=ZONES).take(BeginTurn(entry="P"))
    assert rides(made)
    assert share_a_seat(made)
    assert near(made)
    assert left(made, "move", "M") == 1


@pytest.mark.rule("IM-MOUNTS-03", "IM-FALLING-03")
def test_getting_off_in_the_air_is_a_fall():
    made = flown().take(Dismount(who="P"), 3, 5)
    assert [each.bonus for each in made.criticals_of("P")] == [2]
    assert zone_of(made) == "a"
    assert not rides(made)
