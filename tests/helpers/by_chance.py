"""Fights fought by chance: readings, dice and words drawn at random, and every step checked."""

from random import Random
from typing import Any

import yaml

from desktop.core.rules.actions import Action, BeginTurn, EndTurn
from desktop.core.rules.fold import fold
from desktop.core.rules.questions import SIDES, Answer
from desktop.core.rules.resolve import refusals, resolve
from tests.helpers.attacks import CATALOGUE, Scene


class ByChance:
    """A table that answers anything."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.words: dict[str, Answer] = {}

    def answer(self, question: Any) -> Answer:
        if question.kind == "roll":
            return Answer(self.chance.randint(1, SIDES[question.die]))
        return Answer(self.chance.choice(question.options).key)


def other_readings(chance: Random, count: int) -> dict[str, str]:
    """Return so many rulings taken the other way."""
    rulings = yaml.safe_load(CATALOGUE.read_text("utf-8"))["rulings"]
    taken = chance.sample(sorted(rulings), count)
    return {name: list(rulings[name]["readings"])[1] for name in taken}


def went_on(made: Scene, action: Action | None, table: ByChance) -> bool:
    """Do something, or end or begin a turn where it cannot be done; False at the fight's end.

    What happened must fold to the state that it left.
    """
    if action is None or refusals(made.book, made.state, action):
        action = EndTurn() if made.state.acting else BeginTurn()
    if refusals(made.book, made.state, action):
        return False
    resolved = resolve(made.book, made.state, action, table)
    again = made.state
    for event in resolved.step.events:
        again = fold(again, event)
    assert again == resolved.state
    made.state = resolved.state
    return True
