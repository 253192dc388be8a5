"""From an encounter to its fight and to its file: the headless way in, and the dice."""

import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import NewType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core import play
from desktop.core.errors import EncounterError, IllegalActionError
from desktop.core.model.encounter import Side
from desktop.core.model.plain import hints_of
from desktop.core.model.words import At
from desktop.core.rules.actions import Action, BeginTurn, EndTurn, Walk, Write
from desktop.core.rules.combat import Combat
from desktop.core.rules.fold import fold
from desktop.core.rules.questions import Answer, Asked, Option, Question
from desktop.core.rules.resolve import can_be_forced
from desktop.core.script import is_needed
from desktop.core.store import fights
from desktop.core.store.catalogue import catalogue
from tests.helpers.build import attack, encounter, fighter, group, profile, row

ROLL = Question(key="ilse|hit|X", kind="roll", says="hit", rule="X", who="ilse", die="d100")
OTHER = Question(key="vex|hit|X", kind="roll", says="hit", rule="X", who="vex", die="d10")
CHOICE = Question(
    key="gm|where|X", kind="choose", says="where", rule="X",
    options=(Option("head", "Head"), Option("body", "Body")),
)  # fmt: skip


def dock():
    """Return an encounter with everything a fight by the game's own book needs."""
    blade = attack("blade", kind="melee", damage=6, traits=("close",))
    gun = attack("gun", kind="ranged", damage=7, range="medium", magazine=6)
    ganger = profile(
        "ganger", wounds=8, initiative=4, characteristics={"ws": 40, "bs": 35, "tgh": 30},
        skills={"melee": 40, "ranged": 35, "reflexes": 40}, attacks=[blade, gun],
    )  # fmt: skip
    on = row("quay", "shed", "hold", traits=["poorly lit"])
    return encounter(
        on, ganger, Side(id="heroes", dice="hand", counters={"superiority": 1}),
        fighter("ilse", "quay", profile="ganger", side="heroes"),
        fighter("pell", "quay", profile="ganger", side="heroes"),
        group("gang", 3, "shed", profile="ganger"), fighter("vex", "hold", profile="ganger"),
        name="Dock",
    )  # fmt: skip


# Tables


def test_a_seeded_table_rolls_the_same_dice_and_never_twice():
    one, other = play.SeededTable(7), play.SeededTable(7)
    assert one.answer(ROLL) == other.answer(ROLL)
    assert one.answer(ROLL) is one.answer(ROLL)
    assert one.answers[ROLL.key].by == "program"
    assert 1 <= int(one.answer(OTHER).value) <= 10


def test_answers_given_go_before_dice():
    table = play.SeededTable(1, answers={OTHER.key: Answer(4)}, in_order=[33, "body"])
    assert table.answer(OTHER) == Answer(4)
    assert table.answer(ROLL) == Answer(33, "hand")
    assert table.answer(CHOICE) == Answer("body", "hand")


def test_the_policy_chooses():
    assert play.SeededTable(1).answer(CHOICE) == Answer("head", "program")
    assert play.SeededTable(1, policy="last").answer(CHOICE) == Answer("body", "program")
    with pytest.raises(Asked):
        play.SeededTable(1, policy="ask").answer(CHOICE)


def test_a_hand_table_asks_for_what_people_roll_and_choose_and_rolls_the_rest():
    combat = play.begin(dock())
    table = play.HandTable(by_hand=play.rolls_by_hand(combat.state))
    with pytest.raises(Asked):
        table.answer(ROLL)
    with pytest.raises(Asked):
        table.answer(CHOICE)
    face = table.answer(OTHER)
    assert (face.by, table.answers) == ("program", {OTHER.key: face})
    table.answers[CHOICE.key] = Answer("head")
    assert table.answer(CHOICE) == Answer("head")
    rest = play.HandTable(by_hand=play.rolls_by_hand(combat.state), roll_rest=True)
    assert rest.answer(ROLL).by == "program"


def test_dice_of_the_gm_and_of_strangers_are_rolled_by_the_program():
    by_hand = play.rolls_by_hand(play.begin(dock()).state)
    assert (by_hand("ilse"), by_hand("vex"), by_hand(None), by_hand("wick")) == (
        True, False, False, False,
    )  # fmt: skip


# The way in


def test_a_fight_begins_from_an_encounter():
    before = play.prepared(dock())
    assert before.steps == ()
    combat = play.begin(dock())
    assert len(combat.steps) == 1
    assert combat.state.rulings["barrier_cost"] == next(
        iter(catalogue().rulings["barrier_cost"].readings)
    )
    assert [pack.name for pack in combat.book.packs] == ["imperium", "engine"]


