"""Manifesting powers: what they add, pushing and denying them, Perils and the Purge."""

import pytest

from desktop.core.model.encounter import OwnTable
from desktop.core.model.profile import Power
from desktop.core.packs.imperium import warp
from desktop.core.packs.imperium.perils import COMING, Purge
from desktop.core.packs.imperium.warp import UsePower
from desktop.core.rules import events as e
from desktop.core.rules.actions import EndTurn, Settle
from desktop.core.rules.due import due
from desktop.core.rules.marks import WARP_CHARGE
from tests.helpers.attacks import scene, someone
from tests.helpers.moves import again, left, walker, with_traits

MIND = {"psychic mastery": 40, "discipline": 50}
SMITE = UsePower(who="P", power="Smite", charge=4)


def psyker(rulings=None, **figures):
    figures = {"characteristics": {"wil": 32}, "skills": MIND} | figures
    return walker(with_traits(), "b", rulings=rulings, **figures)


def charge(made):
    return warp.charge_of(made.state, "P")


def charged(number, **more):
    return psyker(**more).marked("P", WARP_CHARGE, number)


@pytest.mark.rule("IM-ACTIONS-27")
def test_a_power_is_an_action():
    made = psyker().take(SMITE, 25)
    assert left(made, "action") == 0
    assert [each.says for each in made.refused(SMITE)] == ["P has no Action left."]


@pytest.mark.rule("IM-ACTIONS-27")
def test_how_hard_a_power_is_and_its_rating_are_the_words_of_the_gm():
    words = {"power difficulty|P": "-20", "rating|P": 6}
    made = psyker().take(SMITE, 25, words=words)
    assert made.test_of("P").target == 20
    assert charge(made) == 0
    assert charge(psyker().take(SMITE, 25, words={"rating|P": 6})) == 6


@pytest.mark.rule("IM-ACTIONS-27")
def test_the_powers_of_a_profile_are_actions_with_their_difficulty_and_rating():
    hush = Power(id="hush", skill="psychic mastery (telepathy)", difficulty=-10, rating=2)
    made = psyker(powers={"hush": hush})
    offer = made.offers("P")["power:hush"]
    assert (offer.says, offer.cost) == ("hush", "Action")
    made = made.take(offer.action, 25)
    assert made.test_of("P").target == 40 - 10
    assert charge(made) == 2


@pytest.mark.rule("IM-PSYCHIC-01")
@pytest.mark.parametrize(
    ("face", "reading", "gained"),
    [
        (25, "rating at most", 4), (59, "rating at most", 1), (95, "rating at most", 4),
        (59, "rating and sl", 4 + 1), (95, "rating and sl", 4 + 5),
    ],
)  # fmt: skip
def test_a_power_adds_its_rating_and_a_failure_what_the_reading_says(face, reading, gained):
    made = psyker({"power_failed_charge": reading}).take(SMITE, face)
    assert charge(made) == gained


@pytest.mark.rule("IM-PSYCHIC-02")
@pytest.mark.parametrize(("face", "gained"), [(22, 1), (66, 2 * 2), (25, 4)])
def test_a_double_eases_a_power_or_doubles_what_a_failure_adds(face, gained):
    assert charge(psyker().take(SMITE, face)) == gained


@pytest.mark.rule("IM-PSYCHIC-02")
def test_a_small_power_still_adds_what_it_would():
    assert charge(psyker().take(UsePower(who="P", charge=1), 22)) == 1
    assert charge(psyker().take(UsePower(who="P"), 22)) == 0


@pytest.mark.rule("IM-PSYCHIC-03")
def test_a_pushed_power_has_advantage_and_costs_a_die_of_charge():
    bare = psyker().take(SMITE, 25)
    key = bare.test_of("P").tally.key
    made = psyker().take(SMITE, 71, 7, words={f"{key}:push": True})
    assert (made.test_of("P").tally.edge, made.test_of("P").final) == (1, 17)
    assert charge(made) == 4 + 7


@pytest.mark.rule("IM-PSYCHIC-04")
def test_more_charge_than_the_willpower_bonus_is_tested_as_the_turn_ends():
    assert charged(3).take(EndTurn()).last.step.answers == {}
    held = charged(4).take(EndTurn(), 30)
    assert held.state.mark("P", COMING) is None
    assert charged(4).take(EndTurn(), 70).state.mark("P", COMING)


@pytest.mark.rule("IM-PSYCHIC-04")
def test_the_test_stands_in_the_due_list_and_can_be_skipped():
    made = charged(5)
    assert "hold|P" in [each.key for each in due(made.book, made.state)]
    made.take(Settle(due="hold|P")).take(EndTurn())
    assert made.state.mark("P", COMING) is None


