"""Whatever is done to a fight, in whatever order: a step or a sentence, and the fight stays whole.

Sensible and senseless actions of every kind, decrees, changes of the place, undo and steps taken
again, over the samples.
"""

from pathlib import Path
from random import Random

import pytest

from desktop import commands
from desktop.core import play
from desktop.core.errors import EncounterError, IllegalActionError
from desktop.core.rules.actions import Change, Decree, Put
from desktop.core.rules.combat import Combat
from desktop.core.rules.deeds import deed
from desktop.core.rules.due import due
from desktop.core.rules.events import Event, MomentCame, Moved, Related, TurnPassed
from desktop.core.rules.fold import fold
from desktop.core.rules.questions import Answer, Asked
from desktop.core.rules.telling import told
from desktop.core.store import fights, rosters
from desktop.core.store.reading import read_file
from tests.core.test_play import dock, random_action
from tests.helpers.anything import Anything

SAMPLES = Path(__file__).parents[2] / "encounters"
STEPS = 80


def anything(combat: Combat, dice: Random, seed: int) -> Combat:
    """Return the fight after something, as it was where that cannot be."""
    chance = dice.random()
    try:
        if chance < 0.1 and combat.steps:
            index = dice.randrange(len(combat.steps))
            kept = combat.steps[index].answers.items()
            answers = {key: Answer(dice.randint(1, 100)) for key, had in kept if had.value == 50}
            return combat.retaken(index, answers, table=play.SeededTable(seed))
        if chance < 0.15:
            return combat.back(dice.randrange(3)).forward(dice.randrange(3))
        sensible = dice.random() < 0.4
        made = random_action(combat, dice) if sensible else Anything(combat, dice).action()
        after = combat.take(made, play.SeededTable(seed))
    except (EncounterError, Asked):
        return combat
    done = after.steps[-1]
    told(combat.state, done)
    assert deed(done.action, combat.state)
    return after


def asked_by_the_window(combat: Combat) -> None:
    state = combat.state
    for who in state.people:
        for offers in combat.book.all("offers"):
            list(offers(combat.book, state, who))
        combat.book.space.reach(combat.book, state, who)
    due(combat.book, state)
    commands.plain_state(combat)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "name",
    ["first-blood", "dock-nine", "reliquary", "over-the-roofs", "three-ways", "under-the-weir"],
)
def test_whatever_is_done_the_fight_stays_whole(name: str, seed: int, tmp_path: Path) -> None:
    dice = Random(f"{name} {seed}")
    encounter = read_file(SAMPLES / f"{name}.yaml", stock=rosters.stock()).encounter
    combat = play.begin(encounter, table=play.SeededTable(seed))
    for number in range(STEPS):
        combat = anything(combat, dice, seed * STEPS + number)
    asked_by_the_window(combat)
    state = combat.start
    for step in combat.steps[: combat.cursor]:
        for event in step.events:
            state = fold(state, event)
    assert state == combat.state
    with fights.begin(tmp_path, name, play.header(combat, encounter), play.vocabulary()) as log:
        log.retaken(0, combat.steps, combat.cursor)
    file = fights.read_fight(log.path, play.vocabulary())
    assert file.damage == ()
    assert play.resumed(file).state == state
    assert {verdict.found for verdict in play.verified(file)} == {"same"}


def test_who_is_held_and_deleted_is_let_go() -> None:
    combat, table = play.begin(dock()), play.SeededTable(1)
    held = Related(kind="holds", one="ilse", other="gang/C", mutual=False)
    combat = combat.take(Put(who="pell", at="shed", beside="gang/C"), table)
    for fact in (held, Related(kind="engaged", one="pell", other="gang/C")):
        combat = combat.take(Decree(facts=(fact,)), table)
    assert "restrained" in combat.state.fighters["gang/C"].conditions
    smaller = Change(edit="set_count", arguments={"group": "gang", "count": 2})
    after = combat.take(smaller, table).state
    assert "gang/C" not in after.fighters
    assert after.relations == ()


@pytest.mark.parametrize(
    "fact",
    [
        MomentCame(point="end of turn", round=1, entry="gang", who="wick"),
        TurnPassed(entry="gang", actor="wick"),
        MomentCame(point="start of turn", round=1, entry="gang", who=""),
    ],
)
def test_no_turn_is_anybodys_who_is_not_there(fact: Event) -> None:
    with pytest.raises(IllegalActionError, match="no fighter"):
        play.begin(dock()).take(Decree(facts=(fact,)), play.SeededTable(1))


@pytest.mark.parametrize("level", ["nothing", ""])
def test_nobody_is_put_on_a_level_that_is_not_there(level: str) -> None:
    fact = Moved(who="ilse", how="put", level=level, to=(0, 0))
    with pytest.raises(IllegalActionError, match="Moved does not fit the fight: there is no level"):
        play.begin(dock()).take(Decree(facts=(fact,)), play.SeededTable(1))
