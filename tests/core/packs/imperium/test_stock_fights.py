"""The people that come with the program can be used as they are."""

import pytest

from desktop.core import play
from desktop.core.model.encounter import Fighter
from desktop.core.model.words import AttackId, FighterId, SideId, ZoneId
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.wounds import maximum
from desktop.core.packs.imperium.zone_attack import ShootZone
from desktop.core.rules.actions import BeginTurn, Decree
from desktop.core.rules.events import Related
from desktop.core.rules.resolve import refusals
from desktop.core.store.rosters import stock
from tests.helpers.build import encounter, row

STOCK = stock()


def test_there_are_two_dozen_of_every_kind():
    roles = [profile.role for profile in STOCK.values()]
    assert len(STOCK) >= 24
    assert {role: roles.count(role) >= least for role, least in {
        "hero": 4, "troop": 5, "elite": 5, "leader": 3, "beast": 4,
    }.items()} == dict.fromkeys(("hero", "troop", "elite", "leader", "beast"), True)  # fmt: skip
    assert any(profile.flies for profile in STOCK.values())
    assert any(profile.mount for profile in STOCK.values())
    slow = [p for p in STOCK.values() if p.imperium and p.imperium.speed == "slow"]
    assert any("servitor" in profile.label.lower() for profile in slow)


@pytest.mark.parametrize("name", STOCK)
def test_each_fights_with_everything_it_has(name):
    """Every attack is allowed from the right place, and resolves."""
    profile = STOCK[name]
    people = (
        Fighter(id=FighterId("P"), profile=profile.id, side=SideId("heroes"), at=ZoneId("a")),
        Fighter(id=FighterId("near"), profile="ganger", side=SideId("foes"), at=ZoneId("a")),
        Fighter(id=FighterId("far"), profile="ganger", side=SideId("foes"), at=ZoneId("b")),
    )
    begun = play.begin(encounter(row("a", "b"), *people), table=play.SeededTable(seed=1))
    begun = begun.take(BeginTurn(entry="P"), play.SeededTable(seed=1))
    assert maximum(begun.state, FighterId("P")), "its wounds are known"
    attacks = profile.imperium.attacks
    assert attacks
    for key, attack in attacks.items():
        combat = begun
        if attack.kind == "melee":
            reach = Related(kind="reach", one="P", other="near")
            combat = combat.take(Decree(facts=(reach,)), play.SeededTable())
            action = Strike(who=FighterId("P"), target=FighterId("near"), attack=AttackId(key))
        elif "blast" in attack.traits:
            action = ShootZone(who=FighterId("P"), zone=ZoneId("b"), attack=AttackId(key))
        else:
            far = attack.range not in ("immediate", "short")
            target = FighterId("far" if far else "near")
            action = Shoot(who=FighterId("P"), target=target, attack=AttackId(key))
        assert refusals(combat.book, combat.state, action) == ()
        after = combat.take(action, play.SeededTable(seed=2))
        assert after.state != combat.state
