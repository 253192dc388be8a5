"""Shooting at features: what may be shot, and what comes of it."""

import pytest

from desktop.core.model.moments import AddTrait
from desktop.core.packs.imperium.setting_off import ShootFeature
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn
from tests.helpers.attacks import scene, someone
from tests.helpers.build import board, feature, link, zone
from tests.helpers.moves import rules

TWO = (zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), link("a", "b"))
SHOT = ShootFeature(who="P", feature="drum", attack="rifle")
FIRE = AddTrait(add="major hazard", to=("b",))


def drum(rulings=None, *, marked=True, hit=(FIRE,), where=(8, 2), at="b"):
    made = board(*TWO, feature("drum", where, hit_by_attack=marked, hit=hit), size=(12, 6))
    hero = someone("P", "a", side="heroes", initiative=9)
    return scene(hero, someone("Q", at), on=made, rulings=rulings).turn("P")


@pytest.mark.rule("IM-FEATURE-02", "IM-HAZARD-03")
def test_a_drum_that_is_shot_burns_whoever_starts_there():
    made = drum().take(SHOT, 21)
    assert made.state.fighters["P"].left["action"] == 0
    assert made.facts(e.WoundsTaken) == []
    made.take(EndTurn()).take(BeginTurn(), 7)
    assert (made.wounds.who, made.wounds.wounds) == ("Q", 10)


@pytest.mark.rule("IM-FEATURE-02")
def test_a_miss_sets_nothing_off():
    made = drum().take(SHOT, 62)
    assert made.facts(e.PlaceChanged) == []
    assert "misses drum" in made.only(e.Said).text


@pytest.mark.rule("IM-FEATURE-02")
@pytest.mark.parametrize(
    ("reading", "refused"),
    [({}, ["IM-FEATURE-02"]), ({"feature_by_attack": "any feature"}, [])],
)
def test_only_what_the_gm_marked_is_set_off_by_a_shot(reading, refused):
    made = drum(reading, marked=False)
    assert rules(made.refused(SHOT)) == refused
    assert ("feature:rifle" in made.offers("P")) == (not refused)


@pytest.mark.rule("IM-FEATURE-03")
def test_what_a_shot_feature_does_may_be_open():
    made = drum(hit=()).take(SHOT, 21)
    assert made.only(e.Said).rule == "IM-FEATURE-03"


@pytest.mark.rule("IM-FEATURE-02", "IM-ZONES-01")
def test_a_feature_that_does_not_exist_is_named():
    refused = drum().refused(ShootFeature(who="P", feature="door", attack="rifle"))
    assert [(each.rule, each.final) for each in refused] == [("HOUSE-NAMES-01", True)]
