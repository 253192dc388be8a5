"""Edits in the real window: applied, drawn and checked, until canvas and issues are painted.

200 zones, 100 x 100 squares, 500 fighters. Goal: up to ten things within a frame of 60 a second
(16.7 ms) at the median, the whole board within four (67 ms), of the processor's own time.
"""

import gc
import time
from collections.abc import Iterator
from itertools import cycle
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
UNDO: Step = ("undo", {})


def traits(zones: range, word: str) -> Step:
    return "set_traits", {"zones": [f"z{n}" for n in zones], "add": [word]}


def apart(dx: int) -> dict[str, list[int]]:
    """Ten places all over the board."""
    return {f"f{n}": [(n * 37) % 90 + dx, (n * 53) % 90] for n in range(20, 30)}


TEN = [f"f{n}" for n in range(10)]
LINKS = [f"z{n}-z{n + 1}" for n in range(40, 50)]

EDITS: dict[str, list[Step]] = {
    "a trait on ten zones": [traits(range(40, 50), word) for word in ("dark", "poorly lit")],
    "a trait on ten zones far apart": [
        traits(range(7, 200, 20), word) for word in ("dark", "poorly lit")
    ],
    "ten squares": [
        ("paint", {"kind": kind, "squares": [[x, 50] for x in range(40, 50)]})
        for kind in ("difficult", "water")
    ],
    "ten squares far apart": [
        ("paint", {"kind": kind, "squares": [[x * 37 % 100, x * 53 % 100] for x in range(10)]})
        for kind in ("difficult", "water")
    ],
    "ten fighters": [
        ("put_each", {"places": {f"f{n}": [40 + n, y] for n in range(10)}}) for y in (44, 46)
    ],
    "ten fighters far apart": [("put_each", {"places": apart(dx)}) for dx in (1, 3)],
    "ten fighters around a square": [
        ("put_people", {"people": TEN, "at": at}) for at in ([50, 50], [52, 52])
    ],
    "ten fighters that hide": [
        ("set_fields", {"kind": "fighter", "ids": TEN, "values": {"hidden": True}}), UNDO,
    ],
    "a fighter brought in": [
        ("add_fighter", {"profile": "ganger", "at": [33, 33], "side": "foes"}), UNDO,
    ],
    "a group of ten brought in": [
        ("add_group", {"profile": "ganger", "count": 10, "at": [33, 33], "side": "foes"}), UNDO,
    ],
    "a zone with all that is in it": [
        ("move_zones", {"zones": ["z0"], "dx": 0, "dy": dy}) for dy in (1, -1)
    ],
    "a zone taken away": [("remove", {"things": [["zone", "z44"]]}), UNDO],
    "two zones merged": [("merge_zones", {"zones": ["z44", "z45"]}), UNDO],
    "a corner": [
        ("move_corner", {"corner": [25, 10], "to": [26, 10]}),
        ("move_corner", {"corner": [26, 10], "to": [25, 10]}),
    ],
    "ten links of another kind": [
        ("set_fields", {"kind": "link", "ids": LINKS, "values": {"kind": "stairs"}}), UNDO,
    ],
    "a wall": [
        ("add_wall", {"along": [[50, 50], [50, 54]]}),
        ("erase_walls", {"along": [[50, 50], [50, 54]]}),
    ],
    "a level": [("add_level", {"name": "Above"}), UNDO],
    "the whole board": [traits(range(200), word) for word in ("dark", "poorly lit")],
    "ten names, and with them 255 letters": [
        ("set_fields", {"kind": "fighter", "ids": TEN, "values": {"name": "Brand"}}), UNDO,
    ],
}  # fmt: skip
"""What is done by turns; the last two change the whole board."""


WHOLE = tuple(EDITS)[-2:]
FRAME = 1 / 60


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("name", list(EDITS))
def bench_edit_in_the_window(benchmark: Any, window: Any, name: str) -> None:
    session, issues = window.document.session, window.bench.panels["issues"]
    window.canvas.view.fit_board()
    edits = cycle(EDITS[name])

    def edit() -> None:
        what, arguments = next(edits)
        if what == "undo":
            session.undo()
        else:
            assert session.edit(what, **arguments)
        while issues.is_behind:  # drawn first, looked over next
            QApplication.processEvents()
        QApplication.processEvents()  # what the list of issues has to paint

    benchmark.pedantic(edit, rounds=40, warmup_rounds=4)
    takes, goal = benchmark.stats.stats.median, FRAME * (4 if name in WHOLE else 1)
    pairs.EDITS.append(pairs.Edit(name, takes, goal))
