"""The inspector: everything that the document knows of what is selected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.core.errors import EditError
from desktop.core.model.edits.things import label_of, thing_of
from desktop.core.model.encounter import Encounter
from desktop.ui.menus.following import Following
from desktop.ui.menus.occasions import Occasion
from desktop.ui.menus.one_line import OneLine
from desktop.ui.menus.panel import Panel
from desktop.ui.panels.inspecting.encounter import EncounterPage, PlacePage
from desktop.ui.panels.inspecting.level import LevelPage
from desktop.ui.panels.inspecting.link import LinkPage
from desktop.ui.panels.inspecting.mixed import MixedPage
from desktop.ui.panels.inspecting.page import Page
from desktop.ui.panels.inspecting.someone import FighterPage, GroupPage, MemberPage
from desktop.ui.panels.inspecting.subject import FightSubject, Subject, subject_of
from desktop.ui.panels.inspecting.thing import DoorPage, FeaturePage, PiecePage, WallPage
from desktop.ui.panels.inspecting.unseen import (
    ClockPage,
    CuePage,
    GroundPage,
    SidePage,
    TablePage,
    TraitPage,
)
from desktop.ui.panels.inspecting.zone import ZonePage
from desktop.ui.session import Mode, Session

PAGES: Mapping[str, type[Page]] = {
    "encounter": EncounterPage, "zone": ZonePage, "link": LinkPage, "wall": WallPage,
    "door": DoorPage, "feature": FeaturePage, "field": PiecePage, "cloud": PiecePage,
    "level": LevelPage, "picture": LevelPage, "fighter": FighterPage, "group": GroupPage,
    "member": MemberPage, "mixed": MixedPage, "side": SidePage, "clock": ClockPage,
    "cue": CuePage, "trait": TraitPage, "ground": GroundPage, "table": TablePage,
}  # fmt: skip
CALLED: Mapping[str, str] = {
    "ground": "kind of ground", "trait": "trait of your own", "member": "group member",
}  # fmt: skip
AWAY = "Back to the encounter"


class Inspector(Panel):
    """A page for what is selected, one or several; the encounter itself while nothing is.

    What stands on no square (a side, a clock, a cue) is opened from the encounter's page, and
    stays until something is selected or one goes back.
    """

    title = "Inspector"
    mode: ClassVar[Mode] = "build"
    """While the window is in the other one, what is selected is not its affair."""
    nothing: ClassVar[str] = "ENCOUNTER"
    """What it is about while nothing is selected."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._pages: dict[str, Page] = {}
        self._page: Page | None = None
        self._opened: tuple[str, str] | None = None
        self._left_at = 0
        """How far down the page was when another one was opened from it."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._top = head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 4)
        head.setSpacing(8)
        self.back = QToolButton(self)
        self.back.setObjectName("inspector.back")
        self.back.setArrowType(Qt.ArrowType.LeftArrow)
        self.back.setToolTip(AWAY)
        self.back.setAccessibleName(AWAY)
        self.back.clicked.connect(self.go_back)
        self.kind = QLabel(self)
        self.kind.setObjectName("inspector.kind")
        self.kind.setProperty("role", "heading")
        self.who = OneLine(self)
        self.who.setObjectName("inspector.who")
        head.addWidget(self.back)
        head.addWidget(self.kind)
        head.addWidget(self.who, 1)
        column.addLayout(head)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.area.setMinimumHeight(40)
        self._inside = QWidget()
        self._stack = QVBoxLayout(self._inside)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self.area.setWidget(self._inside)
        column.addWidget(self.area, 1)
        self._follow()
        self._select()

    def _follow(self) -> None:
        self.session.selection_changed.connect(self._select)
        self.session.mode_changed.connect(self._select)
        self.session.changed.connect(self._changed)

    @property
    def encounter(self) -> Encounter:
        """The encounter that is shown."""
        return self.session.encounter

    @property
    def page(self) -> Page:
        """The page that is shown."""
        assert self._page is not None, "the constructor shows one"
        return self._page

    @property
    def asks(self) -> str:
        """What a field of the page waits to be told, as a sentence; empty for nothing."""
        return next((line.row.field.asks for line in self.page.lines if line.row.field.asks), "")

    def open(self, kind: str, id_: str) -> None:
        """Show the page of something that cannot be selected: a side, a clock, a cue."""
        if self._opened is None:
            self._left_at = self.area.verticalScrollBar().value()
        self._opened = kind, id_
        self._show(kind, (id_,), {})
        self.page.lines[0].row.field.setFocus(Qt.FocusReason.TabFocusReason)

    def begin_effect(self, occasion: Occasion, kind: str) -> None:
        """Let the feature that is shown do one more thing on an occasion, and open that."""
        self.page.begin_effect(occasion, kind)

    def reveal(self, where: str) -> QWidget:
        """Unfold the encounter's page to a field, as `board/space`; return what shows it."""
        *folds, path = where.split("/")
        found: QWidget = self.page
        for title in folds:
            found = self.page.unfold(title)
        return self.page.row(path) or found

    def go_back(self) -> None:
        """Show the encounter again where one left it, or what is selected."""
        self._opened = None
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)
        self._select()
        bar, value = self.area.verticalScrollBar(), self._left_at
        QTimer.singleShot(0, bar, lambda: bar.setValue(value))

    def _select(self, *_: object) -> None:
        if self._page is not None and self.session.mode != self.mode:
            return  # what is selected there is of the fight, or of the document
        self._opened = None
        found = dict(subject_of(self.encounter, self.session.selection))
        if "picture" in found:
            found["level"] = tuple(dict.fromkeys((*found.get("level", ()), *found.pop("picture"))))
        if not found:
            self._show("encounter", (), {})
            return
        kind = next(iter(found))
        ids = found.pop(kind)
        self._show(kind, ids, found)

    def _changed(self, *_: object) -> None:
        if self._opened is not None and not self._is_there(*self._opened):
            self.go_back()
            return
        page = self.page
        if not page.source.is_whole:
            return  # some of it is gone, and the selection is about to say so
        page.refresh()
        self._head(page.source)

    def _is_there(self, kind: str, id_: str) -> bool:
        try:
            thing_of(self.encounter, kind, id_)
        except EditError:
            return False
        return True

    def _show(self, kind: str, ids: tuple[str, ...], others: Mapping[str, tuple[str, ...]]) -> None:
        old = self._page
        if old is not None:
            if old.source.is_whole:
                old.flush()
            old.settle()
        name = "mixed" if others else kind
        page = self._pages.get(name)
        if page is None:
            page = self._pages[name] = self._made(name)
        page.source.show(kind, ids, others)
        if page is not old:
            if old is not None:
                old.hide()
            self._page = page
        page.refresh()
        page.show()
        self.area.verticalScrollBar().setValue(0)
        self._head(page.source)

    def _new_page(self, name: str) -> Page:
        return PAGES[name](Subject(self.session, name))

    def _made(self, name: str) -> Page:
        page = self._new_page(name)
        page.setObjectName(f"inspector.{name}")
        page.wants.connect(self.wants)
        page.goes.connect(self.open)
        self._stack.addWidget(page)
        return page

    def _head(self, subject: Subject) -> None:
        self.back.setVisible(self._opened is not None)
        many = len(subject.things())
        kind = CALLED.get(subject.kind, subject.kind)
        if subject.others:
            self.kind.setText(f"{many} THINGS")
            self.who.setText("")
        elif subject.kind == "encounter":
            self.kind.setText(self.nothing)
            self.who.setText("")
        elif many > 1:
            self.kind.setText(f"{many} {kind.upper()}S")
            self.who.setText("")
        else:
            self.kind.setText(kind.upper())
            is_numbered = subject.kind in ("wall", "field", "cloud")
            only = "" if is_numbered else subject.only
            label = label_of(self.encounter, only)
            is_alike = not only or label.casefold() == only.casefold() or subject.kind == "member"
            self.who.setText(only if is_alike else f"{label}, id {only}")
            self.who.setToolTip(f"{label}: its id is {only}")


class FightInspector(Inspector):
    """The same for the fight's own board, while the place is being changed in Play."""

    title = "Change the place"
    mode = "play"
    nothing = "THE PLACE"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.done = QPushButton("Done", self)
        self.done.setObjectName("inspector.done")
        self.done.setToolTip("Back to the fight  (Esc)")
        self.done.clicked.connect(lambda: self.wants.emit("fight.change_place", None))
        self._top.addWidget(self.done)

    def _follow(self) -> None:
        self._now = FightSubject(self.session)
        self._following = Following(self.session, self)
        self.session.selection_changed.connect(self._select)
        self.session.mode_changed.connect(self._select)
        self._following.moved.connect(self._changed)

    @property
    def encounter(self) -> Encounter:
        """The encounter as it is now in the fight."""
        return self._now.encounter

    def _new_page(self, name: str) -> Page:
        page = PlacePage if name == "encounter" else PAGES[name]
        return page(FightSubject(self.session, name))
