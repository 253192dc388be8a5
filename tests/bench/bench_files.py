"""Reading an encounter of a megabyte, and folding a fight of two thousand steps."""

import json
from pathlib import Path
from typing import Any

import yaml

from desktop.core import play
from desktop.core.rules.actions import BeginTurn, EndTurn
from desktop.core.rules.combat import replayed
from desktop.core.store import fights, rosters
from desktop.core.store.reading import read
from desktop.core.store.writing import write
from tests.bench.big import fight, megabyte
from tests.bench.pairs import measured

STEPS = 2000


def bench_reading_a_megabyte(benchmark: Any) -> None:
    """Every check of the reader included, against a bare load by the C loader."""
    text, stock = write(megabyte()), rosters.stock()
    assert 1_000_000 <= len(text.encode()) < 1_300_000
    row = measured(
        "reading a 1 MB encounter, checked", lambda: read(text, "big.yaml", stock=stock),
        "yaml.load with the C loader", lambda: yaml.load(text, Loader=yaml.CSafeLoader),
        rounds=5, goal="at most 1",
    )  # fmt: skip
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    benchmark.pedantic(read, args=(text, "big.yaml"), kwargs={"stock": stock}, rounds=1)


def bench_folding_two_thousand_steps(benchmark: Any, tmp_path: Path) -> None:
    """The facts in memory, folded, against parsing the lines of the fight file as JSON."""
    begun = play.begin(fight()).take(BeginTurn(), play.SeededTable(1))
    ended = begun.take(EndTurn(), play.SeededTable(1))
    steps = [*begun.steps, *(ended.steps[-1], begun.steps[-1]) * (STEPS // 2)]
    with fights.begin(tmp_path, "long", play.header(begun, fight()), play.vocabulary()) as file:
        for step in steps:
            file.step(step)
    lines = [line.removeprefix("--- ") for line in file.path.read_text("utf-8").splitlines()]
    row = measured(
        "folding a fight of 2,000 steps", lambda: replayed(begun.book, begun.start, steps),
        "parsing its lines as JSON", lambda: [json.loads(line) for line in lines],
    )  # fmt: skip
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    again = benchmark.pedantic(replayed, args=(begun.book, begun.start, steps), rounds=3)
    assert again.cursor == len(steps)
