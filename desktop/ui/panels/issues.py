"""What is odd about the layout: jumped to, fixed, muted with a reason, heard again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from desktop.ui.menus.captions import menu_line
from desktop.ui.menus.panel import Panel
from desktop.ui.panels.issue_list import IssueList
from desktop.ui.panels.issue_rows import IssueRows, Row, RowMaker, ref_of
from desktop.ui.session import Ref, Session

if TYPE_CHECKING:
    from desktop.core.survey import Issue

NOTHING = "Nothing is odd about this layout."
LOOKING = "Looking the layout over…"


class Issues(Panel):
    """The survey of the encounter, made anew after every change, once that is painted."""

    title: ClassVar[str] = "Issues"
    counts_changed = Signal(int, int)
    """How many errors and warnings are open, those muted left out."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.issues: tuple[Issue, ...] = ()
        """As they were last found, the gravest first."""
        self._folded = True
        self._counts: tuple[int, int] | None = None
        self._is_late = False
        """Whether the rows are those of an earlier look: nobody sees them."""
        self._shown: Row | None = None
        """The issue last jumped to."""
        self.empty = QLabel(LOOKING, self)
        self.empty.setObjectName("issues.empty")
        self.empty.setProperty("role", "muted")
        self.empty.setWordWrap(True)
        self.empty.setContentsMargins(8, 8, 8, 8)
        self.model = IssueRows(self)
        self._rows = RowMaker()
        self.list = IssueList(self)
        self.list.setModel(self.model)
        self.list.pressed_part.connect(self._act)
        self.list.rows.reason_typed.connect(self._mute)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._offer)
        self.setFocusProxy(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.look)
        session.changed.connect(self._look_soon)
        self._soon.start()

    @property
    def is_behind(self) -> bool:
        """Whether the layout changed since it was looked over."""
        return self._soon.isActive()

    def _look_soon(self, *_: object) -> None:
        self._soon.start()

    def look(self) -> None:
        """Look the layout over now."""
        from desktop.core import play
        from desktop.core.store.catalogue import catalogue
        from desktop.core.survey import counts, pictures, survey, unfilled_slots, unknown_keys

        session, encounter = self.session, self.session.encounter
        missing = pictures(encounter, self._missing_pictures())
        unfilled = unfilled_slots(encounter, play.unfilled(encounter)) if encounter.slots else ()
        beside = (*unknown_keys(session.odd_keys), *unfilled, *missing)
        self.issues = survey(encounter, catalogue(), session.stock, beside)
        self._is_late = True
        if self.isVisible():
            self._catch_up()
        found = counts(self.issues)
        new = (found["error"], found["warning"])
        if new != self._counts:
            self._counts = new
            self.counts_changed.emit(*new)

    def _missing_pictures(self) -> Mapping[str, str]:
        from desktop.core.model.pictures import pictures_of
        from desktop.core.store import pictures
        from desktop.ui.menus.hanging import pictures_of as folder_of

        files = [each.file for each in pictures_of(self.session.encounter)]
        if not files:
            return {}
        return pictures.faults(folder_of(self.session), files)

    def showEvent(self, event: QShowEvent) -> None:
        """List what was found in the meantime."""
        super().showEvent(event)
        self._catch_up()

    def _catch_up(self) -> None:
        if self._is_late:
            self._show()

    def _show(self) -> None:
        self._is_late = False
        now, bar = self.list.currentIndex().row(), self.list.verticalScrollBar()
        current, scrolled = self._row(now), bar.value()
        encounter = self.session.encounter
        self.model.show(self._rows.rows(self.issues, encounter, folded=self._folded))
        self.empty.setText(NOTHING)
        self.empty.setVisible(all(each.muted is not None for each in self.issues))
        if current is None or current.issue is None:
            self.list.setCurrentIndex(QModelIndex())
        elif (at := self.model.row_of(current.key)) is not None:
            self.list.setCurrentIndex(self.model.index(at, 0))
        else:  # it is gone: Qt chose another, maybe far off
            near = self.model.issue_near(now)
            self.list.setCurrentIndex(QModelIndex() if near is None else self.model.index(near, 0))
            bar.setValue(scrolled)

    def _row(self, row: int) -> Row | None:
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    # Going through them

    def next_issue(self) -> Ref | None:
        """Choose the next issue that is not muted, and return where it is.

        The chosen one comes first if nobody jumped to it yet. None where nothing is odd; one
        about the layout as a whole is at the level in view.
        """
        if self.is_behind:
            self._soon.stop()
            self.look()
        self._catch_up()
        rows = self.model.rows
        heard = [i for i, row in enumerate(rows) if row.issue and row.issue.muted is None]
        if not heard:
            return None
        now = self.list.currentIndex().row()
        unseen = now in heard and (self._shown is None or self._shown.key != rows[now].key)
        at = now if unseen else next((i for i in heard if i > now), heard[0])
        self.list.setCurrentIndex(self.model.index(at, 0))
        self.list.scrollTo(self.model.index(at, 0))
        self._shown = rows[at]
        return self._place_of(rows[at]) or Ref("level", self.session.level)

    def _place_of(self, row: Row) -> Ref | None:
        if row.issue is None:
            return None
        refs = (ref_of(place, self.session.encounter) for place in row.issue.at)
        # A level is named first for what lies on it, which is the better place.
        return min(filter(None, refs), key=lambda ref: ref.kind == "level", default=None)

    def jump(self, row: Row) -> None:
        """Show where an issue is."""
        self._shown = row
        ref = self._place_of(row)
        profiles = [each for each in (row.issue.at if row.issue else ()) if each.kind == "profile"]
        if ref is not None:
            self.wants.emit("view.show", ref)
        elif profiles:
            self.wants.emit("profile.edit", profiles[0].id)
        else:
            self.session.select(())
            self.session.told.emit("This is about the layout as a whole.")

    # What is done with them

    def _act(self, row: Row, part: str) -> None:
        if row.issue is None:
            if row.folds is not None:
                self.fold(not self._folded)
        elif part == "fix":
            self.fix(row)
        elif part == "mute":
            self._begin_mute(row)
        elif part == "enter" and self._shown is not None and self._shown.key == row.key:
            following = self.next_issue()
            if following is not None:
                self.wants.emit("view.show", following)
        else:
            self.jump(row)

    def fold(self, folded: bool) -> None:
        """Fold those muted under their count, or show them."""
        self._folded = folded
        self._show()
        heading = next((i for i, row in enumerate(self.model.rows) if row.folds is not None), -1)
        if heading >= 0:
            self.list.setCurrentIndex(self.model.index(heading, 0))

    def fix(self, row: Row) -> None:
        """Do what mends an issue, as one step."""
        if row.issue is None or row.issue.muted is not None:
            return
        if row.issue.fix is None:
            self.session.told.emit("There is no fix that one click could make.")
        elif row.issue.fix.picture:
            self.wants.emit("picture.find", row.issue.fix.picture)
        else:
            self.session.edit_several(row.issue.fix.says, row.issue.fix.edits)

    def _begin_mute(self, row: Row) -> None:
        issue = row.issue
        if issue is None:
            return
        if issue.muted is not None:
            where = {"issue": issue.check, "at": issue.place}
            self.session.edit_several(f"Hear again: {_flat(issue)}", [("unmute", where)])
            return
        at = self.model.row_of(row.key)
        if at is not None:
            self.list.ask(at)

    def _mute(self, row: Row | None, why: str) -> None:
        if row is not None and row.issue is not None:
            where = {"issue": row.issue.check, "at": row.issue.place, "why": why}
            self.session.edit_several(f"Mute: {_flat(row.issue)}", [("mute", where)])

    # The menu

    def _offer(self, at: QPoint) -> None:
        index = self.list.indexAt(at)
        row = self._row(index.row())
        if row is not None and row.issue is not None:
            self.list.setCurrentIndex(index)
            self.menu_of(row).popup(self.list.viewport().mapToGlobal(at))

    def menu_of(self, row: Row) -> QMenu:
        """Return what a right click on a row offers."""
        from desktop.core.store.catalogue import catalogue

        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        issue = row.issue
        if issue is None:
            return menu
        menu.addAction("Show where\tEnter", lambda: self.jump(row))
        if issue.fix is not None and issue.muted is None:
            menu.addAction(f"{menu_line(issue.fix.says)}\tSpace", lambda: self.fix(row))
        word = "Mute…" if issue.muted is None else "Hear again"
        menu.addAction(f"{word}\tDel", lambda: self._begin_mute(row))
        rules = catalogue().checks[issue.check].rules
        if rules:
            menu.addSeparator()
        for rule in rules:
            menu.addAction(f"Rule {rule}", partial(self.wants.emit, "help.rule", rule))
        return menu


def _flat(issue: Issue) -> str:
    return issue.says.removesuffix(".")
