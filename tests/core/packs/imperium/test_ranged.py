"""Shots: who can be shot at, the Test, Damage, ammunition, close quarters."""

import pytest

from desktop.core.packs.imperium.aim import Aim
from desktop.core.packs.imperium.ammunition import Reload
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules.actions import Walk
from desktop.core.rules.events import AmmunitionSet, BudgetSet, Related, WoundsTaken
from desktop.core.rules.sight import sees
from tests.helpers.attacks import SWORD, duel, scene, sides_of, someone
from tests.helpers.build import attack, board, door, link, wall, zone

SHOOT = Shoot(who="P", target="Q", attack="rifle")


def range_of(**figures):
    """Return P, whose turn it is, with Q one zone away."""
    rulings = figures.pop("rulings", None)
    at = figures.pop("at", "b")
    own = {key[2:]: value for key, value in figures.items() if key.startswith("p_")}
    others = {key[2:]: value for key, value in figures.items() if key.startswith("q_")}
    made = scene(someone("P", side="heroes", **own), someone("Q", at, **others), rulings=rulings)
    return made.turn("P")


def gun(id: str = "rifle", **fields):
    fields = {
        "kind": "ranged",
        "skill": "ranged (long guns)",
        "damage": 7,
        "range": "long",
    } | fields
    return attack(id, **fields)


@pytest.mark.rule("IM-RANGED-01")
def test_a_thrown_rock_is_a_shot_and_a_sword_is_not():
    made = range_of(p_attacks=(gun("rock", natural=True), SWORD))
    made.take(Shoot(who="P", target="Q", attack="rock"), 21)
    assert made.wounds.damage.total == 9
    made = range_of(p_attacks=(gun("rock", natural=True), SWORD))
    assert [r.rule for r in made.refused(Shoot(who="P", target="Q", attack="sword"))] == [
        "IM-RANGED-01"
    ]


@pytest.mark.rule("IM-RANGED-02")
def test_a_target_that_cannot_be_seen_is_refused_with_the_reason():
    apart = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), link("a", "b", blocks_sight=True),
        size=(12, 6),
    )  # fmt: skip
    made = scene(someone("P", side="heroes"), someone("Q", "b"), on=apart).turn("P")
    refused = made.refused(SHOOT)
    assert [refusal.rule for refusal in refused] == ["IM-RANGED-02"]
    assert "does not see Q" in refused[0].says
    assert sees(made.book, made.state, "Q", "P")


@pytest.mark.rule("IM-RANGED-02")
def test_a_closed_door_blocks_sight_and_an_open_one_or_a_window_does_not():
    for kind, state, blind in (
        ("door", "closed", True), ("door", "open", False), ("window", "closed", False),
    ):  # fmt: skip
        rooms = board(
            zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)),
            link("a", "b", through="d"), door("d", ((6, 2), (6, 3)), state, kind=kind),
            wall((6, 0), (6, 6)), size=(12, 6),
        )  # fmt: skip
        made = scene(someone("P", side="heroes"), someone("Q", "b"), on=rooms).turn("P")
        assert bool(made.refused(SHOOT)) == blind, (kind, state)


@pytest.mark.rule("IM-RANGED-02")
def test_one_does_not_see_round_a_corner():
    rooms = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), zone("c", at=(0, 6, 12, 6)),
        link("a", "b", blocks_sight=True), link("a", "c"), link("c", "b"), size=(12, 12),
    )  # fmt: skip
    made = scene(someone("P", side="heroes"), someone("Q", "b"), on=rooms).turn("P")
    assert made.refused(SHOOT)


@pytest.mark.rule("IM-RANGED-02", "IM-BARRIER-01")
def test_a_barrier_is_seen_through_unless_the_table_says_otherwise():
    rooms = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), link("a", "b", "barrier"),
        size=(12, 6),
    )  # fmt: skip
    for rulings, blind in (({}, False), ({"barrier_ranged": "blocks sight"}, True)):
        made = scene(someone("P", side="heroes"), someone("Q", "b"), on=rooms, rulings=rulings)
        assert bool(made.turn("P").refused(SHOOT)) == blind


@pytest.mark.rule("IM-RANGED-02")
def test_what_is_refused_can_be_done_all_the_same():
    apart = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), link("a", "b", blocks_sight=True),
        size=(12, 6),
    )  # fmt: skip
    made = scene(someone("P", side="heroes"), someone("Q", "b"), on=apart).turn("P")
    made.take(Shoot(who="P", target="Q", attack="rifle", forced=True), 21)
    assert made.wounds.wounds == 9


