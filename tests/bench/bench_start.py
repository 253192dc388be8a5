"""From start to the first painted window, against a bare window in turn; goal: at most 1.5."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.bench.pairs import measured, waited

ROOT = Path(__file__).parents[2]
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
OURS = """
import os
from desktop import cli
from desktop.ui.menus import late

late.painted = lambda: os._exit(0)
cli.main({arguments!r})
"""


def started(code: str) -> None:
    """Start Python, and wait for the first painted window."""
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=True,
        capture_output=True,
        timeout=60,
    )


def bench_first_painted_window(benchmark: Any) -> None:
    ours = OURS.format(arguments=["encounters/dock-nine.yaml"])
    row = measured(
        "start to the first painted window", lambda: started(ours),
        "a bare QMainWindow", lambda: started(BARE), rounds=RUNS, goal="at most 1.5",
        time_of=waited,
    )  # fmt: skip
    benchmark.extra_info["ratio to a bare window"] = round(row.ratio, 2)
    benchmark.pedantic(started, args=(ours,), rounds=1)
