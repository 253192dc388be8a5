"""From start to the first painted window, against a bare window in turn; goal: at most 1.5."""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

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


def started(code: str) -> float:
    """Return the seconds from spawning Python to the first painted window."""
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=True,
        capture_output=True,
        timeout=60,
    )
    return time.perf_counter() - begun


def bench_first_painted_window(benchmark: Any) -> None:
    ours = OURS.format(arguments=["encounters/dock-nine.yaml"])
    started(BARE)
    started(ours)
    pairs = [(started(ours), started(BARE)) for _ in range(RUNS)]
    ratio = statistics.median(one / other for one, other in pairs)
    benchmark.extra_info["ratio to a bare window"] = round(ratio, 2)
    print(f"\nfirst painted window, ratio to a bare one: {ratio:.2f}")
    benchmark.pedantic(started, args=(ours,), rounds=1)
