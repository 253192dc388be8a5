"""Edits in the real window: applied, drawn and checked, until canvas and issues are painted.

200 zones, 100 x 100 squares, 500 fighters. Goal: up to ten things within a frame of 60 a second
(16.7 ms) at the median, the whole board within four (67 ms), of the processor's own time.
"""

import gc
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.store.writing import write
from desktop.ui import theme
from desktop.ui.app import spare_pauses
from desktop.ui.main_window import MainWindow
from tests.bench import pairs
from tests.bench.big import large


@pytest.fixture(scope="module")
def window(tmp_path_factory: Any) -> Iterator[Any]:
    app = QApplication.instance() or QApplication([])
    theme.apply(app)  # type: ignore[arg-type]
    path = tmp_path_factory.mktemp("large") / "large.yaml"
    path.write_text(write(large()), encoding="utf-8")
    made = MainWindow()
    spare_pauses(made)
    made.resize(1366, 768)
    made.show()
    made.files.open_path(path)
    while not gc.get_freeze_count():
        QTest.qWait(100)
    yield made
    gc.unfreeze()
    made.document.session.saved()  # type: ignore[union-attr]
    made.close()


Step = tuple[str, dict[str, object]]


def fighters(first: int, many: int = 10) -> list[str]:
    return [f"f{n}" for n in range(first, first + many)]


def traits(zones: range, word: str) -> Step:
    return "set_traits", {"zones": [f"z{n}" for n in zones], "add": [word]}


def painted(squares: list[list[int]]) -> Step:
    return "paint", {"kind": "difficult", "squares": squares}


def put(places: list[list[int]], first: int) -> Step:
    return "put_each", {"places": dict(zip(fighters(first), places, strict=True))}


def fields(what: str, ids: list[str], **values: object) -> Step:
    return "set_fields", {"kind": what, "ids": ids, "values": values}


def zone(n: int) -> int:
    """One that has another at its right."""
    return n // 5 * 20 + n % 5 * 4


TEN = range(10)
ROOM = {"profile": "ganger", "side": "foes"}

EDITS: dict[str, Callable[[int], Step]] = {
    "a trait on ten zones": lambda n: traits(range(n, n + 10), "dark"),
    "a trait on ten zones far apart": lambda n: traits(range(n % 20, 200, 20), "dark"),
    "ten squares": lambda n: painted([[40 + x, 30 + n] for x in TEN]),
    "ten squares far apart": lambda n: painted(
        [[(x * 37 + n) % 100, (x * 53 + n) % 100] for x in TEN]
    ),
    "ten fighters": lambda n: put([[40 + x, 30 + n] for x in TEN], 0),
    "ten fighters far apart": lambda n: put(
        [[(x * 37 + n) % 90, x * 53 % 90] for x in range(20, 30)], n
    ),
    "ten fighters around a square": lambda n: (
        "put_people", {"people": fighters(0), "at": [30 + n, 50]}
    ),
    "ten fighters that hide": lambda n: fields("fighter", fighters(n), hidden=True),
    "a fighter brought in": lambda n: ("add_fighter", {**ROOM, "at": [30 + n, 33]}),
    "a group of ten brought in": lambda n: ("add_group", {**ROOM, "count": 10, "at": [30 + n, 33]}),
    "a zone with all that is in it": lambda n: (
        "move_zones", {"zones": [f"z{zone(n)}"], "dx": 0, "dy": 1}
    ),
    "a zone taken away": lambda n: ("remove", {"things": [["zone", f"z{zone(n)}"]]}),
    "two zones merged": lambda n: (
        "merge_zones", {"zones": [f"z{zone(n)}", f"z{zone(n) + 1}"]}
    ),
    "a corner": lambda n: (
        "move_corner",
        {"corner": [n % 9 * 10 + 5, n // 9 * 10 + 10], "to": [n % 9 * 10 + 6, n // 9 * 10 + 10]},
    ),
    "ten links of another kind": lambda n: fields(
        "link", [f"z{x}-z{x + 20}" for x in range(n, n + 10)], kind="stairs"
    ),
    "a wall": lambda n: ("add_wall", {"along": [[50, n], [50, n + 4]]}),
    "a level": lambda n: ("add_level", {"name": f"Above {n}"}),
    "the whole board": lambda n: traits(range(200), ("dark", "poorly lit")[n % 2]),
    "ten names, and with them 255 letters": lambda n: fields(
        "fighter", fighters(n * 10), name="Brand"
    ),
}  # fmt: skip
"""One after the other, each another than all before; between two the first is taken back."""


WHOLE = tuple(EDITS)[-2:]
FRAME = 1 / 60


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("name", list(EDITS))
def bench_edit_in_the_window(benchmark: Any, window: Any, name: str) -> None:
    session, issues = window.document.session, window.bench.panels["issues"]
    window.canvas.view.fit_board()
    numbers = count()

    def shown() -> None:
        while issues.is_behind:  # drawn first, looked over next
            QApplication.processEvents()
        QApplication.processEvents()  # what the list of issues has to paint

    def taken_back() -> None:
        session.undo()  # nothing, the first time
        shown()

    def edit() -> None:
        what, arguments = EDITS[name](next(numbers))
        assert session.edit(what, **arguments)
        shown()

    benchmark.pedantic(edit, setup=taken_back, rounds=40, warmup_rounds=4)
    taken_back()
    takes, goal = benchmark.stats.stats.median, FRAME * (4 if name in WHOLE else 1)
    pairs.EDITS.append(pairs.Edit(name, takes, goal))
