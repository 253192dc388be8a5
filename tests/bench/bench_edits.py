"""Edits of 200 zones, 100 x 100 squares and 500 fighters: edit, place, difference, checks.

Goal: up to ten things within a frame of 60 a second at the median, the whole board within four.
"""

from itertools import cycle
from typing import Any

import pytest

from desktop.core.model.diff import changes
from desktop.core.model.edits import apply
from desktop.core.model.encounter import Encounter
from desktop.core.model.place import Place
from desktop.core.store import rosters
from desktop.core.store.catalogue import catalogue
from desktop.core.survey import survey
from desktop.core.survey.all_checks import issues_of
from desktop.core.survey.layout import Layout
from tests.bench.big import large
from tests.bench.pairs import measured

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


def bench_live_checks(benchmark: Any, encounter: Encounter) -> None:
    """What is odd after ten people moved far apart, against looking the same layout over anew."""
    places = {f"f{n}": [(n * 37) % 90 + 1, (n * 53) % 90] for n in range(20, 30)}
    moved = apply(encounter, "put_each", places=places)
    known, stock = catalogue(), rosters.stock()
    live, anew = cycle((moved, encounter)), cycle((moved, encounter))
    row = measured(
        "live checks after ten fighters moved", lambda: survey(next(live), known, stock),
        "the same checks from nothing", lambda: issues_of(Layout(next(anew), stock), known),
        goal="at most 1",
    )  # fmt: skip
    assert survey(moved, known, stock) == issues_of(Layout(moved, stock), known)
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    benchmark.pedantic(lambda: survey(next(live), known, stock), rounds=5)
