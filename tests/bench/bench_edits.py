"""Edits of 200 zones, 100 x 100 squares and 500 fighters: edit, place, difference, checks.

Goal: up to ten things within a frame of 60 a second at the median, the whole board within four.
"""

from typing import Any

import pytest

from desktop.core.model.diff import changes
from desktop.core.model.edits import apply
from desktop.core.model.encounter import Encounter
from desktop.core.model.place import Place
from desktop.core.store import rosters
from desktop.core.store.catalogue import catalogue
from desktop.core.survey import survey
from tests.bench.big import large

EDITS: dict[str, tuple[str, dict[str, object]]] = {
    "one trait": ("set_traits", {"zones": ["z3"], "add": ["dark"]}),
    "ten traits": ("set_traits", {"zones": [f"z{n}" for n in range(10)], "add": ["dark"]}),
    "all traits": ("set_traits", {"zones": [f"z{n}" for n in range(200)], "add": ["dark"]}),
    "move a zone": ("move_zones", {"zones": ["z0"], "dx": 0, "dy": 1}),
}


@pytest.fixture(scope="module")
def encounter() -> Encounter:
    made = large()
    checked(made, made)
    return made


def checked(before: Encounter, after: Encounter) -> Any:
    Place.of(after.board).zone_map(after.board.first_level)
    return changes(before, after), survey(after, catalogue(), rosters.stock())


@pytest.mark.parametrize("name", list(EDITS))
def bench_edit(benchmark: Any, encounter: Encounter, name: str) -> None:
    edit, arguments = EDITS[name]
    after = apply(encounter, edit, **arguments)
    assert after != encounter

    def begin() -> tuple[tuple[()], dict[str, object]]:
        checked(after, encounter)  # as undo does, so that each round goes from one to the other
        return (), {}

    def do() -> None:
        checked(encounter, apply(encounter, edit, **arguments))

    benchmark.pedantic(do, setup=begin, rounds=40, warmup_rounds=2)
