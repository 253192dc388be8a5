"""What was kept of unsaved work: which copies there are, and how each differs from its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.core.errors import LoadError
from desktop.core.model.encounter import Encounter
from desktop.core.model.summary import summary
from desktop.core.model.words import LevelId
from desktop.core.store import autosave, places, rosters
from desktop.core.store.autosave import Copy, Leftover, read_copy
from desktop.core.store.reading import read_file
from desktop.ui.canvas.drawn import from_encounter
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.canvas.zooming import ZoomingView
from desktop.ui.dialogs.sizing import fit
from desktop.ui.dialogs.times import when

COPY = Qt.ItemDataRole.UserRole
NO_FLAGS = Qt.ItemFlag.NoItemFlags
LISTED_PX = 264
TOLD_LINES = 7
DIFFERS = "How the copy differs from the file"
DONE = "Done before the program ended, the latest first"
SIZE_PX = QSize(1160, 640)


class RecoveryDialog(QDialog):
    """Copies at the left; at the right the file and the chosen copy side by side."""

    def __init__(self, leftovers: Sequence[Leftover], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recovery")
        self.setWindowTitle("Recover unsaved work")
        fit(self, SIZE_PX)
        self.chosen: tuple[Leftover, Copy] | None = None
        """The copy to go on with, once it is closed."""
        self.thrown: list[Leftover] = []
        self._leftovers = list(leftovers)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        says = QLabel(
            "The program ended before this was saved. Opening a copy changes no file until you "
            "save; the file that is there now is kept then, too.",
            self,
        )
        says.setWordWrap(True)
        column.addWidget(says)
        middle = QHBoxLayout()
        middle.setSpacing(8)
        column.addLayout(middle, 1)
        self.list = QListWidget(self)
        self.list.setObjectName("copies")
        self.list.setAccessibleName("Copies")
        self.list.setFixedWidth(LISTED_PX)
        middle.addWidget(self.list)
        right = QVBoxLayout()
        right.setSpacing(8)
        middle.addLayout(right, 1)
        boards, words = QHBoxLayout(), QHBoxLayout()
        for pair in (boards, words):
            pair.setSpacing(8)
        right.addLayout(boards, 1)
        right.addLayout(words)
        self.file, self.copy = BoardShown(self), BoardShown(self)
        self.differs, self.since = Told(DIFFERS, self), Told(DONE, self)
        for pair, two in ((boards, (self.file, self.copy)), (words, (self.differs, self.since))):
            for each in two:
                pair.addWidget(each, 1)
        column.addLayout(self._buttons())
        self.list.itemSelectionChanged.connect(self._show)
        self.list.itemActivated.connect(self.accept)
        self._fill()
        self.list.setFocus()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.throw = QPushButton("Throw away", self)
        self.throw.setToolTip("Throw away all copies of this encounter")
        self.throw.clicked.connect(self._throw)
        self.later = QPushButton("Keep for later", self)
        self.later.clicked.connect(self.reject)
        self.go = QPushButton("Open this copy", self)
        self.go.setDefault(True)
        self.go.clicked.connect(self.accept)
        self.throw.setAutoDefault(False)
        row.addWidget(self.throw)
        row.addStretch(1)
        row.addWidget(self.later)
        row.addWidget(self.go)
        return row

    # The list

    def _fill(self) -> None:
        self.list.clear()
        for leftover in self._leftovers:
            about = leftover.about
            name = about.title or "Untitled"
            thrown = " (thrown away)" if leftover.thrown else ""
            heading = _heading(f"{name}{thrown}")
            heading.setToolTip(about.file or "It was never saved.")
            self.list.addItem(heading)
            for copy in leftover.copies:
                item = QListWidgetItem(
                    f"    {when(copy.about.at, seconds=True)}{_mark(leftover, copy)}"
                )
                item.setData(COPY, (leftover, copy))
                item.setToolTip(str(copy.path))
                self.list.addItem(item)
        self.list.setCurrentRow(1 if self._leftovers else -1)
        if not self._leftovers:
            self._show()

    @property
    def current(self) -> tuple[Leftover, Copy] | None:
        """The copy in focus, and those that it belongs to."""
        items = self.list.selectedItems()
        found: tuple[Leftover, Copy] | None = items[0].data(COPY) if items else None
        return found

    def _show(self) -> None:
        current = self.current
        self.differs.tell(())
        self.since.tell(())
        self.throw.setEnabled(current is not None and not current[0].thrown)
        self.go.setEnabled(False)
        if current is None:
            self.file.say("", "")
            self.copy.say("", "")
            return
        _, copy = current
        kept = _kept(copy)
        file = _file(copy)
        self.go.setEnabled(kept.encounter is not None)
        level = _level(file.encounter, kept.encounter)
        self.file.show_board(file, level)
        self.copy.show_board(kept, level)
        if kept.encounter is not None:
            self._tell(file.encounter, kept.encounter, copy)

    def _tell(self, file: Encounter | None, kept: Encounter, copy: Copy) -> None:
        """Say what the copy has that the file has not, and what was done since."""
        nothing = "Nothing differs" if file is not None else "There is no file to compare it with"
        differs = () if file is None else summary(file, kept)
        self.differs.tell(differs or (nothing,))
        self.since.tell(copy.about.done[::-1] or ("Nothing was noted",))

    # What becomes of it

    def accept(self) -> None:
        """Go on with the copy in focus."""
        if self.go.isEnabled():
            self.chosen = self.current
            super().accept()

    def _throw(self) -> None:
        current = self.current
        if current is None:
            return
        file = current[0].about.file
        for each in list(self._leftovers):
            if each is current[0] or (file and each.about.file == file):
                autosave.throw_away(each)
                self.thrown.append(each)
                self._leftovers.remove(each)
        if self._leftovers:
            self._fill()
        else:
            self.reject()


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two boards, or why there is none."""

    title: str
    encounter: Encounter | None
    folder: Path
    says: str = ""


