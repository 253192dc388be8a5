"""The lists of what can be opened: in the File menu, under Ctrl+K, and on the welcome page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.core.store import recent
from desktop.ui.dialogs.times import when
from desktop.ui.main_window.listing import (
    UNTITLED,
    head_of,
    sample_files,
    short,
    unfinished,
    unsaved,
)
from desktop.ui.menus import late
from desktop.ui.menus.captions import menu_line, noted
from desktop.ui.panels.welcome_row import Line

if TYPE_CHECKING:  # what is needed to open something comes after the lists
    from PySide6.QtWidgets import QMenu

    from desktop.core.store.autosave import Leftover
    from desktop.ui.main_window.window import MainWindow
    from desktop.ui.panels.finding_parts import Part
    from desktop.ui.panels.welcome import Welcome


class FileLists:
    """Fills the lists; what is chosen from one the window's `files` open."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def fill_menu(self, menu: QMenu) -> None:
        """Fill the list of files used last, or that of the samples."""
        menu.clear()
        if menu.objectName() == "samples":
            for path in sample_files():
                self._add(menu, path, head_of(path)[0])
            return
        for path in recent.recent_files():
            self._add(menu, path, f"{path.stem}   {short(path.parent)}")
        if menu.isEmpty():
            noted(menu, "Nothing was opened yet")

    def _add(self, menu: QMenu, path: Path, text: str) -> None:
        action = menu.addAction(menu_line(text))
        action.setToolTip(str(path))
        action.triggered.connect(lambda: self._window.files.open_path(path))

    def parts(self) -> Iterator[Part]:
        """Yield the files used last, the samples and the pages of the help, for Ctrl+K to find."""
        from desktop.ui.dialogs.help import headings_of, pages
        from desktop.ui.panels.finding_parts import Part

        used = recent.recent_files()
        samples = [path for path in sample_files() if path not in used]
        for word, paths in (("recent", used), ("sample", samples)):
            for path in paths:
                wish = ("file.show", str(path))
                yield Part(f"Open {head_of(path)[0]}", word, wish, f"{path.stem} {word} file")
        for name, path in pages().items():
            title, *others = headings_of(path)
            yield Part(title, "help", ("help.page", name), " ".join(("help", name, *others)))

    def fill_welcome(self, page: Welcome) -> None:
        """Show what there is to open; what takes longer comes once the page is seen."""
        page.show_unsaved(unsaved_lines())
        fights = [
            Line(str(each.path), each.name or each.path.stem, f"Begun {when(each.started)}")
            for each in unfinished()
        ]
        page.show_lines(
            fights,
            [Line(str(path), head_of(path)[0], short(path)) for path in recent.recent_files()],
            [Line(str(path), *head_of(path)) for path in sample_files()],
        )
        late.after_paint_of(page, lambda: self._go_on(page, fights))

    def _go_on(self, page: Welcome, fights: Sequence[Line]) -> None:
        """Load what opens a file before one is chosen, and tell more of fights."""
        self._window.files  # noqa: B018 -- made by being asked for
        if fights and self._window.document is None:
            self._tell_more(page, fights)

    def _tell_more(self, page: Welcome, lines: Sequence[Line]) -> None:
        from desktop.ui.main_window.fights import where_it_stands

        more = []
        for line in lines[:5]:
            found = where_it_stands(Path(line.path))
            if found is not None:
                number, last = found
                beside = f"{line.beside}   {last}" if last else line.beside
                more.append(Line(line.path, line.name, beside, f"Round {number}"))
        page.show_fights(more)


def unsaved_lines() -> list[Line]:
    """Return a line of the welcome page for each document that was left unsaved."""
    return [
        Line(
            str(each[0].folder), each[0].about.title or UNTITLED, _beside(each), "Not saved"
        )
        for each in unsaved()
    ]  # fmt: skip


def _beside(leftovers: Sequence[Leftover]) -> str:
    many = sum(len(each.copies) for each in leftovers)
    about = leftovers[0].about
    where = about.file or "never saved"
    return f"{when(about.at)}, {many} {'copy' if many == 1 else 'copies'}   {where}"