@pytest.mark.rule("IM-PSYCHIC-05")
@pytest.mark.parametrize(
    ("reading", "face", "result"), [("large tables", 33, 33 + 20), ("small tables", 6, 6 + 2)]
)
def test_perils_come_at_the_next_turn_and_take_all_charge(reading, face, result):
    made = charged(5, rulings={"warp_tables": reading}).take(EndTurn(), 70)
    made = again(made, face)
    (perils,) = made.facts(e.TableRolled)
    assert (perils.table, perils.result) == ("perils", result)
    assert charge(made) == 0
    assert made.state.mark("P", COMING) is None


@pytest.mark.rule("IM-PSYCHIC-06")
@pytest.mark.parametrize(
    ("face", "rulings", "stays", "bonus"),
    [(31, {}, 7 - 3 - 2, 50), (71, {}, 7, 0), (31, {"warp_tables": "small tables"}, 7 - 1 - 2, 3)],
)
def test_a_purge_lets_charge_go_and_phenomena_follow(face, rulings, stays, bonus):
    faces = (face, 5) if bonus else (face,)
    made = charged(7, rulings=rulings).take(Purge(who="P"), *faces)
    assert charge(made) == stays
    assert [each.bonus for each in made.facts(e.TableRolled)] == ([bonus] if bonus else [])
    assert left(made, "action") == 0


@pytest.mark.rule("IM-PSYCHIC-06")
def test_who_has_no_charge_has_nothing_to_purge():
    assert "purge" not in psyker().offers("P")
    assert "no Warp Charge" in psyker().refused(Purge(who="P"))[0].says


@pytest.mark.rule("IM-PSYCHIC-05")
def test_the_tables_of_the_warp_are_the_gms():
    table = {"perils": OwnTable(rows={1: "A nosebleed", 41: "The lights go out"})}
    hero = someone("P", "b", characteristics={"wil": 32}, skills=MIND)
    made = scene(hero, on=with_traits(), tables=table).turn("P").marked("P", WARP_CHARGE, 5)
    made = again(made.take(EndTurn(), 70), 33)
    assert made.only(e.TableRolled).text == "The lights go out"


@pytest.mark.rule("IM-PSYCHIC-05")
def test_by_one_reading_the_tables_of_the_warp_have_stand_ins():
    made = charged(5, rulings={"missing_tables": "placeholders"}).take(EndTurn(), 70)
    assert again(made, 33).only(e.TableRolled).text == "stand-in: serious"


def denier(at="b", **figures):
    return someone("D", at, side="foes", initiative=1, skills={"psychic mastery": 60}, **figures)


@pytest.mark.rule("IM-PSYCHIC-07")
def test_a_psyker_nearby_may_deny_a_power_with_its_reaction():
    made = psyker(others=[denier()]).take(SMITE, 25, 21, words={"deny|D": True})
    assert left(made, "reaction", "D") == 0
    assert charge(made) == 2
    assert "Smite is denied." in [each.text for each in made.facts(e.Said)]


@pytest.mark.rule("IM-PSYCHIC-07")
def test_a_denial_that_fails_or_is_too_weak_changes_nothing():
    assert charge(psyker(others=[denier()]).take(SMITE, 25, 91, words={"deny|D": True})) == 4
    assert charge(psyker(others=[denier()]).take(SMITE, 5, 51, words={"deny|D": True})) == 4


@pytest.mark.rule("IM-PSYCHIC-07")
def test_nobody_far_off_denies_anything():
    assert "deny|D" in psyker(others=[denier()]).take(SMITE, 25).words()
    assert "deny|D" not in psyker(others=[denier("c")]).take(SMITE, 25).words()


@pytest.mark.rule("IM-PSYCHIC-05")
def test_perils_are_announced_and_rolled_by_whoever_brings_them():
    made = charged(5).take(EndTurn(), 70)
    assert made.only(e.Said).text == "Perils of the Warp come at the next turn of P."
    made = again(made, 33)
    (rolled,) = (key for key, each in made.last.step.answers.items() if each.value == 33)
    assert rolled.startswith("P|Perils of the Warp")


@pytest.mark.rule("IM-PSYCHIC-01")
def test_a_power_that_works_says_what_its_profile_notes_of_it():
    made = psyker(powers={"smite": Power(id="smite", name="Smite", notes="A bolt.")})
    power = made.offers("P")["power:smite"].action
    assert [said.text for said in made.take(power, 25).facts(e.Said)] == ["A bolt."]
