"""The frame and what it holds; what it does stands in the `…_commands` modules beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMainWindow

from desktop.ui.menus import late

if TYPE_CHECKING:  # all of it comes after the first picture
    from PySide6.QtCore import QEvent, QUrl
    from PySide6.QtGui import (
        QCloseEvent,
        QDragEnterEvent,
        QDropEvent,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
    )
    from PySide6.QtWidgets import QMenu, QStackedWidget

    from desktop.core.errors import EncounterError
    from desktop.ui.canvas.canvas import Canvas
    from desktop.ui.fight import Fight
    from desktop.ui.main_window.bench import Bench
    from desktop.ui.main_window.fight_commands import FightCommands
    from desktop.ui.main_window.file_commands import FileCommands
    from desktop.ui.main_window.file_lists import FileLists
    from desktop.ui.main_window.files import Document
    from desktop.ui.main_window.notice import Notice
    from desktop.ui.main_window.status_line import StatusLine
    from desktop.ui.main_window.top_bar import TopBar
    from desktop.ui.main_window.view_commands import ViewCommands
    from desktop.ui.menus.actions import Actions
    from desktop.ui.menus.hand import Hand
    from desktop.ui.menus.verb import MenuName
    from desktop.ui.panels.finder import Finder
    from desktop.ui.panels.finding import Found
    from desktop.ui.panels.welcome import Welcome
    from desktop.ui.session import Session

PROGRAM = "Enfilade"
LEAST_PX = (880, 480)


class MainWindow(QMainWindow):
    """One window with one encounter, or with the welcome page.

    It stands as an empty frame first, which is there at once; `build` makes what is in it.
    """

    opened = Signal()
    """An encounter is shown, with everything around it."""
    actions_: Actions
    menus: dict[MenuName, QMenu]
    finder: Finder
    top: TopBar
    status: StatusLine
    notice: Notice
    _hand: Hand
    _pages: QStackedWidget

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle(PROGRAM)
        self.setMinimumSize(*LEAST_PX)
        self.setAcceptDrops(True)
        self._is_built = False
        self.document: Document | None = None
        self.bench: Bench | None = None
        self.welcome: Welcome | None = None

    @cached_property
    def files(self) -> FileCommands:
        """What is done with files."""
        from desktop.ui.main_window.file_commands import FileCommands

        return FileCommands(self)

    @cached_property
    def lists(self) -> FileLists:
        """What lists the files that can be opened."""
        from desktop.ui.main_window.file_lists import FileLists

        return FileLists(self)

    @cached_property
    def fights(self) -> FightCommands:
        """What is done with whole fights."""
        from desktop.ui.main_window.fight_commands import FightCommands

        return FightCommands(self)

    @cached_property
    def view(self) -> ViewCommands:
        """What is done to how one looks."""
        from desktop.ui.main_window.view_commands import ViewCommands

        return ViewCommands(self)

    @cached_property
    def _commands(self) -> Mapping[str, Callable[[object], object]]:
        from desktop.ui.main_window.board_commands import BoardCommands
        from desktop.ui.main_window.help_commands import HelpCommands
        from desktop.ui.main_window.picture_commands import PictureCommands

        board, pictures, help_ = BoardCommands(self), PictureCommands(self), HelpCommands(self)
        parts = (self.files, self.fights, self.view, board, pictures, help_)
        return {name: do for part in parts for name, do in part.commands().items()}

    def build(self) -> None:
        """Make all that stands in the frame, once."""
        if self._is_built:
            return
        from PySide6.QtGui import QIcon

        from desktop.ui import theme
        from desktop.ui.main_window.notice import Notice
        from desktop.ui.menus.actions import Actions
        from desktop.ui.menus.hand import Hand

        self._is_built = True
        self.setWindowIcon(QIcon(str(theme.icons_folder() / "enfilade.svg")))
        self._hand = Hand(self)
        self.actions_ = Actions(self, self)
        self.notice = Notice()
        self._frame()
        self._hand.tool_changed.connect(lambda _tool: self.actions_.refresh())
        self._hand.change_place_changed.connect(lambda _on: self.actions_.refresh())
        late.after_first_paint(self.actions_.dress)

    def _frame(self) -> None:
        from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

        from desktop.ui.main_window.status_line import StatusLine
        from desktop.ui.main_window.top_bar import TopBar
        from desktop.ui.menus.table import VERBS
        from desktop.ui.panels.finder import Finder

        menus, self.menus = self.actions_.menu_bar(self)
        self.finder = Finder(self.actions_.context, VERBS.values(), self, files=self.lists.parts)
        self.finder.chosen.connect(self._take_found)
        self.finder.left.connect(self.focus_canvas)
        self.top = TopBar(self.actions_, menus, self.finder, self)
        self.top.build.clicked.connect(lambda: self.view.go_to("build"))
        self.top.play.clicked.connect(lambda: self.view.go_to("play"))
        self.setMenuWidget(self.top)
        self._lists_in_menu()
        for menu in self.menus.values():
            menu.aboutToShow.connect(self.actions_.refresh)
        self._pages = QStackedWidget(self)
        self.status = StatusLine(self)
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._pages, 1)
        column.addWidget(self.status)
        self.setCentralWidget(centre)

    def _lists_in_menu(self) -> None:
        """Add the files used last and the samples to the File menu; both fill when they open."""
        from PySide6.QtWidgets import QMenu

        menu = self.menus["file"]
        before = menu.actions()[2]
        for title, name in (("Open recent", "recent"), ("Samples", "samples")):
            lists = QMenu(title, menu)
            lists.setObjectName(name)
            lists.aboutToShow.connect(lambda lists=lists: self.lists.fill_menu(lists))
            menu.insertMenu(before, lists)

    # What the table asks of the window

    @property
    def session(self) -> Session | None:
        """The open encounter."""
        return None if self.document is None else self.document.session

    @property
    def hand(self) -> Hand:
        """The tool in hand."""
        return self._hand

    @property
    def canvas(self) -> Canvas | None:
        """The canvas of the open encounter."""
        return None if self.bench is None else self.bench.canvas

    @property
    def page_open(self) -> bool:
        """Whether the page between Build and round 1 is open."""
        return self.bench is not None and self.bench.page_open

    @property
    def fight(self) -> Fight | None:
        """The fight in the window."""
        return None if self.session is None else self.session.fight

    def tell(self, text: str) -> None:
        """Say one sentence in the status line."""
        self.status.tell(text)

    def command(self, name: str, argument: object = None) -> None:
        """Do what belongs to the window itself."""
        self._commands[name](argument)

    def want(self, name: str, argument: object = None) -> None:
        """Do what a panel asks for: a line of the table, or a thing that needs an argument."""
        from desktop.ui.menus.table import VERBS

        if name in VERBS:
            self.actions_.do(name, argument)
        else:
            self.command(name, argument)
            self.actions_.refresh()

    # Pages

    def show_document(self, document: Document) -> None:
        """Put a document on the bench, in the place of what was there; the old one is let go."""
        from desktop.ui.main_window.bench import Bench

        self.build()
        bench = Bench(document.session, self._hand, self.actions_, self)
        self._drop_bench()
        self.document, self.bench = document, bench
        self.notice.clear()
        bench.notices.addWidget(self.notice)
        self._pages.addWidget(bench)
        self._pages.setCurrentWidget(bench)
        self.actions_.set_canvas(bench.canvas)
        self._connect(document.session, bench)
        self.files.keeping.begin(document)
        self._zoom_box(bench)
        late.after_paint_of(bench.canvas.view.viewport(), self._fill)
        self.show_mode()
        self._show_place()
        self._title()
        self.focus_canvas()

    def show_welcome(self) -> None:
        """Show the welcome page; whatever was open is let go."""
        from desktop.ui.panels.welcome import Welcome

        self.build()
        self._drop_bench()
        self.document = None
        if self.welcome is None:
            self.welcome = Welcome(self)
            self.welcome.new_wanted.connect(lambda: self.command("new"))
            self.welcome.open_wanted.connect(lambda: self.command("open"))
            self.welcome.file_wanted.connect(lambda path: self.files.open_path(Path(path)))
            self.welcome.fight_wanted.connect(lambda path: self.fights.resume(Path(path)))
            self.welcome.unsaved_wanted.connect(lambda folder: self.files.recovery.show(folder))
            self._pages.addWidget(self.welcome)
        self.welcome.notices.addWidget(self.notice)
        self.lists.fill_welcome(self.welcome)
        self._pages.setCurrentWidget(self.welcome)
        self.status.hint("Open an encounter, or make a new one. Ctrl+K finds everything.")
        self.status.show_place("")
        self.status.set_zoom_box(None)
        self.show_mode()
        self._title()
        self.welcome.new.setFocus()

    def stand(self) -> None:
        """Show the welcome page where nothing is shown yet."""
        if not self._is_built or self._pages.currentWidget() is None:
            self.show_welcome()

    def _drop_bench(self) -> None:
        self.notice.clear()
        self.notice.setParent(self)
        if self.bench is None:
            return
        self.files.keep_view()
        self.files.keeping.let_go()
        self.fights.let_go()
        self.actions_.set_canvas(None)
        bench, self.bench = self.bench, None
        self._pages.removeWidget(bench)
        bench.deleteLater()

    def _fill(self) -> None:
        if self.bench is not None:
            self.bench.fill()
            self.bench.show_mode()
            late.after_first_paint(self.bench.see)
            self.status.hint(self.bench.canvas.view.tool.status)
            self.actions_.refresh()
            self.opened.emit()

    def _connect(self, session: Session, bench: Bench) -> None:
        from desktop.ui.menus.following import Following

        session.changed.connect(self._changed)
        session.selection_changed.connect(self._selected)
        session.mode_changed.connect(self._mode_changed)
        session.level_changed.connect(self._show_place)
        session.told.connect(self.tell)
        following = Following(session, bench)
        following.moved.connect(self._fight_moved)
        following.exchanged.connect(self.actions_.refresh)
        following.refused.connect(self.fights.tell_refused)
        following.told.connect(self.tell)
        bench.wants.connect(self.want)
        self.top.forget_counts()
        bench.counts_changed.connect(self.top.show_counts)
        bench.hint_changed.connect(self.status.hint)
        view = bench.canvas.view
        view.pointer_moved.connect(self.view.show_pointer)
        view.pointer_left.connect(self._show_place)
        view.menu_wanted.connect(self.view.offer_menu)
        view.dropped.connect(self.files.take_dropped)

    def _zoom_box(self, bench: Bench) -> None:
        from desktop.ui.canvas.zoom_box import ZoomBox

        self.status.set_zoom_box(ZoomBox(bench.canvas.view))

    # What changed

    def _changed(self, _before: object, _after: object) -> None:
        self.actions_.refresh()
        self._title()

    def _selected(self, _refs: object) -> None:
        self.actions_.refresh()

    def _mode_changed(self, _mode: str) -> None:
        if self.bench is not None:
            self.bench.fill()
            self.bench.show_mode()
        self.show_mode()

    def _fight_moved(self) -> None:
        self.show_mode()

    def show_mode(self) -> None:
        """Show in the top bar whether one builds, plays, or is about to."""
        session = self.session
        if session is None:
            self.top.show_mode("build", is_open=False)
        else:
            mode = "play" if self.page_open else session.mode
            self.top.show_mode(mode, is_open=True, has_fight=session.fight is not None)
        self.show_round()
        self.actions_.refresh()

    def show_round(self) -> None:
        """Show the round in the top bar."""
        fight = self.fight
        if fight is None:
            self.top.show_round("")
        elif fight.looking_back:
            self.top.show_round(f"Round {fight.state.round}, looking back")
        else:
            self.top.show_round(
                f"Round {fight.state.round}" if fight.state.round else "Before round 1"
            )

    def _show_place(self, _level: str = "") -> None:
        if (session := self.session) is not None:
            self.status.show_place(session.front.board.levels[session.level].label)

    def _title(self) -> None:
        document = self.document
        if document is None:
            self.setWindowModified(False)
            self.setWindowTitle(PROGRAM)
        else:
            # Qt puts its star where it reads [*], unless that stands twice
            title = " ".join(document.title.split()).replace("[*]", "[*][*]")
            self.setWindowTitle(f"{title}[*] – {PROGRAM}")
            self.setWindowModified(document.unsaved)

    def saved(self) -> None:
        """Show that what is open is on disk."""
        self._title()
        self.actions_.refresh()

    # Being found and focused

    def focus_canvas(self) -> None:
        """Give the keys back to the canvas, or to the welcome page."""
        if self.canvas is not None:
            self.canvas.view.setFocus()
        elif self.welcome is not None:
            self.welcome.new.setFocus()

    def _take_found(self, found: Found) -> None:
        if found.verb is not None:
            self.actions_.do(found.verb.id)
        elif found.ref is not None:
            self.view.show(found.ref)
        elif found.profile is not None:
            self.want("profile.edit", found.profile)
        elif found.wish[0]:
            self.want(*found.wish)
        elif found.placing is not None:
            self.command("place", found.placing)

    # Errors

    def show_error(self, error: EncounterError, remedy: str = "") -> None:
        """Show an error where it stops nobody."""
        self.notice.tell(f"{error} {remedy}".strip())

    def show_crash(self, says: str, details: str, aside: str) -> None:
        """Show that the program itself failed, and where the work was put."""
        self.stand()
        self.notice.tell(
            f"Something went wrong inside the program ({says}). You can go on. {aside}".strip(),
            details,
        )

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer keys that nobody else wanted: Esc, and those that cannot do anything now."""
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QKeySequence

        if event.key() == Qt.Key.Key_Escape:
            self.view.escape(None)
            return
        keys = QKeySequence(event.keyCombination())
        why_not = self.actions_.why_not(keys) if self._is_built else ""
        if why_not:
            self.tell(why_not)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus out of a field when one clicks beside it."""
        self.focus_canvas()
        super().mousePressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Look for another hand in the file when the window comes to the front."""
        super().changeEvent(event)
        is_meant = event.type() == event.Type.ActivationChange and self.isActiveWindow()
        if is_meant and self.document is not None:
            self.files.look_outside()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Let everything come that was put off until the window stands."""
        super().paintEvent(event)
        late.painted()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask only when closing loses work."""
        if self.document is not None and not self.files.may_lose():
            event.ignore()
            return
        if self._is_built:
            self._drop_bench()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take encounter files, and pictures while there is a board for them."""
        if self.files.wants_urls(event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped on the frame."""
        urls: list[QUrl] = event.mimeData().urls()
        self.files.take_urls(urls)
        event.acceptProposedAction()

    def createPopupMenu(self) -> QMenu:
        """Offer no menu of tool bars, for there are none."""
        from PySide6.QtWidgets import QMenu

        return QMenu(self)
