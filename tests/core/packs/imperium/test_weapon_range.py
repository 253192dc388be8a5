"""Weapon range by zones."""

import pytest

from desktop.core.packs.imperium.ranged import Shoot
from tests.helpers.attacks import scene, sides_of, someone
from tests.helpers.build import attack

SHOOT = Shoot(who="P", target="Q", attack="gun")
ZONES = "abcde"


def at(range_: str | None, distance: int, rulings=None):
    weapon = attack("gun", kind="ranged", skill="ranged (long guns)", damage=7, range=range_)
    made = scene(
        someone("P", side="heroes", attacks=(weapon,)), someone("Q", ZONES[distance]),
        rulings=rulings,
    )  # fmt: skip
    return made.turn("P")


@pytest.mark.rule("IM-WEAPON_RANGE-01")
@pytest.mark.parametrize(
    ("range_", "hampered"),
    [
        ("short", [False, True, True, True]),
        ("medium", [False, False, True, True]),
        ("long", [False, False, False, True]),
        ("extreme", [False, False, False, False]),
        (None, [False, False, False, False]),
    ],
)
def test_how_far_a_weapon_reaches_without_penalty(range_, hampered):
    for distance, expected in enumerate(hampered):
        made = at(range_, distance).take(SHOOT, 12)
        assert sides_of(made.test_of("P").tally, "against") == ["beyond range"] * expected


@pytest.mark.rule("IM-WEAPON_RANGE-02")
def test_further_beyond_is_no_worse():
    for distance in (1, 2, 4):
        made = at("short", distance).take(SHOOT, 12)
        assert made.test_of("P").final == 21
        assert made.test_of("P").target == 45


@pytest.mark.rule("IM-WEAPON_RANGE-02")
def test_the_reason_leads_to_its_reading():
    made = at("short", 1).take(SHOOT, 12)
    (part,) = made.test_of("P").tally.live("against")
    assert (part.rule, part.ruling) == ("IM-WEAPON_RANGE-02", "range_step_vs_beyond")


@pytest.mark.rule("IM-WEAPON_RANGE-02")
def test_by_the_other_reading_a_shot_beyond_range_is_refused():
    rulings = {"range_step_vs_beyond": "not allowed"}
    assert [r.rule for r in at("short", 1, rulings).refused(SHOOT)] == ["IM-WEAPON_RANGE-02"]
    assert not at("medium", 1, rulings).refused(SHOOT)


@pytest.mark.rule("IM-RANGE-04")
def test_a_shot_at_extreme_range_is_tried_unless_the_gm_says_no():
    made = at("long", 4).take(SHOOT, 12)
    assert made.words()["extreme|P|Q"].value is True
    made = at("long", 4).take(SHOOT, words={"extreme|P|Q": False})
    assert made.tests == []
    assert made.state.fighters["P"].left["action"] == 1


@pytest.mark.rule("IM-WEAPON_RANGE-02", "IM-RANGED-07")
def test_several_penalties_of_sight_and_range_count_each_or_by_the_other_reading_once():
    weapon = attack("gun", kind="ranged", skill="ranged (long guns)", damage=7, range="short")
    for rulings, target in (({}, 35), ({"sight_stack": "count as one"}, 45)):
        made = scene(
            someone("P", side="heroes", attacks=(weapon,)), someone("Q", "b"), rulings=rulings
        )
        made.turn("P").close("P", "Q")
        made.traits("b", "lightly obscured")
        made.take(SHOOT, 12)
        assert made.test_of("P").target == target
