"""Every step of a fight of ten zones and thirty fighters; goal: under 20 ms each."""

import gc
import statistics
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from desktop.core import play
from desktop.core.errors import EncounterError
from desktop.core.model.words import SpaceName
from desktop.core.rules.actions import Action, BeginTurn, Change, Put, Walk
from desktop.core.rules.combat import Combat
from desktop.core.rules.due import due
from desktop.core.rules.questions import Asked
from desktop.core.rules.resolve import resolve
from tests.bench.big import fight
from tests.bench.pairs import STEPS, Steps
from tests.core.test_play import random_action

GOAL_S = 0.02
FIGHTS = 12
IN_EACH = 80


def begun(space: SpaceName) -> Combat:
    square = "yard" if space == "measured" else "metre"
    return play.begin(replace(fight(), space=space, square=square), table=play.SeededTable(1))


def some_action(combat: Combat, dice: Random) -> Action:
    """Return what the one who acts may do, or what the GM lets happen: a way, a place, a trait."""
    who = dice.choice([*combat.state.fighters])
    zone = dice.choice([*combat.state.encounter.board.zones])
    traits = Change(edit="set_traits", arguments={"zones": [zone], "add": ["heavily obscured"]})
    gm = dice.choice([Walk(who=who, to=zone, forced=True), Put(who=who, at=zone), traits])
    return gm if dice.random() < 0.3 else random_action(combat, dice)


def times_of_steps(space: SpaceName, seed: int) -> list[float]:
    """Return the seconds of each step of a new fight, the first of each kind among them."""
    combat, dice = begun(space), Random(seed)
    times: list[float] = []
    for number in range(IN_EACH):
        action, table = some_action(combat, dice), play.SeededTable(seed * IN_EACH + number)
        started = time.process_time()
        try:
            resolved = resolve(combat.book, combat.state, action, table)
        except (EncounterError, Asked):
            continue
        finally:
            times.append(time.process_time() - started)
        combat = combat.added(resolved)
    return times


@pytest.mark.parametrize("space", ["zones", "squares", "measured"])
def bench_every_step(benchmark: Any, space: SpaceName) -> None:
    """Fights by chance; the collector runs as in the window, where all that stands is apart."""

    def fights() -> list[float]:
        times: list[float] = []
        for seed in range(FIGHTS):
            gc.collect()
            gc.freeze()
            times += times_of_steps(space, seed)
            gc.unfreeze()
        return times

    begun(space)
    times = benchmark.pedantic(fights, rounds=1)
    STEPS.append(Steps(space, len(times), statistics.median(times), max(times), GOAL_S))
    assert max(times) < GOAL_S


def bench_reach_and_due(benchmark: Any) -> None:
    combat = begun("zones").take(BeginTurn(), play.SeededTable(1))
    who = combat.state.actor
    assert who is not None

    def asked() -> Any:
        return combat.book.space.reach(combat.book, combat.state, who), due(
            combat.book, combat.state
        )

    assert benchmark(asked)