class Told(QWidget):
    """Lines under a heading, as undo says them."""

    def __init__(self, heading: str, parent: QWidget) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        title = QLabel(heading.upper(), self)
        title.setProperty("role", "heading")
        title.setWordWrap(True)
        column.addWidget(title)
        self.list = QListWidget(self)
        self.list.setAccessibleName(heading)
        self.list.setFixedHeight(self.list.fontMetrics().lineSpacing() * TOLD_LINES + 16)
        self.list.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.list.setWordWrap(True)
        column.addWidget(self.list)

    def tell(self, lines: Sequence[str]) -> None:
        """Show these lines in the place of all others."""
        self.list.clear()
        self.list.addItems(lines)


class BoardShown(QWidget):
    """A board to look at: the wheel zooms, nothing can be changed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.title = QLabel(self)
        self.title.setProperty("role", "heading")
        self.title.setMinimumWidth(1)
        column.addWidget(self.title)
        self._pages = QStackedWidget(self)
        column.addWidget(self._pages, 1)
        self.scene = BoardScene(self)
        self.view = _Whole(self.scene, self)
        self.view.setInteractive(False)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.nothing = QLabel(self)
        self.nothing.setProperty("role", "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.nothing.setMinimumSize(1, 1)
        self._pages.addWidget(self.view)
        self._pages.addWidget(self.nothing)

    def show_board(self, side: _Side, level: LevelId | None) -> None:
        """Show a board of one level, or why there is none."""
        if side.encounter is None or level is None:
            self.say(side.title, side.says)
            return
        self.title.setText(side.title.upper())
        levels = side.encounter.board.levels
        shown = level if level in levels else side.encounter.board.first_level
        self.scene.show_drawn(
            from_encounter(side.encounter, shown, stock=rosters.stock(), folder=side.folder)
        )
        self._pages.setCurrentWidget(self.view)
        self.view.fit_board()

    def say(self, title: str, says: str) -> None:
        """Say something in the place of a board."""
        self.title.setText(title.upper())
        self.nothing.setText(says)
        self._pages.setCurrentWidget(self.nothing)


class _Whole(ZoomingView):
    """Shows the whole board whenever its size changes."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the whole board in view."""
        super().resizeEvent(event)
        self.fit_board()


def _heading(text: str) -> QListWidgetItem:
    """Return a line that heads others and cannot be chosen."""
    item = QListWidgetItem(text)
    item.setFlags(NO_FLAGS)
    font = item.font()
    font.setBold(True)
    item.setFont(font)
    return item


def _kept(copy: Copy) -> _Side:
    title, folder = f"The copy of {when(copy.about.at, seconds=True)}", _folder(copy)
    try:
        return _Side(title, read_copy(copy, rosters.stock()).encounter, folder)
    except LoadError as error:
        return _Side(title, None, folder, str(error.problems[0]))


def _file(copy: Copy) -> _Side:
    folder = _folder(copy)
    if not copy.about.file:
        return _Side("The file", None, folder, "It was never saved, so there is no file.")
    path = Path(copy.about.file)
    title = f"{path.name} as it is now"
    try:
        return _Side(title, read_file(path, stock=rosters.stock()).encounter, folder)
    except LoadError as error:
        return _Side(title, None, folder, f"{path}\n{error.problems[0].says}")


def _folder(copy: Copy) -> Path:
    return Path(copy.about.file).parent if copy.about.file else places.pictures_folder()


def _level(file: Encounter | None, kept: Encounter | None) -> LevelId | None:
    """Return the level to compare: the first on which the boards differ."""
    if kept is None:
        return None if file is None else file.board.first_level
    if file is not None:
        before, after = file.board, kept.board
        for level in after.levels:
            for kind in ("zones", "features", "doors"):
                one, other = getattr(before, kind), getattr(after, kind)
                of_level = ({k: v for k, v in each.items() if v.level == level}
                            for each in (one, other))  # fmt: skip
                if next(of_level) != next(of_level):
                    return level
            if before.squares.get(level) != after.squares.get(level):
                return level
    return kept.board.first_level


def _mark(leftover: Leftover, copy: Copy) -> str:
    if copy.about.shaken:
        return "   after an error"
    return "   the last" if copy is leftover.copies[0] and len(leftover.copies) > 1 else ""