@pytest.mark.rule("IM-RANGED-03")
def test_only_the_shooter_rolls():
    made = range_of().take(SHOOT, 21)
    assert [tested.who for tested in made.tests] == ["P"]
    assert made.test_of("P").target == 45
    assert made.state.fighters["P"].left["action"] == 0
    assert made.state.fighters["Q"].left["reaction"] == 1


@pytest.mark.rule("IM-RANGED-04")
@pytest.mark.parametrize(("face", "damage"), [(21, 9), (43, 7), (46, None), (72, None)])
def test_a_pass_deals_weapon_and_levels_and_a_failure_misses(face, damage):
    made = range_of().take(SHOOT, face)
    found = [wounds.damage.total for wounds in made.facts(WoundsTaken)]
    assert found == ([] if damage is None else [damage])


@pytest.mark.rule("IM-RANGED-04", "IM-FUMBLES-02")
def test_a_double_at_minus_zero_misses_and_fumbles():
    made = range_of(p_ranged=43).take(SHOOT, 44, 3)
    assert made.facts(WoundsTaken) == []
    assert [rolled.table for rolled in made.fumbles_of("P")] == ["fumble ranged"]


@pytest.mark.rule("IM-RANGED-05", "IM-COVER-01")
def test_armour_and_cover_are_taken_off_at_the_location():
    made = range_of(q_armour=4, p_attacks=(gun(damage=9),))
    made.traits("b", "light cover")
    made.marked("Q", "in cover", "light cover").take(SHOOT, 26)
    wounds = made.wounds
    assert (wounds.location, wounds.damage.total, wounds.armour.total) == ("body", 11, 6)
    assert [part.rule for part in wounds.damage.parts] == ["IM-RANGED-04", "IM-RANGED-04"]
    assert [part.rule for part in wounds.armour.parts] == ["IM-RANGED-05", "IM-COVER-01"]
    assert wounds.wounds == 5


@pytest.mark.rule("IM-RANGED-06")
def test_ammunition_is_used_hit_or_miss():
    made = range_of(p_attacks=(gun(magazine=10),)).take(SHOOT, 91)
    assert made.only(AmmunitionSet).left == 9
    assert made.facts(WoundsTaken) == []
    assert made.state.fighters["P"].ammunition == {"rifle": 9}


@pytest.mark.rule("IM-RANGED-06")
def test_the_gm_may_type_what_is_used_or_by_the_other_reading_always_does():
    made = range_of(p_attacks=(gun(magazine=10),)).take(SHOOT, 91, words={"shots|P|rifle": 4})
    assert made.only(AmmunitionSet).left == 6
    made = range_of(p_attacks=(gun(magazine=10),), rulings={"ammo_per_attack": "gm types"})
    made.take(SHOOT, "3", 91)
    assert made.only(AmmunitionSet).left == 7


@pytest.mark.rule("IM-RANGED-06", "IM-ACTIONS-11")
def test_an_empty_weapon_is_refused_until_it_is_reloaded():
    made = range_of(p_attacks=(gun(magazine=6),), p_starts={"ammunition": {"rifle": 0}})
    (refusal,) = made.refused(SHOOT)
    assert str(refusal) == "rifle is empty. Reload it first."
    made.take(Reload(who="P", attack="rifle"))
    assert made.only(AmmunitionSet).left == 6
    assert made.state.fighters["P"].left["action"] == 0
    assert [r.says for r in made.refused(Reload(who="P", attack="rifle"))] == [
        "P has no Action left.", "rifle is full.",
    ]  # fmt: skip
    assert made.refused(Reload(who="P", attack="sword"))
    assert made.offers("P")["reload:rifle"].refusals


@pytest.mark.rule("IM-WEAPONS-22", "IM-WEAPONS-05", "IM-WEAPONS-06", "IM-WEAPONS-20")
def test_the_traits_say_what_a_shot_uses_and_brings():
    auto = gun(magazine=10, traits=("burst", "rapid fire 3"))
    for mode, left, levels, damage in (
        ("", 10, 2, 9), ("burst", 9, 3, 10), ("rapid fire", 7, 3, 7 + 3 + 3),
    ):  # fmt: skip
        made = range_of(p_attacks=(auto,))
        made.take(Shoot(who="P", target="Q", attack="rifle", mode=mode), 21)
        assert made.only(AmmunitionSet).left == left
        assert (made.test_of("P").levels, made.wounds.damage.total) == (levels, damage)
    plasma = gun(magazine=10, traits=("supercharge 5",))
    made = range_of(p_attacks=(plasma,))
    made.take(Shoot(who="P", target="Q", attack="rifle", mode="supercharge"), 21)
    assert (made.only(AmmunitionSet).left, made.wounds.damage.total) == (8, 14)


