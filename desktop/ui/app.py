"""The program as a whole: starting, dressing, and what happens to errors nobody expected."""

from __future__ import annotations

import gc
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_API", "pyside6")  # qtawesome would guess, and import each to do so

from PySide6.QtCore import QObject, QTimer, Signal, qInstallMessageHandler
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from desktop.ui.main_window import MainWindow
from desktop.ui.menus import late

if TYPE_CHECKING:  # all of it comes after the first picture
    from types import TracebackType

    from PySide6.QtCore import QMessageLogContext, QtMsgType

_early: list[str] = []
"""What Qt warned of before the log was there."""

EMPTY = "#1b1d21"
"""The theme's colour of the window: the rest of the theme comes after the first picture."""
SMALL_SCREEN = 2000
"""Up to so many pixels the window takes the whole screen, else a part of it."""
ROOM = 0.8
RESTS_MS = 1000
"""So long after an encounter is shown all that belongs to it is there."""


def run(file: Path | None) -> int:
    """Open the window on a file, or on the welcome page, and return the exit code."""
    qInstallMessageHandler(qt_says)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("enfilade")
    app.setApplicationDisplayName("Enfilade")
    app.setDesktopFileName("enfilade")
    app.setPalette(empty())
    window = MainWindow()
    late.after_first_paint(_keep_log)
    spare_pauses(window)
    crash = Crash(window)
    sys.excepthook, threading.excepthook = crash, crash.in_thread
    start(window, file)
    return app.exec()


def empty() -> QPalette:
    """Return the colours of a window that holds nothing yet.

    Neither `Qt` nor what may take one of its words, as `QPalette(colour)`, is touched before the
    first picture: PySide makes all of the hundred enumerations in `Qt` the first time.
    """
    made = QPalette()
    made.setColor(QPalette.ColorRole.Window, QColor(EMPTY))
    return made


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
    """Put what was asked for into the window, unless a file was dropped on it already."""
    from desktop.ui import theme

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app)
    if file is None or window.document is not None:
        window.stand()
    else:
        window.files.open_path(file)
    say_where(window)


def spare_pauses(window: MainWindow) -> None:
    """Leave what an open encounter is made of out of the collections of garbage from then on.

    A full one would look at all of it and pause the window for 80 ms now and then, for nothing: it
    stands until another is opened, and what has become garbage by then is collected first.
    """
    rest = QTimer(window)
    rest.setSingleShot(True)
    rest.setInterval(RESTS_MS)
    rest.timeout.connect(_set_apart)
    window.opened.connect(rest.start)


def _set_apart() -> None:
    from desktop.core import play

    play.load_shapely()  # else the first merge of zones would wait for it
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def say_where(window: MainWindow) -> None:
    """Say where settings and fights go instead of a home that cannot be written."""
    from desktop.core.store import places

    folder = places.state_folder()
    if places.is_stand_in(folder):
        says = (
            f"Your home folder cannot be written. Settings and fights go to {folder.parent}, which "
            "may be emptied when the computer restarts; save what you want to keep elsewhere."
        )
        print(says, file=sys.stderr, flush=True)
        if not window.notice.says.text():
            window.notice.tell(says)


class Crash(QObject):
    """Takes an error that nobody expected: shown, logged, the work put aside; nothing quits."""

    _elsewhere = Signal(object)
    """From another thread, so that Qt queues it: what its hook was given."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._busy = False
        self._elsewhere.connect(self._from_elsewhere)

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
            self._window.show_crash(f"{kind.__name__}: {error}", details, self._put_aside())
        except Exception:  # the window itself is hurt; the copy is on disk
            logging.getLogger("enfilade").exception("while telling of it")
        finally:
            self._busy = False

    def in_thread(self, hook: threading.ExceptHookArgs) -> None:
        """Tell of an error in another thread, in the thread of the window."""
        if hook.exc_value is not None:
            self._elsewhere.emit((hook.exc_type, hook.exc_value, hook.exc_traceback))

    def _from_elsewhere(
        self, hook: tuple[type[BaseException], BaseException, TracebackType | None]
    ) -> None:
        self(*hook)

    def _put_aside(self) -> str:
        """Write a copy of unsaved work, and return the sentence about it."""
        import logging

        from desktop.core.errors import EncounterError

        try:
            aside = self._window.files.save_aside()
        except EncounterError as error:
            return f"No copy of your encounter could be made: {error} Save it under another name."
        except Exception:  # what is to be written is hurt itself
            logging.getLogger("enfilade").exception("while putting the work aside")
            return "No copy of your encounter could be made. Save it under another name now."
        return f"A copy of your encounter is in {aside}." if aside is not None else ""


def _keep_log() -> None:
    """Write warnings and worse into the user's own folder; the file is made with the first."""
    import logging

    from desktop.core.store import places

    handler = logging.FileHandler(places.log_file(), encoding="utf-8", delay=True)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    for warning in _early:
        logging.getLogger("enfilade").warning(warning)
    _early.clear()


def qt_says(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Log what Qt warns of; where it would abort for want of a screen, say so and leave."""
    from PySide6.QtCore import QtMsgType

    if kind == QtMsgType.QtFatalMsg:
        from desktop import libraries

        lacking = libraries.missing()
        libraries.tell(
            libraries.lacks(lacking)
            if lacking
            else "Enfilade found no screen to open its window on. Start it on a desktop, or use "
            f"`enfilade --help` for what works without one. ({message.splitlines()[0]})"
        )
        os._exit(libraries.CANNOT_START)  # returning would let Qt abort the process
    if kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg):
        warning = f"{context.category or 'qt'} {message}"
        import logging

        log = logging.getLogger("enfilade")
        if log.hasHandlers():
            log.warning(warning)
        else:
            _early.append(warning)
