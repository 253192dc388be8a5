"""Help pages, the page of keys, the error log, and what this program is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from desktop.core.store import places

if TYPE_CHECKING:
    from desktop.ui.dialogs.help import HelpViewer
    from desktop.ui.main_window.window import MainWindow


class HelpCommands:
    """All of it works without a network."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._viewer: HelpViewer | None = None

    def commands(self) -> Mapping[str, Callable[[object], object]]:
        """Return what the table may ask for, by name."""
        return {
            "help": lambda _: self.viewer().open_page("index"),
            "help.page": lambda name: self.viewer().open_page(str(name)), "help.rule": self.rule,
            "show_keys": lambda _: self.keys(), "about": lambda _: self.about(),
            "show_log": lambda _: self.log(),
        }  # fmt: skip

    def viewer(self) -> HelpViewer:
        """Return the help viewer, made when it is first wanted."""
        if self._viewer is None:
            from desktop.ui.dialogs.help import HelpViewer

            self._viewer = HelpViewer(self._window)
            self._viewer.reading_wanted.connect(lambda key: self._window.want("rulings.open", key))
        return self._viewer

    def rule(self, rule: object) -> None:
        """Show a rule of the catalogue."""
        self.viewer().open_rule(str(rule))

    def keys(self) -> None:
        """Show the page of keys, as the table has them now."""
        from desktop.ui.dialogs.keys import KeysPage

        KeysPage(self._window).show()

    def about(self) -> None:
        """Say what this program is."""
        from desktop.ui.dialogs.about import About

        About(self._window).exec()

    def log(self) -> None:
        """Open the file with what went wrong."""
        path = places.log_file()
        if path.is_file():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
        else:
            self._window.tell("Nothing went wrong so far; there is no log.")
