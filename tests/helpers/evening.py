"""A whole evening in a process of its own: an encounter opened, changed, saved, fought, left.

Before all that the process gives up internet sockets for good, in Python and below it. What it
prints at the end, `tests/test_no_network.py` reads.
"""

import json
import sys
import traceback
from pathlib import Path

from tests.helpers import no_network, seccomp

SEALED = seccomp.forbid_internet_sockets()
GUARD = no_network.Guard().install()

from PySide6.QtCore import QTimer  # noqa: E402 - nothing of Qt stands before the guard
from PySide6.QtWidgets import QApplication  # noqa: E402

from desktop.core import play  # noqa: E402
from desktop.ui import app  # noqa: E402
from desktop.ui.fight import Fight  # noqa: E402
from desktop.ui.main_window import MainWindow  # noqa: E402
from desktop.ui.session import Ref  # noqa: E402

NETWORKING = ("QtNetwork", "QtWebSockets", "QtWebEngineCore", "QtHttpServer", "QtDBus", "QtQml")
SOON_MS = 300


def build(window: MainWindow) -> None:
    session = window.session
    session.select([Ref("zone", next(iter(session.encounter.board.zones)))])
    session.edit("set_field", kind="encounter", id="", field="notes", value="http://example.org")
    window.files.save()
    for name in ("help.contents", "help.keys"):
        window.actions_[name].trigger()
    QTimer.singleShot(SOON_MS, lambda: fight(window))


def fight(window: MainWindow) -> None:
    combat = play.begin(window.session.encounter, stock=window.session.stock)
    window.actions_["fight.start"].trigger()
    window.bench.current_page.ready.emit(Fight(combat.book, combat, window.session))
    for _ in range(3):
        window.actions_["fight.next"].trigger()
    QTimer.singleShot(SOON_MS, lambda: leave(window))


def leave(window: MainWindow) -> None:
    maps = Path("/proc/self/maps")
    libraries = maps.read_text(encoding="utf-8") if maps.exists() else ""
    told = {
        "sealed": SEALED,
        "steps": len(window.session.fight.combat.steps),
        "reached for": GUARD.seen,
        "modules": [name for name in sys.modules if name.split(".")[-1] in NETWORKING],
        "libraries": sorted({word for word in libraries.split() if "Qt6Network" in word}),
    }
    print(json.dumps(told), flush=True)
    QApplication.exit(0)


class Stop(app.Crash):
    """Ends the evening with an error that nobody expected, where the program would go on."""

    def __call__(self, kind, error, trace) -> None:
        traceback.print_exception(kind, error, trace)
        QApplication.exit(1)


def main() -> int:
    starts = app.start

    def start(window: MainWindow, file: Path | None) -> None:
        starts(window, file)
        QTimer.singleShot(5 * SOON_MS, lambda: build(window))

    app.start = start
    app.Crash = Stop
    return app.run(Path(sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
