"""Every step of a fight of ten zones and thirty fighters; goal: under 20 ms each."""

from typing import Any

import pytest

from desktop.core import play
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules.actions import BeginTurn, Change, EndTurn, Put, Walk
from desktop.core.rules.combat import Combat
from desktop.core.rules.due import due
from tests.bench.big import fight


@pytest.fixture(scope="module")
def combat() -> Combat:
    return play.begin(fight()).take(BeginTurn(), play.SeededTable(1))


def actions(combat: Combat) -> dict[str, Any]:
    who = combat.state.actor
    assert who is not None
    foe = next(each for each in combat.state.fighters if combat.state.against(who, each))
    zone = combat.state.zone_of(who)
    assert zone is not None
    near = combat.state.place.neighbours(zone)[0]
    return {
        "walk": Walk(who=who, to=near),
        "shoot": Shoot(who=who, target=foe, attack="carbine", forced=True),  # type: ignore[arg-type]
        "strike": Strike(who=who, target=foe, forced=True),
        "put": Put(who=foe, at=near),
        "end turn": EndTurn(),
        "change": Change(
            edit="set_traits", arguments={"zones": [near], "add": ["heavily obscured"]}
        ),
    }


@pytest.mark.parametrize("name", ["walk", "shoot", "strike", "put", "end turn", "change"])
def bench_step(benchmark: Any, combat: Combat, name: str) -> None:
    action = actions(combat)[name]
    after = benchmark(lambda: combat.take(action, play.SeededTable(1)))
    assert after.cursor == combat.cursor + 1


def bench_begin_turn(benchmark: Any, combat: Combat) -> None:
    ended = combat.take(EndTurn(), play.SeededTable(1))
    benchmark(lambda: ended.take(BeginTurn(), play.SeededTable(1)))


def bench_reach_and_due(benchmark: Any, combat: Combat) -> None:
    who = combat.state.actor
    assert who is not None

    def asked() -> Any:
        return combat.book.space.reach(combat.book, combat.state, who), due(
            combat.book, combat.state
        )

    assert benchmark(asked)
