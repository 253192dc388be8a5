"""The help pages, read in the window, offline."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import QSize, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QTextCursor, QTextDocument, QTextLength
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QTextBrowser, QVBoxLayout, QWidget

from desktop.core.store import places
from desktop.core.store.catalogue import catalogue
from desktop.ui import theme
from desktop.ui.dialogs.sizing import fit

FIRST = "index"
PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What stands in a text for a picture."""
READING = "reading"
"""What a link begins with that leads to where a reading is chosen."""


class HelpViewer(QDialog):
    """A list of pages and the page itself; links lead from one to another."""

    reading_wanted = Signal(str)
    """The ruling whose reading shall be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("help")
        self.setWindowTitle("Help")
        fit(self, QSize(900, 680))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.list = QListWidget(self)
        self.list.setFixedWidth(200)
        row.addWidget(self.list)
        column = QVBoxLayout()
        row.addLayout(column, 1)
        self.text = QTextBrowser(self)
        self.text.setOpenLinks(False)
        self.text.setSearchPaths([str(folder())])  # its pictures stand beside a page
        self.text.document().setDocumentMargin(24)
        self.text.document().setDefaultStyleSheet(f"a {{ color: {theme.colours().link}; }}")
        self.text.anchorClicked.connect(self._follow)
        column.addWidget(self.text)
        self._pages = pages()
        for name, path in self._pages.items():
            self.list.addItem(headings_of(path)[0] if path.is_file() else name)
        self.list.currentRowChanged.connect(self._choose)

    def open_page(self, name: str, anchor: str = "") -> None:
        """Show a page by the name of its file, and the window if it is hidden."""
        path = self._pages.get(name)
        if path is None:
            path = next(iter(self._pages.values()), None)
        if path is None:
            self.text.setMarkdown("There are no help pages in this installation.")
        else:
            self.text.setMarkdown(path.read_text(encoding="utf-8"))
            self._space_out()
            self.list.blockSignals(True)
            self.list.setCurrentRow(list(self._pages.values()).index(path))
            self.list.blockSignals(False)
        if anchor:
            self._find(anchor)
        self.show()
        self.raise_()
        self.activateWindow()

    def _space_out(self) -> None:
        """Give headings and paragraphs room, and pictures no more than there is.

        Qt's Markdown does neither.
        """
        cursor = QTextCursor(self.text.document())
        cursor.beginEditBlock()  # else Qt lays a long table out anew for each of its cells
        block = self.text.document().begin()
        while block.isValid():
            form = block.blockFormat()
            is_heading = form.headingLevel() > 0
            form.setTopMargin(20 if is_heading and block.position() > 0 else 4)
            form.setBottomMargin(8 if is_heading else 4)
            cursor.setPosition(block.position())
            cursor.setBlockFormat(form)
            if (at := block.text().find(PICTURE)) >= 0:
                cursor.setPosition(block.position() + at)
                cursor.movePosition(cursor.MoveOperation.Right, cursor.MoveMode.KeepAnchor)
                picture = cursor.charFormat().toImageFormat()
                picture.setMaximumWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
                cursor.setCharFormat(picture)
            block = block.next()
        cursor.endEditBlock()
        self.text.moveCursor(QTextCursor.MoveOperation.Start)

    def open_rule(self, rule: str) -> None:
        """Show what the catalogue says about a rule."""
        known = {str(each.id): each for each in catalogue().rules.values()}
        found = known.get(rule)
        if found is None:
            says = f"<p>The catalogue has no rule {escape(rule)}.</p>"
        else:
            says = f"<h2>{escape(found.title)}</h2><p>{escape(found.rule)}</p>"
            says += "".join(_reading(key) for key in found.rulings)
        self.text.setHtml(f"{says}<p>{escape(rule)}</p>")
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1)  # it is none of the pages
        self.list.blockSignals(False)
        self.text.setFocus()  # a list that comes to have the keys would open its first page
        self.show()
        self.raise_()

    def _choose(self, row: int) -> None:
        self.open_page(list(self._pages)[row])

    def _follow(self, url: QUrl) -> None:
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
        elif url.scheme() == READING:
            self.reading_wanted.emit(url.path())
        elif url.path():
            self.open_page(Path(url.path()).stem, url.fragment())
        else:
            self._find(url.fragment())

    def _find(self, anchor: str) -> None:
        """Scroll to a heading; Markdown's own anchors are not made by Qt."""
        words = anchor.replace("-", " ")
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.text.find(words, QTextDocument.FindFlag(0))


def _reading(key: str) -> str:
    """Return a ruling that a rule hangs on, with what its readings mean."""
    ruling = catalogue().rulings.get(key)
    if ruling is None:
        return ""
    readings = "".join(
        f"<li><b>{escape(name)}</b>: {escape(text)}</li>" for name, text in ruling.readings.items()
    )
    asked = f"<h3>{escape(ruling.title)}</h3><p>{escape(ruling.question)}</p>"
    return f'{asked}<ul>{readings}</ul><p><a href="{READING}:{escape(key)}">Choose…</a></p>'


def folder() -> Path:
    """Return where the pages are, with their pictures."""
    return places.resources() / "help"


def pages() -> dict[str, Path]:
    """Return the help pages by the name of their file, the first one first."""
    found = {path.stem: path for path in sorted(folder().glob("*.md"))}
    if FIRST in found:
        found = {FIRST: found[FIRST], **found}
    return found


def headings_of(path: Path) -> list[str]:
    """Return the title of a page, and what its parts are called."""
    lines = path.read_text(encoding="utf-8").splitlines()
    title = lines[0].lstrip("# ") if lines else ""
    return [title or path.stem, *(line[3:] for line in lines if line.startswith("## "))]