def saved(combat: Combat, folder) -> fights.FightFile:
    words = play.vocabulary()
    header = play.header(combat, combat.start.encounter, "dock.yaml")
    with fights.begin(folder, "dock", header, words) as log:
        for step in combat.steps:
            log.step(step)
        if combat.cursor < len(combat.steps):
            log.cursor(combat.cursor)
        path = log.path
    return fights.read_fight(path, words)


def test_a_fight_comes_back_from_its_file_and_verifies(tmp_path):
    combat = play.begin(dock()).take(BeginTurn(), play.SeededTable(3))
    combat = combat.take(Walk(who=combat.state.actor, to="shed"), play.SeededTable(3))
    combat = combat.take(Write(text="On."), play.SeededTable(3)).back()
    file = saved(combat, tmp_path)
    again = play.resumed(file)
    assert again.state == combat.state
    assert (again.steps, again.cursor) == (combat.steps, combat.cursor)
    assert {verdict.found for verdict in play.verified(file)} == {"same"}


def test_facts_of_a_file_that_are_not_ours_are_damage(tmp_path):
    combat = play.begin(dock()).take(BeginTurn(), play.SeededTable(3))
    step = replace(combat.steps[1], events=combat.steps[1].events[:-1])
    file = saved(replace(combat, steps=(combat.steps[0], step)), tmp_path)
    assert [verdict.found for verdict in play.verified(file)] == ["same", "damaged"]


# Names of nobody


def _is_id(hint: object) -> bool:
    return isinstance(hint, NewType) or hint == At


def names_in(kind: type[Action]) -> list[str]:
    """Return the fields of an action that cannot be left out and name something."""
    hints = hints_of(kind)
    return [each.name for each in fields(kind) if is_needed(each) and _is_id(hints[each.name])]


@pytest.mark.rule("HOUSE-NAMES-01")
@pytest.mark.parametrize(
    "kind",
    [kind for kind in play.actions() if "who" in names_in(kind)],
    ids=lambda kind: kind.__name__,
)
def test_nobody_does_anything_even_where_the_gm_forces_it(kind):
    """Each name on its own: that of who acts, and, for one who is there, every other."""
    combat = play.begin(dock()).take(BeginTurn(), play.SeededTable(3))
    names = dict.fromkeys(names_in(kind), "nobody")
    others = {
        each.name: 1 if hints_of(kind)[each.name] in (int, float) else "nobody"
        for each in fields(kind)
        if is_needed(each) and each.name not in names
    }
    for said in (names, {**names, "who": combat.state.actor}):
        if "nobody" not in said.values():
            continue
        with pytest.raises(IllegalActionError) as refused:
            combat.take(kind(**others, **said, forced=True), play.SeededTable(3))
        assert not can_be_forced(refused.value.refusals)


# Whole fights at random


def random_action(combat: Combat, dice: Random):
    """Return something that the one who acts, or the GM, might do."""
    state = combat.state
    if not state.acting:
        return BeginTurn()
    offers = [] if state.actor is None else [
        offer
        for contribution in combat.book.all("offers")
        for offer in contribution(combat.book, state, state.actor)
    ]  # fmt: skip
    if not offers or dice.random() < 0.3:
        return EndTurn()
    offer = dice.choice(offers)
    if offer.aimed is not None and offer.wants == "square":
        width, height = state.place.size
        return offer.aimed(f"{dice.randrange(width)}, {dice.randrange(height)}")
    if offer.aimed is not None:
        things = [*state.people, *state.encounter.board.zones, *state.encounter.board.links]
        return offer.aimed(dice.choice(things))
    return offer.action or EndTurn()


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_a_random_fight_equals_its_fold_and_verifies(seed):
    dice = Random(seed)
    combat = play.begin(dock())
    for number in range(40):
        try:
            combat = combat.take(random_action(combat, dice), play.SeededTable(seed + number))
        except EncounterError:
            continue
        if dice.random() < 0.1:
            combat = combat.back(dice.randint(0, 3))
    state = combat.start
    for step in combat.steps[: combat.cursor]:
        for event in step.events:
            state = fold(state, event)
    assert state == combat.state
    verdicts = play.combats.verify(combat.book, combat.start, combat.steps)
    assert [verdict for verdict in verdicts if verdict.found != "same"] == []


# Steps that nobody waits for

FIRST_MERGE = """
import sys
from desktop.core import play
from desktop.core.rules.actions import Change
from tests.helpers.build import encounter, fighter, row

combat = play.begin(encounter(row("quay", "shed"), fighter("ilse", "quay")))
loaded = set(sys.modules)
merge = Change(edit="merge_zones", arguments={"zones": ["quay", "shed"]})
combat.take(merge, play.SeededTable(1))
print(sorted(set(sys.modules) - loaded))
"""


def test_no_step_of_a_fight_loads_anything():
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_MERGE],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout == "[]\n"
