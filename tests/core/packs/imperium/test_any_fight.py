"""Fights fought by chance: whatever is offered can be done, and the state stays sound."""

from dataclasses import replace
from random import Random

import pytest

from desktop.core.model.board import Trait
from desktop.core.packs.imperium.acting import cannot_fight
from desktop.core.packs.imperium.wounds import maximum
from desktop.core.rules.resolve import refusals
from tests.helpers.attacks import RIFLE, SWORD, Scene, scene, someone
from tests.helpers.build import attack, row
from tests.helpers.by_chance import ByChance, other_readings, went_on

FLAMER = attack(
    "flamer", kind="ranged", skill="ranged (long guns)", damage=6, range="short", magazine=4,
    traits=("flamer", "close", "burst"),
)  # fmt: skip
MAUL = attack(
    "maul", skill="melee (one-handed)", damage=10, traits=("heavy 4", "reliable", "penetrating 2")
)
TRAITS = {
    "a": ("light cover",),
    "b": ("difficult", "medium cover"),
    "c": ("major hazard", "lightly obscured"),
    "d": ("dark", "heavy cover"),
    "e": ("heavily obscured",),
}


def many(chance: Random) -> Scene:
    people = [
        someone(
            f"{side}{index}",
            chance.choice("abcde"),
            side=side,
            attacks=chance.choice([(SWORD, RIFLE), (MAUL,), (FLAMER, SWORD), ()]),
            wounds=chance.choice([8, 14, None]),
            criticals=chance.choice([0, 1, 3, None]),
            armour=chance.randint(0, 5),
            speed=chance.choice(["slow", "normal", "fast"]),
            characteristics={"tgh": 34, "str": 31, "wil": 30, "ag": 30, "per": 30},
        )
        for side in ("heroes", "foes")
        for index in range(5)
    ]
    plain = row("a", "b", "c", "d", "e")
    zones = {
        zone.id: replace(zone, traits=tuple(Trait(word) for word in TRAITS[zone.id]))
        for zone in plain.zones.values()
    }
    return scene(*people, on=replace(plain, zones=zones), rulings=other_readings(chance, 12))


def possible(made: Scene, chance: Random):
    """Return something the acting fighter can do now, or None."""
    actor = made.state.actor
    offers = [offer for offer in made.offers(actor).values() if not offer.refusals]
    chance.shuffle(offers)
    for offer in offers:
        action = offer.action
        if action is None and offer.aimed is not None:
            targets = {
                "foe": list(made.state.fighters),
                "fighter": list(made.state.fighters),
                "zone": list(made.state.encounter.board.zones),
            }.get(offer.wants, [])
            if not targets:
                continue
            action = offer.aimed(chance.choice(targets))
        if action is not None and not refusals(made.book, made.state, action):
            return action
    return None


@pytest.mark.parametrize("seed", range(8))
def test_a_fight_fought_by_chance_stays_sound(seed):
    chance = Random(seed)
    made = many(chance)
    table = ByChance(chance)
    for _ in range(50):
        acting = made.state.acting and made.state.actor is not None
        action = possible(made, chance) if acting else None
        if not went_on(made, action, table):
            break
        assert_sound(made)


def assert_sound(made: Scene) -> None:
    state = made.state
    for who, fighter in state.fighters.items():
        most = maximum(state, who)
        assert most is None or fighter.wounds <= most
        assert all(count >= 0 for count in (*fighter.left.values(), *fighter.ammunition.values()))
    for relation in state.relations:
        if relation.kind == "engaged":
            pair = relation.one, relation.other
            assert not any(cannot_fight(state, who) for who in pair), pair
            assert made.book.space.in_reach(state, *pair), pair
    for (subject, name), _ in state.marks.items():
        assert name != "in cover" or state.on_board(subject)
