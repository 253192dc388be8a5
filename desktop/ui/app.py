"""The program as a whole: starting, dressing, and what happens to errors nobody expected."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

os.environ.setdefault("QT_API", "pyside6")  # qtawesome would guess, and import each to do so

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from desktop.ui import theme
from desktop.ui.main_window import MainWindow
from desktop.ui.menus import late

_early: list[str] = []
"""What Qt warned of before the log was there."""
NO_SCREEN = 2
"""What the program exits with where it finds no screen."""


SMALL_SCREEN = 2000
"""Up to so many pixels the window takes the whole screen, else a part of it."""
ROOM = 0.8


def run(file: Path | None) -> int:
    """Open the window on a file, or on the welcome page, and return the exit code."""
    qInstallMessageHandler(_qt_says)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("enfilade")
    app.setApplicationDisplayName("Enfilade")
    app.setDesktopFileName("enfilade")
    app.setPalette(theme.palette(theme.colours()))
    window = MainWindow()
    late.after_first_paint(_keep_log)
    sys.excepthook = Crash(window)
    start(window, file)
    return app.exec()


def start(window: MainWindow, file: Path | None) -> None:
    """Show the window with what it was asked for, large where the screen is small."""
    screen = window.screen().availableGeometry()
    window.resize(screen.size() * ROOM)
    late.after_first_paint(lambda: fill(window, file))
    if screen.width() <= SMALL_SCREEN:
        window.showMaximized()
    else:
        window.show()


def fill(window: MainWindow, file: Path | None) -> None:
    """Put what was asked for into the window that stands already."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app)
    if file is None:
        window.show_welcome()
    else:
        window.files.open_path(file)


class Crash:
    """Takes an error that nobody expected: shown, logged, the work put aside; nothing quits."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._busy = False

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Tell of one error; an error while telling is logged only."""
        if issubclass(kind, KeyboardInterrupt):
            self._window.close()
            return
        import logging
        import traceback

        logging.getLogger("enfilade").error("unexpected", exc_info=(kind, error, trace))
        if self._busy:
            return
        self._busy = True
        try:
            details = "".join(traceback.format_exception(kind, error, trace))
            self._window.show_crash(f"{kind.__name__}: {error}", details)
        finally:
            self._busy = False


def _keep_log() -> None:
    """Write warnings and worse into the user's own folder; the file is made with the first."""
    import logging

    from desktop.core.store import places
    from desktop.ui.main_window.help_commands import LOG_NAME

    handler = logging.FileHandler(places.state_folder() / LOG_NAME, encoding="utf-8", delay=True)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    for warning in _early:
        logging.getLogger("enfilade").warning(warning)
    _early.clear()


def _qt_says(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Log what Qt warns of; where it would abort for want of a screen, say so and leave."""
    if kind == QtMsgType.QtFatalMsg:
        print(
            "Enfilade found no screen to open its window on. Start it on a desktop, or use "
            f"`enfilade --help` for what works without one. ({message.splitlines()[0]})",
            file=sys.stderr,
        )
        sys.stderr.flush()
        os._exit(NO_SCREEN)  # returning would let Qt abort the process
    if kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg):
        warning = f"{context.category or 'qt'} {message}"
        import logging

        log = logging.getLogger("enfilade")
        if log.hasHandlers():
            log.warning(warning)
        else:
            _early.append(warning)
