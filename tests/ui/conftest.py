"""What every test of the window has: the program dressed, and a way to show the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.ui import theme
from desktop.ui.main_window import MainWindow
from desktop.ui.main_window.typed import take_what_is_typed

SAMPLE = Path(__file__).parent.parent.parent / "encounters" / "dock-nine.yaml"

SMALL = """\
format: 1
name: Yard
board:
  zones:
    yard: {at: [0, 0, 8, 8], start: heroes}
    shed: {at: [8, 0, 8, 8], start: foes}
  links:
    yard-shed: {from: yard, to: shed}
profiles:
  guard: {name: Guard, side: foes, size: medium, imperium: {speed: normal, wounds: 8}}
fighters:
  ada: {name: Ada, profile: guard, side: heroes, at: yard}
  bo: {name: Bo, profile: guard, at: shed}
"""


@pytest.fixture(scope="session", autouse=True)
def dressed(qapp: QApplication) -> None:
    """Dress the program, once: to do it again goes through every widget that there is."""
    theme.apply(qapp)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return the file of a small encounter that a test may overwrite."""
    path = tmp_path / "yard.yaml"
    path.write_text(SMALL, encoding="utf-8")
    return path


@pytest.fixture
def shown(qtbot: QtBot) -> Callable[..., MainWindow]:
    """Return a way to show the window on a file, or on the welcome page."""

    def make(path: Path | None = None) -> MainWindow:
        window = MainWindow()
        qtbot.addWidget(window, before_close_func=_forget_changes)
        window.resize(1366, 768)
        window.show()
        qtbot.waitExposed(window)
        if path is None:
            window.show_welcome()
            qtbot.waitUntil(lambda: window.welcome.new.hasFocus())
        else:
            assert window.files.open_path(path), window.notice.says.text()
            qtbot.waitUntil(lambda: "inspector" in window.bench.panels)
        return window

    return make


def _forget_changes(window: MainWindow) -> None:
    """Let a window be closed without its question about unsaved work."""
    take_what_is_typed()
    if window.document is not None:
        window.document.session.saved()
        window.document.stamp, window.document.is_gone = None, False


def pytest_sessionfinish() -> None:
    """Empty the clipboard: without a screen Qt frees it when Python has gone, and crashes."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.clipboard().clear()