@pytest.mark.rule("IM-WEAPONS-06")
def test_a_weapon_without_the_trait_cannot_be_fired_so():
    made = range_of(p_attacks=(gun(magazine=2, traits=("rapid fire 3",)),))
    assert made.refused(Shoot(who="P", target="Q", attack="rifle", mode="supercharge"))
    (refusal,) = made.refused(Shoot(who="P", target="Q", attack="rifle", mode="rapid fire"))
    assert refusal.says == "rifle has only 2 left."
    assert not made.refused(Shoot(who="P", target="Q", attack="rifle", mode="burst"))
    assert {"shoot:rifle", "shoot:rifle:burst", "shoot:rifle:rapid fire"} <= set(made.offers("P"))


@pytest.mark.rule("IM-RANGED-07")
def test_a_target_within_reach_is_hard_to_shoot_and_one_further_off_in_the_zone_is_not():
    made = duel().take(SHOOT, 12)
    assert sides_of(made.test_of("P").tally, "against") == ["target within reach"]
    assert made.test_of("P").final == 21
    made = scene(someone("P", side="heroes"), someone("Q")).turn("P").take(SHOOT, 12)
    assert sides_of(made.test_of("P").tally, "against") == []


@pytest.mark.rule("IM-RANGED-07", "IM-WEAPONS-04")
def test_close_weapons_are_exempt_and_by_the_other_reading_pistols_too():
    pistol = gun(skill="ranged (pistols)")
    two_hands = gun(skill="ranged (pistols)", hands=2)
    other = {"immediate_penalty_exceptions": "pistols too"}
    for weapon, rulings, hampered in (
        (gun(traits=("close",)), {}, False), (pistol, {}, True), (pistol, other, False),
        (two_hands, other, True), (gun(), other, True),
    ):  # fmt: skip
        made = duel(rulings, p_attacks=(weapon,), p_skills={"ranged (pistols)": 45})
        made.take(SHOOT, 12)
        assert bool(made.test_of("P").tally.live("against")) == hampered


@pytest.mark.rule("IM-RANGED-08")
@pytest.mark.parametrize(
    ("rulings", "against"), [({}, []), ({"engaged_shooting": "disadvantage"}, ["Engaged"])]
)
def test_someone_else_close_by_does_not_hamper_a_shot(rulings, against):
    made = scene(
        someone("P", side="heroes"), someone("Q"), someone("R", "b"), rulings=rulings
    ).turn("P")
    made.close("P", "Q").let(Related(kind="engaged", one="P", other="Q"))
    made.take(Shoot(who="P", target="R", attack="rifle"), 12)
    assert sides_of(made.test_of("P").tally, "against") == against


@pytest.mark.rule("IM-ACTIONS-17")
def test_a_location_can_be_chosen_at_disadvantage():
    made = range_of().take(Shoot(who="P", target="Q", attack="rifle", location="head"), 12)
    assert made.test_of("P").final == 21
    assert made.wounds.location == "head"


@pytest.mark.rule("IM-ACTIONS-06")
def test_an_aimed_shot_reaches_further_and_picks_its_location():
    made = range_of(p_attacks=(gun(range="short"),)).take(Aim(who="P"))
    assert made.refused(SHOOT)
    made.turn("P").take(Shoot(who="P", target="Q", attack="rifle", location="head"), 12)
    assert sides_of(made.test_of("P").tally, "against") == []
    assert made.wounds.location == "head"
    assert made.state.mark("P", "aimed") is None


@pytest.mark.rule("IM-ACTIONS-06")
def test_moving_spoils_the_aim_and_by_the_other_reading_comes_before_nothing():
    made = range_of().take(Aim(who="P")).turn("P").take(Walk(who="P", to="b"))
    assert made.state.mark("P", "aimed") is None
    made = range_of(rulings={"aim_move": "no move"})
    made.let(BudgetSet(who="P", left={"move": 0, "action": 1}))
    assert [refusal.rule for refusal in made.refused(Aim(who="P"))] == ["IM-ACTIONS-06"]
    made = range_of(rulings={"aim_move": "no move"}).take(Aim(who="P"))
    assert made.state.fighters["P"].left["move"] == 0


@pytest.mark.rule("IM-RANGED-02")
def test_a_shot_is_refused_with_every_reason():
    made = range_of(p_attacks=(gun(magazine=1),), p_starts={"ammunition": {"rifle": 0}})
    made.marked("P", "stowed rifle").let(BudgetSet(who="P", left={}))
    rules = [refusal.rule for refusal in made.refused(SHOOT)]
    assert rules == ["IM-TURN-01", "IM-RANGED-03", "IM-RANGED-06"]
    assert made.refused(Shoot(who="P", target="P", attack="rifle"))
    assert made.refused(Shoot(who="P", target="Q", attack="bow"))
