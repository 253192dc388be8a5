"""From start to the first painted window, against a bare one in turn; goal: at most 1.5.

Beside it stands how long it takes until what was asked for is in the window.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bench.pairs import measured, waited

ROOT = Path(__file__).parents[2]
SAMPLE = "encounters/dock-nine.yaml"
RUNS = 9
BARE = """
import os
from PySide6.QtWidgets import QApplication, QMainWindow

class Window(QMainWindow):
    def paintEvent(self, event):
        os._exit(0)

app = QApplication([])
window = Window()
window.showMaximized()
app.exec()
"""
WINDOW = """
import os
from desktop import cli
from desktop.ui.menus import late

late.painted = lambda: os._exit(0)
cli.main({arguments!r})
"""
"""The window stands, still empty, as the bare one does."""
CONTENT = """
import os
from desktop import cli
from desktop.ui.menus import late

seen = late.after_paint_of
late.after_paint_of = lambda widget, do: seen(widget, lambda: os._exit(0))
cli.main({arguments!r})
"""
"""What was asked for is painted: the board, or the welcome page."""


def started(code: str) -> None:
    """Start Python, and wait until it has painted; all it imports was compiled by the first run."""
    place = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    place.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=place,
        check=True,
        capture_output=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("what", "code", "arguments", "goal"),
    [
        ("first painted window", WINDOW, [SAMPLE], "at most 1.5"),
        ("painted welcome page", CONTENT, [], ""),
        ("painted board of a sample", CONTENT, [SAMPLE], ""),
    ],
)
def bench_start(benchmark: Any, what: str, code: str, arguments: list[str], goal: str) -> None:
    ours = code.format(arguments=arguments)
    row = measured(
        f"start to the {what}", lambda: started(ours),
        "a bare QMainWindow", lambda: started(BARE), rounds=RUNS, goal=goal,
        time_of=waited,
    )  # fmt: skip
    benchmark.extra_info["ratio to a bare window"] = round(row.ratio, 2)
    benchmark.pedantic(started, args=(ours,), rounds=1)
