"""Edits in the real window: applied, drawn and checked, until canvas and issues are painted.

200 zones, 100 x 100 squares, 500 fighters. Goal: up to ten things within a frame of 60 a second
(16.7 ms) at the median, the whole board within four (67 ms).
"""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from desktop.core.store.writing import write
from desktop.ui import theme
from desktop.ui.main_window import MainWindow
from tests.bench.big import large


@pytest.fixture(scope="module")
def window(tmp_path_factory: Any) -> Iterator[Any]:
    app = QApplication.instance() or QApplication([])
    theme.apply(app)  # type: ignore[arg-type]
    path = tmp_path_factory.mktemp("large") / "large.yaml"
    path.write_text(write(large()), encoding="utf-8")
    made = MainWindow()
    made.resize(1366, 768)
    made.show()
    made.files.open_path(path)
    for _ in range(200):
        app.processEvents()
    yield made
    made.document.session.saved()  # type: ignore[union-attr]
    made.close()


def traits(zones: range, word: str) -> tuple[str, dict[str, object]]:
    return "set_traits", {"zones": [f"z{n}" for n in zones], "add": [word]}


def apart(dx: int) -> dict[str, list[int]]:
    """Ten places all over the board."""
    return {f"f{n}": [(n * 37) % 90 + dx, (n * 53) % 90] for n in range(20, 30)}


EDITS: dict[str, list[tuple[str, dict[str, object]]]] = {
    "a trait on ten zones": [traits(range(40, 50), word) for word in ("dark", "poorly lit")],
    "a trait on ten zones far apart": [
        traits(range(7, 200, 20), word) for word in ("dark", "poorly lit")
    ],
    "ten squares": [
        ("paint", {"kind": kind, "squares": [[x, 50] for x in range(40, 50)]})
        for kind in ("difficult", "water")
    ],
    "ten fighters": [
        ("put_each", {"places": {f"f{n}": [40 + n, y] for n in range(10)}}) for y in (44, 46)
    ],
    "ten fighters far apart": [("put_each", {"places": apart(dx)}) for dx in (1, 3)],
    "a zone with all that is in it": [
        ("move_zones", {"zones": ["z0"], "dx": 0, "dy": dy}) for dy in (1, -1)
    ],
    "a wall": [
        ("add_wall", {"along": [[50, 50], [50, 54]]}),
        ("erase_walls", {"along": [[50, 50], [50, 54]]}),
    ],
    "the whole board": [traits(range(200), word) for word in ("dark", "poorly lit")],
}


@pytest.mark.parametrize("name", list(EDITS))
def bench_edit_in_the_window(benchmark: Any, window: Any, name: str) -> None:
    session, issues = window.document.session, window.bench.panels["issues"]
    window.canvas.view.fit_board()
    edits = cycle(EDITS[name])

    def edit() -> None:
        what, arguments = next(edits)
        assert session.edit(what, **arguments)
        before = issues.issues
        while issues.issues is before:  # drawn first, looked over next
            QApplication.processEvents()
        QApplication.processEvents()  # what the list of issues has to paint

    benchmark.pedantic(edit, rounds=20, warmup_rounds=2)
