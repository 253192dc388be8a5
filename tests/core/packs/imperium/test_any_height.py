"""Fights by chance on cliffs and in the air, with conditions falling on people at random."""

from random import Random

import pytest

from desktop.core.model.board import Board, LinkTest
from desktop.core.model.profile import Flight
from desktop.core.packs.imperium.aloft import can_fly, is_up
from desktop.core.packs.imperium.falling import Fall
from desktop.core.packs.imperium.flying import LoseFlight
from desktop.core.packs.imperium.suffering import CONDITIONS, Suffer
from desktop.core.rules.actions import Action, Force, Walk
from desktop.core.rules.due import due
from desktop.core.rules.walk import planned
from tests.helpers.attacks import Scene, scene, someone
from tests.helpers.build import board, level, link, zone
from tests.helpers.by_chance import ByChance, other_readings, went_on


def heights() -> Board:
    """A yard, a cliff over it, a pit, a narrow gap, a barrier, and open air above."""
    return board(
        level("ground"), level("top", 6), level("air", 20),
        zone("yard", at=(0, 0, 8, 8)), zone("pit", at=(8, 0, 8, 8), traits=["major hazard"]),
        zone("shed", at=(16, 0, 8, 8), traits=["difficult", "dark"]),
        zone("cliff", at=(0, 0, 8, 8), level="top"), zone("ridge", at=(8, 0, 8, 8), level="top"),
        zone("sky", at=(0, 0, 24, 8), level="air", sky=True),
        link("yard", "pit"), link("pit", "shed", narrow=True),
        link("yard", "cliff", "climb", test=LinkTest("athletics (climbing)", -20), metres=6),
        link("cliff", "ridge", "barrier"), link("ridge", "shed", "ledge", metres=6),
        link("yard", "sky"), link("cliff", "sky"), link("shed", "sky"),
    )  # fmt: skip


def many(chance: Random) -> Scene:
    readings = other_readings(chance, 20)
    zones = ["yard", "pit", "shed", "cliff", "ridge", "sky"]
    people = []
    for side in ("heroes", "foes"):
        for index in range(3):
            flies = chance.random() < 0.4
            people.append(
                someone(
                    f"{side}{index}", chance.choice(zones if flies else zones[:-1]), side=side,
                    speed=chance.choice(["slow", "normal", "fast"]), wounds=40,
                    size=chance.choice(["medium", "large"]),
                    flies=Flight(means="wings", speed="fast") if flies else None,
                    characteristics={"str": 41, "tgh": 30, "wil": 30, "ag": 30},
                )
            )  # fmt: skip
    return scene(*people, on=heights(), rulings=readings)


def something(made: Scene, chance: Random) -> Action | None:
    """Return what happens next: what is offered, or a mishap."""
    anybody = chance.choice(list(made.state.fighters))
    if chance.random() < 0.15:
        mishaps = (
            Suffer(who=anybody, condition=chance.choice(CONDITIONS)),
            LoseFlight(who=anybody),
            Fall(who=anybody, metres=chance.choice([1, 4.5, 12]), controlled=chance.random() < 0.5),
            Force(who=anybody, to=chance.choice(list(made.state.encounter.board.zones))),
        )
        return chance.choice(mishaps)
    offers = [each for each in made.offers(made.state.actor).values() if not each.refusals]
    if not offers:
        return None
    offer = chance.choice(offers)
    if offer.action is not None or offer.aimed is None:
        return offer.action
    targets = list(made.state.encounter.board.zones if offer.wants == "zone" else made.state.people)
    return offer.aimed(chance.choice(targets))


@pytest.mark.parametrize("seed", range(4))
def test_any_fight_at_any_height_stays_sound(seed: int) -> None:
    chance = Random(seed)
    made = many(chance)
    table = ByChance(chance)
    for _ in range(45):
        acting = made.state.acting and made.state.actor is not None
        action = something(made, chance) if acting and chance.random() < 0.8 else None
        if not went_on(made, action, table):
            break
        assert_sound(made)


def assert_sound(made: Scene) -> None:
    state = made.state
    assert len({each.key for each in due(made.book, state)}) == len(list(due(made.book, state)))
    for who, fighter in state.fighters.items():
        if not state.on_board(who):
            continue
        held = state.mark(who, "flies by") is not None or state.people[who].profile.flies
        assert not is_up(state, who) or can_fly(state, who) or held
        assert fighter.above >= 0
        assert all(count >= 0 for count in fighter.left.values())
    if state.actor is not None and state.on_board(state.actor):
        affords(made, state.actor)


def affords(made: Scene, who: str) -> None:
    """Check that what a fighter is told to reach is planned and paid with what it has."""
    state = made.state
    for zone_, pay in made.book.space.reach(made.book, state, who).zones.items():
        if pay in ("move", "run", "move and run") and zone_ != state.zone_of(who):
            plan = planned(made.book, state, Walk(who=who, to=zone_))
            assert plan.pay == pay
            left = state.fighters[who].left
            assert all(left.get(kind, 0) >= count for kind, count in plan.pays.items())
